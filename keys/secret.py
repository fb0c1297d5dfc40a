"""Secrets as values that no message, log or traceback can give away by being shown.

To whatever works with them they are the bytes and the text that they are. Only what Python writes for a
person (`repr`, `str`, a format) is their length. A part cut out of them or a value made from them is ordinary
again.
"""


class SecretBytes(bytes):
    """Secret bytes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<hidden, {len(self)} bytes>"

    __str__ = __repr__


class SecretText(str):
    """Secret text, such as a passphrase."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<hidden, {len(self)} characters>"

    __str__ = __repr__

    def __format__(self, how: str) -> str:
        return repr(self)

"""The border to the terminal: of any text that a command prints, only signs that can be seen get out.

Names, options, rules and file contents come from anywhere, and so does what error messages quote of them. The
console and the rooms below clean what they show at length; this is the last look at every line.
"""

from __future__ import annotations

import codecs
import os
import unicodedata

ASCII = "ascii"
FOLDED = "folded"
"""The error handler (`codecs.register_error`) that writes the nearest sign in ASCII where an encoding has
none."""
_DRAWN = {"\u2500": "-", "\u2502": "|"}


def only_ascii() -> bool:
    """Whether the locale says that a terminal shows nothing else: that of C (POSIX 7.2), by name."""
    said = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, said), "") in ("C", "POSIX")


def _folded(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(folded, error.object[error.start : error.end])), error.end


def folded(sign: str) -> str:
    """A sign in ASCII: its letter without an accent, a line that is drawn, else as many ? as it has cells."""
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return ""
    plain = unicodedata.normalize("NFKD", sign)[0]
    wide = unicodedata.east_asian_width(sign) in "WF"
    return _DRAWN.get(sign) or (plain if plain.isascii() and not wide else "?" * (1 + wide))


codecs.register_error(FOLDED, _folded)


def harmless(line: str) -> str:
    """One line of text without signs that steer a terminal, reorder text or hide in it.

    White space becomes blanks, all else that cannot be seen U+FFFD.
    """
    if line.isprintable():
        return line
    return "".join(ch if ch.isprintable() else " " if ch.isspace() else "\ufffd" for ch in line)


def json_line(data: object) -> str:
    """Data as one line of JSON that reads back to the same; such signs are escaped in it."""
    import json  # only a command with JSON waits for it

    line = json.dumps(data, ensure_ascii=False)
    if line.isprintable():
        return line
    return "".join(ch if ch.isprintable() else json.dumps(ch)[1:-1] for ch in line)

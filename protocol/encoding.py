"""Deterministic CBOR: the one way in and the one way out.

Bytes from outside pass, in this order: a length cap, a scanner over the raw bytes that proves them
canonical before any object exists, `cbor2.loads`, and the exact schema checks of `messages`. `cbor2`
alone would accept several encodings of one value and build dangerous tag types.

Allowed (RFC 8949 section 4.2.1, narrowed): unsigned ints below 2^63, byte strings, UTF-8 text, arrays,
maps whose keys are all unsigned ints or all text, false and true.
"""

from __future__ import annotations

from typing import Any, Final

import cbor2

from protocol.faults import BadEncoding, Incomplete

ENTRY_MAX: Final = 48 * 1024
"""Bytes of one item: an entry, a statement, a HELLO, a RESULT."""
ITEMS_MAX: Final = 4096
"""Data items inside one item, itself included; a map counts its keys and its values."""
DEPTH_MAX: Final = 16
"""Arrays and maps inside each other."""
UINT_MAX: Final = 2**63 - 1

_LEAST = {24: 24, 25: 1 << 8, 26: 1 << 16, 27: 1 << 32}
"""The smallest argument that may use a head of this kind; smaller ones have a shorter head."""
_UINT, _BYTES, _TEXT, _ARRAY, _MAP = 0, 2, 3, 4, 5
_STRINGS = _BYTES, _TEXT
_BOOLS = 0xF4, 0xF5  # false, true


class _Open:
    """An array or a map whose items are being scanned."""

    __slots__ = ("key_major", "last_key", "left", "of_pairs")

    def __init__(self, left: int, of_pairs: bool) -> None:
        self.left = left
        self.of_pairs = of_pairs
        self.key_major = -1
        self.last_key = b""


def _head(data: bytes, at: int) -> tuple[int, int]:
    """Read the argument of the long head at `at`: (argument, offset behind the head)."""
    info = data[at] & 31
    if info > 27:
        raise BadEncoding(f"indefinite or reserved length at byte {at}")
    end = at + 1 + (1 << (info - 24))
    if end > len(data):
        raise Incomplete(f"ends inside a head at byte {at}")
    argument = int.from_bytes(data[at + 1 : end], "big")
    if argument < _LEAST[info]:
        raise BadEncoding(f"longer head than needed at byte {at}")
    return argument, end


def _skip_string(data: bytes, at: int, size: int, text: bool) -> int:
    """Step over the `size` bytes of a string that begins at `at`."""
    end = at + size
    if size > ENTRY_MAX:
        raise BadEncoding(f"string of {size} bytes at byte {at}")
    if end > len(data):
        raise Incomplete(f"ends inside a string at byte {at}")
    if text:
        try:
            data[at:end].decode()
        except UnicodeDecodeError:
            raise BadEncoding(f"text that is not UTF-8 at byte {at}") from None
    return end


def _check_key(inside: _Open, major: int, key: bytes) -> None:
    if major not in (_UINT, _TEXT) or inside.key_major not in (-1, major):
        raise BadEncoding("map keys must be all unsigned ints or all text")
    if inside.key_major == major and key <= inside.last_key:
        raise BadEncoding("map keys out of order or twice")
    inside.key_major, inside.last_key = major, key


def item_end(data: bytes, start: int = 0, items_max: int = ITEMS_MAX) -> int:
    """Prove that one canonical item begins at `start` and return the offset behind it.

    items_max: data items inside, itself included; the work is bounded by them, however long `data` is.
    Raises `Incomplete` when the bytes end first and `BadEncoding` for everything else.
    """
    at, items, size = start, 0, len(data)
    stack: list[_Open] = []
    inside: _Open | None = None  # the innermost of them
    while True:
        if at >= size:
            raise Incomplete(f"ends where an item should begin, at byte {at}")
        items += 1
        if items > items_max:
            raise BadEncoding(f"more than {items_max} items")
        begin, first = at, data[at]
        major, argument = first >> 5, first & 31
        opened = 0
        if first in _BOOLS:
            at += 1
        elif major == 1 or major > _MAP:
            raise BadEncoding(f"type not allowed (0x{first:02x}) at byte {at}")
        else:
            at += 1
            if argument == 24 and at < size and data[at] > 23:
                argument, at = data[at], at + 1  # as `_head` reads it: what most long heads are
            elif argument > 23:
                argument, at = _head(data, begin)
            if major == _BYTES and at + argument <= size and argument <= ENTRY_MAX:
                at += argument
            elif major in _STRINGS:
                at = _skip_string(data, at, argument, major == _TEXT)
            elif major == _UINT:
                if argument > UINT_MAX:
                    raise BadEncoding(f"integer too large at byte {begin}")
            elif argument > ITEMS_MAX:
                raise BadEncoding(f"{argument} items announced at byte {begin}")
            else:
                opened = argument
                if len(stack) >= DEPTH_MAX:
                    raise BadEncoding(f"nested deeper than {DEPTH_MAX}")
        if inside and inside.of_pairs and not inside.left & 1:
            _check_key(inside, major, data[begin:at])
        if opened:
            inside = _Open(opened * 2 if major == _MAP else opened, major == _MAP)
            stack.append(inside)
            continue
        while inside:
            inside.left -= 1
            if inside.left:
                break
            stack.pop()
            inside = stack[-1] if stack else None
        else:
            if at - start > ENTRY_MAX:
                raise BadEncoding(f"an item of {at - start} bytes")
            return at


def decode(data: bytes) -> Any:
    """Decode one item that must fill `data`; plain ints, bytes, str, lists, dicts and bools come back.

    Raises `BadEncoding`. The shape is still to be checked, with `type(x) is int` and the like, because
    Python takes `True` and `1` for equal.
    """
    if len(data) > ENTRY_MAX:
        raise BadEncoding(f"{len(data)} bytes; at most {ENTRY_MAX} are allowed")
    try:
        if item_end(data) != len(data):
            raise BadEncoding("bytes left over behind the item")
        return cbor2.loads(data)
    except BadEncoding as fault:
        fault.evidence = data
        raise


def encode(value: object) -> bytes:
    """Encode ints, bytes, str, lists, tuples, dicts and bools; the inverse of `decode`."""
    return cbor2.dumps(value, canonical=True)

"""Armour: bytes as text that goes through mail and chat, and comes back whole, or says what is missing.

    -----BEGIN FADENET PARCEL-----
    .0000AAQ6fK1x...:Zk3
    .0001Af9v0u3s...:b1Q
    -----END FADENET PARCEL-----

A line is `.`, its number in four digits, base64 and, behind a colon, a checksum of 18 bits in base64. Line 0
has the number of lines behind it and a digest of the whole; the checksum of every line is bound to that
digest, so that lines of several parcels never mix. White space, quotation marks and any text round the lines
are passed over: they may be broken, quoted, doubled or out of order.
"""

from __future__ import annotations

import base64
import re
from binascii import Error
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import Final

MAIL_BYTES: Final = 48
"""Bytes a line of 73 signs: a mail of 76 columns can quote it."""
CHAT_BYTES: Final = 1_455
"""Bytes a line of 1,949 signs, for chats that take 2,000."""
TEXT_MAX: Final = 1 << 20
"""Signs that are looked at."""
LINES_MAX: Final = 9_999
"""Lines of one armoured thing behind its first."""
PARCELS_MAX: Final = 64
"""Armoured things that are looked for in one text."""
FOUND_MAX: Final = 16_384
"""Lines that are looked at: more than `TEXT_MAX` has of those of a mail."""
ENDS: Final = "-----END FADENET "
"""The beginning of the last line."""
MARKS: Final = ("-----BEGIN FADENET ", ENDS, ".0000")
"""Text by which it is seen that something armoured may stand in a text."""
_DIGEST: Final = 8
_LINE: Final = re.compile(r"\.(\d{4})([A-Za-z0-9+/]+={0,2}):([A-Za-z0-9+/]{3})")
_BETWEEN: Final = re.compile(r"[^A-Za-z0-9+/=.:]+")


@dataclass(slots=True)
class Unarmoured:
    """The things that were found in a text. whole: those that came through, in the order of their first
    lines; broken: a sentence for each of which something is missing."""

    whole: list[bytes] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


def armoured(data: bytes, what: str, chat: bool = False) -> str:
    """Bytes, of which `LINES_MAX` lines hold all, as lines of text. what: the word in the first and last
    line; chat: few long lines instead."""
    size = CHAT_BYTES if chat else MAIL_BYTES
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    assert len(pieces) <= LINES_MAX
    digest = _digest(data)
    head = len(pieces).to_bytes(2, "big") + digest
    lines = [_line(0, head, digest), *(_line(n, piece, digest) for n, piece in enumerate(pieces, 1))]
    if chat:
        lines[:2] = ["".join(lines[:2])]
        return "\n".join(lines)
    return "\n".join([f"-----BEGIN FADENET {what}-----", *lines, f"-----END FADENET {what}-----"])


def unarmoured(text: str) -> Unarmoured:
    """All that is armoured in a text, whatever stands round it."""
    found = Unarmoured()
    matches = islice(_LINE.finditer(_BETWEEN.sub("", text[:TEXT_MAX])), FOUND_MAX)
    lines = [
        (int(n), _decoded(body), check) for n, body, check in dict.fromkeys(one.groups() for one in matches)
    ]
    heads = (_head(piece, check) for number, piece, check in lines if number == 0 and piece is not None)
    things = list({head.digest: head for head in heads if head is not None}.values())
    spoilt: set[int] = set()
    for number, piece, check in lines:
        thing = None if piece is None else _whose(things[:PARCELS_MAX], number, piece, check)
        if thing is None:
            spoilt.add(number)
        elif piece is not None:
            thing.pieces.setdefault(number, piece)
    for thing in things[:PARCELS_MAX]:
        _finish(found, thing, spoilt)
    if lines and not things:
        found.broken.append("The first line (.0000) is missing or damaged. Copy the text once more, whole.")
    if len(things) > PARCELS_MAX:
        found.broken.append(
            f"There is more in this text than {PARCELS_MAX} parcels: take the rest of it by itself."
        )
    return found


@dataclass(slots=True)
class _Thing:
    """Something armoured, of which the first line has come through: how many lines it has behind that, its
    digest, and those that have come through as well, by number."""

    count: int
    digest: bytes
    pieces: dict[int, bytes] = field(default_factory=dict)


def _whose(things: Sequence[_Thing], number: int, piece: bytes, check: str) -> _Thing | None:
    """The thing that this line is of."""
    return next((one for one in things if check == _check(number, piece, one.digest)), None)


def _finish(found: Unarmoured, thing: _Thing, spoilt: set[int]) -> None:
    """Put it together, or say what of it is missing. spoilt: the numbers of lines that fit nothing here."""
    numbers = range(1, thing.count + 1)
    missing = [n for n in numbers if n not in thing.pieces]
    if not missing:
        data = b"".join(thing.pieces[n] for n in numbers)
        if _digest(data) == thing.digest:
            found.whole.append(data)
        else:
            found.broken.append("The lines fit, and the whole does not. Copy the text once more.")
        return
    named = [f".{n:04}" for n in missing[:8]] + ["and more"] * (len(missing) > 8)
    how = "damaged" if spoilt.issuperset(missing) else "missing"
    are = f"Line {named[0]} is" if len(missing) == 1 else f"The lines {', '.join(named)} are"
    found.broken.append(f"{are} {how}. Copy the text once more, whole.")


def _line(number: int, piece: bytes, digest: bytes) -> str:
    return f".{number:04}{base64.b64encode(piece).decode()}:{_check(number, piece, digest)}"


def _head(head: bytes, check: str) -> _Thing | None:
    """The thing whose first line this is, None = it is none."""
    if len(head) != 2 + _DIGEST or check != _check(0, head, head[2:]):
        return None
    count = int.from_bytes(head[:2], "big")
    return _Thing(count, head[2:]) if count <= LINES_MAX else None


def _check(number: int, piece: bytes, digest: bytes) -> str:
    mixed = blake2b(number.to_bytes(2, "big") + digest + piece, digest_size=3, person=b"fn1/line").digest()
    return base64.b64encode(mixed).decode()[:3]


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST, person=b"fn1/armour").digest()


def _decoded(body: str) -> bytes | None:
    try:
        return base64.b64decode(body, validate=True)
    except Error:
        return None

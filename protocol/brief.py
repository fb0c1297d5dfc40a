"""Items in brief, as parcels carry them: an entry without what follows from the items before it.

    brief = [type, author, seq, state, era, payload, signature, ? prev]

The match is that of the entry before it in the parcel, prev the link of its author's entry before, if that
stands in the parcel too, and the hash of the payload is computed. That is 102 bytes of an entry's 230; of
the others nearly all are a digest and a signature, which nobody can leave out. An entry in brief is read back
to the bytes that its author signed, or to others that prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.encoding import ENTRY_MAX, decode, encode
from protocol.faults import BadEncoding
from protocol.hashing import H, var
from protocol.messages import Entry, EntryPlace, Head, parse_message
from protocol.values import U8, U32, blob, raw, uint

PARTS: Final = 7
"""Of an entry in brief; it has one more where it names prev."""


class _Course:
    """The match of the items that have gone by, and the last entry of each author, by number and link."""

    def __init__(self) -> None:
        self.game = b""
        self.last: dict[int, tuple[int, bytes]] = {}

    def add(self, head: Head) -> None:
        self.game = head.game
        self.last[head.author] = head.seq, H("fn1/link", var(head.raw))

    def before(self, author: int, seq: int) -> bytes:
        """The link of an author's entry before this one, b"" if it has not gone by."""
        number, link = self.last.get(author, (-1, b""))
        return link if number == seq - 1 else b""

    def whole(self, parts: list[object]) -> tuple[bytes, Head]:
        """An entry that stands in brief, and its head. Raises `BadEncoding`."""
        kind, author, seq = uint(parts[0], U8), uint(parts[1], U8), uint(parts[2], U32)
        state, era, payload = raw(parts[3], 32), uint(parts[4], U8), blob(parts[5])
        prev = raw(parts[7], 32) if len(parts) > PARTS else self.before(author, seq)
        if not self.game or not prev:
            raise BadEncoding("an entry in brief that follows on none")
        body = H("fn1/body", var(payload))
        head = Head.make(kind, EntryPlace(self.game, author, seq), prev, state, body, era)
        return encode([head, payload, raw(parts[6], 64)]), Head.parse(head)


def shortened(items: Iterable[bytes]) -> Iterator[bytes]:
    """The same items, those in brief that can be."""
    course = _Course()
    for item in items:
        head = _head_of(item)
        if head is None:
            yield item
            continue
        _, payload, signature = _parts(item)
        parts: list[object] = [head.kind, head.author, head.seq, head.state, head.era, payload, signature]
        if course.before(head.author, head.seq) != head.prev:
            parts.append(head.prev)
        yield encode(parts) if course.game == head.game and course.whole(parts)[0] == item else item
        course.add(head)


def lengthened(items: Iterable[bytes]) -> Iterator[bytes]:
    """The items of a parcel as their authors have signed them. Raises `BadEncoding` for one in brief that
    follows on none, or is none; others are not looked at."""
    course = _Course()
    for item in items:
        parts = _parts(item)
        if PARTS <= len(parts) <= PARTS + 1:
            item, head = course.whole(parts)
            if len(item) > ENTRY_MAX:
                raise BadEncoding("an item of more bytes than any may have")
            course.add(head)
        elif (first := _head_of(item)) is not None:
            course.add(first)
        yield item


def _parts(item: bytes) -> list[object]:
    """The parts of an item, [] of one that has none."""
    found = decode(item)
    return found if type(found) is list else []


def _head_of(item: bytes) -> Head | None:
    """The head of an item that is an entry."""
    try:
        message = parse_message(item)
    except BadEncoding:
        return None
    return message.head if isinstance(message, Entry) else None

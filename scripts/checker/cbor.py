"""Canonical CBOR as section 2 of the specification allows it, and the checks of a value's shape."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import cbor2

ITEM_MAX, ITEMS_MAX, DEPTH_MAX = 49_152, 4_096, 16
U8, U32, U63 = 2**8 - 1, 2**32 - 1, 2**63 - 1

Finding = tuple[int, int, str]
"""Accused seat, seq, rule id."""


class Bad(Exception):
    """Something does not fit: why, and the id of what it breaks (section 4).

    blames: whom it convicts, if it is a double signature, or signed at a table digest known to be right.
    """

    def __init__(self, why: str, rule: str = "encoding", blames: Finding | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.rule = rule
        self.blames = blames


class Cut(Exception):
    """The bytes end inside an item."""


class Reader:
    """Reads one item of canonical CBOR; `Bad` when it is not canonical, `Cut` when the bytes end in it.

    most: data items that it may have inside, itself included.
    """

    def __init__(self, data: bytes, at: int = 0, most: int = ITEMS_MAX) -> None:
        self.data, self.at, self.start, self.items, self.most = data, at, at, 0, most

    def take(self, count: int) -> bytes:
        end = self.at + count
        if count > ITEM_MAX:
            raise Bad("a string of more than 49,152 bytes")
        if end > len(self.data):
            raise Cut
        self.at = end
        return self.data[end - count : end]

    def head(self) -> tuple[int, int]:
        first = self.take(1)[0]
        major, low = first >> 5, first & 31
        if low < 24:
            return major, low
        if low > 27:
            raise Bad("an indefinite length or a reserved head")
        width = 1 << (low - 24)
        number = int.from_bytes(self.take(width), "big")
        if number < (24 if width == 1 else 1 << (4 * width)):
            raise Bad("a longer head than needed")
        return major, number

    def whole(self) -> Any:
        """The next item of a sequence."""
        self.start, self.items = self.at, 0
        value = self.item()
        if self.at - self.start > ITEM_MAX:
            raise Bad("an item of more than 49,152 bytes")
        return value

    def item(self, depth: int = 0) -> Any:
        self.items += 1
        if self.items > self.most:
            raise Bad(f"more than {self.most:,} data items")
        start = self.at
        major, number = self.head()
        if major == 0 and number <= U63:
            return number
        if major == 2:
            return self.take(number)
        if major == 3:
            try:
                return self.take(number).decode()
            except UnicodeDecodeError:
                raise Bad("text that is not UTF-8") from None
        if major in (4, 5):
            if depth == DEPTH_MAX:
                raise Bad("more than 16 levels")
            if number > ITEMS_MAX:
                raise Bad("more than 4,096 data items")
            return self.array(number, depth + 1) if major == 4 else self.map(number, depth + 1)
        if major == 7 and self.data[start] in (0xF4, 0xF5):
            return number == 21
        raise Bad("a kind of data item that is not allowed")

    def array(self, number: int, depth: int) -> list[Any]:
        return [self.item(depth) for _ in range(number)]

    def map(self, number: int, depth: int) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        before, kind = b"", None
        for _ in range(number):
            start = self.at
            if self.data[start : start + 1] > b"\x7f":
                raise Bad("the keys of a map are all numbers or all text")
            key = self.item(depth)
            raw = self.data[start : self.at]
            if type(key) not in (int, str) or kind not in (None, type(key)):
                raise Bad("the keys of a map are all numbers or all text")
            if raw <= before:
                raise Bad("keys that are unsorted or repeated")
            before, kind = raw, type(key)
            result[key] = self.item(depth)
        return result


def decode(data: bytes) -> Any:
    reader = Reader(data)
    try:
        value = reader.whole()
    except Cut:
        raise Bad("an item that is cut") from None
    if reader.at != len(data):
        raise Bad("bytes left over")
    return value


def split_first(data: bytes) -> tuple[bytes, bytes]:
    """The first item of a sequence, and what is behind it."""
    reader = Reader(data)
    try:
        reader.whole()
    except Cut:
        raise Bad("an item that is cut") from None
    return data[: reader.at], data[reader.at :]


def encode(value: Any) -> bytes:
    return cbor2.dumps(value, canonical=True)


def num(value: Any, top: int = U32, low: int = 0) -> int:
    if type(value) is not int or not low <= value <= top:
        raise Bad("a number of another kind or size than it must be")
    return value


def raw(value: Any, low: int, top: int = -1) -> bytes:
    if type(value) is not bytes or not low <= len(value) <= max(low, top):
        raise Bad("bytes of another kind or length than they must be")
    return value


def text(value: Any, top: int) -> str:
    if type(value) is not str or len(value.encode()) > top:
        raise Bad("a text of another kind or length than it must be")
    return value


def array(value: Any, low: int, top: int = -1) -> list[Any]:
    if type(value) is not list or not low <= len(value) <= max(low, top):
        raise Bad("an array of another kind or length than it must be")
    return value


def ascending(values: Iterable[Any]) -> None:
    listed = list(values)
    if any(a >= b for a, b in pairwise(listed)):
        raise Bad("a list that is not ascending")


def once(coms: Iterable[tuple[int, int, int]]) -> None:
    listed = list(coms)
    if len(set(listed)) != len(listed):
        raise Bad("a list names a commitment twice")

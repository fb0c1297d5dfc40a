"""The state digest: the public state as bytes, hashed, so that replicas can compare where they are.

The bytes are MessagePack in its smallest form: an int as the shortest integer that holds it, a list or a
tuple as an array, a mapping as an array of pairs in ascending order of the keys. The bytes of the parts that
clones share are kept until the part is written; all else is written anew at every rest. The numbered columns,
half of all ints and seldom written, are hashed by themselves.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import Final

import msgspec

from fadenet.engine.state import (
    COLUMNS,
    EVERY_PART,
    PART_CODE,
    PART_CTRL,
    PART_FACE,
    PART_HOST,
    PART_INST,
    PART_MARKS,
    PART_NUM,
    PART_STATED,
    PART_ZONE,
    State,
)

_LINES: Final[tuple[str, ...]] = ("zones", "pool")
_SHORT: Final[tuple[str, ...]] = (
    *("active", "turn", "phase", "next_id", "vars", "out", "over", "asks", "needs"),
    *("frames", "chain", "queue", "mods", "passes"),
)
_MAPPINGS: Final[tuple[str, ...]] = ("kids", "marks", "acts")
"""After the columns come the lines, then what is short, then the mappings, and the hash of the numbered
columns."""

_short: Final = attrgetter(*_SHORT)
_encode: Final = msgspec.msgpack.Encoder().encode

# Places in `State.packed`: before them the columns and lines, behind them the numbered columns.
_KIDS: Final = 8
_MARKS: Final = 9
_NUM: Final = 10


@cache
def _head(n: int) -> bytes:
    """The bytes with which an array of n begins."""
    return _encode([None] * n)[:-n] if n else _encode([])


_HEAD: Final = _head(len((*COLUMNS, *_LINES, *_SHORT, *_MAPPINGS)) + 1)
_HEAD_OF_SHORT: Final = len(_head(len(_SHORT)))


def _hash(values: bytes) -> bytes:
    return blake2b(values, digest_size=32).digest()


def _packed(s: State) -> list[bytes]:
    """The bytes of all parts that clones share; those that were written are put into bytes again."""
    stale = s.stale | ~s.kept
    packed = s.packed[:] if s.packed else [b""] * (_NUM + len(s.num))
    if stale & PART_CODE:
        packed[0] = _encode(s.code)
    if stale & PART_CTRL:
        packed[1] = _encode(s.owner) + _encode(s.ctrl)
    if stale & PART_ZONE:
        packed[2] = _encode(s.zone)
        packed[7] = _encode(s.zones) + _encode(s.pool)
    if stale & PART_FACE:
        packed[3] = _encode(s.face)
    if stale & PART_HOST:
        packed[4] = _encode(s.host) + _encode(s.role)
        packed[_KIDS] = _encode(sorted(s.kids.items()))
    if stale & PART_INST:
        packed[5] = _encode(s.inst) + _encode(s.since) + _encode(s.stamp)
    if stale & PART_STATED:
        packed[6] = _encode(s.stated)
    if stale & PART_MARKS:
        packed[_MARKS] = _encode(sorted(s.marks.items()))
    if stale & -PART_NUM:
        bit = PART_NUM
        for k, column in enumerate(s.num, _NUM):
            if stale & bit:
                packed[k] = _encode(column)
            bit <<= 1
        s.counted = _hash(_head(len(s.num)) + b"".join(packed[_NUM:]))
    s.packed, s.stale, s.kept = packed, 0, EVERY_PART
    return packed


def digest(s: State) -> bytes:
    """BLAKE2b-256 of the public state; equal on every replica that is at the same rest."""
    packed = _packed(s)
    short = _encode(_short(s))[_HEAD_OF_SHORT:]
    acts, numbers = _encode(sorted(s.acts.items())), _encode(s.counted)
    return _hash(b"".join((_HEAD, *packed[:_KIDS], short, packed[_KIDS], packed[_MARKS], acts, numbers)))


def parts(s: State) -> dict[str, bytes]:
    """The bytes of every part by its name: of two states with other digests, they say where these differ."""
    found = {name: _encode(getattr(s, name)) for name in (*COLUMNS, *_LINES, *_SHORT)}
    found |= {name: _encode(sorted(getattr(s, name).items())) for name in _MAPPINGS}
    return found | {f"num{k}": _encode(column) for k, column in enumerate(s.num)}

"""The state digest: the public state as bytes, hashed, so that replicas can compare where they are.

The bytes are MessagePack in its smallest form: an int as the shortest integer that holds it, a list or a
tuple as an array, a mapping as an array of pairs in ascending order of the keys. All is written anew at every
rest, which takes less time than keeping track of what has changed; only the numbered columns, half of all
ints and seldom written, are hashed by themselves, and again when one of them has been written. The bytes of
the others are kept till then.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final

import msgspec

from fadenet.engine.state import COLUMNS, State

_PLAIN: Final[tuple[str, ...]] = (
    *COLUMNS,
    *("zones", "pool", "active", "turn", "phase", "next_id", "vars", "out", "over", "asks", "needs"),
    *("frames", "chain", "queue", "mods", "passes"),
)
"""Parts that are written as they stand; then come the mappings, and the hash of the numbered columns."""
_MAPPINGS: Final[tuple[str, ...]] = ("kids", "marks", "acts")

_plain: Final = attrgetter(*_PLAIN)
_encode: Final = msgspec.msgpack.Encoder().encode


def _hash(values: Any) -> bytes:
    return blake2b(_encode(values), digest_size=32).digest()


@cache
def _head(n: int) -> bytes:
    """The bytes with which an array of n begins."""
    return _encode([None] * n)[:-n] if n else _encode([])


def _hash_of_numbers(s: State) -> bytes:
    """The hash of the numbered columns: only those that were written are put into bytes again."""
    packed = s.packed
    for k, column in enumerate(s.num):
        if not packed[k]:
            packed[k] = _encode(column)
    return blake2b(_head(len(packed)) + b"".join(packed), digest_size=32).digest()


def _layout(s: State) -> tuple[Any, ...]:
    """All that is hashed, in its order."""
    if not s.counted:
        s.counted = _hash_of_numbers(s)
    return (*_plain(s), sorted(s.kids.items()), sorted(s.marks.items()), sorted(s.acts.items()), s.counted)


def digest(s: State) -> bytes:
    """BLAKE2b-256 of the public state; equal on every replica that is at the same rest."""
    return _hash(_layout(s))


def parts(s: State) -> dict[str, bytes]:
    """The bytes of every part by its name: of two states with other digests, they say where these differ."""
    values = zip((*_PLAIN, *_MAPPINGS), _layout(s), strict=False)
    found = {name: _encode(value) for name, value in values}
    return found | {f"num{k}": _encode(column) for k, column in enumerate(s.num)}

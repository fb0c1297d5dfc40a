"""The state digest: a fixed binary layout of the public state, hashed column by column.

Each column, the zones, the marks and the rest have a sub-digest of their own, BLAKE2b-256 over little-endian
int64; only what changed since the last call is hashed again. The root is the hash of the sub-digests, so two
replicas that disagree can name the first column in which they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import blake2b
from struct import Struct
from typing import Any

from fadenet.engine.state import ASK_DATA, COLUMNS, State

_WIDTH = len(COLUMNS)
_HOST = COLUMNS.index("host")
_PLAIN = {i: name for i, name in enumerate(COLUMNS) if i != _HOST}  # parts that are a column as it stands


def _flatten(values: Iterable[Any], out: list[int]) -> None:
    """Append nested tuples and lists of ints to `out`, every nested one after its length."""
    append = out.append
    for v in values:
        if v.__class__ is int:
            append(v)
        elif v.__class__ is bool:
            append(int(v))
        elif v:
            append(-1 - len(v))
            _flatten(v, out)
        else:
            append(-1)


@cache
def _packer(n: int) -> Callable[..., bytes]:
    return Struct(f"<{n}q").pack


def _lines(lines: Sequence[tuple[int, ...]]) -> list[int]:
    """Lines of ints one after the other, their number and lengths in front."""
    out = [len(lines), *map(len, lines)]
    for line in lines:
        out += line
    return out


def _hosts(s: State) -> list[int]:
    """What lies on what, in order of arrival: all that the column `host` says, and more."""
    hosts = sorted(s.kids)
    return hosts + _lines([s.kids[h] for h in hosts])


def _marks(s: State) -> list[int]:
    """The keys of all marks in ascending order, then how often each was counted."""
    keys = sorted(s.marks)
    return keys + list(map(s.marks.__getitem__, keys))


def _rest(s: State) -> list[int]:
    """All that changes at almost every step: clock, frames, acts, chain, queue and what is owed."""
    out = [s.active, s.turn, s.phase, s.next_id, *s.vars, len(s.asks)]
    for a in s.asks:
        out += a[:ASK_DATA]
        out += (len(a[ASK_DATA]), *a[ASK_DATA])
    for part in (s.frames, s.chain, s.queue, s.mods, s.passes, s.out, s.needs):
        out.append(-1 - len(part))
        if part:
            _flatten(part, out)
    if s.acts:
        for k in sorted(s.acts):
            _flatten(s.acts[k], out)
    if s.over:
        _flatten((s.over[0],), out)
    return out


def sub_digests(s: State) -> dict[str, bytes]:
    """The sub-digest of every part by its name, in the order in which the root hashes them."""
    digest(s)
    names = [*COLUMNS, "zones", "marks", *(f"num{k}" for k in range(len(s.num))), "rest"]
    return dict(zip(names, s.digests, strict=True))


def digest(s: State) -> bytes:
    """BLAKE2b-256 of the public state; equal on every replica that is at the same rest."""
    parts = s.digests
    dirty = s.dirty
    if not parts:
        parts.extend([b""] * (_WIDTH + 3 + len(s.num)))
        dirty = -1
    if dirty:
        dirty &= (1 << len(parts) - 1) - 1
        while dirty:
            lowest = dirty & -dirty
            dirty ^= lowest
            i = lowest.bit_length() - 1
            values = getattr(s, _PLAIN[i]) if i in _PLAIN else _part(s, i)
            parts[i] = blake2b(_packer(len(values))(*values), digest_size=32).digest()
        s.dirty = 0
    values = _rest(s)
    parts[-1] = blake2b(_packer(len(values))(*values), digest_size=32).digest()
    return blake2b(b"".join(parts), digest_size=32).digest()


def _part(s: State, i: int) -> list[int]:
    """What a sub-digest is made of, other than those of `_PLAIN`."""
    if i == _HOST:
        return _hosts(s)
    if i == _WIDTH:
        return _lines(s.zones) + _lines(s.pool)
    return s.num[i - _WIDTH - 2] if i > _WIDTH + 1 else _marks(s)

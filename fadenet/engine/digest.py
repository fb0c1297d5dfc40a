"""The state digest: a fixed binary layout of the public state, hashed column by column.

Each column, the zones and the rest have a sub-digest of their own, BLAKE2b-256 over little-endian int64;
only what changed since the last call is hashed again. The root is the hash of the sub-digests, so two
replicas that disagree can name the first column in which they differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from struct import pack
from typing import Any

from fadenet.engine.state import COLUMNS, State

_WIDTH = len(COLUMNS)


def _flatten(values: Iterable[Any], out: list[int]) -> None:
    """Append nested tuples and lists of ints to `out`, every nested one after its length."""
    append = out.append
    for v in values:
        if v.__class__ is int:
            append(v)
        elif v.__class__ is bool:
            append(int(v))
        else:
            append(-1 - len(v))
            if v:
                _flatten(v, out)


def _hash(values: list[int]) -> bytes:
    return blake2b(pack(f"<{len(values)}q", *values), digest_size=32).digest()


def _zones(s: State) -> list[int]:
    out: list[int] = []
    for lines in (s.zones, s.pool):
        out.append(-1 - len(lines))
        for line in lines:
            out.append(-1 - len(line))
            if line:
                out += line
    for host in sorted(s.kids):
        line = s.kids[host]
        out += (host, -1 - len(line), *line)
    return out


def _rest(s: State) -> list[int]:
    """All that changes at almost every step: clock, frames, acts, chain, queue, marks and what is owed."""
    out = [s.active, s.turn, s.phase, s.next_id]
    out += s.vars
    _flatten(s.frames, out)
    out.append(len(s.frames))
    for parts in (s.chain, s.queue, s.mods, s.passes, s.out, s.asks, s.needs):
        if parts:
            _flatten((parts,), out)
        else:
            out.append(-1)
    if s.acts:
        for k in sorted(s.acts):
            _flatten(s.acts[k], out)
    for key in sorted(s.marks):
        out += key
        out.append(s.marks[key])
    if s.over:
        _flatten((s.over[0],), out)
    return out


def sub_digests(s: State) -> dict[str, bytes]:
    """The sub-digest of every part by its name, in the order in which the root hashes them."""
    digest(s)
    names = [*COLUMNS, "zones", *(f"num{k}" for k in range(len(s.num))), "rest"]
    return dict(zip(names, s.digests, strict=True))


def digest(s: State) -> bytes:
    """BLAKE2b-256 of the public state; equal on every replica that is at the same rest."""
    parts = s.digests
    dirty = s.dirty
    if not parts:
        parts.extend([b""] * (_WIDTH + 2 + len(s.num)))
        dirty = -1
    if dirty:
        dirty &= (1 << len(parts) - 1) - 1
        while dirty:
            i = (dirty & -dirty).bit_length() - 1
            dirty &= dirty - 1
            if i < _WIDTH:
                parts[i] = _hash(getattr(s, COLUMNS[i]))
            elif i == _WIDTH:
                parts[i] = _hash(_zones(s))
            else:
                parts[i] = _hash(s.num[i - _WIDTH - 1])
        s.dirty = 0
    parts[-1] = _hash(_rest(s))
    return blake2b(b"".join(parts), digest_size=32).digest()

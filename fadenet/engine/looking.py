"""While a state is looked at, nothing changes: what is asked again and again is worked out once.

A look begins with `looked_at` and ends with it. What a function marked `once_a_look` has found for some
arguments stands with the index till then; outside of a look it is worked out anew each time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, TypeVarTuple

from fadenet.engine.state import State

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def looked_at(s: State, read: Callable[Concatenate[State, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function reads from a state that it does not change."""
    index = s.index or s.rules.index_of(s)
    if index.look is not None:
        return read(s, *args, **kwargs)
    index.look = {}
    try:
        return read(s, *args, **kwargs)
    finally:
        index.look = None


def once_a_look(read: Callable[[State, *Ts], T]) -> Callable[[State, *Ts], T]:
    """A function of what is public, its arguments hashable; nobody may alter what it gives."""

    @wraps(read)
    def kept(s: State, *args: *Ts) -> T:
        index = s.index
        if index is None or index.look is None:
            return read(s, *args)
        look, key = index.look, (read, *args)
        found: T = look.get(key, look)  # which is nothing that any function gives
        if found is look:
            found = look[key] = read(s, *args)
        return found

    return kept

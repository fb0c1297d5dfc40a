"""While a state is looked at, nothing changes: what is asked again and again is worked out once.

A look begins with `looked_at` and ends with it. What a function marked `once_a_look` has found for some
arguments stands with the index till then; outside of a look it is worked out anew each time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from fadenet.engine.state import State

P = ParamSpec("P")
T = TypeVar("T")


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


def once_a_look(read: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """A function of what is public, its arguments hashable; nobody may alter what it gives."""

    @wraps(read)
    def kept(s: State, /, *args: P.args, **kwargs: P.kwargs) -> T:
        look = s.index.look if s.index is not None else None
        if look is None:
            return read(s, *args, **kwargs)
        key = (read, *args)
        if key not in look:
            look[key] = read(s, *args, **kwargs)
        found: T = look[key]
        return found

    return kept

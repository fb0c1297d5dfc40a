"""While a state is looked at, nothing changes: what is asked again and again is worked out once.

A look begins with `looked_at` and ends with it. The result of a function marked `once_a_look`, for the same
arguments, stands with the index till then; outside of a look it is worked out anew each time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, TypeVarTuple

from fadenet.engine.state import InForce, State

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def looked_at(s: State, read: Callable[Concatenate[State, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a function that reads a state and does not change it: the call is one look."""
    index = s.index or s.rules.index_of(s)
    if index.look is not None:
        return read(s, *args, **kwargs)
    index.look = {}
    try:
        return read(s, *args, **kwargs)
    finally:
        index.look = None


ASKING_MAX: Final = 2
"""So deep continuous effects that change a quantity may ask for the same quantity; beyond they count without
any. Effects that ask for each other in a circle never come to an end else, nor do many of them soon."""

Askers = frozenset[tuple[int, int, int]]
"""The continuous effects that ask now, as (quantity, card, ability): what they are told depends on it."""


def left_out(index: InForce, what: int, src: int, ability: int) -> bool:
    """Whether a continuous effect is not to be counted now, as it asks for the quantity that it changes.

    If not, the effect is one that asks, until the caller takes it from the end of `index.asking[what]`.
    """
    asking = index.asking.setdefault(what, [])
    if (src, ability) in asking or len(asking) >= ASKING_MAX:
        index.left_out += 1
        return True
    asking.append((src, ability))
    return False


def who_asks(index: InForce) -> Askers:
    """The effects that ask now, in whatever order they came to it."""
    return frozenset([(what, *one) for what, there in index.asking.items() for one in there])


def once_a_look(read: Callable[[State, *Ts], T]) -> Callable[[State, *Ts], T]:
    """A function of what is public, its arguments hashable; nobody may alter what it gives.

    A result for which no effect was left out is so for everybody, any other for the effects that ask now.
    """

    @wraps(read)
    def kept(s: State, *args: *Ts) -> T:
        index = s.index
        if index is None or index.look is None:
            return read(s, *args)
        look = index.look
        key: tuple[Any, ...] = (read, args)
        found: T = look.get(key, look)  # which is nothing that any function gives
        if found is look and any(index.asking.values()):
            found = look.get((*key, who_asks(index)), look)
        if found is look:
            before = index.left_out
            found = read(s, *args)
            if index.left_out != before and any(index.asking.values()):
                key = (*key, who_asks(index))
            look[key] = found
        return found

    return kept

"""Methods by which a part tells its whole without holding it: so a match that is over goes, with all that
hung on it.

Whole and part that hold each other wait for the garbage collector, which looks seldom in a node that serves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

P = ParamSpec("P")
T = TypeVar("T")


def weakly(method: Callable[P, T]) -> Callable[P, T | None]:
    """A method as long as its object is there, and afterwards one that does nothing."""
    held = WeakMethod(method)

    def tell(*args: P.args, **kwargs: P.kwargs) -> T | None:
        there = held()
        return None if there is None else there(*args, **kwargs)

    return tell

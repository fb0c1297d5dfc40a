"""The choice of whose place goes where strangers hold places, and all of these are taken.

Anybody may be a stranger, and a stranger may wait as long as it likes: so nobody keeps a place because it has
it. A newcomer gets the place of whoever holds most. Those who come from few places in the world can then hold
what others leave over, and keep nobody out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
KeyOf = Callable[[T], Hashable]


def gives_way(
    taken: Iterable[T],
    fresh: T,
    keys: Sequence[KeyOf[T]],
    is_due: Callable[[T], bool] = lambda one: False,
) -> T | None:
    """The place that a newcomer gets of those that are taken, the oldest first; None if it has to wait.

    keys: whose a place is, the coarsest first, as the network and the address that it is held from. Of
    whoever holds at least two more than the newcomer the oldest goes at once, and rather one that is due. A
    newcomer who holds as much as anybody gets only a place of its own that is due; one who holds none where
    all others hold one gets any that is due.
    """
    left = list(taken)
    for n, key in enumerate(keys):
        shares = Counter(map(key, left))
        own = shares[key(fresh)]
        if max(shares.values(), default=0) >= own + 2:
            for finer in keys[n:]:
                left = _biggest(left, finer)
            return next(filter(is_due, left), left[0])
        if own:
            left = [one for one in left if key(one) == key(fresh)]
    return next(filter(is_due, left), None)


def _biggest(places: list[T], key: KeyOf[T]) -> list[T]:
    """The places of those who hold most."""
    shares = Counter(map(key, places))
    most = max(shares.values())
    return [one for one in places if shares[key(one)] == most]

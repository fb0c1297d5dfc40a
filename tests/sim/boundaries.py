"""Deaths at every message boundary: before a message is written, between that and its fsync, and between that
and its sending; at every node of a match in calm weather, which must then come to the same end as ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tests.sim.knobs import Knobs
from tests.sim.world import Report, simulate

CONCEDE_AT = {2: 1_000, 3: 6, 4: 3}
"""From which decision on players give up, by seats."""


def calm(seats: int, deaths: tuple[tuple[int, int], ...] = ()) -> Knobs:
    """A match of ten cards in which nothing happens but these deaths."""
    return Knobs(
        seats, "ten", seats, kills=0.0, storm_s=0.0, flips=0.3, concede_at=CONCEDE_AT[seats], deaths=deaths
    )


@cache
def places(seats: int) -> tuple[tuple[int, int], ...]:
    """Every boundary of the calm match: (node, operation of its disk)."""
    report = simulate(calm(seats))
    assert not report.failures, report
    return tuple((n, k) for n, count in enumerate(report.boundaries) for k in range(1, count + 1))


def kill_at(seats: int, first: int, stride: int, *, twice: bool = False) -> Iterator[Report]:
    """A match for every so many-th boundary, with a death there. twice: and one in the recovery from it."""
    for n, k in places(seats)[first::stride]:
        deaths = ((n, k), (n, k + 1 + k % 4)) if twice else ((n, k),)
        yield simulate(calm(seats, deaths))

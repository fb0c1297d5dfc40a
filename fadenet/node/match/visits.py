"""From where guests have come who did nothing at a table: they wait before they get to it again."""

from __future__ import annotations

from fadenet.node.limits import IDLE_VISITS, IDLE_VISITS_S, SOURCES_REMEMBERED
from fadenet.node.link.rates import Rates


class Visits:
    """The visits to one table after another. counts: whether anything is held against a source, as it is not
    where all guests come from behind one address."""

    def __init__(self, *, counts: bool = True) -> None:
        self._counts = counts
        self._idle = Rates[str](1 / IDLE_VISITS_S, IDLE_VISITS, SOURCES_REMEMBERED)

    def came_to_nothing(self, source: str, now: float, *, sat: bool) -> None:
        """Somebody from there has left, or had to, while it owed what it should have said. sat: it had a
        seat, which counts for as much as may be."""
        for _ in range(0 if not self._counts else IDLE_VISITS if sat else 1):
            self._idle.allow(source, now)

    def may_come(self, source: str, now: float) -> bool:
        """Whether somebody from there may come to a table, or has to wait."""
        return self._idle.has(source, now)

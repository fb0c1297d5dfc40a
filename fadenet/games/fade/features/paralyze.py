"""Paralyze, where it is a state: who bears such a Counter cannot act (fade2 keyword.paralyze-counter).

Where it is for a round, the upkeep of the Counters bans it (`phases.UPKEEPS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points


def _paralyzed(s: State, there: Sequence[int]) -> Iterable[int]:
    stopped = s.num[t.PARALYZE]
    return [h for h in there if stopped[h] and not values.ignores(s, h, t.PARALYZE)]


PARALYZE = Feature("Paralyze", ways={"state": Points(idle=(_paralyzed,))})

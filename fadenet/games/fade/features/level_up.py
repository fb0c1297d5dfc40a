"""Level-Up: a Character is laid on one or more others (faroe keyword.level-up)."""

from __future__ import annotations

from fadenet.engine.state import State
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of


def _all_counters(s: State, base: int) -> list[tuple[int, int]]:
    """It keeps the Counters of the one whose place it takes (fade2 keyword.level-up-carry)."""
    return [(column, s.num[column][base]) for column in rules_of(s).edition.counters.values()]


LEVEL_UP = Feature("Level-Up", ways={"keeps": Points(kept=(_all_counters,))})

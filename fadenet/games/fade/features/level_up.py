"""Level-Up: a Character is laid on one or more others (faroe keyword.level-up).

In some editions on none that came in this turn or cannot act (fade2 keyword.level-up-wait).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import legality, values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of


def _waits(edition: Edition) -> bool:
    return edition.level_up_waits


def _all_counters(s: State, base: int) -> list[tuple[int, int]]:
    """It keeps the Counters of the one whose place it takes (fade2 keyword.level-up-carry)."""
    return [(column, s.num[column][base]) for column in rules_of(s).counters]


def _is_unready(s: State, h: int) -> bool:
    return legality.is_fresh(s, h) or values.cannot_act(s, h)


LEVEL_UP: Final = Feature("Level-Up", ways={"keeps": Points(kept=(_all_counters,))})
LEVEL_UP_WAITS: Final = Feature("", Points(unready=(_is_unready,)), there=_waits)

"""Willpower: no hit takes the last of two or more HP (fade1 keyword.willpower)."""

from __future__ import annotations

from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points


def _leaves_one(s: State, target: int, damage: int) -> int:
    left = values.hp(s, target)
    kept = damage >= left >= 2 and values.keyword(s, target, t.K_WILLPOWER)
    return left - 1 if kept else damage


WILLPOWER: Final = Feature("Willpower", Points(landing=(_leaves_one,)))

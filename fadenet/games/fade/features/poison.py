"""Poison: such Counters come back as Damage Counters in their upkeep (faroe keyword.poison)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.state import State
from fadenet.games.fade.field import combat
from fadenet.games.fade.points import Feature, Points


def _harm(s: State, seat: int, h: int, column: int) -> None:
    """All of them go."""
    combat.take_counters(s, h, -atoms.put(s, column, h, -s.num[column][h]))


def _harm_one(s: State, seat: int, h: int, column: int) -> None:
    """One of them goes."""
    combat.take_counters(s, h, -atoms.put(s, column, h, -1))


POISON: Final = Feature("Poison", Points(upkeeps=(("harm", _harm), ("harm one", _harm_one))), burden=True)

"""Provoke: Attacks that can aim at a card with it aim at no other (faroe keyword.provoke).

It binds neither abilities that are not Attacks, nor an Attack that may not be aimed at its bearer (faroe
keyword.provoke-details).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points

REASON: Final = "provoke"


def _provoking(s: State, there: list[int]) -> list[int]:
    """Those of these with Provoke, or all if none has it."""
    return values.those_with(s, there, t.K_PROVOKE) or there


PROVOKE: Final = Feature(
    "Provoke", Points(narrowing=((REASON, _provoking),)), reasons={REASON: "keywords.Provoke"}
)

"""Void: its bearer goes to the Rift Zone in place of the Discard Pile.

It is imprisoned then and not destroyed (faroe keyword.void), or both (fade2 keyword.void).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.state import UNDER, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points


def _goes(s: State, h: int) -> bool:
    """Whether a card has Void as it falls; of one that is used up what is printed counts."""
    if s.zone[h] % t.NZ == t.USED:
        printed: int = s.rules.cards[s.code[h]].keywords[t.K_VOID]
        return printed > 0
    return s.role[h] != UNDER and values.keyword(s, h, t.K_VOID) > 0


VOID: Final = Feature(
    "Void",
    ways={
        "imprisoned": Points(imprisoned=((_goes, False),)),
        "destroyed": Points(imprisoned=((_goes, True),)),
    },
)

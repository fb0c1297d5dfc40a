"""Wildcard: its bearer has all Elements, but for Null in some editions (faroe, fade2 keyword.wildcard).

Or it only has them for the Cost of what it casts (fade1 keyword.wildcard).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import FadeCard

_EVER: Final = 1 << 60  # later than any change of Elements
_NONE: Final = (0, -1)


def _has(s: State, h: int) -> bool:
    return values.keyword(s, h, t.K_WILDCARD) > 0


def _all(mask: int) -> Points:
    """The points where it gives these Elements."""

    def is_printed(card: FadeCard, edition: Edition) -> None:
        if card.keywords[t.K_WILDCARD]:
            card.deeds = mask

    def elements(s: State, h: int) -> tuple[int, int]:
        return (mask, _EVER) if values.keyword(s, h, t.K_WILDCARD) else _NONE

    return Points(facts=(is_printed,), elements=(elements,))


WILDCARD: Final = Feature(
    "Wildcard",
    Points(matching=(_has,)),
    ways={"not Null": _all(t.ALL_BUT_NULL), "all": _all(t.ALL_BUT_NULL | t.NULL)},
)

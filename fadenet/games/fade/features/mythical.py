"""Mythical: a Deck holds fewer copies of a card (faroe deck.mythical, fade2 keyword.mythical)."""

from __future__ import annotations

from typing import Final

from fadenet.games.fade import tables as t
from fadenet.games.fade.figures import Figures
from fadenet.games.fade.points import Feature, Given, Points

REASON: Final = "mythical"


def _most(figures: Figures) -> int:
    return figures.copies_max_mythical


MYTHICAL: Final = Feature(
    "Mythical",
    Points(copies=((t.K_MYTHICAL, REASON, _most),)),
    reasons={REASON: "keywords.Mythical"},
    given=Given.BUILT,
)

"""Raider: a Character that nobody plays; all fight it together (fade2 raider.*).

Their own doing stands in `opponents/raiders.py`.
"""

from __future__ import annotations

from typing import Final

from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.points import Feature, Given, Points
from fadenet.games.fade.typed import FadeCard


def _is_brought(card: FadeCard, edition: Edition) -> None:
    card.is_brought |= card.keywords[t.K_RAIDER] > 0


def _against_figures(card: FadeCard, edition: Edition) -> str:
    played = card.types != t.CHARACTER or card.stats[t.S_COST] != t.NONE or card.laid_on
    if card.keywords[t.K_RAIDER] and played:
        return "a Raider is a Character that nobody plays: without a Cost, and laid on nothing"
    return ""


def _amiss(edition: Edition) -> tuple[str, str] | None:
    raided = any(row.opponent == "Raiders" for row in edition.formats.values())
    if raided != bool(edition.words[t.K_RAIDER]) or (raided and not edition.grid):
        return "formats", "Raiders are fought where cards have Raider, and there are [board] rows"
    return None


RAIDER: Final = Feature(
    "Raider", Points(facts=(_is_brought,), printing=(_against_figures,)), amiss=_amiss, given=Given.USED
)

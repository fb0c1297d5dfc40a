"""Equip: a card is attached to a Character or Player, and stays there (faroe keyword.equip)."""

from __future__ import annotations

from typing import Final

from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.language.groups import counting_as
from fadenet.games.fade.points import Feature, Given, Points
from fadenet.games.fade.typed import FadeCard


def _is_kept(card: FadeCard, edition: Edition) -> None:
    card.stays |= card.keywords[t.K_EQUIP] > 0


_CARDS: Final = counting_as(lambda card: card.keywords[t.K_EQUIP])
EQUIP: Final = Feature(
    "Equip",
    Points(facts=(_is_kept,), groups=(("equips", (_CARDS, "{Equip} card", "{Equip} cards")),)),
    given=Given.USED,
)

"""Infused: the Elements of its bearer are others, and so are those of what that does.

Of its Attacks alone (faroe keyword.infused), or of all damage (fade2 keyword.infused, fade1
keyword.element-infused).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import FadeCard

Q_INFUSED: Final = t.Q_KEYWORD + t.K_INFUSED


def _is_printed(card: FadeCard, edition: Edition) -> None:
    card.deeds = card.keywords[t.K_INFUSED] or card.deeds


def _newest(s: State, h: int) -> tuple[int, int]:
    """The newest one decides, that which is printed being the oldest."""
    found = values.printed_keyword(s, h, t.K_INFUSED)
    stamp = 0 if found else -1
    for _, _, mask, at, _ in values.changes_of(s, Q_INFUSED, h):
        if at > stamp:
            found, stamp = mask, at
    return found, stamp


def infused(s: State, h: int) -> int:
    """The mask that Infused gives to what its bearer does, 0 = it is not Infused."""
    return 0 if h in (s.index or s.rules.index_of(s)).muted else _newest(s, h)[0]


INFUSED: Final = Feature(
    "Infused",
    Points(facts=(_is_printed,), elements=(_newest,), attack_elements=(infused,)),
    ways={"damage": Points(damage_elements=(infused,))},
)

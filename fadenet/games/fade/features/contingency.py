"""Contingency: a card is used out of the Hand, while a condition holds or when an event comes.

The events are those of `springing` (faroe keyword.contingency, fade2 keyword.contingency).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_SEAT, A_SRC, probe
from fadenet.engine.card import Card, Test
from fadenet.engine.chain import W_SHOW
from fadenet.engine.kit.uses import Way
from fadenet.engine.state import HANDLE_MASK, Act, State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import legality
from fadenet.games.fade.points import Feature, Given, Points
from fadenet.games.fade.typed import FadeCard, fade_card, rules_of
from fadenet.games.fade.verbs.budget import is_contingent
from fadenet.games.fade.verbs.using import by_itself

REASON: Final = "contingency"


def _is_held(card: FadeCard, edition: Edition) -> None:
    card.from_hand = card.keywords[t.K_CONTINGENCY] > 0


def _waits(card: FadeCard, test: Test) -> None:
    card.from_hand_if = test


def _is_conditional(card: Card) -> bool:
    assert isinstance(card, FadeCard)
    return card.from_hand_if is not None


def _untimely(s: State, act: Act, way: Way, now: int) -> str:
    h = act[A_SRC] & HANDLE_MASK
    if now == W_SHOW or s.host[h] or by_itself(s, act[A_SEAT], fade_card(s, h)) or is_contingent(s, act):
        return ""
    return REASON


def _may_hold(s: State, seat: int) -> bool:
    """Whether a seat may hold a card whose condition holds, and pay for it."""
    cards, codes = rules_of(s).cards, rules_of(s).passing[_is_conditional]
    if not s.zones[seat * t.NZ + t.HAND] or not codes:
        return False
    body = ref(s, seat + 1)
    seen = probe(seat, body, body, -1)
    tp = legality.purse(s, seat)
    held = [cards[code].from_hand_if for code in codes if cards[code].stats[t.S_COST] <= tp]
    return any(holds(s, seen) for holds in held if holds is not None)


def _may_use(s: State, seat: int, window: int) -> bool:
    return _may_hold(s, seat)


CONTINGENCY: Final = Feature(
    "Contingency",
    Points(facts=(_is_held,), awaited=((t.K_CONTINGENCY, _waits),), untimely=(_untimely,)),
    ways={"condition": Points(answering=(_may_use,), linking=(_may_hold,))},
    reasons={REASON: "keywords.Contingency"},
    given=Given.NAMED,
)

"""Contingency: a card is used out of the Hand, while a condition holds or when an event comes.

The events are those of `springing` (faroe keyword.contingency, fade2 keyword.contingency).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_SEAT, A_SRC, probe
from fadenet.engine.chain import W_SHOW
from fadenet.engine.kit.uses import Way
from fadenet.engine.state import HANDLE_MASK, Act, State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import fade_card, rules_of
from fadenet.games.fade.verbs.budget import is_contingent
from fadenet.games.fade.verbs.using import by_itself

REASON: Final = "contingency"


def _untimely(s: State, act: Act, way: Way, now: int) -> str:
    h = act[A_SRC] & HANDLE_MASK
    if now == W_SHOW or s.host[h] or by_itself(s, act[A_SEAT], fade_card(s, h)) or is_contingent(s, act):
        return ""
    return REASON


def _may_hold(s: State, seat: int) -> bool:
    """Whether a seat may hold a card whose condition holds, and pay for it."""
    if not s.zones[seat * t.NZ + t.HAND] or not rules_of(s).contingent:
        return False
    body = ref(s, seat + 1)
    seen = probe(seat, body, body, -1)
    tp = legality.purse(s, seat)
    return any(holds(s, seen) and tp >= cost for holds, cost in rules_of(s).contingent)


def _may_use(s: State, seat: int, window: int) -> bool:
    return _may_hold(s, seat)


CONTINGENCY: Final = Feature(
    "Contingency",
    Points(untimely=(_untimely,)),
    ways={"condition": Points(answering=(_may_use,), linking=(_may_hold,))},
    reasons={REASON: "keywords.Contingency"},
)

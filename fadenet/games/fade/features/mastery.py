"""Mastery: an Attack of one of the Elements listed deals twice as much.

They are those of the Attack (faroe keyword.mastery), or of the card that it is made with (fade2
keyword.mastery, fade1 keyword.element-mastery).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fadenet.engine.acts import A_ABILITY, A_MODE, A_SRC, A_TRAITS, A_USER
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import natures, values
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of


def mastery(s: State, act: Act) -> int:
    """The Elements that are mastered as an Attack is made.

    Mastery printed on the used card itself counts too (faroe keyword.general).
    """
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    mask: int = values.keyword(s, user, t.K_MASTERY)
    if src == user or not s.code[src]:
        return mask
    printed: int = rules_of(s).cards[s.code[src]].keywords[t.K_MASTERY]
    return mask | printed


def _of_attack(s: State, act: Act) -> int:
    """Those of the Attack (faroe keyword.mastery)."""
    return int(act[A_TRAITS])


def _of_used_card(s: State, act: Act) -> int:
    """Those of the card that it is made with, which Infused of its user leaves as they are; none without one,
    and a Signature is not a card (fade1 keyword.element-mastery, keyword.signature-details).
    """
    if act[A_MODE] not in (t.M_SKILL, t.M_REACTION, t.M_ITEM):
        return 0
    code: int = s.code[act[A_SRC] & HANDLE_MASK]
    return rules_of(s).cards[code].deeds


def _of_card(s: State, act: Act) -> int:
    """The same, but a Signature is performed by the card on which it is printed (fade2 keyword.mastery)."""
    made_with = _of_used_card(s, act)
    signed = act[A_ABILITY] >= 0 and rules_of(s).abilities[act[A_ABILITY]].as_card
    return natures.elements(s, act[A_USER] & HANDLE_MASK) if signed and not made_with else made_with


def _doubling(asked: Callable[[State, Act], int]) -> Points:
    """The points where these Elements are those that are mastered."""
    return Points(doubling=(lambda s, act: bool(mastery(s, act) & asked(s, act)),))


MASTERY: Final = Feature(
    "Mastery",
    ways={
        "Attacks": _doubling(_of_attack),
        "cards": _doubling(_of_card),
        "used cards": _doubling(_of_used_card),
    },
)

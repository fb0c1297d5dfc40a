"""Boss: to play it, so many Characters of the Discard Pile are imprisoned (faroe keyword.boss)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ID, A_IT, A_SEAT, A_SRC
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.points import Feature, Given, Points, Tribute
from fadenet.games.fade.typed import FadeCard, fade_card, rules_of

REASON: Final = "boss"


def _asks(card: FadeCard, edition: Edition) -> None:
    card.imprisons = card.keywords[t.K_BOSS]


def _food(s: State, seat: int) -> list[int]:
    cards, code = rules_of(s).cards, s.code
    return [h for h in s.zones[seat * t.NZ + t.DISCARD] if cards[code[h]].types & t.CHARACTER]


def _choices(s: State, seat: int, card: FadeCard) -> Iterable[tuple[int, ...]]:
    return combinations(_food(s, seat), card.imprisons) if card.imprisons else ((),)


def _against(s: State, seat: int, card: FadeCard, line: tuple[int, ...]) -> str:
    """The Characters are named in their order in the Discard Pile."""
    food = line[: card.imprisons]
    right = len(food) == card.imprisons and [h for h in _food(s, seat) if h in food] == [*food]
    return "" if right else REASON


def _imprison(s: State, act: Act) -> None:
    n = fade_card(s, act[A_SRC] & HANDLE_MASK).imprisons
    paid, act[A_IT] = act[A_IT][:n], act[A_IT][n:]
    src, act[A_SRC] = act[A_SRC], 0  # the price is not the card's own doing
    for h in [r & HANDLE_MASK for r in paid]:
        atoms.emit(s, t.E_IMPRISONED, h, act[A_SEAT], act[A_ID])
        atoms.move(s, h, s.owner[h] * t.NZ + t.RIFT, 1, act[A_ID])
    act[A_SRC] = src


BOSS: Final = Feature(
    "Boss",
    Points(facts=(_asks,), tributes=(Tribute(_choices, _against, pays=_imprison),)),
    reasons={REASON: "keywords.Boss"},
    given=Given.USED,
)

"""Surprise: a card is placed face-down beside its Player, and used from there while a condition holds or when
an event comes.

The events are those of `springing` (faroe keyword.surprise, fade2 keyword.trigger).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_SEAT, A_SRC, A_USER, probe
from fadenet.engine.card import Test
from fadenet.engine.chain import W_SHOW
from fadenet.engine.kit.uses import Way
from fadenet.engine.state import ATTACHED, HANDLE_MASK, Act, State
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.points import Feature, Given, Points
from fadenet.games.fade.typed import FadeCard, fade_card


def _is_beside(s: State, act: Act) -> bool:
    """Whether a card lies beside a Player."""
    host: int = s.host[act[A_SRC] & HANDLE_MASK]
    return 0 < host <= s.seats


def _is_placed(card: FadeCard, edition: Edition) -> None:
    card.placed = card.keywords[t.K_SURPRISE] > 0


def _waits(card: FadeCard, test: Test) -> None:
    card.placed_if = test


def _untimely(s: State, act: Act, way: Way, now: int) -> str:
    if now == W_SHOW or not _is_beside(s, act):
        return ""
    holds = fade_card(s, act[A_SRC] & HANDLE_MASK).placed_if
    seen = probe(act[A_SEAT], act[A_SRC], act[A_USER], -1)
    return "" if holds is not None and holds(s, seen) else reasons.SURPRISE


def _may_use(s: State, seat: int, window: int) -> bool:
    """Whether anything lies hidden beside a seat's Player."""
    return any(s.role[k] == ATTACHED and not s.face[k] for k in s.kids.get(seat + 1, ()))


def _may_answer(s: State, seat: int) -> bool:
    """The same of a seat's cards beside any Player."""
    beside = [k for body in range(1, s.seats + 1) for k in s.kids.get(body, ())]
    return any(s.role[k] == ATTACHED and not s.face[k] and s.ctrl[k] == seat for k in beside)


SURPRISE: Final = Feature(
    "Surprise",
    Points(facts=(_is_placed,), awaited=((t.K_SURPRISE, _waits),), untimely=(_untimely,)),
    ways={"condition": Points(answering=(_may_use,), linking=(_may_answer,))},
    given=Given.NAMED,
)

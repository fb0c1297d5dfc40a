"""Stacker: cards of the Hand go underneath a card as it comes onto the field, without a Chain.

As many as its number says, or up to so many (fade2, faroe keyword.stacker).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import kernel
from fadenet.engine.acts import A_ID, A_MODE, A_PICKED, A_SEAT, A_SRC, new_act
from fadenet.engine.chain import V_TRIGGER, f_check, f_gather, push
from fadenet.engine.state import HANDLE_MASK, OPEN, Act, State, alive, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import stacks, values
from fadenet.games.fade.points import Feature, Given, Points

REASON: Final = "stacker"


def _offers(s: State, seat: int, h: int) -> None:
    _gather(s, seat, h, 0)


def _demands(s: State, seat: int, h: int) -> None:
    _gather(s, seat, h, values.brought(s, h, t.K_STACKER))


def _gather(s: State, seat: int, h: int, least: int) -> None:
    if n := values.brought(s, h, t.K_STACKER):
        act = new_act(s, V_TRIGGER, seat, ref(s, h), ref(s, h), -1)
        act[A_MODE] = t.M_TRIGGER
        s.acts[act[A_ID]] = act
        push(s, f_stacker, act[A_ID])
        push(s, f_gather, act[A_ID], seat, least, n, t.P_HAND, (act[A_ID],))


def _lacks_cards(s: State, act: Act) -> str:
    """The Hand must hold as many cards as go underneath."""
    h, hand = act[A_SRC] & HANDLE_MASK, s.zones[act[A_SEAT] * t.NZ + t.HAND]
    left = len(hand) - (h in hand)
    return REASON if s.rules.cards[s.code[h]].keywords[t.K_STACKER] > left else ""


def f_stacker(s: State, act_id: int) -> None:
    """The chosen cards are shown and laid down."""
    act = s.acts.pop(act_id)
    chosen = act[A_PICKED]
    if chosen:
        push(s, f_stacked, tuple(ref(s, h) for h in chosen), act[A_SRC], act_id)
        hidden = tuple(h for h in chosen if not s.code[h])
        if hidden:
            kernel.need(s, OPEN, act[A_SEAT], 0, -1, hidden)


def f_stacked(s: State, refs: tuple[int, ...], top: int, act_id: int) -> None:
    push(s, f_check)
    for r in refs:
        if alive(s, top) and alive(s, r):
            stacks.lay_under(s, r & HANDLE_MASK, top & HANDLE_MASK, act_id)


STACKER: Final = Feature(
    "Stacker",
    ways={
        "up to": Points(entering=(_offers,)),
        "exactly": Points(entering=(_demands,), coming=(_lacks_cards,)),
    },
    reasons={REASON: "keywords.Stacker"},
    given=Given.COMING,
)

"""Plays a move out on a copy of the state, to the next free choice of anybody, and says what came of it.

The copy knows no more than the seat does. Where the table would bring something unknown, something that fits
is put in its place; whoever is asked meanwhile gives the quietest answer.
"""

from __future__ import annotations

from typing import Any

from fadenet.bots import worth
from fadenet.engine import kernel
from fadenet.engine.kernel import PASS_MOVE, V_MODE, YES_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import (
    ACT,
    AMOUNT,
    ASK_KIND,
    ASK_LO,
    ASK_SEAT,
    BIND,
    CONFIRM,
    MODE,
    NEED_DECK,
    NEED_ITEMS,
    NEED_KIND,
    NEED_N,
    OPEN,
    PAY,
    RESPOND,
    SPLIT,
    TAKE,
    TOSS,
    Row,
    State,
)
from fadenet.table.player import Seat

RESTS_MAX = 64


def outcome(seat: Seat, move: Move) -> int:
    """Points of the position after a legal move if nobody answers it."""
    s = seat.state.clone()
    kernel.apply(s, seat.index, move, seat.opened(move))
    settle(s, seat)
    return worth.position(s, seat.index, seat.known)


def settle(s: State, seat: Seat) -> None:
    """Go on to the next free choice of a turn player, as far as guesses lead."""
    for _ in range(RESTS_MAX):
        if s.over:
            return
        if s.needs:
            kernel.supply(s, [guess(s, seat, want) for want in s.needs])
            continue
        for a in s.asks:
            if a[ASK_KIND] == ACT:
                return
            move = quiet_answer(s, seat, a)
            if move is None:
                return
            kernel.apply(s, a[ASK_SEAT], move)


def quiet_answer(s: State, seat: Seat, a: Row) -> Move | None:
    """The answer that takes no thought: pass, pay, or the first thing to choose."""
    kind = a[ASK_KIND]
    if kind == RESPOND:
        return PASS_MOVE
    if kind in (CONFIRM, PAY):
        return YES_MOVE
    if kind in (MODE, AMOUNT):
        return (V_MODE, (0, a[ASK_LO]))
    options = kernel.options(s, a[ASK_SEAT], seat.known if a[ASK_SEAT] == seat.index else {})
    return options[0] if options else None


def guess(s: State, seat: Seat, want: Row) -> Any:
    """A value that the table might bring, made of what the seat knows."""
    kind, deck, n, items = want[NEED_KIND], want[NEED_DECK], want[NEED_N], want[NEED_ITEMS]
    if kind in (BIND, SPLIT):
        return s.pool[deck][:n]
    if kind == OPEN:
        known = seat.known
        return tuple(known.get(h, 0) or stand_in(s.rules, s.stated[h]) for h in items) if n < 0 else None
    if kind == TOSS:
        return (0,) * len(items)
    if kind == TAKE:
        predicate, open_ = items
        taken = s.pool[deck][:n]
        return taken, (stand_in(s.rules, predicate),) * len(taken) if predicate or open_ else ()
    return None


def stand_in(rules: Rules, predicate: int) -> int:
    """The code of a card that a statement fits (0 = any card), if possible one that triggers nothing."""
    fits = [c for c in rules.cards[1:] if not predicate or rules.predicates[predicate - 1](c)]
    return next((c.code for c in fits if not c.by_event), fits[0].code if fits else 1)

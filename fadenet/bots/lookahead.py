"""Plays a move out on a copy of the state, to the next free choice of anybody, and says what came of it.

The copy knows no more than the seat does. Where the table would bring something unknown, something that fits
is put in its place; a seat that is asked meanwhile gives the quietest answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec

from fadenet.bots.judgement import judgement_of
from fadenet.engine import kernel, needs
from fadenet.engine.digest import digest
from fadenet.engine.kernel import PASS_MOVE, V_MODE, YES_MOVE
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import (
    ACT,
    AMOUNT,
    BIND,
    CONFIRM,
    MODE,
    OPEN,
    ORDER,
    PAY,
    PICK,
    RESPOND,
    TAKE,
    TOSS,
    Ask,
    State,
    TableNeed,
)
from fadenet.table.view import SeatView

RESTS_MAX: Final = 64
TURN_MAX: Final = 1 << 31  # no turn of any match
REPLIES_DEEP: Final = 4
FOLLOWING_MAX: Final = 24
WAYS_MAX: Final = 64

_encode: Final = msgspec.msgpack.Encoder().encode


def outcome(seat: SeatView, move: Move) -> int:
    """Points of the position after a legal move if nobody answers it, but for `replies` of the game."""
    s = unanswered(seat)
    kernel.play(s, seat.index, move, seat.opened(move))
    return settled(s, seat, REPLIES_DEEP)


def unanswered(seat: SeatView) -> State:
    """A copy of the state in which nobody answers but by `replies` of the game."""
    s = seat.state.clone()
    if not s.rules.automata:  # the turn of an automaton is played out as far as `RESTS_MAX` asks lead
        passed = judgement_of(rules_of(s)).PASSED
        s.passes = tuple((who, passed, TURN_MAX) for who in range(s.seats))
    return s


def following(pick: Callable[[SeatView, list[Move]], Move], seat: SeatView, move: Move) -> list[Move]:
    """The moves of the same verb that somebody who picks so would make right after this one, if nobody
    answers."""
    s, found = seat.state.clone(), [move]
    s.passes = tuple((who, -1, TURN_MAX) for who in range(s.seats))
    here = SeatView(s, seat.index, seat.known, seat.sightings)
    while len(found) < FOLLOWING_MAX:
        kernel.play(s, seat.index, found[-1], here.opened(found[-1]))
        ask = here.ask
        options = here.options() if ask is not None and ask.kind == ACT else []
        if len(options) < 2:
            break
        picked = pick(here, options)
        if picked[0] != move[0]:
            break
        found.append(picked)
    return found[1:]


def indifferent(seat: SeatView) -> bool:
    """Whether all answers to a question within an effect, or about the order of what waits, lead to the same
    position, if nobody answers what comes of them and chance has no part in it."""
    ask, s = seat.ask, seat.state
    if ask is None or not s.turn or ask.kind not in (ORDER, PICK, MODE, CONFIRM):
        return False
    options = seat.options()
    if not 1 < len(options) <= WAYS_MAX:
        return False
    first = _worked_out(seat, options[0])
    return first is not None and all(_worked_out(seat, move) == first for move in options[1:])


def _worked_out(seat: SeatView, move: Move) -> bytes | None:
    """The digest of the position to which an answer leads once all that waits with it has happened; None
    where that hangs on a choice, on chance or on a card that is not known."""
    s, opened = seat.state.clone(), seat.opened(move)
    if len(opened) != len(kernel.opens(s, move)):
        return None
    s.passes = tuple((who, -1, TURN_MAX) for who in range(s.seats))
    kernel.play(s, seat.index, move, opened)
    for _ in range(RESTS_MAX):
        if s.over:
            break
        if s.needs:
            if any(want.kind != BIND for want in s.needs):
                return None
            needs.supply(s, [guess(s, seat, want) for want in s.needs])
            continue
        a = next(a for a in s.asks if kernel.ask_of(s, a.seat))
        if a.kind == RESPOND:
            kernel.play(s, a.seat, PASS_MOVE, ())
        elif a.kind == ORDER:
            kernel.play(s, a.seat, kernel.choices(s, a.seat, {})[0], ())
        elif a.kind == ACT:
            break
        else:
            return None
    return digest(s)


def identity(s: State) -> bytes:
    """A digest that is the same for positions at a free choice that differ only in how they came about."""
    stamps = sorted({stamp for stamp in s.stamp if stamp})
    rank = {stamp: n for n, stamp in enumerate(stamps, 1)}
    a = s.asks[0]
    return blake2b(
        _encode(
            (
                *(s.code, s.ctrl, s.zone, s.face, s.host, s.role, s.inst, s.since, s.stated, s.num),
                *([rank.get(stamp, 0) for stamp in s.stamp], s.zones, s.pool, sorted(s.kids.items())),
                *(sorted(s.marks.items()), [mod[:-1] for mod in s.mods], s.vars, s.passes, s.out, s.queue),
                *(s.active, s.turn, s.phase, s.frames, a[1:]),
            )
        ),
        digest_size=16,
    ).digest()


def settled(s: State, seat: SeatView, deep: int) -> int:
    """Go on to the next free choice of a turn player, as far as guesses lead, and give its points.

    deep: how many more answers in a row are thought through; each goes the way that suits who gives it.
    """
    who, replies = to_choice(s, seat, deep > 0)
    if replies:
        return foreseen(s, seat, who, replies, deep)[0]
    return judgement_of(rules_of(s)).position(s, seat.index, seat.known)


def to_choice(s: State, seat: SeatView, answers: bool) -> tuple[int, list[Move]]:
    """Go on to the next free choice of a turn player, with `answers` to one of the `replies` of the game as
    well, as far as guesses lead: the seat that chooses there, -1 = nobody, and the replies."""
    judge = judgement_of(rules_of(s))
    for _ in range(RESTS_MAX):
        if s.over or not s.turn:
            break
        if s.needs:
            needs.supply(s, [guess(s, seat, want) for want in s.needs])
            continue
        a = next(a for a in s.asks if kernel.ask_of(s, a.seat))
        if a.kind == ACT:
            return a.seat, []
        replies = judge.replies(s, seat.index, a) if answers else []
        if replies:
            return a.seat, replies
        move = quiet_answer(s, seat, a)
        if move is None:
            break
        kernel.play(s, a.seat, move, shown(s, seat, move))
    return -1, []


def foreseen(s: State, seat: SeatView, who: int, replies: Sequence[Move], deep: int) -> tuple[int, Move]:
    """(points, reply) of the best of these replies for the side of `who`, the seat that gives it."""
    values = []
    for reply in replies:
        copy = s.clone()
        kernel.apply(copy, who, reply)
        values.append(settled(copy, seat, deep - 1))
    best = max(values) if s.rules.side(s, who) == s.rules.side(s, seat.index) else min(values)
    return best, replies[values.index(best)]


def shown(s: State, seat: SeatView, move: Move) -> tuple[tuple[int, int], ...]:
    """The hidden cards that a move on the copy shows, guessed where the seat does not know them."""
    known = seat.known
    return tuple((h, known.get(h) or stand_in(rules_of(s), s.stated[h])) for h in kernel.opens(s, move))


def quiet_answer(s: State, seat: SeatView, a: Ask) -> Move | None:
    """The answer that takes no thought: pass, pay, or the first thing to choose."""
    kind = a.kind
    if kind == RESPOND:
        return PASS_MOVE
    if kind in (CONFIRM, PAY):
        return YES_MOVE
    if kind in (MODE, AMOUNT):
        return (V_MODE, (0, a.lo))
    there = kernel.choices(s, a.seat, seat.known if a.seat == seat.index else {})
    return there[0] if there else None


def guess(s: State, seat: SeatView, want: TableNeed) -> Any:
    """A value that the table might bring, made of what the seat knows."""
    kind, deck, n, items = want.kind, want.deck, want.n, want.items
    if kind == BIND:
        return s.pool[deck][:n]
    if kind == OPEN:
        known = seat.known
        return tuple(known.get(h, 0) or stand_in(rules_of(s), s.stated[h]) for h in items) if n < 0 else None
    if kind == TOSS:
        return (0,) * len(items)
    if kind == TAKE:
        statement, shown = items[:2]
        taken = s.pool[deck][:n]
        return taken, (stand_in(rules_of(s), statement),) * len(taken) if shown else ()
    return None


def stand_in(rules: Rules, predicate: int) -> int:
    """The code of a card that a statement fits (0 = any card), if possible one that triggers nothing."""
    fits = [c for c in rules.cards[1:] if not predicate or rules.predicates[predicate - 1](c)]
    return next((c.code for c in fits if not c.by_event), fits[0].code if fits else 1)

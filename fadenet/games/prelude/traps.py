"""Traps that lie set: the events they wait for, the seats asked, and how one springs (prelude
item.trap-springs)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_EVENT, A_ID, A_SEAT, A_TRAITS, new_act, probe
from fadenet.engine.card import Ability
from fadenet.engine.chain import f_run, push
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.state import (
    HANDLE_MASK,
    ROW_ACT,
    ROW_EVENT,
    Act,
    Codes,
    Frames,
    Known,
    Row,
    State,
    alive,
    ref,
    seat_order,
)
from fadenet.games.prelude import harm
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import rules_of

Happening = tuple[int, int]
"""(event, handle of what it happens to)."""
Moment = tuple[Row, ...]
"""The events of one moment, all of one action."""


class DueTrap(NamedTuple):
    """That a trap, were it this card, has to spring for one of the events of a moment, by its place there."""

    seat: int
    trap: int  # ref
    code: int
    at: int


Due = tuple[DueTrap, ...]


def happens(s: State, act: Act, *news: Happening) -> None:
    """Something happens in one moment that traps may wait for: which of them it sets off is settled now, and
    they spring before anything else (prelude item.trap-springs, timing.no-answers)."""
    before = len(s.events)
    for event, h in news:
        atoms.emit(s, event, h, act[A_SEAT], act[A_ID], act[A_TRAITS])
    rows = tuple([row[:6] for row in s.events[before:]])
    waiting = [one for seat in seat_order(s, s.active) for one in _set_off(s, seat, rows)] if rows else []
    if waiting:
        push(s, f_springs, rows, tuple([tuple(one) for one in waiting]))


def _set_off(s: State, seat: int, rows: Moment) -> list[DueTrap]:
    """The set traps of a seat that the events of a moment set off, once for each card that one may be, the
    older first. A trap that was laid for what happens is not among them (prelude keyword.immediate)."""
    laid = [h for h in v.zone(s, seat, t.TRAPS) if s.num[t.SET][h] and not s.face[h]]
    there = [h for h in laid if atoms.marked(s, t.P_BLAME, t.MK_ARMED, ref(s, h)) != rows[0][ROW_ACT]]
    found = []
    for h in sorted(there, key=s.stamp.__getitem__):
        for code in sorted(rules_of(s).of_types[t.TRAP]):
            at = _met(s, seat, h, rules_of(s).cards[code].activated[0], rows)
            found += [DueTrap(seat, ref(s, h), code, at)] if at >= 0 else []
    return found


def _met(s: State, seat: int, h: int, ability: Ability, rows: Moment) -> int:
    """The first of these events that a trap waits for, were it the card of a seat; -1 = none."""
    src = ref(s, h)
    for at, row in enumerate(rows):
        act = probe(seat, src, src, ability.number, row)
        if ability.event == row[ROW_EVENT] and (ability.condition is None or ability.condition(s, act)):
            return at
    return -1


def _still(s: State, due: Due) -> list[DueTrap]:
    """Those that were set off and may still spring: the trap lies there."""
    there = [DueTrap(*one) for one in due]
    return [one for one in there if alive(s, one.trap) and s.zone[one.trap & HANDLE_MASK] % t.NZ == t.TRAPS]


def f_springs(s: State, rows: Moment, due: Due) -> None:
    """Each seat in order says of what lies face-down whether it springs (prelude item.trap-springs)."""
    there = _still(s, due)
    if there:
        push(s, f_sprung, rows, tuple([tuple(one) for one in there]))
        kernel.invite(s, there[0].seat, t.W_SPRING)


def f_sprung(s: State, rows: Moment, due: Due) -> None:
    move, there = s.ans[0], [DueTrap(*one) for one in due]
    if move == PASS_MOVE:
        push(s, f_springs, rows, tuple([tuple(one) for one in there if one.seat != there[0].seat]))
        return
    h, seat = move[1], there[0].seat
    push(s, f_springs, rows, tuple([tuple(one) for one in there if one.trap != ref(s, h)]))
    ability = v.card_of(s, h).activated[0]
    act = new_act(s, t.V_SPRING, seat, ref(s, h), ref(s, seat + 1), ability.number)
    act[A_EVENT] = next(rows[one.at] for one in there if (one.trap, one.code) == (ref(s, h), s.code[h]))
    s.acts[act[A_ID]] = act
    atoms.turn_face(s, h, True)
    atoms.emit(s, t.E_SPRINGS, h, seat, act[A_ID])
    push(s, harm.f_done, act[A_ID])
    push(s, f_run, act[A_ID], ability.program, 0)


def records(s: State) -> list[Act]:
    """The actions of every trap that is still to spring, were it each of the cards that it may be."""
    found = []
    for frame in s.frames:
        if len(frame) == 3 and rules_of(s).frames[frame[0]] in FRAMES:
            for one in _still(s, frame[2]):
                ability, user = rules_of(s).cards[one.code].activated[0], ref(s, one.seat + 1)
                found.append(probe(one.seat, one.trap, user, ability.number, frame[1][one.at]))
    return found


def springing(s: State) -> list[tuple[int, Codes]]:
    """The traps of the seat that is asked, the older one first, each with the codes of the cards of which it
    would have to spring now if it were one."""
    there = [DueTrap(*one) for one in s.frames[-1][2]]
    mine = [one for one in there if one.seat == there[0].seat]
    return [
        (r & HANDLE_MASK, frozenset([one.code for one in mine if one.trap == r]))
        for r in dict.fromkeys([one.trap for one in mine])
    ]


def due(s: State, seat: int, codes: Known) -> list[int]:
    """The trap of a seat that has to spring now, as far as it is known."""
    return [h for h, would in springing(s) if (s.code[h] or codes.get(h, 0)) in would][:1]


# Traps that the Training of their player lets lie.


def beyond(s: State, seat: int) -> Codes:
    """The traps whose Training Number a character does not meet (prelude xp.training-number-met)."""
    rules, training = rules_of(s), s.num[t.TRAINING][seat + 1]
    cards = [rules.cards[code] for code in rules.of_types[t.TRAP]]
    return frozenset([card.code for card in cards if card.stats[t.S_NUMBER] > training])


def lay(s: State, seat: int, h: int, cost: tuple[int, int]) -> None:
    """A trap is paid for and laid face-down: its cost is stated, and that its Training Number is met is held
    against it when it is turned up (prelude item.trap-field, zone.hidden-audit)."""
    atoms.put(s, t.COIN, seat + 1, -t.TRAP_COSTS[cost[1]][0], 0, seat)
    atoms.move(s, h, seat * t.NZ + t.TRAPS, 0)
    atoms.deny(s, h, sorted(beyond(s, seat)))


FRAMES: Final[Frames] = (f_springs, f_sprung)
STEPS: Final[Frames] = (f_springs,)
ASKING: Final[dict[Callable[..., None], Callable[..., None] | None]] = {f_sprung: f_springs}

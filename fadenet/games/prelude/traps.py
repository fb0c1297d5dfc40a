"""Traps that lie set: what they wait for, who is asked, and how one springs (prelude item.trap-springs)."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_EVENT, A_ID, A_SEAT, A_TRAITS, new_act, probe
from fadenet.engine.card import Ability
from fadenet.engine.chain import f_run, push
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.policies import Codes
from fadenet.engine.state import RESPOND, ROW_ACT, ROW_EVENT, Act, Known, Row, State, ref, seat_order
from fadenet.games.prelude import harm
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import rules_of

Happening = tuple[int, int]
"""(event, handle of what it happens to)."""
Rows = tuple[Row, ...]
"""The events of one moment, all of one action."""


def happens(s: State, act: Act, *news: Happening) -> None:
    """Something happens in one moment that traps may wait for: they spring before anything else (prelude
    timing.no-answers)."""
    before = len(s.events)
    for event, h in news:
        atoms.emit(s, event, h, act[A_SEAT], act[A_ID], act[A_TRAITS])
    rows = tuple([row[:6] for row in s.events[before:]])
    if rows:
        push(s, f_springs, rows, tuple(seat_order(s, s.active)))


def _met(s: State, seat: int, h: int, ability: Ability, rows: Rows) -> Row | None:
    """What happens that a trap waits for, were it the card of a seat; None = nothing."""
    src = ref(s, h)
    for row in rows:
        act = probe(seat, src, src, ability.number, row)
        if ability.event == row[ROW_EVENT] and (ability.condition is None or ability.condition(s, act)):
            return row
    return None


def springing(s: State, seat: int, h: int, rows: Rows) -> Codes:
    """The codes of the traps that would have to spring now, if a seat's card were one of them."""
    traps = [card for card in rules_of(s).cards if card.types & t.TRAP]
    return frozenset(
        card.code
        for card in traps
        if any(_met(s, seat, h, ability, rows) is not None for ability in card.activated)
    )


def set_traps(s: State, seat: int, rows: Rows) -> list[int]:
    """The set traps of a seat, the older one first; not one that was laid for what happens (prelude
    keyword.immediate)."""
    laid = [h for h in v.zone(s, seat, t.TRAPS) if s.num[t.SET][h] and not s.face[h]]
    there = [h for h in laid if atoms.marked(s, t.P_BLAME, t.MK_ARMED, ref(s, h)) != rows[0][ROW_ACT]]
    return sorted(there, key=s.stamp.__getitem__)


def f_springs(s: State, rows: Rows, seats: tuple[int, ...]) -> None:
    """Each seat in order says of what lies face-down whether it springs (prelude item.trap-springs)."""
    for n, seat in enumerate(seats):
        if seat not in s.out and any(springing(s, seat, h, rows) for h in set_traps(s, seat, rows)):
            push(s, f_sprung, rows, seats[n:])
            kernel.ask(s, seat, RESPOND, window=t.W_SPRING)
            return


def f_sprung(s: State, rows: Rows, seats: tuple[int, ...]) -> None:
    move, seat = s.ans[0], seats[0]
    if move == PASS_MOVE:
        push(s, f_springs, rows, seats[1:])
        return
    push(s, f_springs, rows, seats)
    h = move[1]
    ability = v.card_of(s, h).activated[0]
    act = new_act(s, t.V_SPRING, seat, ref(s, h), ref(s, seat + 1), ability.number)
    act[A_EVENT] = _met(s, seat, h, ability, rows) or ()
    s.acts[act[A_ID]] = act
    atoms.turn_face(s, h, True)
    atoms.emit(s, t.E_SPRINGS, h, seat, act[A_ID])
    push(s, harm.f_done, act[A_ID])
    push(s, f_run, act[A_ID], ability.program, 0)


def due(s: State, seat: int, codes: Known) -> list[int]:
    """The trap of a seat that has to spring now, as far as it is known."""
    rows: Rows = s.frames[-1][1]
    for h in set_traps(s, seat, rows):
        if (s.code[h] or codes.get(h, 0)) in springing(s, seat, h, rows):
            return [h]
    return []


FRAMES = (f_springs, f_sprung)
STEPS = (f_springs,)
ASKING: dict[Callable[..., None], Callable[..., None] | None] = {f_sprung: f_springs}

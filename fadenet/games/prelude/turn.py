"""Turns and their Responses: reset, tasks, upkeep, the main part, the close (prelude turn.parts)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_ID, A_SEAT, A_USER, A_X
from fadenet.engine.chain import P_SLOT, f_check, f_settle, push, settled
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.kit.turns import f_free, f_moved
from fadenet.engine.language import instructions
from fadenet.engine.state import CONFIRM, HANDLE_MASK, PICK, Frames, Known, Pickers, State, alive, seat_order
from fadenet.games.prelude import deeds, harm
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import rules_of


def f_turn(s: State, seat: int) -> None:
    """A Turn begins with the first player in order who is still in (prelude turn.responses)."""
    s.turn += 1
    if s.turn > (s.vars[t.G_CAP] or rules_of(s).figures.turn_cap):
        harm.by_share(s)
        return
    s.active = seat
    atoms.emit(s, atoms.TURN_BEGINS, seat + 1, seat, 0, s.turn)
    push(s, f_respond, seat)


def f_respond(s: State, seat: int) -> None:
    """A Response begins: the actions of all are reset (prelude response.reset)."""
    s.active, s.phase = seat, t.RESETTING
    for part in (f_close, f_main, f_upkeep, f_carried):
        push(s, part)
    atoms.put(s, t.RESPONSES, seat + 1, 1)
    atoms.set_var(s, t.G_COLOUR + seat, 0)
    for other in seat_order(s, seat):
        for h in v.fighters(s, other):
            atoms.put(s, t.LOCKED, h, -s.num[t.LOCKED][h])
            atoms.put(s, t.ACTIONS, h, v.pool(s, h) - s.num[t.ACTIONS][h])
    push(s, f_settle, 0)
    atoms.emit(s, t.E_RESPONSE, seat + 1, seat, 0, s.num[t.RESPONSES][seat + 1])


# Tasks.


def f_carried(s: State) -> None:
    """All tasks are decided upon, and then those of the responder that are paid for end (prelude
    suspend.lock, suspend.finish-timing)."""
    s.phase = t.TASKS
    seats = seat_order(s, s.active)
    push(s, f_due, (s.active,))
    push(s, f_tasks, tuple(act[A_ID] for seat in seats for act in v.tasks(s, seat)))


def f_tasks(s: State, left: tuple[int, ...]) -> None:
    """Owners of tasks decide in order whether they go on (prelude suspend.lock)."""
    while left:
        act = s.acts.get(left[0])
        if act is not None and alive(s, act[A_USER]):
            push(s, f_decided, left)
            kernel.ask(s, act[A_SEAT], CONFIRM, picker=P_SLOT, data=(act[A_ID], t.TASKS))
            return
        left = left[1:]


def f_decided(s: State, left: tuple[int, ...]) -> None:
    """A task is abandoned, or the actions that it owes are locked (prelude suspend.abandon, suspend.lock)."""
    push(s, f_tasks, left[1:])
    act = s.acts.get(left[0])
    if act is None:
        return
    if s.ans[0] == YES_MOVE:
        harm.break_task(s, act)
        return
    user = act[A_USER] & HANDLE_MASK
    n = min(act[A_X], v.actions(s, user))
    atoms.put(s, t.ACTIONS, user, -n, act[A_ID], act[A_SEAT])
    atoms.put(s, t.LOCKED, user, n, act[A_ID], act[A_SEAT])
    act[A_X] -= n


def f_due(s: State, seats: tuple[int, ...]) -> None:
    """Tasks of these seats that are paid for come to their end, one after the other (prelude
    suspend.finish-timing, timing.same-moment)."""
    for seat in seats:
        there = pick_due(s, seat, {}) if seat not in s.out else []
        if there:
            push(s, f_next_due, seats)
            if len(there) > 1:
                kernel.ask(s, seat, PICK, (1, 1), picker=s.rules.picker_number(pick_due))
            else:
                s.ans = ((kernel.V_PICK, there[0]),)
            return


def f_next_due(s: State, seats: tuple[int, ...]) -> None:
    task = v.task_of(s, s.ans[0][1])
    push(s, f_due, seats)
    if task is not None:
        deeds.finish(s, task)


def pick_due(s: State, seat: int, known: Known) -> list[int]:
    """The character and minions of a seat that carry a task that has been paid for."""
    return [act[A_USER] & HANDLE_MASK for act in v.tasks(s, seat) if not act[A_X]]


# The rest of a Response.


def f_upkeep(s: State) -> None:
    """1 Training, then the wage, then the draw (prelude turn.parts, value.wage, turn.draw)."""
    seat, figures = s.active, rules_of(s).figures
    if seat in s.out or not settled(s, f_upkeep):
        return
    s.phase = t.UPKEEP
    atoms.put(s, t.TRAINING, seat + 1, figures.training_per_response, 0, seat)
    if s.num[t.RESPONSES][seat + 1] > 1:
        atoms.put(s, t.COIN, seat + 1, figures.wage_coin, 0, seat)
        push(s, instructions.f_draw, seat, figures.draw_per_response, 0)


def f_main(s: State) -> None:
    s.phase = t.MAIN
    push(s, f_free)


def f_close(s: State) -> None:
    """Carried tasks of others finish, the responder discards, effects of the Response end (prelude
    turn.parts)."""
    s.phase = t.CLOSING
    for part in (f_closed, f_settled, f_limit):
        push(s, part)
    push(s, f_due, tuple(seat_order(s, s.active)))


def f_settled(s: State) -> None:
    """Everything that the discard and the close of a Response set off happens before the next one begins."""
    if settled(s, f_settled):
        push(s, f_settle, 0)
        atoms.emit(s, t.E_CLOSES, s.active + 1, s.active)


def f_limit(s: State) -> None:
    """Down to the limit of the hand, the first cards when time is out (prelude limit.hand)."""
    seat = s.active
    over = len(v.zone(s, seat, t.HAND)) - rules_of(s).figures.hand_limit
    if over > 0 and seat not in s.out:
        instructions.discard_from_hand(s, seat, over, pick=pick_oldest)


def pick_oldest(s: State, seat: int, known: Known, act_id: int) -> list[int]:
    """The cards of a hand that have not been picked yet, in their order (prelude timing.decision-limit)."""
    return instructions.pick_hand(s, seat, known, act_id)[::-1]


def f_closed(s: State) -> None:
    """The next player's Response, or the next Turn."""
    for seat in range(s.seats):
        atoms.drop_mods(s, t.U_RESPONSE, seat)
    atoms.drop_mods(s, t.U_TURN, v.closing(s, s.active, 0))
    atoms.clear_marks(s, t.P_RESPONSE)
    seats, first = s.seats, s.vars[t.G_FIRST]
    place = (s.active - first) % seats
    later = [n for n in range(place + 1, seats) if (first + n) % seats not in s.out]
    if later:
        push(s, f_respond, (first + later[0]) % seats)
    else:
        push(s, f_turn, seat_order(s, first)[0])
    push(s, f_check)


FRAMES: Final[Frames] = (
    *(f_turn, f_respond, f_carried, f_tasks, f_decided, f_due, f_next_due, f_upkeep, f_main, f_free, f_moved),
    *(f_close, f_settled, f_limit, f_closed),
)
PICKERS: Final[Pickers] = (pick_oldest, pick_due)
STEPS: Final[Frames] = (
    f_turn,
    f_respond,
    f_carried,
    f_tasks,
    f_due,
    f_upkeep,
    f_main,
    f_free,
    f_close,
    f_settled,
    f_closed,
)
ASKING: Final[dict[Callable[..., None], Callable[..., None] | None]] = {
    f_decided: f_tasks,
    f_next_due: f_due,
    f_moved: f_free,
}

"""Links, the rounds of answers over them, and the queue of what waits until no chain is running.

Playing, attacking and using an ability each make an act and add it to the chain as a link. After each link
the triggers that join the same chain are added, then every seat is asked in turn; once all have passed in a
row, the links are carried out, the last one first. An ability that triggers meanwhile waits in the queue, and
starts a chain of its own afterwards. A `SETTLE` frame lies below every chain: it empties the queue and then
gives the other seats their chance in the gap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import (
    A_ABILITY,
    A_EVENT,
    A_FLAGS,
    A_ID,
    A_IT,
    A_N,
    A_PICKED,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    FIZZLED,
    NEGATED,
    OVER,
    new_act,
)
from fadenet.engine.kernel import NO_MOVE, PASS_MOVE
from fadenet.engine.policies import Q_AGAIN, Q_DUE, Q_JOIN, Q_LATER, Q_OFFER, Q_SHOW, Q_WAIT, count_use
from fadenet.engine.rules import rules_of
from fadenet.engine.standing import is_away, meets, stands_by
from fadenet.engine.state import (
    CONFIRM,
    HANDLE_MASK,
    ORDER,
    PICK,
    ROW_ACT,
    ROW_EVENT,
    ROW_MORE,
    Act,
    Frames,
    Known,
    Pickers,
    State,
    Waiting,
    seat_order,
)

# Windows: rounds of asking. The number is also the bit of a standing pass.
W_CHAIN: Final = 0
W_GAP: Final = 1
W_PHASE: Final = 2
W_SHOW: Final = 3
WINDOWS: Final[tuple[str, ...]] = ("answer", "gap", "phase", "show")
FREE: Final = -1  # the moment of a free choice; any other moment is the number of a window

V_TRIGGER: Final = -1  # the verb of an act that nobody chose

F_RUN: Final = kernel.F_RUN
F_LINKED: Final = 1
F_WINDOW: Final = 2
F_WINDOW_ANSWER: Final = 3
F_RESOLVE: Final = 4
F_LINK_DONE: Final = 5
F_CHAIN_OVER: Final = 6
F_SETTLE: Final = 7
F_TRIGGER: Final = 8
F_TRIGGER_MAY: Final = 9
F_TRIGGER_TARGET: Final = 10
F_TRIGGER_PICKED: Final = 11
F_TAKE_ROW: Final = 12
F_CHECK: Final = 13
F_GATHER: Final = 14
F_GATHERED: Final = 15
F_JOINED: Final = 16

# The pickers that every game has.
P_QUEUE: Final = 0
P_SLOT: Final = 1


def start(s: State, act: Act, settle: bool) -> None:
    """Begin a chain with this act as its first link, or add it to the running one.

    settle: push the frame that empties the queue afterwards (whoever starts a chain from outside one).
    """
    if settle and not s.chain:
        s.frames.append((F_SETTLE, 0))
    s.frames.append((F_LINKED,))
    add_link(s, act)


def add_link(s: State, act: Act) -> None:
    """Put an act on the chain and report what it targets."""
    if len(s.chain) >= kernel.LINKS_MAX:
        act[A_FLAGS] |= FIZZLED
    s.acts[act[A_ID]] = act
    s.chain += (act[A_ID],)
    atoms.emit(s, atoms.LINKED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], act[A_ID], len(s.chain))
    rules_of(s).links.added(s, act)


def f_linked(s: State) -> None:
    """After a link: compulsory triggers join, the turn player's first; then all are asked."""
    if s.queue:
        rows = [row for row in s.queue if row.kind == Q_JOIN and not _is_optional(s, row)]
        rows = rules_of(s).triggers.foremost(s, rows)
        for seat in seat_order(s, s.active) if rows else ():
            mine = [row for row in rows if row.seat == seat]
            if mine:
                s.frames.append((F_LINKED,))
                choose_row(s, seat, mine)
                return
    last = s.acts[s.chain[-1]]
    f_window(s, W_CHAIN, s.rules.next_seat(s, last[A_SEAT]), rules_of(s).links.asked_after(s, last))


def _is_optional(s: State, row: Waiting) -> bool:
    ability = rules_of(s).abilities[row.ability]
    return ability.may or bool(ability.cost)


def joins_later(s: State, row: Waiting) -> bool:
    """Whether a waiting row may still join the running chain, when its player is next asked."""
    return row.kind in (Q_JOIN, Q_OFFER) or (row.kind == Q_SHOW and row.event[ROW_EVENT] in s.rules.joining)


def chance_of(s: State, event: int) -> int:
    """The class of a chance that an event gives: while a chain is being built it is to add a link to it.

    An event whose triggers join a chain comes with a link that is about to be added.
    """
    if (F_RESOLVE,) in s.frames or not (s.chain or event in s.rules.joining):
        return Q_LATER
    return Q_OFFER


def f_window(s: State, window: int, seat: int, left: int) -> None:
    """Ask the seats in turn, `left` of them still to come; when all have passed, a chain resolves.

    Waiting rows that a seat may let join the chain are offered to it before it is asked.
    """
    rules = rules_of(s)
    while left > 0:
        if window == W_CHAIN and s.queue:
            for row in s.queue:
                if row.seat == seat and joins_later(s, row):
                    s.frames.append((F_JOINED, seat, left, len(s.chain)))
                    _start_row(s, row)
                    return
        if seat not in s.out and not stands_by(s, seat, window) and rules.moves.may_respond(s, seat, window):
            if not meets(s, seat, window):
                s.frames.append((F_WINDOW_ANSWER, window, seat, left))
                kernel.invite(s, seat, window)
                return
            if move := rules.stakes.meet(s, seat, window):
                rules.moves.perform(s, seat, move)
                return
        left -= 1
        if left:
            seat = rules.next_seat(s, seat)
    if window == W_CHAIN:
        f_resolve(s)


def f_window_answer(s: State, window: int, seat: int, left: int) -> None:
    move = s.ans[0]
    if move == PASS_MOVE:
        f_window(s, window, s.rules.next_seat(s, seat), left - 1)
    else:
        rules_of(s).moves.perform(s, seat, move)


def f_joined(s: State, seat: int, left: int, links: int) -> None:
    """After such an offer: a link more starts the round of answers anew."""
    s.frames.append((F_LINKED,) if len(s.chain) > links else (F_WINDOW, W_CHAIN, seat, left))


def f_resolve(s: State) -> None:
    """Carry out the last link that is left, or close the chain."""
    if not s.chain:
        f_chain_over(s)
        return
    act = s.acts[s.chain[-1]]
    again = len(s.chain) > 1 and rules_of(s).links.reopens(s)
    then = (F_WINDOW, W_CHAIN, s.active, s.seats) if again else (F_RESOLVE,)
    s.frames += (then, (F_CHECK,), (F_LINK_DONE, act[A_ID]))
    if act[A_FLAGS] & (NEGATED | FIZZLED):
        atoms.emit(s, atoms.STOPPED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], act[A_ID])
    else:
        atoms.emit(s, atoms.RESOLVED, act[A_SRC] & HANDLE_MASK, act[A_SEAT], act[A_ID])
        rules_of(s).moves.resolve(s, act)


def f_link_done(s: State, act_id: int) -> None:
    s.chain = s.chain[:-1] if s.chain[-1:] == (act_id,) else tuple([k for k in s.chain if k != act_id])
    rules_of(s).links.done(s, s.acts[act_id])


def f_chain_over(s: State) -> None:
    """Close the chain: drop the rows that could have joined this chain alone, and its acts, except those that
    have set off a row that still waits."""
    if s.queue:
        atoms.keep_waiting(s, [row for row in s.queue if not joins_later(s, row)])
    let_go(s)
    if s.mods:
        atoms.prune_mods(s)
    atoms.emit(s, atoms.CHAIN_OVER)
    rules_of(s).links.chain_done(s)


def let_go(s: State) -> None:
    """Only acts are kept of which something that waits says that they have set it off."""
    causes = {row.event[ROW_ACT] for row in s.queue if len(row.event) > ROW_ACT}
    s.acts = {k: act for k, act in s.acts.items() if k in causes}
    for act in s.acts.values():
        act[A_FLAGS] |= OVER


def f_settle(s: State, limit: int) -> None:
    """Start what waits, one after the other, then ask the others whether they use the gap.

    limit: rows up to this stamp triggered at the same time; the later ones come after all of them. Rows that
    the game gathers come after the others of their event, and share a chain. Chances come last of all.
    """
    rows = [row for row in s.queue if row.kind < Q_LATER] if s.queue else []
    if s.chain and not any(row.stamp <= limit for row in rows):
        s.frames += [(F_SETTLE, 0), (F_LINKED,)]
        return
    if rows:
        gathers = rules_of(s).triggers.gathers
        first = [row for row in rows if row.stamp <= limit]
        if not first:
            shared = any(gathers(s, row.kind, row.ability) for row in rows)
            limit = [row for row in rows if not shared or row.event == rows[0].event][-1].stamp
            first = [row for row in rows if row.stamp <= limit]
        first = [row for row in first if not gathers(s, row.kind, row.ability)] or first
        for seat in seat_order(s, s.active):
            mine = [row for row in first if row.seat == seat]
            if mine:
                s.frames.append((F_SETTLE, limit))
                choose_row(s, seat, mine)
                return
        atoms.keep_waiting(s, [row for row in s.queue if row not in first])
        s.frames.append((F_SETTLE, limit))
        return
    if s.queue:
        _next_chance(s)
        return
    if s.acts:
        s.acts = {k: act for k, act in s.acts.items() if not act[A_FLAGS] & OVER}
    if s.rules.lasts >= 0 and not rules_of(s).triggers.due(s):
        atoms.clear_marks(s, s.rules.lasts)
    if s.rules.gap_is_due(s):
        s.frames.append((F_WINDOW, W_GAP, s.rules.next_seat(s, s.active), s.seats - 1))


def settled(s: State, run: Callable[..., None], *arguments: Any) -> bool:
    """Whether nothing waits: else that is settled first, and the frame of this function comes again.

    Asked where all that was set off before must be over: at the beginning of a phase, a turn, a free choice.
    """
    if s.queue:
        push(s, run, *arguments)
        s.frames.append((F_SETTLE, 0))
    return not s.queue


def _next_chance(s: State) -> None:
    """Offer the next of the chances that came up together, the turn player's first.

    Each is settled, with all that comes of it, before the next one; further chances of an event come as soon
    as nobody's first one is left, and chances that it gives to others after all.
    """
    due = [row for row in s.queue if row.kind == Q_DUE]
    events = [row.event[:ROW_MORE] for row in due]
    again = [row for row in s.queue if row.kind == Q_AGAIN and row.event[:ROW_MORE] not in events]
    if not due and not again:
        due = [row._replace(kind=Q_DUE) for row in s.queue]
        atoms.keep_waiting(s, due)
    s.frames.append((F_SETTLE, 0))
    for seat in seat_order(s, s.active):
        mine = [row for row in again or due if row.seat == seat]
        if mine:
            _start_row(s, mine[0])
            return
    atoms.keep_waiting(s, [row for row in s.queue if row not in (again or due)])


def choose_row(s: State, seat: int, mine: list[Waiting]) -> None:
    """The controller says which of several waiting rows comes first, if it makes a difference."""
    alike = len({(row.ability, row.src, row.event) for row in mine}) == 1
    passed = all(row.kind == Q_SHOW for row in mine) and is_away(s, seat, W_SHOW)
    if len(mine) > 1 and not (alike or passed):
        s.frames.append((F_TAKE_ROW, seat))
        kernel.ask(s, seat, ORDER, (1, 1), picker=P_QUEUE, data=tuple(row.stamp for row in mine))
    else:
        _start_row(s, mine[0])


def f_take_row(s: State, seat: int) -> None:
    stamp = -s.ans[0][1]
    for row in s.queue:
        if row.stamp == stamp:
            _start_row(s, row)
            return


def _start_row(s: State, row: Waiting) -> None:
    atoms.keep_waiting(s, [other for other in s.queue if other is not row])
    if row.kind == Q_SHOW or (row.kind >= Q_OFFER and not row.src):
        rules_of(s).moves.offer(s, row)
    elif row.ability < 0:
        rules_of(s).triggers.upkeep(s, row)
    else:
        s.frames.append((F_TRIGGER, row))


def pick_row(s: State, seat: int, known: Known, *stamps: int) -> list[int]:
    """Rows of the queue as negative numbers, so that they never look like handles."""
    return [-stamp for stamp in stamps]


def f_trigger(s: State, row: Waiting) -> None:
    """A triggered ability comes to the chain: its player may decline if it says so, then chooses targets.

    An ability that is optional or has a cost is not offered without the targets that it needs, or the cost.
    """
    _, seat, number, src, event, _ = row
    ability = rules_of(s).abilities[number]
    if seat in s.out or not rules_of(s).triggers.may_trigger(s, seat, ability, src, event):
        return
    act = new_act(s, V_TRIGGER, seat, src, src, number)
    act[A_EVENT] = event
    rules_of(s).triggers.prepare(s, act)
    s.acts[act[A_ID]] = act
    if ability.may or ability.cost:
        there = [len(pick_slot(s, seat, {}, act[A_ID], n)) for n in range(len(ability.slots))]
        offered = all(n >= slot.lo for n, slot in zip(there, ability.slots, strict=True))
        if offered and all(s.num[k][s.rules.body(seat)] >= n for k, n in ability.cost):
            s.frames.append((F_TRIGGER_MAY, act[A_ID]))
            kernel.ask(s, seat, CONFIRM, picker=P_SLOT, data=(act[A_ID], -1))
        else:
            del s.acts[act[A_ID]]
    else:
        s.frames.append((F_TRIGGER_TARGET, act[A_ID], 0, 0))


def f_trigger_may(s: State, act_id: int) -> None:
    act = s.acts[act_id]
    if s.ans[0] == NO_MOVE:
        del s.acts[act_id]
        return
    ability = rules_of(s).abilities[act[A_ABILITY]]
    body = s.rules.body(act[A_SEAT])
    for k, n in ability.cost:
        atoms.put(s, k, body, -n, act_id, act[A_SEAT])
    count_use(s, ability, act[A_SRC])
    s.frames.append((F_TRIGGER_TARGET, act_id, 0, 0))


def f_trigger_target(s: State, act_id: int, slot_at: int, chosen: int) -> None:
    """Choose targets slot by slot; without a legal one the ability does nothing."""
    act = s.acts[act_id]
    slots = rules_of(s).abilities[act[A_ABILITY]].slots
    if act[A_SEAT] in s.out:
        del s.acts[act_id]
        return
    if slot_at == len(slots):
        if rules_of(s).triggers.at_once(s, act):
            return
        if not s.chain and not rules_of(s).triggers.gathers(s, Q_WAIT, act[A_ABILITY]):
            s.frames.append((F_LINKED,))
        add_link(s, act)
        return
    slot = slots[slot_at]
    there = pick_slot(s, act[A_SEAT], {}, act_id, slot_at)
    if len(there) < slot.lo - chosen:
        del s.acts[act_id]
        rules_of(s).triggers.dropped(s, act)
    elif chosen == slot.hi or not there:
        s.frames.append((F_TRIGGER_TARGET, act_id, slot_at + 1, 0))
    elif len(there) == slot.lo - chosen:
        act[A_TARGETS] += tuple(s.inst[h] << 16 | h for h in there)
        s.frames.append((F_TRIGGER_TARGET, act_id, slot_at + 1, 0))
    else:
        s.frames.append((F_TRIGGER_PICKED, act_id, slot_at, chosen))
        kernel.ask(
            s, act[A_SEAT], PICK, (slot.lo - chosen, slot.hi - chosen), picker=P_SLOT, data=(act_id, slot_at)
        )


def f_trigger_picked(s: State, act_id: int, slot_at: int, chosen: int) -> None:
    move = s.ans[0]
    if len(move) == 1:
        s.frames.append((F_TRIGGER_TARGET, act_id, slot_at + 1, 0))
    else:
        h = move[1]
        s.acts[act_id][A_TARGETS] += (s.inst[h] << 16 | h,)
        s.frames.append((F_TRIGGER_TARGET, act_id, slot_at, chosen + 1))


def pick_slot(s: State, seat: int, known: Known, act_id: int, slot_at: int) -> list[int]:
    """The handles that may still be chosen for a slot of an act's ability."""
    act = s.acts[act_id]
    slot = rules_of(s).abilities[act[A_ABILITY]].slots[slot_at]
    taken = [r & HANDLE_MASK for r in act[A_TARGETS]]
    return [h for h in rules_of(s).effects.choosable(s, act, slot) if h not in taken]


def f_check(s: State) -> None:
    """The state check, again and again until nothing changes."""
    below = len(s.frames)
    if s.rules.check_state(s):
        s.frames.insert(below, (F_CHECK,))


def f_gather(s: State, act_id: int, seat: int, lo: int, hi: int, picker: int, data: tuple[int, ...]) -> None:
    """Let a seat choose lo to hi things one by one; they end up in the act's `A_PICKED`, in that order."""
    act = s.acts[act_id]
    there = s.rules.pickers[picker](s, seat, {}, *data)
    lo = min(lo, len(there))
    if hi <= 0 or not there:
        return
    if lo >= len(there):
        act[A_PICKED] += tuple(there[:hi])
        return
    s.frames.append((F_GATHERED, act_id, seat, lo, hi, picker, data))
    kernel.ask(s, seat, PICK, (lo, hi), picker=picker, data=data)


def f_gathered(
    s: State, act_id: int, seat: int, lo: int, hi: int, picker: int, data: tuple[int, ...]
) -> None:
    move = s.ans[0]
    if len(move) > 1:
        s.acts[act_id][A_PICKED] += (move[1],)
        s.frames.append((F_GATHER, act_id, seat, max(lo - 1, 0), hi - 1, picker, data))


def f_run(s: State, act_id: int, program: int, at: int) -> None:
    """Carry out one instruction of an act's program; the frame for the next one lies below what it pushes.

    A program ends there once the act's seat is out.
    """
    code = rules_of(s).programs[program]
    if at < len(code) and s.acts[act_id][A_SEAT] not in s.out:
        s.frames.append((F_RUN, act_id, program, at + 1))
        run, arguments = code[at]
        run(s, s.acts[act_id], *arguments)


def push(s: State, run: Callable[..., None], *arguments: Any) -> None:
    """Push the frame of this function, by the number that the game's table gives it."""
    head = s.rules.heads[run]
    s.frames.append(head + arguments if arguments else head)


def before_next_step(s: State, run: Callable[..., None], *arguments: Any) -> None:
    """Have a function carried out as soon as the step that is under way is finished.

    A step begins with a frame of `Rules.steps`: nothing that was under way before counts on a single card. An
    open question for a free move or a target is taken back first, because what may be answered is going to
    change: `Rules.asking` says of what waits for such an answer what asks for it, with the same arguments, or
    None if the frame below it does.
    """
    rules, frames = rules_of(s), s.frames
    while s.asks and rules.frames[frames[-1][0]] in rules.asking:
        number, *rest = frames.pop()
        asks = rules.asking[rules.frames[number]]
        if asks is not None:
            push(s, asks, *rest)
            s.asks, s.answers = (), {}
    steps = [at for at, frame in enumerate(frames) if rules.frames[frame[0]] in rules.steps]
    frames.insert(steps[-1] + 1 if steps else 0, rules.heads[run] + arguments)


def after_chain(s: State, run: Callable[..., None], *arguments: Any) -> None:
    """Have a function carried out when the running chain is over, ahead of all that waits, and behind what
    was put there earlier.
    """
    below = max(at for at, frame in enumerate(s.frames) if frame[0] == F_SETTLE)
    s.frames.insert(below + 1, rules_of(s).heads[run] + arguments)


def is_next(s: State, run: Callable[..., None]) -> bool:
    """Whether this function's frame is the next one."""
    return s.rules.frames[s.frames[-1][0]] is run


def jump(s: State, to: int) -> None:
    """Go on at another instruction of the running program: only for instructions themselves."""
    op, act_id, program, _ = s.frames.pop()
    s.frames.append((op, act_id, program, to))


def remember(act: Act, touched: list[int], s: State, n: int = 0) -> None:
    """Keep the last result of an effect for the ones after it."""
    act[A_IT] = tuple(s.inst[h] << 16 | h for h in touched)
    act[A_N] = n


FRAMES: Final[Frames] = (
    f_run,
    f_linked,
    f_window,
    f_window_answer,
    f_resolve,
    f_link_done,
    f_chain_over,
    f_settle,
    f_trigger,
    f_trigger_may,
    f_trigger_target,
    f_trigger_picked,
    f_take_row,
    f_check,
    f_gather,
    f_gathered,
    f_joined,
)
STEPS: Final[Frames] = (f_linked, f_window, f_resolve, f_chain_over, f_settle, f_check)
ASKING: Final[dict[Callable[..., None], Callable[..., None] | None]] = {
    f_window_answer: f_window,
    f_trigger_picked: f_trigger_target,
}
PICKERS: Final[Pickers] = (pick_row, pick_slot)

"""Set-up and the run of a turn: throws, mulligans, phases, upkeep, gaps, drawing and discarding."""

from __future__ import annotations

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import A_ABILITY, A_ID, A_PICKED, A_SEAT, A_VERB, new_act
from fadenet.engine.chain import F_CHECK, F_GATHER, F_SETTLE, F_WINDOW, V_TRIGGER, W_PHASE
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.rules import Q_WAIT
from fadenet.engine.state import (
    ACT,
    BIND,
    CONFIRM,
    HANDLE_MASK,
    MODE,
    OPEN,
    POOL,
    RECOMMIT,
    TOSS,
    Known,
    Row,
    State,
    alive,
    ref,
    seat_order,
)
from fadenet.games.fade import combat, keywords, values
from fadenet.games.fade.tables import (
    AFTERMATH,
    B_ACTIVATE,
    B_ATTACK,
    BLINDNESS,
    CHARGE_ABILITY,
    COMBAT,
    CURSE,
    D_FIGHTERS,
    D_MAIN,
    DECK,
    DISCARD,
    DRAWING,
    E_KEEPS,
    E_RETURNED,
    E_THROWN,
    ENDING,
    F_ACT,
    F_ACTED,
    F_CLOSE,
    F_CLOSED,
    F_CURSE,
    F_DEALT,
    F_DISCARD,
    F_DRAW,
    F_DRAWN,
    F_ENDED,
    F_FIRST,
    F_KEPT,
    F_MULLIGAN,
    F_NEXT_TURN,
    F_PHASE,
    F_PLACED,
    F_PUT,
    F_REDEAL,
    F_THROWN,
    F_TURN,
    FIGHTERS,
    FRONT,
    HAND,
    K_CHARGE,
    LIVE,
    MK_MIXED,
    NZ,
    ORBIT,
    P_HAND,
    P_ROUND,
    P_TURN,
    PARALYZE,
    PHASE_EVENTS,
    POISON,
    PREPARATION,
    Q_FORBID,
    STARTING,
    TIMEBOMB,
    TP,
    U_ROUND,
    U_TURN,
    UP_BLINDNESS,
    UP_BUILT,
    UP_CURSE,
    UP_PARALYZE,
    UP_POISON,
    UP_REPLAY,
    UP_TIMEBOMB,
    V_ACTED,
    V_CHAINED,
    V_END,
    V_FIRST,
    V_ROUND,
    V_TIES,
)

THROWS = ("rock", "paper", "scissors")


# Set-up (faroe setup.sequence).


def f_begin(s: State) -> None:
    """Every deck and Fighter Pool is laid down and shuffled."""
    s.frames.append((F_PLACED,))
    for place in (D_MAIN, D_FIGHTERS):
        for seat in range(s.seats):
            kernel.need(s, POOL, seat, seat * 2 + place, 1, ())


def f_placed(s: State) -> None:
    for seat in range(s.seats):
        atoms.place_pool(s, seat * 2 + D_FIGHTERS, seat * NZ + FIGHTERS)
        atoms.put(s, TP, seat + 1, s.rules.figure_tp_start)
        atoms.show_body(s, seat)
    _throw(s, tuple(range(s.seats)))


def _throw(s: State, seats: tuple[int, ...]) -> None:
    s.frames.append((F_THROWN, seats))
    for seat in seats:
        kernel.ask(s, seat, MODE, 1, 3, sealed=1, picker=chain.P_SLOT, data=(0,))


def f_thrown(s: State, seats: tuple[int, ...]) -> None:
    """Rock-Paper-Scissors among those still in (faroe setup.rps-many, setup.rps-digital)."""
    signs = [move[1][1] - 1 for move in s.ans]
    for seat, sign in zip(seats, signs, strict=True):
        atoms.emit(s, E_THROWN, seat + 1, seat, 0, sign)
    left = throw_winners(seats, signs)
    if len(left) == 1:
        _first(s, left[0])
    elif left == seats and s.vars[V_TIES] + 1 >= s.rules.figure_ties:
        s.frames.append((F_FIRST, seats))
        kernel.need(s, TOSS, -1, 0, 1, (len(seats),))
    else:
        atoms.set_var(s, V_TIES, s.vars[V_TIES] + 1 if left == seats else 0)
        _throw(s, left)


def throw_winners(seats: tuple[int, ...], signs: list[int]) -> tuple[int, ...]:
    """Who is still in after a throw: 0 = Rock, 1 = Paper, 2 = Scissors; all of them after a tie."""
    shown = sorted(set(signs))
    if len(shown) != 2:
        return seats
    a, b = shown
    winner = b if (b - a) % 3 == 1 else a
    return tuple(seat for seat, sign in zip(seats, signs, strict=True) if sign == winner)


def f_first(s: State, seats: tuple[int, ...]) -> None:
    _first(s, seats[s.got[0][0]])


def _first(s: State, seat: int) -> None:
    atoms.set_var(s, V_FIRST, seat)
    s.active = seat
    s.frames.append((F_MULLIGAN,))
    _deal(s, tuple(range(s.seats)))


def _deal(s: State, seats: tuple[int, ...]) -> None:
    s.frames.append((F_DEALT, seats))
    for seat in seats:
        n = min(s.rules.figure_hand, len(s.zones[seat * NZ + DECK]))
        kernel.need(s, BIND, seat, seat * 2 + D_MAIN, n, ())


def f_dealt(s: State, seats: tuple[int, ...]) -> None:
    for seat in seats:
        for h in s.zones[seat * NZ + DECK][: s.rules.figure_hand]:
            atoms.move(s, h, seat * NZ + HAND, 0, 0, atoms.DRAWN)


def f_mulligan(s: State) -> None:
    """All decide at once, unseen, whether to take a new Hand (faroe mulligan.simultaneous)."""
    s.frames.append((F_KEPT,))
    for seat in range(s.seats):
        kernel.ask(s, seat, CONFIRM, sealed=1, picker=chain.P_SLOT, data=(0, 0))


def f_kept(s: State) -> None:
    again = tuple(seat for seat in range(s.seats) if s.ans[seat] == YES_MOVE)
    for seat in range(s.seats):
        atoms.emit(s, E_KEEPS, seat + 1, seat, 0, 0 if seat in again else 1)
    s.frames.append((F_TURN, s.vars[V_FIRST]))
    if again:
        s.frames.append((F_REDEAL, again))
        for seat in again:
            kernel.need(s, POOL, seat, seat * 2 + D_MAIN, 0, s.zones[seat * NZ + HAND])


def f_redeal(s: State, seats: tuple[int, ...]) -> None:
    _deal(s, seats)


# Turns and phases.


def f_turn(s: State, seat: int) -> None:
    """A turn begins; what lasted until now ends (faroe turn.round-duration)."""
    atoms.drop_mods(s, U_TURN, s.turn)
    for passed in range(s.active + 1, s.active + 1 + ((seat - s.active) % s.seats or s.seats)):
        atoms.drop_mods(s, U_ROUND, passed % s.seats)
    atoms.clear_marks(s, P_TURN)
    atoms.clear_marks(s, P_ROUND)
    s.turn += 1
    s.active = seat
    s.phase = STARTING
    if seat == seat_order(s, s.vars[V_FIRST])[0]:
        atoms.set_var(s, V_ROUND, s.vars[V_ROUND] + 1)
    atoms.emit(s, atoms.TURN_BEGINS, seat + 1, seat, 0, s.turn)
    if not s.zones[seat * NZ + DECK]:
        s.rules.lose(s, seat, "win.lose-deck")
        s.frames.append((F_TURN, seat_order(s, (seat + 1) % s.seats)[0]))
        return
    for h in s.zones[seat * NZ + ORBIT]:
        come_back(s, h)
    s.frames.append((F_PHASE, STARTING))
    s.frames.append((F_CHECK,))


def come_back(s: State, h: int) -> None:
    """A card returns from Orbital with everything it had (faroe keyword.orbital-return)."""
    seat = s.ctrl[h]
    back = keywords.orbit_zone(s, h)
    kind = FRONT if not s.zones[seat * NZ + FRONT] else back
    atoms.move(s, h, seat * NZ + kind, 1, 0, E_RETURNED, keep=True)
    keywords.rezone_tree(s, h, False)


def f_phase(s: State, phase: int) -> None:
    """A Phase begins: its effects wait in the queue, then its own part comes."""
    s.phase = phase
    seat = s.active
    atoms.set_var(s, V_ACTED, 0)
    atoms.emit(s, atoms.PHASE_BEGINS, seat + 1, seat, 0, phase)
    if phase in (PREPARATION, COMBAT, AFTERMATH):
        s.frames.append((F_ACT,))
    else:
        s.frames.append((F_CLOSE,))
    if phase == STARTING:
        _enqueue_starting(s, seat)
    elif phase == ENDING:
        for h in bearers(s, seat):
            if s.num[BLINDNESS][h] and not values.ignores(s, h, BLINDNESS):
                atoms.enqueue(s, (Q_WAIT, seat, UP_BLINDNESS, ref(s, h), ()))
            if s.num[TIMEBOMB][h] and not values.ignores(s, h, TIMEBOMB):
                atoms.enqueue(s, (Q_WAIT, seat, UP_TIMEBOMB, ref(s, h), ()))
    atoms.emit(s, PHASE_EVENTS[phase], seat + 1, seat)
    if s.queue:
        s.frames.append((F_SETTLE, s.next_id))


def bearers(s: State, seat: int) -> list[int]:
    """All cards on a Player's side of the field that can bear Counters, and the Player."""
    found = [seat + 1]
    for h in range(s.seats + 1, len(s.code)):
        if s.ctrl[h] == seat and s.zone[h] >= 0 and s.zone[h] % NZ in LIVE and s.face[h]:
            found.append(h)
    return found


def _enqueue_starting(s: State, seat: int) -> None:
    poison, paralyze, curse = s.num[POISON], s.num[PARALYZE], s.num[CURSE]
    for h in bearers(s, seat):
        for column, kind, up in (
            (poison, POISON, UP_POISON),
            (paralyze, PARALYZE, UP_PARALYZE),
            (curse, CURSE, UP_CURSE),
        ):
            if column[h] and not values.ignores(s, h, kind):
                atoms.enqueue(s, (Q_WAIT, seat, up, ref(s, h), ()))
        if values.keyword(s, h, K_CHARGE) and s.rules.on_field[s.zone[h]]:
            atoms.enqueue(s, (Q_WAIT, seat, CHARGE_ABILITY, ref(s, h), ()))


def upkeep(s: State, row: Row) -> None:
    """What Counters do in a Phase, without a chain (faroe counter.starting-phase, counter.end-phase)."""
    _, seat, what, src, _, _ = row
    h = src & HANDLE_MASK
    if not alive(s, src):
        return
    s.frames.append((F_CHECK,))
    if what == UP_POISON:
        n = -atoms.put(s, POISON, h, -s.num[POISON][h])
        combat.take_counters(s, h, n)
    elif what == UP_PARALYZE:
        atoms.put(s, PARALYZE, h, -1)
        for ban in (B_ATTACK, B_ACTIVATE):
            atoms.modify(s, Q_FORBID + ban, src, 1, U_ROUND, s.active, 0)
    elif what == UP_CURSE:
        s.frames.append((F_CURSE, src, seat))
        if s.num[TP][seat + 1] >= s.num[CURSE][h]:
            kernel.ask(s, seat, CONFIRM, picker=chain.P_SLOT, data=(0, h))
        else:
            s.ans = ()
    elif what == UP_BLINDNESS:
        atoms.put(s, BLINDNESS, h, -1)
    elif what == UP_TIMEBOMB:
        atoms.put(s, TIMEBOMB, h, 1)
    elif what == UP_REPLAY:
        keywords.offer_replay(s, row)
    elif what == UP_BUILT:
        keywords.activate_built(s, row)


def f_curse(s: State, src: int, seat: int) -> None:
    """Pay as many TP as there are Curse Counters, or the bearer is imprisoned (faroe keyword.curse)."""
    h = src & HANDLE_MASK
    if s.ans and s.ans[0] == YES_MOVE:
        combat.lose_tp(s, seat, s.num[CURSE][h])
    elif h > s.seats:
        combat.fall(s, combat.IMPRISON, [h])


def f_close(s: State) -> None:
    """The last chance of a Phase without free actions: the turn player first, then the others."""
    s.frames.append((F_CLOSED,))
    s.frames.append((F_WINDOW, W_PHASE, s.active, s.seats))


def f_closed(s: State) -> None:
    """What closes a Phase comes when nobody wants anything more (faroe timing.item-window)."""
    if s.vars[V_ACTED]:
        atoms.set_var(s, V_ACTED, 0)
        s.frames.append((F_CLOSE,))
        return
    seat = s.active
    if s.phase == STARTING:
        combat.gain_tp(s, seat, s.rules.figure_tp_phase)
        s.frames.append((F_PHASE, DRAWING))
    elif s.phase == DRAWING:
        s.frames.append((F_PHASE, PREPARATION))
        if s.turn > 1 or not _is_duel(s) or s.rules.duel_first_draw:
            s.frames.append((F_SETTLE, 0))
            s.frames.append((F_DRAW, seat, s.rules.figure_draw, 0))
    else:
        s.frames.append((F_NEXT_TURN,))
        over = len(s.zones[seat * NZ + HAND]) - values.hand_max(s, seat)
        if over > 0:
            discard_from_hand(s, seat, over)


def _is_duel(s: State) -> bool:
    """Two Players against each other, not side by side (faroe turn.first-draw-coop)."""
    sides = s.rules.sides
    return s.seats == 2 and bool(sides[0] != sides[1])


def f_next_turn(s: State) -> None:
    atoms.emit(s, atoms.TURN_ENDS, s.active + 1, s.active)
    s.frames.append((F_TURN, seat_order(s, (s.active + 1) % s.seats)[0]))


def f_act(s: State) -> None:
    """The turn player's free choice in a sub-phase."""
    if s.active in s.out:
        s.frames.append((F_NEXT_TURN,))
        return
    s.frames.append((F_ACTED,))
    kernel.ask(s, s.active, ACT)


def f_acted(s: State) -> None:
    move = s.ans[0]
    if move[0] == V_END:
        atoms.set_var(s, V_ACTED, 0)
        s.frames.append((F_ENDED,))
        s.frames.append((F_WINDOW, W_PHASE, (s.active + 1) % s.seats, s.seats - 1))
    else:
        s.frames.append((F_ACT,))
        s.rules.perform(s, s.active, move)


def f_ended(s: State) -> None:
    if s.vars[V_ACTED]:
        s.frames.append((F_ACT,))
    else:
        s.frames.append((F_PHASE, s.phase + 1))


# Drawing, discarding, showing.


def f_draw(s: State, seat: int, n: int, act_id: int) -> None:
    """Draw n cards, as many as there are (faroe win.empty-draw)."""
    line = s.zones[seat * NZ + DECK][: max(n, 0)]
    if line:
        s.frames.append((F_DRAWN, seat, len(line), act_id))
        bind_top(s, seat, len(line))


def bind_top(s: State, seat: int, n: int) -> None:
    """Need a card for every slot among the top n that has none yet."""
    unbound = s.zones[seat * NZ + DECK][:n].count(0)
    if unbound:
        kernel.need(s, BIND, seat, seat * 2 + D_MAIN, unbound, ())


def f_drawn(s: State, seat: int, n: int, act_id: int) -> None:
    drawn = s.zones[seat * NZ + DECK][:n]
    for h in drawn:
        atoms.move(s, h, seat * NZ + HAND, 0, act_id, atoms.DRAWN)
    if act_id in s.acts:
        chain.remember(s.acts[act_id], list(drawn), s, len(drawn))


def discard_from_hand(s: State, seat: int, n: int, act_id: int = 0) -> None:
    """Let a Player discard n cards of the own choice (faroe zone.hand-discard, limit.hand-choice)."""
    if act_id:
        holder = s.acts[act_id]
        holder[A_PICKED] = ()
    else:
        holder = new_act(s, V_TRIGGER, seat, 0, 0, -1)
        act_id = holder[A_ID]
        s.acts[act_id] = holder
    s.frames.append((F_DISCARD, act_id))
    s.frames.append((F_GATHER, act_id, seat, n, n, P_HAND, (act_id,)))


def pick_hand(s: State, seat: int, known: Known, act_id: int) -> list[int]:
    """The cards of a Hand that have not been picked yet, the one that came last first."""
    picked = s.acts[act_id][A_PICKED] if act_id in s.acts else ()
    return [h for h in reversed(s.zones[seat * NZ + HAND]) if h not in picked]


def f_discard(s: State, act_id: int) -> None:
    act = s.acts[act_id]
    picked = act[A_PICKED]
    act[A_PICKED] = ()
    if picked:
        chain.remember(act, list(picked), s, len(picked))
        put_open(s, list(picked), DISCARD, act_id, atoms.DISCARDED)
    if act_id not in s.chain and act[A_SEAT] >= 0 and act[A_VERB] == V_TRIGGER and act[A_ABILITY] < 0:
        del s.acts[act_id]


def put_open(s: State, cards: list[int], kind: int, act_id: int, why: int) -> None:
    """Move cards to an open zone of their owners; hidden ones are shown first."""
    if not cards:
        return
    s.frames.append((F_PUT, tuple(ref(s, h) for h in cards), kind, act_id, why))
    for seat in range(s.seats):
        mine = tuple(h for h in cards if not s.code[h] and s.ctrl[h] == seat)
        if mine:
            kernel.need(s, OPEN, seat, 0, -1, mine)


def f_put(s: State, refs: tuple[int, ...], kind: int, act_id: int, why: int) -> None:
    for r in refs:
        h = r & HANDLE_MASK
        if alive(s, r):
            atoms.move(s, h, s.owner[h] * NZ + kind, 1, act_id, why)


def mix(s: State, seat: int) -> None:
    """Fresh commitments for the hidden cards of a Hand, once a turn."""
    atoms.mark(s, P_TURN, MK_MIXED, seat + 1)
    hidden = tuple(h for h in s.zones[seat * NZ + HAND] if not s.code[h])
    kernel.need(s, RECOMMIT, seat, seat * 2 + D_MAIN, 0, hidden)


def gap_is_due(s: State) -> bool:
    """The others are asked each time a chain has finished with nothing waiting (faroe timing.item-window)."""
    due = s.vars[V_CHAINED]
    atoms.set_var(s, V_CHAINED, 0)
    return bool(due)

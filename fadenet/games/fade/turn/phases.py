"""Set-up and the run of a turn: mulligans, phases, upkeep, gaps, drawing and discarding.

Each step is a frame that pushes the next one and then what happens before it, so that whatever a step sets
off is over before the next begins (`settled`):

    f_vote .. f_lay_down   what the Players bring is agreed on, decks are laid down
    choose_first           who begins, by throws or by chance (`throwing.py`)
    f_mulligan, f_kept     opening hands, kept or exchanged together
    f_turn                 what lasted until now ends, the steps of the edition that begin a turn
    f_phase                upkeep and what waits for a Phase; then a free choice of the turn player
                           (`f_act`), or a last chance for all (`f_close`) and the Phase's own part
                           (`f_closed`)
    f_next_turn            nothing waits any more

A turn whose player is out is cut short at every one of these (`_cut_short`); a card that changes hands for
some time goes back before the next turn begins.
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import P_SLOT, W_PHASE, f_check, f_settle, f_window, push, settled
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.language import instructions
from fadenet.engine.rules import Q_WAIT
from fadenet.engine.state import (
    ACT,
    BIND,
    CONFIRM,
    HANDLE_MASK,
    POOL,
    RECOMMIT,
    State,
    Waiting,
    alive,
    is_automaton,
    ref,
)
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, control, ending, reserving, values
from fadenet.games.fade.points import CounterEffect
from fadenet.games.fade.turn import votes
from fadenet.games.fade.typed import rules_of, world_of

# Set-up (faroe setup.sequence).


def f_begin(s: State) -> None:
    """World Rules and Raiders are voted on before anything else (fade2 setup.sequence)."""
    push(s, f_lay_down)
    if rules_of(s).worlds or rules_of(s).opponent.brought:
        push(s, votes.f_vote, 0)


def f_lay_down(s: State) -> None:
    """Every deck and Fighter Pool is laid down and shuffled. Raiders have none (fade2 raider.turn)."""
    push(s, f_placed)
    decks = s.seats if any(rules_of(s).ownerless) else _players(s)
    for place, seats in ((t.D_MAIN, decks), (t.D_FIGHTERS, _players(s))):
        for seat in range(seats):
            kernel.need(s, POOL, seat, seat * 2 + place, 1, ())


def _players(s: State) -> int:
    """The number of Players: a Legend is not one, nor are Raiders."""
    return s.seats - s.rules.automata


def f_placed(s: State) -> None:
    for seat in range(_players(s)):
        atoms.place_pool(s, seat * 2 + t.D_FIGHTERS, seat * t.NZ + t.FIGHTERS)
        atoms.put(s, t.TP, seat + 1, world_of(s).figures.starting_tp)
        atoms.show_body(s, seat)
    for seat in range(_players(s), s.seats):
        rules_of(s).opponent.enter(s, seat)
    choose_first(s, tuple(range(_players(s))))


def choose_first(s: State, seats: tuple[int, ...]) -> None:
    """One of these begins, as the edition says."""
    if len(seats) == 1:
        begin_with(s, seats[0])
    else:
        rules_of(s).policies.choose_first(s, seats)


def begin_with(s: State, seat: int) -> None:
    """A seat begins, and all draw their Hands."""
    atoms.set_var(s, t.V_FIRST, seat)
    s.active = seat
    if rules_of(s).second_tp:  # faroe setup.opening
        combat.gain_tp(s, s.rules.next_seat(s, seat), rules_of(s).second_tp)
    push(s, f_mulligan)
    for other in range(_players(s), s.seats):
        rules_of(s).opponent.begin(s, other)
    _deal(s, still_in(s))


def _deal(s: State, seats: tuple[int, ...]) -> None:
    push(s, f_dealt, seats)
    for seat in seats:
        n = min(world_of(s).figures.opening_hand, len(s.zones[seat * t.NZ + t.DECK]))
        kernel.need(s, BIND, seat, seat * 2 + t.D_MAIN, n, ())


def f_dealt(s: State, seats: tuple[int, ...]) -> None:
    for seat in seats:
        for h in s.zones[seat * t.NZ + t.DECK][: world_of(s).figures.opening_hand]:
            atoms.move(s, h, seat * t.NZ + t.HAND, 0, 0, atoms.DRAWN)


def f_mulligan(s: State) -> None:
    """All decide at once, unseen, whether to take a new Hand (faroe mulligan.simultaneous)."""
    asked = still_in(s)
    push(s, f_kept, asked)
    for seat in asked:
        kernel.ask(s, seat, CONFIRM, picker=P_SLOT, data=(0, 0), sealed=1)


def f_kept(s: State, asked: tuple[int, ...]) -> None:
    again = tuple(seat for seat, move in zip(asked, s.ans, strict=True) if move == YES_MOVE)
    for seat in asked:
        atoms.emit(s, t.E_KEEPS, seat + 1, seat, 0, 0 if seat in again else 1)
    push(s, f_turn, s.vars[t.V_FIRST])
    if again:
        push(s, f_redeal, again)
        for seat in again:
            kernel.need(s, POOL, seat, seat * 2 + t.D_MAIN, 0, s.zones[seat * t.NZ + t.HAND])


def f_redeal(s: State, seats: tuple[int, ...]) -> None:
    _deal(s, seats)


# Turns and phases.


def still_in(s: State) -> tuple[int, ...]:
    """The Players that have not lost, ascending."""
    return tuple(seat for seat in range(_players(s)) if seat not in s.out)


def places_passed(s: State, seat: int) -> list[int]:
    """The places in the turn order from the one after the active seat to the next one that is still in.

    It begins to look at `seat`; at the first turn that is the active seat itself.
    """
    passed: list[int] = []
    place = s.active
    while not passed or place != seat:
        place = s.rules.next_seat(s, place)
        passed.append(place)
    while place in s.out:
        place = s.rules.next_seat(s, place)
        passed.append(place)
    return passed


def f_turn(s: State, seat: int) -> None:
    """A turn of the next seat that is still in begins; changes that lasted until now end (faroe
    turn.round-duration).

    Those who left during set-up take their cards along (faroe format.elimination). Everything that the turn
    before set off is over by then.
    """
    if not settled(s, f_turn, seat):
        return
    passed = places_passed(s, seat)
    returning = control.ending(s, passed) if rules_of(s).lends else ()
    if returning:  # fade2 zone.control-change
        push(s, f_turn, seat)
        control.give_back(s, returning)
        return
    seat = passed[-1]
    gone = () if s.turn else s.out
    atoms.drop_mods(s, t.U_TURN, s.turn)
    for place in passed:
        atoms.drop_mods(s, t.U_ROUND, place)
        atoms.drop_mods(s, t.U_NEXT, place)
        atoms.clear_marks(s, t.P_ROUND + place)
    for period in (t.P_STOPPED, t.P_DECLINED):
        atoms.clear_marks(s, period)
    atoms.clear_marks(s, t.P_TURN)
    for passes in rules_of(s).points.passing:
        passes(s)
    s.turn += 1
    s.active = seat
    s.phase = t.STARTING
    control.follow(s)
    if s.turn == 1 or s.vars[t.V_FIRST] in passed:
        atoms.set_var(s, t.V_ROUND, s.vars[t.V_ROUND] + 1)
    atoms.emit(s, atoms.TURN_BEGINS, seat + 1, seat, 0, s.turn)
    if not any(step(s, seat) for step in rules_of(s).policies.turn_starts):
        push(s, f_phase, t.STARTING)
        push(s, f_check)
    for left in gone:
        push(s, ending.f_clear, left)


def _runs_out(s: State, seat: int) -> bool:
    """Without a card to draw the Player has lost."""
    empty = not s.zones[seat * t.NZ + t.DECK] and not is_automaton(s, seat)
    if empty:
        push(s, f_turn, s.rules.next_seat(s, seat))
        rules_of(s).course.lose(s, seat, s.rules.cites[reasons.EMPTY_DECK])
    return empty


TURN_STARTS: Final = {"deck": _runs_out}
"""The steps that begin a turn, before its first Phase: (state, seat) -> whether that was the whole turn."""


def f_phase(s: State, phase: int) -> None:
    """A Phase begins: its effects wait in the queue, then its own part comes.

    Everything that the one before set off is over by then; effects that begin a turn come together with its
    first Phase.
    """
    if _cut_short(s) or not (phase == t.STARTING or settled(s, f_phase, phase)):
        return
    s.phase = phase
    seat = s.active
    for passes in rules_of(s).points.passing if phase == t.ENDING else ():
        passes(s)
    atoms.set_var(s, t.V_ACTED, 0)
    atoms.emit(s, atoms.PHASE_BEGINS, seat + 1, seat, 0, phase)
    if phase in (t.PREPARATION, t.COMBAT, t.AFTERMATH):
        push(s, f_act)
        if phase in rules_of(s).policies.checked_phases:
            push(s, f_check)
    else:
        push(s, f_close)
    if phase == t.STARTING or rules_of(s).policies.upkeep_in[phase]:
        _enqueue_upkeep(s, seat, phase)
    atoms.emit(s, t.PHASE_EVENTS[phase], seat + 1, seat)
    if s.queue:
        push(s, f_settle, s.next_id)


def bearers(s: State, seat: int) -> list[int]:
    """All cards on a Player's side of the field that can bear Counters, and the Player."""
    found = [seat + 1]
    for h in range(s.seats + 1, len(s.code)):
        if s.ctrl[h] == seat and s.zone[h] >= 0 and s.zone[h] % t.NZ in t.LIVE and s.face[h]:
            found.append(h)
    return found


def _enqueue_upkeep(s: State, seat: int, phase: int) -> None:
    there, points = bearers(s, seat), rules_of(s).points
    waiting = [starts(s, there) for starts in (points.starting if phase == t.STARTING else ())]
    for h in there:
        for column in rules_of(s).policies.upkeep_in[phase]:
            if _acts_on(s, h, column):
                atoms.enqueue(s, Q_WAIT, seat, t.UPKEEP[column], ref(s, h), ())
        for number, those in waiting:
            if h in those:
                atoms.enqueue(s, Q_WAIT, seat, number, ref(s, h), ())


def upkeep(s: State, row: Waiting) -> None:
    """Counters take effect in a Phase, without a chain (faroe counter.starting-phase, counter.end-phase)."""
    _, seat, what, src, _, _ = row
    h = src & HANDLE_MASK
    column, does = rules_of(s).policies.upkeep_of.get(what, (0, None))
    if not alive(s, src) or (does is not None and not _acts_on(s, h, column)):
        return
    push(s, f_check)
    if does is not None:
        does(s, seat, h, column)
    for number, _, happens in rules_of(s).points.due:
        if number == what:
            happens(s, row)


def _wear(s: State, seat: int, h: int, column: int) -> None:
    atoms.put(s, column, h, -1)


def _grow(s: State, seat: int, h: int, column: int) -> None:
    atoms.put(s, column, h, 1)


UPKEEPS: Final[dict[str, CounterEffect]] = {"wear": _wear, "grow": _grow}
"""The effects that Counters of any kind may have in a Phase, by word; their features have the others."""


def _acts_on(s: State, h: int, counter: int) -> bool:
    """Whether Counters of a kind do anything to their bearer now (faroe keyword.orbital-state).

    It is asked again when their turn comes: effects before it may have changed the answer.
    """
    there = h <= s.seats or (s.zone[h] >= 0 and s.zone[h] % t.NZ in t.LIVE)
    return there and s.num[counter][h] > 0 and not values.ignores(s, h, counter)


def f_close(s: State) -> None:
    """The last chance of a Phase without free actions: the turn player first, then the others."""
    if _cut_short(s):
        return
    push(s, f_closed)
    push(s, f_window, W_PHASE, s.active, s.seats)


def f_closed(s: State) -> None:
    """The closing steps of a Phase come when nobody wants anything more (faroe timing.item-window)."""
    if _cut_short(s):
        return
    if s.vars[t.V_ACTED]:
        atoms.set_var(s, t.V_ACTED, 0)
        push(s, f_close)
        return
    seat = s.active
    if s.phase == t.STARTING:
        combat.gain_tp(s, seat, _tp_of_starting(s))
        push(s, f_phase, _next_phase(s))
    elif s.phase == t.DRAWING:
        push(s, f_phase, t.PREPARATION)
        drawn = _cards_drawn(s)
        if drawn:
            push(s, instructions.f_draw, seat, drawn, 0)
    else:
        push(s, f_next_turn)
        over = len(s.zones[seat * t.NZ + t.HAND]) - values.hand_max(s, seat)
        if over > 0:
            instructions.discard_from_hand(s, seat, over)


def _next_phase(s: State) -> int:
    """The Phase that follows: a turn that nobody plays may have fewer of them (fade2 raider.turn)."""
    if not is_automaton(s, s.active):
        return s.phase + 1
    return min(phase for phase in rules_of(s).opponent.phases if phase > s.phase)


def _tp_of_starting(s: State) -> int:
    """The TP of a Starting Phase (faroe turn.starting, fade2 turn.first-player-no-tp)."""
    figures = world_of(s).figures
    first = figures.tp_gain_first_player_first_turn if s.turn == 1 else None
    return figures.tp_gain_starting_phase if first is None else first


def _cards_drawn(s: State) -> int:
    """The cards of a Draw Phase (fade2 turn.first-player-no-draw, faroe turn.first-draw-two-players)."""
    figures, first = world_of(s).figures, None
    if s.turn == 1:
        first = figures.draw_first_player_first_turn
        if first is None and _is_duel(s):
            first = figures.first_player_first_turn_draw_two_players
    return figures.draw_per_draw_phase if first is None else first


def _is_duel(s: State) -> bool:
    """Two Players against each other, not side by side (faroe turn.first-draw-coop)."""
    return _players(s) == s.seats == 2 and bool(s.rules.side(s, 0) != s.rules.side(s, 1))


def f_next_turn(s: State) -> None:
    """The turn ends when nothing waits any more that was set off in it."""
    if settled(s, f_next_turn):
        push(s, f_turn, s.rules.next_seat(s, s.active))
        atoms.emit(s, atoms.TURN_ENDS, s.active + 1, s.active)


def _cut_short(s: State) -> bool:
    """The turn player is out: the rest of the turn is dropped (faroe format.elimination-turn)."""
    if s.active in s.out:
        push(s, f_next_turn)
    return s.active in s.out


def f_act(s: State) -> None:
    """The turn player's free choice in a sub-phase."""
    if _cut_short(s) or not settled(s, f_act):
        return
    if rules_of(s).board.overflows(s):
        push(s, f_act)
        push(s, f_settle, 0)
        push(s, f_check)
        push(s, reserving.f_make_room, s.active, 0, ())
        return
    push(s, f_acted)
    if is_automaton(s, s.active):
        rules_of(s).opponent.act(s)
    else:
        kernel.ask(s, s.active, ACT)


def f_acted(s: State) -> None:
    move = s.ans[0]
    if move[0] == t.V_END:
        atoms.set_var(s, t.V_ACTED, 0)
        push(s, f_ended)
        push(s, f_window, W_PHASE, s.rules.next_seat(s, s.active), s.seats - 1)
    else:
        push(s, f_act)
        rules_of(s).moves.perform(s, s.active, move)


def f_ended(s: State) -> None:
    if _cut_short(s):
        return
    if s.vars[t.V_ACTED]:
        push(s, f_act)
    else:
        push(s, f_phase, _next_phase(s))


# Showing.


def mix(s: State, seat: int) -> None:
    """Fresh commitments for the hidden cards of a Hand, once a turn."""
    atoms.mark(s, t.P_TURN, t.MK_MIXED, seat + 1)
    hidden = tuple(h for h in s.zones[seat * t.NZ + t.HAND] if not s.code[h])
    kernel.need(s, RECOMMIT, seat, seat * 2 + t.D_MAIN, 0, hidden)


def gap_is_due(s: State) -> bool:
    """The others are asked each time a chain has finished with nothing waiting (faroe timing.item-window)."""
    due = s.vars[t.V_CHAINED] > 0
    if due:
        atoms.set_var(s, t.V_CHAINED, 0)
    return due

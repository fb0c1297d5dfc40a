"""The run of a game: the phases of a turn, how long it may go on, running from it, and its end."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import P_SLOT, push
from fadenet.engine.kernel import NO_MOVE
from fadenet.engine.kit import series
from fadenet.engine.kit.turns import Track
from fadenet.engine.language import instructions
from fadenet.engine.state import CONFIRM, Frames, State
from fadenet.games.terrene import battle
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.games.terrene.typed import rules_of

# Phases (terrene turn.*).


def _begin(s: State) -> None:
    """Decay and what lasted until this turn ends."""
    atoms.clear_marks(s, t.P_TURN)
    for until, arg in ((t.U_TURN, s.turn - 1), (t.U_START, s.active)):
        atoms.drop_mods(s, until, arg)
    for h in v.party(s, s.active):
        atoms.put(s, t.DECAY, h, -s.num[t.DECAY][h])


def _command(s: State) -> None:
    """Unspent Actions go, new ones come, then what starts with a turn."""
    seat = s.active
    n = v.figure(s, v.terrain(s, seat), t.Q_ACTIONS) + (rules_of(s).additions and s.turn == 2)
    for column in (t.ACTIONS, t.GAINED):
        atoms.put(s, column, seat + 1, n - s.num[column][seat + 1])
    atoms.emit(s, atoms.TURN_BEGINS, seat + 1, seat, 0, s.turn)
    atoms.emit(s, t.E_START, seat + 1, seat, 0, s.turn)
    battle.settle(s)


def _draw(s: State) -> None:
    """One card, two in the first turn after running (terrene action.run-bonus)."""
    ran = s.vars[t.G_RAN] == s.active + 1
    if ran:
        atoms.set_var(s, t.G_RAN, 0)
    figures = rules_of(s).figures
    n = figures.draw_first_turn_after_run if ran else figures.draw_per_turn
    push(s, instructions.f_draw, s.active, n, 0)


def _end(s: State) -> None:
    atoms.emit(s, t.E_END, s.active + 1, s.active, 0, s.turn)


def _over(s: State) -> None:
    """Changes that lasted until now end, and a Storm that has had its turn goes (terrene terrain.storm)."""
    atoms.drop_mods(s, t.U_TURN, s.turn)
    atoms.emit(s, atoms.TURN_ENDS, s.active + 1, s.active, 0, s.turn)
    battle.settle(s)
    for h in v.zone(s, s.active, t.TERRAINS):
        if v.card_of(s, h).types & t.STORM and s.since[h] < s.turn:
            instructions.discard(s, [h])


def _goes_on(s: State) -> bool:
    """Idle turns and the last turn of all end a game (terrene win.stalemate, win.turn-limit)."""
    figures = rules_of(s).figures
    atoms.set_var(s, t.G_IDLE, 0 if s.vars[t.G_BUSY] else s.vars[t.G_IDLE] + 1)
    atoms.set_var(s, t.G_BUSY, 0)
    late = s.turn >= figures.turn_limit_per_player * s.seats
    if late or s.vars[t.G_IDLE] >= figures.stalemate_turns:
        a, b = v.hit_points(s, 0), v.hit_points(s, 1)
        winner = int(b > a) if late and a != b else -1
        over(s, winner, "win.turn-limit" if late else "win.stalemate")
        return False
    return True


TRACK: Final = Track(_begin, (_command, _draw, None, _end), t.ACTING, _over, _goes_on)


# How a game ends (terrene win.*, action.run).


def over(s: State, winner: int, rule: str) -> None:
    """A side wins the game by a rule, -1 = nobody."""
    push(s, f_over, winner, _reason(s, rule), 0)


def _reason(s: State, rule: str) -> int:
    return series.series_of(s).ends.index(rule)


def f_over(s: State, winner: int, reason: int, mark: int) -> None:
    """A side has won a game, -1 = nobody: all that was to come is dropped, and the next game begins.

    reason: the place of the rule in `Series.ends`. mark: 1 + the seat that the next game owes
    cards, 0 = none.
    """
    if series.over(s, winner, series.series_of(s).ends[reason]):
        atoms.set_var(s, t.G_RAN, mark)
    else:
        series.forget(s)


def run(s: State, seat: int) -> None:
    """A seat gives a game up for its side, if its partner agrees (terrene action.run,
    format.2v2-run-and-leave)."""
    push(s, f_forfeit, seat, _reason(s, "action.run"))
    for mate in rules_of(s).confidants(s, seat)[:1]:
        kernel.ask(s, mate, CONFIRM, picker=P_SLOT, data=(0, seat + 1))


def f_forfeit(s: State, seat: int, reason: int) -> None:
    if s.ans[0] != NO_MOVE:
        push(s, f_over, 1 - s.rules.side(s, seat), reason, seat + 1)


def lose(s: State, seat: int, rule: str) -> None:
    """The match is lost for the whole side of a seat."""
    side = s.rules.side(s, seat)
    for e in range(s.seats):
        if s.rules.side(s, e) == side and e not in s.out:
            atoms.leave_seat(s, e)
    atoms.end_match(s, tuple([2 if s.rules.side(s, e) == side else 1 for e in range(s.seats)]), rule)


FRAMES: Final[Frames] = (f_over, f_forfeit)

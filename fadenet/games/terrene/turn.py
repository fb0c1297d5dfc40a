"""The run of a game: its set-up, the phases of a turn, and how long it may go on."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.chain import push
from fadenet.engine.kit import series
from fadenet.engine.kit.turns import Track
from fadenet.engine.language import instructions
from fadenet.engine.state import ATTACHED, State
from fadenet.games.terrene import battle
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.games.terrene.typed import rules_of


def lay_picks(s: State, seat: int, cards: tuple[int, ...]) -> None:
    """Characters, what they hold, and the Terrain lie face-down (terrene setup.face-down)."""
    n, base = rules_of(s).party, seat * t.NZ
    for h, held in zip(cards[:n], cards[n:-1], strict=True):
        atoms.vouch(s, h, t.ST_STARTER)
        atoms.vouch(s, held, t.ST_PICKED)
        atoms.move(s, h, base + t.PARTY, 0)
        atoms.lay_on(s, held, h, ATTACHED, 0, base + t.HELD)
    atoms.vouch(s, cards[-1], t.ST_TERRAIN)
    atoms.move(s, cards[-1], base + t.TERRAINS, 0)


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
    ran = s.vars[series.X_MARK] == s.active + 1
    if ran:
        atoms.set_var(s, series.X_MARK, 0)
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
        series.over(s, winner, "win.turn-limit" if late else "win.stalemate")
        return False
    return True


TRACK = Track(_begin, (_command, _draw, None, _end), t.ACTING, _over, _goes_on)

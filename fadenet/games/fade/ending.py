"""The state check, losing, and how a match ends (faroe timing.state-check, win.*)."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.state import (
    HANDLE_MASK,
    State,
    ref,
)
from fadenet.games.fade import combat, values
from fadenet.games.fade.tables import (
    BACKUP,
    DAMAGE,
    E_MOVED_UP,
    FRONT,
    MK_DOOMED,
    NZ,
    P_TURN,
    Q_HP,
    TIMEBOMB,
)


def check_state(s: State) -> bool:
    damage, bombs = s.num[DAMAGE], s.num[TIMEBOMB]
    altered = Q_HP in (s.index or s.rules.index_of(s)).changes
    doomed = [key[2] & HANDLE_MASK for key in s.marks if key[1] == MK_DOOMED and key[0] == P_TURN]
    fallen = []
    for seat in range(s.seats):
        for h in combat.characters(s, seat):
            if (altered or damage[h] or bombs[h] or h in doomed) and _is_fallen(s, h):
                fallen.append(h)
    losers = [seat for seat in range(s.seats) if seat not in s.out and _is_fallen(s, seat + 1)]
    if losers:
        lose_all(s, losers, "win.lose-ko")
        if s.over:
            return True
    if fallen:
        combat.fall(s, combat.KO, fallen)
        return True
    moved = bool(losers)
    for seat in range(s.seats):
        base = seat * NZ
        if not s.zones[base + FRONT] and s.zones[base + BACKUP]:
            for h in s.zones[base + BACKUP]:
                atoms.move(s, h, base + FRONT, 1, 0, E_MOVED_UP, keep=True)
            moved = True
    return moved


def _is_fallen(s: State, h: int) -> bool:
    if values.full_hp(s, h) <= s.num[DAMAGE][h]:
        return True
    if s.num[TIMEBOMB][h] >= s.rules.figure_timebomb and not values.ignores(s, h, TIMEBOMB):
        return True
    return bool(s.marks) and (P_TURN, MK_DOOMED, ref(s, h)) in s.marks


def lose_all(s: State, seats: list[int], rule: str) -> None:
    """Players lose at the same moment; the last person or team standing wins (faroe win.*)."""
    before = [seat for seat in range(s.seats) if seat not in s.out]
    for seat in seats:
        if seat not in s.out:
            atoms.leave_seat(s, seat)
    left = [seat for seat in before if seat not in s.out]
    if len({s.rules.sides[seat] for seat in left}) <= 1:
        end(s, _places(s, left or before), rule if left else "win.draw")


def endless(s: State) -> None:
    """Repetition without an end is a draw of all who are left (faroe limit.repeat)."""
    end(s, _places(s, [seat for seat in range(s.seats) if seat not in s.out]), "limit.repeat")


def _places(s: State, first: list[int]) -> tuple[int, ...]:
    """The place of every seat: these and their teammates are first, all others second."""
    sides = {s.rules.sides[seat] for seat in first}
    return tuple(1 if s.rules.sides[seat] in sides else 2 for seat in range(s.seats))


def end(s: State, places: tuple[int, ...], rule: str) -> None:
    """The match is over: places by seat, 1 = first, and the rule that decided."""
    if not s.over:
        s.over = (places, rule)
        s.asks = s.needs = ()
        s.answers = {}
        atoms.emit(s, atoms.OVER)

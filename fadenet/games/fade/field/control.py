"""Control of Characters by a seat other than their owner: by whose turn it is, or by an effect."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.language import instructions
from fadenet.engine.state import HANDLE_MASK, State, alive, mark_parts, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field.combat import on_side
from fadenet.games.fade.typed import rules_of

_SEATS: Final = 8  # a mark of who holds a card is its number among others, times this, plus the seat


# By whose turn it is.


def follow(s: State) -> bool:
    """Each Character comes under control of whoever controls it whatever effects say, or of the player on
    whose side it stands; returns whether any did.
    """
    changed = False
    for may_be, controls in rules_of(s).points.controllers:
        for seat in range(s.seats):
            there = on_side(s, seat)
            about = may_be(s, there)
            for h in there:
                due = controls(s, h) if about and h in about else -1
                if due < 0:
                    due = seat
                if s.ctrl[h] != due:
                    atoms.control(s, h, due, s.zone[h])
                    changed = True
    return changed


# By an effect (fade2 zone.control-change).


def take(s: State, h: int, seat: int, until: int, act_id: int) -> None:
    """A Character on the field comes to a seat's side, with all that it has, if there is room for it; not one
    that somebody controls whatever effects say.
    """
    before, r = s.zone[h] // t.NZ, ref(s, h)
    controllers = rules_of(s).points.controllers
    fixed = any(may_be(s, (h,)) and controls(s, h) >= 0 for may_be, controls in controllers)
    if fixed or not _comes_over(s, h, seat, act_id):
        return
    held = _holds(s, r)
    if until == t.U_FOREVER and not held:
        return
    if not held and before != s.owner[h]:
        _hold(s, r, t.P_GAME, before)
    ends = {
        t.U_TURN: t.P_TURN,
        t.U_ROUND: t.P_ROUND + rules_of(s).policies.round_of(s),
        t.U_NEXT: t.P_ROUND + seat,
    }
    _hold(s, r, ends.get(until, t.P_GAME), s.next_id * _SEATS + seat)


def _hold(s: State, r: int, period: int, n: int) -> None:
    atoms.unmark(s, period, t.MK_HELD, r)
    atoms.mark(s, period, t.MK_HELD, r, n + 1)


def _holds(s: State, r: int) -> list[int]:
    """The entries of all takings of control of a Character that still last: each is its number among others
    times `_SEATS`, plus the seat.
    """
    periods = (t.P_TURN, t.P_GAME, *range(t.P_ROUND, t.P_ROUND + s.seats))
    found = [atoms.marked(s, period, t.MK_HELD, r) for period in periods] if rules_of(s).lends else ()
    return [n - 1 for n in found if n]


def _comes_over(s: State, h: int, seat: int, act_id: int = 0) -> bool:
    """Whether there is a place for a Character on the side of a seat: then it goes there.

    Where none is played into the back row it comes to the front, if it fits (fade1 zone.control-change).
    """
    was, policies = s.zone[h] % t.NZ, rules_of(s).policies
    front_first = t.BACKUP not in policies.rows_entered
    row = t.FRONT if front_first else policies.row_for(s, seat, was)
    row = next((k for k in (row, t.FRONT + t.BACKUP - row) if rules_of(s).board.has_room(s, seat, k, h)), -1)
    if row < 0:
        return False
    atoms.control(s, h, seat, seat * t.NZ + row, act_id)
    if row == t.FRONT and was == t.BACKUP:
        policies.comes_forward(s, h)
    rules_of(s).board.resettle(s, h, int(not front_first))
    return True


def ending(s: State, places: list[int]) -> list[int]:
    """The Characters whose control was taken for a time that is over as these places are passed."""
    over = {t.P_TURN, *[t.P_ROUND + place for place in places]}
    found = []
    for mark in [*s.marks]:
        period, key, r = mark_parts(mark)
        if key == t.MK_HELD and period in over:
            atoms.unmark(s, period, key, r)
            if alive(s, r):
                found.append(r & HANDLE_MASK)
    return sorted(set(found))


def give_back(s: State, there: list[int]) -> None:
    """They go to whoever took control before, else to their owners: without room to the Discard Pile."""
    for h in there:
        seat = max(_holds(s, ref(s, h)), default=s.owner[h]) % _SEATS
        side, kind = divmod(s.zone[h], t.NZ)
        if seat == side:
            continue
        if kind == t.ORBIT:
            atoms.control(s, h, seat, seat * t.NZ + kind)
        elif not _comes_over(s, h, seat):
            rules_of(s).effects.shed(s, h, 0)
            instructions.put_open(s, [h], t.DISCARD, 0, atoms.MOVED)

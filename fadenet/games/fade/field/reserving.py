"""Characters that leave the front to make room for others (fade1 prep.cs-overflow, prep.cs-blocked)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.card import Card
from fadenet.engine.chain import push
from fadenet.engine.looking import once_a_look
from fadenet.engine.state import PICK, Frames, Known, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, bound, slots
from fadenet.games.fade.field.combat import at_home
from fadenet.games.fade.typed import rules_of


@once_a_look
def _ready(s: State, seat: int, below: tuple[int, ...]) -> list[int]:
    """The Characters in front that may go and take up slots; those with the most first."""
    front = [h for h in at_home(s, seat) if s.zone[h] % t.NZ == t.FRONT and h not in below]
    free = [h for h in bound.not_held(s, seat, front, {}) if slots.taken_by(s, h)]
    return sorted(free, key=lambda h: -slots.taken_by(s, h))


def can_make_room(s: State, seat: int, card: Card, below: tuple[int, ...]) -> bool:
    """Whether enough may leave for a Character to be played, and have where to go."""
    lack = rules_of(s).board.lacking(s, seat, card, below)
    return not lack or lack <= _most(s, _ready(s, seat, below), len(board.free(s, seat, t.BACKUP)))


def _most(s: State, ready: list[int], cells: int) -> int:
    """How many slots become free if those with the most go into so many cells."""
    return sum([slots.taken_by(s, h) for h in ready[:cells]])


def pick_leaver(s: State, seat: int, known: Known, n: int, *below: int) -> list[int]:
    """The Characters that may go next so that n slots may be taken up: those that leave others enough to make
    up the rest.
    """
    ready, cells = _ready(s, seat, below), len(board.free(s, seat, t.BACKUP))
    due = min(slots.lacking(s, seat, n, below), _most(s, ready, cells))
    found = []
    for h in ready if due else ():
        others = [k for k in ready if k != h]
        if slots.taken_by(s, h) + _most(s, others, cells - 1) >= due:
            found.append(h)
    return found


def f_make_room(s: State, seat: int, n: int, below: tuple[int, ...]) -> None:
    """One after the other goes to the back row, as its Player chooses, until n slots may be taken up."""
    there = pick_leaver(s, seat, {}, n, *below)
    if len(there) == 1:
        push(s, f_make_room, seat, n, below)
        _leave(s, seat, there[0])
    elif there:
        push(s, f_made_room, seat, n, below)
        number = rules_of(s).picker_number(pick_leaver)
        kernel.ask(s, seat, PICK, (1, 1), picker=number, data=(n, *below))


def f_made_room(s: State, seat: int, n: int, below: tuple[int, ...]) -> None:
    """The Character that goes was chosen."""
    push(s, f_make_room, seat, n, below)
    _leave(s, seat, s.ans[0][1])


def _leave(s: State, seat: int, h: int) -> None:
    atoms.move(s, h, seat * t.NZ + t.BACKUP, s.face[h], 0, keep=True)
    rules_of(s).board.resettle(s, h)


def overflows(s: State) -> bool:
    """Whether the turn player must put Characters that can into the back row, in Preparation (fade1
    zone.cs-over-maximum).
    """
    over = s.phase == t.PREPARATION and slots.left(s, s.active) < 0
    return over and bool(pick_leaver(s, s.active, {}, 0))


FRAMES: Final[Frames] = (f_make_room, f_made_room)

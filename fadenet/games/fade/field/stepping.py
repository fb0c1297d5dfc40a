"""Characters that go to the front as nobody is left there: all of them, or as their Player chooses."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import push
from fadenet.engine.state import PICK, Frames, Known, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import bound
from fadenet.games.fade.typed import rules_of


def _nobody_goes(s: State, changed: bool) -> bool:
    """Nobody does."""
    return changed


def _all_go(s: State, changed: bool) -> bool:
    """All who are behind go to the front (faroe zone.move-up)."""
    for base in range(0, len(s.zones), t.NZ):
        if not s.zones[base + t.FRONT] and s.zones[base + t.BACKUP]:
            for h in s.zones[base + t.BACKUP]:
                atoms.move(s, h, base + t.FRONT, 1, 0, t.E_MOVED_UP, keep=True)
            changed = True
    return changed


def _some_go(s: State, changed: bool) -> bool | None:
    """Those go whom the Player of the side chooses, once nothing else changes (fade1 zone.step-forward)."""
    if changed or not (seats := due(s)):
        return changed
    push(s, f_step, seats[0])
    return None


REFILLS: Final = {"all": _all_go, "asked": _some_go, "none": _nobody_goes}
"""Characters go where nobody is left in front, by the edition's word; see `Policies.refill`."""


def due(s: State) -> list[int]:
    """The seats with nobody in front and somebody who may step forward, not in their own Preparation."""
    return [
        seat
        for seat in range(s.seats)
        if seat not in s.out
        and not s.zones[seat * t.NZ + t.FRONT]
        and not (seat == s.active and s.phase == t.PREPARATION)
        and pick_stepper(s, seat, {})
    ]


def pick_stepper(s: State, seat: int, known: Known) -> list[int]:
    """The Characters behind that fit into the front, where there is a free cell, and that nothing holds."""
    behind = bound.not_fixed(s, seat, s.zones[seat * t.NZ + t.BACKUP], {})
    return [h for h in behind if rules_of(s).board.has_room(s, seat, t.FRONT, h)]


def f_step(s: State, seat: int) -> None:
    """One after the other steps forward, as the Player of that side chooses, until none of them fits."""
    there = pick_stepper(s, seat, {}) if seat not in s.out else []
    if len(there) == 1:
        _step(s, seat, there[0])
    elif there:
        push(s, f_stepped, seat)
        kernel.ask(s, seat, PICK, (1, 1), picker=rules_of(s).picker_number(pick_stepper), data=())


def f_stepped(s: State, seat: int) -> None:
    """The Character that steps forward was chosen."""
    _step(s, seat, s.ans[0][1])


def _step(s: State, seat: int, h: int) -> None:
    push(s, f_step, seat)
    atoms.move(s, h, seat * t.NZ + t.FRONT, s.face[h], 0, t.E_MOVED_UP, keep=True)
    rules_of(s).policies.comes_forward(s, h)
    rules_of(s).board.resettle(s, h)


FRAMES: Final[Frames] = (f_step, f_stepped)

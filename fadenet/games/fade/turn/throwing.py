"""The seat that begins a match, by Rock, Paper, Scissors or by a joint toss (faroe setup.first-player)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import P_SLOT, push
from fadenet.engine.state import MODE, TOSS, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.turn import phases
from fadenet.games.fade.typed import rules_of

THROWS: Final[tuple[str, ...]] = ("rock", "paper", "scissors")


def throw(s: State, seats: tuple[int, ...]) -> None:
    """They throw Rock, Paper or Scissors (faroe setup.first-player)."""
    push(s, f_thrown, seats)
    for seat in seats:
        kernel.ask(s, seat, MODE, (1, 3), picker=P_SLOT, data=(0,), sealed=1)


def f_thrown(s: State, seats: tuple[int, ...]) -> None:
    """Rock-Paper-Scissors among those still in (faroe setup.rps-many, setup.rps-digital).

    If all of them have given up, those who were beaten before throw.
    """
    thrown = {seat: move[1][1] - 1 for seat, move in zip(seats, s.ans, strict=True) if seat not in s.out}
    if not thrown:
        phases.choose_first(s, phases.still_in(s))
        return
    seats, signs = tuple(thrown), list(thrown.values())
    for seat, sign in thrown.items():
        atoms.emit(s, t.E_THROWN, seat + 1, seat, 0, sign)
    left, rulings = throw_winners(seats, signs), rules_of(s).figures.rulings
    if len(left) == 1:
        phases.begin_with(s, left[0])
    elif left == seats and s.vars[t.V_TIES] + 1 >= rulings.rps_tied_throws_before_seeded_pick:
        toss(s, seats)
    else:
        atoms.set_var(s, t.V_TIES, s.vars[t.V_TIES] + 1 if left == seats else 0)
        phases.choose_first(s, left)


def throw_winners(seats: tuple[int, ...], signs: list[int]) -> tuple[int, ...]:
    """The seats still in after a throw: 0 = Rock, 1 = Paper, 2 = Scissors; all of them after a tie."""
    shown = sorted(set(signs))
    if len(shown) != 2:
        return seats
    a, b = shown
    winner = b if (b - a) % 3 == 1 else a
    return tuple(seat for seat, sign in zip(seats, signs, strict=True) if sign == winner)


def toss(s: State, seats: tuple[int, ...]) -> None:
    """A joint toss decides (fade1 setup.first-player)."""
    push(s, f_first, seats)
    kernel.need(s, TOSS, -1, 0, 1, (len(seats),))


def f_first(s: State, seats: tuple[int, ...]) -> None:
    phases.begin_with(s, seats[s.got[0][0]])

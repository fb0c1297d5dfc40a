"""The run of a turn: a track of phases, walked by a frame that finds its way by the phase's place.

A game says in a `Track`, a part of its rules, what happens at the beginning of each phase. Everything that a
phase sets off is settled before the next one begins. In one of them, the free phase, the active seat makes
one move after the other until it gives `Rules.end_move`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import f_settle, push, settled
from fadenet.engine.rules import rules_of
from fadenet.engine.state import ACT, Frames, State

Hook = Callable[[State], None]


@dataclass(frozen=True, slots=True)
class Track:
    """The parts of a turn.

    begins: what comes before the first phase. phases: what each begins with, if anything; their numbers are
    those of `Rules.phases`, from 1 on. free: the number of the free phase. ends: what comes after the last
    one. goes_on: whether another turn follows, asked once all that `ends` set off is settled.
    """

    begins: Hook
    phases: tuple[Hook | None, ...]
    free: int
    ends: Hook
    goes_on: Callable[[State], bool]


def f_turn(s: State, seat: int) -> None:
    """A seat's turn begins."""
    s.turn += 1
    s.active = seat
    rules_of(s).part(Track).begins(s)
    push(s, f_phase, 1)


def f_phase(s: State, phase: int) -> None:
    """A phase begins; what it sets off comes before the free moves and the phase after it."""
    track = rules_of(s).part(Track)
    if phase > len(track.phases):
        push(s, f_turned)
        push(s, f_settle, 0)
        track.ends(s)
        return
    push(s, f_phase, phase + 1)
    if phase == track.free:
        push(s, f_free)
    s.phase = phase
    push(s, f_settle, 0)
    atoms.emit(s, atoms.PHASE_BEGINS, s.active + 1, s.active, 0, phase)
    step = track.phases[phase - 1]
    if step is not None:
        step(s)


def f_free(s: State) -> None:
    if settled(s, f_free):
        push(s, f_moved)
        kernel.ask(s, s.active, ACT)


def f_moved(s: State) -> None:
    """A move in the free phase: carried out, and the next one asked for, unless it was the last."""
    move = s.ans[0]
    if move != s.rules.end_move:
        push(s, f_free)
        rules_of(s).moves.perform(s, s.active, move)


def f_turned(s: State) -> None:
    if rules_of(s).part(Track).goes_on(s):
        push(s, f_turn, s.rules.next_seat(s, s.active))


FRAMES: Final[Frames] = (f_turn, f_phase, f_free, f_moved, f_turned)

"""Blindness: a coin is tossed for each Attack of its bearer; Tails undoes it (faroe keyword.blindness)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_FLAGS, A_SEAT, A_USER, FIZZLED
from fadenet.engine.chain import f_check, push
from fadenet.engine.state import HANDLE_MASK, TOSS, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.points import Feature, Points


def _tosses(s: State, user: int, act_id: int) -> bool:
    push(s, f_blind, act_id)
    kernel.need(s, TOSS, -1, 0, 1, (2,))
    return True


def f_blind(s: State, act_id: int) -> None:
    """One coin an Attack: on Tails it stays on the Chain, undone (faroe keyword.blindness-details)."""
    push(s, f_check)
    if s.got[0][0] == 1:
        act = s.acts[act_id]
        act[A_FLAGS] |= t.FAILED | FIZZLED
        atoms.emit(s, t.E_MISSED, act[A_USER] & HANDLE_MASK, act[A_SEAT], act_id)


BLINDNESS: Final = Feature("Blindness", Points(declared=((t.BLINDNESS, _tosses),)), burden=True)

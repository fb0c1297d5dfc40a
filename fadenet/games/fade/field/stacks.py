"""Stacks: cards underneath another one, face-up, without function (faroe stack.inactive, stack.open)."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.acts import A_ID, A_SEAT
from fadenet.engine.state import UNDER, Act, State
from fadenet.games.fade import tables as t


def lay_under(s: State, h: int, top: int, act_id: int) -> None:
    """Put a card into the Stack of another one."""
    atoms.lay_on(s, h, top, UNDER, 1, s.ctrl[top] * t.NZ + t.STACK, act_id)
    atoms.emit(s, t.E_STACKED, h, s.ctrl[top], act_id)


def take_out(s: State, h: int, kind: int, face: int, act: Act) -> None:
    """A card leaves its Stack for a zone of its owner."""
    atoms.emit(s, t.E_UNSTACKED, h, act[A_SEAT], act[A_ID])
    atoms.move(s, h, s.owner[h] * t.NZ + kind, face, act[A_ID])

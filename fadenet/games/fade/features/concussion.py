"""Concussion: any Damage Counter put on its bearer Knocks it Out (faroe, fade2 keyword.concussion)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.state import State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import values
from fadenet.games.fade.points import Feature, Points


def _dooms(s: State, h: int, n: int, act_id: int) -> None:
    if values.keyword(s, h, t.K_CONCUSSION):
        atoms.mark(s, t.P_TURN, t.MK_DOOMED, ref(s, h))


CONCUSSION: Final = Feature("Concussion", Points(damaged=(_dooms,)), burden=True)

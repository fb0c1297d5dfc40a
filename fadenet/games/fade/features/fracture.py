"""Fracture: an attacker takes so many Damage Counters as it declares an Attack (faroe keyword.fracture)."""

from __future__ import annotations

from typing import Final

from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat
from fadenet.games.fade.points import Feature, Points


def _breaks(s: State, user: int, act_id: int) -> bool:
    combat.take_counters(s, user, s.num[t.FRACTURE][user], act_id)
    return False


FRACTURE: Final = Feature("Fracture", Points(declared=((t.FRACTURE, _breaks),)), burden=True)

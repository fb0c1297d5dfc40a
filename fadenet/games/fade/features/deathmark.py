"""Deathmark: its bearer falls with an ally of at least its Level (faroe keyword.deathmark)."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.state import State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, values
from fadenet.games.fade.points import Feature, Points


def _follows(s: State, fallen: int, act_id: int) -> None:
    """It falls at the state check. Level 0 is one too (faroe level.none)."""
    if s.zone[fallen] % t.NZ not in (t.FRONT, t.BACKUP):
        return
    least = values.level(s, fallen)
    side = s.rules.side(s, s.ctrl[fallen])
    for seat in range(s.seats):
        for h in combat.characters(s, seat) if s.rules.side(s, seat) == side else ():
            due = h != fallen and values.keyword(s, h, t.K_DEATHMARK) and values.has_level(s, h)
            if due and values.level(s, h) <= least:
                atoms.mark(s, t.P_TURN, t.MK_DOOMED, ref(s, h))
                combat.blame(s, h, act_id)


DEATHMARK: Final = Feature("Deathmark", Points(destroyed=(_follows,)), burden=True)

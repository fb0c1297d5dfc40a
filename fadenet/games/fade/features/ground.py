"""Cells whose kind Zone cards change, and cards that can no longer lie where they do."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.chain import push
from fadenet.engine.looking import looked_at
from fadenet.engine.state import State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import board, moving, places
from fadenet.games.fade.points import Feature, Points


def _has_cells(edition: Edition) -> bool:
    return bool(edition.grid)


def _follow(s: State, changed: bool) -> bool:
    """Characters are in the row that their cell is now; a card that no longer fits its cell goes to another
    one (fade2 zonecard.transforms, zonecard.reverts).
    """
    gone, turned = [], False
    for seat in range(s.seats):
        now = board.kinds(s, seat)
        for h in board.there(s, seat):
            kind = now[s.num[t.CELL][h]]
            if s.zone[h] % t.NZ == kind and not s.host[h]:
                continue
            if kind not in board.stands_in(s, h):
                gone.append(h)
            elif not s.host[h]:
                atoms.rezone(s, h, seat * t.NZ + kind)
                turned = True
    for h in reversed(gone):
        push(s, moving.f_choose, ref(s, h), 1)
    return turned or bool(gone) or changed


def _thin_out(s: State, changed: bool) -> bool:
    """Attached cards that are too many with other cards in their cell go (fade1 limit.equip-five)."""
    if changed:
        return changed
    crowded = looked_at(s, places.crowded)
    for h in reversed(crowded):
        places.keep_to_limit(s, h)
    return bool(crowded)


GROUND: Final = Feature("", Points(checks=(_follow, _thin_out)), there=_has_cells)

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
from fadenet.games.fade.typed import rules_of


def _has_cells(edition: Edition) -> bool:
    return bool(edition.grid)


def _follow(s: State, changed: bool) -> bool:
    """Characters are in the row that their cell is now; a card that no longer fits its cell goes to another
    one (fade2 zonecard.transforms, zonecard.reverts).
    """
    turned, gone = _misplaced(s)
    for h, zone in turned:
        atoms.rezone(s, h, zone)
    for h in reversed(gone):
        push(s, moving.f_choose, ref(s, h), 1)
    return bool(turned or gone) or changed


def _misplaced(s: State) -> tuple[list[tuple[int, int]], list[int]]:
    """The Characters whose cell is of the other row now, each with its zone, and what no longer fits."""
    turned, gone = list[tuple[int, int]](), list[int]()
    cells, cards, code = s.num[t.CELL], rules_of(s).cards, s.code
    for seat in range(s.seats):
        now, base = board.kinds(s, seat), seat * t.NZ
        for row in board.ROWS:
            for h in s.zones[base + row]:
                kind = now[cells[h]] if cells[h] else row
                if kind == row:
                    continue
                if kind in board.ROWS:
                    turned.append((h, base + kind))
                else:
                    gone.append(h)
        for h in s.kids.get(seat + 1, ()):
            if cells[h]:
                kind = now[cells[h]]
                fits = kind == t.ATTACH and not cards[code[h]].fronted  # as nearly all do
                if not fits and kind not in board.stands_in(s, h):
                    gone.append(h)
    return turned, gone


def _thin_out(s: State, changed: bool) -> bool:
    """Attached cards that are too many with other cards in their cell go (fade1 limit.equip-five)."""
    if changed:
        return changed
    crowded = looked_at(s, places.crowded)
    for h in reversed(crowded):
        places.keep_to_limit(s, h)
    return bool(crowded)


GROUND: Final = Feature("", Points(checks=(_follow, _thin_out)), there=_has_cells)

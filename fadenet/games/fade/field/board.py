"""What lies in the cells of an edition that has any: what is free, what a Zone card opens, who is first."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.state import State
from fadenet.games.fade.editions.grid import Grid
from fadenet.games.fade.tables import ATTACH, BACKUP, CELL, FRONT, NZ, ZONE
from fadenet.games.fade.typed import rules_of


def grid_of(s: State) -> Grid:
    """The cells of this match's edition, which has some."""
    grid = rules_of(s).edition.grid
    assert grid is not None
    return grid


def kind_of(s: State, seat: int, cell: int) -> int:
    """The kind of zone that a cell is now, -1 while it is closed (fade2 zonecard.transforms, zone.extra)."""
    grid = grid_of(s)
    if cell in grid.closed and not ground(s, seat, cell):
        return -1
    return grid.kinds[cell]


def ground(s: State, seat: int, cell: int) -> int:
    """The Zone card that lies in a cell, under what stands there; 0 = none."""
    cells = s.num[CELL]
    return next((h for h in s.zones[seat * NZ + ZONE] if cells[h] == cell), 0)


def standing(s: State, seat: int) -> dict[int, int]:
    """By cell what stands there on a seat's side, Zone cards left aside; of several in a cell the newest.

    Characters stand in the rows; whatever else has a cell is attached to its Player.
    """
    cells, base = s.num[CELL], seat * NZ
    there = (*s.zones[base + FRONT], *s.zones[base + BACKUP], *s.kids.get(seat + 1, ()))
    return {cells[h]: h for h in there if cells[h]}


def free(s: State, seat: int, kind: int) -> list[int]:
    """The open cells of a kind on a seat's side that have room, in the order of their names."""
    grid, taken = grid_of(s), standing(s, seat)
    if kind == ATTACH and grid.room > 1:
        cells = [s.num[CELL][h] for h in s.kids.get(seat + 1, ())]
        taken = {x: h for x, h in taken.items() if cells.count(x) >= grid.room}
    return [x for x in grid.cells[kind] if x not in taken and kind_of(s, seat, x) == kind]


def stranded(s: State, seat: int) -> list[int]:
    """What stands in a cell of a seat that has closed under it (fade2 zonecard.reverts)."""
    closed, there = grid_of(s).closed, standing(s, seat)
    gone = [h for cell, h in there.items() if cell in closed and kind_of(s, seat, cell) < 0]
    return [h for h in gone if not s.host[h]]


def is_foremost(s: State, h: int) -> bool:
    """Whether no cell of its kind lies in front of a Character's own (fade2 zone.front-most)."""
    seat, kind = divmod(s.zone[h], NZ)
    return all(kind_of(s, seat, cell) != kind for cell in grid_of(s).ahead[s.num[CELL][h]])


def put(s: State, h: int, cell: int) -> None:
    """A card stands in a cell from now on; 0 = in none."""
    atoms.set_number(s, CELL, h, cell)


def grounds(s: State, seat: int) -> list[int]:
    """The cells under which a seat may lay a Zone card (fade2 zonecard.places)."""
    grid = grid_of(s)
    return [cell for kind in (FRONT, BACKUP, ATTACH) for cell in grid.cells[kind]]

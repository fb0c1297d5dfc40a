"""The cells of a Player's side of the field: the kind of place that each is, and the cells ahead of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from fadenet.games.fade import tables as t

_STEPS: Final = (
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
)  # of `DIRECTIONS`: row, column
_KINDS: Final = {t.ZONES[kind][0]: kind for kind in (t.FRONT, t.BACKUP, t.ATTACH)} | {"e": t.EQUIP}
_NAMED: Final = {
    t.FRONT: (t.FRONT,),
    t.BACKUP: (t.BACKUP,),
    t.ATTACH: (t.EQUIP, t.ATTACH),
}  # kinds that are counted together
_DOWN: Final = _STEPS.index((1, 0))


class Ground(NamedTuple):
    """The kinds of the cells of a side while some Zone cards lie there."""

    kinds: tuple[int, ...]  # by cell the kind of zone, -1 while closed
    cells: dict[int, tuple[int, ...]]  # by kind, in the order of their names


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells are numbered from 1, row by row from the front, from left to right as their Player sees them.

    kinds: by cell the kind of zone that it is, or becomes when a Zone card opens it. bare: the same without
    Zone cards, -1 for closed ones. closed: those that only a Zone card opens. names: by cell, as moves write
    it, the letter of its kind and a number, open cells of a kind first. ahead: by cell those of the same
    column that lie in front of it, the nearest first. near: by cell the one that touches it in each of
    `DIRECTIONS`, 0 = none. worn: by cell the one in which lies what is attached to a Character there, 0 = in
    none. cells: by kind its cells in the order of their names. room: how many cards lie in one beside the
    Player, or in one for what is attached to a Character. width: how many cells a row has. arena: the number
    of a place for cards with Arena that is beside the Player as well, but part of no row; 0 = without such a
    place.
    """

    kinds: tuple[int, ...]
    bare: tuple[int, ...]
    closed: frozenset[int]
    names: tuple[str, ...]
    ahead: tuple[tuple[int, ...], ...]
    near: tuple[tuple[int, ...], ...]
    worn: tuple[int, ...]
    cells: dict[int, tuple[int, ...]]
    room: int
    width: int
    arena: int

    def __bool__(self) -> bool:
        """Whether there are any."""
        return self.width > 0

    def ground(self, kinds: tuple[int, ...]) -> Ground:
        """The cells by kind; those that are of no kind of their own come last (fade2 zone.extra)."""
        by_kind = {}
        for kind, cells in self.cells.items():
            own = [x for x in cells if kinds[x] == kind]
            made = [x for x, now in enumerate(kinds) if now == kind and self.kinds[x] != kind]
            by_kind[kind] = (*own, *made)
        return Ground(kinds, by_kind)


NO_CELLS: Final = Grid((-1,), (-1,), frozenset(), ("",), ((),), ((0,) * len(_STEPS),), (0,), {}, 0, 0, 0)
"""A field without cells, where Characters stand in two rows."""


def read(rows: Sequence[str], room: int = 1, arena: bool = False) -> Grid:
    """The cells that rows of letters draw, from the front on. Raises `ValueError` if the rows differ in
    length or are empty, or if a letter is not a kind of cell.
    """
    width = len(rows[0])
    if not width or any(len(row) != width for row in rows):
        raise ValueError("all rows have as many cells")
    drawn = "".join(rows)
    for letter in drawn:
        if letter.lower() not in _KINDS:
            raise ValueError(
                f"{letter!r} is no kind of cell; known: {', '.join(_KINDS)}, in capitals if closed"
            )
    kinds = (-1, *(_KINDS[letter.lower()] for letter in drawn))
    closed = frozenset(cell for cell, letter in enumerate(drawn, 1) if letter.isupper())
    names, cells = [""] * len(kinds), dict[int, tuple[int, ...]]()
    for kind, together in _NAMED.items():
        there = [cell for cell, one in enumerate(kinds) if one in together]
        there.sort(key=lambda cell: (cell in closed, cell))
        cells |= {one: tuple([cell for cell in there if kinds[cell] == one]) for one in together}
        for n, cell in enumerate(there, 1):
            names[cell] = f"{t.ZONES[kind][0]}{n}"
    ahead = [tuple(range(cell - width, 0, -width)) for cell in range(len(kinds))]
    near = [_near(cell, width, len(rows)) for cell in range(len(kinds))]
    below = [around[_DOWN] if kinds[cell] == t.FRONT else 0 for cell, around in enumerate(near)]
    worn = [x if x and cell not in closed and kinds[x] == t.EQUIP else 0 for cell, x in enumerate(below)]
    bare = tuple(-1 if cell in closed else kind for cell, kind in enumerate(kinds))
    if arena:
        kinds, bare, names, ahead = (*kinds, t.ATTACH), (*bare, t.ATTACH), [*names, "arena"], [*ahead, ()]
        near.append((0,) * len(_STEPS))
        worn.append(0)
    here = arena and len(kinds) - 1
    return Grid(
        kinds, bare, closed, tuple(names), tuple(ahead), tuple(near), tuple(worn), cells, room, width, here
    )


def _near(cell: int, width: int, height: int) -> tuple[int, ...]:
    """The cells that touch one, in the order of `DIRECTIONS` (fade2 zone.adjacent)."""
    row, column = divmod(cell - 1, width)
    there = [(row + y, column + x) for y, x in _STEPS]
    inside = [0 <= row < height and 0 <= y < height and 0 <= x < width for y, x in there]
    return tuple([y * width + x + 1 if fits else 0 for (y, x), fits in zip(there, inside, strict=True)])

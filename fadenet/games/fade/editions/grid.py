"""The cells of a Player's side of the field: what kind of place each is, and which ones touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fadenet.games.fade.tables import ATTACH, BACKUP, DIRECTIONS, FRONT, ZONES

BEARERS = -2  # the kind of a cell in which what is attached to the Character ahead of it lies
_KINDS = {ZONES[kind][0]: kind for kind in (FRONT, BACKUP, ATTACH)} | {"e": BEARERS}
_STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells are numbered from 1, row by row from the front, from left to right as their Player sees them.

    kinds: by cell the kind of zone that it is, or becomes when a Zone card opens it. closed: those that only
    a Zone card opens. names: by cell, as moves write it, the letter of its kind and a number, open cells of a
    kind first. beside: by cell the cell in each of `DIRECTIONS`, 0 = none. ahead: by cell those of the same
    column that lie in front of it. cells: by kind its cells in the order of their names.
    """

    kinds: tuple[int, ...]
    closed: frozenset[int]
    names: tuple[str, ...]
    beside: tuple[tuple[int, ...], ...]
    ahead: tuple[tuple[int, ...], ...]
    cells: dict[int, tuple[int, ...]]


def read(rows: Sequence[str]) -> Grid:
    """The cells that rows of letters draw, from the front on. Raises `ValueError` for what is no grid."""
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
    names, cells = [""] * len(kinds), {}
    for letter, kind in _KINDS.items():
        there = sorted(
            (cell for cell, one in enumerate(kinds) if one == kind), key=lambda c: (c in closed, c)
        )
        cells[kind] = tuple(there)
        for n, cell in enumerate(there, 1):
            names[cell] = f"{letter}{n}"

    def at(row: int, column: int) -> int:
        return row * width + column + 1 if 0 <= row < len(rows) and 0 <= column < width else 0

    where = [divmod(cell - 1, width) for cell in range(1, len(kinds))]
    beside = [tuple([at(row + down, column + right) for down, right in _STEPS]) for row, column in where]
    ahead = [tuple([at(n, column) for n in range(row)]) for row, column in where]
    none = (0,) * len(DIRECTIONS)
    return Grid(kinds, closed, tuple(names), (none, *beside), ((), *ahead), cells)

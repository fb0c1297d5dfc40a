"""Cards in cells side by side, left out or made narrower until they fit so many lines."""

from __future__ import annotations

from dataclasses import dataclass

from fadenet.console.text import cells, fit

COLUMNS_MAX = 5
CELL_GOOD, CELL_MIN = 36, 25
NAME_MIN, NAME_SHORT = 14, 8
SPARE, OTHERS, PLAYABLE, HELD = 1, 2, 3, 4
"""When a card may be left out for lack of rows: at once; of the others' fields, if there are several others;
what can be played from the own pool; at last the Hand."""


@dataclass(slots=True)
class Cell:
    """One card: its label, its name (may be cut), what stands behind it, and when it may be left out.

    spare: 0 = never, else the lower the sooner (`SPARE`, `OTHERS`, `PLAYABLE`, `HELD`).
    """

    label: str
    name: str
    rest: str
    spare: int = 0
    brief: str = ""  # the most important of `rest`


@dataclass(slots=True)
class Cells:
    """Cards to be laid out side by side, and how many have been left out for lack of rows."""

    cells: list[Cell]
    more: str = ""
    folded: int = 0
    kept: bool = False  # of several alike the one that is folded last


def laid_out(groups: list[str | Cells], width: int, good: int, rows: int) -> list[str]:
    """Lines and cards in `rows` lines if that can be: cards are left out, then columns become narrower.

    Of the last group, what can be spared at once is left out already to come down to `good` lines.
    """
    columns = max(2, min(COLUMNS_MAX, width // CELL_GOOD))
    while len(_laid_out(groups, width, columns)) > good and _fold(groups[-1:], columns, SPARE):
        pass
    level = SPARE
    while True:
        lines = _laid_out(groups, width, columns)
        if len(lines) <= rows:
            return lines
        if not _fold(groups, columns, level):
            if columns < min(COLUMNS_MAX, width // CELL_MIN):
                columns += 1
            elif level < HELD:
                level += 1
            else:
                return lines[:rows]


def _fold(groups: list[str | Cells], columns: int, level: int) -> bool:
    """Leave out a row of cards that can be spared at this level; False if there is none.

    The last group's go first, those of the others' fields in equal parts.
    """
    there = [g for g in groups if isinstance(g, Cells) and any(0 < c.spare <= level for c in g.cells)]
    if not there:
        return False
    group = there[-1]
    if level == OTHERS:
        group = max(there, key=lambda g: (not g.kept, len(g.cells)))
    over = (len(group.cells) - 1) % columns + 1
    spare = [i for i, cell in enumerate(group.cells) if 0 < cell.spare <= level]
    for i in reversed(spare[-over:]):
        del group.cells[i]
    group.folded += min(over, len(spare))
    return True


def _laid_out(groups: list[str | Cells], width: int, columns: int) -> list[str]:
    lines: list[str] = []
    for group in groups:
        if isinstance(group, str):
            lines.append(group)
            continue
        cell = width // columns
        texts = [_cell(c, cell - 1) for c in group.cells]
        for at in range(0, len(texts), columns):
            lines.append("".join(fit(t, cell) for t in texts[at : at + columns]))
        if group.folded:
            said = f"  +{group.folded} {group.more}"
            if len(texts) % columns:
                lines[-1] = fit(lines[-1].rstrip() + said, width)
            else:
                lines[-1] = fit(lines[-1], width - cells(said)) + said
    return lines


def _cell(cell: Cell, width: int) -> str:
    """A card in one cell; its label is never cut.

    To leave some of its name, the gaps between its figures go first, then its Elements, then the rest.
    """
    rest = cell.rest
    if width - cells(cell.label) - cells(rest) < NAME_MIN:
        rest = " ".join(rest.split())
    if width - cells(cell.label) - cells(rest) < NAME_SHORT:
        rest = cell.brief
    room = width - cells(cell.label) - 1
    named = max(room - cells(rest), min(NAME_SHORT, cells(cell.name)))
    return f"{cell.label}{fit(cell.name, named)} {fit(rest, min(cells(rest), room - named))}"

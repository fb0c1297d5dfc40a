"""Cards in cells side by side, left out or made narrower until they fit so many lines."""

from __future__ import annotations

from dataclasses import dataclass

from fadenet.console.text import cells, fit, wrap

COLUMNS_MAX = 5
CELL_GOOD = 36
NAME_WHOLE, NAME_MIN, NAME_SHORT, NAME_STEP = 99, 14, 8, 2
CLOSE_FOLD = 3
MORE = "     "  # what the further lines of something long begin with
SPARE, PLAYABLE, LYING, OTHERS, USABLE, FOE, HELD = range(1, 8)
"""When a card may be left out for lack of rows: at once; what can be played from the own pool; what lies on
others or beside a Player; of the others' fields, if there are several others; what lies on others and can be
used now; of the field of the only other; at last the Hand."""


@dataclass(slots=True)
class Cell:
    """One card: its label, its name (may be cut), what stands behind it, and when it may be left out.

    spare: 0 = never, else the lower the sooner (`SPARE` to `HELD`).
    """

    label: str
    name: str
    rest: str
    spare: int = 0
    brief: str = ""  # the most important of `rest`
    copies: int = 1  # equal cards for which it stands


@dataclass(slots=True)
class Cells:
    """Cards to be laid out side by side, and how many have been left out for lack of rows."""

    cells: list[Cell]
    more: str = ""
    folded: int = 0
    kept: bool = False  # of several alike the one that is folded last


def laid_out(groups: list[str | Cells], width: int, good: int, rows: int) -> list[str]:
    """Lines and cards in `rows` lines if that can be: cards are left out, then put close together.

    Of the last group, what can be spared at once is left out already to come down to `good` lines. Names are
    cut where these would be too few for whole ones, figures never.
    """
    columns, name = max(2, min(COLUMNS_MAX, width // CELL_GOOD)), NAME_MIN
    whole = _laid_out(groups, width, columns, NAME_WHOLE)
    if len(whole) <= good:
        return whole
    while len(_laid_out(groups, width, columns, name)) > good and _fold(groups[-1:], columns, SPARE):
        pass
    level = SPARE
    while True:
        lines = _laid_out(groups, width, columns, name)
        if len(lines) <= rows:
            return lines
        if not _fold(groups, columns or CLOSE_FOLD, level):
            if columns:
                columns = 0
            elif level < OTHERS:
                level += 1
            elif name > NAME_SHORT:
                name -= NAME_STEP
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
        group.folded += group.cells[i].copies
        del group.cells[i]
    return True


def _laid_out(groups: list[str | Cells], width: int, columns: int, name: int) -> list[str]:
    """columns: of equal width, 0 = cards take the room that they need, with so many cells for a name."""
    lines: list[str] = []
    for group in groups:
        if isinstance(group, str):
            lines += [group] if cells(group) <= width else wrap(group, width, MORE)
            continue
        column = width // columns if columns else 1
        texts = [_cell(c, column - 1, name) if columns else _close(c, name) for c in group.cells]
        lines += _filled(texts, width, column)
        if group.folded:
            said = f"  +{group.folded} {group.more}"
            if not lines or cells(lines[-1]) + cells(said) > width:
                lines.append("")
            lines[-1] += said
    return lines


def _filled(texts: list[str], width: int, column: int) -> list[str]:
    """Texts one behind the other, each from the beginning of a column on, in as few lines as they need."""
    lines: list[str] = []
    at = width
    for text in texts:
        if cells(text) > width:
            lines += wrap(text, width, MORE)
            at = width
            continue
        if at + cells(text) > width:
            lines.append("")
            at = 0
        lines[-1] = fit(lines[-1], at) + text
        at += -(-(cells(text) + 1) // column) * column
    return lines


def _close(cell: Cell, name: int) -> str:
    """A card in as little room as it needs: its name is cut, its figures are not."""
    return f"{cell.label.rstrip()} {fit(cell.name, min(cells(cell.name), name))} {cell.brief}"


def _cell(cell: Cell, width: int, name: int) -> str:
    """A card in one column, or in several if its figures need them; its label is never cut.

    To leave some of its name, the gaps between its figures go first, then its Elements.
    """
    rest = cell.rest
    if width - cells(cell.label) - cells(rest) < NAME_MIN:
        rest = " ".join(rest.split())
    if width - cells(cell.label) - cells(rest) < NAME_SHORT:
        rest = cell.brief
    room = width - cells(cell.label) - 1
    named = max(room - cells(rest), min(name, cells(cell.name)))
    return f"{cell.label}{fit(cell.name, named)} {rest}"

"""Cards in cells side by side, left out or made narrower until they fit so many lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fadenet.console.text import cells, fit, wrap

COLUMNS_MAX = 5
CELL_GOOD = 36
NAME_WHOLE, NAME_MIN, NAME_SHORT, NAME_STEP = 99, 14, 8, 2
CLOSE_FOLD = 3
GAP = 4
MORE = "     "  # what the further lines of something long begin with
SPARE, PLAYABLE, LYING, OTHERS, USABLE, FOE, HELD = range(1, 8)
"""When a card may be left out for lack of rows: at once; what can be played from the own pool; what lies on
others or beside a Player; of the others' fields, if there are several others; what lies on others and can be
used now; of the field of the only other; at last the Hand."""
POOL, THEIRS, HAND, OWN = range(4)
"""Whose cards are shortened first."""
WHOLE, NAMED, CLOSE, BRIEF = range(4)
"""How a group of cards is shown: in columns with whole names; in columns, names cut; close together; without
their Elements too."""


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
    rank: int  # the lower, the sooner they are shortened (`POOL` to `OWN`)
    more: str = ""  # what shows them all, as it is typed
    folded: int = 0
    kept: bool = False  # of several alike the one that is folded last
    form: int = WHOLE


Made = dict[tuple[int, int, int, int], list[str]]
"""Lines of groups that are laid out already, by what they depend on."""


def laid_out(groups: list[str | Cells], width: int, good: int, rows: int) -> list[str]:
    """Lines and cards in `rows` lines if that can be: cards are shortened, put close together, left out.

    Of the pool, what can be spared at once is left out already to come down to `good` lines. Names are cut
    where these would be too few for whole ones, then Elements go; labels, figures and marks are never cut.
    """
    columns = max(2, min(COLUMNS_MAX, width // CELL_GOOD))
    column, made = width // columns, Made()
    lines = _laid_out(groups, width, column, NAME_MIN, made)
    cards = [g for g in groups if isinstance(g, Cells)]
    widest = max((_whole(c) for g in cards for c in g.cells), default=0)
    wider = next((width // n for n in range(columns, 1, -1) if widest < width // n), column)
    if wider > column:
        roomy = _laid_out(groups, width, min(wider, widest + GAP), NAME_MIN, Made())
        if len(roomy) <= good:  # no card takes two columns
            return roomy
    pools = [g for g in cards if g.rank == POOL]
    while len(lines) > good and _fold(pools, columns, SPARE):
        lines = _laid_out(groups, width, column, NAME_MIN, made)
    for name in _room_made(cards, columns):
        if len(lines) <= rows:
            break
        lines = _laid_out(groups, width, column, name, made)
    return lines[:rows]


def _room_made(cards: list[Cells], columns: int) -> Iterator[int]:
    """Make the cards take less room, a step at a time: the pool's first, the own field's last. Yields how
    many cells of a name are left at least."""
    name = NAME_MIN
    pools = [g for g in cards if g.rank == POOL]
    for form in (NAMED, CLOSE, BRIEF):
        for group in pools:
            group.form = form
        yield name
    while any(len(g.cells) > CLOSE_FOLD for g in pools) and _fold(pools, columns, PLAYABLE):
        yield name
    for forms in ((NAMED,), (CLOSE, BRIEF)):
        for rank in (THEIRS, HAND, OWN):
            for form in forms:
                for group in cards:
                    group.form = form if group.rank == rank else group.form
                yield name
    for level in (SPARE, PLAYABLE, LYING, OTHERS, 0, USABLE, FOE, HELD):
        while name > NAME_SHORT and not level:
            name -= NAME_STEP
            yield name
        while level and _fold(cards, columns, level):
            yield name


def _fold(groups: list[Cells], columns: int, level: int) -> bool:
    """Leave out a row of cards that can be spared at this level; False if there is none.

    The last group's go first, those of the others' fields in equal parts.
    """
    there = [g for g in groups if any(0 < c.spare <= level for c in g.cells)]
    if not there:
        return False
    group = there[-1]
    if level == OTHERS:
        group = max(there, key=lambda g: (not g.kept, len(g.cells)))
    over = (len(group.cells) - 1) % (columns if group.form < CLOSE else CLOSE_FOLD) + 1
    spare = [i for i, cell in enumerate(group.cells) if 0 < cell.spare <= level]
    for i in reversed(spare[-over:]):
        group.folded += group.cells[i].copies
        del group.cells[i]
    return True


def _laid_out(groups: list[str | Cells], width: int, column: int, name: int, made: Made) -> list[str]:
    """column: its width, where cards do not stand close; name: least cells of a name that is cut."""
    lines: list[str] = []
    for number, group in enumerate(groups):
        if isinstance(group, str):
            lines += [group] if cells(group) <= width else wrap(group, width, MORE)
            continue
        least = name if group.form else NAME_WHOLE
        key = number, group.form, least, len(group.cells)
        if key not in made:
            made[key] = _side_by_side(group, width, column, least)
        lines += made[key]
        if group.folded:
            said = f"  {group.folded} more: type {group.more}"
            if not lines or cells(lines[-1]) + cells(said) > width:
                lines.append("")
            lines[-1] += said
    return lines


def _side_by_side(group: Cells, width: int, column: int, name: int) -> list[str]:
    """The cards of a group in its form."""
    if group.form < CLOSE:
        return _filled([_cell(c, column - 1, name) for c in group.cells], width, column)
    return _filled([_close(c, name, group.form == BRIEF) for c in group.cells], width, 1)


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


def _close(cell: Cell, name: int, brief: bool) -> str:
    """A card in as little room as it needs: its name is cut, its figures are not."""
    rest = cell.brief if brief else " ".join(cell.rest.split())
    return f"{cell.label.rstrip()} {fit(cell.name, min(cells(cell.name), name))} {rest}"


def _whole(cell: Cell) -> int:
    """The room that a card takes with its whole name, all that stands behind it, and no gaps."""
    return cells(cell.label) + cells(cell.name) + 1 + cells(" ".join(cell.rest.split()))


def _cell(cell: Cell, width: int, name: int) -> str:
    """A card in one column, or in several if its figures need them; its label is never cut.

    To leave its name, the gaps between its figures go first; to leave some of it, its Elements.
    """
    rest = cell.rest
    if width - cells(cell.label) - cells(rest) - 1 < cells(cell.name):
        rest = " ".join(rest.split())
    if width - cells(cell.label) - cells(rest) < NAME_SHORT:
        rest = cell.brief
    room = width - cells(cell.label) - 1
    named = max(room - cells(rest), min(name, cells(cell.name)))
    return f"{cell.label}{fit(cell.name, named)} {rest}"

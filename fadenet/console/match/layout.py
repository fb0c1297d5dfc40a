"""Blocks of lines that take less and less room until all fit, and cards that lie nowhere side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fadenet.console.text import cells, fit, wrap

COLUMNS_MAX = 5
CELL_GOOD = 36
NAME_WHOLE, NAME_MIN = 99, 12
FOLD = 3
"""So many cards are left out at a time."""
GAP = 4
MORE = "     "  # the beginning of the further lines of something long


Rendering = Callable[[], list[str]]
"""Draws the lines of a form."""


class Block:
    """The same lines in several forms, the roomiest first. given: by form behind the first, when it comes:
    the form of the lowest number comes first, whatever block it is of."""

    def __init__(self, forms: Sequence[Rendering], given: Sequence[int] = ()) -> None:
        self.forms = forms
        self.given = given
        self._made: dict[int, list[str]] = {}

    def lines(self, form: int) -> list[str]:
        """The lines of a form, drawn once."""
        if form not in self._made:
            self._made[form] = self.forms[form]()
        return self._made[form]


def standing(lines: list[str]) -> Block:
    """Lines that have one form."""
    return Block([lambda: lines])


def fitted(blocks: Sequence[Block], rows: int) -> list[list[str]]:
    """The lines of each block, in `rows` rows altogether if their closest forms have room there.

    Room is made a form at a time; rows left over at the end go to the forms that were given up last.
    """
    at, steps = [0] * len(blocks), list[int]()
    left = rows - sum(len(block.lines(0)) for block in blocks)
    for _, n, form in sorted(
        (b.given[k - 1], n, k) for n, b in enumerate(blocks) for k in range(1, len(b.forms))
    ):
        if left >= 0:
            break
        left += len(blocks[n].lines(at[n])) - len(blocks[n].lines(form))
        at[n] = form
        steps.append(n)
    for n in dict.fromkeys(reversed(steps)):
        left += len(blocks[n].lines(at[n]))
        at[n] = next(form for form in range(at[n] + 1) if len(blocks[n].lines(form)) <= left or form == at[n])
        left -= len(blocks[n].lines(at[n]))
    return [block.lines(form) for block, form in zip(blocks, at, strict=True)]


# Cards that lie nowhere on the board.


@dataclass(frozen=True, slots=True)
class Cell:
    """One card, or several equal ones: label, name, and what stands behind it. brief: the most important of
    that. copies: for how many it stands. spare: whether nothing can be done with it now."""

    label: str
    name: str
    rest: str
    brief: str
    copies: int = 1
    spare: bool = False


def columns(there: Sequence[Cell], width: int) -> list[str]:
    """Cards in columns, with their whole names."""
    most = max(1, min(COLUMNS_MAX, width // CELL_GOOD))
    widest = max((_room(cell) for cell in there), default=0) + 1
    column = min(next((width // n for n in range(most, 0, -1) if widest <= width // n), width), widest + GAP)
    return _filled([_roomy(cell, column - 1) for cell in there], width, column)


def close(there: Sequence[Cell], width: int, brief: bool, name: int = NAME_WHOLE) -> list[str]:
    """Cards one behind the other. brief: with the most important figures alone. name: cells of a name."""
    return _filled([_close(cell, name, brief) for cell in there], width, 1)


def folded(there: Sequence[Cell], width: int, left: int, more: str, name: int = NAME_WHOLE) -> list[str]:
    """The first `left` cards close together, and how many more there are. more: what shows them all."""
    lines = close(there[:left], width, True, name)
    said = f"  {sum(cell.copies for cell in there[left:])} more: type {more}"
    if not lines or cells(lines[-1]) + cells(said) > width:
        return [*lines, said[1:]]
    return [*lines[:-1], lines[-1] + said]


def fewer(there: Sequence[Cell]) -> list[int]:
    """How many of these cards are left, a step at a time."""
    return [*range(len(there) - 1, 0, -FOLD), 0] if there else []


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


def _room(cell: Cell) -> int:
    """The cells of a card with its whole name and no gaps."""
    return cells(cell.label) + cells(cell.name) + 1 + cells(" ".join(cell.rest.split()))


def _roomy(cell: Cell, width: int) -> str:
    """A card in so many cells, with gaps between its figures where there is room."""
    for rest in (cell.rest, " ".join(cell.rest.split())):
        room = width - cells(cell.label) - cells(rest) - 1
        if room >= cells(cell.name):
            return f"{cell.label}{fit(cell.name, room)} {rest}"
    return f"{cell.label}{cell.name} {' '.join(cell.rest.split())}"

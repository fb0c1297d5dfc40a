"""A line of numbers as a chart of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

HEIGHT = 9
STEP_MAX = 6
"""How many columns one number takes at most."""
ROUND = 50
"""The scale begins and ends at a multiple of this."""


class Pen(NamedTuple):
    """The signs that a chart is drawn with: level, upright, the four corners, the axes."""

    level: str
    upright: str
    up_out: str
    up_in: str
    down_out: str
    down_in: str
    tick: str
    side: str
    foot: str
    corner: str


LINES = Pen("─", "│", "╯", "╭", "╮", "╰", "┤", "│", "─", "└")
ASCII = Pen("-", "|", "+", "+", "+", "+", "+", "|", "-", "+")


def chart(values: Sequence[float], marks: Sequence[str], width: int, ascii: bool = False) -> list[str]:
    """Lines of at most `width` cells that show two values or more, the oldest at the left.

    marks: what stands below each value; as many are shown as have room. Of more values than columns the last
    one of each column is shown.
    """
    pen = ASCII if ascii else LINES
    low, high = min(values) // ROUND * ROUND, -(-max(values) // ROUND) * ROUND
    high = high if high > low else low + ROUND
    margin = max(len(f"{high:.0f}"), len(f"{low:.0f}"))
    columns = max(2, width - margin - 2)
    step = max(1, min(STEP_MAX, columns // len(values)))
    shown = min(columns, len(values) * step)
    at = [-(-x * len(values) // shown) - 1 for x in range(1, shown + 1)]
    rows = [round((high - values[n]) / (high - low) * (HEIGHT - 1)) for n in at]
    grid = [[" "] * shown for _ in range(HEIGHT)]
    for x, row in enumerate(rows):
        _draw(grid, pen, x, rows[x - 1] if x else row, row)
    lines = []
    for row, cells in enumerate(grid):
        named = row in (0, HEIGHT // 2, HEIGHT - 1)
        value = f"{high - (high - low) * row / (HEIGHT - 1):.0f}" if named else ""
        lines.append(f"{value:>{margin}} {pen.tick if named else pen.side}{''.join(cells)}".rstrip())
    lines.append(f"{'':{margin}} {pen.corner}{pen.foot * shown}")
    return [*lines, f"{'':{margin}}  {_below([marks[n] for n in at])}".rstrip()]


def _draw(grid: list[list[str]], pen: Pen, x: int, before: int, row: int) -> None:
    """One column: on a level, or up or down from the row before."""
    if row == before:
        grid[row][x] = pen.level
        return
    up = row < before
    grid[before][x], grid[row][x] = (pen.up_out, pen.up_in) if up else (pen.down_out, pen.down_in)
    for between in range(min(row, before) + 1, max(row, before)):
        grid[between][x] = pen.upright


def _below(marks: Sequence[str]) -> str:
    """The first mark, the last one, and those between them that have room and differ."""
    line, end = "", max(0, len(marks) - len(marks[-1]))
    for x, mark in enumerate(marks):
        new = x == 0 or mark != marks[x - 1]
        if new and len(line) + 2 * bool(line) <= x and x + len(mark) + 2 <= end:
            line = f"{line:{x}}{mark}"
    return f"{line:{end}}{marks[-1]}"[: len(marks)]

"""Shares as a bar and a course as a line of small columns: one line of text each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

WIDTH: Final = 50
SHADES, ASCII_SHADES = " ░▒▓█", " .:=#"
COLUMNS, ASCII_COLUMNS = "▁▂▃▄▅▆▇█", "_.-~=+*#"


def bar(counts: Sequence[int], ascii: bool = False) -> str:
    """A bar of `WIDTH` cells in which each of at most five classes, one of them not empty, has its share, the
    lightest shade first."""
    shades = ASCII_SHADES if ascii else SHADES
    ends = [round(WIDTH * n / sum(counts)) for n in accumulate(counts)]
    return "".join(shade * (end - start) for shade, start, end in zip(shades, [0, *ends], ends, strict=False))


def columns(values: Sequence[float], low: float, high: float, ascii: bool = False) -> str:
    """A column for each value, between these bounds, the first one at the left; of more than `WIDTH` the last
    one of each cell is shown."""
    heights = ASCII_COLUMNS if ascii else COLUMNS
    cells = min(WIDTH, len(values))
    shown = [values[-(-x * len(values) // cells) - 1] for x in range(1, cells + 1)]
    top = len(heights) - 1
    return "".join(heights[min(max(round((value - low) / (high - low) * top), 0), top)] for value in shown)

"""The bars of a game (`fadenet/games/balance.toml`), and the figures that are held against them.

A figure is outside only if all of its 95 % interval is, so that no small sample condemns anybody; while the
interval reaches over an end of the bar, more games are needed.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from statistics import median
from typing import Any, Final

from fadenet.bots.arena.course import GameCourse
from fadenet.bots.arena.interval import TRIALS_MIN, interval

FILE: Final = "balance.toml"
WITHIN, OPEN, OUTSIDE = "within", "more games are needed", "OUTSIDE"

Bar = tuple[float, float]
"""The lowest and the highest value, of shares from 0 to 1."""


def read_bars() -> dict[str, Any]:
    """The tables of the file, as they stand there."""
    return tomllib.loads(resources.files("fadenet.games").joinpath(FILE).read_text(encoding="utf-8"))


def bars_of(game: str, format: str, options: Mapping[str, str]) -> dict[str, Bar]:
    """The bars of a kind of match, by what is measured. options: their values, the usual ones too."""
    tables = read_bars()
    own = tables.get(game, {})
    narrower = [own.get(word, {}) for word in (format, *(f"{name} {of}" for name, of in options.items()))]
    said = {key: bar for table in (tables["every"], own, *narrower) for key, bar in table.items()}
    found = {key: bar for key, bar in said.items() if isinstance(bar, list) and bar}
    parts = {key: 1 if key == "turns" else 100 for key in found}
    return {key: (low / parts[key], high / parts[key]) for key, (low, high) in found.items()}


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure. trials: how many it is of; interval: None = too few trials; bar: None = there is none."""

    what: str
    value: float
    trials: int
    interval: tuple[float, float] | None
    bar: Bar | None
    is_share: bool = True

    @property
    def verdict(self) -> str:
        """Where it lies, "" without a bar."""
        if self.bar is None:
            return ""
        low, high = self.interval or (-math.inf, math.inf)
        if high < self.bar[0] or low > self.bar[1]:
            return OUTSIDE
        return WITHIN if self.bar[0] <= low and high <= self.bar[1] else OPEN

    def __str__(self) -> str:
        form = "{:.0%}" if self.is_share else "{:g}"
        said = f"{self.what} {form.format(self.value)} of {self.trials}"
        if self.interval is not None:
            said += " ({} to {})".format(*map(form.format, self.interval))
        if self.bar is not None:
            said += ", bar {} to {}: {}".format(*map(form.format, self.bar), self.verdict)
        return said


def share(what: str, won: float, of: int, bar: Bar | None, trials: int = 0) -> Measure:
    """A share. trials: how many are independent, if not all of them."""
    value = won / of if of else 0.0
    return Measure(what, value, of, interval(value, trials or of), bar)


def measures(group: str, courses: Sequence[GameCourse], bars: Mapping[str, Bar]) -> list[Measure]:
    """How often the side that began has won, how long games took, and who came back, in a group of games, one
    at least."""
    won = [course for course in courses if course.winner >= 0]
    behind = [course.comeback for course in courses if course.comeback is not None]
    began = sum(course.winner == course.beginner for course in won)
    turns = sorted(course.turns for course in courses)
    beginner, sides = bars.get("beginner"), len(courses[0].left[0])
    part = None if beginner is None else (beginner[0] * 2 / sides, beginner[1] * 2 / sides)
    length = median(turns), len(turns), median_interval(turns), bars.get("turns"), False
    return [
        share(f"{group}: beginner", began, len(won), part),
        Measure(f"{group}: turns", *length),
        share(f"{group}: comebacks", sum(behind), len(behind), bars.get("comeback")),
    ]


def median_interval(ordered: Sequence[int]) -> tuple[float, float] | None:
    """The 95 % interval of the median of values in their order, by their ranks; None for too few of them."""
    n = len(ordered)
    if n < TRIALS_MIN:
        return None
    reach = 1.959964 * math.sqrt(n) / 2
    low, high = math.floor(n / 2 - reach), math.ceil(n / 2 + reach)
    return float(ordered[max(low, 0)]), float(ordered[min(high, n - 1)])

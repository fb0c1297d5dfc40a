"""The ratings of several bots that have played each against each.

R. A. Bradley and M. E. Terry (1952): a bot of strength e^a takes e^a / (e^a + e^b) of the points against one
of e^b. The strengths that make the results most likely are found by Newton's steps, and how sure they are by
the curvature there (the Hessian). Elo is the strength in units of ln 10 / 400, counted from the bot at 0.
Pairs count for as many trials as they are worth (`worth_in_trials`), and one level pair of each pairing is
added, so that a bot that has won all is not infinitely strong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fadenet.bots.arena.interval import share_of_classes, worth_in_trials

ELO: Final = 400 / math.log(10)
_Z: Final = 1.959964
_STEPS_MAX: Final = 100
_SMALL: Final = 1e-9


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """The rating of a bot in Elo; reach: the 95 % interval goes so far to both sides, 0 for the anchor."""

    bot: str
    elo: float
    reach: float


def ratings(
    bots: Sequence[str], classes: Mapping[tuple[str, str], Sequence[int]], anchor: str
) -> list[LeaguePlace]:
    """The bots from the strongest on. classes: of each pairing the pairs by the half points of its first bot;
    anchor: the bot whose rating is 0."""
    free = [bot for bot in bots if bot != anchor]
    strength = dict.fromkeys(bots, 0.0)
    trials = {two: (share_of_classes(_with_one(n)), worth_in_trials(n) + 1) for two, n in classes.items()}
    for _ in range(_STEPS_MAX):
        slope, curve = _derivatives(free, trials, strength)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in _inverse(curve)]
        longest = max(map(abs, step), default=0.0)
        for bot, by in zip(free, step, strict=True):
            strength[bot] += by / max(longest, 1.0)
        if longest < _SMALL:
            break
    spread = _inverse(_derivatives(free, trials, strength)[1])
    reach = {bot: _Z * ELO * math.sqrt(spread[at][at]) for at, bot in enumerate(free)}
    places = [LeaguePlace(bot, ELO * strength[bot], reach.get(bot, 0.0)) for bot in bots]
    return sorted(places, key=lambda place: -place.elo)


def _with_one(classes: Sequence[int]) -> list[int]:
    """These pairs and a level one."""
    middle = len(classes) // 2
    return [n + (at == middle) for at, n in enumerate(classes)]


def _derivatives(
    free: Sequence[str], trials: Mapping[tuple[str, str], tuple[float, float]], strength: Mapping[str, float]
) -> tuple[list[float], list[list[float]]]:
    """The slope of the logarithm of the likelihood, and its curvature with the sign changed."""
    place = {bot: at for at, bot in enumerate(free)}
    slope, curve = [0.0] * len(free), [[0.0] * len(free) for _ in free]
    for two, (share, n) in trials.items():
        expected = 1 / (1 + math.exp(strength[two[1]] - strength[two[0]]))
        for bot, sign in zip(two, (1, -1), strict=True):
            if bot not in place:
                continue
            slope[place[bot]] += sign * n * (share - expected)
            for other, same in zip(two, (1, -1), strict=True):
                if other in place:
                    curve[place[bot]][place[other]] += sign * same * n * expected * (1 - expected)
    return slope, curve


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric matrix of positive eigenvalues, by elimination."""
    n = len(matrix)
    rows = [[*row, *(float(at == other) for other in range(n))] for at, row in enumerate(matrix)]
    for at in range(n):
        rows[at] = [x / rows[at][at] for x in rows[at]]
        for other in range(n):
            if other != at:
                rows[other] = [x - rows[other][at] * y for x, y in zip(rows[other], rows[at], strict=True)]
    return [row[n:] for row in rows]

"""How sure a share is: the interval in which the real one lies, told from few or many trials."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import variance
from typing import Final

TRIALS_MIN: Final = 10
"""From fewer trials no interval is told: it would be as wide as what can be."""
_Z: Final = 1.959964  # the normal distribution has 95 % within so many deviations


def interval(share: float, trials: float) -> tuple[float, float] | None:
    """The 95 % interval of a share, 0 to 1, that came of so many independent trials; None under `TRIALS_MIN`.

    That of E. B. Wilson (1927), which has a width when every trial went the same way. A trial may be worth a
    part of a point: its spread is at most that of one that is won or lost.
    """
    if trials < TRIALS_MIN:
        return None
    weight = _Z**2 / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = math.sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def share_of_classes(counts: Sequence[float]) -> float:
    """The mean of trials that were worth 0, 1/k .. 1, counted by these classes; 0 without trials."""
    return sum(at * n for at, n in enumerate(counts)) / (sum(counts) * (len(counts) - 1) or 1)


def variance_of_classes(counts: Sequence[float]) -> float:
    """The variance of such trials."""
    middle, most = share_of_classes(counts), len(counts) - 1
    return sum(n * (at / most - middle) ** 2 for at, n in enumerate(counts)) / (sum(counts) or 1)


def worth_in_trials(counts: Sequence[int]) -> float:
    """How many trials that are won or lost tell as much about `share_of_classes` as these do.

    Most pairs are level, so they spread less, and are worth as many times more as their variance is smaller
    (Kish's design effect). Both variances are taken with one trial more in each class: that all went the same
    way does not make them sure.
    """
    more = [n + 1 for n in counts]
    share = share_of_classes(more)
    return sum(counts) * share * (1 - share) / variance_of_classes(more)


def classes_interval(counts: Sequence[int]) -> tuple[float, float] | None:
    """The 95 % interval of `share_of_classes`; None under `TRIALS_MIN` trials."""
    if sum(counts) < TRIALS_MIN:
        return None
    return interval(share_of_classes(counts), worth_in_trials(counts))


def mean_interval(counts: Sequence[float]) -> tuple[float, float] | None:
    """The 95 % interval of the mean of counts, one a trial, of what happens now and then; None under
    `TRIALS_MIN` of them.

    The score interval of a Poisson mean, wider by as much as the counts are more uneven than such counts are:
    it has a width when all of them are 0.
    """
    n, total = len(counts), sum(counts)
    if n < TRIALS_MIN:
        return None
    uneven = max(variance(counts) * n / total, 1) if total else 1
    middle, reach = total + _Z**2 * uneven / 2, _Z * math.sqrt(uneven * total + (_Z * uneven / 2) ** 2)
    return max(middle - reach, 0.0) / n, (middle + reach) / n


def within(found: tuple[float, float] | None, what: str) -> str:
    """An interval in words, as it stands behind a share; `what`: how its trials are called."""
    if found is None:
        return f"fewer than {TRIALS_MIN} {what} tell no interval"
    return f"95 % interval {found[0]:.1%} to {found[1]:.1%}"

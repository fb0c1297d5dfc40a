"""How sure a share is: the interval in which the real one lies, told from few or many trials."""

from __future__ import annotations

import math
from typing import Final

TRIALS_MIN: Final = 10
"""From fewer trials no interval is told: it would be as wide as what can be."""
_Z: Final = 1.959964  # the normal distribution has 95 % within so many deviations


def interval(share: float, trials: int) -> tuple[float, float] | None:
    """The 95 % interval of a share, 0 to 1, that came of so many independent trials; None under `TRIALS_MIN`.

    That of E. B. Wilson (1927), which has a width when every trial went the same way. A trial may be worth a
    part of a point, as a pair of games is: its spread is at most that of one that is won or lost.
    """
    if trials < TRIALS_MIN:
        return None
    weight = _Z**2 / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = math.sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def within(share: float, trials: int, what: str) -> str:
    """The interval in words, as it stands behind a share of so many trials; `what`: how these are called."""
    found = interval(share, trials)
    if found is None:
        return f"fewer than {TRIALS_MIN} {what} tell no interval"
    return f"95 % interval {found[0]:.1%} to {found[1]:.1%}"

"""A test that ends as soon as it is sure: the sequential probability ratio test of A. Wald (1945) over pairs.

Whether a bot is better is asked as the choice between two shares of points, H0 and H1. After each pair, in
the order of their numbers, the logarithm of the ratio of their likelihoods (LLR) is worked out; beyond one of
two bounds the test is over. The LLR is that of the generalised test for the mean of trials with five classes
of results, 0, 1/2, 1, 3/2 and 2 points (pentanomial), as programs for chess are tried out:

    LLR = n (s1 - s0) (2 s - s0 - s1) / (2 v)

n: pairs; s, v: mean and variance of a pair's share of points; s0, s1: the shares under H0 and H1. Mean and
variance are taken with half a pair more in each class: the first few pairs prove nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fadenet.bots.arena.interval import share_of_classes, variance_of_classes

CLASSES: Final = 5
"""The classes of a pair, by the half points of the first bot: 0 to 4."""
H0, H1 = "H0", "H1"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H0, the share of points is `low`, against H1, it is `high`: 0 <= low < high <= 1.

    alpha: how often H0 is refused where it is true; beta: how often H1 is, where that is.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0, and that at which H1, is taken."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The LLR of pairs, counted by their five classes."""
        more = [n + 0.5 for n in counts]
        middle = 2 * share_of_classes(more) - self.low - self.high
        return sum(counts) * (self.high - self.low) * middle / (2 * variance_of_classes(more))

    def verdict(self, counts: Sequence[int]) -> str:
        """`H0`, `H1`, or "": more pairs are needed."""
        llr, (low, high) = self.llr(counts), self.bounds
        return H0 if llr <= low else H1 if llr >= high else ""

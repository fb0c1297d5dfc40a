"""The sequential test: its figures as worked out by hand, and how often it is wrong."""

from __future__ import annotations

from random import Random

import pytest

from fadenet.bots.arena.sprt import CLASSES, H0, H1, Sprt

TEST = Sprt(0.50, 0.55)


def test_the_bounds_are_those_of_wald() -> None:
    """given five wrong verdicts in 100 of either kind, then the bounds are the logarithms of 1/19 and 19."""
    assert TEST.bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert Sprt(0.5, 0.6, alpha=0.01, beta=0.1).bounds == pytest.approx((-2.292535, 4.499810), abs=1e-6)


def test_the_ratio_is_that_of_a_sum_by_hand() -> None:
    """given 1, 2, 10, 5 and 4 pairs of the classes, then with half a pair more in each of them the mean is
    14.5 of 24.5, the mean of the squares 10.375 of 24.5, and the LLR follows from these."""
    variance = 10.375 / 24.5 - (14.5 / 24.5) ** 2
    assert variance == pytest.approx(0.073198, abs=1e-6)
    by_hand = 22 * 0.05 * (2 * 14.5 / 24.5 - 1.05) / (2 * variance)
    assert by_hand == pytest.approx(1.00440, abs=1e-5)
    assert TEST.llr((1, 2, 10, 5, 4)) == pytest.approx(by_hand)
    assert TEST.verdict((1, 2, 10, 5, 4)) == ""


def test_no_pair_says_nothing_and_few_say_little() -> None:
    """given no pair, then the LLR is 0; given five won ones, then it is 0.92, and nothing is decided."""
    assert TEST.llr((0,) * CLASSES) == 0
    mean, squares = (5.5 + 0.5 * 1.5) / 7.5, (5.5 + 0.5 * 0.875) / 7.5
    assert TEST.llr((0, 0, 0, 0, 5)) == pytest.approx(
        5 * 0.05 * (2 * mean - 1.05) / (2 * (squares - mean**2))
    )
    assert TEST.verdict((0, 0, 0, 0, 5)) == ""


def test_level_pairs_end_in_h0() -> None:
    """given level pairs alone, then the variance comes of the half pairs, 0.3125 of n + 2.5: 25 are not
    enough, and 26 are."""
    assert TEST.llr((0, 0, 25, 0, 0)) == pytest.approx(-25 * 0.05**2 / (2 * 0.3125 / 27.5))
    assert TEST.verdict((0, 0, 25, 0, 0)) == "" and TEST.verdict((0, 0, 26, 0, 0)) == H0
    assert TEST.verdict((0, 0, 0, 0, 26)) == H1


@pytest.mark.parametrize(
    ("chances", "verdict"), [((20, 0, 60, 0, 20), H0), ((15, 0, 60, 0, 25), H1), ((40, 0, 35, 0, 25), H0)]
)
def test_at_most_a_few_verdicts_are_wrong(chances: tuple[int, ...], verdict: str) -> None:
    """given pairs of a bot whose share is that of H0, that of H1, or a smaller one, then at least 93 of 100
    verdicts are right."""
    right = 0
    for seed in range(100):
        dice, counts = Random(seed), [0] * CLASSES
        while not (found := TEST.verdict(counts)):
            counts[dice.choices(range(CLASSES), chances)[0]] += 1
        right += found == verdict
    assert right >= 93

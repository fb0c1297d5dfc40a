"""Growth: which costs `scripts/bench_growth.py` calls steeper than straight, and how it draws them."""

from __future__ import annotations

import pytest
from bench_growth import Growth, bars, svg

SIZES = (2.0, 4.0, 8.0, 16.0)


def growth(*costs: float) -> Growth:
    return Growth("a start", "matches", "ms", tuple(zip(SIZES, costs, strict=True)))


@pytest.mark.parametrize(
    ("costs", "steep"),
    [
        ((1.0, 2.0, 4.0, 8.0), False),
        ((50.0, 51.0, 53.0, 57.0), False),  # something that is there once for all
        ((3.0, 3.0, 3.0, 3.0), False),
        ((4.0, 16.0, 64.0, 256.0), True),
        ((24.0, 36.0, 84.0, 276.0), True),  # a square, at first hidden by what is there once for all
    ],
)
def test_a_cost_is_steep_that_grows_faster_than_its_size(costs: tuple[float, ...], steep: bool) -> None:
    """given costs of sizes that double, then those are steep that more than double where they are large."""
    assert growth(*costs).steep is steep
    assert ("steeper than straight" in growth(*costs).verdict) is steep


def test_a_growth_is_drawn_in_bars_and_as_a_picture() -> None:
    """given costs that double, then bars do, and the picture has a spot for each of them."""
    head, *lines = bars(growth(1.0, 2.0, 4.0, 8.0))
    assert head == "a start; exponent 1.00: straight or better"
    assert [line.count("#") for line in lines] == [5, 10, 20, 40]
    assert svg([growth(1.0, 2.0, 4.0, 8.0)] * 2).count("<circle") == 8

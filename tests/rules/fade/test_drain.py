"""Drain Counters (topic keyword)."""

from __future__ import annotations

import pytest

from tests.builders.scenario import Duel
from tests.cards.fade import item

CARDS = item("weaken", cost=0, targets="enemy characters", keywords={"Drain": 2}) + item(
    "crush", cost=0, targets="enemy characters", keywords={"Drain": 5}
)


@pytest.mark.editions("keyword.drain", fade2="keyword.drain-counter", fade1="keyword.drain-counter")
@pytest.mark.parametrize(("item", "left"), [("weaken", 1), ("crush", 0)])
def test_drain_lowers_plv_to_0_at_the_least(item: str, left: int, edition: str) -> None:
    # Given a Character with 3 PLV that gets Drain 2, or Drain 5.
    d = Duel(CARDS, edition=edition)
    y = d.character(1)
    d.quietly(0, "play", d.hand(0, item), y)
    # Then it has 1 PLV, or 0.
    assert d.plv(y) == left

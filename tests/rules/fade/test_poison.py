"""Poison Counters (topic keyword)."""

from __future__ import annotations

from tests.builders.meetings import cited
from tests.builders.scenario import Duel


@cited(("keyword.poison-counter", "keyword.poison-counter"))
def test_poison_harms_by_one_each_turn(edition: str) -> None:
    # Given 3 Poison Counters and 5 HP, when three of its controller's Starting Phases have passed.
    d = Duel(edition=edition)
    y = d.character(1)
    d.leave(y, 5)
    d.counters(y, "Poison", 3)
    for left in (2, 1, 0):
        d.next_turn(1)
        assert (d.count(y, "Poison"), d.hp(y)) == (left, 2 + left)
    # Then it has none and 2 HP; at 1 HP it is Knocked Out by it.
    d.leave(y, 1)
    d.counters(y, "Poison", 1)
    d.next_turn(1)
    assert d.lies(y) == "discard"

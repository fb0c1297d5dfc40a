"""Timebomb Counters (topic keyword)."""

from __future__ import annotations

import pytest

from tests.builders.scenario import Duel
from tests.cards.fade import item

FUSE = item("fuse", cost=0, targets="enemy characters", do={"counter": "Timebomb", "n": 2, "on": "target"})


@pytest.mark.editions("keyword.timebomb", fade2="keyword.timebomb-counter", fade1="keyword.timebomb-counter")
def test_timebomb_ticks_every_end_phase(edition: str) -> None:
    # Given a Character with 8 Timebomb Counters, and one with 0.
    d = Duel(edition=edition)
    x, other = d.character(0), d.character(0)
    d.counters(x, "Timebomb", 8)
    # When two of its Player's End Phases pass, then it has 9 and then 10, and is Knocked Out.
    d.end_turn()
    assert d.count(x, "Timebomb") == 9
    d.next_turn(1)
    assert d.lies(x) == "discard"
    # With 0 Counters none is added.
    assert d.count(other, "Timebomb") == 0
    assert d.lies(other) == "front"


@pytest.mark.editions(
    "keyword.timebomb-details", fade2="keyword.timebomb-counter", fade1="keyword.timebomb-counter"
)
@pytest.mark.parametrize(("there", "falls"), [(7, False), (8, True), (9, True)])
def test_ten_timebombs_knock_out_at_any_time(there: int, falls: bool, edition: str) -> None:
    # Given Timebomb Counters on a Character, when an Item puts 2 on it, then it falls at once at 10 or more.
    d = Duel(FUSE, edition=edition)
    x = d.character(1)
    d.counters(x, "Timebomb", there)
    d.quietly(0, "play", d.hand(0, "fuse"), x)
    assert (d.lies(x) == "discard") == falls

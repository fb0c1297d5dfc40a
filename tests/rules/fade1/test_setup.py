"""How a match of the 60-card edition begins (topic setup)."""

from __future__ import annotations

from collections import Counter

import pytest

from fadenet.engine.state import ROW_EVENT
from fadenet.games.fade.tables import HAND
from tests.builders.scenario import Duel


@pytest.mark.rule("fade1", "setup.first-player")
def test_each_of_four_begins_about_as_often() -> None:
    # Given 4 players and 400 seeded matches, when the first player is picked.
    begun = Counter[int]()
    for seed in range(400):
        d = Duel(seats=4, seed=seed, setup=False, edition="fade1")
        begun[d.s.active] += 1
    # Then each starts about a quarter of them: within four times the spread of a fair pick, which is 8.7.
    assert sorted(begun) == [0, 1, 2, 3] and all(abs(n - 100) < 35 for n in begun.values())


@pytest.mark.rule("fade1", "setup.first-player")
def test_who_begins_is_picked_before_any_card_is_drawn() -> None:
    # Given a match that is laid down, when its events are read, then the pick comes before every draw.
    d = Duel(seats=4, setup=False, edition="fade1")
    names = [d.rules.events[row[ROW_EVENT]] for row in d.log]
    assert d.size(0, HAND) == 6
    assert names.index("tossed") < names.index("drawn")

"""The rules of triggered abilities: when they happen, in which order, what stays hidden (topic trigger)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import character

CARDS = character("watcher", cost=1, level=1, ability={"on": "targeted", "do": {"draw": 1}})


@pytest.mark.editions("trigger.on-adding")
def test_compulsory_triggers_join_at_once_and_shield_can_still_answer() -> None:
    # Given an Attack on a Character with 1 Shield Counter and "when targeted, draw 1 card".
    d = Duel(CARDS)
    x, watcher = d.character(0), d.character(1, "watcher")
    d.counters(watcher, "Shield", 1)
    d.go(0, COMBAT)
    # When the Attack is declared, then the draw is added as Link 2 by itself.
    before = d.size(1, HAND)
    d.play(0, "attack", x, watcher)
    assert d.links() == ["Soldier", "Watcher"]
    # Then its Player may add Shield as Link 3, which resolves first.
    assert d.asked() == [1]
    d.quietly(1, "shield", watcher, -1)
    assert [row[ROW_CARD] for row in d.happened("link-resolved")] == [watcher, watcher, x]
    assert d.hp(watcher) == 9
    assert d.count(watcher, "Shield") == 0
    assert d.size(1, HAND) == before + 1

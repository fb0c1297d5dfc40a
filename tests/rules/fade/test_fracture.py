"""Fracture Counters (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards

CARDS = cards("twin-rookie")


@pytest.mark.editions("keyword.fracture", fade2="keyword.fracture-counter", fade1="keyword.fracture-counter")
def test_fracture_hurts_on_every_attack(edition: str) -> None:
    # Given a Character with 2 Fracture Counters and 5 HP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "twin-rookie"), d.character(1, "giant")
    d.counters(x, "Fracture", 2)
    d.go(0, COMBAT)
    # When it performs 2 Attacks in a turn, then it is at 1 HP.
    for _ in range(2):
        d.quietly(0, "attack", x, y)
    assert d.hp(x) == 1
    assert d.hp(y) == 16


@pytest.mark.editions("keyword.fracture", fade2="keyword.fracture-counter", fade1="keyword.fracture-counter")
def test_fracture_can_knock_out_on_declaring(edition: str) -> None:
    # Given 2 HP left and 2 Fracture Counters.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "twin-rookie"), d.character(1)
    d.on(y, "guard")
    d.damage(x, 3)
    d.counters(x, "Fracture", 2)
    d.go(0, COMBAT)
    # When it Attacks, then it is Knocked Out on declaring, and the Attack does nothing.
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    assert d.lies(x) == "discard"
    d.pass_all()
    assert d.hp(y) == 10

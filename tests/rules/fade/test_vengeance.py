"""Vengeance (topic keyword)."""

from __future__ import annotations

import pytest

from tests.builders.scenario import Duel
from tests.cards.fade import cards

CARDS = cards("twin-knell", "bereaved")


@pytest.mark.editions("keyword.vengeance", fade2="keyword.vengeance", fade1="keyword.vengeance")
def test_vengeance_happens_for_each_ally_knocked_out(edition: str) -> None:
    # Given "Vengeance: put 1 Fracture Counter on this Character".
    d = Duel(CARDS, edition=edition)
    enemy = d.character(0)
    d.character(0)
    mourner, a, b = d.character(1, "bereaved"), d.character(1), d.character(1)
    # When two allies are Knocked Out by one effect, then it gets 2 Fracture Counters.
    d.quietly(0, "play", d.hand(0, "twin-knell"), a, b)
    assert d.count(mourner, "Fracture") == 2
    # When the bearer itself or an enemy is Knocked Out, then it does not trigger for that.
    d.quietly(0, "play", d.hand(0, "twin-knell"), enemy)
    assert d.lies(enemy) == "discard"
    assert d.count(mourner, "Fracture") == 2
    links = len(d.happened("linked"))
    d.quietly(0, "play", d.hand(0, "twin-knell"), mourner)
    assert d.lies(mourner) == "discard"
    assert len(d.happened("linked")) == links + 1

"""Affinity (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, skill

CARDS = (
    cards("fire-storm-adept", "steam-3")
    + skill("fire-storm", "Fire", "Storm", cost=3, do={"attack": 1})
    + skill("nothing", cost=3, do={"attack": 1})
    + augment("blessing", keywords="Equip", ability={"gives": {"Affinity": ["Fire"]}})
)


@cited(("keyword.affinity", "keyword.element-affinity"))
@pytest.mark.parametrize(("slug", "cost"), [("fire-storm", 1), ("steam-3", 2), ("nothing", 3)])
def test_affinity_makes_cards_of_its_elements_cheaper(slug: str, cost: int, edition: str) -> None:
    # Given Fire/Storm Affinity on one of your Characters, when another flips a Skill of Cost 3.
    d = Duel(CARDS, edition=edition)
    d.character(0, "fire-storm-adept")
    x, y = d.character(0), d.character(1)
    skill = d.on(x, slug)
    d.go(0, COMBAT)
    d.tp(0, 3)
    d.play(0, "use", skill, y)
    assert d.tp_of(0) == 3 - cost


@cited(("keyword.affinity", "keyword.element-affinity"))
def test_affinity_that_is_given_is_for_cards_of_its_player_alone(edition: str) -> None:
    # Given an Augment that gives Fire Affinity to an enemy Character, then a Fire Skill of Cost 3 costs 3;
    # with another one on an own Character it costs 2.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill = d.on(x, "fire-storm")
    d.on(y, "blessing", face=1)
    d.go(0, COMBAT)
    d.tp(0, 2)
    assert d.refused(0, "use", skill, y) == d.rule("too-dear")
    d.on(x, "blessing", face=1)
    assert d.can(0, "use", skill, y)

"""Concussion (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, skill

CARDS = (
    cards("nudge")
    + character("glassjaw", cost=1, level=2, hp=12, keywords="Concussion")
    + skill("nothing", cost=0, do={"attack": 0})
)


@pytest.mark.editions("keyword.concussion", fade2="keyword.concussion", fade1="keyword.concussion")
@pytest.mark.parametrize(("skill", "falls"), [("nudge", True), ("nothing", False)])
def test_concussion_turns_any_damage_into_a_knock_out(skill: str, falls: bool, edition: str) -> None:
    # Given a Character with 12 HP and Concussion.
    d = Duel(CARDS, edition=edition)
    x, glassjaw = d.character(0), d.character(1, "glassjaw")
    card = d.on(x, skill)
    d.go(0, COMBAT)
    # When it takes 1 damage, then it is Knocked Out; when it is reduced to 0, nothing happens.
    d.quietly(0, "use", card, glassjaw)
    assert (d.lies(glassjaw) == "discard") == falls


@pytest.mark.editions("keyword.concussion", fade2="keyword.concussion", fade1="keyword.concussion")
def test_concussion_counts_poison_too(edition: str) -> None:
    # Given a Character with Concussion and 1 Poison Counter.
    d = Duel(CARDS, edition=edition)
    glassjaw = d.character(1, "glassjaw")
    d.counters(glassjaw, "Poison", 1)
    # When it takes the Damage Counter, then it is Knocked Out.
    d.end_turn()
    assert d.lies(glassjaw) == "discard"

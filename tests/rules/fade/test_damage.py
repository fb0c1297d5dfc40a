"""The rules of damage: its types, its Counters, healing and its sources (topic damage)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.cards import cards
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "boost")
    + """
[card.two]
name = "Two"
types = ["Skill"]
rank = "Normal"
cost = 1
do = [{ attack = 2 }]
[card.nine]
name = "Nine"
types = ["Skill"]
rank = "Normal"
cost = 1
do = [{ attack = 9 }]
[card.balm]
name = "Balm"
types = ["Item"]
rank = "Normal"
cost = 0
do = [{ heal = 5 }]
"""
)


@pytest.mark.editions("damage.vs-hp", fade2="damage.to-hp", fade1="damage.plv-against-def")
def test_damage_goes_straight_against_hp(edition: str) -> None:
    # Given a target with 7 HP and an attacker with 4 PLV.
    d = Duel(CARDS, edition=edition)
    x, other, y, z = d.character(0), d.character(0), d.character(1), d.character(1)
    d.on(x, "edge", face=1)
    d.on(other, "edge", face=1)
    d.damage(y, 3)
    d.damage(z, 3)
    skill = d.on(other, "two")
    d.go(0, COMBAT)
    # When it performs its Normal Attack, then 2 HP are left.
    d.play(0, "attack", x, y)
    d.pass_all()
    assert d.hp(y) == 2
    # When another one of 4 PLV uses a Skill 'deal 2 damage' instead, then 5 HP are left: PLV adds nothing.
    d.play(0, "use", skill, z)
    d.pass_all()
    assert d.hp(z) == 5


@pytest.mark.editions("damage.heal", fade2="damage.healing", fade1="value.hp-maximum")
def test_healing_stops_at_the_full_value(edition: str) -> None:
    # Given a Player with 2 Damage Counters, when the Player heals 5, then HP are those of the start.
    d = Duel(CARDS, edition=edition)
    d.damage(d.body(0), 2)
    d.play(0, "play", d.hand(0, "balm"))
    d.pass_all()
    assert d.hp(d.body(0)) == d.rules.figures.starting_hp and d.count(d.body(0), "Damage") == 0
    # Given a Character with 8 HP and 3 Damage Counters that gains '+2 HP', then it has 7 of 10 HP.
    x = d.character(0)
    d.counters(x, "Damage", 5)
    d.play(0, "play", d.hand(0, "boost"), x)
    d.pass_all()
    assert d.hp(x) == 12 - 5 and d.count(x, "Damage") == 5


@pytest.mark.editions("damage.no-overflow", fade2="ko.overflow", fade1="ko.no-damage-carry")
def test_damage_beyond_the_last_hp_is_lost(edition: str) -> None:
    # Given a Character with 2 HP, another one beside it, and a Player unhurt.
    d = Duel(CARDS, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(1)
    d.damage(y, 8)
    skill = d.on(x, "nine")
    d.go(0, COMBAT)
    # When the Character takes 9 damage, then it is Knocked Out and nobody else takes any; the Player loses
    # no more than what a Knock Out costs there.
    d.play(0, "use", skill, y)
    d.pass_all()
    assert d.lies(y) == "discard" and not d.count(z, "Damage")
    assert [row[1] for row in d.happened("takes-damage")] == [y]
    assert d.count(d.body(1), "Damage") == {"nothing": 0, "Level": 3}[d.rules.edition.knock_out_costs]

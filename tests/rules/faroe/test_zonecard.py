"""The rules of Zone cards (F.A.R.O.E., topic zonecard)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, S_COST, S_LEVEL, S_RANK
from tests.builders.scenario import Duel

CARDS = """
[card.marsh]
name = "Marsh"
types = ["Zone"]
[card.toll-road]
name = "Toll Road"
types = ["Zone"]
cost = 2
[card.hearth]
name = "Hearth"
types = ["Zone"]
[[card.hearth.ability]]
gives = { damage = 1 }
to = "all fighters"
attacks = { element = "Fire" }
[card.fog]
name = "Fog"
types = ["Zone"]
[[card.fog.ability]]
gives = { damage = -1 }
to = "all fighters"
attacks = {}
[card.refusal]
name = "Refusal"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "zone" }
do = [{ negate = true }]
[card.blaze]
name = "Blaze"
types = ["Skill"]
elements = ["Fire"]
rank = "Normal"
cost = 1
do = [{ attack = 3 }]
"""


@pytest.mark.editions("zonecard.one")
def test_a_second_zone_replaces_the_first() -> None:
    # Given a Player who controls Zone A and plays Zone B.
    d = Duel(CARDS)
    a, b = d.zone(0, "plain"), d.hand(0, "marsh")
    other = d.zone(1, "plain")
    d.play(0, "play", b)
    d.pass_all()
    # When B's Link resolves, then A is in its owner's Discard Pile and B on the field.
    assert d.where(a) == "Discard Pile Zone" and d.where(b) == "Zone"
    assert [row[1] for row in d.happened("destroyed")] == [a]
    # Every Player has a Zone of their own.
    assert d.where(other) == "Zone"


@pytest.mark.editions("zonecard.one")
def test_a_negated_zone_replaces_nothing() -> None:
    d = Duel(CARDS)
    a, b = d.zone(0, "plain"), d.hand(0, "marsh")
    y = d.character(1)
    veto = d.on(y, "refusal")
    d.play(0, "play", b)
    # When B is Negated, then A stays and B goes to the Discard Pile.
    d.play(1, "use", veto, -1)
    d.pass_all()
    assert d.where(a) == "Zone" and d.where(b) == "Discard Pile Zone"


@pytest.mark.editions("zonecard.no-cost")
def test_a_zone_costs_only_what_is_printed() -> None:
    # Given 0 TP and a Zone without printed Cost, when it is played, then it is legal.
    d = Duel(CARDS)
    free, dear = d.hand(0, "marsh"), d.hand(0, "toll-road")
    d.tp(0, 0)
    d.play(0, "play", free)
    d.pass_all()
    assert d.where(free) == "Zone" and d.tp_of(0) == 0
    stats = d.rules.cards[d.s.code[free]].stats
    assert stats[S_COST] == stats[S_LEVEL] == stats[S_RANK] == -1
    # Given a Zone with printed Cost 2 and 1 TP, then it is refused.
    d.tp(0, 1)
    assert d.refused(0, "play", dear) == "value.costs"
    d.tp(0, 2)
    assert d.can(0, "play", dear)


@pytest.mark.rule("faroe", "zonecard.place")
def test_the_zones_of_all_players_work_together() -> None:
    # Given Zone A 'all Fire Attacks deal 1 more damage' and the opponent's Zone B 'all Attacks deal 1 less'.
    d = Duel(CARDS)
    d.zone(0, "hearth")
    d.zone(1, "fog")
    x, y = d.character(0), d.character(1)
    skill = d.on(x, "blaze")
    d.go(0, COMBAT)
    # When a Fire Skill of 3 damage hits, then both apply and 3 damage are dealt.
    d.play(0, "use", skill, y)
    d.pass_all()
    assert d.hp(y) == 7
    # A Null Normal Attack of 3 deals 2.
    d.play(0, "attack", x, y)
    d.pass_all()
    assert d.hp(y) == 5

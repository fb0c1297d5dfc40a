"""The rules of Zone cards (F.A.R.O.E., topic zonecard)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, reaction, skill, zone

CARDS = (
    cards("marsh")
    + zone("hearth", ability={"gives": {"damage": 1}, "to": "all fighters", "attacks": {"element": "Fire"}})
    + zone("fog", ability={"gives": {"damage": -1}, "to": "all fighters", "attacks": {}})
    + reaction("refuse-zone", cost=1, answers="zone", do={"negate": True})
    + skill("blaze", "Fire", cost=1, do={"attack": 3})
)


@pytest.mark.editions("zonecard.one")
def test_a_negated_zone_replaces_nothing() -> None:
    d = Duel(CARDS)
    a, b = d.zone(0, "plain"), d.hand(0, "marsh")
    y = d.character(1)
    veto = d.on(y, "refuse-zone")
    d.play(0, "play", b)
    # When B is Negated, then A stays and B goes to the Discard Pile.
    d.quietly(1, "use", veto, -1)
    assert d.where(a) == "Zone" and d.where(b) == "Discard Pile Zone"


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
    d.quietly(0, "use", skill, y)
    assert d.hp(y) == 7
    # A Null Normal Attack of 3 deals 2.
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 5

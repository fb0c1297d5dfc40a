"""The rules of Zone cards (topic zonecard)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import S_COST, S_LEVEL, S_RANK
from tests.builders.cards import cards
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "marsh")
    + """
[card.toll-road]
name = "Toll Road"
types = ["Zone"]
cost = 2
"""
)


@pytest.mark.editions("zonecard.one", fade2="zonecard.replace", fade1="zonecard.one-per-zone")
def test_a_second_zone_replaces_the_first(edition: str) -> None:
    # Given a Player who controls Zone A and plays Zone B.
    d = Duel(CARDS, edition=edition)
    place = d.ground()
    a, b = d.zone(0, "plain"), d.hand(0, "marsh")
    other = d.zone(1, "plain")
    d.play(0, "play", b, *place)
    d.pass_all()
    # When B's Link resolves, then A is in its owner's Discard Pile and B on the field.
    assert d.lies(a) == "discard" and d.lies(b) == "zone"
    assert [row[1] for row in d.happened("destroyed")] == [a]
    # Every Player has a Zone of their own.
    assert d.lies(other) == "zone"


@pytest.mark.editions("zonecard.no-cost", fade2="zonecard.free", fade1="zonecard.no-cost")
def test_a_zone_costs_only_what_is_printed(edition: str) -> None:
    # Given 0 TP and a Zone without printed Cost, when it is played, then it is legal.
    d = Duel(CARDS, edition=edition)
    free, dear = d.hand(0, "marsh"), d.hand(0, "toll-road")
    d.tp(0, 0)
    d.play(0, "play", free, *d.ground())
    d.pass_all()
    assert d.lies(free) == "zone" and d.tp_of(0) == 0
    stats = d.rules.cards[d.s.code[free]].stats
    assert stats[S_COST] == stats[S_LEVEL] == stats[S_RANK] == -1
    # Given a Zone with printed Cost 2 and 1 TP, then it is refused.
    d.tp(0, 1)
    assert d.refused(0, "play", dear, *d.ground()) == d.rule("too-dear")
    d.tp(0, 2)
    assert d.can(0, "play", dear, *d.ground())

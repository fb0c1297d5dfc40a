"""The rules of Zone cards (topic zonecard)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import BACKUP, COMBAT, FRONT, S_COST, S_LEVEL, S_RANK
from tests.builders.cells import to
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, zone

CARDS = (
    cards("marsh", "raze")
    + zone("toll-road", cost=2)
    + zone("heirloom", ability={"on": "destroyed", "do": {"gain_tp": 1}})
    + character("tenant", level=5, ability={"on": "destroyed", "do": {"gain_tp": 1}})
)
DOJO = zone("dojo", ability={"gives": {"PLV": 1}, "to": "here"}) + item(
    "census", cost=0, do={"gain_tp": {"count": {"from": "all zones", "name": "Dojo"}}}
)


@pytest.mark.editions("zonecard.one", fade2="zonecard.replace", fade1="zonecard.one-per-zone")
def test_a_second_zone_replaces_the_first(edition: str) -> None:
    # Given a Player who controls Zone A and plays Zone B.
    d = Duel(CARDS, edition=edition)
    place = d.ground()
    a, b = d.zone(0, "plain"), d.hand(0, "marsh")
    other = d.zone(1, "plain")
    d.quietly(0, "play", b, *place)
    # When B's Link resolves, then A is in its owner's Discard Pile and B on the field.
    assert d.lies(a) == "discard" and d.lies(b) == "zone"
    assert [row[ROW_CARD] for row in d.happened("destroyed")] == [a]
    # Every Player has a Zone of their own.
    assert d.lies(other) == "zone"


@pytest.mark.editions("zonecard.no-cost", fade2="zonecard.free", fade1="zonecard.no-cost")
@pytest.mark.editions("prep.zones", fade2="prep.zone-command", fade1="prep.zones-commands")
def test_a_zone_costs_only_what_is_printed(edition: str) -> None:
    # Given 0 TP and a Zone without printed Cost, when it is played, then it is legal.
    d = Duel(CARDS, edition=edition)
    free, dear = d.hand(0, "marsh"), d.hand(0, "toll-road")
    d.tp(0, 0)
    d.quietly(0, "play", free, *d.ground())
    assert d.lies(free) == "zone" and d.tp_of(0) == 0
    stats = d.rules.cards[d.s.code[free]].stats
    assert stats[S_COST] == stats[S_LEVEL] == stats[S_RANK] == -1
    # Given a Zone with printed Cost 2 and 1 TP, then it is refused.
    d.tp(0, 1)
    assert d.refused(0, "play", dear, *d.ground()) == d.rule("too-dear")
    d.tp(0, 2)
    assert d.can(0, "play", dear, *d.ground())


@cited(("zonecard.transforms", "zonecard.transforms"))
def test_extra_zones_become_character_zones_and_those_of_the_back_row(edition: str) -> None:
    # Given a Zone card in an Extra Zone in front and another in one behind.
    d = Duel(CARDS, edition=edition)
    for name in ("c7", "b7"):
        assert board.kind_of(d.s, 0, d.cell(name)) == -1
        d.zone(0, "plain", at=name)
    # When types are read, then the first is a Character Zone and the second one of the back row.
    assert [board.kind_of(d.s, 0, d.cell(name)) for name in ("c7", "b7")] == [FRONT, BACKUP]


@cited(("zonecard.transforms", "zonecard.transforms"))
def test_a_card_makes_a_cell_behind_a_character_zone(edition: str) -> None:
    # Given "The cell over this card is a Character Zone" in b3, when a Character is played there, then it
    # stands in front.
    d = Duel(cards("rampart"), edition=edition)
    d.zone(0, "rampart", at="b3")
    x = d.fighter(0)
    assert board.kind_of(d.s, 0, d.cell("b3")) == FRONT
    d.quietly(0, "play", x, to(d, "b3"))
    assert (d.at(x), d.lies(x)) == ("b3", "front")


@cited(("zonecard.transforms", "zonecard.transforms"))
def test_an_open_zone_keeps_its_kind_under_a_zone_card(edition: str) -> None:
    # Given "Dojo: the Character here has +1 PLV" that is played into c3, where a Character stands.
    d = Duel(DOJO, edition=edition)
    x, other, foe = d.character(0, at="c3"), d.character(0, at="c4"), d.character(1)
    d.quietly(0, "play", d.hand(0, "dojo"), to(d, "c3"))
    # Then it has +1 PLV, the one beside it has not, and it attacks as usual.
    assert (d.plv(x), d.plv(other), d.lies(x), d.at(x)) == (4, 3, "front", "c3")
    # Effects that name Dojo find it.
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "census"))
    assert d.tp_of(0) == 1
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, foe)
    assert d.hp(foe) == 6
    # It is attacked as usual.
    d.go(1, COMBAT)
    d.quietly(1, "attack", foe, x)
    assert d.hp(x) == 7


@cited(("zonecard.reverts", "zone.extra-opened"))
@pytest.mark.parametrize(("room", "goes"), [("c5", "front"), ("b2", "backup"), ("", "discard")])
def test_who_loses_the_ground_moves_or_is_destroyed(room: str, goes: str, edition: str) -> None:
    # Given a Character with a card in c7, opened by a Zone card, and one free cell of the rows or none.
    d = Duel(CARDS, edition=edition)
    ground = d.zone(0, "plain", at="c7")
    x = d.character(0, "tenant", at="c7")
    edge = d.on(x, "edge", face=1)
    grid = d.rules.grid
    for name in (grid.names[c] for kind in (FRONT, BACKUP) for c in grid.cells[kind] if c not in grid.closed):
        if name != room:
            d.character(0, at=name)
    # When the Zone card is destroyed, then the Character moves there with its card, or is destroyed, which is
    # no Knock Out.
    d.quietly(0, "play", d.hand(0, "raze"), ground)
    assert board.kind_of(d.s, 0, d.cell("c7")) == -1
    assert d.lies(x) == goes and d.count(d.body(0), "Damage") == 0
    if room:
        assert d.at(x) == room and d.s.host[edge] == x and d.tp_of(0) == 10
    else:
        assert d.tp_of(0) == 11 and not d.happened("knocked-out")


@cited(("zonecard.replace", "zonecard.one-per-zone"))
def test_a_zone_card_that_another_takes_the_place_of_is_destroyed(edition: str) -> None:
    # Given a Zone card "on destroyed, gain 1 TP" in c2, when another one is played there, then it happens;
    # one in the next cell stays.
    d = Duel(CARDS, edition=edition)
    old, beside, new = d.zone(0, "heirloom", at="c2"), d.zone(0, "heirloom", at="c3"), d.hand(0, "plain")
    d.quietly(0, "play", new, to(d, "c2"))
    assert [d.lies(h) for h in (old, beside, new)] == ["discard", "zone", "zone"]
    assert d.tp_of(0) == 11

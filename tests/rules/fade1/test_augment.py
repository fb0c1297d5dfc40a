"""Augments of the 60-card edition: what they print is their bearer's."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character

PLATE = augment("plate", hp=3, plv=1, def_=2, agi=4, keywords="Equip", attach="your fighters")
CARDS = (
    cards("slay")
    + character("eight", hp=8, plv=4, def_=1)
    + augment("mail", hp=3, plv=2, def_=1, agi=1, keywords="Equip")
    + augment("solo", plv=2)
    + augment("stage", keywords="Arena", ability={"gives": {"PLV": 1}, "to": "all characters"})
)


@pytest.mark.rule("fade1", "augment.grants-stats")
def test_an_augment_gives_its_bearer_all_that_it_prints() -> None:
    # Given an Augment that prints HP, PLV, DEF and AGI, when a Character or a Player bears it.
    d = Duel(PLATE, edition="fade1")
    for bearer in (d.character(0), d.body(0)):
        bare = (d.hp(bearer), d.plv(bearer), values.defense(d.s, bearer), values.agility(d.s, bearer))
        plate = d.on(bearer, "plate", face=1)
        # Then all of them are its bearer's, as long as it is there.
        worn = (d.hp(bearer), d.plv(bearer), values.defense(d.s, bearer), values.agility(d.s, bearer))
        assert [b - a for a, b in zip(bare, worn, strict=True)] == [3, 1, 2, 4]
        atoms.take_away(d.s, plate)
        assert (d.hp(bearer), values.agility(d.s, bearer)) == (bare[0], bare[3])


@pytest.mark.rule("fade1", "augment.grants-stats")
def test_added_hp_are_above_what_was_lost() -> None:
    # Given 5 damage on it, when the Augment comes, then 6 of 11 are left; with 10 it still stands.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "eight")
    d.damage(x, 5)
    d.quietly(0, "play", d.hand(0, "mail"), x)
    assert d.hp(x) == 6
    d.damage(x, 5)
    d.go(0, COMBAT)
    assert d.hp(x) == 1 and d.lies(x) == "front"


@pytest.mark.rule("fade1", "augment.arena")
def test_it_leaves_with_nobody() -> None:
    # Given an Arena Augment, when its player's Characters are gone, then it goes on for all others.
    d = Duel(CARDS, edition="fade1")
    mine, theirs = d.character(0), d.character(1)
    stage = d.on(d.body(0), "stage", 1, at="arena")
    d.quietly(0, "play", d.hand(0, "slay"), mine)
    assert d.lies(mine) == "discard" and d.at(stage) == "arena" and d.plv(theirs) == 4


@pytest.mark.rule("fade1", "augment.without-equip")
def test_an_augment_without_equip_is_its_players() -> None:
    # Given an Augment printing only 'PLV 2', when it is played.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0)
    solo = d.hand(0, "solo")
    assert d.refused(0, "play", solo, x)
    d.quietly(0, "play", solo, *d.beside())
    # Then it lies in the Player's Equip Zone, and the Player has PLV 7.
    assert d.s.host[solo] == d.body(0) and d.at(solo)[0] == "a"
    assert (d.plv(d.body(0)), d.plv(x)) == (7, 3)

"""The rules of falling: Knock Out, destroying, imprisoning, and falling together (F.A.R.O.E., topic ko)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT, DISCARD, HAND, NZ, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("vengeful", "scrap", "death-touch", "deathbound")
    + character("nine-lives", level=1, plv=1)
    + item("fuse", cost=0, targets="all fighters", do={"counter": "Timebomb", "on": "target"})
    + item("doom", cost=0, do=[{"destroy": "enemy fighters"}, {"imprison": "enemy players"}])
    + skill("four-hits", cost=1, do={"attack": 2, "hits": 4})
    + skill("two-by-two", cost=1, targets={"n": 2, "up_to": True, "reach": True}, do={"attack": 2, "hits": 2})
)


@pytest.mark.rule("faroe", "ko.by-effect")
def test_the_tenth_timebomb_counter_knocks_out() -> None:
    # Given a Character with 9 HP and a tenth Timebomb Counter.
    d = Duel(CARDS)
    y = d.character(1, "nine-lives")
    d.counters(y, "Timebomb", 9)
    d.quietly(0, "play", d.hand(0, "fuse"), y)
    # Then it is Knocked Out and goes to its owner's Discard Pile.
    assert [row[ROW_CARD] for row in d.happened("knocked-out")] == [y]
    assert d.where(y) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "ko.by-effect")
def test_a_player_knocked_out_by_an_effect_has_lost() -> None:
    d = Duel(CARDS)
    d.quietly(0, "play", d.hand(0, "death-touch"), d.body(1))
    assert d.s.over == ((1, 2), "win.lose-ko")


@pytest.mark.rule("faroe", "ko.destroy")
def test_a_destroyed_card_goes_to_its_owners_discard_pile() -> None:
    # Given an effect 'destroy an Augment' on an opponent's Augment.
    d = Duel(CARDS)
    y = d.character(1)
    augment = d.on(y, "edge", face=1)
    d.quietly(0, "play", d.hand(0, "scrap"), augment)
    # Then the Augment is in that opponent's Discard Pile.
    assert d.where(augment) == "Discard Pile Zone" and augment in d.s.zones[NZ + DISCARD]
    # Players can be neither destroyed nor imprisoned.
    d.quietly(0, "play", d.hand(0, "doom"))
    assert d.where(y) == "Discard Pile Zone"
    assert not d.s.over and d.hp(d.body(1)) == 30


@pytest.mark.rule("faroe", "ko.imprison")
def test_an_imprisoned_card_is_neither_destroyed_nor_knocked_out() -> None:
    # Given a Character with 1 Curse Counter, an ally with Vengeance and an ally with Deathmark.
    d = Duel(CARDS)
    x = d.character(0)
    d.character(0, "vengeful")
    martyr = d.character(0, "deathbound")
    d.counters(x, "Curse", 1)
    d.go(1, PREPARATION)
    hand = d.size(0, HAND)
    # When the Curse is not paid.
    d.go(0, PREPARATION)
    # Then the Character is in its owner's Rift Zone, Vengeance does not trigger and Deathmark does nothing.
    assert d.where(x) == "Rift Zone" and d.s.owner[x] == 0
    assert d.size(0, HAND) == hand + 1
    assert d.where(martyr) == "Character Zone"
    assert not d.happened("knocked-out") and not d.happened("destroyed")


@pytest.mark.rule("faroe", "ko.leftover-hits")
def test_hits_left_over_strike_nothing() -> None:
    # Given a 4-hit Attack of 2 damage on a Character with 3 HP.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "squire")
    back = d.character(1, backup=True)
    skill = d.on(x, "four-hits")
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, y)
    # Then 2 hits land, the Character is Knocked Out and the last 2 strike nothing.
    assert len(d.happened("hit")) == 2 and d.where(y) == "Discard Pile Zone"
    assert d.hp(back) == 10 and d.hp(d.body(1)) == 30


@pytest.mark.rule("faroe", "ko.leftover-hits")
def test_hits_at_other_targets_go_on() -> None:
    d = Duel(CARDS)
    x, y, z = d.character(0), d.character(1, "squire"), d.character(1)
    d.damage(y, 1)
    skill = d.on(x, "two-by-two")
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, y, z)
    assert d.where(y) == "Discard Pile Zone" and d.hp(z) == 6

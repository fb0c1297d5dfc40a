"""Keywords of what comes, stays and leaves, in the 60-card edition (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade import reasons
from fadenet.games.fade.features import boss
from fadenet.games.fade.tables import (
    AFTERMATH,
    COMBAT,
    HAND,
    PREPARATION,
    RIFT,
)
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    cards("regain", "seize")
    + character("two", level=2)
    + character("three", level=3)
    + character(
        "machine",
        keywords={"Carrier": 3},
        ability={"on": "enters", "do": {"draw": {"counters": "Power", "of": "this"}}},
    )
    + character("overlord", keywords={"Boss": 2})
    + character("elder", level_up=["Two"])
    + character("bearer", level=2, ability={"on": "destroyed", "do": {"gain_tp": 1}})
    + augment("will", keywords="Equip", ability={"on": "destroyed", "do": {"draw": 1}})
    + augment("quick", keywords="Equip", ability={"gives": {"Flash": True}})
    + character("tower", keywords={"Stacker": 2})
    + item("mill", ability={"keyword": "Stock", "n": 2, "activate": True, "do": {"gain_tp": 1}})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "keyword.stacker")
def test_who_comes_by_an_effect_takes_as_many_cards_as_there_are() -> None:
    # Given Stacker 2 in the Discard Pile and 1 other card in Hand, when an effect brings it, then that lies
    # under it.
    d = duel()
    d.character(0)
    tower, spare = d.discard(0, "tower"), d.hand(0, "strike")
    d.play_out(0, d.hand(0, "regain"), tower)
    assert d.lies(tower) == "front" and d.s.kids[tower] == (spare,)


@pytest.mark.rule("fade1", "keyword.carrier")
def test_power_counters_are_there_before_what_entering_does() -> None:
    # Given Carrier 3 and 'On Enter Field: draw a card for every Power Counter', then 3 are drawn.
    d = duel()
    machine = d.fighter(0, "machine")
    d.play_out(0, machine, d.to("front"))
    assert (d.count(machine, "Power"), d.size(0, HAND)) == (3, 3)


@pytest.mark.rule("fade1", "keyword.boss")
def test_a_boss_takes_two_of_three() -> None:
    # Given Boss 2 and three Characters in the Discard Pile, then its Player names two for the Rift Zone.
    d = duel()
    overlord = d.fighter(0, "overlord")
    there = [d.discard(0, slug) for slug in ("two", "soldier", "three")]
    assert d.refused(0, "play", overlord, d.to("front"), there[0]) == d.rule(boss.REASON)
    d.play_out(0, overlord, d.to("front"), there[0], there[2])
    assert d.s.zones[RIFT] == (there[0], there[2]) and d.lies(there[1]) == "discard"
    assert d.lies(overlord) == "front"


@pytest.mark.rule("fade1", "prep.aftermath-no-characters")
def test_no_level_up_takes_place_in_the_aftermath_step() -> None:
    # Given a Level Up card whose base is there, then in the Aftermath Step it is refused.
    d = duel()
    two, elder = d.character(0, "two", at="c2"), d.fighter(0, "elder")
    assert d.can(0, "play", elder, to(d, "c2"), two)
    d.go(0, AFTERMATH)
    assert d.refused(0, "play", elder, to(d, "c2"), two) == d.rule(reasons.NO_CHARACTERS_NOW)


@pytest.mark.rule("fade1", "keyword.flash")
def test_flash_lets_who_came_out_of_reserve_attack() -> None:
    # Given a Character in Reserve that bears an Augment with Flash, then it attacks in the turn it comes out.
    d = duel()
    d.character(0)
    x, y = d.character(0, backup=True), d.character(1)
    d.on(x, "quick", face=1)
    d.play(0, "move", x, *d.across(x))
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("fade1", "ko.attached-and-stack")
def test_what_lies_on_the_fallen_is_destroyed_and_their_stack_discarded() -> None:
    # Given a Character with an Augment 'On Destroyed: draw 1', two face-down Skills and a Stack of 2.
    d = duel()
    x, y = d.character(0), d.character(1, "bearer")
    d.character(1)
    will, down = d.on(y, "will", face=1), [d.on(y, "strike"), d.on(y, "guard")]
    stack = [d.under(y, "bearer"), d.under(y, "two")]
    d.leave(y, 1)
    d.counters(y, "Poison", 2)
    d.go(0, COMBAT)
    d.tp(1, 0)
    hand = d.size(1, HAND)
    d.play(0, "attack", x, y)
    d.pass_all()
    # Then 6 cards are in the Discard Pile, the Skills are shown, and the Counters are gone.
    assert [d.lies(h) for h in (y, will, *down, *stack)] == ["discard"] * 6
    assert all(d.s.code[h] for h in down) and d.count(y, "Poison") == 0
    # On Destroyed happens for the Character and the Augment, and for nothing of the Stack.
    assert (d.tp_of(1), d.size(1, HAND)) == (1, hand + 1)


@pytest.mark.rule("fade1", "keyword.stock-details")
@pytest.mark.parametrize("phase", [PREPARATION, COMBAT, AFTERMATH])
def test_a_stock_item_is_activated_whenever_items_can_be_played(phase: int) -> None:
    # Given an Item with Stock 2 beside a Player, then it is activated in each step of the own Battle Phase.
    d = duel()
    d.character(0)
    mill = d.hand(0, "mill")
    d.play_out(0, mill, *d.beside())
    # Playing it does not activate it.
    assert (d.count(mill, "Power"), d.lies(mill)) == (2, "attached")
    d.go(0, phase)
    left = d.tp_of(0)
    d.play(0, "activate", mill)
    d.pass_all()
    assert (d.tp_of(0), d.count(mill, "Power"), d.lies(mill)) == (left + 1, 1, "attached")
    # When its last Power Counter is used in the next round, then it is destroyed.
    d.next_turn(0)
    d.play(0, "activate", mill)
    d.pass_all()
    assert d.lies(mill) == "discard" and mill in [row[ROW_CARD] for row in d.happened("destroyed")]


@pytest.mark.rule("fade1", "keyword.timebomb-counter")
def test_who_controls_the_bearer_of_a_timebomb_loses_its_level() -> None:
    # Given B's Character of Level 3 under A's control, when it has 10 Timebomb Counters, then A loses 3 HP.
    d = duel()
    d.character(0)
    y = d.character(1, "three")
    d.character(1)
    d.play_out(0, d.hand(0, "seize"), y)
    d.leave(y, 1)
    before = [d.hp(d.body(seat)) for seat in (0, 1)]
    d.counters(y, "Timebomb", 10)
    d.go(0, COMBAT)
    assert d.lies(y) == "discard" and d.s.owner[y] == 1
    assert [d.hp(d.body(seat)) for seat in (0, 1)] == [before[0] - 3, before[1]]

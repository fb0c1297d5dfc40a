"""Keywords of what comes, stays and leaves, in the 60-card edition (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("level-3", "quick-boots", "regain", "seize")
    + character(
        "machine",
        keywords={"Carrier": 3},
        ability={"on": "enters", "do": {"draw": {"counters": "Power", "of": "this"}}},
    )
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
    d.quietly(0, "play", d.hand(0, "regain"), tower)
    assert d.lies(tower) == "front" and d.s.kids[tower] == (spare,)


@pytest.mark.rule("fade1", "keyword.carrier")
def test_power_counters_are_there_before_what_entering_does() -> None:
    # Given Carrier 3 and 'On Enter Field: draw a card for every Power Counter', then 3 are drawn.
    d = duel()
    machine = d.fighter(0, "machine")
    d.quietly(0, "play", machine, d.to("front"))
    assert (d.count(machine, "Power"), d.size(0, HAND)) == (3, 3)


@pytest.mark.rule("fade1", "keyword.flash")
def test_flash_lets_who_came_out_of_reserve_attack() -> None:
    # Given a Character in Reserve that bears an Augment with Flash, then it attacks in the turn it comes out.
    d = duel()
    d.character(0)
    x, y = d.character(0, backup=True), d.character(1)
    d.on(x, "quick-boots", face=1)
    d.play(0, "move", x, *d.across(x))
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("fade1", "keyword.stock-details")
@pytest.mark.parametrize("phase", [PREPARATION, COMBAT, AFTERMATH])
def test_a_stock_item_is_activated_whenever_items_can_be_played(phase: int) -> None:
    # Given an Item with Stock 2 beside a Player, then it is activated in each step of the own Battle Phase.
    d = duel()
    d.character(0)
    mill = d.hand(0, "mill")
    d.quietly(0, "play", mill, *d.beside())
    # Playing it does not activate it.
    assert (d.count(mill, "Power"), d.lies(mill)) == (2, "attached")
    d.go(0, phase)
    left = d.tp_of(0)
    d.quietly(0, "activate", mill)
    assert (d.tp_of(0), d.count(mill, "Power"), d.lies(mill)) == (left + 1, 1, "attached")
    # When its last Power Counter is used in the next round, then it is destroyed.
    d.next_turn(0)
    d.quietly(0, "activate", mill)
    assert d.lies(mill) == "discard" and mill in [row[ROW_CARD] for row in d.happened("destroyed")]


@pytest.mark.rule("fade1", "keyword.timebomb-counter")
def test_who_controls_the_bearer_of_a_timebomb_loses_its_level() -> None:
    # Given B's Character of Level 3 under A's control, when it has 10 Timebomb Counters, then A loses 3 HP.
    d = duel()
    d.character(0)
    y = d.character(1, "level-3")
    d.character(1)
    d.quietly(0, "play", d.hand(0, "seize"), y)
    d.leave(y, 1)
    before = [d.hp(d.body(seat)) for seat in (0, 1)]
    d.counters(y, "Timebomb", 10)
    d.go(0, COMBAT)
    assert d.lies(y) == "discard" and d.s.owner[y] == 1
    assert [d.hp(d.body(seat)) for seat in (0, 1)] == [before[0] - 3, before[1]]

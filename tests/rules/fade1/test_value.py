"""The worth of Players and Characters in the 60-card edition (topic value)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction

CARDS = (
    cards("plv-flurry")
    + character("striker", plv=7)
    + character("wall", plv=3, def_=3)
    + character("runner", plv=5, agi=3)
    + augment("boots", cost=0, agi=2, keywords="Equip", attach="all fighters")
    + reaction("goad", answers="attack", do={"mod": "PLV", "n": 2, "on": "attacker"})
    + reaction("brace", answers="attack", do={"mod": "DEF", "n": 2, "on": "attacked"})
    + item("salve", cost=0, targets="all characters", do={"heal": 2, "of": "target"})
    + item("tonic", cost=0, targets="your fighters", do={"heal": 4, "of": "target"})
    + augment("coat", hp=5, keywords="Equip", attach="your fighters")
    + character("thorn", hp=30, plv=1, ability={"on": "hit", "do": {"mod": "PLV", "n": -2, "on": "attacker"}})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "value.tp")
def test_unspent_tp_are_kept_from_turn_to_turn() -> None:
    # Given a player ending a turn with 3 TP, when the next Starting Phase is completed, then there are 8.
    d = duel()
    d.tp(0, 3)
    d.next_turn(0)
    assert d.tp_of(0) == 8


@pytest.mark.rule("fade1", "value.def")
def test_def_is_what_is_withstood_of_a_hit() -> None:
    # Given a hit of 7 on a target with DEF 3, when it Defends, then it takes 4.
    d = duel()
    x, y = d.character(0, "striker"), d.character(1, "wall")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 5


@pytest.mark.rule("fade1", "value.agi")
def test_agi_is_the_combo_potential_as_the_turn_of_its_controller_starts() -> None:
    # Given a Character with AGI 3, when its controller's turn starts, then its Combo Potential is 3.
    d = duel()
    x, bare = d.character(1, "runner"), d.character(1)
    d.next_turn(1)
    assert (d.count(x, "Combo Potential"), d.count(bare, "Combo Potential")) == (3, 0)
    # And the Player's, who has AGI by an Augment, is that.
    d.on(d.body(0), "boots", face=1)
    d.next_turn(0)
    assert d.count(d.body(0), "Combo Potential") == 2


@pytest.mark.rule("fade1", "value.hp-lost-stays")
def test_lost_hp_stay_lost_until_an_effect_gives_them_back() -> None:
    # Given a Character hit down from 9 to 4 HP, and a Player to 44.
    d = duel()
    x, y = d.character(0, "runner"), d.character(1, "striker")
    d.damage(d.body(1), 6)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 4
    # When the turn and the round end, then nothing has come back.
    d.next_turn(1)
    d.next_turn(0)
    assert (d.hp(y), d.hp(d.body(1))) == (4, 44)
    # When an effect heals it, then it has.
    d.quietly(0, "play", d.hand(0, "salve"), y)
    assert d.hp(y) == 6


@pytest.mark.rule("fade1", "value.modifiers-current")
def test_plv_is_read_as_the_hit_is_performed() -> None:
    # Given an attack declared at PLV 5, when a linked effect grants the attacker +2 PLV, then it deals 7.
    d = duel()
    x, y = d.character(0, "runner"), d.character(1, "striker")
    goad = d.on(y, "goad")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", goad, -1)
    assert d.hp(y) == 2


@pytest.mark.rule("fade1", "value.modifiers-current")
def test_def_is_read_as_the_hit_is_performed() -> None:
    # Given an attack of 7 on DEF 3, when a linked effect grants the target +2 DEF, then it takes 2.
    d = duel()
    x, y = d.character(0, "striker"), d.character(1, "wall")
    brace = d.on(y, "brace")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", brace, -1)
    assert d.hp(y) == 7


@pytest.mark.rule("fade1", "value.modifiers-current")
def test_each_hit_reads_plv_anew() -> None:
    # Given 2 hits by PLV 5 at one that lowers its attacker's PLV by 2 as it is hit, before the damage.
    d = duel()
    x, y = d.character(0, "runner"), d.character(1, "thorn")
    flurry = d.on(x, "plv-flurry")
    d.go(0, COMBAT)
    # When both are performed, then they deal 3 and 1.
    d.quietly(0, "use", flurry, y)
    assert d.hp(y) == 30 - 3 - 1


@pytest.mark.rule("fade1", "value.modifiers-current")
def test_combo_potential_is_read_only_when_it_is_set() -> None:
    # Given AGI 3 as the turn starts, when an Augment adds 2 later on, then the potential stays 3 that turn.
    d = duel()
    x = d.character(0, "runner")
    d.next_turn(0)
    d.quietly(0, "play", d.hand(0, "boots"), x)
    assert d.count(x, "Combo Potential") == 3
    d.next_turn(0)
    assert d.count(x, "Combo Potential") == 5 and d.s.phase == PREPARATION


@pytest.mark.rule("fade1", "value.hp-maximum")
def test_hp_are_regained_up_to_what_is_printed_and_what_augments_add() -> None:
    # Given a Character with printed HP 10 at 9 HP, when it gains 4 HP, then it has 10.
    d = duel()
    x, body = d.character(0), d.body(0)
    d.damage(x, 1)
    d.quietly(0, "play", d.hand(0, "tonic"), x)
    assert d.hp(x) == 10
    # With an Augment of HP 5 it has 15; after 3 damage it gains 3 of 4.
    d.on(x, "coat", face=1)
    assert d.hp(x) == 15
    d.damage(x, 3)
    d.quietly(0, "play", d.hand(0, "tonic"), x)
    assert d.hp(x) == 15
    # A Player has 50 HP at most, and 55 with one.
    d.damage(body, 2)
    d.quietly(0, "play", d.hand(0, "tonic"), body)
    assert d.hp(body) == 50
    d.on(body, "coat", face=1)
    d.damage(body, 2)
    d.quietly(0, "play", d.hand(0, "tonic"), body)
    assert d.hp(body) == 55

"""HP and Powerlevel of Players and Characters in the 60-card edition (topic value)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, character, item

CARDS = (
    character("brute", hp=10, plv=7)
    + augment("coat", hp=5, keywords="Equip", attach="your fighters")
    + item("salve", cost=0, targets="your fighters", do={"heal": 4, "of": "target"})
    + item("shock", cost=0, targets="enemy players", do={"damage": 4, "to": "target"})
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade1")


@pytest.mark.rule("fade1", "value.hp")
@pytest.mark.parametrize(("left", "lost"), [(4, True), (5, False)])
def test_a_player_without_hp_has_lost(left: int, lost: bool) -> None:
    # Given a Player with so many HP, when they take 4 damage, then at 0 HP they have lost.
    d = duel()
    d.leave(d.body(1), left)
    d.play_out(0, d.hand(0, "shock"), d.body(1))
    assert bool(d.s.over) == lost
    assert lost or d.hp(d.body(1)) == 1


@pytest.mark.rule("fade1", "value.hp")
@pytest.mark.rule("fade1", "value.plv")
def test_powerlevel_is_the_damage_of_one_hit_and_0_hp_are_a_knock_out() -> None:
    # Given an attacker with PLV 7 and targets with DEF 0, of 10 and of 7 HP.
    d = duel()
    first, second = d.character(0, "brute"), d.character(0, "brute")
    y, z = d.character(1), d.character(1)
    d.damage(z, 3)
    d.go(0, COMBAT)
    # When a Normal Attack hits, then it deals 7: the first has 3 HP left, the second is Knocked Out.
    for x, target in ((first, y), (second, z)):
        d.play(0, "attack", x, target)
        d.pass_all()
    assert d.hp(y) == 3 and d.lies(z) == "discard"
    assert [row[ROW_CARD] for row in d.happened("knocked-out")] == [z]


@pytest.mark.rule("fade1", "value.hp-maximum")
def test_hp_are_regained_up_to_what_is_printed_and_what_augments_add() -> None:
    # Given a Character with printed HP 10 at 9 HP, when it gains 4 HP, then it has 10.
    d = duel()
    x, body = d.character(0), d.body(0)
    d.damage(x, 1)
    d.play_out(0, d.hand(0, "salve"), x)
    assert d.hp(x) == 10
    # With an Augment of HP 5 it has 15; after 3 damage it gains 3 of 4.
    d.on(x, "coat", face=1)
    assert d.hp(x) == 15
    d.damage(x, 3)
    d.play_out(0, d.hand(0, "salve"), x)
    assert d.hp(x) == 15
    # A Player has 50 HP at most, and 55 with one.
    d.damage(body, 2)
    d.play_out(0, d.hand(0, "salve"), body)
    assert d.hp(body) == 50
    d.on(body, "coat", face=1)
    d.damage(body, 2)
    d.play_out(0, d.hand(0, "salve"), body)
    assert d.hp(body) == 55

"""The rules of Items: used once, on any turn, or Equipped (F.A.R.O.E., topic item)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel

CARDS = """
[card.balm]
name = "Balm"
types = ["Item"]
rank = "Normal"
cost = 0
do = [{ heal = 3 }]
[card.pack]
name = "Pack"
types = ["Item"]
rank = "Normal"
cost = 2
do = [{ draw = 1 }]
[card.blade]
name = "Blade"
types = ["Item"]
rank = "Normal"
cost = 1
keywords = { Equip = true }
[[card.blade.ability]]
gives = { PLV = 1 }
[card.bulwark]
name = "Bulwark"
types = ["Character", "Item"]
rank = "Normal"
cost = 0
hp = 9
plv = 1
level = 3
in_deck = true
attach = "your characters"
keywords = { Equip = true, Provoke = true }
[card.census]
name = "Census"
types = ["Item"]
rank = "Normal"
cost = 0
do = [{ gain_tp = { count = "all characters" } }, { damage = 1, to = "all characters" }]
[card.bolt]
name = "Bolt"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "enemy characters" }]
do = [{ destroy = "target" }]
[card.rust]
name = "Rust"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "enemy equips" }]
do = [{ destroy = "target" }]
[card.fighter]
name = "Fighter"
types = ["Character"]
hp = 10
plv = 1
level = 1
[[card.fighter.ability]]
keyword = "Arm Up"
n = 1
gives = { PLV = 4 }
"""


@pytest.mark.editions("item.single-use")
def test_an_item_is_used_once() -> None:
    # Given an Item 'heal 3 HP' played at 20 HP.
    d = Duel(CARDS)
    d.damage(d.body(0), 10)
    item = d.hand(0, "balm")
    d.play(0, "play", item)
    d.pass_all()
    # When it has resolved, then there are 23 HP and the Item is in its owner's Discard Pile.
    assert d.hp(d.body(0)) == 23
    assert d.where(item) == "Discard Pile Zone" and d.s.owner[item] == 0
    assert [row[1] for row in d.happened("destroyed")] == [item]


@pytest.mark.editions("item.any-turn")
def test_an_item_is_played_on_the_opponents_turn_between_chains() -> None:
    # Given the opponent's turn, no Chain running, 2 TP and an Item of Cost 2.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.on(x, "guard")
    d.go(1, COMBAT)
    item = d.hand(0, "pack")
    d.tp(0, 2)
    d.play(1, "attack", y, x)
    # While a Chain is running it is refused.
    assert d.asked() == [0] and d.s.chain
    assert d.refused(0, "play", item) == "chain.items-start-only"
    d.pass_chain()
    # When the Player is asked after the Chain, then it may be played and 0 TP are left.
    assert d.asked() == [0] and d.s.active == 1 and not d.s.chain
    d.play(0, "play", item)
    assert d.tp_of(0) == 0
    d.pass_all()
    assert d.where(item) == "Discard Pile Zone"


@pytest.mark.editions("item.any-turn")
def test_an_item_is_played_at_the_end_of_the_opponents_phases() -> None:
    d = Duel(CARDS)
    item = d.hand(0, "pack")
    d.go(1, COMBAT)
    d.play(1, "end")
    assert d.asked() == [0] and d.s.active == 1
    d.play(0, "play", item)
    d.pass_all()
    assert d.where(item) == "Discard Pile Zone"


@pytest.mark.editions("item.equip")
def test_an_equip_item_stays_on_its_bearer() -> None:
    # Given an Equip Item attached to a Character.
    d = Duel(CARDS)
    x, foe = d.character(0, "fighter"), d.character(1)
    item = d.hand(0, "blade")
    d.play(0, "play", item, x)
    d.pass_all()
    # When its Link has resolved, then it is on the field, face-up, and counts for Arm Up.
    assert d.s.host[item] == x and d.s.face[item] == 1
    assert d.plv(x) == 1 + 1 + 4
    # When the Character is Knocked Out, then it goes to its owner's Discard Pile.
    d.damage(x, 8)
    d.go(1, COMBAT)
    d.play(1, "attack", foe, x)
    d.pass_all()
    assert d.where(x) == d.where(item) == "Discard Pile Zone" and d.s.owner[item] == 0


@pytest.mark.rule("faroe", "card.multi-supertype-mode")
@pytest.mark.rule("faroe", "keyword.equip")
def test_a_character_that_is_attached_as_an_item_is_no_character_meanwhile() -> None:
    # Given a card that is Character and Item with Provoke, Equipped to a Character.
    d = Duel(CARDS)
    attacker, x = d.character(0), d.character(1)
    bulwark = d.on(x, "bulwark", face=1)
    bolt, rust = d.hand(0, "bolt"), d.hand(0, "rust")
    # Then what names Characters passes it by, and what names Equip cards finds it.
    d.tp(0, 0)
    d.play(0, "play", d.hand(0, "census"))
    d.pass_all()
    assert (d.tp_of(0), d.count(bulwark, "Damage"), d.count(x, "Damage")) == (2, 0, 1)
    assert d.refused(0, "play", bolt, bulwark) == "target.chosen-when"
    assert d.can(0, "play", rust, bulwark)
    # Nobody can attack it, and its Provoke draws nothing.
    d.go(0, COMBAT)
    assert d.can(0, "attack", attacker, x)
    assert not d.can(0, "attack", attacker, bulwark)
    # When its holder is destroyed, it goes too: its Player is in The Last Stand, and can be attacked.
    d.play(0, "play", bolt, x)
    d.pass_all()
    assert d.where(bulwark) == "Discard Pile Zone"
    assert d.can(0, "attack", attacker, d.body(1))

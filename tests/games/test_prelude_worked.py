"""Worked cases of Prelude: whole lines of play in which many rules meet, with the figures that come out."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards, weapon

CARDS = cards(
    *("whip", "axe", "club", "heavy-club", "sword", "mail", "shield", "bell", "spark", "guard"),
    *("bolt", "ember", "lance", "slow-bolt", "slower-bolt", "moss", "flask"),
)
LONG = weapon("cart", price=1, attack=9, suspend=4, hands=2)


def position(*characters: str, rank: str = "soldier-1") -> Prelude:
    g = Prelude(*characters, cards=CARDS + LONG)
    for seat in range(len(characters)):
        g.ranks(seat, rank if characters[seat] != "dwarf" or rank == "soldier-1" else "barbarian-1")
    return g


@pytest.mark.parametrize(("armour", "lost"), [(False, 6), (True, 0)])
def test_whip(armour: bool, lost: int) -> None:
    """given a Human with 3 actions and a stowed whip, when it is equipped with its free attack and used twice
    more, then three attacks hit, a fourth is refused; armour 2 stops all of them."""
    g = position("human", "human")
    whip = g.stowed(0, "whip")
    if armour:
        g.equipped(1, "mail")
    g.actions(1, 0)
    for n in range(3):
        g.quietly(0, "attack", whip, g.body(1))
        assert g.free(g.body(0)) == 2 - n
    assert g.lost(1) == lost
    assert g.refused(0, "attack", whip, g.body(1)) == "response.no-actions"


def test_carried_axe() -> None:
    """given a Dwarf with 2 actions and an axe of Suspend 3, then one is owed and locked in the next Response,
    and the free one may parry once; the attack comes in the close, against what the other has left."""
    g = position("dwarf", "human", rank="barbarian-1")
    axe, club = g.equipped(0, "axe"), g.equipped(1, "club")
    g.play(0, "attack", axe, g.body(1))
    assert g.carries(g.body(0)) and g.free(g.body(0)) == 0
    g.next(1)
    assert g.s.num[t.LOCKED][1] == 1 and g.free(g.body(0)) == 1
    g.play(1, "attack", club, g.body(0))
    g.until(t.W_DEFENCE)
    g.play(0, "parry", axe)
    assert g.s.asks[0].kind != CONFIRM and g.free(g.body(0)) == 0
    g.pass_all()
    assert g.lost(0) == 2 and g.carries(g.body(0))  # 5 less 2 for the parry and 1 for the Dwarf
    g.end(1)
    assert g.until(t.W_DEFENCE) == 1 and g.free(g.body(1)) == 2
    g.play(1, "parry", club)
    g.play(1, "evade")
    assert g.lost(1) == 6 and not g.carries(g.body(0))


def test_a_trap_against_an_immediate() -> None:
    """given a task of a Human, when it plays an Immediate and a bell springs for 4, then the spell
    dissolves, what was paid is gone, and the Immediate takes effect all the same."""
    g = position("human", "human", rank="green-magic-1")
    top = g.zone(0, t.LINE_A)[-1]
    bolt, spark = g.hand(0, "slower-bolt"), g.hand(0, "spark")
    g.trap(1, "bell")
    club = g.equipped(1, "club")
    g.play(0, "cast", bolt, g.body(1))
    g.next(1)
    assert g.carries(g.body(0)) and g.free(g.body(0)) == 2 and g.s.num[t.RESERVE][top] == 1
    g.play(1, "attack", club, g.body(0))
    assert g.until(t.W_IMMEDIATE) == 0
    g.play(0, "play", spark, g.body(1))
    g.step()
    assert g.lost(0) == 4 and not g.carries(g.body(0)) and g.where(bolt) == "Cemetery"
    while not g.lost(1):
        g.step()
    assert g.lost(1) == 1 and g.s.num[t.RESERVE][top] == 0


def test_melee_carry() -> None:
    """given a Melee of three, when a task of Suspend 6 is begun with 2 actions, then 2 are locked in
    each of the others' Responses, a small hit does not stop it, and it ends in the close of the last."""
    g = position("dwarf", "human", "human")
    cart, club = g.equipped(0, "cart"), g.equipped(2, "club")
    g.give(cart, "Suspend", 2)
    g.play(0, "attack", cart, g.body(1))
    g.next(1)
    assert g.s.num[t.LOCKED][1] == 2 and g.carries(g.body(0))
    g.next(2)
    assert g.s.num[t.LOCKED][1] == 2 and g.carries(g.body(0))
    g.quietly(2, "attack", club, g.body(0))
    assert g.lost(0) == 4 and g.carries(g.body(0))
    g.next()
    assert g.lost(1) == 9 and not g.carries(g.body(0)) and g.s.active == 0


def test_explosion_on_the_guard() -> None:
    """given a green spell, when a red one of tier 3 is aimed at somebody whose minion guards, then the
    blast of 4 hits the caster and the minion, and nobody else."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1"), g.ranks(1, "soldier-1")
    g.ranks(0, "red-magic-1", "red-magic-2", "red-magic-3", more=True)
    g.actions(0, 4)
    bolt, lance, guard = g.hand(0, "bolt"), g.hand(0, "lance"), g.minion(1, "guard")
    g.quietly(0, "cast", bolt, guard)
    g.life(guard, 5)
    g.play(0, "cast", lance, g.body(1))
    g.until(t.W_GUARD)
    g.quietly(1, "guard", guard)
    assert (g.lost(0), g.lost(1), g.where(guard)) == (4, 0, "Cemetery")


def test_refill() -> None:
    """given Green Magic 1 and 2 with 4 reserve, when Green Magic 1 is laid on top, then 6 are usable at
    tier 1, and in the next Response Green Magic 2 brings 9."""
    g = Prelude("human", "human", cards=CARDS)
    top = g.ranks(0, "green-magic-1", "green-magic-2")[-1]
    g.reserve(top, 4)
    g.ranks(1, "soldier-1")
    one, two = g.hand(0, "green-magic-1"), g.hand(0, "green-magic-2")
    g.play(0, "place", one)
    assert g.s.num[t.RESERVE][g.zone(0, t.LINE_A)[-1]] == 6
    assert g.refused(0, "place", two) == "rank.placement-rate"
    g.next(0)
    g.play(0, "place", two)
    assert g.s.num[t.RESERVE][g.zone(0, t.LINE_A)[-1]] == 9 and g.s.num[t.RESERVE][top] == 4


def test_swordsman_to_gladiator() -> None:
    """given Soldier 1, Swordsman 2 and 3, when the stack is dropped to Soldier, then two cards go, no Coin is
    gained, and Gladiator 2, not 3, follows in the next own Response for 3 Coin."""
    g = Prelude("human", "human", cards=CARDS)
    soldier, *others = g.ranks(0, "soldier-1", "swordsman-2", "swordsman-3")
    g.ranks(1, "soldier-1")
    g.training(0, 4)
    g.coin(0, 5)
    two, three = g.hand(0, "gladiator-2"), g.hand(0, "gladiator-3")
    g.play(0, "descend", soldier)
    assert [g.where(h) for h in others] == ["Cemetery"] * 2 and g.purse(0) == 5
    assert g.refused(0, "place", two) == "rank.placement-rate"
    g.next(0)
    assert g.purse(0) == 6 and g.refused(0, "place", three) == "prelim.stack"
    g.play(0, "place", two)
    assert g.purse(0) == 9


def test_first_turn() -> None:
    """given the first Turn, then Player One begins no attack that would end later, an Orc may attack, and
    in a Melee nobody is attacked before his or her first Response."""
    g = Prelude("human", "human", cards=CARDS, turn=1)
    g.ranks(0, "soldier-1"), g.ranks(1, "soldier-1")
    heavy = g.equipped(0, "heavy-club")
    assert g.refused(0, "attack", heavy, g.body(1)) == "turn.first-no-attack"
    orc = Prelude("orc", "human", cards=CARDS, turn=1)
    orc.ranks(0, "soldier-1"), orc.ranks(1, "soldier-1")
    assert orc.can(0, "attack", orc.equipped(0, "club"), orc.body(1))
    melee = Prelude("orc", "human", "human", cards=CARDS, turn=1)
    for seat in range(3):
        melee.ranks(seat, "soldier-1")
    assert melee.refused(0, "attack", melee.equipped(0, "club"), melee.body(2)) == "format.melee-grace"


@pytest.mark.parametrize(("life", "out"), [(4, False), (3, True)])
def test_empty_chest(life: int, out: bool) -> None:
    """given a Human with one card in the chest who carries a task, when two are to be drawn, then 3
    life are lost to time: at 4 the task goes on, as that is not damage; at 3 the player is out, and nobody
    draws spoils."""
    g = position("human", "human", "human", rank="green-magic-1")
    bolt = g.hand(0, "slower-bolt")
    g.give(g.body(0), "Suspend", 2)
    g.actions(0, 1)
    g.quietly(0, "cast", bolt, g.body(1))
    g.chest(0, 1)
    g.life(g.body(0), life)
    g.next(1)
    g.next(2)
    sizes = [g.size(seat, t.HAND) for seat in (1, 2)]
    g.next()
    assert (0 in g.s.out) == out and not g.s.over
    if not out:
        assert g.left(g.body(0)) == 1 and g.size(0, t.HAND) == 1
    else:
        assert [g.size(seat, t.HAND) - n for seat, n in zip((1, 2), sizes, strict=True)] == [2, 0]
        assert g.s.active == 1

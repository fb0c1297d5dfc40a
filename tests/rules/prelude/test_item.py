"""Weapons, items and traps: the topic `item`."""

from __future__ import annotations

import pytest

from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import CHEAP, Prelude
from tests.cards.prelude import cards, item, weapon

CARDS = (
    cards("sword", "club", "axe", "mail", "flask", "snare", "pit", "guard", "moss")
    + weapon("studded-club", "common", "sharp", price=3, attack=4)
    + item("waterskin", price=3, hands=1, uses=2, ability={"activate": True, "do": {"heal": 3}})
)


def duel() -> Prelude:
    """Two soldiers."""
    return Prelude("human", "human", cards=CARDS, ranks="soldier-1")


def trimmed(who: str, *slugs: str) -> list[str]:
    """The number of these cards that are thrown out of a deck whose one rank is the last of them."""
    deck = ["copper-purse"] * 50 + list(slugs)
    g = Prelude(who, "human", cards=CARDS, setup=False, decks=[deck, ["copper-purse"] * 50 + ["soldier-1"]])
    g.pass_all()
    return sorted(g.slug(h) for h in g.zone(0, t.ASIDE))


@pytest.mark.rule("prelude", "item.sharp-weapons")
def test_a_common_weapon_with_the_sharp_symbol_is_not_for_mages() -> None:
    """given a weapon that is common and sharp, when a Mage's deck is trimmed, then it is removed."""
    mine = "club", "sword", "studded-club"
    assert trimmed("human", *mine, "green-magic-1") == ["studded-club", "sword"]
    assert trimmed("human", *mine, "soldier-1") == []


@pytest.mark.rule("prelude", "item.sharp-weapons")
def test_barbarian_weapons_are_not_for_mages() -> None:
    """given a weapon marked barbarian, when an Orc mage's deck is trimmed, then it is removed."""
    assert trimmed("orc", "club", "axe", "red-magic-1") == ["axe"]
    assert trimmed("orc", "club", "axe", "barbarian-1") == []


@pytest.mark.rule("prelude", "item.single-use")
def test_an_item_of_two_uses_stays_after_the_first() -> None:
    """given an item of 2 uses, when used once, then it stays in hand with one left; then it is used up."""
    g = duel()
    skin = g.equipped(0, "waterskin")
    g.life(g.body(0), 20)
    g.quietly(0, "use", skin)
    assert (g.where(skin), g.s.num[t.USES][skin], g.left(g.body(0))) == ("Equipped", 1, 23)
    g.quietly(0, "use", skin)
    assert (g.where(skin), g.left(g.body(0))) == ("Cemetery", 26)


@pytest.mark.rule("prelude", "item.single-use")
def test_a_flask_is_used_up_and_a_weapon_is_not() -> None:
    """given a flask and a sword, when both are used, then the flask is in the cemetery, the sword is not."""
    g = duel()
    flask, sword = g.equipped(0, "flask"), g.equipped(0, "sword")
    g.quietly(0, "use", flask)
    g.quietly(0, "attack", sword, g.body(1))
    assert (g.where(flask), g.where(sword)) == ("Cemetery", "Equipped")


@pytest.mark.rule("prelude", "item.trap-field")
def test_a_trap_that_is_not_set_does_nothing() -> None:
    """given a trap that was laid and not set, when its condition is met, then nothing happens."""
    g = duel()
    snare, club = g.hand(0, "snare"), g.equipped(1, "club")
    g.coin(0, 2)
    g.play(0, "lay", snare, CHEAP)
    assert (g.where(snare), g.s.face[snare], g.purse(0), g.free(g.body(0))) == ("Traps", 0, 0, 3)
    assert g.refused(0, "equip", snare)
    g.next()
    g.quietly(1, "attack", club, g.body(0))
    assert (g.lost(0), g.lost(1), g.where(snare)) == (5, 0, "Traps")
    g.next()
    g.quietly(0, "set", snare)
    g.next()
    g.quietly(1, "attack", club, g.body(0))
    assert (g.lost(0), g.lost(1), g.where(snare)) == (10, 4, "Cemetery")


@pytest.mark.rule("prelude", "item.trap-field")
def test_a_player_has_two_traps_at_most() -> None:
    """given a trap on the field, then a second may be laid, and a third not."""
    g = duel()
    g.trap(0, "snare", set=False)
    third = g.hand(0, "snare")
    g.coin(0, 9)
    assert g.can(0, "lay", third, CHEAP)
    g.trap(0, "snare")
    assert g.refused(0, "lay", third, CHEAP) == "item.trap-field"


@pytest.mark.rule("prelude", "item.trap-springs")
def test_a_trap_springs_before_immediates_and_defence() -> None:
    """given a set trap of 4, when an attacker in armour attacks, then it takes 4 before all else."""
    g = Prelude("human", "human", cards=CARDS, ranks=("soldier-1", "green-magic-1"))
    club, snare = g.equipped(0, "club"), g.trap(1, "snare")
    g.equipped(0, "mail"), g.hand(1, "moss")
    g.play(0, "attack", club, g.body(1))
    assert (g.window(), g.lost(0)) == (t.W_SPRING, 0)
    assert g.options(1) == [g.move("spring", snare)]
    g.play(1, "spring", snare)
    assert (g.window(), g.lost(0), g.lost(1)) == (t.W_IMMEDIATE, 4, 0)
    assert g.s.face[snare] == 1
    assert g.free(g.body(1)) == 3
    g.pass_all()
    assert (g.lost(1), g.where(snare)) == (5, "Cemetery")


@pytest.mark.rule("prelude", "item.trap-springs")
def test_a_trap_springs_once_and_the_older_one_first() -> None:
    """given two set traps, when attacked, then the older one comes first; a second attack meets none."""
    g = duel()
    club, older, younger = g.equipped(0, "club"), g.trap(1, "snare"), g.trap(1, "snare")
    g.play(0, "attack", club, g.body(1))
    assert g.options(1) == [g.move("spring", older)]
    g.play(1, "spring", older)
    assert (g.window(), g.lost(0)) == (t.W_SPRING, 4)
    g.quietly(1, "spring", younger)
    assert g.lost(0) == 8
    g.quietly(0, "attack", club, g.body(1))
    assert (g.lost(0), g.lost(1)) == (8, 10)


@pytest.mark.rule("prelude", "item.trap-springs")
def test_traps_of_two_players_spring_in_order() -> None:
    """given a trap of B and an older one of C, when A fields a minion, then B's springs first."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="soldier-1")
    later, sooner = g.trap(2, "pit"), g.trap(1, "pit")
    minion = g.hand(0, "guard")
    g.coin(0, 3)
    g.play(0, "bring", minion)
    assert (g.window(), g.asked()) == (t.W_SPRING, [1])
    g.play(1, "spring", sooner)
    assert (g.window(), g.asked(), g.left(minion)) == (t.W_SPRING, [2], 3)
    g.play(2, "spring", later)
    assert g.left(minion) == 1

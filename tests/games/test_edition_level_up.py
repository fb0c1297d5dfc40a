"""Level-Up in cells: whom it waits for, whose place and Counters it takes, and what goes along."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND
from tests.builders.cards import cards
from tests.builders.cells import GRID
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "armor", "shackle")
    + cards("events", "gag")
    + """
[card.ash]
name = "Ash"
types = ["Character"]
hp = 9
plv = 1
[[card.ash.ability]]
on = "destroyed"
do = [{ gain_tp = 3 }]
[card.brand]
name = "Brand"
types = ["Character"]
hp = 9
plv = 1
[card.spark]
name = "Spark"
types = ["Character"]
hp = 9
plv = 1
keywords = { Flash = true }
[card.blaze]
name = "Blaze"
types = ["Character"]
hp = 10
plv = 2
level_up = ["Ash", "Brand"]
[[card.blaze.ability]]
on = "enters"
do = [{ gain_tp = 1 }]
[card.glow]
name = "Glow"
types = ["Character"]
hp = 4
plv = 2
level_up = ["Ash"]
[card.flare]
name = "Flare"
types = ["Character"]
hp = 10
plv = 2
level_up = ["Spark"]
[card.inferno]
name = "Inferno"
types = ["Character"]
hp = 10
plv = 2
level_up = ["Glow"]
"""
)
WITH = (
    *GRID,
    ('Level-Up = { kind = "plain", how = "bare"', 'Level-Up = { kind = "plain", how = "keeps"'),
    ("[turn]\n", '[turn]\nlevel_up_waits = true\nquiet_plays = ["Character"]\n'),
    ('level-up = "keyword.level-up"\n', 'level-up = "keyword.level-up"\nlevel-up-wait = "keyword.flash"\n'),
)


def match(waits: bool = True) -> Duel:
    """A match in cells in which Level-Up keeps what was there, and waits for who is ready."""
    words = WITH if waits else (*WITH[:-2], ("[turn]\n", '[turn]\nquiet_plays = ["Character"]\n'))
    d = differing(CARDS, *words)
    d.tp(0, 5)
    return d


def to(d: Duel, name: str) -> tuple[int, int]:
    """A cell as a move names it."""
    return (1, d.cell(name))


@pytest.mark.parametrize("waits", [True, False])
def test_a_level_up_waits_for_who_came_in_this_turn(waits: bool) -> None:
    # Given Ash that came in this turn, then the card is not laid on it, unless the edition does not wait; in
    # the next turn it is, and what stands there then neither Attacks nor is levelled up in that turn.
    d = match(waits)
    ash, glow, inferno = (
        d.character(0, "ash", fresh=True, at="c1"),
        d.fighter(0, "glow"),
        d.fighter(0, "inferno"),
    )
    if not waits:
        assert d.can(0, "play", glow, to(d, "c1"), ash)
        return
    assert d.refused(0, "play", glow, to(d, "c1"), ash) == "keyword.flash"
    d.next_turn(0)
    d.play(0, "play", glow, to(d, "c1"), ash)
    d.pass_all()
    assert d.at(glow) == "c1" and d.s.host[ash] == glow
    assert d.refused(0, "play", inferno, to(d, "c1"), glow) == "keyword.flash"
    enemy = d.character(1, at="c1")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", glow, enemy) == "combat.entry-delay"


def test_a_level_up_does_not_wait_for_flash() -> None:
    # Given a Character with Flash that came in this turn, then the card is laid on it.
    d = match()
    spark, flare = d.character(0, "spark", fresh=True, at="c1"), d.fighter(0, "flare")
    assert d.can(0, "play", flare, to(d, "c1"), spark)


def test_a_level_up_waits_for_who_cannot_act() -> None:
    # Given Ash and Brand of whom Brand cannot act, then the card for both is refused; for none else is that a
    # reason: with Ash alone it is as with too few.
    d = match()
    ash, brand = d.character(0, "ash", at="c1"), d.character(0, "brand", at="b2")
    blaze = d.fighter(0, "blaze")
    d.play(0, "play", d.hand(0, "gag"), brand)
    d.pass_all()
    assert d.refused(0, "play", blaze, to(d, "c1"), ash, brand) == "keyword.flash"
    assert d.refused(0, "play", blaze, to(d, "c1"), ash) == "keyword.level-up"
    assert d.can(0, "play", d.fighter(0, "glow"), to(d, "c1"), ash)


@pytest.mark.parametrize("cell", ["c1", "b2"])
def test_its_player_chooses_whose_place_damage_and_counters_it_keeps(cell: str) -> None:
    # Given Ash in c1 with 4 damage and an Augment, and Brand in b2 with Aura and a Stack, when the card is
    # laid on both in either cell, then it has what that one bore and nothing of the other; both Stacks and
    # all attached cards go along; Ash is not destroyed, and the new card enters.
    d = match()
    ash, brand = d.character(0, "ash", at="c1"), d.character(0, "brand", at="b2")
    d.counters(ash, "Damage", 4)
    d.counters(brand, "Aura", 2)
    armor, skill = d.on(ash, "armor", face=1), d.on(brand, "strike")
    below = d.under(brand, "squire")
    blaze = d.fighter(0, "blaze")
    d.play(0, "play", blaze, to(d, cell), ash, brand)
    d.pass_all()
    assert d.at(blaze) == cell
    assert (d.hp(blaze), d.count(blaze, "Aura")) == ((6, 0) if cell == "c1" else (10, 2))
    assert [d.s.host[h] for h in (armor, skill, below, ash, brand)] == [blaze] * 5
    assert (d.count(ash, "Damage"), d.count(brand, "Aura")) == (0, 0)
    assert not d.happened("destroyed") and d.tp_of(0) == 5 + 1


def test_damage_that_it_keeps_may_knock_it_out() -> None:
    # Given Ash with 4 damage, when a card with 4 HP is laid on it, then that one is Knocked Out.
    d = match()
    ash, glow = d.character(0, "ash", at="c1"), d.fighter(0, "glow")
    d.counters(ash, "Damage", 4)
    d.play(0, "play", glow, to(d, "c1"), ash)
    d.pass_all()
    assert d.where(glow) == d.where(ash) == "Discard Pile Zone" and d.happened("knocked-out")


def test_there_is_no_level_up_in_the_aftermath_nor_on_what_others_control() -> None:
    # Given Ash of seat 0, then nothing is laid on it in the Aftermath, nor by seat 1, whose it is not.
    d = match()
    ash, glow, theirs = d.character(0, "ash", at="c1"), d.fighter(0, "glow"), d.fighter(1, "glow")
    d.go(0, AFTERMATH)
    assert d.refused(0, "play", glow, to(d, "c1"), ash) == "prep.aftermath-no-characters"
    d.next_turn(1)
    d.empty(1, HAND)
    assert d.refused(1, "play", theirs, to(d, "c1"), ash) == "keyword.level-up"

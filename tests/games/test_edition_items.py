"""When Items are played where they have the three middle Phases alone: the gaps, and the order of asking."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND, PREPARATION
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = """
[card.salve]
name = "Salve"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ heal = 2, of = "target" }]
[card.blast]
name = "Blast"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ knock_out = "target" }]
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 4 }]
[card.mourner]
name = "Mourner"
types = ["Character"]
hp = 9
plv = 1
[[card.mourner.ability]]
on = "knocked-out"
of = "all characters"
do = [{ draw = 1 }]
"""
ITEMS = 'items = ["starting", "draw", "preparation", "combat", "aftermath", "end"]'


def match(seats: int = 2) -> Duel:
    """A match in which Items are played in Preparation, Combat and Aftermath Phase."""
    return differing(CARDS, (ITEMS, 'items = ["preparation", "combat", "aftermath"]'), seats=seats)


@pytest.mark.parametrize("phase", [PREPARATION, COMBAT, AFTERMATH])
def test_others_play_items_as_each_middle_phase_ends(phase: int) -> None:
    # Given two Players with Items, then the turn player plays one at any free choice of these Phases, the
    # other is asked as the Phase ends, and then the turn player acts again in it.
    d = match()
    mine, theirs = d.hand(0, "ration"), d.hand(1, "ration")
    d.go(0, phase)
    assert d.can(0, "play", mine)
    d.play(0, "end")
    assert d.asked() == [1]
    d.play(1, "play", theirs)
    d.pass_all()
    assert d.s.phase == phase and d.can(0, "play", mine)


def test_nobody_is_asked_for_items_in_the_other_phases() -> None:
    # Given Players with Items, then from the end of one turn to the Preparation Phase of the next nobody is
    # asked for any.
    d = match()
    d.hand(0, "ration")
    d.hand(1, "ration")
    d.go(0, AFTERMATH)
    d.play(0, "end")
    d.play(1, "pass")
    assert (d.s.active, d.s.phase, d.asked()) == (1, PREPARATION, [1])
    assert d.size(1, HAND) == 2


def test_after_a_chain_the_others_are_asked_one_after_the_other() -> None:
    # Given two others with Items that Knock Out the same Character, when a Chain has ended, then the next in
    # turn is asked first and its Item is resolved; the other keeps its card, and the turn goes on.
    d = match(3)
    mine, target = d.character(0), d.character(1, "giant")
    d.character(2)
    d.character(1)
    first, second = d.hand(1, "blast"), d.hand(2, "blast")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, target)
    assert not d.s.chain and d.asked() == [1]
    d.play(1, "play", first, target)
    assert d.where(target) == "Discard Pile Zone" and d.asked() == [2]
    assert d.can(2, "play", second, mine) and not d.can(2, "play", second, target)
    d.play(2, "pass")
    assert d.asked() == [0] and d.s.phase == COMBAT and d.where(second) == "Hand"


def test_an_item_waits_for_the_end_of_the_chain() -> None:
    # Given an Attack of 3 on a Character and its Counter of 4, then the attacker's Item is refused while the
    # Chain runs, and heals as a Chain of its own afterwards.
    d = match()
    mine, theirs = d.character(0), d.character(1, "giant")
    salve, riposte = d.hand(0, "salve"), d.on(theirs, "riposte")
    d.on(mine, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.play(1, "use", riposte, -1)
    assert d.refused(0, "play", salve, mine) == "chain.items-start-only"
    d.pass_all()
    assert d.count(mine, "Damage") == 4
    d.play(0, "play", salve, mine)
    d.pass_all()
    assert d.count(mine, "Damage") == 2


def test_what_a_chain_has_triggered_comes_before_any_item() -> None:
    # Given one who draws when a Character falls and another Player with an Item, then the drawing has its
    # Chain before the Item is asked for.
    d = match(3)
    mine, target = d.character(0), d.character(1)
    d.character(2, "mourner")
    d.on(target, "guard")
    ration = d.hand(1, "ration")
    d.damage(target, d.hp(target) - 1)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, target)
    while d.where(target) != "Discard Pile Zone":
        d.step()
    assert d.links() == ["Mourner"] and d.size(2, HAND) == 0
    while d.s.chain:
        d.step()
    assert d.asked() == [1] and d.can(1, "play", ration) and d.size(2, HAND) == 1

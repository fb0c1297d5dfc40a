"""The rules of Link Effects: what only answers, and what may begin (F.A.R.O.E., topic link)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.cards import cards
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "deflection", "veto", "riposte")
    + """
[card.sting]
name = "Sting"
types = ["Reaction"]
rank = "Normal"
cost = 0
do = [{ attack = 2 }]
[card.study]
name = "Study"
types = ["Reaction"]
rank = "Normal"
cost = 0
answers = { to = "augment", by = "enemy" }
do = [{ draw = 2 }]
[card.hexer]
name = "Hexer"
types = ["Character"]
cost = 1
hp = 9
plv = 1
level = 1
[[card.hexer.ability]]
activate = true
answers = { to = "attack" }
do = [{ counter = "Drain", n = 1, on = "attacker" }]
"""
)


@pytest.mark.editions("link.must-link")
def test_a_link_effect_never_starts_a_chain() -> None:
    # Given no chain is running.
    d = Duel(CARDS)
    x = d.character(0)
    d.character(1)
    guard = d.on(x, "guard")
    d.go(0, COMBAT)
    # When a Player tries to use "Block an Attack", it is refused.
    assert d.refused(0, "use", guard) == "link.must-link"


@pytest.mark.editions("link.defending")
def test_the_four_defending_mechanics_are_link_effects() -> None:
    # Given four Reactions, one for each Defending Mechanic, and no chain.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    cards = [d.on(y, slug) for slug in ("guard", "deflection", "veto", "riposte")]
    d.hand(1, "ration")
    d.go(0, COMBAT)
    d.play(0, "end")
    # Then none can be used.
    assert d.asked() == [1]
    for card in cards:
        assert d.refused(1, "use", card) == "link.must-link"
    # When an Attack is on the chain, then each can.
    d.play(1, "pass")
    d.next_turn(0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    guard, deflection, veto, riposte = cards
    assert d.can(1, "use", guard, -1)
    assert d.can(1, "use", deflection, -1, x)
    assert d.can(1, "use", veto, -1)
    assert d.can(1, "use", riposte, -1)


@pytest.mark.editions("link.target-attacker")
def test_what_targets_an_attacker_needs_an_attack() -> None:
    # Given an ability "put 1 Drain Counter on the attacker" and a chain started by an Item.
    d = Duel(CARDS)
    x, hexer = d.character(0), d.character(1, "hexer")
    ration = d.hand(0, "ration")
    d.play(0, "play", ration)
    # When it is to be used, it is refused.
    assert d.refused(1, "activate", hexer, -1) == "link.target-attacker"
    # With an Attack in the chain it is allowed.
    d.pass_all()
    d.go(0, COMBAT)
    d.play(0, "attack", x, hexer)
    d.play(1, "activate", hexer, -1)
    d.pass_all()
    assert d.count(x, "Drain") == 1


@pytest.mark.editions("link.require-other")
def test_what_needs_another_card_needs_it_in_the_chain() -> None:
    # Given a Reaction "when an opponent plays an Augment, draw 2 cards".
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    study = d.on(y, "study")
    edge, ration = d.hand(0, "edge"), d.hand(0, "ration")
    theirs = d.hand(1, "ration")
    # When the opponent's Augment is on the chain, then it may be added.
    d.play(0, "play", edge, x)
    assert d.can(1, "use", study, -1)
    # When that Augment has already resolved, it is too late.
    d.pass_chain()
    assert d.asked() == [1]
    assert d.can(1, "play", theirs)
    assert d.refused(1, "use", study) == "link.must-link"
    d.pass_all()
    d.play(0, "play", ration)
    assert d.refused(1, "use", study, -1) == "link.require-other"
    d.pass_all()
    assert d.size(1, HAND) == 1


@pytest.mark.rule("faroe", "link.reaction-start")
def test_a_reaction_without_link_effect_starts_a_chain_in_the_own_combat_phase() -> None:
    # Given a Reaction "deal 2 damage to an enemy" on either side.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    mine, theirs = d.on(x, "sting"), d.on(y, "sting")
    d.hand(1, "ration")
    assert d.refused(0, "use", mine, y) == "link.reaction-start"
    # When the own Combat Phase has no chain running, then it may be used.
    d.go(0, COMBAT)
    d.play(0, "use", mine, y)
    # On the opponent's turn it can only be added to a running chain.
    assert d.links() == ["Sting"]
    assert d.can(1, "use", theirs, x)
    d.pass_chain()
    assert d.hp(y) == 8
    assert d.asked() == [1]
    assert not d.s.chain
    assert d.refused(1, "use", theirs, x) == "link.reaction-start"

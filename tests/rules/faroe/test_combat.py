"""The rules of battles: who may fight, with what, how often and when (F.A.R.O.E., topic combat)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, reaction

CARDS = (
    cards("dear-guard", "heavy-blow", "soothe")
    + augment("pacifier", ability={"gives": {"forbid": "attack"}})
    + reaction("lure", cost=0, targets="enemy characters", answers="attack", do={"control": "target"})
)


@pytest.mark.rule("faroe", "combat.roles")
def test_defenders_answer_with_reactions_and_not_with_skills() -> None:
    # Given an attacked Character with an attached Skill and an attached Reaction.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    skill, reaction = d.on(y, "strike"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When the defender tries the Skill, then it is refused; the Reaction is allowed.
    assert d.refused(1, "use", skill, x) == "chain.skill-continues"
    assert d.can(1, "use", reaction, -1)
    d.quietly(1, "use", reaction, -1)
    assert d.hp(y) == 20


@pytest.mark.rule("faroe", "combat.roles")
def test_a_card_may_forbid_to_attack() -> None:
    # Given an Augment that keeps its bearer from Attacking.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.on(x, "pacifier", face=1)
    skill, mend = d.on(x, "strike"), d.on(x, "soothe")
    d.go(0, COMBAT)
    # Then neither its Normal Attack nor its attack Skill is possible; other Skills are.
    assert d.refused(0, "attack", x, y) == "action.cannot-act"
    assert d.refused(0, "use", skill, y) == "action.cannot-act"
    assert d.can(0, "use", mend, x)


@pytest.mark.editions("combat.defender-card")
def test_several_reactions_answer_one_attack() -> None:
    # Given 4 TP and two attached Reactions of Cost 2.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    one, two = d.on(y, "dear-guard"), d.on(y, "dear-guard")
    d.tp(1, 4)
    d.go(0, COMBAT)
    # When one Attack is performed, then both may be used in its Chain and TP become 0.
    d.play(0, "attack", x, y)
    d.play(1, "use", one, -1)
    d.play(1, "use", two, -1)
    assert d.tp_of(1) == 0
    d.pass_all()
    assert d.where(one) == d.where(two) == "Discard Pile Zone"
    assert d.hp(y) == 10


@pytest.mark.rule("faroe", "attack.cannot-attack-later")
@pytest.mark.parametrize("how", ["normal", "skill"])
def test_an_attack_goes_on_when_its_attacker_changes_sides(how: str) -> None:
    # Given an Attack by X (PLV 3) on Y, and an answer by which Y's Player takes control of X.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.character(0)
    heavy, lure = d.on(x, "heavy-blow"), d.on(y, "lure")
    d.go(0, COMBAT)
    d.tp(0, 4)
    if how == "normal":
        d.play(0, "attack", x, y)
    else:
        d.play(0, "use", heavy, y)
    d.quietly(1, "use", lure, -1, x)
    # Then it is still X that hits Y for 3, though both are on one side now.
    assert d.s.ctrl[x] == 1
    assert d.hp(y) == 7
    # The Attack stays that of the Player who declared it, who gets the TP of a Normal Attack.
    assert (d.tp_of(0), d.tp_of(1)) == (5 if how == "normal" else 1, 10)

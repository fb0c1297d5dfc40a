"""The rules of the Defending Mechanics: Block, Deflect, Negate and Counter (topic defend)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.cards import cards
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "four-2", "mirror", "riposte", "spread-2", "veto")
    + """
[card.watchman]
name = "Watchman"
types = ["Reaction"]
rank = "Normal"
anyone = true
answers = { to = "attack" }
do = [{ block = true }]
[card.lecture]
name = "Lecture"
types = ["Skill"]
rank = "Normal"
cost = 1
do = [{ attack = 5 }, { draw = 1 }]
[card.turnabout]
name = "Turnabout"
types = ["Character"]
hp = 10
plv = 1
level = 1
[[card.turnabout.ability]]
activate = true
cost = 1
answers = { to = "attack" }
targets = [{ pick = "all fighters" }]
do = [{ deflect = true }]
[card.mending]
name = "Mending"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ attack = 2 }, { heal = 3, of = "second target" }]
[card.shade]
name = "Shade"
types = ["Character"]
hp = 10
plv = 3
level = 1
keywords = { Immune = ["Reactions"] }
"""
)


@pytest.mark.editions("defend.block", fade2="defend.block", fade1="defend.block")
def test_a_blocked_skill_still_does_the_rest(edition: str) -> None:
    # Given a Skill 'deal 5 damage and draw a card'.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill, guard = d.on(x, "lecture"), d.on(y, "guard")
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    # When it is Blocked.
    d.play(0, "use", skill, y)
    d.play(1, "use", guard, -1)
    d.pass_all()
    # Then it deals 0 damage, is not successful, and its user still draws a card.
    assert d.hp(y) == 10 and not d.happened("succeeds")
    assert d.size(0, HAND) == hand + 1


@pytest.mark.editions("defend.block", fade2="defend.block", fade1="defend.block")
def test_a_block_stops_all_hits_against_all_targets(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    a, x, y = d.character(0), d.character(1), d.character(1)
    skill, guard = d.on(a, "spread-2"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x, y)
    d.play(1, "use", guard, -1)
    d.pass_all()
    assert d.hp(x) == d.hp(y) == 10


@pytest.mark.editions("defend.deflect", fade2="defend.deflect", fade1="defend.deflect")
def test_a_deflected_attack_hits_somebody_else(edition: str) -> None:
    # Given an Attack of 4 damage on your Character X.
    d = Duel(CARDS, edition=edition)
    a, other = d.character(0), d.character(0)
    x = d.character(1)
    skill, mirror = d.on(a, "four-2"), d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x)
    # When you Deflect it to the attacker's other Character.
    d.play(1, "use", mirror, -1, other)
    d.pass_all()
    # Then that one takes 4 damage and X takes none.
    assert d.hp(other) == 6 and d.hp(x) == 10


@pytest.mark.editions("defend.deflect", fade2="defend.deflect", fade1="defend.deflect")
def test_an_ability_deflects_too(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    a, x = d.character(0), d.character(1, "turnabout")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "activate", x, -1, a)
    d.pass_all()
    assert d.hp(x) == 10 and d.hp(a) == 7


@pytest.mark.editions("defend.negate", fade2="defend.negate", fade1="defend.negate")
def test_a_negated_skill_does_nothing_at_all(edition: str) -> None:
    # Given a Skill 'deal 5 damage; draw a card even if this deals no damage'.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill, veto = d.on(x, "lecture"), d.on(y, "veto")
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", skill, y)
    # When it is Negated, then no damage is dealt and no card is drawn.
    d.play(1, "use", veto, -1)
    d.pass_all()
    assert d.hp(y) == 10 and d.size(0, HAND) == hand


@pytest.mark.editions("defend.counter", fade2="defend.counter", fade1="defend.counter")
def test_a_counter_strikes_first_and_protects_nobody(edition: str) -> None:
    # Given X is attacked for 4 and answers with a Counter dealing 2 to the attacker (6 HP).
    d = Duel(CARDS, edition=edition)
    a, x = d.character(0), d.character(1)
    d.damage(a, 4)
    skill, riposte = d.on(a, "four-2"), d.on(x, "riposte")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x)
    d.play(1, "use", riposte, -1)
    # When the Chain resolves, then the attacker drops to 4 HP first and then X takes 4.
    d.pass_all()
    assert [row[1] for row in d.happened("takes-damage")] == [a, x]
    assert d.hp(a) == 4 and d.hp(x) == 6


@pytest.mark.editions("defend.counter", fade2="defend.counter", fade1="defend.counter")
def test_other_targets_of_a_counter_card_are_not_struck(edition: str) -> None:
    # Given a Counter of 2 that also heals one of the own Characters.
    d = Duel(CARDS, edition=edition)
    a, x, hurt = d.character(0), d.character(1), d.character(1)
    d.damage(hurt, 5)
    mending = d.on(x, "mending")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "use", mending, -1, hurt)
    d.pass_all()
    # Then only the attacker is struck and the other one is healed.
    assert d.hp(a) == 8 and d.hp(hurt) == 8
    assert not [row for row in d.happened("attacked") if row[1] == hurt]


@pytest.mark.editions("defend.counter-target", fade2="defend.counter-hit", fade1="defend.counter-hit")
def test_an_attacker_out_of_bounds_cannot_be_countered(edition: str) -> None:
    # Given an attacker Immune to Reactions.
    d = Duel(CARDS, edition=edition)
    a, x = d.character(0, "shade"), d.character(1)
    riposte = d.on(x, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    # Then the Counter has no legal target.
    assert d.refused(1, "use", riposte, -1) == d.rule("counter-target")


@pytest.mark.editions("defend.whom", fade2="defend.user", fade1="defend.who-may-react")
@pytest.mark.editions("defend.whom", fade2="defend.third-players", fade1="defend.who-may-react")
def test_any_own_character_defends_and_bystanders_only_negate(edition: str) -> None:
    # Given 3 Players: A attacks B's Character.
    d = Duel(CARDS, seats=3, edition=edition)
    a, b, b2, c = d.character(0), d.character(1), d.character(1), d.character(2)
    block_b, block_c, veto_c = d.on(b2, "guard"), d.on(c, "guard"), d.on(c, "veto")
    counter_c, mirror_c = d.on(c, "riposte"), d.on(c, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", a, b)
    # When another of B's Characters Blocks, then it is allowed.
    assert d.asked() == [1]
    assert d.can(1, "use", block_b, -1)
    d.step()
    # When C tries to Block, Counter or Deflect, then it is refused; C may Negate.
    assert d.asked() == [2]
    assert d.refused(2, "use", block_c, -1) == d.rule("not-concerned")
    assert d.refused(2, "use", counter_c, -1) == d.rule("not-concerned")
    assert d.refused(2, "use", mirror_c, -1, a) == d.rule("not-concerned")
    d.play(2, "use", veto_c, -1)
    d.pass_all()
    assert d.hp(b) == 10


@pytest.mark.editions("defend.whom", fade2="defend.third-players", fade1="defend.who-may-react")
def test_a_text_can_say_that_anyone_may_be_guarded(edition: str) -> None:
    # Given 3 Players: A attacks B's Character. When C Blocks "an Attack on anyone", then it is allowed.
    d = Duel(CARDS, seats=3, edition=edition)
    a, b, c = d.character(0), d.character(1), d.character(2)
    watchman = d.on(c, "watchman")
    d.go(0, COMBAT)
    d.play(0, "attack", a, b)
    assert d.asked() == [2]
    d.play(2, "use", watchman, -1)
    d.pass_all()
    assert d.hp(b) == 10
    assert d.rules.by_slug["watchman"].text == "Answer an Attack on anyone: Block it."


@pytest.mark.editions("defend.whom", fade2="defend.user", fade1="defend.who-may-react")
def test_whoever_a_deflect_points_at_may_defend(edition: str) -> None:
    # Given 3 Players: A attacks B's Character, and B Deflects to C's.
    d = Duel(CARDS, seats=3, edition=edition)
    a, b, c = d.character(0), d.character(1), d.character(2)
    mirror, block_c = d.on(b, "mirror"), d.on(c, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", a, b)
    d.play(1, "use", mirror, -1, c)
    # Then C may Block the Attack that the Deflect in the Chain is sending there.
    assert d.asked() == [2]
    d.play(2, "use", block_c, -1)
    d.pass_all()
    assert d.hp(b) == d.hp(c) == 10

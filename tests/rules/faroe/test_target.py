"""The rules of targets: Combat Zone Order, reach, choosing and looking again (F.A.R.O.E., topic target)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.cards import cards
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "rain", "mirror")
    + """
[card.dart]
name = "Dart"
types = ["Item"]
rank = "Normal"
cost = 1
targets = [{ pick = "all characters" }]
do = [{ damage = 2, to = "target" }]
[card.cannon]
name = "Cannon"
types = ["Item"]
rank = "Normal"
cost = 1
targets = [{ pick = "enemy characters", reach = true }]
do = [{ damage = 2, to = "target" }]
[card.breaker]
name = "Breaker"
types = ["Item"]
rank = "Normal"
cost = 1
targets = [{ pick = "all augments" }]
do = [{ destroy = "target" }]
[card.retreat]
name = "Retreat"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
targets = [{ pick = "your front characters" }]
do = [{ row = "target", to = "backup" }]
[card.lift]
name = "Lift"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ orbital = "target" }]
[card.ward]
name = "Ward"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ grant = "Immune", value = ["Attacks"], on = "target" }]
[card.veil]
name = "Veil"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ forbid = "target", on = "target" }]
[card.spread]
name = "Spread"
types = ["Skill"]
rank = "Normal"
cost = 1
targets = [{ n = 2, up_to = true, reach = true }]
do = [{ attack = 3 }, { draw = 1 }]
[card.ghost]
name = "Ghost"
types = ["Character"]
hp = 10
plv = 1
level = 2
keywords = { Immune = ["Skills"] }
"""
)


@pytest.mark.rule("faroe", "target.order")
def test_an_attack_reaches_only_the_first_step_that_is_not_empty() -> None:
    # Given an opponent with Characters in both zones.
    d = Duel(CARDS)
    x = d.character(0)
    front, back = d.character(1), d.character(1, backup=True)
    d.go(0, COMBAT)
    # When you attack, then only the Character in the Character Zone may be chosen.
    assert d.can(0, "attack", x, front)
    assert d.refused(0, "attack", x, back) == "target.order"
    assert d.refused(0, "attack", x, d.body(1)) == "target.order"


@pytest.mark.editions("target.reach-needed")
def test_only_what_needs_reach_follows_the_order() -> None:
    # Given an opponent with Characters in both zones.
    d = Duel(CARDS)
    front, back = d.character(1), d.character(1, backup=True)
    free, bound = d.hand(0, "dart"), d.hand(0, "cannon")
    # An Item that does not speak of reach may choose a Backup Character.
    d.play(0, "play", free, back)
    d.pass_all()
    assert d.hp(back) == 8
    # An ability that says it requires reach may choose only front Characters.
    assert d.refused(0, "play", bound, back) == "target.order"
    assert d.refused(0, "play", bound, d.body(1)) == "target.order"
    d.play(0, "play", bound, front)
    d.pass_all()
    assert d.hp(front) == 8


@pytest.mark.editions("target.reach-needed")
def test_a_player_in_reach_is_still_no_character() -> None:
    # Given an ability for enemy Characters that needs reach, and an enemy without any.
    d = Duel(CARDS)
    d.character(0)
    bound = d.hand(0, "cannon")
    assert d.refused(0, "play", bound, d.body(1)) == "target.chosen-when"


@pytest.mark.rule("faroe", "target.several-opponents")
def test_the_order_is_read_over_all_enemies_together() -> None:
    # Given enemy A with 1 front and 1 Backup Character and enemy B without Characters.
    d = Duel(CARDS, seats=3)
    x = d.character(0)
    front, back = d.character(1), d.character(1, backup=True)
    d.go(0, COMBAT)
    # When you attack, then A's front Character or Player B may be chosen, and nothing else.
    assert d.can(0, "attack", x, front)
    assert d.can(0, "attack", x, d.body(2))
    assert d.refused(0, "attack", x, back) == "target.order"
    assert d.refused(0, "attack", x, d.body(1)) == "target.order"


@pytest.mark.editions("target.enemies-only")
def test_attacks_are_aimed_at_enemies() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(0)
    d.character(1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, y) == "target.enemies-only"
    assert d.refused(0, "attack", x, d.body(0)) == "target.enemies-only"


@pytest.mark.editions("target.enemies-only")
def test_a_deflect_may_send_an_attack_to_a_teammate() -> None:
    # Given a team game, the seats alternating.
    d = Duel(CARDS, seats=4, format="teams")
    x, mate = d.character(0), d.character(2)
    y = d.character(1)
    d.character(3)
    mirror = d.on(y, "mirror")
    d.go(0, COMBAT)
    # When you try to attack your teammate's Character, then it is refused.
    assert d.refused(0, "attack", x, mate) == "target.enemies-only"
    assert d.refused(0, "attack", x, d.body(2)) == "target.enemies-only"
    # When an opponent Deflects your Attack to that Character, then it is hit.
    d.play(0, "attack", x, y)
    d.play(1, "use", mirror, -1, mate)
    d.pass_all()
    assert d.hp(mate) == 7 and d.hp(y) == 10


@pytest.mark.editions("target.chosen-when")
def test_what_needs_a_target_cannot_be_used_without_one() -> None:
    # Given an Item 'destroy an Augment' and no Augment on the field.
    d = Duel(CARDS)
    x = d.character(0)
    item = d.hand(0, "breaker")
    # When you try to play it, then it is refused and costs nothing.
    assert d.refused(0, "play", item) == "target.chosen-when"
    assert d.refused(0, "play", item, x) == "target.chosen-when"
    assert d.tp_of(0) == 10 and d.where(item) == "Hand"


@pytest.mark.editions("target.chosen-when")
def test_targets_are_known_before_anybody_answers() -> None:
    d = Duel(CARDS)
    x, y, z = d.character(0), d.character(1), d.character(1)
    d.on(z, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    assert [row[1] for row in d.happened("targeted")] == [y]


@pytest.mark.editions("target.recheck")
def test_a_target_that_merely_moves_back_is_still_hit() -> None:
    # Given an Attack on front Character X and a Reaction that moves X to the Backup Zone.
    d = Duel(CARDS)
    a, x = d.character(0), d.character(1)
    d.character(1)
    retreat = d.on(x, "retreat")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "use", retreat, -1, x)
    # When the Attack resolves, then X is still hit.
    d.pass_all()
    assert d.where(x) == "Backup Zone" and d.hp(x) == 7


@pytest.mark.editions("target.recheck")
@pytest.mark.parametrize("answer", ["lift", "ward", "veil"])
def test_a_target_that_is_gone_or_shut_off_is_not_affected(answer: str) -> None:
    # Given an Attack on X and Y, and a Reaction that makes X Orbital, Immune or untargetable.
    d = Duel(CARDS)
    a, x, y = d.character(0), d.character(1), d.character(1)
    skill, reaction = d.on(a, "spread"), d.on(y, answer)
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", skill, x, y)
    d.play(1, "use", reaction, -1, x)
    # When the Attack resolves, then X is not hit; the other target and the other effect go on.
    d.pass_all()
    assert d.count(x, "Damage") == 0
    assert d.hp(y) == 7 and d.size(0, HAND) == hand + 1


@pytest.mark.editions("target.immune-wall")
def test_an_immune_character_still_stands_in_front() -> None:
    # Given an opponent's only front Character is Immune to Skills.
    d = Duel(CARDS)
    x = d.character(0)
    ghost, back = d.character(1, "ghost"), d.character(1, backup=True)
    skill = d.on(x, "strike")
    d.go(0, COMBAT)
    # When you use an attack Skill, then it has no legal target at all.
    assert d.refused(0, "use", skill, ghost) == "keyword.immune"
    assert d.refused(0, "use", skill, back) == "target.order"
    assert d.refused(0, "use", skill, d.body(1)) == "target.order"
    assert not [move for move in d.options(0) if move[1:2] == (skill,)]
    # The Normal Attack may target the Character.
    assert d.can(0, "attack", x, ghost)
    assert d.refused(0, "attack", x, back) == "target.order"


@pytest.mark.editions("target.who-chooses")
def test_an_effect_on_all_targets_nothing() -> None:
    # Given an ability 'deal 1 damage to all Characters' and a Character with 2 Barrier Counters.
    d = Duel(CARDS)
    d.character(0)
    y = d.character(1)
    d.counters(y, "Barrier", 2)
    d.play(0, "play", d.hand(0, "rain"))
    # When it is on the Chain, then its Barrier may not be used, and the Character takes 1 damage.
    assert d.refused(1, "barrier", y, -1) == "keyword.barrier"
    d.pass_all()
    assert d.hp(y) == 9 and d.count(y, "Barrier") == 2

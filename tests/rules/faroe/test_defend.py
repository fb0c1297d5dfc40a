"""The rules of the Defending Mechanics: Block, Deflect, Negate and Counter (F.A.R.O.E., topic defend)."""

from __future__ import annotations

import pytest

from fadenet.engine.notation import format_move, parse_move
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.cards import cards
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "pierce", "mirror", "veto", "riposte", "taunt")
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
[card.four]
name = "Four"
types = ["Skill"]
rank = "Normal"
cost = 1
do = [{ attack = 4 }]
[card.spread]
name = "Spread"
types = ["Skill"]
rank = "Normal"
cost = 1
targets = [{ n = 3, up_to = true, reach = true }]
do = [{ attack = 3 }]
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
[card.refusal]
name = "Refusal"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "card" }
do = [{ negate = true }]
[card.mending]
name = "Mending"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ attack = 2 }, { heal = 3, of = "second target" }]
[card.harsh]
name = "Harsh"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
do = [{ attack = 3 }]
[card.lift]
name = "Lift"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
targets = [{ pick = "all characters" }]
do = [{ orbital = "target" }]
[card.two-draw]
name = "Supplies"
types = ["Item"]
rank = "Normal"
cost = 2
do = [{ draw = 1 }]
[card.costly]
name = "Costly"
types = ["Character"]
cost = 3
hp = 5
plv = 1
level = 1
[card.sniper]
name = "Sniper"
types = ["Character"]
hp = 10
plv = 3
level = 2
keywords = { "Lock-On" = true }
[card.ghost]
name = "Ghost"
types = ["Character"]
hp = 10
plv = 3
level = 1
keywords = { Immune = ["Attacks"] }
[card.shade]
name = "Shade"
types = ["Character"]
hp = 10
plv = 3
level = 1
keywords = { Immune = ["Reactions"] }
"""
)


@pytest.mark.editions("defend.block")
def test_a_blocked_skill_still_does_the_rest() -> None:
    # Given a Skill 'deal 5 damage and draw a card'.
    d = Duel(CARDS)
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


@pytest.mark.editions("defend.block")
def test_a_block_stops_all_hits_against_all_targets() -> None:
    d = Duel(CARDS)
    a, x, y = d.character(0), d.character(1), d.character(1)
    skill, guard = d.on(a, "spread"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x, y)
    d.play(1, "use", guard, -1)
    d.pass_all()
    assert d.hp(x) == d.hp(y) == 10


@pytest.mark.editions("defend.deflect")
def test_a_deflected_attack_hits_somebody_else() -> None:
    # Given an Attack of 4 damage on your Character X.
    d = Duel(CARDS)
    a, other = d.character(0), d.character(0)
    x = d.character(1)
    skill, mirror = d.on(a, "four"), d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x)
    # When you Deflect it to the attacker's other Character.
    d.play(1, "use", mirror, -1, other)
    d.pass_all()
    # Then that one takes 4 damage and X takes none.
    assert d.hp(other) == 6 and d.hp(x) == 10


@pytest.mark.editions("defend.deflect-choice")
def test_a_deflect_goes_anywhere_but_off_the_field() -> None:
    # Given an opponent with front Characters, one of them with Provoke, one Immune, and one Orbital.
    d = Duel(CARDS)
    a, taunt, ghost = d.character(0), d.character(0, "taunt"), d.character(0, "ghost")
    away = d.character(0)
    x, y = d.character(1), d.character(1)
    skill, lift, mirror = d.on(a, "four"), d.on(y, "lift"), d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", taunt, y)
    d.play(1, "use", lift, -1, away)
    d.pass_all()
    assert d.where(away) == "Orbital"
    d.play(0, "use", skill, x)
    # When you choose an Orbital Character or one Immune to the Attack, then it is refused.
    assert d.refused(1, "use", mirror, -1, away) == "keyword.orbital"
    assert d.refused(1, "use", mirror, -1, ghost) == "keyword.immune"
    # The attacker and the own side are as possible as the opponent in person.
    assert d.can(1, "use", mirror, -1, a) and d.can(1, "use", mirror, -1, y)
    # When you Deflect the Attack straight to that opponent (30 HP, Attack 4), then 26 HP are left.
    d.play(1, "use", mirror, -1, d.body(0))
    d.pass_all()
    assert d.hp(d.body(0)) == 26 and d.hp(x) == 10


@pytest.mark.editions("defend.deflect-choice")
def test_a_deflect_to_something_gone_hits_nothing() -> None:
    # Given a Deflect to a Character that becomes Orbital before the Deflect resolves.
    d = Duel(CARDS)
    a, other = d.character(0), d.character(0)
    x = d.character(1)
    skill = d.on(a, "four")
    mirror, lift = d.on(x, "mirror"), d.on(x, "lift")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x)
    d.play(1, "use", mirror, -1, other)
    d.play(1, "use", lift, -1, other)
    # When all has resolved, then the Attack has hit nothing.
    d.pass_all()
    assert d.hp(x) == 10 and d.count(other, "Damage") == 0 and not d.happened("succeeds")


@pytest.mark.rule("faroe", "defend.deflect-several")
def test_one_part_of_an_attack_is_deflected() -> None:
    # Given an Attack of 3 damage on X and Y.
    d = Duel(CARDS)
    a, x, y = d.character(0), d.character(1), d.character(1)
    skill, mirror = d.on(a, "spread"), d.on(y, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x, y)
    # The part is chosen when the Deflect is played, and stands in the move's text.
    texts = [format_move(d.s, 1, move) for move in d.options(1)]
    assert "use c2.1 k1 part=2 p1.c1" in texts
    assert [parse_move(d.s, 1, text) for text in texts] == d.options(1)
    assert d.refused(1, "use", mirror, -1, a) == "defend.deflect-several"
    # When the defender Deflects the part aimed at X to the attacker.
    d.play(1, "use", mirror, -1, (4, 1), a)
    d.pass_all()
    # Then the attacker takes 3 and Y takes 3.
    assert d.hp(a) == 7 and d.hp(y) == 7 and d.hp(x) == 10


@pytest.mark.rule("faroe", "defend.deflect-several")
@pytest.mark.parametrize("part", [1, 2])
def test_the_deflect_that_resolves_last_decides(part: int) -> None:
    # Given an Attack on X and Y, and two Deflects of which the first played resolves last.
    d = Duel(CARDS)
    a, b, x, y = d.character(0), d.character(0), d.character(1), d.character(1)
    skill, one, two = d.on(a, "spread"), d.on(y, "mirror"), d.on(y, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x, y)
    d.play(1, "use", one, -1, (4, 1), a)
    d.play(1, "use", two, -1, (4, part), b)
    d.pass_all()
    # If both answer the same part, the later to resolve decides; else each redirects its own part.
    assert d.hp(x) == 10 and d.hp(a) == 7
    assert (d.hp(b), d.hp(y)) == ((10, 7) if part == 1 else (7, 10))


@pytest.mark.rule("faroe", "defend.deflect-several")
@pytest.mark.rule("faroe", "chain.filo")
def test_a_deflect_in_answer_to_a_deflect_resolves_first_and_is_overruled() -> None:
    # Given an Attack on X that its Player Deflects to the attacker.
    d = Duel(CARDS)
    a, b, x = d.character(0), d.character(0), d.character(1)
    one, two = d.on(x, "mirror"), d.on(b, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "use", one, -1, a)
    # When the attacker's side Deflects it once more, back to X.
    d.play(0, "use", two, -1, x)
    d.pass_all()
    # Then that Deflect resolves first, and the first one, which resolves last, decides.
    assert [row[1] for row in d.happened("deflected")] == [x, a]
    assert (d.hp(a), d.hp(x)) == (7, 10)


@pytest.mark.rule("faroe", "defend.deflect-several")
def test_only_a_part_aimed_at_the_deflecting_side_is_redirected() -> None:
    # Given 3 Players and an Attack on B's and C's Characters.
    d = Duel(CARDS, seats=3)
    a, b, c = d.character(0), d.character(1), d.character(2)
    skill, mirror = d.on(a, "spread"), d.on(c, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", skill, b, c)
    # When C Deflects, then it is C's own part.
    assert d.asked() == [2]
    d.play(2, "use", mirror, -1, a)
    d.pass_all()
    assert d.hp(b) == 7 and d.hp(c) == 10 and d.hp(a) == 7


@pytest.mark.editions("defend.deflect")
def test_an_ability_deflects_too() -> None:
    d = Duel(CARDS)
    a, x = d.character(0), d.character(1, "turnabout")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "activate", x, -1, a)
    d.pass_all()
    assert d.hp(x) == 10 and d.hp(a) == 7


@pytest.mark.editions("defend.negate")
def test_a_negated_skill_does_nothing_at_all() -> None:
    # Given a Skill 'deal 5 damage; draw a card even if this deals no damage'.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    skill, veto = d.on(x, "lecture"), d.on(y, "veto")
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", skill, y)
    # When it is Negated, then no damage is dealt and no card is drawn.
    d.play(1, "use", veto, -1)
    d.pass_all()
    assert d.hp(y) == 10 and d.size(0, HAND) == hand


@pytest.mark.editions("defend.negate-spent")
def test_a_negated_card_is_spent() -> None:
    # Given an Item of Cost 2 and a Character of Cost 3 that are Negated.
    d = Duel(CARDS)
    d.character(0)
    y = d.character(1)
    item, fighter = d.hand(0, "two-draw"), d.fighter(0, "costly")
    one, two = d.on(y, "refusal"), d.on(y, "refusal")
    d.tp(0, 10)
    d.play(0, "play", item)
    d.play(1, "use", one, -1)
    d.pass_all()
    # Then 2 TP are gone and the Item is in the Discard Pile.
    assert d.tp_of(0) == 8 and d.where(item) == "Discard Pile Zone"
    # Then 3 TP are gone and the Character is in the Discard Pile, not in the Fighter Pool.
    d.play(0, "play", fighter, (1, 0))
    d.play(1, "use", two, -1)
    d.pass_all()
    assert d.tp_of(0) == 5 and d.where(fighter) == "Discard Pile Zone"
    assert not d.happened("enters")


@pytest.mark.editions("defend.counter")
def test_a_counter_strikes_first_and_protects_nobody() -> None:
    # Given X is attacked for 4 and answers with a Counter dealing 2 to the attacker (6 HP).
    d = Duel(CARDS)
    a, x = d.character(0), d.character(1)
    d.damage(a, 4)
    skill, riposte = d.on(a, "four"), d.on(x, "riposte")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x)
    d.play(1, "use", riposte, -1)
    # When the Chain resolves, then the attacker drops to 4 HP first and then X takes 4.
    d.pass_all()
    assert [row[1] for row in d.happened("takes-damage")] == [a, x]
    assert d.hp(a) == 4 and d.hp(x) == 6


@pytest.mark.editions("defend.counter")
def test_other_targets_of_a_counter_card_are_not_struck() -> None:
    # Given a Counter of 2 that also heals one of the own Characters.
    d = Duel(CARDS)
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


@pytest.mark.editions("defend.counter-target")
def test_a_counter_finds_the_attacker_past_order_and_provoke() -> None:
    # Given a Lock-On attack with a Provoke Character beside the attacker.
    d = Duel(CARDS)
    a, taunt = d.character(0, "sniper"), d.character(0, "taunt")
    front, back = d.character(1), d.character(1, backup=True)
    harsh, answer = d.on(front, "harsh"), d.on(a, "guard")
    d.go(0, COMBAT)
    tp = d.tp_of(1)
    d.play(0, "attack", a, back)
    # When a defender Counters for 3 damage, then the attacker takes it and no TP are gained.
    d.play(1, "use", harsh, -1)
    # A Counter Attack is an Attack: it can be answered.
    assert d.can(0, "use", answer, -2)
    d.pass_all()
    assert d.hp(a) == 7 and d.hp(taunt) == 10
    assert d.tp_of(1) == tp - 1


@pytest.mark.editions("defend.counter-target")
def test_an_attacker_out_of_bounds_cannot_be_countered() -> None:
    # Given an attacker Immune to Reactions.
    d = Duel(CARDS)
    a, x = d.character(0, "shade"), d.character(1)
    riposte = d.on(x, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    # Then the Counter has no legal target.
    assert d.refused(1, "use", riposte, -1) == "defend.counter-target"


@pytest.mark.editions("defend.whom")
def test_any_own_character_defends_and_bystanders_only_negate() -> None:
    # Given 3 Players: A attacks B's Character.
    d = Duel(CARDS, seats=3)
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
    assert d.refused(2, "use", block_c, -1) == "defend.whom"
    assert d.refused(2, "use", counter_c, -1) == "defend.whom"
    assert d.refused(2, "use", mirror_c, -1, a) == "defend.whom"
    d.play(2, "use", veto_c, -1)
    d.pass_all()
    assert d.hp(b) == 10


@pytest.mark.editions("defend.whom")
def test_a_text_can_say_that_anyone_may_be_guarded() -> None:
    # Given 3 Players: A attacks B's Character. When C Blocks "an Attack on anyone", then it is allowed.
    d = Duel(CARDS, seats=3)
    a, b, c = d.character(0), d.character(1), d.character(2)
    watchman = d.on(c, "watchman")
    d.go(0, COMBAT)
    d.play(0, "attack", a, b)
    assert d.asked() == [2]
    d.play(2, "use", watchman, -1)
    d.pass_all()
    assert d.hp(b) == 10
    assert d.rules.by_slug["watchman"].text == "Answer an Attack on anyone: Block it."


@pytest.mark.editions("defend.whom")
def test_whoever_a_deflect_points_at_may_defend() -> None:
    # Given 3 Players: A attacks B's Character, and B Deflects to C's.
    d = Duel(CARDS, seats=3)
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


@pytest.mark.rule("faroe", "defend.which-link")
def test_an_answer_names_one_link() -> None:
    # Given a Chain of Normal Attack (1) and Counter Attack (2).
    d = Duel(CARDS)
    a, x = d.character(0), d.character(1)
    block = d.on(a, "guard")
    riposte, veto = d.on(x, "riposte"), d.on(x, "veto")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "use", riposte, -1)
    # When the first attacker adds a Block, it can be aimed at 2 only.
    assert d.refused(0, "use", block, -1) == "defend.whom"
    assert d.refused(0, "use", block, -3) in ("defend.which-link", "turn.definition")
    d.play(0, "use", block, -2)
    # A Reaction of the other side may still Negate Link 1, though it is not the newest.
    assert d.can(1, "use", veto, -1)
    d.play(1, "use", veto, -1)
    d.pass_all()
    assert d.hp(a) == 10 and d.hp(x) == 10


@pytest.mark.rule("faroe", "defend.true-check")
def test_a_block_against_an_unblockable_attack_is_refused() -> None:
    # Given an Unblockable Attack.
    d = Duel(CARDS)
    a, x = d.character(0), d.character(1)
    skill, guard = d.on(a, "pierce"), d.on(x, "guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x)
    # When the defender tries to Block, then it is refused, stays face-down and its Cost unpaid.
    assert d.refused(1, "use", guard, -1) == "defend.true-check"
    assert d.tp_of(1) == 10 and d.s.code[guard] == 0 and d.where(guard) == "attached"
    d.pass_all()
    assert d.hp(x) == 6

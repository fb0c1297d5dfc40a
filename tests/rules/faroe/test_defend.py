"""The rules of the Defending Mechanics: Block, Deflect, Negate and Counter (F.A.R.O.E., topic defend)."""

from __future__ import annotations

import pytest

from fadenet.engine.notation import format_move, parse_move
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction

CARDS = (
    cards("attack-4", "dear-riposte", "mirror", "pierce-4", "riposte", "taunt", "veto", "wide-shot")
    + reaction("refuse-card", cost=1, answers="card", do={"negate": True})
    + reaction("lift", cost=1, targets="all characters", answers="attack", do={"orbital": "target"})
    + item("two-draw", name="Supplies", cost=2, do={"draw": 1})
    + character("costly", cost=3, level=1, hp=5, plv=1)
    + character("sniper", level=2, hp=10, plv=3, keywords="Lock-On")
    + character("ghost", level=1, hp=10, plv=3, keywords={"Immune": ["Attacks"]})
)


@pytest.mark.editions("defend.deflect-choice")
def test_a_deflect_goes_anywhere_but_off_the_field() -> None:
    # Given an opponent with front Characters, one of them with Provoke, one Immune, and one Orbital.
    d = Duel(CARDS)
    a, taunt, ghost = d.character(0), d.character(0, "taunt"), d.character(0, "ghost")
    away = d.character(0)
    x, y = d.character(1), d.character(1)
    skill, lift, mirror = d.on(a, "attack-4"), d.on(y, "lift"), d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", taunt, y)
    d.quietly(1, "use", lift, -1, away)
    assert d.where(away) == "Orbital"
    d.play(0, "use", skill, x)
    # When you choose an Orbital Character or one Immune to the Attack, then it is refused.
    assert d.refused(1, "use", mirror, -1, away) == "keyword.orbital"
    assert d.refused(1, "use", mirror, -1, ghost) == "keyword.immune"
    # The attacker and the own side are as possible as the opponent in person.
    assert d.can(1, "use", mirror, -1, a) and d.can(1, "use", mirror, -1, y)
    # When you Deflect the Attack straight to that opponent (30 HP, Attack 4), then 26 HP are left.
    d.quietly(1, "use", mirror, -1, d.body(0))
    assert d.hp(d.body(0)) == 26 and d.hp(x) == 10


@pytest.mark.editions("defend.deflect-choice")
def test_a_deflect_to_something_gone_hits_nothing() -> None:
    # Given a Deflect to a Character that becomes Orbital before the Deflect resolves.
    d = Duel(CARDS)
    a, other = d.character(0), d.character(0)
    x = d.character(1)
    skill = d.on(a, "attack-4")
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
    skill, mirror = d.on(a, "wide-shot"), d.on(y, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x, y)
    # The part is chosen when the Deflect is played, and stands in the move's text.
    texts = [format_move(d.s, 1, move) for move in d.options(1)]
    assert "use c2.1 k1 part=2 p1.c1" in texts
    assert [parse_move(d.s, 1, text) for text in texts] == d.options(1)
    assert d.refused(1, "use", mirror, -1, a) == "defend.deflect-several"
    # When the defender Deflects the part aimed at X to the attacker.
    d.quietly(1, "use", mirror, -1, (4, 1), a)
    # Then the attacker takes 3 and Y takes 3.
    assert d.hp(a) == 7 and d.hp(y) == 7 and d.hp(x) == 10


@pytest.mark.rule("faroe", "defend.deflect-several")
@pytest.mark.parametrize("part", [1, 2])
def test_the_deflect_that_resolves_last_decides(part: int) -> None:
    # Given an Attack on X and Y, and two Deflects of which the first played resolves last.
    d = Duel(CARDS)
    a, b, x, y = d.character(0), d.character(0), d.character(1), d.character(1)
    skill, one, two = d.on(a, "wide-shot"), d.on(y, "mirror"), d.on(y, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x, y)
    d.play(1, "use", one, -1, (4, 1), a)
    d.quietly(1, "use", two, -1, (4, part), b)
    # If both answer the same part, the later to resolve decides; else each redirects its own part.
    assert d.hp(x) == 10 and d.hp(a) == 7
    assert (d.hp(b), d.hp(y)) == ((10, 7) if part == 1 else (7, 10))


@pytest.mark.rule("faroe", "defend.deflect-several")
def test_only_a_part_aimed_at_the_deflecting_side_is_redirected() -> None:
    # Given 3 Players and an Attack on B's and C's Characters.
    d = Duel(CARDS, seats=3)
    a, b, c = d.character(0), d.character(1), d.character(2)
    skill, mirror = d.on(a, "wide-shot"), d.on(c, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", skill, b, c)
    # When C Deflects, then it is C's own part.
    assert d.asked() == [2]
    d.quietly(2, "use", mirror, -1, a)
    assert d.hp(b) == 7 and d.hp(c) == 10 and d.hp(a) == 7


@pytest.mark.editions("defend.negate-spent")
def test_a_negated_card_is_spent() -> None:
    # Given an Item of Cost 2 and a Character of Cost 3 that are Negated.
    d = Duel(CARDS)
    d.character(0)
    y = d.character(1)
    item, fighter = d.hand(0, "two-draw"), d.fighter(0, "costly")
    one, two = d.on(y, "refuse-card"), d.on(y, "refuse-card")
    d.tp(0, 10)
    d.play(0, "play", item)
    d.quietly(1, "use", one, -1)
    # Then 2 TP are gone and the Item is in the Discard Pile.
    assert d.tp_of(0) == 8 and d.where(item) == "Discard Pile Zone"
    # Then 3 TP are gone and the Character is in the Discard Pile, not in the Fighter Pool.
    d.play(0, "play", fighter, (1, 0))
    d.quietly(1, "use", two, -1)
    assert d.tp_of(0) == 5 and d.where(fighter) == "Discard Pile Zone"
    assert not d.happened("enters")


@pytest.mark.editions("defend.counter-target")
def test_a_counter_finds_the_attacker_past_order_and_provoke() -> None:
    # Given a Lock-On attack with a Provoke Character beside the attacker.
    d = Duel(CARDS)
    a, taunt = d.character(0, "sniper"), d.character(0, "taunt")
    front, back = d.character(1), d.character(1, backup=True)
    harsh, answer = d.on(front, "dear-riposte"), d.on(a, "guard")
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
    d.quietly(1, "use", veto, -1)
    assert d.hp(a) == 10 and d.hp(x) == 10


@pytest.mark.rule("faroe", "defend.true-check")
def test_a_block_against_an_unblockable_attack_is_refused() -> None:
    # Given an Unblockable Attack.
    d = Duel(CARDS)
    a, x = d.character(0), d.character(1)
    skill, guard = d.on(a, "pierce-4"), d.on(x, "guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x)
    # When the defender tries to Block, then it is refused, stays face-down and its Cost unpaid.
    assert d.refused(1, "use", guard, -1) == "defend.true-check"
    assert d.tp_of(1) == 10 and d.s.code[guard] == 0 and d.where(guard) == "attached"
    d.pass_all()
    assert d.hp(x) == 6

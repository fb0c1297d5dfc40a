"""Where three seats, elimination in mid-Chain and Neutrality meet other rules of the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants
from fadenet.engine.state import ACT
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character

CARDS = (
    cards(
        "club-3",
        "combo-jab",
        "death-sentence",
        "gag",
        "hero-3",
        "hero-5",
        "level-3-of-6",
        "refusal",
        "rightward",
        "riposte-9",
        "triple-3",
    )
    + character("boulder", level=9, hp=3, plv=3)
    + character("neutral", level=3, hp=6, plv=4, agi=2, cs=2, keywords="Neutrality")
    + augment("crown", hp=4, keywords="Equip", attach="all characters")
)


def three() -> Duel:
    return Duel(CARDS, seats=3, edition="fade1")


# Elimination in a Chain.


@pytest.mark.rule("fade1", "win.elimination-turn", "ko.controller-loses-level")
def test_the_turn_player_may_lose_by_the_fall_of_the_attacker() -> None:
    # Given A at 9 HP attacking with a Level 9 Character, and B's Counter-hit that fells it.
    d = three()
    x, y, c = d.character(0, "boulder"), d.character(1, "hero-3"), d.character(2, "hero-3")
    riposte, negate = d.on(y, "riposte-9"), d.on(c, "refusal")
    d.leave(d.body(0), 9)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", riposte, -1)
    # When C does not stop it, then A is out, the attack does nothing, and B's turn begins without an End
    # Phase.
    d.until_answers(2)
    assert d.can(2, "use", negate, -2)
    ends = len(d.happened("end-phase"))
    d.pass_all()
    assert d.s.out == (0,) and d.hp(y) == 20 and d.s.active == 1
    assert len(d.happened("end-phase")) == ends and invariants.fault(d.s) == ""


@pytest.mark.rule("fade1", "win.elimination-chain", "ko.overflow-legal-targets")
def test_the_rest_goes_past_two_who_are_out() -> None:
    # Given A's Skill on B at 3 HP in a game of four, and D at 3 HP, then after both C alone is left for hit
    # 3.
    d = Duel(CARDS, seats=4, edition="fade1")
    x, c = d.character(0, "hero-5"), d.character(2, "hero-3")
    triple = d.on(x, "triple-3")
    for seat in (1, 3):
        d.leave(d.body(seat), 3)
    d.go(0, COMBAT)
    d.play(0, "use", triple, d.body(1))
    assert d.until_chosen(0) == sorted([c, d.body(3)])
    d.play(0, "pick", d.body(3))
    assert d.until_chosen(0) == [c] and d.s.out == (1, 3)
    d.quietly(0, "pick", c)
    assert d.hp(c) == 17 and d.lies(triple) == "discard" and invariants.fault(d.s) == ""


@pytest.mark.rule("fade1", "win.elimination-chain", "chain.waiting-queue")
def test_who_falls_while_the_rest_waits_is_no_target_of_it() -> None:
    # Given A's rest aimed at C's Character, and B, who answers it with what Knocks C Out.
    d = three()
    x, y, c = d.character(0, "hero-5"), d.character(1, "level-3-of-6"), d.character(2, "hero-3")
    friend = d.character(1, "hero-3")
    triple, doom = d.on(x, "triple-3"), d.on(friend, "death-sentence")
    d.leave(y, 3)
    d.go(0, COMBAT)
    d.play(0, "use", triple, y)
    assert d.until_chosen(0) == sorted([c, friend])
    d.play(0, "pick", c)
    d.until_answers(1)
    d.play(1, "use", doom, -1, d.body(2))
    # When C is out before the rest resolves, then its two hits may be aimed once more.
    assert d.until_chosen(0) == [friend] and d.s.out == (2,)
    d.quietly(0, "pick", friend)
    assert d.hp(friend) == 20 - 6 and d.lies(triple) == "discard"


@pytest.mark.rule("fade1", "win.elimination-chain", "augment.stats-lost", "ko.controller-loses-level")
def test_an_augment_of_who_is_out_takes_its_hp_away() -> None:
    # Given C's Augment of HP 4 on A's Level 3 Character, which has 3 of 10 HP left.
    d = three()
    a, b = d.character(0, "level-3-of-6"), d.character(1, "hero-5")
    d.on(a, "crown", 1, seat=2)
    d.damage(a, 7)
    d.leave(d.body(2), 5)
    d.go(1, COMBAT)
    # When B's attack defeats C, then A's Character has 0 HP: it is Knocked Out, and A loses 3 HP.
    d.quietly(1, "attack", b, d.body(2))
    assert d.s.out == (2,) and d.lies(a) == "discard" and d.hp(d.body(0)) == 47


@pytest.mark.rule("fade1", "win.elimination-chain", "keyword.combo-details")
def test_combo_goes_on_against_who_is_left() -> None:
    # Given A's Normal Attack that defeats B, then a Combo card follows it, at C.
    d = three()
    x, c = d.character(0, "hero-5"), d.character(2, "hero-3")
    d.next_turn(0)
    d.counters(x, "Combo Potential", 1)
    knee = d.on(x, "combo-jab")
    d.leave(d.body(1), 5)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, d.body(1))
    assert d.s.out == (1,)
    d.quietly(0, "use", knee, c)
    assert d.hp(c) == 19 and d.count(x, "Combo Potential") == 0


@pytest.mark.rule("fade1", "win.elimination-chain", "link.turn-player-attack")
def test_a_linked_attack_defeats_who_answered() -> None:
    # Given A's attack on C's Character, B's Negate of it, and A's Player attack on B at 5 HP as link 3.
    d = three()
    x, c = d.character(0, "hero-5"), d.character(2, "hero-3")
    negate = d.hand(1, "refusal")
    d.leave(d.body(1), 5)
    d.go(0, COMBAT)
    d.play(0, "attack", x, c)
    d.until_answers(1)
    d.play(1, "use", negate, -1)
    d.until_answers(0)
    d.quietly(0, "attack", d.body(0), d.body(1))
    # Then B is out, B's link does nothing, and the first attack hits.
    assert d.s.out == (1,) and d.hp(c) == 15
    assert d.asked() == [0] and d.asked_kind() == ACT


# Neutrality.


@pytest.mark.rule("fade1", "keyword.neutrality-control", "item.equip-item-counting")
def test_its_owners_item_is_used_in_every_turn() -> None:
    # Given A's Equip Item with HP 3 on it, when three players have attacked with it, then that is destroyed.
    d = three()
    n = d.character(0, "neutral")
    walls = [d.character(seat, "hero-3") for seat in range(3)]
    club = d.on(n, "club-3", 1)
    for seat, target in ((0, 1), (1, 2), (2, 0)):
        d.go(seat, COMBAT)
        d.quietly(seat, "attack", n, walls[target])
    assert d.lies(club) == "discard"


@pytest.mark.rule("fade1", "keyword.neutrality-details", "ko.overflow-legal-targets")
def test_the_rest_finds_the_owner_past_a_neutral_character() -> None:
    # Given A's Neutral Character and one that falls by hit 1 of B's Skill in B's turn.
    d = three()
    n, a, x = d.character(0, "neutral"), d.character(0, "level-3-of-6"), d.character(1, "hero-5")
    c = d.character(2, "hero-3")
    triple = d.on(x, "triple-3")
    d.leave(a, 3)
    d.go(1, COMBAT)
    d.play(1, "use", triple, a)
    # Then the rest may be aimed at A, whom it does not shield, or at C's Character, and not at itself.
    assert d.until_chosen(1) == sorted([d.body(0), c]) and d.s.ctrl[n] == 1


@pytest.mark.rule("fade1", "keyword.neutrality-control", "keyword.mute")
def test_a_muted_neutral_character_is_its_owners() -> None:
    # Given Mute on A's Neutral Character in B's turn, then A controls it again, and it may be attacked.
    d = three()
    n, x = d.character(0, "neutral"), d.character(1, "hero-5")
    d.go(1, PREPARATION)
    assert d.s.ctrl[n] == 1
    d.quietly(1, "play", d.hand(1, "gag"), n)
    assert d.s.ctrl[n] == 0
    d.go(1, COMBAT)
    assert d.can(1, "attack", x, n)


@pytest.mark.rule("fade1", "keyword.neutrality-control", "command.materials-lose-effects")
def test_a_neutral_character_that_is_material_is_its_owners() -> None:
    # Given A's Neutral Character that becomes Command Material, then it has lost the keyword, until it moves.
    d = three()
    n = d.character(0, "neutral", at="c3")
    d.on(d.body(0), "rightward", 1, at="c2")
    d.go(1, PREPARATION)
    assert d.s.ctrl[n] == 0
    d.next_turn(0)
    d.play(0, "move", n, to(d, "b5"))
    d.play(0, "move", n, to(d, "c5"))
    d.go(1, PREPARATION)
    assert d.s.ctrl[n] == 1


@pytest.mark.rule("fade1", "keyword.neutrality-details", "win.elimination-chain")
def test_a_neutral_attacker_stays_when_who_controls_it_is_out() -> None:
    # Given B at 9 HP attacking C with A's Neutral Character, when C's Doom defeats B.
    d = three()
    n, c = d.character(0, "neutral"), d.character(2, "hero-3")
    d.character(1, "hero-3")
    doom = d.on(c, "death-sentence")
    d.go(1, COMBAT)
    d.play(1, "attack", n, c)
    d.until_answers(2)
    d.quietly(2, "use", doom, -1, d.body(1))
    # Then the attack does nothing, and the Character stands in its cell, in C's turn under C's control.
    assert d.s.out == (1,) and d.hp(c) == 20 and d.lies(n) == "front"
    assert d.s.active == 2 and d.s.ctrl[n] == 2 and invariants.fault(d.s) == ""

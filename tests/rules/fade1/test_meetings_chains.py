"""Where The Last Stand, waiting cards, teams and links meet Stun, Combo and the rest of an attack."""

from __future__ import annotations

import pytest

from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, reaction, skill

CARDS = (
    cards(
        "combo-jab",
        "crumb-1",
        "daze-2",
        "downgrade",
        "gag",
        "hero-5",
        "jab-1",
        "palisade",
        "pierce-5",
        "riposte-2",
        "screen",
        "triple-3",
    )
    + character("runner", hp=20, plv=5, agi=2)
    + character("third", level=3, hp=3, plv=1)
    + reaction("shatter", targets="all augments", answers="attack", anyone=True, do={"destroy": "target"})
    + augment("bell", keywords="Equip", ability={"gives": {"Stun": True}})
    + augment("crown", hp=5, keywords="Equip")
    + skill("dirge", contingency={"on": "knocked-out", "of": "your characters"}, do={"draw": 1})
)


def match(seats: int = 2, format: str = "") -> Duel:
    return Duel(CARDS, seats=seats, format=format, edition="fade1")


@pytest.mark.rule("fade1", "keyword.stun", "laststand.limits-still-hold")
def test_a_player_who_stuns_has_one_attack_more() -> None:
    # Given a Player in The Last Stand who uses a Stun Skill from Hand, then the Normal Attack follows, and
    # meets
    # no DEF; a third attack does not.
    d = match()
    y, daze, jab = d.character(1, "palisade"), d.hand(0, "daze-2"), d.hand(0, "jab-1")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, y)
    assert d.hp(y) == 19 and d.count(y, "Stunned") == 1
    d.quietly(0, "attack", d.body(0), y)
    assert d.hp(y) == 14
    assert d.refused(0, "use", jab, y) == d.rule("one-attack")


@pytest.mark.rule("fade1", "keyword.stun", "augment.grants-effects")
@pytest.mark.parametrize("muted", [False, True])
def test_stun_that_an_augment_gives(muted: bool) -> None:
    # Given an Augment that gives Stun to X, then its Normal Attack Stuns Y and one more follows, but for
    # Mute.
    d = match()
    x, y = d.character(0, "hero-5"), d.character(1, "palisade")
    d.on(x, "bell", 1)
    if muted:
        d.on(x, "gag", 1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 16 and d.count(y, "Stunned") == (not muted)
    assert d.can(0, "attack", x, y) == (not muted)


@pytest.mark.rule("fade1", "ko.overflow-answers", "laststand.limits-still-hold")
def test_who_is_in_the_last_stand_by_now_blocks_the_rest_from_hand() -> None:
    # Given B's last Character, which falls by hit 1, and a Block in B's Hand that could not be used before.
    d = match()
    x, y = d.character(0, "hero-5"), d.character(1, "crumb-1")
    triple, block = d.on(x, "triple-3"), d.hand(1, "screen")
    d.go(0, COMBAT)
    d.play(0, "use", triple, y)
    assert d.until_chosen(0) == [d.body(1)]
    # When the rest is aimed at B, then B uses it from Hand.
    d.play(0, "pick", d.body(1))
    d.until_answers(1)
    d.quietly(1, "use", block, -1)
    assert d.hp(d.body(1)) == 48 and d.lies(block) == "discard"


@pytest.mark.rule("fade1", "ko.overflow", "laststand.limits-still-hold")
def test_the_rest_of_a_skill_from_hand() -> None:
    # Given a Player in The Last Stand whose Skill from Hand fells Y by hit 1, then hits 2 and 3 go on at Z.
    d = match()
    y, z = d.character(1, "crumb-1"), d.character(1, "palisade")
    triple = d.hand(0, "triple-3")
    d.go(0, COMBAT)
    d.play(0, "use", triple, y)
    assert d.until_chosen(0) == [z]
    d.quietly(0, "pick", z)
    assert d.hp(z) == 16 and d.lies(triple) == "discard"


@pytest.mark.rule("fade1", "chain.late-answers", "ko.overflow-answers")
def test_contingency_waits_for_the_rest() -> None:
    # Given Contingency 'one of your Characters is Knocked Out' in B's Hand, and Y that falls by hit 1.
    d = match()
    x, y, z = d.character(0, "hero-5"), d.character(1, "crumb-1"), d.character(1, "palisade")
    triple, dirge = d.on(x, "triple-3"), d.hand(1, "dirge")
    d.go(0, COMBAT)
    d.play(0, "use", triple, y)
    assert d.until_chosen(0) == [z]
    d.play(0, "pick", z)
    hand = d.size(1, HAND)
    while not d.can(1, "use", dirge):
        d.step()
    # Then it is offered once the rest is over, and its use has a Chain of its own.
    assert d.hp(z) == 16 and not d.s.chain
    d.quietly(1, "use", dirge)
    assert d.size(1, HAND) == hand - 1 + 1


@pytest.mark.rule("fade1", "format.teams", "ko.controller-loses-level")
def test_a_teammate_loses_nothing() -> None:
    # Given teams of seats 0 and 2, 1 and 3, then the Level is lost by the controller alone, and what is
    # left of
    # the attack may be aimed at both enemies' Characters, at no friend's.
    d = match(4, "teams")
    x, y, z = d.character(0, "hero-5"), d.character(1, "third"), d.character(3, "palisade")
    d.character(2, "palisade")
    triple = d.on(x, "triple-3")
    d.go(0, COMBAT)
    d.play(0, "use", triple, y)
    assert d.until_chosen(0) == sorted([d.body(1), z])
    assert [d.hp(d.body(seat)) for seat in range(4)] == [50, 47, 50, 50]


@pytest.mark.rule("fade1", "link.turn-player-attack", "keyword.combo-details")
def test_combo_follows_an_attack_that_was_linked() -> None:
    # Given Z's Normal Attack as a link in answer to Y's Counter-hit, when the Chain is over, then Z's Combo
    # card follows it.
    d = match()
    x, z, y = d.character(0, "hero-5"), d.character(0, "runner"), d.character(1, "palisade")
    d.next_turn(0)
    knee, riposte = d.on(z, "combo-jab"), d.on(y, "riposte-2")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", riposte, -1)
    d.until_answers(0)
    d.quietly(0, "attack", z, y)
    assert (d.hp(x), d.hp(y)) == (18, 20 - 4 - 4)
    d.quietly(0, "use", knee, y)
    assert d.count(z, "Combo Potential") == 1 and d.refused(0, "attack", z, y) == d.rule("normal-once")


@pytest.mark.rule("fade1", "link.turn-player-attack", "keyword.combo")
def test_a_combo_card_waits_for_the_end_of_a_chain_of_another() -> None:
    # Given Z that has made its Normal Attack, then X's attack on Y, and Y's Counter-hit.
    d = match()
    x, z, y = d.character(0, "hero-5"), d.character(0, "runner"), d.character(1, "palisade")
    d.next_turn(0)
    knee, riposte = d.on(z, "combo-jab"), d.on(y, "riposte-2")
    d.go(0, COMBAT)
    d.quietly(0, "attack", z, y)
    d.play(0, "attack", x, y)
    d.play(1, "use", riposte, -1)
    # Then Z's Combo card is no link of that Chain, and is used when it is over.
    d.until_answers(0)
    assert d.refused(0, "use", knee, y) == d.rule("combo")
    d.pass_all()
    assert d.can(0, "use", knee, y)


@pytest.mark.rule("fade1", "link.turn-player-attack", "keyword.stun-details")
def test_a_linked_stun_keeps_the_victim_from_defending_the_first_attack() -> None:
    # Given X's attack on Y, Y's Counter-hit, and Z's Stun Skill on Y as link 3, then Y is Stunned as X's
    # attack
    # resolves: its DEF lowers nothing, and that attack, the next on it, ends the Stun.
    d = match()
    x, z, y = d.character(0, "hero-5"), d.character(0, "runner"), d.character(1, "palisade")
    daze, riposte = d.on(z, "daze-2"), d.on(y, "riposte-2")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", riposte, -1)
    d.until_answers(0)
    d.quietly(0, "use", daze, y)
    assert d.hp(y) == 20 - (2 - 1) - 5 and d.count(y, "Stunned") == 0
    # Then the Counter-hit, declared before, was made.
    assert d.hp(x) == 18


@pytest.mark.rule("fade1", "damage.downgrade", "keyword.stun")
def test_what_is_downgraded_meets_no_def_of_the_stunned() -> None:
    # Given Y (DEF 1) Stunned, and an Unblockable Skill of 5 that a friend downgrades, then 5 are dealt.
    d = match()
    x, other = d.character(0, "hero-5"), d.character(0, "hero-5")
    y, friend = d.character(1, "palisade"), d.character(1, "palisade")
    daze, pierce, soften = d.on(x, "daze-2"), d.on(other, "pierce-5"), d.on(friend, "downgrade")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, y)
    d.play(0, "use", pierce, y)
    d.quietly(1, "use", soften, -1)
    assert d.hp(y) == 19 - 5


@pytest.mark.rule("fade1", "augment.stats-lost", "win.elimination-chain")
def test_a_player_may_lose_in_mid_chain_by_an_augment() -> None:
    # Given B with 4 of 55 HP left by an Augment of HP 5, whose Character attacks C in B's turn.
    d = match(3)
    b, c = d.character(1, "hero-5"), d.character(2, "palisade")
    crown, shatter = d.on(d.body(1), "crown", 1), d.on(c, "shatter")
    d.leave(d.body(1), 4)
    d.go(1, COMBAT)
    d.play(1, "attack", b, c)
    d.until_answers(2)
    # When C destroys it in answer, then B has lost, and the attack does nothing.
    d.quietly(2, "use", shatter, -1, crown)
    assert d.s.out == (1,) and d.hp(c) == 20 and d.s.active == 2


@pytest.mark.rule("fade1", "win.lose-at-zero-hp", "ko.controller-loses-level")
def test_a_counter_hit_that_costs_a_level_wins_before_the_attack_lands() -> None:
    # Given A at 3 HP attacking B at 1 HP with a Level 3 Character, and B's Counter-hit from Hand that fells
    # it.
    d = match()
    x, riposte = d.character(0, "third"), d.hand(1, "riposte-2")
    d.leave(x, 2)
    d.leave(d.body(0), 3)
    d.leave(d.body(1), 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.body(1))
    d.quietly(1, "use", riposte, -1)
    assert d.s.over == ((2, 1), d.rule(reasons.NO_HP)) and d.hp(d.body(1)) == 1

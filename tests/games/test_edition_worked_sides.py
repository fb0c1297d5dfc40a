"""Worked cases of the 60-card edition after an attack, with three players, World Rules and Materials."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, DISCARD, FRONT, HAND
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, zone

CARDS = (
    cards(
        "daze-2",
        "forty",
        "hyper-jab",
        "rightward",
        "riposte-4",
        "screen",
        "sixty-and-eight",
        "special-combo",
        "special-combo-2",
        "swift-xenia",
        "yarrow",
    )
    + character("xavier", hp=12, plv=5, agi=3, keywords={"Multistrike": 1})
    + character("nomad", level=3, hp=2, plv=3, keywords="Neutrality")
    + character("yew", plv=4)
    + character("xylem", level=4, hp=8, plv=3)
    + augment("crown", hp=3, keywords="Equip")
    + zone("pocket", ability={"gives": {"Maximum Hand Size": 2}, "to": "you"})
)


@pytest.mark.parametrize("helped", [True, False])
def test_after_stun_the_victim_defends_again(helped: bool) -> None:
    # Given a Stun Skill of 2 on Y (DEF 3, HP 10) and X's extra Normal Attack on Y, with a friend's Block or
    # without, then Y keeps 10 or has 5. Afterwards Y Defends again, and may use its own Block.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, "swift-xenia"), d.character(1, "yarrow")
    other, friend = d.character(0, "swift-xenia"), d.character(1, "yew")
    own, theirs, daze = d.on(y, "screen"), d.on(friend, "screen"), d.on(x, "daze-2")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, y)
    d.play(0, "attack", x, y)
    if helped:
        d.play(1, "use", theirs, -1)
    d.pass_all()
    left = 10 if helped else 5
    assert d.hp(y) == left
    d.play(0, "attack", other, y)
    assert d.can(1, "use", own, -1)
    d.pass_all()
    assert d.hp(y) == left - (5 - 3)


def test_the_combo_ladder_with_multistrike() -> None:
    # Given AGI 3, Multistrike 1, a Hyper Skill and Special Combo cards of 2 and 1, then a Normal Attack
    # follows.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, "xavier"), d.character(1, "giant")
    ladder = [d.on(x, slug) for slug in ("hyper-jab", "special-combo-2", "special-combo")]
    d.next_turn(0)
    d.go(0, COMBAT)
    for rung in ladder:
        d.quietly(0, "use", rung, y)
    assert d.count(x, "Combo Potential") == 0
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 20 - 3 - 5
    assert d.refused(0, "attack", x, y) == "attack.normal-once"


def test_neutrality_in_a_foreign_turn() -> None:
    # Given three players, B at 3 HP in B's turn, attacking C's Y with A's Neutral N (Level 3, HP 2), and Y's
    # Counter-hit of 4.
    d = Duel(CARDS, seats=3, edition="fade1")
    n, y = d.character(0, "nomad"), d.character(2, "yew")
    answer = d.on(y, "riposte-4")
    d.leave(d.body(1), 3)
    d.go(1, COMBAT)
    cell = d.at(n)
    assert d.s.ctrl[n] == 1 and n in d.s.zones[FRONT]
    d.play(1, "attack", n, y)
    d.until_asked(2)
    ends = len(d.happened("end-phase"))
    d.quietly(2, "use", answer, -1)
    # Then N falls, B loses 3 HP and is out; N is in A's Discard Pile; the attack does nothing; C's turn
    # begins
    # without B's End Phase.
    assert d.s.out == (1,) and d.names(0, DISCARD) == ["Nomad"] and d.hp(d.body(0)) == 50
    assert d.hp(y) == 9 and cell == "c1"
    assert d.s.active == 2 and len(d.happened("end-phase")) == ends


def test_world_rules_at_odds() -> None:
    # Given 'start with 40 HP' of seat 1 and 'start with 60 HP, Maximum Hand Size 8' of seat 3, agreed by all.
    d = Duel(CARDS, seats=3, edition="fade1", worlds=("forty", "none", "sixty-and-eight"))
    # Then everybody starts with 40, and the hand limit is 8; a card's 2 more make it 10.
    assert [d.hp(d.body(seat)) for seat in range(3)] == [40, 40, 40]
    d.zone(1, "pocket")
    assert [values.hand_max(d.s, seat) for seat in range(3)] == [8, 10, 8]
    # When seat 3 is eliminated, then the limit stays: of 11 cards in Hand 3 are discarded.
    kernel.leave(d.s, 2)
    d.settle()
    assert [values.hand_max(d.s, seat) for seat in range(2)] == [8, 10]
    for _ in range(11 - d.size(0, HAND)):
        d.hand(0, "screen")
    d.end_turn()
    assert d.size(0, HAND) == 8 and d.s.active == 1


def test_an_augment_becomes_a_material() -> None:
    # Given X in Character Zone 3 (HP 8, Level 4) with an Augment of HP 3 in Equip Zone 3 and 9 damage, so
    # that 2
    # of 11 are left.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "xylem", at="c3")
    crown = d.on(x, "crown", 1)
    d.damage(x, 9)
    assert d.hp(x) == 2
    # When A plays a Command in Equip Zone 2 that lists Right, then the Augment has no effects: X is Knocked
    # Out
    # at the check, A loses its Level, and the Augment is destroyed with it.
    post = d.hand(0, "rightward")
    d.quietly(0, "play", post, to(d, "a2"))
    assert d.lies(x) == d.lies(crown) == "discard" and d.hp(d.body(0)) == 50 - 4
    assert d.at(post) == "a2" and [row[ROW_CARD] for row in d.happened("knocked-out")] == [x]
    assert crown in [row[ROW_CARD] for row in d.happened("destroyed")]

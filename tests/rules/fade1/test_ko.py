"""The costs of a Knock Out in the 60-card edition, and the hits that are left after one (topic ko)."""

from __future__ import annotations

import pytest

from fadenet.games.fade import reasons
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("dear-triple", "note", "riposte-3", "screen")
    + character(
        "drummer",
        hp=12,
        plv=5,
        ability=[
            {"on": "attacks", "do": {"counter": "Fracture", "on": "this"}},
            {"on": "succeeds", "do": {"counter": "Shield", "on": "this"}},
        ],
    )
    + character("puny", level=2, hp=3, plv=1, ability={"on": "destroyed", "do": {"draw": 1}})
    + character("seventh", level=7, hp=4, plv=1)
    + character(
        "watcher",
        hp=12,
        plv=1,
        ability=[
            {"on": "attacked", "do": {"counter": "Drain", "on": "this"}},
            {"on": "targeted", "do": {"counter": "Blindness", "on": "this"}},
        ],
    )
    + character("third", level=3, plv=1, ability={"on": "destroyed", "do": {"heal": 5, "of": "you"}})
    + character("fourth", level=4, plv=1)
    + skill("smash", do={"attack": 24})
    + item("flood", do={"damage": 9, "to": "all characters"})
)


def match(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def triple(d: Duel, target: int) -> tuple[int, int]:
    """(the Character of seat 0, the Skill) that attacks with 3 hits of 3 in its Combat Step."""
    x = d.character(0, "drummer")
    card = d.on(x, "dear-triple")
    d.go(0, COMBAT)
    d.tp(0, 2)
    d.play(0, "use", card, target)
    return x, card


@pytest.mark.rule("fade1", "ko.controller-loses-level")
def test_a_knock_out_costs_the_level_whatever_the_hit() -> None:
    # Given B with 50 HP and a Level 7 Character, when a hit of 20 over its HP Knocks it Out.
    d = match()
    x, y = d.character(0, "drummer"), d.character(1, "seventh")
    card = d.on(x, "smash")
    d.go(0, COMBAT)
    d.quietly(0, "use", card, y)
    # Then B loses exactly 7 HP, and A nothing.
    assert d.lies(y) == "discard"
    assert (d.hp(d.body(1)), d.hp(d.body(0))) == (43, 50)


@pytest.mark.rule("fade1", "ko.overflow")
def test_what_is_left_goes_to_another_in_front() -> None:
    # Given a 3-hit Skill whose first hit Knocks Out Y, and Z beside it, when the Chain is over.
    d = match()
    y, z = d.character(1, "puny"), d.character(1, "watcher")
    triple(d, y)
    assert d.until_chosen(0) == [z] and not d.s.chain
    # Then hits 2 and 3 may be aimed at Z.
    d.quietly(0, "pick", z)
    assert d.hp(z) == 12 - 3 - 3


@pytest.mark.rule("fade1", "ko.overflow")
@pytest.mark.parametrize("wanted", [True, False])
def test_without_characters_the_player_may_be_hit(wanted: bool) -> None:
    # Given Y as B's last Character anywhere, when it falls, then B is in The Last Stand.
    d = match()
    y = d.character(1, "puny")
    triple(d, y)
    assert d.until_chosen(0) == [d.body(1)] and values.last_stand(d.s, 1)
    # Then the rest may be aimed at B, or at nobody, and then it is lost.
    if wanted:
        d.play(0, "pick", d.body(1))
    else:
        d.play(0, "done")
    d.pass_all()
    assert d.hp(d.body(1)) == 50 - 2 - (6 if wanted else 0)


@pytest.mark.rule("fade1", "ko.overflow-legal-targets")
def test_who_steps_forward_is_the_new_target_and_not_the_player() -> None:
    # Given B whose last front Character falls while one waits in Reserve.
    d = match()
    y, back = d.character(1, "puny"), d.character(1, "watcher", backup=True)
    triple(d, y)
    # Then the Reserve Character steps forward and alone may be chosen.
    assert d.until_chosen(0) == [back]
    assert d.lies(back) == "front"


@pytest.mark.rule("fade1", "ko.overflow-legal-targets")
def test_another_player_may_get_what_is_left() -> None:
    # Given three Players, B's Y with nobody behind, and C with one in front and one in Reserve.
    d = match(3)
    y, c = d.character(1, "puny"), d.character(2, "watcher")
    d.character(2, "fourth", backup=True)
    triple(d, y)
    # Then B in person and C's front Character may be chosen; C and the one in Reserve may not.
    assert d.until_chosen(0) == sorted([d.body(1), c])
    d.quietly(0, "pick", c)
    assert (d.hp(c), d.hp(d.body(1))) == (6, 48)


@pytest.mark.rule("fade1", "ko.overflow-answers")
def test_each_player_may_use_one_card_against_the_rest_again() -> None:
    # Given B who has used one card against the first Chain, where a second one is refused.
    d = match()
    y, z = d.character(1, "puny"), d.character(1, "watcher")
    note, block = d.on(z, "note"), d.on(z, "screen")
    triple(d, y)
    d.play(1, "use", note, -1)
    d.until_answers(1)
    assert d.refused(1, "use", block, -1) == d.rule("defended")
    # When the rest begins its Chain, then B may use another one.
    d.until_chosen(0)
    d.play(0, "pick", z)
    d.until_answers(1)
    d.quietly(1, "use", block, -1)
    assert d.lies(y) == "discard" and d.hp(z) == 12


@pytest.mark.rule("fade1", "ko.overflow-answers")
@pytest.mark.parametrize("blocked", [True, False])
def test_each_may_answer_the_rest_once_and_nothing_new_is_paid(blocked: bool) -> None:
    # Given a 3-hit Skill whose first hit Knocks Out Y, and Z with a Block.
    d = match()
    y, z = d.character(1, "puny"), d.character(1, "watcher")
    block, hand = d.on(z, "screen"), d.size(1, HAND)
    x, card = triple(d, y)
    d.until_chosen(0)
    d.play(0, "pick", z)
    # Then On Targeted and On Attacked happen for Z, and B may answer; Y's draw waits.
    d.until_answers(1)
    assert d.size(1, HAND) == hand and d.where(card) == "in use"
    if blocked:
        d.play(1, "use", block, -1)
    d.pass_all()
    assert d.hp(z) == (12 if blocked else 6)
    assert (d.count(z, "Drain"), d.count(z, "Blindness")) == (1, 1)
    # Then On Attack happened once, the attack was successful once, nothing new was paid, and it was the one
    # attack of the turn.
    assert (d.count(x, "Fracture"), d.count(x, "Shield"), d.tp_of(0)) == (1, 1, 0)
    assert d.where(card) == "Discard Pile" and d.size(1, HAND) == hand + 1
    assert d.refused(0, "attack", x, z) == d.rule("normal-once")


@pytest.mark.rule("fade1", "ko.overflow-answers")
def test_hits_are_lost_with_their_attacker() -> None:
    # Given X with 3 HP left, when a Counter-hit against the rest of its attack fells it.
    d = match()
    y, z = d.character(1, "puny"), d.character(1, "watcher")
    riposte = d.on(z, "riposte-3")
    x, card = triple(d, y)
    d.leave(x, 3)
    d.until_chosen(0)
    d.play(0, "pick", z)
    d.until_answers(1)
    d.quietly(1, "use", riposte, -1)
    # Then hits 2 and 3 are lost, and what was dealt to Y stays.
    assert d.lies(x) == d.lies(card) == d.lies(y) == "discard" and d.hp(z) == 12


@pytest.mark.rule("fade1", "ko.simultaneous")
def test_who_falls_together_costs_together_and_losses_come_before_effects() -> None:
    # Given 'deal 9 damage to all Characters', A's Level 3 with 'On Destroyed: you gain 5 HP' and B's Level 4.
    d = match()
    d.character(0, "third")
    d.character(1, "fourth")
    d.leave(d.body(0), 3)
    d.leave(d.body(1), 4)
    # When it resolves, then both lose at the same time.
    d.quietly(0, "play", d.hand(0, "flood"))
    assert d.s.over == ((1, 1), d.rule(reasons.DRAW))


@pytest.mark.rule("fade1", "ko.simultaneous")
def test_what_is_triggered_comes_after_all_losses() -> None:
    # Given the same with A at 4 HP and B at 4 HP, then A has 1 left and wins, before 5 HP come.
    d = match()
    d.character(0, "third")
    d.character(1, "fourth")
    d.leave(d.body(0), 4)
    d.leave(d.body(1), 4)
    d.quietly(0, "play", d.hand(0, "flood"))
    assert d.s.over == ((1, 2), d.rule(reasons.NO_HP)) and d.hp(d.body(0)) == 1

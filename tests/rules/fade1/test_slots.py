"""Character Slots, the Reserve and stepping forward in the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import ACT, PICK
from fadenet.games.fade import reasons
from fadenet.games.fade.field import slots
from fadenet.games.fade.tables import COMBAT, FRONT
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

CARDS = (
    character("friend", plv=3, cs=1, keywords={"Friendship": ["Fire", 3]})
    + character("hawk", plv=3, cs=1, keywords="Lock-On")
    + cards("cs-1", "cs-3", "cs-4", "fire-cs-2", "right")
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade1")


@pytest.mark.rule("fade1", "value.cs")
def test_six_slots_hold_characters_by_their_cs() -> None:
    # Given 6 CS and Characters of 2 and 3, then 1 is free.
    d = duel()
    there = [d.character(0, "fire-cs-2", fresh=True), d.character(0, "cs-3", fresh=True)]
    assert slots.left(d.s, 0) == 1 and len(there) == 2
    # And another of 2 does not fit unless one is reserved.
    assert d.refused(0, "play", d.fighter(0, "fire-cs-2"), d.to("front")) == "prep.cs-blocked"


@pytest.mark.rule("fade1", "value.cs-only-character-zones")
def test_the_reserve_takes_up_no_slots() -> None:
    # Given 3 and 3 in Character Zones and 2 in Reserve, then 6 are in use.
    d = duel()
    for slug, backup in (("cs-3", False), ("cs-3", False), ("fire-cs-2", True)):
        d.character(0, slug, backup)
    assert slots.left(d.s, 0) == 0


@pytest.mark.rule("fade1", "prep.play-characters")
def test_as_many_are_played_as_fit() -> None:
    # Given 6 CS, when 2 and 2 are played, then 2 are left, and no TP are paid.
    d = duel()
    d.tp(0, 0)
    for _ in range(2):
        d.play(0, "play", d.fighter(0, "fire-cs-2"), d.to("front"))
    assert slots.left(d.s, 0) == 2
    # And one of 3 does not fit.
    assert d.refused(0, "play", d.fighter(0, "cs-3"), d.to("front")) == d.rule(reasons.SLOTS)


@pytest.mark.rule("fade1", "prep.cs-overflow")
def test_one_is_reserved_as_part_of_playing_another() -> None:
    # Given two ready ones of 3, when one of 2 is played, then one of them is reserved and 5 CS are in use.
    d = duel()
    a, b = d.character(0, "cs-3"), d.character(0, "cs-3")
    d.play(0, "play", d.fighter(0, "fire-cs-2"), d.to("front"))
    assert d.until(PICK) == 0 and set(kernel.candidates(d.s, d.s.asks[0], {})) == {a, b}
    d.quietly(0, "pick", a)
    assert d.lies(a) == "backup" and slots.left(d.s, 0) == 1


@pytest.mark.rule("fade1", "prep.cs-overflow")
def test_only_whoever_leaves_enough_slots_free_is_reserved() -> None:
    # Given 1, 2 and 3 in front and one free cell in Reserve, when one of 3 is played, then the 3 is reserved,
    # and nobody is asked: the others would not be enough.
    d = duel()
    one, two, three = d.character(0, "cs-1"), d.character(0, "fire-cs-2"), d.character(0, "cs-3")
    for n in range(1, 6):
        d.character(0, "cs-1", at=f"b{n}")
    h = d.fighter(0, "cs-3")
    d.play(0, "play", h, d.to("front"))
    assert d.asked_kind() == ACT
    assert [d.lies(x) for x in (one, two, three, h)] == ["front", "front", "backup", "front"]


@pytest.mark.rule("fade1", "prep.cs-blocked")
def test_fresh_characters_make_no_room() -> None:
    # Given two of 3 played this turn, then one of 1 is refused.
    d = duel()
    for _ in range(2):
        d.play(0, "play", d.fighter(0, "cs-3"), d.to("front"))
    assert d.refused(0, "play", d.fighter(0, "cs-1"), d.to("front")) == "prep.cs-blocked"


@pytest.mark.rule("fade1", "zone.step-forward")
def test_exactly_one_of_two_that_do_not_fit_together_steps_forward() -> None:
    # Given the only one in front Knocked Out, and 4 and 3 in Reserve.
    d = duel()
    attacker, front = d.character(0, "cs-3"), d.character(1, "cs-1")
    four, three = d.character(1, "cs-4", True), d.character(1, "cs-3", True)
    d.leave(front, 1)
    d.go(0, COMBAT)
    d.play(0, "attack", attacker, front)
    # Then their player chooses one of them, and is not in The Last Stand.
    assert d.until(PICK) == 1 and set(kernel.candidates(d.s, d.s.asks[0], {})) == {four, three}
    d.quietly(1, "pick", four)
    assert (d.lies(four), d.lies(three), d.size(1, FRONT)) == ("front", "backup", 1)


@pytest.mark.rule("fade1", "combat.fresh-characters")
def test_who_comes_out_of_reserve_does_not_attack_that_turn() -> None:
    # Given one moved from Reserve to a Character Zone, then it Attacks in the next turn.
    d = duel()
    x, foe = d.character(0, "cs-1", True), d.character(1, "cs-1")
    d.play(0, "move", x, d.to("front"))
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, foe) == d.rule("fresh")
    d.next_turn(1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, foe)


@pytest.mark.rule("fade1", "keyword.lock-on")
def test_lock_on_reaches_past_the_front() -> None:
    # Given somebody in front and in Reserve, then Lock-On chooses either, or the Player.
    d = duel()
    hawk, front, back = d.character(0, "hawk"), d.character(1, "cs-1"), d.character(1, "cs-1", True)
    d.go(0, COMBAT)
    assert all(d.can(0, "attack", hawk, h) for h in (front, back, d.body(1)))


@pytest.mark.rule("fade1", "keyword.element-friendship")
@pytest.mark.parametrize(
    ("slug", "friends", "left"), [("fire-cs-2", 2, 3), ("fire-cs-2", 1, 2), ("cs-3", 2, 1)]
)
def test_friends_leave_slots_free(slug: str, friends: int, left: int) -> None:
    # Given Fire Friendship 3 and as many Characters, when a Fire one of 2 is played, then it takes up 1, with
    # fewer of them 2; one of 3 without Fire takes up 3.
    d = duel()
    d.character(0, "friend")
    for n in range(friends):
        d.character(0, "cs-1", backup=n > 0)
    d.play(0, "play", d.fighter(0, slug), d.to("front"))
    assert slots.left(d.s, 0) == left


@pytest.mark.rule("fade1", "keyword.element-friendship")
@pytest.mark.parametrize("verb", ["play", "lay"])
def test_a_friend_comes_into_the_only_slot_that_is_left(verb: str) -> None:
    # Given Fire Friendship 3 fulfilled by Characters that came in this turn and cannot leave, and 1 CS free.
    d = duel()
    there = [
        d.character(0, slug, at=at, fresh=True)
        for slug, at in (("friend", "c1"), ("cs-1", "c4"), ("cs-3", "c5"))
    ]
    d.on(d.body(0), "right", 1, at="c2")
    # When a Fire one of 2 is played or laid, then it comes, and all stay in front.
    h = d.fighter(0, "fire-cs-2")
    d.play(0, verb, h, to(d, "c3"))
    assert {d.lies(x) for x in (h, *there)} == {"front"} and slots.left(d.s, 0) == 0


def test_a_character_is_laid_only_into_free_slots() -> None:
    # Given a Command in Character Zone 2 that points right, 2 CS free, and ready ones to reserve.
    d = duel()
    for slug, at in (("cs-3", "c4"), ("cs-1", "c5")):
        d.character(0, slug, at=at)
    d.on(d.body(0), "right", 1, at="c2")
    # Then one of 2 may be laid in Character Zone 3, one of 3 may not, as for it nobody leaves.
    assert d.can(0, "lay", d.fighter(0, "fire-cs-2"), to(d, "c3"))
    assert d.refused(0, "lay", d.fighter(0, "cs-3"), to(d, "c3")) == d.rule(reasons.SLOTS)
    # Nor may one of 3 be moved there from Reserve.
    back = d.character(0, "cs-3", True)
    assert d.refused(0, "lay", back, to(d, "c3")) == d.rule(reasons.SLOTS)

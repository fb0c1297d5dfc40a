"""Where the rest of an attack meets other rules of the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, CONFIRM, PICK
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, DISCARD
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill

CARDS = (
    cards("annul", "avert", "bounce", "crumb-1", "dear-triple", "palisade", "screen")
    + character("hero", hp=12, plv=5)
    + character(
        "drummer",
        hp=12,
        plv=5,
        keywords={"Bloodlust": 2},
        ability=[{"on": "attacks", "do": {"gain_tp": 1}}, {"on": "succeeds", "do": {"gain_tp": 3}}],
    )
    + character("boulder", level=9, hp=1, plv=1)
    + character("sturdy", level=2, hp=4, plv=1, keywords="Willpower")
    + character("keep", hp=20, plv=3, keywords={"Lock": ["Water"]})
    + character("ghostly", hp=20, plv=3, keywords={"Ghost": 2})
    + character(
        "spiked", hp=1, plv=1, ability={"on": "destroyed", "do": {"damage": 1, "to": "enemy characters"}}
    )
    + skill("punches", do={"attack": 3, "hits": 3, "label": "Physical"})
    + skill("flames", "Fire", do={"attack": 3, "hits": 3})
    + skill("daze", keywords="Stun", do={"attack": 3, "hits": 3})
    + skill("quake", targets={"reach": True, "n": 2}, keywords="Stun", do={"attack": 3, "hits": 2})
    + skill("last-breath", do=[{"attack": 3, "hits": 2}, {"knock_out": "user"}])
    + skill("echo", keywords={"Replay": 1}, do={"attack": 3, "hits": 2})
    + skill(
        "tend",
        targets=[{"pick": "your characters"}, {"reach": True}],
        do=[{"attack": 3, "hits": 2}, {"heal": 1, "of": "first target"}],
    )
    + skill("pierce", do={"attack": 3, "hits": 3, "type": "Unblockable"})
    + reaction("soften", answers="attack", anyone=True, do={"downgrade": True})
    + item("club", hp=2, keywords="Equip")
)


def match(
    slug: str = "dear-triple", mine: str = "hero", first: str = "crumb-1", seats: int = 2
) -> tuple[Duel, int, int, int]:
    """(a match, seat 0's Character, its Skill of 3 hits, the one of seat 1 that the first fells)."""
    d = Duel(CARDS, seats=seats, edition="fade1")
    x, y = d.character(0, mine), d.character(1, first)
    return d, x, d.on(x, slug), y


def swing(d: Duel, skill_: int, y: int) -> list[int]:
    """The Skill is used, and all pass until its hits left over are to be aimed; returns at whom."""
    d.go(0, COMBAT)
    d.play(0, "use", skill_, y)
    return d.until_chosen(0)


@pytest.mark.rule("fade1", "keyword.willpower-details", "ko.overflow")
def test_willpower_takes_a_hit_and_the_last_one_is_left() -> None:
    # Given Willpower and 3 HP, when three hits of 3 come, then hit 1 leaves 1, hit 2 fells it, hit 3 is left.
    d, _, triple, y = match(first="sturdy")
    z = d.character(1, "palisade")
    d.leave(y, 3)
    assert swing(d, triple, y) == [z]
    d.quietly(0, "pick", z)
    assert d.hp(z) == 20 - 2 and d.hp(d.body(1)) == 48


@pytest.mark.rule("fade1", "ko.overflow-legal-targets", "keyword.ghost-counter")
@pytest.mark.parametrize(("slug", "reached"), [("punches", False), ("dear-triple", True)])
def test_the_rest_reaches_a_ghost_if_it_is_not_physical(slug: str, reached: bool) -> None:
    # Given a Ghost beside the one that falls, then a Physical attack has no target there, another one has.
    d, _, skill_, y = match(slug)
    ghost, wall = d.character(1, "ghostly"), d.character(1, "palisade")
    d.counters(ghost, "Ghost", 2)
    assert swing(d, skill_, y) == sorted([wall] + [ghost] * reached)


@pytest.mark.rule("fade1", "ko.overflow-legal-targets")
def test_the_rest_is_for_what_the_hits_are_aimed_at() -> None:
    # Given a Skill that heals an own Character and hits an enemy one that falls, then its rest may be aimed
    # at another enemy Character, and not at an own one.
    d, _, tend, y = match("tend")
    own, z = d.character(0, "palisade"), d.character(1, "palisade")
    d.go(0, COMBAT)
    d.play(0, "use", tend, own, y)
    assert d.until_chosen(0) == [z]
    d.quietly(0, "pick", z)
    assert d.hp(z) == 20 - 2


@pytest.mark.rule("fade1", "ko.overflow-legal-targets", "keyword.element-lock")
def test_the_rest_does_not_reach_behind_a_lock() -> None:
    # Given Water Lock on the only other Character, then a Fire Skill's hits are lost, and it shields B.
    d, _, flames, y = match("flames")
    keep = d.character(1, "keep")
    d.go(0, COMBAT)
    d.quietly(0, "use", flames, y)
    assert d.hp(keep) == 20 and d.hp(d.body(1)) == 48 and d.lies(flames) == "discard"


@pytest.mark.rule("fade1", "keyword.stun-details", "ko.overflow-answers")
def test_the_rest_of_a_stun_attack_stuns_its_new_target() -> None:
    # Given a Stun Skill whose first hit fells Y, when its rest is aimed at Z, then Z is Stunned, once.
    d, x, daze, y = match("daze")
    z = d.character(1, "palisade")
    swing(d, daze, y)
    d.quietly(0, "pick", z)
    assert d.count(z, "Stunned") == 1 and d.hp(z) == 20 - 4
    # Then it was one attack, for which there is one more.
    d.quietly(0, "attack", x, z)
    assert d.hp(z) == 16 - 5 and d.refused(0, "attack", x, z) == d.rule("normal-once")


@pytest.mark.rule("fade1", "keyword.stun-details", "ko.overflow-answers")
def test_a_stun_attack_that_stuns_twice_brings_one_attack() -> None:
    # Given a Stun Skill on two, one of whom falls by the first hit, and whose rest is aimed at a third.
    d, x, quake, y = match("quake")
    w, z = d.character(1, "palisade"), d.character(1, "palisade")
    d.go(0, COMBAT)
    d.play(0, "use", quake, y, w)
    assert d.until_chosen(0) == [z]
    d.quietly(0, "pick", z)
    # Then both others are Stunned, and it was one attack, for which there is one more.
    assert (d.count(w, "Stunned"), d.count(z, "Stunned")) == (1, 1)
    d.quietly(0, "attack", x, z)
    assert d.refused(0, "attack", x, w) == d.rule("normal-once")


@pytest.mark.rule("fade1", "ko.overflow-answers", "attack.attacker-gone")
def test_who_gives_all_leaves_no_rest() -> None:
    # Given a Skill that Knocks Out its user after its hits, the first of which fells Y.
    d, x, breath, y = match("last-breath")
    z = d.character(1, "palisade")
    d.go(0, COMBAT)
    d.play(0, "use", breath, y)
    while d.asked_kind() != ACT:
        assert d.asked_kind() != PICK
        d.step()
    # Then the hit that was left is lost with its attacker.
    assert [d.lies(h) for h in (x, y, breath)] == ["discard"] * 3 and d.hp(z) == 20


@pytest.mark.rule("fade1", "ko.overflow-answers", "defend.deflect-target")
def test_the_rest_may_be_deflected() -> None:
    # Given the rest aimed at Z, when Z's side Deflects it to W, then W is hit.
    d, _, triple, y = match()
    z, w = d.character(1, "palisade"), d.character(1, "palisade")
    veer = d.on(z, "bounce")
    swing(d, triple, y)
    d.play(0, "pick", z)
    d.until_answers(1)
    d.quietly(1, "use", veer, -1, w)
    assert (d.hp(z), d.hp(w)) == (20, 16)


@pytest.mark.rule("fade1", "ko.overflow-answers", "defend.prevented-card-stays")
@pytest.mark.parametrize(("answer", "lies"), [("annul", "discard"), ("avert", "attached")])
def test_the_rest_may_be_negated_or_prevented(answer: str, lies: str) -> None:
    # Given the rest aimed at Z, when it is Negated or Prevented, then Z is unhurt; what Y took stays.
    d, x, triple, y = match()
    z = d.character(1, "palisade")
    stop = d.on(z, answer)
    swing(d, triple, y)
    d.play(0, "pick", z)
    d.until_answers(1)
    d.quietly(1, "use", stop, -1)
    assert d.hp(z) == 20 and d.lies(y) == "discard"
    # Then the Skill goes to the Discard Pile, or lies on its user without effect.
    assert d.lies(triple) == lies and d.s.host[triple] == (x if lies == "attached" else 0)


@pytest.mark.rule("fade1", "ko.overflow-answers", "keyword.bloodlust", "keyword.fracture-counter")
def test_what_an_attack_brings_comes_once() -> None:
    # Given Bloodlust 2, Fracture 1, On Attack and On Successful Attack, when an attack has a rest.
    d, x, triple, y = match(mine="drummer")
    z = d.character(1, "palisade")
    d.counters(x, "Fracture", 1)
    d.leave(x, 6)
    d.tp(0, 2)
    swing(d, triple, y)
    assert d.hp(x) == 6 + 2 - 1
    d.quietly(0, "pick", z)
    # Then the HP are gained and lost once, and so are the TP.
    assert d.hp(x) == 7 and d.tp_of(0) == 1 + 3


@pytest.mark.rule("fade1", "ko.overflow", "ko.overflow-answers")
@pytest.mark.parametrize("answer", ["", "annul", "avert", "screen"])
def test_what_an_attack_brings_comes_though_its_rest_hits_nobody(answer: str) -> None:
    # Given On Attack and On Successful Attack, when no target is chosen for the rest, or it is stopped.
    d, _, triple, y = match(mine="drummer")
    z = d.character(1, "palisade")
    card_ = d.on(z, answer or "screen")
    d.tp(0, 2)
    swing(d, triple, y)
    assert d.lies(triple) == "use"
    d.play(0, "pick", z) if answer else d.play(0, "done")
    if answer:
        d.until_answers(1)
        d.play(1, "use", card_, -1)
    d.pass_all()
    # Then the attack was successful by its first hit, once, and its card has left.
    assert d.tp_of(0) == 1 + 3 and d.hp(z) == 20
    assert len(d.happened("succeeds")) == 1 and d.lies(triple) != "use"


@pytest.mark.rule("fade1", "ko.overflow-answers")
def test_the_rest_of_one_part_that_is_not_wanted_leaves_that_of_the_other() -> None:
    # Given 2 hits on each of two that fall by the first, when no target is chosen for the rest of the first.
    d, _, quake, y = match("quake")
    other, z = d.character(1, "crumb-1"), d.character(1, "palisade")
    d.go(0, COMBAT)
    d.play(0, "use", quake, y, other)
    assert d.until_chosen(0) == [z]
    d.play(0, "done")
    # Then the rest of the second is to be aimed, and hits once.
    assert d.until_chosen(0) == [z] and d.lies(quake) == "use"
    d.quietly(0, "pick", z)
    assert d.hp(z) == 20 - 2 and d.lies(quake) == "discard"


@pytest.mark.rule("fade1", "item.equip-item-uses", "ko.overflow-answers")
@pytest.mark.parametrize("wanted", [True, False])
def test_an_item_lasts_until_the_rest_is_over(wanted: bool) -> None:
    # Given an Equip Item with 1 HP left, when hits are left over, then it is still there.
    d, x, triple, y = match()
    z, club = d.character(1, "palisade"), d.on(x, "club", 1)
    d.leave(club, 1)
    swing(d, triple, y)
    assert d.lies(club) == "attached"
    # Then it is used up once they are made, or are not wanted.
    d.play(0, "pick", z) if wanted else d.play(0, "done")
    d.pass_all()
    assert d.lies(club) == "discard" and d.hp(z) == 20 - (4 if wanted else 0)


@pytest.mark.rule("fade1", "keyword.replay", "ko.overflow-answers")
def test_replay_comes_after_the_rest() -> None:
    # Given a Skill with Replay whose rest is to be aimed, then Replay is offered once that is over.
    d, _, echo, y = match("echo")
    z = d.character(1, "palisade")
    d.tp(0, 1)
    swing(d, echo, y)
    d.play(0, "pick", z)
    assert d.until(CONFIRM) == 0 and d.hp(z) == 18
    d.yes(0)
    d.pass_all()
    assert d.hp(z) == 18 - 2 - 2 and d.lies(echo) == "discard"


@pytest.mark.rule("fade1", "damage.downgrade", "ko.overflow-answers")
def test_the_rest_is_as_its_attack_was_downgraded() -> None:
    # Given an Unblockable Skill that is downgraded in the first Chain, then its rest is Basic as well.
    d, _, pierce, y = match("pierce")
    z = d.character(1, "palisade")
    soften, block = d.on(z, "soften"), d.on(z, "screen")
    d.go(0, COMBAT)
    d.play(0, "use", pierce, y)
    d.play(1, "use", soften, -1)
    assert d.until_chosen(0) == [z]
    d.play(0, "pick", z)
    d.until_answers(1)
    # Then DEF lowers its hits, and a Block would work.
    assert d.can(1, "use", block, -1)
    d.pass_all()
    assert d.hp(z) == 20 - 2 * (3 - 1)


@pytest.mark.rule("fade1", "ko.overflow", "ko.controller-loses-level")
def test_a_level_that_defeats_leaves_the_rest_for_a_third() -> None:
    # Given three Players and B at 9 HP with a Level 9 Character, when it falls, then B is out.
    d, _, triple, y = match(first="boulder", seats=3)
    c = d.character(2, "palisade")
    d.leave(d.body(1), 9)
    # Then the hits left over may be aimed at C's Character alone.
    assert swing(d, triple, y) == [c] and d.s.out == (1,)
    d.quietly(0, "pick", c)
    assert d.hp(c) == 20 - 4


@pytest.mark.rule("fade1", "ko.overflow", "win.last-standing")
def test_a_level_that_defeats_the_last_opponent_ends_it_all() -> None:
    # Given two Players and B at 9 HP with a Level 9 Character, when it falls, then A has won, and no hit is
    # left.
    d, _, triple, y = match(first="boulder")
    d.leave(d.body(1), 9)
    d.go(0, COMBAT)
    d.quietly(0, "use", triple, y)
    assert d.s.over == ((1, 2), d.rule(reasons.NO_HP)) and d.hp(d.body(1)) == 0


@pytest.mark.rule("fade1", "ko.overflow", "item.equip-item-counting")
def test_a_rest_after_a_rest_is_one_use() -> None:
    # Given two that fall by one hit each, when the rest is aimed twice, then the attack was one use in all.
    d, x, triple, y = match()
    second, z = d.character(1, "crumb-1"), d.character(1, "palisade")
    club = d.on(x, "club", 1)
    assert swing(d, triple, y) == sorted([second, z])
    d.play(0, "pick", second)
    assert d.until_chosen(0) == [z]
    d.quietly(0, "pick", z)
    assert d.hp(z) == 18 and d.hp(club) == 1 and d.hp(d.body(1)) == 50 - 2 - 2


@pytest.mark.rule("fade1", "ko.overflow-answers", "chain.late-answers")
def test_what_a_fall_triggers_waits_for_the_rest() -> None:
    # Given Y 'On Destroyed: 1 damage to enemy Characters' and X with 1 HP left.
    d, x, triple, y = match(first="spiked")
    z = d.character(1, "palisade")
    d.leave(x, 1)
    swing(d, triple, y)
    assert d.hp(x) == 1
    d.quietly(0, "pick", z)
    # Then both hits of the rest are made before X falls by it.
    assert d.hp(z) == 16 and d.lies(x) == "discard"


@pytest.mark.rule("fade1", "ko.overflow", "link.turn-player-attack")
def test_a_fall_by_a_later_link_leaves_all_hits() -> None:
    # Given X's Skill on Y, an answer of B, and Z's Normal Attack on Y as link 3, which fells Y.
    d, _, triple, y = match(first="crumb-1")
    z, wall = d.character(0, "hero"), d.character(1, "palisade")
    veer = d.on(wall, "soften")
    d.go(0, COMBAT)
    d.play(0, "use", triple, y)
    d.play(1, "use", veer, -1)
    d.play(0, "attack", z, y)
    # Then all three hits of the Skill may be aimed anew.
    assert d.until_chosen(0) == [wall]
    d.quietly(0, "pick", wall)
    assert d.hp(wall) == 20 - 3 * 2 and d.hp(d.body(1)) == 48


@pytest.mark.rule("fade1", "ko.overflow-legal-targets", "zone.step-forward")
def test_nobody_steps_forward_before_all_that_fell_are_gone() -> None:
    # Given Y alone in front, one in Reserve who would fall too, when the rest fells that one as well.
    d, _, triple, y = match()
    back = d.character(1, "crumb-1", backup=True)
    assert swing(d, triple, y) == [back]
    d.play(0, "pick", back)
    # Then the last hit may be aimed at B, who is in The Last Stand.
    assert d.until_chosen(0) == [d.body(1)]
    d.quietly(0, "pick", d.body(1))
    assert d.hp(d.body(1)) == 50 - 2 - 2 - 3
    assert d.size(1, DISCARD) == 2

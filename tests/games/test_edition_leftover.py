"""Hits that are left when their target is Knocked Out (fade1 ko.overflow)."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import position
from fadenet.engine.errors import LoadError
from fadenet.engine.state import ASK_SEAT, PICK
from fadenet.games.fade.tables import COMBAT
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = """
[card.puny]
name = "Puny"
types = ["Character"]
hp = 3
plv = 1
[[card.puny.ability]]
on = "destroyed"
of = "this"
do = [{ draw = 1 }]
[card.watcher]
name = "Watcher"
types = ["Character"]
hp = 12
plv = 5
[[card.watcher.ability]]
on = "attacked"
of = "this"
do = [{ gain_tp = 1 }]
[card.drummer]
name = "Drummer"
types = ["Character"]
hp = 12
plv = 5
[[card.drummer.ability]]
on = "attacks"
of = "this"
do = [{ gain_tp = 1 }]
[[card.drummer.ability]]
on = "succeeds"
of = "this"
do = [{ gain_tp = 1 }]
[card.flurry]
name = "Flurry"
types = ["Skill"]
rank = "Normal"
cost = 4
do = [{ attack = 3, hits = 3 }]
[card.rising]
name = "Rising"
types = ["Skill"]
rank = "Normal"
do = [{ attack = [{ n = 3 }, { n = 1 }, { n = 2 }] }]
[card.sweep]
name = "Sweep"
types = ["Skill"]
rank = "Normal"
targets = [{ reach = true, n = 2 }]
do = [{ attack = 3, hits = 2 }]
[card.pair]
name = "Pair"
types = ["Skill"]
rank = "Normal"
targets = [{ pick = "your characters" }, { reach = true }]
do = [{ attack = 3, hits = 2 }, { heal = 1, of = "first target" }]
[card.screen]
name = "Screen"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack" }
do = [{ block = true }]
[card.cut]
name = "Cut"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ negate = true }]
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 4 }]
[card.twice]
name = "Twice"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 4, hits = 3 }]
[card.vanish]
name = "Vanish"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ return = "attacked" }]
[card.last-breath]
name = "Last Breath"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 3, hits = 2 }, { knock_out = "user" }]
[card.again]
name = "Again"
types = ["Skill"]
rank = "Normal"
keywords = { Replay = 1 }
do = [{ attack = 3, hits = 2 }]
"""
REST = (('in_person = "last-stand"\n', 'in_person = "last-stand"\nleftover = "rest"\n'),)
LINKS = (
    ('in_person = "last-stand"\n', 'in_person = "last-stand"\nleftover = "rest"\nnormal_links = true\n'),
    ('back-row = "', 'linked-attack = "chain.skill-continues"\nback-row = "'),
)


def match(seats: int = 2, words: tuple[tuple[str, str], ...] = REST) -> Duel:
    """A match of an edition in which hits may be left."""
    return differing(CARDS, *words, seats=seats)


def swing(d: Duel, slug: str, user: int, *targets: int) -> int:
    """A Skill of seat 0 is used in its Combat Phase and answered by nobody, until somebody is asked more."""
    skill = d.on(user, slug)
    d.go(0, COMBAT)
    d.play(0, "use", skill, *targets)
    passing(d)
    return skill


def passing(d: Duel) -> None:
    """All pass as long as a Chain is open."""
    while d.s.chain and d.asked() and d.asked_kind() != PICK:
        d.play(d.asked()[0], "pass")


def asked_for_rest(d: Duel) -> bool:
    """Whether the attacker's controller is asked for a new target now."""
    return not d.s.over and d.asked_kind() == PICK and d.s.asks[0][ASK_SEAT] == 0


def test_the_rest_of_an_attack() -> None:
    # Given 3 hits of 3 on one with 3 HP, then after the Chain its Player's next Character is aimed at in a
    # Chain of its own: with a Block it takes nothing, without it 6. The Skill stays until then, and what the
    # Knock Out triggered has its Chain after that.
    for blocked in (True, False):
        d = match()
        mine, puny, watcher = d.character(0), d.character(1, "puny"), d.character(1, "watcher")
        block = d.on(watcher, "screen")
        hand = d.size(1, 2)
        d.tp(0, 4)
        d.tp(1, 1)
        skill = swing(d, "flurry", mine, puny)
        assert asked_for_rest(d) and not d.s.chain and d.where(puny) == "Discard Pile Zone"
        assert d.where(skill) == "in use" and FADE.question(d.s, d.s.asks[0], str).startswith(
            "Choose a new target"
        )
        assert position.load(d.rules, position.dump(d.s)).frames == d.s.frames
        d.play(0, "pick", watcher)
        assert d.tp_of(0) == 0 and d.asked() == [1] and d.size(1, 2) == hand
        if blocked:
            d.play(1, "use", block, -1)
        d.pass_all()
        assert d.count(watcher, "Damage") == (0 if blocked else 6)
        assert d.where(skill) == "Discard Pile Zone" and d.size(1, 2) == hand + 1
        assert d.tp_of(1) == 2 - blocked  # as it is attacked the Watcher gives 1


def test_on_attack_and_success_come_once() -> None:
    # Given one that gains TP as it Attacks and as it succeeds, then an Attack with a rest brings 2, also if
    # the rest is Blocked, Negated or not wanted; without the rest's damage it was successful by the first
    # hit.
    for how in ("screen", "cut", "", "none"):
        d = match()
        mine, puny, watcher = d.character(0, "drummer"), d.character(1, "puny"), d.character(1, "watcher")
        answer = d.on(watcher, how if how in ("screen", "cut") else "screen")
        d.tp(0, 4)
        skill = swing(d, "flurry", mine, puny)
        assert asked_for_rest(d)
        if how == "none":
            d.play(0, "done")
        else:
            d.play(0, "pick", watcher)
            if how:
                d.play(1, "use", answer, -1)
        d.pass_all()
        assert d.tp_of(0) == 2 and len(d.happened("succeeds")) == 1 and len(d.happened("attacks")) == 1
        assert d.count(watcher, "Damage") == (0 if how else 6) and d.where(skill) == "Discard Pile Zone"


def test_the_hits_that_are_left_are_those_not_performed() -> None:
    # Given hits of 3, 1 and 2, the first of which fells its target, then the new one takes 1 and 2; it falls
    # too, at 1 HP, and the last hit goes on to a third.
    d = match()
    mine, puny, watcher = d.character(0), d.character(1, "puny"), d.character(1, "watcher")
    swing(d, "rising", mine, puny)
    d.play(0, "pick", watcher)
    d.pass_all()
    assert d.count(watcher, "Damage") == 3
    d = match()
    mine, puny, other, watcher = d.character(0), *(d.character(1, x) for x in ("puny", "puny", "watcher"))
    d.damage(other, 2)
    skill = swing(d, "rising", mine, puny)
    d.play(0, "pick", other)
    passing(d)
    assert asked_for_rest(d) and d.where(skill) == "in use"
    d.play(0, "pick", watcher)
    d.pass_all()
    assert d.count(watcher, "Damage") == 2 and d.where(skill) == "Discard Pile Zone"


def test_a_new_target_is_one_that_could_be_attacked_now() -> None:
    # Given the enemy's last Character, then the rest may go to its Player, not to the own side; with another
    # enemy at the table only that one's Characters are in reach as long as there are any.
    d = match()
    mine, puny = d.character(0), d.character(1, "puny")
    swing(d, "rising", mine, puny)
    assert {m[1] for m in d.options(0) if len(m) > 1} == {d.body(1)}
    before = d.hp(d.body(1))
    d.play(0, "pick", d.body(1))
    d.pass_all()
    assert d.hp(d.body(1)) == before - 3
    d = match(3)
    mine, puny, third = d.character(0), d.character(1, "puny"), d.character(2)
    swing(d, "rising", mine, puny)
    assert third in {m[1] for m in d.options(0) if len(m) > 1}


def test_what_fell_before_leaves_all_its_hits_and_what_left_otherwise_none() -> None:
    # Given an Attack whose target falls by a link above it, then its hit may go to another; if the target
    # goes back to the Hand, it is a miss.
    d = match(words=LINKS)
    first, second = d.character(0), d.character(0)
    puny, watcher = d.character(1, "puny"), d.character(1, "watcher")
    riposte = d.on(watcher, "riposte")
    d.on(puny, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", first, puny)
    d.play(1, "use", riposte, -1)
    d.play(0, "attack", second, puny)
    passing(d)
    assert asked_for_rest(d)
    d.play(0, "pick", watcher)
    d.pass_all()
    assert d.count(watcher, "Damage") == 3
    d = match()
    mine, puny, watcher = d.character(0), d.character(1, "puny"), d.character(1, "watcher")
    vanish, skill = d.on(watcher, "vanish"), d.on(mine, "rising")
    d.go(0, COMBAT)
    d.play(0, "use", skill, puny)
    d.play(1, "use", vanish, -1)
    passing(d)
    assert not asked_for_rest(d) and d.where(skill) == "Discard Pile Zone"


def test_an_attacker_that_is_gone_and_a_counter_leave_nothing() -> None:
    # Given 3 hits of a Counter that fell the attacker with the first, then its Player is asked for nothing,
    # and the Attack that was answered is not performed.
    d = match()
    mine, watcher = d.character(0), d.character(1, "watcher")
    d.character(0)
    d.damage(mine, d.hp(mine) - 1)
    twice, skill = d.on(watcher, "twice"), d.on(mine, "rising")
    d.go(0, COMBAT)
    d.play(0, "use", skill, watcher)
    d.play(1, "use", twice, -1)
    d.pass_all()
    assert d.where(mine) == "Discard Pile Zone" and d.count(watcher, "Damage") == 0
    assert d.where(skill) == "Discard Pile Zone"


def test_of_several_targets_each_leaves_its_own_hits() -> None:
    # Given 2 hits on each of two that fall by the first, then each one's second hit may go to a new target,
    # one after the other, and the Attack is successful once.
    d = match()
    mine, one, two = d.character(0, "drummer"), d.character(1, "puny"), d.character(1, "puny")
    three, four = d.character(1, "watcher"), d.character(1, "watcher")
    d.tp(0, 0)
    skill = swing(d, "sweep", mine, one, two)
    d.play(0, "pick", three)
    passing(d)
    assert asked_for_rest(d) and d.where(skill) == "in use"
    d.play(0, "pick", four)
    d.pass_all()
    assert [d.count(h, "Damage") for h in (three, four)] == [3, 3]
    assert d.where(skill) == "Discard Pile Zone" and d.tp_of(0) == 2


def test_a_part_that_is_not_wanted_leaves_the_other_one() -> None:
    # Given 2 hits on each of two that fall, when no target is chosen for the first one's hit, then the
    # other's is asked for, and hits once.
    d = match()
    mine, one, two = d.character(0), d.character(1, "puny"), d.character(1, "puny")
    three = d.character(1, "watcher")
    skill = swing(d, "sweep", mine, one, two)
    d.play(0, "done")
    assert asked_for_rest(d) and d.where(skill) == "in use"
    d.play(0, "pick", three)
    d.pass_all()
    assert d.count(three, "Damage") == 3 and d.where(skill) == "Discard Pile Zone"


def test_an_attacker_that_fell_in_the_meantime_has_no_rest() -> None:
    # Given a Skill whose user falls after its hits, then its Player is not asked for the hit that is left.
    d = match()
    mine, puny, watcher = d.character(0), d.character(1, "puny"), d.character(1, "watcher")
    skill = swing(d, "last-breath", mine, puny)
    assert not asked_for_rest(d) and d.where(mine) == "Discard Pile Zone"
    d.pass_all()
    assert d.where(skill) == "Discard Pile Zone" and d.count(watcher, "Damage") == 0


def test_one_of_two_targets_that_stands_is_no_new_target() -> None:
    # Given 2 hits on one that falls and on one that stands, then the hit that is left does not go to the
    # latter.
    d = match()
    mine, one, two = d.character(0), d.character(1, "puny"), d.character(1, "watcher")
    three = d.character(1, "watcher")
    swing(d, "sweep", mine, one, two)
    assert {m[1] for m in d.options(0) if len(m) > 1} == {three}
    d.play(0, "done")
    d.pass_all()
    assert [d.count(h, "Damage") for h in (two, three)] == [6, 0]


def test_what_an_attack_is_not_aimed_at_is_no_target_of_the_rest() -> None:
    # Given a Skill that heals an own Character and hits an enemy one, then the rest is for an enemy one.
    d = match()
    mine, one, two = d.character(0), d.character(1, "puny"), d.character(1, "watcher")
    own = d.character(0)
    swing(d, "pair", mine, own, one)
    assert {m[1] for m in d.options(0) if len(m) > 1} == {two}
    d.play(0, "pick", two)
    d.pass_all()
    assert d.count(two, "Damage") == 3


def test_replay_comes_after_the_rest() -> None:
    # Given a Skill with Replay, then its Player is asked for the rest first, and for Replay when that is
    # over.
    d = match()
    mine, puny, watcher = d.character(0), d.character(1, "puny"), d.character(1, "watcher")
    skill = swing(d, "again", mine, puny)
    assert asked_for_rest(d)
    d.play(0, "pick", watcher)
    passing(d)
    assert d.count(watcher, "Damage") == 3 and d.where(skill) == "in use"
    d.play(0, "yes")
    d.pass_all()
    assert d.count(watcher, "Damage") == 9 and d.where(skill) == "Discard Pile Zone"


def test_who_is_out_leaves_hits_to_others() -> None:
    # Given three Players and a Skill of 3 hits, the first of which puts one out, then the other two may go to
    # the third; if the attacker's Player leaves instead of choosing, nothing more happens.
    for leaves in (False, True):
        d = match(3)
        mine = d.character(0)
        d.damage(d.body(1), d.hp(d.body(1)) - 3)
        skill = swing(d, "rising", mine, d.body(1))
        assert 1 in d.s.out and asked_for_rest(d)
        if leaves:
            d.play(0, "concede")
            assert d.s.over
            continue
        before = d.hp(d.body(2))
        d.play(0, "pick", d.body(2))
        d.pass_all()
        assert d.hp(d.body(2)) == before - 3 and d.where(skill) == "Discard Pile Zone"


def test_without_the_word_hits_are_lost() -> None:
    # Given an edition that does not say so, then nobody is asked; another word is none.
    d = match(words=())
    mine, puny, watcher = d.character(0), d.character(1, "puny"), d.character(1, "watcher")
    swing(d, "rising", mine, puny)
    assert d.count(watcher, "Damage") == 0 and not asked_for_rest(d)
    with pytest.raises(LoadError, match="leftover"):
        match(words=(('in_person = "last-stand"\n', 'in_person = "last-stand"\nleftover = "all"\n'),))

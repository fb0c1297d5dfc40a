"""What a hit triggers, carried out inside the Attack or in Chains of its own: a word of an edition."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, invariants
from fadenet.engine.state import CONFIRM, ORDER, PICK
from fadenet.games.fade.tables import COMBAT, HAND, MK_TRIGGERS, P_TURN
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "aside", "dynamo", "refusal")
    + """
[card.leech]
name = "Leech"
types = ["Character"]
hp = 9
plv = 2
[[card.leech.ability]]
on = "hit"
by = "this"
of = "all fighters"
do = [{ counter = "Drain", on = "that" }]
[card.triple]
name = "Triple"
types = ["Skill"]
rank = "Normal"
do = [{ attack = { stat = "PLV", of = "target" }, hits = 3 }]
[card.asker]
name = "Asker"
types = ["Character"]
hp = 9
plv = 1
[[card.asker.ability]]
on = "hit"
by = "this"
of = "all fighters"
may = true
cost = 1
targets = [{ pick = "all characters" }]
do = [{ counter = "Poison", on = "target" }]
[card.slayer]
name = "Slayer"
types = ["Character"]
hp = 9
plv = 1
[[card.slayer.ability]]
on = "hit"
by = "this"
of = "all characters"
do = [{ knock_out = "that" }]
[card.brittle]
name = "Brittle"
types = ["Character"]
hp = 9
plv = 1
[[card.brittle.ability]]
on = "hit"
of = "this"
do = [{ heal = 1, of = "this" }]
[[card.brittle.ability]]
on = "takes-damage"
of = "this"
do = [{ draw = 1 }]
[card.twin]
name = "Twin"
types = ["Character"]
hp = 20
plv = 3
[[card.twin.ability]]
on = "hit"
by = "this"
of = "all fighters"
do = [{ mod = "PLV", n = 1, on = "this", until = "end" }]
[[card.twin.ability]]
on = "hit"
by = "this"
of = "all fighters"
do = [{ gain_tp = 1 }]
[card.ender]
name = "Ender"
types = ["Character"]
hp = 20
plv = 3
[[card.ender.ability]]
on = "hit"
by = "this"
of = "all fighters"
do = [{ damage = 99, to = "enemy players" }]
[card.wither]
name = "Wither"
types = ["Character"]
hp = 9
plv = 1
[[card.wither.ability]]
on = "hit"
by = "this"
of = "all characters"
do = [{ mod = "HP", n = -20, on = "that" }]
[card.trap]
name = "Trap"
types = ["Character"]
hp = 20
plv = 1
[[card.trap.ability]]
on = "hit"
of = "this"
do = [{ knock_out = "attacker" }]
[card.nemesis]
name = "Nemesis"
types = ["Character"]
hp = 20
plv = 1
[[card.nemesis.ability]]
on = "hit"
of = "this"
do = [{ damage = 99, to = { from = "enemy players", at_most = { of = "HP", n = 5 } } }]
[card.hush]
name = "Hush"
types = ["Zone"]
[[card.hush.ability]]
gives = { Mute = true }
to = "all characters"
"""
)
WORD = 'in_person = "last-stand"\n'


def match(on_hit: str = "inline", seats: int = 2) -> Duel:
    """A match of an edition in which what a hit triggers is carried out so."""
    return differing(CARDS, (WORD, f'{WORD}on_hit = "{on_hit}"\n'), seats=seats)


@pytest.mark.parametrize(("on_hit", "damage"), [("inline", 4 + 3 + 2), ("waits", 5 * 3)])
def test_what_a_hit_triggers_comes_before_its_damage_or_after_the_chain(on_hit: str, damage: int) -> None:
    # Given an attacker that puts a Drain Counter on what it hits and 3 hits as strong as the PLV of the
    # target, then each hit finds one more if that is part of the Attack, else all come afterwards.
    d = match(on_hit)
    leech, giant = d.character(0, "leech"), d.character(1, "giant")
    triple = d.on(leech, "triple")
    assert d.plv(giant) == 5
    d.go(0, COMBAT)
    d.play(0, "use", triple, giant)
    d.pass_all()
    assert (d.count(giant, "Damage"), d.count(giant, "Drain")) == (damage, 3)
    assert len(d.happened("linked")) == (1 if on_hit == "inline" else 4)


@pytest.mark.parametrize(("answer", "drain"), [("guard", 3), ("refusal", 0)])
def test_a_blocked_hit_triggers_and_a_negated_attack_has_none(answer: str, drain: int) -> None:
    # Given a Blocked Attack, then each of its hits triggers though it does nothing; a Negated one hits not.
    d = match()
    leech, giant = d.character(0, "leech"), d.character(1, "giant")
    triple, card = d.on(leech, "triple"), d.on(giant, answer)
    d.go(0, COMBAT)
    d.play(0, "use", triple, giant)
    d.play(1, "use", card, -1)
    d.pass_all()
    assert (d.count(giant, "Drain"), d.count(giant, "Damage")) == (drain, 0)


def test_nobody_answers_what_is_part_of_the_attack() -> None:
    # Given an enemy with a card that Negates anything, then it is asked for the Attack and for nothing after.
    d = match()
    leech, giant = d.character(0, "leech"), d.character(1, "giant")
    d.on(giant, "refusal")
    d.go(0, COMBAT)
    d.play(0, "attack", leech, giant)
    d.play(1, "pass")
    assert d.asked() == [0] and not d.s.chain and d.count(giant, "Drain") == 1


def test_a_deflected_hit_is_of_the_new_target() -> None:
    # Given a Deflect, then what the hit triggers is about the one that is hit.
    d = match()
    leech, giant, other = d.character(0, "leech"), d.character(1, "giant"), d.character(1)
    aside = d.on(giant, "aside")
    d.go(0, COMBAT)
    d.play(0, "attack", leech, giant)
    d.play(1, "use", aside, -1, other)
    d.pass_all()
    assert (d.count(giant, "Drain"), d.count(other, "Drain"), d.count(other, "Damage")) == (0, 1, 2)


def test_it_is_declined_paid_and_aimed_in_the_middle_of_the_attack() -> None:
    # Given an ability that its Player may pay for at each hit and that targets anything, then it is asked in
    # the middle of the Attack, and the hit does its damage afterwards.
    d = match()
    asker, giant, other = d.character(0, "asker"), d.character(1, "giant"), d.character(1)
    d.go(0, COMBAT)
    d.play(0, "attack", asker, giant)
    assert d.until(CONFIRM) == 0 and d.count(giant, "Damage") == 0 and d.s.chain
    d.play(0, "yes")
    assert d.until(PICK) == 0
    assert not invariants.fault(d.s)
    d.play(0, "pick", other)
    d.pass_all()
    assert (d.count(other, "Poison"), d.count(giant, "Damage"), d.tp_of(0)) == (1, 1, 10)
    d = match()
    asker, giant = d.character(0, "asker"), d.character(1, "giant")
    d.go(0, COMBAT)
    d.play(0, "attack", asker, giant)
    d.play(0, "no")
    d.pass_all()
    assert (d.count(giant, "Poison"), d.count(giant, "Damage")) == (0, 1)


def test_what_has_fallen_by_it_is_hit_no_more() -> None:
    # Given an ability that Knocks Out what is hit, then that falls before the damage, which nobody takes: the
    # Attack is not successful.
    d = match()
    slayer, giant = d.character(0, "slayer"), d.character(1, "giant")
    d.tp(0, 0)
    d.go(0, COMBAT)
    d.play(0, "attack", slayer, giant)
    d.pass_all()
    assert d.where(giant) == "Discard Pile Zone" and d.tp_of(0) == 0 and not d.happened("takes-damage")


def test_the_state_is_checked_before_the_damage() -> None:
    # Given an ability that takes 20 HP from what is hit for a turn, then that falls before the hit does its
    # damage.
    d = match()
    wither, giant = d.character(0, "wither"), d.character(1, "giant")
    d.go(0, COMBAT)
    d.play(0, "attack", wither, giant)
    d.pass_all()
    assert d.where(giant) == "Discard Pile Zone" and not d.happened("takes-damage")


def test_what_a_hit_does_triggers_chains_after_the_attack() -> None:
    # Given three hits on a Character that draws when it takes damage, then each drawing has a Chain after
    # that of the Attack.
    d = match()
    mine, brittle = d.character(0), d.character(1, "brittle")
    triple = d.on(mine, "triple")
    d.go(0, COMBAT)
    d.play(0, "use", triple, brittle)
    d.pass_all()
    assert d.size(1, HAND) == 3 and len(d.happened("chain-over")) == 4
    assert d.count(brittle, "Damage") == 1


def test_who_is_hit_acts_at_the_hit_too_and_all_else_waits() -> None:
    # Given a Character that heals when it is hit and draws when it takes damage, then it is healed before the
    # damage of the hit, and draws by a Chain of its own.
    d = match()
    mine, brittle = d.character(0), d.character(1, "brittle")
    d.damage(brittle, 1)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, brittle)
    d.pass_all()
    assert d.count(brittle, "Damage") == d.plv(mine) and d.size(1, HAND) == 1
    assert len(d.happened("linked")) == 2


def test_several_come_in_the_order_that_their_player_says() -> None:
    # Given two abilities of one Character at the same hit, then its Player says which comes first, and the
    # PLV that one of them gives counts for that hit.
    d = match()
    twin, giant = d.character(0, "twin"), d.character(1, "giant")
    d.go(0, COMBAT)
    d.play(0, "attack", twin, giant)
    assert d.until(ORDER) == 0 and d.count(giant, "Damage") == 0
    d.pass_all()
    assert d.count(giant, "Damage") == 4


def test_the_attack_ends_with_a_player_who_is_out_by_it() -> None:
    # Given an ability that defeats the two enemies of three Players at the hit, then the match is over.
    d = match(seats=3)
    ender, giant = d.character(0, "ender"), d.character(1, "giant")
    d.go(0, COMBAT)
    d.play(0, "attack", ender, giant)
    d.pass_all()
    assert d.s.over and d.s.over[0] == (1, 2, 2)


def test_an_attacker_that_falls_by_it_hits_no_more() -> None:
    # Given a target that Knocks Out who hits it, then the first of three hits triggers that and does nothing,
    # and there is no second one.
    d = match()
    soldier, trap = d.character(0), d.character(1, "trap")
    triple = d.on(soldier, "triple")
    d.go(0, COMBAT)
    d.play(0, "use", triple, trap)
    d.pass_all()
    assert d.where(soldier) == d.where(triple) == "Discard Pile Zone"
    assert d.count(trap, "Damage") == 0 and len(d.happened("hit")) == 1


def test_an_attacker_whose_player_is_out_by_it_hits_no_more() -> None:
    # Given three Players, one of whom attacks in person, and a target that defeats who attacks it, then the
    # other two play on, and nothing was dealt.
    d = match(seats=3)
    nemesis = d.character(1, "nemesis")
    d.damage(d.body(0), d.hp(d.body(0)) - 5)
    d.go(0, COMBAT)
    d.play(0, "attack", d.body(0), nemesis)
    d.pass_all()
    assert d.s.out == (0,) and not d.s.over and d.s.active == 1
    assert d.count(nemesis, "Damage") == 0 and not invariants.fault(d.s)


def test_what_no_event_triggers_is_a_link_as_ever() -> None:
    # Given a Character with Charge, which uses the Chain, then its TP come by a link.
    d = match()
    d.character(0, "dynamo")
    d.next_turn(1)
    d.tp(0, 0)
    d.next_turn(0)
    assert d.tp_of(0) == 3 and d.happened("linked")


def test_a_muted_attacker_triggers_nothing() -> None:
    # Given Mute on all Characters, then a hit triggers nothing.
    d = match()
    d.zone(1, "hush")
    leech, giant = d.character(0, "leech"), d.character(1, "giant")
    d.go(0, COMBAT)
    d.play(0, "attack", leech, giant)
    d.pass_all()
    assert (d.count(giant, "Drain"), d.count(giant, "Damage")) == (0, 2)


@pytest.mark.parametrize("on_hit", ["waits", "inline"])
def test_what_is_carried_out_at_hits_counts_as_compulsory_triggers_do(on_hit: str) -> None:
    # Given a thousand compulsory triggered effects a turn that end the match, of which 998 have been, then an
    # Attack whose hits trigger three ends it as a draw, inside the Attack as well as in Chains of their own
    # (fade2 trigger.loop-guard, fade1 limit.endless-effects).
    words = (('in_person = "last-stand"\n', f'in_person = "last-stand"\non_hit = "{on_hit}"\n'),)
    d = differing(CARDS, *words)
    leech, giant = d.character(0, "leech"), d.character(1, "giant")
    skill = d.on(leech, "triple")
    d.go(0, COMBAT)
    atoms.mark(d.s, P_TURN, MK_TRIGGERS, 0, 998)
    d.play(0, "use", skill, giant)
    d.pass_all()
    assert d.s.over == ((1, 1), "limit.repeat") and d.count(giant, "Drain") == 1

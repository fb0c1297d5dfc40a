"""Signature on a trigger: a chance as Contingency at an event is, once for each time that it happens."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants, kernel, position
from fadenet.engine.digest import digest
from fadenet.engine.state import CONFIRM
from fadenet.games.fade.tables import COMBAT
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "slay")
    + cards("events", "martyr", "sweep", "denial")
    + """
[card.mourner]
name = "Mourner"
types = ["Character"]
hp = 9
plv = 1
[[card.mourner.ability]]
keyword = "Signature"
on = "knocked-out"
of = "all characters"
do = [{ draw = 1 }]
[card.parrier]
name = "Parrier"
types = ["Character"]
hp = 9
plv = 1
[[card.parrier.ability]]
keyword = "Signature"
on = "attacked"
of = "this"
do = [{ heal = 2, of = "this" }]
[card.rebel]
name = "Rebel"
types = ["Character"]
hp = 9
plv = 1
[[card.rebel.ability]]
keyword = "Signature"
on = "takes-damage"
targets = [{ pick = "enemy characters" }]
do = [{ attack = 2 }]
[card.stinger]
name = "Stinger"
types = ["Character"]
hp = 9
plv = 1
[[card.stinger.ability]]
keyword = "Signature"
on = "hit"
by = "this"
of = "all characters"
do = [{ gain_tp = 1 }]
"""
)
WITH = (("[keywords]", '[keywords]\nSignature = { kind = "plain" }'),)
INLINE = (('in_person = "last-stand"\n', 'in_person = "last-stand"\non_hit = "inline"\n'),)


def match(*words: tuple[str, str], seats: int = 2) -> Duel:
    """A match with Signature; everybody has 5 TP."""
    d = differing(CARDS, *WITH, *words, seats=seats)
    for seat in range(seats):
        d.tp(seat, 5)
    return d


def test_it_is_offered_after_what_must_happen_in_turn_order_once_an_occurrence() -> None:
    # Given B's Skill Knocks Out two Characters of A that each gain 1 TP, and Mourners of B, C and A, then A's
    # effects come first; then each Mourner's Player is asked for either Knock Out, B first, then C and A.
    d = match(seats=3)
    fallen = [d.character(0, "martyr"), d.character(0, "martyr")]
    for seat in range(3):
        d.character(seat, "mourner", backup=seat == 0)
    attacker = d.character(1)
    d.next_turn(1)
    d.tp(0, 5)
    skill = d.on(attacker, "sweep")
    d.go(1, COMBAT)
    d.play(1, "use", skill, *fallen)
    asked = []
    for _ in range(6):
        asked.append(d.until(CONFIRM))
        assert d.tp_of(0) == 7
        d.no(asked[-1])
    assert asked == [1, 1, 2, 2, 0, 0]


def test_it_is_linked_to_the_attack_that_sets_it_off() -> None:
    # Given a Signature for being attacked, when its bearer is attacked, then it is offered while the Chain is
    # built and resolves first; declined, it is gone.
    for wanted in (True, False):
        d = match()
        mine, parrier = d.character(0), d.character(1, "parrier")
        d.damage(parrier, 2)
        d.go(0, COMBAT)
        d.play(0, "attack", mine, parrier)
        assert d.until(CONFIRM) == 1 and len(d.s.chain) == 1
        d.log.clear()
        (d.yes if wanted else d.no)(1)
        d.pass_all()
        assert d.count(parrier, "Damage") == 3 + 2 * (not wanted)
        assert len(d.happened("linked")) == wanted


@pytest.mark.parametrize("fresh", [True, False])
def test_its_attack_is_one_as_with_a_card(fresh: bool) -> None:
    # Given a Signature that Attacks, then who came in this turn has to wait with it.
    d = match()
    mine, other = d.character(0), d.character(1, "rebel", fresh=fresh)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, other)
    asked = []
    while d.s.chain or d.asked() != [0] or d.asked_kind() == CONFIRM:
        asked += d.asked() if d.asked_kind() == CONFIRM else []
        d.step()
    assert asked == ([] if fresh else [1])


def test_it_starts_a_chain_even_for_a_hit() -> None:
    # Given an edition in which what a hit triggers is part of the Attack, then a Signature is none of that:
    # it is offered after the Chain, and can be Negated.
    d = match(*INLINE)
    stinger, other = d.character(0, "stinger"), d.character(1)
    denial = d.on(other, "denial")
    d.go(0, COMBAT)
    d.play(0, "attack", stinger, other)
    assert d.until(CONFIRM) == 0 and not d.s.chain and d.count(other, "Damage") == 1
    before = d.tp_of(0)
    d.yes(0)
    d.play(1, "use", denial, -1)
    d.pass_all()
    assert d.tp_of(0) == before


def test_who_leaves_is_asked_no_more_and_positions_keep_the_rest() -> None:
    # Given Mourners of A, B and C, when A gives up as it is asked, then B is; the position is sound and the
    # same when it was written and read.
    d = match(seats=3)
    for seat in range(3):
        d.character(seat, "mourner")
    d.play(0, "play", d.hand(0, "slay"), d.character(2))
    assert d.until(CONFIRM) == 0
    assert not invariants.fault(d.s)
    again = position.load(d.rules, position.dump(d.s))
    assert digest(again) == digest(d.s)
    d.s = again
    d.answer(0, kernel.CONCEDE_MOVE)
    assert d.until(CONFIRM) == 1
    d.no(1)
    assert d.until(CONFIRM) == 2

"""Shield and Barrier Counters that Negate links by themselves (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, skill

CARDS = (
    cards("dart-1", "mirror")
    + character(
        "caster",
        ability={"activate": True, "targets": "enemy characters", "do": {"damage": 1, "to": "target"}},
    )
    + skill("volley", cost=0, targets={"reach": True, "n": 2}, do={"attack": 2})
)


@cited(("keyword.shield-counter", "keyword.shield-counter"))
def test_a_shield_negates_one_attack_and_no_item(edition: str) -> None:
    # Given 1 Shield Counter and two Normal Attacks on the card.
    d = Duel(CARDS, edition=edition)
    first, second, y = d.character(0), d.character(0), d.character(1)
    d.counters(y, "Shield", 1)
    d.quietly(0, "play", d.hand(0, "dart-1"), y)
    assert (d.count(y, "Damage"), d.count(y, "Shield")) == (1, 1)
    d.go(0, COMBAT)
    d.tp(0, 0)
    # Then the first does nothing, brings no TP and removes it, the second hits.
    d.quietly(0, "attack", first, y)
    assert (d.count(y, "Damage"), d.count(y, "Shield"), d.tp_of(0)) == (1, 0, 0)
    assert [row[ROW_CARD] for row in d.happened("negated")] == [y]
    d.quietly(0, "attack", second, y)
    assert (d.count(y, "Damage"), d.tp_of(0)) == (4, 1)


@cited(
    ("keyword.shield-counter", "keyword.shield-counter"),
    ("keyword.barrier-counter", "keyword.barrier-counter"),
)
def test_there_is_no_move_to_spend_a_shield_or_barrier(edition: str) -> None:
    # Given a Shield and a Barrier Counter on a Character whose Attack can be answered, then its player spends
    # neither by a move.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.on(y, "guard")
    for name in ("Shield", "Barrier"):
        d.counters(y, name, 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    for verb in ("shield", "barrier"):
        assert d.refused(1, verb, y, -1) == d.rule("moves")


@cited(("keyword.barrier-counter", "keyword.barrier-counter"))
@pytest.mark.parametrize(("counter", "hit"), [("Barrier", 3), ("Shield", 0)])
def test_a_barrier_stops_a_deflect_that_names_its_bearer(counter: str, hit: int, edition: str) -> None:
    # Given an attack on X, whose player Deflects it to the attacker's Y, which bears a Barrier Counter: then
    # the Deflect is Negated, and X is hit. With a Shield Counter the attack is stopped where it was sent.
    d = Duel(CARDS, edition=edition)
    a, y, x = d.character(0), d.character(0), d.character(1)
    d.counters(y, counter, 1)
    mirror = d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.quietly(1, "use", mirror, -1, y)
    assert (d.count(y, counter), d.count(x, "Damage"), d.count(y, "Damage")) == (0, hit, 0)


@cited(("keyword.barrier-counter", "keyword.barrier-counter"))
def test_a_barrier_negates_effects_and_no_attack(edition: str) -> None:
    # Given 2 Barrier Counters, when an Item and an activated effect target the card, then both do nothing.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "caster"), d.character(1)
    d.counters(y, "Barrier", 2)
    d.quietly(0, "play", d.hand(0, "dart-1"), y)
    d.go(0, COMBAT)
    d.quietly(0, "activate", x, y)
    assert (d.count(y, "Damage"), d.count(y, "Barrier")) == (0, 0)
    # A Normal Attack is not stopped and removes none.
    d.counters(y, "Barrier", 1)
    d.quietly(0, "attack", x, y)
    assert (d.count(y, "Damage"), d.count(y, "Barrier")) == (2, 1)


@cited(("keyword.shield-counter", "keyword.shield-counter"))
def test_of_two_shields_against_one_attack_the_first_is_spent(edition: str) -> None:
    # Given an attack on two Characters with a Shield Counter each, then it is Negated as a whole, and the one
    # that was chosen first has lost its Counter.
    d = Duel(CARDS, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(1)
    for h in (y, z):
        d.counters(h, "Shield", 1)
    volley = d.on(x, "volley")
    d.go(0, COMBAT)
    d.quietly(0, "use", volley, z, y)
    assert [d.count(h, "Shield") for h in (y, z)] == [1, 0]
    assert [d.count(h, "Damage") for h in (y, z)] == [0, 0]

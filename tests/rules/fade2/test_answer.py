"""The kinds of attacks, what a Prevented card becomes, and what may start a Chain, in the 40-card edition."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards

CARDS = cards("annul", "attack-drummer", "hp-tonic", "prayer", "screen")


def duel(seats: int = 2) -> Duel:
    d = Duel(CARDS, seats=seats, edition="fade2")
    for seat in range(seats):
        d.tp(seat, 10)
    return d


@pytest.mark.rule("fade2", "attack.skills-are-attacks")
def test_a_skill_that_heals_is_an_attack_of_its_user() -> None:
    # Given a Drummer who gains 1 TP when it attacks, with a Skill that only heals it, when that is used, then
    # 1 TP comes; an Item that heals it gives none.
    d = duel()
    x = d.character(0, "attack-drummer")
    d.character(1)
    d.damage(x, 5)
    balm, tonic = d.on(x, "prayer"), d.hand(0, "hp-tonic")
    d.quietly(0, "play", tonic, x)
    assert (d.hp(x), d.tp_of(0)) == (8, 10)
    d.go(0, COMBAT)
    d.quietly(0, "use", balm)
    assert (d.hp(x), d.tp_of(0)) == (10, 11)


@pytest.mark.rule("fade2", "attack.skills-are-attacks")
def test_a_skill_that_heals_can_be_negated_as_an_attack() -> None:
    # Given the same Skill and an enemy's Reaction that Negates an attack, then it does nothing.
    d = duel()
    x, y = d.character(0, "attack-drummer"), d.character(1)
    d.damage(x, 5)
    balm, cut = d.on(x, "prayer"), d.on(y, "annul")
    d.go(0, COMBAT)
    d.play(0, "use", balm)
    d.until_asked(1)
    d.quietly(1, "use", cut, -1)
    assert d.hp(x) == 7


@pytest.mark.rule("fade2", "attack.skills-are-attacks")
def test_who_merely_blocks_attacks_nobody() -> None:
    # Given a Drummer that Blocks an attack with a Reaction, then it gains nothing.
    d = duel()
    x, y = d.character(0), d.character(1, "attack-drummer")
    screen = d.on(y, "screen")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", screen, -1)
    assert (d.hp(y), d.tp_of(1)) == (12, 10) and len(d.happened("linked")) == 2

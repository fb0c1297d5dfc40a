"""The aim of an attack and what it finds there, in the 60-card edition (topic target)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, reaction

CARDS = cards("beam-3", "dear-dart", "flurry") + reaction(
    "withdraw", targets="your characters", answers="anything", do={"return": "target", "to": "rift"}
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "target.gone-or-illegal")
def test_an_item_at_what_has_left_the_field_is_discarded_without_effect() -> None:
    # Given an Item of Cost 1 aimed at Y that a linked effect takes off the field, then it does nothing.
    d = duel()
    y, z = d.character(1), d.character(1)
    item, withdraw = d.hand(0, "dear-dart"), d.on(z, "withdraw")
    d.play(0, "play", item, y)
    d.until_asked(1)
    d.quietly(1, "use", withdraw, -1, y)
    assert d.lies(y) == "rift" and d.lies(item) == "discard" and d.tp_of(0) == 9
    assert not d.happened("takes-damage")


@pytest.mark.rule("fade1", "target.attack-follows-character")
def test_an_attack_aims_at_a_character_and_not_at_its_cell() -> None:
    # Given an attack on Y in c1, answered by a card whose own effect moves Y within the row.
    d = Duel(
        CARDS + reaction("shift", targets="your zones", answers="attack", do={"destroy": "target"}),
        edition="fade1",
    )
    # Y stands in the Frontline Extra Zone that a Zone card opens; all else in front is taken but c5.
    x = d.character(0, at="c1")
    ground = d.zone(1, "plain", at="c7")
    y = d.character(1, at="c7")
    others = [d.character(1, at=f"c{n}") for n in (1, 2, 3, 4, 6)]
    shift = d.on(others[0], "shift")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_asked(1)
    d.quietly(1, "use", shift, -1, ground)
    # When that Zone card is destroyed and Y moves to c5, then Y is hit there, and nobody else.
    assert d.at(y) == "c5" and d.hp(y) == 7
    assert [d.hp(h) for h in others] == [10] * 5


@pytest.mark.rule("fade1", "target.split-hits")
def test_all_hits_go_to_one_target_unless_the_card_allows_several() -> None:
    # Given a Skill of 3 hits without mention of several targets, and two enemy Characters.
    d = duel()
    x, y, z = d.character(0), d.character(1), d.character(1)
    flurry = d.on(x, "flurry")
    d.go(0, COMBAT)
    # When it is declared, then exactly one target is chosen, and all hits are on it.
    used = d.rules.verbs.index("use")
    assert {move[2:] for move in d.options(0) if move[:2] == (used, flurry)} == {(y,), (z,)}
    assert d.refused(0, "use", flurry, y, z)
    d.quietly(0, "use", flurry, y)
    assert (d.hp(y), d.hp(z)) == (10 - 6, 10)


@pytest.mark.rule("fade1", "keyword.ghost-counter-details")
def test_a_ghost_still_shields_its_player_and_attacks() -> None:
    # Given B's only Character in front with a Ghost Counter.
    d = duel()
    x, ghost = d.character(0), d.character(1)
    d.counters(ghost, "Ghost", 2)
    beam = d.on(x, "beam-3")
    d.go(0, COMBAT)
    # When A has only Normal Attacks, then A can attack neither it nor B; an Energy Skill reaches it.
    assert d.refused(0, "attack", x, ghost) == d.rule("ghost")
    assert d.refused(0, "attack", x, d.body(1)) == d.rule("out-of-reach")
    assert d.can(0, "use", beam, ghost)
    # It attacks as usual, physically as well.
    d.go(1, COMBAT)
    d.quietly(1, "attack", ghost, x)
    assert d.hp(x) == 7

"""The aim of an attack and what it finds there, in the 60-card edition (topic target)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill

CARDS = (
    cards("beam-3", "flurry")
    + reaction(
        "withdraw", targets="your characters", answers="anything", do={"return": "target", "to": "rift"}
    )
    + item("dart", cost=1, targets="all characters", do={"damage": 2, "to": "target"})
    + item("venom", cost=1, targets="enemy characters", do={"counter": "Poison", "on": "target"})
    + skill("pair", targets={"reach": True, "n": 2}, do={"attack": 3})
    + character("hawk", hp=10, keywords="Lock-On")
    + character("timorous", hp=10, keywords={"Timid": 3})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "target.gone-or-illegal")
def test_an_attack_on_what_has_left_the_field_hits_nothing() -> None:
    # Given an attack on Y and a linked effect that takes Y off the field first.
    d = duel()
    x, y, z = d.character(0), d.character(1), d.character(1)
    withdraw = d.on(z, "withdraw")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_asked(1)
    d.play(1, "use", withdraw, -1, y)
    d.pass_all()
    # When it resolves, then it hits nothing, is not successful and is used up.
    assert d.lies(y) == "rift" and not d.happened("hit") and not d.happened("succeeds")
    assert d.tp_of(0) == 10 and d.hp(z) == 10
    assert d.refused(0, "attack", x, z) == d.rule("normal-once")


@pytest.mark.rule("fade1", "target.gone-or-illegal")
def test_the_other_targets_of_an_attack_are_hit_as_usual() -> None:
    # Given a Skill on Y and Z, and a linked effect that takes Y off the field, then Z alone is hit.
    d = duel()
    x, y, z = d.character(0), d.character(1), d.character(1)
    pair, withdraw = d.on(x, "pair"), d.on(z, "withdraw")
    d.go(0, COMBAT)
    d.play(0, "use", pair, y, z)
    d.until_asked(1)
    d.play(1, "use", withdraw, -1, y)
    d.pass_all()
    assert d.lies(y) == "rift" and d.hp(z) == 7 and len(d.happened("succeeds")) == 1


@pytest.mark.rule("fade1", "target.gone-or-illegal")
def test_an_item_at_what_has_left_the_field_is_discarded_without_effect() -> None:
    # Given an Item of Cost 1 aimed at Y that a linked effect takes off the field, then it does nothing.
    d = duel()
    y, z = d.character(1), d.character(1)
    item, withdraw = d.hand(0, "dart"), d.on(z, "withdraw")
    d.play(0, "play", item, y)
    d.until_asked(1)
    d.play(1, "use", withdraw, -1, y)
    d.pass_all()
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
    d.play(1, "use", shift, -1, ground)
    d.pass_all()
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
    d.play(0, "use", flurry, y)
    d.pass_all()
    assert (d.hp(y), d.hp(z)) == (10 - 6, 10)


@pytest.mark.rule("fade1", "target.reserve-unreachable")
def test_the_reserve_is_out_of_reach_of_attacks_without_lock_on() -> None:
    # Given B with one Character in front and one in Reserve.
    d = duel()
    x, hawk = d.character(0), d.character(0, "hawk")
    front, back = d.character(1), d.character(1, backup=True)
    venom = d.hand(0, "venom")
    # Then an effect that is no attack may choose either.
    for h in (front, back):
        assert d.can(0, "play", venom, h)
    # When A without Lock-On attacks, then only the front one is offered; with Lock-On all are.
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, back) == "target.reserve-unreachable"
    assert d.refused(0, "attack", x, d.body(1)) == "target.player-protected"
    assert d.can(0, "attack", x, front)
    for h in (front, back, d.body(1)):
        assert d.can(0, "attack", hawk, h)


@pytest.mark.rule("fade1", "target.needs-legal-target")
def test_an_attack_without_a_legal_target_is_refused_and_not_used_up() -> None:
    # Given an attacker with Timid 3 and only an enemy Character of Level 3 in front.
    d = duel()
    x, strong = d.character(0, "timorous"), d.character(1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, strong) == d.rule("timid")
    assert d.refused(0, "attack", x, d.body(1)) == d.rule("out-of-reach")
    # When one of Level 1 comes, then it may attack that: its attack of the turn is kept.
    weak = d.character(1, "squire")
    assert d.can(0, "attack", x, weak)


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
    d.play(1, "attack", ghost, x)
    d.pass_all()
    assert d.hp(x) == 7

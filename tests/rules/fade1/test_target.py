"""The targets that attacks reach in the 60-card edition (topic target)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, skill

CARDS = (
    cards("jab-1")
    + character("striker", hp=20, plv=9)
    + character("hawk", hp=20, plv=9, keywords="Lock-On")
    + skill("mortar", targets="enemy characters", do={"attack": 4})
    + skill("taint", targets="all characters", do={"counter": "Poison", "on": "target"})
    + skill("sweep", targets={"reach": True, "n": 2}, do={"attack": 2})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "target.character-zone")
def test_any_enemy_in_a_character_zone_may_be_chosen_whatever_its_column() -> None:
    # Given B with Characters in Character Zones 1 and 6, and in an opened Frontline Extra Zone.
    d = duel()
    x = d.character(0, "striker", at="c3")
    d.zone(1, "plain", at="c7")
    foes = [d.character(1, at=cell) for cell in ("c1", "c6", "c7")]
    behind = d.character(1, backup=True)
    jab = d.on(x, "jab-1")
    d.go(0, COMBAT)
    # When A attacks from Character Zone 3, then any of them may be chosen, by a Skill too.
    for verb, attacker in (("attack", x), ("use", jab)):
        assert [h for h in (*foes, behind, d.body(1)) if d.can(0, verb, attacker, h)] == foes


@pytest.mark.rule("fade1", "target.reserve-unreachable", "target.enemies-only")
def test_what_a_skill_may_name_is_what_it_affects_in_reserve_too() -> None:
    # Given an enemy and an own Character in Reserve, and Skills with and without hits at any Character.
    d = duel()
    x, other = d.character(0, "striker"), d.character(0, "striker")
    mine, theirs = d.character(0, backup=True), d.character(1, backup=True)
    y = d.character(1)
    mortar, taint = d.on(x, "mortar"), d.on(other, "taint")
    d.go(0, COMBAT)
    # Then neither is an attack on the enemy in Reserve, and what is no attack for a friend affects that one.
    for skill_ in (mortar, taint):
        assert d.can(0, "use", skill_, y)
        assert d.refused(0, "use", skill_, theirs) == "target.reserve-unreachable"
    d.quietly(0, "use", taint, mine)
    assert d.count(mine, "Poison") == 1


@pytest.mark.rule("fade1", "target.player-protected")
def test_a_player_with_a_character_in_front_is_not_attacked() -> None:
    # Given B with one Character in a Character Zone, when A without Lock-On attacks B, then it is refused.
    d = duel()
    x, other, hawk = d.character(0, "striker"), d.character(0, "striker"), d.character(0, "hawk")
    y = d.character(1)
    d.leave(y, 1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, d.body(1)) == "target.player-protected"
    # And with Lock-On it is accepted.
    assert d.can(0, "attack", hawk, d.body(1))
    # When that Character is Knocked Out and B has none in Reserve, then it is accepted.
    d.quietly(0, "attack", x, y)
    d.quietly(0, "attack", other, d.body(1))
    assert d.hp(d.body(1)) == 50 - 3 - 9  # its Level, then PLV 9


@pytest.mark.rule("fade1", "target.player-protected")
def test_each_enemy_is_protected_by_their_own_characters() -> None:
    # Given three players, B with a Character and C without one, then C is attacked and B is not.
    d = duel(3)
    x = d.character(0, "striker")
    d.character(1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, d.body(1)) == "target.player-protected"
    assert d.can(0, "attack", x, d.body(2))


@pytest.mark.rule("fade1", "target.free-choice-of-opponent", "target.split-hits")
def test_one_attack_may_be_aimed_at_several_enemies_if_its_card_allows_several_targets() -> None:
    # Given B and C with a Character each, and a Skill that hits 2 enemies, when it is aimed at both.
    d = duel(3)
    x, foes = d.character(0, "striker"), [d.character(seat) for seat in (1, 2)]
    sweep = d.on(x, "sweep")
    d.go(0, COMBAT)
    d.quietly(0, "use", sweep, *foes)
    # Then both are hit; no limit is set by seat.
    assert [d.hp(h) for h in foes] == [8, 8]

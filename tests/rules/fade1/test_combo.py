"""Combo Potential, and the cards that it lets follow an attack (topics combo and keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, skill

POTENTIAL = "Combo Potential"
CARDS = (
    cards("hyper-jab", "jab-1")
    + character("runner", hp=20, agi=2)
    + character("racer", hp=20, agi=3)
    + character("sprinter", hp=20, agi=4)
    + character("dasher", hp=20, agi=3, keywords="Flash")
    + character("twin", hp=20, agi=3, keywords={"Multistrike": 1})
    + skill("knee", rank="Special", keywords={"Combo": 1}, do={"attack": 1})
    + skill("spin", rank="Special", keywords={"Combo": 2}, do={"attack": 1})
    + skill("dear", cost=2, rank="Special", keywords={"Combo": 1}, do={"attack": 1})
    + skill("finish", rank="Ultra", keywords={"Combo": 2}, do={"attack": 1})
    + augment("boots", keywords="Equip", ability={"gives": {"AGI": 2}})
)


def match(slug: str, *cards: str) -> tuple[Duel, int, int, list[int]]:
    """(a match, seat 0's Character, seat 1's Giant, the cards on the former) in seat 0's next Combat Step."""
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, slug), d.character(1, "giant")
    d.next_turn(0)
    found = [d.on(x, card) for card in cards]
    d.go(0, COMBAT)
    return d, x, y, found


@pytest.mark.rule("fade1", "combo.potential-set")
def test_the_potential_is_set_to_agi_and_does_not_pile_up() -> None:
    # Given AGI 2, of which 1 is left, when the controller's next turn starts.
    d, x, y, (knee,) = match("runner", "knee")
    d.quietly(0, "attack", x, y)
    d.quietly(0, "use", knee, y)
    assert d.count(x, POTENTIAL) == 1
    d.next_turn(1)
    assert d.count(x, POTENTIAL) == 1
    d.next_turn(0)
    # Then it has 2, not 3; its Player has what the book says, and the enemy's Character none yet.
    assert d.count(x, POTENTIAL) == 2
    assert d.count(d.body(0), POTENTIAL) == values.agility(d.s, d.body(0)) == 0


@pytest.mark.rule("fade1", "combo.potential-set")
def test_each_turn_sets_that_of_its_players_characters() -> None:
    # Given Characters of both Players, then a turn sets those of the Player whose it is.
    d = Duel(CARDS, edition="fade1")
    mine, theirs = d.character(0, "racer"), d.character(1, "sprinter")
    d.next_turn(1)
    assert (d.count(mine, POTENTIAL), d.count(theirs, POTENTIAL)) == (0, 4)
    d.next_turn(0)
    assert (d.count(mine, POTENTIAL), d.count(theirs, POTENTIAL)) == (3, 4)


@pytest.mark.rule("fade1", "combo.only-combo-keyword")
def test_potential_is_of_no_use_without_the_keyword() -> None:
    # Given 3 Combo Potential and a Skill without Combo after a Normal Attack, then it is refused.
    d, x, y, (jab, knee) = match("racer", "jab-1", "knee")
    d.quietly(0, "attack", x, y)
    assert d.refused(0, "use", jab, y) == d.rule("one-attack")
    # Then nor is there another Normal Attack, while a Combo card is used; nothing else spends it.
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")
    assert d.count(x, POTENTIAL) == 3 and d.can(0, "use", knee, y)


@pytest.mark.rule("fade1", "combo.own-pool")
def test_potential_is_spent_for_nobody_else() -> None:
    # Given X with 0 and Y with 4 Combo Potential, when X is to use a Combo 1 card, then it is refused.
    d, x, foe, (knee,) = match("soldier", "knee")
    y = d.character(0, "sprinter")
    d.counters(y, POTENTIAL, 4)
    d.quietly(0, "attack", x, foe)
    assert d.refused(0, "use", knee, foe) == d.rule("combo")
    assert d.count(y, POTENTIAL) == 4


@pytest.mark.rule("fade1", "combo.own-pool")
def test_agility_that_comes_in_mid_turn_counts_from_the_next_turn_on() -> None:
    # Given X without Combo Potential and an Augment that gives it +2 AGI this turn.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0), d.character(1, "giant")
    d.next_turn(0)
    d.quietly(0, "play", d.hand(0, "boots"), x)
    knee = d.on(x, "knee")
    d.go(0, COMBAT)
    assert values.agility(d.s, x) == 2
    d.quietly(0, "attack", x, y)
    # Then a Combo card is refused until X's next turn.
    assert d.refused(0, "use", knee, y) == d.rule("combo")
    d.next_turn(0)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.can(0, "use", knee, y)


@pytest.mark.rule("fade1", "combo.entering-mid-turn")
def test_who_enters_has_none_before_the_next_turn() -> None:
    # Given a Flash Character with AGI 3 that is played in this turn, when it has made its Normal Attack.
    d = Duel(CARDS, edition="fade1")
    y = d.character(1, "giant")
    x = d.fighter(0, "dasher")
    d.next_turn(0)
    d.quietly(0, "play", x, d.to("front"))
    knee = d.on(x, "knee")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    # Then a Combo 1 Skill is refused, and accepted in the next turn.
    assert d.refused(0, "use", knee, y) == d.rule("combo")
    d.next_turn(0)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.can(0, "use", knee, y)


@pytest.mark.rule("fade1", "keyword.combo")
def test_a_card_follows_a_skill_of_no_lower_rank() -> None:
    # Given Combo Potential 2 and a Hyper Skill, then an Ultra Skill with Combo 2 is refused.
    d, x, y, (slam, spin, finish) = match("runner", "hyper-jab", "spin", "finish")
    d.quietly(0, "use", slam, y)
    assert d.refused(0, "use", finish, y) == d.rule("combo")
    # Then a Special one is accepted, and the potential is 0.
    d.quietly(0, "use", spin, y)
    assert d.count(x, POTENTIAL) == 0


@pytest.mark.rule("fade1", "keyword.combo")
@pytest.mark.parametrize("slug", ["spin", "finish"])
def test_after_a_normal_attack_any_rank_follows(slug: str) -> None:
    # Given Combo Potential 2 and a Normal Attack, then a Skill with Combo 2 is accepted, whatever its Rank.
    d, x, y, (card,) = match("runner", slug)
    d.quietly(0, "attack", x, y)
    d.quietly(0, "use", card, y)
    assert d.count(x, POTENTIAL) == 0 and d.hp(y) == 20 - 2 - 1


@pytest.mark.rule("fade1", "keyword.combo-details")
def test_combo_cards_follow_each_other_and_are_paid_for() -> None:
    # Given AGI 3, a Normal Attack, two Special Combo 1 Skills of cost 2, and 4 TP.
    d, x, y, (one, two, spin) = match("racer", "dear", "dear", "spin")
    d.quietly(0, "attack", x, y)
    d.tp(0, 4)
    d.quietly(0, "use", one, y)
    d.quietly(0, "use", two, y)
    # Then Combo Potential is 1 and TP are 0, and a third Combo 2 Skill is refused.
    assert (d.count(x, POTENTIAL), d.tp_of(0)) == (1, 0)
    assert d.refused(0, "use", spin, y) == d.rule("combo")


@pytest.mark.rule("fade1", "keyword.combo-details")
def test_a_combo_card_that_comes_first_spends_nothing_and_is_the_attack() -> None:
    # Given a Combo card as the first attack, then it costs no Combo Potential.
    d, x, y, (knee, jab, spin) = match("racer", "knee", "jab-1", "spin")
    d.quietly(0, "use", knee, y)
    assert d.count(x, POTENTIAL) == 3
    # Then it was the one attack of the turn; a Combo card of the same Rank follows it.
    assert d.refused(0, "use", jab, y) == d.rule("one-attack")
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")
    d.quietly(0, "use", spin, y)
    assert d.count(x, POTENTIAL) == 1


@pytest.mark.rule("fade1", "keyword.combo-details")
def test_the_latest_attack_counts() -> None:
    # Given Multistrike, a Normal Attack after a Special Skill, then an Ultra card follows it.
    d, x, y, (knee, finish) = match("twin", "knee", "finish")
    d.quietly(0, "use", knee, y)
    assert d.refused(0, "use", finish, y) == d.rule("combo")
    d.quietly(0, "attack", x, y)
    assert d.can(0, "use", finish, y)


@pytest.mark.rule("fade1", "keyword.combo-details")
def test_an_attack_of_an_earlier_combat_step_is_none_to_follow() -> None:
    # Given a Normal Attack in the turn before, then a Combo card is a first attack and spends nothing.
    d, x, y, (knee,) = match("racer", "knee")
    d.quietly(0, "attack", x, y)
    d.next_turn(0)
    d.go(0, COMBAT)
    d.quietly(0, "use", knee, y)
    assert d.count(x, POTENTIAL) == 3

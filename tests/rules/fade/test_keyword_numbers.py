"""Keywords that a card has twice, and keywords of Players (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, ELEMENTS, KEYWORDS, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    cards("fire-storm-adept", "foe-dart", "grudge-3", "steam-3", "wolf-2")
    + augment("temper", ability={"gives": {"Aura": 2}})
    + augment("fang", ability={"gives": {"Bloodlust": 1}})
    + augment("sash", ability={"gives": {"Affinity": ["Fire", "Water"]}})
    + character("spring", plv=1, keywords={"Power Source": 1})
    + augment("well", ability={"gives": {"Power Source": 2}})
    + item("boon", cost=0, do={"grant": "Multistrike", "value": 1, "on": "your fighters"})
    + augment("halo", cost=0, keywords="Equip", attach="you", ability={"gives": {"Multistrike": 1}})
    + augment("mirror-coat", cost=0, keywords="Equip", attach="you", ability={"gives": {"Immune": ["Items"]}})
)

MULTISTRIKE = KEYWORDS.index("Multistrike")


@cited(("keyword.stacking", "keyword.numbers-add"))
def test_a_keyword_twice_counts_once_unless_it_adds_up(edition: str) -> None:
    # Given Bloodlust 2 and an Augment granting Bloodlust 1, when it attacks, then it gains 3 HP.
    d = Duel(CARDS, edition=edition)
    x, y, grudge = d.character(0, "wolf-2"), d.character(1), d.character(0, "grudge-3")
    d.leave(x, 4)
    d.on(x, "fang", face=1)
    d.on(grudge, "temper", face=1)
    d.damage(grudge, 6)
    # Of Aura 3 and Aura 2 only Aura 2 applies.
    assert d.plv(grudge) == 1 + 3
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.hp(x) == 7
    # Two Characters with Fire Affinity make a Fire card cheaper by 2.
    d.character(0, "fire-storm-adept")
    d.character(0, "fire-storm-adept")
    steam = d.on(d.character(0), "steam-3")
    d.tp(0, 1)
    assert d.can(0, "use", steam, y)


@cited(("keyword.stacking", "keyword.numbers-add"))
def test_an_element_that_a_keyword_lists_twice_is_one_of_its_elements(edition: str) -> None:
    # Given Fire/Storm Affinity and an Augment that gives Fire/Water Affinity, then it is of those three.
    d = Duel(CARDS, edition=edition)
    x = d.character(0, "fire-storm-adept")
    d.on(x, "sash", face=1)
    three = sum(1 << ELEMENTS.index(name) for name in ("Fire", "Storm", "Water"))
    assert values.keyword(d.s, x, KEYWORDS.index("Affinity")) == three


@cited(("keyword.stacking", "keyword.numbers-add"), ("keyword.power-source", "keyword.power-source"))
def test_power_sources_of_one_card_are_added(edition: str) -> None:
    # Given Power Source 1 on a Character, and an Augment on it that gives Power Source 2, when the Starting
    # Phase comes, then it gives 3 TP beside those of the Phase.
    d = Duel(CARDS, edition=edition)
    d.on(d.character(0, "spring"), "well", face=1)
    d.go(1, PREPARATION)
    d.tp(0, 0)
    d.next_turn(0)
    assert d.tp_of(0) == d.rules.figures.tp_gain_starting_phase + 3


@cited(("keyword.general", "keyword.not-on-players"))
@pytest.mark.parametrize("by", ["boon", "halo"])
def test_players_are_given_no_keywords(by: str, edition: str) -> None:
    # Given Multistrike 1 that an Item gives to a Player and a Character, or an Augment to its Player.
    d = Duel(CARDS, edition=edition)
    x, y, me = d.character(0), d.character(1, "giant"), d.body(0)
    if by == "boon":
        d.quietly(0, "play", d.hand(0, "boon"))
    else:
        d.on(me, "halo", face=1)
    assert values.keyword(d.s, x, MULTISTRIKE) == (by == "boon") and not values.keyword(d.s, me, MULTISTRIKE)
    # When the Player has attacked, then there is no second Normal Attack; the Character has one.
    d.go(0, COMBAT)
    d.quietly(0, "attack", me, y)
    assert d.refused(0, "attack", me, y) == d.rule("normal-once")
    d.quietly(0, "attack", x, y)
    assert d.can(0, "attack", x, y) == (by == "boon")


@cited(("keyword.general", "keyword.not-on-players"))
def test_a_player_is_immune_to_nothing(edition: str) -> None:
    # Given an Augment on a Player that says Immune (Items), then an Item is aimed at the Player and works.
    d = Duel(CARDS, edition=edition)
    d.on(d.body(1), "mirror-coat", face=1)
    d.quietly(0, "play", d.hand(0, "foe-dart"), d.body(1))
    assert d.count(d.body(1), "Damage") == 3


@cited(("keyword.power-source", "keyword.power-source"))
def test_power_sources_of_several_cards_are_added_without_a_chain(edition: str) -> None:
    # Given Power Source 1 on two cards, when the Starting Phase is over, then 2 TP came beside those of it.
    d = Duel(CARDS, edition=edition)
    for _ in range(2):
        d.character(1, "spring")
    d.tp(1, 4)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 4 + 2 + d.rules.figures.tp_gain_starting_phase and not d.happened("linked")

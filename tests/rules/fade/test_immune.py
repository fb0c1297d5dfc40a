"""Immune to Elements, Ranks and Supertypes in the older editions (topic keyword)."""

from __future__ import annotations

from fadenet.games.fade.tables import COMBAT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, command, item, skill

CARDS = (
    cards("fire-born", "jab-2")
    + character("stone", keywords={"Immune": ["Fire", "Hyper"]})
    + character("ward", keywords={"Immune": ["Commands"]})
    + command(
        "ram",
        directions=["Up"],
        ability={"activate": True, "targets": "enemy characters", "do": {"damage": 2, "to": "target"}},
    )
    + character("burning", keywords={"Infused": ["Fire"]})
    + skill("flare", "Fire", do={"attack": 2})
    + skill("slam", rank="Hyper", do={"attack": 2})
    + item("ember", "Fire", targets="all characters", do={"damage": 1, "to": "target"})
    + item("pebble", targets="all characters", do={"damage": 1, "to": "target"})
    + item("blaze", "Fire", do={"damage": 1, "to": "all characters"})
    + augment("torch", "Fire", keywords="Equip", attach="your characters")
)
IMMUNE = cited(("keyword.immune", "keyword.effect-immune"))


@IMMUNE
def test_attacks_of_an_element_or_a_rank_are_kept_away(edition: str) -> None:
    # Given a Character Immune to Fire and to Hyper cards, then a Fire Skill and one of Hyper Rank do not
    # target it.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "fire-born"), d.character(1, "stone")
    flare, punch, slam = (d.on(x, slug) for slug in ("flare", "jab-2", "slam"))
    d.go(0, COMBAT)
    assert d.refused(0, "use", flare, y) == d.refused(0, "use", slam, y) == d.rule("immune")
    # Then a Normal Attack, which has no Element whoever makes it, and a plain Skill do.
    assert d.can(0, "attack", x, y)
    d.quietly(0, "use", punch, y)
    assert d.count(y, "Damage") == 2


@IMMUNE
def test_what_is_infused_attacks_with_the_element_that_it_has(edition: str) -> None:
    # Given an attacker Infused with Fire, then neither its Normal Attack nor a Skill without an Element
    # reaches a Character that is Immune to Fire.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "burning"), d.character(1, "stone")
    punch = d.on(x, "jab-2")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, y) == d.refused(0, "use", punch, y) == d.rule("immune")


@IMMUNE
def test_effects_of_an_element_neither_choose_nor_touch_it(edition: str) -> None:
    # Given Items of Fire and of none, and one of Fire that damages all Characters.
    d = Duel(CARDS, edition=edition)
    y, other = d.character(1, "stone"), d.character(1)
    assert d.refused(0, "play", d.hand(0, "ember"), y) == d.rule("immune")
    for slug, *targets in (("pebble", y), ("blaze",)):
        d.quietly(0, "play", d.hand(0, str(slug)), *targets)
    assert (d.count(y, "Damage"), d.count(other, "Damage")) == (1, 1)


@IMMUNE
def test_an_augment_of_the_element_is_not_attached_to_it(edition: str) -> None:
    # Given a Fire Augment, then it is attached to another Character of its player.
    d = Duel(CARDS, edition=edition)
    x, other, torch = d.character(0, "stone"), d.character(0), d.hand(0, "torch")
    assert d.refused(0, "play", torch, x) == d.rule("augment-whom")
    assert d.can(0, "play", torch, other)


@IMMUNE
def test_the_effects_of_commands_are_kept_away(edition: str) -> None:
    # Given a Character Immune to Commands, then a Command that damages an enemy Character does not choose it.
    d = Duel(CARDS, edition=edition)
    ram, y, other = d.command(0, "ram", "b1"), d.character(1, "ward", at="c1"), d.character(1, at="c2")
    assert d.refused(0, "activate", ram, y) == d.rule("immune") and d.can(0, "activate", ram, other)

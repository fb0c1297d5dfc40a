"""Immune to Elements and Ranks (fade2 keyword.immune)."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel


def card(name: str, kind: str, rest: str, rank: str = "Normal", element: str = "") -> str:
    """A card with a Rank and at most one Element."""
    elements = f'elements = ["{element}"]\n' if element else ""
    return f'[card.{name.lower()}]\nname = "{name}"\ntypes = ["{kind}"]\nrank = "{rank}"\n{elements}{rest}\n'


PICK = 'targets = [{ pick = "all characters" }]\n'
CARDS = (
    card("Flare", "Skill", "do = [{ attack = 2 }]", element="Fire")
    + card("Punch", "Skill", "do = [{ attack = 2 }]")
    + card("Slam", "Skill", "do = [{ attack = 2 }]", rank="Hyper")
    + card("Ember", "Item", PICK + "do = [{ damage = 1 }]", element="Fire")
    + card("Pebble", "Item", PICK + "do = [{ damage = 1 }]")
    + card("Blaze", "Item", 'do = [{ damage = 1, to = "all characters" }]', element="Fire")
    + card("Torch", "Augment", 'keywords = { Equip = true }\nattach = "your characters"', element="Fire")
    + """
[card.stone]
name = "Stone"
types = ["Character"]
hp = 9
plv = 2
keywords = { Immune = ["Fire", "Hyper"] }
[card.kindled]
name = "Kindled"
types = ["Character"]
elements = ["Fire"]
hp = 9
plv = 2
[card.burning]
name = "Burning"
types = ["Character"]
hp = 9
plv = 2
keywords = { Infused = ["Fire"] }
"""
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade2")


@pytest.mark.rule("fade2", "keyword.immune")
def test_attacks_of_an_element_or_a_rank_are_kept_away() -> None:
    # Given a Character Immune to Fire and to Hyper cards, and the only enemy.
    d = duel()
    x, stone = d.character(0, "kindled"), d.character(1, "stone")
    flare, punch, slam = (d.on(x, slug) for slug in ("flare", "punch", "slam"))
    d.go(0, COMBAT)
    # Then a Fire Skill and one of Hyper Rank cannot target it; a plain one and a Normal Attack, which has no
    # Element whoever makes it, can.
    assert d.refused(0, "use", flare, stone) == "keyword.immune"
    assert d.refused(0, "use", slam, stone) == "keyword.immune"
    assert d.can(0, "attack", x, stone)
    d.play(0, "use", punch, stone)
    d.pass_all()
    assert d.count(stone, "Damage") == 2


def test_what_is_infused_attacks_with_the_element_that_it_has() -> None:
    # Given an attacker Infused with Fire.
    d = duel()
    x, stone = d.character(0, "burning"), d.character(1, "stone")
    punch = d.on(x, "punch")
    d.go(0, COMBAT)
    # Then neither its Normal Attack nor a Skill without an Element reaches who is Immune to Fire.
    assert d.refused(0, "attack", x, stone) == "keyword.immune"
    assert d.refused(0, "use", punch, stone) == "keyword.immune"


def test_effects_of_an_element_neither_choose_nor_touch_it() -> None:
    # Given Items of Fire and of none, and one that damages all Characters.
    d = duel()
    stone, other = d.character(1, "stone"), d.character(1)
    ember, pebble, blaze = (d.hand(0, slug) for slug in ("ember", "pebble", "blaze"))
    d.go(0, PREPARATION)
    assert d.refused(0, "play", ember, stone) == "keyword.immune"
    d.play(0, "play", pebble, stone)
    d.pass_all()
    d.play(0, "play", blaze)
    d.pass_all()
    assert (d.count(stone, "Damage"), d.count(other, "Damage")) == (1, 1)


def test_an_augment_of_the_element_is_not_attached_to_it() -> None:
    d = duel()
    stone, other, torch = d.character(0, "stone"), d.character(0), d.hand(0, "torch")
    d.go(0, PREPARATION)
    assert d.refused(0, "play", torch, stone) == "augment.place"
    assert d.can(0, "play", torch, other)


def test_an_edition_without_it_lists_no_elements() -> None:
    stone = CARDS[CARDS.index("[card.stone]") : CARDS.index("[card.kindled]")]
    with pytest.raises(LoadError, match="Fire"):
        Duel(stone)

"""Whether Infused is about all damage that its bearer deals, or about its Attacks alone."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, character, item

INFUSED = pytest.mark.editions("keyword.infused", fade2="keyword.infused", fade1="keyword.element-infused")


def proof(kind: str) -> str:
    """A Character that takes 1 less of the damage of one Element."""
    about = {"element": kind.title(), "kind": "any"}
    return character(kind, hp=30, ability={"gives": {"damage taken": -1}, "attacks": about})


CARDS = (
    proof("fire")
    + proof("null")
    + character(
        "torch",
        hp=30,
        keywords={"Infused": ["Fire"]},
        ability={"activate": True, "targets": "enemy characters", "do": {"damage": 3, "to": "target"}},
    )
    + character(
        "cold",
        hp=30,
        ability={"activate": True, "targets": "enemy characters", "do": {"damage": 3, "to": "target"}},
    )
    + character(
        "grudge",
        hp=30,
        keywords={"Infused": ["Fire"]},
        ability={"on": "takes-damage", "do": {"damage": 3, "to": "enemy characters"}},
    )
    + augment(
        "thorn",
        keywords="Equip",
        ability={"of": "host", "on": "takes-damage", "do": {"damage": 3, "to": "enemy characters"}},
    )
    + augment("soak", keywords="Equip", ability={"gives": {"Infused": ["Fire"]}, "to": "host"})
    + item("bomb", targets="enemy characters", do={"damage": 3, "to": "target"})
)


@INFUSED
@pytest.mark.parametrize("mine", ["torch", "cold", "soaked"])
@pytest.mark.parametrize("other", ["fire", "null"])
def test_an_ability_of_the_infused_deals_their_element(mine: str, other: str, edition: str) -> None:
    # Given an ability 'deal 3 damage' of one that is Infused (Fire), printed or given, when it is aimed at
    # one that takes 1 less Fire, or 1 less Null damage, then it deals Fire, and in F.A.R.O.E. Null.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "cold" if mine == "soaked" else mine), d.character(1, other)
    if mine == "soaked":
        d.on(x, "soak", face=1)
    d.go(0, COMBAT)
    d.quietly(0, "activate", x, y)
    burns = mine != "cold" and edition != "faroe"
    assert d.count(y, "Damage") == (2 if burns == (other == "fire") else 3)


@INFUSED
@pytest.mark.parametrize(("by", "element"), [("grudge", "fire"), ("thorn", "null")])
def test_what_triggers_is_its_own_or_that_of_what_lies_on_it(by: str, element: str, edition: str) -> None:
    # Given 'when this, or its bearer, takes damage, deal 3 damage to enemy Characters' on one that is Infused
    # (Fire) or on an Augment of it, then the ability of the Character deals Fire, the Augment Null.
    d = Duel(CARDS, edition=edition)
    y = d.character(1, "torch" if by == "thorn" else by)
    if by == "thorn":
        d.on(y, "thorn", face=1)
    x = d.character(0, element)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.count(x, "Damage") == (3 if element == "fire" and edition == "faroe" else 2)


@INFUSED
def test_an_item_is_used_by_the_player(edition: str) -> None:
    # Given an Item 'deal 3 damage' while there is an Infused Character, then its damage is Null.
    d = Duel(CARDS, edition=edition)
    d.character(0, "torch")
    y = d.character(1, "null")
    bomb = d.hand(0, "bomb")
    d.quietly(0, "play", bomb, y)
    assert d.count(y, "Damage") == 2


@INFUSED
def test_a_text_names_the_element_of_abilities_where_they_can_have_one(edition: str) -> None:
    # Given 'takes 1 less Fire damage of abilities', then that is accepted where there can be any.
    about = {"element": "Fire", "kind": "ability"}
    text = CARDS + character("wet", hp=30, ability={"gives": {"damage taken": -1}, "attacks": about})
    if edition == "faroe":
        with pytest.raises(LoadError, match="what abilities deal is Null"):
            Duel(text, edition=edition)
        return
    d = Duel(text, edition=edition)
    x, y = d.character(0, "torch"), d.character(1, "wet")
    d.go(0, COMBAT)
    d.quietly(0, "activate", x, y)
    assert d.count(y, "Damage") == 2

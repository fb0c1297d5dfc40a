"""The effects of an action and what it takes: the topic `action`."""

from __future__ import annotations

import pytest

from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards, item, rank

CARDS = (
    cards("sword", "heavy-club", "axe", "shield", "mail", "flask", "draught", "guard", "snare", "flame")
    + rank("drill", line="Soldier", ability={"activate": True, "suspend": 0, "do": {"coin": 1}})
    + rank("long-drill", line="Soldier", ability={"activate": True, "suspend": 2, "do": {"coin": 1}})
    + item(
        "sweep",
        hands=1,
        ability={
            "activate": True,
            "do": [
                {"return": "enemy gear", "to": "stowed"},
                {"pick": "enemy minions"},
                {"return": "it", "to": "stowed"},
                {"pick": "enemy traps"},
                {"return": "it", "to": "stowed"},
                {"pick": "enemy energies"},
                {"return": "it", "to": "stowed"},
            ],
        },
    )
)


def duel(one: str = "human", two: str = "human", rank: str = "soldier-1") -> Prelude:
    """Two characters; the second one is a soldier."""
    return Prelude(one, two, cards=CARDS, ranks=(rank, "soldier-1"))


@pytest.mark.rule("prelude", "action.one-thing")
def test_drawing_a_sword_and_two_attacks_take_three_actions() -> None:
    """given 3 actions and a fielded Suspend 1 sword, when drawn and used twice, then no action is left."""
    g = duel()
    sword = g.stowed(0, "sword")
    g.quietly(0, "equip", sword)
    assert g.free(g.body(0)) == 2
    for left in (1, 0):
        g.quietly(0, "attack", sword, g.body(1))
        assert g.free(g.body(0)) == left
    assert g.lost(1) == 6


@pytest.mark.rule("prelude", "action.equip-cost")
def test_a_weapon_is_equipped_before_use_for_one_action() -> None:
    """given 3 actions and a fielded Suspend 3 axe, then its attack is refused; equipping leaves 2 actions."""
    g = duel("orc", rank="barbarian-1")
    axe = g.stowed(0, "axe")
    assert g.refused(0, "attack", axe, g.body(1)) == "action.equip-cost"
    g.quietly(0, "equip", axe)
    assert (g.free(g.body(0)), g.where(axe)) == (2, "Equipped")


@pytest.mark.rule("prelude", "action.equip-cost")
@pytest.mark.parametrize("slug", ["mail", "shield", "flask", "heavy-club"])
def test_equipping_costs_one_action_for_each_card(slug: str) -> None:
    """given a fielded card of whatever Suspend, when it is equipped, then 1 action is spent."""
    g = duel()
    h = g.stowed(0, slug)
    g.quietly(0, "equip", h)
    assert (g.free(g.body(0)), g.where(h)) == (2, "Equipped")


@pytest.mark.rule("prelude", "action.flask")
def test_drawing_and_drinking_a_flask_are_two_actions() -> None:
    """given life 20 of 30 and 3 actions, when a flask is drawn and drunk, then life is 26 and 1 is left."""
    g = duel()
    flask = g.stowed(0, "flask")
    g.life(g.body(0), 20)
    assert g.refused(0, "use", flask) == "action.equip-cost"
    g.quietly(0, "equip", flask)
    assert (g.left(g.body(0)), g.free(g.body(0))) == (20, 2)
    g.quietly(0, "use", flask)
    assert (g.left(g.body(0)), g.free(g.body(0))) == (26, 1)


@pytest.mark.rule("prelude", "action.hands")
def test_a_hand_is_freed_at_no_cost() -> None:
    """given both hands full and 2 actions, when the shield goes and a flask comes, then 1 action is left."""
    g = duel()
    g.equipped(0, "sword")
    shield, flask = g.equipped(0, "shield"), g.stowed(0, "flask")
    g.actions(0, 2)
    assert g.refused(0, "equip", flask) == "action.hands"
    g.play(0, "stow", shield)
    assert g.free(g.body(0)) == 2
    g.quietly(0, "equip", flask)
    assert (g.free(g.body(0)), g.where(shield), g.where(flask)) == (1, "Stowed", "Equipped")
    assert g.refused(0, "equip", shield) == "action.hands"
    g.play(0, "stow", flask)
    g.quietly(0, "equip", shield)
    assert (g.free(g.body(0)), g.where(shield)) == (0, "Equipped")


@pytest.mark.rule("prelude", "action.hands")
def test_two_hands_and_one_armour() -> None:
    """given a two-handed weapon and armour, then no shield and no second armour is equipped."""
    g = duel()
    club, mail = g.equipped(0, "heavy-club"), g.stowed(0, "mail")
    more, shield, draught = g.stowed(0, "mail"), g.stowed(0, "shield"), g.stowed(0, "draught")
    g.quietly(0, "equip", mail)
    assert g.refused(0, "equip", more) == "action.hands"
    assert g.refused(0, "equip", shield) == "action.hands"
    assert g.refused(0, "use", draught) == "action.hands"
    g.play(0, "stow", club)
    assert g.can(0, "equip", shield)
    assert not g.can(0, "equip", more)


@pytest.mark.rule("prelude", "action.hands")
def test_a_text_puts_away_gear_alone() -> None:
    """given an item that puts away all that its enemy has, when it is used, then weapons and armour are
    stowed; minions, traps and energies stay where they are."""
    g = duel()
    gear = [g.equipped(1, slug) for slug in ("sword", "shield", "mail")]
    others = [g.minion(1, "guard"), g.trap(1, "snare"), g.energy(1, "flame")]
    g.quietly(0, "use", g.equipped(0, "sweep"))
    assert [g.where(h) for h in gear] == ["Stowed"] * 3
    assert [g.where(h) for h in others] == ["Minions", "Traps", "Energies"]


@pytest.mark.rule("prelude", "action.unarmed")
def test_three_unarmed_strikes_deal_three() -> None:
    """given no weapon, Edge 1 and 3 actions, when striking three times undefended, then 3 is dealt."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1", "swordsman-2"), g.ranks(1, "soldier-1")
    for left in (2, 1, 0):
        g.quietly(0, "strike", g.body(1))
        assert g.free(g.body(0)) == left
    assert g.lost(1) == 3
    assert g.refused(0, "strike", g.body(1)) == "response.no-actions"


@pytest.mark.rule("prelude", "action.unarmed")
def test_an_unarmed_strike_needs_a_free_hand() -> None:
    """given both hands full, when striking, then it is refused; with one free it is not."""
    g = duel()
    g.equipped(0, "sword")
    shield = g.equipped(0, "shield")
    assert g.refused(0, "strike", g.body(1)) == "action.unarmed"
    g.play(0, "stow", shield)
    assert g.can(0, "strike", g.body(1))


@pytest.mark.rule("prelude", "action.ability-cost")
@pytest.mark.parametrize(("slug", "left"), [("drill", 2), ("long-drill", 1)])
def test_an_ability_costs_its_suspend_and_at_least_one_action(slug: str, left: int) -> None:
    """given a rank ability with Suspend 0, when it is used, then 1 action is spent; with 2 it is 2."""
    g = Prelude("human", "human", cards=CARDS)
    (rank,) = g.ranks(0, slug)
    before = g.purse(0)
    g.quietly(0, "use", rank)
    assert (g.free(g.body(0)), g.purse(0)) == (left, before + 1)


@pytest.mark.rule("prelude", "action.ability-cost")
def test_an_ability_that_holds_costs_nothing() -> None:
    """given a Dwarf without actions, when a sword of 3 hits, then Armour 1 lowers it to 2."""
    g = duel(two="dwarf")
    sword = g.equipped(0, "sword")
    g.actions(1, 0)
    g.quietly(0, "attack", sword, g.body(1))
    assert (g.lost(1), g.free(g.body(1))) == (2, 0)

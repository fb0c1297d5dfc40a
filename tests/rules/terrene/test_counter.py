"""The counts of Terrene: Actions, Charge and Stratagem (topic `counter`; see also test_terrene_card)."""

from __future__ import annotations

import pytest

from fadenet.console.faces import face_of_family
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import ABILITY, Terrene
from tests.cards.terrene import blue, character, green, item

FACE = face_of_family("terrene")

CARDS = (
    character(
        "engine",
        "Machine",
        "Fire",
        hp=30,
        ability=[
            blue(spend={"Charge": 1}, targets={}, do={"damage": 10}),
            green(cost=1, spend={"Charge": 1}, do={"counter": "Charge", "n": 3, "on": "this"}),
            green(spend={"Stratagem": 1}, do={"draw": 1}),
        ],
    )
    + item("leech", ability=green(do=[{"lose_actions": 3}, {"gain_actions": 2}]))
    + item("hush", ability=green(targets={}, do={"mod": "Silence"}))
)


def shown(g: Terrene, seat: int) -> str:
    """The Actions on the screen."""
    return FACE.figures(g.s, seat).split("Act ")[1].split()[0]


def table() -> tuple[Terrene, int, int]:
    g = Terrene(CARDS)
    return g, g.character(0, "engine"), g.character(1, "grunt")


@pytest.mark.rule("terrene", "counter.action-tokens")
def test_gained_and_remaining_actions_are_shown() -> None:
    """given 4 gained and 3 spent, then the display shows 1 of 4."""
    g, x, foe = table()
    y = g.character(0, "grunt")
    g.next_turn(0)
    assert shown(g, 0) == "4/4"
    g.fight(x)
    g.fight(y)
    g.quietly(0, "use", g.hold(y, "stone"), foe)
    assert shown(g, 0) == "1/4" and g.actions_of(0) == 1


@pytest.mark.rule("terrene", "counter.action-tokens")
def test_actions_never_go_below_0() -> None:
    """given 1 Action left of 4, when 3 are lost, then 0 of 4 are left; and 2 gained by an effect count."""
    g, x, _ = table()
    g.next_turn(1)
    g.next_turn(0)
    g.actions(1, 1)
    g.quietly(0, "use", g.hold(x, "leech"))
    assert (shown(g, 1), shown(g, 0)) == ("0/4", "6/6")


@pytest.mark.rule("terrene", "counter.charge")
def test_a_charge_is_spent_and_no_action() -> None:
    """given 2 Charge and 'remove 1 Charge: deal 10 damage', then 1 is left, and every Action."""
    g, x, foe = table()
    g.counters(x, "Charge", 2)
    g.quietly(0, "use", x, (ABILITY, 1), foe)
    assert (g.count(x, "Charge"), g.actions_of(0), g.damage(foe)) == (1, 4, 10)
    g.quietly(0, "use", x, (ABILITY, 2))
    assert (g.count(x, "Charge"), g.actions_of(0)) == (3, 3)
    assert "Ch3" in FACE.marks(g.s, x)
    g.counters(x, "Charge", 997)
    assert g.count(x, "Charge") == 1000 and g.atk(x) == 10


@pytest.mark.rule("terrene", "counter.charge")
def test_without_counters_or_without_actions_it_is_refused() -> None:
    """given a banner that asks for both, then one of them alone is not enough."""
    g, x, _ = table()
    assert g.refused(0, "use", x, (ABILITY, 2)) == "counter.charge"
    g.counters(x, "Charge", 1)
    g.actions(0, 0)
    assert g.refused(0, "use", x, (ABILITY, 2)) == "action.use-ability"
    g.actions(0, 1)
    assert g.can(0, "use", x, (ABILITY, 2))


@pytest.mark.rule("terrene", "counter.stratagem")
def test_stratagem_and_charge_do_not_replace_each_other() -> None:
    """given 1 Stratagem and a cost of 1 Charge, then it is refused; and the other way round."""
    g, x, foe = table()
    g.counters(x, "Stratagem", 1)
    assert g.refused(0, "use", x, (ABILITY, 1), foe) == "counter.charge"
    g.quietly(0, "use", x, (ABILITY, 3))
    assert g.count(x, "Stratagem") == 0 and g.size(0, t.HAND) == 1
    g.counters(x, "Charge", 1)
    assert g.refused(0, "use", x, (ABILITY, 3)) == "counter.charge"


@pytest.mark.rule("terrene", "counter.stay")
def test_counters_stay_through_silence_turns_and_terrains() -> None:
    """given 2 Charge on a Silenced Character, when Silence ends and the Terrain changes, then still 2."""
    g, x, foe = table()
    g.counters(x, "Charge", 2)
    g.counters(x, "Stratagem", 1)
    g.quietly(0, "use", g.hold(x, "hush"), x)
    assert g.has(x, "Silence") and g.count(x, "Charge") == 2
    assert g.refused(0, "use", x, (ABILITY, 1), foe) == "keyword.silence"
    g.quietly(0, "terrain", g.hand(0, "harbour"))
    g.next_turn(0)
    assert not g.has(x, "Silence")
    assert (g.count(x, "Charge"), g.count(x, "Stratagem")) == (2, 1)
    g.quietly(0, "use", x, (ABILITY, 1), foe)
    assert g.count(x, "Charge") == 1


@pytest.mark.rule("terrene", "counter.stay")
def test_counters_go_along_in_a_trade_and_are_lost_with_the_card() -> None:
    """given Charge on an Item, when it is traded, then it keeps it; when it is discarded, it loses it."""
    g, x, _ = table()
    y = g.character(0, "grunt")
    stone, dart = g.hold(x, "stone"), g.hold(y, "dart")
    g.counters(stone, "Charge", 2)
    g.quietly(0, "trade", x, y)
    assert g.held(y) == [stone] and g.held(x) == [dart] and g.count(stone, "Charge") == 2
    g.quietly(0, "dismiss", stone)
    assert g.where(stone) == "Discard Pile" and g.count(stone, "Charge") == 0
    g.counters(x, "Charge", 2)
    g.quietly(0, "dismiss", x)
    assert g.where(x) == "Discard Pile" and g.count(x, "Charge") == 0

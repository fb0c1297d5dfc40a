"""The finds of cards drawn at random in Terrene: words on cards that they cannot be done to."""

from __future__ import annotations

import pytest

from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import character, green


def speaker(effect: object) -> str:
    """A Character whose ability does this."""
    return character("speaker", "Golem", "Earth", atk=20, ability=green(do=effect))


def spoken(effect: object) -> Terrene:
    """A Speaker has spoken: beside it a Grunt that holds a Stone, in front of it another Grunt."""
    g = Terrene(speaker(effect))
    x, bearer = g.character(0, "speaker"), g.character(0)
    g.hold(bearer, "stone")
    g.character(1)
    g.quietly(0, "use", x)
    return g


TERRAINS = ["all terrains", "your terrains", "enemy terrains"]


@pytest.mark.rule("terrene", "terrain.stack")
@pytest.mark.parametrize("word", ["recruit", "destroy", "return", "control"])
@pytest.mark.parametrize("terrains", TERRAINS)
def test_no_effect_takes_a_terrain_from_its_stack(word: str, terrains: str) -> None:
    """given an effect that would recruit, discard, return or take over Terrains, then they stay."""
    g = spoken({word: terrains})
    assert [g.names(seat, t.TERRAINS) for seat in range(2)] == [["Meadow"], ["Meadow"]]


@pytest.mark.parametrize("where", ["hand", "deck"])
def test_what_a_character_holds_goes_when_that_is_returned(where: str) -> None:
    """given an effect that takes Characters to their owner's Hand, or into the Deck, which is shuffled, then
    the Item that one of them holds is discarded."""
    others = {"from": "your characters", "other": True}
    g = spoken({"return": others, "to": where})
    assert "Stone" in g.names(0, t.DISCARD) and g.names(0, t.PARTY) == ["Speaker"]
    assert all(not g.s.kids.get(h) for h in range(g.s.seats + 1, len(g.s.code)))


@pytest.mark.rule("terrene", "action.recruit-by-effect")
def test_only_what_is_not_recruited_yet_and_a_character_is_recruited() -> None:
    """given an effect that recruits held cards, or Characters who are recruited, then it does nothing."""
    for there in ("all held cards", "your characters", "enemy characters"):
        g = spoken({"recruit": there, "free": True})
        assert (g.size(0, t.PARTY), g.size(1, t.PARTY)) == (2, 1)
        assert not g.happened("recruited")


@pytest.mark.rule("terrene", "action.recruit-by-effect")
def test_nobody_recruits_what_another_controls() -> None:
    """given an effect that recruits hidden enemy Characters, then they stay where they are."""
    g = Terrene(speaker({"recruit": "enemy hidden characters", "free": True}))
    x, foe = g.character(0, "speaker"), g.character(1, hidden=True)
    g.quietly(0, "use", x)
    assert g.zone(1, t.PARTY) == [foe] and g.zone(0, t.PARTY) == [x]


@pytest.mark.rule("terrene", "zone.list")
@pytest.mark.parametrize(
    "effect",
    [
        {"swap": {"from": "your characters", "holding": True}, "with": "your held cards"},
        {"swap": "your held cards", "with": {"from": "your characters", "holding": True}},
        {"swap": {"from": "your characters", "holding": True}, "with": "you"},
        {"steal": "your characters", "to": "your characters"},
        {"steal": "all held cards", "to": "enemy players"},
        {"destroy": "all players"},
    ],
)
def test_nothing_comes_to_lie_on_itself_or_where_nothing_lies(effect: object) -> None:
    """given an effect that would lay a card on itself, on what lies on it or on a player, then none does."""
    g = spoken(effect)
    (stone,) = (k for kids in g.s.kids.values() for k in kids)
    assert g.s.host[stone] == g.zone(0, t.PARTY)[1] and g.size(0, t.PARTY) == 2


@pytest.mark.rule("terrene", "card.own-effect")
def test_an_effect_asks_for_a_figure_without_itself() -> None:
    """given a Character with ATK 20 that gains ATK equal to its own, then its ATK is 40."""
    g = Terrene(
        character(
            "mirror", "Golem", "Earth", atk=20, ability={"gives": {"ATK": {"stat": "ATK", "of": "this"}}}
        )
    )
    assert g.atk(g.character(0, "mirror")) == 40

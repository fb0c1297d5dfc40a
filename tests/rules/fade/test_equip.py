"""Equip (topic keyword)."""

from __future__ import annotations

import pytest

from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, character, item

CARDS = (
    character("robot", cost=1, level=2, hp=8, archetypes=["Robot"])
    + character("pirate", cost=1, level=2, hp=8, archetypes=["Pirate"])
    + item(
        "plating",
        cost=1,
        keywords="Equip",
        attach={"from": "your characters", "archetype": "Robot"},
        ability={"gives": {"HP": 2}},
    )
    + augment("crown", cost=0, keywords="Equip", attach="you", ability={"gives": {"PLV": 1}})
)


@pytest.mark.editions("keyword.equip", fade2="keyword.equip", fade1="keyword.equip")
def test_equip_is_attached_to_what_its_text_names(edition: str) -> None:
    # Given an Item with "Equip: Robot Character".
    d = Duel(CARDS, edition=edition)
    robot, pirate = d.character(0, "robot"), d.character(0, "pirate")
    plating = d.hand(0, "plating")
    # When a Pirate is chosen, then it is refused.
    assert d.refused(0, "play", plating, pirate) == d.rule("equip-whom")
    # When a Robot Character is chosen, then it is attached face-up.
    d.quietly(0, "play", plating, robot)
    assert (d.s.host[plating], d.s.face[plating]) == (robot, 1)
    assert d.hp(robot) == 10


@cited(("keyword.equip", "keyword.equip"))
def test_what_a_player_is_equipped_with_goes_to_no_character(edition: str) -> None:
    # Given 'Equip Player: +1 PLV', then it is refused on a Character; it lies beside the Player, who has it.
    d = Duel(CARDS, edition=edition)
    x, crown = d.character(0), d.hand(0, "crown")
    plv = d.plv(d.body(0))
    assert not [move for move in d.options(0) if move[1:2] == (crown,) and x in move[2:]]
    d.quietly(0, "play", crown, *d.beside(), d.body(0))
    assert d.s.host[crown] == d.body(0) and d.at(crown)[0] == "a" and d.plv(d.body(0)) == plv + 1

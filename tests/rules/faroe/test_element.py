"""The rules of Elements on cards and on Attacks (F.A.R.O.E., topic element)."""

from __future__ import annotations

import pytest

from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("fire-imp", "carp")
    + character("forge", "Fire", "Metal", level=1, hp=10, plv=3)
    + character("steam", "Fire", "Water", level=1, hp=10, plv=3)
    + item(
        "rust",
        cost=0,
        targets={"pick": {"from": "enemy characters", "element": "Metal"}},
        do={"damage": 2, "to": "target"},
    )
    + item(
        "dry",
        cost=0,
        targets={"pick": {"from": "enemy characters", "element": "Water"}},
        do={"damage": 2, "to": "target"},
    )
    + item(
        "boiler",
        cost=0,
        if_={"elements_among": "your characters", "all": ["Fire", "Water"]},
        do={"gain_tp": 1},
    )
)


@pytest.mark.rule("faroe", "element.any-match")
def test_one_named_element_is_enough() -> None:
    # Given a Fire/Metal Character.
    d = Duel(CARDS)
    y = d.character(1, "forge")
    metal, water = d.hand(0, "rust"), d.hand(0, "dry")
    # An effect for Water Characters may not choose it, one for Metal Characters may.
    assert d.refused(0, "play", water, y) == "target.chosen-when"
    d.quietly(0, "play", metal, y)
    assert d.hp(y) == 8


@pytest.mark.rule("faroe", "element.group-requirement")
@pytest.mark.parametrize(
    ("mine", "met"), [(["fire-imp", "carp"], True), (["steam"], True), (["fire-imp", "forge"], False)]
)
def test_a_group_shows_the_elements_together(mine: list[str], met: bool) -> None:
    # Given a requirement 'Fire and Water among your Characters'.
    d = Duel(CARDS)
    for slug in mine:
        d.character(0, slug)
    item = d.hand(0, "boiler")
    d.tp(0, 3)
    # Then it is met by the group, whichever card shows which Element.
    assert d.can(0, "play", item) == met
    if met:
        d.quietly(0, "play", item)
        assert d.tp_of(0) == 4
    else:
        assert d.refused(0, "play", item) == "link.require-other"

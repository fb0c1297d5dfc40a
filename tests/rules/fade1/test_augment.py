"""Augments of the 60-card edition: what they print is their bearer's."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.games.fade.field import values
from tests.builders.scenario import Duel

PLATE = """
[card.plate]
name = "Plate"
types = ["Augment"]
rank = "Normal"
keywords = { Equip = true }
attach = "your fighters"
hp = 3
plv = 1
def = 2
agi = 4
"""


@pytest.mark.rule("fade1", "augment.grants-stats")
def test_an_augment_gives_its_bearer_all_that_it_prints() -> None:
    # Given an Augment that prints HP, PLV, DEF and AGI, when a Character or a Player bears it.
    d = Duel(PLATE, edition="fade1")
    for bearer in (d.character(0), d.body(0)):
        bare = (d.hp(bearer), d.plv(bearer), values.defense(d.s, bearer), values.agility(d.s, bearer))
        plate = d.on(bearer, "plate", face=1)
        # Then all of them are its bearer's, as long as it is there.
        worn = (d.hp(bearer), d.plv(bearer), values.defense(d.s, bearer), values.agility(d.s, bearer))
        assert [b - a for a, b in zip(bare, worn, strict=True)] == [3, 1, 2, 4]
        atoms.take_away(d.s, plate)
        assert (d.hp(bearer), values.agility(d.s, bearer)) == (bare[0], bare[3])

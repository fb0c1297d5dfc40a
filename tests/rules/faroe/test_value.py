"""The rules of numbers: least values, order of changes, rounding, costs, what is public (topic value)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards

CARDS = cards("attack-5", "husk") + augment(
    "limp", attach="all characters", ability={"gives": {"halve damage": True}}
)


@pytest.mark.rule("faroe", "value.rounding")
@pytest.mark.parametrize("halving", ["husk", "limp"])
def test_halves_are_rounded_down(halving: str) -> None:
    # Given an effect 'halve the damage' and 5 damage.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.on(y if halving == "husk" else x, halving, face=1)
    skill = d.on(x, "attack-5")
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, y)
    # Then 2 damage are dealt.
    assert d.hp(y) == 8

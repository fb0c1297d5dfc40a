"""The rules of Levels (F.A.R.O.E., topic level)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import character

CARDS = (
    character("colossus", cost=1, level=12, plv=3)
    + character("drifter", cost=1, hp=2, plv=1)
    + character("doomed", cost=1, level=3, plv=1, keywords="Deathmark")
    + character("peer", cost=1, level=3, hp=2, plv=1)
)


@pytest.mark.rule("faroe", "level.use")
def test_a_level_does_not_limit_when_a_character_is_played() -> None:
    # Given a Level 12 Character of Cost 1 in turn 1 with 1 TP.
    d = Duel(CARDS)
    colossus = d.fighter(0, "colossus")
    d.tp(0, 1)
    assert d.s.turn == 1
    # When it is played, then it is legal.
    d.quietly(0, "play", colossus, (1, 0))
    assert d.where(colossus) == "Character Zone"
    assert values.level(d.s, colossus) == 12


@pytest.mark.rule("faroe", "level.none")
@pytest.mark.parametrize(("fallen", "stays"), [("drifter", True), ("peer", False)])
def test_no_level_counts_as_zero(fallen: str, stays: bool) -> None:
    # Given a Level 3 Character under Deathmark and an ally without Level, or with Level 3.
    d = Duel(CARDS)
    x, doomed, ally = d.character(0), d.character(1, "doomed"), d.character(1, fallen)
    d.go(0, COMBAT)
    # When the ally is destroyed.
    d.quietly(0, "attack", x, ally)
    # Then Level 0 is not equal or higher, Level 3 is.
    assert d.where(ally) == "Discard Pile Zone"
    assert (d.where(doomed) == "Character Zone") == stays
    assert values.level(d.s, d.body(1)) == 0

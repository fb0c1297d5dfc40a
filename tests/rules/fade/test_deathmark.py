"""Deathmark (topic keyword)."""

from __future__ import annotations

import pytest

from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("deathmarked", "third-level", "wreck")
    + character("doomed-child", level=0, plv=1, keywords="Deathmark")
    + character("doomed-nobody", plv=1, keywords="Deathmark")
    + item(
        "rescue",
        cost=0,
        targets={"pick": {"from": "your discard pile", "level_max": 2}},
        do={"return": "target", "to": "hand"},
    )
    + character("second", cost=1, level=2)
)


@pytest.mark.editions("keyword.deathmark", fade2="keyword.deathmark", fade1="keyword.deathmark")
@pytest.mark.parametrize(("ally", "falls"), [("third-level", True), ("second", False)])
def test_deathmark_follows_an_ally_of_at_least_its_level(ally: str, falls: bool, edition: str) -> None:
    # Given a Level 3 Character with Deathmark.
    d = Duel(CARDS, edition=edition)
    d.character(0)
    doomed, other = d.character(1, "deathmarked"), d.character(1, ally)
    # When an allied Level 3, or Level 2, Character is destroyed this round.
    d.quietly(0, "play", d.hand(0, "wreck"), other)
    # Then it is Knocked Out, or not.
    assert (d.lies(doomed) == "discard") == falls


@pytest.mark.editions("keyword.deathmark", fade2="keyword.deathmark", fade1="keyword.deathmark")
@pytest.mark.parametrize("doomed", ["doomed-child", "doomed-nobody"])
def test_level_0_is_a_level_for_deathmark(doomed: str, edition: str) -> None:
    # Given Deathmark on a Character of Level 0, or without a printed Level, which is Level 0.
    d = Duel(CARDS, edition=edition)
    marked, other = d.character(1, doomed), d.character(1, "doomed-nobody")
    # When an ally of Level 0 is destroyed, then the bearer is Knocked Out.
    d.quietly(0, "play", d.hand(0, "wreck"), other)
    assert d.lies(other) == d.lies(marked) == "discard"


@pytest.mark.rule("faroe", "level.none")
def test_what_has_no_level_is_not_of_a_low_one() -> None:
    # Given "a card with Level 2 or less" of the Discard Pile, then a Character of Level 2 and one without a
    # printed Level, which is Level 0, are such, and an Item is not.
    d = Duel(CARDS)
    low, none, item = d.discard(0, "second"), d.discard(0, "doomed-nobody"), d.discard(0, "ration")
    d.discard(0, "giant")
    rescue = d.hand(0, "rescue")
    assert {move[2] for move in d.options(0) if move[1:2] == (rescue,)} == {low, none}
    assert d.refused(0, "play", rescue, item) == "target.chosen-when"

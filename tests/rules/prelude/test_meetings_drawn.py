"""The finds of cards drawn at random in Prelude: words about players that are said of minions."""

from __future__ import annotations

import pytest

from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards, item


def spoken(effects: object, minions: int = 2) -> Prelude:
    """P1 has used an item that does this; there are so many minions, the first of them P1's."""
    g = Prelude(
        "human",
        "dwarf",
        cards=cards("guard")
        + item("cheer", price=0, suspend=0, hands=1, ability={"activate": True, "do": effects}),
    )
    g.ranks(0, "red-magic-1"), g.ranks(1, "red-magic-1")
    for seat in range(minions):
        g.minion(seat, "guard")
    g.quietly(0, "use", g.equipped(0, "cheer"))
    return g


@pytest.mark.rule("prelude", "value.types")
@pytest.mark.parametrize("word", ["fill", "coin", "train"])
def test_minions_have_no_values(word: str) -> None:
    """given an effect that gives Coin, Magic or Training, when it says so of characters and
    minions, then minions have none of it."""
    g = spoken({word: 2, "who": "all fighters"})
    handles = range(g.s.seats + 1, len(g.s.code))
    minions = [h for h in handles if g.s.zone[h] >= 0 and g.s.zone[h] % t.NZ == t.MINIONS]
    assert len(minions) == 2
    assert not any(g.s.num[column][h] for column in (t.COIN, t.TRAINING) for h in minions)


@pytest.mark.rule("prelude", "card.text-overrides")
@pytest.mark.parametrize("minions", [0, 1])
def test_a_choice_among_nothing_finds_nothing(minions: int) -> None:
    """given an effect that destroys a minion chosen at random and then gives 2 Coin, when there is none to
    choose, then the rest of the effect is carried out all the same."""
    g = spoken([{"random": "all minions"}, {"destroy": "it"}, {"coin": 2}], minions)
    assert g.s.num[t.COIN][g.body(0)] == spoken({"coin": 2}).s.num[t.COIN][g.body(0)]
    assert g.size(0, t.MINIONS) == 0

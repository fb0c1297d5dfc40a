"""What cards drawn at random have found in Prelude: words about players that are said of minions."""

from __future__ import annotations

import pytest

from fadenet.games.prelude import tables as t
from tests.builders.cards import cards
from tests.builders.prelude_scenario import Prelude


def spoken(word: str) -> Prelude:
    """P1 has played an Immediate with this word about all minions, one of which is P1's."""
    g = Prelude(
        "human",
        "dwarf",
        cards=cards("prelude", "guard")
        + f"""
[card.cheer]
name = "Cheer"
type = "Item"
suspend = 0
hands = 1
price = 0
[[card.cheer.ability]]
activate = true
do = [{{ {word} = 2, who = "all minions" }}]
""",
    )
    g.ranks(0, "red-magic-1"), g.ranks(1, "red-magic-1")
    for seat in range(2):
        g.minion(seat, "guard")
    g.quietly(0, "use", g.equipped(0, "cheer"))
    return g


@pytest.mark.rule("prelude", "value.types")
@pytest.mark.parametrize("word", ["fill", "coin", "train"])
def test_minions_have_no_values(word: str) -> None:
    """given an effect that gives Coin, Magic or Training, when it says so of minions, then they
    have none of it."""
    g = spoken(word)
    handles = range(g.s.seats + 1, len(g.s.code))
    minions = [h for h in handles if g.s.zone[h] >= 0 and g.s.zone[h] % t.NZ == t.MINIONS]
    assert len(minions) == 2
    assert not any(g.s.num[column][h] for column in (t.COIN, t.TRAINING) for h in minions)

"""What changes a figure of a card is told in the log, whatever the card that does it."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.engine import atoms
from fadenet.engine.kit.books import BookRules
from tests.builders.playout import Playout

CHANGES_MIN = 20


@pytest.mark.parametrize("game", ["faroe", "terrene"])
def test_every_change_of_a_figure_has_a_line(game: str) -> None:
    """given matches of random moves, then each change with an end is told with its card and its amount."""
    rules = games.load(game)
    assert isinstance(rules, BookRules)
    told = 0
    for seed in range(40):
        playout = Playout(rules, seed)
        for s in playout.rests():
            for row in s.events:
                if row[0] == atoms.MODIFIED:
                    line = rules.describe_event(s, row)
                    name = rules.quantities[row[5]]
                    said = line.removeprefix(f"{rules.name_of(s, row[1])}: ")
                    assert said != line and said.startswith((f"{row[6]:+d} {name}", name)), line
                    told += 1
        if told >= CHANGES_MIN:
            return
    raise AssertionError(f"only {told} changes came up")

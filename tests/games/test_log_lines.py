"""What changes a figure of a card is told in the log, whatever the card that does it."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.engine import atoms
from fadenet.engine.kit.books import RuleBook
from fadenet.table.scribe import line_for
from tests.builders.playout import Playout

CHANGES_MIN = 20


@pytest.mark.parametrize("game", ["faroe", "terrene"])
def test_every_change_of_a_figure_has_a_line(game: str) -> None:
    """given matches of random moves, then each change with an end is told with its card and its amount."""
    rules = games.load(game)
    book = rules.book
    assert isinstance(book, RuleBook)
    told = 0
    for seed in range(40):
        playout = Playout(rules, seed)
        for s in playout.rests():
            for row in s.events:
                if row[0] == atoms.MODIFIED:
                    line = book.event_line(s, row)
                    assert line is not None
                    name = rules.quantities[row[5]]
                    said = line.text().removeprefix(f"{book.name_of(s, row[1])}: ")
                    assert said != line.text() and said.startswith((f"{row[6]:+d} {name}", name)), line
                    told += 1
        if told >= CHANGES_MIN:
            return
    raise AssertionError(f"only {told} changes came up")


@pytest.mark.parametrize("game", ["faroe", "terrene"])
def test_a_card_that_is_drawn_is_named_to_whoever_knows_it_alone(game: str) -> None:
    """given hidden cards that are drawn, then their owner reads their names and everybody else "a card"."""
    rules = games.load(game)
    told = 0
    for seed in range(40):
        for s in Playout(rules, seed).rests():
            for row in s.events:
                h = row[1]
                if rules.events[row[0]] == "drawn" and not s.code[h]:
                    public, own = line_for(s, row, {}), line_for(s, row, {h: 1})
                    assert public is not None and own is not None
                    assert (public.deed(), public.text()) == ("draws a card", f"p{row[3] + 1} draws a card")
                    assert own.deed() == f"draws {rules.cards[1].name}"
                    told += 1
        if told >= CHANGES_MIN:
            return
    raise AssertionError(f"only {told} cards were drawn")

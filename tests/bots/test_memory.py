"""A match by other cards leaves nothing behind: a node plays by one stranger's set after the other."""

from __future__ import annotations

import gc
from itertools import islice
from random import Random

import pytest

from fadenet.bots import make
from fadenet.bots.base import run_now
from fadenet.bots.beliefs import packaged_lists
from fadenet.engine.rules import Rules
from fadenet.games.lessons import tutorial_of
from fadenet.games.puzzles import puzzles_of
from fadenet.table.local import LocalMatch
from tests.meetings.shelves import NAMES, game

DECISIONS = 60


class Enough(Exception):
    """So many decisions will do."""


def played(rules: Rules) -> None:
    """Some decisions of a match of the greedy bot against itself, and what a console asks of rules."""
    left = iter(range(DECISIONS))

    def watch(*_: object) -> None:
        if not [*islice(left, 1)]:
            raise Enough

    decks = [rules.book.draw_deck(Random(n).shuffle) for n in range(2)]
    lists = [[list(part) for part in deck] for deck in decks]
    match = LocalMatch(
        rules, [make("greedy"), make("greedy")], [part for one in lists for part in one], 1, watch=watch
    )
    with pytest.raises(Enough):
        run_now(match.play())
    assert packaged_lists(rules) is packaged_lists(rules)
    assert tutorial_of(rules).lessons and puzzles_of(rules)


@pytest.mark.parametrize("name", NAMES)
def test_no_rules_are_left_behind(name: str) -> None:
    """given rules of a game with its cards, when they have been played by, then they are gone with the match:
    no function of them is remembered elsewhere."""
    of = game(name)
    gc.collect()
    before = sum(isinstance(one, Rules) for one in gc.get_objects())
    rules = of.bare("duel", {})
    of.add(rules, of.sources)
    played(rules)
    del rules
    gc.collect()
    assert sum(isinstance(one, Rules) for one in gc.get_objects()) == before

"""A deck list of which some cards have been seen is completed to one that may be it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from fadenet import games
from fadenet.games import decks
from tests.builders.playout import packaged_decks

every_game = pytest.mark.parametrize("game", games.NAMES)


@every_game
def test_a_list_that_was_partly_seen_is_completed_legally(
    game: str, so_many: Callable[[int, int], int]
) -> None:
    """given some cards of a legal list and its sizes, when it is completed, then the list is legal, of these
    sizes, and holds what was seen."""
    rules = games.load(game)
    for seed in range(so_many(4, 200)):
        random = Random(seed)
        lists = (
            random.choice(packaged_decks(rules)).lists if seed % 2 else rules.book.draw_deck(random.shuffle)
        )
        seen = [tuple(random.sample(line, random.randrange(len(line) // 2))) for line in lists]
        sizes = [len(line) for line in lists]
        completed = rules.book.complete_deck(seen, sizes, random.shuffle)
        assert [len(line) for line in completed] == sizes
        assert all(Counter(some) <= Counter(line) for some, line in zip(seen, completed, strict=True))
        assert decks.check_deck(rules, completed) == []


@every_game
def test_one_seed_completes_a_list_in_one_way_and_others_in_others(game: str) -> None:
    rules = games.load(game)
    sizes = [len(line) for line in packaged_decks(rules)[0].lists]
    nothing = [()] * len(sizes)
    made = [rules.book.complete_deck(nothing, sizes, Random(seed).shuffle) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]


@every_game
def test_a_list_that_no_rule_allows_is_completed_all_the_same(game: str) -> None:
    """given more copies of a card than may be in a deck, and sizes that no deck has, then there is a list of
    these sizes with those cards."""
    rules = games.load(game)
    lists = packaged_decks(rules)[0].lists
    seen = [(line[0],) * 7 for line in lists]
    completed = rules.book.complete_deck(seen, [11] * len(lists), Random(1).shuffle)
    assert [len(line) for line in completed] == [11] * len(lists)
    assert all(line.count(some[0]) >= 7 for some, line in zip(seen, completed, strict=True))

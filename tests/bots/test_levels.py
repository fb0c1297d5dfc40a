"""Levels: what tells them apart is how often they play whatever comes to mind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet import bots, games
from fadenet.bots.arena import Setting, play_pairs
from fadenet.bots.levels import EasyBot, NormalBot
from fadenet.engine.kernel import PASS_MOVE
from fadenet.games import decks
from fadenet.table.view import SeatView
from tests.builders.prelude_scenario import Prelude

PAIRS = 1, 10
"""Pairs in a run, and in a long one."""


def test_the_levels_go_from_easy_to_hard() -> None:
    """given the levels, then each is a bot there is, an easier one errs more often in every game, and the
    hardest never."""
    assert list(bots.LEVELS) == ["easy", "normal", "hard"] and set(bots.LEVELS.values()) <= set(bots.NAMES)
    for game in games.GAMES.values():
        assert 100 > game.mistakes[EasyBot.LEVEL] > game.mistakes[NormalBot.LEVEL] > 0
    assert bots.LEVELS["hard"] == "greedy"


@pytest.mark.parametrize(("better", "worse"), [("greedy", "easy"), ("easy", "random")])
def test_each_level_beats_what_is_far_below_it(
    better: str, worse: str, so_many: Callable[[int, int], int]
) -> None:
    """given a few paired games of faroe, then the better bot wins most; the long form is `bot match`."""
    rules = games.load("faroe")
    lists = [decks.load_deck(rules, name) for name in decks.packaged(rules)]
    assert play_pairs(Setting("faroe"), better, worse, lists, so_many(*PAIRS), workers=1).rate > 0.5


@pytest.mark.parametrize("name", ["easy", "normal"])
def test_nobody_makes_mistakes_before_the_game(name: str) -> None:
    """given the agreements before a match of Prelude, then no bot of a level proposes anything, whatever its
    dice say."""
    deck = ["copper-purse"] * 50 + ["soldier-1", "green-magic-1"]
    g = Prelude("human", "dwarf", setup=False, decks=[deck, deck], agreements=True)
    bot = bots.make(name)
    for seed in range(40):
        bot.random.seed(seed)
        assert bot.pick(SeatView(g.s, 0, g.dealer.known[0]), g.options(0)) == PASS_MOVE

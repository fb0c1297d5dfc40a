"""Levels: what tells them apart is how often they play whatever comes to mind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet import bots, games
from fadenet.bots.arena import Contest, Variant, play_pairs
from fadenet.bots.base import run_now
from fadenet.bots.levels import EASY, NORMAL
from fadenet.cli.frame.context import make_bot
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.prelude_scenario import Prelude

PAIRS = 1, 10
"""Pairs in a run, and in a long one."""


def test_the_levels_go_from_easy_to_hard() -> None:
    """given the levels, then each is a bot there is, an easier one errs more often in every game, and the
    hardest never."""
    assert list(bots.LEVELS) == ["easy", "normal", "hard"] and set(bots.LEVELS.values()) <= set(bots.NAMES)
    for game in games.GAMES.values():
        assert 100 > game.mistakes[EASY] > game.mistakes[NORMAL] > 0
    assert bots.LEVELS["hard"] == "greedy"


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("greedy", "easy"), ("easy", "random")])
def test_each_level_beats_what_is_far_below_it(
    better: str, worse: str, so_many: Callable[[int, int], int]
) -> None:
    """given a few paired games of faroe, then the better bot wins most; the long form is `bot match`."""
    assert play_pairs(Contest(Variant("faroe"), (better, worse)), so_many(*PAIRS), 1).rate > 0.5


@pytest.mark.parametrize("agreements", [False, True])
@pytest.mark.parametrize("name", bots.NAMES)
def test_bots_propose_agreements_only_where_they_are_asked_to(name: str, agreements: bool) -> None:
    """given the agreements before a match of Prelude, then no bot that plays with people proposes anything,
    whatever its dice say, but where it may."""
    deck = ["copper-purse"] * 50 + ["soldier-1", "green-magic-1"]
    g = Prelude("human", "dwarf", setup=False, decks=[deck, deck], agreements=True)
    seat, bot, answers = SeatView(g.s, 0, g.dealer.known[0]), make_bot(name, agreements), set[Move]()
    for seed in range(40):
        info = MatchInfo("m", "prelude", "duel", 0, ("Ada", "Ben"), ("bot", "human"), (), seed)
        run_now(bot.start(info, seat))
        answers.add(run_now(bot.choose(seat)).move)
    assert PASS_MOVE in answers and (len(answers) > 1) == agreements

"""Levels: what tells them apart is how often they play whatever comes to mind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet import bots, games
from fadenet.bots.arena import Contest, Variant, play_pairs
from fadenet.bots.base import run_now
from fadenet.bots.levels import EASY, NORMAL
from fadenet.cli.frame.context import NotFound, make_bot, named_bot
from fadenet.cli.past.solo import level_of
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


def test_a_level_that_a_game_does_not_offer_is_refused_with_those_that_it_does() -> None:
    """given a game with `expert` and one without, then it is the bot that the one names, and is refused in
    the other; another name means the same in both; where no game is named, a level is not a bot."""
    game, searching = games.GAMES["prelude"], "rollout:worlds=5"
    with_it, without = game._replace(expert=searching), game._replace(expert="")
    assert [*bots.levels_of(with_it)] == ["easy", "normal", "hard", "expert"]
    assert [*bots.levels_of(without)] == ["easy", "normal", "hard"]
    assert (named_bot("expert", with_it), named_bot("hard", without)) == (searching, "greedy")
    assert (level_of(searching, with_it), level_of(searching, without)) == ("expert", searching)
    assert named_bot("rollout:worlds=2", without) == "rollout:worlds=2"
    with pytest.raises(NotFound, match=r"expert is not offered in prelude: .* Levels: easy, normal, hard"):
        named_bot("expert", without)
    with pytest.raises(NotFound, match="There is no bot 'expert': it is a level"):
        make_bot("expert")


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

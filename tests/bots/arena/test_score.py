"""The score of pairs: points from the first bot, beginner and second apart, and how sure they are."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.bots.arena import GamePair, GameResult, score_of
from fadenet.bots.arena.interval import classes_interval, interval, share_of_classes, within
from fadenet.bots.arena.timing import Thinking, length_of


def pair(first: int, second: int, began: int = 0, turns: int = 9) -> GamePair:
    """A pair by the scores of the even seats, in which this seat began."""
    games = (GameResult(first, "x", turns, 5, began), GameResult(second, "x", 9, 5, began))
    return GamePair(0, ("a", "b"), ("d", "d"), games)


def test_points_are_counted_from_the_first_bot() -> None:
    """given a pair in which the first bot won once and drew once, then it has three of four half points."""
    score = score_of([pair(2, 1, turns=30)])
    assert (score.wins, score.draws, score.losses, score.pairs.classes) == (1, 1, 0, (0, 0, 0, 1, 0))
    assert (score.games, score.rate, score.turns_max, score.answers) == (2, 0.75, 30, 10)


def test_a_loss_in_the_second_seat_is_a_loss() -> None:
    """given a pair in which seat 0 won both games, then the bots are level in it."""
    score = score_of([pair(2, 2), pair(2, 0)])
    assert (score.wins, score.losses, score.pairs.classes) == (3, 1, (0, 0, 1, 0, 1))
    assert score.rate == 0.75


def test_points_as_beginner_and_as_second_are_told_apart() -> None:
    """given pairs in which whoever began won, and one in which the first bot won both, then it has all as
    beginner and a third as second, whichever seat began."""
    score = score_of([pair(2, 2, began=0), pair(0, 0, began=1), pair(2, 0, began=1)])
    assert (score.beginner.rate, score.beginner.n) == (1.0, 3)
    assert score_of([pair(2, 0)] * 20).beginner.interval == interval(1.0, 20)
    assert score.second.rate == pytest.approx(1 / 3) and score.second.n == 3
    assert score.unswapped == 0


NUMBERS = st.integers(0, 99)
GAMES = st.builds(GameResult, st.integers(0, 2), st.just("x"), NUMBERS, NUMBERS, st.integers(-1, 3))
TWO = st.builds(GamePair, NUMBERS, st.just(("a", "b")), st.just(()), st.tuples(GAMES, GAMES))
PAIRS = st.lists(TWO, min_size=1, max_size=30)


@given(PAIRS)
def test_what_one_bot_takes_the_other_does_not(pairs: list[GamePair]) -> None:
    """given any pairs, seen from either bot, then wins are losses, shares add up to 1, and what one takes as
    beginner the other lacks as second."""
    one, other = score_of(pairs), score_of([pair.turned() for pair in pairs])
    assert (one.wins, one.draws, one.losses) == (other.losses, other.draws, other.wins)
    assert one.pairs.classes == other.pairs.classes[::-1] and one.rate + other.rate == pytest.approx(1)
    assert one.beginner.classes == other.second.classes[::-1]
    assert one.second.classes == other.beginner.classes[::-1]
    assert (one.unswapped, one.turns_max, one.answers) == (other.unswapped, other.turns_max, other.answers)
    for share in (one.pairs, one.beginner, one.second):
        ends = share.interval
        assert ends is None if share.n < 10 else ends is not None and 0 <= ends[0] < ends[1] <= 1
        assert ends is None or ends[0] - 1e-9 <= share.rate <= ends[1] + 1e-9


def test_games_without_a_beginner_are_no_ones_and_pairs_with_one_are_counted() -> None:
    """given games against an automaton, then nobody is beginner or second; given a pair in which one bot
    began twice, then it is counted as such."""
    score = score_of([pair(2, 0, began=-1)])
    assert (score.beginner.n, score.second.n, score.unswapped) == (0, 0, 0)
    twice = GamePair(0, ("a", "b"), (), (GameResult(2, "x", 9, 5, 0), GameResult(2, "x", 9, 5, 1)))
    assert score_of([twice]).unswapped == 1


def test_the_time_of_both_bots_is_told_apart_and_only_of_what_was_played() -> None:
    """given a pair that was timed and one out of a journal, then each bot has its time of both seats, for a
    game of the first; seen from the other bot it is the other way round, and pairs are equal without it."""
    a, b, c, d = (Thinking(ms, ((length, 1),)) for ms, length in ((10, 7), (2, 8), (4, 9), (30, 7)))
    games = [GameResult(2, "x", 9, 5, 0, thinking=two) for two in ((a, b), (c, d))]
    timed = GamePair(0, ("a", "b"), (), (games[0], games[1]))
    own, others = Thinking(40, ((7, 2),)), Thinking(6, ((8, 1), (9, 1)))
    assert (score_of([timed, pair(2, 0)]).thinking, score_of([timed, pair(2, 0)]).timed) == ((own, others), 2)
    assert score_of([timed.turned()]).thinking == (others, own)
    assert score_of([pair(2, 0)]).timed == 0
    assert timed == GamePair(0, ("a", "b"), (), (GameResult(2, "x", 9, 5, 0), GameResult(2, "x", 9, 5, 0)))


def test_what_most_decisions_do_not_exceed_is_told_beside_their_mean() -> None:
    """given 95 decisions of 2 ms and five of 80, then 95 of 100 took 2 ms at most, to 5 %; with one long one
    more it is 80; without a decision it is 0."""
    short, long = length_of(2_000_000), length_of(80_000_000)
    thinking = Thinking(95 * 2.0 + 5 * 80, ((short, 95), (long, 5)))
    assert thinking.mean_ms == pytest.approx(5.9) and thinking.p95_ms == pytest.approx(2, rel=0.05)
    assert (thinking + Thinking(80, ((long, 1),))).p95_ms == pytest.approx(80, rel=0.05)
    assert Thinking().p95_ms == Thinking().mean_ms == 0


def test_the_interval_of_trials_is_that_of_wilson() -> None:
    """given 20 trials, all won or half of them, then the figures are those of
    (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n), z = 1.96."""
    assert interval(1.0, 20) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert interval(0.5, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)


def test_an_interval_has_a_width_when_every_pair_went_the_same_way() -> None:
    """given twenty pairs that one bot won, or that were level, then the share is not sure for that; level
    pairs tell more than won and lost ones of the same share."""
    won, level = score_of([pair(2, 0)] * 20).interval, score_of([pair(2, 2)] * 20).interval
    mixed = score_of([pair(2, 0), pair(0, 2)] * 10).interval
    assert won is not None and 0.75 < won[0] < 0.95 and won[1] == pytest.approx(1)
    assert level is not None and 0.40 < level[0] < 0.45 and 0.55 < level[1] < 0.60
    assert mixed is not None and mixed[0] < level[0] and level[1] < mixed[1]


def test_few_pairs_prove_nothing() -> None:
    """given nine pairs that were all won, then no interval is told, in figures or in words."""
    assert score_of([pair(2, 0)] * 9).interval is None
    assert within(None, "pairs") == "fewer than 10 pairs tell no interval"
    assert within(interval(0.5, 10), "pairs") == "95 % interval 23.7% to 76.3%"


@pytest.mark.parametrize(
    "chances",
    [(10, 0, 80, 0, 10), (0, 0, 80, 0, 20), (25, 0, 50, 0, 25), (5, 5, 30, 10, 50), (2, 0, 93, 0, 5)],
)
@pytest.mark.parametrize("pairs", [20, 100])
def test_an_interval_holds_the_share_as_often_as_it_says(chances: tuple[int, ...], pairs: int) -> None:
    """given pairs of which the chances of each class are known, many level ones among them, then at least 92
    of 100 intervals hold the share, and they are not as wide as those of trials that are won or lost."""
    dice, held, wide, plain, tries = Random(1), 0, 0.0, interval(0.5, pairs), 400
    share = share_of_classes(chances)
    for _ in range(tries):
        drawn = dice.choices(range(5), chances, k=pairs)
        found = classes_interval([drawn.count(n) for n in range(5)])
        assert found is not None
        held += found[0] <= share <= found[1]
        wide += found[1] - found[0]
    assert held >= 0.92 * tries
    assert plain is not None and wide / tries < plain[1] - plain[0]

"""The games of a contest that are worth a look."""

from __future__ import annotations

from fadenet.bots.arena import GamePair, GameResult
from fadenet.bots.arena.keeping import worth_a_look


def pair(number: int, *games: tuple[int, int]) -> GamePair:
    """A pair by scores of the even seats, and turns."""
    first, second = (GameResult(score, "x", turns, 5) for score, turns in games)
    return GamePair(number, ("a", "b"), (), (first, second))


PAIRS = [
    pair(0, (2, 10), (2, 12)),  # level: a lost the second game
    pair(1, (0, 20), (2, 9)),  # a lost both
    pair(2, (2, 30), (0, 3)),  # a won both
]


def test_the_longest_the_shortest_and_the_worst_losses_come_in_turn() -> None:
    """given three pairs, then the longest game, the shortest and one of the pair that was lost come first,
    then the next of each kind, and no game twice."""
    found = [(one.pair.number, one.game, one.why) for one in worth_a_look(PAIRS, 5)]
    assert found == [
        (2, 0, "longest"),
        (2, 1, "shortest"),
        (1, 0, "lost"),
        (1, 1, "shortest"),
        (0, 1, "longest"),
    ]


def test_there_are_never_more_than_were_played_or_wanted() -> None:
    """given six games, then as many are kept as were asked for, and at most six."""
    assert [len(worth_a_look(PAIRS, most)) for most in (1, 4, 100)] == [1, 4, 6]
    assert worth_a_look([], 3) == []

"""How games went: who began, how long they took, and who came back, told of real matches."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fadenet import games
from fadenet.bots.arena import play_game
from fadenet.bots.course import Course, Courses, told
from fadenet.engine.kit.series import X_WINS
from fadenet.engine.state import Row, State
from fadenet.games import decks


class Observer:
    """Watches beside the courses: who is active in each turn, and the last state."""

    def __init__(self, courses: Courses) -> None:
        self.courses = courses
        self.first: list[int] = []
        self.turns = self.turn = 0
        self.last: State

    def __call__(self, s: State, rows: Sequence[Row]) -> None:
        self.courses(s, rows)
        if s.turn != self.turn:
            self.turns += s.turn > 0
            self.first += [s.rules.side(s, s.active)] if s.turn == 1 else []
        self.turn, self.last = s.turn, s


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "format", "seats", "options"),
    [
        ("faroe", "duel", 2, {}),
        ("faroe", "duel", 2, {"opening": "even"}),
        ("faroe", "teams", 4, {}),
        ("terrene", "duel", 2, {}),
        ("terrene", "2v2", 4, {}),
    ],
)
def test_a_match_is_told_game_by_game(game: str, format: str, seats: int, options: dict[str, str]) -> None:
    """given a match of bots, then each of its games has its beginner, its turns, its winner."""
    rules = games.load(game, format, **options)
    shelf = [decks.load_deck(rules, name) for name in decks.packaged(rules)]
    seen = Observer(Courses())
    play_game(rules, ["random"] * seats, [shelf[n % 2] for n in range(seats)], 11, seen)
    courses, s = seen.courses.games, seen.last
    # Then they began and lasted as the states say.
    assert [course.beginner for course in courses] == seen.first
    assert sum(course.turns for course in courses) == seen.turns
    # And they were won as the score and the places say.
    sides = {s.rules.side(s, seat) for seat, place in enumerate(s.over[0]) if place == 1}
    if game == "terrene":
        won = [sum(course.winner == side for course in courses) for side in (0, 1)]
        assert won == list(s.vars[X_WINS : X_WINS + 2]) and len(courses) > 1
    else:
        assert [course.winner for course in courses] == list(sides)
    # And all had everything in the first turn.
    for course in courses:
        assert course.left[0] == (1.0, 1.0)
        assert all(0 <= share <= 1 for left in course.left for share in left)


@pytest.mark.parametrize(
    ("winner", "half", "comeback"),
    [(0, (0.5, 0.4), False), (1, (0.5, 0.4), True), (0, (0.5, 0.5), None), (-1, (0.5, 0.4), None)],
)
def test_who_is_behind_at_half_time_and_wins_comes_back(
    winner: int, half: tuple[float, ...], comeback: bool | None
) -> None:
    """given four turns, then what is left in the third counts; nobody comes back where all have the same."""
    course = Course(0, winner, [(1.0, 1.0), (0.2, 1.0), half, (0.1, 0.1)])
    assert course.comeback is comeback


def test_the_three_figures_are_told_of_the_games_that_have_them() -> None:
    """given three games, one of them drawn, then shares are of those that were won, or behind in."""
    played = [
        Course(0, 0, [(1.0, 1.0), (0.5, 0.9)]),
        Course(1, 0, [(1.0, 1.0), (1.0, 1.0), (0.5, 0.1)]),
        Course(1, -1, [(1.0, 1.0)] * 9),
    ]
    assert told(played) == "beginner 50% of 2, 3 turns, comebacks 100% of 1"
    assert told(played[2:]) == "beginner -, 9 turns, comebacks -"

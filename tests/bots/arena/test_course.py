"""How games went: who began, how long they took, and who came back, told of real matches."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fadenet import games
from fadenet.bots.arena import play_game
from fadenet.bots.arena.course import Courses, GameCourse, share_of, told
from fadenet.engine import atoms
from fadenet.engine.kit import series
from fadenet.engine.state import Row, State
from fadenet.games import decks
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude


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
            self.turns += s.turn - self.turn if s.turn > self.turn else s.turn  # of a new game
            self.first += [s.rules.side(s, s.active)] if s.turn == 1 else []
        self.turn, self.last = s.turn, s


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "format", "seats", "options"),
    [
        ("faroe", "duel", 2, {}),
        pytest.param("faroe", "duel", 2, {"opening": "even"}, marks=pytest.mark.long),
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
        assert won == series.wins(s) and len(courses) > 1
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
    course = GameCourse(0, winner, [(1.0, 1.0), (0.2, 1.0), half, (0.1, 0.1)])
    assert course.comeback is comeback


def test_the_three_figures_are_told_of_the_games_that_have_them() -> None:
    """given three games, one of them drawn, then shares are of those that were won, or behind in."""
    played = [
        GameCourse(0, 0, [(1.0, 1.0), (0.5, 0.9)]),
        GameCourse(1, 0, [(1.0, 1.0), (1.0, 1.0), (0.5, 0.1)]),
        GameCourse(1, -1, [(1.0, 1.0)] * 9),
    ]
    assert told(played) == "beginner 50% of 2, 3 turns, comebacks 100% of 1"
    assert told(played[2:]) == "beginner -, 9 turns, comebacks -"


def test_what_is_counted_is_told_by_the_hundred_games_and_in_how_many_of_them() -> None:
    """given two blasts in one of four games, then that is 50 by the hundred, in 25 of them; 0 is told too."""
    blasts = [{"blasts": n, "Masters": 0} for n in (0, 2, 0, 0)]
    played = [GameCourse(0, 0, [(1.0, 1.0)], met) for met in blasts]
    assert told(played).endswith("; in 100 games blasts 50 (in 25), Masters 0 (in 0)")


def test_a_share_has_an_interval_behind_it_where_trials_are_enough() -> None:
    """given 30 of 40 points of 20 pairs, then the interval is that of 20 trials; of 9 there is none."""
    assert share_of(30, 40, 20) == "75% of 40 (53% to 89%)"
    assert share_of(30, 40) == "75% of 40 (60% to 86%)"
    assert share_of(6, 9) == "67% of 9"
    assert share_of(0, 0) == "-"


def test_blasts_second_lines_masters_and_finished_tasks_of_prelude_are_counted() -> None:
    """given the events of a set-up and of a game, then each word is counted as often as it happened, and only
    a line beside another one is a second line."""
    courses, g = Courses(), Prelude("human", "human", ranks=("green-magic-1", "soldier-1"))
    second = g.ranks(0, "red-magic-1", "red-magic-2", more=True)
    placed = [(t.E_PLACED, h, -1, 0, 0, n) for n, h in enumerate(second, 1)]
    courses(g.s, [*placed, (t.E_PLACED, g.zone(1, t.LINE_A)[0], -1, 1, 0, 1)])
    courses(g.s, [(atoms.TURN_BEGINS, 1, -1, 0, 0, 1)])
    courses(g.s, [(event, g.body(0), -1, 0, 0, 3) for event in (t.E_EXPLODES, t.E_TAUGHT, t.E_TAUGHT)])
    courses(g.s, [(event, g.body(1), -1, 1, 0, 1) for event in (t.E_FINISHING, t.E_BROKEN)])
    assert courses.games[0].met == {"blasts": 1, "second lines": 1, "Masters": 2, "finished tasks": 1}
    # And the next match begins with nothing.
    g.life(g.body(1), 1)
    g.quietly(0, "strike", g.body(1))
    courses(g.s, [])
    courses(Prelude("human", "human").s, [(atoms.TURN_BEGINS, 1, -1, 0, 0, 1)])
    assert not any(courses.games[1].met.values())

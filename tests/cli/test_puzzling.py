"""`fadenet puzzle`: shown, solved in plain lines, missed, and the days that are counted."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from fadenet import games
from fadenet.cli.cards.puzzling import (
    SOLVED,
    Solving,
    answered,
)
from fadenet.cli.frame.achieved import FILE_BYTES
from fadenet.engine.rules import Rules
from fadenet.games.puzzles import puzzle_of_day, puzzles_of
from tests.cli.helpers import GAME, Cli, sentence

RULES: Rules = games.load(GAME)
PUZZLES = puzzles_of(RULES)
ONE = next(n for n, puzzle in enumerate(PUZZLES, 1) if puzzle.asked == 1)
"""A puzzle with one answer."""
DAY = date(2026, 11, 30)


def days(*given: tuple[int, bool]) -> Solving:
    """How it stands after answers so many days behind a day, right or wrong."""
    kept = Solving()
    for after, right in given:
        kept = answered(kept, f"puzzle-{after}", right, DAY + timedelta(days=after))
    return kept


def test_days_in_a_row_are_counted() -> None:
    """given right answers on three days in a row, then the streak is three; a missed day begins it anew."""
    assert days((0, True), (1, True), (2, True)).streak == 3
    missed = days((0, True), (1, True), (3, True))
    assert (missed.streak, missed.best) == (1, 2)


def test_a_wrong_answer_ends_the_streak() -> None:
    kept = days((0, True), (1, True), (2, False))
    assert (kept.streak, kept.best, kept.solved) == (0, 2, ("puzzle-0", "puzzle-1"))
    assert answered(kept, "puzzle-3", True, DAY + timedelta(days=3)).streak == 1


def test_the_puzzle_of_a_day_counts_once() -> None:
    """given a wrong answer and then a right one on the same day, or one on a day before, then the first
    stands; another puzzle changes no streak."""
    assert days((0, True), (1, False), (1, True)).streak == 0
    assert days((1, True), (0, True)).streak == 1
    assert answered(days((0, True)), "another", False, None).streak == 1
    assert answered(days((0, True)), "another", True, None).solved == ("puzzle-0", "another")


def test_a_puzzle_is_shown_without_input(cli: Cli) -> None:
    """given --no-input, then the position, the task and the way to the answer are printed, and not it."""
    assert cli("puzzle", GAME, "2", "--no-input") == 0
    assert PUZZLES[1].task in cli.out and "Combat" in cli.out and "The answer:" not in cli.out
    assert f"puzzle {GAME} 2 --answer" in cli.err
    assert cli("puzzle", GAME, PUZZLES[1].id, "--answer") == 0
    assert PUZZLES[1].why in cli.out.replace("\n", " ")
    assert SOLVED.read(cli.home) == {}


def test_a_puzzle_is_data(cli: Cli) -> None:
    """given --json, then it holds the task, the legal moves and the position, and the answer if asked for."""
    assert cli("puzzle", GAME, "--date", "2026-11-29", "--json") == 0
    found = json.loads(cli.out)
    one = PUZZLES[puzzle_of_day(PUZZLES, date(2026, 11, 29).toordinal()) - 1]
    assert found["puzzle"] == one.id and found["position"] == one.position and "answer" not in found
    assert one.line[0] in found["legal"]
    assert cli("puzzle", GAME, one.id, "--json", "--answer") == 0
    assert json.loads(cli.out)["line"] == list(one.line)


def test_all_puzzles_are_counted(cli: Cli) -> None:
    """given one that is solved, then the list of games says so."""
    SOLVED.write(cli.home, GAME, answered(Solving(), PUZZLES[0].id, True, date.today()))
    assert cli("puzzle") == 0
    assert f"1 of {len(PUZZLES)} solved, 1 day in a row" in cli.out
    assert all(name in cli.out for name in games.NAMES)
    assert cli("puzzle", "--json") == 0
    found = {one["game"]: one for one in json.loads(cli.out)["puzzles"]}
    assert not found[GAME]["open"] and found["prelude"]["open"] and found[GAME]["streak"] == 1


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((GAME, "0"), "1 to"),
        ((GAME, "xyzzy"), "xyzzy"),
        ((GAME, "--date", "monday"), "is not a day"),
        ((GAME, "--date", "9999-01-01"), "comes on that day"),
        ((GAME, "1", "--random"), "give one of them"),
        (("chess",), "chess"),
    ],
)
def test_what_makes_no_sense_is_said(cli: Cli, argv: tuple[str, ...], said: str) -> None:
    assert cli("puzzle", *argv) in (2, 4) and said in sentence(cli.err)


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b'{"faroe": 3}', b'{"faroe": {"last": "soon"}}', b" " * (FILE_BYTES + 1)],
)
def test_a_file_that_says_nothing_is_refused(cli: Cli, data: bytes) -> None:
    """given a file that was not written here, then the command says what to do about it."""
    cli.home.mkdir(exist_ok=True)
    (cli.home / SOLVED.file).write_bytes(data)
    assert cli("puzzle") == 3 and "Delete it" in sentence(cli.err)


def test_a_file_of_the_greatest_size_is_read() -> None:
    assert SOLVED.parse(b"{}".ljust(FILE_BYTES), SOLVED.file) == {}


def typed(answer: str) -> str:
    """The move of a line in notation as the console takes it, which calls these cards the same."""
    return f"{answer}\n"


def test_the_puzzle_of_today_is_solved_in_plain_lines(cli: Cli) -> None:
    """given a streak up to yesterday, when the answer is typed, then why it is right is said, and the streak
    goes on; any other puzzle leaves it as it is."""
    today = date.today()
    SOLVED.write(cli.home, GAME, Solving(2, 2, today - timedelta(days=1)))
    one = PUZZLES[puzzle_of_day(PUZZLES, today.toordinal()) - 1]
    cli.typing("".join(map(typed, one.line)), "puzzle", GAME, ends=True)
    assert "Solved at the first go." in cli.out and "3 days in a row, your best" in cli.out, cli.out
    assert SOLVED.read(cli.home)[GAME] == Solving(3, 3, today, (one.id,)) and "\x1b" not in cli.out
    cli.typing(typed("concede") * 2, "puzzle", GAME, str(ONE), ends=True)
    assert SOLVED.read(cli.home)[GAME].streak == 3


def test_a_wrong_answer_may_be_mended_and_is_a_miss(cli: Cli) -> None:
    """given a puzzle, when another legal move is typed and then the right one, then the first is said not to
    be it, all stays as it was, and the puzzle does not count as solved."""
    one = PUZZLES[ONE - 1]
    cli("puzzle", GAME, str(ONE), "--json")
    other = next(move for move in json.loads(cli.out)["legal"] if move not in (one.line[0], "mix"))
    cli.typing(typed(other) + typed(one.line[0]), "puzzle", GAME, str(ONE), ends=True)
    assert "Everything is as it was" in cli.out and "Solved, but not at the first go." in cli.out, cli.out
    assert one.why in cli.out and SOLVED.read(cli.home)[GAME] == Solving()

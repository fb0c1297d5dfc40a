"""Puzzle files: positions open, lines are legal and end at the goal, and a broken file says what is wrong."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest

from fadenet import games
from fadenet.bots.prover import Prover, Undecided, fault_of
from fadenet.engine import kernel, notation
from fadenet.engine.errors import LoadError
from fadenet.games.puzzles import Puzzle, opened, parse_puzzles, puzzle_of_day, puzzles_of
from fadenet.table.dealer import Dealer
from fadenet.table.view import SeatView

PUZZLES = [(name, puzzle) for name in games.NAMES for puzzle in puzzles_of(games.load(name))]
RESTS_IN_A_RUN = 30
"""Proofs that go through so many questions at the most are gone through in every run."""
FAROE = games.load("faroe")
FIRST = puzzles_of(FAROE)[0]


def of_each(puzzles: list[tuple[str, Puzzle]]) -> pytest.MarkDecorator:
    """The test is of each of these puzzles."""
    named = [pytest.param(name, one, id=f"{name}-{one.id}") for name, one in puzzles]
    return pytest.mark.parametrize(("name", "puzzle"), named)


def tables(**changes: Any) -> dict[str, Any]:
    """A file with one puzzle, with these keys as they should not be; None leaves a key out."""
    puzzle = msgspec.to_builtins(FIRST) | changes
    return {"puzzle": [{key: value for key, value in puzzle.items() if value is not None}]}


@of_each(PUZZLES)
def test_every_line_is_legal_and_ends_at_the_goal(name: str, puzzle: Puzzle) -> None:
    """given a position in which a match may come to rest, when the moves of the puzzle are made in it, then
    each is legal, and the goal is reached behind the last one and not before."""
    rules = games.load(name)
    s, hidden, seat = opened(rules, puzzle)
    assert not rules.check_state(s.clone())
    card = notation.find(s, seat, puzzle.card) if puzzle.card else 0
    prover = Prover(s.clone(), hidden.truth, seat, puzzle.goal, puzzle.until, card, 0)
    dealer, left = Dealer.resumed(hidden, None), list(puzzle.line)
    while prover.reached(s) is None:
        if s.needs:
            dealer.deal(s)
            continue
        asked = next(a.seat for a in s.asks if kernel.ask_of(s, a.seat) is not None)
        view = SeatView(s, asked, dealer.known[asked])
        options = view.options()
        move = view.parse(left.pop(0)) if len(options) > 1 else options[0]
        assert move in options
        kernel.play(s, asked, move, dealer.opening(s, move))
    assert prover.reached(s) and not left


@of_each([(name, puzzle) for name, puzzle in PUZZLES if puzzle.rests <= RESTS_IN_A_RUN])
def test_what_is_asked_for_is_the_only_right_move(name: str, puzzle: Puzzle) -> None:
    """given a puzzle with a short proof, then the proof holds, with as many questions as it says."""
    assert fault_of(games.load(name), puzzle, RESTS_IN_A_RUN) == ""


@pytest.mark.long
@of_each(PUZZLES)
def test_every_proof_holds(name: str, puzzle: Puzzle) -> None:
    assert fault_of(games.load(name), puzzle, puzzle.rests) == ""


@pytest.mark.parametrize("name", games.NAMES)
def test_each_game_has_twenty(name: str) -> None:
    assert len(puzzles_of(games.load(name))) >= 20


def test_another_first_move_is_not_proven() -> None:
    """given a puzzle whose line begins with another legal move, then its proof says what is right."""
    s, hidden, seat = opened(FAROE, FIRST)
    view = SeatView(s, seat, hidden.known[seat])
    other = next(text for move in view.options() if (text := view.text(move)) != FIRST.line[0])
    wrong = msgspec.structs.replace(FIRST, line=(other, *FIRST.line[1:]))
    assert fault_of(FAROE, wrong, FIRST.rests) == f"right there: {FIRST.line[0]}"


def test_a_line_that_goes_on_or_stops_short_is_not_proven() -> None:
    """given a puzzle whose line lacks its last move, or has one more, then its proof says so."""
    short = msgspec.structs.replace(FIRST, line=FIRST.line[:-1], asked=1)
    assert "ends before the goal" in fault_of(FAROE, short, FIRST.rests)
    longer = msgspec.structs.replace(FIRST, line=(*FIRST.line, "pass"))
    assert "reached before its line ends" in fault_of(FAROE, longer, FIRST.rests)


def test_a_proof_that_is_too_long_says_so() -> None:
    with pytest.raises(Undecided):
        fault_of(FAROE, FIRST, 1)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hint": "x"}, "hint"),
        ({"task": None}, "task"),
        ({"goal": "draw"}, "goal"),
        ({"rules": ["chain.none"]}, "there is no rule chain.none"),
        ({"asked": 0}, "asked"),
        ({"asked": 99}, "asked"),
        ({"goal": "win", "card": "c1"}, "card"),
        ({"goal": "save", "card": ""}, "card"),
    ],
)
def test_a_broken_file_names_what_is_wrong(changes: dict[str, Any], said: str) -> None:
    """given a puzzle with a key that is wrong, then the error names the file and what is wrong."""
    with pytest.raises(LoadError, match=said) as raised:
        parse_puzzles(FAROE, tables(**changes))
    assert "faroe.toml" in str(raised.value)


def test_two_puzzles_with_one_name_are_refused() -> None:
    twice = tables()["puzzle"] * 2
    with pytest.raises(LoadError, match="two puzzles"):
        parse_puzzles(FAROE, {"puzzle": twice})
    with pytest.raises(LoadError, match="no puzzle"):
        parse_puzzles(FAROE, {"puzzle": []})


def test_a_position_of_another_game_is_refused() -> None:
    """given a puzzle of faroe with a position of terrene, or with none, then the error names the key."""
    other = puzzles_of(games.load("terrene"))[0].position
    for position in (other, "fnp1", ""):
        with pytest.raises(LoadError, match=f"{FIRST.id}: position"):
            opened(FAROE, msgspec.structs.replace(FIRST, position=position))


def test_all_have_the_same_puzzle_on_a_day() -> None:
    """given the days of some weeks, then each has one puzzle, and all come before one comes again."""
    puzzles = puzzles_of(FAROE)
    first = date(2026, 11, 30).toordinal()
    days = range(first, first + len(puzzles))
    assert sorted(puzzle_of_day(puzzles, day) for day in days) == list(range(1, len(puzzles) + 1))
    assert puzzle_of_day(puzzles, first + len(puzzles)) == puzzle_of_day(puzzles, first)

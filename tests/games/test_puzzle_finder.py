"""Looking for puzzles (`scripts/puzzles.py find`): what is found is proven, whatever is to be reached. And
counting those that a bot solves (`solve`)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from puzzles import Finder, SeenRest, solved

from fadenet import games
from fadenet.bots.base import Bot
from fadenet.bots.prover import fault_of
from fadenet.engine import notation
from fadenet.engine.rules import Move, Rules
from fadenet.games.puzzles import Puzzle, opened, parse_puzzles, puzzles_of
from fadenet.table.view import SeatView

RESTS_MAX = 200
"""Of one proof."""


def rest_of(name: str, id: str) -> tuple[Rules, SeenRest, int]:
    """The position of a puzzle that is there as a rest of a match, and the seat that is asked in it."""
    rules = games.load(name)
    puzzle = next(one for one in puzzles_of(rules) if one.id == id)
    s, hidden, seat = opened(rules, puzzle)
    return rules, SeenRest(s, hidden), seat


def read(rules: Rules, said: str) -> Puzzle:
    """The puzzle that was found, with the words that somebody has to add."""
    (found,) = tomllib.loads(said)["puzzle"]
    words: dict[str, Any] = {"task": "Win.", "why": "It is.", "rules": [], "rests": 0}
    puzzle = parse_puzzles(rules, {"puzzle": [words | found]})[0]
    fault = fault_of(rules, puzzle, RESTS_MAX)
    assert fault == "" or fault.startswith("its proof goes through")
    return puzzle


@pytest.mark.parametrize(
    ("name", "id", "goal", "until"),
    [("terrene", "historian", "live", "chain"), ("prelude", "parry-it", "live", "turn")],
)
def test_a_seat_that_is_attacked_has_to_live(name: str, id: str, goal: str, until: str) -> None:
    """given an attack with several answers, then the puzzle is to live, with as little life as still can."""
    rules, rest, seat = rest_of(name, id)
    found = read(rules, Finder(rules, RESTS_MAX, 1).kept(rest, seat))
    assert (found.goal, found.until, found.asked) == (goal, until, 1)


def test_a_card_is_saved_where_more_answers_let_its_player_live() -> None:
    """given an attack that two blockers stop, one of them for the last time, then that one is to be saved."""
    rules, rest, seat = rest_of("terrene", "not-jin")
    found = read(rules, Finder(rules, RESTS_MAX, 1).kept(rest, seat))
    assert (found.goal, found.until, found.card, found.line) == ("save", "chain", "c1", ("block c4",))


def test_no_answer_is_right_where_it_is_wanted_later() -> None:
    """given two windows and one answer for them, then the puzzle asks for the pass and for the answer."""
    rules, rest, seat = rest_of("prelude", "keep-the-last-action")
    found = read(rules, Finder(rules, RESTS_MAX, 1).kept(rest, seat))
    assert found.asked == 2 and found.line[:2] == ("pass", "evade")


def test_who_attacks_is_not_thrown_away() -> None:
    """given an attack under way, when cards are thrown away, then the attacker stays, even if alone."""
    rules, rest, seat = rest_of("terrene", "not-jin")
    attacker = notation.find(rest.state, seat, "p1.c1")
    left = [Finder(rules, RESTS_MAX, seed).cut(rest, seat).state for seed in range(12)]
    assert all(rules.on_field[s.zone[attacker]] for s in left)
    party = rules.zone_letters.index("c")
    assert any(len(s.zones[rules.zone_id(0, party)]) == 1 for s in left)


class KnowingBot(Bot):
    """A bot that makes these moves, as notation writes them."""

    def __init__(self, moves: tuple[str, ...]) -> None:
        super().__init__()
        self.moves = list(moves)

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return seat.parse(self.moves.pop(0))


def test_a_bot_solves_a_puzzle_by_every_move_that_is_asked_for() -> None:
    """given a puzzle that asks for two moves, then a bot that makes both solves it, and one that makes only
    the first does not; given one whose moves may come in another order, then each may be the first."""
    faroe, prelude = games.load("faroe"), games.load("prelude")
    two = next(one for one in puzzles_of(faroe) if one.id == "gauntlets")
    assert two.asked == 2 and solved(faroe, two, KnowingBot(two.line))
    assert not solved(faroe, two, KnowingBot((two.line[0], "end")))
    any_order = next(one for one in puzzles_of(prelude) if one.id == "dart")
    assert solved(prelude, any_order, KnowingBot(any_order.also))

"""How a match begins: shuffles, throws, first player, and leaving it (F.A.R.O.E., topics setup, format)."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.engine import kernel
from fadenet.engine.errors import WrongInput
from fadenet.games.fade.tables import PREPARATION
from tests.builders.scenario import ROCK, SCISSORS, Duel


@pytest.mark.rule("faroe", "setup.opening")
@pytest.mark.parametrize(("opening", "tp"), [("book", 0), ("even", 2)])
@pytest.mark.parametrize("first", [0, 1])
def test_with_an_even_opening_the_second_player_begins_with_2_tp(opening: str, tp: int, first: int) -> None:
    """Given a duel with that opening; when the throw names who begins; then the other has the TP."""
    d = Duel(setup=False, opening=opening)
    assert (d.tp_of(0), d.tp_of(1)) == (0, 0)
    d.throw(*((ROCK, SCISSORS) if first == 0 else (SCISSORS, ROCK)))
    d.keep()
    d.go(first, PREPARATION)
    assert d.s.turn == 1
    assert (d.tp_of(first), d.tp_of(1 - first)) == (1, tp)
    assert len(d.happened("gains-tp")) == (2 if tp else 1)


@pytest.mark.rule("faroe", "setup.opening")
@pytest.mark.parametrize("format", ["free-for-all", "teams", "legend"])
def test_only_a_duel_has_an_opening(format: str) -> None:
    with pytest.raises(WrongInput, match="takes no option 'opening'"):
        games.load("faroe", format, opening="even")


@pytest.mark.rule("faroe", "setup.opening")
def test_the_opening_is_part_of_what_is_agreed_and_the_usual_one_is_no_other_match() -> None:
    """Given both openings; then the rules' hashes differ, and the book's is that of a match without one."""
    plain, book, even = (games.load("faroe", **o) for o in ({}, {"opening": "book"}, {"opening": "even"}))
    assert plain.hash == book.hash != even.hash
    assert (book.options, even.options) == ({}, {"opening": "even"})
    with pytest.raises(WrongInput, match="no opening 'odd': book, even"):
        games.load("faroe", opening="odd")


@pytest.mark.rule("faroe", "format.time")
def test_who_runs_out_of_time_has_lost_to_the_other() -> None:
    # Given two Players, of whom one is asked and the other is not.
    d = Duel()
    assert d.asked() == [0]
    # When the time bank of the first is spent, then the other one wins, by a rule of its own.
    kernel.apply(d.s, 0, d.s.rules.timeout)
    assert d.s.over == ((2, 1), "format.time")


@pytest.mark.rule("faroe", "format.time")
def test_who_runs_out_of_time_in_a_sealed_decision_is_out_and_the_others_are_asked_anew() -> None:
    # Given 3 Players who decide on the mulligan unseen.
    d = Duel(seats=3, setup=False)
    d.throw(ROCK, SCISSORS, SCISSORS)
    d.yes(0)
    # When one of them has run out of time, then it is out once all have answered, and the others decide.
    kernel.apply(d.s, 1, d.s.rules.timeout)
    assert not d.s.out
    d.no(2)
    assert d.s.out == (1,) and not d.s.over
    d.settle()
    assert d.asked() == [0, 2]

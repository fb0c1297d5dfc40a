"""The words of a book about the first player's first turn: the edition that is there, but for figures."""

from __future__ import annotations

import pytest

from fadenet.engine.kernel import NO_MOVE, V_MODE
from fadenet.games.fade.tables import HAND, PREPARATION
from tests.builders.editions import differing
from tests.builders.scenario import Duel


def match(seats: int = 2, **figures: int) -> Duel:
    """A match at the beginning of its first turn, seat 0 first, by a book with 3 TP and 2 cards a turn."""
    d = differing(
        "",
        figures={"tp_gain_starting_phase": 3, "draw_per_draw_phase": 2, **figures},
        seats=seats,
        setup=False,
    )
    for seat in range(seats):
        d.answer(seat, (V_MODE, (0, 1 if seat == 0 else 3)))
    for seat in range(seats):
        d.answer(seat, NO_MOVE)
    return d


def holdings(d: Duel, seat: int) -> tuple[int, int]:
    """The TP and the cards in Hand of a seat in its Preparation Phase."""
    d.go(seat, PREPARATION)
    return d.tp_of(seat), d.size(seat, HAND)


@pytest.mark.parametrize(("tp", "cards"), [(0, 0), (0, 2), (1, 1)])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_player_gains_and_draws_what_the_book_says(seats: int, tp: int, cards: int) -> None:
    # Given a book with figures for the first player's first turn, whatever the number of players, then these
    # are gained and drawn then, and the usual ones by the others and in the second turn.
    d = match(seats, tp_gain_first_player_first_turn=tp, draw_first_player_first_turn=cards)
    assert holdings(d, 0) == (tp, 6 + cards)
    assert holdings(d, 1) == (3, 8)
    d.next_turn(0)
    assert holdings(d, 0) == (tp + 3, 8 + cards)


@pytest.mark.parametrize("seats", [2, 3])
def test_what_the_book_does_not_say_of_the_first_turn_is_as_always(seats: int) -> None:
    # Given a book that says only what is drawn in a duel of two, then all else is as in any other turn.
    assert holdings(match(seats, first_player_first_turn_draw_two_players=1), 0) == (
        3,
        7 if seats == 2 else 8,
    )

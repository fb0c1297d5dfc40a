"""Moves by their numbers: as many as are listed, each the same, and each as likely to be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from fadenet.engine import kernel
from fadenet.engine.choices import WHOLE, Bunch, Choices
from tests.builders.playout import TABLES, Playout, Table, in_turn, tables_of

V_MOVE, V_LAY = 7, 8
LINE: tuple[Bunch, ...] = (
    (V_MOVE, 0, (3, 5)),
    (V_LAY, 3, ((1, 0), (1, 1), (1, 2))),
    (WHOLE, 0, [(V_LAY, 5, 2, 4)]),
    (V_LAY, 6, [2]),
)
MOVES = [(7, 3), (7, 5), (8, 3, (1, 0)), (8, 3, (1, 1)), (8, 3, (1, 2)), (8, 5, 2, 4), (8, 6, 2)]


def test_a_bunch_stands_for_moves_that_differ_in_their_end() -> None:
    """given bunches of ends alone, behind a card, and of whole moves, then they are counted and made in
    order.
    """
    there = Choices(LINE)
    assert there.listed() == MOVES == [there[n] for n in range(7)] and len(there) == 7
    assert len(Choices(())) == 0 and Choices(()).listed() == []


@pytest.mark.parametrize("n", [-1, 7, 100])
def test_there_is_no_move_beyond_the_last_nor_ahead_of_the_first(n: int) -> None:
    with pytest.raises(IndexError):
        Choices(LINE)[n]


@pytest.mark.slow
@in_turn(5, always=("fade1-duel-2", "fade2-duel-2"))
def test_the_choices_of_a_rest_are_the_options_by_number(
    table: Table, so_many: Callable[[int, int], int]
) -> None:
    """given a random match, then at every rest each seat has as many choices as options, and choice n is
    option n.
    """
    play = Playout(table.rules, TABLES.index(table), players=table.players)
    left, met = so_many(300, 100_000), 0
    for s in play.rests():
        for seat in () if s.needs else play.owing():
            options = play.options(seat)
            there = kernel.choices(s, seat, play.dealer.known[seat])
            assert len(there) == len(options)
            assert [there[n] for n in range(len(there))] == options
            met = max(met, len(options))
        left -= 1
        if not left:
            break
    assert met > 1


def fixed_dice(side: int, thrown: list[int]) -> Callable[[int], int]:
    """Dice that always show one side, and note how many sides are asked for."""

    def throw(sides: int) -> int:
        thrown.append(sides)
        return side

    return throw


@pytest.mark.parametrize("table", tables_of(0), ids=str)
def test_one_of_the_options_is_drawn_by_one_throw(table: Table) -> None:
    """given rests of a random match, when the dice fall each way once, then every option is drawn once."""
    play = Playout(table.rules, 1, players=table.players)
    for n, s in enumerate(play.rests()):
        for seat in () if s.needs or n % 20 else play.owing():
            options, known, thrown = play.options(seat), play.dealer.known[seat], list[int]()
            sides = range(len(options))
            drawn = [kernel.pick(s, seat, known, fixed_dice(side, thrown)) for side in sides]
            assert Counter(drawn) == Counter(options) and thrown == [len(options)] * len(options)
        if n > 200:
            break

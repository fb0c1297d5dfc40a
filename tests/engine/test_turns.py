"""The run of a turn: phases, what they set off, and whether another turn follows."""

from __future__ import annotations

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import FREE
from fadenet.engine.kit import moves
from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_N, ROW_SEAT
from tests.builders import yard as y
from tests.builders.yard import END, Yard, happened, match


def test_a_turn_goes_through_its_phases() -> None:
    """given a match from its start, then what the first phase sets off is settled before the free one, which
    lasts until its seat ends it; the next turn is that of the other seat."""
    s = match()
    assert (s.turn, s.active, s.phase, s.vars[y.AT], s.num[y.COINS][1]) == (1, 0, 2, 1, 2)
    kernel.apply(s, 0, (y.V_SHOUT,))
    assert (s.turn, s.phase) == (1, 2)
    rows = kernel.apply(s, 0, END)
    begun = [
        (row[ROW_CARD], row[ROW_SEAT], row[ROW_N]) for row in rows if row[ROW_EVENT] == atoms.PHASE_BEGINS
    ]
    assert begun == [(1, 0, 3), (2, 1, 1), (2, 1, 2)] and happened(rows, atoms.TURN_BEGINS) == [2]
    assert (s.turn, s.active, s.phase, s.num[y.COINS][2]) == (2, 1, 2, 2)


def test_another_turn_follows_only_if_the_game_says_so() -> None:
    """given three turns to be played, then nothing is asked after the third: what the end of a turn sets off
    is settled before that is decided."""
    s = kernel.setup(Yard(left=3), 2)
    for seat in (0, 1, 0):
        assert moves.moment(s, seat) == FREE
        kernel.apply(s, seat, END)
    assert (s.turn, s.vars[y.LEFT], s.asks, s.frames) == (3, 0, (), [])

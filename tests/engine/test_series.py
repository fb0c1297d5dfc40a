"""Matches of several games, played with a toy game: `tests/builders/bouts.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from fadenet.engine.invariants import fault
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.kit import series
from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_N, Move, Row, State
from tests.builders.bouts import (
    CARDS,
    E_OVER,
    ENDS,
    GAMES,
    HAND,
    SCORN,
    STROKES,
    V_END,
    V_QUARREL,
    V_STRIKE,
    V_YIELD,
    Bouts,
)
from tests.builders.playout import Playout

Chooser = Callable[[State, list[Move]], Move]


class Match(Playout):
    """A match in which `choose` makes the moves of turns; picks and searches are drawn. `log`: all events."""

    def __init__(self, choose: Chooser, seed: int = 1, rules: Bouts | None = None) -> None:
        super().__init__(rules or Bouts(), seed, [list(CARDS)] * 2)
        self.choose = choose
        self.log: list[Row] = []

    def options(self, seat: int) -> list[Move]:
        options = super().options(seat)
        return [self.choose(self.s, options)] if self.s.turn else options

    def rests(self) -> Iterator[State]:
        """At every rest the state hangs together."""
        step: list[Row] = []
        for s in super().rests():
            assert fault(s) == ""
            if s.events is not step:
                step = s.events
                self.log += step
            yield s

    def play(self) -> State:
        """To the end of the match."""
        for _ in self.rests():
            pass
        return self.s

    def happened(self, event: int) -> list[Row]:
        return [row for row in self.log if row[ROW_EVENT] == event]


def always(verb: int) -> Chooser:
    """The move of this verb where it is legal, else the last one that is."""
    return lambda s, options: next((move for move in options if move[0] == verb), options[-1])


def test_who_wins_enough_games_wins_the_match() -> None:
    """given strokes alone, by seats that begin in turns, then each game goes to one side, and the match to
    the first with two of them."""
    match = Match(always(V_STRIKE))
    s = match.play()
    games = match.happened(E_OVER)
    assert [(row[ROW_CARD] - 1, ENDS[row[ROW_N]]) for row in games] == [
        (0, "bouts.struck"),
        (1, "bouts.struck"),
        (0, "bouts.struck"),
    ]
    assert (s.over, s.vars[GAMES], series.wins(s)) == (((1, 2), "bouts.won"), 3, [2, 1])


def test_with_enough_wins_no_further_game_is_played() -> None:
    """given a seat that strikes in its own turns and one that yields, then two games are enough."""
    match = Match(lambda s, options: always(V_YIELD if s.active else V_STRIKE)(s, options))
    s = match.play()
    assert (s.over, s.vars[GAMES], series.wins(s)) == (((1, 2), "bouts.won"), 2, [2, 0])


@pytest.mark.parametrize(("first", "places"), [(V_END, (1, 1)), (V_STRIKE, (1, 2)), (V_YIELD, (2, 1))])
def test_games_that_nobody_wins_count_to_the_cap(first: int, places: tuple[int, int]) -> None:
    """given one game that is decided or not, then players who only wait, then after so many games whoever is
    ahead has won the match, and with equal wins it is drawn."""

    def once(s: State, options: list[Move]) -> Move:
        return always(V_END if s.vars[GAMES] else first)(s, options)

    s = Match(once, rules=Bouts(to_win=3, cap=3)).play()
    assert (s.over, s.vars[GAMES]) == ((places, "bouts.cap"), 3)


def test_a_game_that_does_not_count_is_played_again() -> None:
    """given a quarrel in every first turn until there were three, then the games behind them decide."""
    quarrels = iter([V_QUARREL] * 3)
    match = Match(lambda s, options: always(next(quarrels, V_STRIKE))(s, options))
    s = match.play()
    ends = [ENDS[row[ROW_N]] for row in match.happened(E_OVER)]
    assert ends == ["bouts.quarrel"] * 3 + ["bouts.struck"] * 3
    assert (s.over, s.vars[GAMES], series.wins(s)) == (((1, 2), "bouts.won"), 3, [2, 1])


@pytest.mark.parametrize("seed", range(12))
def test_all_but_the_score_is_forgotten_between_games(seed: int) -> None:
    """given a second game, when it begins, then all cards were shuffled anew, and neither strokes nor marks
    nor standing passes nor scalars of the first one are left."""
    match = Match(always(V_STRIKE), seed)
    for s in match.rests():
        if s.turn and s.vars[GAMES]:
            break
    assert not any(s.num[STROKES]) and not s.vars[SCORN] and not s.marks and not s.passes
    assert s.turn == 1 and series.wins(s) == [1, 0]
    for seat in range(2):
        hand, deck = s.zones[s.rules.zone_id(seat, HAND)], s.pool[seat]
        assert len(hand) == 1 and len(deck) == 3
        assert {match.dealer.truth[h] for h in (*hand, *deck)} == {*CARDS}


def test_who_concedes_loses_the_match() -> None:
    match = Match(lambda s, options: CONCEDE_MOVE if s.active == 0 else options[-1])
    assert match.play().over == ((2, 1), match.s.rules.cites["leaving"])

"""Matches of several games, played with a toy game: `tests/builders/bouts.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from fadenet.engine.invariants import fault
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.kit.series import X_GAMES, X_MARK, X_WINS
from fadenet.engine.state import ASK_KIND, ASK_SEAT, PICK, ROW_CARD, ROW_EVENT, ROW_N, Move, Row, State
from tests.builders.bouts import (
    CARDS,
    E_OVER,
    E_ROLLED,
    ENDS,
    LINE,
    STROKES,
    V_END,
    V_FLEE,
    V_STRIKE,
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


SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_wins_enough_games_wins_the_match(seed: int) -> None:
    """given strokes alone, then each game is won by one side, and the match by the first with two of them."""
    match = Match(always(V_STRIKE), seed)
    s = match.play()
    games = match.happened(E_OVER)
    winners = [row[ROW_CARD] - 1 for row in games]
    assert all(ENDS[row[ROW_N] - 1] == "bouts.struck" for row in games)
    assert s.vars[X_GAMES] == len(games) in (2, 3)
    assert winners.count(winners[-1]) == 2 == s.vars[X_WINS + winners[-1]]
    assert s.over == (tuple(1 + (seat != winners[-1]) for seat in range(2)), "bouts.won")


def test_games_that_nobody_wins_count_to_the_cap() -> None:
    """given players who only wait, then after so many games the match is drawn; ahead is who has won one."""
    s = Match(always(V_END), rules=Bouts(cap=3)).play()
    assert (s.over, s.vars[X_GAMES], s.vars[X_WINS : X_WINS + 2]) == (((1, 1), "bouts.cap"), 3, [0, 0])

    def once(s: State, options: list[Move]) -> Move:
        return always(V_FLEE if not s.vars[X_GAMES] else V_END)(s, options)

    match = Match(once, rules=Bouts(to_win=3, cap=3))
    s = match.play()
    (first, *_) = match.happened(E_OVER)
    assert s.over is not None and s.over[1] == "bouts.cap"
    assert s.over[0][first[ROW_CARD] - 1] == 1 and sorted(s.over[0]) == [1, 2]


def test_who_flees_loses_the_game_and_the_next_one_knows() -> None:
    match = Match(always(V_FLEE))
    for s in match.rests():
        if s.turn and not s.vars[X_GAMES]:
            runner = s.active
        if s.turn and s.vars[X_GAMES]:
            break
    (row,) = match.happened(E_OVER)
    assert row[ROW_CARD] - 1 == 1 - runner and ENDS[row[ROW_N] - 1] == "bouts.fled"
    assert s.vars[X_MARK] == runner + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_all_but_the_score_is_forgotten_between_games(seed: int) -> None:
    """given a second game, when it begins, then all cards were shuffled anew and no stroke of the first one
    counts."""
    match = Match(always(V_STRIKE), seed)
    for s in match.rests():
        if s.turn and s.vars[X_GAMES]:
            break
    assert not any(s.num[STROKES]) and s.turn == 1
    for seat in range(2):
        line, deck = s.zones[2 * seat + LINE], s.pool[seat]
        assert len(line) == 2 and len(deck) == 2
        assert {match.dealer.truth[h] for h in (*line, *deck)} == {*CARDS}


@pytest.mark.parametrize("seed", SEEDS)
def test_picks_come_in_their_order_and_none_has_the_name_of_another(seed: int) -> None:
    match = Match(always(V_STRIKE), seed)
    for s in match.rests():
        for seat in range(2) if s.turn else ():
            hidden, open_one = s.zones[2 * seat + LINE]
            assert match.dealer.truth[hidden] % 2 == 1 and not s.code[hidden]
            assert s.code[open_one] not in (0, match.dealer.truth[hidden])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_highest_roll_says_who_begins(seed: int) -> None:
    """given dice, then the seat of the highest one chooses a side; of tied ones only those roll again."""
    match = Match(always(V_STRIKE), seed)
    for s in match.rests():
        asked = [a[ASK_SEAT] for a in s.asks if a[ASK_KIND] == PICK]
        if asked:
            break
    rolls = match.happened(E_ROLLED)
    last = {row[ROW_CARD] - 1: row[ROW_N] for row in rolls}
    assert asked == [max(last, key=last.__getitem__)]
    assert len(rolls) == 2 or rolls[0][ROW_N] == rolls[1][ROW_N]


def test_who_concedes_loses_the_match() -> None:
    match = Match(lambda s, options: CONCEDE_MOVE if s.active == 0 else options[-1])
    assert match.play().over == ((2, 1), match.s.rules.cites["leaving"])

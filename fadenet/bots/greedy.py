"""Plays any game by trying every move on a copy and taking the best, one move at a time.

Only where a win in the own turn is near does it look at what moves bring together (see `winning`). The module
of the game's family tells the worth of a position, and the moves that cost nothing and show their worth only
later (see `judgement`).
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.bots import lookahead
from fadenet.bots.base import Bot
from fadenet.bots.judgement import distinct, judgement_of
from fadenet.bots.options import SpinOption
from fadenet.bots.winning import winning_move
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, TableNeed
from fadenet.table.view import SeatView


class GreedyBot(Bot):
    """Takes the move after which its position is worth most."""

    trials = SpinOption(32, 1, 1024, "moves tried for an answer, of more than that every second, third ..")
    lines = SpinOption(150, 0, 65_536, "moves tried for a line that wins in the own turn")

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        ask, s = seat.ask, seat.state
        assert ask is not None
        judge = judgement_of(rules_of(s))
        if not s.turn:
            return judge.opening(seat, options, self.random)
        if ask.kind != ACT:
            return best(seat, options, self.trials)[1]
        first = self.first_move(seat, options)
        if first:
            return first
        value, move = best(seat, [m for m in options if m[0] not in judge.QUIET], self.trials)
        if move and value > judge.position(s, seat.index, seat.known):
            return move
        return judge.quiet_move(seat, options)

    def first_move(self, seat: SeatView, options: Sequence[Move]) -> Move:
        """The move to make at a free choice before others are weighed, () = none: one that leads to a win in
        this turn, or else one that is free."""
        winning = winning_move(seat, self.lines) if self.lines else ()
        return winning or judgement_of(rules_of(seat.state)).free_move(seat, options)

    def pick_card(self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]) -> int:
        return judgement_of(rules_of(seat.state)).wanted(seat, need, taken, there, self.random)


def best(seat: SeatView, options: Sequence[Move], trials: int) -> tuple[int, Move]:
    """(points, move) of the best of these moves, the first among equals; (0, ()) if there is none."""
    return max(tried(seat, options, trials), key=lambda one: one[0], default=(0, ()))


def tried(seat: SeatView, options: Sequence[Move], trials: int) -> list[tuple[int, Move]]:
    """(points, move) of those of these moves that are tried: so many, of more every second, third ... and
    the last one."""
    judge = judgement_of(rules_of(seat.state))
    moves = judge.worth_trying(seat, list(distinct(seat, options)))
    some = moves[:: len(moves) // trials + 1]
    if some[-1:] != moves[-1:]:
        some.append(moves[-1])
    return [(lookahead.outcome(seat, move) + judge.bias(seat, move), move) for move in some]

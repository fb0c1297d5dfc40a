"""Opponents of a level: they look ahead as `greedy` does, and make the mistakes that people make.

They forget to answer, do not see what a card could do, take what looks good before they have seen all, aim at
what they should not, and end their turn too early. A mistake forgoes something; it never harms its own side
at first sight. How often each is made is said by the game (`Descriptor.mistakes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fadenet.bots import lookahead
from fadenet.bots.greedy import GreedyBot, tried
from fadenet.bots.judgement import judgement_of
from fadenet.bots.options import SpinOption
from fadenet.engine.descriptor import Mistakes
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, PICK, RESPOND
from fadenet.table.view import SeatView

EASY, NORMAL = range(2)
"""Levels: for a first match; plays well and makes mistakes."""


class WaveringBot(GreedyBot):
    """Plays as `greedy` does, but for the mistakes of its level; it sits down to play as that does, too: it
    makes its mistakes in the game, and proposes nothing ahead of it. It looks for no line that wins."""

    level = NORMAL
    """Its place in `Descriptor.mistakes`."""
    lines = SpinOption(0, 0, 65_536, "moves tried for a line that wins in the own turn")

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        ask = seat.ask
        assert ask is not None
        if not seat.state.turn:
            return super().pick(seat, options)
        shares, rest = self.mistakes(seat), resting(seat, options)
        if rest:
            ends = shares.forgets if ask.kind == RESPOND else shares.stops
            options = self._noticed(seat, options, rest, shares.overlooks)
            if self._errs(ends) or len(options) == 1:
                return rest
        if self._errs(shares.hurries) and (found := gaining(seat, options, rest, self.trials)):
            return self.random.choice(found)
        move = super().pick(seat, options)
        if self._errs(shares.misaims):
            others = [m for m in options if ask.kind == PICK or (len(move) > 2 and m[:2] == move[:2])]
            return self.random.choice(gaining(seat, others, rest, self.trials) or [move])
        return move

    def mistakes(self, seat: SeatView) -> Mistakes:
        """How often it makes each mistake."""
        return rules_of(seat.state).descriptor.mistakes[self.level]

    def _errs(self, share: int) -> bool:
        return self.random.randrange(100) < share

    def _noticed(self, seat: SeatView, options: Sequence[Move], rest: Move, share: int) -> list[Move]:
        """The moves of the cards that it does not overlook, and the one that does nothing. It overlooks the
        same until the turn is over."""
        seen = {move[:2]: True for move in options}
        for what in seen:
            seen[what] = Random(f"{self._seed} {seat.state.turn} {what}").randrange(100) >= share
        return [move for move in options if move == rest or seen[move[:2]]]


class NormalBot(WaveringBot):
    """Plays as greedy does, and makes some of the mistakes that people make."""


class EasyBot(WaveringBot):
    """Plays as greedy does, with mistakes enough for a first match."""

    level = EASY


def resting(seat: SeatView, options: Sequence[Move]) -> Move:
    """The move by which a seat does nothing more: the pass of a window, the end of what a free choice is made
    in; () = something must be done."""
    ask = seat.ask
    assert ask is not None
    rest: Move = ()
    if ask.kind == RESPOND:
        rest = PASS_MOVE
    elif ask.kind == ACT:
        rest = judgement_of(rules_of(seat.state)).quiet_move(seat, ())
    return rest if rest in options else ()


def gaining(seat: SeatView, options: Sequence[Move], rest: Move, trials: int) -> list[Move]:
    """Those of these moves that leave the position better than `rest` does; better than it is now if there is
    none, or at a free choice, where moves that show their worth only later are not among them."""
    ask, judge = seat.ask, judgement_of(rules_of(seat.state))
    assert ask is not None
    now = judge.position(seat.state, seat.index, seat.known)
    if ask.kind == RESPOND and rest:
        now = lookahead.outcome(seat, rest)
    there = [move for move in options if ask.kind != ACT or move[0] not in judge.QUIET]
    return [move for points, move in tried(seat, there, trials) if points > now]

"""Opponents of a level: they look ahead as `greedy` does, and now and then play whatever comes to mind."""

from __future__ import annotations

from fadenet.bots.greedy import GreedyBot
from fadenet.engine.rules import Move, rules_of
from fadenet.table.view import SeatView

EASY, NORMAL = range(2)
"""Levels: for a first match; plays well and makes mistakes."""


class WaveringBot(GreedyBot):
    """Plays any legal move as often as its level makes mistakes in a game, and else as `greedy` does; it sits
    down to play as that does, too: it makes its mistakes in the game, and proposes nothing ahead of it."""

    level = NORMAL
    """Its place in `Descriptor.mistakes`."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        mistakes = rules_of(seat.state).descriptor.mistakes[self.level]
        if seat.state.turn and self.random.randrange(100) < mistakes:
            return self.random.choice(options)
        return super().pick(seat, options)


class NormalBot(WaveringBot):
    """Plays as greedy does, and makes mistakes."""


class EasyBot(WaveringBot):
    """Plays as greedy does, with mistakes enough for a first match."""

    level = EASY

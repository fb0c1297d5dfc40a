"""Opponents of a level: they look ahead as `greedy` does, and now and then play whatever comes to mind."""

from __future__ import annotations

from typing import ClassVar

from fadenet.bots.greedy import GreedyBot
from fadenet.engine.rules import Move
from fadenet.table.view import SeatView


class WaveringBot(GreedyBot):
    """Plays any legal move at so many answers of a hundred, and as `greedy` does at the others."""

    WAVERS: ClassVar[int]

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        if self.random.randrange(100) < self.WAVERS:
            return self.random.choice(options)
        return super().pick(seat, options)


class EasyBot(WaveringBot):
    """For a first match: every second answer is any legal move."""

    WAVERS = 50


class NormalBot(WaveringBot):
    """Plays well and makes mistakes: any legal move at one answer of four."""

    WAVERS = 25

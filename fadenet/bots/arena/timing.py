"""How long a player thinks: the time of the processor between a question and its answer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time_ns
from typing import Final

from fadenet.engine.errors import Illegal
from fadenet.engine.state import Row, TableNeed
from fadenet.table.view import Answer, MatchInfo, Player, SeatView

STEPS: Final = 8
"""So many lengths of time are told apart between one and its double, so that what is read is right to 5 %."""
PERCENT: Final = 95


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long a player has thought. ms: in all; decisions: how many of its answers to a question with a
    choice took so long, by their length, see `length_of`."""

    ms: float = 0.0
    decisions: tuple[tuple[int, int], ...] = ()

    def __add__(self, other: Thinking) -> Thinking:
        return Thinking(
            self.ms + other.ms, _sorted(Counter(dict(self.decisions)) + Counter(dict(other.decisions)))
        )

    @property
    def n(self) -> int:
        """The decisions."""
        return sum(n for _, n in self.decisions)

    @property
    def mean_ms(self) -> float:
        """The time of a decision in the mean; 0 without one."""
        return self.ms / (self.n or 1)

    @property
    def p95_ms(self) -> float:
        """The time that 95 of 100 decisions did not exceed; 0 without one."""
        below = 0
        for length, n in self.decisions:
            below += n
            if below * 100 >= self.n * PERCENT:
                return ms_of(length)
        return 0.0


def length_of(ns: int) -> int:
    """The length by which a time in nanoseconds is counted."""
    return round(STEPS * math.log2(max(ns, 1)))


def ms_of(length: int) -> float:
    """The milliseconds of such a length."""
    return float(2 ** (length / STEPS)) / 1e6


def _sorted(counts: Counter[int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(counts.items()))


class TimedPlayer:
    """A player whose time is taken while it thinks; one that does not wait."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._ns = 0
        self._decisions = Counter[int]()

    @property
    def thinking(self) -> Thinking:
        """How long it has thought so far."""
        return Thinking(self._ns / 1e6, _sorted(self._decisions))

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await self._player.start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        await self._player.events(seat, rows)

    async def choose(self, seat: SeatView) -> Answer:
        began = process_time_ns()
        answer = await self._player.choose(seat)
        took = process_time_ns() - began
        self._ns += took
        if not answer.empty:
            self._decisions[length_of(took)] += 1
        return answer

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        began = process_time_ns()
        taken = await self._player.take(seat, need)
        self._ns += process_time_ns() - began
        return taken

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        await self._player.refused(seat, reason)

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        await self._player.over(seat, places, rule)

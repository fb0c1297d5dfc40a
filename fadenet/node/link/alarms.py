"""Many short waits at once: one task of the process waits for the next of all.

When a deadline of Trio passes, an exception is raised in the task that waits, and what that leaves behind
only the garbage collector finds. Where hundreds of matches confirm what has come and count seconds, it is a
good part of all that they cost. An alarm sets an event, and whoever waits for that goes on.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush
from itertools import count
from typing import Final

import trio

GRAIN_S: Final = 0.01
"""Alarms go off together, at multiples of this: up to so much late, and never early."""


class Alarm:
    """Sets an event at a time on Trio's clock (s), unless it is stopped before. `rang`: whether it has."""

    __slots__ = ("_event", "rang")

    def __init__(self, event: trio.Event, at: float) -> None:
        self._event: trio.Event | None = event
        self.rang = False
        _clock().set(self, at)

    def stop(self) -> None:
        """Leave the event alone."""
        self._event = None

    def ring(self) -> None:
        """Set the event."""
        if self._event is not None:
            self.rang = True
            self._event.set()


async def pause_until(at: float) -> None:
    """Sleep until then."""
    over = trio.Event()
    alarm = Alarm(over, at)
    try:
        await over.wait()
    finally:
        alarm.stop()


class _Clock:
    """All alarms of one run of Trio, and the task that waits for them."""

    def __init__(self) -> None:
        self._set: list[tuple[float, int, Alarm]] = []
        self._numbers = count()
        self._sooner = trio.Event()

    def set(self, alarm: Alarm, at: float) -> None:
        first = self._set[0][0] if self._set else math.inf
        at = max(at, math.ceil(at / GRAIN_S) * GRAIN_S)  # the product may fall short by a rounding error
        heappush(self._set, (at, next(self._numbers), alarm))
        if at < first:
            self._sooner.set()

    async def run(self) -> None:
        """Ring, for as long as this run of Trio lasts."""
        while True:
            self._sooner = trio.Event()
            with trio.move_on_at(self._set[0][0] if self._set else math.inf):
                await self._sooner.wait()
            now = trio.current_time()
            while self._set and self._set[0][0] <= now:
                heappop(self._set)[2].ring()


_clocks = trio.lowlevel.RunVar[_Clock]("alarms")


def _clock() -> _Clock:
    try:
        return _clocks.get()
    except LookupError:
        clock = _Clock()
        _clocks.set(clock)
        trio.lowlevel.spawn_system_task(clock.run)
        return clock

"""Bots at a node: they think beside its loop, which answers everybody else meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

import trio

from fadenet.bots.base import Bot, run_now
from fadenet.bots.fnbot.process import ProgramFailed
from fadenet.engine.errors import Illegal
from fadenet.engine.state import Row, TableNeed
from fadenet.table.default import default_move
from fadenet.table.view import Answer, MatchInfo, SeatView

T = TypeVar("T")


class Beside:
    """A `fadenet.table.view.Player`: a bot that thinks in a thread, on a copy of what its seat sees.

    A question whose time is over is left at once: the bot is told to hurry, and what it says then is said to
    nobody. It is asked the next one when it has come to an end with that: it thinks about one thing at a
    time. News that come until then it is not told, so that a bot which never ends holds up no match.

    failed: told when a program that plays has failed, from which on the rules answer for it in this match;
    without it such a failure ends the match, as `ProgramFailed`.
    """

    def __init__(self, bot: Bot, failed: Callable[[ProgramFailed], None] | None = None) -> None:
        self.bot = bot
        self._failed = failed
        self._gone = False
        self._one = trio.CapacityLimiter(1)

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        self._gone = False
        await self._tell(partial(self.bot.start, match), seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        await self._tell(lambda copy: self.bot.events(copy, rows), seat)

    async def choose(self, seat: SeatView) -> Answer:
        answer = await self._think(self.bot.choose, seat)
        if answer is None:
            assert seat.ask is not None
            return Answer(default_move(seat, seat.ask, os.urandom))
        return answer

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        return await self._think(lambda copy: self.bot.take(copy, need), seat) or ()

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        await self._tell(lambda copy: self.bot.refused(copy, reason), seat)

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        await self._tell(lambda copy: self.bot.over(copy, places, rule), seat)

    async def _tell(self, about: Callable[[SeatView], Coroutine[Any, Any, None]], seat: SeatView) -> None:
        if self._one.available_tokens:
            await self._think(about, seat)

    async def _think(self, about: Callable[[SeatView], Coroutine[Any, Any, T]], seat: SeatView) -> T | None:
        """The answer of a bot; None = it has failed in this match."""
        if self._gone:
            return None
        try:
            return await trio.to_thread.run_sync(
                lambda copy: run_now(about(copy)), seat.copy(), abandon_on_cancel=True, limiter=self._one
            )
        except trio.Cancelled:
            self.bot.hurry()
            raise
        except ProgramFailed as failed:
            if self._failed is None:
                raise
            self._gone = True
            self._failed(failed)
            return None

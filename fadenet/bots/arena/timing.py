"""How long a player thinks: the time of the processor between a question and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time_ns

from fadenet.engine.errors import Illegal
from fadenet.engine.state import Row, TableNeed
from fadenet.table.view import Answer, MatchInfo, Player, SeatView


class TimedPlayer:
    """A player whose time is taken while it thinks; one that does not wait. ns: nanoseconds so far."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.ns = 0

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await self._player.start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        await self._player.events(seat, rows)

    async def choose(self, seat: SeatView) -> Answer:
        began = process_time_ns()
        answer = await self._player.choose(seat)
        self.ns += process_time_ns() - began
        return answer

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        began = process_time_ns()
        taken = await self._player.take(seat, need)
        self.ns += process_time_ns() - began
        return taken

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        await self._player.refused(seat, reason)

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        await self._player.over(seat, places, rule)

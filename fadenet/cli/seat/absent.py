"""A person who is not at the table while parcels of their match are taken in."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.console.match.desk import Desk
from fadenet.engine.state import Row
from fadenet.node.mail.desk import Nobody
from fadenet.table.view import Answer, MatchInfo, SeatView


class Absent(Nobody):
    """The player of such a seat: passes where the desk of that person would pass by itself, by the same
    stops; at all else the match rests. stops: as they are typed behind `stops`."""

    def __init__(self, stops: Sequence[str]) -> None:
        super().__init__()
        self._desk = Desk()
        self._desk.stops_set = tuple(stops)

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        self._desk.start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self._desk.tell(rows)

    async def choose(self, seat: SeatView) -> Answer:
        answer = self._desk.open()
        return await super().choose(seat) if answer is None else answer

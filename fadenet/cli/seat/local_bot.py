"""A bot across the table from the person here: it thinks beside the console, which says so if it is long."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.bots.beside import Beside
from fadenet.cli.frame.context import make_bot
from fadenet.cli.seat.person import LatePerson
from fadenet.engine.state import TableNeed
from fadenet.table.view import Answer, SeatView


class LocalBot(Beside):
    """A bot of a match on this machine, by its name. person: to whom it is shown that it thinks."""

    def __init__(self, name: str, person: LatePerson, agreements: bool = False) -> None:
        super().__init__(make_bot(name, agreements))
        self._person = person

    async def choose(self, seat: SeatView) -> Answer:
        async with self._person.kept_waiting(f"p{seat.index + 1} thinks"):
            return await super().choose(seat)

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        async with self._person.kept_waiting(f"p{seat.index + 1} thinks"):
            return await super().take(seat, need)

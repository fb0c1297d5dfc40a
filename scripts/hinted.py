"""A person at a desk who does what `hint` says, for scripts that look at a match as that person does."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.bots.greedy import GreedyBot
from fadenet.console.match.desk import Desk
from fadenet.engine.rules import Move
from fadenet.engine.state import Row
from fadenet.table.view import Answer, MatchInfo, SeatView


class Hinted(GreedyBot):
    """A player whose desk decides when it is asked, and who answers as the helper would."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk()

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self.desk.start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.desk.tell(rows)

    async def choose(self, seat: SeatView) -> Answer:
        by_itself = self.desk.open()
        if by_itself is not None:
            return by_itself
        self.asked_now(seat)
        move = (await super().choose(seat)).move
        self.answers(move)
        self.desk.give(move)
        given = self.desk.dialogue.collect()
        assert isinstance(given, Answer)
        return given

    def asked_now(self, seat: SeatView) -> None:
        """A question stands on the desk."""

    def answers(self, move: Move) -> None:
        """It is about to be answered so."""

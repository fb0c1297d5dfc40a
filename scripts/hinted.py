"""A person at a desk who leaves the set-up to Enter and does what `hint` says, for scripts that look at a
match as that person does.
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.bots.greedy import GreedyBot
from fadenet.cli.seat.hints import Strongest
from fadenet.console.match.commands import enter, proposal
from fadenet.console.match.desk import Desk
from fadenet.engine.rules import Move
from fadenet.engine.state import RESPOND, Row
from fadenet.table.view import Answer, MatchInfo, SeatView


class Hinted(GreedyBot):
    """A player whose desk decides when it is asked, and who types what Tab puts there."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk(Strongest())

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self.desk.start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.desk.tell(rows)

    async def choose(self, seat: SeatView) -> Answer:
        by_itself = self.desk.open()
        if by_itself is not None:
            return by_itself
        if self._is_prepared(seat):
            return Answer(self.pick(seat, seat.options()), own=False)
        self.asked_now(seat)
        line = proposal(self.desk)
        advised = self.desk.advised()
        assert advised is not None
        self.answers(advised.move, line)
        enter(self.desk, line)
        given = self.desk.dialogue.collect()
        assert isinstance(given, Answer) and given.move == advised.move, (line, given, advised)
        return given

    def _is_prepared(self, seat: SeatView) -> bool:
        """Whether Enter has made this choice, with the cards that were taken before it."""
        ask = seat.ask
        if ask is None or ask.kind != RESPOND or not self.desk.prepares:
            return False
        return self.desk.sight.face.windows[ask.window].prepares

    def asked_now(self, seat: SeatView) -> None:
        """A question stands on the desk."""

    def answers(self, move: Move, line: str) -> None:
        """It is about to be answered so, by this line."""

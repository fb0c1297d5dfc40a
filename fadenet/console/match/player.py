"""The person at the console as a player: passes what the match says to the desk and waits for answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import trio

from fadenet.console.match.commands import tell_advice
from fadenet.console.match.desk import Desk
from fadenet.console.match.dialogue import Taken, Wish
from fadenet.console.text import clean
from fadenet.engine.errors import Illegal
from fadenet.engine.state import RESPOND, Row, TableNeed
from fadenet.table.view import Answer, MatchInfo, SeatView, TakeBack


class ConsolePlayer:
    """A `fadenet.table.view.Player` whose answers are typed.

    linger: whether the end of the match waits until the person has read it.
    """

    def __init__(self, desk: Desk, linger: bool) -> None:
        self.desk = desk
        self.linger = linger
        self.done = trio.Event()
        self._answered = trio.Event()
        self.dialogue = desk.dialogue
        desk.listeners.append(self.changed)

    def changed(self) -> None:
        """The desk may hold an answer now, a question may be closed to go back, or the end has been read."""
        if self.desk.ended:
            self.done.set()
        if self.dialogue.given or self.dialogue.wish is Wish.BACK:
            self._answered.set()

    def note(self, text: str) -> None:
        """Tell the person something that is not an event of the match and cannot wait, as a lost link."""
        self.desk.write("alert", text)

    def wait(self, text: str) -> None:
        """Show whom the match waits for, where questions stand while nothing is asked."""
        if text != self.desk.waiting:
            self.desk.waiting = clean(text)
            self.desk.notify()

    def rest(self, text: str) -> None:
        """Only others can go on, and nobody waits for them: show that, and that the person may leave; "" = it
        is not so, or no longer."""
        desk, begins = self.desk, bool(text) and not self.desk.at_rest
        desk.at_rest = bool(text)
        self.wait(text or "...")
        if begins:
            desk.write("ask", text)

    def tick(self, banks: Sequence[str], countdown: str) -> None:
        """Show the time left in the banks, by seat, and for the present answer; "" = any time."""
        if (tuple(banks), countdown) != (self.desk.banks, self.desk.countdown):
            self.desk.banks, self.desk.countdown = tuple(banks), countdown
            self.desk.notify()

    def hear(self, seat: int, text: str) -> None:
        """Show what another player says, unless our person has muted that seat."""
        if seat not in self.desk.muted:
            self.desk.write("chat", text, f"p{seat + 1}")

    def said_before(self, seat: int, text: str, own: int) -> None:
        """Show what was said before the match was left."""
        self.desk.write("chat", text, "you" if seat == own else f"p{seat + 1}")

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        self.desk.start(match, seat)
        await trio.lowlevel.checkpoint()

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.desk.tell(rows)
        await trio.lowlevel.checkpoint()

    async def choose(self, seat: SeatView) -> Answer:
        await trio.lowlevel.checkpoint()
        if self.dialogue.wish is Wish.BACK:
            raise TakeBack(seat.index)
        answer = self._prepared(seat) or self.desk.open()
        if answer is not None:
            return answer
        await self._wait()
        given = self.dialogue.collect()
        assert isinstance(given, Answer)
        return given

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        """Cards that must be taken are asked for one by one, what may be taken all at once."""
        await trio.lowlevel.checkpoint()
        chosen: list[int] = []
        while self.dialogue.wish is not Wish.CONCEDE and (there := seat.takeable(need, chosen)):
            if self.dialogue.wish is Wish.BACK:
                raise TakeBack(seat.index)
            least, face = seat.least(need), self.desk.sight.face
            must = len(chosen) < need.items[2] and not face.at_once(need)
            there = sorted(there, key=lambda h: (seat.code(h), h))  # equal cards beside each other
            what = face.picking(seat.state, need, [seat.code(h) for h in chosen], must)
            least, most = (1, 1) if must else (max(least - len(chosen), 0), need.n - len(chosen))
            advice = partial(self._advice, seat, need, chosen, most)
            if self.dialogue.prepared and self.desk.prepares:
                self.dialogue.take(self.desk.usual(there, what, advice)[:most])
            else:
                self.desk.start_taking(there, most, what, least, advice)
                await self._wait()
            given = self.dialogue.collect()
            assert isinstance(given, Taken)
            chosen += given.handles
            if not must:
                break
        return chosen

    def _prepared(self, seat: SeatView) -> Answer | None:
        """The answer of a helper at a step of the set-up that is left to it, None at any other question."""
        self.dialogue.prepared = self.dialogue.prepared and self.desk.prepares
        ask, advise = seat.ask, self.desk.advise
        if not self.dialogue.prepared or advise is None or ask is None or ask.kind != RESPOND:
            return None
        steps = self.desk.sight.face.windows[ask.window].prepares
        return Answer(advise.move(seat, self.desk.sight.token)[0], own=False) if steps else None

    def _advice(
        self, seat: SeatView, need: TableNeed, chosen: Sequence[int], most: int
    ) -> tuple[list[int], str]:
        """The handles that a helper would take next, `most` at most, and why."""
        taken, reason, advise = list(chosen), "", self.desk.advise
        while advise is not None and len(taken) < len(chosen) + most:
            there = seat.takeable(need, taken)
            h, why = advise.card(seat, need, taken, there) if there else (0, "")
            if not h:
                break
            taken.append(h)
            reason = why
        return taken[len(chosen) :], reason or "none of these is worth taking"

    async def _wait(self) -> None:
        """Until the desk holds an answer; a question whose asking is cancelled is closed.

        An answer that was given before the wish to take it back stands: it is what is taken back.
        """
        self._answered = trio.Event()
        try:
            async with trio.open_nursery() as nursery:
                self.desk.think = partial(nursery.start_soon, self._look_longer)
                await self._answered.wait()
                nursery.cancel_scope.cancel()
        except trio.Cancelled:
            self.desk.withdraw()
            raise
        finally:
            self.desk.stop_thinking()
        if self.dialogue.wish is Wish.BACK and not self.dialogue.given:
            raise TakeBack(self.desk.sight.seat.index)

    async def _look_longer(self) -> None:
        """Carry out the search for a hint beside the person, and say what it has found."""
        search = self.desk.search
        assert search is not None
        move, saw = await trio.to_thread.run_sync(search.run, abandon_on_cancel=True)
        self.desk.has_looked(move, saw)
        tell_advice(self.desk)

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        self.desk.refused(reason)
        await trio.lowlevel.checkpoint()

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        self.desk.finish(places, rule)
        if self.linger:
            await self.done.wait()
        else:
            await trio.lowlevel.checkpoint()

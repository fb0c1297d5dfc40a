"""The helper behind `hint`: the strongest quick bot, with a longer look in some games, or at a bot that the
person names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fadenet import bots
from fadenet.bots.base import run_now
from fadenet.bots.fnbot.process import ProgramFailed
from fadenet.bots.lookahead import following, indifferent
from fadenet.bots.reasons import foreseen, reason
from fadenet.console.match.desk import Search
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, TableNeed
from fadenet.table.view import Clock, MatchInfo, SeatView

QUICK = "greedy"
LOOK_LONGER_S = 4.0
"""The time for an answer in which a hint is searched for: a bot takes a half of it at most."""
ASKED_S = 10.0
"""The time that a bot has which the person has named."""


class LongLook:
    """A `fadenet.console.match.desk.Search`: what a bot that searches would do, and what it saw.

    It is a function of the view alone, if its time does not end it.
    """

    seconds = LOOK_LONGER_S

    def __init__(self, name: str, match: MatchInfo, seat: SeatView) -> None:
        self._bot = bots.make(name)
        self._bot.proposes = False
        self._match = replace(match, seed=0)
        self._seat = seat.copy()
        self._seat.clock = Clock(min(seat.clock.decision_s, self.seconds), seat.clock.bank_s)

    def run(self) -> tuple[Move, str]:
        """See `Search.run`."""
        run_now(self._bot.start(self._match, self._seat))
        move = self._bot.decide(self._seat).move
        return move, foreseen(self._bot.thought())

    def hurry(self) -> None:
        """See `Search.hurry`."""
        self._bot.hurry()


class AskedLook(LongLook):
    """The same of a bot that the person has named, which may be a program: if that fails or is late, what the
    quick one would do, and the reason."""

    seconds = ASKED_S

    def __init__(self, name: str, match: MatchInfo, seat: SeatView) -> None:
        super().__init__(name, match, seat)
        self._name = name
        self._hurried = False

    def run(self) -> tuple[Move, str]:
        bot, seat = self._bot, self._seat
        try:
            run_now(bot.start(self._match, seat))
            move = None if self._hurried else bot.decide(seat).move
            thought, late = bot.thought(), move is None or bot.late
            run_now(bot.over(seat, (), ""))
        except ProgramFailed as failed:
            return self._quick(failed.message)
        called = bots.called(self._name)
        if late or move is None:
            return self._quick(f"{called} has not answered in time.")
        return move, foreseen(thought) or (
            f"{called}: {thought.text}" if thought else f"{called} would do so"
        )

    def hurry(self) -> None:
        """See `Search.hurry`."""
        self._hurried = True
        super().hurry()

    def _quick(self, why: str) -> tuple[Move, str]:
        return bots.make(QUICK).decide(
            self._seat
        ).move, f"{why.removesuffix('.')}, so this is what {QUICK} would do"


class Strongest:
    """The helper behind `hint`: what the strongest quick bot would do, what that gains, and what it leaves
    open. In a game that has a searcher, that one looks longer; where the person has named a bot, that one is
    asked at every question with a choice.

    asked: its name, "" = none.
    """

    asked = ""

    def __init__(self, asked: str = "") -> None:
        self.asked = asked

    def move(self, seat: SeatView, called: Callable[[int], str]) -> tuple[Move, str]:
        options = seat.options()
        move = options[0] if len(options) == 1 else bots.make(QUICK).pick(seat, options)
        return move, reason(seat, move, called)

    def reason(self, seat: SeatView, move: Move, called: Callable[[int], str]) -> str:
        return reason(seat, move, called)

    def search(self, match: MatchInfo, seat: SeatView) -> Search | None:
        ask, searcher = seat.ask, rules_of(seat.state).descriptor.searcher
        if ask is None or len(seat.options()) < 2:
            return None
        if self.asked:
            return AskedLook(self.asked, match, seat)
        return LongLook(searcher, match, seat) if searcher and ask.kind == ACT else None

    def indifferent(self, seat: SeatView) -> bool:
        return indifferent(seat)

    def beyond(self, seat: SeatView, move: Move) -> list[Move]:
        return following(bots.make(QUICK).pick, seat, move)

    def card(
        self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]
    ) -> tuple[int, str]:
        return bots.make(QUICK).pick_card(seat, need, taken, there), "what has most to give"

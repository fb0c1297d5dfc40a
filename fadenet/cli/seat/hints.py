"""The helper behind `hint`: the strongest quick bot, with a longer look in some games, or at a bot that the
person names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from secrets import randbits

from fadenet import bots
from fadenet.bots.base import Bot, run_now
from fadenet.bots.fnbot.process import ProgramFailed
from fadenet.bots.lookahead import following, indifferent
from fadenet.bots.reasons import foreseen, reason
from fadenet.console.match.desk import Search
from fadenet.engine.errors import WrongInput
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

    def __init__(self, name: str, match: MatchInfo, seat: SeatView) -> None:
        self._bot = bots.make(name)
        self._match, self._seat = _shown(match, seat, LOOK_LONGER_S)

    def run(self) -> tuple[Move, str]:
        """See `Search.run`."""
        run_now(self._bot.start(self._match, self._seat))
        move = self._bot.decide(self._seat).move
        return move, foreseen(self._bot.thought())

    def hurry(self) -> None:
        """See `Search.hurry`."""
        self._bot.hurry()


class AskedLook:
    """A `Search` by a bot that the person has named, which may be a program: if that cannot play, or is late,
    what the quick bot would do, and the reason."""

    def __init__(self, name: str, match: MatchInfo, seat: SeatView) -> None:
        self._name = name
        self._match, self._seat = _shown(match, seat, ASKED_S)
        self._bot: Bot | None = None
        self._hurried = False

    def run(self) -> tuple[Move, str]:
        """See `Search.run`."""
        seat = self._seat
        try:
            self._bot = bot = bots.make(self._name)
            bot.proposes = False
            run_now(bot.start(self._match, seat))
            move = None if self._hurried else bot.decide(seat).move
            thought = bot.thought()
            run_now(bot.over(seat, (), ""))
        except (ProgramFailed, WrongInput) as failed:
            return self._quick(str(failed))
        called = bots.called(self._name)
        if move is None or bot.late:
            return self._quick(f"{called} has not answered in time")
        said = f"{called}: {thought.text}" if thought is not None else f"{called} would do so"
        return move, foreseen(thought) or said

    def hurry(self) -> None:
        """See `Search.hurry`."""
        self._hurried = True
        if self._bot is not None:
            self._bot.hurry()

    def _quick(self, why: str) -> tuple[Move, str]:
        move = bots.make(QUICK).decide(self._seat).move
        return move, f"{why.removesuffix('.')}, so this is what {QUICK} would do"


def _shown(match: MatchInfo, seat: SeatView, seconds: float) -> tuple[MatchInfo, SeatView]:
    """The match as a bot is shown it that is asked for a hint: a copy of the view, so many seconds for an
    answer, and nothing of the dice."""
    copy = seat.copy()
    copy.clock = Clock(min(seat.clock.decision_s, seconds), seat.clock.bank_s)
    return replace(match, seed=0), copy


class Strongest:
    """The helper behind `hint`: what the strongest quick bot would do, what that gains, and what it leaves
    open. In a game that has a searcher, that one looks longer; where the person has named a bot, that one is
    asked at every question with a choice.

    A throw is left to dice of its own: the others could make use of one that they can work out, and two who
    both take hints would throw the same for ever.

    asked: its name, "" = none.
    """

    asked = ""

    def __init__(self, asked: str = "") -> None:
        self.asked = asked
        self._dice = randbits(64)

    def move(self, seat: SeatView, called: Callable[[int], str]) -> tuple[Move, str]:
        options, quick = seat.options(), bots.make(QUICK)
        assert seat.ask is not None
        quick.random.seed(self._dice + seat.ask.id)  # a question has the same answer each time
        move = options[0] if len(options) == 1 else quick.pick(seat, options)
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

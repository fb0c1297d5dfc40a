"""Other ways that a match might have gone: played on from one of its rests, in the world as it is.

A bot must not look at any of this, for it stands on all that is hidden. It is for those who look at a match
from outside afterwards, when the bots that played it play it on, with other dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from fadenet.bots import naming
from fadenet.bots.base import Bot, run_now
from fadenet.bots.judgement import judgement_of
from fadenet.bots.turn_marks import turn_mark
from fadenet.engine import kernel
from fadenet.engine.errors import Illegal
from fadenet.engine.position import HiddenState
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import RESPOND, Row, State, TableNeed
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, SeatView

STEPS_MAX: Final = 5_000
"""Answers and dealt values after which a match that is played on has come to nothing."""
ENDING: Final = 8  # a line of chance ends a turn one time in so many while there is something else to do


class OpenRest(NamedTuple):
    """A rest of a match, with all that is hidden at it."""

    state: State
    hidden: HiddenState

    def all_seen(self, seat: int) -> SeatView:
        """The view of a seat that knew every card."""
        return SeatView(self.state, seat, self.hidden.truth)

    def seen(self, seat: int) -> SeatView:
        """The view of a seat."""
        return SeatView(self.state, seat, self.hidden.known[seat])


class _Enough(Exception):
    """The match has come to where it was to be played on to."""


class Strayed(Exception):
    """A move of a line is not legal any more."""


class Follows(Bot):
    """Makes the moves of a line, which it tells in notation, and from then on those of another bot."""

    def __init__(self, line: Sequence[Move], bot: Bot) -> None:
        super().__init__()
        self.line, self.bot, self.told = list(line), bot, list[str]()

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await self.bot.start(match, seat)

    async def choose(self, seat: SeatView) -> Answer:
        if self.line:
            self.told.append(seat.text(self.line[0]))
            return Answer(self.line.pop(0))
        return await self.bot.choose(seat)

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        return await self.bot.take(seat, need)

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        """Raises `Strayed`."""
        raise Strayed


class _Without(SeatView):
    """The view of a seat that does not think of a move."""

    __slots__ = ("move",)

    def __init__(self, seat: SeatView, move: Move) -> None:
        super().__init__(seat.state, seat.index, seat.known, seat.sightings)
        self.move = move

    def options(self) -> list[Move]:
        """As in `SeatView`, without the move."""
        return [move for move in super().options() if move != self.move]


class LeavesOut(Follows):
    """Plays as another bot does that does not think of a move at the first question."""

    def __init__(self, move: Move, bot: Bot) -> None:
        super().__init__((), bot)
        self.without: Move = move

    async def choose(self, seat: SeatView) -> Answer:
        without, self.without = self.without, ()
        return await self.bot.choose(_Without(seat, without) if without else seat)


class Passes(Follows):
    """Passes wherever it may; with `replies`, plays as its bot does where others can foresee its answers."""

    def __init__(self, bot: Bot, replies: bool = True) -> None:
        super().__init__((), bot)
        self.replies = replies

    async def choose(self, seat: SeatView) -> Answer:
        s, ask = seat.state, seat.ask
        assert ask is not None
        if ask.kind != RESPOND or not s.turn:
            return await self.bot.choose(seat)
        if self.replies and judgement_of(rules_of(s)).replies(s, seat.index, ask):
            return await self.bot.choose(seat)
        return Answer(kernel.default_answer(s, seat.index, seat.known))


class Strolls(Follows):
    """Makes any legal moves, and keeps them in `line`."""

    def __init__(self, bot: Bot, dice: int) -> None:
        super().__init__((), bot)
        self.random.seed(dice)

    async def choose(self, seat: SeatView) -> Answer:
        end, there = rules_of(seat.state).end_move, seat.choices()
        move = there[self.random.randrange(len(there))]
        if move == end and len(there) > 1 and self.random.randrange(ENDING):
            move = there[self.random.randrange(len(there))]
        self.line.append(move)
        return Answer(move)


def seated(names: Sequence[str], seat: int, player: Bot) -> list[Bot]:
    """A player in a seat, and fresh bots in the others."""
    return [player if e == seat else naming.make(name) for e, name in enumerate(names)]


def quiet(names: Sequence[str], seat: int, player: Bot, replies: bool) -> list[Bot]:
    """The same, but that the others give no answers (`Passes`)."""
    bots = seated(names, seat, player)
    return [bot if bot is player else Passes(bot, replies) for bot in bots]


def play_on(at: OpenRest, players: Sequence[Bot], dice: int, until: Callable[[State], bool]) -> State:
    """The state in which a match rests when it has been played on until something holds, or it is over.

    Raises `Strayed`.
    """
    match = LocalMatch.going_on(at.state, at.hidden, players, dice)
    steps = 0

    def watch(s: State, rows: Sequence[Row]) -> None:
        nonlocal steps
        steps += 1
        if until(s) or steps > STEPS_MAX:
            raise _Enough

    match.watch = watch
    with suppress(_Enough):
        run_now(match.play())
    return match.state


def turns_later(s: State, n: int) -> Callable[[State], bool]:
    """Whether n further turns have begun since a state; to be asked at every step."""
    marks = [turn_mark(s)]

    def passed(now: State) -> bool:
        mark = turn_mark(now)
        if mark != marks[-1]:
            marks.append(mark)
        return len(marks) > n

    return passed

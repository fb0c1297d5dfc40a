"""Trio and the console around a match: signals end it in good order, a person sits down when it begins."""

from __future__ import annotations

import errno
import math
import os
import signal
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, NoReturn, TypeVar

import trio

from fadenet.cli.frame import running
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context, make_bot
from fadenet.cli.frame.signals import BROKEN_PIPE, ENDING, INTERRUPTED, TERMINATED, Stopped
from fadenet.cli.seat import by_post, waiting
from fadenet.cli.seat.hints import Strongest
from fadenet.console.match.desk import Desk, Pace
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.summary import MatchFigures
from fadenet.console.run import Leave, Options, play_match, run_console
from fadenet.engine.errors import Illegal
from fadenet.engine.state import Row, State, TableNeed
from fadenet.table.view import Answer, MatchInfo, SeatView

if TYPE_CHECKING:
    from fadenet.node.match.run import MatchRun

SAID_BEFORE = 12
"""So many lines of what was said are shown when a match is gone on with."""
LOOK_S = 1.0
"""How often the person is told anew whom the match waits for."""
REST_S = 0.25
"""How often it is looked whether a match by correspondence rests."""
TELL_S = 3.0
"""How often it is looked whether a turn has begun."""
THOUGHT_S = 0.3
"""How long a bot may think before that is shown."""

NO_SCREEN = Options(plain=True)

T = TypeVar("T")

_LEFT = {"quit": 0, "closed": 0, "interrupt": INTERRUPTED, "terminated": TERMINATED, "pipe": BROKEN_PIPE}
_SIGNALS = {INTERRUPTED: signal.SIGINT, TERMINATED: signal.SIGTERM}


def run_async(work: Callable[[], Awaitable[T]], options: Options = NO_SCREEN) -> T:
    """Run in Trio; options: of the console that may open. `Stopped` when a signal came or the person left."""
    try:
        return running.run_async(work, partial(run_console, options))
    except Leave as leave:
        code = _LEFT[leave.reason]
        if code in _SIGNALS:
            ENDING.heed(_SIGNALS[code])  # the console has heard it
        raise Stopped(code) from None
    except OSError as error:
        if error.errno == errno.EIO and not os.isatty(sys.stdout.fileno()):
            raise Stopped(TERMINATED) from None  # the terminal is gone before its signal came
        raise


def options_of(ctx: Context) -> Options:
    """How the console shall show itself."""
    args, settings = ctx.args, ctx.settings
    return Options(args.plain or ctx.json, args.ascii, args.color, settings.bell, settings.title)


def at_console(ctx: Context, play: Callable[[LatePerson], Awaitable[T]], left: str) -> T:
    """Play with the person at this terminal; `left` is said when they leave before the end."""
    person = LatePerson(ctx)
    try:
        return run_async(lambda: person.run(lambda: play(person)), options_of(ctx))
    except Stopped:
        if left:
            ctx.say(left)
        raise


def _hinting(ctx: Context) -> str:
    """The bot that `hint` asks, "" = the usual helper."""
    name: str = getattr(ctx.args, "hint", None) or ctx.settings.hint
    if name:
        make_bot(name)
    return name


def _countdown(seconds: float) -> str:
    return waiting.clock(seconds) if seconds < math.inf else ""


def _nothing(result: object) -> list[str]:
    return []


class LatePerson:
    """A person who sits down when the match begins: until then the terminal is free for messages.

    A `fadenet.table.view.Player`; `run` plays a match with it and opens the console at its start. The match
    does not wait until the person has read how it ended: that would leave it open on disk meanwhile.
    """

    def __init__(self, ctx: Context) -> None:
        """Raises `keys.UserError` for a bot that `hint` shall ask and that is not there."""
        self._ctx = ctx
        self.helper = Strongest(_hinting(ctx))
        self._player: ConsolePlayer | None = None
        self._run: MatchRun | None = None
        self._going_on = False
        self._begun = trio.Event()
        self._open = trio.Event()
        self._seated = trio.Event()
        self._over = trio.Event()
        self._closed = trio.Event()
        self._told: Sequence[str] = ()
        self._said_before: list[tuple[int, str, int]] = []
        self.answered = 0
        """So many events of the match had been told when the person answered last, 0 = it did not."""
        self._news_from = 0
        self._told_events = 0
        self._read = 0
        self.tell_turns: Callable[[str], object] = lambda here: None
        """Tells of turns by correspondence that have begun; `here` is the match that needs no telling."""
        self.figures = MatchFigures()
        """How the match went."""
        self.state: State | None = None
        """The state at its end."""
        self.way_out = Desk.way_out
        """How its screen is left after that."""

    def say(self, text: str) -> None:
        """A message of the node: on stderr, or in the log of the console once it is open."""
        if self._player is None:
            self._ctx.say(text)
        else:
            self._player.note(self._ctx.typed(text))

    def go_on(self) -> None:
        """Take all that happens until `caught_up` for what has happened before this match was left."""
        self._going_on = True

    def caught_up(self) -> None:
        """From here on the match goes on."""
        if self._going_on:
            self._going_on = False
            self._seat.desk.caught_up()
            self._read = self._seat.desk.answered
            for seat, text, own in self._said_before:
                self._seat.said_before(seat, text, own)

    @asynccontextmanager
    async def kept_waiting(self, why: str) -> AsyncGenerator[None]:
        """The match waits meanwhile; why is shown where questions stand, once that takes long."""

        async def tell() -> None:
            await trio.sleep(THOUGHT_S)
            self._wait(why)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(tell)
            yield
            nursery.cancel_scope.cancel()
        self._wait("...")

    def _wait(self, text: str) -> None:
        if self._player is not None:
            self._player.wait(text)

    def begun(self, run: MatchRun) -> None:
        """A match between nodes begins: from now on the person sees whom it waits for."""
        self._run = run
        self._going_on = run.restored
        if run.seat.config.days:
            from fadenet.node.mail.kept import read_mail

            self._news_from = read_mail(self._ctx.home, run.match).answered
        self._begun.set()

    async def leave_unasked(self) -> None:
        """Leave a match by correspondence that goes on before there is a table to be seen, where nothing can
        be done here and nobody is connected. Raises `Leave`."""
        await self._begun.wait()
        run = self._run
        assert run is not None
        if run.seat.config.days:
            await run.settled.wait()
            with trio.move_on_after(LOOK_S):
                await self._open.wait()
            if not (self._open.is_set() or run.mesh.connected()):
                raise Leave("quit")

    def _talk(self, player: ConsolePlayer, run: MatchRun) -> None:
        """Let the person talk with the others, beginning with what was said before the match was left."""
        from fadenet.node.match.talk import Talk

        talk, own = Talk(run.file.path), run.own
        lost = "What is said is not kept"

        def hear(seat: int, text: str) -> None:
            player.hear(seat, text)
            if seat not in player.desk.muted:
                with comfort(player.note, lost):
                    talk.note(seat, text)

        def speak(text: str) -> str | None:
            missed = waiting.spoken(run, text)
            if missed is not None:
                with comfort(player.note, lost):
                    talk.note(own, text)
            return missed

        with comfort(player.note, "What was said before is not known"):
            self._said_before = [(seat, text, own) for seat, text in talk.lines()[-SAID_BEFORE:]]
        player.desk.speak, run.exchange.chat.hear = speak, hear

    async def _look(self, player: ConsolePlayer, noted: bool) -> None:
        run = self._run
        if run is None:
            return
        told: tuple[object, ...] = ()
        before = math.inf
        if not all(one.bot for seat, one in enumerate(run.seat.players) if seat != run.own):
            player.note(waiting.company(run, self._ctx.home))
            self._talk(player, run)
        if run.seat.config.days:
            await self._look_by_post(player, run)
        while True:
            text, now = waiting.waiting(run.clock, run.seat.over), waiting.pressing(run.clock)
            if noted and now and now != told:
                player.note(text)
            told = now
            left = run.time_left
            warning = waiting.warning(left, before)
            if warning:
                player.note(warning)
            before = left
            banks = [run.bank_left(seat) for seat in range(len(run.names))]
            player.tick([waiting.clock(n) for n in banks if n < math.inf], _countdown(left))
            player.wait(text)
            await trio.sleep(LOOK_S)

    async def _look_by_post(self, player: ConsolePlayer, run: MatchRun) -> NoReturn:
        """By correspondence nobody is waited for: say how long the others have, and that one may leave; and
        tell of turns that begin, but of the one that the person has come for."""
        here, told = run.match, -math.inf
        while True:
            if trio.current_time() >= told + TELL_S:
                told = trio.current_time()
                await trio.to_thread.run_sync(self.tell_turns, here)
                here = ""
            now = run.entrant.machine.now()
            player.desk.term = by_post.term(run.note, now)
            rests = run.settled.is_set() and not (run.seat.question() or run.seat.search())
            if rests:
                self.caught_up()
            player.rest(by_post.at_rest(run, now, self.answered > 0) if rests else "")
            await trio.sleep(REST_S)

    async def run(self, match: Callable[[], Awaitable[T]], told: Callable[[T], list[str]] = _nothing) -> T:
        """Play `match`, whose player this is. Raises `Leave` when the person leaves, else as `match` does.

        told: what the full screen shows besides of how it came out, as long as it stays.
        """
        results: list[T] = []

        async def sit(player: ConsolePlayer) -> None:
            self._player = player
            player.desk.set_pace(Pace(self._ctx.settings.pace))
            player.desk.stops_set = self._ctx.settings.stops
            player.desk.confirms = self._ctx.settings.confirm
            player.desk.way_out = self.way_out
            if self._run is not None:
                player.desk.referee = partial(waiting.referee, self._run, self._ctx.home)
                player.desk.by_post = self._by_post
            if self._run is not None and self._by_post:
                player.desk.term = by_post.term(self._run.note, self._run.entrant.machine.now())
            linger, player.linger = player.linger, False
            self._seated.set()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._look, player, not linger)  # the screen shows it anyway
                await self._over.wait()
                nursery.cancel_scope.cancel()
            player.desk.speak = None  # the others do not listen any more
            if linger:
                for line in self._told:
                    player.note(line)
                await player.done.wait()

        async def front() -> None:
            await self._open.wait()
            try:
                await play_match(sit, options_of(self._ctx), self.helper)
            except Leave:
                if not self._over.is_set():
                    raise
            self._player = None
            self._closed.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(front)
            results.append(await match())
            await self.rise(told(results[0]))
            nursery.cancel_scope.cancel()
        return results[0]

    async def rise(self, told: Sequence[str]) -> None:
        """The match is over; its screen stays for as long as the person reads it. told: as `run` has it."""
        if not self._over.is_set():
            self._told = told
            self._over.set()
        if self._player is not None:
            await self._closed.wait()

    @property
    def _seat(self) -> ConsolePlayer:
        assert self._player is not None
        return self._player

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        self._open.set()
        await self._seated.wait()
        self._seat.desk.catching_up = self._going_on
        self._seat.desk.returns = self._going_on and self._by_post
        await self._seat.start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.figures(seat.state, rows)
        known = max(0, self._news_from - self._told_events) if self._going_on and self._by_post else len(rows)
        self._told_events += len(rows)
        await self._seat.events(seat, rows[:known])
        if self._run is not None:
            self.caught_up()
        if rows[known:]:
            await self._seat.events(seat, rows[known:])

    async def choose(self, seat: SeatView) -> Answer:
        self.caught_up()
        answer = await self._seat.choose(seat)
        self._has_answered()
        return answer

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        self.caught_up()
        taken = await self._seat.take(seat, need)
        self._has_answered()
        return taken

    def _has_answered(self) -> None:
        """Remember how far the person had heard when they decided something; the desk answers some itself."""
        if self._seat.desk.answered != self._read:
            self._read, self.answered = self._seat.desk.answered, self._told_events

    @property
    def _by_post(self) -> bool:
        return self._run is not None and self._run.seat.config.days > 0

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        await self._seat.refused(seat, reason)

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        self.caught_up()
        self.state = seat.state
        await self._seat.over(seat, places, rule)

"""Plain mode for pipes, simple terminals and screen readers: an event a line, numbered choices, no escapes.

Events that come while a question is open are held back until a line has been typed, so that nothing lands in
the middle of it; alerts that cannot wait, such as the end of the time to answer, are printed at once. For a
person at a terminal much at once is printed a few lines at a time, with a summary first. The end of the input
leaves the match as `quit` does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

import trio

from fadenet.console.shell.scene import Scene
from fadenet.console.shell.signals import leave_when_told
from fadenet.console.shell.stage import LISTED_MAX, LogEntry
from fadenet.console.text import cells, clean
from fadenet.engine.language.english import number_of

ONE_LINE_MAX = 100
LINE_BYTES_MAX = 4_096
LINE_CELLS_MAX = 2_000
GATHER_S = 0.1
"""So long what happens is gathered before it is printed a few lines at a time."""

Read = Callable[[], Awaitable[bytes]]
Write = Callable[[str], None]

_LEAD = {"refused": "refused", "note": "note", "alert": "note", "over": "over"}


def read_from(fd: int) -> Read:
    """Chunks of a file descriptor, b"" at its end. A reader that stops waiting for one leaves what comes then
    to the next reader, the scene that is shown after this one."""

    async def read() -> bytes:
        with suppress(OSError):  # a file, which makes nobody wait
            await trio.lowlevel.wait_readable(fd)
        return os.read(fd, LINE_BYTES_MAX)

    async def read_aside() -> bytes:
        return await trio.to_thread.run_sync(os.read, fd, LINE_BYTES_MAX, abandon_on_cancel=True)

    return read_aside if sys.platform == "win32" else read


async def run_plain(scene: Scene, read: Read, write: Write, paged: bool = False) -> None:
    """Print the scene and take lines until it is left (`Stage.leaving`). write: takes a line, no end. paged:
    whether somebody sits there who can go on from page to page."""
    plain = Plain(scene, write, paged)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(plain.lines, read)
        await nursery.start(leave_when_told, scene.stage)
        await plain.print()
        nursery.cancel_scope.cancel()


class Plain:
    """A scene as it is printed: the entries of its log that have been, and those that are held back."""

    def __init__(self, scene: Scene, write: Write, paged: bool = False) -> None:
        self.scene = scene
        self.paged = paged
        self.paused = False  # more is to be printed as soon as a line has been typed
        self.run = 0  # events printed since a line was typed
        self.led = -1  # the answer since which a summary has been printed
        self.stage = scene.stage
        self.stage.lasting = True
        self.kept = ""  # a line that was typed before the question that it may answer
        self.write = write
        self.printed = 0
        self.alerted = 0  # of the log entries behind those that are printed, how far alerts are printed too
        self.asked = 0  # number of questions so far
        self.holding = False
        self.lot = trio.lowlevel.ParkingLot()
        self.stage.listeners.append(self.changed)

    def changed(self) -> None:
        """The scene has changed: the tasks that wait for it look again."""
        self.lot.unpark_all()

    async def print(self) -> None:
        """Print what may be printed whenever the scene has changed, until it is left."""
        while True:
            while self.stage.catching_up and not self.stage.leaving:
                await self.lot.park()
            await self._gather()
            self.holding = self.holding and self.scene.waits  # or its time was over
            if self.stage.leaving or not (self.holding or self.paused):
                self._flush(whole=bool(self.stage.leaving))
            else:
                self._alert()
            if self.stage.leaving:
                return
            await self.lot.park()

    async def _gather(self) -> None:
        """Let what happens at once come together, so that it can be said first what it comes to."""
        scene, stage = self.scene, self.stage
        with trio.move_on_after(GATHER_S * (self.paged and stage.burst > 0)):
            while not (scene.waits or scene.over or stage.leaving):
                await self.lot.park()

    async def lines(self, read: Read) -> None:
        """Take lines until the input ends; then the scene is left as soon as it needs a line."""
        rest = b""
        while chunk := await read():
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                await self._line(_decoded(line))
            rest = rest[-LINE_BYTES_MAX:]
        if rest:
            await self._line(_decoded(rest))
        await self._ready()
        if not self.scene.over:
            self.stage.leave("closed")

    async def _ready(self) -> None:
        """Until something is asked and nothing is on its way, or nothing will be any more."""
        while not ((self.scene.waits and not self.scene.thinks) or self.scene.over or self.stage.leaving):
            await self.lot.park()

    async def _line(self, line: str) -> None:
        """Carry out a line; one that is not a command waits for the question that it answers. Where somebody
        sits there, it is offered then, and an empty line sends it."""
        self.run = 0
        while self.stage.catching_up and not self.stage.leaving:
            await self.lot.park()
        if not self.paged:  # a person's line ends what is thought, a line of a pipe lets it be said
            while self.scene.thinks and not self.stage.leaving:
                await self.lot.park()
        if self.paused:
            self.paused = False
            self._flush(whole=bool(line))
            if not line:
                return
            if not self.scene.is_command(line):
                self._keep(line)
                return
        if self.paged and line and self.scene.holds and not self.scene.is_command(line):
            self._keep(line)
            return
        if not self.scene.is_command(line):
            await self._ready()
            line, self.kept = line or self.kept, ""
        if not self.holding:
            self._flush(whole=True)
        self.scene.take(line)
        self.holding = False
        self.stage.notify()
        await trio.lowlevel.checkpoint()

    def _keep(self, line: str) -> None:
        """Keep a line until something is asked."""
        self.kept = line
        if self.scene.waits:
            self._offer()
        else:
            self._put(f"note: kept until something is asked: {line}")

    def _offer(self) -> None:
        """Say which line has been kept for what is asked now."""
        if self.kept:
            self._put(f"note: typed before this was asked: {self.kept} (Enter sends it)")

    def _flush(self, whole: bool = False) -> None:
        """Print the log entries and the page that have not been printed yet, where there is much to read a
        part of it; whole: all of it."""
        stage = self.stage
        if stage.catching_up and not stage.leaving:
            return
        self.printed = max(self.printed, stage.past)
        fresh, alerted = self._since(self.printed), self.alerted
        events = [number for number, entry in fresh if entry.kind == "event"]
        room = max(stage.burst - self.run, 0)
        if self.paged and not whole and stage.burst and len(events) > room:
            self.paused, last = True, events[room] - 1
            fresh = [(number, entry) for number, entry in fresh if number <= last]
            if not self.run and stage.summary() and self.led != stage.answered:
                self.led = stage.answered
                self._put(f"table: in short: {stage.summary()}")
        self.run += len(events[:room]) if self.paused else len(events)
        self.printed = events[room] - 1 if self.paused else stage.told
        self.alerted = max(self.alerted, self.printed)
        for number, entry in fresh:
            if entry.kind == "ask":
                self._ask(entry)
                if self.holding:
                    self._offer()
            elif entry.kind != "alert" or number > alerted:
                self._say(entry)
        if self.paused:
            self._put(f"more: {number_of(len(events) - room, 'line')}; Enter goes on")
            return
        if stage.page is not None:
            for paragraph in stage.page.paragraphs:
                self._put(f"{stage.page.title}: {paragraph}")
            stage.page = None

    def _alert(self) -> None:
        """Print what cannot wait until a line has been typed."""
        fresh = self._since(self.alerted)
        self.alerted = self.stage.told
        for _, entry in fresh:
            if entry.kind == "alert":
                self._say(entry)

    def _since(self, number: int) -> list[tuple[int, LogEntry]]:
        """(number, entry) of what has been written into the log since, as far as it is kept."""
        log, told = list(self.stage.log), self.stage.told
        first = max(number, told - len(log))
        return list(enumerate(log[first - told :], first + 1)) if first < told else []

    def _say(self, entry: LogEntry) -> None:
        lead = _LEAD.get(entry.kind, entry.who or ("you" if entry.kind == "you" else "table"))
        if entry.kind == "chat":
            lead = f"chat {entry.who}"
        self._put(f"{lead}: {entry.text}")

    def _ask(self, entry: LogEntry) -> None:
        """A question with its numbered answers, in one line if that is short."""
        self.asked += 1
        open_now = self.scene.waits and entry is self._last_ask()
        choices = self.scene.answers() if open_now else []
        self.holding = self.holding or open_now
        if not choices:
            self._put(f"ask {self.asked}: {entry.text}")
            return
        listed = "   ".join(f"{i} {choice}" for i, choice in enumerate(choices, 1))
        below, beside = self.scene.ways
        whole = f"ask {self.asked}: {entry.text} {listed}   ({beside})"
        if cells(whole) <= ONE_LINE_MAX:
            self._put(whole)
        else:
            self._put(f"ask {self.asked}: {entry.text}   ({below})")
            for i, choice in enumerate(choices[:LISTED_MAX], 1):
                self._put(f"{i} {choice}")
            if len(choices) > LISTED_MAX:
                self._put(f"and {len(choices) - LISTED_MAX} more: legal lists all")

    def _last_ask(self) -> LogEntry | None:
        return next((entry for entry in reversed(self.stage.log) if entry.kind == "ask"), None)

    def _put(self, line: str) -> None:
        """Write one line; a reader that has gone ends the match as the end of the input does."""
        try:
            self.write(clean(line, LINE_CELLS_MAX))
        except BrokenPipeError:
            self.stage.leaving = "pipe"


def _decoded(line: bytes) -> str:
    return line[:LINE_BYTES_MAX].decode("utf-8-sig", "replace").strip()

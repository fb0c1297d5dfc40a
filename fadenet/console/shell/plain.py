"""Plain mode for pipes, simple terminals and screen readers: an event a line, numbered choices, no escapes.

What happens while a question is open is held back until a line has been typed, so that nothing lands in the
middle of it; what cannot wait, such as the end of the time to answer, is printed at once. The end of the
input leaves the match as `quit` does.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable

import trio

from fadenet.console.match.commands import COMMANDS, enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.entries import LogEntry
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.text import cells, clean

LISTED_MAX = 40
ONE_LINE_MAX = 100
LINE_BYTES_MAX = 4_096
LINE_CELLS_MAX = 2_000

Read = Callable[[], Awaitable[bytes]]
Write = Callable[[str], None]

_LEAD = {"refused": "refused", "note": "note", "alert": "note", "over": "over"}
_SIGNALS = {signal.SIGINT: "interrupt", signal.SIGTERM: "terminated"}
if hasattr(signal, "SIGHUP"):
    _SIGNALS[signal.SIGHUP] = "terminated"


def read_from(fd: int) -> Read:
    """Chunks of a file descriptor, b"" at its end, read in a thread of its own."""

    async def read() -> bytes:
        return await trio.to_thread.run_sync(os.read, fd, LINE_BYTES_MAX, abandon_on_cancel=True)

    return read


async def run_plain(desk: Desk, player: ConsolePlayer, read: Read, write: Write) -> None:
    """Print the desk and take lines until it is left (`desk.leaving`). write: takes a line, no end."""
    plain = Plain(desk, player, write)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(plain.lines, read)
        await nursery.start(plain.signals)
        await plain.print()
        nursery.cancel_scope.cancel()


class Plain:
    """What has been printed of a desk, and what is held back."""

    def __init__(self, desk: Desk, player: ConsolePlayer, write: Write) -> None:
        self.desk = desk
        self.player = player
        self.write = write
        self.printed = 0
        self.alerted = 0  # of the log entries behind those that are printed, how far alerts are printed too
        self.asked = 0  # number of questions so far
        self.holding = False
        self.lot = trio.lowlevel.ParkingLot()
        desk.notify = self.changed

    def changed(self) -> None:
        """The desk has changed: print, hand over an answer, or close."""
        self.lot.unpark_all()
        self.player.changed()

    async def print(self) -> None:
        """Print what may be printed whenever the desk has changed, until it is left."""
        while True:
            self.holding = self.holding and bool(self.desk.ask_id or self.desk.taking)  # or its time was over
            if not self.holding or self.desk.leaving:
                self._flush()
            else:
                self._alert()
            if self.desk.leaving:
                return
            await self.lot.park()

    async def lines(self, read: Read) -> None:
        """Take lines until the input ends; then the match is left as soon as it needs a line."""
        rest = b""
        while chunk := await read():
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                await self._line(_decoded(line))
            rest = rest[-LINE_BYTES_MAX:]
        if rest:
            await self._line(_decoded(rest))
        await self._ready()
        if not self.desk.result:
            self.leave("closed")

    async def _ready(self) -> None:
        """Until something is asked, or the match is over."""
        desk = self.desk
        while not (desk.ask_id or desk.taking or desk.leaving or desk.result):
            await self.lot.park()

    async def _line(self, line: str) -> None:
        """Carry out a line; what is no command waits for the question that it answers."""
        desk = self.desk
        if not line.startswith("?") and line.partition(" ")[0].lower() not in COMMANDS:
            await self._ready()
        if not self.holding:
            self._flush()
        if line.isdecimal() and len(line) < 5 and 0 < int(line) <= len(desk.options) and desk.ask_id:
            desk.give(desk.options[int(line) - 1])
        else:
            enter(desk, line)
        self.holding = False
        self.changed()
        await trio.lowlevel.checkpoint()

    async def signals(self, task_status: trio.TaskStatus[None]) -> None:
        """Leave in good order when told to from outside."""
        with trio.open_signal_receiver(*_SIGNALS) as received:
            task_status.started()
            async for number in received:
                self.leave(_SIGNALS[signal.Signals(number)])

    def leave(self, reason: str) -> None:
        self.desk.leaving = self.desk.leaving or reason
        self.changed()

    def _flush(self) -> None:
        """Print the log entries and the page that have not been printed yet."""
        desk = self.desk
        fresh, alerted = self._since(self.printed), self.alerted
        self.printed = self.alerted = desk.told
        for number, entry in fresh:
            if entry.kind == "ask":
                self._ask(entry)
            elif entry.kind != "alert" or number > alerted:
                self._say(entry)
        if desk.page is not None:
            for paragraph in desk.page.paragraphs:
                self._put(f"{desk.page.title}: {paragraph}")
            desk.page = None

    def _alert(self) -> None:
        """Print what cannot wait until a line has been typed."""
        fresh = self._since(self.alerted)
        self.alerted = self.desk.told
        for _, entry in fresh:
            if entry.kind == "alert":
                self._say(entry)

    def _since(self, number: int) -> list[tuple[int, LogEntry]]:
        """(number, entry) of what has been written into the log since, as far as it is kept."""
        desk = self.desk
        first = max(number, desk.told - len(desk.log))
        return list(enumerate(list(desk.log)[first - desk.told :], first + 1)) if first < desk.told else []

    def _say(self, entry: LogEntry) -> None:
        lead = _LEAD.get(entry.kind, entry.who or ("you" if entry.kind == "you" else "table"))
        if entry.kind == "chat":
            lead = f"chat {entry.who}"
        self._put(f"{lead}: {entry.text}")

    def _ask(self, entry: LogEntry) -> None:
        """A question with its numbered answers, in one line if that is short."""
        self.asked += 1
        if not (self.desk.ask_id or self.desk.taking) or entry is not self._last_ask():
            self._put(f"ask {self.asked}: {entry.text}")
            return
        choices = self.desk.choices()
        if self.desk.taking:
            self._put(f"ask {self.asked}: {entry.text}")
            self.holding = True
            return
        listed = "   ".join(f"{i} {choice}" for i, choice in enumerate(choices, 1))
        whole = f"ask {self.asked}: {entry.text} {listed}   (? help)"
        if cells(whole) <= ONE_LINE_MAX:
            self._put(whole)
        else:
            self._put(f"ask {self.asked}: {entry.text}   (a number or a move; ? help)")
            for i, choice in enumerate(choices[:LISTED_MAX], 1):
                self._put(f"{i} {choice}")
            if len(choices) > LISTED_MAX:
                self._put(f"and {len(choices) - LISTED_MAX} more: legal lists all")
        self.holding = True

    def _last_ask(self) -> LogEntry | None:
        return next((entry for entry in reversed(self.desk.log) if entry.kind == "ask"), None)

    def _put(self, line: str) -> None:
        """Write one line; a reader that has gone ends the match as the end of the input does."""
        try:
            self.write(clean(line, LINE_CELLS_MAX))
        except BrokenPipeError:
            self.desk.leaving = "pipe"


def _decoded(line: bytes) -> str:
    return line[:LINE_BYTES_MAX].decode("utf-8", "replace").strip()

"""The output on stdout and stderr: a reader who does not read does not keep up what goes on behind it.

A terminal that is stopped (Ctrl-S), a window that hangs and a pipe that nobody empties take nothing, and a
write to them waits. While a command runs to its end by itself, that is right: `fadenet cards | less`. Beside
a match it is not, so from then on a thread writes: lines wait in a queue with a bound, and those over it are
left out and counted. A screen draws a frame when the one before has left: the latest one wins.
"""

from __future__ import annotations

import errno
import io
import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, TextIO

from fadenet.cli.frame.escape import ASCII, FOLDED, only_ascii

WAITING_BYTES_MAX: Final = 4 * 1024 * 1024
"""How much waits for a reader at most."""


class Writer:
    """The thread that writes to one terminal, pipe or file, whichever streams lead there, in order.

    `eased`: told in that thread, which holds `changed`, whenever nothing is left to write.
    """

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.behind = 0
        """Bytes that were taken and have not been written."""
        self.aside = False
        self.eased: list[Callable[[], None]] = []
        self._waiting: deque[tuple[Callable[[], object], int]] = deque()

    def start(self) -> None:
        """From now on a thread writes."""
        with self.changed:
            if not self.aside:
                self.aside = True
                threading.Thread(target=self._work, name="outlet", daemon=True).start()

    def put(self, write: Callable[[], object], size: int) -> bool:
        """Have so many bytes written; False without room for them. More than `WAITING_BYTES_MAX` are taken
        only while nothing else waits."""
        with self.changed:
            if self.behind and self.behind + size > WAITING_BYTES_MAX:
                return False
            self._waiting.append((write, size))
            self.behind += size
            self.changed.notify_all()
            return True

    def await_end(self, seconds: float | None) -> bool:
        """Wait so long until all is written (None: for as long as it takes); whether it is."""
        with self.changed:
            return self.changed.wait_for(lambda: not self.behind, seconds)

    def finish(self, seconds: float | None) -> bool:
        """The same, and end the thread if it is. If not, nothing that is said from here on makes anybody
        wait."""
        with self.changed:
            if self.await_end(seconds):
                self.aside = False
                self.changed.notify_all()
            return not self.aside

    def _work(self) -> None:
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self._waiting or not self.aside)
                if not self._waiting:
                    return
                write, size = self._waiting.popleft()
            write()
            with self.changed:
                self.behind -= size
                if not self.behind:
                    for told in self.eased:
                        told()
                self.changed.notify_all()


class Outlet(io.TextIOBase):
    """A text stream in the place of stdout or stderr. below: what it writes to; vital: whether a reader that
    has gone is an error (`BrokenPipeError`), as with data; messages then reach nobody, and that is all.

    `failed`: why nothing can be written any more, None as long as it can. `left_out`: the line that stands
    for so many that were left out.
    """

    def __init__(self, below: TextIO, writer: Writer, *, vital: bool) -> None:
        super().__init__()
        self.failed: OSError | None = None
        self.left_out: Callable[[int], str] = _left_out
        self._below = below
        self._writer = writer
        writer.eased.append(self._eased)
        self.vital = vital
        binary: Any = below.buffer
        self._raw: io.RawIOBase = getattr(binary, "raw", binary)
        self._held = ""
        self._lost = 0
        self._told: Callable[[bool], None] | None = None

    # The methods that Python expects of a stream.

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return ASCII if only_ascii() and self.isatty() else self._below.encoding

    def fileno(self) -> int:
        return self._below.fileno()

    def isatty(self) -> bool:
        return self._below.isatty()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Take text; it leaves with the end of a line, or with `flush`."""
        self._held += text
        if text.endswith("\n"):
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Let go what is held: at once, or beside. Raises `BrokenPipeError` if nobody reads data any more."""
        text, self._held = self._held, ""
        if text and self.failed is None:
            data = text.replace("\n", os.linesep).encode(self.encoding, FOLDED)
            if self._writer.aside:
                self._put(data, text.count("\n"))
            else:
                self.pass_on(data)
        if text and self.vital and isinstance(self.failed, BrokenPipeError):
            raise self.failed

    # Beside the loop.

    @property
    def behind(self) -> int:
        """Bytes that nobody has taken yet."""
        return self._writer.behind

    @property
    def writer(self) -> Writer:
        return self._writer

    @contextmanager
    def frames(self, told: Callable[[bool], None]) -> Iterator[None]:
        """Take everything written meanwhile as frames of a screen. told: called whenever all of it has left,
        in the thread that writes, with whether anything was left out before, so that the screen is to be
        drawn anew."""
        with self._writer.changed:
            self._told = told
        try:
            yield
        finally:
            with self._writer.changed:
                self._told, self._lost = None, 0

    def finish(self, seconds: float | None) -> bool:
        """As `Writer.finish`, for all that was said."""
        with suppress(BrokenPipeError):
            self.flush()
        return self._writer.finish(seconds)

    def await_reader(self, seconds: float) -> bool:
        """Wait at most so long until all has left; whether it has."""
        return self._writer.await_end(seconds)

    def pass_on(self, data: bytes) -> None:
        """Write all of it, however long that takes; an error in that is `failed`."""
        rest = memoryview(data)
        try:
            while rest and self.failed is None:
                taken = self._raw.write(rest)
                if taken is None:  # somebody has made it one that does not wait
                    select.select([], [self.fileno()], [])
                rest = rest[taken or 0 :]
        except OSError as error:
            self.failed = error
        except ValueError:
            self.failed = OSError(errno.EBADF, os.strerror(errno.EBADF))

    def _eased(self) -> None:
        """All has left. In the thread that writes, which holds the writer's lock."""
        told, lost = self._told, self._lost
        self._lost = 0
        if told is not None:
            told(lost > 0)
        elif lost:
            data = (self.left_out(lost) + os.linesep).encode(self.encoding, FOLDED)
            self._writer.put(partial(self.pass_on, data), len(data))

    def _put(self, data: bytes, lines: int) -> None:
        """Give data to the thread that writes. Lines behind some that were left out are left out too, until a
        line can say so."""
        with self._writer.changed:
            if self._lost or not self._writer.put(partial(self.pass_on, data), len(data)):
                self._lost += max(1, lines)


def _left_out(lines: int) -> str:
    return (
        f".. {lines} {'line is' if lines == 1 else 'lines are'} left out here: nobody has read them in time"
    )


@contextmanager
def outlets() -> Iterator[Sequence[Outlet]]:
    """Put outlets in the places of stdout and stderr, where these lead out of the process; those put there.

    Both have one writer where they lead to the same place, so that what is said stands in order.
    """
    before = sys.stdout, sys.stderr
    made: list[Outlet] = []
    for name in ("stdout", "stderr"):
        below = getattr(sys, name)
        if _leads_out(below):
            writer = next((one.writer for one in made if _same(one, below)), None) or Writer()
            made.append(Outlet(below, writer, vital=name == "stdout"))
            setattr(sys, name, made[-1])
    try:
        yield made
    finally:
        sys.stdout, sys.stderr = before


def aside() -> None:
    """From now on, until the command ends, nobody waits for a reader."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, Outlet):
            stream.writer.start()


def _leads_out(stream: TextIO) -> bool:
    """Whether a stream is one of the process's own, not yet an outlet; not a terminal of Windows, which takes
    what is written through calls of its own."""
    if not isinstance(stream, io.TextIOWrapper) or (os.name == "nt" and stream.isatty()):
        return False
    try:
        return stream.fileno() >= 0
    except (OSError, ValueError):
        return False


def _same(one: Outlet, other: TextIO) -> bool:
    try:
        return os.path.sameopenfile(one.fileno(), other.fileno())
    except OSError:
        return False

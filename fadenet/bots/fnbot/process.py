"""A program that is talked to line by line over its stdin and stdout, and that cannot hold anybody up.

It runs in a group of processes of its own, in an empty folder, without the player's files among its
environment. Nothing is read from it but when it is waited for, so one that floods waits itself, and what it
writes to stderr goes into a log whose beginning is forgotten.
"""

from __future__ import annotations

import os
import re
import selectors
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO, Final

import keys
from fadenet.bots.fnbot.logs import LOG_BYTES
from fadenet.bots.fnbot.words import LINE_MAX
from fadenet.engine.errors import WrongInput

QUIT_S: Final = 1.0
"""So long a program has to end by itself once it was told to."""
LOOK_S: Final = 0.02
"""So often it is looked whether it has ended."""
CHUNK: Final = 65_536
LAST_LINES: Final = 40
"""Among so many lines of stderr the last words are looked for."""
_ERROR: Final = re.compile(r"[\w.]*(Error|Exception|panic)\b")
MINE: Final = ("FADENET_",)
"""Beginnings of names in the environment that are this program's own."""


class ProgramFailed(keys.UserError):
    """A bot that is a program of its own cannot go on."""

    exit_code = 7


def command_of(text: str) -> list[str]:
    """A command line as a list of words: the program where it lies, and files that are named by their whole
    path, since it will run in another folder. No shell reads it.

    Raises `WrongInput` for a command that is not there or may not be run, and for one that other users of
    this machine may write to: they would choose what is run.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise WrongInput(f"the command {text!r} cannot be read: {error}") from None
    if not words:
        raise WrongInput("behind exec: stands a command, as in exec:./mybot or 'exec:python3 mybot.py'")
    found = shutil.which(words[0])
    if found is None:
        raise WrongInput(f"the program {words[0]} {_why_not_found(words[0])}")
    command = [str(Path(found).absolute())]
    for word in words[1:]:
        command.append(str(Path(word).absolute()) if Path(word).is_file() else word)
    for word in command:
        if os.path.isabs(word) and (why := _writable(Path(word))):
            raise WrongInput(why)
    return command


def _why_not_found(word: str) -> str:
    """The reason why the first word of a command names no program, and what to do."""
    if not Path(word).is_file():
        return "is not there"
    here = os.path.join(os.curdir, word)
    if not os.path.dirname(word) and shutil.which(here):
        return f"is not on the PATH; the one in this folder is {here}"
    return "may not be run; make it executable (chmod +x)"


def _writable(path: Path) -> str:
    """The reason why others may say what a file holds, "" = they may not."""
    if not hasattr(os, "getuid"):
        return ""
    for place in (path, path.parent):
        try:
            there = place.stat()
        except OSError:
            return ""
        sticky = stat.S_ISDIR(there.st_mode) and there.st_mode & stat.S_ISVTX
        if there.st_mode & stat.S_IWOTH and not sticky:
            return f"other users of this machine may write to {place}; forbid it (chmod o-w {place})"
        if there.st_uid not in (0, os.getuid()):
            return f"{place} belongs to another user of this machine; copy the bot to a folder of your own"
    return ""


class BotProcess:
    """A running program."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises `ProgramFailed` for one that cannot be started."""
        self._errors: deque[bytes] = deque()
        self._error_bytes = 0
        self._errors_left = LOG_BYTES
        self._errors_ended = False
        self._last_words = ""
        self._there = bytearray()
        self._to_write = bytearray()
        self._folder = tempfile.TemporaryDirectory(prefix="fadenet-bot-", ignore_cleanup_errors=True)
        own = {name: value for name, value in os.environ.items() if not name.startswith(MINE)}
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._folder.name,
                env=own | {"PYTHONUNBUFFERED": "1"},
                start_new_session=True,
            )
        except OSError as error:
            self._folder.cleanup()
            raise ProgramFailed(f"{command[0]} cannot be started: {error.strerror}") from None
        self._selector = selectors.DefaultSelector()
        process = self._process
        assert process.stdin is not None
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            if stream is not process.stdin:
                self._selector.register(stream, selectors.EVENT_READ)
        self._ended = weakref.finalize(self, _end, process, self._selector, self._folder)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether `end` was called."""
        return not self._ended.alive

    def tell(self, lines: Sequence[str]) -> None:
        """Have it read these lines. They are written while it is waited for, and with them a MiB more of its
        stderr is read."""
        self._errors_left = LOG_BYTES
        self._watch_errors()
        for line in lines:
            self._to_write += line.encode() + b"\n"

    def line(self, until: float) -> bytes | None:
        """The next line that it says, without its end, or None if it says none by then (`time.monotonic`).
        Raises `ProgramFailed` when it is gone, and for a line without an end."""
        while True:
            end = self._there.find(b"\n")
            if 0 <= end <= LINE_MAX:
                line = bytes(self._there[:end])
                del self._there[: end + 1]
                return line
            if len(self._there) > LINE_MAX:
                raise ProgramFailed(f"a line of more than {LINE_MAX} bytes")
            left = until - monotonic()
            if left <= 0:
                return None
            self._exchange(left)

    def _exchange(self, most_s: float) -> None:
        """Write and read what can be, and wait until something can."""
        process = self._process
        assert process.stdin is not None
        watched = not process.stdin.closed and process.stdin in self._selector.get_map()
        if self._to_write and not watched:
            self._selector.register(process.stdin, selectors.EVENT_WRITE)
        elif watched and not self._to_write:
            self._selector.unregister(process.stdin)
        for key, _ in self._selector.select(most_s):
            stream = key.fileobj
            if stream is process.stdin:
                self._write(process.stdin)
            elif stream is process.stdout:
                self._read_answers()
            else:
                self._read_errors()

    def _write(self, stdin: IO[bytes]) -> None:
        try:
            n = os.write(stdin.fileno(), self._to_write[:CHUNK])
        except BlockingIOError:
            return
        except OSError:
            raise ProgramFailed("it reads no more: its stdin is closed") from None
        del self._to_write[:n]

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        got = _read(self._process.stdout)
        if got == b"":
            raise ProgramFailed(self._how_it_ended())
        self._there += got or b""

    def _read_errors(self) -> bool:
        """Whether there was something."""
        stderr = self._process.stderr
        assert stderr is not None
        got = _read(stderr)
        self._errors_ended = got == b""
        self._errors_left -= len(got or b"")
        self._watch_errors()
        if not got:
            return False
        self._errors.append(got)
        self._error_bytes += len(got)
        while self._error_bytes > LOG_BYTES:
            self._error_bytes -= len(self._errors.popleft())
        return True

    def _watch_errors(self) -> None:
        """Listen to its stderr while that is open and has not said too much: a program that floods waits."""
        if self.ended:
            return
        stderr = self._process.stderr
        assert stderr is not None
        watched, wanted = stderr in self._selector.get_map(), not self._errors_ended and self._errors_left > 0
        if watched and not wanted:
            self._selector.unregister(stderr)
        elif wanted and not watched:
            self._selector.register(stderr, selectors.EVENT_READ)

    def _how_it_ended(self) -> str:
        """Whether its stdout alone is closed, or all of it is gone; its last words are read as well."""
        try:
            code = self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            return "it has closed its stdout"
        self._read_last_errors()
        return f"{signal.Signals(-code).name} has ended it" if code < 0 else f"it ended with exit code {code}"

    def _read_last_errors(self) -> None:
        """Read what it has left on its stderr; what it has started may write on without end."""
        for _ in range(LOG_BYTES // CHUNK):
            if not self._read_errors():
                break

    def errors(self) -> list[str]:
        """The lines that it has written to stderr since this was asked last, or the last MiB of them. A line
        that has no end yet is among those of the next time, if the program runs."""
        there, self._last_words = b"".join(self._errors), self.last_words()
        whole, _, rest = there.rpartition(b"\n") if self._process.poll() is None else (there, b"", b"")
        rest = rest[-CHUNK:]
        self._errors, self._error_bytes = deque([rest]), len(rest)
        return whole.decode(errors="replace").splitlines()

    def last_words(self) -> str:
        """The last line that it has written to stderr, "" if there is none; of the last ones rather one that
        names an error, as some languages go on behind it."""
        there = b"".join(self._errors).decode(errors="replace").split("\n")
        last = [line.strip() for line in there[-LAST_LINES:] if line.strip()]
        return next(filter(_ERROR.match, reversed(last)), last[-1] if last else self._last_words)

    def end(self) -> int:
        """Tell it to quit, behind all that it was told, and close its stdin; kill it, with all that it has
        started in its group, if it does not end by itself. The exit code of one that did, else 0."""
        if self.ended:
            return 0
        self.tell(["quit"])
        until = monotonic() + QUIT_S
        with suppress(ProgramFailed):
            while self._process.poll() is None and monotonic() < until:
                self._there.clear()
                self._exchange(min(max(until - monotonic(), 0), LOOK_S))
                if not self._to_write:
                    self._close_stdin()
        code = self._process.poll()
        self._read_last_errors()
        self._ended()
        return max(code or 0, 0)

    def _close_stdin(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        if not stdin.closed:
            if stdin in self._selector.get_map():
                self._selector.unregister(stdin)
            stdin.close()


def _read(stream: IO[bytes]) -> bytes | None:
    """The bytes that are there, b"" at the end of the stream, None if there are none yet."""
    try:
        return os.read(stream.fileno(), CHUNK)
    except BlockingIOError:
        return None


def _end(
    process: subprocess.Popen[bytes],
    selector: selectors.BaseSelector,
    folder: tempfile.TemporaryDirectory[str],
) -> None:
    """Kill a program and all of its group, and forget it."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    selector.close()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):  # what could not be written any more
                stream.close()
    folder.cleanup()

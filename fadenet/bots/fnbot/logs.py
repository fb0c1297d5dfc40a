"""The log of a program that plays: what it writes to stderr, what it thinks, and what it does wrong, for its
author to read afterwards (`fadenet bot log`).

Each program has a file, by its command; many of them may write to one at the same time. A line is

    2026-11-30 21:05:07 4711 err no card at h3

with the time in UTC, the process, and one of the words `starts`, `match`, `err`, `info`, `wrong`, `over`,
`ends`. Of a program the last MiB is kept at most: a file that is full takes the place of the one before it.
Where nobody keeps logs, as in the arena, nothing is written.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from keys.errors import UserError
from keys.files import make_folder, private

LOG_BYTES: Final = 1 << 20
FILE_BYTES: Final = LOG_BYTES // 2
LINE_SIGNS: Final = 1_000
LINES_MAX: Final = 10_000
"""So many lines of a program are written in one go; of more the last ones."""
FOLDER: Final = "bots"
BEFORE: Final = ".1"
"""The end of the name of the file before the one that is written."""

_UNTOLD: Final = re.compile(r"[^A-Za-z0-9._-]")


class _Keeper:
    """Where this process keeps logs, None = nowhere, and who is told if that is not possible."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.say: Callable[[str], None] = lambda text: None
        self.lock = Lock()


_keeper = _Keeper()


def keep_logs(home: Path | None, say: Callable[[str], None]) -> None:
    """From now on keep the logs of programs in a data folder, None = nowhere. say: told if a program begins
    whose log cannot be written."""
    _keeper.folder, _keeper.say = home and home / FOLDER, say


class LogFile(NamedTuple):
    """A log that is kept. name: of the program's file, and of the command, so that two programs differ;
    written: when, in seconds since 1970; size: bytes."""

    name: str
    path: Path
    written: float
    size: int

    def lines(self) -> list[str]:
        """All that is there, the oldest first. Raises `OSError`."""
        before = self.path.with_name(self.path.name + BEFORE)
        parts = [path.read_bytes() for path in (before, self.path) if path.exists()]
        return b"".join(parts).decode(errors="replace").splitlines()


def name_of(command: Sequence[str]) -> str:
    """The name of the log of a command: that of its last word, as a file may be called, and a hash."""
    digest = hashlib.sha256("\0".join(command).encode()).hexdigest()[:6]
    return f"{_UNTOLD.sub('_', Path(command[-1]).name)[:48]}-{digest}"


def kept_logs(home: Path) -> list[LogFile]:
    """The logs of a data folder, the one that was written to last first. Raises `OSError`."""
    folder = home / FOLDER
    found = [(path, path.stat()) for path in folder.glob("*.log")] if folder.is_dir() else []
    logs = [LogFile(path.stem, path, stat.st_mtime, stat.st_size) for path, stat in found]
    return sorted(logs, key=lambda one: (-one.written, one.name))


def take_over(home: Path, other: Path) -> None:
    """Add the logs of another data folder, which will be gone, to those of this one. Raises `OSError` and
    `UserError`."""
    for log in kept_logs(other):
        _append(home / FOLDER, log.name, "".join(f"{line}\n" for line in log.lines()).encode())


class ProgramLog:
    """The log of one running program. pid: its process."""

    def __init__(self, command: Sequence[str], pid: int) -> None:
        self._name = name_of(command)
        self._pid = pid
        self._lines: list[str] = []
        self._lost = 0
        self.note("starts", shlex.join(command))
        failed = self.write()
        if failed:
            _keeper.say(f"The log of {Path(command[-1]).name} is not kept: {failed}")

    def note(self, word: str, text: str) -> None:
        """A line for the log, which is written with the next ones."""
        told = "".join(sign if sign.isprintable() else "\ufffd" for sign in text[:LINE_SIGNS])
        now = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
        self._lines.append(f"{now} {self._pid} {word} {told}".rstrip())

    def write(self) -> str:
        """Write what was noted; the reason why that is not possible, else "". The lines are lost then, and
        the next one that is written says how many."""
        lines, self._lines = self._lines[-LINES_MAX:], []
        if _keeper.folder is None or not lines:
            return ""
        if self._lost:
            lines.insert(0, f"({self._lost} lines could not be written)")
        try:
            with _keeper.lock:
                _append(_keeper.folder, self._name, "".join(f"{line}\n" for line in lines).encode())
        except (OSError, UserError) as error:
            self._lost += len(lines)
            return error.message if isinstance(error, UserError) else f"{error.strerror or error}."
        self._lost = 0
        return ""


def _append(folder: Path, name: str, data: bytes) -> None:
    """Add to a file, which gives its place to a fresh one when it is full. Raises `OSError`, `UserError`."""
    path = folder / f"{name}.log"
    make_folder(folder.parent)
    make_folder(folder)
    if path.exists() and path.stat().st_size + len(data) > FILE_BYTES:
        os.replace(path, f"{path}{BEFORE}")
    if len(data) > FILE_BYTES:
        data = data[-FILE_BYTES:].partition(b"\n")[2]
    with open(path, "ab", opener=private) as file:
        file.write(data)

"""Logs in the data folder: of a node, and of bots that are programs."""

from __future__ import annotations

import io
import logging
import logging.handlers
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fadenet.bots.fnbot.logs import keep_logs
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.escape import harmless
from fadenet.cli.frame.outlet import Writer
from keys.files import make_folder, private

LOG_FILE = "node.log"
LOG_BYTES_MAX = 1024 * 1024
FLUSH_S = 1.0
"""How long the end of a command waits for the file."""


def start_log(ctx: Context) -> None:
    """Keep what the node notes in a file: anything on stderr would tear the screen, errors of a disk too."""
    keep_bot_logs(ctx)
    with comfort(ctx.say, "Nothing is logged"):
        make_folder(ctx.home)
    logging.raiseExceptions = False
    file = _Log(ctx.home / LOG_FILE, maxBytes=LOG_BYTES_MAX, backupCount=1, delay=True, encoding="utf-8")
    file.say = ctx.say
    handler = _Beside(file)
    level = logging.DEBUG if ctx.args.verbose else logging.WARNING
    handler.setFormatter(_OneLine("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)


def keep_bot_logs(ctx: Context) -> None:
    """Keep the logs of the programs that play from now on, where there is a data folder."""
    keep_logs(ctx.folder if isinstance(ctx.folder, Path) else None, ctx.say)


class _Log(logging.handlers.RotatingFileHandler):
    """The file of a log, which its player alone may read.

    A failure to write is told when the file is closed: before, it would tear the screen.
    """

    def __init__(self, path: Path, **settings: Any) -> None:
        super().__init__(path, **settings)
        self.say: Callable[[str], None] = lambda text: None
        self._failed = ""

    def handleError(self, record: logging.LogRecord) -> None:
        self._failed = self._failed or str(sys.exc_info()[1])

    def close(self) -> None:
        super().close()
        failed, self._failed = self._failed, ""
        if failed:
            self.say(f"{self.baseFilename} is not whole: {failed}.")

    def _open(self) -> io.TextIOWrapper:
        os.close(private(self.baseFilename, os.O_WRONLY | os.O_CREAT))
        return super()._open()


class _Beside(logging.Handler):
    """Has a thread write to a file, so that the network waits for no disk."""

    def __init__(self, file: logging.Handler) -> None:
        super().__init__()
        self._file = file
        self._lost = 0
        self._writer = Writer()
        self._writer.eased.append(self._eased)
        self._writer.start()

    def emit(self, record: logging.LogRecord) -> None:
        with self._writer.changed:
            if self._lost or not self._put(self.format(record)):
                self._lost += 1

    def flush(self) -> None:
        """Wait for the disk, but not for ever."""
        self._writer.await_end(FLUSH_S)

    def close(self) -> None:
        if self._writer.finish(FLUSH_S):
            self._file.close()
        super().close()

    def _put(self, text: str) -> bool:
        return self._writer.put(lambda: self._file.emit(logging.makeLogRecord({"msg": text})), len(text))

    def _eased(self) -> None:
        if self._lost:
            lines = "1 line is" if self._lost == 1 else f"{self._lost} lines are"
            self._put(f".. {lines} left out here: the disk was too slow")
            self._lost = 0


class _OneLine(logging.Formatter):
    """Makes a record harmless: text of somebody else can neither begin a line of its own nor steer the
    terminal that shows it."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return harmless(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:
        return "\n".join(map(harmless, super().formatException(ei).split("\n")))

"""What a node notes: a file in the data folder."""

from __future__ import annotations

import io
import logging
import logging.handlers
import os
from typing import Any

from fadenet.cli.comforts import comfort
from fadenet.cli.context import Context
from fadenet.cli.escape import harmless
from keys.files import make_folder, private

LOG_FILE = "node.log"
LOG_BYTES_MAX = 1024 * 1024


def start_log(ctx: Context) -> None:
    """Keep what the node notes in a file: anything on stderr would tear the screen, errors of a disk too."""
    with comfort(ctx.say, "Nothing is logged"):
        make_folder(ctx.home)
    logging.raiseExceptions = False
    handler: logging.Handler = _Log(
        ctx.home / LOG_FILE, maxBytes=LOG_BYTES_MAX, backupCount=1, delay=True, encoding="utf-8"
    )
    level = logging.DEBUG if ctx.args.verbose else logging.WARNING
    handler.setFormatter(_OneLine("%(asctime)s %(name)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)


class _Log(logging.handlers.RotatingFileHandler):
    """What a node notes is its player's alone."""

    def _open(self) -> io.TextIOWrapper:
        os.close(private(self.baseFilename, os.O_WRONLY | os.O_CREAT))
        return super()._open()


class _OneLine(logging.Formatter):
    """What somebody else wrote can neither begin a line of its own nor steer the terminal that shows it."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return harmless(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:
        return "\n".join(map(harmless, super().formatException(ei).split("\n")))

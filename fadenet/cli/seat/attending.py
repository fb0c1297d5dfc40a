"""Whether anybody is there to type for the person who sits down: looked at until the match begins, so that
no seat is spent on a pipe that has ended."""

from __future__ import annotations

import os
import stat
import sys

import trio

from fadenet.cli.frame.context import BadInput

GONE = (
    "The input has ended before the match began, and nobody can answer here: nothing was begun. Start this "
    "at a terminal, or have a bot play: --bot NAME"
)


def attend() -> None:
    """Raises `BadInput` if stdin has ended: nobody sits there. Nothing is read."""
    if _has_ended():
        raise BadInput(GONE)


async def keep_attending() -> None:
    """The same whenever a pipe ends; returns once something has come through it."""
    if _is_pipe():
        await trio.lowlevel.wait_readable(sys.stdin.fileno())
        attend()


def _is_pipe() -> bool:
    return sys.platform != "win32" and stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode)


def _has_ended() -> bool:
    """Whether stdin is an empty pipe that nobody holds any more, a file at its end, or the null device; False
    where that cannot be known."""
    try:
        fd = sys.stdin.fileno()
        there = os.fstat(fd)
        if stat.S_ISREG(there.st_mode):
            return os.lseek(fd, 0, os.SEEK_CUR) >= there.st_size
        if _is_pipe():
            import select

            poll = select.poll()
            poll.register(fd, select.POLLIN)
            return any(seen & select.POLLHUP and not seen & select.POLLIN for _, seen in poll.poll(0))
        return stat.S_ISCHR(there.st_mode) and os.path.samestat(there, os.stat(os.devnull))
    except (OSError, ValueError):
        return True

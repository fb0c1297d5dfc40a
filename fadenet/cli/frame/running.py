"""Trio for a command: it runs until its work is done, and signals end it in good order."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import trio

from fadenet.cli.frame.outlet import aside
from fadenet.cli.frame.signals import ENDING, Stopped

T = TypeVar("T")

Runner = Callable[[Callable[[], Awaitable[None]]], Any]
"""Runs work in Trio, as `trio.run` does."""


def run_async(work: Callable[[], Awaitable[T]], start: Runner = trio.run) -> T:
    """Run in Trio. Raises the one error that matters of a group, and `Stopped` when a signal came.

    From here on output does not wait for its reader: the result behind it may have to be kept first.
    """
    results: list[T] = []
    numbers = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)

    async def whole() -> None:
        async def listen(task_status: trio.TaskStatus[None]) -> None:
            with trio.open_signal_receiver(*numbers) as received:
                task_status.started()
                if ENDING.number:  # told before we listened
                    nursery.cancel_scope.cancel()
                async for number in received:
                    if ENDING.heed(number):
                        nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            await nursery.start(listen)
            results.append(await work())
            nursery.cancel_scope.cancel()

    aside()
    try:
        with ENDING.held():
            start(whole)
    except BaseExceptionGroup as group:
        raise first_of(group) from None
    if not results:
        raise Stopped(ENDING.code)
    return results[0]


def run_last(work: Callable[[], Awaitable[T]]) -> T:
    """Run in Trio what is to be done before the process ends, though a signal may have told it to. Raises the
    one error that matters of a group."""
    try:
        with ENDING.held():
            return trio.run(work)
    except BaseExceptionGroup as group:
        raise first_of(group) from None


def first_of(group: BaseException) -> BaseException:
    """The one error that matters in a group of a nursery: the first that is not a cancellation."""
    leaves: list[BaseException] = []
    waiting = [group]
    while waiting:
        error = waiting.pop(0)
        if isinstance(error, BaseExceptionGroup):
            waiting.extend(error.exceptions)
        elif not isinstance(error, trio.Cancelled):
            leaves.append(error)
    return leaves[0]

"""Trio for a command: it runs until its work is done, and signals end it in good order."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import trio

from fadenet.cli.context import INTERRUPTED, TERMINATED, Stopped

T = TypeVar("T")

Start = Callable[[Callable[[], Awaitable[None]]], Any]
"""Runs work in Trio, as `trio.run` does."""


def run_async(work: Callable[[], Awaitable[T]], start: Start = trio.run) -> T:
    """Run in Trio. Raises the one error that matters of a group, and `Stopped` when a signal came."""
    caught: list[int] = []
    results: list[T] = []
    numbers = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)

    async def whole() -> None:
        async def listen(task_status: trio.TaskStatus[None]) -> None:
            with trio.open_signal_receiver(*numbers) as received:
                task_status.started()
                async for number in received:
                    caught.append(number)
                    nursery.cancel_scope.cancel()
                    return

        async with trio.open_nursery() as nursery:
            await nursery.start(listen)
            results.append(await work())
            nursery.cancel_scope.cancel()

    try:
        start(whole)
    except BaseExceptionGroup as group:
        raise first_of(group) from None
    if not results:
        raise Stopped(INTERRUPTED if caught[:1] == [signal.SIGINT] else TERMINATED)
    return results[0]


def first_of(group: BaseException) -> BaseException:
    """The one error that matters in a group of a nursery: the first that is no cancellation."""
    leaves: list[BaseException] = []
    waiting = [group]
    while waiting:
        error = waiting.pop(0)
        if isinstance(error, BaseExceptionGroup):
            waiting.extend(error.exceptions)
        elif not isinstance(error, trio.Cancelled):
            leaves.append(error)
    return leaves[0]

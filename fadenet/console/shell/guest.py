"""Trio as a guest in asyncio's event loop, which prompt_toolkit needs: both take turns in one thread.

Trio is started with `run`, and awaits what belongs to the loop with `of_the_loop`. Code that runs in the loop
may call Trio's functions that neither wait nor ask for their task, such as `Event.set`, which wakes the tasks
that wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import trio

T = TypeVar("T")


def run(work: Callable[..., Awaitable[T]], *args: Any, **options: Any) -> T:
    """Run `work` as `trio.run` does, in an event loop of its own; returns and raises what it does.

    Not `asyncio.run`: that would take SIGINT for itself and leave Trio in the middle of its work.
    """
    loop = asyncio.new_event_loop()
    try:
        outcome = loop.run_until_complete(_guest(work, args, options))
    finally:
        loop.close()
    result: T = outcome.unwrap()
    return result


async def _guest(work: Callable[..., Awaitable[object]], args: Any, options: dict[str, Any]) -> Any:
    """Start the guest, once the loop has put its own hooks in place, and wait for its `outcome.Outcome`."""
    loop = asyncio.get_running_loop()
    ended = loop.create_future()
    trio.lowlevel.start_guest_run(
        work,
        *args,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=ended.set_result,
        **options,
    )
    return await ended


async def of_the_loop(work: Coroutine[Any, Any, T]) -> T:
    """Await a coroutine of the loop from Trio. When this is cancelled, so is that, and it is waited for."""
    task = asyncio.get_running_loop().create_task(work)
    ended = trio.Event()
    task.add_done_callback(lambda _: ended.set())
    try:
        await ended.wait()
    except BaseException:
        task.cancel()
        with trio.CancelScope(shield=True):
            await ended.wait()
        with suppress(asyncio.CancelledError):
            task.result()
        raise
    return task.result()

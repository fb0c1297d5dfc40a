"""Trio as a guest in asyncio's event loop: what comes out, what wakes it, who ends whom."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest
import trio

from fadenet.console.shell import guest
from fadenet.console.shell.guest import of_the_loop


async def doubled(number: int) -> int:
    await trio.sleep(0)
    return await of_the_loop(asyncio.sleep(0, 2 * number))


async def breaks(error: BaseException) -> None:
    raise error


def test_what_a_run_returns_or_raises_comes_out() -> None:
    assert guest.run(doubled, 4) == 8
    with pytest.raises(LookupError, match="in the match"):
        guest.run(breaks, LookupError("in the match"))
    with pytest.raises(SystemExit):
        guest.run(breaks, SystemExit(3))


def test_an_interrupt_from_the_keyboard_comes_to_the_task_that_waits() -> None:
    """given a guest that awaits no signals, when SIGINT comes to the idle loop, then its task tidies up."""
    tidied = []

    async def waits() -> None:
        asyncio.get_running_loop().call_later(0.01, os.kill, os.getpid(), signal.SIGINT)
        try:
            await trio.sleep_forever()
        finally:
            tidied.append(trio.current_time())

    with pytest.raises(KeyboardInterrupt):
        guest.run(waits)
    assert tidied and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_loop_wakes_a_task_of_trio() -> None:
    async def waits() -> str:
        event = trio.Event()
        asyncio.get_running_loop().call_later(0.01, event.set)
        with trio.fail_after(60):
            await event.wait()
        return "woken"

    assert guest.run(waits) == "woken"


def test_what_breaks_in_the_loop_is_raised_in_trio() -> None:
    async def work() -> None:
        await asyncio.sleep(0)
        raise LookupError("in the loop")

    with pytest.raises(LookupError, match="in the loop"):
        guest.run(of_the_loop, work())


@pytest.mark.parametrize("broken", [False, True])
def test_who_stops_waiting_for_the_loop_waits_until_it_has_tidied_up(broken: bool) -> None:
    """given work of the loop, when its scope is cancelled, then it ends first, and its error is not lost."""
    done: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)
            done.append("tidied up")
            if broken:
                raise LookupError("while tidying up")

    async def cancelled() -> None:
        with trio.move_on_after(0.01) as scope:
            await of_the_loop(work())
        done.append(f"cancelled {scope.cancelled_caught}")

    if broken:
        with pytest.raises(LookupError, match="while tidying up"):
            guest.run(cancelled)
    else:
        guest.run(cancelled)
    assert done == ["tidied up", *["cancelled True"] * (not broken)]

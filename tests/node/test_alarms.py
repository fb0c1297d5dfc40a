"""Many short waits at once."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from fadenet.node.link.alarms import GRAIN_S, Alarm, pause_until


async def test_nobody_is_woken_early_or_much_too_late(autojump_clock: MockClock) -> None:
    """given sleepers who are set in no order, and times that are not multiples of anything, then each wakes
    at its time or up to a grain later."""
    woken: dict[float, float] = {}

    async def sleeper(at: float) -> None:
        await pause_until(at)
        woken[at] = trio.current_time()

    times = [0.1 + 0.2, 7 / 3, 0.05, 1.1 * 1.1, 2.0, 0.05000000001, 100 / 7]
    async with trio.open_nursery() as nursery:
        for at in times:
            nursery.start_soon(sleeper, at)
    assert sorted(woken) == sorted(times)
    assert all(at <= when <= at + GRAIN_S + 1e-9 for at, when in woken.items())


async def test_a_time_that_is_over_wakes_at_once(autojump_clock: MockClock) -> None:
    await trio.sleep(5)
    for at in (4.0, 5.0, -1.0):
        await pause_until(at)
    assert trio.current_time() == pytest.approx(5, abs=2 * GRAIN_S)


async def test_an_alarm_that_is_set_later_may_ring_first(autojump_clock: MockClock) -> None:
    late, soon = trio.Event(), trio.Event()
    Alarm(late, 60.0)
    await wait_all_tasks_blocked()
    Alarm(soon, 1.0)
    await soon.wait()
    assert trio.current_time() == pytest.approx(1, abs=GRAIN_S) and not late.is_set()


async def test_an_alarm_that_is_stopped_leaves_its_event_alone(autojump_clock: MockClock) -> None:
    stopped, event = trio.Event(), trio.Event()
    alarm, other = Alarm(stopped, 1.0), Alarm(event, 1.0)
    alarm.stop()
    await pause_until(2.0)
    assert not (stopped.is_set() or alarm.rang)
    assert event.is_set() and other.rang


async def test_who_is_cancelled_in_a_pause_leaves_it(autojump_clock: MockClock) -> None:
    with trio.move_on_after(1) as scope:
        await pause_until(60)
    assert scope.cancelled_caught and trio.current_time() == 1

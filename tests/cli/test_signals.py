"""Signals: the first one ends a command in good order, and what comes behind it says the same."""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio

from fadenet.cli.frame import signals
from fadenet.cli.frame.running import run_async
from fadenet.cli.frame.signals import ENDING, INTERRUPTED, TERMINATED, EndSignal, Stopped
from tests.cli.helpers import LIGHT, Cli, process

SIGNALS = signal.SIGTERM, signal.SIGHUP, signal.SIGINT


@pytest.mark.parametrize("second", SIGNALS)
def test_the_second_of_two_signals_breaks_nothing_off(second: signal.Signals) -> None:
    """given a command that puts things in order after a signal, when another comes, then it does so."""
    told = EndSignal()
    in_order = False
    with told.heeded(for_good=False):
        with pytest.raises(Stopped) as stopped:
            try:
                os.kill(os.getpid(), signal.SIGTERM)
            finally:
                os.kill(os.getpid(), second)
                in_order = True
        assert in_order and stopped.value.code == told.code == TERMINATED


def test_what_is_under_way_in_a_loop_is_put_in_order_through_any_number_of_signals() -> None:
    """given work in a loop, when two signals come at once and more while it closes, then it closes."""
    closed = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGHUP)
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                for number in SIGNALS:
                    os.kill(os.getpid(), number)
                    await trio.sleep(0)
            closed.append(True)

    with ENDING.heeded(for_good=False):
        with pytest.raises(Stopped) as stopped:
            run_async(work)
        assert closed and stopped.value.code == TERMINATED


def test_a_signal_before_the_loop_listens_ends_it_as_well() -> None:
    async def work() -> None:
        await trio.sleep_forever()

    def start(whole: Callable[[], Awaitable[None]]) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        trio.run(whole)

    with ENDING.heeded(for_good=False):
        with pytest.raises(Stopped) as stopped:
            run_async(work, start)
        assert stopped.value.code == INTERRUPTED


def test_who_asks_again_after_a_while_is_obeyed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    told = EndSignal()
    assert told.heed(signal.SIGTERM) and not told.heed(signal.SIGTERM) and not left
    monkeypatch.setattr(signals, "AGAIN_S", -1.0)
    told.heed(signal.SIGTERM)
    assert left == [TERMINATED]


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, *(pytest.param(one, marks=pytest.mark.long) for one in (signal.SIGHUP, signal.SIGINT))],
)
def test_two_signals_end_a_node_as_one_does(cli: Cli, tmp_path: Path, number: signal.Signals) -> None:
    words = "--bot", "greedy", "--listen", "127.0.0.1:0", "--no-map", "--no-lan"
    child = process(cli.home, "host", LIGHT, *words)
    assert child.stdout is not None and child.stdout.readline().startswith("fadenet:")
    for _ in range(2):
        child.send_signal(number)
    _, err = child.communicate(timeout=120)
    assert child.returncode == (INTERRUPTED if number == signal.SIGINT else TERMINATED)
    assert "Traceback" not in err and not (cli.home / "crash.log").exists()

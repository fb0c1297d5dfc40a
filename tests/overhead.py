"""The work around each test, kept small: there are many thousands, and most take a millisecond."""

from __future__ import annotations

import faulthandler
import os
import time
from collections.abc import Callable

import pytest
from _pytest.runner import runtestprotocol

HUNG_S = 300
"""When a test has taken so long, all threads show where they are."""
WOUND_S = 30
"""So much earlier it may be: the watchdog is wound only when it was so long ago."""
BRIEF_S = 0.005
"""Set-ups and clean-ups that take less are in no list of durations."""


class Watchdog:
    """Shows where all threads are when a test hangs.

    With `faulthandler_timeout` pytest starts and ends a thread for each test, which takes longer than most.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """clock: seconds."""
        self._clock = clock
        self._wound: float | None = None
        self._terminal = os.dup(2)  # what tests print is captured

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Wind it."""
        now = self._clock()
        if self._wound is None or now - self._wound > WOUND_S:
            faulthandler.dump_traceback_later(HUNG_S, file=self._terminal)
            self._wound = now

    def pytest_exception_interact(self) -> None:
        """A debugger may wait now, so the next test winds it again."""
        faulthandler.cancel_dump_traceback_later()
        self._wound = None

    def pytest_unconfigure(self) -> None:
        """Stop it."""
        faulthandler.cancel_dump_traceback_later()
        os.close(self._terminal)


class FewReports:
    """Has a worker tell the controller of a test only what is shown somewhere, as each message costs both of
    them as much as a small test."""

    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run a test as pytest does."""
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if is_shown(report):
                item.ihook.pytest_runtest_logreport(report=report)
        return True


def is_shown(report: pytest.TestReport) -> bool:
    """Whether anything is printed of this part of a test."""
    told = report.when == "call" or not report.passed
    return told or bool(report.sections) or report.duration >= BRIEF_S

"""A run keeps what it needs of what pytest does around each test."""

from __future__ import annotations

import faulthandler
from typing import Any, Literal

import pytest

from tests.overhead import BRIEF_S, HUNG_S, WOUND_S, Watchdog, is_shown


def test_the_watchdog_is_wound_now_and_then_and_after_each_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """given tests at these seconds, when one fails, then it stops until the next."""
    now, done = [0.0], list[object]()
    monkeypatch.setattr(faulthandler, "dump_traceback_later", lambda after, file: done.append(after))
    monkeypatch.setattr(faulthandler, "cancel_dump_traceback_later", lambda: done.append("stopped"))
    dog = Watchdog(lambda: now[0])
    for at in (0, 1, WOUND_S, WOUND_S + 1, WOUND_S + 2):
        now[0] = at
        dog.pytest_runtest_setup()
    assert done == [HUNG_S, HUNG_S]
    dog.pytest_exception_interact()
    dog.pytest_runtest_setup()
    assert done[2:] == ["stopped", HUNG_S]
    dog.pytest_unconfigure()
    assert done[4:] == ["stopped"]


@pytest.mark.parametrize(
    ("when", "more", "shown"),
    [
        ("setup", {}, False),
        ("call", {}, True),
        ("teardown", {}, False),
        ("setup", {"outcome": "skipped"}, True),
        ("teardown", {"outcome": "failed"}, True),
        ("teardown", {"sections": [("Captured stdout", "hello")]}, True),
        ("setup", {"duration": BRIEF_S}, True),
    ],
)
def test_a_worker_reports_what_is_shown(
    when: Literal["setup", "call", "teardown"], more: dict[str, Any], shown: bool
) -> None:
    """given a set-up, a test or a clean-up, then it is reported if it failed, was left out, said something or
    took long, and the test always."""
    plain: dict[str, Any] = {"outcome": "passed", "duration": 0.001, "sections": []}
    report = pytest.TestReport("a.py::b", ("a.py", 1, "b"), {}, longrepr=None, when=when, **plain | more)
    assert is_shown(report) == shown


def test_a_test_with_a_mock_clock_does_not_wait_for_threads(
    autojump_clock: object, request: pytest.FixtureRequest
) -> None:
    assert request.fixturenames[0] == "no_waiting_for_sync"

"""The parts of every test run: the rule citations, the `--long` campaigns, and reproducible property
tests."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path

import hypothesis
import pytest
from rule_books import REPORT

from fadenet.engine import kernel
from fadenet.node import limits
from fadenet.node.match.mark import VARIABLE
from tests.builders.compiled import COMPILED
from tests.overhead import FewReports, Watchdog
from tests.rules_plugin import RulesPlugin, count_entries


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--long`, `--rules-report` and `--compiled`."""
    parser.addoption(
        "--long", action="store_true", help="run the long campaigns too, with fresh random examples"
    )
    parser.addoption("--compiled", action="store_true", help="try compiled rules, as a wheel brings them")
    parser.addoption(
        "--rules-report", type=Path, default=REPORT, help="where to note which rules tests showed"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the rules plugin; property tests draw the same each time, or, in a long run, afresh."""
    if config.getoption("--compiled") != COMPILED:
        raise pytest.UsageError(
            f"--compiled is about the wheel, and the rules are those of {kernel.__file__}"
        )
    gc.set_threshold(20_000, 20, 20)  # the compiled cards of all games are looked through each time
    count_entries()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background ignores it, and so
    # would the programs that tests start and interrupt
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="fadenet-marks-")
    worker = hasattr(config, "workerinput")
    report_path = None if worker else config.getoption("--rules-report")
    config.pluginmanager.register(RulesPlugin(report_path), "fadenet-rules")
    config.pluginmanager.register(Watchdog(), "fadenet-watchdog")
    if worker:
        config.pluginmanager.register(FromBothEnds(), "fadenet-from-both-ends")
        if config.option.verbose <= 0:
            config.pluginmanager.register(FewReports(), "fadenet-few-reports")
    hypothesis.settings.register_profile("fadenet", deadline=None, derandomize=True, max_examples=50)
    hypothesis.settings.register_profile("fadenet-long", deadline=None, max_examples=2_000)
    hypothesis.settings.load_profile("fadenet-long" if config.getoption("--long") else "fadenet")


class FromBothEnds:
    """Has every second worker collect from the end, so that in a new checkout each one of two rewrites the
    asserts of half the files and reads what the other one has written of them."""

    from_the_end = os.environ.get("PYTEST_XDIST_WORKER", "gw0")[-1] in "13579"

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """The last file of each folder first."""
        report = yield
        if self.from_the_end and isinstance(collector, pytest.Directory):
            report.result.reverse()
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The order of all workers, by file."""
        items.sort(key=lambda item: item.path)


def pytest_unconfigure() -> None:
    """The marks of all matches of the run go with it."""
    shutil.rmtree(os.environ.pop(VARIABLE, ""), ignore_errors=True)


@pytest.fixture
def no_waiting_for_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is durable once it is written: Trio's mock clock does not wait for threads, but jumps."""
    monkeypatch.setattr(limits, "WAITING_FOR_SYNC", 0)


@pytest.fixture
def so_many(pytestconfig: pytest.Config) -> Callable[[int, int], int]:
    """The first of two numbers in a run, the second one in a long run."""
    long: bool = pytestconfig.getoption("--long")
    return lambda run, campaign: campaign if long else run


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `long` unless the run is a long one, and `python` where the rules are
    compiled, as such tests reach inside. A test with a mock clock does not wait for threads."""
    marks = [mark for mark, out in (("long", not config.getoption("--long")), ("python", COMPILED)) if out]
    left_out = [any(map(item.get_closest_marker, marks)) for item in items]
    config.hook.pytest_deselected(items=[item for item, out in zip(items, left_out, strict=True) if out])
    items[:] = [item for item, out in zip(items, left_out, strict=True) if not out]
    for item in items:
        names = item.fixturenames if isinstance(item, pytest.Function) else []  # shared by a test's cases
        if {"autojump_clock", "mock_clock"} & {*names} and names[0] != "no_waiting_for_sync":
            names.insert(0, "no_waiting_for_sync")


def pytest_collection_finish() -> None:
    """The garbage collector passes over all that stays to the end: modules, cards and tests."""
    gc.collect()
    gc.freeze()

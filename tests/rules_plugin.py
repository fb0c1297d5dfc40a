"""Ties tests to the rule books: `@pytest.mark.rule("faroe", "turn.starting-tp-everyone")`.

A test may cite several rules. Citing a rule that no book has is an error of collection. A test that passes
shows its rules to hold only if it drove a state through the engine or a deck through the deck checker; how
often either was entered is counted by those modules themselves. The last run's findings lie in
`.rules_coverage.json`, for `scripts/rules_coverage.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from rule_books import Report, books

COUNTERS = (("fadenet.engine.kernel", "ENTRY_COUNT"), ("fadenet.games.decks", "CHECK_COUNT"))
"""The lists of one number that count entries into the engine and into the deck checker."""

PROPERTY = "rules"


class RulesPlugin:
    """Checks the citations at collection, notes of each citing test how it ended, and writes the report."""

    def __init__(self, report_path: Path | None) -> None:
        self.known = {(book.game, rule) for book in books().values() for rule in book.topics}
        self.report_path = report_path
        self.report = Report({}, {}, {})

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Turn the collection of a file or class whose tests cite unknown rules into a collection error."""
        report = yield
        faults = [
            f"{item.nodeid} cites {marker.args}, which is no (game, rule id) of any rule book"
            for item in report.result or []
            if isinstance(item, pytest.Item)
            for marker in item.iter_markers("rule")
            if marker.args not in self.known
        ]
        if faults:
            report.outcome, report.result, report.longrepr = "failed", [], "\n".join(faults)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Remember the counters as they stand before the test's own set-up."""
        item.stash[BEFORE] = entries()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach to a test's report the rules it cites and whether it entered engine or checker."""
        report = yield
        rules = sorted({marker.args for marker in item.iter_markers("rule")})
        if rules and (report.when == "call" or report.failed):
            driven = entries() > item.stash[BEFORE]
            report.user_properties.append((PROPERTY, {"cites": rules, "driven": driven}))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Sort a test into the report; under xdist this runs in the controller, for every worker's tests."""
        for name, value in report.user_properties:
            if name != PROPERTY or not isinstance(value, dict) or report.skipped:
                continue
            table = self.report.failed
            if report.passed:
                table = self.report.passed if value["driven"] else self.report.idle
            for game, rule in value["cites"]:
                table.setdefault((game, rule), []).append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the report where this process is to write one and a test that ran cites a rule."""
        if self.report_path and any(vars(self.report).values()):
            self.report.save(self.report_path)


BEFORE = pytest.StashKey[int]()


def entries() -> int:
    """How often this process has entered the engine or the deck checker so far."""
    modules = ((sys.modules.get(module), name) for module, name in COUNTERS)
    return sum(getattr(module, name, [0])[0] for module, name in modules)

"""Ties tests to the rule books: `@pytest.mark.rule("faroe", "turn.starting-tp-everyone")`.

A test may cite several rules of a game in one mark, and those of several games in one each. Citing a rule
that no book has is an error of collection. A test that passes shows its rules to hold only if it drove a
state through the engine or a deck through the deck checker: their entries are wrapped, and each call counts.
The last run's findings lie in `.rules_coverage.json`, for `scripts/rules_coverage.py`.

`@pytest.mark.editions("attack.success", fade2="attack.success")` cites one rule that editions of the F.A.D.E.
family share, by its id in F.A.R.O.E. (left out where it is not a rule there) and in each other edition that
the test is played in. Such a test runs once for each edition that all its marks name, and each run cites that
edition's ids. `tests/rules/editions.toml` says which rules are the same.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Generator, Sequence, Set
from pathlib import Path

import pytest
from rule_books import RuleCoverage, books

from fadenet.engine import kernel, needs
from fadenet.games import decks

ENTRIES = (
    (kernel, ("setup", "apply", "play", "leave")),
    (needs, ("give",)),
    (decks, ("check_deck", "check_automaton")),
)
"""The ways into the engine and into the deck checker."""
FIRST = "faroe"
"""The edition whose id a mark gives without its name."""
SHARED = Path(__file__).resolve().parent / "rules" / "editions.toml"
Named = tuple[str, str]
"""An edition and the id of a rule there."""

PROPERTY = "rules"


class RulesPlugin:
    """Checks the citations at collection, notes of each citing test how it ended, and writes the report."""

    def __init__(self, report_path: Path | None) -> None:
        self.known = {(book.game, rule) for book in books().values() for rule in book.topics}
        self.shared = shared_rules()
        self.report_path = report_path
        self.report = RuleCoverage({}, {}, {})

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """One run for each edition that a test with `editions` marks names."""
        if not (marks := list(metafunc.definition.iter_markers("editions"))):
            return
        by_edition = runs(marks, self.shared)
        if "edition" not in metafunc.fixturenames:
            if len(by_edition) > 1:
                raise ValueError(f"{metafunc.definition.name} names several editions and takes no `edition`")
            metafunc.fixturenames.append("edition")
        metafunc.parametrize(
            "edition",
            [
                pytest.param(name, id=name, marks=pytest.mark.rule(name, *rules))
                for name, rules in by_edition.items()
            ],
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Turn the collection of a file or class whose tests cite unknown rules into a collection error."""
        report = yield
        faults = [
            f"{item.nodeid} cites {rule}, which is no (game, rule id) of any rule book"
            for item in report.result or []
            if isinstance(item, pytest.Item)
            for rule in cited(item)
            if rule not in self.known
        ]
        if faults:
            report.outcome, report.result, report.longrepr = "failed", [], "\n".join(faults)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Remember the counters as they stand before the test's own set-up."""
        item.stash[BEFORE] = entered[0]
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach to a test's report the rules it cites and whether it entered engine or checker."""
        report = yield
        rules = sorted(cited(item))
        if rules and (report.when == "call" or report.failed):
            driven = entered[0] > item.stash[BEFORE]
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


entered = [0]
"""How often this process has entered the engine or the deck checker so far."""


def cited(item: pytest.Item) -> set[Named]:
    """All rules that the marks of a test cite."""
    marks = [mark.args for mark in item.iter_markers("rule")]
    return {(game, rule) for game, *rules in marks for rule in rules}


def count_entries() -> None:
    """Have every call of `ENTRIES` counted from now on."""
    for module, names in ENTRIES:
        for name in names:
            setattr(module, name, counted(getattr(module, name)))


def counted(inner: Callable[..., object]) -> Callable[..., object]:
    """A function that counts its calls."""

    @functools.wraps(inner)
    def outer(*args: object, **kwargs: object) -> object:
        entered[0] += 1
        return inner(*args, **kwargs)

    return outer


def shared_rules(path: Path = SHARED) -> set[tuple[Named, Named]]:
    """All pairs of rules that are the same, each by its edition and its id there."""
    data = tomllib.loads(path.read_text("utf-8"))
    found: set[tuple[Named, Named]] = set()
    for *ids, _kind in data["rules"]:
        row: list[Named] = [(name, rule) for name, rule in zip(data["order"], ids, strict=True) if rule]
        found |= {(one, other) for one in row for other in row}
    return found


def runs(marks: Sequence[pytest.Mark], shared: Set[tuple[Named, Named]]) -> dict[str, list[str]]:
    """By edition, the rules that a test with these `editions` marks cites there.

    Raises `ValueError` for rules that are not the same.
    """
    cited = [dict([*((FIRST, rule) for rule in mark.args), *mark.kwargs.items()]) for mark in marks]
    for rules in cited:
        one, *_ = rules.items()
        for other in rules.items():
            if (one, other) not in shared:
                raise ValueError(f"{SHARED.name}: {other} and {one} are not one rule")
    names = [edition for edition in cited[0] if all(edition in rules for rules in cited)]
    return {edition: [rules[edition] for rules in cited] for edition in names}

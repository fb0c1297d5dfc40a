"""The ties between tests and rule books: a false citation is an error, an idle test covers nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rule_books import BookIndex, RuleCoverage
from rules_coverage import faults, table

from tests.rules_plugin import runs, shared_rules

ROOT = Path(__file__).resolve().parent.parent

SUITE = """
import pytest
from fadenet import games
from fadenet.games import decks

def drive():
    decks.check_deck(games.load("faroe"), [[], []])

@pytest.mark.rule("faroe", "setup.start-values", "setup.shuffle-decks")
@pytest.mark.editions("setup.sequence")
def test_drives():
    drive()

@pytest.mark.rule("faroe", "deck.size")
def test_idles():
    pass

@pytest.mark.rule("faroe", "setup.materials")
def test_fails():
    drive()
    assert False

@pytest.mark.rule("faroe", "turn.phases")
@pytest.mark.skip
def test_is_skipped():
    pass
"""


def run(folder: Path, suite: str, *arguments: str) -> tuple[int, str, Path]:
    """Run pytest on a suite of its own with this project's conftest: (exit code, output, report)."""
    (folder / "conftest.py").write_text("from tests.conftest import *\n")
    (folder / "test_suite.py").write_text(suite)
    (folder / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n    rule: a rule\n    editions: shared\n    long: long\n"
    )
    report = folder / "report.json"
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'scripts'}"}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:trio",
        f"--rules-report={report}",
        *arguments,
    ]
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr, report


@pytest.mark.slow
@pytest.mark.parametrize(
    "workers", [pytest.param((), id="alone"), pytest.param(("-n", "1"), id="xdist", marks=pytest.mark.long)]
)
def test_only_a_passing_test_that_entered_the_engine_covers_its_rules(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    code, output, path = run(tmp_path, SUITE, *workers)
    assert code == 1, output
    report = RuleCoverage.load(path)
    passed = ["setup.sequence", "setup.shuffle-decks", "setup.start-values"]
    assert sorted(report.passed) == [("faroe", rule) for rule in passed]
    assert sorted(report.idle) == [("faroe", "deck.size")]
    assert sorted(report.failed) == [("faroe", "setup.materials")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "workers", [pytest.param((), id="alone"), pytest.param(("-n", "1"), id="xdist", marks=pytest.mark.long)]
)
def test_citing_a_rule_that_no_book_has_is_an_error_of_collection(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    suite = SUITE.replace("deck.size", "deck.of-no-book")
    code, output, path = run(tmp_path, suite, *workers)
    assert code != 0
    assert "cites ('faroe', 'deck.of-no-book'), which is no (game, rule id) of any rule book" in output
    assert not path.exists()


@pytest.mark.slow
def test_several_editions_without_a_word_of_which_are_an_error_of_collection(tmp_path: Path) -> None:
    suite = SUITE.replace('editions("setup.sequence")', 'editions("setup.sequence", fade2="setup.sequence")')
    code, output, path = run(tmp_path, suite)
    assert code != 0 and "names several editions and takes no `edition`" in output
    assert not path.exists()


def test_a_test_of_shared_rules_runs_once_for_each_edition_that_all_its_marks_name(tmp_path: Path) -> None:
    path = tmp_path / "editions.toml"
    rows = [["a", "x", ""], ["b", "y", "m"], ["", "z", "n"]]
    path.write_text(f'order = ["faroe", "fade2", "fade1"]\nrules = {[[*row, "same"] for row in rows]}\n')
    shared = shared_rules(path)
    a, b = pytest.mark.editions("a", fade2="x").mark, pytest.mark.editions("b").mark
    assert runs([a], shared) == {"faroe": ["a"], "fade2": ["x"]}
    assert runs([a, b], shared) == {"faroe": ["a", "b"]}
    # A rule that is none of F.A.R.O.E.
    others = pytest.mark.editions(fade2="z", fade1="n").mark
    assert runs([others], shared) == {"fade2": ["z"], "fade1": ["n"]}
    assert runs([a, others], shared) == {"fade2": ["x", "z"]}
    editions = pytest.mark.editions
    for wrong in (editions("c"), editions("b", fade2="x"), editions(fade2="z", fade1="m")):
        with pytest.raises(ValueError, match="one rule"):
            runs([wrong.mark], shared)


def test_the_gate_says_of_each_rule_why_it_is_open() -> None:
    book = BookIndex("g", {"a.one": "a", "a.two": "a", "b.one": "b", "b.two": "b"})
    report = RuleCoverage(
        passed={("g", "a.one"): ["t1"], ("g", "b.one"): ["t2"]},
        idle={("g", "a.two"): ["t3"]},
        failed={("g", "b.one"): ["t4"]},
    )
    assert faults(book, report) == [
        "its test drove no engine: g a.two (t3)",
        "a test of it failed: g b.one (t4)",
        "without a test: g b.two",
    ]
    assert table(book, report)[0] == "g: 2 of 4 rules have a passing test"

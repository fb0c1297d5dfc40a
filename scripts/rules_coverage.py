"""Which rules have a passing test, by game and topic; with `--check`, whether all of all books do.

    python scripts/rules_coverage.py [--run] [--check]

Reads what the last test run left in `.rules_coverage.json`; `--run` runs `tests/rules` first. Runs in the
project's environment (`scripts/test.py` makes it).
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from environment import ROOT
from rule_books import REPORT, BookIndex, RuleCoverage, books


def main(arguments: list[str]) -> int:
    """Print the table; the exit code is 1 when `--check` finds a rule without a passing test."""
    parser = argparse.ArgumentParser(description="Show which rules have a passing test.")
    parser.add_argument("--run", action="store_true", help="run tests/rules first")
    parser.add_argument("--check", action="store_true", help="name the rules without one; fail if any")
    options = parser.parse_args(arguments)
    if options.run:
        REPORT.unlink(missing_ok=True)
        subprocess.run([sys.executable, "-m", "pytest", "-q", "tests/rules"], cwd=ROOT, check=False)
    report = RuleCoverage.load() if REPORT.exists() else RuleCoverage({}, {}, {})
    shelf = books()
    for book in shelf.values():
        print("\n".join(table(book, report)))
    missing = [line for book in shelf.values() for line in faults(book, report)]
    if options.check and missing:
        print("\n".join(missing))
    print(f"{len(missing)} rules are without a passing test")
    return 1 if options.check and missing else 0


def table(book: BookIndex, report: RuleCoverage) -> list[str]:
    """The lines for one book: a total, then for each topic how many rules have a passing test."""
    proven = [rule for rule in book.topics if (book.game, rule) in report.passed]
    lines = [f"{book.game}: {len(proven)} of {len(book.topics)} rules have a passing test"]
    for topic in dict.fromkeys(book.topics.values()):
        rules = [rule for rule, at in book.topics.items() if at == topic]
        open_rules = [rule for rule in rules if (book.game, rule) not in report.passed]
        names = f"   without: {', '.join(open_rules)}" if 0 < len(open_rules) < len(rules) else ""
        lines.append(f"  {topic:<12} {len(rules) - len(open_rules):>3} of {len(rules):>3}{names}")
    return lines


def faults(book: BookIndex, report: RuleCoverage) -> list[str]:
    """One sentence for each rule of a book that has no passing test, or one that fails."""
    lines = []
    for rule in book.topics:
        key = (book.game, rule)
        if key in report.failed:
            lines.append(f"a test of it failed: {book.game} {rule} ({report.failed[key][0]})")
        elif key in report.idle and key not in report.passed:
            lines.append(f"its test drove no engine: {book.game} {rule} ({report.idle[key][0]})")
        elif key not in report.passed:
            lines.append(f"without a test: {book.game} {rule}")
    return lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

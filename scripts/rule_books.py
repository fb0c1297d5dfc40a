"""Where the rule books lie, and what the last test run showed of their rules.

Shared by the test plugin, which writes the report, and by `rules_coverage.py`, which reads it.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

from environment import ROOT

GAMES = ROOT / "fadenet" / "games"
REPORT = ROOT / ".rules_coverage.json"


@dataclass(frozen=True)
class BookIndex:
    """One game's rule book: its id, and the topic of every rule by the rule's id, in the book's order."""

    game: str
    topics: dict[str, str]


def books(games: Path = GAMES) -> dict[str, BookIndex]:
    """Every rule book of the games, by game id: `rules.toml` and `rules/*.toml` of each package."""
    found: dict[str, BookIndex] = {}
    for path in sorted([*games.glob("*/rules.toml"), *games.glob("*/rules/*.toml")]):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        game = data["book"]["id"]
        found[game] = BookIndex(game, {rule["id"]: rule["topic"] for rule in data["rule"]})
    return found


@dataclass(frozen=True)
class RuleCoverage:
    """The coverage that a test run showed: by (game, rule id), the ids of the tests that cite the rule, by
    how they ended.

    `passed` tests drove a state through the engine or a deck through the deck checker; `idle` tests passed
    without doing so, and prove nothing of a rule.
    """

    passed: dict[tuple[str, str], list[str]]
    idle: dict[tuple[str, str], list[str]]
    failed: dict[tuple[str, str], list[str]]

    def save(self, path: Path = REPORT) -> None:
        """Write the report as JSON, sorted, so that equal runs give equal files."""
        path.write_text(
            json.dumps({name: nested(table) for name, table in vars(self).items()}, indent=1) + "\n"
        )

    @staticmethod
    def load(path: Path = REPORT) -> RuleCoverage:
        """Read a report that `save` wrote. Raises `FileNotFoundError` when no run has written one."""
        data = json.loads(path.read_text())
        return RuleCoverage(*(flat(data[name]) for name in ("passed", "idle", "failed")))


def nested(table: dict[tuple[str, str], list[str]]) -> dict[str, dict[str, list[str]]]:
    """The table by game and then by rule id, sorted."""
    out: dict[str, dict[str, list[str]]] = {}
    for (game, rule), tests in sorted(table.items()):
        out.setdefault(game, {})[rule] = sorted(tests)
    return out


def flat(tables: dict[str, dict[str, list[str]]]) -> dict[tuple[str, str], list[str]]:
    """The inverse of `nested`."""
    return {(game, rule): tests for game, table in tables.items() for rule, tests in table.items()}

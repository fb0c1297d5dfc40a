"""Two checkouts measured in turns: what `scripts/bench.py --against` does.

Each of the two plays in a process of its own, which is `scripts/measured.py`. Only one of them works at a
time: so both meet the same load of the machine, and the ratio of their figures means something.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PLAY, CLONE, DIGEST = "random play", "clone", "digest"
SHORT_GAMES = 6  # in which clones and digests are timed, at most


class Checkout:
    """A process that measures one checkout. offered: by table what can be measured."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "measured.py"), str(root.resolve() / "scripts")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.offered: dict[str, list[str]] = self._answer()

    def measure(self, table: str, what: str, seed: int) -> tuple[int, float]:
        """(decisions, seconds) of one game."""
        assert self._process.stdin is not None
        print(json.dumps([table, what, seed]), file=self._process.stdin, flush=True)
        decisions, seconds = self._answer()
        return decisions, seconds

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("one of the checkouts could not be measured")
        return json.loads(line)


def rows(
    other: Path, games: int, decisions: int, rounds: int, tables: Collection[str] = ()
) -> list[tuple[str, str]]:
    """Lines (what, figures of this checkout and the other one, and their ratio) of all that both offer.

    games, decisions: of random play at least. rounds: of each game the best one counts. tables: those that
    are measured, () = all. Raises `SystemExit` if a checkout cannot be measured.
    """
    sides = (Checkout(HERE.parent), Checkout(other))
    found = []
    for table, kinds in sides[0].offered.items():
        for what in kinds if table in sides[1].offered and (not tables or table in tables) else ():
            if what == PLAY:
                here, there = rates(sides, table, what, (games, decisions), rounds)
                said = f"{here:,.0f} and {there:,.0f} decisions/s"
            else:
                here, there = rates(sides, table, what, (min(games, SHORT_GAMES), 0), rounds)
                said = f"{1e6 / here:.1f} and {1e6 / there:.1f} us a decision"
            found.append((f"{table} {what}", f"{said}: {here / there:.3f} times as fast"))
    for side in sides:
        side.close()
    return found


def rates(
    sides: tuple[Checkout, Checkout], table: str, what: str, least: tuple[int, int], rounds: int
) -> list[float]:
    """Decisions a second of both. least: how many games, and decisions."""
    games, decisions = least
    played = made = 0
    while played < games or made < decisions:  # how many it takes; this counts as no round
        played += 1
        made += sides[0].measure(table, what, played)[0]
    seen: list[dict[int, list[tuple[float, int]]]] = [
        {},
        {},
    ]  # by game the seconds and decisions of its rounds
    for n in range(rounds):
        for seed in range(1, played + 1):
            for side in (0, 1) if (n + seed) % 2 else (1, 0):
                counted, seconds = sides[side].measure(table, what, seed)
                seen[side].setdefault(seed, []).append((seconds, counted))
    best = [[min(runs) for runs in by_seed.values()] for by_seed in seen]
    return [sum(counted for _, counted in runs) / sum(seconds for seconds, _ in runs) for runs in best]

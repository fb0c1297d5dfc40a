"""How a match is at the console: how often one is asked to no purpose, and how much is said in one go.

    python3 scripts/bench_console.py [--game all] [--games 10] [--seed 0] [--workers 2] [--show]

A person who does what `hint` says, and is asked as the stops have it at first, plays against the same helper
without stops: each deal twice, with the seats swapped. Printed for each game: the questions and the share of
passes among the answers, the longest run of lines of the log, at 80 columns, that no question interrupts, and
the share of games that the person wins, a draw counting half. Fails above `PASSES_MAX` passes. With `--show`
the log of the first match stands below.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.bots.base import run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.console.match.desk import Desk
from fadenet.console.text import wrap
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.state import Row
from fadenet.games import decks
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, SeatView

WIDTH = 80
PASSES_MAX = 0.15


class Course(NamedTuple):
    """How one match went for the person. points: 2 for a win, 1 for a draw."""

    asked: int
    passed: int
    burst: int
    points: int
    log: list[str]


class Hinted(GreedyBot):
    """A person who does what `hint` says."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk()
        self.asked = self.passed = self.burst = 0
        self._told = 0

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self.desk.start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.desk.tell(rows)

    async def choose(self, seat: SeatView) -> Answer:
        by_itself = self.desk.open()
        if by_itself is not None:
            return by_itself
        move = (await super().choose(seat)).move
        self.asked += 1
        self.passed += move == PASS_MOVE
        new = [entry for entry in list(self.desk.log)[self._told :] if entry.kind == "event"]
        self.burst = max(self.burst, sum(len(wrap(entry.lead + entry.text, WIDTH)) for entry in new))
        self.desk.give(move)
        self._told = len(self.desk.log)
        given = self.desk.dialogue.collect()
        assert isinstance(given, Answer)
        return given


def course(game: str, number: int) -> Course:
    """Match `number` of a game; 2 k and 2 k + 1 have the same deal and swapped seats."""
    rules, dice = games.load(game), Random(number // 2)
    lists = [decks.load_deck(rules, dice.choice(decks.packaged(rules))).lists for _ in range(2)]
    person, own = Hinted(), number % 2
    players = [GreedyBot(), person] if own else [person, GreedyBot()]
    codes = [part for deck in lists for part in deck]
    places, _ = run_now(LocalMatch(rules, players, codes, number // 2, ("Ann", "Bob")).play())
    points = 1 if places[0] == places[1] else 2 * (places[own] == 1)
    log = [entry.lead + entry.text for entry in person.desk.log]
    return Course(person.asked, person.passed, person.burst, points, log)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="all", choices=["all", *games.NAMES])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="number of the first match")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    failed = False
    with get_context("spawn").Pool(options.workers) as pool:
        for game in games.NAMES if options.game == "all" else (options.game,):
            numbers = range(options.seed, options.seed + options.games)
            played = pool.map(partial(course, game), numbers, chunksize=1)
            asked, share = sum(c.asked for c in played), sum(c.points for c in played) / (2 * len(played))
            passes = sum(c.passed for c in played) / max(asked, 1)
            burst = max(c.burst for c in played)
            print(f"{game:8} {asked:6} questions, {passes:5.1%} passes; longest burst {burst:3}", end="")
            print(f"; wins {share:5.1%} of {len(played)}", flush=True)
            failed = failed or passes > PASSES_MAX
            if options.show:
                print("\n".join(played[0].log))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

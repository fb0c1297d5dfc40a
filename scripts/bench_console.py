"""How a match is at the console: how often one is asked to no purpose, and how much is said in one go.

    python3 scripts/bench_console.py [--game all] [--games 10] [--seed 0] [--show]

A person who does what `hint` says plays against `greedy` with the stops as they come, each game with its
starter decks. Printed for each game: questions and passes among them, and the longest burst of lines of the
log, at 80 columns, that no question interrupts. With `--show` the log of the first match stands below.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.bots.base import run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.console.match.desk import Desk
from fadenet.console.text import wrap
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Rules
from fadenet.engine.state import Row
from fadenet.games import decks
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, SeatView

WIDTH = 80


class Hinted(GreedyBot):
    """A person who does what `hint` says. asked: questions that came; passed: those answered by a pass."""

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
        self._count()
        self.desk.give(move)
        given = self.desk.dialogue.collect()
        assert isinstance(given, Answer)
        return given

    def _count(self) -> None:
        new = [entry for entry in list(self.desk.log)[self._told :] if entry.kind == "event"]
        lines = sum(len(wrap(entry.lead + entry.text, WIDTH)) for entry in new)
        self.burst = max(self.burst, lines)
        self._told = len(self.desk.log)


def matches(rules: Rules, n: int, seed: int) -> Iterator[tuple[Hinted, list[Desk]]]:
    """The persons of so many matches, who sit first in one and second in the next."""
    names = decks.packaged(rules)
    for k in range(seed, seed + n):
        dice, person = Random(k), Hinted()
        lists = [part for _ in range(2) for part in decks.load_deck(rules, dice.choice(names)).lists]
        players = [person, GreedyBot()] if k % 2 == 0 else [GreedyBot(), person]
        run_now(LocalMatch(rules, players, lists, k, ("Ann", "Bob")).play())
        yield person, [person.desk]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="all", choices=["all", *games.NAMES])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    for game in games.NAMES if options.game == "all" else (options.game,):
        asked = passed = burst = 0
        for person, _ in matches(games.load(game), options.games, options.seed):
            asked, passed = asked + person.asked, passed + person.passed
            burst = max(burst, person.burst)
            if options.show:
                print("\n".join(entry.lead + entry.text for entry in person.desk.log))
                break
        print(f"{game:8} {asked:5} questions, {passed / max(asked, 1):5.1%} passes, longest burst {burst}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The cost of asking a bot that is a program: CPU time of the host for a question, part by part.

    python3 scripts/bench_bots.py [--game GAME] [--questions 200]

Questions are those of random duels with at least `MOVES` legal moves. `list` makes the moves, `view` and
`position` are what a program may want to know besides; `ask` is the question to a program that answers at
once, without these, from the texts of the moves to the answer as a move. Microseconds a question, the median
and the ninety-fifth of a hundred. Fails where `list` and `ask` together are over `LIMIT_US`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.bots.base import run_now
from fadenet.bots.fnbot.host import ProgramBot, told_of
from fadenet.engine.rules import Move, Rules
from fadenet.games.decks import load_deck, packaged
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, SeatView

MOVES = 12
MATCHES = 40
"""So many are played at most to find questions."""
LIMIT_US = 1_000
PARTS = ("list", "view", "position", "ask")
FIRST = """
print("ok", flush=True)
while (line := input()) != "quit":
    if line[:2] == "go":
        print("move", line.split()[1], "@1", flush=True)
"""


class Plenty(Exception):
    """So many questions were measured."""


class Measured(ProgramBot):
    """Answers at random, and asks its program the questions that have enough moves."""

    def __init__(self, command: str, dice: Random, most: int) -> None:
        super().__init__(command, {})
        self.dice = dice
        self.spent: dict[str, list[float]] = {part: [] for part in PARTS}
        self.moves: list[float] = []
        self._most = most

    def decide(self, seat: SeatView) -> Answer:
        options = seat.options()
        if len(options) >= MOVES and seat.state.turn:
            self._measure(seat, options)
            if len(self.spent["ask"]) >= self._most:
                raise Plenty
        return Answer(self.dice.choice(options))

    def _measure(self, seat: SeatView, options: list[Move]) -> None:
        self.moves.append(len(options))
        self._timed("list", seat.options)
        self._timed("view", partial(told_of, seat, ("view",)))
        self._timed("position", partial(told_of, seat, ("position",)))
        self._timed("ask", lambda: self.pick(seat, options))

    def _timed(self, part: str, work: Callable[[], object]) -> None:
        began = time.process_time()
        work()
        self.spent[part].append((time.process_time() - began) * 1e6)


def rows(rules: Rules, command: str, questions: int) -> Iterator[tuple[str, list[float]]]:
    """The parts, each with what it took in so many questions of random duels, and first the legal moves."""
    dice, moves, found = Random(1), list[float](), {part: list[float]() for part in PARTS}
    decks = [codes for name in packaged(rules)[:2] for codes in load_deck(rules, name).lists]
    for _ in range(MATCHES):
        bots = [Measured(command, dice, questions) for _ in range(2)]
        with suppress(Plenty):
            run_now(LocalMatch(rules, bots, decks, dice.getrandbits(32)).play())
        for bot in bots:
            moves += bot.moves
            for part, spent in bot.spent.items():
                found[part] += spent
            bot.end()
        if len(moves) >= questions:
            break
    yield "moves", moves
    yield from found.items()


def main() -> int:
    """Measure; the exit code is 1 where a question costs too much."""
    parser = argparse.ArgumentParser(description="Measure what it costs to ask a bot that is a program.")
    parser.add_argument("--game", choices=[*games.GAMES], help="this game alone")
    parser.add_argument("--questions", type=int, default=200, help="how many are measured (200)")
    args = parser.parse_args()
    too_dear = []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "first.py")
        program.write_text(FIRST)
        for game in [args.game] if args.game else games.GAMES:
            whole = 0.0
            for part, there in rows(games.load(game), f"{sys.executable} -S {program}", args.questions):
                middle, late = median(there), quantiles(there, n=20)[-1]
                print(f"{game:8} {part:9} {middle:7.0f} p95 {late:7.0f} of {len(there)}", flush=True)
                whole += middle if part in ("list", "ask") else 0
            too_dear += [game] if whole > LIMIT_US else []
    if too_dear:
        print(f"over {LIMIT_US} us for list and ask: {', '.join(too_dear)}")
    return bool(too_dear)


if __name__ == "__main__":
    sys.exit(main())

"""One checkout that is measured beside another one: the process that `scripts/turns.py` starts for each.

It plays by the `scripts/bench.py` of its checkout, from which nothing is asked but `tables`,
`packaged_decks` and `rests`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from turns import CLONE, DIGEST, PLAY


def main() -> None:
    """Measure what is asked for by lines that come in, in the checkout whose `bench` is found."""
    import bench

    from fadenet.engine import digest
    from fadenet.engine.state import State

    def play(rules: Any, lists: Any, seed: int, seats: int) -> tuple[int, float]:
        started = time.process_time()
        decisions = sum(decided for _, decided in bench.rests(rules, lists, seed, seats))
        return decisions, time.process_time() - started

    def timed(work: Callable[[State], object]) -> Callable[[Any, Any, int, int], tuple[int, float]]:
        """Work that is done at every rest, too short for the clock of the CPU; it counts after decisions."""

        def play_on(rules: Any, lists: Any, seed: int, seats: int) -> tuple[int, float]:
            decisions, spent = 0, 0.0
            for state, decided in bench.rests(rules, lists, seed, seats):
                started = time.perf_counter()
                work(state)
                if decided:
                    spent += time.perf_counter() - started
                    decisions += 1
            return decisions, spent

        return play_on

    kinds = {PLAY: play, CLONE: timed(State.clone), DIGEST: timed(digest.digest)}
    there = {}
    for table, rules, seats in bench.tables():
        there[table] = rules, [part for deck in bench.packaged_decks(rules, seats) for part in deck], seats
    offered = {table: [*kinds] if row[2] == bench.SEATS else [PLAY] for table, row in there.items()}
    print(json.dumps(offered), flush=True)
    for line in sys.stdin:
        table, what, seed = json.loads(line)
        rules, lists, seats = there[table]
        print(json.dumps(kinds[what](rules, lists, seed, seats)), flush=True)


if __name__ == "__main__":
    sys.path[0] = sys.argv[1]  # in place of the folder of this file
    main()

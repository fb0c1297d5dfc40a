"""The cost of having a pair played elsewhere: by processes, and by a cluster of dask on this machine.

    python3 scripts/bench_arena.py [--workers 1 2 4] [--pairs 200]

Workers are sent pairs that have been played and send them back, so that all of their time is what comes on
top of playing. `start`: seconds until the first ones are back; `ms`: of a worker's time for each of the rest;
`out` and `back`: the bytes of a message. Fails where a pair costs a worker more than `LIMIT_MS`.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from copy import copy
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet.bots.arena import Contest, GamePair, Variant, play_pair
from fadenet.bots.arena.cluster import LOCAL, Cluster, code_of, done_there
from fadenet.bots.arena.workers import Executor, Workers, done

LIMIT_MS = 50.0
CONTEST = Contest(Variant("prelude"), ("greedy", "random"))
Beginning = Callable[[int], AbstractContextManager[Executor]]
WAYS: dict[str, Beginning] = {"processes": Workers, "dask": partial(Cluster, LOCAL, CONTEST)}


def cost(begin: Beginning, workers: int, pairs: Sequence[GamePair]) -> tuple[float, float]:
    """Seconds until the first pairs are back, and those of a worker for each pair behind them."""
    began = time.perf_counter()
    with begin(workers) as executor:
        list(executor.each(copy, pairs[: 4 * workers]))  # each has been at work, and has loaded what it needs
        first = time.perf_counter()
        assert [*executor.each(copy, pairs)] == [*pairs]
        return first - began, (time.perf_counter() - first) * workers / len(pairs)


def main() -> int:
    """Print the table; the exit code is 1 where a pair costs too much."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--pairs", type=int, default=200)
    given = parser.parse_args()
    work, pair = partial(play_pair, CONTEST), play_pair(CONTEST, 0)
    out = {
        "processes": len(pickle.dumps((work, 0))),
        "dask": len(pickle.dumps((done_there, work, 0, CONTEST, code_of(CONTEST)))),
    }
    back = {"processes": len(done(work, 0)), "dask": len(zlib.compress(done(work, 0)))}
    print(f"{'':12}{'workers':>8}{'start':>8}{'ms':>8}{'out':>8}{'back':>8}")
    dear = False
    for name, begin in WAYS.items():
        for workers in given.workers:
            start, each = cost(begin, workers, [pair] * given.pairs)
            dear |= each * 1000 > LIMIT_MS
            print(
                f"{name:12}{workers:>8}{start:>8.1f}{each * 1000:>8.1f}{out[name]:>8}{back[name]:>8}",
                flush=True,
            )
    return int(dear)


if __name__ == "__main__":
    sys.exit(main())

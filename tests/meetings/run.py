"""The search for meetings as a command: matches with cards drawn at random, and what goes wrong in them.

    python -m tests.meetings.run --game faroe --cards 100000 --seed 0 [--minutes 60] [--workers 2]

Every match has the next seed, which its cards follow from; `--seed` with `--matches 1` plays one again. Each
kind of fault is told once, with the smallest cards that have it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial

from fadenet.bots.arena.workers import Workers
from tests.meetings.search import CARDS, Found, search, shrunk
from tests.meetings.shelves import NAMES, written

TOLD_AFTER = 500
"""So many matches are played between two lines about how far it is."""


def main(arguments: list[str]) -> int:
    """Search, and return 0 if nothing went wrong, 1 otherwise."""
    parser = argparse.ArgumentParser(description="Play matches with cards drawn at random.")
    parser.add_argument("--game", default="faroe", choices=NAMES)
    parser.add_argument("--cards", type=int, default=1_000, help="how many cards, at least")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="end after this much time")
    parser.add_argument("--workers", type=int, default=1, help="processes that play side by side")
    options = parser.parse_args(arguments)
    total, kinds = Counter[str](), Counter[str]()
    for found in _found(options):
        total["cards"] += found.cards
        total["matches"] += 1
        total["refused"] += found.refused
        total["steps"] += found.steps
        for fault, bout in found.faults:
            kinds[fault.kind] += 1
            if kinds[fault.kind] == 1:
                print(f"FAILED: {fault.kind}\n{fault.said}\n  {bout}", flush=True)
                smallest = shrunk(bout, fault)
                print(f"smallest: {smallest}\n{written(smallest.cards)}", flush=True)
        if total["matches"] % TOLD_AFTER == 0:
            print(_said(total, kinds), flush=True)
    print(_said(total, kinds))
    for kind, n in kinds.most_common():
        print(f"{n:6} {kind}")
    return 1 if kinds else 0


def _found(options: argparse.Namespace) -> Iterator[Found]:
    until = time.monotonic() + 60 * options.minutes
    seeds = range(options.seed, options.seed + -(-options.cards // CARDS))
    one = partial(search, options.game)
    if options.workers == 1:
        for seed in seeds:
            yield one(seed)
            if time.monotonic() > until:
                return
        return
    with Workers(options.workers) as workers:
        for found in workers.each(one, seeds):
            yield found
            if time.monotonic() > until:
                return


def _said(total: Counter[str], kinds: Counter[str]) -> str:
    return (
        f"{total['cards']} cards, {total['refused']} others refused by the loader; "
        f"{total['matches']} matches, {total['steps']} steps; {kinds.total()} failed, in {len(kinds)} ways"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

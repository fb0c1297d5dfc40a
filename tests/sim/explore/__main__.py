"""The explorer as a command:

    python -m tests.sim.explore --seats 3 --cheats 0 --says entry fork --said 2 [--plant NAME]
    python -m tests.sim.explore --plan "two, from READY"

It prints how many states there are, and for a fault the shortest row of events that leads to it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.sim.explore.cheat import KINDS
from tests.sim.explore.plan import LONG, PLANS, STARTS, Plan
from tests.sim.explore.plants import PLANTS
from tests.sim.explore.steps import Bounds
from tests.sim.memo import remembering

NAMED = {**PLANS, **LONG}


def main(arguments: list[str]) -> int:
    """Explore, and return 0 if all holds, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.sim.explore", description="Explore endings.")
    parser.add_argument("--plan", choices=sorted(NAMED), help="one that has a name, in place of what follows")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--start", default="word", choices=STARTS)
    parser.add_argument("--words", type=int, default=1, help="decisions behind the lots")
    parser.add_argument("--cheats", type=int, nargs="*", default=[], metavar="SEAT")
    parser.add_argument("--says", nargs="*", default=[], choices=KINDS)
    parser.add_argument("--agree", action="store_true", help="all would have the match end as void")
    for bound in ("said", "spent", "deaths", "backs", "voids"):
        parser.add_argument(f"--{bound}", type=int, default=0, help="how often that happens at most")
    parser.add_argument(
        "--on", type=int, nargs="*", default=[], metavar="SEAT", help="on whom clocks run out"
    )
    parser.add_argument("--choices", type=int, default=1, help="answers that a player is tried with")
    parser.add_argument("--lost", type=int, default=2, help="items that a disk lacks which is put back")
    parser.add_argument("--stride", type=int, default=1, help="calm weather from every so many-th state")
    parser.add_argument("--sample", type=int, default=0, help="every so many-th file for the second reader")
    parser.add_argument("--plant", choices=sorted(PLANTS), help="a fault put in on purpose")
    parser.add_argument("--depth", type=int, default=sys.maxsize)
    parser.add_argument("--states", type=int, default=sys.maxsize)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    options = parser.parse_args(arguments)
    for place, name, instead in (*remembering(), *(PLANTS[options.plant] if options.plant else ())):
        setattr(place, name, instead)
    sys.path.append(str(Path(__file__).parents[3] / "scripts"))  # where the second reader is
    plan = NAMED[options.plan] if options.plan else _plan(options)
    found = plan.search(options.depth, options.states, options.seconds)
    print(found)
    if found.fault:
        print(f"FAILED: {found.fault}", *found.trace, sep="\n  ")
    return bool(found.fault)


def _plan(options: argparse.Namespace) -> Plan:
    often = options.spent, options.deaths, options.backs, options.voids, options.said
    bounds = Bounds(*often, options.choices, options.lost, tuple(options.on))
    cheats, kinds = tuple(options.cheats), tuple(options.says)
    steps = options.sample, options.stride
    return Plan(options.seats, options.start, bounds, options.words, cheats, kinds, options.agree, *steps)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

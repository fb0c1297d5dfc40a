"""The simulator as a command: plays seeded matches between whole nodes, and tells which of them went wrong.

    python -m tests.sim.run --matches 100 --seed 0 --seats 2 --game ten --kills 0.01

Every match has the next seed. A failing one is printed with its knobs; the same arguments play it again.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.sim.world import FORMATS, Knobs, simulate


def main(arguments: list[str]) -> int:
    """Play, and return 0 if nothing went wrong, 1 otherwise."""
    parser = argparse.ArgumentParser(description="Play seeded matches between simulated nodes.")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--game", default="ten", choices=sorted({game for game, _ in FORMATS}))
    parser.add_argument(
        "--kills", type=float, default=0.01, help="how likely an operation of a disk is its node's last"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for every match")
    options = parser.parse_args(arguments)
    if (options.game, options.seats) not in FORMATS:
        parser.error(f"{options.game} is not played by {options.seats}")
    began, failed, kills, alone, seconds = time.process_time(), 0, 0, 0, 0.0
    for seed in range(options.seed, options.seed + options.matches):
        report = simulate(Knobs.draw(seed, options.game, options.seats, options.kills))
        kills, alone, seconds = kills + report.kills, alone + report.alone, seconds + report.seconds
        failed += bool(report.failures)
        if report.failures:
            print(f"seed {seed} FAILED: {'; '.join(report.failures)}\n  {report.knobs}", flush=True)
        elif options.verbose:
            print(
                f"seed {seed}: {report.decisions} decisions, {report.kills} kills, "
                f"{report.seconds:.0f} s, trace {report.trace[:16]}",
                flush=True,
            )
    spent = time.process_time() - began
    print(
        f"{options.matches} matches, {failed} failed; {kills} kills, {alone} nodes left alone at the end, "
        f"{seconds / 3600:.1f} simulated hours; {60 * options.matches / spent:.0f} matches a CPU minute"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

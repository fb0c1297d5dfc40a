"""The simulator as a command: plays seeded matches between whole nodes, and tells which of them went wrong.

    python -m tests.sim.run --matches 100 --seed 0 --seats 2 --game ten --kills 0.01 --workers 1
    python -m tests.sim.run --boundaries 1 [--twice]

Every match has the next seed. A failing one is printed with its knobs; the same arguments play it again. It
may run for hours, in several processes: `--minutes` ends it, and it tells now and then how far it is. With
`--boundaries N` a node dies at every N-th message boundary of a calm match of two, of three and of four seats
instead.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator

from fadenet.bots.arena.workers import Workers
from tests.sim.boundaries import kill_at
from tests.sim.knobs import FORMATS, Knobs
from tests.sim.world import Report, simulate

TOLD_AFTER = 1_000
"""So many matches are played between two lines about how far it is."""


def main(arguments: list[str]) -> int:
    """Play, and return 0 if nothing went wrong, 1 otherwise."""
    parser = argparse.ArgumentParser(description="Play seeded matches between simulated nodes.")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="end after this much time")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--game", default="ten", choices=sorted({game for game, _ in FORMATS}))
    parser.add_argument(
        "--kills", type=float, default=0.01, help="how likely an operation of a disk is its node's last"
    )
    parser.add_argument("--boundaries", type=int, metavar="N", help="die at every N-th message boundary")
    parser.add_argument("--twice", action="store_true", help="and once more in the recovery")
    parser.add_argument("--workers", type=int, default=1, help="processes that play matches side by side")
    parser.add_argument("--verbose", action="store_true", help="a line for every match")
    options = parser.parse_args(arguments)
    if options.boundaries:
        return max([_boundaries(seats, options) for seats in (2, 3, 4)])
    if (options.game, options.seats) not in FORMATS:
        parser.error(f"{options.game} is not played by {options.seats}")
    return _matches(options)


def _played(reports: Iterator[Report], options: argparse.Namespace) -> Iterator[Report]:
    """Tell of every match on the way, as long as there is time."""
    until = time.monotonic() + 60 * options.minutes
    for report in reports:
        if report.failures:
            print(f"FAILED: {'; '.join(report.failures)}\n  {report.knobs}", flush=True)
        elif options.verbose:
            print(
                f"seed {report.knobs.seed}: {report.decisions} decisions, {report.kills} kills, "
                f"{report.seconds:.0f} s, trace {report.trace[:16]}",
                flush=True,
            )
        yield report
        if time.monotonic() > until:
            return


def _matches(options: argparse.Namespace) -> int:
    total = Counter[str]()
    seeds = range(options.seed, options.seed + options.matches)
    knobs = (Knobs.draw(seed, options.game, options.seats, options.kills) for seed in seeds)
    with Workers(options.workers) as workers:
        for report in _played(workers.each(simulate, knobs), options):
            total["matches"] += 1
            total["failed"] += bool(report.failures)
            total["kills"] += report.kills
            total["unbegun"] += not report.begun
            total["out"] += len(report.absent) if report.knobs.seats > 2 else 0
            total["void"] += report.void
            total["stayed"] += report.stayed and report.won
            total["parted"] += report.stayed and not report.won
            total["seconds"] += int(report.seconds)
            if total["matches"] % TOLD_AFTER == 0:
                print(_said(total), flush=True)
    times = os.times()
    spent = times.children_user + times.children_system
    print(f"{_said(total)}; {60 * total['matches'] / spent:.0f} matches a CPU minute")
    return 1 if total["failed"] else 0


def _said(total: Counter[str]) -> str:
    return (
        f"{total['matches']} matches, {total['failed']} failed; {total['kills']} kills, "
        f"{total['unbegun']} never begun, {total['out']} seats voted out, {total['void']} void, "
        f"{total['stayed']} won by who stayed of two, {total['parted']} without a result, "
        f"{total['seconds'] / 3600:.1f} simulated hours"
    )


def _boundaries(seats: int, options: argparse.Namespace) -> int:
    reports = list(_played(kill_at(seats, 0, options.boundaries, twice=options.twice), options))
    failed = [report for report in reports if report.failures]
    faces = sum("two faces" in failure for report in failed for failure in report.failures)
    resumes = sorted(seconds for report in reports for seconds in report.resumes)
    print(
        f"{seats} seats: {len(reports)} boundaries, {sum(report.kills for report in reports)} kills, "
        f"{len(reports) - len(failed)} came to their end, {faces} equivocations; virtual seconds from a "
        f"restart to the next message: median {resumes[len(resumes) // 2]:.2f}, "
        f"p99 {resumes[len(resumes) * 99 // 100]:.2f}, most {resumes[-1]:.2f}"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

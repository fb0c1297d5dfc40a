"""The costs of a node that serves many matches at once.

    python3 scripts/bench_reach.py --what disk [--seconds 2] [--folder FOLDER]
    python3 scripts/bench_reach.py --what lan
    python3 scripts/bench_reach.py --what watch

lan: see `bench_lan`; watch: see `bench_watch`.

disk: how many items a second become durable with one match file and with 64, when the loop waits for each of
them and when threads do (`fadenet.node.match.committer`), in turns; what CPU time of this process each takes,
and for how long the loop stands still. As in a match of two, every second item is an own one, which wants its
mark as well. Each match writes its next item when the last one is durable, or eight when the last eight are.
The folder must lie on the disk that is meant, not in memory. Times are printed and not judged.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import bench_lan
import bench_serve
import bench_watch
import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet.node.match.committer import Committer, Keeper
from fadenet.node.match.mark import Mark, mark_path
from fadenet.node.match.storage import Disk, MatchFolder
from protocol.encoding import encode

GOAL_ITEMS_PER_S = 1_000
FILES = (1, 64)
ITEM = encode([1, b"x" * 280, b"y" * 64])
"""As long as an entry is in most matches."""
TURNS = 3
IN_FLIGHT = 8


@dataclass
class Count:
    """The figures of one way to work. still: for how many seconds the loop stood still, each time."""

    items: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    still: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        return self.items / self.seconds

    @property
    def still_ms(self) -> float:
        """The 95th percentile."""
        return 1e3 * statistics.quantiles(self.still, n=20)[-1]


class WriteLoad:
    """One match that does nothing but write."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self._signed = keeper.signed.seq if keeper.signed is not None else 0
        self._turn = 0

    def write(self) -> None:
        """One item; every second one is our own."""
        self._turn += 1
        self.keeper.append(ITEM)
        if self._turn % 2:
            self._signed += 1
            self.keeper.sign(0, self._signed, bytes(32), 0)


WriteMethod = Callable[[WriteLoad, float, Count], Awaitable[None]]


async def in_the_loop(match: WriteLoad, until: float, count: Count) -> None:
    """The loop waits for the disk, and with it all other matches."""
    while time.perf_counter() < until:
        match.write()
        match.keeper.commit()
        count.items += 1
        await trio.lowlevel.checkpoint()


async def beside_the_loop(match: WriteLoad, until: float, count: Count) -> None:
    """A match waits for its own items alone."""
    while time.perf_counter() < until:
        match.write()
        await match.keeper.kept()
        count.items += 1


async def in_batches(match: WriteLoad, until: float, count: Count) -> None:
    """As when others' items come faster than the disk is: several wait for one sync."""
    while time.perf_counter() < until:
        for _ in range(IN_FLIGHT):
            match.write()
        await match.keeper.kept()
        count.items += IN_FLIGHT


WAYS: dict[str, WriteMethod] = {
    "in the loop": in_the_loop,
    "beside the loop": beside_the_loop,
    f"beside it, {IN_FLIGHT} waiting": in_batches,
}


@contextmanager
def matches(folder: Path, n: int) -> Iterator[list[WriteLoad]]:
    """So many matches under way, of one process."""
    disk, committer = Disk(), Committer()
    with ExitStack() as stack:
        found = []
        for number in range(n):
            name = f"{number:032x}"
            mark = stack.enter_context(Mark.create(mark_path(folder / "marks", name, bytes(32)), disk))
            file = stack.enter_context(MatchFolder(folder / "matches", disk=disk).create(name))
            found.append(WriteLoad(Keeper(file, mark, committer)))
        yield found


async def work(way: WriteMethod, there: list[WriteLoad], seconds: float, count: Count) -> None:
    """All of them work so for some seconds."""
    began, cpu = time.perf_counter(), time.process_time()

    async def watch() -> None:
        while True:
            before = time.perf_counter()
            await trio.sleep(0.001)
            count.still.append(max(0.0, time.perf_counter() - before - 0.001))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(watch)
        for match in there:
            nursery.start_soon(match.keeper.run)
        async with trio.open_nursery() as working:
            for match in there:
                working.start_soon(way, match, began + seconds, count)
        nursery.cancel_scope.cancel()
    count.seconds += time.perf_counter() - began
    count.cpu += time.process_time() - cpu


def disk(seconds: float, folder: Path) -> None:
    """Print a line for each way to work and each number of files."""
    print(f"{'files':>5}  {'':22} {'items/s':>8} {'ratio':>6} {'CPU ms each':>12} {'loop still, p95 ms':>19}")
    for n in FILES:
        counts = {name: Count() for name in WAYS}
        with (
            tempfile.TemporaryDirectory(dir=folder, prefix="bench-reach-") as place,
            matches(Path(place), n) as there,
        ):
            for _ in range(TURNS):
                for name, way in WAYS.items():
                    trio.run(work, way, there, seconds / TURNS, counts[name])
        first, *_ = counts.values()
        for name, count in counts.items():
            ratio = count.per_second / first.per_second
            figures = f"{count.per_second:8.0f} {ratio:6.1f} {1e3 * count.cpu / count.items:12.2f}"
            print(f"{n:5}  {name:22} {figures} {count.still_ms:19.1f}", flush=True)
    print(f"goal: {GOAL_ITEMS_PER_S} durable items/s from {FILES[-1]} matches of one process")


def main() -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description="What a node that serves many matches costs.")
    parser.add_argument("--what", choices=("disk", "lan", "serve", "watch"), required=True)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="on the disk that is measured")
    parser.add_argument("--matches", type=int, default=64, help="serve: how many are played at once")
    parser.add_argument("--every", type=float, default=4.0, help="serve: seconds a decision of a guest takes")
    parser.add_argument("--within", type=float, default=10.0, help="serve: seconds in which all guests come")
    parser.add_argument("--game", default="faroe", help="serve: what is played")
    parser.add_argument("--bot", default="greedy", help="serve: the bot that plays for the node")
    hostile = "serve: how many play against hostile programs beside them"
    parser.add_argument("--hostile", type=int, default=0, help=hostile)
    bench_watch.add_options(parser)
    options = parser.parse_args()
    if options.what == "serve":
        load = bench_serve.Load(options.matches, options.within, options.every, options.seconds)
        load = replace(load, game=options.game, bot=options.bot, hostile=options.hostile)
        bench_serve.serve(load, options.folder)
        return 0
    if options.what == "watch":
        bench_watch.watch(options.watchers, options.items, options.rate, options.rounds)
        return 0
    if options.what == "lan":
        return bench_lan.lan(bench_lan.TIMES)
    disk(options.seconds, options.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

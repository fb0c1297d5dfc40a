"""What it costs to show a match to many, and to look on at one.

    python3 scripts/bench_watch.py [--watchers 1000] [--items 60] [--rate 2]

One process shows a match, another one has so many watchers at it, over loopback. Printed are the share of a
core that showing takes, how long an item is on its way to each watcher, what a watcher takes of memory, how
soon one that comes late is level with the match, and what judging an item takes. Times are printed and not
judged.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet.node import limits
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import dial
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.lobby.invite import Invite, make_invite, parse_invite
from fadenet.node.match import messages
from fadenet.node.match.messages import Heads
from fadenet.node.reach.node import open_node
from fadenet.node.watch.feed import Feed
from fadenet.node.watch.sight import Sight
from fadenet.node.watch.watcher import Watcher
from keys import Identity
from tests.node.watching import TOKEN, Notes, recorded, rules_of, show_of

GOALS = "goals: 0.3 core, p95 500 ms, 40 KB each, level in 1 s, 0.5 ms an item"
AT_ONCE = 4
STEPS = 3_000


def identity(n: int) -> NodeIdentity:
    name = f"w{n}"
    return NodeIdentity(Identity.from_seed(name, hashlib.sha256(name.encode()).digest()), rng=os.urandom)


def memory() -> int:
    """Bytes that this process has in memory."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def feed(watchers: int, items: int, rate: float) -> None:
    """Show a match to so many, item by item; print the line, when each item left, and what it took."""
    limits.HANDSHAKES_PER_S = limits.HANDSHAKES_BURST = 100_000  # type: ignore[misc]
    match = recorded(steps=STEPS)
    journal = match.seats[0].journal[2:]
    async with open_node(identity(0), TcpNetwork()) as node:
        await node.listen([Address("127.0.0.1", 0)])
        shown = Feed(node.identity.fingerprint, 0, watchers + 1)
        shown.begin(show_of(match))
        with node.opened([TOKEN], shown):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(shown.run)
                line = Invite(node.identity.fingerprint, TOKEN, 0, node.bound, spectator=True)
                print(make_invite(line), flush=True)
                before = memory()
                while shown.onlookers < watchers:
                    await trio.sleep(0.1)
                each = (memory() - before) / watchers
                used, began, left = cpu(), time.perf_counter(), []
                for n in range(items):
                    await trio.sleep(max(0.0, began + n / rate - time.perf_counter()))
                    left.append(time.perf_counter())
                    shown.take(journal[: n + 1], 0)
                await trio.sleep(2)
                passed = time.perf_counter() - began - 2
                share = (cpu() - used) / passed
                print(json.dumps({"left": left, "share": share, "each": each}), flush=True)
                await trio.to_thread.run_sync(sys.stdin.readline)  # all have gone
                shown.take(journal[:-1], 0)
                await trio.to_thread.run_sync(sys.stdin.readline)
                nursery.cancel_scope.cancel()


async def watch_one(n: int, line: Invite, items: int, came: list[list[float]], there: trio.Semaphore) -> None:
    """One who looks on and notes when each item comes."""
    async with there:
        opening = TcpNetwork().open
        channel = await dial(
            identity(n + 1),
            line.candidates,
            line.fingerprint,
            line.token,
            Purpose.SPECTATE,
            open_link=opening,  # type: ignore[arg-type]
        )
        channel.promote()
        await channel.receive()
        await ask(channel)
        while (await channel.receive())[0] != messages.SYNCED:
            pass
    times = came[n]
    while len(times) < items:
        if (await channel.receive())[0] == messages.ITEM:
            times.append(time.perf_counter())


async def ask(channel: Channel) -> None:
    game = recorded(steps=STEPS).seats[0].transcript.game_id
    await channel.send(Heads(((0, game), (0, game)), bytes(16)).pack(messages.SYNC))


async def watch(line: Invite, watchers: int, items: int) -> list[list[float]]:
    """When each item came to each of so many."""
    came: list[list[float]] = [[] for _ in range(watchers)]
    there = trio.Semaphore(AT_ONCE)
    async with trio.open_nursery() as nursery:
        for n in range(watchers):
            nursery.start_soon(watch_one, n, line, items, came, there)
    return came


async def late(line: Invite, items: int) -> tuple[float, float]:
    """How many seconds it takes until somebody who comes late holds so many items, and of its CPU."""
    sight = Sight(rules_of, Notes(), Path(tempfile.gettempdir()) / "bench.evidence", None)
    began, used = time.perf_counter(), cpu()
    async with open_node(identity(9_999), TcpNetwork()) as node, trio.open_nursery() as nursery:
        nursery.start_soon(Watcher(node, [line], sight, Notes()).run)
        while not (sight.begun and len(sight.follower.journal) >= items):
            await trio.sleep(0.01)
        passed = time.perf_counter() - began, cpu() - used
        nursery.cancel_scope.cancel()
    return passed


async def judge() -> tuple[int, float]:
    """(items of a whole match, seconds of CPU that judging each of them takes)."""
    match = recorded(steps=STEPS)
    journal = match.seats[0].journal[2:]
    sight = Sight(rules_of, Notes(), Path(tempfile.gettempdir()) / "bench.evidence", None)
    sight.begin(show_of(match))
    began = cpu()
    for item in journal:
        sight.judge(item)
    return len(journal), (cpu() - began) / len(journal)


def main() -> int:
    """Measure it."""
    parser = argparse.ArgumentParser(description="What it costs to show a match to many, and to look on.")
    parser.add_argument("--watchers", type=int, default=1_000)
    parser.add_argument("--items", type=int, default=60)
    parser.add_argument("--rate", type=float, default=2.0, help="items a second")
    parser.add_argument("--as", dest="role", choices=("feed",), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.role == "feed":
        trio.run(feed, options.watchers, options.items, options.rate)
        return 0
    number, each = trio.run(judge)
    print(f"judging: {1e3 * each:.2f} ms of CPU an item ({number} items)", flush=True)
    words = [f"--watchers={options.watchers}", f"--items={options.items}", f"--rate={options.rate}"]
    with subprocess.Popen(
        [sys.executable, __file__, "--as", "feed", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as showing:
        assert showing.stdout is not None and showing.stdin is not None
        line = parse_invite(showing.stdout.readline())
        began = time.perf_counter()
        came = trio.run(partial(watch, line, options.watchers, options.items))
        told = json.loads(showing.stdout.readline())
        showing.stdin.write("go\n")
        showing.stdin.flush()
        level, used = trio.run(late, line, number + 1)
        showing.stdin.close()
    delays = [1e3 * (at - left) for times in came for at, left in zip(times, told["left"], strict=True)]
    p95 = statistics.quantiles(delays, n=20)[-1]
    joined = min(told["left"]) - began
    print(f"{options.watchers} watchers came within {joined:.1f} s", flush=True)
    print(f"showing: {told['share']:.2f} of a core at {options.rate:g} items a second")
    print(f"on the way: p50 {statistics.median(delays):.0f} ms, p95 {p95:.0f} ms, most {max(delays):.0f} ms")
    print(f"memory: {told['each'] / 1024:.0f} KB each")
    print(f"late: level with {number} items in {level:.2f} s, {used:.2f} s of CPU")
    print(GOALS)
    return 0


if __name__ == "__main__":
    sys.exit(main())

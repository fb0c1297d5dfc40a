"""The costs of showing a match to many, and of looking on at one: `bench_reach.py` for `--what watch`.

    python3 scripts/bench_watch.py [--watchers 1000] [--items 60] [--rate 2] [--rounds 3]

One process shows a match over loopback, item by item at random times. Others hold those who look on, many in
each, every one with an address, a key, a handshake and a channel of its own. These take what comes and note
when it came, but do not judge it: a thousand that do would want more cores than are there. So the share of a
core and the memory that are printed are those of the process that shows, and the times on the way hold what
the machine needs for both. One more comes late, when a whole match is there, and judges all of it; `judging`
is the CPU that this takes an item.

Last, two bots play each other as fast as they can, each in a process of its own and on an ordinary disk, in
turns with nobody and with 32 looking on at the first: how many items a second come about, and what each takes
of its CPU. Where all cores are busy, those who look on slow both down, and these two figures tell little; the
third, the CPU inside of what shows the match, tells most then.

Times are printed and not judged.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench_serve import From

from fadenet.bots.random_ import RandomBot
from fadenet.cli.frame.loading import game_of
from fadenet.games.decks import load_deck, packaged
from fadenet.node import limits, play
from fadenet.node.errors import PeerGone
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.lobby.invite import Invite, make_invite, parse_invite
from fadenet.node.match import messages
from fadenet.node.match.host import Machine
from fadenet.node.match.messages import Heads, Watch
from fadenet.node.match.run import MatchRun, Participant
from fadenet.node.reach.node import open_node
from fadenet.node.sitting import Hosting, Joining, config_of
from fadenet.node.watch.feed import Feed
from fadenet.node.watch.messages import parse_items, parse_show
from fadenet.node.watch.watched import WatchedMatch
from fadenet.node.watch.watcher import Watcher
from keys import Identity
from protocol.hello import game_id, parse_hello
from tests.node.watching import TOKEN, Notes, recorded, rules_of, show_of

GOALS = "goals: 0.3 core, p95 500 ms, 40 KB each, level in 1 s, 0.5 ms an item, 2 % of a player's pace"
CROWDS = 2
"""Processes that look on."""
AT_ONCE = 8
"""The onlookers of one process that come at the same time."""
STEPS = 3_000
PACE_FROM, PACE_TO = 50, 450
"""The items of a match between which its pace is taken."""


def seeded(n: int) -> Identity:
    name = f"w{n}"
    return Identity.from_seed(name, hashlib.sha256(name.encode()).digest())


def identity(n: int) -> NodeIdentity:
    return NodeIdentity(seeded(n), rng=os.urandom)


def memory() -> int:
    """Bytes that this process has in memory."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def say(what: object) -> None:
    """To the process that has started this one."""
    print(json.dumps(what), flush=True)


async def told() -> str:
    """The next line from the process that has started this one, "" when there is none."""
    return await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True)


@contextmanager
def process(*words: object) -> Iterator[subprocess.Popen[str]]:
    """This script in another part; it ends with the block."""
    with subprocess.Popen(
        [sys.executable, __file__, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def tell(child: subprocess.Popen[str], line: str = "") -> None:
    assert child.stdin is not None
    child.stdin.write(f"{line}\n")
    child.stdin.flush()


def heard(child: subprocess.Popen[str]) -> Any:
    """The line that a process says next."""
    assert child.stdout is not None
    return json.loads(child.stdout.readline())


# Who shows a match.


async def feed(watchers: int, items: int, rate: float) -> None:
    """Show a match to so many: when each item left, and what it took."""
    match = recorded(steps=STEPS)
    journal = match.seats[0].journal[2:]
    dice = random.Random(1)
    async with open_node(identity(0), TcpNetwork()) as node:
        await node.listen([Address("127.0.0.1", 0)])
        shown = Feed(node.identity.fingerprint, 0, watchers + 1)
        shown.begin(show_of(match))
        with node.opened([TOKEN], shown):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(shown.run)
                line = Invite(node.identity.fingerprint, TOKEN, 0, node.bound, spectator=True)
                say(make_invite(line))
                held, used = memory(), cpu()
                await told()  # all are there
                figures: dict[str, Any] = {"each": (memory() - held) / watchers}
                figures |= {"coming": (cpu() - used) / watchers, "there": shown.onlookers, "left": []}
                used = cpu()
                began = at = trio.current_time()
                for n in range(items):
                    at += dice.expovariate(rate)
                    await trio.sleep_until(at)
                    figures["left"].append(time.perf_counter())
                    shown.take(journal[: n + 1], 0)
                await trio.sleep_until(at + 1)
                figures["share"] = (cpu() - used) / (trio.current_time() - began)
                say(figures)
                await told()  # all have gone
                shown.take(journal[:-1], 0)
                say(len(journal) - 1)
                await told()
                nursery.cancel_scope.cancel()


# Who looks on.


@cache
def nothing(hellos: Sequence[bytes]) -> bytes:
    """The question to a feed of an onlooker that holds nothing of this match."""
    game = game_id(parse_hello(hello).binding for hello in hellos)
    return Heads(tuple((0, game) for _ in hellos), bytes(16)).pack(messages.SYNC)


class Onlookers:
    """So many who look on by one line, until each has so many items. `came`: when each item came to each."""

    def __init__(self, line: str, first: int, count: int, items: int) -> None:
        self.came: list[list[float]] = [[] for _ in range(count)]
        self.lost = 0
        self._line = parse_invite(line)
        self._first = first
        self._items = items
        self._here = 0
        self._coming: trio.CapacityLimiter

    async def run(self) -> None:
        self._coming = trio.CapacityLimiter(AT_ONCE)
        async with trio.open_nursery() as nursery:
            for n, times in enumerate(self.came):
                nursery.start_soon(self._one, self._first + n, times)
        say({"came": self.came, "lost": self.lost})
        await told()

    async def _one(self, n: int, times: list[float]) -> None:
        try:
            async with self._coming:
                channel = await self._dialled(n)
            self._here += 1
            if self._here == len(self.came):
                say("there")
            begun = False
            while len(times) < self._items:
                data = await channel.receive()
                if data[0] == messages.ITEM:
                    times += [time.perf_counter()] * len(parse_items(data[1:]))
                elif not begun:
                    begun = True
                    await channel.send(nothing(parse_show(data[1:]).hellos))
        except PeerGone:
            self.lost += 1

    async def _dialled(self, n: int) -> Channel:
        line, opening = self._line, From(f"127.2.{n // 250}.{n % 250 + 1}").open
        errand = Errand(line.fingerprint, line.token, Purpose.SPECTATE)
        channel = await dial(identity(n + 1), line.candidates, errand, open_link=opening)  # type: ignore[arg-type]
        channel.promote()
        return channel


@contextmanager
def crowds(line: str, count: int, items: int) -> Iterator[list[subprocess.Popen[str]]]:
    """So many look on while the block runs."""
    each = -(-count // CROWDS)
    with ExitStack() as stack:
        yield [
            stack.enter_context(process("--as", "crowd", line, first, min(each, count - first), items))
            for first in range(0, count, each or 1)
        ]


async def late(line: Invite, items: int) -> tuple[float, float]:
    """How many seconds it takes until somebody who comes late holds so many items, and of its CPU."""
    watched = WatchedMatch(rules_of, Notes(), Path(tempfile.gettempdir()) / "bench.evidence", None)
    began, used = time.perf_counter(), cpu()
    async with open_node(identity(9_999), TcpNetwork()) as node, trio.open_nursery() as nursery:
        nursery.start_soon(Watcher(node, [line], watched, Notes()).run)
        while not (watched.begun and len(watched.follower.journal) >= items):
            await trio.sleep(0.01)
        passed = time.perf_counter() - began, cpu() - used
        nursery.cancel_scope.cancel()
    return passed


async def judge() -> tuple[int, float]:
    """(items of a whole match, seconds of CPU that judging each of them takes)."""
    match = recorded(steps=STEPS)
    journal = match.seats[0].journal[2:]
    watched = WatchedMatch(rules_of, Notes(), Path(tempfile.gettempdir()) / "bench.evidence", None)
    watched.begin(show_of(match))
    began = cpu()
    for item in journal:
        watched.judge(item)
    return len(journal), (cpu() - began) / len(journal)


# Who plays.


def timed(method: Callable[..., None], took: list[float]) -> Callable[..., None]:
    """The same method, which adds to `took` the seconds of CPU that it takes."""

    def run(*given: Any) -> None:
        began = time.thread_time()
        method(*given)
        took[0] += time.thread_time() - began

    return run


async def play_at(folder: Path, line: str) -> None:
    """One of two bots in a match: it hosts, or joins by this line. The host says what its pace is."""
    rules = game_of("faroe", "duel", ())
    deck = load_deck(rules, packaged(rules)[0])
    home = folder / ("guest" if line else "host")
    home.mkdir(mode=0o700)
    showing = [0.0]
    for name in ("take", "_release"):
        setattr(Feed, name, timed(getattr(Feed, name), showing))

    async def look(run: MatchRun) -> None:
        at: list[tuple[float, float, float]] = []
        for upto in (PACE_FROM, PACE_TO):
            while len(run.file.items()) < upto:
                await trio.sleep(0.01)
            at.append((time.perf_counter(), cpu(), sum(showing)))
        say([(after - before) / (PACE_TO - PACE_FROM) for before, after in zip(*at, strict=True)])

    async with trio.open_nursery() as nursery:

        def begun(run: MatchRun) -> None:
            if not line:
                nursery.start_soon(look, run)

        who, machine = seeded(2_000 if line else 2_001), Machine(marks=home / "marks")
        participant = Participant(home, who, RandomBot(), "bot", "random", machine, begun)
        async with play.open_node(participant) as node:
            if line:
                choose = lambda config: (rules, deck)  # noqa: E731
                await play.join_match(node, participant, Joining(line, choose, ()), say=lambda text: None)
            else:
                await play.host_match(
                    node,
                    participant.entrant(rules, deck),
                    Hosting(
                        config_of(rules, 2, 0, 0, 0),
                        [Address("127.0.0.1", 0)],
                        say,
                        hours=1,
                        watch=Watch(True, 0),
                        invite_to_watch=say,
                    ),
                    say=lambda text: None,
                )


def pace(watchers: int) -> list[float]:
    """Seconds, seconds of CPU, and of these for showing it, that an item takes a player at whom so many look
    on."""
    with (
        tempfile.TemporaryDirectory(prefix="bench-watch-") as folder,
        process("--as", "player", folder) as host,
    ):
        line, to_watch = heard(host), heard(host)
        with crowds(to_watch, watchers, 1 << 30) as looking:
            for crowd in looking:
                heard(crowd)
            with process("--as", "player", folder, line):
                found: list[float] = heard(host)
                return found


# All of it.


def add_options(parser: argparse.ArgumentParser) -> None:
    """How much is measured."""
    parser.add_argument("--watchers", type=int, default=1_000, help="watch: how many look on")
    parser.add_argument("--items", type=int, default=60, help="watch: how many they are shown")
    parser.add_argument("--rate", type=float, default=2.0, help="watch: items a second")
    parser.add_argument("--rounds", type=int, default=3, help="watch: pairs of matches for a player's pace")


def main() -> int:
    """Measure it."""
    parser = argparse.ArgumentParser(description="What it costs to show a match to many, and to look on.")
    add_options(parser)
    parser.add_argument("--as", dest="role", choices=("feed", "crowd", "player"), help=argparse.SUPPRESS)
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.role == "feed":
        trio.run(feed, options.watchers, options.items, options.rate)
    elif options.role == "crowd":
        line, first, count, items = options.words
        trio.run(Onlookers(line, int(first), int(count), int(items)).run)
    elif options.role == "player":
        folder, line = (*options.words, "")[:2]
        trio.run(play_at, Path(folder), line)
    else:
        watch(options.watchers, options.items, options.rate, options.rounds)
    return 0


def watch(watchers: int, items: int, rate: float, rounds: int) -> None:
    """Print a line for each figure."""
    number, each = trio.run(judge)
    print(f"judging: {1e3 * each:.2f} ms of CPU an item ({number} items)", flush=True)
    figures = f"--watchers={watchers}", f"--items={items}", f"--rate={rate}"
    with process("--as", "feed", *figures) as showing:
        line, began = heard(showing), time.perf_counter()
        with crowds(line, watchers, items) as looking:
            for crowd in looking:
                heard(crowd)
            passed = time.perf_counter() - began
            time.sleep(1)  # they have asked
            tell(showing)
            found = heard(showing)
            parts = [heard(crowd) for crowd in looking]
        tell(showing)
        whole = heard(showing)
        level, used = trio.run(late, parse_invite(line), whole + 2)
        tell(showing)
    came = [times for part in parts for times in part["came"]]
    delays = [1e3 * (at - left) for times in came for at, left in zip(times, found["left"], strict=False)]
    cuts = statistics.quantiles(delays, n=20)
    lost = sum(part["lost"] for part in parts)
    coming = f"{1e3 * found['coming']:.2f} ms of CPU each"
    print(f"{found['there']} of {watchers} came within {passed:.1f} s, {coming}")
    print(f"showing: {found['share']:.2f} of a core at {rate:g} items a second, {lost} lost")
    print(f"on the way: p50 {cuts[9]:.0f} ms, p95 {cuts[-1]:.0f} ms, most {max(delays):.0f} ms")
    print(f"memory: {found['each'] / 1024:.0f} KB each")
    print(f"late: level with {whole} items in {level:.2f} s, {used:.2f} s of CPU", flush=True)
    alone, seen = [], []
    for _ in range(rounds):
        alone.append(pace(0))
        seen.append(pace(limits.WATCHERS))
    if rounds:
        a, b = ([statistics.median(column) for column in zip(*some, strict=True)] for some in (alone, seen))
        print(f"a player alone: {1 / a[0]:.0f} items/s, {1e3 * a[1]:.2f} ms of CPU each")
        print(f"with {limits.WATCHERS} looking on: {1 / b[0]:.0f} items/s, {1e3 * b[1]:.2f} ms of CPU each")
        print(f"its pace: {a[0] / b[0]:.3f} of that alone by time, {a[1] / b[1]:.3f} by CPU", end=", ")
        print(f"{1 - (b[2] - a[2]) / b[1]:.3f} by what showing takes: {1e3 * b[2]:.3f} ms an item")
    print(GOALS)


if __name__ == "__main__":
    sys.exit(main())

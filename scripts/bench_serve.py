"""The costs of a headless node that serves many matches: the part of `bench_reach.py` for `--what serve`.

The node is the real command in a process of its own, its data folder on the disk that is measured. Its guests
are bots in other processes, many in each, every one from an address of its own in 127.0.0.0/8 and with its
data folder in memory where that can be had. They all come within a given time, make one decision in so many
seconds each, and come again when their match is over. With `--hostile` others come then, and play against
programs that do what they should not, and it is looked once more how long the answers to the first ones take.
Then the node is told to end, started again, and its guests, who have stayed, go on.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet.bots.random_ import RandomBot
from fadenet.cli.frame.loading import game_of
from fadenet.games.decks import Deck, load_deck, packaged
from fadenet.node import play
from fadenet.node.link.candidates import Address
from fadenet.node.link.links import Link
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.match.host import Machine
from fadenet.node.match.run import MatchRun, Participant
from fadenet.node.sitting import Joining
from fadenet.table.view import Answer, SeatView
from keys import Identity, UserError
from protocol.faults import PeerFault
from protocol.hello import Config

GUEST_PROCESSES = 2
COLLECT_AFTER = 10_000
"""As the node does it, so that guests cost no more than they have to."""
PATIENCE_S = 300.0
"""How long guests that do not get a seat are waited for."""
MEMORY = Path("/dev/shm")
PROGRAM = """
import os, sys, time
print("ok", flush=True)
say = lambda *words: print(*words, flush=True)
for line in sys.stdin:
    if line[:3] == "go ":
        n = line.split()[1]
        {answer}
"""
FIRST = 'say("move", n, "@1")'
HOSTILE = (
    "pass",
    "sys.stdout.write('move'); sys.stdout.flush(); os._exit(1)",
    "while True: say('spam')",
    "while True: say('info', n, 'x' * 60_000)",
    "while True: print('x' * 60_000, file=sys.stderr)",
    "say('x' * 3_000_000)",
    "os.fork() or time.sleep(600); " + FIRST,
    "os.close(0); time.sleep(600)",
    "say('move', int(n) + 1, '@1')",
    "while True: pass",
)
"""The answers of hostile programs: silence, death in mid-line, four floods, a child that is left behind, a
closed stdin, an answer to another question, and a loop without an end."""
HOSTILE_FROM = 10_000
"""The number of the first guest who plays against one of them."""


@dataclass
class Load:
    """The load that guests make: how many there are, within how many seconds they come, how many seconds a
    decision takes each, and for how many seconds that is looked at. bot: plays for the node; hostile: so many
    tables with hostile programs are there besides."""

    matches: int
    within: float
    every: float
    seconds: float
    game: str = "faroe"
    bot: str = "greedy"
    hostile: int = 0


# Guests.


class From(TcpNetwork):
    """The network as a host at this address has it. Its addresses never change."""

    def __init__(self, host: str) -> None:
        self._host = host

    async def open(self, address: Address, port: int = 0) -> Link:
        sock = trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            await sock.bind((self._host, 0))
            await sock.connect((address.host, address.port))
        except BaseException:
            sock.close()
            raise
        return Link(trio.SocketStream(sock), "tcp", address, local=self._host)

    async def changed(self, towards: Callable[[], Iterable[str]]) -> None:
        await trio.sleep_forever()


class PacedBot(RandomBot):
    """Makes a decision in so many seconds, and tells how long the others then took to answer."""

    def __init__(self, every: float, dice: random.Random, told: Callable[[float], object]) -> None:
        super().__init__()
        self._every = every
        self._dice = dice
        self._told = told
        self._next = trio.current_time() + dice.uniform(0, every)
        self._answered = 0.0

    def begun(self, run: MatchRun) -> None:
        """Look at what the other side of this match gives."""
        heard = run.clock.heard

        def look(given: Any) -> None:
            if given and self._answered:
                self._told(trio.current_time() - self._answered)
                self._answered = 0.0
            heard(given)

        run.clock.heard = look  # type: ignore[method-assign]

    async def choose(self, seat: SeatView) -> Answer:
        await trio.sleep_until(self._next)
        self._next = max(self._next + self._every, trio.current_time())
        answer = await super().choose(seat)
        self._answered = trio.current_time()
        return answer


@dataclass
class Party:
    """The guests of one process. `took`: seconds until an answer, since it was last told."""

    load: Load
    invites: list[str]
    folder: Path
    seated: set[int] = field(default_factory=set)
    lost: list[str] = field(default_factory=list)
    knocks: int = 0
    took: list[float] = field(default_factory=list)

    async def run(self, numbers: range) -> None:
        """All come, and stay; a line with what has come of them every second."""
        rules = game_of(self.load.game, "duel", ())
        deck = load_deck(rules, packaged(rules)[0])
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._tell)
            for n in numbers:
                nursery.start_soon(self._guest, n, rules, deck)

    async def _tell(self) -> None:
        while True:
            took, self.took = self.took, []
            line = {"seated": len(self.seated), "lost": self.lost, "knocks": self.knocks, "took": took}
            print(json.dumps(line), flush=True)
            await trio.sleep(1)

    async def _guest(self, n: int, rules: Any, deck: Deck) -> None:
        dice = random.Random(n)
        await trio.sleep(dice.uniform(0, self.load.within))
        home = self.folder / f"guest{n}"
        home.mkdir(mode=0o700)
        identity = Identity.from_seed(f"guest{n}", hashlib.sha256(b"%d" % n).digest())
        machine = Machine(marks=home / "marks", network=From(f"127.1.{n // 250}.{n % 250 + 1}"))

        def choose(config: Config) -> tuple[Any, Deck]:
            return rules, deck

        while True:
            player = PacedBot(self.load.every, dice, self._took)

            def begun(run: MatchRun, player: PacedBot = player) -> None:
                self.seated.add(n)
                player.begun(run)

            participant = Participant(home, identity, player, "bot", "random", machine, begun)
            try:
                async with play.open_node(participant) as node:
                    joining = Joining(self.invites[n % len(self.invites)], choose, ())
                    await play.join_match(node, participant, joining, say=self._heard)
            except (UserError, PeerFault) as error:
                self.lost.append(f"{n}: {error}"[:160])
                return

    def _took(self, seconds: float) -> None:
        self.took.append(seconds)

    def _heard(self, said: str) -> None:
        self.knocks += "trying again" in said


def guests(load: Load, invites: list[str], folder: Path, first: int, count: int) -> None:
    """One process of guests."""
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)
    trio.run(Party(load, invites, folder).run, range(first, first + count))


# The node.


class Process:
    """The node under test, as a process."""

    def __init__(self, home: Path, load: Load, port: int, marks: Path) -> None:
        started = time.perf_counter()
        tables = [f"{load.game}={load.bot}", *_hostile_tables(load, home)]
        self._child = subprocess.Popen(
            [
                *(sys.executable, "-P", "-m", "fadenet", "--home", str(home), "node", "--json"),
                *(word for table in tables for word in ("--table", table)),
                *("--max", str(load.matches + load.hostile), "--listen", f"127.0.0.1:{port}"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "FADENET_MARKS": str(marks)},
            text=True,
        )
        self._home = home
        assert self._child.stdout is not None
        self.invites: list[str] = [json.loads(self._child.stdout.readline())["invite"] for _ in tables]
        self.listening_s = time.perf_counter() - started
        self._out = open(home / "events", "a")  # noqa: SIM115 - closed with the process
        self._reader = subprocess.Popen(["cat"], stdin=self._child.stdout, stdout=self._out)

    def status(self) -> dict[str, Any]:
        """The note that it kept last of how it is doing."""
        there: dict[str, Any] = json.loads((self._home / "status.json").read_text())
        return there

    def cpu_s(self) -> float:
        """Seconds of CPU until now."""
        return _cpu_s(self._child)

    def memory_mb(self) -> float:
        return _memory_mb(self._child.pid)

    def programs(self) -> list[float]:
        """The megabytes of each process that it has started."""
        pids = Path(f"/proc/{self._child.pid}/task").glob("*/children")
        return [_memory_mb(int(pid)) for path in pids for pid in path.read_text().split()]

    def end(self) -> float:
        """Tell it to end; seconds that it took."""
        began = time.perf_counter()
        self._child.send_signal(signal.SIGTERM)
        self._child.wait(timeout=60)
        took = time.perf_counter() - began
        self._reader.wait()
        self._out.close()
        return took


class Guests:
    """All guests. `told`: what each of their processes has said last; `took`: seconds until an answer."""

    def __init__(self, load: Load, invites: list[str], folder: Path, begin: int = 0) -> None:
        self.told: dict[int, dict[str, Any]] = {}
        self.took: list[float] = []
        each, end = -(-load.matches // GUEST_PROCESSES), begin + load.matches
        self._children = [
            subprocess.Popen(
                [
                    *(sys.executable, __file__, json.dumps(vars(load)), ",".join(invites), str(folder)),
                    *(str(first), str(min(each, end - first))),
                ],
                stdout=subprocess.PIPE,
            )
            for first in range(begin, end, each)
        ]
        for child in self._children:
            assert child.stdout is not None
            os.set_blocking(child.stdout.fileno(), False)
        self._rest = [b""] * len(self._children)

    def listen(self) -> None:
        """Take in what they have said."""
        for n, child in enumerate(self._children):
            assert child.stdout is not None
            while data := child.stdout.read(1 << 20):
                *lines, self._rest[n] = (self._rest[n] + data).split(b"\n")
                for line in lines:
                    self.told[n] = json.loads(line)
                    self.took += self.told[n]["took"]

    def cpu_s(self) -> float:
        """Seconds of CPU until now, of all their processes."""
        return sum(map(_cpu_s, self._children))

    def sum(self, name: str) -> int:
        return sum(one[name] for one in self.told.values())

    def lost(self) -> list[str]:
        return [line for one in self.told.values() for line in one["lost"]]

    def end(self) -> None:
        for child in self._children:
            child.kill()
            child.wait()


def _hostile_tables(load: Load, home: Path) -> list[str]:
    """The tables with hostile programs, which are written; their clocks differ: no table is there twice."""
    tables = []
    for n in range(load.hostile):
        path = home / f"hostile{n}.py"
        path.write_text(PROGRAM.format(answer=HOSTILE[n % len(HOSTILE)]))
        tables.append(f"{load.game}:clock={600 + n}+5=exec:{sys.executable} -S {path}")
    return tables


def _memory_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _cpu_s(child: subprocess.Popen[Any]) -> float:
    """Seconds of CPU that a process has had until now."""
    fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _folder(place: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=place, prefix="bench-serve-") as folder:
        yield Path(folder)


def _until(what: Callable[[], bool], patience: float = PATIENCE_S) -> float:
    """Wait until this is so; seconds that it took, the patience if it never was."""
    began = time.perf_counter()
    while not what() and time.perf_counter() - began < patience:
        time.sleep(0.1)
    return time.perf_counter() - began


def _tenths(values: list[float]) -> str:
    if len(values) < 2:
        return "none"
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return f"p50 {1e3 * cuts[49]:.0f}, p95 {1e3 * cuts[94]:.0f}, p99 {1e3 * cuts[98]:.0f} ms"


def serve(load: Load, place: Path) -> None:
    """Seat all, look at how it goes, end the node, start it again: a line for each."""
    memory = MEMORY if MEMORY.is_dir() else place
    with _folder(place) as folder, _folder(memory) as shm:
        home = folder / "node"
        home.mkdir(mode=0o700)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        node = Process(home, load, port, folder / "marks")
        print(f"{load.matches} matches of {load.game}, one decision in {load.every:g} s each", flush=True)
        print(f"listening after {node.listening_s:.1f} s, {node.memory_mb():.0f} MB")
        crowd, others = Guests(load, node.invites[:1], shm), list[Guests]()
        try:
            _storm(load, node, crowd)
            _steady(load, node, crowd)
            if load.hostile:
                others.append(
                    Guests(replace(load, matches=load.hostile), node.invites[1:], shm, HOSTILE_FROM)
                )
                print(f"beside {load.hostile} matches of hostile programs:", flush=True)
                _steady(load, node, crowd)
            print(f"told to end: gone after {node.end():.1f} s", flush=True)
            node = Process(home, load, port, folder / "marks")
            print(f"started again: listening after {node.listening_s:.1f} s", flush=True)

            def back() -> bool:
                crowd.listen()
                return _now(node) >= load.matches - len(crowd.lost())

            print(f"all back after {_until(back):.0f} s, {_now(node)} matches under way")
            for line in crowd.lost()[:5]:
                print("lost:", line)
            node.end()
        finally:
            for one in (crowd, *others):
                one.end()


def _busy() -> str:
    """How busy the machine is, whoever makes it so."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def _now(node: Process) -> int:
    number: int = node.status()["matches"]["now"]
    return number


def _storm(load: Load, node: Process, crowd: Guests) -> None:
    """All come."""

    def seated() -> bool:
        crowd.listen()
        return len(crowd.told) > 0 and crowd.sum("seated") + len(crowd.lost()) >= load.matches

    cpu = node.cpu_s()
    took, cpu = _until(seated), node.cpu_s() - cpu
    print(
        f"all come within {load.within:g} s: {crowd.sum('seated')} seated after {took:.1f} s (the start of "
        f"their processes included), {len(crowd.lost())} lost, {crowd.sum('knocks')} knocks more; "
        f"{cpu:.1f} s of CPU, guests {crowd.cpu_s():.1f} s; answers meanwhile {_tenths(crowd.took)}, "
        f"the longest {max(crowd.took, default=0):.1f} s; {_busy()}",
        flush=True,
    )
    for line in crowd.lost()[:5]:
        print("lost:", line)


def _steady(load: Load, node: Process, crowd: Guests) -> None:
    """They play."""
    time.sleep(load.every)
    crowd.listen()
    crowd.took.clear()
    cpu, guests, began = node.cpu_s(), crowd.cpu_s(), time.perf_counter()
    while time.perf_counter() - began < load.seconds:
        time.sleep(0.1)
        crowd.listen()
    seconds = time.perf_counter() - began
    cores, others, status = (node.cpu_s() - cpu) / seconds, (crowd.cpu_s() - guests) / seconds, node.status()
    answers, programs = len(crowd.took) / seconds, node.programs()
    print(
        f"{answers:.0f} answers/s, each {1e3 * cores / max(answers, 1e-9):.2f} ms of CPU; "
        f"answers {_tenths(crowd.took)}; {cores:.2f} cores (guests {others:.2f}), {node.memory_mb():.0f} MB; "
        f"{len(programs)} programs of {max(programs, default=0):.0f} MB at most; "
        f"{status['matches']['now']} matches; {_busy()}"
    )
    print(
        f"in the node: answers {status['answer_ms']}, disk {status['sync_ms']}, lag {status['lag_ms']}",
        flush=True,
    )


if __name__ == "__main__":
    _load, _invites, _place, _first, _count = sys.argv[1:]
    guests(Load(**json.loads(_load)), _invites.split(","), Path(_place), int(_first), int(_count))

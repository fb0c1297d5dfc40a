"""Runs nodes for hours under faults, and says whether what they take stays as it was.

    python3 scripts/soak.py [--minutes 30] [--guests 12] [--watchers 4] [--seed N] [--folder DIR]

Every program is a process of its own, on loopback: a relay and two headless nodes that hold a board and may
be watched; guests that join the nodes' tables or seek them on the board, with bots, again and again;
onlookers. All the time guests and onlookers are killed, stopped for a while, or cut off, strangers open
connections and say nothing or nonsense, and now and then the relay is killed and comes back at its place.

Of those that last, each `EVERY_S` seconds: resident memory, open descriptors, tasks and answer times. The
head of the run, while caches fill, is left out; then the first and the last quarter are set side by side, and
from each quarter to the next stands what memory has grown by for a match that has ended in it. That tends to
nothing: what a match was goes with it (`tests/node/test_let_go.py`), and what Python holds on to is the room
of as many long matches as were ever under way at once.

Exit code 1 if one of the figures has grown by more than its bound, a long-lived process has ended by itself,
or no match came to an end. Needs Linux and the development dependencies.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kill_nodes import free_ports

from fadenet.node.match.mark import VARIABLE
from fadenet.node.status import FILE

ROOT: Final = Path(__file__).resolve().parent.parent
EVERY_S: Final = 5.0
WARM: Final = 0.2
"""The share of the run in which nothing is measured."""
TABLES: Final = ("faroe", "terrene", "prelude", "fade2")
FAULT_S: Final = (1.0, 6.0)
STOP_S: Final = (2.0, 14.0)
RELAY_AGAIN_S: Final = 120.0
START_S: Final = 60.0
LATEST: Final = 4
"""So many of the matches that were begun last are looked on at."""
MEMORY: Final = "memory MB"
MATCHES: Final = "matches"
QUARTERS: Final = 4
GROWTH: Final = {
    MEMORY: (1.15, 8.0),
    "descriptors": (1.2, 24.0),
    "tasks": (1.2, 24.0),
    "p95 ms": (2.0, 100.0),
}
"""By what is measured how much more it may be at the end: so many times as much, and so much more."""


@dataclass
class Program:
    """A command of fadenet under a data folder of its own; what it prints goes to a log."""

    name: str
    folder: Path
    words: tuple[str, ...]
    process: subprocess.Popen[bytes] | None = None
    stopped_until: float = 0.0

    @property
    def home(self) -> Path:
        return self.folder / self.name

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    @property
    def up(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        own = {
            "PYTHONPATH": str(ROOT),
            "FADENET_NAME": self.name,
            VARIABLE: str(self.folder / f"{self.name}.marks"),
        }
        words = [sys.executable, "-P", "-m", "fadenet", "--home", str(self.home), "--no-input", *self.words]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT, env={**os.environ, **own}
            )

    def signal(self, number: int) -> None:
        if self.up and self.process is not None:
            self.process.send_signal(number)

    def end(self) -> None:
        """Kill it, and wait until it is gone."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def said(self, word: str) -> list[str]:
        """The lines that it has said with this word in them."""
        lines = self.log.read_text("utf-8", "replace").splitlines() if self.log.exists() else []
        return [line for line in lines if word in line]

    def heard(self, word: str, times: int = 1) -> list[str]:
        """The same, waited for until there are so many lines. Raises `RuntimeError`."""
        until = time.monotonic() + START_S
        while len(lines := self.said(word)) < times:
            if time.monotonic() > until:
                raise RuntimeError(f"{self.name} never said {word!r}; see {self.log}")
            time.sleep(0.1)
        return lines


@dataclass
class Samples:
    """The figures of one long-lived process, at each look: seconds since the start, and each figure."""

    looks: list[tuple[float, dict[str, float]]] = field(default_factory=list)

    def quarters(self, name: str, seconds: float) -> list[float]:
        """The median of a figure in each quarter of what is behind the warm-up; [] if one has none."""
        first = WARM * seconds
        said: list[list[float]] = [[] for _ in range(QUARTERS)]
        for at, found in self.looks:
            if at >= first and name in found:
                said[min(QUARTERS - 1, int(QUARTERS * (at - first) / (seconds - first)))].append(found[name])
        return [median(one) for one in said] if all(said) else []

    def a_match(self, seconds: float) -> list[float]:
        """By how many KB memory has grown for each match that has ended, from each quarter to the next."""
        memory, ended = self.quarters(MEMORY, seconds), self.quarters(MATCHES, seconds)
        steps = zip(pairwise(memory), pairwise(ended), strict=False)
        return [1000 * (more - m) / (after - n) for (m, more), (n, after) in steps if after > n]

    def tenths(self, name: str) -> list[float]:
        """The median of a figure in each tenth of the looks."""
        said = [found[name] for _, found in self.looks if name in found]
        size = max(1, -(-len(said) // 10))
        return [median(said[at : at + size]) for at in range(0, len(said), size)]


class Soak:
    """The programs of one run, and what has been done to them."""

    def __init__(self, folder: Path, guests: int, watchers: int, seed: int) -> None:
        self.folder, self.random = folder, Random(seed)
        self.done: Counter[str] = Counter()
        ports = free_ports(3)
        self.relay = Program("relay", folder, ("relay", "--board", *door(ports[0])))
        self.relay.start()
        self.board = self.relay.heard("fadenet-relay:")[0]
        self.nodes = [
            Program(f"node{n}", folder, ("node", *tables(), *serving(self.board), *door(ports[n])))
            for n in (1, 2)
        ]
        for node in self.nodes:
            node.start()
        said = [line for node in self.nodes for line in node.heard('"invite"', len(TABLES))]
        self.invites = [json.loads(line)["invite"] for line in said]
        self.ports = ports
        self.guests = [Program(f"guest{n}", folder, ()) for n in range(guests)]
        self.watchers = [Program(f"watcher{n}", folder, ()) for n in range(watchers)]
        self.courses = {one.name: Samples() for one in self.lasting}
        self._silent: list[socket.socket] = []

    @property
    def lasting(self) -> list[Program]:
        return [self.relay, *self.nodes]

    def run(self, seconds: float, say: Callable[[str], None] = print) -> None:
        """Everything, for so long; stands in the log where somebody has ended who should not have."""
        began = now = time.monotonic()
        looked = faulted = told = now
        relay_at = now + RELAY_AGAIN_S
        while (now := time.monotonic()) < began + seconds:
            self._keep_going(now)
            if now >= looked:
                self._look(now - began)
                looked = now + EVERY_S
            if now >= faulted:
                self._fault(now)
                faulted = now + self.random.uniform(*FAULT_S)
            if now >= relay_at:
                self.relay.end()
                self.relay.start()
                self.done["the relay was killed"] += 1
                relay_at = now + RELAY_AGAIN_S
            for node in self.nodes:
                if not node.up:
                    raise RuntimeError(f"{node.name} has ended by itself; see {node.log}")
            if now >= told + 60:
                told = now
                say(f"{(now - began) / 60:.0f} min: {listed(self.done)}")
            time.sleep(0.1)

    def _keep_going(self, now: float) -> None:
        """Let those that have ended begin something new, and those that were stopped for long enough go
        on."""
        for one in (*self.guests, *self.watchers):
            if one.stopped_until and now >= one.stopped_until:
                one.signal(signal.SIGCONT)
                one.stopped_until = 0.0
            if one.up:
                continue
            if one.process is not None and one in self.guests and one.process.returncode >= 0:
                code = one.process.returncode
                self.done["a match was played to its end" if not code else f"a guest left with {code}"] += 1
            one.stopped_until = 0.0
            one.words = self._visit() if one in self.guests else self._watch()
            if one.words:
                one.start()

    def _visit(self) -> tuple[str, ...]:
        """To a node's table, or to the board, with dials of its own or through the relay."""
        bot = self.random.choice(("random", "greedy"))
        if self.random.random() < 0.25:
            game = self.random.choice(TABLES)
            return ("seek", game, "--board", "--board-at", self.board, "--no-lan", "--bot", bot, *door(0))
        return ("join", self.random.choice(self.invites), "--bot", bot, "--no-listen")

    def _watch(self) -> tuple[str, ...]:
        """A match under way at one of the nodes, if there is one that may be watched."""
        for node in self.random.sample(self.nodes, len(self.nodes)):
            if lines := node.said('"watch"')[-LATEST:]:
                return ("watch", json.loads(self.random.choice(lines))["watch"], "--json")
        return ()

    def _fault(self, now: float) -> None:
        kind = self.random.choice(("kill", "stop", "silent", "nonsense", "nothing"))
        up = [one for one in (*self.guests, *self.watchers) if one.up and not one.stopped_until]
        if kind == "kill" and up:
            self.random.choice(up).end()
            self.done["somebody was killed"] += 1
        elif kind == "stop" and up:
            one = self.random.choice(up)
            one.signal(signal.SIGSTOP)
            one.stopped_until = now + self.random.uniform(*STOP_S)
            self.done["somebody was stopped"] += 1
        elif kind in ("silent", "nonsense"):
            self._stranger(self.random.randbytes(300) if kind == "nonsense" else b"")
            self.done["a stranger came"] += 1

    def _stranger(self, said: bytes) -> None:
        """A connection of somebody who says this, and nothing else."""
        while len(self._silent) >= 20:
            self._silent.pop(0).close()
        try:
            sock = socket.create_connection(("127.0.0.1", self.random.choice(self.ports)), 1)
            if said:
                sock.sendall(said)
            self._silent.append(sock)
        except OSError:
            return

    def _look(self, at: float) -> None:
        for one in self.lasting:
            if one.up and one.process is not None:
                self.courses[one.name].looks.append((at, figures(one.process.pid, one.home)))

    def end(self) -> None:
        for one in (*self.guests, *self.watchers, *self.lasting):
            one.signal(signal.SIGCONT)
            one.end()
        for sock in self._silent:
            sock.close()


def listed(done: Counter[str]) -> str:
    return ", ".join(f"{n} x {what}" for what, n in sorted(done.items()))


def door(port: int) -> tuple[str, str]:
    return ("--listen", f"127.0.0.1:{port}")


def tables() -> list[str]:
    """The tables that a node offers: with fast clocks, so that nobody waits long for a player that was
    killed."""
    return [word for game in TABLES for word in ("--table", f"{game}:clock=30+1=greedy")]


def serving(board: str) -> tuple[str, ...]:
    return (
        "--max",
        "48",
        "--json",
        "--watch",
        "0",
        "--behind-nat",
        "--board",
        "--board-at",
        board,
        "--no-map",
    )


def figures(pid: int, home: Path) -> dict[str, float]:
    """Memory (MB), descriptors, and what the status of a headless node says, matches that have ended too."""
    found: dict[str, float] = {}
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        found["memory MB"] = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
        found["descriptors"] = len(os.listdir(f"/proc/{pid}/fd"))
        status: dict[str, Any] = json.loads((home / FILE).read_text())
        found["tasks"] = status["tasks"]
        found[MATCHES] = status["matches"]["ended"]
        found["p95 ms"] = status["answer_ms"]["p95"]
    except (OSError, ValueError, KeyError, IndexError):
        pass  # it has just ended, or keeps no status
    return found


def grown(name: str, before: float, after: float) -> bool:
    """Whether a figure has grown by more than it may."""
    times, more = GROWTH[name]
    return after > before * times and after > before + more


def main(arguments: Sequence[str] | None = None) -> int:
    """One run, and the table of what it came to."""
    parser = argparse.ArgumentParser(
        description="Run nodes under faults, and see that they stay as they are."
    )
    parser.add_argument("--minutes", type=float, default=30, help="for how long (default: 30)")
    parser.add_argument("--guests", type=int, default=12, help="who play at once (default: 12)")
    parser.add_argument("--watchers", type=int, default=4, help="who look on (default: 4)")
    parser.add_argument("--seed", type=int, default=1, help="of the faults (default: 1)")
    parser.add_argument("--folder", type=Path, help="where the data folders are; else a temporary folder")
    options = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="soak-", dir=options.folder))
    soak = Soak(folder, options.guests, options.watchers, options.seed)
    seconds, bad = 60 * options.minutes, ""
    try:
        soak.run(seconds)
    except RuntimeError as error:
        bad = str(error)
    finally:
        soak.end()
    print(f"{'':8} {'':12} {'first':>8} {'last':>8}")
    for name, course in soak.courses.items():
        for what in GROWTH:
            if said := course.quarters(what, seconds):
                more = grown(what, said[0], said[-1])
                bad = bad or (f"{what} of {name} has grown" if more else "")
                print(f"{name:8} {what:12} {said[0]:8.1f} {said[-1]:8.1f}{'  GROWN' if more else ''}")
        if steps := course.a_match(seconds):
            print(f"{name:8} KB a match, from quarter to quarter: {' '.join(f'{n:.0f}' for n in steps)}")
        print(f"{name:8} {MEMORY} by tenths: {' '.join(f'{n:.0f}' for n in course.tenths(MEMORY))}")
    print(listed(soak.done))
    if not soak.done["a match was played to its end"]:
        bad = bad or "no match came to an end"
    if bad:
        print(f"FAILED: {bad}; see {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

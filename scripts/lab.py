"""Real nodes in network namespaces, behind real routers: how soon they play, and whether directly.

    python scripts/lab.py matrix [--seeds 1] [--first-seed 1] [--delay-ms 80] [--loss 0.02]
        [--pairs HOST/JOINER,..] [--patience-s 8] [--folder DIR]

For each ordered pair of kinds of sites a lab of its own is built (`tests/lab`): a helper with public
addresses, a host and a joiner, all nodes with public commands. `--delay-ms` is a round trip between two sites
and `--loss` the share of packets that is lost each way; a seed draws which. Printed for each pair, in ms from
the moment at which the joiner first dials anything:

- playable: when both nodes have the first entry of the match on disk;
- direct: when the connection between the two that stands at the end of the look had come about.

A lab without `fadenet relay` has no helper, and only pairs whose host is open are looked at, unless `--pairs`
names others. Exit code 1 when a pair was not playable, or not direct though its kinds have a way in common; 2
when a lab cannot be had here. Needs Linux, iproute2 and nftables; neither root nor a network.
"""

from __future__ import annotations

import argparse
import ipaddress
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet.node.match.mark import VARIABLE
from protocol.files import split_items
from protocol.messages import Entry, parse_message
from tests.lab.lab import LOOK_S, ROOT, Host, Lab, Site, lacking, without_delay
from tests.lab.rules import KINDS, OPEN, shares_a_way

# What is typed.

GAME: Final = "terrene"
LISTEN: Final = ("--listen", "0.0.0.0:47070", "--listen", "[::]:47070")
RELAY: Final = ("relay", *LISTEN)
RELAY_LINE: Final = "fadenet-relay:"
ADD: Final = ("relay", "add", "{line}")
HOST: Final = ("host", GAME, "--bot", "random", *LISTEN)
INVITE: Final = "fadenet:"
JOIN: Final = ("join", "{line}", "--bot", "random")
"""The commands, and how the lines begin that the next one is given in place of `{line}`."""

SEATS: Final = 2
"""So many HELLOs stand at the beginning of a match file."""
START_S: Final = 60.0
"""How long a program may take to say its line, or to dial for the first time."""
STANDS_S: Final = 1.0
"""The look is over when both nodes have played over a direct connection for so long."""
PLAYABLE_S: Final = 3.0
DIRECT_S: Final = 5.0
WORST_S: Final = 8.0
"""The goals: for 95 of 100, for 95 of 100 that have a way in common, for all."""
_ESTABLISHED: Final = 1
_LISTENING: Final = 10


class NodeFailed(Exception):
    """A node did not do what it was to do."""


class Connection(NamedTuple):
    """A TCP connection of a host, as the kernel lists it. state: `TCP_` numbers of Linux."""

    local: tuple[str, int]
    remote: tuple[str, int]
    state: int


@dataclass(slots=True)
class PairResult:
    """The result of a pair. playable_ms, direct_ms: None for never; why: what had failed."""

    host: str
    joiner: str
    seed: int
    playable_ms: float | None = None
    direct_ms: float | None = None
    why: str = ""

    @property
    def good(self) -> bool:
        """Whether it was playable, and direct where that can be."""
        direct = self.direct_ms is not None or not shares_a_way(self.host, self.joiner)
        return self.playable_ms is not None and direct

    def line(self) -> str:
        """A row of the table."""
        times = [f"{'-' if ms is None else f'{ms:.0f}':>11}" for ms in (self.playable_ms, self.direct_ms)]
        return f"{self.host:12}{self.joiner:12}{self.seed:>5}{''.join(times)}  {self.why}".rstrip()


class LabNode:
    """One program on one host of a lab, with a data folder of its own."""

    def __init__(self, folder: Path, name: str, host: Host) -> None:
        self.host = host
        self.home = folder / name
        self.log = folder / f"{name}.log"
        self._process: subprocess.Popen[str] | None = None

    def start(self, *command: str) -> None:
        """Start a command of fadenet; what it prints goes to the log."""
        own = {"FADENET_NAME": self.home.name, VARIABLE: str(self.home.with_suffix(".marks"))}
        words = [sys.executable, "-P", "-m", "fadenet", "--home", str(self.home), "--no-input", *command]
        with self.log.open("ab") as log:
            self._process = self.host.popen(
                *words, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": str(ROOT), **own}
            )

    def line(self, beginning: str) -> str:
        """Wait for a line that begins so. Raises `NodeFailed`."""
        end = time.monotonic() + START_S
        while True:
            lines = self.log.read_text(encoding="utf-8").split("\n")[:-1]
            for line in lines:
                if line.startswith(beginning):
                    return line.strip()
            self.live(end)

    def finish(self) -> None:
        """Wait for the command to end. Raises `NodeFailed` if it does with an error."""
        assert self._process is not None
        if self._process.wait(START_S):
            raise NodeFailed(self._last())

    def live(self, end: float) -> None:
        """Let a moment pass; raises `NodeFailed` when time is out, or the node has ended with an error."""
        assert self._process is not None
        if self._process.poll():
            raise NodeFailed(self._last())
        if time.monotonic() > end:
            raise NodeFailed(f"{self.home.name} is late: {self._last()}")
        time.sleep(LOOK_S)

    def has_played(self) -> bool:
        """Whether an entry of a match is on its disk."""
        for file in self.home.glob("matches/*.match"):
            with suppress(FileNotFoundError):
                items, _ = split_items(file.read_bytes())
                return any(isinstance(parse_message(item), Entry) for item in items[SEATS:])
        return False

    def connections(self) -> list[Connection]:
        """Those of its host; none while the node is not there yet, or no longer."""
        assert self._process is not None
        process = Path(f"/proc/{self._process.pid}")
        found: list[Connection] = []
        with suppress(FileNotFoundError, ProcessLookupError, PermissionError):
            if os.readlink(process / "ns/net") == os.readlink("/proc/self/ns/net"):
                return found
            for table in ("tcp", "tcp6"):
                rows = (process / "net" / table).read_text(encoding="ascii")
                found += [_connection(row) for row in rows.splitlines()[1:]]
        return found

    def _last(self) -> str:
        said = self.log.read_text(encoding="utf-8", errors="replace").strip()
        return f"{self.home.name}: {said.rpartition(chr(10))[2] or 'it said nothing'}"


def _connection(row: str) -> Connection:
    _, local, remote, state, *_ = row.split()
    return Connection(_end(local), _end(remote), int(state, 16))


def _end(text: str) -> tuple[str, int]:
    """An end of a connection, written as words of 32 bits in the machine's own order, and a port."""
    address, _, port = text.partition(":")
    words = [int(address[at : at + 8], 16) for at in range(0, len(address), 8)]
    ip = ipaddress.ip_address(b"".join(word.to_bytes(4, sys.byteorder) for word in words))
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped), int(port, 16)
    return str(ip), int(port, 16)


@dataclass(slots=True)
class PairRun:
    """Watches a joiner until it is clear what becomes of it. Everything raises `NodeFailed`."""

    seen: PairResult
    host: LabNode
    joiner: LabNode
    towards: frozenset[str]
    """Addresses that lead to the host directly."""
    patience_s: float
    began: float = 0.0
    standing: dict[Connection, float] = field(default_factory=dict)
    """Direct connections that stand, with the time since when."""

    def run(self) -> None:
        """Look from the first dial on, until all is clear or patience is out."""
        end = time.monotonic() + START_S
        while all(one.state == _LISTENING for one in self.joiner.connections()):
            self.joiner.live(end)
        self.began = time.monotonic()
        end = self.began + self.patience_s
        while not self._clear() and time.monotonic() < end:
            self.joiner.live(end + START_S)
            self.host.live(end + START_S)
        if self.standing:
            self.seen.direct_ms = 1_000 * (min(self.standing.values()) - self.began)
        if self.seen.playable_ms is None:
            raise NodeFailed(f"not playable within {self.patience_s:g} s")

    def _clear(self) -> bool:
        now = time.monotonic()
        if self.seen.playable_ms is None and self.host.has_played() and self.joiner.has_played():
            self.seen.playable_ms = 1_000 * (now - self.began)
        stands = {
            one
            for one in self.joiner.connections()
            if one.state == _ESTABLISHED and one.remote[0] in self.towards
        }
        self.standing = {one: self.standing.get(one, now) for one in stands}
        since = min(self.standing.values(), default=now)
        return self.seen.playable_ms is not None and now - since >= STANDS_S


def pair(seen: PairResult, options: argparse.Namespace, helped: bool, folder: Path) -> None:
    """Bring a host and a joiner together in a lab of their own, and note what became of it."""
    with Lab(f"{seen.seed} {seen.host} {seen.joiner}", options.delay_ms, options.loss) as lab:
        helper = LabNode(folder, "helper", lab.public("helper"))
        places = [lab.site(name, kind) for name, kind in (("host", seen.host), ("joiner", seen.joiner))]
        host, joiner = (LabNode(folder, place.name, place.host) for place in places)
        try:
            if helped:
                helper.start(*RELAY)
                host.start(*_filled(ADD, helper.line(RELAY_LINE)))
                host.finish()
            host.start(*HOST)
            joiner.start(*_filled(JOIN, host.line(INVITE)))
            PairRun(seen, host, joiner, _ways(places[0]), options.patience_s).run()
        except NodeFailed as failure:
            seen.why = str(failure)


def _ways(site: Site) -> frozenset[str]:
    return frozenset([site.outside, *site.host.addresses])


def _filled(command: Sequence[str], line: str) -> list[str]:
    return [word.format(line=line) for word in command]


def has_helper() -> bool:
    """Whether there is a `fadenet relay`."""
    command = [sys.executable, "-P", "-m", "fadenet", RELAY[0], "--help"]
    return not subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode


def matrix(options: argparse.Namespace, say: Callable[[str], None]) -> int:
    """Look at all pairs with all seeds, and return the exit code."""
    helped = has_helper()
    if not helped:
        say("there is no fadenet relay, so no helper")
    pairs = options.pairs or [
        (host, joiner) for host, joiner in product(KINDS, KINDS) if helped or host == OPEN
    ]
    say(f"{'host':12}{'joiner':12}{'seed':>5}{'playable ms':>13}{'direct ms':>11}")
    found = []
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        for host, joiner in pairs:
            seen = PairResult(host, joiner, seed)
            folder = Path(tempfile.mkdtemp(prefix=f"{host}-{joiner}-{seed}-", dir=options.folder))
            pair(seen, options, helped, folder)
            if seen.good:
                shutil.rmtree(folder)
            else:
                seen.why = f"{seen.why or 'not direct'}; see {folder}"
            say(seen.line())
            found.append(seen)
    for line in summary(found):
        say(line)
    return int(not all(seen.good for seen in found))


def summary(found: Sequence[PairResult]) -> list[str]:
    """How many were playable and direct, how soon, and how many within the goals."""
    lines = []
    meeting = [seen for seen in found if shares_a_way(seen.host, seen.joiner)]
    for name, times, goal_s in (
        ("playable", [seen.playable_ms for seen in found], PLAYABLE_S),
        ("direct, of those that can be", [seen.direct_ms for seen in meeting], DIRECT_S),
    ):
        ranked = sorted(ms for ms in times if ms is not None)
        line = f"{name}: {len(ranked)} of {len(times)}"
        if ranked:
            p50, p95 = (ranked[min(len(ranked) - 1, int(len(ranked) * share))] for share in (0.5, 0.95))
            within = sum(ms <= 1_000 * goal_s for ms in ranked)
            line += f", p50 {p50:.0f} ms, p95 {p95:.0f} ms, most {ranked[-1]:.0f} ms"
            above = sum(ms > 1_000 * WORST_S for ms in ranked)
            line += f"; {within} within {goal_s:g} s, {above} above {WORST_S:g} s"
        lines.append(line)
    return lines


def pairs_of(text: str) -> list[tuple[str, str]]:
    """Pairs of kinds as they are typed: `cone/symmetric,open/cone`."""
    found = []
    for one in text.split(","):
        host, _, joiner = one.partition("/")
        if not {host, joiner} <= set(KINDS):
            raise argparse.ArgumentTypeError(f"{one!r} is no pair HOST/JOINER of {', '.join(KINDS)}")
        found.append((host, joiner))
    return found


def main(arguments: list[str]) -> int:
    """Do what is asked for, and print it."""
    parser = argparse.ArgumentParser(description="Real nodes behind real routers, in network namespaces.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    look = commands.add_parser("matrix", help="all ordered pairs of kinds of sites")
    look.add_argument("--seeds", type=int, default=1, help="how many times each pair (default: 1)")
    look.add_argument("--first-seed", type=int, default=1, help="(default: 1)")
    look.add_argument("--delay-ms", type=float, default=80.0, help="a round trip (default: 80)")
    look.add_argument("--loss", type=float, default=0.02, help="share lost each way (default: 0.02)")
    look.add_argument("--pairs", type=pairs_of, metavar="HOST/JOINER,..", help="only these")
    look.add_argument("--patience-s", type=float, default=WORST_S, help="per pair (default: 8)")
    look.add_argument("--folder", type=Path, help="where the nodes live; else a temporary folder")
    options = parser.parse_args(arguments)
    reason = lacking() or ((options.delay_ms or options.loss) and without_delay())
    if reason:
        print(reason, file=sys.stderr)
        return 2
    if options.folder is not None:
        options.folder.mkdir(parents=True, exist_ok=True)
    return matrix(options, lambda line: print(line, flush=True))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

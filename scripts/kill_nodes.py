"""Kills real nodes at random moments, starts them again by the public commands, holds them to their word.

    python3 scripts/kill_nodes.py [--kills 200] [--seats 2,3,4] [--game NAME] [--format NAME] [--seed N]
        [--folder DIR]

Every node is a process of its own, `fadenet host`, `join` or `resume` with a bot and a data folder of its
own, and they play over loopback. They die by SIGKILL: while they gather, start, play, resume and close,
sometimes two at once, sometimes for a while. All that a node had written when it died, and all that others
had of it, must still be there at the end; no place may be signed twice. When a match is over all nodes must
hold the same entries and the same RESULT, `fadenet verify` must find each file valid and say the same of it,
and `fadenet history` must know the match as signed by all.

A seed repeats what is done; when it lands depends on the machine. Prints kills, matches, and the time from a
restart to the next entry of that node; each failure with its seed, and where its nodes are, which are kept.
Exit code 1 when there was one. Needs a POSIX system and the development dependencies.
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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.node.match.mark import VARIABLE
from keys import IdentityStore
from protocol.faults import PeerFault
from protocol.files import split_items
from protocol.hello import seat_hellos
from protocol.messages import Entry, ResultMessage, parse_message

ROOT: Final = Path(__file__).resolve().parent.parent
NAMES: Final = ("ana", "ben", "cai", "dora")
TABLES: Final = tuple(
    (game, format, n)
    for n in (2, 3, 4)
    for game, descriptor in games.GAMES.items()
    for format, counts in descriptor.formats.items()
    if n in counts
)
"""Games, formats and seats, which are played in turn."""
KILLS_A_MATCH: Final = (4, 14)
CLOSING_KILLS: Final = 3
PORTS: Final = (20_000, 32_000)
"""Below those that systems give out themselves: whoever comes back must find its own port free."""
LOOK_S: Final = 0.004
PATIENCE_S: Final = 90.0
"""A match is stuck when nothing was written for so long."""
LOBBY_S: Final = 1.5
AGREED_S: Final = 3.0
START_S: Final = 1.2
CLOSING_S: Final = 0.5
GROWTH_BYTES: Final = 6_000
COMMAND_S: Final = 60.0


class Violated(Exception):
    """Something that must hold did not."""


@dataclass(slots=True)
class Toll:
    """The count of what has been done. waits_s: from restarts to the next entry of that node (s)."""

    matches: int = 0
    kills: int = 0
    waits_s: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class SeatProcess:
    """One seat of a match: its process, and what stands in its match file."""

    def __init__(self, folder: Path, name: str, seats: int, port: int) -> None:
        self.name = name
        self.home = folder / name
        self.door = ("--listen", f"127.0.0.1:{port}")
        self.file: Path | None = None
        self.items: list[bytes] = []
        self.size = 0
        self.closing = False
        self.over = False
        self.waits_s: list[float] = []
        self._seats = seats
        self._own = -1
        self._forgotten: set[Path] = set()
        self._restarted: float | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self.log = folder / f"{name}.log"

    def start(self, *command: str) -> None:
        """Start a command; what it prints goes to the log."""
        with self.log.open("ab") as log:
            log.write(f"\n$ fadenet {' '.join(command)}\n".encode())
            log.flush()
            self._process = subprocess.Popen(
                fadenet(self.home, *command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **settings(self),
            )

    def resume(self) -> None:
        """Go on with the match, unless this node had ended it and only its process was still there."""
        assert self.file is not None
        if not self.file.with_suffix(".secret").exists():
            self.over = True
            return
        self._restarted = time.monotonic()
        self.start("resume", self.file.stem)

    def kill(self) -> bool:
        """kill -9; whether the process has died of it, and not by itself before."""
        if self._process is None:
            return False
        self._process.kill()
        killed = self._process.wait() == -signal.SIGKILL
        self._process = self._restarted = None
        self.look()
        return killed

    def forget(self) -> None:
        """Look no more at what it had agreed to, and nobody has begun."""
        self._forgotten |= {*self.home.glob("matches/*.match")}
        self.file, self.items, self.size = None, [], 0

    def stop(self) -> None:
        """The end of the match, whatever became of it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def alive(self) -> bool:
        """Whether its process runs. Raises `Violated` when it has ended by itself and with an error."""
        code = None if self._process is None else self._process.poll()
        if code:
            raise Violated(f"{self.name} ended by itself with {code}")
        self.over = self.over or code == 0
        return self._process is not None and not self.over

    def look(self) -> bool:
        """Read what was written since; whether that was any. Raises `Violated` when something is gone."""
        try:
            return self._read()
        except FileNotFoundError:
            require(len(self.items) <= self._seats, self, "has lost its match file")
            self.forget()  # another company has come together
            return True

    def _read(self) -> bool:
        if self.file is None:
            there = set(self.home.glob("matches/*.match")) - self._forgotten
            self.file = next((path for path in there if path.stat().st_size), None)
            if self.file is None:
                return False
        size = self.file.stat().st_size
        if size < self.size:
            raise Violated(f"{self.name} has lost {self.size - size} bytes of its match file")
        with self.file.open("rb") as stream:
            stream.seek(self.size)
            fresh, _ = split_items(stream.read())
        for item in fresh:
            self._take(item)
        return bool(fresh)

    def _take(self, item: bytes) -> None:
        self.items.append(item)
        self.size += len(item)
        if len(self.items) == self._seats:
            (identity,) = IdentityStore(self.home).list()
            players = [player.binding.ik for player in seat_hellos(self.items)]
            self._own = players.index(identity.public)
        elif len(self.items) > self._seats:
            message = parse_message(item)
            self.closing = not isinstance(message, Entry)
            own = isinstance(message, Entry) and message.head.author == self._own
            if own and self._restarted is not None:
                self.waits_s.append(time.monotonic() - self._restarted)
                self._restarted = None

    @property
    def begun(self) -> bool:
        """Whether all HELLOs are on its disk, so that it can go on from there."""
        return len(self.items) >= self._seats


class Ordeal:
    """One match of nodes that are killed. Everything raises `Violated`."""

    def __init__(self, folder: Path, seed: int, table: tuple[str, str, int], kills: int) -> None:
        self._game, self._format, self._seats = table
        self._dice = Random(f"{seed} {self._game} {self._format} {self._seats}")
        seats = self._seats
        ports = free_ports(seats)
        self.nodes = [
            SeatProcess(folder, name, seats, port) for name, port in zip(NAMES, ports, strict=False)
        ]
        self.kills = 0
        self._left = min(kills, self._dice.randint(*KILLS_A_MATCH))
        self._written = time.monotonic()
        self._kept: dict[tuple[int, int], bytes] = {}

    def play(self) -> None:
        """From the invitation to the end of the last process."""
        self._gather()
        closing = CLOSING_KILLS
        while self._left > 0 and closing > 0 and self._await_moment():
            closing -= any(node.closing for node in self.nodes)
            self._strike()
        self._watch(lambda: not self._alive())

    def check(self) -> None:
        """Check what must hold when all is over."""
        for node in self.nodes:
            self._note(node)
        entries = [sorted(filter(is_entry, node.items[self._seats :])) for node in self.nodes]
        results = [[one for one in node.items[self._seats :] if is_result(one)] for node in self.nodes]
        for node, own, result in zip(self.nodes, entries, results, strict=True):
            require(node.items[: self._seats] == self.nodes[0].items[: self._seats], node, "has other HELLOs")
            require(own == entries[0], node, f"has other entries than {self.nodes[0].name}")
            require(sorted(self._kept.values()) == own, node, "lacks an entry that had been written")
            require(len(result) == 1 and result == results[0], node, "has another RESULT")
            assert node.file is not None
            require(not node.file.with_suffix(".secret").exists(), node, "has kept its secrets")
        verified = answers(self.nodes, lambda node: ("verify", str(node.file)))
        past = answers(self.nodes, lambda node: ("history",))
        for node, said, kept in zip(self.nodes, verified, past, strict=True):
            del said["players"], said["yours"]  # by the names and keys that each has
            require(said["state"] == "valid" and said == verified[0], node, f"and verify: {said}")
            (match,) = kept["matches"]
            require(match["signed"] == "signed", node, f"and history: {match}")

    # The lobby.

    def _gather(self) -> None:
        """Until everybody can go on from disk. In every other match one of them dies meanwhile."""
        invite = self._invite()
        at = time.monotonic() + self._dice.uniform(0, LOBBY_S)
        dies = self._left > 0 and self._dice.random() < 0.5
        victim = self._dice.choice(self.nodes)
        while not all(node.begun for node in self.nodes):
            self._look()
            if not dies or time.monotonic() < at:
                continue
            dies = False
            self._count(victim.kill())
            invite = self._return(victim, invite)

    def _return(self, victim: SeatProcess, invite: str) -> str:
        """Somebody who died in the lobby comes back: to the match if the host has begun it, else to the
        table, which dies with its host. Returns the invitation."""
        host = self.nodes[0]
        end = time.monotonic() + AGREED_S
        self._watch(lambda: host.begun or not victim.begun or victim is host or time.monotonic() >= end)
        if host.begun and victim.begun:
            victim.resume()
        elif victim is host:
            for node in self.nodes:
                node.kill()
                node.forget()
            invite = self._invite()
        else:
            victim.forget()
            victim.start("join", invite, "--bot", "greedy", *victim.door)
        return invite

    def _invite(self) -> str:
        """The host opens a table, and the others come; returns its invitation."""
        host, *guests = self.nodes
        options = ["--format", self._format, "--seats", str(self._seats)]
        if opponents := games.choices(self._game, self._format):
            options += [f"--{self._format}", opponents[0]]
        before = host.log.stat().st_size if host.log.exists() else 0
        host.start("host", self._game, "--bot", "greedy", *options, *host.door)
        lines: list[str] = []
        while not lines:
            self._look()
            said = host.log.read_bytes()[before:].decode().split("\n")[:-1]
            lines = [line for line in said if line.startswith("fadenet:")]
        invite = lines[0]
        for guest in guests:
            guest.start("join", invite, "--bot", "greedy", *guest.door)
        return invite

    # Killing.

    def _await_moment(self) -> bool:
        """Wait for a moment to kill at: a while after the last start, or when a file has grown. False when
        the match is over before."""
        dice = self._dice
        if any(node.closing for node in self.nodes):
            until, growth = dice.uniform(0, CLOSING_S), 0
        elif dice.random() < 0.4:
            until, growth = dice.uniform(0, START_S), 0
        else:
            until, growth = dice.uniform(0, 0.03), dice.randrange(1, GROWTH_BYTES)
        sizes = [node.size for node in self.nodes]
        grown = False

        def now() -> bool:
            nonlocal grown
            least = min(node.size - size for node, size in zip(self.nodes, sizes, strict=True))
            grown = grown or least >= growth or any(node.closing for node in self.nodes)
            return grown or not self._alive()

        self._watch(now)
        end = time.monotonic() + until
        self._watch(lambda: time.monotonic() >= end or not self._alive())
        return bool(self._alive())

    def _strike(self) -> None:
        """Kill one or two at once, and start them again, at once or after a while."""
        dice = self._dice
        alive = self._alive()
        victims = dice.sample(alive, min(len(alive), self._left, 2 if dice.random() < 0.25 else 1))
        for node in victims:
            self._count(node.kill())
        for node in self.nodes:
            node.look()
            self._note(node)
        if dice.random() < 0.3:
            end = time.monotonic() + dice.uniform(0, 2)
            self._watch(lambda: time.monotonic() >= end)
        for node in victims:
            node.resume()

    def _count(self, killed: bool) -> None:
        self.kills += killed
        self._left -= killed
        self._written = time.monotonic()

    def _note(self, node: SeatProcess) -> None:
        """Keep in mind what is on a disk: from now on it must be there, and nothing else in its place."""
        for item in node.items[self._seats :]:
            message = parse_message(item)
            if isinstance(message, Entry):
                place = message.head.author, message.head.seq
                same = self._kept.setdefault(place, item) == item
                require(same, node, f"holds another entry at {place} than was written before")

    # Waiting.

    def _alive(self) -> list[SeatProcess]:
        return [node for node in self.nodes if node.alive()]

    def _watch(self, true: Callable[[], bool]) -> None:
        while not true():
            self._look()

    def _look(self) -> None:
        """Let a moment pass, and read what was written."""
        time.sleep(LOOK_S)
        if any([node.look() for node in self.nodes]):
            self._written = time.monotonic()
        self._alive()
        if time.monotonic() > self._written + PATIENCE_S:
            raise Violated(f"nothing was written for {PATIENCE_S:.0f} s")


# Processes.


def fadenet(home: Path, *command: str) -> list[str]:
    """A command line of fadenet with a data folder of its own."""
    return [sys.executable, "-P", "-m", "fadenet", "--home", str(home), "--no-input", *command]


def settings(node: SeatProcess) -> dict[str, Any]:
    """Where and as whom a node runs: its first start makes an identity of its name."""
    own = {"PYTHONPATH": str(ROOT), "FADENET_NAME": node.name, VARIABLE: str(node.home.with_suffix(".marks"))}
    return {"cwd": ROOT, "env": {**os.environ, **own}}


def answers(
    nodes: Sequence[SeatProcess], command: Callable[[SeatProcess], Sequence[str]]
) -> list[dict[str, Any]]:
    """The answers of a command at each of the nodes, as JSON. Raises `Violated` when it ends with an
    error."""
    running = [
        subprocess.Popen(
            fadenet(node.home, "--json", *command(node)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **settings(node),
        )
        for node in nodes
    ]
    ends = [(*process.communicate(timeout=COMMAND_S), process.returncode) for process in running]
    for node, (out, err, code) in zip(nodes, ends, strict=True):
        require(code == 0, node, f"gets {code} from {command(node)}: {(out + err).decode()}")
    return [json.loads(out) for out, _, _ in ends]


def free_ports(wanted: int) -> list[int]:
    """Ports of the loopback address that nobody listens on, others for each campaign that runs at once."""
    found: set[int] = set()
    while len(found) < wanted:
        port = SystemRandom().randrange(*PORTS)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                found.add(port)
    return sorted(found)


# Looking at what came of it.


def is_entry(item: bytes) -> bool:
    """Whether an item behind the HELLOs is an entry."""
    return isinstance(parse_message(item), Entry)


def is_result(item: bytes) -> bool:
    """Whether an item behind the HELLOs is a RESULT."""
    return isinstance(parse_message(item), ResultMessage)


def require(true: bool, node: SeatProcess, what: str) -> None:
    """Raises `Violated` unless it is true."""
    if not true:
        raise Violated(f"{node.name} {what}")


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of all does not exceed."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))]


def campaign(
    folder: Path,
    kills: int,
    seed: int,
    tables: Sequence[tuple[str, str, int]] = TABLES,
    say: Callable[[str], None] = print,
) -> Toll:
    """Matches with seeds from `seed` on, at these tables in turn, until so many kills have landed. Each match
    has a folder in `folder`, which goes when all has gone well."""
    tally = Toll()
    for number, table in zip(count(seed), cycle(tables)):
        if tally.kills >= kills:
            return tally
        game, format, seats = table
        home = folder / f"{game}-{format}-{seats}-{number}"
        home.mkdir(mode=0o700)
        began = time.monotonic()
        match = Ordeal(home, number, table, kills - tally.kills)
        try:
            match.play()
            match.check()
        except (Violated, PeerFault, subprocess.TimeoutExpired) as failure:
            again = f"{game} --format {format} --seats {seats} --seed {number}"
            tally.failures.append(f"{again}: {failure}; see {home}")
            say(f"FAILED {tally.failures[-1]}")
        else:
            shutil.rmtree(home)
            spent = time.monotonic() - began
            say(f"{game} {format}, {seats} seats, seed {number}: {match.kills} kills, {spent:.0f} s")
        finally:
            for node in match.nodes:
                node.stop()
        tally.matches += 1
        tally.kills += match.kills
        tally.waits_s += [wait for node in match.nodes for wait in node.waits_s]
    raise AssertionError("the tables are played in turn for ever")


def main(arguments: list[str]) -> int:
    """Run a campaign and print its figures."""
    parser = argparse.ArgumentParser(description="Kill nodes in mid-match, and see that nothing is lost.")
    parser.add_argument("--kills", type=int, default=200, help="how many kills (default: 200)")
    parser.add_argument("--seats", default="2,3,4", help="tables of so many seats (default: 2,3,4)")
    parser.add_argument("--game", choices=sorted({game for game, _, _ in TABLES}), help="only this game")
    parser.add_argument(
        "--format", choices=sorted({format for _, format, _ in TABLES}), help="only this format"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first match (default: 1)")
    parser.add_argument("--folder", type=Path, help="where the nodes live; else a temporary folder")
    options = parser.parse_args(arguments)
    wanted = {int(seats) for seats in options.seats.split(",")}
    tables = [
        (game, format, n)
        for game, format, n in TABLES
        if n in wanted and options.game in (None, game) and options.format in (None, format)
    ]
    if not tables:
        parser.error("there is no such table")
    if options.folder is not None:
        options.folder.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="kill-nodes-", dir=options.folder))
    tally = campaign(folder, options.kills, options.seed, tables)
    print(f"{tally.kills} kills in {tally.matches} matches, {len(tally.failures)} failed")
    if tally.waits_s:
        p50, p99 = quantile(tally.waits_s, 0.5), quantile(tally.waits_s, 0.99)
        print(f"from {len(tally.waits_s)} restarts to the next own entry: p50 {p50:.2f} s, p99 {p99:.2f} s")
    if not tally.failures:
        folder.rmdir()
    return int(bool(tally.failures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How soon nodes nearby find each other, and sit down together.

    python3 scripts/bench_lan.py [--times 100]

On a network of namespaces without a router: how long it takes from the question until a table of another node
is listed, with and without a fifth of all datagrams lost, and from the choice of a table until a match begins
there. Times are printed and not judged. Exits with 1 where namespaces cannot be had.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet.bots.random_ import RandomBot
from fadenet.cli.frame.loading import game_of
from fadenet.cli.top.nearby import invitation
from fadenet.games.decks import load_deck, packaged
from fadenet.node import play
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.match.host import Machine
from fadenet.node.match.run import MatchRun, Participant
from fadenet.node.reach.beacon import nearby
from fadenet.node.sitting import Joining
from keys import Identity
from protocol.hello import Config
from tests.lab.lab import Host, Lab, lacking

GAME = "terrene"
LOSSES = """table inet dice {
  chain input { type filter hook input priority 0; meta l4proto udp numgen random mod 5 == 0 drop; }
}"""
"""A fifth of all datagrams that come in is lost."""
PAUSE_S = 1.2
"""Between two looks, as a source is answered once a second."""
TIMES = 100
JOINED = 5


def lan(times: int) -> int:
    """Print how soon a table is listed, and how soon joined; 1 where namespaces cannot be had."""
    why = lacking()
    if why is not None:
        print(why)
        return 1
    with Lab() as lab, tempfile.TemporaryDirectory(prefix="bench-lan-") as folder:
        net = lab.lan("cable")
        host, guest = (lab.host(name, net, default_route=False) for name in ("host", "guest"))
        table = (f"--home={folder}/host", "node", "--table", f"{GAME}=random", "--lan")
        hosting = host.popen(sys.executable, "-P", "-m", "fadenet", *table)
        assert hosting.stdout is not None and hosting.stdout.readline()
        print(f"{'':28} {'median':>8} {'p99':>8}  s")
        _row("listed", _timed(guest, "look", times, folder))
        with suppress(subprocess.CalledProcessError):  # a kernel without such dice
            for one in (host, guest):
                one.run("nft", "-f", "-", stdin=LOSSES)
            _row("listed, a fifth lost", _timed(guest, "look", times, folder))
            for one in (host, guest):
                one.run("nft", "delete", "table", "inet", "dice")
        _row("joined: the match begins", _timed(guest, "join", JOINED, folder))
    print("goal: listed in 0.1 s (median), in 2.2 s (p99) where a fifth is lost; joined in 1 s")
    return 0


def _row(name: str, seconds: list[float]) -> None:
    most = statistics.quantiles(seconds, n=100, method="inclusive")[-1]
    print(f"{name:28} {statistics.median(seconds):8.3f} {most:8.3f}", flush=True)


def _timed(host: Host, role: str, times: int, folder: str) -> list[float]:
    """The output of a process at this host: a number of seconds for each time."""
    words = ("--as", role, "--times", str(times), "--folder", folder)
    said = host.run(sys.executable, Path(__file__).resolve(), *words)
    return [float(line) for line in said.split()]


async def look(times: int, folder: Path) -> None:
    """Print how long it took until somebody was found, again and again."""
    for _ in range(times):
        began = time.perf_counter()
        async with nearby(TcpNetwork(), time.time) as neighbours:
            while not neighbours.found():
                await neighbours.changed()
            print(time.perf_counter() - began, flush=True)
        await trio.sleep(PAUSE_S)


async def join(times: int, folder: Path) -> None:
    """Print how long it took from the choice of a table to the begin of a match, again and again."""
    rules = game_of(GAME, "duel", ())
    deck = load_deck(rules, packaged(rules)[0])

    def choose(config: Config) -> tuple[Any, Any]:
        return rules, deck

    for n in range(times):
        async with nearby(TcpNetwork(), time.time) as neighbours:
            while not (found := neighbours.found()):
                await neighbours.changed()
        text = invitation(found[0], found[0].notice.tables[0])
        name = f"guest{n}"
        home = folder / name
        home.mkdir(mode=0o700)
        machine = Machine(marks=home / "marks")
        identity = Identity.from_seed(name, hashlib.sha256(name.encode()).digest())
        began, scope = time.perf_counter(), trio.CancelScope()

        def begun(run: MatchRun, scope: trio.CancelScope = scope, began: float = began) -> None:
            print(time.perf_counter() - began, flush=True)
            scope.cancel()

        participant = Participant(home, identity, RandomBot(), "bot", "random", machine, begun)
        with scope:
            async with play.open_node(participant) as node:
                await play.join_match(node, participant, Joining(text, choose), say=lambda said: None)


ROLES: dict[str, Callable[[int, Path], Awaitable[None]]] = {"look": look, "join": join}


def main() -> int:
    """Measure, or be one of those who are measured."""
    parser = argparse.ArgumentParser(description="How soon nodes nearby find each other.")
    parser.add_argument("--times", type=int, default=TIMES, help="how often nodes look for each other")
    parser.add_argument("--as", dest="role", choices=tuple(ROLES), help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.role is None:
        return lan(options.times)
    trio.run(ROLES[options.role], options.times, options.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

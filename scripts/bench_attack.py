"""How much memory and time hostile connections cost a node that is in the middle of a match.

    python3 scripts/bench_attack.py [--seconds 60] [--connections 64]

A node process hosts three tables: at one it plays match after match with an honest player; the invitations
to the others have fallen into bad hands. A holder of one floods, stalls, nests and announces huge lengths, as
a guest or in the middle of a match; others try the same without an invitation. The honest player's time from
move to move is printed with and without them. The node's memory has a bar: at most 64 MiB above the most that
it needs without them. Exit code 1 when that is missed, or when the honest match stood still.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import keys
from fadenet import games
from fadenet.bots.random_ import RandomBot
from fadenet.games.decks import load_deck, packaged
from fadenet.node import play
from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.link.channel import Channel, Purpose, RecordKind
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.gate import gate_bytes
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Link, Network
from fadenet.node.link.session import Session
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.lobby.invite import Invite, parse_invite
from fadenet.node.match import messages
from fadenet.node.match.host import Machine
from fadenet.node.match.run import Entrant, Participant
from fadenet.node.sitting import Hosting, Joining, config_of
from fadenet.table.view import Answer, SeatView
from keys.files import replace_private
from protocol.encoding import encode
from protocol.faults import PeerFault

GROWTH_MAX = 64 * 1024 * 1024
SEATS = {"honest": 2, "open": 4, "hostile": 2}
"""The tables: one with an honest guest, one that waits for guests, one with a hostile guest."""
PATIENCE_S = 60.0
WARM_MOVES = 100
"""Moves of the honest match before anything is measured."""
GAME = "faroe"


def main(arguments: list[str]) -> int:
    """Measure a calm time and a time under attack, and print both."""
    parser = argparse.ArgumentParser(description="Attack a node that plays.")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each measurement (default: 60)")
    parser.add_argument("--connections", type=int, default=64, help="hostile ones at once (default: 64)")
    parser.add_argument("--as", dest="role", choices=tuple(ROLES), help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.role is not None:
        trio.run(ROLES[options.role], options.folder, options.connections)
        return 0
    with tempfile.TemporaryDirectory(prefix="fadenet-attack-") as folder:
        return measure(Path(folder), options.seconds, options.connections)


def measure(folder: Path, seconds: float, connections: int) -> int:
    """Print the figures; 1 if a bar is missed."""
    with process("node", folder) as node, process("guest", folder):
        wait_for(lambda: len(moves(folder)) >= WARM_MOVES, node, folder)
        calm_bytes, calm = watched(node, folder, seconds)
        with process("attackers", folder, connections):
            wait_for((folder / "attacking").exists, node, folder)
            peak_bytes, attacked = watched(node, folder, seconds)
        survived = node.poll() is None
    grown = peak_bytes - calm_bytes
    print(f"memory of the node: {calm_bytes >> 20} MiB, under attack {peak_bytes >> 20} MiB at most")
    print(f"growth: {grown / 2**20:.1f} MiB, bar {GROWTH_MAX >> 20} MiB: {said(grown < GROWTH_MAX)}")
    for what, times in (("calm", calm), ("under attack", attacked)):
        print(f"from move to move, {what}: {figures(times)}")
    goes_on = survived and bool(attacked)
    if calm and attacked:
        print(f"ratio of the medians: {statistics.median(attacked) / statistics.median(calm):.2f}")
    print(f"the honest match goes on: {said(goes_on)}")
    return 0 if grown < GROWTH_MAX and goes_on else 1


def said(met: bool) -> str:
    return "met" if met else "NOT MET"


def figures(times: Sequence[float]) -> str:
    """Median and 99th percentile of some seconds."""
    if len(times) < 2:
        return f"{len(times)} moves"
    last = statistics.quantiles(times, n=100)[-1]
    return f"{len(times)} moves, median {statistics.median(times) * 1e3:.1f} ms, p99 {last * 1e3:.1f} ms"


@contextmanager
def process(role: str, folder: Path, connections: int = 0) -> Iterator[subprocess.Popen[bytes]]:
    """One of the roles in a process of its own, ended with the block. Its output is kept in the folder."""
    command = [
        sys.executable,
        __file__,
        "--as",
        role,
        "--folder",
        str(folder),
        "--connections",
        str(connections),
    ]
    with (folder / f"{role}.log").open("wb") as log:
        child = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            yield child
        finally:
            child.kill()
            child.wait()


def wait_for(true: Callable[[], bool], node: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        if node.poll() is not None or time.monotonic() > end:
            said = [f"{log.name}: {log.read_text('utf-8', 'replace')[-800:]}" for log in folder.glob("*.log")]
            raise SystemExit("\n".join(["the node or its honest match did not come about", *said]))
        time.sleep(0.05)


def watched(node: subprocess.Popen[bytes], folder: Path, seconds: float) -> tuple[int, list[float]]:
    """(most bytes that the node had in memory, times from move to move) during so many seconds."""
    Path(f"/proc/{node.pid}/clear_refs").write_text("5")  # the peak is counted from here on
    began = time.monotonic()
    time.sleep(seconds)
    times = [length for at, length in moves(folder) if at - length >= began]
    if node.poll() is not None:
        return 0, times
    status = Path(f"/proc/{node.pid}/status").read_text()
    (peak,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return int(peak) * 1024, times


def moves(folder: Path) -> list[tuple[float, float]]:
    """(when, seconds since the one before) for each decision of the honest guest so far."""
    try:
        lines = (folder / "moves").read_text().split("\n")[:-1]
    except FileNotFoundError:
        return []
    return [(float(at), float(length)) for at, length in (line.split() for line in lines)]


# The node, and its honest guest.


def place(
    folder: Path, name: str, player: RandomBot | None = None, network: Network | None = None
) -> Participant:
    home = folder / name
    home.mkdir(mode=0o700, exist_ok=True)
    identity = keys.Identity.from_seed(name, hashlib.sha256(name.encode()).digest())
    machine = Machine(marks=folder / "marks", network=network or TcpNetwork())
    return Participant(home, identity, player or RandomBot(), "bot", "random", machine)


def sit(seat: Participant, number: int) -> Entrant:
    rules = games.load(GAME)
    return seat.entrant(rules, load_deck(rules, packaged(rules)[number]))


async def play_node(folder: Path, connections: int) -> None:
    """All tables in one process, for ever."""
    async with trio.open_nursery() as nursery:
        for name in SEATS:
            nursery.start_soon(keep_hosting, folder, name)


async def keep_hosting(folder: Path, name: str) -> None:
    seat = sit(place(folder, f"{name}-host"), 0)

    def invite(text: str) -> None:
        replace_private(folder / f"{name}-invitation", text.encode())

    while True:
        with ending():
            async with play.open_node(seat) as node:
                await play.host_match(
                    node,
                    seat,
                    Hosting(
                        config_of(seat.rules, SEATS[name], 60, 600, 5),
                        [Address("127.0.0.1", 0)],
                        invite,
                        hours=1,
                    ),
                    say=print,
                )


@contextmanager
def ending() -> Iterator[None]:
    """However a match ends: the next one begins."""
    try:
        yield
    except (keys.UserError, PeerFault) as error:
        print(error)


def invitation(folder: Path, name: str) -> str:
    return (folder / f"{name}-invitation").read_text()


class Timed(RandomBot):
    """Writes down how long each of its decisions came after the one before."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._out = path.open("a", buffering=1)
        self._last = 0.0

    async def choose(self, seat: SeatView) -> Answer:
        now = time.monotonic()
        if self._last:
            self._out.write(f"{now} {now - self._last}\n")
        self._last = now
        return await super().choose(seat)


async def join(seat: Participant, table: Entrant, text: str) -> None:
    """Accept an invitation, and play with what is at the table."""
    async with play.open_node(seat) as node:
        joining = Joining(text, lambda config: (table.rules, table.deck))
        await play.join_match(node, seat, joining, say=print)


async def play_guest(folder: Path, connections: int) -> None:
    """Joins the honest table again and again."""
    seat = place(folder, "guest", Timed(folder / "moves"))
    table = sit(seat, 1)
    while True:
        with ending(), suppress(FileNotFoundError):
            await join(seat, table, invitation(folder, "honest"))
        await trio.sleep(0.05)


# The attackers.


class Foe:
    """One hostile connection, from an address of its own."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder
        self.number = number
        self.dice = random.Random(number)
        identity = keys.Identity.from_seed("foe", hashlib.sha256(b"foe %d" % number).digest())
        self.node = NodeIdentity(identity)

    @property
    def invite(self) -> Invite:
        return parse_invite(invitation(self.folder, "open"))

    async def open_link(self, candidate: Candidate) -> Link:
        assert isinstance(candidate, Address)
        source = f"127.1.{self.number // 200}.{1 + self.number % 200}"
        stream = await trio.open_tcp_stream(candidate.host, candidate.port, local_address=source)
        return Link(stream, "tcp", candidate)

    async def link(self) -> Link:
        return await self.open_link(self.invite.candidates[0])

    async def channel(self) -> Channel:
        """Let in at the table by its invitation."""
        invite = self.invite
        return await dial(
            self.node,
            invite.candidates,
            Errand(invite.fingerprint, invite.token, Purpose.SEAT),
            open_link=self.open_link,
        )


class FromOwnAddress(TcpNetwork):
    """The network as a hostile player has it."""

    def __init__(self, foe: Foe) -> None:
        self._foe = foe

    async def open(self, address: Address, port: int = 0) -> Link:
        return await self._foe.open_link(address)


async def silent(foe: Foe) -> None:
    await (await foe.link()).receive_some()


async def garbage(foe: Foe) -> None:
    link, block = await foe.link(), foe.dice.randbytes(65_536)
    while True:
        await link.send_all(block)


async def huge_length(foe: Foe) -> None:
    link = await foe.link()
    await link.send_all(b"\xff\xff")
    while True:
        await link.send_all(bytes(65_536))


async def dribble(foe: Foe) -> None:
    link = await foe.link()
    for byte in b"\x00\x34" + bytes(52):
        await link.send_all(bytes((byte,)))
        await trio.sleep(0.3)


async def half_handshake(foe: Foe) -> None:
    """Makes the host do its share of a handshake, and stops."""
    link, invite = await foe.link(), foe.invite
    ephemeral = foe.dice.randbytes(32)
    m1 = ephemeral + gate_bytes(invite.token, ephemeral, invite.fingerprint)
    await link.send_all(len(m1).to_bytes(2, "big") + m1)
    while await link.receive_some():
        pass


async def frames(foe: Foe, bodies: Callable[[], bytes]) -> None:
    """A guest that says these, and reads nothing of what it is told."""
    channel = await foe.channel()
    await channel.send(b"\0" + foe.dice.randbytes(16) + bytes(16) + bytes(4))
    seq = 0
    try:
        while True:
            seq += 1
            await channel.send(b"\1" + seq.to_bytes(4, "big") + bytes(4) + bodies())
    finally:
        await channel.abort()


async def large_frames(foe: Foe) -> None:
    await frames(foe, lambda: bytes([messages.AGREED]) + bytes(60_000))


async def nested(foe: Foe) -> None:
    await frames(
        foe, lambda: bytes([messages.SIT]) + foe.dice.choice((b"\x81" * 40_000, b"\xbb" + b"\xff" * 8))
    )


async def many_items(foe: Foe) -> None:
    await frames(foe, lambda: bytes([messages.SIT]) + encode([0] * 4095))


async def agreeing(foe: Foe) -> None:
    await frames(foe, lambda: bytes([messages.AGREED]))


async def stalled(foe: Foe) -> None:
    """Sits down, takes nothing and says nothing."""
    channel = await foe.channel()
    try:
        await trio.sleep_forever()
    finally:
        await channel.abort()


async def pings(foe: Foe) -> None:
    channel = await foe.channel()
    try:
        while True:
            await channel.send_record(RecordKind.PING)
    finally:
        await channel.abort()


WAYS = (
    *(silent, garbage, huge_length, dribble),
    *(half_handshake, large_frames, nested, many_items, agreeing, stalled, pings),
)


async def attack(folder: Path, connections: int) -> None:
    """So many hostile connections at once, each made anew in another way whenever it has ended."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(player, folder)
        for number in range(connections):
            nursery.start_soon(keep_on, Foe(folder, number))
        await trio.sleep(0.2)
        (folder / "attacking").touch()


@contextmanager
def anyhow() -> Iterator[None]:
    """The attack goes on, whatever becomes of an attacker."""
    try:
        yield
    except Exception as error:
        print(repr(error), flush=True)


async def keep_on(foe: Foe) -> None:
    for turn in itertools.count(foe.number):
        with anyhow(), trio.move_on_after(5):
            await WAYS[turn % len(WAYS)](foe)
        await trio.sleep(0.1)


async def player(folder: Path) -> None:
    """Plays at the other table, and asks for all the entries there are as often as it can."""
    heads = messages.Heads(((0, bytes(32)), (0, bytes(32))), bytes(messages.DIGEST_BYTES))

    class Greedy(Session):
        async def receive(self) -> bytes:
            data = await super().receive()
            if data[0] >= messages.ITEM:
                for _ in range(20):
                    await self.send(heads.pack(foe.dice.choice((messages.SYNC, messages.HEADS))))
            return data

    foe = Foe(folder, 10_000)
    seat = place(folder, "foe", network=FromOwnAddress(foe))
    table = sit(seat, 1)
    vars(play)["Session"] = Greedy  # in this process only
    while True:
        with anyhow():
            await join(seat, table, invitation(folder, "hostile"))
        await trio.sleep(0.1)


ROLES: dict[str, Callable[[Path, int], Awaitable[None]]] = {
    "node": play_node,
    "guest": play_guest,
    "attackers": attack,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

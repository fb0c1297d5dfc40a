"""Two nodes and a helper on a simulated internet of routers: how soon they play, by which way, and whether
each message arrives once and in order, whatever happens to the ways.

    python -m tests.sim.reach --pairs all --seeds 100 --delay-ms 80 --loss 0.02
    python -m tests.sim.reach --pairs cone-symmetric,rst-rst --seeds 20 --seed 7

`--delay-ms` is there and back. Every seed that breaks a promise is printed.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import product
from random import Random
from typing import Final, TypeVar

import trio
import trio._core._run as trio_run

from fadenet.node.errors import NodeError, plainly
from fadenet.node.introducing import be_found
from fadenet.node.link.candidates import DEFAULT_PORT, Candidate, everywhere
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.session import Session
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node, open_node
from fadenet.node.reach.relay import Relay
from keys import Identity
from tests.sim.clock import jumping_clock
from tests.sim.nat import Host, Internet, Kind, open_internet

ROUND_TRIP_S: Final = 0.08
LOSS: Final = 0.02
TOKEN: Final = b"twelve bytes"
LINE: Final = b"relay's line"
SAID_EVERY_S: Final = 0.2
RESERVED_S: Final = 10.0
"""How long a host may need to be found at a helper."""
GIVEN_UP_S: Final = 60.0
"""A message that has not arrived so long after the last one was said is lost."""
LOOKED_AFTER_S: Final = 1.5
"""How long a meeting is looked at once both go the direct way: they stay there."""
PLAYABLE_S: Final = 3.0
PLAYABLE_MOST_S: Final = 8.0
DIRECT_S: Final = 5.0

T = TypeVar("T")
Pair = tuple[Kind, Kind]
"""The routers that host and joiner are behind."""
PAIRS: Final[tuple[Pair, ...]] = tuple(product(Kind, Kind))


def named(pair: Pair) -> str:
    return "-".join(kind.value for kind in pair)


def may_be_direct(pair: Pair) -> bool:
    """Whether routers let a direct way through: of a symmetric one nobody can foresee the port, so that the
    other side has to let in everybody."""
    a, b = pair
    if Kind.SYMMETRIC not in pair:
        return True
    return not {a, b}.isdisjoint({Kind.OPEN, Kind.UPNP})


class TestDoor:
    """Keeps a session with everybody who comes, as the door of a table does."""

    __test__ = False
    channels_most = 16

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        self._seat.session_with(peer)
        return Admitted()

    async def handle(self, channel: Channel) -> None:
        channel.suit(self._seat.node.identity.kind)
        await self._seat.session_with(channel.peer).attach(channel)


@dataclass(eq=False)
class Seat:
    """One side of a match: what it has said and heard. ways: since when it has gone by which way (s, whether
    over a relay)."""

    machine: Host
    node: Node
    scene: Scene
    session: Session | None = None
    said: int = 0
    heard: list[int] = field(default_factory=list)
    heard_at: list[float] = field(default_factory=list)
    ways: list[tuple[float, bool]] = field(default_factory=list)
    come: trio.Event = field(default_factory=trio.Event)

    def session_with(self, peer: bytes) -> Session:
        if self.session is None:
            self.session = Session(peer, self.node.identity.rng)
            self.scene.nursery.start_soon(self._talk, self.session)
            self.scene.nursery.start_soon(self._listen, self.session)
        return self.session

    async def _talk(self, session: Session) -> None:
        while not self.scene.silent:
            await session.send(self.said.to_bytes(4, "big"))
            self.said += 1
            await trio.sleep(SAID_EVERY_S)

    async def _listen(self, session: Session) -> None:
        while True:
            data = await session.receive()
            self.heard.append(int.from_bytes(data[:4], "big"))
            self.heard_at.append(trio.current_time())
            self._note_way(session.channel)
            self.come.set()
            self.come = trio.Event()
            await self.scene.on_message(self)

    def _note_way(self, channel: Channel | None) -> None:
        if channel is not None and (not self.ways or self.ways[-1][1] is not bool(channel.relay)):
            self.ways.append((trio.current_time(), bool(channel.relay)))

    @property
    def direct_at(self) -> float | None:
        """Since when it has gone the direct way, None if it does not now."""
        return self.ways[-1][0] if self.ways and not self.ways[-1][1] else None

    async def keep(self, other: Seat, token: bytes, first: Channel | None = None) -> None:
        """Keep dialling the other side, for ever."""
        session = self.session_with(other.node.identity.public)
        await self.node.keep(session, other.node.identity.fingerprint, lambda: token, first)


@dataclass(eq=False)
class Scene:
    """Two seats and their helpers. on_message: told when a seat has heard something; silent: nobody says
    anything new."""

    internet: Internet
    nursery: trio.Nursery
    rng: Random
    seats: list[Seat] = field(default_factory=list)
    silent: bool = False
    on_message: Callable[[Seat], Awaitable[None]] = field(default=lambda seat: trio.lowlevel.checkpoint())

    @property
    def host(self) -> Seat:
        return self.seats[0]

    @property
    def joiner(self) -> Seat:
        return self.seats[1]

    def identity(self, name: str) -> NodeIdentity:
        seed = sha256(f"{name} {self.rng.random()}".encode()).digest()
        return NodeIdentity(Identity.from_seed(name, seed), rng=Random(self.rng.random()).randbytes)

    @asynccontextmanager
    async def node(self, machine: Host, name: str) -> AsyncGenerator[Node]:
        async with open_node(self.identity(name), machine.network) as node:
            await node.listen([one for one in everywhere(DEFAULT_PORT) if machine.has_family(one)])
            if machine.router is not None and machine.router.kind is Kind.UPNP:
                node.mapped = (machine.map_port(DEFAULT_PORT),)
            yield node

    @asynccontextmanager
    async def helper(self, name: str = "helper", make: type[Relay] = Relay) -> AsyncGenerator[Helping]:
        """A public helper."""
        machine = self.internet.site(Kind.OPEN, name)
        async with self.node(machine, name) as node:
            relay = make(node, node.identity.rng)
            with relay.opened(LINE):
                yield Helping(name, machine, node, relay)

    async def host_at(self, helping: Helping) -> None:
        """The host reserves at a helper."""
        self.nursery.start_soon(self.host.node.helpers.reserve, helping.line)
        with trio.fail_after(RESERVED_S):
            await self.host.node.helpers.settled([helping.line])
        assert helping.line in self.host.node.helpers.reserved

    async def keep_back(self) -> None:
        """As in a match: the joiner is to be found at the helpers of its host too, and the host keeps
        dialling it."""
        host, joiner = self.host.node, self.joiner.node
        self.nursery.start_soon(be_found, joiner, host.identity.fingerprint, TOKEN, "host")
        with trio.move_on_after(RESERVED_S if host.helpers.relays() else 0):
            while not joiner.helpers.relays(TOKEN):
                await joiner.readdressed()
        host.directory.named(joiner.identity.fingerprint, joiner.candidates(TOKEN))
        self.nursery.start_soon(self.host.keep, self.joiner, TOKEN)

    async def join(self, candidates: Sequence[Candidate] | None = None) -> None:
        """The joiner comes by an invitation of the host, and keeps at it."""
        there = self.host.node.candidates() if candidates is None else candidates
        node, player = self.joiner.node, self.host.node.identity.fingerprint
        node.directory.named(player, there)
        first: Channel | None = None
        while first is None:
            try:
                first = await node.dial(player, TOKEN, Purpose.SEAT)
            except NodeError:
                await trio.sleep(0.25)
        first.suit(node.identity.kind)
        self.nursery.start_soon(self.joiner.keep, self.host, TOKEN, first)

    async def both_heard(self, after: float = 0.0) -> float:
        """Wait until both have heard something after this time; when that was."""
        firsts = []
        for seat in self.seats:
            while not seat.heard_at or seat.heard_at[-1] <= after:
                await seat.come.wait()
            firsts.append(next(at for at in seat.heard_at if at > after))
        return max(firsts)

    async def both_direct(self, until: float) -> None:
        """Wait until both go the direct way, but no longer than until then."""
        with trio.move_on_at(until):
            for seat in self.seats:
                while seat.direct_at is None:
                    await seat.come.wait()

    async def settle(self) -> list[str]:
        """Let nobody say anything new, wait until all has arrived, and say what is wrong."""
        self.silent = True
        await trio.sleep(2 * SAID_EVERY_S)
        with trio.move_on_after(GIVEN_UP_S):
            for seat, other in ((self.host, self.joiner), (self.joiner, self.host)):
                while len(other.heard) < seat.said:
                    await other.come.wait()
        faults = []
        for name, seat, other in (("host", self.host, self.joiner), ("joiner", self.joiner, self.host)):
            if other.heard != list(range(seat.said)):
                faults.append(f"{len(other.heard)} heard of the {name}'s {seat.said}: {other.heard[-3:]}")
        return faults


@dataclass(frozen=True, slots=True)
class Helping:
    """A helper and its machine. line: what a player is given of it."""

    name: str
    machine: Host
    node: Node
    relay: Relay

    @property
    def line(self) -> Helper:
        return Helper(self.node.identity.fingerprint, LINE, self.node.candidates(), self.name)


@asynccontextmanager
async def open_scene(
    pair: Pair,
    seed: int,
    round_trip_s: float = ROUND_TRIP_S,
    loss: float = LOSS,
    *,
    internet: Internet | None = None,
) -> AsyncGenerator[Scene]:
    """Host and joiner behind such routers, each with a node that listens; their doors are open. internet:
    where there are others already."""
    async with AsyncExitStack() as stack:
        if internet is None:
            internet = await stack.enter_async_context(
                open_internet(f"{named(pair)} {seed}", round_trip_s / 2, loss)
            )
        nursery = await stack.enter_async_context(trio.open_nursery())
        scene = Scene(internet, nursery, Random(f"{named(pair)} {seed}"))
        for kind, name in zip(pair, ("host", "joiner"), strict=True):
            machine = internet.site(kind, name)
            node = await stack.enter_async_context(scene.node(machine, name))
            seat = Seat(machine, node, scene)
            scene.seats.append(seat)
            stack.enter_context(node.opened([TOKEN], TestDoor(seat)))
        yield scene
        nursery.cancel_scope.cancel()


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one meeting. playable: seconds from the first dial until each has heard the other;
    direct: until both go the direct way, None = never."""

    pair: Pair
    seed: int
    playable: float
    direct: float | None
    messages: int
    carried: int
    faults: tuple[str, ...]


def play(main: Callable[[], Awaitable[T]], seed: object) -> T:
    """Run it on virtual time; the same seed runs it the same way."""

    async def plain() -> T:
        with plainly():
            return await main()
        raise AssertionError("it ends with a value or an error")

    trio_run._ALLOW_DETERMINISTIC_SCHEDULING = True  # type: ignore[misc]
    trio_run._r.seed(str(seed))
    return trio.run(plain, clock=jumping_clock())


def meet(
    pair: Pair, seed: int, round_trip_s: float = ROUND_TRIP_S, loss: float = LOSS, *, helped: bool = True
) -> Report:
    """One host, one joiner, and one helper, if they are to have any, on virtual time."""

    async def main() -> Report:
        async with open_scene(pair, seed, round_trip_s, loss) as scene, scene.helper() as helping:
            if helped:
                await scene.host_at(helping)
            began = trio.current_time()
            await scene.join()
            playable = await scene.both_heard() - began
            await scene.both_direct(began + DIRECT_S)
            await trio.sleep(LOOKED_AFTER_S)
            faults = await scene.settle()
            for seat in scene.seats:
                if [over for _, over in seat.ways] not in ([True], [False], [True, False]):
                    faults.append(f"ways {seat.ways}")
            there = [seat.direct_at for seat in scene.seats]
            direct = max(one - began for one in there if one is not None) if None not in there else None
            said = sum(seat.said for seat in scene.seats)
            return Report(pair, seed, playable, direct, said, helping.relay.carried, tuple(faults))
        raise AssertionError("a scene yields once")

    return play(main, seed)


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def broken(pair: Pair, reports: Sequence[Report]) -> list[str]:
    """Which promises these meetings of one pair do not keep."""
    wrong = [f"seed {one.seed}: {fault}" for one in reports for fault in one.faults]
    late = [one for one in reports if one.playable > PLAYABLE_S]
    if len(late) > 0.05 * len(reports):
        wrong.append(f"playable later than {PLAYABLE_S} s: seeds {[one.seed for one in late]}")
    wrong += [
        f"seed {one.seed}: playable after {one.playable:.1f} s only"
        for one in reports
        if one.playable > PLAYABLE_MOST_S
    ]
    if may_be_direct(pair):
        slow = [one.seed for one in reports if one.direct is None or one.direct > DIRECT_S]
        if len(slow) > 0.05 * len(reports):
            wrong.append(f"not direct within {DIRECT_S} s: seeds {slow}")
    return wrong


def line(pair: Pair, reports: Sequence[Report]) -> str:
    """The figures of these meetings."""
    times = [one.playable for one in reports]
    direct = [one.direct for one in reports if one.direct is not None]
    shown = f"{len(direct) / len(reports):4.0%}"
    if direct:
        shown += f" p50 {_percentile(direct, 0.5):.2f} p95 {_percentile(direct, 0.95):.2f} s"
    return (
        f"{named(pair):22} playable p50 {_percentile(times, 0.5):.2f} p95 {_percentile(times, 0.95):.2f} "
        f"most {max(times):.2f} s   direct {shown}"
    )


def main(arguments: Sequence[str]) -> int:
    """Print a line for every pair; 0 if all promises are kept."""
    parser = argparse.ArgumentParser(description="Nodes behind all kinds of routers meet.")
    parser.add_argument("--pairs", default="all", help="HOST-JOINER,.. or all")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    parser.add_argument("--delay-ms", type=float, default=1_000 * ROUND_TRIP_S, help="there and back")
    parser.add_argument("--loss", type=float, default=LOSS)
    parser.add_argument("--verbose", action="store_true", help="what the nodes log")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO if options.verbose else logging.CRITICAL)
    pairs = [pair for pair in PAIRS if options.pairs == "all" or named(pair) in options.pairs.split(",")]
    seeds = range(options.seed, options.seed + options.seeds)
    failed, began, met = 0, time.process_time(), 0
    for pair in pairs:
        reports = [meet(pair, seed, options.delay_ms / 1_000, options.loss) for seed in seeds]
        wrong = broken(pair, reports)
        met += len(reports)
        failed += bool(wrong)
        print(line(pair, reports), *(f"\n    {one}" for one in wrong), flush=True)
    spent = time.process_time() - began
    print(f"{met} meetings, {failed} of {len(pairs)} pairs break a promise; {spent / met:.2f} CPU s each")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

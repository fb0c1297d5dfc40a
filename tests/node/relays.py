"""A relay, hosts and joiners on a network in memory, word by word, for the tests of helpers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeVar

import trio

from fadenet.node import limits
from fadenet.node.errors import PeerGone, plainly
from fadenet.node.link.candidates import Address, Candidate, RelayAddress
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.links import Link
from fadenet.node.link.session import Session
from fadenet.node.match.committer import Committer
from fadenet.node.reach.box_room import keeping_boxes
from fadenet.node.reach.calls import (
    Call,
    Carry,
    Gone,
    HostQuery,
    Meet,
    RelayWord,
    Reserve,
    Reserved,
    circuit_token,
    helper_token,
    parse_word,
)
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node, open_node
from fadenet.node.reach.relay import MayReserve, Relay
from fadenet.node.reach.relay import _Reservation as Reservation
from protocol.faults import PeerFault
from tests.node.helpers import Porch, node, seeded
from tests.node.memory import MemoryNetwork, memory_links
from tests.node.serving import At

RELAY_PLACE: Final = Address("198.51.100.99", 47070)
LINE: Final = b"relay's line"
INVITED: Final = b"invitation's"
TOKEN: Final = circuit_token(INVITED)
SECOND: Final = circuit_token(b"second table")
RELAY_SEED: Final = 200
HOST, OTHER, JOINER = 2, 3, 10
"""Numbers of players."""
PATIENCE_S: Final = 20_000.0
"""How long a test may take (virtual time)."""
RUNS = count(1)
T = TypeVar("T")


def source(seed: int) -> str:
    """Where the player of this number dials from."""
    return f"203.0.{seed // 200}.{seed % 200 + 1}"


class View(At):
    """The network of one host. `closed`: where it cannot connect to; `silent`: nothing of what it sends
    arrives; `opened`: when it has dialled whom."""

    def __init__(self, network: MemoryNetwork, host: str) -> None:
        super().__init__(network, host)
        self.closed: set[Address] = set()
        self.silent = False
        self.opened: list[tuple[float, Address]] = []

    def way_to(self, host: str) -> str:
        return self._host

    async def open(self, address: Address, port: int = 0) -> Link:
        self.opened.append((trio.current_time(), address))
        if address in self.closed:
            raise OSError("no way there")
        await trio.lowlevel.checkpoint()
        listener = self._network.listeners.get(address)
        if listener is None:
            raise OSError(f"nobody listens at {address}")
        near, far, cut = memory_links(self._host, address.host)
        self._network.cuts.append(cut)
        await listener.arrive.send(far)
        view = self

        class Muted(Link):
            async def send_all(self, data: bytes | bytearray | memoryview) -> None:
                if not view.silent:
                    await super().send_all(data)

        return Muted(near, near.kind, near.remote)


class End:
    """Somebody who speaks with a relay, and always listens. `heard`: all that it has heard."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.heard: list[bytes] = []
        self.gone = trio.Event()
        self._taken = 0
        self._came = trio.Event()

    async def listen(self) -> None:
        try:
            while True:
                self.heard.append(await self.channel.receive())
                self._poke()
        except (PeerGone, PeerFault):
            self.gone.set()
            self._poke()

    def _poke(self) -> None:
        self._came.set()
        self._came = trio.Event()

    async def hear(self) -> bytes:
        """The next of what it has heard. Raises `PeerGone` when there is nothing more to come."""
        while len(self.heard) <= self._taken:
            if self.gone.is_set():
                raise PeerGone("the relay has hung up")
            await self._came.wait()
        self._taken += 1
        return self.heard[self._taken - 1]

    async def word(self, kind: type[T]) -> T:
        """The next word, which is of this kind."""
        word = parse_word(await self.hear())
        assert isinstance(word, kind), word
        return word

    async def say(self, word: RelayWord) -> None:
        await self.channel.send(word.pack())

    async def hung_up_on(self) -> None:
        """Wait until the relay has ended the connection, which it does at once."""
        with trio.fail_after(0.1):
            await self.gone.wait()

    async def close(self) -> None:
        await self.channel.aclose()
        await trio.testing.wait_all_tasks_blocked()


class Stage:
    """A relay, and who comes to it. `node`, `relay`: the relay's."""

    def __init__(self, network: MemoryNetwork, node: Node, relay: Relay, nursery: trio.Nursery) -> None:
        self.network = network
        self.node = node
        self.relay = relay
        self._nursery = nursery

    @property
    def helper(self) -> Helper:
        """The line of it that a player is given."""
        return Helper(self.node.identity.fingerprint, LINE, (RELAY_PLACE,), "Rea")

    @property
    def address(self) -> RelayAddress:
        """The candidate of it in an invitation."""
        return self.helper.relays[0]

    async def dial(self, seed: int, token: bytes, purpose: Purpose, early: bytes = b"") -> End:
        """A channel to the relay, as the player of this number. Raises as `link.dial.dial` does."""
        view = View(self.network, source(seed))

        async def open_link(candidate: Candidate) -> Link:
            assert isinstance(candidate, Address)
            return await view.open(candidate)

        who, there = node(seed, run=next(RUNS)), self.node.identity.fingerprint
        with plainly():
            channel = await dial(
                who, [RELAY_PLACE], Errand(there, token, purpose, early), open_link=open_link
            )
        end = End(channel)
        self._nursery.start_soon(end.listen)
        return end

    async def host(self, seed: int, *tokens: bytes, line: bytes = LINE) -> End:
        """The player of this number reserves."""
        end = await self.dial(seed, line, Purpose.RELAY, Reserve(tokens or (TOKEN,), ()).pack())
        await end.word(Reserved)
        return end

    async def come_as_guest(self, seed: int, token: bytes = TOKEN, *said: bytes) -> End:
        """The player of this number comes to be found by a token, and says this one, or others."""
        word = Reserve(said or (token,), ())
        return await self.dial(seed, helper_token(token), Purpose.RELAY, word.pack())

    async def guest(self, seed: int, token: bytes = TOKEN) -> End:
        """The player of this number is to be found as a guest."""
        end = await self.come_as_guest(seed, token)
        await end.word(Reserved)
        return end

    async def ask(self, seed: int, host: int, token: bytes = TOKEN) -> End:
        """The player of this number asks for that one."""
        return await self.dial(seed, token, Purpose.INTRODUCE, HostQuery(node(host).fingerprint, ()).pack())

    async def come(self, host: int, call: Call) -> End:
        """The host comes for its end of a circuit."""
        return await self.dial(host, call.token, Purpose.RELAY, Carry(call.call).pack())

    async def circuit(self, reserved: End, host: int, joiner: int, token: bytes = TOKEN) -> tuple[End, End]:
        """(joiner's end, host's end) of a circuit."""
        near = await self.ask(joiner, host, token)
        meet, call = await near.word(Meet), await reserved.word(Call)
        assert meet.call == call.call
        await near.say(Carry(meet.call))
        far = await self.come(host, call)
        await trio.testing.wait_all_tasks_blocked()
        return near, far

    async def refused(self, joiner: int, host: int, token: bytes = TOKEN) -> Gone:
        """The answer to a joiner who is not brought together with the host."""
        end = await self.ask(joiner, host, token)
        word = await end.word(Gone)
        await end.close()
        return word


def day_time() -> float:
    """The time of day, seconds since 1970, which passes 100 times as fast as that of the test."""
    return 1_800_000_000 + 100 * trio.current_time()


@asynccontextmanager
async def open_stage(
    most: int = limits.CIRCUITS,
    wanted: MayReserve = lambda peer: True,
    make: Callable[..., Relay] = Relay,
    guests: int = limits.GUESTS,
    boxes: Path | None = None,
) -> AsyncGenerator[Stage]:
    """A relay that listens and is open to who holds its line. boxes: the folder of its boxes, None = it has
    none."""
    network = MemoryNetwork()
    async with open_node(node(RELAY_SEED), View(network, RELAY_PLACE.host)) as there:
        await there.listen([RELAY_PLACE])
        async with AsyncExitStack() as stack:
            room = None
            if boxes is not None:
                room = await stack.enter_async_context(keeping_boxes(there, boxes, day_time, Committer().run))
            relay = make(there, seeded(7), wanted, most, guests, room)
            with relay.opened(LINE), trio.fail_after(PATIENCE_S):
                async with trio.open_nursery() as nursery:
                    yield Stage(network, there, relay, nursery)
                    nursery.cancel_scope.cancel()


@asynccontextmanager
async def player(stage: Stage, seed: int, *, listens: bool = True) -> AsyncGenerator[tuple[Node, View]]:
    """The node of the player of this number, and its network."""
    view = View(stage.network, source(seed))
    async with open_node(node(seed, run=next(RUNS)), view) as own:
        if listens:
            await own.listen([Address(source(seed), 47070)])
        yield own, view


def home(seed: int) -> Address:
    """Where the node of this player listens."""
    return Address(source(seed), 47070)


async def echo(channel: Channel) -> None:
    while True:
        await channel.send(await channel.receive())


@contextmanager
def hosting(there: Node, *tokens: bytes) -> Iterator[None]:
    """Its door is open for these tokens."""
    with there.opened(tokens or (INVITED,), Porch(echo)):
        yield


async def found(stage: Stage, host: Node, nursery: trio.Nursery) -> None:
    """The host is to be found at the relay."""
    nursery.start_soon(host.helpers.reserve, stage.helper)
    await host.helpers.settled([stage.helper])
    assert stage.helper in host.helpers.reserved


async def join(guest: Node, candidates: Iterable[Candidate], token: bytes = INVITED) -> Channel:
    guest.directory.named(node(HOST).fingerprint, candidates)
    with plainly():
        return await guest.dial(node(HOST).fingerprint, token, Purpose.SEAT)


class Noting(Relay):
    """Writes down what hosts say, and when, how often one has come, and when somebody asks."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.said: list[tuple[float, Reserve]] = []
        self.asked: list[float] = []
        self.came = 0

    async def keep(self, channel: Channel, only: bytes = b"") -> None:
        self.came += 1
        await super().keep(channel, only)

    def _note(self, fresh: Reservation) -> None:
        self.said.append((trio.current_time(), Reserve(fresh.tokens, fresh.candidates)))
        super()._note(fresh)

    async def introduce(self, channel: Channel, token: bytes) -> None:
        self.asked.append(trio.current_time())
        await super().introduce(channel, token)


def noting(stage: Stage) -> Noting:
    assert isinstance(stage.relay, Noting)
    return stage.relay


class TableDoor(Porch):
    """Keeps a session with whoever comes, and says again what it hears."""

    def __init__(self) -> None:
        super().__init__(self._take)
        self._sessions: dict[bytes, Session] = {}

    async def _take(self, channel: Channel) -> None:
        session = self._sessions.setdefault(channel.peer, Session(channel.peer, seeded(5)))

        async def answer() -> None:
            while True:
                await session.send(await session.receive())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(answer)
            await session.attach(channel)
            nursery.cancel_scope.cancel()

"""A seeded network: links that delay, split, drip, stall, fall silent and break, on both sides or on one; and
pairs of nodes that lose sight of each other for a while, in both directions or in one.

A link keeps its bytes in order, as TCP does. Over a link whose one end is gone, what was on its way still
comes, after the first words on the next link perhaps; that is how things are reordered between connections.
The packet that opened a link may come a second time, on a link of its own.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from zlib import crc32

import trio

from fadenet.node.errors import CannotListen
from fadenet.node.link.candidates import Address
from fadenet.node.link.links import Link, NodeListeners, OwnAddress

PIPE_BYTES = 65_536
REPLAYED_BYTES = 4_096
LATE_S = 40.0
"""How much later what is on its way over a half-open link may come."""
Trace = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Weather:
    """How bad the network is. delay_s: longest delay of a piece; split: how often a message comes in pieces;
    cut_bytes: bytes after which a link breaks, on average (0 = never); half_open: share of these breaks that
    only one end sees, the other one going on to hear what is on its way; refuse: share of dials that fail;
    silent: share of links that one day carry nothing more; slow: share of links with `slow_bytes_per_s`;
    drip: share of links that bring one byte every `drip_s`; replay: share of dials after which the first
    bytes of an earlier one come again on a link of their own.
    """

    delay_s: float = 0.02
    split: float = 0.0
    cut_bytes: float = 0.0
    half_open: float = 0.0
    refuse: float = 0.0
    silent: float = 0.0
    slow: float = 0.0
    slow_bytes_per_s: float = 2_000.0
    drip: float = 0.0
    drip_s: float = 0.2
    replay: float = 0.0


class _Pipe:
    """One direction of a link: pieces with the times at which they come; None = the link is broken.

    reader: the scope of who waits for the next one, no longer than until it comes.
    """

    def __init__(self) -> None:
        self.queue: deque[tuple[float, bytes | None]] = deque()
        self.size = 0
        self.last = 0.0
        self.broken = False
        self.reader = trio.CancelScope()
        self.changed = trio.Event()

    def push(self, at: float, data: bytes | None) -> None:
        self.last = max(self.last, at)
        if not self.queue:
            self.reader.deadline = self.last
        self.queue.append((self.last, data))
        self.size += len(data or b"")

    def due(self) -> bool:
        """Whether the next piece has come."""
        return bool(self.queue) and self.queue[0][0] <= trio.current_time()

    def poke(self) -> None:
        self.changed.set()
        self.changed = trio.Event()


class SimLink:
    """A link between two nodes, and what becomes of it."""

    def __init__(self, network: SimNetwork, dialler: int, host: int, number: int) -> None:
        weather, rng = network.weather(), network.rng
        self.network = network
        self.number = number
        self.nodes = (dialler, host)
        self.pipes = (_Pipe(), _Pipe())  # to the host, to the dialler
        self.slow = rng.random() < weather.slow
        self.cut_after = rng.expovariate(1 / weather.cut_bytes) if weather.cut_bytes else math.inf
        self.drips = rng.random() < weather.drip
        self.opening = bytearray()
        self.silent_after = rng.expovariate(1 / 5_000) if rng.random() < weather.silent else math.inf
        self.carried = 0

    def carry(self, way: int, data: bytes) -> None:
        """Put what was sent on its way; a link that is to break takes a beginning of it."""
        network, pipe = self.network, self.pipes[way]
        weather, rng = network.weather(), network.rng
        left = self.cut_after - self.carried
        whole = left > len(data)
        data = data if whole else data[: int(max(0, left))]
        self.carried += len(data)
        if way == 0 and len(self.opening) < REPLAYED_BYTES:
            self.opening += data
        while data:
            size = rng.randint(1, len(data)) if rng.random() < weather.split else len(data)
            at = trio.current_time() + rng.uniform(0, weather.delay_s)
            at = max(at, network.healed_at(self.nodes[way], self.nodes[1 - way]))
            if self.drips:
                size = 1
                at = max(at, pipe.last) + weather.drip_s
            elif self.slow:
                at = max(at, pipe.last) + size / weather.slow_bytes_per_s
            pipe.push(math.inf if self.carried > self.silent_after else at, data[:size])
            data = data[size:]
        if not whole:
            network.trace("cut", self.number)
            if rng.random() < weather.half_open:
                self.snap_at(way, LATE_S * rng.random())
            else:
                self.snap()

    def snap_at(self, end: int, late_s: float) -> None:
        """Break it for one end; the other one hears what is on its way, late, and then nothing more."""
        out, back = self.pipes[end], self.pipes[1 - end]
        out.queue = deque((at + late_s, data) for at, data in out.queue)
        out.last += late_s
        out.broken = True
        out.poke()
        back.push(trio.current_time(), None)

    def snap(self) -> None:
        """Break both directions, behind what is on its way."""
        for pipe in self.pipes:
            pipe.broken = True
            pipe.push(trio.current_time(), None)
            pipe.poke()


class _End(trio.abc.Stream):
    """One end of a link, in the hands of one life of a node."""

    def __init__(self, link: SimLink, way: int) -> None:
        self._link = link
        self._way = way
        self._out = link.pipes[way]
        self._in = link.pipes[1 - way]
        self.closed = False

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.lowlevel.checkpoint()
        while self._out.size >= PIPE_BYTES and not (self.closed or self._out.broken):
            await self._out.changed.wait()
        if self.closed:
            raise trio.ClosedResourceError
        if self._out.broken:
            raise trio.BrokenResourceError
        self._link.carry(self._way, bytes(data))

    async def wait_send_all_might_not_block(self) -> None:
        while self._out.size >= PIPE_BYTES and not self._out.broken:
            await self._out.changed.wait()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        pipe = self._in
        await self._wait()
        while not self.closed:
            if not pipe.due():
                await self._wait()
                continue
            at, data = pipe.queue[0]
            if data is None:
                raise trio.BrokenResourceError
            if not data:
                return b""
            taken, rest = data[:max_bytes], data[len(data[:max_bytes]) :]
            pipe.queue.popleft()
            if rest:
                pipe.queue.appendleft((at, rest))
            pipe.size -= len(taken)
            pipe.poke()
            self._link.network.trace("hear", self._link.number, self._way, len(taken), crc32(taken))
            return taken
        raise trio.ClosedResourceError

    async def _wait(self) -> None:
        """Until something has come, or has changed."""
        pipe = self._in
        if pipe.due():
            await trio.lowlevel.checkpoint()
            return
        with trio.CancelScope(deadline=pipe.queue[0][0] if pipe.queue else math.inf) as pipe.reader:
            await pipe.changed.wait()

    async def aclose(self) -> None:
        if not self.closed:
            self.closed = True
            self._out.push(trio.current_time(), b"")
            self._in.broken = True
            self._in.poke()
        await trio.lowlevel.checkpoint()

    def die(self, *, loudly: bool) -> None:
        """Its node is gone; the other side is told, or simply hears nothing more."""
        if not self.closed:
            self.closed = True
            if loudly:
                self._link.snap()


class _Listener(trio.abc.Listener[Link]):
    def __init__(self, network: SimNetwork, address: Address) -> None:
        self._network = network
        self._address = address
        self.arrive, self._arrivals = trio.open_memory_channel[Link](64)

    async def accept(self) -> Link:
        return await self._arrivals.receive()

    async def aclose(self) -> None:
        if self._network.listeners.get(self._address) is self:
            del self._network.listeners[self._address]
        await trio.lowlevel.checkpoint()


def address(n: int) -> Address:
    """Where the node of player number n listens."""
    return Address(f"198.51.100.{n + 1}", 47070)


class SimNetwork:
    """The network between the nodes. weather: how bad it is now; trace: told of all that happens."""

    def __init__(self, rng: Random, weather: Callable[[], Weather], trace: Trace) -> None:
        self.rng = rng
        self.weather = weather
        self.trace = trace
        self.listeners: dict[Address, _Listener] = {}
        self._ends: dict[int, list[_End]] = {}
        self._apart: dict[tuple[int, int], float] = {}
        self._latest: dict[tuple[int, int], SimLink] = {}
        self._links = 0

    def part(self, a: int, b: int, until: float) -> None:
        """Node b hears nothing of node a until then; what a sends meanwhile comes late."""
        self._apart[a, b] = max(until, self.healed_at(a, b))

    def healed_at(self, a: int, b: int) -> float:
        return self._apart.get((a, b), 0.0)

    def of(self, n: int) -> NodeNetwork:
        """The network as node n has it."""
        return NodeNetwork(self, n)

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        await trio.lowlevel.checkpoint()
        for one in addresses:
            if one in self.listeners:
                raise CannotListen(f"{one} is in use.")
            self.listeners[one] = _Listener(self, one)
        return [self.listeners[one] for one in addresses], tuple(addresses)

    async def dial(self, n: int, to: Address) -> Link:
        """Node n connects to an address of another one."""
        other = int(to.host.rpartition(".")[2]) - 1
        await trio.sleep(self.rng.uniform(0, self.weather().delay_s))
        refused = self.rng.random() < self.weather().refuse
        healed = max(self.healed_at(n, other), self.healed_at(other, n))
        if healed > trio.current_time():
            await trio.sleep_until(healed)
            refused = True
        listener = self.listeners.get(to)
        self.trace("dial", n, other, refused, listener is None)
        if listener is None or refused:
            raise OSError(f"nobody answers at {to}")
        self._links += 1
        link = SimLink(self, n, other, self._links)
        near, far = _End(link, 0), _End(link, 1)
        self._ends.setdefault(n, []).append(near)
        self._ends.setdefault(other, []).append(far)
        await self._arrive(listener, far, n)
        await self._again(listener, n, other)
        self._latest[n, other] = link
        return Link(near, "memory", to)

    async def _arrive(self, listener: _Listener, end: _End, n: int) -> None:
        caller = Address(address(n).host, 30_000 + self._links)
        await listener.arrive.send(Link(end, "memory", caller))

    async def _again(self, listener: _Listener, n: int, other: int) -> None:
        """Perhaps what opened the last link comes a second time."""
        if (n, other) not in self._latest or self.rng.random() >= self.weather().replay:
            return
        self._links += 1
        link = SimLink(self, n, other, self._links)
        self.trace("replay", self._links)
        link.carry(0, bytes(self._latest[n, other].opening))
        end = _End(link, 1)
        self._ends.setdefault(other, []).append(end)
        await self._arrive(listener, end, n)

    def kill(self, n: int) -> None:
        """All that node n has on the network is gone."""
        loudly = self.rng.random() < 0.5
        for end in self._ends.pop(n, []):
            end.die(loudly=loudly)
        for where in [where for where in self.listeners if where.host == address(n).host]:
            del self.listeners[where]


class NodeNetwork:
    """A `Network`: what node n has of the network between the nodes."""

    def __init__(self, network: SimNetwork, n: int) -> None:
        self._network = network
        self._n = n

    async def open(self, address: Address, port: int = 0) -> Link:
        return await self._network.dial(self._n, address)

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        return await self._network.listen(addresses)

    def own(self) -> Sequence[OwnAddress]:
        return [OwnAddress("sim0", address(self._n).host, 24)]

    def way_to(self, host: str) -> str:
        return "" if ":" in host else address(self._n).host

    async def changed(self, towards: Callable[[], Iterable[str]]) -> None:
        await trio.sleep_forever()

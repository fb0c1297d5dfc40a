"""A seeded network: links that delay, split, stall, fall silent and break, and pairs of nodes that lose sight
of each other for a while.

A link keeps its bytes in order, as TCP does. Over a link of a node that has died, what was on its way still
comes, after the next life's first words perhaps; that is how things are reordered between connections.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from zlib import crc32

import trio

from fadenet.node.errors import CannotListen
from fadenet.node.links import Address, Candidate, Link, Listen, NodeListeners, OpenLink

PIPE_BYTES = 65_536
Trace = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Weather:
    """How bad the network is. delay_s: longest delay of a piece; split: how often a message comes in pieces;
    cut_bytes: bytes after which a link breaks, on average (0 = never); refuse: share of dials that fail;
    silent: share of links that one day carry nothing more; slow: share of links with `slow_bytes_per_s`.
    """

    delay_s: float = 0.02
    split: float = 0.0
    cut_bytes: float = 0.0
    refuse: float = 0.0
    silent: float = 0.0
    slow: float = 0.0
    slow_bytes_per_s: float = 2_000.0


class _Pipe:
    """One direction of a link: pieces with the times at which they come; None = the link is broken."""

    def __init__(self) -> None:
        self.queue: deque[tuple[float, bytes | None]] = deque()
        self.size = 0
        self.last = 0.0
        self.broken = False
        self.changed = trio.Event()

    def push(self, at: float, data: bytes | None) -> None:
        self.last = max(self.last, at)
        self.queue.append((self.last, data))
        self.size += len(data or b"")
        self.poke()

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
        while data:
            size = rng.randint(1, len(data)) if rng.random() < weather.split else len(data)
            at = trio.current_time() + rng.uniform(0, weather.delay_s)
            at = max(at, network.healed_at(*self.nodes))
            if self.slow:
                at = max(at, pipe.last) + size / weather.slow_bytes_per_s
            pipe.push(math.inf if self.carried > self.silent_after else at, data[:size])
            data = data[size:]
        if not whole:
            network.trace("cut", self.number)
            self.snap()

    def heard(self, way: int) -> None:
        """Something has come in at the end that sends this way."""
        self.network.heard[self.nodes[way], self.nodes[1 - way]] = trio.current_time()

    def snap(self) -> None:
        """Break both directions, behind what is on its way."""
        for pipe in self.pipes:
            pipe.broken = True
            pipe.push(trio.current_time(), None)


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
        await trio.lowlevel.checkpoint()
        pipe = self._in
        while not self.closed:
            changed = pipe.changed
            if not pipe.queue:
                await changed.wait()
                continue
            at, data = pipe.queue[0]
            if at > trio.current_time():
                with trio.move_on_at(at):
                    await changed.wait()
                continue
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
            self._link.heard(self._way)
            self._link.network.trace("hear", self._link.number, self._way, len(taken), crc32(taken))
            return taken
        raise trio.ClosedResourceError

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
    """The network between the nodes. weather: how bad it is now; trace: told of all that happens.

    heard: when a node last heard of another.
    """

    def __init__(self, rng: Random, weather: Callable[[], Weather], trace: Trace) -> None:
        self.rng = rng
        self.weather = weather
        self.trace = trace
        self.listeners: dict[Address, _Listener] = {}
        self._ends: dict[int, list[_End]] = {}
        self._apart: dict[frozenset[int], float] = {}
        self._links = 0
        self.heard: dict[tuple[int, int], float] = {}

    def part(self, a: int, b: int, until: float) -> None:
        """Two nodes lose sight of each other; what they send meanwhile comes late."""
        self._apart[frozenset((a, b))] = until

    def healed_at(self, a: int, b: int) -> float:
        return self._apart.get(frozenset((a, b)), 0.0)

    def listen(self, n: int) -> Listen:
        """How node n listens."""

        async def listen(addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
            await trio.lowlevel.checkpoint()
            for one in addresses:
                if one in self.listeners:
                    raise CannotListen(f"{one} is in use.")
                self.listeners[one] = _Listener(self, one)
            return [self.listeners[one] for one in addresses], tuple(addresses)

        return listen

    def dial(self, n: int) -> OpenLink:
        """How node n reaches others."""

        async def open_link(candidate: Candidate) -> Link:
            assert isinstance(candidate, Address)
            other = int(candidate.host.rpartition(".")[2]) - 1
            await trio.sleep(self.rng.uniform(0, self.weather().delay_s))
            refused = self.rng.random() < self.weather().refuse
            healed = self.healed_at(n, other)
            if healed > trio.current_time():
                await trio.sleep_until(healed)
                refused = True
            listener = self.listeners.get(candidate)
            self.trace("dial", n, other, refused, listener is None)
            if listener is None or refused:
                raise OSError(f"nobody answers at {candidate}")
            self._links += 1
            link = SimLink(self, n, other, self._links)
            near, far = _End(link, 0), _End(link, 1)
            self._ends.setdefault(n, []).append(near)
            self._ends.setdefault(other, []).append(far)
            caller = Address(address(n).host, 30_000 + self._links)
            await listener.arrive.send(Link(far, "memory", caller))
            return Link(near, "memory", candidate)

        return open_link

    def kill(self, n: int) -> None:
        """All that node n has on the network is gone."""
        loudly = self.rng.random() < 0.5
        for end in self._ends.pop(n, []):
            end.die(loudly=loudly)
        for where in [where for where in self.listeners if where.host == address(n).host]:
            del self.listeners[where]

"""Links that never leave the process, for tests: a network of hosts, a bounded buffer a direction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import trio

from fadenet.node.errors import CannotListen
from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.link.links import Link, NodeListeners, OwnAddress


class _Pipe:
    """One direction: at most `size` bytes on their way; `cut` loses them and breaks both ends."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.data = bytearray()
        self.ended = False
        self.broken = False
        self.changed = trio.Event()

    def poke(self) -> None:
        self.changed.set()
        self.changed = trio.Event()


class _End(trio.abc.Stream):
    def __init__(self, incoming: _Pipe, outgoing: _Pipe) -> None:
        self._in = incoming
        self._out = outgoing
        self._closed = False

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.lowlevel.checkpoint()
        left = memoryview(bytes(data))
        while left:
            if self._closed:
                raise trio.ClosedResourceError
            if self._out.broken or self._in.ended:
                raise trio.BrokenResourceError
            room = self._out.size - len(self._out.data)
            if room:
                self._out.data += left[:room]
                left = left[room:]
                self._out.poke()
            else:
                await self._out.changed.wait()

    def send_now(self, data: bytes) -> int:
        room = self._out.size - len(self._out.data)
        if self._closed or self._out.broken or self._in.ended or not room:
            return 0
        self._out.data += data[:room]
        self._out.poke()
        return min(len(data), room)

    async def wait_send_all_might_not_block(self) -> None:
        while len(self._out.data) >= self._out.size and not self._out.broken:
            await self._out.changed.wait()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        await trio.lowlevel.checkpoint()
        while True:
            if self._closed:
                raise trio.ClosedResourceError
            if self._in.broken:
                raise trio.BrokenResourceError
            if self._in.data:
                taken = bytes(self._in.data[:max_bytes])
                del self._in.data[:max_bytes]
                self._in.poke()
                return taken
            if self._in.ended:
                return b""
            await self._in.changed.wait()

    async def aclose(self) -> None:
        if not self._closed:
            self._closed = True
            self._out.ended = True
            for pipe in (self._in, self._out):
                pipe.poke()
        await trio.lowlevel.checkpoint()


def memory_links(
    a: str = "198.51.100.1", b: str = "198.51.100.2", *, size: int = 65536
) -> tuple[Link, Link, Callable[[], None]]:
    """(end at host a, end at host b, `cut`): a pair of links and what breaks both at once."""
    there, back = _Pipe(size), _Pipe(size)

    def cut() -> None:
        for pipe in (there, back):
            pipe.broken = True
            pipe.poke()

    ends = (_End(back, there), _End(there, back))
    near = Link(ends[0], "memory", Address(b), now=ends[0].send_now)
    return near, Link(ends[1], "memory", Address(a), now=ends[1].send_now), cut


class _MemoryListener(trio.abc.Listener[Link]):
    def __init__(self, network: MemoryNetwork, address: Address) -> None:
        self._network = network
        self._address = address
        self.arrive, self._arrivals = trio.open_memory_channel[Link](1024)

    async def accept(self) -> Link:
        return await self._arrivals.receive()

    async def aclose(self) -> None:
        self._network.listeners.pop(self._address, None)
        await self._arrivals.aclose()


class MemoryNetwork:
    """Hosts that reach each other by address, as one `Network`; at those of `gone` nobody can listen.

    `wrap` may put something between the ends of a pair.
    """

    def __init__(self, *, size: int = 65536) -> None:
        self.listeners: dict[Address, _MemoryListener] = {}
        self.gone: set[Address] = set()
        self.size = size
        self.cuts: list[Callable[[], None]] = []
        self.wrap: Callable[[Link, Link], tuple[Link, Link]] = lambda near, far: (near, far)

    def own(self) -> Sequence[OwnAddress]:
        return ()

    def way_to(self, host: str) -> str:
        return ""

    async def changed(self, towards: Callable[[], Iterable[str]]) -> None:
        await trio.sleep_forever()

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        for address in addresses:
            if address in self.listeners or address in self.gone:
                raise CannotListen(f"{address} is in use or gone.")
            self.listeners[address] = _MemoryListener(self, address)
        await trio.lowlevel.checkpoint()
        return [self.listeners[address] for address in addresses], tuple(addresses)

    async def open_link(self, candidate: Candidate) -> Link:
        """An `OpenLink`."""
        if not isinstance(candidate, Address):
            raise OSError(f"{candidate} is no address")
        return await self.open(candidate)

    async def open(self, address: Address, port: int = 0) -> Link:
        await trio.lowlevel.checkpoint()
        listener = self.listeners.get(address)
        if listener is None:
            raise OSError(f"nobody listens at {address}")
        near, far, cut = memory_links("198.51.100.77", listener._address.host, size=self.size)
        self.cuts.append(cut)
        near, far = self.wrap(near, far)
        await listener.arrive.send(far)
        return near

    def cut_all(self) -> None:
        """Break every link there is."""
        while self.cuts:
            self.cuts.pop()()

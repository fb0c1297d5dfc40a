"""A seeded internet of hosts and routers that carries TCP: routers translate, filter and forget as those of
homes and providers do.

It knows segments, not bytes on a cable. A packet that opens a connection may be lost and is said again, as
kernels do; what flows on it comes in order, a loss being time. Each segment meets the routers as they are
when it passes.
"""

from __future__ import annotations

import errno
import heapq
import itertools
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from enum import Enum, auto
from random import Random
from typing import Final, NamedTuple

import trio

from fadenet.node.errors import CannotListen
from fadenet.node.link.candidates import Address, ip_of, is_loopback
from fadenet.node.link.links import Link, NodeListeners, OwnAddress
from fadenet.node.link.tcp import TcpNetwork

PIPE_BYTES: Final = 65_536
SYN_AGAIN_S: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""Pauses between one SYN and the next; after the last one nobody is there (Linux)."""
RETRANSMIT_S: Final = 0.2
HELD_S: Final = 60.0
"""How long the side that closes first holds the two ports (TIME_WAIT, or FIN_WAIT behind a black hole)."""
HALF_OPEN_S: Final = 60.0
"""How long a router waits for the answer to a SYN that has gone out."""
LAN_S: Final = 0.000_5
BACKLOG: Final = 128
EPHEMERAL: Final = range(32_768, 61_000)
EXTERNAL: Final = range(1_024, 65_536)
LANS: Final = ("192.168.1", "192.168.0", "10.0.0")
"""Networks behind routers, as they come from the factory: two of them are often alike."""
FIRST_GIVEN: Final = 20


class Kind(Enum):
    """The device between a site and the internet."""

    OPEN = "open"
    CONE = "cone"
    RST = "rst"
    SYMMETRIC = "symmetric"
    FIREWALL = "firewall"
    """IPv6 behind a firewall that lets in answers only; IPv4 as behind a cone."""
    UPNP = "upnp"


class Flag(Enum):
    """The kinds of segments. REFUSE answers a SYN and means nothing to who has heard of the other side."""

    SYN = auto()
    ACCEPT = auto()
    ACK = auto()
    DATA = auto()
    END = auto()
    REFUSE = auto()
    RESET = auto()


FLOWING: Final = (Flag.ACK, Flag.DATA, Flag.END)


class Place(NamedTuple):
    """An address and a port."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment on the internet; `to` is the socket that it answers, as sequence numbers tell."""

    source: Place
    target: Place
    flag: Flag
    origin: Socket | None
    to: Socket | None = None
    data: bytes = b""

    def answer(self, flag: Flag, origin: Socket | None = None) -> Segment:
        return Segment(self.target, self.source, flag, origin, self.origin)


class State(Enum):
    """Of a socket. MEETING: it has sent a SYN and got one; ACCEPTING: a listener has got one."""

    OPENING = auto()
    MEETING = auto()
    ACCEPTING = auto()
    OPEN = auto()


class Socket(trio.abc.Stream):
    """One end of a TCP connection, or of an attempt at one."""

    def __init__(self, host: Host, near: Place, far: Place, state: State) -> None:
        self.host = host
        self.near = near
        self.far = far
        self.state = state
        self.peer: Socket | None = None
        self.refused = self.reset = self.ended = self.closed = False
        self.held_until = 0.0
        self.last = 0.0  # when the last of what flows comes
        self.hole = False
        self.unread = 0  # bytes of ours that the other side has not read
        self._came: deque[bytes] = deque()
        self.changed = trio.Event()

    def poke(self) -> None:
        self.changed.set()
        self.changed = trio.Event()

    def say(self, flag: Flag, data: bytes = b"") -> None:
        self.host.internet.leave(self.host, Segment(self.near, self.far, flag, self, self.peer, data))

    async def cut(self) -> None:
        """Close without waiting for anything: the two ports are free again."""
        if not (self.closed or self.reset):
            self.say(Flag.RESET)
        self.closed = True
        self.host.sockets.pop((self.near, self.far), None)
        self.poke()

    def break_off(self) -> None:
        """The connection is over, at once."""
        self.reset = True
        self.host.sockets.pop((self.near, self.far), None)
        self.poke()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.lowlevel.checkpoint()
        left = bytes(data)
        while left:
            if self.closed:
                raise trio.ClosedResourceError
            if self.reset:
                raise trio.BrokenResourceError
            room = PIPE_BYTES - self.unread
            if room <= 0:
                await self.changed.wait()
                continue
            piece, left = left[:room], left[room:]
            self.unread += len(piece)
            self.say(Flag.DATA, piece)

    async def wait_send_all_might_not_block(self) -> None:
        while self.unread >= PIPE_BYTES and not (self.closed or self.reset):
            await self.changed.wait()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        await trio.lowlevel.checkpoint()
        while True:
            if self.closed:
                raise trio.ClosedResourceError
            if self._came:
                break
            if self.reset:
                raise trio.BrokenResourceError
            if self.ended:
                return b""
            await self.changed.wait()
        first = self._came.popleft()
        taken, rest = first[:max_bytes], first[len(first[:max_bytes]) :]
        if rest:
            self._came.appendleft(rest)
        if self.peer is not None:
            self.peer.unread -= len(taken)
            self.peer.poke()
        return taken

    async def aclose(self) -> None:
        if not self.closed:
            self.closed = True
            if not self.reset:
                self.say(Flag.END)
                if self.ended:
                    self.host.sockets.pop((self.near, self.far), None)
                else:
                    self.held_until = trio.current_time() + HELD_S
            self.poke()
        await trio.lowlevel.checkpoint()

    def hear(self, segment: Segment) -> None:
        """Take what flows."""
        if segment.flag is Flag.DATA:
            self._came.append(segment.data)
        elif segment.flag is Flag.END:
            self.ended = True
        self.poke()


class Listener(trio.abc.Listener[Link]):
    """Accepts what comes to one port of a host."""

    def __init__(self, host: Host, place: Place) -> None:
        self._host = host
        self._place = place
        self._arrive, self._arrivals = trio.open_memory_channel[Socket](BACKLOG)

    def arrive(self, socket: Socket) -> None:
        try:
            self._arrive.send_nowait(socket)
        except trio.WouldBlock:
            socket.say(Flag.RESET)
            socket.break_off()

    async def accept(self) -> Link:
        return link(await self._arrivals.receive())

    async def aclose(self) -> None:
        self._host.listeners.pop(self._place, None)
        await self._arrivals.aclose()


def link(socket: Socket) -> Link:
    return Link(socket, "tcp", Address(*socket.far), local=socket.near.host, cut=socket.cut)


class Host:
    """A machine: its addresses, the router it is behind, its sockets. `network` is what its node is given."""

    def __init__(
        self, internet: Internet, name: str, addresses: Sequence[str], router: Router | None
    ) -> None:
        self.internet = internet
        self.name = name
        self.addresses = list(addresses)
        self.router = router
        self.dead = False
        self.sockets: dict[tuple[Place, Place], Socket] = {}
        self.listeners: dict[Place, Listener] = {}
        self.knocked = 0  # how often somebody has tried to connect
        self.network = HostNetwork(self)

    def __repr__(self) -> str:
        return f"<{self.name} {' '.join(self.addresses)}>"

    def has_family(self, address: Address) -> bool:
        """Whether it has addresses of this family."""
        return any((":" in one) == (":" in address.host) for one in self.addresses)

    def way_to(self, host: str) -> str:
        """The address of ours from which segments to an IP literal leave, "" for none."""
        ip = ip_of(host)
        if ip is None:
            return ""
        if host in self.addresses or ip.is_loopback:
            return host
        return next((own for own in self.addresses if (":" in own) == (ip.version == 6)), "")

    def die(self, *, loudly: bool = False) -> None:
        """Nothing comes from it any more; loudly: its kernel still ends all its connections."""
        for socket in list(self.sockets.values()):
            if loudly and not socket.closed:
                socket.say(Flag.RESET)
            socket.break_off()
        self.listeners.clear()
        self.dead = True

    def map_port(self, port: int) -> Address:
        """Ask the router to let everybody in to a port of ours: where. Raises OSError if it does not."""
        if self.router is None or self.router.kind is not Kind.UPNP:
            raise OSError("this router maps no ports")
        return self.router.forward(Place(self.addresses[0], port))

    # Segments.

    def hear(self, segment: Segment) -> None:
        """A segment has come."""
        if self.dead:
            return
        socket = self.sockets.get((segment.target, segment.source))
        match segment.flag:
            case Flag.SYN:
                self._knocked(segment, socket)
            case Flag.ACCEPT:
                self._accepted(segment, socket)
            case Flag.REFUSE:
                if socket is not None and socket is segment.to and socket.state is State.OPENING:
                    socket.refused = True
                    socket.break_off()
            case Flag.RESET:
                if socket is not None and socket is segment.to:
                    socket.refused = socket.state is not State.OPEN
                    socket.break_off()
            case _:
                self._flows(segment, socket)

    def _say(self, segment: Segment) -> None:
        self.internet.leave(self, segment)

    def _knocked(self, segment: Segment, socket: Socket | None) -> None:
        self.knocked += 1
        if socket is not None and not socket.closed:
            if socket.state is State.OPENING:
                socket.state, socket.peer = State.MEETING, segment.origin
                socket.poke()
            if socket.peer is segment.origin:
                socket.say(Flag.ACCEPT)
            else:
                socket.break_off()  # the other side has forgotten it, and says so when it is asked
            return
        target = segment.target
        listener = self.listeners.get(target) or self.listeners.get(_everywhere(target))
        if listener is None:
            self._say(segment.answer(Flag.REFUSE))
            return
        fresh = Socket(self, target, segment.source, State.ACCEPTING)
        fresh.peer = segment.origin
        self.sockets[target, segment.source] = fresh
        fresh.say(Flag.ACCEPT)

    def _accepted(self, segment: Segment, socket: Socket | None) -> None:
        if socket is None or socket is not segment.to or socket.closed:
            self._say(segment.answer(Flag.RESET))
        elif socket.state in (State.OPENING, State.MEETING):
            socket.state, socket.peer = State.OPEN, segment.origin
            socket.say(Flag.ACK)
            socket.poke()

    def _flows(self, segment: Segment, socket: Socket | None) -> None:
        if (
            socket is None
            or socket.peer is not segment.origin
            or (socket.closed and segment.flag is Flag.DATA)
        ):
            self._say(segment.answer(Flag.RESET))
            return
        if socket.state is State.ACCEPTING:
            socket.state = State.OPEN
            listener = self.listeners.get(socket.near) or self.listeners.get(_everywhere(socket.near))
            if listener is None:
                socket.say(Flag.RESET)
                socket.break_off()
                return
            listener.arrive(socket)
        elif socket.state is State.MEETING:
            socket.state = State.OPEN
        socket.hear(segment)


def _everywhere(place: Place) -> Place:
    return Place("::" if ":" in place.host else "0.0.0.0", place.port)


class HostNetwork(TcpNetwork):
    """A `Network`: what a host has of the internet. The watch for changes is that of real machines."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def open(self, address: Address, port: int = 0) -> Link:
        await trio.lowlevel.checkpoint()
        host = self._host
        local = host.way_to(address.host)
        if not local:
            raise OSError(errno.ENETUNREACH, f"no way leads to {address}")
        far = Place(address.host, address.port)
        while not port:
            port = host.internet.rng.choice(EPHEMERAL)
            if (Place(local, port), far) in host.sockets:
                port = 0
        near = Place(local, port)
        there = host.sockets.get((near, far))
        if there is not None and not (there.closed and there.held_until <= trio.current_time()):
            raise OSError(errno.EADDRNOTAVAIL, f"{near} is in use for {far}")
        socket = host.sockets[near, far] = Socket(host, near, far, State.OPENING)
        try:
            await self._open(socket)
        except BaseException:
            if socket.state is State.OPENING:
                socket.closed = True
                if host.sockets.get((near, far)) is socket:
                    del host.sockets[near, far]
            else:
                await trio.aclose_forcefully(socket)
            raise
        return Link(socket, "tcp", address, local=local, cut=socket.cut)

    async def _open(self, socket: Socket) -> None:
        for pause in SYN_AGAIN_S:
            if socket.state is not State.OPEN:
                socket.say(Flag.SYN)
            with trio.move_on_after(pause):
                while socket.state is not State.OPEN and not socket.reset:
                    await socket.changed.wait()
                if socket.refused:
                    raise ConnectionRefusedError(errno.ECONNREFUSED, f"{socket.far} refuses")
                if socket.reset:
                    raise OSError(errno.ECONNABORTED, "this machine is gone")
                return
        raise OSError(errno.ETIMEDOUT, f"nobody answers at {socket.far}")

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        await trio.lowlevel.checkpoint()
        listeners: NodeListeners = []
        for one in addresses:
            place = Place(one.host, one.port)
            if place in self._host.listeners:
                raise CannotListen(f"{one} is in use.")
            made = self._host.listeners[place] = Listener(self._host, place)
            listeners.append(made)
        return listeners, tuple(addresses)

    def own(self) -> list[OwnAddress]:
        own = [OwnAddress("lo", "127.0.0.1", 8)]
        return own + [OwnAddress("eth0", one, 64 if ":" in one else 24) for one in self._host.addresses]

    def way_to(self, host: str) -> str:
        return self._host.way_to(host)


class Router:
    """The device before one or more hosts, with one IPv4 address outside.

    Its flows are what it lets in: answers from where something has gone out to, or, behind a port that it was
    asked to map, everybody.
    """

    def __init__(self, internet: Internet, kind: Kind, outside: str, lan: str) -> None:
        self.kind = kind
        self.outside = outside
        self.lan = lan
        self.inside: dict[str, Host] = {}
        self.given = 0  # addresses
        self._internet = internet
        self._keeps_numbers = internet.rng.random() < 0.5
        self._outer: dict[tuple[Place, Place | None], Place] = {}
        self._inner: dict[Place, Place] = {}
        self._flows: dict[tuple[Place, Place], float] = {}
        self._forwarded: dict[Place, Place] = {}

    def forward(self, inner: Place) -> Address:
        outer = self._map(inner, None)
        self._forwarded[outer] = inner
        return Address(*outer)

    def change_address(self) -> None:
        """It has got another address, as after a night's cut: it knows of nothing that was before."""
        self._internet.rehome(self)
        for table in (self._outer, self._inner, self._flows, self._forwarded):
            table.clear()

    def out(self, segment: Segment) -> Segment | None:
        """The fate of a segment on its way out."""
        inner, far = segment.source, segment.target
        outer = inner if ":" in inner.host else self._outer_of(inner, far, segment.flag)
        if outer is None:
            return None
        flow = outer, far
        if segment.flag is Flag.SYN:
            now = trio.current_time()
            self._flows[flow] = max(self._flows.get(flow, 0.0), now + HALF_OPEN_S)
        elif not self._open(flow):
            return None
        elif segment.flag in (Flag.RESET, Flag.REFUSE):
            del self._flows[flow]
        return replace(segment, source=outer)

    def into(self, segment: Segment) -> Segment | None:
        """The fate of a segment that has come from outside."""
        outer, far = segment.target, segment.source
        flow = outer, far
        if not self._open(flow):
            if outer in self._forwarded and segment.flag is Flag.SYN:
                self._flows[flow] = trio.current_time() + HALF_OPEN_S
            else:
                if self.kind is Kind.RST and segment.flag is Flag.SYN:
                    self._internet.post(segment.answer(Flag.REFUSE))
                return None
        if segment.flag is Flag.RESET or (segment.flag is Flag.REFUSE and self._flows[flow] < float("inf")):
            del self._flows[flow]
        elif segment.flag is not Flag.REFUSE:
            self._flows[flow] = float("inf")
        inner = outer if ":" in outer.host else self._inner.get(outer)
        return None if inner is None else replace(segment, target=inner)

    def _open(self, flow: tuple[Place, Place]) -> bool:
        return self._flows.get(flow, 0.0) > trio.current_time()

    def _outer_of(self, inner: Place, far: Place, flag: Flag) -> Place | None:
        named = far if self.kind is Kind.SYMMETRIC else None
        there = self._outer.get((inner, named))
        return there if there is not None or flag is not Flag.SYN else self._map(inner, named)

    def _map(self, inner: Place, far: Place | None) -> Place:
        there = self._outer.get((inner, far))
        if there is not None:
            return there
        outer = Place(self.outside, inner.port)
        while (far is not None or not self._keeps_numbers or outer in self._inner) and (
            outer in self._inner or outer.port == inner.port
        ):
            outer = Place(self.outside, self._internet.rng.choice(EXTERNAL))
        self._outer[inner, far] = outer
        self._inner[outer] = inner
        return outer


class Internet:
    """All hosts and routers, and what is on its way between them.

    delay_s: from one site to another, one way, give or take a tenth; loss: the share of segments that have to
    be said again. carried: segments between sites.
    """

    def __init__(self, rng: Random, delay_s: float, loss: float) -> None:
        self.rng = rng
        self.delay_s = delay_s
        self.loss = loss
        self.carried = 0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._sites = itertools.count(1)
        self._places: dict[str, Host | Router] = {}
        self._postman = trio.CancelScope()

    # What there is.

    def site(self, kind: Kind, name: str) -> Host:
        """A machine at a site of its own."""
        if kind is Kind.OPEN:
            host = Host(self, name, (), None)
            self._house(host)
        else:
            router = Router(self, kind, "", self.rng.choice(LANS))
            self.rehome(router)
            host = Host(self, name, (), router)
            self._house(host)
        return host

    def rehome(self, router: Router) -> None:
        """A router gets a public address that nobody has had."""
        self._places.pop(router.outside, None)
        router.outside = self._public()
        self._places[router.outside] = router

    def change_address(self, host: Host, router: Router | None = None) -> None:
        """A machine gets other addresses, behind the same router or another one."""
        self._unhouse(host)
        host.router = router or host.router
        self._house(host)

    def go_back(self, host: Host, addresses: Sequence[str]) -> None:
        """A machine that is behind no router gets the addresses again that it had."""
        self._unhouse(host)
        host.addresses = list(addresses)
        self._places.update(dict.fromkeys(addresses, host))

    def _unhouse(self, host: Host) -> None:
        for one in host.addresses:
            self._places.pop(one, None)
            if host.router is not None:
                host.router.inside.pop(one, None)

    def _house(self, host: Host) -> None:
        router, number = host.router, next(self._sites)
        v6 = f"2a00:1450:{number:x}::7"
        if router is None:
            host.addresses = [self._public(), v6]
        else:
            router.given += 1
            host.addresses = [f"{router.lan}.{FIRST_GIVEN + router.given}"]
            if router.kind is Kind.FIREWALL:
                host.addresses.append(v6)
        for one in host.addresses:
            if router is not None:
                router.inside[one] = host
            if router is None or ":" in one:
                self._places[one] = router or host

    def _public(self) -> str:
        number = next(self._sites)
        return f"81.2.{number // 250}.{1 + number % 250}"

    # What is on its way.

    def leave(self, host: Host, segment: Segment) -> None:
        """A segment leaves a host."""
        if host.dead or segment.source.host not in (*host.addresses, segment.target.host):
            self._lost(segment)
            return
        target = segment.target.host
        if target in host.addresses or is_loopback(Address(target)):
            self._at(segment, LAN_S, lambda: host.hear(segment))
            return
        if host.router is not None:
            neighbour = host.router.inside.get(target)
            if neighbour is not None:
                self._at(segment, LAN_S, lambda: neighbour.hear(segment))
                return
            outside = host.router.out(segment)
            if outside is None:
                self._lost(segment)
                return
            segment = outside
        self.post(segment)

    def post(self, segment: Segment) -> None:
        """A segment is on its way between sites."""
        self.carried += 1
        delay = self.delay_s * self.rng.uniform(0.9, 1.1)
        again = RETRANSMIT_S + 2 * self.delay_s
        while self.rng.random() < self.loss:
            if segment.flag not in FLOWING:
                return
            delay += again
            again *= 2
        self._at(segment, delay, lambda: self._arrive(segment))

    def _at(self, segment: Segment, delay: float, come: Callable[[], None]) -> None:
        at, origin = trio.current_time() + delay, segment.origin
        if segment.flag in FLOWING and origin is not None:
            if origin.hole:
                return
            at = origin.last = max(at, origin.last)
        elif segment.flag is Flag.RESET and origin is not None:
            at = max(at, origin.last)
        heapq.heappush(self._due, (at, next(self._numbers), come))
        self._postman.deadline = min(self._postman.deadline, at)

    def _arrive(self, segment: Segment) -> None:
        if segment.flag in FLOWING and segment.origin is not None and segment.origin.hole:
            return
        there = self._places.get(segment.target.host)
        if isinstance(there, Router):
            inside = there.into(segment)
            host = None if inside is None else there.inside.get(inside.target.host)
            if inside is None or host is None:
                self._lost(segment)
                return
            host.hear(inside)
        elif there is None or there.dead:
            self._lost(segment)
        else:
            there.hear(segment)

    def _lost(self, segment: Segment) -> None:
        """Nobody gets it; what flows behind it never comes either."""
        if segment.flag in FLOWING and segment.origin is not None:
            segment.origin.hole = True

    async def carry(self) -> None:
        """Bring everything when it is due, for ever."""
        while True:
            first = self._due[0][0] if self._due else float("inf")
            with trio.CancelScope(deadline=first) as self._postman:
                await trio.sleep_forever()
            while self._due and self._due[0][0] <= trio.current_time():
                heapq.heappop(self._due)[2]()


@asynccontextmanager
async def open_internet(
    seed: str | int, delay_s: float = 0.04, loss: float = 0.0
) -> AsyncGenerator[Internet]:
    """An internet as long as the block runs."""
    async with trio.open_nursery() as nursery:
        internet = Internet(Random(seed), delay_s, loss)
        nursery.start_soon(internet.carry)
        yield internet
        nursery.cancel_scope.cancel()

"""A port of the router that leads to ours: asked for, kept as long as the node runs, and given back.

PCP comes first, then NAT-PMP, then UPnP if `miniupnpc` is installed. Only the router itself is heard, and
what it says is bounded: the worst that it can do is to name an address that is not ours.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

import trio

from fadenet.node.link.candidates import Address, ip_of
from fadenet.node.reach import pcp
from fadenet.node.reach.mappings import (
    EpochTime,
    Mapping,
    MappingRequest,
    MappingResult,
    NoRouter,
    Rejected,
    Router,
    SecondRouter,
    Silent,
    fault_of,
    has_restarted,
)
from fadenet.node.reach.pcp import RouterAnswer
from fadenet.node.reach.routes import default_gateway

log = logging.getLogger(__name__)

# Asking.
TRIES: Final = 2
TRY_S: Final = 0.25
ANSWERS_A_TRY: Final = 8
"""Datagrams looked at until the next try; a sender that floods is not listened to for longer."""
LIFETIME_ASKED_S: Final = 7200
"""RFC 6886 section 3.3 recommends it."""
LIFETIME_MOST_S: Final = 86_400
"""Of a mapping that is to last longer no more than this is believed."""

# Keeping.
CHECK_S: Final = 60.0
"""How often the router is asked for its epoch, which shows that it has forgotten what it had mapped."""
AGAIN_FIRST_S: Final = 30.0
AGAIN_LAST_S: Final = 900.0
"""Pauses between two attempts that fail; each is twice as long as the one before."""
UNMAP_S: Final = 0.5
"""How long a node that ends waits for the router to take the mapping back."""

# UPnP.
UPNP_S: Final = 8.0
UPNP_SEARCH_MS: Final = 1000
UPNP_PORTS: Final = 4
"""Outer ports tried when others have taken those before."""
SAID_CHARS: Final = 80

ParseAnswer = Callable[[bytes], RouterAnswer | None]
T = TypeVar("T")


class MappingProtocol(NamedTuple):
    """One way to ask for a port. `ask` raises OSError where nothing can be sent to the router, or nothing
    listens there."""

    by: str
    ask: Callable[[MappingRequest], Awaitable[MappingResult]]


# Asking.


async def map_port(wanted: MappingRequest, ways: Sequence[MappingProtocol] = ()) -> MappingResult:
    """Ask for a port in one way after another (default: all that there are); the first mapping counts. Of
    what fails the most telling is returned: a second router, then the first refusal, then silence."""
    refused: Rejected | None = None
    silent: list[str] = []
    for way in ways or ways_to(wanted.router):
        try:
            outcome = await way.ask(wanted)
        except OSError as error:
            log.info("asking %s over %s: %s", wanted.router.host, way.by, error)
            outcome = Silent((way.by,))
        log.info("%s", outcome)
        if isinstance(outcome, Mapping | SecondRouter):
            return outcome
        if isinstance(outcome, Rejected):
            refused = refused or outcome
        elif isinstance(outcome, Silent):
            silent.extend(outcome.tried)
    return refused or Silent(tuple(silent))


def ways_to(router: Router) -> tuple[MappingProtocol, ...]:
    """The ways to ask a router: over IPv6 PCP alone, which opens its firewall (RFC 6887 section 11)."""
    return (PCP,) if ":" in router.host else (PCP, NAT_PMP, UPNP)


async def _map_pcp(wanted: MappingRequest) -> MappingResult:
    """Ask over PCP (RFC 6887)."""
    with await _connected(wanted.router) as sock:
        own = sock.getsockname()[0]
        wish = wanted.external or Address("", wanted.port)
        ask = pcp.pcp_map(own, wanted.nonce, wanted.port, LIFETIME_ASKED_S, wish.host, wish.port)
        end = pcp.pcp_map(own, wanted.nonce, wanted.port, 0)
        read = partial(pcp.read_pcp_map, nonce=wanted.nonce, port=wanted.port)
        return await _map(sock, wanted, "pcp", (ask, end), read)


async def _map_nat_pmp(wanted: MappingRequest) -> MappingResult:
    """Ask over NAT-PMP (RFC 6886): for the external address, then for the port."""
    with await _connected(wanted.router) as sock:
        told = await _ask(sock, pcp.nat_pmp_address(), pcp.read_nat_pmp_address)
        if told is None:
            return Silent(("nat-pmp",))
        if told.result:
            return Rejected("nat-pmp", told.result)
        wish = wanted.external.port if wanted.external else wanted.port
        ask = pcp.nat_pmp_map(wanted.port, LIFETIME_ASKED_S, wish)
        end = pcp.nat_pmp_map(wanted.port, 0)
        read = partial(pcp.read_nat_pmp_map, port=wanted.port)
        return await _map(sock, wanted, "nat-pmp", (ask, end), read, told.host)


async def _map(
    sock: trio.socket.SocketType,
    wanted: MappingRequest,
    by: str,
    requests: tuple[bytes, bytes],
    read: ParseAnswer,
    host: str = "",
) -> MappingResult:
    """Send the first request, and the second, which takes it back, if what comes of it is not used. host: the
    external address, where the answer does not say it."""
    ask, end = requests
    try:
        answer = await _ask(sock, ask, read)
    except trio.Cancelled:
        await _send_last(sock, end)
        raise
    if answer is None:
        return Silent((by,))
    if answer.result:
        return Rejected(by, answer.result)
    useless = fault_of(by, host or answer.host, answer.port, answer.lifetime_s)
    if useless is not None:
        await _send_last(sock, end)
        return useless
    return Mapping(
        Address(host or answer.host, answer.port),
        wanted.port,
        min(answer.lifetime_s, LIFETIME_MOST_S),
        by,
        wanted.router,
        sock.getsockname()[0],
        wanted.nonce,
        EpochTime(answer.epoch_s, trio.current_time()),
    )


async def router_restarted(mapping: Mapping) -> bool:
    """Whether the router has begun its table anew, or has another address, since it has granted a mapping.
    One that does not answer has not, as far as we know; over UPnP it cannot be told."""
    if mapping.epoch is None:
        return False
    try:
        with await _connected(mapping.router) as sock:
            if mapping.by == "pcp":
                answer = await _ask(sock, pcp.pcp_announce(sock.getsockname()[0]), pcp.read_pcp_announce)
            else:
                answer = await _ask(sock, pcp.nat_pmp_address(), pcp.read_nat_pmp_address)
    except OSError as error:
        log.info("asking %s for its epoch: %s", mapping.router.host, error)
        return False
    if answer is None:
        return False
    moved = bool(answer.host) and answer.host != mapping.external.host
    return moved or has_restarted(mapping.epoch, EpochTime(answer.epoch_s, trio.current_time()))


async def unmap(mapping: Mapping) -> bool:
    """Give a mapping back; whether the router says that it is gone."""
    if mapping.by == "upnp":
        return await _unmap_upnp(mapping)
    try:
        with await _connected(mapping.router) as sock:
            if mapping.by == "pcp":
                end = pcp.pcp_map(sock.getsockname()[0], mapping.nonce, mapping.internal_port, 0)
                read: ParseAnswer = partial(pcp.read_pcp_map, nonce=mapping.nonce, port=mapping.internal_port)
            else:
                end = pcp.nat_pmp_map(mapping.internal_port, 0)
                read = partial(pcp.read_nat_pmp_map, port=mapping.internal_port)
            answer = await _ask(sock, end, read)
            return answer is not None and not answer.result
    except OSError as error:
        log.info("giving back %s: %s", mapping.external, error)
        return False


async def _connected(router: Router) -> trio.socket.SocketType:
    """A UDP socket that hears only what comes from the router's own port. Sends nothing."""
    family = trio.socket.AF_INET6 if ":" in router.host else trio.socket.AF_INET
    sock = trio.socket.socket(family, trio.socket.SOCK_DGRAM)
    try:
        if router.source:
            await sock.bind((router.source, 0))
        await sock.connect((router.host, router.port))
    except BaseException:
        sock.close()
        raise
    return sock


async def _ask(sock: trio.socket.SocketType, request: bytes, read: ParseAnswer) -> RouterAnswer | None:
    """The first answer that `read` takes, None when all tries are over. Raises OSError where the router says
    that nothing listens there."""
    for _ in range(TRIES):
        with trio.move_on_after(TRY_S):
            await sock.send(request)
            for _ in range(ANSWERS_A_TRY):
                answer = read(await sock.recv(pcp.ANSWER_BYTES + 1))
                if answer is not None:
                    return answer
    return None


async def _send_last(sock: trio.socket.SocketType, request: bytes) -> None:
    """Send once, whether we are cancelled or not, and wait for no answer."""
    with trio.move_on_after(UNMAP_S, shield=True):
        try:
            await sock.send(request)
        except OSError as error:
            log.info("giving a port back: %s", error)


# UPnP.


_limiter: trio.lowlevel.RunVar[trio.CapacityLimiter] = trio.lowlevel.RunVar("upnp")


async def _in_thread(work: Callable[[], T]) -> T:
    """One at a time in a thread; one that hangs is left to itself, and keeps the next from starting."""
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = trio.CapacityLimiter(1)
        _limiter.set(limiter)
    return await trio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=limiter)


async def _map_upnp(wanted: MappingRequest) -> MappingResult:
    """Ask over UPnP, if `miniupnpc` is installed; it searches by multicast on the interface that leads to the
    router, and only the router itself is asked for a port."""
    try:
        import miniupnpc
    except ImportError:
        return Silent()
    with await _connected(wanted.router) as sock:
        own = sock.getsockname()[0]
    given_up = threading.Event()

    def work() -> MappingResult:
        igd = miniupnpc.UPnP(multicastif=own, discoverdelay=UPNP_SEARCH_MS)
        return _ask_igd(igd, wanted, own, given_up)

    try:
        with trio.move_on_after(UPNP_S):
            return await _in_thread(work)
    finally:
        given_up.set()
    return Silent(("upnp",))


def _ask_igd(igd: Any, wanted: MappingRequest, own: str, given_up: threading.Event) -> MappingResult:
    """Find the router and ask it, in a thread. A port that is mapped after we have given up is taken back."""
    try:
        igd.discover()
        if urlsplit(igd.selectigd()).hostname != wanted.router.host:
            return Silent(("upnp",))
    except Exception as error:  # miniupnpc knows no other class
        log.info("searching a router over UPnP: %s", error)
        return Silent(("upnp",))
    try:
        host = igd.externalipaddress()
        useless = fault_of("upnp", host, wanted.port, LIFETIME_ASKED_S)
        if useless is not None:
            return useless
        outer = _take_outer_port(igd, wanted, own)
        if outer is None:
            return Rejected("upnp", "all ports that were tried are taken")
        if given_up.is_set():
            igd.deleteportmapping(outer, "TCP")
    except Exception as error:
        return Rejected("upnp", _clean(str(error)))
    external = Address(str(ip_of(host)), outer)
    return Mapping(external, wanted.port, LIFETIME_ASKED_S, "upnp", wanted.router, own, wanted.nonce, igd=igd)


def _take_outer_port(igd: Any, wanted: MappingRequest, own: str) -> int | None:
    """An outer port that leads to ours from now on; one of another machine is not taken from it. None: all
    that may be tried are taken."""
    drawn = [49152 + int.from_bytes(wanted.nonce[n : n + 2], "big") % 16384 for n in range(0, 12, 2)]
    first = wanted.external.port if wanted.external else wanted.port
    for outer in list(dict.fromkeys([first, *drawn]))[:UPNP_PORTS]:
        there = igd.getspecificportmapping(outer, "TCP")
        if there is not None and there[:2] != (own, wanted.port):
            continue
        try:
            _add(igd, outer, wanted.port, own)
        except Exception as error:
            if "Conflict" not in str(error):
                raise
        else:
            return outer
    return None


def _add(igd: Any, outer: int, port: int, own: str) -> None:
    """A router that knows only mappings without an end gets one, which `unmap` ends."""
    add = partial(igd.addportmapping, outer, "TCP", own, port, "fadenet", "")
    try:
        add(LIFETIME_ASKED_S)
    except Exception as error:
        if "OnlyPermanentLeases" not in str(error):
            raise
        add(0)


async def _unmap_upnp(mapping: Mapping) -> bool:
    try:
        await _in_thread(partial(mapping.igd.deleteportmapping, mapping.external.port, "TCP"))
    except Exception as error:
        log.info("giving back %s: %s", mapping.external, error)
        return False
    return True


def _clean(said: str) -> str:
    return "".join(c for c in said if c.isprintable())[:SAID_CHARS] or "no reason given"


PCP: Final = MappingProtocol("pcp", _map_pcp)
NAT_PMP: Final = MappingProtocol("nat-pmp", _map_nat_pmp)
UPNP: Final = MappingProtocol("upnp", _map_upnp)


# Keeping.


async def find_router() -> Router | None:
    """The IPv4 router that leads out."""
    host = await default_gateway()
    return Router(host) if host else None


class PortKeeper:
    """Keeps our TCP port mapped. tell: is called with what has come of it, at first and whenever the external
    address has changed, has gone or has come. find: the router to ask, asked for anew each time. nonce: 12
    bytes; the same at the next start, a router that speaks PCP knows us again after a crash.
    """

    def __init__(
        self,
        port: int,
        tell: Callable[[MappingResult], None],
        *,
        find: Callable[[], Awaitable[Router | None]] = find_router,
        ways: Sequence[MappingProtocol] = (),
        nonce: bytes | None = None,
    ) -> None:
        self._port = port
        self._tell = tell
        self._find = find
        self._ways = ways
        self._nonce = os.urandom(pcp.NONCE_BYTES) if nonce is None else nonce
        self._moved = trio.Event()
        self._mapping: Mapping | None = None
        self._told: MappingResult | None = None
        self._again_s = AGAIN_FIRST_S
        self._ends = self._next = 0.0

    def own_address_changed(self) -> None:
        """The mapping leads to where we were; map anew."""
        self._moved.set()

    async def keep_mapped(self) -> None:
        """Map, renew and map anew until cancelled; then the mapping is given back, in 0.5 s at most."""
        try:
            while True:
                await self._ask()
                while await self._wait():
                    pass
        finally:
            if self._mapping is not None:
                with trio.move_on_after(UNMAP_S, shield=True):
                    await unmap(self._mapping)

    async def _ask(self) -> None:
        """Ask once, and set when to ask next: at half the lifetime (RFC 6886 section 3.3)."""
        moved, self._moved = self._moved.is_set(), trio.Event()
        if moved:
            self._again_s = AGAIN_FIRST_S
        router = await self._find()
        external = self._mapping.external if self._mapping else None
        outcome: MappingResult = NoRouter()
        if router is not None:
            outcome = await map_port(MappingRequest(self._port, router, self._nonce, external), self._ways)
        now = trio.current_time()
        if isinstance(outcome, Mapping):
            self._mapping, self._again_s = outcome, AGAIN_FIRST_S
            self._ends, self._next = now + outcome.lifetime_s, now + outcome.lifetime_s / 2
        elif isinstance(outcome, Silent) and self._mapping and now < self._ends and not moved:
            self._next = min(self._ends, now + self._pause())
            return
        else:
            self._mapping = None
            self._next = now + self._pause()
        self._say(outcome)

    def _pause(self) -> float:
        pause, self._again_s = self._again_s, min(AGAIN_LAST_S, 2 * self._again_s)
        return pause

    def _say(self, outcome: MappingResult) -> None:
        before, self._told = self._told, outcome
        if isinstance(before, Mapping) and isinstance(outcome, Mapping):
            if before.external != outcome.external:
                self._tell(outcome)
        elif before != outcome:
            self._tell(outcome)

    async def _wait(self) -> bool:
        """Wait until something is to be looked at; whether nothing is to be asked for yet."""
        with trio.move_on_at(min(self._next, trio.current_time() + CHECK_S)):
            await self._moved.wait()
        if self._moved.is_set() or trio.current_time() >= self._next:
            return False
        return self._mapping is None or not await router_restarted(self._mapping)

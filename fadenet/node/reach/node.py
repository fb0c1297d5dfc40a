"""A node: one process of one player on its network. It has one listener, doors by token, and dials others.

Everything that a process does with others, a match, a relay, looking on, is given the one node and opens
doors at it.
"""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from typing import Final
from weakref import WeakKeyDictionary

import trio

from fadenet.node.errors import NodeError, plainly
from fadenet.node.limits import (
    ARRIVALS_KEPT,
    CANDIDATES_REMEMBERED,
    CONNECT_S,
    DIALS_BURST,
    DIALS_PER_S,
    FILES_PER_MATCH,
    FILES_SHARE,
    LOOK_S,
    RESERVED_S,
    UPGRADE_S,
)
from fadenet.node.link.candidates import (
    Address,
    Candidate,
    IrohId,
    RelayAddress,
    is_loopback,
    is_private,
    is_public,
)
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Link, Network
from fadenet.node.link.listener import Door, Doors, NodeListener
from fadenet.node.link.rates import Rates
from fadenet.node.link.session import Session
from fadenet.node.link.tcp import OUTSIDE
from fadenet.node.reach.addresses import own_candidates
from fadenet.node.reach.directory import Directory
from fadenet.node.reach.helpers import Helpers
from fadenet.node.reach.mappings import Mapping, MappingResult, advice
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.pcp import NONCE_BYTES
from fadenet.node.reach.ports import PortKeeper
from fadenet.node.reach.quic import QuicEndpoint, QuicListener
from fadenet.node.reach.socks import patience_with
from keys import fingerprint

log = logging.getLogger(__name__)

QUIC_ADDRESSES: Final = 2
"""Of a QUIC endpoint, in an invitation."""


class _KeptSession:
    """A session that is kept connected: with whom (fingerprint), and by which token we are let in there."""

    def __init__(self, session: Session, player: bytes, token: Callable[[], bytes]) -> None:
        self.session = session
        self.player = player
        self._token = token
        self._used = self._before = token()

    def token(self) -> bytes:
        """The token at the moment."""
        token = self._token()
        if token != self._used:
            self._used, self._before = token, self._used
        return token

    def is_reached(self, player: bytes, token: bytes) -> bool:
        """Whether a channel to a player by this token is one of the session: what is under way while the
        token changes leads there too."""
        return player == self.player and token in (self.token(), self._before)


class Node:
    """Made by `open_node`. identity: who it is; doors: what leads in; directory: where others are; helpers:
    who brings it together with those whom it cannot dial."""

    def __init__(
        self,
        identity: NodeIdentity,
        network: Network,
        found_at: Sequence[Helper],
        maps: bool,
        nursery: trio.Nursery,
    ) -> None:
        self.identity = identity
        self.network = network
        self.doors = Doors()
        self.directory = Directory()
        self.mapped: tuple[Address, ...] = ()
        """Where a router lets others in to us."""
        self.mapping: MappingResult | None = None
        """The outcome of asking the router, None = it was not asked, or has not answered yet."""
        self._keeper: PortKeeper | None = None
        self._quic: QuicEndpoint | None = None
        self._quic_listens = False
        self.moves = 0
        """How often our addresses have changed."""
        self.lagged_until = 0.0
        """Until when it counts that our loop has not kept up."""
        self._found_at = tuple(found_at)
        self._maps = maps
        self._nursery = nursery
        self._listener = NodeListener(identity, self.doors, self._take)
        self.helpers = Helpers(
            identity, network, self._listener, self._addresses, self._take_arrival, self._tell, nursery
        )
        self._dials = Rates[Candidate](DIALS_PER_S, DIALS_BURST, CANDIDATES_REMEMBERED)
        self._ways: WeakKeyDictionary[Channel, str] = WeakKeyDictionary()
        self._kept: list[_KeptSession] = []
        self._dialled: dict[trio.CancelScope, tuple[bytes, bytes]] = {}
        self._arrivals: dict[tuple[bytes, bytes], Channel] = {}  # the oldest first
        self._where: tuple[Candidate, ...] = ()
        """Where we can be dialled, as the system said last, with what and when it was asked."""
        self._known: tuple[object, ...] = ()
        self._asked_at = 0.0
        self._readdressed = trio.Event()

    def expect_many(self) -> None:
        """All who dial us may come from behind one address."""
        self._listener.expect_many()

    @property
    def lags(self) -> bool:
        """Whether our loop has not kept up just now, as far as somebody looks for that."""
        return trio.current_time() < self.lagged_until

    # Being dialled.

    async def listen(self, addresses: Sequence[Address]) -> None:
        """Listen at these addresses as long as the node is open; once. Raises `CannotListen`."""
        await self._nursery.start(self._listener.accept, addresses, self.network)
        if self._maps:
            self._keep_mapped()

    def _keep_mapped(self) -> None:
        """Have the router map our port, if we listen where it could lead to."""
        ports = [one.port for one in self.bound if one.host == "0.0.0.0" or is_private(one)]
        if not ports:
            return
        nonce = self.identity.derive("fn1/map")[:NONCE_BYTES]
        self._keeper = PortKeeper(ports[0], self._told, nonce=nonce)
        self.mapping = None
        self._nursery.start_soon(self._keeper.keep_mapped)

    @property
    def asks_router(self) -> bool:
        """Whether a router is asked to map our port."""
        return self._keeper is not None

    def _told(self, outcome: MappingResult) -> None:
        self.mapping = outcome
        self.mapped = (outcome.external,) if isinstance(outcome, Mapping) else ()
        log.info("mapping: %s", outcome)
        self.helpers.renew()
        self._tell()

    @property
    def bound(self) -> tuple[Address, ...]:
        """Where the node listens, () = nowhere."""
        return self._listener.addresses

    def use_quic(self, endpoint: QuicEndpoint, *, listens: bool = True) -> None:
        """Dial over QUIC too, and be dialled if it listens, as long as the node is open."""
        self._quic, self._quic_listens = endpoint, listens
        if listens:
            self._nursery.start_soon(self._take_quic, QuicListener(endpoint))

    async def _take_quic(self, listener: QuicListener) -> None:
        """Serve what comes over QUIC until the endpoint is closed."""
        async with trio.open_nursery() as nursery:
            with suppress(trio.ClosedResourceError):
                while True:
                    nursery.start_soon(self._listener.serve, await listener.accept())
            nursery.cancel_scope.cancel()

    def candidates(self, among: bytes = b"") -> tuple[Candidate, ...]:
        """Where others can dial the node, for invitations and the like; () = nowhere. among: the token of
        those who are told. The system is asked no more often than we look for moves: that takes a while, and
        hundreds may sit down at once."""
        besides = (*self._endpoint(), *self.helpers.relays(among))
        if not self.bound:
            return besides
        known, now = (self.bound, self.mapped, besides, self.moves), trio.current_time()
        if known != self._known or now >= self._asked_at + LOOK_S:
            self._where = own_candidates(self.bound, self.network, self.mapped, besides)
            self._known, self._asked_at = known, now
        return self._where

    def for_strangers(self, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
        """Those that strangers could dial, and that are dialled if strangers name them: none of anybody's own
        network. A node that listens on loopback alone has strangers there alone."""
        near = bool(self.bound) and all(map(is_loopback, self.bound))
        return tuple(one for one in candidates if is_public(one) or (near and is_loopback(one)))

    def _endpoint(self) -> tuple[Candidate, ...]:
        """The candidates of our QUIC endpoint, without its own look-up: an address of each family, and its
        key; () while it does not listen."""
        if self._quic is None or not self._quic_listens:
            return ()
        there = own_candidates(self._quic.addresses(), self.network)[:QUIC_ADDRESSES]
        over_udp = [replace(one, tcp=False, udp=True) for one in there if isinstance(one, Address)]
        return (*over_udp, IrohId(self._quic.key))

    async def found(self, say: Callable[[str], None]) -> None:
        """Wait a moment until our helpers know us and the router has answered, so that an invitation says so;
        say what others cannot do."""
        with trio.move_on_after(RESERVED_S):
            await self.helpers.settled(self._found_at)
            while self._keeper is not None and self.mapping is None:
                await self._readdressed.wait()
        for helper in self._found_at:
            if helper not in self.helpers.reserved:
                why = self.helpers.errors.get(helper, "It has not answered yet.")
                say(f"The relay {helper.name} is not used: {why}")
        own = self.network.way_to(OUTSIDE[-1])
        told = None if self.mapping is None else advice(self.mapping, self.bound[0].port, own)
        if told is not None and not self.helpers.reserved:
            say(told)

    def _addresses(self) -> tuple[Candidate, ...]:
        return own_candidates(self.bound, self.network, self.mapped) if self.bound else ()

    @contextmanager
    def opened(
        self, tokens: Iterable[bytes], door: Door, *, players: bool = False, feed: Door | None = None
    ) -> Iterator[None]:
        """These tokens lead to a door while the block runs, and at our helpers we are found by them. players:
        whether only those of one match hold them; feed: where they lead who come to look on."""
        there = list(tokens)
        for token in there:
            self.doors.open(token, door, players, feed)
            self.helpers.tokens[token] = False
        self.helpers.renew()
        try:
            yield
        finally:
            for token in there:
                self.doors.close(token)
                self.helpers.tokens.pop(token, None)
            self.helpers.renew()

    @property
    def connections(self) -> int:
        """Channels that others have made to us, and handshakes under way."""
        return self._listener.connections

    @property
    def refused(self) -> dict[str, int]:
        """How many were refused, by the reason; too_many: found no place for a handshake."""
        told = {reason.name.lower(): count for reason, count in self._listener.refused.items()}
        return {**told, "too_many": self._listener.turned_away}

    def channels_at(self, kind: type) -> int:
        """Channels at doors of this kind."""
        return self._listener.channels_at(kind)

    def has_files(self) -> bool:
        """Whether there is room for all who are connected, by what the system lets a process have open."""
        return self._listener.connections * FILES_PER_MATCH <= FILES_SHARE * _files_most()

    # Dialling.

    async def dial(self, player: bytes, token: bytes, purpose: Purpose, early: bytes = b"") -> Channel:
        """A channel to a player (fingerprint, 16 bytes), wherever the directory says it is. Raises as
        `link.dial.dial` does."""
        there = self.directory.candidates(player)
        opener = partial(self._open, player, token, purpose)
        channel: Channel | None = None
        with trio.CancelScope() as scope:
            self._dialled[scope] = player, token
            try:
                channel = await dial(
                    self.identity,
                    there,
                    Errand(player, token, purpose, early),
                    open_link=opener,
                    relays_first=self.directory.is_helped(player),
                    connect_s=patience_with(self.network),
                )
                self.directory.reached(player, helped=self.helpers.has_led_to(channel))
                if not channel.relay:
                    self.helpers.met(player, token)
            except NodeError:
                if (player, token) not in self._arrivals:
                    raise
            finally:
                del self._dialled[scope]
        if channel is None:  # a helper has brought us together sooner than all that was dialled
            channel = self._arrivals.pop((player, token), None)
            if channel is None:
                return await self.dial(player, token, purpose, early)
        self._know(channel)
        return channel

    async def dial_at(
        self,
        player: bytes,
        candidates: Sequence[Candidate],
        token: bytes,
        purpose: Purpose,
        early: bytes = b"",
    ) -> Channel:
        """A channel to a player at these places alone, of which the directory learns nothing: strangers have
        named them. Raises as `link.dial.dial` does."""
        opener = partial(self._open, player, token, purpose)
        patience = patience_with(self.network)
        channel = await dial(
            self.identity,
            candidates,
            Errand(player, token, purpose, early),
            open_link=opener,
            connect_s=patience,
        )
        self._know(channel)
        return channel

    async def keep(
        self, session: Session, player: bytes, token: Callable[[], bytes], first: Channel | None = None
    ) -> None:
        """Keep a session with a player (fingerprint) connected, for ever: dial whenever it has no connection,
        and look for a direct way while it has a relayed one. token: by which it lets us in at the moment.
        Raises `NodeError` when the other side can never be reached again (another version)."""

        async def redial(early: bytes) -> Channel:
            channel = await self.dial(player, kept.token(), Purpose.SEAT, early)
            channel.suit(self.identity.kind)
            return channel

        kept = _KeptSession(session, player, token)
        self._kept.append(kept)
        try:
            with plainly():
                async with trio.open_nursery() as nursery:
                    if (arrived := self._arrivals.pop((player, kept.token()), None)) is not None:
                        nursery.start_soon(session.use, arrived)
                    nursery.start_soon(self._look_for_direct, kept)
                    await session.run(redial, first)
                    nursery.cancel_scope.cancel()
        finally:
            self._kept.remove(kept)

    async def _open(self, player: bytes, token: bytes, purpose: Purpose, candidate: Candidate) -> Link:
        """Connect to a candidate of any kind. Raises OSError and `NodeError`."""
        wait = self._dials.wait(candidate, trio.current_time(), CONNECT_S)
        if wait is None:
            raise OSError(f"{candidate} is dialled too often already")
        await trio.sleep(wait)
        if isinstance(candidate, Address):
            return await self.network.open(candidate)
        if isinstance(candidate, IrohId) and self._quic is not None:
            there = [one for one in self.directory.candidates(player) if isinstance(one, Address) and one.udp]
            return await self._quic.opener(there)(candidate)
        if isinstance(candidate, RelayAddress):
            return await self.helpers.open(candidate, player, token, purpose)
        raise OSError(f"{candidate} is of a kind that is not dialled here")

    # From a relay to a direct way.

    async def _look_for_direct(self, kept: _KeptSession) -> None:
        """While a session goes over a relay that we have dialled, ask there again and again for a direct way.
        If both asked, neither would take the other's call."""
        session, player = kept.session, kept.player
        while True:
            channel = session.channel
            if channel is None or not channel.relay or channel.dialled_by != self.identity.public:
                await session.rerouted()
                continue
            for pause in chain(UPGRADE_S, repeat(UPGRADE_S[-1])):
                with trio.move_on_after(pause):
                    await self._readdressed.wait()
                if session.channel is not channel:
                    break
                relays = [one for one in self.directory.candidates(player) if isinstance(one, RelayAddress)]
                for relay in relays:
                    try:
                        await self.helpers.direct(relay, player, kept.token())
                    except NodeError as error:
                        log.info("no direct way over %s: %s", relay, error)

    def _take_arrival(self, player: bytes, token: bytes, purpose: Purpose, channel: Channel) -> None:
        """A direct way has been found: for a session that is kept, or for one that is about to be."""
        self.directory.reached(player, helped=True)
        self._know(channel)
        channel.suit(self.identity.kind)
        kept = next((one for one in self._kept if one.is_reached(player, token)), None)
        if kept is not None:
            self._nursery.start_soon(kept.session.use, channel)
            return
        dials = [scope for scope, whom in self._dialled.items() if whom == (player, token)]
        if purpose is Purpose.SEAT or dials:
            self._leave_arrival(player, token)
            self._arrivals[player, token] = channel
            if len(self._arrivals) > ARRIVALS_KEPT:
                self._leave_arrival(*next(iter(self._arrivals)))
        else:
            self._nursery.start_soon(channel.aclose)
        for scope in dials[:1]:
            scope.cancel()

    def _leave_arrival(self, player: bytes, token: bytes) -> None:
        """Nobody needs this direct way any more, if there is one."""
        channel = self._arrivals.pop((player, token), None)
        if channel is not None:
            self._nursery.start_soon(channel.aclose)

    # Moving.

    async def readdressed(self) -> None:
        """Wait until where the node can be dialled may have changed."""
        await self._readdressed.wait()

    def moved(self) -> None:
        """Our addresses have changed: what used the old ones is gone, and everybody is dialled at once."""
        for channel, way in list(self._ways.items()):
            if way != self.network.way_to(channel.remote.host):
                self._nursery.start_soon(channel.abort)
        for kept in list(self._kept):
            kept.session.hurry()
        self.moves += 1
        if self._keeper is not None:
            self._keeper.own_address_changed()
        self.helpers.renew()
        self._tell()

    def _tell(self) -> None:
        self._readdressed.set()
        self._readdressed = trio.Event()

    async def watch(self) -> None:
        """Look for changes of our addresses, for ever."""
        while True:
            await self.network.changed(lambda: [channel.remote.host for channel in self._ways])
            log.info("our addresses have changed")
            self.moved()

    def _take(self, channel: Channel) -> None:
        """Somebody has come; the way to it is the one by which it came."""
        self.directory.reached(fingerprint(channel.peer), helped=self.helpers.has_led_to(channel))
        self._know(channel)

    def _know(self, channel: Channel) -> None:
        """Remember by which way a channel goes, as long as there is such a channel. Where one leads nowhere
        any more, those to our helpers may not either."""
        channel.doubted = self.helpers.look
        if not channel.relay:
            self._ways[channel] = self.network.way_to(channel.remote.host)


def _files_most() -> float:
    """How many files a process may have open."""
    try:
        import resource
    except ImportError:  # Windows
        return math.inf
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else soft


@asynccontextmanager
async def open_node(
    identity: NodeIdentity, network: Network, helpers: Sequence[Helper] = (), *, maps: bool = False
) -> AsyncGenerator[Node]:
    """A node as long as the block runs. helpers: where it is to be found. maps: whether its router is asked
    for a port that leads to it."""
    async with trio.open_nursery() as nursery:
        node = Node(identity, network, helpers, maps, nursery)
        nursery.start_soon(node.watch)
        for helper in helpers:
            nursery.start_soon(node.helpers.reserve, helper)
        yield node
        nursery.cancel_scope.cancel()

"""The accepting side: bounded handshakes, a guard round every connection, admitted channels to the caller.

Nothing that a peer does may end more than its own connection: each runs in a guard that logs and swallows
every `Exception`. Only cancellation passes.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import trio

from fadenet.node import limits
from fadenet.node.errors import NodeError, Reason
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate, Gates
from fadenet.node.link.handshake import Admit, Admitted, Refused, respond
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Address, Link, Listen, listen_tcp
from fadenet.node.link.rates import SourceRates
from protocol.faults import PeerFault

log = logging.getLogger(__name__)

K = TypeVar("K")

Handler = Callable[[Channel, Admitted], Awaitable[None]]
"""Owns an admitted channel until it returns; the channel is closed then."""


@dataclass(eq=False, slots=True)
class _Place:
    """A handshake under way. passed: its gate is open; known: players of our matches come from there."""

    source: str
    site: str
    known: bool
    passed: bool = False
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)

    def passes(self) -> None:
        self.passed = True


class NodeListener:
    """Accepts links, turns them into channels and hands these to `handler`.

    `addresses` are those really bound; `gates` may be changed at any time.
    """

    def __init__(self, node: NodeIdentity, gates: Gates, admit: Admit, handler: Handler) -> None:
        self.node = node
        self.gates = gates
        self.addresses: tuple[Address, ...] = ()
        self._admit = admit
        self._handler = handler
        self._rates = SourceRates()
        self._places: dict[_Place, None] = {}  # the oldest first
        self._channels: Counter[bytes] = Counter()

    @property
    def handshakes(self) -> int:
        """Handshakes under way."""
        return len(self._places)

    async def serve(self, link: Link) -> None:
        """One connection from first byte to close; raises nothing but cancellation."""
        try:
            await self._serve(link)
        except PeerFault as fault:
            log.warning("%r dropped: %s", link, fault)
        except NodeError as error:
            log.info("%r ended: %s", link, error)
        except Exception:
            log.exception("%r: error in the connection's own task", link)
        finally:
            await trio.aclose_forcefully(link)

    async def _serve(self, link: Link) -> None:
        with ExitStack() as seat:

            def admit(gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
                decision = self._decide(gate, peer, purpose)
                if isinstance(decision, Admitted):
                    seat.enter_context(_counted(self._channels, peer))
                return decision

            greeted = None
            with self._place(link.remote) as place:
                if place is not None:
                    greeted = await respond(link, self.node, self.gates, admit, place.passes)
            if greeted is None:
                return
            channel, admitted = greeted
            self.gates.know(link.remote)
            log.info("%r from %s", channel, channel.peer.hex()[:8])
            try:
                await self._handler(channel, admitted)
            except PeerFault:
                await channel.abort()
                raise
            finally:
                await channel.aclose()

    def _decide(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        if (
            self._channels.total() >= limits.PEERS_ADMITTED
            or self._channels[peer] >= limits.CHANNELS_PER_PEER
        ):
            return Refused(Reason.BUSY)
        return self._admit(gate, peer, purpose)

    @contextmanager
    def _place(self, remote: Address) -> Iterator[_Place | None]:
        """A place for a handshake with `remote`, held while the block runs, or None. Whose place is needed
        for another leaves the block early."""
        place, now = _Place(remote.source, remote.site, self.gates.knows(remote)), trio.current_time()
        allowed = [self._rates.allow(name, now) for name in {place.source, place.site}]
        if not (all(allowed) and self._make_room(place)):
            log.info("too many handshakes, %s turned away", place.source)
            yield None
            return
        self._places[place] = None
        try:
            with place.scope:
                yield place
        finally:
            self._places.pop(place, None)

    def _make_room(self, fresh: _Place) -> bool:
        """Whether there is room for one more. Where all is taken, the oldest goes that has not passed the
        gate: who holds a token passes it as soon as its first message is here, and strangers never do."""
        bounds: list[tuple[int, Callable[[_Place], bool]]] = [
            (limits.HANDSHAKES_PER_SOURCE, lambda one: one.source == fresh.source),
            (limits.HANDSHAKES_PER_SITE, lambda one: one.site == fresh.site),
            (
                limits.HANDSHAKES_KEPT if fresh.known else limits.HANDSHAKES_AT_ONCE,
                lambda one: one.known is fresh.known,
            ),
        ]
        for most, is_alike in bounds:
            alike = [one for one in self._places if is_alike(one)]
            if len(alike) >= most:
                oldest = next((one for one in alike if not one.passed), None)
                if oldest is None:
                    return False
                oldest.scope.cancel()
                del self._places[oldest]
        return True


@contextmanager
def _counted(counter: Counter[K], key: K) -> Iterator[None]:
    """One more of this key for as long as the block runs; keys that nobody has any more are forgotten."""
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


@asynccontextmanager
async def open_node_listener(
    node: NodeIdentity,
    addresses: Sequence[Address],
    gates: Gates,
    admit: Admit,
    handler: Handler,
    *,
    listen: Listen = listen_tcp,
) -> AsyncGenerator[NodeListener]:
    """Listen while the block runs; leaving it cancels every connection's handler. Raises `CannotListen`."""
    listener = NodeListener(node, gates, admit, handler)
    accepting, listener.addresses = await listen(addresses)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, listener.serve, accepting)
        try:
            yield listener
        finally:
            nursery.cancel_scope.cancel()

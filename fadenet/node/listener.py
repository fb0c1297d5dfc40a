"""The accepting side: bounded handshakes, a guard round every connection, admitted channels to the caller.

Nothing that a peer does may end more than its own connection: each runs in a guard that logs and swallows
every `Exception`. Only cancellation passes.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import TypeVar

import trio

from fadenet.node import limits
from fadenet.node.channel import Channel, Purpose
from fadenet.node.errors import NodeError, Reason
from fadenet.node.gate import Gate, Gates
from fadenet.node.handshake import Admit, Admitted, Refused, respond
from fadenet.node.identity import NodeIdentity
from fadenet.node.links import Address, Link, Listen, listen_tcp
from fadenet.node.rates import SourceRates
from protocol.faults import PeerFault

log = logging.getLogger(__name__)

K = TypeVar("K")

Handler = Callable[[Channel, Admitted], Awaitable[None]]
"""Owns an admitted channel until it returns; the channel is closed then."""


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
        self._handshakes: Counter[str] = Counter()
        self._channels: Counter[bytes] = Counter()

    @property
    def handshakes(self) -> int:
        """Handshakes under way."""
        return self._handshakes.total()

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
        with ExitStack() as place:

            def admit(gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
                decision = self._decide(gate, peer, purpose)
                if isinstance(decision, Admitted):
                    place.enter_context(_counted(self._channels, peer))
                return decision

            with self._handshake_slot(link.remote.source) as free:
                if not free:
                    return
                greeted = await respond(link, self.node, self.gates, admit)
            if greeted is None:
                return
            channel, admitted = greeted
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
    def _handshake_slot(self, source: str) -> Iterator[bool]:
        """Whether `source` may shake hands now; holds its place while it does."""
        if (
            self._handshakes.total() >= limits.HANDSHAKES_AT_ONCE
            or self._handshakes[source] >= limits.HANDSHAKES_PER_SOURCE
            or not self._rates.allow(source, trio.current_time())
        ):
            log.info("too many handshakes, %s turned away", source)
            yield False
            return
        with _counted(self._handshakes, source):
            yield True


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

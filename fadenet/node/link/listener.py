"""The accepting side: bounded handshakes, a guard round every connection, admitted channels to the caller.

Nothing that a peer does may end more than its own connection: each runs in a guard that logs and swallows
every `Exception`. Only cancellation passes.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

import trio

from fadenet.node import limits
from fadenet.node.errors import DROPPED, REPORT, ClosedGate, NodeError, Reason
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate, Gates
from fadenet.node.link.handshake import Admitted, Refused, respond
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Link, Network
from fadenet.node.link.places import Places
from fadenet.node.link.shares import gives_way
from protocol.faults import PeerFault

log = logging.getLogger(__name__)

Taker = Callable[[Link], Awaitable[None]]
_ASKING: Final = (Purpose.INTRODUCE, Purpose.BOX)
"""The purposes of those who come to a helper with a question, and go when it is answered."""


class Door(Protocol):
    """The service that a token leads to: a table, a match, a relay, ..."""

    @property
    def channels_most(self) -> int:
        """How many channels it takes at once, and of those who come with a question as many again."""
        ...

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """Whether this player (IK) is let in."""
        ...

    async def handle(self, channel: Channel) -> None:
        """Own an admitted channel; it is closed when this returns."""
        ...


class Doors:
    """The doors of a node by the tokens that lead to them. May be changed at any time."""

    def __init__(self) -> None:
        self.gates = Gates()
        self._by_token: dict[bytes, Door] = {}
        self._feeds: dict[bytes, Door] = {}

    def open(self, token: bytes, door: Door, players: bool = False, feed: Door | None = None) -> None:
        """A dialler that knocks with this token comes to this door, or to the feed to look on, if there is
        one. players: whether only those of one match hold it."""
        self._by_token[token] = door
        if feed is not None:
            self._feeds[token] = feed
        self.gates.add(token, players)

    def close(self, token: bytes) -> None:
        """Forget the token; its holders are hung up on without a word."""
        self._by_token.pop(token, None)
        self._feeds.pop(token, None)
        self.gates.remove(token)

    def leads(self, token: bytes, purpose: Purpose) -> Door | None:
        """The door for whoever comes for this."""
        feed = self._feeds.get(token) if purpose is Purpose.SPECTATE else None
        return feed or self[token]

    def __getitem__(self, token: bytes) -> Door | None:
        return self._by_token.get(token)


@dataclass(eq=False, slots=True)
class _Seat:
    """A channel at a door, from its admission on. asks: whether it came with a question to a helper; source,
    site: as of its link; scope: ends it."""

    door: Door
    peer: bytes
    asks: bool
    source: str
    site: str
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)


def _source(seat: _Seat) -> str:
    return seat.source


def _site(seat: _Seat) -> str:
    return seat.site


class NodeListener:
    """Accepts links, turns them into channels and hands these to the door that the token leads to.

    `addresses` are those really bound. `taken`: who takes links from these hosts (IP literals) instead, as
    the one who dials on them. made: told of each channel.
    """

    def __init__(
        self, node: NodeIdentity, doors: Doors, made: Callable[[Channel], None] = lambda channel: None
    ) -> None:
        self.node = node
        self.made = made
        self.addresses: tuple[Address, ...] = ()
        self._doors = doors
        self._gates = doors.gates
        self.refused: Counter[Reason] = Counter()
        """How many were refused why."""
        self.turned_away = 0
        """How many found no place for a handshake."""
        self.taken: dict[str, Taker] = {}
        self._places = Places()
        self._channels: Counter[Door] = Counter()
        self._alike: Counter[tuple[Door, bool]] = Counter()  # of those who ask, and of all others
        self._of_peers: dict[tuple[Door, bytes, bool], list[_Seat]] = {}  # each the oldest first

    def expect_many(self) -> None:
        """All who dial us may come from one source."""
        self._places.expect_many()

    @property
    def connections(self) -> int:
        """Channels and handshakes there are."""
        return self._channels.total() + len(self._places)

    @property
    def handshakes(self) -> int:
        """Handshakes under way."""
        return len(self._places)

    def channels_at(self, kind: type) -> int:
        """Channels at doors of this kind."""
        return sum(number for door, number in self._channels.items() if isinstance(door, kind))

    async def accept(
        self,
        addresses: Sequence[Address],
        network: Network,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Listen until cancelled; started once the addresses are bound. Raises `CannotListen`."""
        accepting, self.addresses = await network.listen(addresses)
        task_status.started()
        await trio.serve_listeners(self._accepted, accepting)

    async def _accepted(self, link: Link) -> None:
        await self.serve(link, self.taken.get(link.remote.host))

    async def serve(
        self,
        link: Link,
        taker: Taker | None = None,
        close: Callable[[Link], Awaitable[None]] = trio.aclose_forcefully,
    ) -> None:
        """One connection from first byte to close; raises nothing but cancellation."""
        try:
            await (taker or self._serve)(link)
        except ClosedGate as fault:
            log.info("%r ended: %s", link, fault)
        except PeerFault as fault:
            log.warning("%r dropped: %s; %s", link, fault, DROPPED)
        except NodeError as error:
            log.info("%r ended: %s", link, error)
        except Exception:
            log.exception("%r dropped; %s", link, REPORT)
        finally:
            await close(link)

    async def _serve(self, link: Link) -> None:
        seat: _Seat | None = None

        def admit(gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
            nonlocal seat
            door = self._doors.leads(gate.token, purpose)
            if door is None:
                return Refused(Reason.DECLINED)  # closed during the handshake
            seat = _Seat(door, peer, purpose in _ASKING, gate.source, gate.site)
            decision = self._decide(seat, gate, purpose)
            if isinstance(decision, Refused):
                self.refused[decision.reason] += 1
            return decision

        try:
            greeted = None
            with self._place(link) as passes:
                if passes is not None:
                    greeted = await respond(link, self.node, self._gates, admit, passes)
            if greeted is None or seat is None:
                return
            channel, _ = greeted
            self.made(channel)
            log.info("%r from %s", channel, channel.peer.hex()[:8])
            try:
                with seat.scope:
                    await seat.door.handle(channel)
            except PeerFault:
                await channel.abort()
                raise
            finally:
                await channel.aclose()
        finally:
            if seat is not None:
                self._leave(seat)

    def _decide(self, seat: _Seat, gate: Gate, purpose: Purpose) -> Admitted | Refused:
        """Whether there is a seat. A player that has as many channels there as it may gets one in place of
        its oldest: a node that moves and moves again leaves some that nobody has missed yet. At a helper
        those who ask for each other are called by each other too, for which they have as many. Where a door
        has all that it takes, whoever holds most there gives way."""
        own = self._of_peers.get((seat.door, seat.peer, seat.asks), [])
        oldest = own[0] if len(own) >= limits.CHANNELS_PER_PEER else None
        is_full = self._alike[seat.door, seat.asks] >= seat.door.channels_most
        late = gives_way(self._seats_like(seat), seat, [_site, _source]) if is_full else None
        no_room = self._channels.total() >= limits.CHANNELS_AT_ONCE and not gate.players
        if oldest is None and (no_room or (is_full and late is None)):
            return Refused(Reason.BUSY)
        decision = seat.door.admit(gate, seat.peer, purpose)
        if isinstance(decision, Refused):
            return decision
        if oldest is not None and not (decision.beside and not is_full):
            if not decision.replaces:
                return Refused(Reason.BUSY)
            late = oldest
        if late is not None:
            self._leave(late)
            late.scope.cancel()
        self._channels[seat.door] += 1
        self._alike[seat.door, seat.asks] += 1
        self._of_peers.setdefault((seat.door, seat.peer, seat.asks), []).append(seat)
        return decision

    def _seats_like(self, seat: _Seat) -> list[_Seat]:
        """All at the same door that have come for the like, those of each player together."""
        there = [
            seats
            for (door, _, asks), seats in self._of_peers.items()
            if (door, asks) == (seat.door, seat.asks)
        ]
        return [one for seats in there for one in seats]

    def _leave(self, seat: _Seat) -> None:
        """A channel is over, or has given way."""
        own = self._of_peers.get((seat.door, seat.peer, seat.asks), [])
        if seat not in own:
            return
        own.remove(seat)
        if not own:
            del self._of_peers[seat.door, seat.peer, seat.asks]
        self._channels[seat.door] -= 1
        self._alike[seat.door, seat.asks] -= 1
        if not self._alike[seat.door, seat.asks]:
            del self._alike[seat.door, seat.asks]
        if not self._channels[seat.door]:
            del self._channels[seat.door]

    @contextmanager
    def _place(self, link: Link) -> Iterator[Callable[[Gate], bool] | None]:
        """A place for a handshake over a link, held while the block runs: what to ask when its gate opens.
        None if there is none. A handshake whose place is needed for another leaves the block early."""
        place = self._places.take(link)
        if place is None:
            self._turn_away(link)
            yield None
            return

        def passes(gate: Gate) -> bool:
            has_place = self._places.open(place, gate)
            if not has_place:
                self._turn_away(link)
            return has_place

        try:
            with place.scope:
                yield passes
        finally:
            self._places.leave(place)

    def _turn_away(self, link: Link) -> None:
        self.turned_away += 1
        log.info("too many handshakes, %s turned away", link.source)

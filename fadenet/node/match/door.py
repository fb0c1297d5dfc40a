"""The door of a node at a table: who may come in, and the session with each of them.

As long as there are free seats, whoever holds the token takes one. Whoever took a seat may always come back
to it; everybody else is told that the table is full.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

import ifaddr
import trio

from fadenet.node.errors import NodeError, Reason
from fadenet.node.limits import CANDIDATES
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import dial
from fadenet.node.link.gate import Gate, Gates
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.identity import NodeIdentity, PlayerKind
from fadenet.node.link.links import Address, Candidate, OpenLink, parse_address
from fadenet.node.link.listener import NodeListener
from fadenet.node.link.session import Redial, Session
from fadenet.node.match.host import Machine
from fadenet.node.match.saved import SavedTable
from keys import fingerprint


class Door:
    """Admission and sessions of one table. places: how many others sit there; kind: what plays here.

    expires: seconds since 1970, after which free seats are closed (None = never). `came` is told of the
    session of everybody who takes a free seat.
    """

    def __init__(
        self,
        machine: Machine,
        kind: PlayerKind,
        places: int,
        expires: int | None = None,
        known: Iterable[bytes] = (),
    ) -> None:
        self._machine = machine
        self._kind = kind
        self.gates = Gates()
        self.came: Callable[[Session], object] = lambda session: None
        self._beside: dict[str, Door] = {}
        self._places = places
        self._expires = expires
        self._sessions = {peer: Session(peer, machine.rng) for peer in known}

    def session(self, peer: bytes) -> Session:
        """The session with somebody who has a seat."""
        return self._sessions[peer]

    async def somebody(self) -> None:
        """Wait until one of those who have a seat is connected. Nobody may come or go meanwhile."""
        async with trio.open_nursery() as nursery:

            async def wait(session: Session) -> None:
                while not session.state.connected:
                    await session.state_changed()
                nursery.cancel_scope.cancel()

            for session in self._sessions.values():
                nursery.start_soon(wait, session)

    def seat(self, session: Session) -> None:
        """Give a seat to somebody with whom we have a session already."""
        self._sessions[session.peer] = session

    def forget(self, session: Session) -> None:
        """Free the seat of somebody who has left; what it still sends is not heard any more."""
        if self._sessions.get(session.peer) is session:
            del self._sessions[session.peer]
        session.close()

    def beside(self, match: str, token: bytes, door: Door) -> None:
        """Who knocks with this token is let in at the door of another match."""
        self._beside[match] = door
        self.gates.add(token, match)

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """A seat for who has one or finds a free one; a late or further one is told why not."""
        if (other := self._beside.get(gate.label)) is not None:
            decision = other.admit(gate, peer, purpose)
            return replace(decision, label=gate.label) if isinstance(decision, Admitted) else decision
        if purpose not in (Purpose.SEAT, Purpose.RESUME):
            return Refused(Reason.DECLINED)
        if peer in self._sessions:
            return Admitted()
        if len(self._sessions) >= self._places:
            return Refused(Reason.FULL)
        if self._expires is not None and self._machine.now() >= self._expires:
            return Refused(Reason.EXPIRED)
        session = self._sessions[peer] = Session(peer, self._machine.rng)
        self.came(session)
        return Admitted()

    async def handle(self, channel: Channel, admitted: Admitted) -> None:
        """Carry the peer's session over this channel for as long as it lasts."""
        if (other := self._beside.get(admitted.label)) is not None:
            await other.handle(channel, admitted)
            return
        _pace(channel, self._kind)
        session = self._sessions.get(channel.peer)
        if session is not None:
            await session.attach(channel)


def redialler(
    node: NodeIdentity, candidates: Sequence[Candidate], expected: bytes, token: bytes, open_link: OpenLink
) -> Redial:
    """How to get a fresh channel to the player with this fingerprint (16 bytes)."""

    async def redial(early: bytes) -> Channel:
        channel = await dial(
            node, candidates, expected, token, Purpose.SEAT, open_link=open_link, early=early
        )
        _pace(channel, node.kind)
        return channel

    return redial


def dial_players(
    nursery: trio.Nursery,
    node: NodeIdentity,
    door: Door,
    note: SavedTable,
    open_link: OpenLink,
    say: Callable[[str], None],
    whom: Collection[str],
) -> None:
    """Keep dialling those players of a match whose addresses we know, by their keys (hex)."""
    for peer in note.peers:
        key = bytes.fromhex(peer.key)
        reach = [parse_address(address) for address in peer.addresses]
        if reach and peer.key in whom:
            redial = redialler(node, reach, fingerprint(key), bytes.fromhex(note.token), open_link)
            nursery.start_soon(keep_dialling, door.session(key), redial, say)


async def keep_dialling(
    session: Session, redial: Redial, say: Callable[[str], None], first: Channel | None = None
) -> None:
    """Dial whenever there is no connection. Of somebody with another version our player is told, and nobody
    dials it again."""
    try:
        await session.run(redial, first)
    except NodeError as error:
        say(str(error))


def _pace(channel: Channel, kind: PlayerKind) -> None:
    """Between two bots the rate of messages is not limited."""
    if kind is PlayerKind.BOT and channel.greet.kind is PlayerKind.BOT:
        channel.lift_message_rate()


def reachable(listener: NodeListener) -> tuple[Address, ...]:
    """Addresses under which others may reach what is bound: every interface's own instead of "all"."""
    found: list[Address] = []
    for bound in listener.addresses:
        if bound.host not in ("0.0.0.0", "::"):
            found.append(bound)
            continue
        v6 = bound.host == "::"
        for adapter in ifaddr.get_adapters():
            for ip in adapter.ips:
                host = ip.ip[0] if isinstance(ip.ip, tuple) else ip.ip
                if ip.is_IPv6 == v6 and not host.startswith("fe80"):
                    found.append(Address(host, bound.port))
    outside = [a for a in found if a.host not in ("127.0.0.1", "::1")]
    inside = [a for a in found if a not in outside]
    return tuple([*outside, *inside][:CANDIDATES])

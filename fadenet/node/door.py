"""The door of a node at a table: who may come in, and the session with each of them.

As long as there are free seats, whoever holds the token takes one. Whoever took a seat may always come back
to it; everybody else is told that the table is full.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

import ifaddr

from fadenet.node.channel import Channel, Purpose
from fadenet.node.dial import dial
from fadenet.node.errors import Reason
from fadenet.node.gate import Gate, Gates
from fadenet.node.handshake import Admitted, Refused
from fadenet.node.identity import Kind, NodeIdentity
from fadenet.node.invite import HOUR_S
from fadenet.node.limits import CANDIDATES
from fadenet.node.links import Address, Candidate, OpenLink
from fadenet.node.listener import NodeListener
from fadenet.node.machine import Machine
from fadenet.node.session import Session


class Door:
    """Admission and sessions of one table. places: how many others sit there.

    expires: hours since 1970, after which free seats are closed (None = never). `came` is told of the session
    of everybody who takes a free seat.
    """

    def __init__(
        self, machine: Machine, places: int, expires: int | None = None, known: Iterable[bytes] = ()
    ) -> None:
        self._machine = machine
        self.gates = Gates()
        self.came: Callable[[Session], object] = lambda session: None
        self._places = places
        self._expires = expires
        self._sessions = {peer: Session(peer, machine.rng) for peer in known}

    def session(self, peer: bytes) -> Session:
        """The session with somebody who has a seat."""
        return self._sessions[peer]

    def seat(self, session: Session) -> None:
        """Give a seat to somebody with whom we have a session already."""
        self._sessions[session.peer] = session

    def forget(self, session: Session) -> None:
        """Free the seat of somebody who has left; what it still sends is not heard any more."""
        if self._sessions.get(session.peer) is session:
            del self._sessions[session.peer]
        session.close()

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """A seat for who has one or finds a free one; a late or further one is told why not."""
        if peer in self._sessions:
            return Admitted()
        if len(self._sessions) >= self._places:
            return Refused(Reason.FULL)
        if self._expires is not None and self._machine.now() >= self._expires * HOUR_S:
            return Refused(Reason.EXPIRED)
        session = self._sessions[peer] = Session(peer, self._machine.rng)
        self.came(session)
        return Admitted()

    async def handle(self, channel: Channel, admitted: Admitted) -> None:
        """Carry the peer's session over this channel for as long as it lasts."""
        if channel.greet.kind is Kind.BOT:
            channel.lift_message_rate()
        session = self._sessions.get(channel.peer)
        if session is not None:
            await session.attach(channel)


def redialler(
    node: NodeIdentity, candidates: Sequence[Candidate], expected: bytes, token: bytes, open_link: OpenLink
) -> Callable[[bytes], Awaitable[Channel]]:
    """How to get a fresh channel to the player with this fingerprint (16 bytes)."""

    async def redial(early: bytes) -> Channel:
        channel = await dial(
            node, candidates, expected, token, Purpose.SEAT, open_link=open_link, early=early
        )
        if node.kind is Kind.BOT and channel.greet.kind is Kind.BOT:
            channel.lift_message_rate()  # between two bots the rate of messages is not limited
        return channel

    return redial


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

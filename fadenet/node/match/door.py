"""The door of a node at a table: who may come in, and the session with each of them.

As long as there are free seats, whoever holds the token takes one. Whoever took a seat may always come back
to it; everybody else is told that the table is full.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

import trio

from fadenet.node.errors import NodeError, Reason
from fadenet.node.limits import PEERS_ADMITTED
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.identity import PlayerKind
from fadenet.node.link.session import Session
from fadenet.node.match.host import Machine
from fadenet.node.match.saved import SavedTable
from fadenet.node.reach.node import Node
from keys import fingerprint


class Door:
    """Admission and sessions of one table. places: how many others sit there; kind: what plays here.

    expires: seconds since 1970, after which free seats are closed (None = never). `came` is told of the
    session of everybody who takes a free seat, `went` of everybody's whose seat is free again.
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
        self.channels_most = PEERS_ADMITTED
        self.came: Callable[[Session], object] = lambda session: None
        self.went: Callable[[Session], object] = lambda session: None
        self._places = places
        self._expires = expires
        self._sessions = {peer: Session(peer, machine.rng) for peer in known}

    @property
    def free(self) -> int:
        """How many seats anybody who holds the token can still take."""
        over = self._expires is not None and self._machine.now() >= self._expires
        return 0 if over else max(0, self._places - len(self._sessions))

    def session(self, peer: bytes) -> Session:
        """The session with somebody who has a seat."""
        return self._sessions[peer]

    def knows(self, peer: bytes) -> bool:
        """Whether somebody has a seat."""
        return peer in self._sessions

    def sessions(self) -> list[Session]:
        """The sessions with all who have a seat."""
        return list(self._sessions.values())

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
            self.went(session)
        session.close()

    def close(self) -> None:
        """The table is gone: say goodbye to all who have a seat."""
        for session in self._sessions.values():
            session.close()

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """A seat for who has one or finds a free one; a late or further one is told why not."""
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

    async def handle(self, channel: Channel) -> None:
        """Carry the peer's session over this channel for as long as it lasts."""
        channel.suit(self._kind)
        session = self._sessions.get(channel.peer)
        if session is not None:
            await session.attach(channel)


def dial_players(
    nursery: trio.Nursery,
    node: Node,
    door: Door,
    note: SavedTable,
    say: Callable[[str], None],
    whom: Collection[str],
) -> None:
    """Keep dialling those players of a match of whom we know where they are, by their keys (hex). Guests find
    each other at the host too."""
    for peer in note.peers:
        key = bytes.fromhex(peer.key)
        helped = note.host not in ("", peer.key)
        if (peer.where or helped) and peer.key in whom:
            node.directory.named(fingerprint(key), peer.where)
            if helped:
                node.directory.found_at(fingerprint(key), fingerprint(bytes.fromhex(note.host)))
            token = bytes.fromhex(note.token)
            nursery.start_soon(keep_dialling, node, door.session(key), partial(bytes, token), say)


async def keep_dialling(
    node: Node,
    session: Session,
    token: Callable[[], bytes],
    say: Callable[[str], None],
    first: Channel | None = None,
) -> None:
    """Dial whenever there is no connection. Of somebody with another version our player is told, and nobody
    dials it again."""
    try:
        await node.keep(session, fingerprint(session.peer), token, first)
    except NodeError as error:
        say(str(error))

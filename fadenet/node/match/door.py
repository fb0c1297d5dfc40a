"""The door of a node at a table: who may come in, and the session with each of them.

As long as seats are free, any holder of the token may look at the offer, and the first to sit down has one:
to look costs nothing, so it takes a seat from nobody. A guest that sits may always come back; everybody else
is told that the table is full.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import trio

from fadenet.node.errors import NodeError, Reason
from fadenet.node.limits import LOOKERS, PEERS_ADMITTED, SEAT_YIELDS_S
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.identity import PlayerKind
from fadenet.node.link.session import Session
from fadenet.node.link.shares import gives_way
from fadenet.node.match.host import Machine
from fadenet.node.match.saved import SavedTable
from fadenet.node.match.visits import Visits
from fadenet.node.reach.node import Node
from keys import fingerprint


class Lobby(Protocol):
    """The lobby behind a door, which waits for a table to fill."""

    def attend(self, session: Session) -> None:
        """Somebody has come who looks."""
        ...

    def yields(self) -> bool:
        """Whether somebody who sits would have to give its seat to another one now."""
        ...


@dataclass(frozen=True, slots=True)
class _Visitor:
    """Somebody who has come: from where, and when, or when it began to look again (Trio's seconds)."""

    peer: bytes
    source: str
    site: str
    since: float


def _source(one: _Visitor) -> str:
    return one.source


def _site(one: _Visitor) -> str:
    return one.site


class TableDoor:
    """Admission and sessions of one table. places: how many others sit there; kind: what plays here.

    expires: seconds since 1970, after which free seats are closed (None = never); known: who sits there
    already; only: the keys of those who may come, None = all holders of the token; visits: what is remembered
    of guests over several tables. `lobby`: where the table fills, None before and once it has. `went` is told
    of everybody's session who is not there any more.
    """

    def __init__(
        self,
        machine: Machine,
        kind: PlayerKind,
        places: int,
        expires: int | None = None,
        known: Iterable[bytes] = (),
        visits: Visits | None = None,
        only: Collection[bytes] | None = None,
    ) -> None:
        self._machine = machine
        self._only = only
        self._kind = kind
        self.lobby: Lobby | None = None
        self.went: Callable[[Session], object] = lambda session: None
        self._places = places
        self._expires = expires
        self._visits = visits or Visits()
        self._sessions = {peer: Session(peer, machine.rng) for peer in known}
        self._seated = set(self._sessions)
        self._guests: dict[bytes, _Visitor] = {}  # the oldest first

    @property
    def channels_most(self) -> int:
        """How many channels it takes at once."""
        return PEERS_ADMITTED + (2 * LOOKERS if self.lobby is not None else 0)

    @property
    def free(self) -> int:
        """How many seats anybody who holds the token can still take."""
        return 0 if self._is_over() else max(0, self._places - len(self._seated))

    @property
    def yields(self) -> bool:
        """Whether somebody would have to give its seat to another one now."""
        return self.lobby is not None and self.lobby.yields()

    @property
    def lookers(self) -> int:
        """How many look and have not sat down."""
        return len(self._looking())

    @property
    def is_shown_in_vain(self) -> bool:
        """Whether nobody looks who may be about to sit down."""
        due = trio.current_time() - SEAT_YIELDS_S
        return all(one.since <= due for one in self._looking())

    def lookers_from(self, source: str) -> int:
        """How many of these have come from there."""
        return sum(one.source == source for one in self._looking())

    def session(self, peer: bytes) -> Session:
        """The session with somebody who is there."""
        return self._sessions[peer]

    def knows(self, peer: bytes) -> bool:
        """Whether somebody is there."""
        return peer in self._sessions

    def sessions(self) -> list[Session]:
        """The sessions with all who are there."""
        return list(self._sessions.values())

    def seated(self) -> list[Session]:
        """The sessions with all who have a seat."""
        return [self._sessions[peer] for peer in self._seated]

    async def somebody(self) -> None:
        """Wait until one of those who are there is connected. Nobody may come or go meanwhile."""
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
        self._seated.add(session.peer)

    def rise(self, session: Session) -> None:
        """Somebody who has come and sat down begins anew, and looks again."""
        guest = self._guests.pop(session.peer, None)
        if guest is not None:
            self._seated.discard(session.peer)
            self._guests[session.peer] = replace(guest, since=trio.current_time())

    def forget(self, session: Session, *, owing: bool = False) -> None:
        """Free the seat of somebody who has left; what it still sends is not heard any more. owing: whether
        it owed what it should have said."""
        peer = session.peer
        if self._sessions.get(peer) is session:
            del self._sessions[peer]
            guest, sat = self._guests.pop(peer, None), peer in self._seated
            self._seated.discard(peer)
            if owing and guest is not None:
                self._visits.came_to_nothing(guest.source, trio.current_time(), sat=sat)
            self.went(session)
        session.close()

    def close(self) -> None:
        """The table is gone: say goodbye to all who are there."""
        for session in self._sessions.values():
            session.close()

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """Admit a peer that has a seat, or that may look as one is free; a late or further one is told why
        not. As long as the table fills it may be free again soon."""
        if purpose not in (Purpose.SEAT, Purpose.RESUME):
            return Refused(Reason.DECLINED)
        if self._only is not None and peer not in self._only:
            return Refused(Reason.DECLINED)
        if peer in self._sessions:
            return Admitted()
        if len(self._seated) >= self._places and not self.yields:
            return Refused(Reason.FULL if self.lobby is None else Reason.BUSY)
        if self._is_over():
            return Refused(Reason.EXPIRED)
        fresh = _Visitor(peer, gate.source, gate.site, trio.current_time())
        if not (self._visits.may_come(gate.source, fresh.since) and self._make_room(fresh)):
            return Refused(Reason.BUSY)
        session = self._sessions[peer] = Session(peer, self._machine.rng)
        self._guests[peer] = fresh
        if self.lobby is not None:
            self.lobby.attend(session)
        return Admitted()

    def _is_over(self) -> bool:
        return self._expires is not None and self._machine.now() >= self._expires

    def _looking(self) -> list[_Visitor]:
        return [one for one in self._guests.values() if one.peer not in self._seated]

    def _make_room(self, fresh: _Visitor) -> bool:
        """Whether one more may look; one of those who do may have to go for it."""
        looking, due = self._looking(), fresh.since - SEAT_YIELDS_S
        if len(looking) < LOOKERS:
            return True
        late = gives_way(looking, fresh, [_site, _source], lambda one: one.since <= due)
        if late is not None:
            self.forget(self._sessions[late.peer])
        return late is not None

    async def handle(self, channel: Channel) -> None:
        """Carry the peer's session over this channel for as long as it lasts."""
        channel.suit(self._kind)
        session = self._sessions.get(channel.peer)
        if session is not None:
            await session.attach(channel)


def dial_players(
    nursery: trio.Nursery,
    node: Node,
    door: TableDoor,
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
    """Dial whenever the session has no connection. Tells our player when the other runs another version, and
    does not dial it again."""
    try:
        await node.keep(session, fingerprint(session.peer), token, first)
    except NodeError as error:
        say(str(error))

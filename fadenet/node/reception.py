"""A standing invitation: a guest that comes by it gets a place at the open table of its kind, and when that
is full the next one is opened.

The reception is the door that the token of the invitation leads to. Behind it each table has a door of its
own, which its players come back to by the token of their match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import trio

from fadenet.node.errors import Reason
from fadenet.node.limits import CHANNELS_AT_ONCE
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.session import Session
from fadenet.node.match.door import TableDoor
from fadenet.node.weakly import weakly


class House(Protocol):
    """The room of a node for players and tables, which all its receptions share."""

    def may_sit(self, peer: bytes, source: str) -> bool:
        """Whether this player (IK), who comes from there, may sit down at one more table."""
        ...

    def has_room(self) -> bool:
        """Whether one more table may be opened."""
        ...

    def make_room(self) -> bool:
        """Close a table at which nobody sits and nobody is about to; whether there is room then."""
        ...


@dataclass(eq=False, slots=True, weakref_slot=True)
class OpenTable:
    """A table: its door, from where its guests have come (IK: source), whether its match has begun, and what
    ends it before."""

    door: TableDoor
    guests: dict[bytes, str] = field(default_factory=dict)
    begun: bool = False
    lobby: trio.CancelScope = field(default_factory=trio.CancelScope)

    def __post_init__(self) -> None:
        self.door.went = weakly(self._went)

    def _went(self, session: Session) -> None:
        """Somebody has left the lobby. Once nobody is in it any more it is closed, so that empty ones take no
        room."""
        self.guests.pop(session.peer, None)
        if not (self.begun or self.door.sessions()):
            self.lobby.cancel()

    @property
    def waits(self) -> bool:
        """Whether its match is still to begin."""
        return not (self.begun or self.lobby.cancel_called)

    @property
    def has_seat(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.waits and (self.door.free > 0 or self.door.yields)


class Reception:
    """The door of one standing invitation. lay: opens one more table and says which; it stays until
    `clear`."""

    def __init__(self, house: House, lay: Callable[[Reception], OpenTable]) -> None:
        self.channels_most = CHANNELS_AT_ONCE
        self.tables: list[OpenTable] = []
        self._house = house
        self._lay = lay

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """A place at a table; somebody who waits in a lobby comes back to it."""
        if purpose not in (Purpose.SEAT, Purpose.RESUME):
            return Refused(Reason.DECLINED)
        place = self._lobby_of(peer)
        if place is None and self._house.may_sit(peer, gate.source):
            place = self._place_for_one()
        if place is None:
            return Refused(Reason.BUSY)
        decision = place.door.admit(gate, peer, purpose)
        if isinstance(decision, Admitted):
            place.guests[peer] = gate.source
        return decision

    @property
    def has_seat(self) -> bool:
        """Whether somebody may sit down at a table that is laid."""
        return any(one.has_seat for one in self.tables)

    def _place_for_one(self) -> OpenTable | None:
        """A table with a seat for each who looks and one more, as long as there is room for tables; then the
        one of those at which all have looked in vain where fewest do, or the place of another such table."""
        there = [one for one in self.tables if one.has_seat]
        calm = next((one for one in there if one.door.free > one.door.lookers), None)
        if calm is None and self._house.has_room():
            return self._lay(self)
        idle = [one for one in there if one.door.is_shown_in_vain]
        found = calm or min(idle, key=lambda one: one.door.lookers, default=None)
        return self._lay(self) if found is None and self._house.make_room() else found

    async def handle(self, channel: Channel) -> None:
        """Carry the session of a guest in a lobby."""
        place = self._lobby_of(channel.peer)
        if place is not None:
            await place.door.handle(channel)

    def clear(self, place: OpenTable) -> None:
        """A table is over."""
        self.tables.remove(place)

    def _lobby_of(self, peer: bytes) -> OpenTable | None:
        """The table at which somebody waits for a match to begin."""
        return next((one for one in self.tables if one.waits and one.door.knows(peer)), None)

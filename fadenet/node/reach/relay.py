"""The helper: it brings two nodes together that cannot dial each other, and carries what they say meanwhile.

A host reserves with circuit tokens and stays connected; a joiner who holds such a token asks for it. Both are
told at once where the other is seen. The channel that they then have over the helper is their own, encrypted:
the helper sees bytes and times of it and nothing else; it never has the token that opens the host's door. A
guest, who plays with the host, may reserve with the one token of their match: so the host finds it again when
it has moved.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

import trio

from fadenet.node import limits
from fadenet.node.errors import PeerGone, Reason, TooSlow
from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.noise import Rng
from fadenet.node.link.rates import Bucket, Rates
from fadenet.node.link.shares import gives_way
from fadenet.node.reach.box_room import BoxRoom
from fadenet.node.reach.calls import (
    CALL_BYTES,
    Call,
    Carry,
    Gone,
    HostQuery,
    Meet,
    NotWanted,
    RelayWord,
    Reserve,
    Reserved,
    Why,
    hear_word,
    helper_token,
)
from fadenet.node.reach.node import Node
from keys import fingerprint

log = logging.getLogger(__name__)

MayReserve = Callable[[bytes], bool]
"""Whether a player (IK) may reserve."""
PLACES: Final = 4
"""Channels that one circuit may need at once: both ends, and both again while they are made anew."""


@dataclass(eq=False, slots=True)
class _Reservation:
    """A host, or a guest of one, that is to be found by these circuit tokens, as long as its channel lasts.
    scope: ends it."""

    channel: Channel
    tokens: tuple[bytes, ...]
    candidates: tuple[Candidate, ...]
    guest: bool
    scope: trio.CancelScope


@dataclass(eq=False, slots=True)
class _Meeting:
    """A call under way: for which host (IK), by which token; `end`: the host's end of the circuit, once it
    has come; `over`: nobody needs it any more."""

    host: bytes
    token: bytes
    end: Channel | None = None
    came: trio.Event = field(default_factory=trio.Event)
    over: trio.Event = field(default_factory=trio.Event)


@dataclass(eq=False, slots=True)
class _Circuit:
    """A circuit that is carried: by which token, for a joiner at which address. scope: ends it."""

    token: bytes
    joiner: Address
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)


def _source(one: _Circuit) -> str:
    return one.joiner.source


def _site(one: _Circuit) -> str:
    return one.joiner.site


class _LineDoor:
    """The door of the relay's line, whose holders come to reserve, and to their boxes."""

    channels_most = limits.RESERVATIONS

    def __init__(self, relay: Relay) -> None:
        self._relay = relay

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        return self._relay.admit_host(peer, purpose)

    async def handle(self, channel: Channel) -> None:
        if channel.greet.purpose is Purpose.BOX:
            await self._relay.serve_boxes(channel)
        else:
            await self._relay.keep(channel)


class _CircuitDoor:
    """The door of a circuit token, whose holders come to ask for a host, or as the host that was called."""

    def __init__(self, relay: Relay, token: bytes) -> None:
        self.channels_most = limits.CIRCUITS_PER_TOKEN * PLACES + limits.MEETINGS
        self._relay = relay
        self._token = token

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        if purpose not in (Purpose.INTRODUCE, Purpose.RELAY):
            return Refused(Reason.DECLINED)
        asks = purpose is Purpose.INTRODUCE
        # How often a host is called is up to others: it may come, and nothing that is carried for it ends.
        return Admitted(stranger=True, replaces=asks, beside=not asks)

    async def handle(self, channel: Channel) -> None:
        if channel.greet.purpose is Purpose.INTRODUCE:
            await self._relay.introduce(channel, self._token)
        else:
            await self._relay.carry_host(channel, self._token)


class _GuestDoor:
    """The door for guests, who derive its token from the circuit token of their host, and come to be found by
    that as well."""

    channels_most = 2 * limits.GUESTS_PER_TOKEN
    """All, and all again where they have moved and are not missed yet."""

    def __init__(self, relay: Relay, token: bytes) -> None:
        self._relay = relay
        self._token = token

    def admit(self, gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        return Admitted(stranger=True) if purpose is Purpose.RELAY else Refused(Reason.DECLINED)

    async def handle(self, channel: Channel) -> None:
        await self._relay.keep(channel, self._token)


class Relay:
    """The helper that a node is. wanted: who may reserve; most: how many circuits at once; guests: how many
    of these are to be found at once; boxes: its boxes, None = it has none.

    `carried`: how many circuits have been carried.
    """

    def __init__(
        self,
        node: Node,
        rng: Rng,
        wanted: MayReserve = lambda peer: True,
        most: int = limits.CIRCUITS,
        guests: int = limits.GUESTS,
        boxes: BoxRoom | None = None,
    ) -> None:
        self.carried = 0
        self.boxes = boxes
        self._node = node
        self._rng = rng
        self._wanted = wanted
        self._most = most
        self._guests_most = guests
        self._reservations: dict[Channel, _Reservation] = {}
        self._tokens: Counter[bytes] = Counter()  # by how many reservations each is held
        self._hosted: Counter[bytes] = Counter()  # by how many of hosts
        self._guest_doors: dict[bytes, _GuestDoor] = {}  # by the circuit token
        self._circuits: dict[_Circuit, None] = {}  # the oldest first
        self._meetings: dict[bytes, _Meeting] = {}
        self._calls = Rates[str](limits.CALLS_PER_S, limits.CALLS_BURST, limits.SOURCES_REMEMBERED)
        per_token = limits.CALLS_PER_TOKEN_S
        self._calls_by_token = Rates[bytes](per_token, per_token, limits.SOURCES_REMEMBERED)

    @contextmanager
    def opened(self, token: bytes) -> Iterator[None]:
        """Let holders of this token reserve while the block runs."""
        self._node.doors.open(token, _LineDoor(self))
        try:
            yield
        finally:
            self._node.doors.close(token)

    @property
    def circuits(self) -> int:
        """How many are carried now."""
        return len(self._circuits)

    @property
    def reservations(self) -> int:
        """Hosts that are to be found here."""
        return len(self._reservations) - self.guests

    @property
    def guests(self) -> int:
        """Guests of these that are to be found here."""
        return sum(there.guest for there in self._reservations.values())

    # Hosts.

    def admit_host(self, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        """Whether this player (IK) may reserve, or come to its boxes: there it is told why if it is not
        wanted, as only who has none declines."""
        if purpose is Purpose.BOX and self.boxes is not None:
            return Admitted(stranger=True)
        if purpose is not Purpose.RELAY or not self._wanted(peer):
            return Refused(Reason.DECLINED)
        return Admitted(stranger=True)

    async def serve_boxes(self, channel: Channel) -> None:
        """Do what somebody with the line asks at the boxes."""
        assert self.boxes is not None
        await self.boxes.serve(channel, has_line=self._wanted(channel.peer))

    async def keep(self, channel: Channel, only: bytes = b"") -> None:
        """Keep a reservation, and what is said anew of it, for as long as the node that reserves is
        connected. only: the one token of a guest, b"" for a host."""
        try:
            with trio.move_on_after(limits.CALL_S) as patience:
                while True:
                    word = await hear_word(channel)
                    if not isinstance(word, Reserve) or (only and word.tokens != (only,)):
                        raise NotWanted("who reserves and says something else than RESERVE")
                    if channel not in self._reservations:
                        patience.deadline = trio.current_time() + limits.RESERVATION_S
                    fresh = _Reservation(channel, word.tokens, word.candidates, bool(only), patience)
                    if only and not self._has_place(fresh):
                        await channel.send(Gone(Why.FULL).pack())
                        return
                    self._note(fresh)
                    granted = self._most, limits.CIRCUIT_BYTES_PER_S, limits.RESERVATION_S
                    await channel.send(Reserved(channel.remote, *granted).pack())
        finally:
            self._forget(self._reservations.pop(channel, None))

    def _has_place(self, fresh: _Reservation) -> bool:
        """Whether one more guest may be found here. One that comes anew gives up the place that it had."""
        guests = [one for one in self._reservations.values() if one.guest]
        alike = [one for one in guests if one.tokens == fresh.tokens]
        own = [one for one in alike if one.channel.peer == fresh.channel.peer]
        if len(alike) - len(own) >= limits.GUESTS_PER_TOKEN or len(guests) - len(own) >= self._guests_most:
            return False
        for one in own:
            if one.channel is not fresh.channel:
                one.scope.cancel()
        return True

    def _note(self, fresh: _Reservation) -> None:
        """Note a reservation, in place of what its channel has said before. Raises `NotWanted`."""
        tokens, doors = set(fresh.tokens), self._node.doors
        if any(not self._tokens[token] and doors[token] is not None for token in tokens):
            raise NotWanted("a circuit token that leads to another door here")
        before = self._reservations.pop(fresh.channel, None)
        self._reservations[fresh.channel] = fresh
        for token in tokens:
            if not self._tokens[token]:
                doors.open(token, _CircuitDoor(self, token))
            self._tokens[token] += 1
            if not fresh.guest:
                self._hosted[token] += 1
                self._let_guests_in(token)
        self._forget(before)

    def _let_guests_in(self, token: bytes) -> None:
        gate = helper_token(token)
        if self._guests_most and token not in self._guest_doors and self._node.doors[gate] is None:
            self._guest_doors[token] = _GuestDoor(self, token)
            self._node.doors.open(gate, self._guest_doors[token])

    def _forget(self, gone: _Reservation | None) -> None:
        for token in set(gone.tokens if gone is not None else ()):
            self._tokens[token] -= 1
            if not self._tokens[token]:
                del self._tokens[token]
                self._node.doors.close(token)
            if gone is not None and not gone.guest:
                self._hosted[token] -= 1
                if not self._hosted[token]:
                    del self._hosted[token]
                    if self._guest_doors.pop(token, None) is not None:
                        self._node.doors.close(helper_token(token))

    def _host(self, player: bytes, token: bytes) -> _Reservation | None:
        """The newest reservation of a player (fingerprint) with this token."""
        for there in reversed(self._reservations.values()):
            if token in there.tokens and fingerprint(there.channel.peer) == player:
                return there
        return None

    # Joiners.

    async def introduce(self, channel: Channel, token: bytes) -> None:
        """Bring a joiner and the host that it asks for together, and carry for them if the joiner says so."""
        meeting: _Meeting | None = None
        call = self._rng(CALL_BYTES)
        try:
            with trio.move_on_after(limits.CALL_S) as patience:
                asked = await hear_word(channel)
                if not isinstance(asked, HostQuery):
                    raise NotWanted("a joiner that says something else than ASK")
                there = self._host(asked.host, token)
                why = self._refusal(channel, there, token)
                if there is None or why is not None:
                    await channel.send(Gone(Why.AWAY if why is None else why).pack())
                    await _left(channel)
                    return
                meeting = self._meetings[call] = _Meeting(there.channel.peer, token)
                await self._tell_both(call, channel, there, asked)
                if not isinstance(await hear_word(channel), Carry):
                    raise NotWanted("a joiner that says something else than CARRY")
                await meeting.came.wait()
            if patience.cancelled_caught or meeting is None or meeting.end is None:
                return  # one of the two has not come
            with self._counted(_Circuit(token, channel.remote)) as has_room:
                if has_room:
                    await _splice(channel, meeting.end)
        finally:
            self._meetings.pop(call, None)
            if meeting is not None:
                meeting.over.set()

    def _refusal(self, channel: Channel, there: _Reservation | None, token: bytes) -> Why | None:
        """Why the two are not brought together, None if they are."""
        if there is None:
            return Why.AWAY
        if there.channel.peer == channel.peer:
            return Why.UNWANTED
        now = trio.current_time()
        allowed = self._calls.allow(channel.remote.source, now) and self._calls_by_token.allow(token, now)
        return None if allowed and len(self._meetings) - self.circuits < limits.MEETINGS else Why.FULL

    async def _tell_both(self, call: bytes, channel: Channel, there: _Reservation, asked: HostQuery) -> None:
        """Tell host and joiner of each other in the same instant: what they dial meets half way."""
        calling = Call(call, self._meetings[call].token, channel.remote, asked.candidates)
        has_room, _ = self._room(_Circuit(calling.token, channel.remote))
        meeting = Meet(call, there.channel.remote, there.candidates, has_room)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_say, there.channel, calling)
            nursery.start_soon(_say, channel, meeting)

    # Circuits.

    def _room(self, fresh: _Circuit) -> tuple[bool, _Circuit | None]:
        """Whether one more circuit may be carried, and which has to end for it: one of whoever has most."""
        of_token = [one for one in self._circuits if one.token == fresh.token]
        for alike, most in ((of_token, limits.CIRCUITS_PER_TOKEN), (list(self._circuits), self._most)):
            if len(alike) >= most:
                late = gives_way(alike, fresh, [_site, _source])
                return late is not None, late
        return True, None

    @contextmanager
    def _counted(self, fresh: _Circuit) -> Iterator[bool]:
        """A circuit as long as the block runs; whether there is room for it."""
        has_room, late = self._room(fresh)
        if not has_room:
            yield False
            return
        if late is not None:
            del self._circuits[late]
            late.scope.cancel()
        self._circuits[fresh] = None
        self.carried += 1
        try:
            with fresh.scope:
                yield True
        finally:
            self._circuits.pop(fresh, None)

    async def carry_host(self, channel: Channel, token: bytes) -> None:
        """The host that was called comes for its end of the circuit, and keeps it to the end."""
        word: RelayWord | None = None
        with trio.move_on_after(limits.CALL_S):
            word = await hear_word(channel)
        meeting = self._meetings.get(word.call) if isinstance(word, Carry) else None
        if meeting is None or meeting.end is not None:
            return  # too late
        if (meeting.host, meeting.token) != (channel.peer, token):
            raise NotWanted("somebody who comes for the circuit of another")
        meeting.end = channel
        meeting.came.set()
        await meeting.over.wait()


async def _say(channel: Channel, word: Call | Meet) -> None:
    """Say it, if anybody still listens."""
    with suppress(PeerGone, TooSlow):
        await channel.send(word.pack())


async def _left(channel: Channel) -> None:
    """Wait until the other side has gone."""
    with suppress(PeerGone):
        await channel.receive()


async def _splice(a: Channel, b: Channel) -> None:
    """Carry pieces both ways until one end goes, is quiet for too long, or has had what one circuit may."""
    now = trio.current_time()
    for end in (a, b):
        end.promote()
        end.set_rates(None, Bucket(limits.CIRCUIT_BYTES_PER_S, limits.CIRCUIT_BURST_BYTES, now))
    left = limits.CIRCUIT_BYTES

    async def pump(source: Channel, target: Channel) -> None:
        nonlocal left
        with suppress(PeerGone, TooSlow):
            while left > 0:
                piece = await source.receive()
                if len(piece) > limits.PIECE_BYTES:
                    raise NotWanted(f"a piece of {len(piece)} bytes")
                left -= len(piece)
                quiet.deadline = trio.current_time() + limits.CIRCUIT_QUIET_S
                await target.send(piece)
        quiet.cancel()

    with trio.move_on_after(limits.CIRCUIT_S), trio.move_on_after(limits.CIRCUIT_QUIET_S) as quiet:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pump, a, b)
            nursery.start_soon(pump, b, a)

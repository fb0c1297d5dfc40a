"""The beacon: who plays nearby, without typing and without a server.

Three kinds of datagrams on UDP port 47068, said to everybody on each network that this machine is on:

    question       fn1q | nonce 8 | zeros up to 1,200     from a port of its own, where the answers come
    answer         fn1a | nonce 8 | notice                to who has asked, and never longer than the question
    announcement   fn1n | notice                          every 2 s while a table is open

Nobody outside our own networks is heard. A notice is proven before anything of it is believed; where its
datagram came from is only the first place to look for its player.
"""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

import trio

import keys
from fadenet.node.errors import REPORT
from fadenet.node.link.candidates import Address, Candidate, dialable, ip_of
from fadenet.node.link.links import Network, OwnAddress
from fadenet.node.link.noise import Rng
from fadenet.node.link.rates import Bucket, Rates
from fadenet.node.link.shares import gives_way
from fadenet.node.reach.addresses import own_candidates
from fadenet.node.reach.lan import Glance, Lan, Sender, open_lan
from fadenet.node.reach.node import Node
from fadenet.node.reach.notice import TABLES, Notice, Offer, make_notice, parse_notice
from protocol.faults import BadEncoding

log = logging.getLogger(__name__)

BEACON_PORT: Final = 47068
QUESTION, ANSWER, ANNOUNCEMENT = b"fn1q", b"fn1a", b"fn1n"
NONCE_BYTES: Final = 8
QUESTION_BYTES: Final = 1_200
_HEAD_BYTES: Final = len(QUESTION) + NONCE_BYTES

# Announcing.
ANNOUNCED_EVERY_S: Final = 2.0
ANSWERS_PER_S: Final = 1
ANSWERS_BURST: Final = 3
"""To one source; so many questions come at the begin of a search."""
ANSWERS_OF_ALL_PER_S: Final = 50
SOURCES: Final = 256
"""Sources whose rate is kept; the one that was quiet longest is forgotten first."""
NONCES: Final = 64
"""Questions come twice, to the group and to all; so many are remembered, so as to answer once."""
LIFE_S: Final = 300
SIGNED_ANEW_S: Final = 150

# Asking.
ASKED_AT_S: Final = (0.0, 0.25, 1.0)
ASKED_EVERY_S: Final = 5.0
QUESTIONS: Final = 4
"""The answers to so many of the latest are heard."""
SHOWN: Final = 64
SHOWN_PER_SOURCE: Final = 4
FORGOTTEN_S: Final = 7.0
PROVEN_PER_S: Final = 4
PROVEN_BURST: Final = 8
"""Notices of one source that are not known yet, which take a proof each."""
PROVEN_OF_ALL_PER_S: Final = 100


@dataclass(frozen=True, slots=True)
class Datagram:
    """One datagram. kind: the first 4 bytes; nonce: 8 bytes, b"" in an announcement; notice: the bytes of it,
    b"" in a question; size: of the whole datagram."""

    kind: bytes
    nonce: bytes
    notice: bytes
    size: int

    def pack(self) -> bytes:
        return (self.kind + self.nonce + self.notice).ljust(self.size, b"\0")


def parse_datagram(data: bytes) -> Datagram:
    """Tell what a datagram is; its notice is still to be read. Raises `BadEncoding`."""
    kind, size = data[: len(QUESTION)], len(data)
    nonce, rest = data[len(QUESTION) : _HEAD_BYTES], data[_HEAD_BYTES:]
    if kind == ANNOUNCEMENT:
        return Datagram(kind, b"", data[len(ANNOUNCEMENT) :], size)
    if len(nonce) == NONCE_BYTES and kind == ANSWER:
        return Datagram(kind, nonce, rest, size)
    if len(nonce) == NONCE_BYTES and kind == QUESTION and size <= QUESTION_BYTES and not any(rest):
        return Datagram(kind, nonce, b"", size)
    raise BadEncoding("a datagram that is nothing of ours")


# Announcing.


class Beacon:
    """Answers questions with what is announced. notice: what that is now, b"" = nothing."""

    def __init__(self, notice: Callable[[], bytes]) -> None:
        self._notice = notice
        self._sources = Rates[str](ANSWERS_PER_S, ANSWERS_BURST, SOURCES)
        self._all = Bucket(ANSWERS_OF_ALL_PER_S, ANSWERS_OF_ALL_PER_S, trio.current_time())
        self._answered: OrderedDict[tuple[Sender, bytes], None] = OrderedDict()

    def answer(self, data: bytes, source: Sender) -> bytes | None:
        """The answer to a datagram, None unless it is a question that gets one."""
        try:
            asked = parse_datagram(data)
        except BadEncoding:
            return None
        now = trio.current_time()
        if asked.kind != QUESTION or (source, asked.nonce) in self._answered:
            return None
        if not (self._sources.allow(source.host, now) and self._all.try_take(1, now)):
            return None
        self._answered[source, asked.nonce] = None
        if len(self._answered) > NONCES:
            self._answered.popitem(last=False)
        notice = self._notice()
        answer = ANSWER + asked.nonce + notice
        return answer if notice and len(answer) <= asked.size else None

    async def announce(self, lan: Lan) -> None:
        """Say what is announced every 2 s, for ever. The match does not depend on it, whatever fails."""
        while True:
            try:
                await lan.refresh()
                notice = self._notice()
                if notice:
                    await lan.say(ANNOUNCEMENT + notice)
            except Exception:
                log.exception("announcing has ended; %s", REPORT)
            await trio.sleep(ANNOUNCED_EVERY_S)


class OwnNotice:
    """The notice of a node: signed when what it says has changed, and before it is old.

    tables: those that are open now; now: seconds since 1970.
    """

    def __init__(
        self,
        node: Node,
        identity: keys.Identity,
        tables: Callable[[], Sequence[Offer]],
        now: Callable[[], float],
    ) -> None:
        self._node = node
        self._identity = identity
        self._tables = tables
        self._now = now
        self._said: tuple[tuple[Offer, ...], tuple[Candidate, ...]] = (), ()
        self._glance = Glance(node.network)
        self._candidates: tuple[Candidate, ...] = ()
        self._made = 0
        self._notice = b""
        self._warned = False

    def notice(self) -> bytes:
        """The notice to announce now, b"" while no table is open."""
        try:
            tables = tuple(self._tables())[:TABLES]
            return self._signed(tables) if tables else b""
        except ValueError as error:
            if not self._warned:
                log.warning(
                    "a table is not announced: %s; its invitation works; offer it with fewer options",
                    error,
                )
            self._warned = True
            return b""

    def _signed(self, tables: tuple[Offer, ...]) -> bytes:
        if self._glance.is_due():
            self._candidates = own_candidates(self._node.bound, self._node.network)
        said = tables, self._candidates
        now = int(self._now())
        if said != self._said or not 0 <= now - self._made < SIGNED_ANEW_S:
            kind = self._node.identity.kind
            self._notice = make_notice(self._identity, kind, said[1], tables, made=now, life=LIFE_S)
            self._said, self._made = said, now
        return self._notice


@asynccontextmanager
async def announcing(
    node: Node,
    identity: keys.Identity,
    tables: Callable[[], Sequence[Offer]],
    now: Callable[[], float],
    port: int = BEACON_PORT,
) -> AsyncGenerator[None]:
    """Announce the tables that are open at a node where it listens, and nowhere else, while the block runs.

    tables: asked again and again, as they fill; now: seconds since 1970.
    """
    beacon = Beacon(OwnNotice(node, identity, tables, now).notice)
    lan_of = open_lan(node.network, port, partial(serves, node.bound), beacon.answer)
    async with lan_of as lan, trio.open_nursery() as nursery:
        nursery.start_soon(beacon.announce, lan)
        yield
        nursery.cancel_scope.cancel()


def serves(bound: Sequence[Address], own: OwnAddress) -> bool:
    """Whether a node that listens at `bound` can be reached at this address of ours. All of loopback is one
    place: what listens at one of its addresses is announced to all of this machine."""
    ip = ip_of(own.host)
    if ip is None:
        return False
    for one in bound:
        listens = ip_of(one.host)
        if listens is None:
            continue
        if ip.is_loopback and (listens.is_loopback or listens.is_unspecified):
            return True
        if listens == ip or (listens.is_unspecified and listens.version == ip.version):
            return True
    return False


# Asking.


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody who plays nearby. source: where the notice came from; heard_at: when last (Trio's seconds);
    round_trip_s: from a question to the answer, None as long as none was answered."""

    notice: Notice
    source: Sender
    heard_at: float
    round_trip_s: float | None = None

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Where to dial it, the place that its notice came from first."""
        there = [one for one in self.notice.candidates if isinstance(one, Address) and one.tcp]
        alike = [one for one in there if (":" in one.host) == (":" in self.source.host)]
        same = [one for one in alike if one.host == self.source.host]
        first = [Address(self.source.host, one.port) for one in (same or alike)[:1]]
        return dialable([*first, *self.notice.candidates])


def _host(one: Neighbour) -> str:
    return one.source.host


def _network(one: Neighbour) -> str:
    """The place that counts as one neighbour: an IPv4 address, or the whole interface over IPv6, of which a
    machine may have as many addresses as it likes."""
    return one.source.interface if ":" in one.source.host else one.source.host


class Neighbours:
    """The players nearby, as far as they were heard in the last 7 s. Made by `nearby`. now: seconds since
    1970.

    A player is there once, with the latest notice. skewed: names of players whose clock or ours is wrong.
    """

    def __init__(self, now: Callable[[], float], rng: Rng) -> None:
        self.skewed: set[str] = set()
        self.interfaces: list[str] = []
        self._now = now
        self._rng = rng
        self._asked: OrderedDict[bytes, float] = OrderedDict()
        self._found: dict[bytes, Neighbour] = {}
        self._sources = Rates[str](PROVEN_PER_S, PROVEN_BURST, SOURCES)
        self._all = Bucket(PROVEN_OF_ALL_PER_S, PROVEN_OF_ALL_PER_S, trio.current_time())
        self._changed = trio.Event()
        self._again = trio.Event()

    def found(self) -> list[Neighbour]:
        """All who are nearby, in the order in which they were found."""
        self._forget()
        return list(self._found.values())

    async def changed(self) -> None:
        """Wait until somebody is found, or says something else than before."""
        await self._changed.wait()

    def ask_again(self) -> None:
        """Ask at once, as at the begin."""
        self._again.set()

    def question(self) -> bytes:
        """A fresh question."""
        nonce = self._rng(NONCE_BYTES)
        self._asked[nonce] = trio.current_time()
        if len(self._asked) > QUESTIONS:
            self._asked.popitem(last=False)
        return (QUESTION + nonce).ljust(QUESTION_BYTES, b"\0")

    def hear(self, data: bytes, source: Sender) -> None:
        """Take in a datagram: an announcement, or an answer to one of our questions."""
        try:
            said = parse_datagram(data)
        except BadEncoding:
            return
        now, asked = trio.current_time(), self._asked.get(said.nonce)
        if said.kind == QUESTION or (said.kind == ANSWER and asked is None):
            return
        self._forget()
        known = next((one for one in self._found.values() if one.notice.wire == said.notice), None)
        notice = known.notice if known is not None else self._proven(said.notice, source, now)
        if notice is not None:
            self._take(notice, source, now, None if asked is None else now - asked)

    async def ask(self, lan: Lan) -> None:
        """Ask again and again, for ever."""
        while True:
            self._again = trio.Event()
            begun = trio.current_time()
            for at in ASKED_AT_S:
                await trio.sleep_until(begun + at)
                await self._ask(lan)
            while not self._again.is_set():
                with trio.move_on_after(ASKED_EVERY_S) as pause:
                    await self._again.wait()
                if pause.cancelled_caught:
                    await self._ask(lan)

    async def _ask(self, lan: Lan) -> None:
        await lan.refresh()
        self.interfaces = lan.interfaces
        await lan.say(self.question())

    def _proven(self, wire: bytes, source: Sender, now: float) -> Notice | None:
        """A notice that is not known yet, if it holds and may be looked at."""
        if not (self._sources.allow(source.host, now) and self._all.try_take(1, now)):
            return None
        try:
            notice = parse_notice(wire)
        except BadEncoding as error:
            log.debug("%s says no notice: %s", source.host, error)
            return None
        if not notice.is_current(self._now()):
            if len(self.skewed) < SHOWN:
                self.skewed.add(notice.name)
            return None
        return notice

    def _take(self, notice: Notice, source: Sender, now: float, round_trip: float | None) -> None:
        """Keep a notice, unless it is older than the one of its player, or no room is left."""
        before = self._found.get(notice.ik)
        if before is not None:
            if notice.made < before.notice.made:
                return
            if notice.wire == before.notice.wire:
                source = before.source
            times = [one for one in (round_trip, before.round_trip_s) if one is not None]
            round_trip = min(times, default=None)
        fresh = Neighbour(notice, source, now, round_trip)
        is_new_there = before is None or source.host != before.source.host
        if is_new_there and not self._make_room(fresh):
            return
        self._found[notice.ik] = fresh
        if before is None or (before.notice.tables, before.round_trip_s) != (notice.tables, round_trip):
            self._changed.set()
            self._changed = trio.Event()

    def _make_room(self, fresh: Neighbour) -> bool:
        """Whether somebody may be shown. When so many are that it is all, one of the neighbour with most
        goes: one who has many names or addresses does not hide another."""
        others = [one for ik, one in self._found.items() if ik != fresh.notice.ik]
        if sum(_host(one) == _host(fresh) for one in others) >= SHOWN_PER_SOURCE:
            return False
        if len(others) >= SHOWN:
            late = gives_way(others, fresh, [_network, _host])
            if late is None:
                return False
            del self._found[late.notice.ik]
        return True

    def _forget(self) -> None:
        """Forget who was not heard for 7 s."""
        late = trio.current_time() - FORGOTTEN_S
        for ik in [ik for ik, one in self._found.items() if one.heard_at <= late]:
            del self._found[ik]


@asynccontextmanager
async def nearby(
    network: Network, now: Callable[[], float], rng: Rng = os.urandom, port: int = BEACON_PORT
) -> AsyncGenerator[Neighbours]:
    """Look for those who play nearby while the block runs. now: seconds since 1970."""
    neighbours = Neighbours(now, rng)
    lan_of = open_lan(network, port, lambda own: True, neighbours.hear)
    async with lan_of as lan, trio.open_nursery() as nursery:
        neighbours.interfaces = lan.interfaces
        nursery.start_soon(neighbours.ask, lan)
        yield neighbours
        nursery.cancel_scope.cancel()

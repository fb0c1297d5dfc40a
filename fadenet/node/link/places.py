"""Places for handshakes: how many there are at once, and who has to give one up.

A connection has not shown its gate yet, or has shown a token that strangers may know, or one that only the
players of a match hold. Each of these has places of its own, so that none of them takes those of another.
Where all are taken, `shares` says whose goes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

import trio

from fadenet.node import limits
from fadenet.node.link.gate import Gate
from fadenet.node.link.links import Link
from fadenet.node.link.rates import Rates
from fadenet.node.link.shares import KeyOf, gives_way


class Stand(Enum):
    """How far a handshake is. KNOCKS: its gate is still shut; OPEN: opened with a token that strangers may
    have; KEPT: with one that only players of a match have, and it stands in a place that is kept for them."""

    KNOCKS = auto()
    OPEN = auto()
    KEPT = auto()


@dataclass(eq=False, slots=True)
class PendingHandshake:
    """A handshake under way. source, site: as of its link; since: when it came, or its gate opened (Trio's
    seconds); token: which has opened it; scope: ends it."""

    source: str
    site: str
    relayed: bool
    since: float
    stand: Stand = Stand.KNOCKS
    token: bytes = field(default=b"", repr=False)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)

    @property
    def is_due(self) -> bool:
        """Whether it goes when another one needs its place. A holder of a token shows it with the first
        message, and then needs a moment for the rest."""
        knocks = self.stand is Stand.KNOCKS
        return knocks or trio.current_time() >= self.since + limits.HANDSHAKE_YIELDS_S


def _source(place: PendingHandshake) -> str:
    return place.source


def _site(place: PendingHandshake) -> str:
    return place.site


def _token(place: PendingHandshake) -> bytes:
    return place.token


class Places:
    """All handshakes under way at a listener."""

    def __init__(self) -> None:
        self._per_source = limits.HANDSHAKES_PER_SOURCE
        self._rates = Rates[str](limits.HANDSHAKES_PER_S, limits.HANDSHAKES_BURST, limits.SOURCES_REMEMBERED)
        per_relay = limits.HANDSHAKES_PER_RELAY_S
        self._of_relays = Rates[str](per_relay, per_relay, limits.SOURCES_REMEMBERED)
        self._there: dict[PendingHandshake, None] = {}  # the oldest first

    def __len__(self) -> int:
        return len(self._there)

    def expect_many(self) -> None:
        """All may come from one source."""
        self._per_source = limits.BEHIND_NAT
        self._rates = Rates[str](limits.BEHIND_NAT, 2 * limits.BEHIND_NAT, limits.SOURCES_REMEMBERED)

    def take(self, link: Link) -> PendingHandshake | None:
        """A place for a fresh link, None if it has to go."""
        now = trio.current_time()
        fresh = PendingHandshake(link.source, link.site, bool(link.relay), now)
        per_site = max(self._per_source, limits.HANDSHAKES_PER_SITE)
        bounds: list[tuple[int, Callable[[PendingHandshake], bool], list[KeyOf[PendingHandshake]]]] = [
            (self._per_source, lambda one: one.source == fresh.source, [_source]),
            (
                limits.HANDSHAKES_PER_RELAY if fresh.relayed else per_site,
                lambda one: one.site == fresh.site,
                [_source],
            ),
        ]
        if not self._allows(fresh, now):
            return None
        for most, is_alike, keys in bounds:
            alike = [one for one in self._there if one.stand is not Stand.KEPT and is_alike(one)]
            if not self._make_room(most, alike, fresh, keys):
                return None
        if not self._has_place(limits.HANDSHAKES_AT_ONCE, fresh, [_site, _source]):
            return None
        self._there[fresh] = None
        return fresh

    def open(self, place: PendingHandshake, gate: Gate) -> bool:
        """The gate of a handshake has opened. Whether there is a place for the rest of it."""
        place.since, place.token = trio.current_time(), gate.token
        place.stand = Stand.KEPT if gate.players else Stand.OPEN
        if gate.players and self._has_place(limits.HANDSHAKES_KEPT, place, [_token, _site, _source]):
            return True
        place.stand = Stand.OPEN
        return self._has_place(limits.HANDSHAKES_OPEN, place, [_site, _source])

    def leave(self, place: PendingHandshake) -> None:
        """A handshake is over."""
        self._there.pop(place, None)

    def _allows(self, fresh: PendingHandshake, now: float) -> bool:
        """Whether no more come a second than may."""
        if fresh.relayed:
            of_all = self._of_relays.allow(fresh.site, now)
            return self._rates.allow(fresh.source, now) and of_all
        allowed = [self._rates.allow(name, now) for name in {fresh.source, fresh.site}]
        return all(allowed)

    def _has_place(self, most: int, fresh: PendingHandshake, keys: list[KeyOf[PendingHandshake]]) -> bool:
        """Whether there is a place among those that are as far."""
        alike = [one for one in self._there if one.stand is fresh.stand and one is not fresh]
        return self._make_room(most, alike, fresh, keys)

    def _make_room(
        self,
        most: int,
        alike: list[PendingHandshake],
        fresh: PendingHandshake,
        keys: list[KeyOf[PendingHandshake]],
    ) -> bool:
        """Whether there is a place beside these, one of which may have to go for it."""
        if len(alike) < most:
            return True
        late = gives_way(alike, fresh, keys, lambda one: one.is_due)
        if late is None:
            return False
        late.scope.cancel()
        del self._there[late]
        return True

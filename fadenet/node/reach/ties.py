"""The links of the board, each with what is still to be said, asked and given there."""

from __future__ import annotations

import math
from collections.abc import Iterable

from fadenet.node.limits import (
    HAVES,
    NOTICES_ASKED,
    NOTICES_BURST,
    NOTICES_PER_S,
    NOTICES_PUSHED,
    NOTICES_TAKEN_PER_S,
    NOTICES_TOLD_ASIDE_S,
    POST_PAUSE_S,
)
from fadenet.node.link.rates import Bucket
from fadenet.node.reach.held import Teller


class Tie:
    """One link of the board: who is at its other end (fingerprint), whether we have dialled it, in which
    network it is, and what is to be said and asked there."""

    def __init__(self, peer: bytes, *, dialled: bool, now: float, site: str = "") -> None:
        self.peer = peer
        self.dialled = dialled
        self.site = site
        self.topics: dict[bytes, None] | None = None
        """The topics that are offered or looked for there, None = it has not said so yet."""
        self.named: set[bytes] | None = None
        """Which topics of ours it was told."""
        self.fresh: dict[bytes, None] = {}
        """The names of notices that it is to be told."""
        self.owed = False
        """Whether it is to be given our own notice."""
        self.since = now
        self.told_at = self.heard_of_peers_at = -math.inf
        self.peers_at = now
        self.aside_at = now + NOTICES_TOLD_ASIDE_S
        """When it is to be told of another topic."""
        self.offers: tuple[dict[bytes, None], ...] = ({}, {}, {})
        """The notices that it holds, we lack, and have not asked of it: met, heard of, aside."""
        self.asked: dict[bytes, tuple[float, int]] = {}
        """Until when it may give what it was asked for, and which of these it is."""
        self.unanswered = 0
        """So many it has not given, one after another."""
        self.wants: dict[bytes, None] = {}
        """The notices that it is to be given."""
        self.asking: list[bytes] = []
        """The notices that it is to be asked for."""
        self.pushes = Bucket(1 / POST_PAUSE_S, NOTICES_PUSHED, now)
        self.asks = Bucket(NOTICES_TAKEN_PER_S, NOTICES_BURST, now)
        """How much its network may be asked for, of all its links together."""
        self.gives = Bucket(NOTICES_PER_S, NOTICES_BURST, now)

    @property
    def teller(self) -> Teller:
        """The teller of all that comes on it."""
        return Teller(self.peer, self.site)

    @property
    def offered(self) -> bool:
        """Whether it offers something that it was not asked for."""
        return any(self.offers)

    def has_room(self, now: float) -> bool:
        """Whether it may be asked for one more."""
        return len(self.asked) < NOTICES_ASKED and not self.asks.debt(1, now)

    def shares(self, topics: Iterable[bytes]) -> bool:
        """Whether one of these is offered or looked for there."""
        return self.topics is not None and any(topic in self.topics for topic in topics)

    def names(self, id: bytes) -> bool:
        """Whether it offers this."""
        return any(id in there for there in self.offers)

    def offer(self, ids: Iterable[bytes], kind: int) -> None:
        """It offers these, which are asked for before those that it has named earlier, whose tables may be
        full by now. Of too many those go that were named first."""
        there = self.offers[kind]
        before = list(there)
        there.clear()
        there.update(dict.fromkeys([*ids, *before][:HAVES]))

    def withdraw(self, id: bytes) -> int | None:
        """It does not offer this any more; which of these it was."""
        found = [kind for kind, there in enumerate(self.offers) if there.pop(id, id) is None]
        return found[0] if found else None

"""What a node on the board does: it keeps notices of open tables and passes them on, link by link.

Nothing here reads a clock or sends a byte: bytes and times come in, and what is to be sent goes out. Times
are seconds that only grow; `wall` is seconds since 1970.

A link is told what is held by name, once, and gathered; what it lacks it asks for. A notice is asked of one
link, and if that does not give it in time of two, of four ..: one honest link is enough to learn what any
honest node holds.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from fadenet.node.limits import (
    BOARD_LINKS,
    BOARD_PEERS,
    BOARD_PEERS_EVERY_S,
    HAVE_GATHERED_S,
    HAVES,
    NOTICE_ASKED_S,
    NOTICES_ASKED,
    NOTICES_BURST,
    NOTICES_PER_S,
    NOTICES_SEEN,
    NOTICES_WITHHELD,
    WANTS,
)
from fadenet.node.link.candidates import Candidate
from fadenet.node.link.noise import Rng
from fadenet.node.link.rates import Bucket
from fadenet.node.reach.held import Held
from fadenet.node.reach.known import Known
from fadenet.node.reach.notice import WORK_BITS, Notice, parse_notice
from fadenet.node.reach.posts import Given, Have, Other, Peers, Want, parse_post
from keys import fingerprint
from protocol.faults import PeerFault

MOMENT_S: Final = 0.001
"""So that a bucket that is waited for is full enough for certain."""


class BadPost(PeerFault):
    """What no honest node says on the board; the link ends."""

    rule = "node.board"


class Tie:
    """One link of the board: who is at its other end (fingerprint), whether we have dialled it, and what is
    to be said and asked there."""

    def __init__(self, peer: bytes, *, dialled: bool, now: float) -> None:
        self.peer = peer
        self.dialled = dialled
        self.fresh: dict[bytes, None] = {}
        """What it is to be told."""
        self.told_at = self.heard_of_peers_at = -math.inf
        self.peers_at = now
        self.offered: dict[bytes, None] = {}
        """What it holds that we lack and have not asked of it."""
        self.asked: dict[bytes, float] = {}
        """Until when it may give what it was asked for."""
        self.unanswered = 0
        """So many it has not given, one after another."""
        self.wants: dict[bytes, None] = {}
        """What it is to be given."""
        self.asking: list[bytes] = []
        """What it is to be asked for."""
        self.asks = Bucket(NOTICES_PER_S, NOTICES_BURST, now)
        self.gives = Bucket(NOTICES_PER_S, NOTICES_BURST, now)

    def has_room(self, now: float) -> bool:
        """Whether it may be asked for one more."""
        return len(self.asked) < NOTICES_ASKED and not self.asks.debt(1, now)


class Gossip:
    """own: our IK; where: says where we can be dialled, () = nowhere. stir: told of a link on which there may
    be something to say. read: reads a notice and proves it; work: so much it must have cost (bits)."""

    def __init__(
        self,
        own: bytes,
        rng: Rng,
        where: Callable[[], tuple[Candidate, ...]],
        stir: Callable[[Tie], object],
        *,
        read: Callable[[bytes], Notice] = parse_notice,
        work: int = WORK_BITS,
    ) -> None:
        self.own = fingerprint(own)
        self.held = Held(own)
        self.known = Known(self.own, rng)
        self.ties: dict[Tie, None] = {}
        self.dialling: set[bytes] = set()
        """Who is being dialled now, by fingerprint."""
        self.came: Callable[[], object] = lambda: None
        """Told when something else is held than before."""
        self._where = where
        self._stir = stir
        self._read = read
        self._work = work
        self._asked: Counter[bytes] = Counter()  # of how many links each is asked
        self._tries: OrderedDict[bytes, int] = OrderedDict()  # how often it was asked for in vain

    # Links.

    @property
    def linked(self) -> set[bytes]:
        """To whom there is a link, by fingerprint."""
        return {tie.peer for tie in self.ties}

    @property
    def dialled(self) -> list[Tie]:
        """The links that we have dialled."""
        return [tie for tie in self.ties if tie.dialled]

    def meet(self, tie: Tie, wall: float) -> None:
        """A new link: it is told all that is held."""
        self._expire(wall)
        tie.fresh = dict.fromkeys(self.held.ids)
        self.ties[tie] = None
        if tie.dialled:
            self.known.reached(tie.peer)
        self._stir(tie)

    def part(self, tie: Tie, now: float) -> None:
        """A link has ended; what it was asked for is asked of others."""
        del self.ties[tie]
        self.known.left(tie.peer, now)
        for id in tie.asked:
            self._unasked(id)
            self._ask(id, now)

    def wanted(self, now: float) -> Other | None:
        """Whom to dial now: as long as we have fewer links than we dial; one whom our player knows even then,
        if no link leads to such; and who is to be named to others, but was never dialled by us."""
        linked = self.linked
        taken = linked | self.dialling
        full = len(self.dialled) + len(self.dialling - linked) >= BOARD_LINKS
        return self.known.next(now, taken, trusted=full) or self.known.unproven(now, linked - self.dialling)

    def wanted_at(self) -> float:
        """When there may be somebody to dial who is not now, inf for never."""
        return self.known.next_at(self.linked | self.dialling)

    def spare(self) -> Tie | None:
        """A dialled link that is one too many, once one leads to somebody whom our player knows."""
        dialled = self.dialled
        if len(dialled) <= BOARD_LINKS:
            return None
        return next((tie for tie in dialled if not self.known.is_trusted(tie.peer)), dialled[0])

    # Hearing.

    def post(self, notice: Notice, now: float, wall: float) -> None:
        """Hold a notice of our own, and tell it at once."""
        if self._take(notice, wall):
            for tie in self.ties:
                tie.fresh[notice.id] = None
                tie.told_at = -math.inf
                self._stir(tie)

    def heard(self, tie: Tie, data: bytes, now: float, wall: float) -> None:
        """What has come on a link. Raises `PeerFault`."""
        said = parse_post(data)
        if isinstance(said, Have):
            self._hear_have(tie, said.ids, now)
        elif isinstance(said, Want):
            self._hear_want(tie, said.ids)
        elif isinstance(said, Given):
            self._hear_notice(tie, said.wire, now, wall)
        elif now >= tie.heard_of_peers_at + BOARD_PEERS_EVERY_S / 2:
            tie.heard_of_peers_at = now
            self.known.hear(tie.peer, said.others)

    def _hear_have(self, tie: Tie, ids: Iterable[bytes], now: float) -> None:
        for id in ids:
            tie.fresh.pop(id, None)
            if not self.held.knows(id) and id not in tie.asked:
                tie.offered[id] = None
                if len(tie.offered) > HAVES:
                    del tie.offered[next(iter(tie.offered))]
        self._ask_more(tie, now)

    def _hear_want(self, tie: Tie, ids: Iterable[bytes]) -> None:
        for id in ids:
            if self.held.get(id) is not None and len(tie.wants) < NOTICES_BURST:
                tie.wants[id] = None
        self._stir(tie)

    def _hear_notice(self, tie: Tie, wire: bytes, now: float, wall: float) -> None:
        """Take in what was asked for; whatever else comes is left out."""
        if not tie.asked:
            return
        notice = self._read(wire)
        if tie.asked.pop(notice.id, None) is None:
            return
        self._unasked(notice.id)
        if notice.work < self._work:
            raise BadPost("a notice that has cost nothing")
        tie.unanswered = 0
        self._tries.pop(notice.id, None)
        if fingerprint(notice.ik) == self.own:
            self.held.see(notice.id)  # of an earlier life of ours
        elif self._take(notice, wall):
            for other in self.ties:
                if other is not tie:
                    self._tell(other, notice.id)
        self._ask_more(tie, now)

    def _take(self, notice: Notice, wall: float) -> bool:
        """Hold a notice, if that is to be."""
        self._expire(wall)
        gone = self.held.take(notice, wall)
        if gone is None:
            return False
        self._forget(gone)
        self.came()
        return True

    def _tell(self, tie: Tie, id: bytes) -> None:
        """Have a link told of something, unless it has said so itself."""
        if id in tie.offered or id in tie.asked:
            tie.offered.pop(id, None)
            return
        tie.fresh[id] = None
        self._stir(tie)

    def _expire(self, wall: float) -> None:
        self._forget(self.held.expire(wall))

    def _forget(self, gone: Iterable[bytes]) -> None:
        there = list(gone)
        for tie in self.ties if there else ():
            for id in there:
                tie.fresh.pop(id, None)
                tie.wants.pop(id, None)

    # Asking.

    def _ask_more(self, tie: Tie, now: float) -> None:
        """Ask for what a link offers, as long as it may be asked for more."""
        for id in list(tie.offered):
            if not tie.has_room(now):
                return
            self._ask(id, now)

    def _ask(self, id: bytes, now: float) -> None:
        """Ask those who offer something for it, of as many as is its turn: who has given what it was asked
        for comes first."""
        if self.held.knows(id):
            for tie in self.ties:
                tie.offered.pop(id, None)
            return
        most = 2 ** min(self._tries.get(id, 0), 10)
        while self._asked[id] < most:
            there = [tie for tie in self.ties if id in tie.offered and tie.has_room(now)]
            if not there:
                return
            tie = min(there, key=lambda one: one.unanswered)
            del tie.offered[id]
            tie.asks.take(1, now)
            tie.asked[id] = now + NOTICE_ASKED_S
            tie.asking.append(id)
            self._asked[id] += 1
            self._stir(tie)

    def _unasked(self, id: bytes) -> None:
        self._asked[id] -= 1
        if not self._asked[id]:
            del self._asked[id]

    def _give_up(self, tie: Tie, now: float) -> None:
        """What a link was asked for and has not given is asked of others. Raises `BadPost` if it never gives
        anything."""
        for id in [id for id, until in tie.asked.items() if until <= now]:
            del tie.asked[id]
            self._unasked(id)
            tie.unanswered += 1
            self._tries[id] = self._tries.pop(id, 0) + 1
            if len(self._tries) > NOTICES_SEEN:
                self._tries.popitem(last=False)
            self._ask(id, now)
        if tie.unanswered >= NOTICES_WITHHELD:
            raise BadPost("notices that it has named and does not give")

    # Saying.

    def say(self, tie: Tie, now: float) -> list[bytes]:
        """What is to be sent on a link now. Raises `BadPost` if it has withheld too much."""
        self._give_up(tie, now)
        self._ask_more(tie, now)
        return list(self._said(tie, now))

    def _said(self, tie: Tie, now: float) -> Iterator[bytes]:
        if tie.peers_at <= now:
            tie.peers_at = now + BOARD_PEERS_EVERY_S
            if others := self._others(tie):
                yield Peers(others).pack()
        if tie.fresh and tie.told_at + HAVE_GATHERED_S <= now:
            tie.told_at = now
            names = list(tie.fresh)[:HAVES]
            for id in names:
                del tie.fresh[id]
            yield Have(tuple(names)).pack()
        while tie.asking:
            asking, tie.asking = tie.asking[:WANTS], tie.asking[WANTS:]
            yield Want(tuple(asking)).pack()
        while tie.wants and tie.gives.try_take(1, now):
            id = next(iter(tie.wants))
            del tie.wants[id]
            notice = self.held.get(id)
            if notice is not None:
                yield Given(notice.wire).pack()

    def _others(self, tie: Tie) -> tuple[Other, ...]:
        """Whom a link is told of: us, and some of those whom we have reached."""
        where = self._where()
        own = (Other(self.own, where),) if where else ()
        return (*own, *self.known.others({tie.peer}, BOARD_PEERS - len(own)))

    def due(self, tie: Tie, now: float) -> float:
        """When there will be something to say on a link, or to give up there, if nothing comes meanwhile."""
        times = [tie.peers_at, *tie.asked.values()]
        if tie.fresh:
            times.append(tie.told_at + HAVE_GATHERED_S)
        if tie.wants:
            times.append(now + tie.gives.debt(1, now) + MOMENT_S)
        if tie.offered and (wait := tie.asks.debt(1, now)):
            times.append(now + wait + MOMENT_S)
        return min(times)

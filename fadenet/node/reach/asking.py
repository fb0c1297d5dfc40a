"""The notices that a node asks its links for: those that they name and it does not hold.

A notice that is lacking is asked for, of all networks in turn and no more a second than a bound; of one link,
and if that does not give it in time of two, of four ..: one honest link is enough to learn what any honest
node tells. Times are seconds that only grow.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence

from fadenet.node.limits import (
    BOARD_PEERS_KNOWN,
    NOTICE_ASKED_S,
    NOTICES_ASIDE_BURST,
    NOTICES_ASIDE_PER_S,
    NOTICES_SEEN,
    NOTICES_TAKEN_BURST,
    NOTICES_TAKEN_PER_S,
    NOTICES_WITHHELD,
)
from fadenet.node.link.rates import Bucket
from fadenet.node.reach.held import Held
from fadenet.node.reach.ties import Tie
from protocol.faults import PeerFault


class BadPost(PeerFault):
    """A breach of the board's rules that no honest node commits; the link ends."""

    rule = "node.board"


class Asking:
    """The notices that are lacking, and the links of which they are asked.

    held: the notices that there are; ties: the links. stir: told of a link on which there may be something
    to say.
    """

    def __init__(self, held: Held, ties: dict[Tie, None], stir: Callable[[Tie], object]) -> None:
        self._held = held
        self._ties = ties
        self._stir = stir
        self._turns: dict[str, dict[Tie, None]] = {}  # networks and their links, as they are to be asked
        self._asks: OrderedDict[str, Bucket] = OrderedDict()  # of each network
        self._offering: set[Tie] = set()  # those that may offer something
        self._asked: Counter[bytes] = Counter()  # of how many links each is asked
        self._tries: OrderedDict[bytes, int] = OrderedDict()  # how often it was asked for in vain
        taken = Bucket(NOTICES_TAKEN_PER_S, NOTICES_TAKEN_BURST, 0.0)
        self._takes = (taken, taken, Bucket(NOTICES_ASIDE_PER_S, NOTICES_ASIDE_BURST, 0.0))

    def meet(self, tie: Tie) -> None:
        """A new link; those of one network share what may be asked of it."""
        self._turns.setdefault(tie.site, {})[tie] = None
        tie.asks = self._asks.setdefault(tie.site, tie.asks)
        self._asks.move_to_end(tie.site)
        if len(self._asks) > BOARD_PEERS_KNOWN:
            self._asks.popitem(last=False)

    def part(self, tie: Tie, now: float) -> None:
        """A link has ended; what it was asked for is asked of others."""
        del self._turns[tie.site][tie]
        self._offering.discard(tie)
        if not self._turns[tie.site]:
            del self._turns[tie.site]
        for id, (_, kind) in tie.asked.items():
            self._unasked(id, kind, now)
            self._ask(id, now)

    def offered(self, tie: Tie, ids: Sequence[bytes], kind: int) -> None:
        """A link has named notices that are lacking."""
        tie.offer(ids, kind)
        self._offering.add(tie)

    def given(self, tie: Tie, id: bytes) -> int | None:
        """A link has given a notice; as what it was asked for it, None = it was not."""
        _, kind = tie.asked.pop(id, (0.0, None))
        if kind is not None:
            self._unasked(id)
            tie.unanswered = 0
            self._tries.pop(id, None)
        return kind

    def more(self, now: float) -> None:
        """Ask for what is offered, of each network in its turn and there of each link, as long as they and we
        may take more."""
        if not self._offering:
            return
        free = [kind for kind, takes in enumerate(self._takes) if not takes.debt(1, now)]
        if not free:
            return
        self._offering = {tie for tie in self._offering if tie.offered}
        sites = {tie.site for tie in self._offering if any(tie.offers[kind] for kind in free)}
        there = [site for site in self._turns if site in sites] if sites else []
        while there:
            there = [site for site in there if self._ask_at(site, now)]

    def _ask_at(self, site: str, now: float) -> bool:
        """Ask for one of what is offered by a network, and let all others come before it; whether there was
        one."""
        for tie in list(self._turns[site]):
            if tie.offered and self._ask_one(tie, now):
                self._turns[site] = self._turns.pop(site)
                return True
        return False

    def _ask_one(self, tie: Tie, now: float) -> bool:
        """Ask for one of what a link offers, and let all others of its network come before it; whether there
        was one."""
        if not tie.has_room(now):
            return False
        for takes, offers in zip(self._takes, tie.offers, strict=True):
            for id in list(offers) if offers and not takes.debt(1, now) else ():
                if self._ask(id, now):
                    there = self._turns[tie.site]
                    there[tie] = there.pop(tie)
                    return True
        return False

    def _ask(self, id: bytes, now: float) -> bool:
        """Ask those who offer something for it, of as many as is its turn: a link that has given what it was
        asked for comes first. Whether one more is asked."""
        if self._held.knows(id):
            for tie in self._ties:
                tie.withdraw(id)
            return False
        most, before = 2 ** min(self._tries.get(id, 0), 10), self._asked[id]
        while self._asked[id] < most:
            there = [tie for tie in self._ties if tie.names(id) and tie.has_room(now)]
            if not there:
                break
            tie = min(there, key=lambda one: one.unanswered)
            kind = tie.withdraw(id)
            assert kind is not None
            tie.asks.take(1, now)
            self._takes[kind].take(1, now)
            tie.asked[id] = now + NOTICE_ASKED_S, kind
            tie.asking.append(id)
            self._asked[id] += 1
            self._stir(tie)
        return self._asked[id] > before

    def _unasked(self, id: bytes, kind: int | None = None, now: float = 0.0) -> None:
        """A link owes something no more. kind: what it was, if it was not given: that has cost nothing."""
        self._asked[id] -= 1
        if not self._asked[id]:
            del self._asked[id]
        if kind is not None:
            self._takes[kind].take(-1, now)

    def give_up(self, tie: Tie, now: float) -> None:
        """Ask others for the notices that a link was asked for and has not given in time. Raises `BadPost` if
        it never gives anything."""
        for id, kind in [(id, kind) for id, (until, kind) in tie.asked.items() if until <= now]:
            del tie.asked[id]
            self._unasked(id, kind, now)
            tie.unanswered += 1
            self._tries[id] = self._tries.pop(id, 0) + 1
            if len(self._tries) > NOTICES_SEEN:
                self._tries.popitem(last=False)
            self._ask(id, now)
        if tie.unanswered >= NOTICES_WITHHELD:
            raise BadPost("notices that it has named and does not give")

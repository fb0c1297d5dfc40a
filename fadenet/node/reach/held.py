"""The notices that a node on the board holds: which of them, for how long, and which go when there are too
many. A value without clock and network.

Keys and addresses cost nothing, so no number of notices may push out others. Each notice belongs to a share
of a shelf: of a friend, of the network in which its player was reached or from which it has come itself, else
of the network whose link has brought it. When a shelf is full, the biggest share loses one, so whoever brings
many pushes out its own. There is a shelf for the topics that are offered or looked for here, and a smaller
one for all else, where those who have come are shared out by topic, so that a rare one keeps its place.
"""

from __future__ import annotations

import ipaddress
import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple, TypeVar

from fadenet.node.limits import (
    BOARD_AGAIN_S,
    BOARD_PEERS_KNOWN,
    NOTICES_ASIDE,
    NOTICES_HELD,
    NOTICES_PER_SITE,
    NOTICES_SEEN,
    TOPICS_NAMED,
)
from fadenet.node.link.candidates import Address, Candidate, IrohId, ip_of
from fadenet.node.reach.notice import CLOCK_S, Notice
from keys import fingerprint

T = TypeVar("T")
Draw = Callable[[int], int]
"""Draws one of so many numbers, from 0."""

DRAWN: Final = 4

_BITS: Final = {4: 24, 6: 48}
"""Of an address, those of the network that one owner may have whole."""


def site_of(candidates: Sequence[Candidate]) -> str:
    """The network of the first candidate: IPv4 /24, IPv6 /48, the name, the endpoint; "" without one."""
    if not candidates:
        return ""
    first = candidates[0]
    return str(first) if isinstance(first, IrohId) else network_of(first.host)


@lru_cache(maxsize=1024)
def network_of(host: str) -> str:
    """The network of an IP literal, IPv4 /24 or IPv6 /48; a name is one of its own."""
    ip = ip_of(host)
    if ip is None:
        return host.lower()
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return str(ipaddress.ip_network((ip, _BITS[ip.version]), strict=False))


class Certainty(IntEnum):
    """How sure it is that the player of a notice is there: the lower, the surer."""

    MET = 0
    """It was reached from here, has come here, or is a friend."""
    TOLD = 1
    """A link says that it has met it."""
    HEARD = 2
    """A link has heard of it."""
    NOBODY = 3
    """It was not where its notice says, or has no table."""


class Teller(NamedTuple):
    """The node whose link has brought a notice (fingerprint), and its network; both empty = nobody's any
    more."""

    who: bytes = b""
    site: str = ""


NOBODY: Final = Teller()


class _Share(NamedTuple):
    """A share of a shelf, whose notices count together. of: a network, a topic, the fingerprint of a player;
    "" of tellers whose links have ended."""

    certainty: Certainty
    of: str | bytes


_NOBODYS: Final = _Share(Certainty.NOBODY, "")
_ORPHANS: Final = _Share(Certainty.HEARD, "")


@dataclass(slots=True)
class HeldNotice:
    """A notice that is held. who: the fingerprint of its player; topics: those of the notice, and of the one
    before it, as who holds that is to hear of this one; vouched: its teller says that it has met the
    player; came_from: the network from which its player has come with a notice of its own, "" = it has
    not."""

    notice: Notice
    id: bytes
    who: bytes
    topics: tuple[bytes, ...]
    until: float
    teller: Teller
    vouched: bool
    came_from: str
    share: _Share = _NOBODYS

    @property
    def topic(self) -> bytes:
        """The topic that it counts as among others."""
        return self.topics[0] if self.topics else b""

    @property
    def certainty(self) -> Certainty:
        """How sure it is that the player is there."""
        return self.share.certainty

    @property
    def is_met(self) -> bool:
        """Whether the player was met from here."""
        return self.share.certainty is Certainty.MET


class _Shelf:
    """So many notices (most) in shares, the older of each first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.number = 0
        self.shares: dict[_Share, dict[bytes, HeldNotice]] = {}

    def put(self, kept: HeldNotice) -> None:
        self.shares.setdefault(kept.share, {})[kept.id] = kept
        self.number += 1

    def take_out(self, kept: HeldNotice) -> None:
        share = self.shares[kept.share]
        del share[kept.id]
        self.number -= 1
        if not share:
            del self.shares[kept.share]

    def one_too_many(self) -> HeldNotice | None:
        """The notice that goes to make room, None if the shelf does not hold too many: one whose player was
        not there; else of the biggest share the oldest of the topic of which that has most. Of shares alike
        those go first whose players are less sure to be there."""
        if self.number <= self.most:
            return None
        if _NOBODYS in self.shares:
            return next(iter(self.shares[_NOBODYS].values()))
        biggest = max(self.shares, key=lambda one: (len(self.shares[one]), one.certainty))
        there = self.shares[biggest]
        topics = Counter(kept.topic for kept in there.values())
        most = max(topics.values())
        return next(kept for kept in there.values() if topics[kept.topic] == most)


class Held:
    """own: our IK, whose notice always stays. Times are in seconds since 1970."""

    def __init__(self, own: bytes) -> None:
        self._own = fingerprint(own)
        self._ours: HeldNotice | None = None
        self._by_player: dict[bytes, HeldNotice] = {}
        self._by_id: dict[bytes, HeldNotice] = {}
        self._by_topic: dict[bytes, dict[bytes, HeldNotice]] = {}
        self._shelf, self._aside = _Shelf(NOTICES_HELD), _Shelf(NOTICES_ASIDE)
        self._first = math.inf  # when the first of them has to go
        self._seen: OrderedDict[bytes, None] = OrderedDict()
        self._friends: OrderedDict[bytes, None] = OrderedDict()
        self._reached: OrderedDict[bytes, str] = OrderedDict()  # in which network
        self._missed: OrderedDict[bytes, float] = OrderedDict()  # until when it counts that it was not there
        self.topics: dict[bytes, None] = {}
        """Those that are offered or looked for here."""

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Notice]:
        return (kept.notice for kept in self.ranked())

    @property
    def ids(self) -> list[bytes]:
        """The names of the notices."""
        return list(self._by_id)

    def get(self, id: bytes) -> HeldNotice | None:
        """The notice of this name, if it is held."""
        return self._by_id.get(id)

    def of(self, who: bytes) -> HeldNotice | None:
        """The notice of a player (fingerprint), if one is held."""
        return self._by_player.get(who)

    def knows(self, id: bytes) -> bool:
        """Whether a notice is held, or was looked at before: nobody need give it to us."""
        return id in self._by_id or id in self._seen

    def see(self, id: bytes) -> None:
        """A notice was looked at: it is not asked for again."""
        _remember(self._seen, id, None, NOTICES_SEEN)

    # Which are held.

    def want(self, topics: Iterable[bytes]) -> list[bytes]:
        """These are offered or looked for here from now on. The names of the notices that go for it."""
        for topic in topics:
            if len(self.topics) < TOPICS_NAMED:
                self.topics[topic] = None
        aside = [kept for share in self._aside.shares.values() for kept in share.values()]
        for kept in filter(self.is_ours, aside):
            self._aside.take_out(kept)
            self._put(kept)
        return self._make_room(self._shelf)

    def take(
        self, notice: Notice, now: float, teller: Teller = NOBODY, *, vouched: bool = False
    ) -> list[bytes]:
        """Hold a notice, if that is to be: `get` says whether it is. The names of those that go for it.
        teller, vouched: as in `HeldNotice`."""
        id = notice.id
        self.see(id)
        if not notice.is_current(now) or notice.made + notice.life <= now:
            return []
        who = notice.fingerprint
        before = self._by_player.get(who)
        if before is None and not notice.tables:
            return []
        if before is not None and notice.made <= before.notice.made:
            return []
        topics = tuple(dict.fromkeys((*notice.topics, *(before.notice.topics if before else ()))))
        until = min(min(notice.made, now) + notice.life, notice.made + CLOCK_S)
        came_from = teller.site if teller.who == who else before.came_from if before else ""
        kept = HeldNotice(notice, id, who, topics, until, teller, vouched, came_from)
        if self._missed.get(who, now) <= now:
            self._missed.pop(who, None)
        gone = [] if before is None else [self._drop(before)]
        self._by_player[who] = self._by_id[id] = kept
        for topic in topics:
            self._by_topic.setdefault(topic, {})[id] = kept
        self._first = min(self._first, until)
        if who == self._own:
            self._ours, kept.share = kept, _Share(Certainty.MET, who)
            return gone
        self._put(kept)
        return gone + self._make_room(self._shelf_of(kept))

    def told(self, id: bytes, teller: Teller, vouched: bool) -> None:
        """A link names what is held already: it counts as brought by that, if that makes it surer."""
        kept = self._by_id.get(id)
        if kept is None or kept is self._ours or kept.certainty in (Certainty.MET, Certainty.NOBODY):
            return
        if kept.share == _ORPHANS or (vouched and kept.certainty is Certainty.HEARD):
            kept.teller, kept.vouched = teller, vouched
            self._sort(kept)

    def came(self, id: bytes, site: str) -> None:
        """The player of a notice that is held has come with it from this network."""
        kept = self._by_id.get(id)
        if kept is not None and kept is not self._ours:
            kept.came_from = site
            self._sort(kept)

    def left(self, who: bytes) -> None:
        """A link has ended: what it has brought is nobody's any more, and goes together."""
        for kept in [one for one in self._by_id.values() if one.teller.who == who]:
            kept.teller, kept.vouched = NOBODY, False
            self._sort(kept)

    def expire(self, now: float) -> list[bytes]:
        """Let go of what is not current any more; the names of it."""
        if now < self._first:
            return []
        late = [self._drop(one) for one in list(self._by_id.values()) if one.until <= now]
        self._first = min((one.until for one in self._by_id.values()), default=math.inf)
        return late

    # Where players are.

    def befriend(self, who: bytes) -> None:
        """Somebody whom our player knows or has played with keeps a place."""
        _remember(self._friends, who, None, BOARD_PEERS_KNOWN)
        self._sort_of(who)

    def reached(self, who: bytes, site: str) -> None:
        """Somebody was reached in this network."""
        self._missed.pop(who, None)
        _remember(self._reached, who, site, NOTICES_HELD)
        self._sort_of(who)

    def missed(self, who: bytes, now: float) -> None:
        """Somebody was dialled where its notice says, and was not there."""
        self._reached.pop(who, None)
        _remember(self._missed, who, now + BOARD_AGAIN_S[1], NOTICES_HELD)
        self._sort_of(who)

    # Looking at them.

    def ranked(self) -> list[HeldNotice]:
        """All, those first whose players are surest to be there, and of these as many of each share as there
        are, the later first; ours before all others."""
        ranked = [] if self._ours is None else [self._ours]
        shares = [*self._shelf.shares.items(), *self._aside.shares.items()]
        for certainty in Certainty:
            there = [reversed(ones.values()) for share, ones in shares if share.certainty is certainty]
            ranked += [one for row in zip_longest(*there) for one in row if one is not None]
        return ranked

    def about(self, topics: Collection[bytes]) -> list[HeldNotice]:
        """Those of these topics whose players may be there, in that order."""
        ids = {id for topic in topics for id in self._by_topic.get(topic, ())}
        there = self.ranked() if ids else []
        return [kept for kept in there if kept.id in ids and kept.certainty is not Certainty.NOBODY]

    def players(self, topics: Collection[bytes]) -> int:
        """The number of other players of whom a notice of one of these topics is held."""
        there = {kept.who for topic in topics for kept in self._by_topic.get(topic, {}).values()}
        return len(there - {self._own})

    def any_besides(self, topics: Collection[bytes], draw: Draw) -> HeldNotice | None:
        """One of another topic: each topic is as likely as any other, and of it who is there surest of a
        few."""
        there = [topic for topic in self._by_topic if topic not in topics]
        if not there:
            return None
        ones = list(self._by_topic[there[draw(len(there))]].values())
        kept = min((ones[draw(len(ones))] for _ in range(DRAWN)), key=_certainty)
        return None if kept.certainty is Certainty.NOBODY else kept

    def player(self, fits: Callable[[HeldNotice], bool], draw: Draw) -> HeldNotice | None:
        """A player who has a topic with us in common: one that somebody has met, if there is any, drawn from
        all shares alike."""
        for certainties in (Certainty.MET, Certainty.TOLD), (Certainty.HEARD,):
            shares = [
                ones.values() for share, ones in self._shelf.shares.items() if share.certainty in certainties
            ]
            there = [ones for ones in (list(filter(fits, one)) for one in shares) if ones]
            if there:
                ones = there[draw(len(there))]
                return ones[draw(len(ones))]
        return None

    def is_ours(self, kept: HeldNotice) -> bool:
        """Whether it is of a topic that is offered or looked for here."""
        return any(topic in self.topics for topic in kept.topics)

    def may_tell(self, kept: HeldNotice) -> bool:
        """Whether others are told of it. Notices that are made up would be all that travels, were it not so:
        there are more of them than of any others."""
        return kept.certainty is not Certainty.HEARD or not self.is_ours(kept)

    # Shares and shelves.

    def _shelf_of(self, kept: HeldNotice) -> _Shelf:
        return self._shelf if self.is_ours(kept) else self._aside

    def _share(self, kept: HeldNotice) -> _Share:
        """Where a notice belongs."""
        who, notice = kept.who, kept.notice
        if not notice.tables or who in self._missed:
            return _NOBODYS
        if who in self._friends:
            return _Share(Certainty.MET, who)
        if kept.came_from:
            return _Share(Certainty.MET, kept.came_from if self.is_ours(kept) else kept.topic)
        site = self._reached.get(who)
        if site is not None and site in map(network_of, _hosts(notice.candidates)):
            return _Share(Certainty.MET, site)
        if not kept.teller.who:
            return _ORPHANS
        return _Share(
            Certainty.TOLD if kept.vouched else Certainty.HEARD, kept.teller.site or kept.teller.who
        )

    def _sort_of(self, who: bytes) -> None:
        kept = self._by_player.get(who)
        if kept is not None and kept is not self._ours:
            self._sort(kept)

    def _sort(self, kept: HeldNotice) -> None:
        """Put a notice where it belongs now."""
        if self._share(kept) != kept.share:
            self._shelf_of(kept).take_out(kept)
            self._put(kept)

    def _put(self, kept: HeldNotice) -> None:
        """Put a notice where it belongs. Of one network so many count as met: the oldest of more than that
        counts as others tell of it."""
        kept.share = self._share(kept)
        self._shelf_of(kept).put(kept)
        there = self._shelf.shares.get(kept.share, {})
        if kept.is_met and len(there) > NOTICES_PER_SITE:
            oldest = next(iter(there.values()))
            oldest.came_from = ""
            self._reached.pop(oldest.who, None)
            self._sort(oldest)

    def _make_room(self, shelf: _Shelf) -> list[bytes]:
        gone = []
        while (one := shelf.one_too_many()) is not None:
            if one.certainty is not Certainty.NOBODY:
                self._seen.pop(one.id, None)  # there may be room for it later
            gone.append(self._drop(one))
        return gone

    def _drop(self, kept: HeldNotice) -> bytes:
        del self._by_player[kept.who], self._by_id[kept.id]
        for topic in kept.topics:
            del self._by_topic[topic][kept.id]
            if not self._by_topic[topic]:
                del self._by_topic[topic]
        if kept is self._ours:
            self._ours = None
        else:
            self._shelf_of(kept).take_out(kept)
        return kept.id


def _certainty(kept: HeldNotice) -> Certainty:
    return kept.share.certainty


def _hosts(candidates: Iterable[Candidate]) -> list[str]:
    return [one.host for one in candidates if isinstance(one, Address)]


def _remember(there: OrderedDict[bytes, T], who: bytes, what: T, most: int) -> None:
    """Keep it, and no more than so many: the one that was not heard of longest is forgotten."""
    there[who] = what
    there.move_to_end(who)
    if len(there) > most:
        there.popitem(last=False)

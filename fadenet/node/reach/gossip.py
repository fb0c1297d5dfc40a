"""The work of a node on the board: it keeps notices of open tables and passes them on, link by link.

Nothing here reads a clock or sends a byte: bytes and times come in, and what is to be sent goes out. Times
are seconds that only grow; `wall` is seconds since 1970.

Everybody gives its own notice to all its links. A link says which topics are offered or looked for at its
other end. It is told by name, once, and gathered, what is held of these, and now and then one of others: so
notices of a topic travel among those who have it, and a few of each topic are everywhere, by which these find
each other. Of its own topics a node tells of players whom it has met, or who has told it so has met; what it
has only heard of goes no further. So a notice that is made up goes two links far.

A node that has a table open dials one node after another, shows its notice, and hangs up. So a player whom
nobody can dial is met by many too, and counts in the network from which it comes.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from fadenet.node.limits import (
    BOARD_AGAIN_S,
    BOARD_COMERS_S,
    BOARD_FEW,
    BOARD_FULL_S,
    BOARD_KIN_AGAIN_S,
    BOARD_LINKS,
    BOARD_LINKS_APART,
    BOARD_LINKS_KIN,
    BOARD_LINKS_PER_SITE,
    BOARD_PEERS,
    BOARD_PEERS_EVERY_S,
    BOARD_PEERS_KNOWN,
    BOARD_TURN_S,
    BOARD_TURNS_BURST,
    BOARD_TURNS_S,
    BOARD_VISITS_KIN,
    HAVE_GATHERED_S,
    HAVES,
    NOTICES_BURST,
    NOTICES_HELD,
    NOTICES_PER_SITE,
    NOTICES_TOLD_ASIDE,
    NOTICES_TOLD_ASIDE_S,
    TOPICS_AT_ONCE,
    TOPICS_NAMED,
    WANTS,
)
from fadenet.node.link.candidates import Candidate
from fadenet.node.link.noise import Rng
from fadenet.node.link.rates import Bucket, Rates
from fadenet.node.reach.asking import Asking, BadPost
from fadenet.node.reach.held import NOBODY, Certainty, Held, HeldNotice, Teller, site_of
from fadenet.node.reach.known import First, KnownNodes, dialled
from fadenet.node.reach.notice import Notice, parse_notice
from fadenet.node.reach.posts import Have, Other, Peers, RawNotice, Topics, Want, parse_post
from fadenet.node.reach.rounds import Rounds
from fadenet.node.reach.ties import Tie
from keys import fingerprint

MOMENT_S: Final = 0.001
"""So that a bucket that is waited for is full enough for certain."""


class Gossip:
    """own: our IK; where: says where we can be dialled, () = nowhere. stir: told of a link on which there may
    be something to say. read: reads a notice and proves it."""

    def __init__(
        self,
        own: bytes,
        rng: Rng,
        where: Callable[[], tuple[Candidate, ...]],
        stir: Callable[[Tie], object],
        *,
        read: Callable[[bytes], Notice] = parse_notice,
    ) -> None:
        self.own = fingerprint(own)
        self.held = Held(own)
        self.known = KnownNodes(self.own, rng)
        self.ties: dict[Tie, None] = {}
        self.dialling: set[bytes] = set()
        """The nodes that are being dialled now, by fingerprint."""
        self.visits: set[bytes] = set()
        """Those of them that are only visited, to see whether they are there and to show what we have: no
        link is wanted."""
        self.came: Callable[[], object] = lambda: None
        """Told when something else is held than before."""
        self._where = where
        self._stir = stir
        self._read = read
        self._asking = Asking(self.held, self.ties, stir)
        self._kin: OrderedDict[bytes, float] = OrderedDict()  # when the player of a notice may be dialled
        self._comers = Rates[str](1 / BOARD_COMERS_S, NOTICES_PER_SITE, BOARD_PEERS_KNOWN)
        self._rounds = Rounds()
        self._turned = Bucket(1 / BOARD_TURNS_S, BOARD_TURNS_BURST, 0.0)  # links that gave way in vain

    # Links.

    @property
    def linked(self) -> set[bytes]:
        """The nodes to which we have a link, by fingerprint."""
        return {tie.peer for tie in self.ties}

    @property
    def dialled(self) -> list[Tie]:
        """The links that we have dialled."""
        return [tie for tie in self.ties if tie.dialled]

    def name(self, first: First) -> None:
        """A first address; somebody whom our player knows or has played with is a friend."""
        self.known.name(first)
        if first.trusted or first.played:
            self.held.befriend(first.other.fingerprint)

    def want(self, topics: Iterable[bytes]) -> None:
        """These are offered or looked for here from now on; all links hear of it."""
        self._forget(self.held.want(topics))
        for tie in self.ties:
            self._stir(tie)

    def meet(self, tie: Tie, wall: float) -> None:
        """A new link: it is given our own notice, and told of others once it has named its topics."""
        self._expire(wall)
        tie.owed = True
        self.ties[tie] = None
        self._asking.meet(tie)
        if tie.dialled:
            self.reached(tie.peer, tie.site)
        self._stir(tie)

    def part(self, tie: Tie, now: float) -> None:
        """A link has ended; what it was asked for is asked of others."""
        del self.ties[tie]
        turned_away = tie.dialled and tie.topics is None
        self.known.left(tie.peer, now, BOARD_FULL_S if turned_away else BOARD_AGAIN_S[0])
        self.held.left(tie.peer)
        self._asking.part(tie, now)

    def reached(self, who: bytes, site: str) -> None:
        """Somebody was dialled, and is on the board; site: in which network."""
        kept = self.held.of(who)
        was_met = kept is None or kept.is_met
        self.held.reached(who, site)
        if kept is None:
            self.known.reached(who)
            return
        self.known.meet(Other(who, kept.notice.candidates))
        if kept.is_met and not was_met:
            self._tell(kept)

    def missed(self, who: bytes, wall: float) -> None:
        """Somebody was dialled and is not there. It counts against a notice that names no other way, unless
        we are cut off from everybody."""
        kept = self.held.of(who)
        if kept is not None and self.ties and dialled(kept.notice.candidates) == kept.notice.candidates:
            self.held.missed(who, wall)

    # Dialling.

    def wanted(self, now: float) -> Other | None:
        """The node to dial now: a player of our topics, or another one, as long as we have fewer links to
        such than we dial; one that our player knows even then, if no link leads to such; one that is to be
        named to others, but was never dialled by us; and now and then one for a visit: to see whether the
        player of a notice is there, and to show ours. None if there is none."""
        linked = self.linked
        taken = linked | self.dialling
        kin, apart = self._sides()
        wants_kin = kin < BOARD_LINKS_KIN and (kin + apart <= BOARD_LINKS or apart > BOARD_LINKS_APART)
        if wants_kin and apart >= BOARD_LINKS_APART:
            other = self._player(now, taken, reached=True)
            if other is not None:
                return other
        full = kin + apart >= BOARD_LINKS + (apart < BOARD_LINKS_APART)
        sites = {tie.site for tie in self.dialled}
        other = self.known.next(now, taken, sites=sites, trusted=full) or self.known.unproven(
            now, linked - self.dialling
        )
        if other is None and wants_kin:
            return self._player(now, taken, reached=True)
        return self._visited(now, taken) if other is None else other

    def _visited(self, now: float, taken: set[bytes]) -> Other | None:
        """The node to dial for a visit, though no link is wanted; None if there is none now."""
        if self._rounds.next_at(now) > now:
            return None
        other = self._player(now, taken, reached=False) if self.shown is None else self._host(now, taken)
        if other is None:
            self._rounds.rest(now)
        else:
            self._rounds.went(other.fingerprint, now)
            self.visits.add(other.fingerprint)
        return other

    def _host(self, now: float, taken: set[bytes]) -> Other | None:
        """The node to show ourselves at: one that is known to be there, as most notices may be made up, or a
        player of our topics."""
        taken = taken | self._rounds.past(now)
        ways = [partial(self.known.next, now, taken), partial(self._player, now, taken, reached=True)]
        if not self.known.draw(BOARD_VISITS_KIN):
            ways.reverse()
        return ways[0]() or ways[1]()

    @property
    def shown(self) -> bytes | None:
        """The message of a visit: our own notice, None = we have no table open."""
        ours = self.held.of(self.own)
        return None if ours is None or not ours.notice.tables else RawNotice(ours.notice.wire).pack()

    def _sides(self) -> tuple[int, int]:
        """How many of the links that we dial lead to nodes of our topics, and to others."""
        kin = [tie for tie in self.dialled if tie.shares(self.held.topics)]
        pending = self.dialling - self.linked
        near = len(kin) + sum(who in self._kin for who in pending)
        return near, len(self.dialled) + len(pending) - near

    def _player(self, now: float, taken: set[bytes], *, reached: bool) -> Other | None:
        """The player of a notice of our topics that is to be dialled. reached: whether it may be one that
        was."""

        sites = {tie.site for tie in self.dialled}

        def fits(kept: HeldNotice) -> bool:
            new = reached or not kept.is_met
            free = kept.who not in taken and self._kin.get(kept.who, now) <= now
            return new and free and bool(dialled(kept.notice.candidates))

        def is_elsewhere(kept: HeldNotice) -> bool:
            return fits(kept) and site_of(dialled(kept.notice.candidates)) not in sites

        kept = self.held.player(is_elsewhere, self.known.draw) or self.held.player(fits, self.known.draw)
        if kept is None:
            return None
        self._kin[kept.who] = now + BOARD_KIN_AGAIN_S
        self._kin.move_to_end(kept.who)
        if len(self._kin) > NOTICES_HELD:
            self._kin.popitem(last=False)
        return Other(kept.who, dialled(kept.notice.candidates))

    def wanted_at(self, now: float) -> float:
        """When there may be somebody to dial who is not now, inf for never."""
        visit_at = self._rounds.next_at(now) if self.held.topics else math.inf
        return min(visit_at, self.known.next_at(self.linked | self.dialling))

    def spare(self, now: float) -> Tie | None:
        """A dialled link that is one too many, for one to a node of our topics or to somebody whom our player
        knows; or that gives way as it has told nothing of our topics."""
        there = self.dialled
        kin = [tie for tie in there if tie.shares(self.held.topics)]
        if len(there) <= BOARD_LINKS + bool(kin):
            return self._in_vain(there, now) if len(there) >= BOARD_LINKS else None
        over = kin if len(kin) > BOARD_LINKS_KIN else [tie for tie in there if tie not in kin]
        return next((tie for tie in reversed(over) if not self.known.is_trusted(tie.peer)), there[0])

    def _in_vain(self, there: Sequence[Tie], now: float) -> Tie | None:
        """One of these links that gives way to another one, while no link leads to a node of our topics and
        few of their players are seen: the game is a rare one, and each node holds but some of the notices of
        other topics."""
        topics = self.held.topics
        if not topics or self.held.players(topics) >= BOARD_FEW or self._turned.debt(1, now):
            return None
        if any(tie.shares(topics) for tie in self.ties):
            return None
        told = [tie for tie in there if tie.topics is not None and tie.since + BOARD_TURN_S <= now]
        tie = next((tie for tie in told if not self.known.is_trusted(tie.peer)), None)
        if tie is None or self.known.next(now, self.linked | self.dialling) is None:
            return None
        self._turned.take(1, now)
        self.known.left(tie.peer, now, BOARD_AGAIN_S[1])
        tie.since = now
        return tie

    def crowd(self, site: str, most: int) -> Tie | None:
        """Of the links that have dialled us, where so many are taken, the one that gives way for one from
        this network: the latest of the network that has most, if that has more than this would have."""
        there = [tie for tie in self.ties if not tie.dialled]
        sites = Counter(tie.site for tie in there)
        if len(there) < most or not sites:
            return None
        crowded, number = sites.most_common(1)[0]
        if number <= sites[site] + 1:
            return None
        return next(tie for tie in reversed(there) if tie.site == crowded)

    def has_room(self, site: str, most: int) -> bool:
        """Whether one more that dials us from this network is taken."""
        there = [tie for tie in self.ties if not tie.dialled]
        near = sum(tie.site == site for tie in there)
        return near < BOARD_LINKS_PER_SITE and (len(there) < most or self.crowd(site, most) is not None)

    # Hearing.

    def post(self, notice: Notice, now: float, wall: float) -> None:
        """Hold a notice of our own, and give it to all links."""
        if self._take(notice, wall) is not None:
            self._rounds.hurry()
            for tie in self.ties:
                tie.owed = True
                self._stir(tie)

    def visited(self, who: bytes, site: str, wire: bytes, now: float, wall: float) -> None:
        """Somebody has come from this network to show its notice, and stays no longer. Raises
        `PeerFault`."""
        notice = self._read(wire)
        if notice.fingerprint != who:
            raise BadPost("the notice of another")
        self._come(notice, Teller(who, site), now, wall)
        if who not in self.linked:
            self.held.left(who)

    def _come(self, notice: Notice, teller: Teller, now: float, wall: float) -> None:
        """A player has come with its own notice. Of one network so many a time count as met."""
        before = self.held.of(notice.fingerprint)
        known = before is not None and before.came_from == teller.site
        counts = known or self._comers.allow(teller.site, now)
        self._hold(notice, teller if counts else NOBODY, wall)

    def heard(self, tie: Tie, data: bytes, now: float, wall: float) -> None:
        """Take in a message that has come on a link. Raises `PeerFault`."""
        said = parse_post(data)
        if isinstance(said, Have):
            self._hear_have(tie, said, now)
        elif isinstance(said, Want):
            self._hear_want(tie, said.ids)
        elif isinstance(said, RawNotice):
            self._hear_notice(tie, said.wire, now, wall)
        elif isinstance(said, Topics):
            self._hear_topics(tie, said.topics, now)
        elif now >= tie.heard_of_peers_at + BOARD_PEERS_EVERY_S / 2:
            tie.heard_of_peers_at = now
            self.known.hear(tie.peer, said.others)

    def _hear_have(self, tie: Tie, said: Have, now: float) -> None:
        for kind, ids in enumerate((said.met, said.heard, said.aside)):
            for id in ids:
                tie.fresh.pop(id, None)
                self.held.told(id, tie.teller, kind == 0)
            new = [id for id in ids if not (self.held.knows(id) or id in tie.asked or tie.names(id))]
            if new:
                self._asking.offered(tie, new, kind)
        self._asking.more(now)

    def _hear_want(self, tie: Tie, ids: Iterable[bytes]) -> None:
        for id in ids:
            if self.held.get(id) is not None and len(tie.wants) < NOTICES_BURST:
                tie.wants[id] = None
        self._stir(tie)

    def _hear_topics(self, tie: Tie, topics: Iterable[bytes], now: float) -> None:
        """Have a link told of these topics, and for the first time of some others."""
        before = {} if tie.topics is None else tie.topics
        new = [topic for topic in topics if topic not in before][: TOPICS_NAMED - len(before)]
        first, tie.topics = tie.topics is None, {**before, **dict.fromkeys(new)}
        for kept in self.held.about(new):
            if self.held.may_tell(kept):
                self._tell_one(tie, kept)
        for _ in range(NOTICES_TOLD_ASIDE if first else 0):
            self._tell_aside(tie)
        self._stir(tie)

    def _hear_notice(self, tie: Tie, wire: bytes, now: float, wall: float) -> None:
        """Take in a notice that was asked for, or the own one of the node that gives it; any other is left
        out."""
        if not tie.asked and tie.pushes.debt(1, now):
            return
        notice = self._read(wire)
        kind = self._asking.given(tie, notice.id)
        if kind is None and not (tie.pushes.try_take(1, now) and notice.fingerprint == tie.peer):
            return
        if notice.fingerprint == self.own:
            self.held.see(notice.id)  # of an earlier life of ours
        elif notice.fingerprint == tie.peer:
            self._come(notice, tie.teller, now, wall)
        else:
            self._hold(notice, tie.teller, wall, vouched=kind == 0)
        self._asking.more(now)

    def _hold(self, notice: Notice, teller: Teller, wall: float, *, vouched: bool = False) -> None:
        """Hold a notice that a link has brought, and tell of it, unless it was there already and is not surer
        now."""
        kept = self.held.get(notice.id)
        before = None if kept is None else kept.certainty
        if kept is None:
            kept = self._take(notice, wall, teller, vouched=vouched)
        elif teller.who == kept.who:
            self.held.came(kept.id, teller.site)
        else:
            self.held.told(kept.id, teller, vouched)
        if kept is not None and (before is None or (kept.is_met and before is not Certainty.MET)):
            self._tell(kept)

    def _take(
        self, notice: Notice, wall: float, teller: Teller = NOBODY, *, vouched: bool = False
    ) -> HeldNotice | None:
        """Hold a notice, if that is to be."""
        self._expire(wall)
        gone = self.held.take(notice, wall, teller, vouched=vouched)
        kept = self.held.get(notice.id)
        self._forget(gone)
        if gone or kept is not None:
            self.came()
        return kept

    def _tell(self, kept: HeldNotice) -> None:
        """Have all links told of something that have a topic of it; all others too, if its player is linked
        with us or we have none of its topics. A notice of our topics that we have only heard of goes no
        further."""
        widely = kept.who in self.linked or not self.held.is_ours(kept)
        for tie in self.ties if self.held.may_tell(kept) else ():
            if widely or tie.shares(kept.topics):
                self._tell_one(tie, kept)

    def _tell_one(self, tie: Tie, kept: HeldNotice) -> None:
        """Have a link told of something, unless it has said so itself."""
        if tie.peer in (kept.who, kept.teller.who) or kept.who == self.own:
            return
        if kept.id in tie.asked or tie.withdraw(kept.id) is not None:
            return
        tie.fresh[kept.id] = None
        self._stir(tie)

    def _tell_aside(self, tie: Tie) -> None:
        kept = self.held.any_besides(tie.topics or {}, self.known.draw)
        if kept is not None:
            self._tell_one(tie, kept)

    def _expire(self, wall: float) -> None:
        self._forget(self.held.expire(wall))

    def _forget(self, gone: Iterable[bytes]) -> None:
        there = list(gone)
        for tie in self.ties if there else ():
            for id in there:
                tie.fresh.pop(id, None)
                tie.wants.pop(id, None)

    # Saying.

    def say(self, tie: Tie, now: float) -> list[bytes]:
        """The messages to send on a link now. Raises `BadPost` if it has withheld too much."""
        self._asking.give_up(tie, now)
        self._asking.more(now)
        if tie.aside_at <= now:
            tie.aside_at = now + NOTICES_TOLD_ASIDE_S
            self._tell_aside(tie)
        return list(self._said(tie, now))

    def _said(self, tie: Tie, now: float) -> Iterator[bytes]:
        yield from self._topics(tie)
        ours = self.held.of(self.own)
        if tie.owed and ours is not None:
            tie.owed = False
            yield RawNotice(ours.notice.wire).pack()
        if tie.peers_at <= now:
            tie.peers_at = now + BOARD_PEERS_EVERY_S
            if others := self._others(tie):
                yield Peers(others).pack()
        if tie.fresh and tie.told_at + HAVE_GATHERED_S <= now:
            tie.told_at = now
            yield self._names(tie).pack()
        while tie.asking:
            asking, tie.asking = tie.asking[:WANTS], tie.asking[WANTS:]
            yield Want(tuple(asking)).pack()
        while tie.wants and tie.gives.try_take(1, now):
            id = next(iter(tie.wants))
            del tie.wants[id]
            kept = self.held.get(id)
            if kept is not None:
                yield RawNotice(kept.notice.wire).pack()

    def _topics(self, tie: Tie) -> Iterator[bytes]:
        """Topics of ours that a link was not told; that comes first, and so even if there is none."""
        before = tie.named or set()
        new = [topic for topic in self.held.topics if topic not in before]
        if new or tie.named is None:
            tie.named = before.union(new)
            for n in range(0, max(1, len(new)), TOPICS_AT_ONCE):
                yield Topics(tuple(new[n : n + TOPICS_AT_ONCE])).pack()

    def _names(self, tie: Tie) -> Have:
        """The HAVE to tell a link now: names of notices whose players were met, of those only heard of, and
        of other topics."""
        met, heard, aside = list[bytes](), list[bytes](), list[bytes]()
        for id in list(tie.fresh)[:HAVES]:
            del tie.fresh[id]
            kept = self.held.get(id)
            assert kept is not None
            to = (met if kept.is_met else heard) if tie.shares(kept.topics) else aside
            to.append(id)
        return Have(tuple(met), tuple(heard), tuple(aside))

    def _others(self, tie: Tie) -> tuple[Other, ...]:
        """The nodes that a link is told of: ours, and some of those that we have reached."""
        where = self._where()
        own = (Other(self.own, where),) if where else ()
        return (*own, *self.known.others({tie.peer}, BOARD_PEERS - len(own)))

    def due(self, tie: Tie, now: float) -> float:
        """When there will be something to say on a link, or to give up there, if nothing comes meanwhile."""
        times = [tie.peers_at, tie.aside_at, *(until for until, _ in tie.asked.values())]
        if tie.fresh:
            times.append(tie.told_at + HAVE_GATHERED_S)
        if tie.wants:
            times.append(now + tie.gives.debt(1, now) + MOMENT_S)
        if tie.offered and (wait := tie.asks.debt(1, now)):
            times.append(now + wait + MOMENT_S)
        return min(times)

"""Many nodes of the board in virtual time.

The nodes are those that are real (`reach.gossip`: what is held, told, asked and dialled); between them are
delays in the place of channels.
"""

from __future__ import annotations

import hashlib
import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from random import Random
from typing import Final

import keys
from fadenet.node.limits import (
    BOARD_DIALS_PER_S,
    BOARD_FULL_S,
    BOARD_LINKS_TAKEN,
    DOWN_S,
    POST_AGAIN_S,
    POST_LIFE_S,
)
from fadenet.node.link.candidates import Address, Candidate, RelayAddress
from fadenet.node.link.identity import PlayerKind
from fadenet.node.reach.gossip import Gossip
from fadenet.node.reach.held import network_of
from fadenet.node.reach.known import First
from fadenet.node.reach.notice import Notice, Offer, make_notice, parse_notice
from fadenet.node.reach.posts import Other, Peers
from fadenet.node.reach.ties import Tie
from protocol.faults import PeerFault

HOP_S: Final = (0.02, 0.12)
"""One way, drawn for each link."""
RECORD_BYTES: Final = 19
"""Of a record besides what is in it: length, kind, tag."""
DIAL_BYTES: Final = 900
"""Of a handshake, both ways."""
WALL: Final = 1_800_000_000
FIRST: Final = 3
"""Addresses that a node begins with."""
JOINED_S: Final = 20.0
"""Within so long all nodes come."""
SETTLED_S: Final = 60.0
"""So long after that the board is looked at."""
TABLE: Final = Offer(bytes(12), "faroe", "duel", (), 2, 1, 60, 600, 5, bytes(8), bytes(8))

read_once = cache(parse_notice)


@cache
def table_of(game: int) -> Offer:
    """A table of game number n."""
    return replace(TABLE, game=f"game-{game}")


@dataclass(eq=False)
class Wire:
    """A link between two nodes: its two ends, and how long one way takes."""

    ends: tuple[tuple[Node, Tie], tuple[Node, Tie]]
    delay: float
    up: bool = True

    def far(self, tie: Tie) -> tuple[Node, Tie]:
        return self.ends[1] if self.ends[0][1] is tie else self.ends[0]


class Node:
    """The face of a node that the simulation needs, honest or not. own: its fingerprint; address: where its
    connections come from."""

    def __init__(self, world: World, own: bytes, address: Address, dialable: bool) -> None:
        self.world = world
        self.own = own
        self.address = address
        self.site = network_of(address.host)
        self.dialable = dialable
        self.alive = True
        self.bytes = 0
        self.wires: dict[Tie, Wire] = {}

    def meet(self, tie: Tie) -> None:
        """A link was made."""

    def part(self, tie: Tie) -> None:
        """A link was lost."""

    def hear(self, tie: Tie, data: bytes) -> None:
        """Something has come on a link. Raises `PeerFault`."""

    def visited(self, who: bytes, site: str, wire: bytes) -> None:
        """Somebody has come from this network to show its notice. Raises `PeerFault`."""

    def has_room(self, site: str) -> bool:
        """Whether it takes one more link from this network."""
        return True

    def others(self, who: bytes) -> tuple[Other, ...]:
        """The nodes that it names to one for which it has no room."""
        return ()

    def send(self, tie: Tie, data: bytes) -> None:
        wire = self.wires[tie]
        self.bytes += len(data) + RECORD_BYTES
        self.world.at(self.world.now + wire.delay, partial(self.world.deliver, wire, tie, data))


class Person(Node):
    """An honest node. game: what it plays, None = it plays nothing."""

    def __init__(self, world: World, n: int, dialable: bool, game: int | None = None) -> None:
        self.identity = identity(n)
        site, there = (n % world.networks, n // world.networks) if world.networks else divmod(n, 250)
        address = Address(f"{1 + site // 250}.{site % 250}.{there % 250}.{1 + there // 250}")
        super().__init__(world, keys.fingerprint(self.identity.public), address, dialable)
        self.game = game
        self.made = 0
        self._woken: dict[Tie, float] = {}
        self.gossip = Gossip(
            self.identity.public,
            world.random.randbytes,
            lambda: (self.address,) if dialable else (),
            self.wake,
            read=read_once,
        )
        self.gossip.came = partial(world.came, self)
        if game is not None:
            self.gossip.want([table_of(game).topic])

    def meet(self, tie: Tie) -> None:
        self.gossip.meet(tie, self.world.wall)

    def part(self, tie: Tie) -> None:
        self.gossip.part(tie, self.world.now)

    def hear(self, tie: Tie, data: bytes) -> None:
        self.gossip.heard(tie, data, self.world.now, self.world.wall)
        self.wake(tie, self.gossip.due(tie, self.world.now))

    def visited(self, who: bytes, site: str, wire: bytes) -> None:
        self.gossip.visited(who, site, wire, self.world.now, self.world.wall)

    def has_room(self, site: str) -> bool:
        """As at a real node, the link that gives way ends."""
        if not self.gossip.has_room(site, self.world.places):
            return False
        crowded = self.gossip.crowd(site, self.world.places)
        if crowded is not None:
            self.world.cut(self.wires[crowded])
        return True

    def others(self, who: bytes) -> tuple[Other, ...]:
        return self.gossip.known.others({who})

    def wake(self, tie: Tie, at: float = 0.0) -> None:
        """Let it speak on a link, now or then."""
        at = max(at, self.world.now)
        if at < self._woken.get(tie, math.inf):
            self._woken[tie] = at
            self.world.at(at, partial(self._speak, tie, at))

    def _speak(self, tie: Tie, at: float) -> None:
        if self._woken.get(tie) != at:
            return
        del self._woken[tie]
        if tie not in self.wires or not self.alive:
            return
        try:
            said = self.gossip.say(tie, self.world.now)
        except PeerFault:
            self.world.cut(self.wires[tie])
            return
        for data in said:
            self.send(tie, data)
        self.wake(tie, max(self.gossip.due(tie, self.world.now), self.world.now + 1e-6))

    def notice(self) -> Notice:
        """The notice that it says now: a table of its game is open, here or through a relay."""
        assert self.game is not None
        self.made = max(int(self.world.wall), self.made + 1)
        where: list[Candidate] = [self.address]
        if not self.dialable:
            relay = self.world.people[0]
            where = [RelayAddress(relay.own, relay.address.host, relay.address.port)]
        made, life = self.made, POST_LIFE_S
        table = table_of(self.game)
        return read_once(make_notice(self.identity, PlayerKind.HUMAN, where, [table], made=made, life=life))

    def post(self, notice: Notice) -> None:
        self.gossip.post(notice, self.world.now, self.world.wall)

    def keep_posting(self) -> None:
        """Have a table open from now on."""
        if self.alive:
            self.post(self.notice())
            self.world.at(self.world.now + POST_AGAIN_S, self.keep_posting)

    def keep_linked(self) -> None:
        """Dial whenever a link is wanted, at the pace of a real node."""
        if not self.alive:
            return
        world, spare = self.world, self.gossip.spare(self.world.now)
        if spare is not None:
            world.cut(self.wires[spare])
        other = self.gossip.wanted(world.now)
        if other is not None:
            self.gossip.dialling.add(other.fingerprint)
            delay = world.random.uniform(*HOP_S)
            world.at(world.now + 3 * delay, partial(world.dialled, self, other, delay))
        world.at(world.now + world.random.uniform(0.8, 1.2) / BOARD_DIALS_PER_S, self.keep_linked)


@cache
def identity(n: int) -> keys.Identity:
    return keys.Identity.from_seed(f"p{n}", hashlib.sha256(b"board %d" % n).digest())


@dataclass
class World:
    """All nodes, and what happens between them when. games: how many there are; tables: at so many nodes one
    is open, of these games in turn, but for a share (rare) of all nodes, who play a game of their own.
    settled: so long after all have come they are left alone (s). networks: over so many they are spread, 0 =
    250 of them in each."""

    nodes: int
    dialable: float = 0.2
    dead: float = 0.0
    tables: int = 250
    seed: int = 1
    places: int = BOARD_LINKS_TAKEN
    games: int = 5
    rare: float = 0.0
    settled: float = SETTLED_S
    networks: int = 0
    now: float = 0.0
    people: list[Person] = field(default_factory=list)
    followed: dict[bytes, dict[Person, float]] = field(default_factory=dict)
    """When a fresh notice has come to whom, since it was posted."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self.by_fingerprint: dict[bytes, Node] = {}
        open_ones = max(FIRST + 1, round(self.nodes * self.dialable))
        players = self.random.sample(range(self.nodes), min(self.tables, self.nodes))
        games = dict(zip(players, itertools.cycle(range(self.games)), strict=False))
        games |= dict.fromkeys(players[: round(self.rare * self.nodes)], self.games)
        for n in range(self.nodes):
            person = Person(self, n, n < open_ones, games.get(n))
            self.people.append(person)
            self.by_fingerprint[person.own] = person
        self.open_ones: Sequence[Person] = self.people[:open_ones]
        for person in self.people:
            self.enter(person, self.random.uniform(0, JOINED_S))
            if person.game is not None:
                self.at(self.random.uniform(0, self.looked_at), person.keep_posting)

    @property
    def looked_at(self) -> float:
        """When all have come and settled."""
        return JOINED_S + self.settled

    @property
    def wall(self) -> float:
        return WALL + self.now

    @property
    def living(self) -> list[Person]:
        return [person for person in self.people if person.alive]

    def at(self, when: float, what: Callable[[], None]) -> None:
        heapq.heappush(self._events, (when, next(self._numbers), what))

    def run(self, until: float) -> None:
        while self._events and self._events[0][0] <= until:
            self.now, _, what = heapq.heappop(self._events)
            what()
        self.now = until

    def enter(self, person: Person, when: float) -> None:
        """Somebody comes then, and knows some who can be dialled."""
        for other in self.random.sample(self.open_ones, FIRST):
            person.gossip.name(First(Other(other.own, (other.address,)), False))
        self.at(when, person.keep_linked)

    def newcomers(self, games: Iterable[int]) -> list[Person]:
        """Seekers of these games come now, who have no table yet."""
        there: list[Person] = []
        for game in games:
            person = Person(self, self.nodes + len(there), False, game)
            self.by_fingerprint[person.own] = person
            self.enter(person, self.now)
            there.append(person)
        return there

    # Links.

    def dialled(self, near: Person, other: Other, delay: float) -> None:
        """A dial has come to its end."""
        who, gossip = other.fingerprint, near.gossip
        far = self.by_fingerprint.get(who)
        gossip.dialling.discard(who)
        visits = who in gossip.visits
        gossip.visits.discard(who)
        if not near.alive:
            return
        if far is None or not (far.alive and far.dialable and far.address == other.candidates[0]):
            gossip.known.failed(who, self.now)
            gossip.missed(who, self.wall)
            return
        near.bytes += DIAL_BYTES
        far.bytes += DIAL_BYTES
        if visits or who in gossip.linked:
            gossip.reached(who, far.site)
            shown = gossip.shown
            if visits and shown is not None:
                near.bytes += len(shown) + RECORD_BYTES
                far.bytes += len(shown) + RECORD_BYTES
                far.visited(near.own, near.site, shown[1:])
        elif far.has_room(near.site):
            self.link(near, far, delay)
        else:
            gossip.reached(who, far.site)
            gossip.known.left(who, self.now, BOARD_FULL_S)
            if others := far.others(near.own):
                told = len(Peers(others).pack()) + RECORD_BYTES
                near.bytes += told
                far.bytes += told
                gossip.known.hear(who, others)

    def link(self, near: Node, far: Node, delay: float) -> Tie:
        """A link that the first has dialled."""
        ends = (
            (near, Tie(far.own, dialled=True, now=self.now, site=far.site)),
            (far, Tie(near.own, dialled=False, now=self.now, site=near.site)),
        )
        wire = Wire(ends, delay)
        for node, tie in ends:
            node.wires[tie] = wire
            node.meet(tie)
        return ends[0][1]

    def cut(self, wire: Wire) -> None:
        """A link is gone, and both ends know it."""
        if wire.up:
            wire.up = False
            for node, tie in wire.ends:
                del node.wires[tie]
                node.part(tie)

    def deliver(self, wire: Wire, tie: Tie, data: bytes) -> None:
        node, end = wire.far(tie)
        if not (wire.up and node.alive):
            return
        node.bytes += len(data) + RECORD_BYTES
        try:
            node.hear(end, data)
        except PeerFault:
            self.cut(wire)

    def kill(self, share: float) -> None:
        """So many nodes vanish without a word; their links fall silent, which is noticed late."""
        for person in self.random.sample(self.people, round(share * self.nodes)):
            person.alive = False
            for wire in person.wires.values():
                self.at(self.now + self.random.uniform(DOWN_S - 10, DOWN_S), partial(self.cut, wire))

    # Notices.

    def follow(self, person: Person) -> dict[Person, float]:
        """Somebody posts a notice; when it comes to whom of those who play the same."""
        notice = person.notice()
        there = self.followed[notice.id] = {person: self.now}
        person.post(notice)
        return there

    def came(self, person: Person) -> None:
        for id, there in self.followed.items():
            if person not in there and person.gossip.held.get(id) is not None:
                there[person] = self.now

    def offers(self, game: int) -> set[bytes]:
        """The living that have a table of this game open, by fingerprint."""
        return {person.own for person in self.living if person.game == game and person.made}


def seen(person: Person, players: set[bytes]) -> float:
    """The share of these players whose tables somebody sees: that is their own notice of now."""
    held = [person.gossip.held.of(who) for who in players]
    return sum(kept is not None and bool(kept.notice.tables) for kept in held) / len(players)

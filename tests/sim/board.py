"""A board of many nodes in virtual time: how soon a fresh notice is with all of them, and what that costs.

    python -m tests.sim.board --nodes 1000 --seeds 3
    python -m tests.sim.board --nodes 1000 --dead 0.3 --dialable 0.2 --tables 250

The nodes are those that are real (`reach.gossip`: what is held, told, asked and dialled); between them are
delays in the place of channels. Notices are signed, but have cost nothing. Who is dead has vanished without a
word, just before the fresh notices are posted. Bytes are those of records, of both directions of a node,
pings left out.
"""

from __future__ import annotations

import argparse
import hashlib
import heapq
import itertools
import math
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random
from typing import Final

import keys
from fadenet.node.limits import (
    BOARD_DIALS_PER_S,
    BOARD_LINKS_TAKEN,
    DOWN_S,
    POST_AGAIN_S,
    POST_LIFE_S,
)
from fadenet.node.link.candidates import Address
from fadenet.node.link.identity import PlayerKind
from fadenet.node.reach.gossip import Gossip, Tie
from fadenet.node.reach.known import First
from fadenet.node.reach.notice import Notice, Table, make_notice, parse_notice
from fadenet.node.reach.posts import Other
from protocol.faults import PeerFault

HOP_S: Final = (0.02, 0.12)
"""One way, drawn for each link."""
RECORD_BYTES: Final = 19
"""Of a record besides what is in it: length, kind, tag."""
WALL: Final = 1_800_000_000
FIRST: Final = 3
"""Addresses that a node begins with."""
JOINED_S: Final = 20.0
"""Within so long all nodes come."""
SETTLED_S: Final = 60.0
"""So long after that the fresh notices are posted."""
FRESH: Final = 20
FRESH_EVERY_S: Final = 1.0
LOOKED_S: Final = 10.0
"""So long a fresh notice is followed."""
GOAL_S: Final = 3.0
GOAL_SHARE: Final = 0.99
GOAL_BYTES_PER_S: Final = 2_048
TABLE: Final = Table(bytes(12), "faroe", "duel", (), 2, 1, 60, 600, 5, bytes(8), bytes(8))

read_once = cache(parse_notice)


@dataclass(eq=False)
class Wire:
    """A link between two nodes: its two ends, and how long one way takes."""

    ends: tuple[tuple[Person, Tie], tuple[Person, Tie]]
    delay: float
    up: bool = True

    def far(self, tie: Tie) -> tuple[Person, Tie]:
        return self.ends[1] if self.ends[0][1] is tie else self.ends[0]


class Person:
    """A node of the simulation."""

    def __init__(self, world: World, n: int, dialable: bool) -> None:
        self.identity = world.identity(n)
        self.address = Address(f"{1 + n // 62_500}.{n // 250 % 250}.{n % 250}.1")
        self.dialable = dialable
        self.alive = True
        self.bytes = 0
        self.wires: dict[Tie, Wire] = {}
        self.taken = 0
        self.made = 0
        self._world = world
        self._woken: dict[Tie, float] = {}
        self.gossip = Gossip(
            self.identity.public,
            world.random.randbytes,
            lambda: (self.address,) if dialable else (),
            self.wake,
            read=read_once,
            work=0,
        )
        self.gossip.came = partial(world.came, self)

    def wake(self, tie: Tie, at: float = 0.0) -> None:
        """Let it speak on a link, now or then."""
        at = max(at, self._world.now)
        if at < self._woken.get(tie, float("inf")):
            self._woken[tie] = at
            self._world.at(at, partial(self._speak, tie, at))

    def _speak(self, tie: Tie, at: float) -> None:
        if self._woken.get(tie) != at or tie not in self.wires or not self.alive:
            return
        del self._woken[tie]
        world, wire = self._world, self.wires[tie]
        try:
            said = self.gossip.say(tie, world.now)
        except PeerFault:
            world.cut(wire)
            return
        for data in said:
            self.bytes += len(data) + RECORD_BYTES
            world.at(world.now + wire.delay, partial(world.deliver, wire, tie, data))
        self.wake(tie, max(self.gossip.due(tie, world.now), world.now + 1e-6))

    def notice(self) -> Notice:
        """What it says now: a table of its is open."""
        self.made = max(int(self._world.wall), self.made + 1)
        kind, where = PlayerKind.HUMAN, (self.address,)
        return read_once(make_notice(self.identity, kind, where, [TABLE], made=self.made, life=POST_LIFE_S))

    def post(self, notice: Notice) -> None:
        self.gossip.post(notice, self._world.now, self._world.wall)

    def keep_posting(self) -> None:
        """Have a table open from now on."""
        if self.alive:
            self.post(self.notice())
            self._world.at(self._world.now + POST_AGAIN_S, self.keep_posting)

    def keep_linked(self) -> None:
        """Dial whenever a link is wanted, at the pace of a real node."""
        if not self.alive:
            return
        world = self._world
        other = self.gossip.wanted(world.now)
        if other is not None:
            self.gossip.dialling.add(other.fingerprint)
            delay = world.random.uniform(*HOP_S)
            world.at(world.now + 3 * delay, partial(world.dialled, self, other, delay))
        world.at(world.now + world.random.uniform(0.8, 1.2) / BOARD_DIALS_PER_S, self.keep_linked)


@dataclass
class World:
    """All nodes, and what happens between them when."""

    nodes: int
    dialable: float = 0.2
    dead: float = 0.0
    tables: int = 250
    seed: int = 1
    places: int = BOARD_LINKS_TAKEN
    now: float = 0.0
    people: list[Person] = field(default_factory=list)
    followed: dict[bytes, dict[Person, float]] = field(default_factory=dict)
    """When a fresh notice has come to whom, since it was posted."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.took: list[list[float]] = []
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._by_fingerprint: dict[bytes, Person] = {}
        open_ones = max(FIRST + 1, round(self.nodes * self.dialable))
        for n in range(self.nodes):
            person = Person(self, n, n < open_ones)
            self.people.append(person)
            self._by_fingerprint[person.gossip.own] = person
        for person in self.people:
            for other in self.random.sample(self.people[:open_ones], FIRST):
                person.gossip.known.name(First(Other(other.gossip.own, (other.address,)), False))
            self.at(self.random.uniform(0, JOINED_S), person.keep_linked)
        for person in self.random.sample(self.people, min(self.tables, self.nodes)):
            self.at(self.random.uniform(0, JOINED_S + SETTLED_S), person.keep_posting)

    @staticmethod
    @cache
    def identity(n: int) -> keys.Identity:
        return keys.Identity.from_seed(f"p{n}", hashlib.sha256(b"board %d" % n).digest())

    @property
    def wall(self) -> float:
        return WALL + self.now

    def at(self, when: float, what: Callable[[], None]) -> None:
        heapq.heappush(self._events, (when, next(self._numbers), what))

    def run(self, until: float) -> None:
        while self._events and self._events[0][0] <= until:
            self.now, _, what = heapq.heappop(self._events)
            what()
        self.now = until

    # Links.

    def dialled(self, near: Person, other: Other, delay: float) -> None:
        """A dial has come to its end."""
        far = self._by_fingerprint[other.fingerprint]
        near.gossip.dialling.discard(other.fingerprint)
        if not near.alive:
            return
        if far.gossip.own in near.gossip.linked:  # only tried
            (near.gossip.known.reached if far.alive and far.dialable else self._failed(near))(far.gossip.own)
        elif not (far.alive and far.dialable) or far.taken >= self.places:
            near.gossip.known.failed(far.gossip.own, self.now)
        else:
            self.link(near, far, delay)

    def _failed(self, near: Person) -> Callable[[bytes], None]:
        return lambda who: near.gossip.known.failed(who, self.now)

    def link(self, near: Person, far: Person, delay: float) -> None:
        ends = (
            (near, Tie(far.gossip.own, dialled=True, now=self.now)),
            (
                far,
                Tie(near.gossip.own, dialled=False, now=self.now),
            ),
        )
        wire = Wire(ends, delay)
        far.taken += 1
        for person, tie in ends:
            person.wires[tie] = wire
            person.gossip.meet(tie, self.wall)

    def cut(self, wire: Wire) -> None:
        """A link is gone, and both ends know it."""
        if wire.up:
            wire.up = False
            wire.ends[1][0].taken -= 1
            for person, tie in wire.ends:
                del person.wires[tie]
                person.gossip.part(tie, self.now)

    def deliver(self, wire: Wire, tie: Tie, data: bytes) -> None:
        person, end = wire.far(tie)
        if not (wire.up and person.alive):
            return
        person.bytes += len(data) + RECORD_BYTES
        try:
            person.gossip.heard(end, data, self.now, self.wall)
        except PeerFault:
            self.cut(wire)
        else:
            person.wake(end, person.gossip.due(end, self.now))

    def kill(self, share: float) -> None:
        """So many nodes vanish without a word; their links fall silent, which is noticed late."""
        for person in self.random.sample(self.people, round(share * self.nodes)):
            person.alive = False
            for wire in person.wires.values():
                self.at(self.now + self.random.uniform(DOWN_S - 10, DOWN_S), partial(self.cut, wire))

    # Notices.

    def follow(self, person: Person) -> None:
        """Somebody posts a notice; see where it comes to."""
        notice = person.notice()
        there = self.followed[notice.id] = {person: self.now}
        person.post(notice)
        self.at(self.now + LOOKED_S, partial(self._followed, notice.id, there, self.now))

    def came(self, person: Person) -> None:
        for id, there in self.followed.items():
            if person not in there and person.gossip.held.get(id) is not None:
                there[person] = self.now

    def _followed(self, id: bytes, there: dict[Person, float], begun: float) -> None:
        del self.followed[id]
        took = sorted(at - begun for at in there.values())
        self.took.append(took + [math.inf] * (len(self.living) - len(took)))

    @property
    def living(self) -> list[Person]:
        return [person for person in self.people if person.alive]


@dataclass(frozen=True)
class Told:
    """What came of one run. share: of the living nodes that held a fresh notice after `GOAL_S`, of the worst
    notice; half_s, at_s: when half and 99 % of them held it, of the slowest notice (inf: never); bytes_per_s:
    of a node, on average and of the busiest hundredth; links: of a node, on average; held: notices."""

    share: float
    half_s: float
    at_s: float
    bytes_per_s: float
    bytes_most: float
    links: float
    held: float

    @property
    def good(self) -> bool:
        return self.at_s <= GOAL_S and self.bytes_per_s <= GOAL_BYTES_PER_S


def simulate(world: World, fresh: int = FRESH) -> Told:
    """Let the nodes come and settle, then post fresh notices and follow them."""
    world.run(JOINED_S + SETTLED_S)
    world.kill(world.dead)
    living = world.living
    before, began = {person: person.bytes for person in living}, world.now
    for _ in range(fresh):
        world.follow(world.random.choice(living))
        world.run(world.now + FRESH_EVERY_S)
    world.run(world.now + LOOKED_S)
    rates = sorted((person.bytes - before[person]) / (world.now - began) for person in living)
    last = math.ceil(GOAL_SHARE * len(living)) - 1
    return Told(
        share=min(sum(one <= GOAL_S for one in took) / len(took) for took in world.took),
        half_s=max(took[len(took) // 2] for took in world.took),
        at_s=max(took[last] for took in world.took),
        bytes_per_s=statistics.fmean(rates),
        bytes_most=rates[-max(1, len(rates) // 100)],
        links=statistics.fmean(len(person.wires) for person in living),
        held=statistics.fmean(len(person.gossip.held) for person in living),
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.sim.board", description=__doc__)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--dead", type=float, default=0.0, help="share of nodes that vanish")
    parser.add_argument("--dialable", type=float, default=0.2, help="share of nodes that can be dialled")
    parser.add_argument("--tables", type=int, default=250, help="nodes that have a table open")
    parser.add_argument("--places", type=int, default=BOARD_LINKS_TAKEN, help="links that a node takes")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    args = parser.parse_args()
    good = True
    for seed in range(args.seed, args.seed + args.seeds):
        began = time.monotonic()
        told = simulate(World(args.nodes, args.dialable, args.dead, args.tables, seed, args.places))
        print(
            f"seed {seed}: after {GOAL_S:.0f} s {told.share:.2%} hold a fresh notice; half after "
            f"{told.half_s:.2f} s, 99 % after {told.at_s:.2f} s; {told.bytes_per_s:.0f} bytes/s a node, the "
            f"busiest hundredth {told.bytes_most:.0f}; {told.links:.1f} links, {told.held:.0f} notices held; "
            f"{time.monotonic() - began:.0f} s of wall time",
            flush=True,
        )
        good &= told.good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

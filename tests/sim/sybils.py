"""Attackers of the simulated board: machines with many keys, which fill it with tables that are not there.

A machine has one address. It takes links of every node that can be dialled, each by a key of its own, as many
as are given to its network, and can be dialled itself by some keys. On each link it says without end that it
has met players, and gives what it is asked for: notices of keys and places that are made up. It also visits
all these nodes as made-up players, far more often than one of them counts as met.
"""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Final

import keys
from fadenet.node.limits import BOARD_LINKS_PER_SITE, BOARD_PEERS, HAVES, POST_LIFE_S
from fadenet.node.link.candidates import Address, Candidate, RelayAddress
from fadenet.node.link.identity import PlayerKind
from fadenet.node.reach.notice import Notice, make_notice
from fadenet.node.reach.posts import Have, Other, Peers, RawNotice, Topics, Want, parse_post
from fadenet.node.reach.ties import Tie
from tests.sim.crowd import DIAL_BYTES, HOP_S, JOINED_S, WALL, Node, World, read_once, table_of

NAMED: Final = 64
NAMED_S: Final = 5.0
"""So often a machine names so many more, far more than anybody takes."""
VISITS: Final = 4
VISITS_S: Final = 10.0
"""So often it visits each node as so many."""
AGAIN_S: Final = 20.0
"""So often it takes links that have become free."""


def false_notice(n: int, game: int, made: int) -> Notice:
    """A table of a key and at a place that nobody has, half of them behind a relay that is not there."""
    identity = keys.Identity.from_seed("", hashlib.sha256(b"sybil %d" % n).digest())
    host = f"{100 + n // 62_500}.{n // 250 % 250}.{n % 250}.7"
    where: Candidate = Address(host) if n % 2 else RelayAddress(bytes(16), host)
    table, life = table_of(game), POST_LIFE_S
    return read_once(make_notice(identity, PlayerKind.HUMAN, [where], [table], made=made, life=life))


class Army:
    """Machines of one attacker, and the false notices that they have in common: so many times as many (times)
    as there are true ones."""

    def __init__(self, world: World, machines: int, times: int) -> None:
        self.world = world
        number = times * sum(person.game is not None for person in world.people)
        self.notices = [false_notice(n, n % world.games, WALL + int(JOINED_S)) for n in range(number)]
        self.by_id = {one.id: one for one in self.notices}
        self.topics = [table_of(game).topic for game in range(world.games)]
        self.doors: list[Other] = []
        for n in range(machines):
            for k in range(BOARD_LINKS_PER_SITE):
                sybil = Sybil(self, n, k)
                self.doors.append(Other(sybil.own, (sybil.address,)))
                world.by_fingerprint[sybil.own] = sybil
                world.at(world.random.uniform(0, JOINED_S), sybil.keep_linked)
            world.at(JOINED_S, partial(self.keep_visiting, sybil.site))

    def keep_visiting(self, site: str) -> None:
        """Come from this network to all who can be dialled, and show what is made up."""
        for person in self.world.open_ones:
            for notice in self.world.random.choices(self.notices, k=VISITS if person.alive else 0):
                person.bytes += DIAL_BYTES
                person.visited(notice.fingerprint, site, notice.wire)
        self.world.at(self.world.now + VISITS_S, partial(self.keep_visiting, site))


class Sybil(Node):
    """One key of a machine by which it can be dialled, and which dials all others once."""

    def __init__(self, army: Army, machine: int, k: int) -> None:
        identity = keys.Identity.from_seed("", hashlib.sha256(b"door %d %d" % (machine, k)).digest())
        address = Address(f"250.{machine}.1.1", 1_024 + k)
        super().__init__(army.world, keys.fingerprint(identity.public), address, dialable=True)
        self.army = army
        what = [table_of(k % army.world.games)]
        made, life = WALL + int(JOINED_S), POST_LIFE_S
        self.own_notice = make_notice(identity, PlayerKind.HUMAN, [address], what, made=made, life=life)

    def keep_linked(self) -> None:
        """Take a link of all who can be dialled and have room."""
        world, linked = self.world, {tie.peer for tie in self.wires}
        for person in world.open_ones:
            free = person.alive and person.own not in linked and self.own not in person.gossip.linked
            if free and person.has_room(self.site):
                world.link(self, person, world.random.uniform(*HOP_S))
        world.at(world.now + AGAIN_S, self.keep_linked)

    def meet(self, tie: Tie) -> None:
        self.send(tie, Topics(tuple(self.army.topics)).pack())
        self.send(tie, RawNotice(self.own_notice).pack())
        others = self.world.random.sample(self.army.doors, BOARD_PEERS)
        self.send(tie, Peers(tuple(others)).pack())
        self._name(tie, HAVES)

    def _name(self, tie: Tie, number: int) -> None:
        """Name as many as one message takes, and more of them again and again."""
        if tie in self.wires:
            there = self.world.random.choices(self.army.notices, k=number)
            self.send(tie, Have(tuple(one.id for one in there)).pack())
            self.world.at(self.world.now + NAMED_S, partial(self._name, tie, NAMED))

    def hear(self, tie: Tie, data: bytes) -> None:
        said = parse_post(data)
        if isinstance(said, Want):
            for notice in filter(None, map(self.army.by_id.get, said.ids)):
                self.send(tie, RawNotice(notice.wire).pack())

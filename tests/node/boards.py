"""Nodes on the board, on a network in memory or as decisions alone, for the tests of board and `seek`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from fadenet.node.limits import BOARD_LINKS_TAKEN, POST_LIFE_S
from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.link.identity import NodeIdentity, PlayerKind
from fadenet.node.reach.board import NoticeBoard, open_board
from fadenet.node.reach.gossip import Gossip
from fadenet.node.reach.held import network_of
from fadenet.node.reach.known import First
from fadenet.node.reach.node import Node, open_node
from fadenet.node.reach.notice import Notice, Offer, make_notice, parse_notice
from fadenet.node.reach.posts import Other, Topics
from fadenet.node.reach.ties import Tie
from keys import Identity, fingerprint
from tests.node.helpers import seeded
from tests.node.memory import MemoryNetwork
from tests.node.relays import RUNS, View

NOW: Final = 1_800_000_000
TABLE: Final = Offer(b"twelve bytes", "ten", "duel", (), 2, 1, 60, 600, 5, b"r" * 8, b"c" * 8)


def player(n: int) -> Identity:
    """Player number n."""
    return Identity.from_seed(f"p{n}", bytes([n // 256, n % 256]) * 16)


def place(n: int) -> Address:
    """Where the node of player number n listens, each in a network of its own."""
    return Address(f"203.{n // 200}.{n % 200}.1", 47070)


def other(n: int) -> Other:
    return Other(fingerprint(player(n).public), (place(n),))


def notice(
    n: int,
    *tables: Offer,
    made: int = NOW,
    life: int = POST_LIFE_S,
    where: Sequence[Candidate] | None = None,
) -> Notice:
    """The post of player number n."""
    there = [place(n)] if where is None else where
    wire = make_notice(player(n), PlayerKind.HUMAN, there, tables or [TABLE], made=made, life=life)
    return parse_notice(wire)


class Solo:
    """The decisions of one node, and a clock that a test moves. stirred: its links with something to say."""

    def __init__(
        self, n: int = 0, *, topics: Iterable[bytes] = (TABLE.topic,), dialable: bool = True
    ) -> None:
        self.n = n
        self.now = 1_000.0
        self.stirred: set[Tie] = set()
        there = (place(n),) if dialable else ()
        own = player(n).public
        self.gossip = Gossip(own, seeded(n), lambda: there, self.stirred.add)
        self.gossip.want(topics)

    @property
    def wall(self) -> float:
        return NOW + self.now - 1_000.0

    def tie(
        self,
        n: int,
        *,
        dialled: bool = True,
        topics: Iterable[bytes] | None = (TABLE.topic,),
        host: str = "",
    ) -> Tie:
        """A link to player number n, who has said its topics, None = it has not; from another host than the
        one that its notices name, if one is given."""
        site = network_of(host or place(n).host)
        tie = Tie(fingerprint(player(n).public), dialled=dialled, now=self.now, site=site)
        self.gossip.meet(tie, self.wall)
        if topics is not None:
            self.hears(tie, Topics(tuple(topics)).pack())
        return tie

    def hears(self, tie: Tie, data: bytes) -> None:
        self.gossip.heard(tie, data, self.now, self.wall)

    def says(self, tie: Tie) -> list[bytes]:
        return self.gossip.say(tie, self.now)

    def post(self, one: Notice) -> None:
        self.gossip.post(one, self.now, self.wall)

    def holds(self, one: Notice) -> bool:
        return self.gossip.held.get(one.id) is not None


def talk(pairs: Sequence[tuple[Solo, Tie, Solo, Tie]], rounds: int = 20) -> None:
    """Carry what each says to the other until there is nothing left to say."""
    for _ in range(rounds):
        said = False
        for a, near, b, far in pairs:
            for who, tie, whom, end in ((a, near, b, far), (b, far, a, near)):
                for data in who.says(tie):
                    said = True
                    whom.hears(end, data)
        if not said:
            return


# On a network.


class Square:
    """A network on which nodes are on the board."""

    def __init__(self) -> None:
        self.network = MemoryNetwork()

    def firsts(self, numbers: Iterable[int], *, trusted: bool = False) -> list[First]:
        return [First(other(n), trusted) for n in numbers]

    @asynccontextmanager
    async def node(self, n: int, *, listens: bool = True) -> AsyncGenerator[tuple[Node, View]]:
        """The node of player number n."""
        view = View(self.network, place(n).host)
        identity = NodeIdentity(player(n), rng=seeded(1000 * next(RUNS) + n))
        async with open_node(identity, view) as own:
            if listens:
                await own.listen([place(n)])
            yield own, view

    @asynccontextmanager
    async def board(
        self,
        n: int,
        firsts: Iterable[int] = (),
        *,
        listens: bool = True,
        most: int = BOARD_LINKS_TAKEN,
        trusted: Iterable[int] = (),
    ) -> AsyncGenerator[NoticeBoard]:
        """Player number n is on the board."""
        begin = [*self.firsts(firsts), *self.firsts(trusted, trusted=True)]
        async with (
            self.node(n, listens=listens) as (own, _),
            open_board(own, player(n), lambda: NOW, begin, most=most) as board,
        ):
            yield board

"""A board of many nodes in virtual time: how soon a fresh notice is with all whom it concerns, what that
costs, what a flood of false notices does to it, and how much of a rare game is seen.

    python -m tests.sim.board --nodes 1000 --seeds 3
    python -m tests.sim.board --nodes 1000 --dead 0.3 --dialable 0.2 --tables 250
    python -m tests.sim.board --sybils 100            # false notices, that many times the true ones
    python -m tests.sim.board --nodes 10000 --rare 0.001

The nodes are those that are real (`reach.gossip`: what is held, told, asked and dialled); between them are
delays in the place of channels. A dead node has vanished without a word, just before the fresh notices are
posted. Bytes are those of records, of both directions of a node, pings left out.

`--sybils`: machines of an attacker take links of every node that can be dialled, as many as are given to
their networks, and let themselves be dialled, too. Each says without end that it has met players of the same
games, every one with a key and an address that are made up. Newcomers then come; of the true notices of its
topic it is counted how many each of them sees.

`--rare`: so large a share of all nodes offers a game of its own, all others offer one of a few. Seekers of
the rare game come; it is counted how much of it they see within a minute.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from dataclasses import dataclass
from typing import Final

from fadenet.node.limits import BOARD_LINKS_TAKEN
from tests.sim.crowd import SETTLED_S, Person, World, seen
from tests.sim.sybils import Army

FRESH: Final = 20
FRESH_EVERY_S: Final = 1.0
LOOKED_S: Final = 10.0
"""So long a fresh notice is followed."""
GOAL_S: Final = 3.0
GOAL_SHARE: Final = 0.99
GOAL_BYTES_PER_S: Final = 2_048
NEWCOMERS: Final = 20
SEEN_S: Final = (10.0, 60.0)
"""So long after they have come it is counted what newcomers see."""
GOAL_SEEN: Final = 0.8


@dataclass(frozen=True)
class Told:
    """The result of one run. share: of the living nodes that play the same and held a fresh notice after
    `GOAL_S`, of the worst notice; half_s, at_s: when half and 99 % of them held it, of the slowest notice
    (inf: never); bytes_per_s: of a node, on average and of the busiest hundredth; links: of a node, on
    average; held: notices."""

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

    def __str__(self) -> str:
        return (
            f"after {GOAL_S:.0f} s {self.share:.2%} hold a fresh notice; half after {self.half_s:.2f} s, "
            f"99 % after {self.at_s:.2f} s; {self.bytes_per_s:.0f} bytes/s a node, the busiest hundredth "
            f"{self.bytes_most:.0f}; {self.links:.1f} links, {self.held:.0f} notices held"
        )


class Traffic:
    """Bytes a second of the living nodes from now on."""

    def __init__(self, world: World) -> None:
        self.world, self.began = world, world.now
        self._before = {person: person.bytes for person in world.living}

    def rates(self) -> list[float]:
        """Of each node, the least first."""
        took = self.world.now - self.began
        return sorted((one.bytes - before) / took for one, before in self._before.items() if one.alive)

    @staticmethod
    def busiest(rates: list[float]) -> float:
        """Of the busiest hundredth."""
        return rates[-max(1, len(rates) // 100)]


def simulate(world: World, fresh: int = FRESH) -> Told:
    """Let the nodes come and settle, then post fresh notices and follow them."""
    world.run(world.looked_at)
    world.kill(world.dead)
    players = [person for person in world.living if person.game is not None]
    traffic = Traffic(world)
    followed: list[tuple[Person, float, dict[Person, float]]] = []
    for _ in range(fresh):
        person = world.random.choice(players)
        followed.append((person, world.now, world.follow(person)))
        world.run(world.now + FRESH_EVERY_S)
    world.run(world.now + LOOKED_S)
    took = [
        sorted(there.get(one, math.inf) - posted for one in players if one.game == person.game)
        for person, posted, there in followed
    ]
    rates, living = traffic.rates(), world.living
    return Told(
        share=min(sum(one <= GOAL_S for one in times) / len(times) for times in took),
        half_s=max(times[len(times) // 2] for times in took),
        at_s=max(times[math.ceil(GOAL_SHARE * len(times)) - 1] for times in took),
        bytes_per_s=statistics.fmean(rates),
        bytes_most=traffic.busiest(rates),
        links=statistics.fmean(len(person.wires) for person in living),
        held=statistics.fmean(len(person.gossip.held) for person in living),
    )


@dataclass(frozen=True)
class Seen:
    """The tables of their game that newcomers see. first, last: the share of all, after `SEEN_S`, on
    average; least: of the one who sees least; near: of those whose host can be dialled, on average; false:
    how many notices of nobody one holds; bytes_per_s: of an honest node, on average; bytes_most: of the
    busiest hundredth."""

    first: float
    last: float
    least: float
    near: float
    false: float
    bytes_per_s: float
    bytes_most: float

    def __str__(self) -> str:
        return (
            f"newcomers see {self.first:.1%} of the tables of their game after {SEEN_S[0]:.0f} s, "
            f"{self.last:.1%} after {SEEN_S[1]:.0f} s (the worst {self.least:.1%}; of hosts that can be "
            f"dialled {self.near:.1%}), and {self.false:.0f} false ones; {self.bytes_per_s:.0f} bytes/s a "
            f"node, the busiest hundredth {self.bytes_most:.0f}"
        )


def look(world: World, games: list[int], newcomers: int = NEWCOMERS) -> Seen:
    """Let the nodes come and settle; then seekers of these games come, and look."""
    world.run(world.looked_at)
    traffic = Traffic(world)
    offers = {game: world.offers(game) for game in games}
    near = {game: {person.own for person in world.open_ones} & there for game, there in offers.items()}
    people = world.newcomers([games[n % len(games)] for n in range(newcomers)])
    shares: list[list[float]] = []
    began = world.now
    for after in SEEN_S:
        world.run(began + after)
        shares.append([seen(one, offers[one.game]) for one in people if one.game is not None])
    true = {person.own for person in world.people}
    rates = traffic.rates()
    return Seen(
        first=statistics.fmean(shares[0]),
        last=statistics.fmean(shares[-1]),
        least=min(shares[-1]),
        near=statistics.fmean(seen(one, near[one.game]) for one in people if one.game is not None),
        false=statistics.fmean(
            sum(kept.who not in true for kept in one.gossip.held.ranked()) for one in people
        ),
        bytes_per_s=statistics.fmean(rates),
        bytes_most=traffic.busiest(rates),
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tests.sim.board", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--dead", type=float, default=0.0, help="share of nodes that vanish")
    parser.add_argument("--dialable", type=float, default=0.2, help="share of nodes that can be dialled")
    parser.add_argument(
        "--tables", type=int, help="nodes that have a table open (a quarter; with --rare, all)"
    )
    parser.add_argument("--games", type=int, default=5, help="how many games there are")
    parser.add_argument("--places", type=int, default=BOARD_LINKS_TAKEN, help="links that a node takes")
    parser.add_argument("--sybils", type=int, default=0, help="false notices for each true one")
    parser.add_argument("--machines", type=int, default=4, help="of the attacker, each in its own network")
    parser.add_argument("--newcomers", type=int, default=NEWCOMERS, help="how many come and look")
    parser.add_argument("--rare", type=float, default=0.0, help="share of nodes that offer a rare game")
    parser.add_argument("--settled", type=float, default=SETTLED_S, help="seconds until it is looked")
    parser.add_argument("--networks", type=int, default=0, help="that the nodes are in (each of 250)")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    args = parser.parse_args()
    tables = args.tables or (args.nodes if args.rare else args.nodes // 4)
    good = True
    for seed in range(args.seed, args.seed + args.seeds):
        began = time.monotonic()
        many = args.nodes, args.dialable, args.dead, tables, seed, args.places, args.games, args.rare
        told = run(World(*many, args.settled, args.networks), args.sybils, args.machines, args.newcomers)
        print(f"seed {seed}: {told}; {time.monotonic() - began:.0f} s of wall time", flush=True)
        good &= told.good if isinstance(told, Told) else told.last >= GOAL_SEEN
    return 0 if good else 1


def run(world: World, sybils: int, machines: int, newcomers: int) -> Told | Seen:
    """The question to this world."""
    if sybils:
        Army(world, machines, sybils)
        return look(world, list(range(world.games)), newcomers)
    return look(world, [world.games], newcomers) if world.rare else simulate(world)


if __name__ == "__main__":
    sys.exit(main())

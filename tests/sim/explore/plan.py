"""The plan of an exploration: how many seats, from where, and what may happen how often.

`PLANS` and `LONG` are those that the test run and a long run hold, by what they are about; `FOUND_BY` those
that find the planted faults.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

import trio

from fadenet.table.seat import TableSeat
from protocol.messages import Entry, parse_message
from tests.sim.explore.game import Lots
from tests.sim.explore.node import Node, Table
from tests.sim.explore.search import Found, Search
from tests.sim.explore.steps import Bounds
from tests.table.wire import Match

STARTS = {"ready": 0, "lots": 1, "word": 3, "end": sys.maxsize}
"""Where a search begins, by how many rests all have behind them: before READY, before the lots, before the
word of the seat that they name, at the last rest."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One search. words: decisions behind the lots; cheats: seats that say what `kinds` has; agree: all
    players would have the match end as void, if one offers that; sample, stride: as in `Search`."""

    seats: int
    start: str = "word"
    bounds: Bounds = field(default_factory=Bounds)
    words: int = 1
    cheats: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    agree: bool = False
    sample: int = 0
    stride: int = 1

    def search(
        self, depth: int = sys.maxsize, states: int = sys.maxsize, seconds: float = float("inf")
    ) -> Found:
        """Search up to these bounds. It takes Trio's clock, which stands still for all it knows."""

        async def searching() -> Found:
            table = self.table()
            nodes = self.begun(table)
            return Search(table, nodes, self.bounds, self.kinds, self.sample, self.stride).run(
                depth, states, seconds
            )

        return trio.run(searching)

    def table(self) -> Table:
        """A table for so many seats."""
        rules = Lots("duel" if self.seats == 2 else "free-for-all", self.words)
        match = Match(rules, 1, decks=[()], players=self.seats)
        return Table(rules, tuple(match.hellos), tuple(match.secrets))

    def begun(self, table: Table) -> list[Node | None]:
        """Nodes that all hold all that was signed until the start, None for cheats."""
        items: list[bytes] = []
        while len(_fed(table, 0, items).transcript.batches) < STARTS[self.start]:
            signed = [_owed(_fed(table, seat, items)) for seat in range(self.seats)]
            if not any(signed):
                break
            items += [wire for made in signed for wire in made]
        nodes = [Node(table, seat, items) for seat in range(self.seats)]
        for node in nodes:
            node.clock.wants_void = self.agree
            node.drive()
        return [None if node.number in self.cheats else node for node in nodes]


def _fed(table: Table, seat: int, items: Sequence[bytes]) -> TableSeat:
    fresh = table.seat(seat)
    fresh.restore(items)
    return fresh


def _owed(seat: TableSeat) -> list[bytes]:
    """The entry that a seat signs at this rest; its player answers the last thing that can be said."""
    made = seat.pump()
    if not made and seat.question() is not None and seat.view is not None:
        made = seat.answer(seat.view.options()[-1])
    return [wire for wire in made if isinstance(parse_message(wire), Entry)][:1]


PLANS = {
    "two, with clocks": Plan(2, bounds=Bounds(spent=1)),
    "three end": Plan(3, "end", stride=4),
    "three and a fork": Plan(3, cheats=(0,), kinds=("entry", "fork"), bounds=Bounds(said=2), sample=8),
}
"""The plans that the test run explores, each to its end."""
LONG = {
    "two, from READY": Plan(2, "ready", Bounds(spent=2, deaths=2, voids=1)),
    "two, disks put back": Plan(2, "lots", Bounds(spent=1, backs=1, voids=2)),
    "two and a cheat": Plan(
        2,
        cheats=(1,),
        kinds=("entry", "fork", "void", "end", "false-end", "audit", "verdict", "result"),
        bounds=Bounds(said=3, spent=1),
    ),
    "three that lose each other at the end": Plan(3, "end", Bounds(spent=2), stride=7),
    "three and false words": Plan(
        3,
        cheats=(0,),
        kinds=("entry", "end", "false-end", "audit", "verdict", "result"),
        bounds=Bounds(said=3),
        sample=16,
    ),
    "three, a void and an entry": Plan(
        3, cheats=(0,), kinds=("entry", "fork", "void"), bounds=Bounds(said=3), sample=64
    ),
    "three, a void, an entry and a vote": Plan(
        3,
        agree=True,
        cheats=(0,),
        kinds=("entry", "void"),
        bounds=Bounds(said=3, voids=1, spent=1, on=(0,)),
        stride=3,
    ),
    "three, votes on one": Plan(3, words=2, bounds=Bounds(spent=2, on=(0,)), stride=7),
    "three, a void and votes": Plan(3, agree=True, bounds=Bounds(spent=2, voids=1, on=(0,)), stride=7),
    "four and a fork": Plan(4, cheats=(0,), kinds=("entry", "fork"), bounds=Bounds(said=3), stride=5),
    "four and votes of a cheat": Plan(
        4, words=2, cheats=(1,), kinds=("vote",), bounds=Bounds(spent=2, said=4, on=(0,)), stride=7
    ),
    "four and two cheats": Plan(4, cheats=(0, 1), kinds=("entry", "fork"), bounds=Bounds(said=3), stride=5),
    "four and two cheats, who go back": Plan(
        4, words=2, cheats=(0, 1), kinds=("entry", "fork", "resume"), bounds=Bounds(said=4), stride=5
    ),
}
"""The plans that a long run explores, each up to a time."""
FOUND_BY = {
    "two winners of one match": (Plan(2, bounds=Bounds(spent=2, choices=2)), "two winners"),
    "the other's word on our bank": (
        Plan(2, cheats=(0,), kinds=("audit",), bounds=Bounds(said=1)),
        "believes that it is out of time",
    ),
    "nobody goes back behind a fork": (PLANS["three and a fork"], "wait for ever"),
    "void and an entry end the match": (
        Plan(3, cheats=(0,), kinds=("entry", "void"), bounds=Bounds(said=2)),
        "has ended with a fault",
    ),
    "the first RESULT stays": (Plan(3, "end", Bounds(spent=1)), "two RESULTs"),
    "who has lost signs alone": (Plan(3, "end", Bounds(spent=1)), "too few have signed the RESULT"),
    "who has signed another RESULT is not waited for": (Plan(3, "end", Bounds(spent=1)), "wait for ever"),
    "a vote of one round": (
        Plan(3, words=2, bounds=Bounds(spent=2, on=(0,)), stride=3),
        "without a RESULT of all",
    ),
    "an overruled entry stays": (
        Plan(3, words=2, bounds=Bounds(spent=2, on=(0,)), stride=3),
        "without a RESULT of all",
    ),
    "a mark without statements": (
        Plan(3, agree=True, bounds=Bounds(voids=1, backs=1), stride=0),
        "holds honest seats [0] guilty",
    ),
}
"""By the name of a planted fault: a plan that finds it, and how it shows."""

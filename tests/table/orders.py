"""One random order of events at a table: what comes when, which links and nodes fail, whose time runs out.

`Order` does by hand and without a network what nodes do for their seats (`fadenet/node`: `exchange.py`,
`clock.py`, `run.py`): it carries what is signed, passes on what was news, gives out what somebody lacks,
asks after each cut and restart, counts the time banks, votes, confirms and gives up. One seed is one order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from typing import Final

from fadenet.engine.rules import rules_of
from fadenet.table.seat import TableSeat
from protocol.faults import LocalError, UnexpectedEntry, WrongPrev, WrongSeq, WrongState
from protocol.messages import Statement, parse_message
from protocol.needs import Accepted
from protocol.result import check_result
from protocol.standing import DOOMED, DROPPED
from protocol.statements import Drop
from tests.builders.playout import wander
from tests.table.wire import Match, give_up

ASK: Final = b"ask"
"""On a way between items: what do you hold that I do not?"""
TOLD: Final = b"told"
"""That was all that you lack."""
UNSEEN: Final = 4
"""Beats before a node confirms where no other voter shows the same votes; else it is one."""
EVENTS: Final = {"deliver": 30, "act": 15, "beat": 20, "link": 8, "part": 10, "power": 6}
"""The next event of a storm, and how likely that is."""
STORM: Final = 80
BEATS_MAX: Final = 40
STEPS_MAX: Final = 10_000


@dataclass
class Node:
    """The node of one seat. banks, waited: beats, by seat; told: who has said since our restart what it
    holds; off: beats since it was stopped; left: whether it has ended the match without a RESULT."""

    seat: TableSeat
    banks: list[int]
    waited: list[int]
    up: bool = True
    synced: bool = True
    told: set[int] = field(default_factory=set)
    off: int = 0
    paused: int = 0
    left: bool = False

    @property
    def over(self) -> bool:
        return self.left or self.seat.result is not None

    @property
    def runs(self) -> bool:
        return self.up and not self.over


class Order:
    """The seats of a match, copied, and what befalls them. bank: the beats that a node waits for a seat at
    most; it may be fewer, as what was given back differs. `log`: for whoever looks into a failure."""

    def __init__(self, match: Match, seed: int, bank: int) -> None:
        self.bank = bank
        self.match, self.random, self.log = match, Random(seed), [f"seed {seed}"]
        self.all = range(len(match.seats))
        copies = deepcopy(match.seats, {id(rules): rules for rules in match.rules})
        self.nodes = [Node(seat, self._banks(), [0 for _ in self.all]) for seat in copies]
        self.ways: dict[tuple[int, int], deque[bytes]] = {way: deque() for way in permutations(self.all, 2)}
        self.cut: set[frozenset[int]] = set()
        self.troubled = self.random.sample(self.all, self.random.randrange(1, len(self.all)))
        self.calm = False

    def _banks(self) -> list[int]:
        return [self.random.randint(1, self.bank) for _ in self.all]

    def run(self) -> Order:
        """A storm, and then calm weather until everybody is through."""
        for event in self.random.choices([*EVENTS], [*EVENTS.values()], k=STORM):
            self._sync()
            getattr(self, event)()
        self.log.append("calm")
        self.calm = True
        for x in self.all:
            self._start(x)
            self._join(x, self.all)
        for _ in range(BEATS_MAX):
            self.beat()
            if all(node.over for node in self.nodes):
                break
        for x in self.all:
            self._ask(x)
        self._settle()
        return self

    def stuck(self) -> list[int]:
        """The seats that wait for ever, and for nobody who has left the match."""
        waiting = [(x, node.seat.awaited()) for x, node in enumerate(self.nodes) if not node.over]
        return [x for x, awaited in waiting if not any(self.nodes[y].left for y in awaited)]

    def signers(self) -> list[int]:
        """How many seats have signed the RESULT of each node that has not left the match without one."""
        results = [node.seat.result for node in self.nodes if not node.left]
        return [len(self.all) - len(check_result(one).absent) if one else 0 for one in results]

    # What happens.

    def deliver(self) -> None:
        """The next thing on some way comes."""
        if ways := [way for way, sent in self.ways.items() if sent]:
            self._deliver(*self.random.choice(ways))

    def act(self) -> None:
        """Some seat does what it can do, or decides."""
        asked = [x for x, node in enumerate(self.nodes) if node.runs and node.seat.question() is not None]
        x = self.random.choice([*asked, *asked, *self.all])
        if self.nodes[x].up and not self._pump(x) and self._speaks(x):
            self._send(x, self._decide(self.nodes[x].seat), "decides")

    def beat(self) -> None:
        """Somebody still waits for somebody, now and then although all that was sent has come."""
        if self.calm or self.random.randrange(2):
            self._settle()
        for x in self.random.sample(self.all, len(self.all)):
            node = self.nodes[x]
            node.off += not node.up
            if node.runs and not node.seat.void:
                self._wait(x)

    def link(self) -> None:
        """A link is cut, or joined."""
        a, b = self.random.sample(self.all, 2)
        if frozenset((a, b)) in self.cut:
            self._join(a, [b])
        else:
            self._cut(a, [b])

    def part(self) -> None:
        """A seat in trouble loses sight of all others, or sees them again."""
        x = self.random.choice(self.troubled)
        others = [y for y in self.all if y != x]
        if all(frozenset((x, y)) in self.cut for y in others):
            self._join(x, others)
        else:
            self._cut(x, others)

    def power(self) -> None:
        """The node of a seat in trouble dies, or comes back from its disk."""
        x = self.random.choice(self.troubled)
        if self.nodes[x].up:
            self.log.append(f"{x} dies")
            self.nodes[x].up, self.nodes[x].off = False, 0
            self._lose(x, self.all)
        else:
            self._start(x)

    # Ways between nodes, as the exchange has them.

    def _linked(self, x: int) -> list[int]:
        reached = [y for y in self.all if y != x and frozenset((x, y)) not in self.cut and self.nodes[y].up]
        return reached if self.nodes[x].up else []

    def _lose(self, x: int, others: Sequence[int]) -> None:
        for way in self.ways:
            if x in way and {*way} - {x} <= {*others}:
                self.ways[way].clear()

    def _cut(self, x: int, others: Sequence[int]) -> None:
        self.log.append(f"{x} loses {others}")
        self.cut |= {frozenset((x, y)) for y in others}
        self._lose(x, others)

    def _join(self, x: int, others: Sequence[int]) -> None:
        for y in others:
            if frozenset((x, y)) in self.cut:
                self.log.append(f"{x} sees {y} again")
                self.cut.remove(frozenset((x, y)))
                if y in self._linked(x):
                    self.ways[x, y].append(ASK)
                    self.ways[y, x].append(ASK)

    def _start(self, x: int) -> None:
        node = self.nodes[x]
        if node.up:
            return
        self.log.append(f"{x} is back after {node.off}")
        node.up = True
        if not node.over:
            node.seat, stored = self.match.fresh(x), node.seat.journal
            node.seat.restore(stored[len(self.all) :])
            node.seat.restored()
            if node.off >= self.bank:
                node.seat.been_away()
            node.synced, node.told, node.waited = False, set(), [0 for _ in self.all]
        self._ask(x)
        for y in self._linked(x):
            self.ways[y, x].append(ASK)

    def _ask(self, x: int) -> None:
        for y in self._linked(x):
            self.ways[x, y].append(ASK)

    def _sync(self) -> None:
        """A node that is back speaks again once all whom it reaches have told what they hold."""
        for x, node in enumerate(self.nodes):
            if node.up and not node.synced and node.told and {*self._linked(x)} <= node.told:
                node.synced = True
                if node.seat.result is None and len(node.told) == len(self.all) - 1:
                    node.seat.caught_up()

    def _send(self, x: int, made: Sequence[bytes], why: str) -> bool:
        if made:
            self.log.append(f"{x} {why}: {', '.join(map(_kind, made))}")
        for y in self._linked(x):
            self.ways[x, y].extend(made)
        return bool(made)

    def _give(self, a: int, b: int) -> None:
        """The items that one node holds and another lacks, in the order of its journal."""
        ours, theirs = self.nodes[a].seat, self.nodes[b].seat
        held = {*theirs.journal}
        lacking = [wire for wire in ours.journal if wire not in held]
        own = ours.transcript.ahead(b, theirs.transcript.heads()[b][0])
        signed = [ours.ending.signed] if ours.ending.signed and ours.result is None else []
        self.ways[a, b].extend([*lacking, *own, *signed])

    def _deliver(self, a: int, b: int) -> None:
        wire, node = self.ways[a, b].popleft(), self.nodes[b]
        if wire == ASK:
            self._give(b, a)
            self.ways[b, a].append(TOLD)
        elif wire == TOLD:
            node.told.add(a)
        elif not node.left:
            revision = node.seat.revision
            accepted = _taken(node.seat, wire)
            node.left = node.seat.given_up_by is not None
            for c in self._linked(b) if accepted else ():
                if c != a:
                    self.ways[b, c].append(wire)
            if node.seat.revision != revision:
                self._ask(b)
            voted = any(isinstance(one.payload, Drop) for one in accepted)
            if accepted and (voted or node.seat.transcript.unsettled):
                self._pump(b)

    # What a seat says.

    def _speaks(self, x: int) -> bool:
        return self.nodes[x].synced and not self.nodes[x].left

    def _pump(self, x: int) -> bool:
        return self._speaks(x) and self._send(x, self.nodes[x].seat.pump(), "says")

    def _decide(self, seat: TableSeat) -> list[bytes]:
        """Now and then the player gives up, and in calm weather everybody does."""
        if self.calm or seat.view is None or seat.question() is None or not self.random.randrange(3):
            return give_up(seat)
        return seat.answer(wander(self.random, rules_of(seat.view.state), seat.view.options()))

    def _settle(self) -> None:
        """All that was sent comes, all is said that can be, and who waits is given what it lacks."""
        for last in (False, False, True):
            for step in range(STEPS_MAX):
                self._sync()
                if any(self.ways.values()) and self.random.random() < 0.8:
                    self.deliver()
                elif not (self._everybody() or any(self.ways.values())):
                    break
                assert step < STEPS_MAX - 1, "they talk without end"
            for x, node in enumerate(self.nodes):
                for y in self._linked(x) if not last and node.runs and node.seat.awaited() else ():
                    self._give(y, x)

    def _everybody(self) -> bool:
        """Everybody who is up says what it can; whether anybody did."""
        up = [x for x in self.random.sample(self.all, len(self.all)) if self.nodes[x].up]
        spoken = [self._pump(x) for x in up]
        if self.calm and not any(spoken):
            spoken = [self._speaks(x) and self._send(x, give_up(self.nodes[x].seat), "gives up") for x in up]
        return any(spoken)

    # Time, as the node's patience has it.

    def _wait(self, x: int) -> None:
        node, seat = self.nodes[x], self.nodes[x].seat
        playing = seat.transcript.playing()
        missing = [y for y in self.all if y not in node.told | {x} | seat.transcript.who_is(DROPPED)]
        if node.synced:
            missing = seat.awaited()
        out = seat.left_behind or not (seat.over or x in playing)
        if seat.transcript.leaving.unconfirmed and node.synced and not out:
            node.paused += 1
            voters = {*playing} - seat.transcript.who_is(DOOMED)
            if node.paused >= (1 if self._shares(x, voters) else UNSEEN):
                self._send(x, seat.confirm(), "confirms")
            return
        node.paused = 0
        for y in missing if x not in missing else ():
            node.waited[y] += 1
        late = [y for y in missing if x not in missing and node.waited[y] >= node.banks[y]]
        if late and out:
            node.left = not seat.over and any(y in seat.transcript.closing.audits for y in playing)
        elif late:
            self._go_on(x, late)

    def _shares(self, x: int, voters: set[int]) -> bool:
        """Whether a node that another reaches of these seats holds the same statements."""
        ours = _stated(self.nodes[x].seat)
        return any(_stated(self.nodes[y].seat) == ours for y in voters & {*self._linked(x)})

    def _go_on(self, x: int, late: Sequence[int]) -> None:
        node, seat = self.nodes[x], self.nodes[x].seat
        if seat.over and not node.synced:
            node.synced = True
            return
        try:
            made = seat.give_up(late)
        except LocalError:
            for y in late if node.synced else ():
                if seat.may_drop(y):
                    self._send(x, seat.drop(y), f"votes on {y}")
            return
        node.waited = [min(waited, -self.bank) for waited in node.waited]
        node.left = not seat.over or seat.ending.abandoned
        self._send(x, made, f"gives up {late}")
        self.log.append(f"{x} waits no longer for {late}")


def _taken(seat: TableSeat, wire: bytes) -> list[Accepted]:
    """The entries that are accepted. An entry that outruns the votes it rests on convicts nobody, and comes
    again."""
    try:
        return seat.receive(wire)
    except (WrongPrev, WrongSeq, WrongState, UnexpectedEntry) as misfit:
        if misfit.proven:
            raise
        return []


def _stated(seat: TableSeat) -> set[bytes]:
    items = seat.journal[len(seat.players) :]
    return {wire for wire in items if isinstance(parse_message(wire), Statement)}


def _kind(wire: bytes) -> str:
    message = parse_message(wire)
    return type(message).__name__ + (str(message.kind) if isinstance(message, Statement) else "")

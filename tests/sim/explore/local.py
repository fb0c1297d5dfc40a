"""The states that single nodes can come to, each made once, and what is held against each of them.

A state of all is a row of these, so most of what the explorer does is to look up what it has done before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fadenet.table.ending import places_alone
from fadenet.table.replica import Replica
from protocol.files import FileState, verify_file
from protocol.result import check_result
from tests.sim.explore.cheat import says
from tests.sim.explore.node import Event, Node, Table
from tests.sim.explore.store import digest, pack, unpack


class Fault(AssertionError):
    """A rule that does not hold."""


@dataclass(frozen=True, slots=True)
class Local:
    """One state of one node. offers: the numbers of the items that others can have of
    it, in order; held: of those that it has taken in; heads: what it tells;
    stands: the entries of it; doubts: who has not confirmed them; learns: whether all that is told matters;
    moves: how many answers its player has, 0 = it is not asked; late: whom its clock counts; in_vain: whether
    it waits for those alone that it has given up, and may not sign without; void: all
    have agreed to that, and it waits for their signatures however long that takes; lacks: it has signed more
    than its disk holds, and does nothing before it has that back; winners: who
    has won by what it has, if its match is over; told: whether it tells others what it holds."""

    packed: bytes
    seat: int
    offers: tuple[int, ...]
    held: frozenset[int]
    heads: bytes
    stands: tuple[tuple[int, bytes], ...]
    doubts: frozenset[int]
    learns: bool
    moves: int
    late: tuple[int, ...]
    in_vain: bool
    confirms: bool
    resumes: bool
    over: bool
    void: bool
    lacks: bool
    ended: str
    result: bytes
    winners: frozenset[int]
    absent: frozenset[int]
    items: int


class Locals:
    """All states of the nodes of one table. honest: whose nodes they are."""

    def __init__(self, table: Table, honest: Sequence[int], sample: int = 0) -> None:
        self.table = table
        self.honest = frozenset(honest)
        self.all: list[Local] = []
        self.items: list[bytes] = []
        self.checked = 0
        self._sample = sample
        self._item: dict[bytes, int] = {}
        self._known: dict[bytes, int] = {}
        self._after: dict[tuple[int, Event], int] = {}
        self._said: dict[tuple[int, int, tuple[str, ...]], list[int]] = {}

    def begin(self, node: Node) -> int:
        """The number of this state of a node."""
        return self._keep(node)

    def after(self, number: int, event: Event) -> int:
        """The state to which an event leads from another. Raises `Fault`."""
        found = self._after.get((number, event))
        if found is None:
            node = unpack(self.all[number].packed)
            what = event._replace(what=self.items[event.what]) if event.kind == "item" else event
            node.take(what)
            found = self._after[number, event] = self._keep(node)
        return found

    def makes_sure(self, giver: int, taker: int) -> bool:
        """Whether it can make a difference to a node what another tells it of all that it holds."""
        here, there = self.all[taker], self.all[giver]
        if not there.heads or here.over:
            return False
        pairs = zip(here.stands, there.stands, strict=True)
        same = all(ours == theirs for seat, (ours, theirs) in enumerate(pairs) if seat != there.seat)
        return here.learns or (same and there.seat in here.doubts)

    def said(self, number: int, cheat: int, kinds: tuple[str, ...]) -> list[int]:
        """The items that a cheat can say to a node in this state."""
        key = number, cheat, kinds
        if key not in self._said:
            node = unpack(self.all[number].packed)
            friends = [seat for seat in range(len(self.table.hellos)) if seat not in {cheat, *self.honest}]
            said = says(self.table, cheat, node, kinds, friends)
            self._said[key] = [self.number_of(wire) for _, wire in said]
        return self._said[key]

    def number_of(self, wire: bytes) -> int:
        """The number under which an item is known here."""
        if wire not in self._item:
            self._item[wire] = len(self.items)
            self.items.append(wire)
        return self._item[wire]

    def _keep(self, node: Node) -> int:
        key = bytes([node.number]) + digest(node)
        if key not in self._known:
            self._known[key] = len(self.all)
            local = self._local(node)
            self.all.append(local)
            self._check(node, local)
        return self._known[key]

    def _local(self, node: Node) -> Local:
        offers = tuple(map(self.number_of, node.offers()))
        ended, winners, absent = how(node)
        return Local(
            pack(node),
            node.number,
            offers,
            frozenset(map(self.number_of, node.holds())),
            b"" if node.exchange.abandoned or node.damaged else node.heads(),
            node.seat.transcript.heads(),
            frozenset(peer.seat for peer in node.mesh.peers if not node.exchange.confirmed(peer.seat)),
            node.learns(),
            len(node.moves()) if node.owes() else 0,
            tuple(node.late()),
            node.in_vain(),
            node.may_confirm(),
            node.may_resume(),
            node.over,
            node.ends_void(),
            node.exchange.holdings.behind > 0,
            ended,
            node.exchange.holdings.ending(),
            winners,
            absent,
            len(node.kept.file.items()),
        )

    # What must hold of every node by itself.

    def _check(self, node: Node, local: Local) -> None:
        blamed = {*node.seat.transcript.convicted} & self.honest
        if node.fault is not None and node.fault.proven and node.fault.author in self.honest:
            blamed.add(node.fault.author)
        if blamed:
            raise Fault(f"node {node.number} holds honest seats {sorted(blamed)} guilty: {node.fault}")
        if node.fault is not None and len(self.table.hellos) > 2:
            raise Fault(f"the match of node {node.number} has ended with a fault: {node.fault!r}")
        left_out = node.clock.watches_on or node.seat.left_behind
        if node.exchange.given_up and not left_out:  # its own bank is never spent here
            raise Fault(f"node {node.number} believes that it is out of time, as another says so")
        if not local.over:
            return
        self.checked += 1
        report = verify_file(b"".join(node.seat.journal), Replica(self.table.rules))
        found = {seat for seat, _, _ in report.findings}
        right = (
            (FileState.VALID, FileState.GUILTY)
            if node.seat.result
            else (FileState.INCOMPLETE, FileState.GUILTY)
        )
        if report.state not in right or found & self.honest:
            raise Fault(
                f"the file of node {node.number} is {report.state.name}: {report.why} {report.findings}"
            )
        if self._sample and self.checked % self._sample == 0:
            self._read_by_others(node, report.state)

    def _read_by_others(self, node: Node, state: FileState) -> None:
        """The second reader of match files, which shares no code with the first, finds no fault either."""
        from check_match import check

        read = check(b"".join(node.seat.journal))
        if state is FileState.VALID and read.state not in ("valid", "claimed"):
            raise Fault(f"the second reader calls the file of node {node.number} {read.state}: {read}")


def how(node: Node) -> tuple[str, frozenset[int], frozenset[int]]:
    """(how the match of a node has ended, who has won by what it holds, who is absent in its RESULT)."""
    nobody: frozenset[int] = frozenset()
    if not node.over:
        return "", nobody, nobody
    if node.fault is not None or node.damaged:
        return "fault" if node.fault is not None else "damaged", nobody, nobody
    if (wire := node.seat.result) is not None:
        result = check_result(wire)
        places = result.places()
        first = () if places is None else [seat for seat, place in enumerate(places) if place == 1]
        return "void" if places is None else "result", frozenset(first), frozenset(result.absent)
    seats = len(node.seat.players)
    shown = set() if node.seat.over or not node.seat.begun else {*node.seat.transcript.closing.audits}
    if not node.exchange.given_up:
        shown &= {node.number}
    alone = places_alone(node.seat.rules, seats, shown, (node.number,))
    first = [seat for seat, place in enumerate(alone) if place == 1]
    return "alone" if first else "none", frozenset(first), nobody

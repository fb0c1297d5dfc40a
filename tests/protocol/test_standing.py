"""The standing of a seat in a match, which becomes nothing but what the table of its standing says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from protocol.needs import NeedCommit
from protocol.standing import DOOMED, DROPPED, ELIMINATED, LEAVING, NEXT, PLAYING, Standing, Standings
from tests.protocol.toy import Node, Table

ROOT = Path(__file__).resolve().parent.parent.parent
HIDDEN = {"standings", "chains", "present"}
"""The fields of a transcript that its package alone reads: its other parts are asked by the rooms above."""
ROOMS = ("fadenet", "scripts")


class Walk:
    """A table at which all owe an entry and one seat is slow, or silent, and what is said is heard late, in
    another order. The standing of each seat at each node is looked at after every step."""

    def __init__(self, seats: int, seed: int) -> None:
        self._random = Random(seed)
        table = Table(seats, seed)
        table.until(NeedCommit)
        self._nodes = table.nodes
        self._slow = seed % seats
        self._under_way: list[tuple[Node, bytes]] = []
        self._last = {node: self._seen(node) for node in self._nodes}
        self.steps: set[tuple[Standing, Standing]] = set()

    def _seen(self, node: Node) -> list[Standing]:
        return [node.transcript.standing(seat) for seat in range(len(self._nodes))]

    def run(self) -> None:
        for _ in range(120):
            node = self._random.choice(self._nodes)
            wires = self._speak(node)
            self._under_way += [(other, wire) for wire in wires for other in self._nodes if other is not node]
            self._look(node)
            if self._under_way:
                to, wire = self._under_way.pop(self._random.randrange(len(self._under_way)))
                to.receive(wire)
                self._look(to)
            if any(self._slow in one.transcript.who_is(DROPPED) for one in self._nodes):
                return

    def _speak(self, node: Node) -> list[bytes]:
        transcript, chance = node.transcript, self._random.random()
        if transcript.seat == self._slow:
            return [node.write()] if chance < 0.05 and transcript.owed() is not None else []
        if chance < 0.01:
            transcript.convict(self._slow)
        if chance < 0.4 and transcript.leaving.may_drop(self._slow):
            return [transcript.drop(self._slow)]
        if chance > 0.95 and transcript.owed() is not None:
            return [node.write()]
        return node.settle(confirm=chance > 0.8) if chance > 0.5 else []

    def _look(self, node: Node) -> None:
        for before, now in zip(self._last[node], self._seen(node), strict=True):
            if before is not now:
                self.steps.add((before, now))
                assert now in NEXT[before], f"{before.name} became {now.name}"
        self._last[node] = self._seen(node)


@pytest.mark.slow
def test_a_seat_becomes_only_what_the_table_says() -> None:
    """given votes, entries and proofs that come in any order, then every step of a seat is in the table, and
    all that votes can make of it are among them."""
    seen: set[tuple[Standing, Standing]] = set()
    for seed in range(20):
        walk = Walk(3 + seed % 2, seed)
        walk.run()
        seen |= walk.steps
    assert {(PLAYING, DOOMED), (DOOMED, PLAYING), (DOOMED, LEAVING), (LEAVING, DROPPED)} <= seen


@pytest.mark.parametrize("final", [DROPPED, ELIMINATED])
def test_a_seat_that_is_out_does_not_come_back(final: Standing) -> None:
    standings = Standings(3)
    standings.become(1, final)
    assert standings.playing() == [0, 2] and standings.are(final) == {1} and standings[1] is final
    for other in (DROPPED, ELIMINATED):
        with pytest.raises(AssertionError):
            standings.become(1, other)


def test_a_proof_against_a_seat_that_is_out_changes_nothing() -> None:
    standings = Standings(3)
    standings.become(1, DROPPED)
    standings.convicted.add(1)
    assert standings[1] is DROPPED


def test_left_behind_are_those_without_whom_the_others_go_on() -> None:
    assert {one for one in Standing if one.left_behind} == {LEAVING, DROPPED}


def test_the_specification_has_the_same_table() -> None:
    text = (ROOT / "protocol/README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| \*\*(\w+)\*\* \|.*\| ([\w, -]+) \|$", text, flags=re.MULTILINE))
    told = {name: {one for one in then.split(", ") if one != "-"} for name, then in rows.items()}
    assert told == {one.name.lower(): {then.name.lower() for then in NEXT[one]} for one in Standing}


def reaching_in(tree: ast.Module) -> Iterator[int]:
    """The lines at which a hidden field of a transcript is read, or one of it or of a part is set."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            *owners, name = dotted(node)
            reads = owners[-1:] in (["transcript"], ["_transcript"]) and name in HIDDEN
            sets = not isinstance(node.ctx, ast.Load) and {"transcript", "_transcript"} & {*owners}
            if reads or sets:
                yield node.lineno


def dotted(node: ast.expr) -> list[str]:
    """The names of an expression like `a.b.c`; what is called or looked up ahead of them is left out."""
    if isinstance(node, ast.Attribute):
        return [*dotted(node.value), node.attr]
    return [node.id] if isinstance(node, ast.Name) else []


@pytest.mark.slow
def test_the_rooms_above_ask_a_transcript_and_set_nothing_in_it() -> None:
    files = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in files
        for line in reaching_in(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert len(files) > 100 and not found


@pytest.mark.parametrize(
    "bad",
    [
        "heads = self._transcript.chains",
        "transcript.standings.become(1, x)",
        "seat.transcript.closing.shown = True",
        "transcript.convicted = set()",
        "a, self.transcript.refused = self.transcript.refused, None",
    ],
)
def test_reaching_in_is_found(bad: str) -> None:
    assert [*reaching_in(ast.parse(bad))] == [1]

"""Attacks with two votes of one seat on one entry: it parts two others, who go back behind that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
import trio
from check_match import check

from fadenet.table.replica import Replica
from protocol.encoding import encode
from protocol.evidence import VOTES, check_evidence, fork_of, make_evidence, signed_statement
from protocol.faults import BadEvidence, BadStatement
from protocol.files import FileState, verify_file
from protocol.hashing import sign
from protocol.messages import Ready
from protocol.standing import DROPPED
from protocol.statements import Drop, Resume
from protocol.values import VERSION
from tests.sim.explore.cheat import says
from tests.sim.explore.node import Event, Node, Table
from tests.sim.explore.plan import Plan
from tests.sim.explore.search import Found, Search
from tests.sim.explore.steps import Bounds

SLOW, CHEAT, LEAVES, TAKES = range(4)
"""The seats: one late with its entry; one that votes in two ways; one that goes on without that entry, and,
of four, one that takes it."""

Word = tuple[bool, bool, bool]
"""A vote of the cheat: (true, final, at the rest of the entry, not at one that never was)."""
YES, NO, LAST_YES, LAST_NO, LAST_ELSEWHERE = (
    (True, False, True),
    (False, False, True),
    (True, True, True),
    (False, True, True),
    (True, True, False),
)
WAYS: dict[str, tuple[Word, ...]] = {
    "final": (YES, LAST_NO),
    "first": (NO,),
    "at another rest": (YES, LAST_ELSEWHERE),
}
"""The words of the cheat to those with whom the entry stays; it says YES and LAST_YES to the other."""
SEARCHED = (("word", "final"), ("lots", "first"))
"""The beginnings and ways whose orders a normal run searches; it tries one order of each way besides."""


STATEMENT = 0x84
"""How statements begin."""
STATES, LONG_STATES, STRIDE, SAMPLE = 20, 400, 20, 8
"""How many states are looked at, also in a long run, from every how many-th on all comes in calm weather, and
which files the second reader reads too."""


@dataclass
class Votes:
    """A match at the rest at which the entry is owed, on which the honest ones have voted."""

    table: Table
    nodes: dict[int, Node]

    def hear(self, seat: int, of: int, *wires: bytes) -> None:
        for wire in wires:
            self.nodes[seat].take(Event("item", of, wire))

    def say(self, seat: int, words: Sequence[Word]) -> None:
        """The cheat says this to one of them."""
        transcript = self.nodes[seat].seat.transcript
        place = SLOW, self.seq, self.digest
        for true, final, here in words:
            said = Drop(
                transcript.game_id, CHEAT, *place[:2], self.digest if here else bytes(32), true, final
            )
            body = encode(said.wire())
            own = sign(self.table.secrets[CHEAT].sk, "fn1/stmt", signed_statement(said.TYPE, body))
            self.hear(seat, CHEAT, encode([VERSION, said.TYPE, body, own]))

    def __post_init__(self) -> None:
        transcript = self.nodes[LEAVES].seat.transcript
        self.digest, self.seq = transcript.table_digest, transcript.heads()[SLOW][0]


def voted(seats: int, start: str) -> tuple[Votes, bytes]:
    """All but one have decided, where they owe something, and have waited for that one in vain; and its
    entry, which comes then."""
    plan = Plan(seats, start, cheats=(CHEAT,), words=2)
    table = plan.table()
    nodes = {node.number: node for node in plan.begun(table) if node is not None}
    there = Votes(table, nodes)
    others = [seat for seat in nodes if seat != SLOW]
    made = {CHEAT: [wire for _, wire in says(table, CHEAT, nodes[SLOW], ("entry",))]}
    for seat in others:
        if nodes[seat].owes():
            nodes[seat].take(Event("decide", what=1))
            made[seat] = nodes[seat].journal[-1:]
    for seat, node in nodes.items():
        for of, wires in made.items():
            there.hear(seat, of, *(wires if node.number != of else ()))
    for seat in others:
        nodes[seat].take(Event("spent", what=(SLOW,)))
    nodes[SLOW].take(Event("decide", what=1))
    entry = nodes[SLOW].seat.transcript.leaving.held(SLOW, there.seq)
    assert entry is not None
    return there, entry


def parted(start: str, way: str) -> Votes:
    """Of four, one takes the entry, or would, and one has gone on without it."""
    there, entry = voted(4, start)
    first = next(wire for wire in there.nodes[TAKES].journal if wire[0] == STATEMENT)
    there.hear(TAKES, SLOW, entry)
    there.say(TAKES, WAYS[way])
    there.hear(LEAVES, TAKES, first)
    there.say(LEAVES, (YES, LAST_YES))
    there.nodes[LEAVES].take(Event("confirm"))
    assert SLOW in there.nodes[LEAVES].seat.transcript.who_is(DROPPED)
    return there


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "way"),
    [
        pytest.param(start, way, marks=[pytest.mark.long] * ((start, way) not in SEARCHED))
        for start in ("word", "lots")
        for way in WAYS
    ],
)
def test_two_votes_of_one_seat_keep_nobody_apart(
    start: str, way: str, so_many: Callable[[int, int], int]
) -> None:
    """given a slow seat whose entry one takes, as a cheat has taken its vote back to that one, and without
    which another goes on, as the cheat has confirmed it there, when they meet, then in whatever order all
    comes they end with one RESULT, and nobody honest is blamed."""

    async def meeting() -> Found:
        there = parted(start, way)
        nodes = [there.nodes.get(seat) for seat in range(4)]
        search = Search(there.table, nodes, Bounds(), sample=SAMPLE, stride=STRIDE, late=(SLOW,))
        return search.run(states=so_many(STATES, LONG_STATES))

    found = trio.run(meeting)
    assert not found.fault, "\n".join([found.fault, *found.trace])
    assert found.calms


@pytest.mark.parametrize("way", WAYS)
async def test_who_died_behind_its_entry_gets_that_back(way: str) -> None:
    """given a slow seat that has taken its entry back, as others have gone on without it, and then dies, when
    it hears from the one who has that entry, then it goes back with the others, and signs nothing anew."""
    there = parted("word", way)
    slow = there.nodes[SLOW]
    entry = slow.seat.transcript.leaving.held(SLOW, there.seq)
    there.hear(SLOW, LEAVES, *there.nodes[LEAVES].offers())
    assert SLOW in slow.seat.transcript.who_is(DROPPED) and entry not in slow.journal
    # when
    slow.take(Event("restart"))
    for _ in range(2):
        meet(there)
    # then
    for node in there.nodes.values():
        assert (node.seat.transcript.era, node.seat.transcript.leaving.held(SLOW, there.seq)) == (1, entry)
        assert node.seat.transcript.who_is(DROPPED) == {CHEAT} and not node.damaged


def meet(there: Votes) -> None:
    """All hear what the others have to show, and what they hold."""
    for seat, node in there.nodes.items():
        for other in there.nodes.keys() - {seat}:
            held = {*node.holds()}
            there.hear(seat, other, *(wire for wire in there.nodes[other].offers() if wire not in held))
            node.take(Event("heads", other, there.nodes[other].heads()))
            if node.may_resume():
                node.take(Event("resume"))


def parted_at_the_end(way: str) -> Votes:
    """Of four, one has the END of the slow one, and one has gone on without it."""
    plan = Plan(4, "end", cheats=(CHEAT,))
    table = plan.table()
    there = Votes(table, {node.number: node for node in plan.begun(table) if node is not None})
    slow = there.nodes.pop(SLOW)
    ends = {seat: node.journal[-1] for seat, node in there.nodes.items()}
    ends[CHEAT] = next(wire for _, wire in says(table, CHEAT, slow, ("end",)))
    for seat, node in there.nodes.items():
        there.hear(seat, CHEAT, *(wire for of, wire in ends.items() if of != seat))
        node.take(Event("spent", what=(SLOW,)))
    there.nodes[SLOW] = slow
    vote = there.nodes[TAKES].journal[-1]
    there.hear(TAKES, SLOW, slow.seat.transcript.leaving.held(SLOW, there.seq) or b"")
    there.say(TAKES, WAYS[way])
    there.hear(LEAVES, TAKES, vote)
    there.say(LEAVES, (YES, LAST_YES))
    there.nodes[LEAVES].take(Event("confirm"))
    assert SLOW in there.nodes[LEAVES].seat.transcript.who_is(DROPPED)
    return there


@pytest.mark.slow
@pytest.mark.parametrize(("way", "first"), [("final", TAKES), ("first", SLOW)])
async def test_two_votes_on_an_end_count_for_nothing(way: str, first: int) -> None:
    """given the same at the last rest, where an END is owed, when who has gone on without it hears from
    another, then the seat is in again, and all end with one RESULT, in which the cheat alone is absent."""
    there = parted_at_the_end(way)
    there.hear(LEAVES, first, *there.nodes[first].offers())
    # when
    for _ in range(4):
        meet(there)
        for node in there.nodes.values():
            if CHEAT in node.late():
                node.take(Event("spent", what=(CHEAT,)))
    # then
    assert len({node.seat.result for node in there.nodes.values()}) == 1
    for node in there.nodes.values():
        report = verify_file(b"".join(node.seat.journal), Replica(there.table.rules))
        assert report.state is FileState.VALID and report.result is not None, report
        assert report.result.absent == (CHEAT,) and check(b"".join(node.seat.journal)).state == "valid"


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_two_votes_on_an_end_keep_nobody_apart(way: str) -> None:
    """given the same, then in whatever order all comes they end with one RESULT."""

    async def meeting() -> Found:
        there = parted_at_the_end(way)
        nodes = [there.nodes.get(seat) for seat in range(4)]
        search = Search(there.table, nodes, Bounds(), sample=SAMPLE, stride=STRIDE, late=(SLOW,))
        return search.run(states=LONG_STATES)

    found = trio.run(meeting)
    assert not found.fault, "\n".join([found.fault, *found.trace])
    assert found.calms


@pytest.mark.parametrize("first", [SLOW, LEAVES])
@pytest.mark.parametrize("way", WAYS)
async def test_of_three_nobody_goes_back_behind_votes(way: str, first: int) -> None:
    """given three of whom one has gone on with a cheat alone, when it meets the one that it has left, then
    both know the cheat by the proof, blame nobody else, and none of them waits for ever."""
    there, _ = voted(3, "word")
    slow, leaves = there.nodes[SLOW], there.nodes[LEAVES]
    there.say(SLOW, WAYS[way])
    there.say(LEAVES, (YES, LAST_YES))
    leaves.take(Event("confirm"))
    assert SLOW in leaves.seat.transcript.who_is(DROPPED)
    # when
    for _ in range(3):
        for seat, other in ((first, SLOW + LEAVES - first), (SLOW + LEAVES - first, first)):
            there.hear(seat, other, *there.nodes[other].offers())
    # then
    assert leaves.fault is not None and leaves.fault.author == CHEAT
    assert slow.seat.transcript.convicted <= {CHEAT} and not slow.seat.transcript.forks.said
    for _ in range(4):
        if not slow.over:
            slow.take(Event("spent", what=tuple(slow.late())))
    assert slow.over and slow.fault is None


async def test_nobody_goes_back_behind_votes_that_have_decided_nothing() -> None:
    """given a seat that both honest ones have voted out for good, when the cheat signs another vote as well,
    then nobody goes back behind that."""
    there, entry = voted(4, "word")
    words = [wire for seat in (TAKES, LEAVES) for wire in there.nodes[seat].journal if wire[0] == STATEMENT]
    for seat in (TAKES, LEAVES):
        there.hear(seat, CHEAT, *words)
        there.say(seat, (YES, LAST_YES))
        there.nodes[seat].take(Event("confirm"))
    for seat, other in ((TAKES, LEAVES), (LEAVES, TAKES)):
        there.hear(seat, other, *there.nodes[other].journal)
        there.say(seat, (LAST_NO,))
        there.hear(seat, SLOW, entry)
    for seat in (TAKES, LEAVES):
        transcript = there.nodes[seat].seat.transcript
        (proof,) = transcript.leaving.contradictions(CHEAT)
        assert SLOW in transcript.who_is(DROPPED) and not transcript.forks.may_say(fork_of(proof))
        assert not transcript.forks.said and transcript.era == 0


@pytest.mark.parametrize(("accused", "seq"), [(CHEAT, 3), (SLOW, 0), (7, 3)])
async def test_votes_on_what_nobody_votes_on_are_no_fork(accused: int, seq: int) -> None:
    """given two votes of a seat on itself, on READY, or on a seat that is not there, when a friend would have
    all go back behind them, then that is refused, and accuses nobody."""
    there, _ = voted(4, "word")
    node = there.nodes[TAKES]
    transcript = node.seat.transcript
    binding, own, pair = transcript.players[CHEAT].binding, there.table.secrets[CHEAT].sk, []
    for true in (True, False):
        said = Drop(transcript.game_id, CHEAT, accused, seq, there.digest, true)
        body = encode(said.wire())
        pair += [body, sign(own, "fn1/stmt", signed_statement(said.TYPE, body))]
    proof = make_evidence(VOTES, binding, *pair)
    assert check_evidence(proof).seat == CHEAT
    resume = Resume(transcript.game_id, LEAVES, proof, Ready(bytes(32), ()))
    body = encode(resume.wire())
    friend = sign(there.table.secrets[LEAVES].sk, "fn1/stmt", signed_statement(resume.TYPE, body))
    with pytest.raises((BadEvidence, BadStatement)) as caught:
        node.seat.receive(encode([VERSION, resume.TYPE, body, friend]))
    assert not caught.value.proven and not transcript.forks.said

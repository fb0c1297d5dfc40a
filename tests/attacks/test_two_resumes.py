"""Attacks with two RESUMEs of one seat: a second cheat leads two others behind different forks of a first."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import pytest
import trio
from check_match import check

from fadenet.table.follower import Follower
from fadenet.table.replica import Replica
from protocol.encoding import encode
from protocol.evidence import HEADS, RESUMES, Fork, check_evidence, fork_of, make_evidence, signed_statement
from protocol.faults import BadEvidence, PeerFault
from protocol.files import FileState, verify_file
from protocol.hashing import sign
from protocol.messages import EntryPlace, Head, MoveMessage, Ready, Statement, parse_message
from protocol.statements import Resume, parse_body
from protocol.values import VERSION
from tests.sim.explore.cheat import forked_by, says
from tests.sim.explore.node import Event, Node, Table
from tests.sim.explore.plan import Plan
from tests.sim.explore.search import Found, Search
from tests.sim.explore.steps import Bounds

FORKS, LEADS, LEFT, RIGHT = range(4)
"""The seats: one that has signed two entries for one place; one that says RESUME twice; those to whom they
say one, and another."""
STRIDE, SAMPLE = 5, 4
"""From every how many-th state on all comes in calm weather, and which files the second reader reads too."""


@dataclass
class Led:
    """A match in which two play fair, and what the others have to say to these."""

    table: Table
    nodes: dict[int, Node]

    def hear(self, seat: int, of: int, *wires: bytes) -> None:
        for wire in wires:
            self.nodes[seat].take(Event("item", of, wire))

    def fork(self, seat: int, back: int = 0, by: int = FORKS) -> bytes:
        """As `forked_by`, by what one of the two holds."""
        return forked_by(self.table, self.nodes[seat], by, back)

    def resume(self, proof: bytes, by: int = LEADS) -> bytes:
        """A cheat goes back behind that."""
        game = self.nodes[LEFT].seat.transcript.game_id
        body = encode(Resume(game, by, proof, Ready(bytes(32), ())).wire())
        own = sign(self.table.secrets[by].sk, "fn1/stmt", signed_statement(Resume.TYPE, body))
        return encode([VERSION, Resume.TYPE, body, own])

    def meet(self) -> None:
        """Each hears all that the other has to show, and what it holds."""
        for _ in range(4):
            for seat, other in ((LEFT, RIGHT), (RIGHT, LEFT)):
                there = self.nodes[other]
                self.hear(seat, other, *there.offers())
                self.nodes[seat].take(Event("heads", other, there.heads()))
                if self.nodes[seat].may_resume():
                    self.nodes[seat].take(Event("resume"))

    def restart(self) -> None:
        """Both die, and come back from their disks."""
        for node in self.nodes.values():
            node.take(Event("restart"))

    def finish(self) -> None:
        """The two decide to the end of the match."""
        for _ in range(4):
            self.meet()
            for node in self.nodes.values():
                while node.owes():
                    node.take(Event("decide", what=0))


def parted(start: str, further: bool = False, both: bool = False) -> Led:
    """One of four has shown one entry to one of the honest ones, and another to the other.

    further: it signs on, on the branch of each; both: so has the second cheat, at the same rest.
    """
    plan = Plan(4, start, cheats=(FORKS, LEADS), words=2)
    table = plan.table()
    there = Led(table, {node.number: node for node in plan.begun(table) if node is not None})
    said = {cheat: _said(there, cheat, LEFT, "entry", "fork") for cheat in (FORKS, LEADS)}
    for node in there.nodes.values():
        if node.owes():
            node.take(Event("decide", what=0))
    fair = [wire for node in there.nodes.values() for wire in node.journal if wire not in _first(there)]
    for n, seat in enumerate((LEFT, RIGHT)):
        there.hear(seat, FORKS, said[FORKS][n])
        there.hear(seat, LEADS, *said[LEADS][n if both else 0 :][:1], *fair)
        if further:
            there.hear(seat, FORKS, *_said(there, FORKS, seat, "entry"))
    return there


def _said(there: Led, cheat: int, seat: int, *kinds: str) -> list[bytes]:
    return [wire for _, wire in says(there.table, cheat, there.nodes[seat], kinds)]


def _first(there: Led) -> set[bytes]:
    """The items that both hold alike."""
    left, right = (set(there.nodes[seat].journal) for seat in (LEFT, RIGHT))
    return left & right


def one_before() -> Led:
    """The fork that has parted them, and one before it."""
    there = parted("word")
    there.hear(LEFT, LEADS, there.resume(there.fork(LEFT, 1)))
    there.hear(RIGHT, LEADS, there.resume(there.fork(RIGHT)))
    return there


def one_before_to_the_other() -> Led:
    there = parted("word")
    there.hear(LEFT, LEADS, there.resume(there.fork(LEFT)))
    there.hear(RIGHT, LEADS, there.resume(there.fork(RIGHT, 1)))
    return there


def unknown_to_each_other() -> Led:
    """Two behind the fork that has parted them, one on the branch of each."""
    there = parted("lots", further=True)
    there.hear(LEFT, LEADS, there.resume(there.fork(LEFT)))
    there.hear(RIGHT, LEADS, there.resume(there.fork(RIGHT)))
    return there


def one_behind() -> Led:
    """The fork that has parted them, and one behind it on the branch of one."""
    there = parted("lots", further=True)
    there.hear(LEFT, LEADS, there.resume(there.fork(LEFT)))
    there.hear(RIGHT, LEADS, there.resume(there.fork(RIGHT, 1)))
    return there


def of_each_other() -> Led:
    """Both cheats have forked at one rest, and each goes back behind the fork of the other: nobody says two,
    and yet each of the two has followed another."""
    there = parted("lots", both=True)
    there.hear(LEFT, LEADS, there.resume(there.fork(LEFT)))
    there.hear(RIGHT, FORKS, there.resume(there.fork(RIGHT, by=LEADS), by=FORKS))
    return there


LED: dict[Callable[[], Led], bool] = {
    one_before: False,
    one_before_to_the_other: True,
    unknown_to_each_other: False,
    one_behind: True,
    of_each_other: False,
}
"""How the two are led, and whether a long run alone goes through all that may follow."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "led", [pytest.param(led, marks=pytest.mark.long) if long else led for led, long in LED.items()]
)
def test_two_resumes_of_one_seat_keep_nobody_apart(led: Callable[[], Led]) -> None:
    """given two each of whom has followed the second cheat behind another fork, then in whatever order all
    comes they go back once more, without both, and end with one RESULT; and nobody honest is blamed."""
    explore(led, Bounds())


@pytest.mark.long
@pytest.mark.parametrize("led", LED)
def test_a_death_in_between_changes_nothing(led: Callable[[], Led]) -> None:
    """given the same, when one node dies and comes back at any moment, then all ends as well."""
    explore(led, Bounds(deaths=1))


def explore(led: Callable[[], Led], bounds: Bounds) -> None:
    """All that may happen from there on, to its end."""

    async def meeting() -> Found:
        there = led()
        assert all(node.seat.transcript.forks.said for node in there.nodes.values())
        nodes = [there.nodes.get(seat) for seat in range(4)]
        return Search(there.table, nodes, bounds, sample=SAMPLE, stride=STRIDE, caught=True).run()

    found = trio.run(meeting)
    assert not found.fault, "\n".join([found.fault, *found.trace])
    assert found.whole and found.calms


def resumes(node: Node, of: int) -> list[bytes]:
    """The RESUMEs of a seat that a node holds."""
    said = [(wire, parse_message(wire)) for wire in node.journal]
    stated = [(wire, one) for wire, one in said if isinstance(one, Statement) and one.kind == Resume.TYPE]
    return [wire for wire, one in stated if parse_body(one.kind, one.body).seat == of]


def shown_in(wire: bytes) -> Fork:
    """The fork behind which a RESUME goes back."""
    message = parse_message(wire)
    assert isinstance(message, Statement)
    body = parse_body(message.kind, message.body)
    assert isinstance(body, Resume)
    return fork_of(body.proof)


def sound(there: Led) -> None:
    """The two have one RESULT, in which the cheats alone are absent; both readers find their files valid; and
    an onlooker who is shown one file and then the other comes to the same."""
    assert len({node.seat.result for node in there.nodes.values()}) == 1
    files = [node.seat.journal for node in there.nodes.values()]
    for file, other in (files, files[::-1]):
        report = verify_file(b"".join(file), Replica(there.table.rules))
        assert (report.state, report.findings) == (FileState.VALID, ()), report
        assert check(b"".join(file)).state == "valid", check(b"".join(file))
        assert report.result is not None and report.result.absent == (FORKS, LEADS)
        looks_on = Follower(there.table.rules, there.table.hellos)
        for wire in (*file[4:20], *other[4:], *file[4:], *other[4:]):
            with suppress(PeerFault):
                looks_on.receive(wire)
        assert looks_on.result == file[-1]


@pytest.mark.parametrize("led", LED)
async def test_who_comes_back_in_between_says_nothing_else(led: Callable[[], Led]) -> None:
    """given two who have followed different forks, when both die and come back, before and after they have
    heard of each other, then neither says another first RESUME, and they go back once more and to the end."""
    there = led()
    there.restart()
    there.meet()
    there.restart()
    there.finish()
    sound(there)
    for node in there.nodes.values():
        assert [shown_in(wire).again for wire in resumes(node, node.number)] == [False, True]


async def test_another_resume_of_a_cheat_brings_along_who_lacks_it() -> None:
    """given a second cheat that has named the fork to one of the two and another to the other, when the first
    has gone back with both, then the other takes the true name in place of the false one, and follows."""
    there = parted("word")
    left, right = there.nodes[LEFT], there.nodes[RIGHT]
    true, false = there.resume(there.fork(RIGHT)), there.resume(there.fork(RIGHT, 2))
    there.hear(RIGHT, LEADS, false)
    assert not right.seat.transcript.forks.said, "all have answered that"
    there.hear(LEFT, LEADS, true)
    there.hear(RIGHT, LEFT, *resumes(left, LEFT))
    there.hear(LEFT, RIGHT, *resumes(right, RIGHT))
    assert (left.seat.transcript.era, right.seat.transcript.era) == (1, 0)
    # when
    there.hear(RIGHT, LEFT, true)
    # then
    assert right.seat.transcript.era == 1 and right.fault is None
    assert resumes(left, LEADS) == resumes(right, LEADS) == [true]
    report = verify_file(b"".join(right.seat.journal), Replica(there.table.rules))
    assert report.state is FileState.INCOMPLETE and not report.findings, report


async def test_nobody_goes_back_behind_entries_that_nobody_owes() -> None:
    """given two entries of a seat at a rest at which it owes none, when a friend goes back behind them, then
    nobody follows: they part nobody, and no entry would be missing there."""
    there = parted("word")
    node = there.nodes[LEFT]
    transcript, own, pair = node.seat.transcript, there.table.secrets[RIGHT].sk, []
    assert RIGHT not in transcript.awaited()
    (seq, link), state = transcript.heads()[RIGHT], transcript.table_digest
    for body in (bytes(32), bytes([1] * 32)):
        head = Head.make(MoveMessage.TYPE, EntryPlace(transcript.game_id, RIGHT, seq), link, state, body)
        pair += [head, sign(own, "fn1/msg", head)]
    proof = make_evidence(HEADS, transcript.players[RIGHT].binding, *pair)
    there.hear(LEFT, LEADS, there.resume(proof))
    assert transcript.unsettled and not transcript.forks.said


@pytest.mark.slow
def test_who_goes_back_alone_with_a_cheat_wins_nothing() -> None:
    """given one that has followed a cheat behind a fork, and another that need not, as it has seen all others
    sign behind that, when both cheats are known, then not both win by waiting for each other."""

    async def meeting() -> Found:
        plan = Plan(4, cheats=(FORKS, LEADS), words=2)
        table = plan.table()
        there = Led(table, {node.number: node for node in plan.begun(table) if node is not None})
        there.hear(LEFT, FORKS, *_said(there, FORKS, LEFT, "entry"))
        there.hear(LEFT, FORKS, there.resume(there.fork(LEFT, by=LEADS), by=FORKS))
        there.hear(RIGHT, FORKS, there.resume(there.fork(RIGHT, 1, by=LEADS), by=FORKS))
        nodes = [there.nodes.get(seat) for seat in range(4)]
        return Search(table, nodes, Bounds()).run(states=40)

    found = trio.run(meeting)
    assert not found.fault, "\n".join([found.fault, *found.trace])
    assert found.calms


async def test_two_resumes_prove_what_one_that_is_due_does_not() -> None:
    """given two RESUMEs of one seat, then they are proof against it; but not if one is of another era, or a
    second one, or the same."""
    there = parted("word")
    node, own = there.nodes[LEFT], there.table.secrets[LEADS].sk
    players, game = node.seat.players, node.seat.transcript.game_id
    fork = there.fork(LEFT)

    def proof(*forks: bytes) -> bytes:
        pair = []
        for one in forks:
            body = encode(Resume(game, LEADS, one, Ready(bytes(32), ())).wire())
            pair += [body, sign(own, "fn1/stmt", signed_statement(Resume.TYPE, body))]
        return make_evidence(RESUMES, players[LEADS].binding, *pair)

    twice = proof(fork, there.fork(LEFT, 1))
    assert check_evidence(twice).seat == LEADS
    later = forked_by(there.table, node, FORKS, 0, eras=1)
    for pair in (
        (fork, later),
        (fork, fork + twice),
        (fork + twice, there.fork(LEFT, 1) + twice),
        (fork, fork),
    ):
        with pytest.raises(BadEvidence):
            check_evidence(proof(*pair))
    with pytest.raises(BadEvidence):
        fork_of(twice)

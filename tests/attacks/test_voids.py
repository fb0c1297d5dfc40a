"""Attacks with END void: a seat would have a match broken off by saying that it ends where it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product

import pytest
from check_match import check

from fadenet.engine.rules import Rules
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol.faults import PeerFault, UnexpectedEntry
from protocol.files import FileState, verify_file
from protocol.messages import parse_message
from protocol.result import check_result
from protocol.standing import DROPPED
from protocol.statements import End
from tests.attacks.hostile import result, statement
from tests.attacks.test_forks import items, parse_body_of, signed_places
from tests.table.test_seats import ALL
from tests.table.wire import Match, acting, file_of, give_up


@dataclass
class Faces:
    """A cheat that owes a decision has signed `end`, END void, and `entry` at one rest. `proofs`: what has
    proven that to somebody, by now."""

    match: Match
    cheat: TableSeat
    honest: list[TableSeat]
    end: bytes
    entry: bytes
    proofs: list[bytes] = field(default_factory=list)

    def hear(self, table: TableSeat, wires: Sequence[bytes]) -> None:
        """A table gets items as its node would give them to it."""
        for wire in wires:
            try:
                table.receive(wire)
            except PeerFault as fault:
                if not fault.proven:
                    continue
                assert (fault.author, fault.rule) == (self.cheat.seat, "entry.unexpected"), "honest accused"
                assert isinstance(fault, UnexpectedEntry) and table.convict(fault), "the match ends with it"
                self.proofs = [self.end, self.entry]

    def tell(self) -> None:
        """All honest tables show each other all they hold, and the proof."""
        for table in self.honest:
            made = table.pump()
            signed = [table.ending.signed] if table.ending.signed else []
            held = [*table.journal[len(table.players) :], *made, *signed]
            for other in self.honest:
                if other is not table:
                    self.hear(other, [*self.proofs, *held])

    def finish(self) -> None:
        """The honest ones play to their RESULT, and vote on the cheat where it owes something."""
        self.match.silent.add(self.cheat.seat)
        for _ in range(8):
            self.tell()
            for table in self.honest:
                table.confirm()
        self.tell()
        while self.match.play(self.move) and any(table.result is None for table in self.honest):
            made = [(table.seat, table.confirm()) for table in self.honest]
            assert any(wires for _, wires in made), "nobody goes on"
            for seat, wires in made:
                self.match.send(seat, wires)

    def move(self, table: TableSeat) -> list[bytes]:
        """They concede once the cheat is out."""
        out = self.cheat.seat in table.transcript.who_is(DROPPED)
        return give_up(table) if out else self.match.move(table)


def faces(players: int, quitters: int = 0, rules: Rules = ALL, seed: int = 3) -> Faces:
    """A cheat that has to act signs both; nobody has heard of either. quitters: who has conceded before."""
    match = Match(rules, seed, players=players)
    for _ in range(quitters):
        match.send((table := match.until(acting)).seat, table.concede())
    match.play(steps=40)
    cheat = match.until(acting)
    game, root = cheat.transcript.game_id, cheat.transcript.root
    end = statement(match, cheat.seat, End(game, cheat.seat, root, None))
    honest = [table for table in match.seats if table is not cheat]
    return Faces(match, cheat, honest, end, match.move(cheat)[0])


def sound(there: Faces) -> None:
    """All honest tables have one RESULT, in which the cheat alone is absent; the verifier finds their files
    valid, and the second reader one of them; and nobody has signed anything twice."""
    results = set()
    for table in there.honest:
        assert table.result is not None and table.fault is None
        final = check_result(table.result)
        assert (final.absent, final.findings) == ((there.cheat.seat,), ())
        results.add(parse_message(table.result).body)  # type: ignore[union-attr]
        report = verify_file(file_of(table), Replica(there.match.rules[0]))
        assert (report.state, report.why) == (FileState.VALID, "every check holds"), report
    assert len(results) == 1
    said = check(file_of(there.honest[0]))
    assert said.state == "valid", said
    signed_places(there.honest, [items(table) for table in there.honest])


ORDERS = [(players, *order) for players in (3, 4) for order in product((0, 1, 2), repeat=players - 1)]
RUN = [(3, a, b) for a, b in combinations_with_replacement((0, 1, 2), 2)] + [(4, 0, 1, 2)]
"""For how many seats, and then for each honest one, what comes to it of the cheat: END void, then the entry
(0), the entry, then END void (1), the entry, on which it signs what it owes, then END void (2). All, and
those of a normal run."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "order",
    [order if order in RUN else pytest.param(order, marks=pytest.mark.long) for order in ORDERS],
    ids=lambda order: "-".join(map(str, order)),
)
def test_nobody_breaks_a_match_off_by_an_end_void_and_an_entry(order: tuple[int, ...]) -> None:
    """given one that shows END void and its entry of the same rest, to each of the others in another order,
    when they tell each other, then they play on without it to a RESULT, and nobody honest is blamed."""
    there = faces(order[0])
    # when
    for table, way in zip(there.honest, order[1:], strict=True):
        if way == 2:
            there.hear(table, [there.entry])
            table.pump()
            there.match.move(table)
        there.hear(table, [there.end, there.entry] if not way else [there.entry, there.end])
    assert all(there.cheat.seat in table.transcript.convicted for table in there.honest)
    there.finish()
    # then
    sound(there)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_what_one_hears_of_a_double_face_another_hears_by_the_proof(players: int) -> None:
    """given END void for one and the entry for the rest, who sign on it, when they meet, then all go on."""
    there = faces(players)
    first, *others = there.honest
    there.hear(first, [there.end])
    for table in others:
        there.hear(table, [there.entry])
        table.pump()
    there.finish()
    sound(there)


@pytest.mark.slow
@pytest.mark.parametrize("way", [0, 1])
def test_one_that_is_eliminated_follows_those_who_play_on(way: int) -> None:
    """given one of four that has conceded and looks on, when it hears END void and the entry in either order,
    and the others the entry alone until they have answered it, then it follows them to the RESULT."""
    there = faces(4, quitters=1)
    playing = there.match.seats[0].transcript.playing()
    (out,) = (table for table in there.honest if table.seat not in playing)
    there.hear(out, [there.end, there.entry] if not way else [there.entry, there.end])
    for table in there.honest:
        if table is not out:
            there.hear(table, [there.entry])
            table.pump()
            there.match.move(table)
            there.hear(table, [there.end])
    there.finish()
    sound(there)


@pytest.mark.slow
def test_a_restart_between_the_two_halves_changes_nothing() -> None:
    """given a node that has END void in its file and dies, when the entry comes after that, then it goes on
    as it would have."""
    there = faces(3)
    first, second = there.honest
    there.hear(first, [there.end])
    fresh = there.match.fresh(first.seat)
    fresh.restore(items(first))
    there.honest[0] = there.match.seats[first.seat] = fresh
    there.hear(fresh, [there.entry])
    there.hear(second, [there.entry, there.end])
    again = there.match.fresh(first.seat)
    again.restore(items(fresh))
    assert again.transcript.heads() == fresh.transcript.heads()
    there.finish()
    sound(there)


@pytest.mark.parametrize("players", [3, 4])
def test_a_match_from_which_a_seat_was_dropped_does_not_end_as_void(players: int) -> None:
    """given all seats of a match, one of which was voted out, when they sign a void RESULT all the same, then
    no seat takes it, and no reader finds a file with it valid."""
    match = Match(ALL, 3, players=players)
    gone = match.until(acting)
    match.silent.add(gone.seat)
    match.vote_out(gone.seat)
    first = match.present[0]
    assert first.transcript.who_is(DROPPED) == {gone.seat}
    said = result(match, range(players), None, root=first.transcript.root)
    assert check_result(said).outcome is None, "it proves itself"
    # when
    first.receive(said)
    # then
    assert first.result is None and not first.void
    report = verify_file(file_of(first) + said, Replica(ALL))
    assert (report.state, report.why) == (
        FileState.INVALID,
        "a match from which a seat was dropped cannot end as void",
    )
    assert check(file_of(first) + said).state == "invalid"


# Where all honest ones have agreed to end the match.


def agreed(there: Faces) -> None:
    """All honest seats have signed END void at this rest, and know it of each other."""
    for table in there.honest:
        there.match.send(table.seat, table.end_void())


def test_for_whom_the_match_has_ended_as_void_takes_no_entry_any_more() -> None:
    """given all others of three who agree to a void, when the cheat shows END void, and then its entry, then
    the match is void for them, and they wait for its RESULT alone."""
    there = faces_unsigned(3)
    for table in there.honest:
        there.hear(table, [there.end])
        assert table.void and table.pump()
        there.hear(table, [there.entry])
        assert (
            table.void
            and there.cheat.seat in table.awaited()
            and table.transcript.closing.void_elsewhere is None
        )
    there.tell()
    for table in there.honest:
        assert table.awaited() == [there.cheat.seat]
        table.receive(result(there.match, [there.cheat.seat], None, root=root_of_end(there.end)))
    for table in there.honest:
        assert table.result is not None and check_result(table.result).outcome is None
        assert verify_file(file_of(table), Replica(ALL)).state is FileState.VALID


def test_who_has_gone_on_ends_the_match_where_it_is_void_for_another() -> None:
    """given END void for one, for whom the match so ends as void, and the entry for the other, who goes on,
    when they meet, then neither takes back what it has signed, and a RESULT cannot be had."""
    there = faces_unsigned(3)
    first, second = there.honest
    there.hear(first, [there.end])
    there.hear(second, [there.entry])
    second.pump()
    assert first.void and first.pump()
    assert second.transcript.closing.void_elsewhere is None
    # when
    there.hear(second, [first.ending.signed])
    assert second.transcript.closing.void_elsewhere is None, "nobody has cheated, as far as it knows"
    there.hear(second, [there.end])
    # then
    assert second.transcript.closing.void_elsewhere == first.seat
    there.hear(first, [there.entry])
    assert first.void and first.result is None


def test_a_void_that_we_have_not_agreed_to_holds_up_nobody() -> None:
    """given one that has not signed END void, when a friend of the cheat signs a RESULT all the same, or has
    signed an entry behind that rest, then the match goes on."""
    there = faces(3)
    honest, friend = there.honest
    there.hear(honest, [there.entry, there.end])
    honest.receive(result(there.match, [friend.seat], None, root=root_of_end(there.end)))
    assert honest.transcript.closing.void_elsewhere is None


def faces_unsigned(players: int) -> Faces:
    """As `faces`, with END void of all honest seats there before the cheat's."""
    there = faces(players)
    assert all(not table.transcript.closing.is_void_for(there.cheat.seat) for table in there.honest)
    agreed(there)
    return there


def root_of_end(wire: bytes) -> bytes:
    body = parse_body_of(wire)
    assert isinstance(body, End)
    return body.root

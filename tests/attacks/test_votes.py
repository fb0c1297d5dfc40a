"""Attacks with DROP votes: voting out who is there, and keeping or splitting the last word."""

from __future__ import annotations

import pytest
from check_match import check

from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol.evidence import check_evidence
from protocol.faults import BadStatement, Equivocation
from protocol.files import FileState, verify_file
from protocol.standing import DROPPED
from protocol.statements import Drop
from tests.attacks.hostile import refused, statement
from tests.table.test_seats import ALL, TEAMS
from tests.table.wire import Match, acting, file_of, give_up


def at_a_decision(players: int, hears: int) -> tuple[Match, TableSeat, list[TableSeat], list[bytes]]:
    """(match, who has decided, the others, its entry): so many of the others, from the first on, have it."""
    match = Match(ALL, 14, players=players)
    author = match.until(acting)
    others = [table for table in match.seats if table is not author]
    wires = match.move(author)
    for table in others[:hears]:
        for wire in wires:
            table.receive(wire)
    return match, author, others, wires[:1]


def word(
    match: Match, by: TableSeat, on: TableSeat, vote: bool, final: bool, seq: int, digest: bytes
) -> bytes:
    """A vote that `by` signs, whatever it has signed before."""
    game = by.transcript.game_id
    return statement(match, by.seat, Drop(game, by.seat, on.seat, seq, digest, vote, final))


def place(author: TableSeat, deaf: TableSeat) -> tuple[int, bytes]:
    """The digest that a vote has to name where the author's entry is missing."""
    return deaf.transcript.heads()[author.seat][0], deaf.transcript.table_digest


def test_a_second_vote_convicts_before_it_is_refused() -> None:
    """given one that has voted that its own entry is here, when it votes to drop itself as well, then
    that vote does not count, but the two prove themselves, to each reader of a file too."""
    match, author, (hears, other), _ = at_a_decision(3, 1)
    seq, digest = place(author, other)
    here, gone = (word(match, author, author, vote, False, seq, digest) for vote in (False, True))
    refused(hears, gone, BadStatement, proven=False)
    for table in (hears, other):
        assert table.receive(here)
        # when
        fault = refused(table, gone, Equivocation)
        # then
        assert check_evidence(fault.evidence).seat == author.seat
        found = ((author.seat, seq, "equivocation"),)
        report = verify_file(file_of(table) + gone, Replica(ALL))
        assert (report.state, report.findings) == (FileState.GUILTY, found)
        told = check(file_of(table) + gone)
        assert (told.state, told.findings) == ("guilty", [*found])
        assert table.transcript.leaving.waited_for([author.seat]) == [author.seat]


def test_the_votes_of_one_that_is_out_and_on_it_count_nothing_for_any_reader() -> None:
    """given one that was voted out, when it votes at a later rest, both ways, or somebody votes on it there,
    then no file is the worse for holding that."""
    match, gone, others, _ = at_a_decision(4, 0)
    match.silent.add(gone.seat)
    match.vote_out(gone.seat)
    first, other, _ = others
    assert first.transcript.who_is(DROPPED) == {gone.seat}
    digest, late = first.transcript.table_digest, first.transcript.heads()
    words = [word(match, gone, other, vote, False, late[other.seat][0], digest) for vote in (True, False)]
    words += [word(match, other, gone, vote, False, late[gone.seat][0] + 1, digest) for vote in (True, False)]
    for wire in words:
        assert first.receive(wire) == []
    told = file_of(first) + b"".join(words)
    assert verify_file(told, Replica(ALL)).state is FileState.INCOMPLETE
    assert check(told).state == "incomplete"


def test_an_answer_to_a_vote_at_another_rest_is_not_spent_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """given four at the last rest, of whom one votes on another's END at a rest that never was, and takes
    that back at the true one, then nobody honest is made to sign two votes on one END."""
    match = Match(TEAMS, 3, players=4)
    with monkeypatch.context() as patch:
        patch.setattr(TableSeat, "_close", lambda table: [])
        match.play(give_up)
    assert match.seats[0].over and len(match.seats[0].transcript.playing()) == 4
    author, *honest, liar = match.seats
    match.silent.add(liar.seat)
    for table in (author, *honest):
        match.send(table.seat, table.pump())
    seq, digest = place(author, liar)
    for table in honest:
        # when
        table.receive(word(match, liar, author, True, False, seq, bytes(32)))
        table.pump()
        table.receive(word(match, liar, author, False, True, seq, digest))
        # then
        table.pump()
        assert table.awaited() == [liar.seat] and table.fault is None


def test_colluders_drop_nobody_without_the_honest_one() -> None:
    """given two of four who vote in both rounds on one who has moved, when the third has its entry, then
    nobody is dropped; and its vote brings the entry along."""
    match, author, (honest, *colluders), wires = at_a_decision(4, hears=1)
    seq, digest = place(author, colluders[0])
    votes = [word(match, by, author, True, final, seq, digest) for final in (False, True) for by in colluders]
    for wire in votes:
        honest.receive(wire)
        author.receive(wire)
    assert not author.left_behind and not honest.transcript.who_is(DROPPED)
    assert wires[0] in honest.pump()


def test_colluders_cannot_use_a_vote_that_was_taken_back() -> None:
    """given the vote of an honest seat that now has the entry, when two others of four vote and only one of
    them confirms, then nobody is out, and the last one's word is waited for."""
    match, author, (honest, one, two), wires = at_a_decision(4, hears=0)
    seq, digest = place(author, honest)
    honest.drop(author.seat)
    for wire in wires:
        honest.receive(wire)
    back = [wire for wire in honest.pump() if wire not in wires]
    assert len(back) == 1 and honest.pump() == []
    # when the others vote, of whom one confirms and one takes back
    for by, vote, final in ((one, True, False), (two, True, False), (one, True, True)):
        honest.receive(word(match, by, author, vote, final, seq, digest))
    assert not honest.transcript.who_is(DROPPED) and honest.transcript.leaving.waited_for([author.seat]) == [
        two.seat
    ]
    honest.receive(word(match, two, author, False, True, seq, digest))
    # then
    assert len(honest.transcript.entries(author.seat)) == seq + 1


def test_who_says_one_last_word_here_and_another_there_convicts_itself() -> None:
    match, author, (liar, honest, _), _ = at_a_decision(4, hears=0)
    seq, digest = place(author, honest)
    honest.receive(word(match, liar, author, True, True, seq, digest))
    fault = refused(honest, word(match, liar, author, False, True, seq, digest), Equivocation)
    guilt = check_evidence(fault.evidence)
    assert guilt.ik == honest.players[liar.seat].binding.ik and guilt.seq == seq


def test_who_keeps_its_last_word_back_holds_up_the_match_and_is_seen_to() -> None:
    """given three of whom one votes and never confirms, then nobody is dropped by that, and the honest voter
    waits for it, not for the accused."""
    match, author, (honest, liar), wires = at_a_decision(3, hears=0)
    seq, digest = place(author, honest)
    honest.receive(word(match, liar, author, True, False, seq, digest))
    honest.drop(author.seat)
    for wire in wires:
        honest.receive(wire)
    assert not honest.transcript.who_is(DROPPED) and honest.awaited() == [liar.seat]
    # when it takes its vote back after all, then all go on
    honest.receive(word(match, liar, author, False, True, seq, digest))
    assert len(honest.transcript.entries(author.seat)) == seq + 1


@pytest.mark.parametrize("final", [False, True])
def test_words_about_another_rest_or_oneself_count_nothing(final: bool) -> None:
    match, author, others, _ = at_a_decision(3, hears=0)
    seq, digest = place(author, others[0])
    for by in others:
        for wire in (word(match, by, author, True, last, seq, bytes(32)) for last in (False, True)):
            author.receive(wire)
    assert not author.left_behind
    with pytest.raises(BadStatement, match="oneself"):
        others[0].receive(word(match, author, author, True, final, seq, digest))

"""DROP votes: which of them count, what a majority is, and who may cast one."""

from __future__ import annotations

import pytest

from protocol.encoding import encode
from protocol.faults import BadStatement, LocalError
from protocol.messages import Drop, Statement
from protocol.needs import NeedMove
from protocol.votes import Owed, Votes
from tests.protocol.toy import Node, Table


@pytest.mark.parametrize(
    ("distance", "counts"), [(-64, False), (-63, True), (0, True), (63, True), (64, False)]
)
def test_a_vote_counts_within_63_of_what_is_owed(distance: int, counts: bool) -> None:
    players = Table(3).nodes[0].transcript.players
    votes, due = Votes(players, lambda: [0, 1, 2]), 100
    vote = Drop(bytes(32), 0, 1, due + distance, bytes(32), True)
    statement = Statement(b"wire", Drop.TYPE, encode(vote.wire()), bytes(64))
    if counts:
        assert votes.count(vote, statement, due)
        assert not votes.count(vote, statement, due), "it is known now"
        assert votes.has_voted(0, 1, due + distance) and not votes.has_voted(1, 0, due + distance)
    else:
        with pytest.raises(BadStatement):
            votes.count(vote, statement, due)
        assert not votes.has_voted(0, 1, due + distance)


@pytest.mark.parametrize(
    ("playing", "counts"), [([0, 1], True), ([0, 2], False), ([1, 2], False), ([2], False)]
)
def test_a_vote_counts_only_between_seats_that_are_in(playing: list[int], counts: bool) -> None:
    votes = Votes(Table(3).nodes[0].transcript.players, playing.copy)
    vote = Drop(bytes(32), 0, 1, 5, bytes(32), True)
    statement = Statement(b"wire", Drop.TYPE, encode(vote.wire()), bytes(64))
    assert votes.count(vote, statement, 5) is counts
    assert votes.has_voted(0, 1, 5) is counts


def test_a_majority_is_more_than_half_of_those_who_are_in() -> None:
    """given four seats, three votes drop the fourth; when one of the four is out already, two do not."""
    players = Table(4).nodes[0].transcript.players
    owed = Owed(3, 5, bytes(32))
    for playing, needed in (([0, 1, 2, 3], 3), ([0, 1, 3], 2)):
        votes = Votes(players, playing.copy)
        votes.open(owed.table)
        for voter in playing[:needed]:
            assert not votes.majority(owed) and not votes.lost(3)
            vote = Drop(bytes(32), voter, 3, 5, owed.table, True)
            votes.count(vote, Statement(b"", Drop.TYPE, encode(vote.wire()), bytes(64)), 5)
        assert votes.majority(owed) and votes.lost(3)
        assert not votes.majority(Owed(3, 5, bytes(31) + b"x")), "a vote at another table counts nothing here"
        assert votes.cast(owed, True) == playing[:needed] and votes.cast(owed, False) == []


def test_nobody_states_or_votes_what_is_not_its_own_to_say() -> None:
    """given a seat and an onlooker, then neither speaks for another seat, and only who is in votes, on who
    owes."""
    table = Table(3)
    mover = table.until(NeedMove).transcript
    voter, other = (node.transcript for node in table.nodes if node.transcript is not mover)
    onlooker = Node(table.hellos, None).transcript
    assert mover.seat is not None and other.seat is not None
    for transcript, author in ((voter, other.seat), (onlooker, 0)):
        with pytest.raises(LocalError, match="our own seat"):
            transcript.state(Drop(transcript.game_id, author, mover.seat, 0, bytes(32), True))
    for transcript, accused in ((onlooker, 0), (voter, other.seat), (voter, 3)):
        with pytest.raises(LocalError, match="only a seat in the match votes"):
            transcript.drop(accused, True)
    assert voter.drop(mover.seat, True)

"""DROP votes: which of them count, what the two rounds come to, and who may cast one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from protocol.encoding import encode
from protocol.evidence import check_evidence
from protocol.faults import BadStatement, Equivocation, LocalError
from protocol.hashing import sign
from protocol.hello import Hello
from protocol.messages import Statement
from protocol.needs import NeedMove
from protocol.statements import Drop
from protocol.votes import Ballot, Owed, Votes
from tests.protocol.toy import Node, Table

OWED = Owed(0, 5, bytes(32))


def stated(vote: Drop) -> Statement:
    return Statement(b"", Drop.TYPE, encode(vote.wire()), bytes(64))


def cast(votes: Votes, voter: int, vote: bool, final: bool = False, owed: Owed = OWED) -> bool:
    drop = Drop(bytes(32), voter, owed.seat, owed.seq, owed.table, vote, final)
    return votes.count(drop, stated(drop), owed.seq)


@cache
def players(seats: int) -> Sequence[Hello]:
    return Table(seats).nodes[0].transcript.players


def opened(seats: int, playing: Iterable[int] | None = None) -> Votes:
    """The votes of a table that stands at the rest of `OWED`."""
    still_in = [*range(seats)] if playing is None else [*playing]
    votes = Votes(players(seats), still_in.copy)
    votes.open(OWED.table)
    return votes


@pytest.mark.parametrize(
    ("distance", "counts"), [(-64, False), (-63, True), (0, True), (63, True), (64, False)]
)
def test_a_vote_counts_within_63_of_what_is_owed(distance: int, counts: bool) -> None:
    votes, due = Votes(players(3), lambda: [0, 1, 2]), 100
    vote = Drop(bytes(32), 0, 1, due + distance, bytes(32), True)
    statement = Statement(b"wire", Drop.TYPE, encode(vote.wire()), bytes(64))
    if counts:
        assert votes.count(vote, statement, due)
        assert not votes.count(vote, statement, due), "it is known now"
        assert votes.has_voted(0, 1, due + distance) and not votes.has_voted(1, 0, due + distance)
        assert not votes.has_voted(0, 1, due + distance, final=True)
    else:
        with pytest.raises(BadStatement):
            votes.count(vote, statement, due)
        assert not votes.has_voted(0, 1, due + distance)


@pytest.mark.parametrize(
    ("playing", "counts"), [([0, 1], True), ([0, 2], False), ([1, 2], False), ([2], False)]
)
def test_a_vote_counts_only_between_seats_that_are_in(playing: list[int], counts: bool) -> None:
    votes = Votes(players(3), playing.copy)
    assert cast(votes, 0, True, owed=Owed(1, 5, bytes(32))) is counts
    assert votes.has_voted(0, 1, 5) is counts


def test_a_last_word_on_a_seat_that_is_out_since_is_still_heard() -> None:
    """given a seat voted out by two of three, when the third confirms late, then all nodes keep that."""
    playing = [0, 1, 2, 3]
    votes = Votes(players(4), lambda: list(playing))
    votes.open(OWED.table)
    for voter, final in ((1, False), (2, False), (3, False), (1, True), (2, True)):
        assert cast(votes, voter, True, final)
    assert votes.out(OWED)
    playing.remove(0)
    votes.close(0)
    votes.open(b"next".ljust(32))
    assert cast(votes, 3, True, final=True)
    assert not cast(votes, 3, True, owed=Owed(0, 6, b"next".ljust(32))), "it was out before that rest"


# given: n seats of which the first is accused, and all others vote in two rounds
@pytest.mark.parametrize(("seats", "playing"), [(3, [0, 1, 2]), (4, [0, 1, 2, 3]), (4, [0, 1, 3])])
def test_it_takes_the_votes_of_all_others_and_the_word_of_more_than_half(
    seats: int, playing: list[int]
) -> None:
    votes, others = opened(seats, playing), playing[1:]
    for voter in others:
        assert not votes.ballot(OWED).full
        cast(votes, voter, True)
    assert votes.ballot(OWED).full and not votes.out(OWED) and not votes.won(0), (
        "nobody goes on by this alone"
    )
    for voter in others[:2]:
        assert not votes.out(OWED)
        cast(votes, voter, True, final=True)
    assert votes.out(OWED) and votes.won(0) == [(OWED, frozenset(others))]
    assert not votes.out(Owed(0, 5, bytes(31) + b"x")), "votes at another table count nothing here"


def test_two_seats_that_are_left_never_vote_each_other_out() -> None:
    votes = opened(4, [0, 1])
    cast(votes, 1, True)
    cast(votes, 1, True, final=True)
    assert not votes.out(OWED) and votes.ballot(OWED).void and not votes.refuses(OWED, 1)


@pytest.mark.parametrize("seats", [3, 4])
def test_one_false_vote_saves_a_seat(seats: int) -> None:
    votes = opened(seats)
    cast(votes, 1, True)
    assert votes.refuses(OWED, 1) and not votes.refuses(OWED, 2), "only who voted is bound"
    cast(votes, 2, False)
    assert not votes.refuses(OWED, 1) and votes.ballot(OWED).void
    assert votes.ballot(OWED).due(1, holds=True) is None, "nothing is left to be said"


def test_the_false_vote_of_the_accused_itself_saves_nobody() -> None:
    votes = opened(3)
    cast(votes, 1, True)
    cast(votes, 0, False)
    assert votes.refuses(OWED, 1)


def test_of_three_one_who_has_the_entry_now_takes_back_alone() -> None:
    """given a vote of B, and D that is away, when A's entry comes, then B takes back and takes the entry."""
    votes = opened(3)
    cast(votes, 1, True)
    assert votes.ballot(OWED).due(1, holds=False) is None
    assert votes.ballot(OWED).due(1, holds=True) == (True, False)
    cast(votes, 1, False, final=True)
    assert votes.ballot(OWED).void and not votes.refuses(OWED, 1)
    # when D's vote comes after all, then it changes nothing
    cast(votes, 2, True)
    assert votes.ballot(OWED).full and votes.ballot(OWED).due(2, holds=False) is None
    assert not votes.out(OWED) and not votes.refuses(OWED, 2)


def test_of_three_one_who_has_not_confirmed_may_still_take_back() -> None:
    """given both votes, when the entry comes before the last word of one, then it is taken whatever the other
    has said."""
    votes = opened(3)
    for voter in (1, 2):
        cast(votes, voter, True)
    cast(votes, 2, True, final=True)
    assert votes.ballot(OWED).due(1, holds=False) == (True, True)
    assert votes.ballot(OWED).due(1, holds=True) == (True, False)
    cast(votes, 1, False, final=True)
    assert votes.ballot(OWED).void and not votes.out(OWED)


def test_of_four_two_take_back_of_whom_the_second_goes_with_the_first() -> None:
    """given votes of B and C, and D that is away, when B has A's entry, then C need not have it."""
    votes = opened(4)
    cast(votes, 1, True)
    cast(votes, 2, True)
    assert votes.ballot(OWED).due(2, holds=False) is None
    cast(votes, 1, False, final=True)
    assert votes.refuses(OWED, 1), "C and D might have confirmed"
    assert votes.ballot(OWED).open == {2, 3}
    assert votes.ballot(OWED).due(2, holds=False) == (True, False)
    assert votes.ballot(OWED).due(3, holds=False) == (False, False), "who has not voted votes false"
    cast(votes, 2, False, final=True)
    assert not votes.refuses(OWED, 1) and not votes.refuses(OWED, 2)


def test_who_sees_all_votes_confirms_even_if_the_entry_has_come_since() -> None:
    votes = opened(4)
    for voter in (1, 2, 3):
        cast(votes, voter, True)
    assert {votes.ballot(OWED).due(voter, holds=True) for voter in (1, 2, 3)} == {(True, True)}
    cast(votes, 1, True, final=True)
    assert votes.ballot(OWED).due(1, holds=True) is None, "nobody says it twice"
    cast(votes, 2, False, final=True)
    assert votes.ballot(OWED).due(3, holds=False) == (True, False), "one who took back is followed"


def ballots(seats: int) -> Iterator[Ballot]:
    """All ways in which the others may have voted, each as far as it likes."""
    others = range(1, seats)
    for rounds in product(product((None, True, False), (None, True, False)), repeat=len(others)):
        said = [
            frozenset(voter for voter, words in zip(others, rounds, strict=True) if words[final] is vote)
            for final in (0, 1)
            for vote in (True, False)
        ]
        yield Ballot(frozenset(others), *said)


@pytest.mark.parametrize("seats", [3, 4])
def test_no_two_honest_nodes_decide_otherwise_whatever_each_has_heard(seats: int) -> None:
    """given any votes with none cast twice, and nodes that know some of them each, then it is never so that
    one drops the seat and another takes its entry."""

    def part(ballot: Ballot, heard: dict[bool, frozenset[int]]) -> Ballot:
        return Ballot(
            ballot.others,
            ballot.silent & heard[False],
            ballot.here & heard[False],
            ballot.confirmed & heard[True],
            ballot.withdrawn & heard[True],
        )

    subsets = [frozenset(some) for n in range(seats) for some in combinations(range(1, seats), n)]
    for ballot in ballots(seats):
        known = [part(ballot, {False: first, True: last}) for first in subsets for last in subsets]
        assert not (any(one.out for one in known) and any(one.void for one in known))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("late", [False, True])
def test_it_is_decided_without_one_who_stays_away(seats: int, late: bool) -> None:
    """given one of the others that never says anything, when those who hear each other vote as they have to,
    then the entry is taken if it comes; if all voted before one left, the accused is out of four."""
    away = seats - 1
    for said in (False, True):
        votes = opened(seats)
        for voter in range(1, seats):
            if voter != away or said:
                cast(votes, voter, True)
        for _ in range(2):
            for voter in range(1, away):
                due = votes.ballot(OWED).due(voter, holds=late)
                if due is not None:
                    cast(votes, voter, due[1], final=due[0])
        ballot = votes.ballot(OWED)
        assert ballot.void is (late and not (said and seats == 4))
        assert ballot.out is (said and seats == 4)


def test_two_final_votes_prove_themselves() -> None:
    table = Table(3)
    seated = table.nodes[0].transcript.players
    votes = Votes(seated, lambda: [0, 1, 2])
    keys = {own.sk_public: own.sk for own in table.secrets.values()}
    for vote, final in ((True, False), (True, True), (False, True)):
        drop = Drop(table.nodes[0].transcript.game_id, 1, 0, 5, bytes(32), vote, final)
        body = encode(drop.wire())
        signature = sign(keys[seated[1].binding.sk], "fn1/stmt", bytes([Drop.TYPE]) + body)
        statement = Statement(b"", Drop.TYPE, body, signature)
        if vote:
            assert votes.count(drop, statement, 5), "a final vote contradicts no first one"
        else:
            with pytest.raises(Equivocation) as caught:
                votes.count(drop, statement, 5)
            assert check_evidence(caught.value.evidence).seat == 1


@pytest.mark.parametrize(("vote", "final"), [(True, False), (True, True), (False, True)])
def test_nobody_votes_on_itself_but_to_say_that_it_is_here(vote: bool, final: bool) -> None:
    assert cast(opened(3), 0, False)
    with pytest.raises(BadStatement, match="oneself"):
        cast(opened(3), 0, vote, final)


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
    for transcript, accused in ((onlooker, 0), (voter, other.seat), (voter, 3), (mover, mover.seat)):
        assert not transcript.leaving.may_drop(accused)
        with pytest.raises(LocalError, match="only a seat in the match votes"):
            transcript.drop(accused)
    assert voter.drop(mover.seat)
    with pytest.raises(LocalError, match="once"):
        voter.drop(mover.seat)


class Voter:
    """The node of one of the others, at a rest at which seat 0 owes an entry."""

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.votes = opened(seats)
        self.wishes = True  # to vote, when it has waited long enough
        self.holds = self.took = False
        self.said: list[tuple[int, bool, bool]] = []

    @property
    def decided(self) -> bool:
        return self.took or self.votes.out(OWED)

    def hear(self, words: Iterable[tuple[int, bool, bool]]) -> None:
        for word in words:
            if cast(self.votes, *word):
                self.said.append(word)
        self.settle()

    def vote(self) -> None:
        self.wishes = False
        if not (self.holds or self.votes.has_voted(self.seat, 0, 5)):
            self.hear([(self.seat, True, False)])

    def settle(self) -> None:
        """Take the entry, answer a vote on what was taken, and say what is due."""
        ballot = self.votes.ballot(OWED)
        self.took = self.took or (self.holds and not self.votes.refuses(OWED, self.seat))
        due = None if self.took else ballot.due(self.seat, self.holds)
        if self.took and ballot.silent and not self.votes.has_voted(self.seat, 0, 5):
            due = False, False
        if due is not None:
            self.hear([(self.seat, due[1], due[0])])


def happen(seats: int, leaver: bool, rng: Random) -> list[Voter]:
    """A seat falls silent, or is only late, and its others hear each other's words one by one, in any order;
    one of them may leave for good on the way. Those who are left in the end, who have all heard the same."""
    nodes = {seat: Voter(seat, seats) for seat in range(1, seats)}
    comes, leaves = leaver or rng.random() < 0.8, rng.randrange(2, 25) if leaver else -1
    for step in range(400):
        if step == leaves:
            del nodes[rng.choice([*nodes])]
        node, other = (rng.choice([*nodes.values()]) for _ in range(2))
        what = rng.randrange(6)
        if what == 0 and node.wishes:
            node.vote()
        elif what == 1 and comes and step > 5:
            node.holds = True
            node.settle()
        elif news := [word for word in other.said if word not in node.said]:
            node.hear(news[:1])
    assert all(node.said != [] or node.took for node in nodes.values())
    return [*nodes.values()]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_in_whatever_order_things_happen_all_come_to_the_same(seats: int) -> None:
    seen = set()
    for seed in range(300):
        nodes = happen(seats, False, Random(f"all {seats} {seed}"))
        assert all(node.decided for node in nodes)
        seen |= {node.took for node in nodes}
        assert len({node.took for node in nodes}) == 1
    assert seen == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_one_who_leaves_for_good_seldom_keeps_the_others_from_a_decision(seats: int) -> None:
    """given one who leaves at any time, then nobody decides against another. Of three the one who is left has
    decided, or holds both votes; of four both have, unless one took back just as the other confirmed."""
    undecided = 0
    for seed in range(300):
        nodes = happen(seats, True, Random(f"one {seats} {seed}"))
        assert len({node.took for node in nodes if node.decided}) <= 1
        if not all(node.decided for node in nodes):
            undecided += 1
            ballot = nodes[0].votes.ballot(OWED)
            assert ballot.full or not any(node.holds for node in nodes)
            alive = {node.seat for node in nodes}
            if seats == 4 and ballot.full:
                assert len(ballot.confirmed & alive) == len(ballot.withdrawn & alive) == 1
    assert undecided < 100

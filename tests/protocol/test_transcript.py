"""Who may speak, when, and what a signature must stand on."""

from __future__ import annotations

from itertools import permutations

import pytest

from protocol.encoding import decode, encode
from protocol.evidence import check_evidence
from protocol.faults import (
    BadBody,
    BadCommitment,
    BadEncoding,
    BadSignature,
    BadStatement,
    BadToken,
    Equivocation,
    LocalError,
    PeerFault,
    UnexpectedEntry,
    WrongGame,
    WrongPrev,
    WrongSeq,
    WrongState,
)
from protocol.hashing import H, sign, var
from protocol.messages import Ack, Drop, Head, Move, Pass, Statement, parse_body, parse_message
from protocol.needs import Expect, NeedMove, NeedPool, NeedToken, NeedToss
from protocol.secrets import Secrets
from protocol.transcript import AHEAD_MAX
from tests.protocol.toy import Node, Table, seed


def secrets_at(table: Table, seat: int) -> Secrets:
    public = table.nodes[seat].transcript.players[seat].binding.sk
    return next(own for own in table.secrets.values() if own.sk_public == public)


def forge(table: Table, seat: int, payload: object, kind: int = 2, **changes: object) -> bytes:
    """An entry that `seat` signs with its own key, right in all but `changes`."""
    transcript = table.nodes[seat].transcript
    seq, link = transcript.heads()[seat]
    data = encode(payload)
    fields = {"game": transcript.game_id, "author": seat, "seq": seq, "prev": link}
    fields |= {"state": transcript.table_digest, "body": H("fn1/body", var(data))} | changes
    head = Head.make(kind, **fields)  # type: ignore[arg-type]
    return encode([head, data, sign(secrets_at(table, seat).sk, "fn1/msg", head)])


@pytest.fixture
def turn() -> tuple[Table, int, Node]:
    """A table where one seat owes a move: (table, that seat, the other node)."""
    table = Table()
    node = table.until(NeedMove)
    assert node.transcript.seat is not None
    return table, node.transcript.seat, table.nodes[1 - node.transcript.seat]


def refused(node: Node, wire: bytes, fault: type[PeerFault]) -> PeerFault:
    """The fault; and the transcript is as it was before."""
    before = node.transcript.heads(), node.transcript.awaited()
    with pytest.raises(fault) as caught:
        node.transcript.receive(wire)
    assert type(caught.value) is fault
    assert (node.transcript.heads(), node.transcript.awaited()) == before
    assert caught.value.evidence
    return caught.value


def test_every_flipped_bit_of_an_entry_is_caught(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    wire = table.nodes[seat].write()
    for at in range(len(wire)):
        bad = bytearray(wire)
        bad[at] ^= 1 << (at % 8)
        with pytest.raises((BadEncoding, BadSignature, BadBody, WrongGame)) as caught:
            other.transcript.receive(bytes(bad))
        assert not caught.value.proven
    assert [one.wire for one in other.receive(wire)] == [wire]


def test_a_swapped_payload_is_caught(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    head, _, signature = decode(table.nodes[seat].write())
    refused(other, encode([head, encode({0: "something else"}), signature]), BadBody)


def test_an_entry_known_already_gives_nothing(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    wire = table.nodes[seat].write()
    assert other.receive(wire)
    assert other.receive(wire) == []


def test_an_entry_of_another_match_is_refused(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    refused(other, forge(table, seat, {0: "x"}, game=seed("other match")), WrongGame)


def test_a_seat_that_does_not_exist_is_refused(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    refused(other, forge(table, seat, {0: "x"}, author=7), BadEncoding)


def test_a_broken_chain_is_caught(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    fault = refused(other, forge(table, seat, {0: "x"}, prev=seed("no link")), WrongPrev)
    assert (fault.author, fault.proven) == (seat, False)


def test_another_table_digest_is_caught(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    fault = refused(other, forge(table, seat, {0: "x"}, state=seed("no table")), WrongState)
    assert (fault.author, fault.proven) == (seat, False)


def test_a_skipped_entry_is_caught_by_the_seat_that_is_to_move(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    ours, theirs = seat, 1 - seat
    seq = other.transcript.heads()[theirs][0]
    refused(table.nodes[ours], forge(table, theirs, {0: "x"}, seq=seq), UnexpectedEntry)
    refused(table.nodes[ours], forge(table, theirs, {0: "x"}, seq=seq + 1), UnexpectedEntry)


def test_an_entry_too_far_ahead_is_refused(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    seq = other.transcript.heads()[seat][0]
    refused(other, forge(table, seat, {0: "x"}, seq=seq + AHEAD_MAX), WrongSeq)
    assert other.transcript.receive(forge(table, seat, {0: "x"}, seq=seq + AHEAD_MAX - 1)) == []


def test_a_message_of_another_type_is_refused_and_proven(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    fault = refused(other, forge(table, seat, Pass().wire(), kind=Pass.TYPE), UnexpectedEntry)
    assert (fault.author, fault.proven) == (seat, True)
    refused(other, forge(table, seat, Ack().wire(), kind=Ack.TYPE), UnexpectedEntry)


def test_a_malformed_payload_is_its_author_s_fault(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    wire = forge(table, seat, {0: "x", 1: []})
    fault = refused(other, wire, BadEncoding)
    assert (fault.author, fault.proven, fault.evidence) == (seat, True, wire)


def test_two_entries_for_one_place_prove_themselves(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    other.receive(table.nodes[seat].write())
    seq, link = table.nodes[seat].transcript.heads()[seat]
    fork = forge(table, seat, {0: "another move"}, seq=seq - 1, prev=link)
    fault = refused(other, fork, Equivocation)
    assert fault.transferable and len(fault.evidence) <= 1024
    guilt = check_evidence(fault.evidence)
    player = other.transcript.players[seat].binding
    assert (guilt.ik, guilt.seat, guilt.seq) == (player.ik, seat, seq - 1)


def test_a_fork_among_the_entries_ahead_is_seen_at_once(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    seq = other.transcript.heads()[seat][0] + 5
    assert other.transcript.receive(forge(table, seat, {0: "a"}, seq=seq)) == []
    refused(other, forge(table, seat, {0: "b"}, seq=seq), Equivocation)


def test_a_token_that_rides_before_any_bind_is_caught() -> None:
    table = Table()
    node = table.until(NeedMove)
    seat = node.transcript.seat
    assert seat is not None
    while isinstance(node.transcript.owed(), NeedMove):
        table.step()
    passer = table.until(NeedMove)
    assert passer.transcript.seat is not None
    early = passer.transcript.play.tokens([seat])
    wire = passer.transcript.write(Move("too early", tokens=early))
    with pytest.raises(BadToken) as caught:
        node.receive(wire)
    assert (caught.value.author, caught.value.proven) == (passer.transcript.seat, True)


def test_with_three_seats_entries_may_overtake_each_other() -> None:
    """The slow node gets all that the others wrote in reverse order and ends where they do."""
    table = Table(3)
    slow = table.nodes[2]
    while table.step():
        pass
    late = Node(table.hellos, None)
    wires = [w for node in table.nodes for w in node.transcript.entries(node.transcript.seat or 0)]
    for wire in reversed(wires):
        late.receive(wire)
    assert late.transcript.heads() == slow.transcript.heads()
    assert late.transcript.table_digest == slow.transcript.table_digest


def test_a_seat_resumes_from_its_two_files() -> None:
    table = Table()
    while not isinstance(table.nodes[0].transcript.owed(), NeedPool) or not table.nodes[0].transcript.batches:
        table.step()
    for steps in range(12):
        table.step()
        node = table.nodes[steps % 2]
        seat = node.transcript.seat
        assert seat is not None
        again = Node(table.hellos, Secrets.load(secrets_at(table, seat).store()))
        wires = [one.wire for batch in node.transcript.batches for one in batch.entries]
        for wire in wires:
            again.receive(wire)
        ours, theirs = node.transcript, again.transcript
        assert theirs.table_digest == ours.table_digest
        assert theirs.play.vault is not None and ours.play.vault is not None
        assert theirs.play.vault.card == ours.play.vault.card


def test_what_we_do_wrong_ourselves_is_no_fault_of_a_peer(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    mover = table.nodes[seat].transcript
    for wrong in (
        lambda: other.transcript.write(Move("not our turn")),
        lambda: mover.write(Pass()),
        lambda: mover.rest(bytes(32), []),
        lambda: mover.answer(),
        lambda: mover.play.bind(0, 1),
        lambda: mover.play.toss([2]),
        lambda: mover.closing.audit(),
        lambda: mover.closing.result([]),
    ):
        with pytest.raises(LocalError):
            wrong()


def test_needs_that_accuse_the_innocent_are_refused(turn: tuple[Table, int, Node]) -> None:
    table, seat, _ = turn
    node = table.nodes[seat]
    node.transcript.write(node.answer())
    batch = node.transcript.batch()
    assert batch is not None
    for expect in (
        [Expect(seat, NeedMove()), Expect(seat, NeedMove())],
        [Expect(9, NeedMove())],
        [Expect(seat, NeedToken((seat,)))],
        [Expect(seat, NeedPool(1 - seat))],
    ):
        with pytest.raises(LocalError):
            node.transcript.rest(bytes(32), expect)


def test_an_outsider_takes_no_part() -> None:
    table = Table()
    table.until(NeedToss)
    onlooker = Node(table.hellos, None)
    with pytest.raises(LocalError):
        onlooker.transcript.write(Ack())
    with pytest.raises(LocalError):
        onlooker.transcript.answer()


# DROP


def silent(seats: int = 3) -> tuple[Table, Node, list[Node]]:
    """A table at which the seat that owes the move has fallen silent: (table, it, the others)."""
    table = Table(seats)
    gone = table.until(NeedMove)
    return table, gone, [node for node in table.nodes if node is not gone]


def test_two_of_three_drop_a_silent_seat() -> None:
    _, gone, others = silent()
    accused = gone.transcript.seat
    assert accused is not None
    votes = [node.transcript.drop(accused, True) for node in others]
    for node, vote in zip(others, reversed(votes), strict=True):
        assert node.transcript.receive(vote)
        batch = node.transcript.batch()
        assert batch is not None and batch.dropped == (accused,)
        assert accused not in node.transcript.play.playing()


def test_one_vote_of_three_drops_nobody_and_a_voter_waits_for_the_majority() -> None:
    _, gone, (first, second) = silent()
    accused = gone.transcript.seat
    assert accused is not None
    vote = first.transcript.drop(accused, True)
    second.transcript.receive(vote)
    assert first.transcript.batch() is None and second.transcript.batch() is None
    wire = gone.write()
    assert second.transcript.receive(wire), "who did not vote takes the entry"
    assert first.transcript.receive(wire) == [], "who voted true does not, while the vote can win"
    against = second.transcript.drop(accused, False)
    accepted = first.transcript.receive(against)
    assert [one.wire for one in accepted] == [against, wire], "a false vote makes the majority impossible"


def test_who_has_the_entry_cannot_vote_to_drop() -> None:
    _, gone, (first, _) = silent()
    assert gone.transcript.seat is not None
    first.transcript.receive(gone.write())
    with pytest.raises(LocalError):
        first.transcript.drop(gone.transcript.seat, True)


def test_half_of_four_drops_nobody() -> None:
    _, gone, others = silent(4)
    accused = gone.transcript.seat
    assert accused is not None
    votes = [node.transcript.drop(accused, True) for node in others[:2]]
    others[0].transcript.receive(votes[1])
    assert others[0].transcript.batch() is None
    others[0].transcript.receive(others[2].transcript.drop(accused, True))
    assert others[0].transcript.batch() is not None


def test_two_votes_on_one_entry_prove_themselves() -> None:
    table, gone, (first, second) = silent()
    accused = gone.transcript.seat
    assert accused is not None and first.transcript.seat is not None
    twin = Node(table.hellos, secrets_at(table, first.transcript.seat))
    for batch in first.transcript.batches:
        for one in batch.entries:
            twin.receive(one.wire)
    second.transcript.receive(first.transcript.drop(accused, True))
    fault = refused(second, twin.transcript.drop(accused, False), Equivocation)
    guilt = check_evidence(fault.evidence)
    assert guilt.ik == second.transcript.players[first.transcript.seat].binding.ik
    assert len(fault.evidence) <= 1024


def test_a_vote_against_oneself_or_on_an_entry_far_off_is_refused() -> None:
    table, gone, (first, second) = silent()
    accused, voter = gone.transcript.seat, first.transcript.seat
    assert accused is not None and voter is not None
    seq = first.transcript.heads()[accused][0]
    for by, against, at in ((voter, voter, 5), (voter, accused, seq + 64), (voter, accused, seq + 9999)):
        digest = first.transcript.table_digest
        body = encode([first.transcript.game_id, by, against, at, digest, True])
        signature = sign(secrets_at(table, by).sk, "fn1/stmt", b"\x0d" + body)
        refused(second, encode([1, 13, body, signature]), BadStatement)


def test_two_seats_cannot_vote() -> None:
    table = Table()
    node = table.until(NeedMove)
    assert node.transcript.seat is not None
    with pytest.raises(BadStatement):
        table.nodes[1 - node.transcript.seat].transcript.drop(node.transcript.seat, True)


def test_a_drop_in_a_token_batch_asks_for_the_next_tokens() -> None:
    """The permuters that had revealed reveal their next link; the one left out can never re-roll a draw."""
    table = Table(3)
    table.until(NeedToken)
    gone = table.nodes[2]
    others = table.nodes[:2]
    wires = [node.transcript.write(node.answer()) for node in others]
    for node, wire in zip(others, reversed(wires), strict=True):
        node.receive(wire)
    votes = [node.transcript.drop(2, True) for node in others]
    for node, vote in zip(others, reversed(votes), strict=True):
        node.transcript.receive(vote)
        batch = node.transcript.batch()
        assert batch is not None and batch.dropped == (2,)
        needs = node.transcript.play.token_needs([0, 1])
        assert [(need.seat, need.need) for need in needs] == [(0, NeedToken((1,))), (1, NeedToken((0,)))]
        assert node.transcript.play.chains.next_q(0) == 2
        assert node.transcript.play.tokens([node.transcript.seat == 0])[0].q == 2
    assert gone.transcript.seat == 2
    assert parse_message(wires[0])


def test_a_batch_for_the_leaver_s_own_deck_is_spent_with_it() -> None:
    """given tokens for three decks of which one is the leaver's, then none of them is used any more."""
    table = Table(3)
    table.until(NeedToken)
    others = table.nodes[:2]
    wires = [node.transcript.write(node.answer()) for node in others]
    for node, wire in zip(others, reversed(wires), strict=True):
        node.transcript.receive(wire)
    votes = [node.transcript.drop(2, True) for node in others]
    for node, vote in zip(others, reversed(votes), strict=True):
        node.transcript.receive(vote)
        assert node.transcript.batch() is not None
        assert not node.transcript.play.chains.held and node.transcript.play.chains.next_q(2) == 2


def test_what_comes_late_from_or_about_a_dropped_seat_is_nobody_s_fault() -> None:
    _, gone, others = silent()
    accused = gone.transcript.seat
    assert accused is not None
    votes = [node.transcript.drop(accused, True) for node in others]
    entry = gone.write()
    against = gone.transcript.deny(parse_drop(votes[0]))
    assert len(against) == 2 and against[1] == entry
    for node, vote in zip(others, reversed(votes), strict=True):
        node.transcript.receive(vote)
        assert node.transcript.batch() is not None
        for wire in (entry, *against):
            assert node.transcript.receive(wire) == []
        assert node.transcript.voted_out(accused)
    for vote in votes:
        assert not gone.transcript.voted_out(accused)
        gone.transcript.receive(vote)
    assert gone.transcript.voted_out(accused), "it has its own entry, and sees that it comes too late"


def parse_drop(wire: bytes) -> Drop:
    message = parse_message(wire)
    assert isinstance(message, Statement)
    body = parse_body(message.kind, message.body)
    assert isinstance(body, Drop)
    return body


def test_a_seat_that_owes_its_end_can_be_dropped() -> None:
    table = Table(3)
    table.play()
    gone, others = table.nodes[0], table.nodes[1:]
    outcome = others[0].now.outcome if others[0].now else None
    ends = [node.transcript.closing.end(outcome) for node in others]
    for node, wire in zip(others, reversed(ends), strict=True):
        node.transcript.receive(wire)
        assert node.transcript.closing.agreed() is None
    with pytest.raises(LocalError):
        others[0].transcript.drop(2, True)
    votes = [node.transcript.drop(0, True) for node in others]
    for node, vote in zip(others, reversed(votes), strict=True):
        node.transcript.receive(vote)
        assert node.transcript.play.dropped == {0} and node.transcript.closing.agreed() is not None
        assert node.transcript.closing.audit()
    assert gone.transcript.closing.end(outcome)


def test_who_has_the_end_answers_a_vote_with_it() -> None:
    table = Table(3)
    table.play()
    late, holder, deaf = table.nodes
    end = late.transcript.closing.end(late.now.outcome if late.now else None)
    holder.transcript.receive(end)
    vote = parse_drop(deaf.transcript.drop(0, True))
    assert holder.transcript.deny(vote)[1] == end
    assert len(holder.transcript.deny(vote)) == 1, "nobody votes twice"


def test_votes_that_cross_at_the_last_rest_come_to_the_same_in_any_order() -> None:
    """given two who vote each other out and a third who votes on both, then both are out everywhere."""
    table = Table(3)
    table.play()
    cast = [(0, 1), (1, 0), (2, 0), (2, 1)]
    votes = [table.nodes[voter].transcript.drop(accused, True) for voter, accused in cast]
    for order in permutations(votes):
        late = Table(3)
        late.play()
        transcript = late.nodes[2].transcript
        for vote in order:
            transcript.receive(vote)
        assert transcript.play.dropped == {0, 1}


def test_who_is_dropped_at_a_rest_votes_no_more_before_the_next_one() -> None:
    """given a batch in which a seat was dropped, when a vote of it comes late, then it is not heard."""
    _, gone, others = silent()
    accused, first = gone.transcript.seat, others[0].transcript
    assert accused is not None and first.seat is not None
    table = first.table_digest
    for vote in [node.transcript.drop(accused, True) for node in others]:
        first.receive(vote)
    assert first.batch() is not None
    late = Drop(first.game_id, accused, others[1].transcript.seat or 0, 7, table, True)
    assert first.receive(gone.transcript.state(late)) == []


def test_what_is_accepted_is_told_before_the_fault_behind_it() -> None:
    """given a wrong entry kept beside right ones, then all of these are recorded before it is refused."""
    # given an onlooker that has the POOLs of two seats, one of them wrong, before any READY
    table = Table(3)
    table.until(NeedPool)
    late = Node(table.hellos, None)
    ready = [node.transcript.entries(seat)[0] for seat, node in enumerate(table.nodes)]
    wrong = forge(table, 2, [2, 9, bytes(32 * 12)], kind=4)
    pools = [table.nodes[seat].write() for seat in (0, 1)]
    assert late.receive(wrong) == late.receive(pools[1]) == []
    # when READYs come, and then the POOL that was missing
    for wire in ready:
        assert [one.wire for one in late.receive(wire)] == [wire]
    assert [seq for seq, _ in late.transcript.heads()] == [1, 2, 1]
    assert [one.wire for one in late.receive(pools[0])] == [pools[0]]
    # then nothing of it is lost, and the fault comes with whatever comes next
    assert late.file.endswith(pools[1] + pools[0])
    fault = refused(late, pools[1], BadCommitment)
    assert (fault.author, fault.seq, fault.proven, fault.evidence) == (2, 1, True, wrong)
    assert [seq for seq, _ in late.transcript.heads()] == [2, 2, 1]

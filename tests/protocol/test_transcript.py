"""The seats that may speak, when, and what a signature must stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, permutations

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
from protocol.intake import AHEAD_MAX
from protocol.messages import Ack, EntryPlace, Head, MoveMessage, Pass, Ready, Statement, parse_message
from protocol.needs import Expect, NeedCommit, NeedMove, NeedPool, NeedToken, NeedToss
from protocol.secrets import Secrets
from protocol.standing import DOOMED, DROPPED
from protocol.statements import Drop, parse_body
from protocol.values import VERSION
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
    place = EntryPlace(*[fields.pop(part) for part in EntryPlace._fields])  # type: ignore[arg-type]
    head = Head.make(kind, place, **fields)  # type: ignore[arg-type]
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


def test_entries_ahead_are_kept_for_an_author_that_has_lost_them(turn: tuple[Table, int, Node]) -> None:
    table, seat, other = turn
    seq = other.transcript.heads()[seat][0]
    later, sooner = (forge(table, seat, {0: "x"}, seq=seq + n) for n in (3, 1))
    for wire in (later, sooner):
        assert other.transcript.receive(wire) == []
    assert other.transcript.ahead(seat, 0) == [sooner, later]
    assert other.transcript.ahead(seat, seq + 2) == [later]
    assert other.transcript.ahead(1 - seat, 0) == []


def test_who_has_lost_its_entries_signs_no_others_in_their_place(turn: tuple[Table, int, Node]) -> None:
    table, seat, _ = turn
    ours = table.nodes[seat].transcript
    seq = ours.heads()[seat][0]
    assert ours.owed() is not None and not ours.lost
    # when a later one comes back, of a life of this node that its disk knows nothing of
    assert ours.receive(forge(table, seat, {0: "x"}, seq=seq + 2)) == []
    # then
    assert ours.owed() is None and ours.lost == range(seq, seq + 2)
    with pytest.raises(LocalError):
        ours.write(MoveMessage("x"))


def rests_of(table: Table) -> Iterator[tuple[list[int], tuple[tuple[int, bytes], ...], bytes]]:
    """Play on, and stop at every rest: who owes an entry there, the heads, and the table digest."""
    while owing := [node for node in table.nodes if node.transcript.owed() is not None]:
        transcript = owing[0].transcript
        yield transcript.awaited(), transcript.heads(), transcript.table_digest
        for node in owing:
            table.send(node, node.write())


def test_a_fault_that_our_own_entry_brings_to_light_is_raised_when_something_comes() -> None:
    """given an entry of the wrong type that waits for its rest, when our own entry leads there, then writing
    that raises nothing, and the next receipt does."""
    known = list(rests_of(Table(3)))
    at = next(n for n, (awaited, _, _) in enumerate(known) if n and len(awaited) == 1 != len(known[n - 1][0]))
    (victim,), (awaited, heads, state) = known[at][0], known[at + 1]
    cheat = next(seat for seat in awaited if seat != victim)
    seq, link = heads[cheat]
    table = Table(3)
    ours = table.nodes[victim]
    for _, _, digest in rests_of(table):
        if digest == known[at - 1][2]:
            break
    # given
    bad = forge(table, cheat, [bytes(32), []], kind=Ready.TYPE, seq=seq, prev=link, state=state)
    for node in (ours, *(node for node in table.nodes if node is not ours)):
        if node.transcript.owed() is not None:
            table.send(node, node.write())
        if node is ours:
            assert ours.transcript.receive(bad) == []
    # when
    ours.write()
    # then
    assert ours.transcript.pop_refused() == bad
    with pytest.raises(UnexpectedEntry) as fault:
        ours.transcript.receive(bad)
    assert fault.value.proven and fault.value.author == cheat
    assert ours.transcript.pop_refused() is None


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
    wire = passer.transcript.write(MoveMessage("too early", tokens=early))
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
        lambda: other.transcript.write(MoveMessage("not our turn")),
        lambda: mover.write(Pass()),
        lambda: mover.rest(bytes(32), []),
        lambda: mover.answer(),
        lambda: mover.play.bind(0, 1),
        lambda: mover.play.toss([2]),
        lambda: mover.audit(),
        lambda: mover.closing.sign([]),
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


def vote_out(others: list[Node], accused: int) -> list[bytes]:
    """These nodes vote a seat out, in both rounds: their votes. None has taken its batch yet."""
    cast = [(node, node.transcript.drop(accused)) for node in others]
    said = cast
    while said:
        for author, wire in said:
            for node in others:
                if node is not author:
                    node.transcript.receive(wire)
        said = [(node, one.wire) for node in others for one in node.transcript.settle(confirm=True)]
        cast += said
    return [wire for _, wire in cast]


@pytest.mark.parametrize("seats", [3, 4])
def test_all_others_drop_a_silent_seat_in_two_rounds(seats: int) -> None:
    _, gone, others = silent(seats)
    accused = gone.transcript.seat
    assert accused is not None
    # given votes of all others, when each has heard the first round, then nobody goes on yet
    votes = [node.transcript.drop(accused) for node in others]
    for node in others:
        for vote in votes:
            node.transcript.receive(vote)
        assert node.transcript.batch() is None and not node.transcript.standing(accused).left_behind
    # when all have confirmed
    final = [one.wire for node in others for one in node.transcript.settle(confirm=True)]
    assert len(final) == len(others)
    for node in others:
        for vote in reversed(final):
            node.transcript.receive(vote)
        batch = node.transcript.batch()
        assert batch is not None and batch.dropped == (accused,)
        assert accused not in node.transcript.playing()


def test_a_voter_takes_an_entry_that_another_has_heard() -> None:
    _, gone, (first, second) = silent()
    accused = gone.transcript.seat
    assert accused is not None
    vote = first.transcript.drop(accused)
    second.transcript.receive(vote)
    assert first.transcript.batch() is None and second.transcript.batch() is None
    wire = gone.write()
    assert second.transcript.receive(wire), "who did not vote takes the entry"
    assert first.transcript.receive(wire) == [], "who voted true does not, while the vote can win"
    against, item = second.transcript.deny(parse_drop(vote))
    assert item == wire
    accepted = first.transcript.receive(against)
    assert [one.wire for one in accepted] == [against, wire], "a false vote makes the majority impossible"


@pytest.mark.parametrize("away_voted", [False, True])
def test_a_voter_of_three_takes_its_vote_back_when_the_third_is_away(away_voted: bool) -> None:
    """given a vote and a third seat that has left, whether or not it voted unheard, when the entry comes,
    then the match goes on with it; the third follows when it is back."""
    _, gone, (first, away) = silent()
    accused = gone.transcript.seat
    assert accused is not None and away.transcript.seat is not None
    vote = first.transcript.drop(accused)
    if away_voted:
        unheard = [away.transcript.drop(accused)]
        away.transcript.receive(vote)
        unheard += [one.wire for one in away.transcript.settle(confirm=True)]
        assert len(unheard) == 2 and away.transcript.batch() is None, "it goes nowhere by its own votes"
    # when
    assert first.transcript.leaving.waited_for([accused]) == [accused]
    wire = gone.write()
    assert first.transcript.receive(wire) == [] and first.transcript.unsettled
    assert first.transcript.leaving.waited_for([accused]) == [away.transcript.seat]
    accepted = first.transcript.settle()
    # then
    assert [one.wire for one in accepted][1:] == [wire]
    back = parse_drop(accepted[0].wire)
    assert (back.vote, back.final) == (False, True)
    assert first.transcript.batch() is not None and not first.transcript.unsettled
    # and when the third is back
    heard = [away.transcript.receive(item) for item in (vote, accepted[0].wire, wire)]
    assert wire in [one.wire for some in heard for one in some] and away.transcript.batch() is not None
    if away_voted:
        for item in unheard:
            first.transcript.receive(item)
            gone.transcript.receive(item)
        assert not gone.transcript.standing(accused).left_behind
        assert first.transcript.leaving.overruled() is None


def test_two_voters_of_four_take_their_votes_back_when_the_fourth_is_away() -> None:
    """given two of four that have voted, when the entry comes to one of them, then it waits for the word of
    the other, who gives it at once."""
    _, gone, (first, second, away) = silent(4)
    accused = gone.transcript.seat
    assert accused is not None
    votes = [node.transcript.drop(accused) for node in (first, second)]
    first.transcript.receive(votes[1])
    second.transcript.receive(votes[0])
    wire = gone.write()
    # when
    first.transcript.receive(wire)
    (back,) = first.transcript.settle()
    assert first.transcript.batch() is None and first.transcript.settle() == []
    waited_for = first.transcript.leaving.waited_for([accused])
    assert {*waited_for} == {second.transcript.seat, away.transcript.seat}
    second.transcript.receive(back.wire)
    (same,) = second.transcript.settle()
    # then
    assert wire in [one.wire for one in first.transcript.receive(same.wire)]
    assert second.transcript.receive(wire), "it is taken by who goes with the other, too"
    assert first.transcript.batch() is not None and second.transcript.batch() is not None


def test_who_has_not_voted_votes_against_it_when_another_takes_its_vote_back() -> None:
    _, gone, (first, second, _) = silent(4)
    accused = gone.transcript.seat
    assert accused is not None
    vote = first.transcript.drop(accused)
    first.transcript.receive(gone.write())
    (back,) = first.transcript.settle()
    second.transcript.receive(vote)
    assert second.transcript.settle() == []
    second.transcript.receive(back.wire)
    (against,) = second.transcript.settle()
    assert parse_drop(against.wire).final is parse_drop(against.wire).vote is False
    assert len(first.transcript.receive(against.wire)) == 2 and first.transcript.batch() is not None


def test_a_seat_is_doomed_while_the_last_word_on_it_is_missing() -> None:
    """given all votes of the first round and one last word, then its author waits for that of the other."""
    _, gone, (first, second) = silent()
    accused = gone.transcript.seat
    assert accused is not None
    first.transcript.receive(second.transcript.drop(accused))
    first.transcript.drop(accused)
    assert first.transcript.settle() == [] and first.transcript.leaving.unconfirmed
    assert len(first.transcript.settle(confirm=True)) == 1 and first.transcript.batch() is None
    assert not first.transcript.leaving.unconfirmed
    assert first.transcript.who_is(DOOMED) == {accused}
    assert first.transcript.leaving.waited_for([accused]) == [second.transcript.seat]
    assert not gone.transcript.who_is(DOOMED) and not second.transcript.who_is(DOOMED)


def test_what_was_written_at_another_rest_makes_nobody_take_a_vote_back() -> None:
    """given a voter, when the accused sends what it signed for another rest, then the vote stands."""
    table, gone, (first, _) = silent()
    accused = gone.transcript.seat
    assert accused is not None
    first.transcript.drop(accused)
    data = encode(gone.answer().wire())
    seq, link = gone.transcript.heads()[accused]
    body = H("fn1/body", var(data))
    head = Head.make(2, EntryPlace(gone.transcript.game_id, accused, seq), link, bytes(32), body)
    forged = encode([head, data, sign(secrets_at(table, accused).sk, "fn1/msg", head)])
    refused(first, forged, WrongState)
    assert first.transcript.settle() == [] and first.transcript.leaving.held(accused, seq) is None


def test_who_has_the_entry_cannot_vote_to_drop() -> None:
    _, gone, (first, _) = silent()
    assert gone.transcript.seat is not None
    first.transcript.receive(gone.write())
    with pytest.raises(LocalError):
        first.transcript.drop(gone.transcript.seat)


def test_half_of_four_drops_nobody() -> None:
    _, gone, others = silent(4)
    accused = gone.transcript.seat
    assert accused is not None
    vote_out(others[:2], accused)
    assert not any(node.transcript.settle() for node in others[:2])
    assert others[0].transcript.batch() is None
    others[0].transcript.receive(others[2].transcript.drop(accused))
    assert others[0].transcript.settle(confirm=True) and others[0].transcript.batch() is None


def test_two_votes_on_one_entry_prove_themselves() -> None:
    table, gone, (first, second) = silent()
    accused = gone.transcript.seat
    assert accused is not None and first.transcript.seat is not None
    vote = first.transcript.drop(accused)
    second.transcript.receive(vote)
    data = encode(replace(parse_drop(vote), vote=False).wire())
    signature = sign(secrets_at(table, first.transcript.seat).sk, "fn1/stmt", b"\x0d" + data)
    fault = refused(second, encode([VERSION, 13, data, signature]), Equivocation)
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
        body = encode([first.transcript.game_id, by, against, at, digest, True, False, 0])
        signature = sign(secrets_at(table, by).sk, "fn1/stmt", b"\x0d" + body)
        refused(second, encode([VERSION, 13, body, signature]), BadStatement)


def test_two_seats_cannot_vote() -> None:
    table = Table()
    node = table.until(NeedMove)
    assert node.transcript.seat is not None
    with pytest.raises(BadStatement):
        table.nodes[1 - node.transcript.seat].transcript.drop(node.transcript.seat)


def test_a_drop_in_a_token_batch_asks_for_the_next_tokens() -> None:
    """The permuters that had revealed reveal their next link; the one left out can never re-roll a draw."""
    table = Table(3)
    table.until(NeedToken)
    gone = table.nodes[2]
    others = table.nodes[:2]
    wires = [node.transcript.write(node.answer()) for node in others]
    for node, wire in zip(others, reversed(wires), strict=True):
        node.receive(wire)
    vote_out(others, 2)
    for node in others:
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
    vote_out(others, 2)
    for node in others:
        assert node.transcript.batch() is not None
        assert not node.transcript.play.chains.held and node.transcript.play.chains.next_q(2) == 2


def test_what_comes_late_from_or_about_a_dropped_seat_is_nobody_s_fault() -> None:
    _, gone, others = silent()
    accused = gone.transcript.seat
    assert accused is not None
    votes = vote_out(others, accused)
    entry = gone.write()
    against = gone.transcript.deny(parse_drop(votes[0]))
    assert len(against) == 2 and against[1] == entry
    for node in others:
        assert node.transcript.batch() is not None
        for wire in (entry, *against):
            assert not any(one.seq is not None for one in node.transcript.receive(wire)), "no entry is taken"
        assert node.transcript.standing(accused).left_behind
    for vote in votes:
        assert not gone.transcript.standing(accused).left_behind
        gone.transcript.receive(vote)
    assert gone.transcript.standing(accused).left_behind, "its own entry comes too late"


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
    ends = [node.transcript.end(outcome) for node in others]
    for node, wire in zip(others, reversed(ends), strict=True):
        node.transcript.receive(wire)
        assert node.transcript.closing.agreed() is None
    with pytest.raises(LocalError):
        others[0].transcript.drop(2)
    vote_out(others, 0)
    for node in others:
        assert node.transcript.who_is(DROPPED) == {0} and node.transcript.closing.agreed()
        assert node.transcript.audit()
    assert gone.transcript.end(outcome)


def test_who_has_the_end_answers_a_vote_with_it() -> None:
    table = Table(3)
    table.play()
    late, holder, deaf = table.nodes
    end = late.transcript.end(late.now.outcome if late.now else None)
    holder.transcript.receive(end)
    vote = parse_drop(deaf.transcript.drop(0))
    assert holder.transcript.deny(vote)[1] == end
    assert len(holder.transcript.deny(vote)) == 1, "nobody votes twice"


@pytest.mark.slow
def test_votes_that_cross_at_the_last_rest_come_to_the_same_in_any_order(
    so_many: Callable[[int, int], int],
) -> None:
    """given two who vote each other out and a third who votes on both, then both are out everywhere."""
    table = Table(3)
    table.play()
    cast = [(0, 1), (1, 0), (2, 0), (2, 1)]
    votes = [table.nodes[voter].transcript.drop(accused) for voter, accused in cast]
    for node in table.nodes:
        for vote in votes:
            node.transcript.receive(vote)
    final = [one.wire for node in table.nodes for one in node.transcript.settle(confirm=True)]
    assert len(final) == 4
    for order in islice(permutations(votes + final), 0, None, so_many(1_553, 389)):
        late = Table(3)
        late.play()
        transcript = late.nodes[2].transcript
        for vote in order:
            transcript.receive(vote)
        assert transcript.who_is(DROPPED) == {0, 1}


def test_who_is_dropped_at_a_rest_still_says_there_that_another_is_not_silent() -> None:
    """given one of four voted out at a rest, who alone has the entry of another on whom two have voted, when
    it sends that with its vote, then it counts; at later rests nothing does that it says."""
    table = Table(4)
    table.until(NeedCommit)
    leaver, out, voter, late = table.nodes
    wires = [node.transcript.write(node.answer()) for node in (leaver, voter, late)]
    for node in (leaver, voter, late):
        for wire in wires[: 3 if node is late else 2]:
            node.transcript.receive(wire)
    for wire in wires:
        out.transcript.receive(wire)
    # given
    votes = [node.transcript.drop(3) for node in (leaver, voter)]
    cast = vote_out([leaver, voter, late], 1)
    for wire in (votes[0], *cast):
        voter.transcript.receive(wire)
        out.transcript.receive(wire)
    assert voter.transcript.batch() is None and out.transcript.batch() is not None
    assert out.transcript.who_is(DROPPED) == {1}
    # when
    against, item = out.transcript.deny(parse_drop(votes[1]))
    assert [one.wire for one in voter.transcript.receive(against)] == [against]
    # then
    assert voter.transcript.receive(item) and voter.transcript.batch() is not None
    later = Drop(voter.transcript.game_id, 1, 3, 8, bytes(32), True)
    assert voter.transcript.receive(out.transcript.state(later)) == []


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

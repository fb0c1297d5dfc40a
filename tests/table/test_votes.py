"""Votes at whole tables: an entry that comes after a vote on it, and voters who are away or die meanwhile."""

from __future__ import annotations

import pytest
from check_match import check

from fadenet.engine.rules import Rules
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol.faults import LocalError, UnexpectedEntry
from protocol.files import FileState, verify_file
from protocol.needs import NeedCommit
from protocol.standing import DROPPED, ELIMINATED
from protocol.statements import Drop, End
from protocol.votes import RANGE
from tests.attacks.hostile import statement
from tests.sim.explore.game import Lots
from tests.table.test_closing import caught_up
from tests.table.test_seats import ALL, TEAMS, drop_of, ended
from tests.table.wire import Match, acting, file_of, give_up


def voted_on(players: int) -> tuple[Match, TableSeat, list[TableSeat], TableSeat]:
    """(match, the accused, who has voted, who is away and has not been heard)."""
    match = Match(ALL, 14, players=players)
    match.play(steps=60)
    accused = match.until(acting)
    *voters, away = (table for table in match.seats if table is not accused)
    match.silent |= {accused.seat, away.seat}
    for table in voters:
        match.send(table.seat, table.drop(accused.seat))
    match.silent.remove(accused.seat)
    return match, accused, voters, away


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("unheard", [False, True])
def test_a_late_entry_is_taken_although_one_voter_is_away(players: int, unheard: bool) -> None:
    """given votes on a seat that is back, and one who has left and may have voted unheard, when the entry
    comes, then the match goes on with who was late; who has left is dropped in time, and may come back."""
    match, accused, voters, away = voted_on(players)
    if unheard:
        away.drop(accused.seat)
    # when
    match.send(accused.seat, match.move(accused))
    assert all(table.awaited() for table in voters)
    match.play(steps=40)
    # then
    assert all(len(table.transcript.batches) > len(away.transcript.batches) for table in match.present)
    match.finish(give_up)
    assert ended(match, ALL)[0] == (away.seat,)
    for table in match.present:
        report = check(file_of(table))
        assert report.state == "valid", report
    # and when it is back
    match.silent.clear()
    caught_up(away, accused)
    assert away.result == accused.result and verify_file(file_of(away), Replica(ALL)).state is FileState.VALID


def test_what_a_vote_says_is_here_is_still_there_after_a_restart() -> None:
    """given one of two voters of four that alone has got the entry, when it dies behind its vote, then its
    file has both, and it goes on from there with the other voter."""
    match, accused, (one, two), _ = voted_on(4)
    (wire,) = match.move(accused)
    one.receive(wire)
    # when
    said = one.pump()
    assert one.journal[-2] == wire and drop_of(one.journal[-1]) is not None and {*said} == {*one.journal[-2:]}
    half = match.fresh(one.seat)
    half.restore(one.journal[4:-1])
    assert {*half.pump()} == {*said} and half.journal == one.journal, (
        "a death between the two leaves the first"
    )
    again = match.fresh(one.seat)
    again.restore(one.journal[4:])
    # then
    assert again.journal == one.journal and again.transcript.heads() == one.transcript.heads()
    assert len(again.transcript.entries(accused.seat)) == len(two.transcript.entries(accused.seat))
    for item in said:
        two.receive(item)
    same = [item for item in two.pump() if drop_of(item) is not None]
    for item in same:
        again.receive(item)
    assert again.transcript.entries(accused.seat)[-1] == two.transcript.entries(accused.seat)[-1] == wire
    assert again.journal == [*one.journal, *same] and again.revision == 0
    assert verify_file(file_of(again), Replica(ALL)).state is FileState.INCOMPLETE
    assert verify_file(file_of(two), Replica(ALL)).state is FileState.INCOMPLETE


@pytest.mark.slow
@pytest.mark.parametrize("restarted", [False, True])
def test_an_entry_that_has_lost_the_vote_goes_out_of_the_file(restarted: bool) -> None:
    """given one of four that took its vote back, as it had the entry, when the others had all votes and have
    confirmed, then the seat is out there too."""
    match, accused, (one, two), away = voted_on(4)
    (wire,) = match.move(accused)
    one.receive(wire)
    one.pump()
    match.silent |= {accused.seat, one.seat}
    match.silent.remove(away.seat)
    for vote in [item for item in two.journal[4:] if drop_of(item) is not None]:
        away.receive(vote)
    match.vote_out(accused.seat)
    assert two.transcript.who_is(DROPPED) == away.transcript.who_is(DROPPED) == {accused.seat}
    # when
    if restarted:
        again = match.fresh(one.seat)
        again.restore(one.journal[4:])
        one = again
    for item in two.journal[4:]:
        one.receive(item)
    # then
    assert one.transcript.who_is(DROPPED) == {accused.seat} and one.revision == 1 and wire not in one.journal
    assert one.transcript.heads() == two.transcript.heads()
    assert verify_file(file_of(one), Replica(ALL)).state is FileState.INCOMPLETE


def test_of_three_the_one_who_is_left_waits_for_no_last_word() -> None:
    """given a voter who leaves before it confirms, then the other waits for it, not for the accused, and may
    end the match by itself."""
    match = Match(ALL, 14, players=3)
    accused = match.until(acting)
    left, gone = (table for table in match.seats if table is not accused)
    match.silent.add(accused.seat)
    for table in (gone, left):
        match.send(table.seat, table.drop(accused.seat))
    match.silent.add(gone.seat)
    # when
    assert left.may_vote is False and left.transcript.leaving.unconfirmed
    left.confirm()
    # then
    assert left.awaited() == [gone.seat] and not accused.transcript.closing.audits
    assert len(left.give_up()) == 1 and left.seat in left.transcript.closing.audits


@pytest.mark.parametrize("rules", [ALL, TEAMS])
@pytest.mark.parametrize("voted_first", [False, True])
def test_a_vote_on_who_then_gives_up_is_answered_and_holds_up_nobody(rules: Rules, voted_first: bool) -> None:
    """given one of four who votes on a seat, when that concedes and so is out by the rules, then the others,
    who have its entry, say so, and the voter goes on with them."""
    match = Match(rules, 3, players=4)
    accused = match.until(acting)
    voter = next(table for table in match.seats if table is not accused)
    vote, conceded = voter.drop(accused.seat), accused.concede()
    said = [(voter.seat, vote), (accused.seat, conceded)]
    # when
    for seat, wires in said if voted_first else reversed(said):
        match.send(seat, wires)
    match.play(steps=40)
    # then
    assert all(accused.seat in table.transcript.who_is(ELIMINATED) for table in match.seats)
    match.finish(give_up)
    assert ended(match, rules)[0] == ()


@pytest.mark.slow
def test_an_old_vote_on_who_has_played_on_since_is_left_unanswered() -> None:
    """given a vote on a seat that was there, when a seat that was dropped at that rest comes back 64 entries
    later, then it follows, and says nothing that would count no more."""
    match = Match(ALL, 3, players=4)
    match.until_rest(lambda table: isinstance(table.transcript.owed(), NeedCommit))
    voter, other, there, gone = match.seats
    match.silent = {there.seat, gone.seat}
    for table in (voter, other):
        match.send(table.seat, table.pump() or match.move(table))
    caught_up(there, voter)
    sealed = match.move(there)
    other.receive(sealed[0])
    votes = [*voter.drop(there.seat), *voter.drop(gone.seat)]
    match.silent = {gone.seat}
    for wire in votes:
        other.receive(wire)
        there.receive(wire)
    for table in (other, there):
        match.send(table.seat, table.pump())
        match.send(table.seat, table.drop(gone.seat))
    voter.receive(sealed[0])
    for _ in range(3):
        for table in match.present:
            match.send(table.seat, table.pump())
        for table in match.present:
            match.send(table.seat, table.confirm())
    assert all(table.transcript.who_is(DROPPED) == {gone.seat} for table in match.present)
    while len(there.transcript.entries(there.seat)) < RANGE + 8:
        for table in match.present:
            match.send(table.seat, table.pump() or match.move(table))
    # when
    late = match.fresh(gone.seat)
    late.restore(gone.journal[4:])
    for wire in other.journal[4:]:
        late.receive(wire)
    # then
    assert late.pump() == [sealed[0]] and late.left_behind
    assert late.transcript.heads() == other.transcript.heads()


@pytest.mark.slow
def test_a_vote_on_no_rest_spoils_no_file() -> None:
    """given one of four who was late and concedes, when it votes at no rest while its entry waits for those
    who had voted on it, then all files are valid."""
    match = Match(ALL, 3, players=4)
    late = match.until(acting)
    first, second, third = (table for table in match.seats if table is not late)
    for voter in (first, second):
        match.send(voter.seat, voter.drop(late.seat))
    conceded = late.concede()
    for wire in conceded:
        first.receive(wire)
    said = first.pump()
    seq = second.transcript.heads()[second.seat][0]
    nowhere = Drop(first.transcript.game_id, late.seat, second.seat, seq, bytes(32), True, False)
    vote = statement(match, late.seat, nowhere)
    assert first.receive(vote)
    for table in (second, third, late):
        for wire in [*(conceded if table is not late else []), *said, vote]:
            table.receive(wire)
    match.finish(give_up)
    # then
    for table in match.seats:
        assert verify_file(file_of(table), Replica(ALL)).state is FileState.VALID
        assert check(file_of(table)).state == "valid"


def test_an_entry_that_our_own_vote_lets_in_ends_no_match_by_its_fault() -> None:
    """given a vote of ours on a seat, its END void and then its entry, which is kept as the vote may still
    win, when we take the vote back, then the entry that breaks a rule is told of, and the vote is kept."""
    match = Match(ALL, 14, players=3)
    accused = match.until(acting)
    voter, _ = (table for table in match.seats if table is not accused)
    transcript = accused.transcript
    void = statement(match, accused.seat, End(transcript.game_id, accused.seat, transcript.root, None))
    (entry,) = match.move(accused)
    voter.drop(accused.seat)
    voter.receive(void)
    voter.receive(entry)
    # when
    made = voter.pump()
    # then
    drop = drop_of(made[-1])
    assert drop is not None and drop.final and not drop.vote and made[-1] in voter.journal
    with pytest.raises(UnexpectedEntry) as refused:
        voter.receive(voter.transcript.pop_refused() or b"")
    assert refused.value.proven and refused.value.author == accused.seat
    assert voter.convict(refused.value)


def test_a_vote_of_another_that_lets_in_a_false_entry_is_in_the_file() -> None:
    """given a vote of ours on a seat, its END void and then its entry, which is kept as the vote may still
    win, when another says that the entry is here, then its fault is raised, and that vote is kept."""
    match = Match(ALL, 14, players=3)
    accused = match.until(acting)
    voter, other = (table for table in match.seats if table is not accused)
    transcript = accused.transcript
    game, seq, digest = transcript.game_id, transcript.heads()[accused.seat][0], transcript.table_digest
    void = statement(match, accused.seat, End(game, accused.seat, transcript.root, None))
    (entry,) = match.move(accused)
    voter.drop(accused.seat)
    voter.receive(void)
    voter.receive(entry)
    # when
    here = statement(match, other.seat, Drop(game, other.seat, accused.seat, seq, digest, False))
    with pytest.raises(UnexpectedEntry) as refused:
        voter.receive(here)
    # then
    assert refused.value.proven and refused.value.author == accused.seat
    assert here in voter.journal
    report = verify_file(b"".join([*voter.journal, entry]), Replica(ALL))
    assert (report.state, report.findings[0][0]) == (FileState.GUILTY, accused.seat)


# Where one of them is a cheat


def test_of_three_two_need_no_vote_on_each_other_beside_a_proven_cheat() -> None:
    """given three who are in, when one of them is proven to cheat, then it takes votes to go on without that
    one, and none for the other two to wait no longer for each other: a cheat is nobody to vote with."""
    match = Match(Lots("free-for-all"), 1, decks=[()], players=3)
    for table in match.seats:
        match.send(table.seat, table.pump())
    one, other, cheat = match.seats
    assert one.must_vote([other.seat]) and one.must_vote([cheat.seat])
    # when
    one.transcript.convict(cheat.seat)
    # then
    assert one.must_vote([cheat.seat]) and one.must_vote([other.seat, cheat.seat])
    with pytest.raises(LocalError):
        one.give_up([cheat.seat])
    assert not one.must_vote([other.seat])
    assert one.give_up([other.seat]) == one.journal[-1:] and one.abandoned

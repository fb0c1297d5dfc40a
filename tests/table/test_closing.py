"""Ends that do not go by the book: late comers, votes that cross each other, two RESULTs of one match."""

from __future__ import annotations

import pytest
from check_match import check

from fadenet import games
from fadenet.engine.rules import Rules
from fadenet.table.ending import places_alone
from fadenet.table.follower import Follower
from fadenet.table.replica import Replica
from fadenet.table.seat import FIRST_MAX, VOIDS_MAX, TableSeat
from protocol.closing import ENDS_MAX
from protocol.files import FileState, verify_file
from protocol.messages import Entry, ResultMessage, parse_message
from protocol.result import check_result
from protocol.standing import DROPPED, ELIMINATED
from protocol.statements import Drop
from tests.attacks.hostile import statement
from tests.builders.playout import FAROE
from tests.table.wire import Match, acting, file_of, give_up

ALL = games.load("faroe", "free-for-all")
TEAMS = games.load("faroe", "teams")
LEGEND = games.load("faroe", "legend", legend=games.choices("faroe", "legend")[0])


def valid(table: Follower, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """(absent seats, places) of a seat's file, which proves its RESULT to both programs."""
    report = verify_file(file_of(table), Replica(rules))
    assert (report.state, report.findings) == (FileState.VALID, ()), report
    assert check(file_of(table)).state == "valid", check(file_of(table))
    assert table.result is not None
    result = check_result(table.result)
    return result.absent, result.places()


def caught_up(late: Follower, there: Follower) -> None:
    """The late one is sent all that the other holds, in the order of its journal."""
    for wire in there.journal[len(there.players) :]:
        late.receive(wire)


def ended(rules: Rules, players: int) -> Match:
    """A match whose seats have all heard all ENDs, and nothing of what comes behind them."""
    match = Match(rules, 3, players=players)
    match.until(acting)
    while not any(table.over for table in match.seats):
        for table in match.seats:
            if not table.over:
                match.send(table.seat, table.pump() or give_up(table))
    made = [(table.seat, table.pump()) for table in match.seats]
    for seat, wires in made:
        match.send(seat, wires)
    assert all(table.transcript.closing.agreed() for table in match.seats)
    return match


def ends_among(match: Match, *seats: int) -> None:
    """These seats hear each other and nobody else, and give the others up."""
    group = [match.seats[seat] for seat in seats]
    for _ in range(8):
        for table in group:
            late = {*table.awaited()} - {*seats}
            made = table.pump() or (table.give_up(late) if late else [])
            for other in group:
                for wire in made if other is not table else ():
                    other.receive(wire)
    assert len({table.result for table in group}) == 1 and group[0].result is not None


def by_place(match: Match) -> list[TableSeat]:
    """The seats as the game has ended, the winner first."""
    outcome = match.seats[0].transcript.outcome
    assert outcome is not None
    return sorted(match.seats, key=lambda table: outcome[0][table.seat])


def alone(table: TableSeat) -> None:
    """A seat that hears of nobody any more gives all others up."""
    for _ in range(3):
        table.pump()
        table.give_up()


# A seat that was dropped in place of an entry that is here.


def test_who_was_dropped_in_place_of_its_entry_follows_the_others_to_the_end() -> None:
    """given a decision that nobody hears of, when its author is dropped, then its file proves the same."""
    # given a move that others have to answer
    for game in range(5, 15):
        match = Match(ALL, game, players=3)
        gone = match.until(acting)
        unheard = match.move(gone)
        if gone.transcript.awaited() != [gone.seat]:
            break
    assert unheard and gone.transcript.awaited() != [gone.seat]
    match.silent.add(gone.seat)
    match.finish(give_up)
    other = match.present[0]
    assert len(file_of(gone)) < len(file_of(other))
    # when
    caught_up(gone, other)
    # then
    assert gone.revision == 1 and unheard[0] not in gone.journal
    assert gone.left_behind and gone.result == other.result
    assert valid(gone, ALL) == valid(other, ALL)
    assert gone.pump() == [], "it signs nothing any more"


def test_who_voted_against_others_and_was_dropped_itself_follows_them_to_the_end() -> None:
    """given votes that nobody hears of, when their author is dropped, then they hold up nothing any more."""
    match = Match(ALL, 5, players=3)
    mover = match.until(acting)
    deaf = next(table for table in match.seats if table is not mover)
    # given
    deaf.drop(mover.seat)
    match.silent.add(deaf.seat)
    # when the others, who have the entry, go on without it
    match.send(mover.seat, match.move(mover))
    match.play()
    match.vote_out(deaf.seat)
    match.finish(give_up)
    assert mover.result is not None and deaf.result is None
    # then
    caught_up(deaf, mover)
    assert deaf.left_behind and deaf.result == mover.result
    assert valid(deaf, ALL) == valid(mover, ALL)


def test_an_onlooker_who_heard_what_the_players_did_not_follows_them_too() -> None:
    """given an entry that only an onlooker has, when its author is dropped, then the onlooker goes back."""
    match = Match(ALL, 5, players=3, looking=1)
    gone, onlooker = match.until(acting), match.onlookers[0]
    for wire in match.move(gone):
        onlooker.receive(wire)
    # when
    match.silent.add(gone.seat)
    match.finish(give_up)
    # then
    caught_up(onlooker, match.present[0])
    assert onlooker.revision == 1
    assert valid(onlooker, ALL) == valid(match.present[0], ALL)


def test_votes_of_those_who_have_answered_an_entry_undo_nothing() -> None:
    """given an entry that all have built on, when others vote its author out in its place, then it stays."""
    match = Match(ALL, 5, players=3, looking=1)
    author = match.until(acting)
    seat, seq = author.seat, len(author.transcript.entries(author.seat))
    digest, game = author.transcript.table_digest, author.transcript.game_id
    match.send(seat, match.move(author))
    others = [table for table in match.seats if table is not author]
    match.until(
        lambda table: all(len(one.transcript.batches[-1].entries) for one in others) and acting(table)
    )
    while not all(len(table.transcript.entries(table.seat)) > seq + 2 for table in match.seats):
        match.play(steps=len(match.seats))
    for table in (author, *match.onlookers):
        for voter in others:
            table.receive(statement(match, voter.seat, Drop(game, voter.seat, seat, seq, digest, True)))
        assert table.revision == 0 and not table.transcript.standing(seat).left_behind
    match.play(steps=30)
    assert author.transcript.heads() == match.onlookers[0].transcript.heads()


def test_a_restart_after_the_drop_stands_where_the_others_do() -> None:
    """given the file of a seat that was dropped in place of its entry, then a new process takes it up."""
    match = Match(ALL, 5, players=3)
    gone = match.until(acting)
    match.move(gone)
    match.silent.add(gone.seat)
    match.finish(give_up)
    again = match.fresh(gone.seat)
    again.restore(gone.journal[3:])
    caught_up(again, match.present[0])
    assert valid(again, ALL) == valid(match.present[0], ALL)


# Matches that all end as void.


def ends_void(match: Match) -> None:
    """All seats sign END void, the one that has to decide last of all, take votes back, and sign RESULT."""
    tables = sorted(match.seats, key=lambda table: table.question() is not None)
    assert all(table.end_void() == [] for table in match.seats if table.question() is not None)
    for table in tables:
        assert not table.void
        match.send(table.seat, table.end_void())
        assert table.end_void() == [] and table.seat in tables[-1].ending.void_for()
    for _ in range(3):
        for table in match.seats:
            match.send(table.seat, table.pump())
    for one in match.tables:
        assert one.result is not None and one.awaited() == []


@pytest.mark.parametrize(("rules", "players"), [(FAROE, 2), (ALL, 3), (TEAMS, 4)])
def test_all_seats_together_may_end_a_match_without_a_winner(rules: Rules, players: int) -> None:
    """given a match under way, when all sign that it is void, then RESULT says so and no secret is shown."""
    match = Match(rules, 5, players=players, looking=1)
    match.until(acting)
    ends_void(match)
    for table in match.seats:
        assert valid(table, rules) == ((), None)
        assert verify_file(file_of(table), Replica(rules)).why == "void: ended by all"
        assert table.question() is None and table.pump() == [] == table.give_up()
        assert not table.transcript.closing.audits and not table.may_vote
        again = match.fresh(table.seat)
        again.restore(table.journal[players:])
        assert again.result == table.result


def test_two_halves_that_lost_each_other_may_end_the_match_as_void() -> None:
    """given four of whom two and two are cut off, so that no vote has a majority, when they hear each other
    again and all agree, then the match is void."""
    match = Match(ALL, 5, players=4)
    late = match.until(acting)
    half = [late, match.seats[(late.seat + 1) % 4]]
    others = [table for table in match.seats if table not in half]
    votes = [table.drop(late.seat) for table in others]
    votes.append(half[1].drop(others[0].seat) if others[0].seat in half[1].awaited() else [])
    for wires, to in ((votes[0], others[1]), (votes[1], others[0])):
        for wire in wires:
            to.receive(wire)
    assert not any(table.left_behind or table.over for table in match.seats)
    # when
    for table in half:
        for wire in (*votes[0], *votes[1]):
            table.receive(wire)
    # then
    ends_void(match)
    assert all(valid(table, ALL) == ((), None) for table in match.seats)


def test_an_offer_that_not_all_take_up_changes_nothing() -> None:
    """given an offer, when who has to decide plays on, then so does everybody; offers are counted."""
    match = Match(FAROE, 5)
    made = [0, 0]
    while min(made) <= FIRST_MAX + 1:
        mover = match.until(acting)
        other = match.seats[1 - mover.seat]
        assert other.end_void(first=False) == []
        signed = other.end_void()
        match.send(other.seat, signed)
        assert len(signed) == (made[other.seat] < FIRST_MAX)
        made[other.seat] += 1
        match.send(mover.seat, match.move(mover))
        assert not any(table.void or table.ending.void_for() for table in match.seats)
    for table in match.seats:
        assert len(table.transcript.closing.ends[table.seat]) == FIRST_MAX
    match.finish(give_up)
    assert valid(match.seats[0], FAROE)[0] == ()


@pytest.mark.slow
def test_whoever_agrees_last_finds_that_all_others_still_can() -> None:
    """given four who begin to agree one after the other, each when those before have offered as often as they
    may while somebody who does not want it played on, when the last agrees too, then the match is void."""
    match = Match(ALL, 5, players=4)
    willing: list[TableSeat] = []
    for more in match.seats[:3]:
        willing.append(more)
        for _ in range(FIRST_MAX + 1):
            mover = match.until(lambda table: table not in willing and acting(table))
            for first in (True, False):
                for table in reversed(willing):
                    match.send(table.seat, table.end_void(first))
            match.send(mover.seat, match.move(mover))
        assert not match.seats[0].void
    # when
    mover = match.until(lambda table: table.seat < 3 and acting(table))
    for table in (match.seats[3], *match.seats[:3], mover):
        match.send(table.seat, table.end_void(first=table.seat == 3))
    # then
    made = [table.transcript.closing.ends_of(table.seat) for table in match.seats]
    assert all(table.void for table in match.seats) and max(made) <= VOIDS_MAX < ENDS_MAX


def test_nobody_ends_a_match_as_void_over_the_head_of_who_was_voted_out() -> None:
    match = Match(ALL, 5, players=3)
    gone = match.until(acting)
    match.silent.add(gone.seat)
    match.vote_out(gone.seat)
    assert all(gone.seat in table.transcript.who_is(DROPPED) for table in match.present)
    for table in match.present:
        assert table.end_void() == []


# Votes that cross each other at the last rest.


@pytest.mark.parametrize("swapped", [False, True])
def test_two_who_vote_each_other_out_at_the_end_are_both_out(swapped: bool) -> None:
    """given two who miss each other's END, and others who miss both, then all files agree."""
    match = Match(TEAMS, 3, players=4)
    while not any(table.over for table in match.seats):
        for table in match.seats:
            if not table.over:
                wires = table.pump() or give_up(table)
                match.send(table.seat, [w for w in wires if isinstance(parse_message(w), Entry)])
    for table in match.seats:
        table.transcript.closing.ends.clear()
        table.journal[4:] = [w for w in table.journal[4:] if isinstance(parse_message(w), Entry)]
    one, two, *others = match.seats[0].transcript.playing()
    match.silent |= {one, two}
    votes = [match.seats[one].transcript.drop(two), match.seats[two].transcript.drop(one)]
    for seat in others:
        for gone in (one, two):
            match.send(seat, match.seats[seat].drop(gone))
    for table in match.present:
        for vote in reversed(votes) if swapped else votes:
            table.receive(vote)
    for table in match.present:
        match.send(table.seat, table.confirm())
    assert all(table.transcript.who_is(DROPPED) == {one, two} for table in match.present)
    match.finish()
    for table in match.present:
        assert valid(table, TEAMS)[0] == tuple(sorted((one, two)))


# Two RESULTs of one match.


@pytest.mark.slow
def test_a_result_that_more_have_signed_takes_the_place_of_a_weaker_one() -> None:
    """given one of three who had lost the others after the END, when they meet, then it takes theirs."""
    match = ended(ALL, 3)
    weak, one, two = by_place(match)
    ends_among(match, weak.seat)
    ends_among(match, one.seat, two.seat)
    assert valid(weak, ALL)[0] == tuple(sorted((one.seat, two.seat)))
    theirs = file_of(one)
    # when
    caught_up(weak, one)
    caught_up(one, weak)
    caught_up(two, weak)
    # then
    assert (weak.revision, one.revision, two.revision) == (1, 0, 0)
    assert weak.result == one.result == two.result and file_of(one) == theirs
    assert valid(weak, ALL) == valid(one, ALL) == ((weak.seat,), valid(one, ALL)[1])
    assert len({*weak.journal}) == len(weak.journal)
    # and a new process finds it so
    again = match.fresh(weak.seat)
    again.restore(weak.journal[3:])
    assert again.result == one.result


@pytest.mark.slow
def test_a_finished_match_without_its_secrets_takes_a_stronger_result_too() -> None:
    """given the file of who ended alone, when an onlooker with it hears the others, then it follows."""
    match = ended(ALL, 3)
    weak, one, two = by_place(match)
    ends_among(match, weak.seat)
    ends_among(match, one.seat, two.seat)
    archive = Follower(ALL, match.hellos)
    archive.restore(weak.journal[3:])
    assert archive.result == weak.result
    caught_up(archive, one)
    assert archive.revision == 1 and archive.result == one.result
    assert valid(archive, ALL) == valid(one, ALL)


def test_of_two_who_gave_each_other_up_only_the_winner_signs_a_result() -> None:
    """given two that have lost each other behind the ENDs, when each gives the other up, then there is one
    RESULT, that of the winner, and the loser waits on."""
    match = ended(FAROE, 2)
    winner, loser = by_place(match)
    for table in match.seats:
        alone(table)
    assert valid(winner, FAROE)[0] == (loser.seat,)
    assert loser.result is None and loser.awaited() == [winner.seat] and not loser.ending.signed


@pytest.mark.slow
def test_who_may_not_sign_without_those_it_has_given_up_does_with_the_first_that_is_back() -> None:
    """given the last of three, who has given up both others, then it waits on; when one of them is back, with
    the third away, then these two sign."""
    match = ended(ALL, 3)
    first, second, last = by_place(match)
    alone(last)
    assert last.result is None and last.awaited() == sorted([first.seat, second.seat])
    assert last.ending.in_vain == {first.seat, second.seat}
    # when
    for _ in range(8):
        for table, other in ((second, last), (last, second)):
            for wire in table.pump() or (table.give_up() if first.seat in table.awaited() else []):
                other.receive(wire)
            caught_up(other, table)
    assert valid(second, ALL)[0] == valid(last, ALL)[0] == (first.seat,)


def test_an_end_that_comes_when_the_result_is_whole_goes_into_it() -> None:
    """given one of two who has given the other up without its END, when that comes, then both files say that
    it was there at the end."""
    match = ended(FAROE, 2)
    ends = [wire for wire in match.seats[0].journal[2:] if not isinstance(parse_message(wire), Entry)]
    alone, late = match.fresh(0), match.seats[1]
    for wire in match.seats[0].journal[2:]:
        if isinstance(parse_message(wire), Entry):
            alone.receive(wire)
    while alone.result is None:
        assert alone.pump() or alone.give_up()
    assert check_result(alone.result).ended == (True, False)
    # when
    for wire in ends:
        alone.receive(wire)
    # then
    assert alone.revision == 1 and alone.result == alone.journal[-1]
    assert check_result(alone.result).ended == (True, True)
    late.been_away()
    caught_up(late, alone)
    assert late.result == alone.result and valid(alone, FAROE) == valid(late, FAROE)


@pytest.mark.parametrize("away", [True, False])
def test_of_two_who_knows_that_it_was_away_takes_the_result_of_the_other(away: bool) -> None:
    """given a seat that comes back after the other has ended alone, then it believes what it knows itself."""
    match = ended(FAROE, 2)
    ends_among(match, 0)
    late = match.fresh(1)
    late.restore(match.seats[1].journal[2:])
    if away:
        late.been_away()
    caught_up(late, match.seats[0])
    if away:
        assert late.result == match.seats[0].result
        assert valid(late, FAROE) == valid(match.seats[0], FAROE)
    else:
        assert late.result is None, "one of two cannot call the other absent, who was there"


@pytest.mark.parametrize("moves", [False, True])
def test_who_was_away_and_is_back_is_not_called_absent(moves: bool) -> None:
    """given a seat that was away in mid-game, when it has heard all that the other holds, or has moved since,
    and the other then ends the match alone, then it does not believe that it was absent."""
    match = Match(FAROE, 3)
    mover = match.until(acting).seat
    seat = mover if moves else 1 - mover
    back = match.fresh(seat)
    back.restore(match.seats[seat].journal[2:])
    back.been_away()
    match.seats[seat] = back
    if not moves:
        back.caught_up()
    while not all(table.over for table in match.seats):
        for table in match.seats:
            match.send(table.seat, table.pump() or (give_up(table) if table is back else match.move(table)))
    ends_among(match, 1 - seat)
    caught_up(back, match.seats[1 - seat])
    assert match.seats[1 - seat].ending.absent == (seat,) and back.result is None


@pytest.mark.slow
def test_who_has_time_left_is_not_given_up_with_whoever_has_none() -> None:
    """given two that owe something at the end, when the bank of one is spent, then it alone is absent."""
    match = ended(ALL, 3)
    first, second, late = match.seats
    for wire in first.pump():
        second.receive(wire)
    first.receive(second.pump()[0])
    first.pump()
    assert first.awaited() == [second.seat, late.seat]
    # when
    first.give_up([late.seat])
    # then
    assert first.ending.absent == (late.seat,) and first.result is None
    caught_up(second, first)
    caught_up(first, second)
    ends_among(match, first.seat, second.seat)
    assert (
        valid(first, ALL) == valid(second, ALL) == ((late.seat,), check_result(first.result or b"").places())
    )


def test_who_is_given_up_by_the_only_other_one_decides_nothing_more() -> None:
    """given two, of whom one is asked, when the other ends the match with its AUDIT, then nobody plays on."""
    match = Match(FAROE, 3)
    match.until(acting)
    asked, waits = sorted(match.seats, key=lambda table: table.question() is None)
    assert asked.question() is not None and asked.given_up_by is None
    # when
    for wire in waits.give_up():
        asked.receive(wire)
    # then
    assert asked.given_up_by == waits.seat and asked.stopped
    assert asked.question() is None and waits.given_up_by is None


def test_who_signed_before_it_was_given_up_is_absent_until_it_signs_anew() -> None:
    """given three at the end, of whom one leaves before its signature and another behind it, then the third
    ends alone, and waits for nobody for ever."""
    match = ended(ALL, 3)
    first, second, gone = by_place(match)
    for _ in range(2):
        for table in match.seats:
            made = table.pump()
            kept = [w for w in made if table is gone and isinstance(parse_message(w), ResultMessage)]
            match.send(table.seat, [wire for wire in made if wire not in kept])
    assert second.ending.signed and second.awaited() == [gone.seat]
    first.give_up()
    first.pump()
    assert [*first.ending.absent] == [gone.seat] and first.awaited() == [second.seat]
    # when
    first.give_up()
    first.pump()
    # then
    assert {*first.ending.absent} == {second.seat, gone.seat} and first.result is not None


@pytest.mark.parametrize("away", [False, True])
def test_a_result_that_was_believed_is_believed_after_a_restart(away: bool) -> None:
    """given a seat that has taken a RESULT in which it is absent, when restored, then it has the same."""
    match = ended(ALL, 4)
    first, second, third, fourth = by_place(match)
    late = fourth if away else first
    if away:
        late.been_away()
        ends_among(match, first.seat, second.seat)
    else:
        ends_among(match, late.seat)
        ends_among(match, second.seat, third.seat, fourth.seat)
    caught_up(late, second)
    assert late.result == second.result and late.seat in check_result(late.result or b"").absent
    again = match.fresh(late.seat)
    again.restore(late.journal[4:])
    assert again.result == late.result and again.journal == late.journal and again.awaited() == []


def test_a_result_that_comes_before_what_it_rests_on_waits_for_it() -> None:
    """given a RESULT that overtakes AUDITs and ENDs, then it waits, and the file is whole in the end."""
    match = Match(ALL, 3, players=3, looking=1)
    onlooker, _ = match.onlookers.pop(), match.play(give_up)
    order = match.seats[0].journal[3:]
    onlooker.receive(order[-1])
    for wire in order[:-1]:
        assert onlooker.result is None or {*onlooker.transcript.closing.audits} == {0, 1, 2}
        onlooker.receive(wire)
    assert onlooker.result == order[-1] == onlooker.journal[-1]
    assert valid(onlooker, ALL) == valid(match.seats[0], ALL)


def test_without_an_end_of_those_who_were_in_there_is_no_result() -> None:
    """given seats that the rules put out, when who is left goes away before END, then they do not wait on."""
    match = Match(ALL, 3, players=3)
    match.until(acting)
    while not any(table.over for table in match.seats):
        for table in match.seats:
            if not table.over:
                match.send(table.seat, table.pump() or give_up(table))
    (gone,) = match.seats[0].transcript.who_is(ELIMINATED)
    out = match.fresh(gone)
    for wire in match.seats[gone].journal[3:]:
        if isinstance(parse_message(wire), Entry):
            out.receive(wire)
    assert out.over and not out.ending.abandoned
    assert out.pump() == out.give_up() == []
    assert out.ending.abandoned and out.result is None


def test_who_goes_on_alone_is_first_with_its_side() -> None:
    """given seats whose AUDIT was shown in mid-game, then they are first with their sides, our own before all
    others; nobody is where nobody has shown any, or where automata play."""
    assert places_alone(ALL, 3, {2}, (0,)) == (2, 2, 1)
    assert places_alone(ALL, 3, {0, 2}, ()) == (1, 3, 1)
    assert places_alone(ALL, 3, {0, 2}, (0,)) == (1, 2, 2)
    assert places_alone(TEAMS, 4, {1}, (1,)) == (3, 1, 3, 1)
    assert places_alone(ALL, 3, (), (0,)) == ()
    assert places_alone(LEGEND, 2, {0}, (0,)) == ()

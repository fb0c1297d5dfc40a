"""Two of four, or one and a slow line, who would part honest seats at the end, or spoil their files."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from check_match import check

from fadenet.engine.rules import Rules
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol.files import FileState, verify_file
from protocol.messages import Entry, ResultMessage, Statement, parse_message
from protocol.result import check_result
from protocol.statements import Audit, Body, Drop, End, parse_body
from protocol.values import Finding
from tests.attacks.hostile import result, statement
from tests.builders.playout import FAROE
from tests.table.test_closing import ALL, TEAMS, by_place, ended, valid
from tests.table.test_seats import LEGEND, PAIRS
from tests.table.wire import Match, acting, file_of, give_up


def give(wires: Sequence[bytes], *tables: TableSeat) -> None:
    for table in tables:
        for wire in wires:
            table.receive(wire)


def talk(*tables: TableSeat, rounds: int = 4) -> None:
    """These hear from each other all that they hold, and all that they make of it."""
    for _ in range(rounds):
        for table in tables:
            others = [other for other in tables if other is not table]
            give([*table.pump(), *table.journal[table.transcript.seats :]], *others)
            give([table.ending.signed] if table.ending.signed else [], *others)


def without_results(wires: Sequence[bytes]) -> list[bytes]:
    return [wire for wire in wires if not isinstance(parse_message(wire), ResultMessage)]


# END void and a DROP of one rest.


@pytest.mark.parametrize("players", [3, 4])
def test_nobody_ends_as_void_what_goes_on_without_the_accused(players: int) -> None:
    """given all that is needed to vote a seat out, when it signs END void between two last words, of which a
    coalition keeps one back, then all end the match as void or all go on without the accused."""
    match = Match(ALL, 14, players=players)
    match.play(steps=60)
    accused = match.until(acting)
    first, second, *voters = [table for table in match.seats if table is not accused]
    others = [first, second, *voters]
    for table in others:
        match.send(table.seat, table.end_void())
    for table in others:
        give(table.drop(accused.seat), *(other for other in others if other is not table))
    # when
    words = {table.seat: table.confirm() for table in others}
    offer = accused.end_void()
    assert offer
    give(offer[:1], *others)
    made = {table.seat: table.pump() for table in others}
    for table in (first, accused):
        for seat, wires in made.items():
            give(wires if seat != table.seat else [], table)
    give(offer[1:], first)
    # then
    assert first.result is None
    for table in others:
        give(words[table.seat], *(other for other in others if other is not table))
    talk(*others)
    assert all(table.left_behind == (table is accused) for table in others)
    assert not any(table.void or table.result for table in others)


def test_who_still_holds_a_vote_signs_no_end_without_a_winner_in_place_of_an_entry() -> None:
    """given a seat that owes a sealed decision and has voted another out that owes one too, when all others
    have signed END void, then it signs none as long as its vote may win."""
    match = Match(PAIRS, 5, players=4)
    voter = match.until(lambda table: table.question() is not None and len(table.transcript.awaited()) > 1)
    accused = next(seat for seat in voter.transcript.awaited() if seat != voter.seat)
    game, root = voter.transcript.game_id, voter.transcript.root
    voter.drop(accused)
    # when
    for seat in {*range(4)} - {voter.seat}:
        voter.receive(statement(match, seat, End(game, seat, root, None)))
    # then
    assert voter.end_void() == []


# Two RESULTs that as many have signed.


@pytest.mark.slow
@pytest.mark.parametrize("rules", [ALL, TEAMS])
def test_two_who_sign_two_results_part_nobody(rules: Rules) -> None:
    """given two of four who each sign a RESULT in which the other is absent, and show it to one seat alone,
    when those two hear each other, then they have the same one."""
    match = ended(rules, 4)
    one, two, cheat, friend = match.seats
    outcome = one.transcript.outcome
    for _ in range(3):
        made = [(t, without_results(t.pump()) if t in (cheat, friend) else t.pump()) for t in match.seats]
        for table, wires in made:
            give(wires, *(other for other in match.seats if other is not table))
    # given: the one is given up and comes back, and then the other is
    for table in (one, two):
        table.give_up([cheat.seat])
    talk(one, two)
    give([result(match, [cheat.seat], outcome)], one, two)
    talk(one, two)
    for table in (one, two):
        table.give_up([friend.seat])
    talk(one, two)
    give([result(match, [cheat.seat], outcome, (), [friend.seat])], one)
    give([result(match, [friend.seat], outcome, (), [cheat.seat])], two)
    assert one.result and two.result and one.result != two.result
    # when
    talk(one, two)
    # then
    assert one.result == two.result
    assert valid(one, rules) == valid(two, rules)
    again = match.fresh(1)
    again.restore(two.journal[4:])
    assert again.result == two.result


@pytest.mark.slow
@pytest.mark.parametrize("better", [False, True])
def test_a_signature_kept_back_parts_nobody(better: bool) -> None:
    """given a cheat that did not sign a RESULT in which a late seat is absent, and was given up itself when
    that one had come back, when it signs the first RESULT after all, then that counts for all or for nobody,
    as the cheat came out before the late one or behind it: it has no better place than in the game."""
    match = ended(ALL, 3)
    first, honest, last = by_place(match)
    liar, absent = (first, last) if better else (last, first)
    talk_without_signatures(honest, liar)
    for table in (honest, liar):
        table.give_up([absent.seat])
    talk_without_signatures(honest, liar)
    assert honest.awaited() == [liar.seat]
    give(without_results(liar.journal[3:]), absent)
    talk(honest, absent)
    for table in (honest, absent):
        table.give_up([liar.seat])
    talk(honest, absent)
    assert {valid(table, ALL)[0] for table in (honest, absent)} == {(liar.seat,)}
    # when
    signers = [liar.seat, honest.seat]
    give([result(match, signers, honest.transcript.outcome, (), [absent.seat])], honest, absent)
    # then
    assert honest.result == absent.result
    assert valid(honest, ALL)[0] == valid(absent, ALL)[0] == ((absent if better else liar).seat,)


def test_a_lone_result_that_accuses_the_winner_is_not_taken() -> None:
    """given the loser of two, who signs alone that the winner is absent and has cheated, when the winner was
    away and comes back, then it takes no such RESULT, and no reader does."""
    match = ended(FAROE, 2)
    winner, loser = by_place(match)
    loser.pump()
    lie = (winner.seat, 1, "audit.open")
    false = result(match, [loser.seat], loser.transcript.outcome, [lie], [winner.seat])
    # when
    winner.been_away()
    give([*loser.journal[2:], false], winner)
    # then
    assert winner.result is None
    assert verify_file(file_of(loser) + false, Replica(FAROE)).state is FileState.INVALID
    assert check(file_of(loser) + false).state == "invalid"


def test_results_that_were_signed_in_a_circle_come_to_one() -> None:
    """given a seat that has signed three RESULTs, as others came back and a false AUDIT gave way to a true
    one, when as many have signed each, then that of those who came out better counts, with the finding."""
    match = ended(ALL, 4)
    assert by_place(match)[0].seat == 2
    talk_without_signatures(*match.seats)
    ours, finding = match.seats[0], (1, 0, "audit.master")
    circle: list[tuple[tuple[Finding, ...], int]] = [((finding,), 2), ((finding,), 3), ((), 2)]
    for found, gone in circle:
        ours.transcript.closing.sign(found, [gone])
    # when
    for found, gone in circle:
        others = [seat for seat in (1, 2, 3) if seat != gone]
        give([result(match, others, ours.transcript.outcome, found, [gone])], ours)
    # then
    assert ours.result is not None
    counted = check_result(ours.result)
    assert (counted.absent, counted.findings) == ((3,), (finding,))


# What comes, or stays away, between the last signatures.


@pytest.mark.parametrize("both", [False, True])
def test_a_false_audit_of_an_absent_seat_spoils_no_file(both: bool) -> None:
    """given two who have signed that a third is absent, when its false AUDIT comes before the last signature,
    then their files are valid."""
    match = ended(ALL, 3)
    cheat, one, two = match.seats
    talk_without_signatures(one, two)
    for table in (one, two):
        table.give_up([cheat.seat])
    talk_without_signatures(one, two)
    assert one.ending.signed and two.ending.signed
    # when
    false = Audit(one.transcript.game_id, 0, bytes(32), match.secrets[0].decks)
    give([statement(match, 0, false)], one, *([two] if both else []))
    give([two.ending.signed], one)
    give([one.ending.signed], two)
    # then
    assert one.result and two.result
    assert valid(one, ALL) == valid(two, ALL)


def talk_without_signatures(*tables: TableSeat) -> None:
    for _ in range(4):
        for table in tables:
            made = [*without_results(table.pump()), *table.journal[table.transcript.seats :]]
            give(made, *(other for other in tables if other is not table))


def test_a_last_word_that_comes_behind_the_end_of_the_accused_spoils_no_file() -> None:
    """given four at the end, one of them late, whose END comes between the last words that vote it out, when
    all sign a RESULT in which nobody is absent, then the files are valid, whatever comes first."""
    match = Match(PAIRS, 12, players=4)
    table = match.until(acting)
    entries = [w for w in table.concede() if isinstance(parse_message(w), Entry)]
    give(entries, *(other for other in match.seats if other is not table))
    first, second, liar, late = match.seats
    ends = {
        t.seat: [w for w in (*t.journal[4:], *t.pump()) if isinstance(parse_message(w), Statement)]
        for t in match.seats
    }
    voters = (first, second, liar)
    for voter in voters:
        give(ends[voter.seat], *(other for other in match.seats if other is not voter))
    for voter in voters:
        give(voter.drop(late.seat), *(other for other in voters if other is not voter))
    slow, held = second.confirm(), liar.confirm()
    give(ends[late.seat], *voters)
    for _ in range(4):
        made = [(t, without_results(t.pump()) if t is liar else t.pump()) for t in match.seats]
        for author, wires in made:
            give(wires, *(other for other in match.seats if other is not author))
    # when
    give([w for w in held if isinstance(parse_message(w), Statement)], first, second)
    give(slow, first)
    give([liar.ending.signed], first, second)
    # then
    assert first.result and check_result(first.result).absent == ()
    for table in (first, second):
        valid(table, PAIRS)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players", "quicker"), [(LEGEND, 3, 0), (PAIRS, 4, 0), (PAIRS, 4, -1)])
def test_who_gives_its_end_between_two_last_words_is_there(rules: Rules, players: int, quicker: int) -> None:
    """given a late seat whose END comes when some have confirmed that it is out, and a voter who goes before
    its last word, when that one is given up, then all others sign one RESULT, in which they are present."""
    match = Match(rules, 12, players=players)
    while not match.seats[0].over:
        table = next(t for t in match.seats if t.transcript.owed() is not None)
        wires = [w for w in table.pump() or give_up(table) if isinstance(parse_message(w), Entry)]
        match.send(table.seat, wires)
    *voters, late = match.seats
    first, *others, leaver = voters
    ends = {t.seat: [w for w in (*t.pump(), *t.journal[players:]) if is_end(w)] for t in match.seats}
    for voter in voters:
        give(ends[voter.seat], *(other for other in match.seats if other is not voter))
    for voter in voters:
        give(voter.drop(late.seat), first)
    first.confirm()
    for other in others:
        give(ends[late.seat], other)
    give(ends[late.seat], first)
    there = [first, *others, late]
    talk(*there)
    # when
    assert all(table.awaited() == [leaver.seat] for table in there)
    for table in (*there[quicker:], *there[:quicker]):
        give(table.give_up([leaver.seat]), *(other for other in there if other is not table))
    talk(*there)
    # then
    assert {valid(table, rules)[0] for table in there} == {(leaver.seat,)}
    assert len({table.result for table in there}) == 1


@pytest.mark.parametrize("winner", [False, True])
def test_a_voter_who_goes_before_its_last_word_at_the_end_holds_nobody_up(winner: bool) -> None:
    """given three at the end of a match in pairs, one without END, when the other voter goes before its last
    word, then who is left ends alone."""
    match = Match(PAIRS, 12, players=4)
    match.until(acting)
    left = next(seat for seat in range(4) if not match.seats[seat].question())
    match.silent.add(left)
    match.play()
    for table in match.present:
        match.send(table.seat, table.drop(left))
    for table, wires in [(t, t.confirm()) for t in match.present]:
        match.send(table.seat, [w for w in wires if isinstance(parse_message(w), Statement) and is_vote(w)])
    assert all(table.over for table in match.present)
    outcome = match.present[0].transcript.outcome
    assert outcome is not None
    alone, friend = [t for t in match.present if outcome[0][t.seat] == 1]
    late = next(t for t in match.present if outcome[0][t.seat] == 2)
    if not winner:
        friend, late = late, friend
    for table, other in ((alone, friend), (friend, alone)):
        give([w for w in (*table.pump(), *table.journal[4:]) if not is_vote(w)], other)
    give(alone.drop(late.seat), friend)
    give(friend.drop(late.seat), alone)
    # when
    assert alone.awaited() == [friend.seat]
    alone.give_up([friend.seat])
    # then
    assert alone.result is not None and set(valid(alone, PAIRS)[0]) == {left, friend.seat, late.seat}


def is_vote(wire: bytes) -> bool:
    return stated(wire, Drop)


def is_end(wire: bytes) -> bool:
    return stated(wire, End)


def stated(wire: bytes, kind: type[Body]) -> bool:
    message = parse_message(wire)
    return isinstance(message, Statement) and isinstance(parse_body(message.kind, message.body), kind)

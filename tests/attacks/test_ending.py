"""Attacks on the end of a match: false ENDs, verdicts and RESULTs, early secrets, calling others absent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from check_match import check

import keys
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Rules
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from fadenet.table.writing import move_payload
from protocol.closing import ENDS_MAX, RESULTS_MAX
from protocol.encoding import decode, encode
from protocol.evidence import signed_statement
from protocol.faults import BadResult, BadStatement, LocalError, UnexpectedEntry
from protocol.files import FileState, verify_file
from protocol.hashing import sign
from protocol.hello import HelloParts, game_id, make_hello, parse_hello
from protocol.messages import Entry, Ready, parse_message
from protocol.needs import NeedReveal
from protocol.result import check_result, result_body
from protocol.secrets import Secrets
from protocol.statements import Audit, Body, Drop, End, Verdict
from protocol.values import RESULT, VERSION, Finding, Outcome
from tests.attacks.hostile import entry, refused, result, statement
from tests.builders.ten import TEN
from tests.table.test_seats import ALL
from tests.table.wire import Match, acting, file_of, give_up, seeded

WINNER = "ten.life"


def won_by(match: Match, seat: int) -> Outcome:
    """The outcome that a cheat would like."""
    return tuple(1 if other == seat else 2 for other in range(len(match.seats))), WINNER


def over(rules: Rules, players: int, seed: int = 3) -> Match:
    """A match whose game has ended at all tables and of which nobody has stated anything yet."""
    match = Match(rules, seed, looking=1, players=players)
    while True:
        table = match.until(acting)
        message = move_payload(table.replica, table.seat, CONCEDE_MOVE, None)
        if len(table.transcript.playing()) == 2:
            match.send(table.seat, [table._write(message)])
            return match
        match.send(table.seat, table.concede())


def settled(match: Match, liar: int) -> None:
    """The others wait, give the liar up, and hold one RESULT in which it is absent and last."""
    match.silent.add(liar)
    match.finish(give_up)
    results = {table.result for table in match.present}
    assert len(results) == 1 and None not in results
    for table in match.present:
        assert table.ending.audited is not None and not table.ending.audited.findings
        assert table.result is not None
        final = check_result(table.result)
        assert final.absent == (liar,) and not final.findings
        places = final.places()
        assert places is not None and places[liar] == max(places) == len(match.seats)
        report = verify_file(file_of(table), Replica(match.rules[0]))
        assert report.state is FileState.VALID, report


TABLES = pytest.mark.parametrize(("rules", "players"), [(TEN, 2), (ALL, 3)], ids=["two", "three"])


@TABLES
@pytest.mark.parametrize("void", [False, True])
def test_an_end_with_a_false_outcome_holds_up_nobody(rules: Rules, players: int, void: bool) -> None:
    """given a seat that signs another outcome at the true root, or void, then it has not ended."""
    match = over(rules, players)
    liar = match.seats[match.seats[0].transcript.playing()[0]]
    assert liar.now is not None
    other = next(seat for seat in range(players) if won_by(match, seat) != liar.now.outcome)
    outcome = None if void else won_by(match, other)
    game, root = liar.transcript.game_id, liar.transcript.root
    match.send(liar.seat, [statement(match, liar.seat, End(game, liar.seat, root, outcome))])
    honest = [table for table in match.seats if table is not liar]
    for table in honest:
        match.send(table.seat, table.pump())
    for table in honest:
        assert table.transcript.closing.agreed() is None and not table.transcript.closing.audits
        assert table.awaited() == [liar.seat]
    settled(match, liar.seat)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "junk"), [(3, 0), (3, ENDS_MAX), (4, ENDS_MAX), pytest.param(4, 0, marks=pytest.mark.long)]
)
def test_different_ends_for_different_seats_part_nobody(players: int, junk: int) -> None:
    """given a seat that signs false ENDs, as many as are kept, for one other seat alone, and then the true
    one, then all come to one RESULT in which nobody is absent."""
    match = over(ALL, players)
    playing = match.seats[0].transcript.playing()
    liar, victim = match.seats[playing[0]], match.seats[playing[1]]
    assert liar.now is not None
    game, root = liar.transcript.game_id, liar.transcript.root
    other = next(seat for seat in range(players) if won_by(match, seat) != liar.now.outcome)
    ends = [End(game, liar.seat, seeded("root", n), None) for n in range(junk)]
    ends.append(End(game, liar.seat, root, won_by(match, other)))
    for end in ends[:ENDS_MAX]:
        victim.receive(statement(match, liar.seat, end))
    match.send(victim.seat, victim.pump())
    # when
    match.play(give_up)
    # then
    (final,) = {table.result for table in match.seats}
    assert final is not None and check_result(final).absent == ()
    for table in match.seats:
        assert verify_file(file_of(table), Replica(ALL)).state is FileState.VALID
        assert check(file_of(table)).state == "valid"


def test_false_results_for_one_seat_alone_keep_no_true_one_out() -> None:
    """given a seat that has signed more RESULTs for another than are kept, then its true one still counts."""
    match = over(ALL, 3)
    for n in range(RESULTS_MAX + 4):
        match.seats[1].receive(result(match, [0], won_by(match, 0), [(1, n, "audit.pool")]))
    match.play(give_up)
    (final,) = {table.result for table in match.seats}
    assert final is not None and check_result(final).absent == ()


def test_end_void_for_one_seat_and_an_entry_for_the_other_convict_in_either_order() -> None:
    """given a seat that owes a decision and shows END void to one and its entry to the other, when these tell
    each other, then both name the same author, entry and rule, and their files prove it."""
    match = Match(ALL, 3, players=3)
    liar = match.until(acting)
    first, second = (table for table in match.seats if table is not liar)
    seq = liar.transcript.heads()[liar.seat][0]
    game, root = liar.transcript.game_id, liar.transcript.root
    end = statement(match, liar.seat, End(game, liar.seat, root, None))
    entries = match.move(liar)
    first.receive(end)
    for wire in entries:
        second.receive(wire)
    second.pump()
    # when
    for table, wire in ((first, entries[0]), (second, end)):
        with pytest.raises(UnexpectedEntry) as caught:
            table.receive(wire)
        # then
        fault = caught.value
        assert fault.proven and (fault.author, fault.seq, fault.rule) == (liar.seat, seq, "entry.unexpected")
        report = verify_file(file_of(table) + fault.evidence, Replica(ALL))
        assert (report.state, report.findings) == (FileState.GUILTY, ((liar.seat, seq, "entry.unexpected"),))
        assert check(file_of(table) + fault.evidence).state == "invalid", "who has no rules convicts nobody"


def test_another_ready_shows_as_well_that_an_absent_seat_is_in_the_match() -> None:
    """given a seat that is voted out and has signed a second READY, when that stands in its place in the
    RESULT, then the file is as valid as with the first, and the other accuses nobody there."""
    match = Match(ALL, 3, players=3)
    gone = match.until(acting)
    match.silent.add(gone.seat)
    match.vote_out(gone.seat)
    match.finish(give_up)
    table = match.present[0]
    assert table.result is not None
    game = gone.transcript.game_id
    first = parse_message(gone.transcript.entries(gone.seat)[0])
    assert isinstance(first, Entry)
    ready = replace(Ready.parse(decode(first.payload)), toss=bytes(32))
    where = {"seq": 0, "prev": game, "state": game}
    head, _, signature = decode(entry(match, gone.seat, ready, **where))
    fields = decode(table.result)
    assert fields[4][gone.seat][0] == first.head.raw != head
    # when
    fields[4][gone.seat] = [head, signature]
    data = file_of(table).removesuffix(table.result) + encode(fields)
    # then
    report = verify_file(data, Replica(ALL))
    assert (report.state, report.why) == (FileState.VALID, "every check holds")
    assert check(data).state == "valid"


def test_a_second_verdict_is_refused_and_the_first_one_stays() -> None:
    """given a seat that has stated what it found, when it states something else, then nobody takes that, and
    no file holds both."""
    match = over(ALL, 3)
    liar, *others = match.seats
    game, root = liar.transcript.game_id, liar.transcript.root
    false: tuple[Finding, ...] = ((1, 3, "audit.pool"),)
    one, two = (statement(match, 0, Verdict(game, 0, root, found)) for found in (false, ()))
    for table in others:
        assert table.receive(one)
        fault = refused(table, two, BadStatement, proven=False)
        assert fault.author == 0 and table.transcript.closing.verdicts[0].findings == false
        assert verify_file(file_of(table) + two, Replica(ALL)).state is FileState.INVALID
        assert check(file_of(table) + two).state == "invalid"
    assert liar.transcript.closing.verdicts == {}


def test_who_has_shown_its_secrets_in_mid_game_plays_on_with_nobody() -> None:
    """given a seat that has given up on the other and died, when it is restored and the other comes back,
    then it signs nothing more, as the other has its M."""
    match = Match(TEN, 3)
    late = match.until(acting)
    gone = match.seats[1 - late.seat]
    gone.give_up()
    restored = match.fresh(gone.seat)
    restored.restore(gone.journal[2:])
    restored.restored()
    assert restored.abandoned
    # when
    before = list(restored.journal)
    for wire in match.move(late):
        restored.receive(wire)
    # then
    assert restored.pump() == [] and restored.question() is None and restored.search() is None
    assert restored.journal == before


@TABLES
def test_a_false_verdict_and_result_convict_nobody_and_hold_up_nobody(rules: Rules, players: int) -> None:
    """given a seat that at the end accuses another one, then the others end the match without it."""
    match = over(rules, players)
    liar = match.seats[0]
    game, root = liar.transcript.game_id, liar.transcript.root
    false: tuple[Finding, ...] = ((1, 3, "audit.pool"),)
    assert liar.now is not None
    outcome = liar.now.outcome
    match.send(0, [liar.transcript.end(outcome)])
    for table in match.seats[1:]:
        match.send(table.seat, table.pump())
    match.send(0, [liar.transcript.audit(), statement(match, 0, Verdict(game, 0, root, false))])
    match.send(0, [result(match, [0], outcome, false)])
    match.silent.add(0)
    match.play(give_up)
    assert all(table.awaited() == [0] and table.result is None for table in match.present)
    settled(match, 0)


@TABLES
@pytest.mark.parametrize("ended", [False, True])
def test_calling_a_present_seat_absent_is_not_believed(rules: Rules, players: int, ended: bool) -> None:
    """given a RESULT by one seat alone that calls all others absent, in the course of a match or at its end,
    then no node and no onlooker takes it for the result, and the honest seats play on."""
    match = over(rules, players) if ended else Match(rules, 3, looking=1, players=players)
    liar = 0
    if not ended:
        match.until(acting)
    game, root = match.seats[0].transcript.game_id, match.seats[0].transcript.root
    others = [seat for seat in range(players) if seat != liar]
    wires = [
        statement(match, liar, End(game, liar, root, won_by(match, liar))),
        statement(match, liar, Audit(game, liar, match.secrets[liar].master, match.secrets[liar].decks)),
        statement(match, liar, Verdict(game, liar, root, ())),
        result(match, [liar], won_by(match, liar), (), others),
    ]
    honest = [match.seats[seat] for seat in others]
    for table in honest:
        for wire in wires:
            table.receive(wire)
        assert table.result is None and not table.ending.absent
    if not ended:
        onlooker = match.onlookers[0]
        for wire in wires:
            onlooker.receive(wire)
        assert onlooker.result is None
        match.play(steps=40)
        assert all(table.transcript.batches for table in honest)


def test_one_of_three_cannot_call_another_absent() -> None:
    """given a hostile seat that signs without one of the others, then the two honest ones sign together."""
    match = over(ALL, 3)
    outcome = match.seats[0].now.outcome if match.seats[0].now else None
    for table in match.seats[1:]:
        table.receive(result(match, [0], outcome, (), [1 if table.seat == 2 else 2]))
        table.receive(result(match, [0], outcome, (), [1, 2]))
        assert table.result is None
    settled(match, 0)


def test_many_false_results_keep_no_true_one_out() -> None:
    """given a seat that signs more RESULTs than are kept, then the others' true one still counts."""
    match = over(ALL, 3)
    for n in range(RESULTS_MAX + 4):
        wire = result(match, [0], won_by(match, 0), [(1, n, "audit.pool")])
        for table in match.seats[1:]:
            table.receive(wire)
    settled(match, 0)


def test_who_signs_all_but_the_end_holds_up_nobody() -> None:
    """given a seat that gives AUDIT, VERDICT and its signature but no END, when the others have waited,
    then they end the match without it, who was eliminated too."""
    match = over(ALL, 3)
    liar = match.seats[match.seats[0].transcript.playing()[0]]
    assert liar.now is not None
    game, root = liar.transcript.game_id, liar.transcript.root
    own = match.secrets[liar.seat]
    given = (Audit(game, liar.seat, own.master, own.decks), Verdict(game, liar.seat, root, ()))
    match.send(liar.seat, [statement(match, liar.seat, body) for body in given])
    match.send(liar.seat, [result(match, [liar.seat], liar.now.outcome)])
    settled(match, liar.seat)


@pytest.mark.parametrize(("rules", "players"), [(TEN, 2), (ALL, 3), (ALL, 4)], ids=["two", "three", "four"])
@pytest.mark.parametrize("lie", ["absent", "outcome"])
def test_a_signature_under_another_result_counts_for_nothing(rules: Rules, players: int, lie: str) -> None:
    """given a seat that does all it owes but signs a RESULT in which another is absent, or with another
    outcome, then the others wait for its signature, and end the match without it."""
    match = over(rules, players)
    liar, victim = match.seats[0].transcript.playing()[:2]
    table = match.seats[liar]
    assert table.now is not None
    true, root, own = table.now.outcome, table.transcript.root, match.secrets[liar]
    match.send(liar, [statement(match, liar, End(table.transcript.game_id, liar, root, true))])
    match.silent.add(liar)
    match.play(give_up)
    for body in (
        Audit(table.transcript.game_id, liar, own.master, own.decks),
        Verdict(table.transcript.game_id, liar, root, ()),
    ):
        match.send(liar, [statement(match, liar, body)])
    tied: Outcome = ((1,) * players, "x")
    said = (true, [victim]) if lie == "absent" else (tied, [])
    match.send(liar, [result(match, [liar], said[0], (), said[1])])
    match.play(give_up)
    assert all(honest.awaited() == [liar] for honest in match.present)
    settled(match, liar)


def test_a_whole_result_counts_whatever_its_signers_have_signed_before() -> None:
    """given a seat that has signed as many false RESULTs for one other as are kept, when that one is given
    the true one with all signatures, then it takes it at once."""
    match = over(ALL, 3)
    victim = match.seats[2]
    for n in range(RESULTS_MAX):
        victim.receive(result(match, [0], won_by(match, 0), [(1, n, "audit.pool")]))
    match.silent.add(2)
    wires = victim.pump()
    for table in match.present:
        for wire in wires:
            table.receive(wire)
    match.finish(give_up)
    others = match.seats[1]
    for wire in others.journal[3:]:
        victim.receive(wire)
    assert victim.result is not None and victim.result == others.result


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), [(TEN, 2), (ALL, 3)], ids=["two", "three"])
def test_who_has_shown_two_audits_is_held_to_the_worse_and_parts_nobody(rules: Rules, players: int) -> None:
    """given a seat that shows a false AUDIT, and the true one once all have signed what came of the first,
    when it signs one RESULT for one and the other for another, then all end with its guilt, and prove it."""
    match = over(rules, players)
    liar = match.seats[match.seats[0].transcript.playing()[0]]
    honest = [table for table in match.seats if table is not liar]
    assert liar.now is not None
    game, root, own = liar.transcript.game_id, liar.transcript.root, match.secrets[liar.seat]
    match.silent.add(liar.seat)
    said: list[Body] = [
        End(game, liar.seat, root, liar.now.outcome),
        Audit(game, liar.seat, own.master, tuple(deck[:-1] for deck in own.decks)),
        Verdict(game, liar.seat, root, ()),
        Audit(game, liar.seat, own.master, own.decks),
    ]
    guilt = ((liar.seat, 0, "audit.deck"),)
    for body in said:
        match.send(liar.seat, [statement(match, liar.seat, body)])
        match.play(give_up)
    # when
    everybody = range(players)
    honest[0].receive(result(match, [*everybody], liar.now.outcome, guilt))
    honest[-1].receive(result(match, [*everybody], liar.now.outcome))
    for table in honest:
        for other in honest:
            assert other.result is not None
            table.receive(other.result)
    # then
    for table in honest:
        assert table.result is not None and check_result(table.result).findings == guilt
        report = verify_file(file_of(table), Replica(rules))
        assert (report.state, report.findings) == (FileState.GUILTY, guilt)
        assert check(file_of(table)).state == "guilty"


def said_by(table: TableSeat) -> bytes:
    return b"".join(table.journal)


@TABLES
def test_false_ends_on_the_way_harvest_no_secret(rules: Rules, players: int) -> None:
    """given a seat that states END, AUDIT and VERDICT at every rest, then no honest M leaves its node."""
    match = Match(rules, 3, players=players)
    liar = match.until(acting)
    others = [table for table in match.seats if table is not liar]
    game, own = liar.transcript.game_id, match.secrets[liar.seat]
    for _ in range(6):
        root = liar.transcript.root
        bodies: list[Body] = [
            End(game, liar.seat, root, won_by(match, liar.seat)),
            Audit(game, liar.seat, own.master, own.decks),
        ]
        for body in bodies:
            for table in others:
                table.receive(statement(match, liar.seat, body))
        match.play(steps=3)
    for table in others:
        assert bytes(match.secrets[table.seat].master) not in said_by(table)
        assert table.seat not in table.transcript.closing.audits and not table.over


def test_who_leaves_before_opening_a_sealed_decision_gains_nothing() -> None:
    """given three who decide unseen, when one does not open what it has sealed, then it is out and last."""
    match = Match(ALL, 3, players=3)
    gone = match.until_rest(lambda table: isinstance(table.transcript.owed(), NeedReveal)).seat
    match.silent.add(gone)
    match.finish(give_up)
    for table in match.present:
        assert table.result is not None
        final = check_result(table.result)
        places = final.places()
        assert final.absent == (gone,) and places is not None and places[gone] == 3


@pytest.mark.slow
def test_different_audits_for_different_seats_part_nobody() -> None:
    """given a seat that shows one false AUDIT to one and another to the other, or the true one, then all come
    to the same findings as soon as they have told each other, and sign one RESULT."""
    for true in (False, True):
        match = over(ALL, 3)
        liar, (one, two) = match.seats[0], match.seats[1:]
        assert liar.now is not None
        match.send(0, [liar.transcript.end(liar.now.outcome)])
        for table in (one, two):
            match.send(table.seat, table.pump())
        game, own = liar.transcript.game_id, match.secrets[0]
        wrong = ((1,),) * len(own.decks)
        first = statement(match, 0, Audit(game, 0, bytes(32), own.decks))
        second = statement(match, 0, Audit(game, 0, own.master, own.decks if true else wrong))
        one.receive(first)
        two.receive(second)
        for table in (one, two):
            match.send(table.seat, table.pump())
        one.receive(second)
        with pytest.raises(BadStatement):
            two.receive(first)
        match.silent.add(0)
        match.finish(give_up)
        assert one.result is not None and one.result == two.result
        final = check_result(one.result)
        assert final.absent == (0,) and final.findings == (() if true else ((0, 0, "audit.deck"),))
        state = FileState.VALID if true else FileState.GUILTY
        assert {verify_file(file_of(table), Replica(ALL)).state for table in (one, two)} == {state}
        assert {check(file_of(table)).state for table in (one, two)} == {state.value}, check(file_of(one))


def test_nobody_is_held_to_a_match_that_it_never_joined() -> None:
    """given a HELLO of somebody, when another player makes a match with it alone, and a RESULT of that in
    which it is absent and guilty, then that is not a RESULT for anybody, whatever it has signed elsewhere."""
    match = Match(TEN, 31)
    match.until(acting)
    victim, liar = match.seats[0], Secrets(bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32, ((1,),))
    who = keys.Identity.from_seed("liar", bytes([7]) * 32)
    nonce, together = bytes(32), bytes([4]) * 32
    own = make_hello(who, liar, victim.config, HelloParts(TEN.hash, TEN.card_hash, nonce, together))
    bound = sorted((parse_hello(own).binding, victim.players[0].binding), key=lambda one: one.ik)
    game, mine = game_id(bound), int(bound[1].ik == who.public)
    outcome = tuple(1 + (seat != mine) for seat in (0, 1)), WINNER
    finding = (1 - mine, 3, "audit.pool")
    body = result_body(game, TEN.name, bytes(32), outcome, [finding], [1 - mine])
    signature = sign(liar.sk, "fn1/stmt", signed_statement(RESULT, body))
    elsewhere = victim.transcript.joined(0)
    for place in (b"", elsewhere, signature):
        signed = [place, signature] if mine else [signature, place]
        wire = encode([VERSION, RESULT, body, [[one.raw, one.signature] for one in bound], signed])
        with pytest.raises(BadResult):
            check_result(wire)
        assert verify_file(wire, Replica(TEN)).state is FileState.INVALID and check(wire).state == "invalid"


@pytest.mark.parametrize("players", [2, 3])
def test_who_has_not_signed_ready_is_neither_voted_out_nor_absent(players: int) -> None:
    """given somebody who never signs READY, when the others wait for it in vain, then nobody has left the
    match, nobody has won it, and no secret is shown: it has not begun."""
    match = Match(TEN if players == 2 else ALL, 7, players=players)
    match.silent.add(0)
    match.play()
    for table in match.present:
        assert not table.begun and not table.may_vote and not table.may_drop(0)
        with pytest.raises(LocalError):
            table.drop(0)
        assert table.give_up() == [] and table.abandoned
        assert not table.transcript.closing.audits and table.result is None
    if players > 2:
        ours, other = match.present
        place = ours.transcript.game_id, other.seat, 0, 0, ours.transcript.table_digest
        with pytest.raises(BadStatement, match="READY"):
            ours.transcript.receive(statement(match, other.seat, Drop(*place, True)))

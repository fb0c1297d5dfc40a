"""Matches of three and four seats: to a result that all have signed, and on without those who leave.

A seat that leaves is voted out by the others; an eliminated seat watches on and still shows its AUDIT. Every
file of these matches is judged once more from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet import games
from fadenet.engine import kernel
from fadenet.engine.digest import digest
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.rules import Rules
from fadenet.engine.state import CONFIRM
from fadenet.games.fade.tables import HAND, ITEM, NZ, REACTION, V_ATTACH
from fadenet.games.fade.typed import rules_of
from fadenet.table.follower import Follower
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol.faults import BadHello, LocalError
from protocol.files import FileState, Report, verify_file
from protocol.messages import Statement, parse_message
from protocol.needs import Need, NeedAck, NeedCommit, NeedMove, NeedPool, NeedReveal, NeedToken
from protocol.result import check_result
from protocol.standing import DROPPED
from protocol.statements import Drop, parse_body
from protocol.values import DROP
from tests.builders.playout import FAROE
from tests.table.wire import Brazen, Match, acting, file_of, give_up

ALL = games.load("faroe", "free-for-all")
TEAMS = games.load("faroe", "teams")
LEGEND = games.load("faroe", "legend", legend=games.choices("faroe", "legend")[0])
RAID = games.load("fade2", "raiders", raiders=",".join(games.choices("fade2", "raiders")[:2]))
PAIRS = games.load("terrene", "2v2")
RESULT_BYTES_MAX = 1_638
"""Of the RESULT of four seats."""

SETUP = [NeedPool, NeedCommit, NeedReveal, NeedAck, NeedToken]
"""The entries that everybody owes before the first turn."""
FALLING_SILENT = [*((kind, 3) for kind in SETUP), (NeedPool, 4), (NeedToken, 4)]


def judged(match: Match, rules: Rules) -> Report:
    """The result of the files of all who are there: the same for each of them."""
    reports = [verify_file(file_of(table), Replica(rules)) for table in (*match.present, *match.onlookers)]
    said = {(one.state, one.why, one.findings, one.outcome) for one in reports}
    assert len(said) == 1, said
    return reports[0]


def ended(match: Match, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(absent seats, final places) of a match that has come to a clean result, for everybody alike."""
    report = judged(match, rules)
    assert (report.state, report.why) == (FileState.VALID, "every check holds")
    results = [check_result(table.result) for table in match.present if table.result is not None]
    assert len(results) == len(match.present)
    assert len({(one.absent, one.places(), one.findings) for one in results}) == 1
    places = results[0].places()
    assert places is not None
    return results[0].absent, places


def owing(kind: type[Need]) -> Callable[[TableSeat], bool]:
    return lambda table: isinstance(table.transcript.owed(), kind)


def vote_out(match: Match, seat: int) -> None:
    """All others who are still in have waited for a seat in vain."""
    match.silent.add(seat)
    match.play()
    match.vote_out(seat)
    assert all(seat in table.transcript.who_is(DROPPED) for table in match.present)


# Whole matches.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players"),
    [(ALL, 3), (ALL, 4), (TEAMS, 4), (LEGEND, 2), (LEGEND, 4), (RAID, 3), (PAIRS, 4)],
    ids=["all-3", "all-4", "teams", "legend-2", "legend-4", "raid-3", "2v2"],
)
def test_a_match_of_several_seats_ends_with_one_result(rules: Rules, players: int) -> None:
    """given some turns, when seats give up, then all have signed one RESULT and all files are valid."""
    match = Match(rules, 3, looking=1, players=players, people=range(players))
    match.play(steps=250)
    match.play(give_up)
    assert len({table.result for table in match.tables}) == 1
    absent, places = ended(match, rules)
    assert absent == () and len(places) == players
    assert all(
        table.ending.audited is not None and not table.ending.audited.findings for table in match.seats
    )
    result = match.seats[0].result
    assert result is not None and len(result) <= RESULT_BYTES_MAX
    assert len(match.seats[0].journal) == len({*match.seats[0].journal})


def test_a_legend_that_wins_leaves_all_players_behind_it() -> None:
    """given two players against a Legend, when both give up, then nobody is first."""
    match = Match(LEGEND, 4, players=2).play(give_up)
    assert ended(match, LEGEND) == ((), (2, 2))


@pytest.mark.slow
def test_raiders_that_are_agreed_on_are_met_by_all() -> None:
    """given two players who agree to two Raiders, when both give up, then nobody is first in any file."""
    match = Match(RAID, 5, looking=1, players=2, people=range(2))

    def agree(table: TableSeat) -> list[bytes]:
        asked = table.question()
        return match.move(table) if asked is None or asked.kind != CONFIRM else table.answer(YES_MOVE)

    match.play(agree, steps=150)
    state = match.seats[0].replica.state
    assert (
        state is not None
        and len(rules_of(state).opponent.standing(state)) == 2
        and not state.out
        and state.turn
    )
    match.play(give_up)
    assert ended(match, RAID) == ((), (2, 2))


def test_too_many_or_too_few_players_sit_down_at_no_table() -> None:
    """given a game for two, when three HELLOs come, then no table is made of them."""
    three = Match(ALL, 1, players=3)
    with pytest.raises(BadHello):
        Follower(FAROE, three.hellos)
    two = Match(FAROE, 1)
    with pytest.raises(BadHello):
        Follower(ALL, two.hellos)


# Elimination.


def test_who_concedes_watches_the_others_play_on() -> None:
    """given three seats, when one concedes, then two play on, it follows them, and all three sign."""
    match = Match(ALL, 8, looking=1, players=3)
    table = match.until(acting)
    match.send(table.seat, table.concede())
    assert not table.over and table.transcript.owed() is None
    match.play(steps=150)
    others = [other for other in match.seats if other is not table]
    assert table.replica.state is not None and others[0].replica.state is not None
    assert digest(table.replica.state) == digest(others[0].replica.state)
    assert table.question() is None and table.transcript.playing() == [t.seat for t in others]
    match.play(give_up)
    closing = others[0].transcript.closing
    assert table.seat in closing.audits and table.seat not in closing.ends
    absent, places = ended(match, ALL)
    assert absent == () and places[table.seat] > 1


def test_an_eliminated_seat_that_is_gone_is_absent_from_the_result() -> None:
    """given a seat that conceded and went, when the others end the match, then it is last and absent."""
    match = Match(ALL, 8, players=3)
    table = match.until(acting)
    match.send(table.seat, table.concede())
    match.silent.add(table.seat)
    match.finish(give_up)
    absent, places = ended(match, ALL)
    assert absent == (table.seat,) and places[table.seat] == 3


# Leaving.


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "players"), FALLING_SILENT)
def test_the_others_go_on_without_a_seat_that_falls_silent_in_the_set_up(
    kind: type[Need], players: int
) -> None:
    """given a seat that owes its first entry of a kind and is gone, then the others end without it."""
    match = Match(ALL, 5, looking=1, players=players)
    gone = match.until_rest(owing(kind)).seat
    vote_out(match, gone)
    match.play(steps=150)
    match.finish(give_up)
    absent, places = ended(match, ALL)
    assert absent == (gone,) and places[gone] == players


@pytest.mark.slow
@pytest.mark.parametrize("kind", [NeedMove, NeedAck, NeedToken])
def test_the_others_go_on_without_a_seat_that_falls_silent_in_the_game(kind: type[Need]) -> None:
    """given four seats in the middle of a match, when one is gone, then three play on to a result."""
    match = Match(ALL, 6, looking=1, players=4)
    match.play(steps=200)
    gone = match.until_rest(owing(kind)).seat
    vote_out(match, gone)
    state = match.present[0].replica.state
    assert state is not None and gone in state.out and not state.over
    match.play(steps=150)
    assert not any(state.owner[h] == gone and state.zone[h] >= 0 for h in range(5, len(state.code)))
    match.finish(give_up)
    absent, places = ended(match, ALL)
    assert absent == (gone,) and places[gone] == 4


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_tokens_that_were_shown_in_vain_are_not_used_again(players: int) -> None:
    """given a draw that lacks one token, when its author is dropped, then all give their next ones."""
    match = Match(ALL, 5, players=players)
    match.play(steps=100)
    gone = match.until_rest(owing(NeedToken))
    need = gone.transcript.owed()
    assert isinstance(need, NeedToken)
    match.silent.add(gone.seat)
    match.play()
    chains = match.present[0].transcript.play.chains
    due = {deck: chains.next_q(deck) for deck in need.decks}
    vote_out(match, gone.seat)
    assert all(chains.next_q(deck) > q for deck, q in due.items())
    match.play(steps=100)
    match.finish(give_up)
    assert ended(match, ALL)[0] == (gone.seat,)


def test_a_player_who_sleeps_is_dropped_and_its_node_watches_on() -> None:
    """given a node that hears all and whose player does not move, when it is voted out, then it follows."""
    match = Match(ALL, 21, looking=1, players=3)
    match.play(steps=60)
    gone = match.until(acting)
    match.vote_out(gone.seat)
    assert gone.left_behind and gone.transcript.owed() is None and gone.pump() == []
    match.play(steps=60)
    match.play(give_up)
    absent, places = ended(match, ALL)
    assert absent == (gone.seat,) and places[gone.seat] == 3
    assert gone.seat not in gone.transcript.closing.audits, "who was dropped shows nothing"


@pytest.mark.slow
def test_two_leave_a_match_of_four_one_after_the_other() -> None:
    """given four seats, when one is dropped and then another, then two are left and end the match."""
    match = Match(ALL, 7, looking=1, players=4)
    match.play(steps=150)
    first = match.until(acting).seat
    vote_out(match, first)
    match.play(steps=100)
    second = match.until(acting).seat
    vote_out(match, second)
    match.play(steps=100)
    match.finish(give_up)
    absent, places = ended(match, ALL)
    assert absent == tuple(sorted((first, second)))
    assert places[first] == places[second] == max(places)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "over"), [(TEAMS, False), (LEGEND, False), (PAIRS, True)], ids=["teams", "legend", "2v2"]
)
def test_a_seat_that_leaves_its_side(rules: Rules, over: bool) -> None:
    """given sides, when one seat is dropped, then its side goes on as far as the rules let it."""
    match = Match(rules, 9, players=4, people=range(4))
    match.play(steps=150)
    gone = match.until(acting).seat
    vote_out(match, gone)
    assert all(table.over == over for table in match.present)
    match.play(steps=150)
    match.finish(give_up)
    absent, places = ended(match, rules)
    assert absent == (gone,) and places[gone] == max(places)


@pytest.mark.slow
def test_a_vote_on_what_a_legend_casts_is_called_anew_when_a_voter_leaves() -> None:
    """given four who vote unseen, when one of them is dropped, then the other three vote again."""
    match = Match(LEGEND, 108, players=4, people=range(4))

    def votes(table: TableSeat) -> bool:
        state = table.replica.state
        return isinstance(table.transcript.owed(), NeedCommit) and state is not None and state.turn > 0

    gone = match.until_rest(votes).seat
    vote_out(match, gone)
    assert all(votes(table) for table in match.present)
    match.play(steps=100)
    match.finish(give_up)
    assert ended(match, LEGEND)[0] == (gone,)


def test_a_legend_draws_on_when_one_player_is_left() -> None:
    """given three players against a Legend, when two have left, then the last one plays on alone."""
    match = Match(LEGEND, 9, players=3, people=range(3))
    gone = match.until(acting).seat
    vote_out(match, gone)
    table = match.until(acting)
    match.send(table.seat, table.concede())
    (last,) = match.present[0].transcript.playing()
    before = match.decisions
    match.play(steps=150)
    assert match.decisions > before or match.seats[last].over
    match.finish(give_up)
    assert ended(match, LEGEND)[0] == (gone,)


# While the match closes.


def falls_silent_at_the_end(kind: int) -> tuple[Match, int]:
    """A match of three in which a seat that signs no RESULT falls silent after so many statements; that seat.

    It is one that plays to the end: one that is out before signs no END.
    """
    match = Match(ALL, 11, players=3)
    match.play(steps=60)
    closing = match.seats[0].transcript.closing
    for _ in range(10_000):
        for table in match.present:
            gone = min(table.transcript.playing())
            parts = (closing.ends, closing.audits, closing.verdicts)
            if table.seat == gone and table.over and sum(gone in part for part in parts) >= kind:
                match.silent.add(gone)
                return match.finish(give_up), gone
            wires = table.pump() or give_up(table)
            signs = bool(wires) and table.seat == gone and table.ending.signed == wires[-1]
            match.send(table.seat, wires[:-1] if signs else wires)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("kind", [0, 1, 2, 3])
def test_who_falls_silent_while_the_match_closes_is_absent(kind: int) -> None:
    """given a seat that says no END, AUDIT, VERDICT or RESULT any more, then the others end without it."""
    match, gone = falls_silent_at_the_end(kind)
    absent, places = ended(match, ALL)
    assert absent == (gone,) and places[gone] == 3


def test_who_is_voted_out_after_the_end_signs_nothing_and_counts_as_absent() -> None:
    """given four seats whose match is over, when one says no END, then three votes end the wait."""
    match = Match(PAIRS, 12, players=4)
    table = match.until(acting)
    wires = table.concede()
    assert table.over
    gone = next(seat for seat in range(4) if seat != table.seat)
    match.silent.add(gone)
    match.send(table.seat, wires)
    match.play()
    assert {tuple(one.awaited()) for one in match.present} == {(gone,)}
    with pytest.raises(LocalError):
        match.present[0].give_up()
    match.finish()
    assert ended(match, PAIRS)[0] == (gone,)
    late = match.seats[gone]
    for wire in match.present[0].journal[4:]:
        late.receive(wire)
    assert late.left_behind and late.pump() == [] and gone in late.transcript.who_is(DROPPED)


def test_who_comes_back_before_the_result_is_whole_is_not_absent() -> None:
    """given a seat that was given up, when its AUDIT comes after all, then all sign a RESULT with it."""
    match = Match(ALL, 13, players=3)
    table = match.until(acting)
    match.send(table.seat, table.concede())
    gone = table.seat
    match.silent.add(gone)
    match.play(give_up)
    first, second = match.present
    match.send(first.seat, first.give_up())
    assert first.ending.absent == (gone,) and second.ending.absent == () and first.result is None
    match.silent.clear()
    for wire in second.journal[3:]:
        table.receive(wire)
    match.play()
    assert ended(match, ALL)[0] == ()


# Votes.


def drop_of(wire: bytes) -> Drop | None:
    """The vote that an item of a match is."""
    message = parse_message(wire)
    body = parse_body(DROP, message.body) if isinstance(message, Statement) and message.kind == DROP else None
    return body if isinstance(body, Drop) else None


def test_who_has_the_entry_answers_a_vote_with_it() -> None:
    """given an entry that one of two others has, when the other one votes, then it is refuted and gets it."""
    match = Match(ALL, 14, players=3)
    author = match.until(acting)
    holder, deaf = (table for table in match.seats if table is not author)
    wires = [wire for wire in author.pump() or match.move(author)]
    for wire in wires:
        holder.receive(wire)
    vote = deaf.drop(author.seat)
    for wire in vote:
        holder.receive(wire)
    answer = holder.pump()
    against = drop_of(answer[0])
    assert against is not None and not against.vote and against.accused == author.seat
    assert answer[1] == wires[0]
    for wire in (*wires, *answer):
        deaf.receive(wire)
    assert author.seat not in deaf.transcript.who_is(DROPPED)
    assert deaf.transcript.entries(author.seat)[-1] == wires[-1]
    with pytest.raises(LocalError):
        deaf.drop(author.seat)


@pytest.mark.slow
def test_a_split_in_two_halves_drops_nobody() -> None:
    """given four seats of which two and two hear each other, then neither half goes on without the other."""
    match = Match(ALL, 15, players=4)
    match.play(steps=150)
    mover = match.until(acting).seat
    half = [mover, (mover + 1) % 4]
    other = [seat for seat in range(4) if seat not in half]
    kept = match.move(match.seats[mover])
    for seat in half[1:]:
        for wire in kept:
            match.seats[seat].receive(wire)
    made: list[bytes] = []
    for seat in other:
        table = match.seats[seat]
        made += table.drop(mover)
        for wire in made:
            match.seats[other[0]].receive(wire)
            match.seats[other[1]].receive(wire)
    assert not any(match.seats[seat].transcript.who_is(DROPPED) for seat in other)
    assert all(match.seats[seat].transcript.batch() is None for seat in other)
    for seat in half:
        for wire in made:
            match.seats[seat].receive(wire)
    answers = [wire for seat in half for wire in match.seats[seat].pump()]
    for table in match.seats:
        for wire in (*answers, *kept):
            table.receive(wire)
    assert not any(table.transcript.who_is(DROPPED) for table in match.seats)
    match.play(steps=100)
    match.play(give_up)
    assert ended(match, ALL)[0] == ()


def test_what_comes_late_from_a_dropped_seat_is_not_heard() -> None:
    """given a seat that was voted out, when its entry comes after all, then it is not a fault, and in no
    file."""
    match = Match(ALL, 16, players=3)
    gone = match.until(acting)
    vote_out(match, gone.seat)
    before = [list(table.journal) for table in match.present]
    for wire in [*gone.pump(), *match.move(gone)]:
        for table in match.present:
            assert table.receive(wire) == []
    assert [table.journal for table in match.present] == before
    assert not gone.left_behind
    for wire in before[0][3:]:
        if drop_of(wire) is not None:
            gone.receive(wire)
    assert gone.left_behind, "it sees from the votes why the others do not answer"


def test_no_seat_votes_on_itself_or_where_two_are_left() -> None:
    """given two seats left of three, then none votes: a seat that waits in vain shows its AUDIT instead."""
    match = Match(ALL, 17, players=3)
    table = match.until(acting)
    match.send(table.seat, table.concede())
    mover = match.until(acting)
    other = next(t for t in match.seats if t not in (table, mover))
    assert not other.may_vote and table.give_up() == []
    made = other.give_up()
    assert len(made) == 1 and other.seat in other.transcript.closing.audits
    assert verify_file(file_of(other), Replica(ALL)).state is FileState.INCOMPLETE


# After a crash, and in the file.


@pytest.mark.slow
@pytest.mark.parametrize("steps", [20, 120, pytest.param(400, marks=pytest.mark.long)])
def test_a_seat_of_four_comes_back_from_its_file(steps: int) -> None:
    """given a node that crashes, when it reads its file, then it stands where it stood and plays on."""
    match = Match(ALL, 18, players=4)
    match.play(steps=150)
    gone = match.until(acting).seat
    vote_out(match, gone)
    match.play(steps=steps)
    for table in match.present:
        again = match.fresh(table.seat)
        again.restore(table.journal[4:])
        assert again.journal == table.journal and again.known == table.known and again.now == table.now
        match.seats[table.seat] = again
    match.play(steps=50)
    match.finish(give_up)
    assert ended(match, ALL)[0] == (gone,)


def test_a_file_cut_anywhere_accuses_nobody() -> None:
    """given the file of a match that one seat left, when it is cut between items, then it is incomplete."""
    match = Match(ALL, 19, players=3)
    match.play(steps=60)
    vote_out(match, match.until(acting).seat)
    match.finish(give_up)
    journal = match.present[0].journal
    for k in range(0, len(journal), 7):
        assert verify_file(b"".join(journal[:k]), Replica(ALL)).state is FileState.INCOMPLETE


def test_a_result_that_calls_a_dropped_seat_present_is_not_valid() -> None:
    """given a match that one seat was voted out of, when its votes are taken out of the file, it fails."""
    match = Match(ALL, 20, players=3)
    match.play(steps=60)
    vote_out(match, match.until(acting).seat)
    match.finish(give_up)
    journal = match.present[0].journal
    without = [wire for wire in journal[3:] if drop_of(wire) is None]
    assert len(without) == len(journal) - 3 - 4, "two votes of each of the others"
    report = verify_file(b"".join([*journal[:3], *without]), Replica(ALL))
    assert report.state is FileState.INVALID


def lie_down(match: Match) -> tuple[TableSeat, tuple[int, ...]]:
    """Play until a seat could lay down, face-down, a card that it may not: (its table, the move)."""
    found: list[tuple[int, ...]] = []

    def could(table: TableSeat) -> bool:
        if not acting(table) or table.view is None:
            return False
        view, s = table.view, table.view.state
        cards = s.rules.cards
        hand = s.zones[table.seat * NZ + HAND]
        items = [h for h in hand if cards[view.code(h)].types & (ITEM | REACTION) == ITEM]
        hosts = [move for move in view.options() if move[0] == V_ATTACH]
        found[:] = [(V_ATTACH, h, *move[2:]) for h in items for move in hosts[:1]]
        found[:] = [move for move in found if kernel.check(s, table.seat, move) is None]
        return bool(found)

    return match.until(could), found[0]


@pytest.mark.parametrize("leaves", [False, True])
def test_a_lie_is_named_whether_or_not_all_are_there_at_the_end(leaves: bool) -> None:
    """given a false statement in a match of three, then the audit names it, even if another seat has left."""
    match = Match(ALL, 31, players=3)
    liar, move = lie_down(match)
    assert liar.view is not None
    liar.view = Brazen(liar.view.state, liar.seat, liar.view.known)
    seq = len(liar.transcript.entries(liar.seat))
    match.send(liar.seat, liar.answer(move))
    gone = (liar.seat + 1) % 3
    if leaves:
        vote_out_when_asked(match, gone)
    match.finish(give_up)
    report = judged(match, ALL)
    assert report.state is FileState.GUILTY
    assert report.findings == ((liar.seat, seq, "card.face-down-checked"),)
    assert report.result is not None and report.result.absent == ((gone,) if leaves else ())
    places = report.result.places()
    assert places is not None
    assert places[liar.seat] == max(places) and (not leaves or places[3 - liar.seat - gone] == 1)


def vote_out_when_asked(match: Match, seat: int) -> None:
    match.until(lambda table: table.seat == seat)
    vote_out(match, seat)

"""Games without a chain between nodes: decks that are tidied unseen, and cards that must act."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from check_match import check

from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.state import ALL, TAKE
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol.encoding import encode
from protocol.files import FileState, verify_file
from protocol.messages import Entry, Pass, parse_message
from tests.builders.cellar import ASIDE, CELLARS, V_SPRING, W_SPRING, line_of
from tests.table.wire import Brazen, Match, file_of, keeps_one_too_many, state_of

DUEL = CELLARS["duel"]
STATEMENT, SEARCH = DUEL.cites["statement"], DUEL.cites["search"]


def must_spring(table: TableSeat) -> bool:
    """Whether a card of the seat has to act now, which only its node knows."""
    assert table.view is not None
    return state_of(table).asks[0].window == W_SPRING and table.view.options()[0][0] == V_SPRING


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_matches_are_played_and_proven(players: int, so_many: Callable[[int, int], int]) -> None:
    """given matches at random, then all nodes agree at every rest, nothing is found against anybody, and both
    checking programs find the files valid."""
    for seed in range(so_many(2, 20)):
        rules = CELLARS["duel" if players == 2 else "free-for-all"]
        match = Match(rules, seed, players=players, looking=1).finish()
        for table in match.seats:
            report = verify_file(file_of(table), Replica(rules))
            assert (report.state, report.findings) == (FileState.VALID, ()), report
            assert check(file_of(table)).state == "valid"


def test_nobody_is_asked_for_what_leaves_no_choice() -> None:
    """given a deck of which all that does not fit is taken, then its node says so by itself."""
    match = Match(DUEL, 3)
    tidying: list[int] = []

    def move(table: TableSeat) -> list[bytes]:
        s = table.replica.state
        tidying.extend(w.items[2] for w in (s.needs if s else ()) if w.kind == TAKE)
        return match.move(table)

    match.finish(move)
    assert ALL not in tidying and 1 in tidying
    table = match.seats[0]
    assert all(len(line_of(state_of(table), seat, ASIDE)) in (4, 5) for seat in (0, 1))


def test_who_keeps_what_should_have_gone_is_found_by_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    """given a changed client that throws out one card fewer than it must, then the audit names it."""
    match = Match(DUEL, 3)
    seqs = keeps_one_too_many(match.seats[0], monkeypatch)
    match.finish()
    for table in match.seats:
        assert table.ending.audited is not None
        assert table.ending.audited.findings == ((0, seqs[0], SEARCH),)
    assert verify_file(file_of(match.seats[0]), Replica(DUEL)).state is FileState.GUILTY


def test_an_honest_client_does_not_sign_that_a_card_need_not_act() -> None:
    match = Match(DUEL, 5)
    owner = match.until(must_spring)
    assert owner.view is not None and PASS_MOVE not in owner.view.options()
    refusal = owner.view.refusal(PASS_MOVE)
    assert refusal is not None and refusal.rule == STATEMENT and "has to act now" in refusal.text


@pytest.mark.parametrize("seed", [3, 5, 6, 8, 11, 17])
def test_who_keeps_back_a_card_that_must_act_is_found(seed: int) -> None:
    """given a changed client that passes though its card must act, then the audit names seat and entry."""
    match = Match(DUEL, seed)
    liar = match.until(must_spring)
    assert liar.view is not None
    liar.view = Brazen(liar.view.state, liar.seat, liar.view.known)
    seq = len(liar.transcript.entries(liar.seat))
    match.send(liar.seat, liar.answer(PASS_MOVE))
    match.finish()
    for table in match.seats:
        assert table.ending.audited is not None
        assert table.ending.audited.findings[0] == (liar.seat, seq, STATEMENT)
    assert verify_file(file_of(match.seats[0]), Replica(DUEL)).state is FileState.GUILTY


def test_a_pass_looks_the_same_whatever_lies_there() -> None:
    """given somebody who is asked whether a card acts, when it does not, then the entry says no more than any
    other pass does."""
    match = Match(DUEL, 3)
    owner = match.until(lambda table: state_of(table).asks[0].window == W_SPRING and not must_spring(table))
    (wire,) = owner.answer(PASS_MOVE)[:1]
    said = parse_message(wire)
    assert isinstance(said, Entry) and said.payload == encode(Pass().wire())

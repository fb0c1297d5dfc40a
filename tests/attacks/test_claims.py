"""Attacks by what an entry claims of hidden cards: too little, too much, something else, of other cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fadenet.engine.rules import Move
from fadenet.table.seat import TableSeat
from fadenet.table.writing import move_payload
from protocol.faults import IllegalEntry, LocalError, UnexpectedEntry
from protocol.messages import MoveMessage, Take
from protocol.values import Claim, Com
from tests.attacks.hostile import Quiet, convicted, entry, refused, vault_of
from tests.attacks.test_cards import reached
from tests.builders.playout import FAROE
from tests.table.wire import Match, acting, give_up

QUIET = Quiet()

Change = Callable[[tuple[Claim, ...], Com], tuple[Claim, ...]]

CHANGES: dict[str, Change] = {
    "missing": lambda owed, other: (),
    "twice": lambda owed, other: (*owed, Claim(owed[0].predicate, (other,))),
    "another predicate": lambda owed, other: (owed[0]._replace(predicate=owed[0].predicate % 2 + 1),),
    "no known predicate": lambda owed, other: (owed[0]._replace(predicate=999),),
    "another card": lambda owed, other: (owed[0]._replace(coms=(other,)),),
    "one card more": lambda owed, other: (owed[0]._replace(coms=(*owed[0].coms, other)),),
    "no card": lambda owed, other: (owed[0]._replace(coms=()),),
    "a number": lambda owed, other: (owed[0]._replace(numbers=(1,)),),
}


def vouching(table: TableSeat) -> list[Move]:
    """The moves of a seat now that come with a statement about a hidden card."""
    if table.question() is None or table.view is None:
        return []
    return [move for move in table.view.options() if table.rules.moves.vouched(table.view.state, move)]


def other_com(table: TableSeat, but: tuple[Com, ...]) -> Com:
    """Another hidden card of a seat."""
    known = vault_of(table).card
    return next(com for com in sorted(known) if com not in but and com in table.replica.handles.handle)


def stopped(match: Match, liar: TableSeat, wire: bytes, rule: str) -> None:
    """The other seat refuses an entry at once, and its file names author, seq and rule."""
    seq = len(liar.transcript.entries(liar.seat))
    honest = match.seats[1 - liar.seat]
    fault = refused(honest, wire, IllegalEntry)
    assert (fault.author, fault.seq, fault.rule) == (liar.seat, seq, rule)
    convicted(honest, liar.rules, (liar.seat, seq, rule))


@pytest.mark.parametrize("change", CHANGES)
def test_a_move_claims_what_it_has_to_and_nothing_else(change: str) -> None:
    """given a move that lays a card down unseen, when its claim is not the one owed, then it is refused."""
    match = Match(FAROE, 31)
    liar = match.until(lambda table: bool(vouching(table)))
    honest = move_payload(liar.replica, liar.seat, vouching(liar)[0], None)
    assert isinstance(honest, MoveMessage) and len(honest.claims) == 1
    claims = CHANGES[change](honest.claims, other_com(liar, honest.claims[0].coms))
    stopped(match, liar, entry(match, liar.seat, replace(honest, claims=claims)), FAROE.cites["moves"])


def test_a_move_without_statements_claims_nothing() -> None:
    match = Match(FAROE, 31)
    liar = match.until(acting)
    assert liar.view is not None
    move = next(m for m in liar.view.options() if not liar.rules.moves.vouched(liar.view.state, m))
    honest = move_payload(liar.replica, liar.seat, move, None)
    assert isinstance(honest, MoveMessage) and not honest.claims
    claims = (Claim(1, (other_com(liar, ()),)),)
    stopped(match, liar, entry(match, liar.seat, replace(honest, claims=claims)), FAROE.cites["moves"])


def stating(table: TableSeat) -> bool:
    """Whether a seat is about to search for cards of which it has to say something."""
    want = table.search()
    return want is not None and want.items[0] != 0 and bool(table.view and table.view.takeable(want))


@pytest.mark.parametrize(
    ("change", "found"),
    [(change, found) for change in CHANGES for found in (True, False) if found or change != "no card"],
)
def test_a_search_claims_what_it_has_to_and_nothing_else(change: str, found: bool) -> None:
    """given a search that stays hidden, or finds none, when its claim is not the one owed, then likewise."""
    match, liar = reached(QUIET, stating)
    want = liar.search()
    assert want is not None and liar.view is not None
    coms = tuple(liar.replica.handles.com[h] for h in liar.view.takeable(want)[:1]) if found else ()
    owed = (Claim(want.items[0], coms),)
    claims = CHANGES[change](owed, other_com(liar, coms))
    assert claims != owed
    shown = vault_of(liar).ops(coms) if want.items[1] else ()
    wire = entry(match, liar.seat, Take(liar.seat, coms, shown, claims))
    stopped(match, liar, wire, QUIET.cites["search"])


def test_what_is_claimed_rightly_is_taken_and_stands_in_the_file() -> None:
    """given an honest statement, then the entry carries the commitment that it is about."""
    match = Match(FAROE, 31)
    author = match.until(lambda table: bool(vouching(table)))
    move = vouching(author)[0]
    com = author.replica.handles.com[move[1]]
    match.send(author.seat, author.answer(move))
    for table in match.seats:
        said = table.replica.statements[-1]
        assert (said.seat, said.coms, said.fits) == (author.seat, (com,), True)


def test_nobody_concedes_in_place_of_a_search() -> None:
    """given a seat that owes a search, when it concedes instead, then that is not an answer; with its next
    decision it may."""
    match, table = reached(QUIET, stating)
    with pytest.raises(LocalError):
        table.concede()
    seq, honest = len(table.transcript.entries(table.seat)), match.seats[1 - table.seat]
    fault = refused(honest, entry(match, table.seat, MoveMessage("concede")), UnexpectedEntry)
    assert (fault.author, fault.seq) == (table.seat, seq)
    match.send(table.seat, table.take(()))
    match.play(give_up)
    assert all(seat.result is not None for seat in match.seats)

"""Draws between two seats that cost no message: the token travels with the decision before them."""

from __future__ import annotations

import pytest

from fadenet.engine.kernel import PASS_MOVE
from fadenet.table.seat import TableSeat
from fadenet.table.writing import move_payload
from protocol.faults import IllegalEntry
from protocol.files import split_items
from protocol.messages import Entry, MoveMessage, parse_message, parse_payload
from tests.builders.playout import FAROE
from tests.table.wire import Match


def payload_of(wire: bytes) -> object:
    entry = parse_message(wire)
    assert isinstance(entry, Entry)
    return parse_payload(entry.head.kind, entry.payload)


def passes(table: TableSeat) -> bool:
    return table.question() is not None and table.view is not None and PASS_MOVE in table.view.options()


def until_a_pass_draws(match: Match) -> tuple[TableSeat, bytes, bytes]:
    """Everybody passes until a pass brings a token: its seat, that seat's file before it, the entry."""
    while True:
        table = match.until(passes)
        before = b"".join(table.journal[2:])
        wires = table.answer(PASS_MOVE)
        said = payload_of(wires[0])
        if isinstance(said, MoveMessage):
            return table, before, wires[0]
        match.send(table.seat, wires)


def test_a_pass_before_a_draw_is_a_move_with_the_token() -> None:
    # Given a duel in which a pass ends the turn and the other seat draws.
    match = Match(FAROE, 3)
    table, _, wire = until_a_pass_draws(match)
    said = payload_of(wire)
    # Then it is a MOVE that says so and brings the token of the other's deck.
    assert isinstance(said, MoveMessage) and said.text == "pass"
    other = match.seats[1 - table.seat]
    assert [tok.deck for tok in said.tokens] == [other.seat]
    # And the other has drawn as soon as it arrives, without any TOKEN.
    drawn = other.transcript.play.chains.q[other.seat]
    other.receive(wire)
    assert other.transcript.play.chains.q[other.seat] == drawn + 1
    assert other.transcript.table_digest == table.transcript.table_digest


def test_a_restarted_seat_writes_the_same_entry() -> None:
    # Given the file of a seat as it was before such a pass.
    match = Match(FAROE, 3)
    table, before, wire = until_a_pass_draws(match)
    # When a new node takes it up and passes, then the entry has the same bytes.
    again = match.fresh(table.seat)
    again.restore(split_items(before)[0])
    assert again.answer(PASS_MOVE)[0] == wire


def test_a_move_that_only_passes_is_no_other_way_to_say_pass() -> None:
    # Given a seat that may pass, no draw following.
    match = Match(FAROE, 3)
    table = match.until(passes)
    assert not isinstance(move_payload(table.replica, table.seat, PASS_MOVE, None), MoveMessage)
    # When it says so in a MOVE without tokens, then it is refused by its rule, and it is to blame.
    other = match.seats[1 - table.seat]
    seq = len(table.transcript.entries(table.seat))
    wire = table.transcript.write(MoveMessage("pass"))
    with pytest.raises(IllegalEntry) as caught:
        other.receive(wire)
    assert (caught.value.author, caught.value.seq) == (table.seat, seq)
    assert caught.value.rule == FAROE.cites["moves"]

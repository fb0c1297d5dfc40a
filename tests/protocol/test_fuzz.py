"""Any bytes may come in at a table, only a `PeerFault` comes out, and it goes on as if nothing had been sent.

The decoders under it have targets of their own in `tests/fuzz`.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.encoding import decode, encode
from protocol.faults import PeerFault
from protocol.files import split_items
from protocol.messages import Entry, Statement, parse_message, parse_payload
from protocol.needs import Need, NeedMove, NeedOpen, NeedPool, NeedPrivate, NeedReveal, NeedTake, NeedToken
from protocol.statements import parse_body
from protocol.values import VERSION
from tests.protocol.test_encoding import values
from tests.protocol.test_transcript import forge
from tests.protocol.toy import Node, Table

NEEDS: tuple[type[Need], ...] = (NeedPool, NeedToken, NeedReveal, NeedMove, NeedPrivate, NeedTake, NeedOpen)


@cache
def items() -> tuple[bytes, ...]:
    """Every message of one match."""
    table = Table()
    table.play()
    table.close()
    return tuple(split_items(table.nodes[0].file)[0])


_STANDING: dict[type[Need], Table] = {}


def at_need(need: type[Need]) -> Table:
    """A table where this is owed: the one that stands there, unless something was taken at it."""
    table = _STANDING.get(need)
    if table is None:
        table = _STANDING[need] = Table()
        table.until(need)
    return table


def seat_of(node: Node) -> int:
    seat = node.transcript.seat
    assert seat is not None
    return seat


def feed(need: type[Need], table: Table, wire: bytes) -> None:
    """Feed it to both nodes: a PeerFault that changes nothing, or nothing at all."""
    for node in table.nodes:
        before = node.transcript.heads()
        try:
            node.transcript.receive(wire)
            _STANDING.pop(need, None)  # it may have been taken, or kept for later
        except PeerFault:
            assert node.transcript.heads() == before


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    wire = bytearray(draw(st.sampled_from(items())))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(wire) - 1))
        kind = draw(st.integers(0, 3))
        if kind == 0:
            wire[at] = draw(st.integers(0, 255))
        elif kind == 1:
            del wire[at : at + draw(st.integers(1, 9))]
        elif kind == 2:
            wire[at:at] = draw(st.binary(max_size=9))
        else:
            wire = wire[:at]
        if not wire:
            break
    return bytes(wire)


@given(st.one_of(st.binary(max_size=200), mutated(), values.map(encode)), st.sampled_from(NEEDS))
def test_random_and_mutated_bytes(wire: bytes, need: type[Need]) -> None:
    feed(need, at_need(need), wire)


@pytest.mark.slow
@given(values, st.integers(0, 20), st.sampled_from(NEEDS))
@settings(max_examples=75)
def test_signed_nonsense(payload: Any, kind: int, need: type[Need]) -> None:
    """The hostile peer signs properly, at the right place, and fills in what it likes."""
    table = at_need(need)
    feed(need, table, forge(table, seat_of(table.until(need)), payload, kind=kind))


@pytest.mark.slow
@given(st.sampled_from(NEEDS), st.data())
@settings(max_examples=75)
def test_signed_payloads_with_one_value_changed(need: type[Need], data: st.DataObject) -> None:
    """The honest payload of the rest with one leaf replaced: whatever is accepted can be played on."""
    table = at_need(need)
    node = table.until(need)
    honest = node.answer()
    changed = replace_leaf(decode(encode(honest.wire())), data)
    feed(need, table, forge(table, seat_of(node), changed, kind=honest.TYPE))
    for one in table.nodes:
        with suppress(PeerFault):
            one.advance()
        one.transcript.play.ledger.assert_sound()


def replace_leaf(value: Any, data: st.DataObject) -> Any:
    if isinstance(value, list) and value:
        at = data.draw(st.integers(0, len(value) - 1))
        return [*value[:at], replace_leaf(value[at], data), *value[at + 1 :]]
    if isinstance(value, dict):
        key = data.draw(st.sampled_from(sorted(value)))
        return value | {key: replace_leaf(value[key], data)}
    if isinstance(value, int):
        return data.draw(st.one_of(st.integers(0, 40), st.just(2**32), st.booleans()))
    return data.draw(values)


def test_every_payload_of_a_match_is_given_back_by_its_parser() -> None:
    seen = 0
    for item in items():
        if decode(item)[:2] == [VERSION, 0]:
            continue
        message = parse_message(item)
        if isinstance(message, Entry):
            assert encode(parse_payload(message.head.kind, message.payload).wire()) == message.payload
            seen += 1
        elif isinstance(message, Statement):
            assert encode(parse_body(message.kind, message.body).wire()) == message.body
    assert seen > 20

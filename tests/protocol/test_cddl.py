"""`messages.cddl` and the code say the same: all that a match makes is valid under its own rule."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pycddl
import pytest

import protocol
from protocol.encoding import decode, encode
from protocol.evidence import HEADS, check_evidence, make_evidence
from protocol.files import split_items
from protocol.hashing import H, sign, var
from protocol.messages import Entry, Head, Statement, parse_message
from protocol.needs import NeedMove
from tests.protocol.toy import Table

CDDL = (Path(protocol.__file__).parent / "messages.cddl").read_text()
NAMES = """ready move pass pool token ack take open private recommit toss choose
drop end audit verdict"""
PAYLOADS = dict(enumerate(NAMES.split(), 1))


@cache
def schema(rule: str) -> pycddl.Schema:
    """The schema whose root is `rule`: CDDL takes the first rule of the text for the root."""
    return pycddl.Schema(f"root = {rule}\n" + CDDL)


def valid(rule: str, data: bytes) -> bool:
    try:
        schema(rule).validate_cbor(data)
    except pycddl.ValidationError:
        return False
    return True


def evidence() -> bytes:
    """Two heads of one seat for its next place."""
    table = Table()
    transcript = table.until(NeedMove).transcript
    assert transcript.seat is not None
    seat, binding = transcript.seat, transcript.players[transcript.seat].binding
    key = next(own.sk for own in table.secrets.values() if own.sk_public == binding.sk)
    seq, link = transcript.heads()[seat]
    signed = []
    for text in (b"one", b"two"):
        body = H("fn1/body", var(text))
        head = Head.make(2, transcript.game_id, seat, seq, link, transcript.table_digest, body)
        signed += [head, sign(key, "fn1/msg", head)]
    return make_evidence(HEADS, binding, *signed)


@pytest.mark.parametrize("seats", [2, 3])
def test_every_message_of_a_match_is_valid(seats: int) -> None:
    table = Table(seats)
    table.play()
    table.close()
    items, _ = split_items(table.nodes[0].file)
    seen = set()
    for item in items:
        fields = decode(item)
        if fields[:2] == [1, 0]:
            assert valid("hello", item)
            assert valid("hello-body", fields[2])
            assert valid("keys", fields[3])
            continue
        message = parse_message(item)
        if isinstance(message, Entry):
            assert valid("entry", item)
            assert valid("head", message.head.raw)
            assert valid(PAYLOADS[message.head.kind], message.payload)
            seen.add(message.head.kind)
        elif isinstance(message, Statement):
            assert valid(PAYLOADS[message.kind], message.body)
            seen.add(message.kind)
        else:
            assert valid("result", item)
            assert valid("result-body", message.body)
    assert seen == set(PAYLOADS) - {13} - ({6} if seats == 2 else set())


def test_an_evidence_item_is_valid() -> None:
    item = evidence()
    check_evidence(item)
    assert valid("evidence", item)


def test_a_drop_vote_is_valid() -> None:
    assert valid("drop", encode([bytes(32), 0, 1, 7, bytes(32), True]))


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("move", {1: []}),
        ("move", {0: "x", 6: 1}),
        ("move", {0: "x", 1: []}),
        ("pool", [0, 0, bytes(32769)]),
        ("drop", [bytes(32), 0, 1, 7, bytes(32), 1]),
        ("end", [bytes(31), 0, bytes(32), []]),
        ("choose", [2, bytes(32)]),
        ("token", []),
        ("entry", [1, 2, 3]),
        ("entry", [bytes(9), bytes(9), bytes(63)]),
    ],
)
def test_the_schema_refuses_what_the_code_refuses(rule: str, value: object) -> None:
    assert not valid(rule, encode(value))


def test_every_rule_number_of_the_schema_is_the_code_s() -> None:
    commented = re.findall(r"^(\w+) .*; (\d+)$", CDDL, re.M)
    assert {name: int(number) for name, number in commented} == {v: k for k, v in PAYLOADS.items()}

"""`messages.cddl` and the code say the same: all that a match makes is valid under its own rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import protocol
from fadenet import games
from protocol.encoding import decode, encode
from protocol.evidence import check_evidence
from protocol.files import split_items
from tests.protocol.toy import Table
from tests.protocol.vectors import published, shape_id
from tests.table.wire import Match, file_of

CDDL = (Path(protocol.__file__).parent / "messages.cddl").read_text()
NAMES = """ready move pass pool token ack take open private recommit toss choose
drop end audit verdict"""
PAYLOADS = dict(enumerate(NAMES.split(), 1)) | {19: "resume"}
ENVELOPES = {0: "hello", 17: "result", 18: "evidence"}


@cache
def schema(rule: str) -> Any:
    """The `pycddl.Schema` whose root is `rule`: CDDL takes the first rule of the text for the root."""
    return pytest.importorskip("pycddl").Schema(f"root = {rule}\n" + CDDL)


def valid(rule: str, data: bytes) -> bool:
    pycddl = pytest.importorskip("pycddl", reason="pycddl has no wheel for Python 3.14 yet")
    try:
        schema(rule).validate_cbor(data)
    except pycddl.ValidationError:
        return False
    return True


@cache
def of_vectors(name: str) -> list[bytes]:
    return [bytes.fromhex(item) for item in published(name)["items"]]


def of_the_script(seats: int) -> list[bytes]:
    table = Table(seats)
    table.play()
    table.close()
    return split_items(table.nodes[0].file)[0]


def check_item(item: bytes) -> set[int]:
    """Hold an item, and whatever bytes inside it are CBOR again, against the schema; the type it shows.

    Each against the rule of its own type: pycddl errs at choices between many arrays, such as `message`.
    """
    fields = decode(item)
    if len(fields) == 3:
        head = decode(fields[0])
        assert valid("entry", item) and valid("head", fields[0])
        assert valid(PAYLOADS[head[1]], fields[1])
        return {head[1]}
    kind = fields[1]
    assert valid(ENVELOPES.get(kind, "statement"), item)
    inside = {0: [("hello-body", 2), ("keys", 3)], 17: [("result-body", 2)], 18: [("keys", 3)]}
    for rule, place in inside.get(kind, [(PAYLOADS.get(kind, ""), 2)]):
        assert valid(rule, fields[place])
    for binding, _ in fields[3] if kind == 17 else ():
        assert valid("keys", binding)
    for place in (5, 7) if kind == 18 else ():
        assert valid(("head", "drop", "resume")[fields[2]], fields[place])
    return {kind}


@pytest.mark.parametrize(
    ("items", "lacking"),
    [
        (lambda: of_vectors("match"), {6, 13, 18, 19}),
        (lambda: of_vectors("match4"), {18, 19}),
        (lambda: of_vectors("forked"), {13, 18}),
        (lambda: of_vectors("veiled"), {3, 5, 6, 7, 8, 9, 10, 11, 13, 18, 19}),
        (lambda: of_the_script(2), {6, 13, 18, 19}),
        (lambda: of_the_script(3), {13, 18, 19}),
    ],
)
def test_every_message_of_a_match_is_valid(items: Callable[[], list[bytes]], lacking: set[int]) -> None:
    """given a match of the script, then every type but these is there, and every message is valid."""
    seen = set().union(*map(check_item, items()))
    assert seen == set(range(20)) - lacking


def test_the_hello_of_a_named_bot_is_valid() -> None:
    item = bytes.fromhex(published("hello")["item of the bot"])
    assert check_item(item) == {0}
    nobody = [2, bytes(32), bytes(32), decode(decode(item)[2])[3], "", *[bytes(32)] * 4]
    assert not valid("hello-body", encode(nobody))


def test_the_hello_of_a_match_by_correspondence_is_valid() -> None:
    item = bytes.fromhex(published("parcels")["hello of ana"])
    assert check_item(item) == {0}
    body = decode(decode(item)[2])
    assert not valid("hello-body", encode([*body[:3], body[3] | {"days": 15}, *body[4:]]))


@pytest.mark.slow
def test_every_message_of_a_real_game_is_valid() -> None:
    match = Match(games.load("terrene"), 1).play()
    seen = set().union(*map(check_item, split_items(file_of(match.seats[0]))[0]))
    assert seen >= {0, 1, 2, 3, 4, 5, 11, 14, 15, 16, 17}


@pytest.mark.parametrize("what", ["heads", "votes", "resumes"])
def test_an_evidence_item_is_valid(what: str) -> None:
    item = bytes.fromhex(published("evidence")[what])
    check_evidence(item)
    assert check_item(item) == {18}


@pytest.mark.parametrize("row", published("rejects")["shapes"], ids=shape_id)
def test_the_schema_refuses_what_has_no_message_s_shape(row: dict[str, Any]) -> None:
    """given what the vectors call malformed, then the schema refuses it unless they say that it may not."""
    assert valid(row["rule"], bytes.fromhex(row["hex"])) is not row["schema"]


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("move", {1: []}),
        ("move", {0: "x", 6: 1}),
        ("move", {0: "x", 1: []}),
        ("pool", [0, 0, bytes(32769)]),
        ("drop", [bytes(32), 0, 1, 7, bytes(32), 1]),
        ("resume", [bytes(32), 0, b"", bytes(31), []]),
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

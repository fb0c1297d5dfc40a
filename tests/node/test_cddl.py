"""The second part of `messages.cddl` and the code say the same of what nodes tell each other."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fadenet.node.errors import BadRecord
from fadenet.node.link.channel import VERSION, Greet, Purpose, parse_greet
from fadenet.node.link.identity import PlayerKind
from fadenet.node.match import messages
from fadenet.node.match.messages import Arrival, CannotPlay, Heads, Offer, Present, Sitting
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.hello import Config
from tests.protocol.test_cddl import CDDL, valid

PLACES = ("198.51.100.7:47070", "[2001:db8::7]:1")
SITTING = Sitting("ana", b"hello", PLACES)
HEADS = Heads(((3, bytes(32)), (0, b"\1" * 32), (7, b"\2" * 32)), b"digest of 16 by.")
OPTIONS = (("additions", "2015"), ("deep", [1, True, "x"]))
CONFIG = Config("faroe", "free-for-all", 3, opts=OPTIONS)
GREET = Greet(bytes(32), b"n" * 16, b"", "198.51.100.7:47070", Purpose.RESUME, PlayerKind.BOT)

READERS: dict[str, Callable[[bytes], object]] = {
    "greet": parse_greet,
    "offer": messages.parse_offer,
    "sit": messages.parse_sit,
    "sitting": lambda body: Sitting.parse(decode(body)),
    "here": messages.parse_here,
    "players": lambda body: messages.parse_players(body, 3),
    "sorry": messages.sorry,
    "heads": lambda body: messages.parse_heads(body, 3),
    "links": lambda body: messages.parse_links(body, 3),
}
MADE = [
    ("greet", GREET.pack()),
    ("greet", Greet(bytes(32), bytes(16), b"e" * 32, "", Purpose.SEAT, PlayerKind.HUMAN).pack()),
    ("greet", Greet(bytes(32), bytes(16), b"", "\u20ac" * 64, Purpose.SEAT, PlayerKind.HUMAN).pack()),
    ("offer", Offer(CONFIG, bytes(32), b"\1" * 32, "ana").pack()[1:]),
    ("offer", Offer(Config("g", "f", 2, 3, 0, 0, 0), bytes(32), bytes(32), "").pack()[1:]),
    ("sit", messages.pack_sit(Arrival("ana", True, bytes(32), PLACES))[1:]),
    ("sit", messages.pack_sit(Arrival("", False, b"\1" * 32))[1:]),
    ("sitting", encode(SITTING.wire())),
    ("sitting", encode(Sitting("", b"", PLACES * 4).wire())),
    ("sitting", encode(["ana", b"", [":::1"]])),
    ("here", messages.pack_here([Present("ana", bytes(32), b"\1" * 32)])[1:]),
    ("here", messages.pack_here([Present("\u20ac" * 32, bytes(32), bytes(32))] * 4)[1:]),
    ("players", messages.pack_players(b"twelve bytes", [SITTING] * 3)[1:]),
    *(("sorry", messages.pack_sorry(number)[1:]) for number in range(len(messages.REASONS))),
    *(("heads", HEADS.pack(kind)[1:]) for kind in (messages.HEADS, messages.SYNC, messages.SYNCED)),
    ("links", messages.pack_links("ana", [])[1:]),
    ("links", messages.pack_links("ana", [0, 2])[1:]),
]
Path = tuple[int | str, ...]
CHANGES: list[tuple[str, Path, object]] = [
    ("greet", (2,), bytes(15)),
    ("greet", (3,), bytes(31)),
    ("greet", (4,), "x" * 257),
    ("greet", (4,), True),
    ("greet", (5,), 5),
    ("greet", (6,), 2),
    ("greet", (6,), True),
    ("offer", (0,), 2),
    ("offer", (1, "seats"), 5),
    ("offer", (1, "seats"), 1),
    ("offer", (1, "games"), 2),
    ("offer", (1, "timer"), 86401),
    ("offer", (1, "bonus"), 3601),
    ("offer", (1, "audit"), "none"),
    ("offer", (1, "opts"), {1: 2}),
    ("offer", (1, "more"), 1),
    ("offer", (2,), bytes(31)),
    ("offer", (3,), bytes(33)),
    ("offer", (4,), "x" * 129),
    ("offer", (4,), "\u20ac" * 43),
    ("sitting", (0,), True),
    ("sitting", (1,), "hello"),
    ("sitting", (2,), [PLACES[0]] * 9),
    ("sitting", (2, 0), ":1"),
    ("sitting", (2, 0), "1" * 60 + ":4707"),
    ("sit", (0,), True),
    ("sit", (1,), 2),
    ("sit", (2,), bytes(31)),
    ("sit", (3,), [PLACES[0]] * 9),
    ("sit", (3, 0), ":1"),
    ("here", (), []),
    ("here", (0, 0), True),
    ("here", (0, 0), "x" * 129),
    ("here", (0, 1), bytes(31)),
    ("here", (0, 2), bytes(33)),
    ("here", (0,), "x"),
    ("players", (0,), bytes(11)),
    ("players", (1,), []),
    ("players", (1, 2, 1), 1),
    ("sorry", (0,), 5),
    ("sorry", (), []),
    ("sorry", (), [0, 0]),
    ("heads", (0, 1, 0), True),
    ("heads", (0, 1, 1), bytes(31)),
    ("heads", (0, 1), [0]),
    ("heads", (0,), []),
    ("heads", (1,), bytes(15)),
    ("links", (0,), "x" * 129),
    ("links", (1,), [256]),
    ("links", (1,), [0, 1, 2, 3, 4]),
    ("links", (1,), [False]),
]

INSIDE = {"offer": ("config", 1), "players": ("sittings", 1), "heads": ("by-seat", 0)}
ITEMS = {"sittings": "sitting", "by-seat": "held", "here": "present"}


def first(rule: str) -> Any:
    """The first message that is made of a kind, as a value."""
    return decode(next(body for name, body in MADE if name == rule))


def with_change(value: Any, path: Path, to: object) -> Any:
    if not path:
        return to
    whole = inner = deepcopy(value)
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return whole


def fits(rule: str, body: bytes) -> bool:
    """Whether the schema lets these bytes pass.

    pycddl looks at arrays inside of arrays loosely, so each is held against the rule of its own as well.
    """
    if not valid(rule, body):
        return False
    value = decode(body)
    if rule in INSIDE:
        part, place = INSIDE[rule]
        return fits(part, encode(value[place]))
    return all(fits(ITEMS[rule], encode(item)) for item in value) if rule in ITEMS else True


def reads(rule: str, body: bytes) -> bool:
    """Whether the code takes these bytes for a message of a kind."""
    try:
        what = READERS[rule](body)
    except (BadEncoding, BadRecord, CannotPlay):
        return False
    return not isinstance(what, Greet) or (what.version == VERSION and len(what.channel_id) == 32)


@pytest.mark.parametrize(("rule", "body"), MADE)
def test_what_the_code_makes_is_valid_and_is_read(rule: str, body: bytes) -> None:
    assert fits(rule, body)
    assert reads(rule, body)


@pytest.mark.parametrize(("rule", "path", "to"), CHANGES)
def test_one_change_is_refused_by_rule_and_code(rule: str, path: Path, to: object) -> None:
    body = encode(with_change(first(rule), path, to))
    assert not fits(rule, body)
    assert not reads(rule, body)


@pytest.mark.parametrize("rule", sorted(READERS))
def test_one_item_more_or_less_is_refused_by_rule_and_code(rule: str) -> None:
    value = first(rule)
    wrong = [[*value, True], {0: value}, *([] if rule == "here" else [value[:-1]])]
    for body in map(encode, wrong):
        assert not fits(rule, body)
        assert not reads(rule, body)


LEAVES = st.one_of(
    st.integers(0, 2**63 - 1),
    st.integers(0, 5),
    st.booleans(),
    st.binary(max_size=40),
    st.sampled_from([12, 16, 31, 32, 33]).map(bytes),
    st.text(max_size=100),
    st.sampled_from([*PLACES, "0:1", "::1:80", "[::1]:65535", "198.51.100.7:0"]),
    st.just([]),
    st.lists(st.integers(0, 3), max_size=5),
)
"""What is put in the place of something. No maps: pycddl errs at the choice between two kinds of them."""


def places(value: Any) -> list[Path]:
    """The ways to all that is inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[Path] = [()]
    for key, item in inside:
        found += [(key, *path) for path in places(item)]
    return found


@pytest.mark.parametrize("rule", sorted(READERS))
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_what_the_code_reads_is_valid(rule: str, data: st.DataObject) -> None:
    value = first(rule)
    body = encode(with_change(value, data.draw(st.sampled_from(places(value))), data.draw(LEAVES)))
    assert not reads(rule, body) or fits(rule, body)


def test_the_schema_names_the_version_of_the_lobby() -> None:
    assert f"lobby-version = {messages.VERSION}\n" in CDDL

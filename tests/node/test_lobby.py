"""Lobby messages: what one node packs another reads, and nothing else than `BadEncoding` comes of garbage."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.bots.random_ import RandomBot
from fadenet.node.errors import MatchFileDamaged
from fadenet.node.lobby.seating import Own, seating_of
from fadenet.node.match import messages, saved
from fadenet.node.match.messages import Arrival, CannotPlay, Heads, Present, Sitting
from protocol.encoding import encode
from protocol.faults import BadEncoding
from protocol.hello import Config, parse_hello
from tests.node.tables import table

PLACES = ("198.51.100.7:47070", "[2001:db8::7]:1")
SITTING = Sitting("ana", b"hello", PLACES)
ARRIVAL = Arrival("ana", True, b"n" * 32, PLACES)
PRESENT = [Present("ana", b"k" * 32, b"n" * 32), Present("ben", b"l" * 32, b"m" * 32)]
HEADS = Heads(((3, bytes(32)), (0, b"\1" * 32), (7, b"\2" * 32)), b"digest of 16 by.")
OFFER = messages.Offer(Config("faroe", "free-for-all", 3), bytes(32), b"\1" * 32, "ana")

READERS: dict[str, Callable[[bytes], object]] = {
    "offer": messages.parse_offer,
    "sit": messages.parse_sit,
    "here": messages.parse_here,
    "players": lambda body: messages.parse_players(body, 3),
    "sorry": messages.sorry,
    "heads": lambda body: messages.parse_heads(body, 3),
    "links": lambda body: messages.parse_links(body, 3),
    "chat": messages.parse_chat,
}
WHOLE = {
    "offer": OFFER.pack(),
    "sit": messages.pack_sit(ARRIVAL),
    "here": messages.pack_here(PRESENT),
    "chat": messages.pack_chat("good luck"),
    "players": messages.pack_players(b"twelve bytes", [SITTING, SITTING, SITTING]),
    "sorry": messages.pack_sorry(messages.OTHER_NAME),
    "heads": HEADS.pack(messages.HEADS),
    "links": messages.pack_links("ana", [0, 2]),
}


def test_what_is_packed_is_read() -> None:
    assert messages.parse_offer(WHOLE["offer"][1:]) == OFFER
    assert messages.parse_sit(WHOLE["sit"][1:]) == ARRIVAL
    assert messages.parse_here(WHOLE["here"][1:]) == PRESENT
    assert messages.parse_players(WHOLE["players"][1:], 3) == (b"twelve bytes", (SITTING,) * 3)
    assert messages.parse_heads(WHOLE["heads"][1:], 3) == HEADS
    assert messages.parse_links(WHOLE["links"][1:], 3) == ("ana", frozenset((0, 2)))
    assert messages.parse_chat(WHOLE["chat"][1:]) == "good luck"
    assert str(messages.sorry(WHOLE["sorry"][1:])) == messages.REASONS[messages.OTHER_NAME]


@pytest.mark.parametrize("kind", READERS)
@given(st.data())
def test_garbage_is_refused_and_nothing_worse(kind: str, data: st.DataObject) -> None:
    body = bytearray(WHOLE[kind][1:])
    how = data.draw(st.sampled_from(("flip", "cut", "noise")))
    if how == "flip":
        body[data.draw(st.integers(0, len(body) - 1))] ^= data.draw(st.integers(1, 255))
    elif how == "cut":
        del body[data.draw(st.integers(0, len(body) - 1)) :]
    else:
        body[:] = data.draw(st.binary(max_size=64))
    try:
        READERS[kind](bytes(body))
    except (BadEncoding, CannotPlay) as refused:
        assert str(refused)


@pytest.mark.parametrize(
    "place",
    ["example.org:47070", "198.51.100.7", "198.51.100.7:0", "198.51.100.7:65536", ":1", "::1", "[::1]:x"],
)
def test_an_address_is_a_literal_with_a_port(place: str) -> None:
    with pytest.raises(BadEncoding):
        messages.parse_sit(encode(["ana", 0, bytes(32), [place]]))


@pytest.mark.parametrize("seats", [[2, 1], [1, 1], [0, 1, 2, 3]])
def test_links_name_each_seat_once_in_order(seats: list[int]) -> None:
    with pytest.raises(BadEncoding):
        messages.parse_links(encode(["ana", seats]), 3)


def test_what_a_restart_needs_is_read_back_or_said_to_be_damaged(tmp_path: Path) -> None:
    match = "0" * 32
    (tmp_path / saved.FOLDER).mkdir()
    peers = (saved.SavedPeer("ben", "11" * 32, PLACES), saved.SavedPeer("cai", "22" * 32))
    kind = ("human", "", "cinder-circuit", 24)
    note = saved.SavedTable(
        "faroe", "free-for-all", {}, "host", "ana", peers, "aa", "bb", PLACES[:1], PLACES, *kind
    )
    saved.write_table(tmp_path, match, note)
    assert saved.read_table(tmp_path, match) == note
    path = tmp_path / saved.FOLDER / f"{match}.table"
    fields = json.loads(path.read_bytes())
    for wrong in ({"v": 1}, {"peers": [{"name": "ben"}]}, {"peers": 3}, {"listen": None}):
        path.write_text(json.dumps(fields | wrong))
        with pytest.raises(MatchFileDamaged):
            saved.read_table(tmp_path, match)


def test_a_hello_is_made_anew_for_each_seating(tmp_path: Path) -> None:
    """given a guest at a table, when somebody leaves and another one comes, then its HELLO is a new one, with
    other keys, for the same visit; to the same players it says the same again."""
    ana = table(tmp_path / "ana", 0, RandomBot())
    own = Own(ana, Config("faroe", "free-for-all", 3))
    first, second = ([own.present(), PRESENT[1], Present("cid", key * 32, key * 32)] for key in (b"c", b"d"))
    said = own.hello(first)
    assert own.hello([*reversed(first)]) == said and own.secrets([Sitting("ana", said)]) is not None
    old, new = parse_hello(said), parse_hello(own.hello(second))
    assert old.nonce == new.nonce == own.nonce
    assert (old.seating, new.seating) == (seating_of(first), seating_of(second))
    for name in ("sk", "xk"):
        assert getattr(old.binding, name) != getattr(new.binding, name)
    assert old.master != new.master and own.secrets([Sitting("ana", said)]) is None

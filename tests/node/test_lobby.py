"""Lobby messages: what one node packs another reads, and nothing else than `BadEncoding` comes of garbage."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.bots.random_ import RandomBot
from fadenet.node import limits
from fadenet.node.errors import MatchFileDamaged
from fadenet.node.link.candidates import Address, RelayAddress, pack_candidate
from fadenet.node.lobby.seating import OwnSeating, seating_of
from fadenet.node.match import messages, saved
from fadenet.node.match.messages import Arrival, Attendee, CannotPlay, Heads, Sitting
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.hello import Config, parse_hello
from tests.node.tables import table

PLACES = (Address("198.51.100.7"), Address("2001:db8::7", 1), RelayAddress(b"r" * 16, "mia.example", 9))
SITTING = Sitting("ana", b"hello", PLACES)
ARRIVAL = Arrival("ana", True, b"n" * 32, PLACES)
PRESENT = [Attendee("ana", b"k" * 32, b"n" * 32), Attendee("ben", b"l" * 32, b"m" * 32)]
HEADS = Heads(((3, bytes(32)), (0, b"\1" * 32), (7, b"\2" * 32)), b"digest of 16 by.")
OFFER = messages.TableOffer(
    Config("faroe", "free-for-all", 3), bytes(32), b"\1" * 32, "ana", messages.Watch(True, 60), "greedy"
)

READERS: dict[str, Callable[[bytes], object]] = {
    "offer": messages.parse_offer,
    "sit": messages.parse_sit,
    "here": messages.parse_here,
    "players": lambda body: messages.parse_players(body, 3),
    "sorry": messages.sorry,
    "heads": lambda body: messages.parse_heads(body, 3),
    "links": lambda body: messages.parse_links(body, 3),
    "chat": messages.parse_chat,
    "where": messages.parse_where,
    "want": messages.parse_want,
    "set": messages.parse_set,
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
    "where": messages.pack_where(PLACES),
    "want": messages.pack_want("0" * 24, 7),
    "set": messages.pack_set(messages.SetPiece("0" * 24, 9, 7, b"ab")),
}


def test_what_is_packed_is_read() -> None:
    assert messages.parse_offer(WHOLE["offer"][1:]) == OFFER
    assert messages.parse_sit(WHOLE["sit"][1:]) == ARRIVAL
    assert messages.parse_here(WHOLE["here"][1:]) == PRESENT
    assert messages.parse_players(WHOLE["players"][1:], 3) == (b"twelve bytes", (SITTING,) * 3)
    assert messages.parse_heads(WHOLE["heads"][1:], 3) == HEADS
    assert messages.parse_links(WHOLE["links"][1:], 3) == ("ana", frozenset((0, 2)))
    assert messages.parse_chat(WHOLE["chat"][1:]) == "good luck"
    assert messages.parse_where(WHOLE["where"][1:]) == PLACES
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


def _players_of_two(body: bytes) -> object:
    return messages.parse_players(body, 2)


WRONG = [
    "198.51.100.7:47070",
    b"",
    pack_candidate(PLACES[0])[:-1],
    pack_candidate(PLACES[0]) + b"x",
    b"\x02" + bytes(6),
    b"\x40\x03\x00\x01-",
]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_candidate_is_whole_and_of_a_kind_that_can_be_skipped(wrong: object) -> None:
    sit = ["ana", 0, bytes(32)]
    for body, read in (
        ([*sit, [wrong]], messages.parse_sit),
        ([[wrong]], messages.parse_where),
        ([b"twelve bytes", [["ana", b"hello", []], ["ben", b"hello", [wrong]]]], _players_of_two),
    ):
        with pytest.raises(BadEncoding):
            read(encode(body))


@pytest.mark.parametrize("count", [limits.CANDIDATES, limits.CANDIDATES + 1])
def test_candidates_of_a_player_are_bounded(count: int) -> None:
    packed = [pack_candidate(Address("198.51.100.7", 1 + n)) for n in range(count)]
    if count > limits.CANDIDATES:
        with pytest.raises(BadEncoding):
            messages.parse_where(encode([packed]))
    else:
        assert len(messages.parse_where(encode([packed]))) == count


def test_what_may_not_be_dialled_or_is_not_known_is_left_out() -> None:
    """given a player that names a group, a port 0, a kind of tomorrow, and one address that is good."""
    named = [Address("224.0.0.1"), Address("198.51.100.7", 0), PLACES[0]]
    packed = [*map(pack_candidate, named), b"\xff\x03new"]
    assert messages.parse_where(encode([packed])) == (PLACES[0],)
    assert messages.parse_sit(encode(["ana", 0, bytes(32), packed])).candidates == (PLACES[0],)


@pytest.mark.parametrize(
    ("watch", "read"),
    [
        ([False, 0], messages.Watch()),
        ([True, limits.WATCH_DELAY_S], messages.Watch(True, limits.WATCH_DELAY_S)),
        ([True, limits.WATCH_DELAY_S + 1], None),
        ([1, 0], None),
        ([True], None),
        ([True, 0, 0], None),
    ],
)
def test_an_offer_says_whether_the_match_may_be_watched(
    watch: list[object], read: messages.Watch | None
) -> None:
    body = encode([*decode(OFFER.pack()[1:])[:5], watch, ""])
    if read is None:
        with pytest.raises(BadEncoding):
            messages.parse_offer(body)
    else:
        assert messages.parse_offer(body).watch == read


@pytest.mark.parametrize("bot", ["two words", "x" * 33, "\x1b[2J", None, True, 1, b"greedy"])
def test_an_offer_names_a_bot_as_bots_are_called(bot: object) -> None:
    fields = decode(OFFER.pack()[1:])[:6]
    assert messages.parse_offer(encode([*fields, ""])).bot == ""
    with pytest.raises(BadEncoding):
        messages.parse_offer(encode([*fields, bot]) if bot is not None else encode(fields))


def test_an_offer_of_another_version_is_told_from_garbage() -> None:
    """given a host of an older and of a newer lobby, then it says whose is which, and who has to update."""
    ours = messages.VERSION
    for version, who in ((ours - 1, "Ask the host to update"), (ours + 1, "Update this program")):
        said = f"version {version} of the lobby, this one {ours}. {who}"
        with pytest.raises(CannotPlay, match=re.escape(said)):
            messages.parse_offer(encode([version, "whatever"]))


@pytest.mark.parametrize("seats", [[2, 1], [1, 1], [0, 1, 2, 3]])
def test_links_name_each_seat_once_in_order(seats: list[int]) -> None:
    with pytest.raises(BadEncoding):
        messages.parse_links(encode(["ana", seats]), 3)


WRONG_FIELDS: list[dict[str, object]] = [
    {"v": "3"},
    {"peers": [{"name": "ben"}]},
    {"peers": 3},
    {"listen": None},
    {"candidates": ["0"]},
    {"candidates": [""]},
    {"candidates": ["00" * 258]},
    {"candidates": [PLACES[0].host]},
    {"watch": -1},
]


def test_what_a_restart_needs_is_read_back_or_said_to_be_damaged(tmp_path: Path) -> None:
    match = "0" * 32
    (tmp_path / saved.FOLDER).mkdir()
    packed = saved.packed(PLACES)
    peers = (saved.SavedPeer("ben", "11" * 32, packed), saved.SavedPeer("cai", "22" * 32))
    kind = ("human", "", "cinder-circuit", 24)
    note = saved.SavedTable(
        *("faroe", "free-for-all", {}, "host", "ana", peers, "aa", "bb", ("198.51.100.7:47070",), packed),
        *kind,
        watch=60,
    )
    saved.write_table(tmp_path, match, note)
    read = saved.read_table(tmp_path, match)
    assert read == note and read.where == read.peers[0].where == PLACES and read.peers[1].where == ()
    path = tmp_path / saved.FOLDER / f"{match}.table"
    fields = json.loads(path.read_bytes())
    for wrong in WRONG_FIELDS:
        path.write_text(json.dumps(fields | wrong))
        with pytest.raises(MatchFileDamaged):
            saved.read_table(tmp_path, match)


NOTE = """{"v": 3, "game": "faroe", "format": "duel", "options": {}, "role": "join", "name": "ana",
"peers": [], "invitation": "", "token": "bb", "listen": [], "candidates": [], "kind": "human", "bot": "",
"deck": "cinder-circuit", "hours": 24, "touched": 5}"""


def test_a_note_of_today_is_read_and_one_of_another_version_is_said_to_be(tmp_path: Path) -> None:
    """given the note of a match as version 3 writes it, then it is read; one of an earlier or a later version
    is not damage: that version can go on with the match."""
    match, folder = "0" * 32, tmp_path / saved.FOLDER
    folder.mkdir()
    path = folder / f"{match}.table"
    path.write_text(NOTE)
    path.chmod(0o600)
    assert saved.read_table(tmp_path, match).deck == "cinder-circuit"
    for version, which in ((2, "an earlier"), (4, "a later")):
        path.write_text(NOTE.replace('"v": 3', f'"v": {version}'))
        with pytest.raises(
            MatchFileDamaged, match=f"is of {which} version of fadenet, which can go on with it"
        ):
            saved.read_table(tmp_path, match)


def test_a_hello_is_made_anew_for_each_seating(tmp_path: Path) -> None:
    """given a guest at a table, when somebody leaves and another one comes, then its HELLO is a new one, with
    other keys, for the same visit; to the same players it says the same again."""
    ana = table(tmp_path / "ana", 0, RandomBot())
    own = OwnSeating(ana, Config("faroe", "free-for-all", 3))
    first, second = ([own.present(), PRESENT[1], Attendee("cid", key * 32, key * 32)] for key in (b"c", b"d"))
    said = own.hello(first)
    assert own.hello([*reversed(first)]) == said and own.secrets([Sitting("ana", said)]) is not None
    old, new = parse_hello(said), parse_hello(own.hello(second))
    assert old.nonce == new.nonce == own.nonce
    assert (old.seating, new.seating) == (seating_of(first), seating_of(second))
    for name in ("sk", "xk"):
        assert getattr(old.binding, name) != getattr(new.binding, name)
    assert old.master != new.master and own.secrets([Sitting("ana", said)]) is None

"""Targets of the protocol and the node: all that another node can send, and what is kept of it in files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import cbor2

import keys
from fadenet import games
from fadenet.node.errors import BadChannelRecord, BadInvite, NodeError
from fadenet.node.limits import BOXES_PER_OWNER, CANDIDATES
from fadenet.node.link.candidates import (
    Address,
    Candidate,
    IrohId,
    RelayAddress,
    candidate_end,
    dialable,
    pack_candidate,
    parse_address,
    unpack_candidate,
)
from fadenet.node.link.channel import Greet, Purpose, parse_greet
from fadenet.node.link.identity import PlayerKind
from fadenet.node.lobby.invite import Invite, make_invite, parse_invite, parse_relay_line
from fadenet.node.match import messages, saved
from fadenet.node.match.storage import MatchFolder
from fadenet.node.reach import box_store
from fadenet.table.replica import Replica
from protocol.encoding import ENTRY_MAX, ITEMS_MAX, decode, encode
from protocol.evidence import check_evidence, fork_of
from protocol.faults import BadEncoding, BadEvidence, BadHello, BadResult, CorruptFile
from protocol.files import split_items, verify_file
from protocol.hello import parse_hello, seat_hellos
from protocol.messages import Entry, ResultMessage, Statement, parse_message, parse_payload
from protocol.result import check_result
from protocol.secrets import Secrets
from protocol.statements import parse_body
from protocol.values import HELLO, RESUME, VERSION
from tests.fuzz.target import Target
from tests.protocol.test_encoding import oracle
from tests.protocol.toy import Toy
from tests.protocol.vectors import published
from tests.table.wire import Match, file_of, give_up

MATCH_ID: Final = "0123456789abcdef" * 2
MATCHES: Final = ("match", "match4", "forked")


@cache
@cache
def items() -> tuple[bytes, ...]:
    """Every item of the recorded matches, of two and of four seats, the last with RESUMEs."""
    return tuple(item for name in MATCHES for item in recorded(name))


@cache
def recorded(name: str) -> tuple[bytes, ...]:
    """The items of one of them."""
    return tuple(bytes.fromhex(item) for item in published(name)["items"])


def _messages(*kinds: type) -> list[bytes]:
    """The recorded items of these kinds, HELLOs left out."""
    others = [item for item in items() if decode(item)[:2] != [VERSION, HELLO]]
    return [item for item in others if isinstance(parse_message(item), kinds)]


def hellos() -> list[bytes]:
    named = bytes.fromhex(published("hello")["item of the bot"])
    return [named, *(item for item in items() if decode(item)[:2] == [VERSION, HELLO])]


def _payloads() -> list[bytes]:
    """A byte for the kind, and the payload of an entry or the body of a statement."""
    found = []
    for message in map(parse_message, _messages(Entry, Statement)):
        if isinstance(message, Entry):
            found.append(bytes([message.head.kind]) + message.payload)
        elif isinstance(message, Statement):
            found.append(bytes([message.kind]) + message.body)
    return found


def _parse_kind(data: bytes) -> tuple[int, Any]:
    kind = data[0] if data else 255
    return kind, (parse_payload if kind <= 12 else parse_body)(kind, data[1:])


def _reference(data: bytes) -> Any:
    """The value of the bytes if cbor2, told to write them again, makes the same of them: an oracle for
    `decode` that shares no code with its scanner. Raises `BadEncoding`."""
    value = cbor2.loads(data) if oracle(data) else None
    if value is None or len(data) > ENTRY_MAX or _count(value) > ITEMS_MAX:
        raise BadEncoding("not what it would be written as")
    return value


def _count(value: Any) -> int:
    """Data items in it; a map counts keys and values."""
    if type(value) is dict:
        return 1 + len(value) + sum(map(_count, value.values()))
    return 1 + (sum(map(_count, value)) if type(value) is list else 0)


def _decoded(data: bytes) -> Any:
    """`decode`, held against the oracle. Bombs of references, which only the scanner can refuse, are spared
    the oracle: it would write them out."""
    try:
        value = decode(data)
    except BadEncoding:
        if not any(tag in data for tag in (b"\xd8\x1c", b"\xd8\x1d", b"\xd8\x19", b"\xd9\x01\x00")):
            try:
                _reference(data)
            except BadEncoding:
                pass
            else:
                raise AssertionError("refused, and yet it is what it would be written as") from None
        raise
    assert _reference(data) == value
    return value


def _encodings() -> list[bytes]:
    """Items of matches, and every published reject of the encoding."""
    return [*items(), *(bytes.fromhex(row["hex"]) for row in published("rejects")["encoding"])]


@cache
def match_file() -> bytes:
    return file_of(Match(games.load("faroe"), 1).play(give_up).seats[0])


def _forks() -> list[bytes]:
    """The proofs in the recorded RESUMEs."""
    bodies = (content[1:] for content in _payloads() if content[0] == RESUME)
    return [proof for _, _, proof, *_ in map(decode, bodies)]


def _verify(data: bytes) -> Any:
    """Verify as `fadenet verify` does, once for a file of faroe and once for one of the toy game."""
    return verify_file(data, Replica(games.load("faroe"))), verify_file(data, Toy())


def _secrets() -> list[bytes]:
    return [bytes.fromhex(own) for name in MATCHES for own in published(name)["secrets by seat"]]


# The node.


def _greets() -> list[bytes]:
    return [
        Greet(bytes(32), bytes(16), b"", "198.51.100.1:47070", Purpose.SEAT, PlayerKind.HUMAN).pack(),
        Greet(b"\1" * 32, b"\2" * 16, b"\3" * 32, "[2001:db8::1]:9", Purpose.RELAY, PlayerKind.BOT).pack(),
    ]


def _places() -> tuple[Candidate, ...]:
    return (
        Address("198.51.100.1"),
        Address("2001:db8::1", 1, udp=True),
        Address("mia.example", 9),
        IrohId(b"\5" * 32),
        RelayAddress(b"\6" * 16, "203.0.113.1", 65535),
        RelayAddress(b"\7" * 16, "2001:db8::7", 7),
        RelayAddress(b"\7" * 16, "relay.example", 7),
    )


def _lobby() -> list[bytes]:
    first = parse_hello(hellos()[0])
    sittings = [messages.Sitting(f"p{i}", hello, _places()) for i, hello in enumerate(hellos()[:2])]
    heads = messages.Heads(((0, bytes(32)), (7, b"\1" * 32)), bytes(16))
    return [
        messages.TableOffer(first.config, first.rules, first.card_set, "ana").pack(),
        messages.pack_sit(messages.Arrival("ana", False, bytes(32), _places()[:3])),
        messages.pack_here([messages.Attendee("ana", bytes(32), b"\1" * 32)]),
        messages.pack_players(bytes(12), sittings),
        messages.pack_sorry(2),
        heads.pack(messages.HEADS),
        heads.pack(messages.SYNC),
        messages.pack_links("ana", [0, 1]),
        messages.pack_chat("good luck, \u00e9"),
        messages.pack_where(_places()),
        messages.pack_again(messages.RematchWish.YES),
        messages.pack_want("0" * 24, 12_288),
        messages.pack_set(messages.SetPiece("0" * 24, 30_000, 12_288, b'{"card":{')),
    ]


_LOBBY: Final[dict[int, Callable[[bytes], Any]]] = {
    messages.OFFER: messages.parse_offer,
    messages.SIT: messages.parse_sit,
    messages.HERE: messages.parse_here,
    messages.PLAYERS: lambda body: messages.parse_players(body, 2),
    messages.SORRY: messages.sorry,
    messages.HEADS: lambda body: messages.parse_heads(body, 2),
    messages.SYNC: lambda body: messages.parse_heads(body, 2),
    messages.LINKS: lambda body: messages.parse_links(body, 2),
    messages.CHAT: messages.parse_chat,
    messages.WHERE: messages.parse_where,
    messages.AGAIN: messages.parse_again,
    messages.WANT: messages.parse_want,
    messages.SET: messages.parse_set,
}


def _parse_lobby(data: bytes) -> Any:
    """A message of the lobby or the match; each candidate that it names may be dialled."""
    parse = _LOBBY.get(data[0]) if data else None
    if parse is None:
        raise BadEncoding("a message of another kind")
    value = parse(data[1:])
    if isinstance(value, messages.TableOffer):
        assert value.pack()
    elif isinstance(value, messages.Arrival):
        _check_places(value.candidates)
    elif data[0] == messages.PLAYERS:
        for one in value[1]:
            _check_places(one.candidates)
    elif data[0] == messages.WHERE:
        _check_places(value)
    return value


def _check_places(candidates: Sequence[Candidate]) -> None:
    """The candidates that somebody else names: few, each once, and each can be passed on."""
    assert len(candidates) == len(set(candidates)) <= CANDIDATES
    assert dialable(candidates) == candidates
    for one in candidates:
        assert unpack_candidate(pack_candidate(one)) == one
        if not isinstance(one, IrohId):
            assert one.host.isascii() and one.host.isprintable() and 0 < one.port < 65536


def _one_candidate(data: bytes) -> Candidate | None:
    """One candidate. Where it ends is known before it is read, and what is known is packed as it was."""
    candidate = unpack_candidate(data)
    assert candidate_end(data + b"more", 0) == len(data)
    assert candidate is None or pack_candidate(candidate) == data
    return candidate


def _relay_lines() -> list[bytes]:
    line = make_invite(Invite(b"\1" * 16, b"\2" * 12, 0, _places()[:4], relay=True, standing=True))
    return [line.encode(), f"> {line[:50]}\r\n> {line[50:]}".encode(), *_invites()]


def _invites() -> list[bytes]:
    where = (
        Address("198.51.100.7", 47070),
        Address("2001:db8::7", 1, udp=True),
        IrohId(b"\5" * 32),
        RelayAddress(b"\6" * 16, "203.0.113.1", 65535),
    )
    made = [
        make_invite(Invite(bytes(16), bytes(12), 480_000, ())),
        make_invite(Invite(b"\1" * 16, b"\2" * 12, 2**24 - 1, where, spectator=True)),
    ]
    return [text.encode() for text in made] + [f'> "{made[1][:90]}\n{made[1][90:]}"\r\n'.encode()]


@cache
def folder() -> Path:
    """A data folder of this process, to put files into."""
    kept = tempfile.TemporaryDirectory(prefix="fuzz")
    _KEPT.append(kept)
    (Path(kept.name) / saved.FOLDER).mkdir(mode=0o700)
    return Path(kept.name)


_KEPT: Final[list[tempfile.TemporaryDirectory[str]]] = []


def in_file(name: str, data: bytes) -> Path:
    """A private file in the data folder of this process."""
    path = folder() / name
    path.write_bytes(data)
    os.chmod(path, 0o600)
    return path


def _open_match(data: bytes) -> list[bytes]:
    """A match file opened: its items, which stand there still when it is opened again."""
    in_file(f"{saved.FOLDER}/{MATCH_ID}.match", data)
    matches = MatchFolder(folder() / saved.FOLDER)
    with matches.open(MATCH_ID) as file:
        found = file.items()
    assert data.startswith(b"".join(found))
    with matches.open(MATCH_ID) as file:
        assert file.items() == found
    return found


def _parcels() -> list[bytes]:
    """Files of parcels at a helper."""
    parcel = box_store.StoredParcel(b"8 bytes.", b"s" * 16, b"a place.", 1_800_000_000, 3)
    return [box_store.packed_parcel(parcel, data) for data in (b"abc", bytes(1000))]


def _read_parcel(data: bytes) -> bytes:
    """A parcel's file, written again from what was read."""
    path = in_file(f"{'ab' * 16}-{'cd' * 12}-{'ef' * 8}.parcel", data)
    return box_store.packed_parcel(*box_store.read_parcel(path))


def _owners() -> list[bytes]:
    """Files of the boxes that owners have."""
    some = [
        box_store.Box(b"\xab" * 16, bytes([n]) * 12, b"a place.", b"by a host's " if n % 2 else b"", n)
        for n in range(BOXES_PER_OWNER)
    ]
    return [box_store.packed_owner(some[:1]), box_store.packed_owner(some)]


def _read_owner(data: bytes) -> list[box_store.Box]:
    boxes = box_store.read_owner(in_file(f"{'ab' * 16}.boxes", data))
    assert 1 <= len(boxes) <= BOXES_PER_OWNER and {len(box.tag) for box in boxes} == {12}
    return boxes


def _tables() -> list[bytes]:
    peers = (saved.SavedPeer("ana", "ab" * 32, saved.packed(_places())), saved.SavedPeer("ben", "cd" * 32))
    table = saved.SavedTable(
        game="faroe",
        format="duel",
        options={},
        role="host",
        name="ana",
        peers=peers,
        invitation="00" * 12,
        token="11" * 12,
        listen=("0.0.0.0:47070",),
        candidates=saved.packed(_places()[:2]),
        kind="human",
        bot="",
        deck="deck.toml",
        hours=3,
    )
    saved.write_table(folder(), MATCH_ID, table)
    return [(folder() / saved.FOLDER / f"{MATCH_ID}.table").read_bytes()]


def _read_table(data: bytes) -> saved.SavedTable:
    """A note of a table, with all that is done with it later on."""
    in_file(f"{saved.FOLDER}/{MATCH_ID}.table", data)
    table = saved.read_table(folder(), MATCH_ID)
    for text in (table.invitation, table.token, *(peer.key for peer in table.peers)):
        bytes.fromhex(text)
    for peer in table.peers:
        assert len(peer.key) == 64
        _check_places(peer.where)
    _check_places(table.where)
    saved.played(table.game, table.format, table.options)
    return table


def _write_table(table: saved.SavedTable) -> bytes:
    saved.write_table(folder(), MATCH_ID, table)
    return (folder() / saved.FOLDER / f"{MATCH_ID}.table").read_bytes()


def _bodies(parsed: tuple[int, Any]) -> bytes:
    return bytes([parsed[0]]) + encode(parsed[1].wire())


def _seat_all(data: bytes) -> Any:
    """The HELLOs of a match that somebody brings together."""
    found, tail = split_items(data)
    if tail or not found:
        raise CorruptFile("something is left over")
    return seat_hellos(found)


TARGETS: Final = (
    Target("item", _encodings, _decoded, (BadEncoding,), encode, form="cbor"),
    Target(
        "message",
        lambda: _messages(Entry, Statement, ResultMessage),
        parse_message,
        (BadEncoding,),
        lambda m: bytes(m.wire),
        form="cbor",
    ),
    Target("payload", _payloads, _parse_kind, (BadEncoding,), _bodies, form="cbor", head=1),
    Target("hello", hellos, parse_hello, (BadEncoding, BadHello), lambda h: h.wire, form="cbor", cost=2),
    Target(
        "hellos",
        lambda: [b"".join(hellos()[:2]), b"".join(hellos()[2:6])],
        _seat_all,
        (BadEncoding, BadHello, CorruptFile),
        cost=4,
    ),
    Target(
        "result",
        lambda: _messages(ResultMessage),
        check_result,
        (BadEncoding, BadResult),
        form="cbor",
        cost=4,
    ),
    Target(
        "evidence",
        lambda: [bytes.fromhex(published("evidence")[what]) for what in ("heads", "votes")],
        check_evidence,
        (BadEvidence,),
        form="cbor",
        cost=2,
    ),
    Target("fork", _forks, fork_of, (BadEvidence,), form="cbor", cost=2),
    Target("secret", _secrets, Secrets.load, (BadEncoding,), lambda own: own.store(), form="cbor"),
    Target(
        "items", lambda: [b"".join(items()[:32])], lambda data: split_items(data)[0], (CorruptFile,), cost=2
    ),
    Target(
        "match-file",
        lambda: [match_file(), b"".join(recorded("match")[:32]), b"".join(recorded("forked"))],
        _verify,
        (),
        cost=200,
        seconds=10.0,
    ),
    Target("box-parcel", _parcels, _read_parcel, (keys.UserError, box_store.Damaged), lambda read: read),
    Target(
        "box-owner",
        _owners,
        _read_owner,
        (keys.UserError, box_store.Damaged),
        box_store.packed_owner,
        exact=False,
        form="cbor",
    ),
    Target("match-store", lambda: [b"".join(items()[:8])], _open_match, (NodeError,), cost=4),
    Target("table-note", _tables, _read_table, (keys.UserError,), _write_table, exact=False, form="text"),
    Target("greet", _greets, parse_greet, (BadEncoding, BadChannelRecord), form="cbor"),
    Target("lobby", _lobby, _parse_lobby, (BadEncoding, messages.CannotPlay), form="cbor", head=1),
    Target(
        "invite",
        _invites,
        lambda data: parse_invite(data.decode(errors="replace")),
        (BadInvite,),
        lambda invite: make_invite(invite).encode(),
        exact=False,
        form="text",
    ),
    Target(
        "relay-line",
        _relay_lines,
        lambda data: parse_relay_line(data.decode(errors="replace")),
        (BadInvite,),
        lambda line: make_invite(line).encode(),
        exact=False,
        form="text",
    ),
    Target(
        "candidate", lambda: [*map(pack_candidate, _places()), b"\xff\x03new"], _one_candidate, (BadEncoding,)
    ),
    Target(
        "address",
        lambda: [b"198.51.100.7:47070", b"[2001:db8::7]:1", b"::1", b"host.example"],
        lambda data: parse_address(data.decode(errors="replace")),
        (BadInvite,),
        lambda place: str(place).encode(),
        exact=False,
        form="text",
    ),
)

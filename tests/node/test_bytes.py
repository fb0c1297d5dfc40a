"""`WIRE.md` is enough and is true: a program written from it plays along, and its numbers are the code's."""

from __future__ import annotations

import ipaddress
import re
import struct
import tomllib
from base64 import b32decode, b32encode
from collections.abc import Iterable, Mapping
from enum import IntEnum
from importlib import resources
from pathlib import Path
from typing import Any

import cbor2
import pytest
import trio
from trio.testing import MockClock

import fadenet.node
from fadenet import games
from fadenet.bots.random_ import RandomBot
from fadenet.engine.rules import Rules
from fadenet.games.fade import edition
from fadenet.games.terrene import cards as terrene
from fadenet.node import limits
from fadenet.node.errors import Reason
from fadenet.node.link import candidates, session
from fadenet.node.link.candidates import Address, IrohId, RelayAddress
from fadenet.node.link.channel import Purpose, RecordKind
from fadenet.node.link.gate import gate_bytes
from fadenet.node.link.links import Link
from fadenet.node.link.noise import PROLOGUE
from fadenet.node.link.session import Session
from fadenet.node.lobby import lobby
from fadenet.node.lobby.invite import Invite, make_invite
from fadenet.node.match import again, messages, run
from fadenet.node.match.committer import Committer, Keeper
from fadenet.node.match.exchange import Exchange, Listeners
from fadenet.node.match.peers import Mesh
from fadenet.node.match.storage import MatchFolder
from fadenet.node.reach import boxes, calls
from fadenet.node.reach.calls import Why, box_tag
from fadenet.node.watch import messages as watching
from fadenet.table.seat import TableSeat
from keys import fingerprint
from protocol.files import split_items
from protocol.statements import End
from tests.attacks.hostile import sign_otherwise, statement
from tests.node import relays, stranger
from tests.node.helpers import channel_pair, seeded
from tests.node.relays import INVITED, TableDoor, found, open_stage, player
from tests.node.stranger import Line, Stranger, blake, cbor, line_to, var
from tests.node.tables import HOST, Party, address, table
from tests.node.test_cddl import fits
from tests.protocol.test_cddl import check_item
from tests.table.wire import Match, acting, file_of

TEXT = (Path(fadenet.node.__file__).parent / "WIRE.md").read_text()
BODIES = {0: "offer", 2: "here", 4: "players", 9: "heads", 10: "heads", 11: "heads", 12: "links"}
"""The rules of what a guest hears that is CBOR, but for items."""


# A program that was written from the text.


def invited(line: str) -> tuple[bytes, bytes]:
    """(fingerprint of the host, token) of an invitation."""
    text = line.removeprefix("fadenet:").upper()
    raw = b32decode(text + "=" * (-len(text) % 8))
    assert blake(32, "sum", raw[:-3])[:3] == raw[-3:]
    return raw[2:18], raw[18:30]


def address_of(candidate: bytes) -> Address:
    """Where a candidate over TCP and IPv4 leads."""
    kind, ip, port = struct.unpack(">B4sH", candidate)
    assert kind == 17
    return Address(str(ipaddress.ip_address(ip)), port)


def check_bodies(heard: Mapping[int, Iterable[bytes]]) -> None:
    for kind, bodies in heard.items():
        for body in bodies:
            if kind == messages.ITEM:
                check_item(body)
            elif kind in BODIES:
                assert fits(BODIES[kind], body)


def rules_hash(rules: Rules, version: int) -> bytes:
    figures = tomllib.loads(
        resources.files(rules.package).joinpath("rules", f"{rules.name}.toml").read_text("utf-8")
    )["book"]["figures"]
    chosen = [rules.format, rules.options] if rules.format != "duel" or rules.options else []
    return blake(32, "rules", stranger.text_of([rules.name, version, figures, *chosen]).encode())


def cards_hash(package: str, *folder: str) -> bytes:
    tables: dict[str, Any] = {}
    for file in resources.files(package).joinpath("cards", *folder).iterdir():
        if file.name.endswith(".toml"):
            tables |= tomllib.loads(file.read_text("utf-8"))["card"]
    return blake(32, "cards", stranger.text_of(sorted(tables.items())).encode())


class Guest:
    """The stranger as the third at a table of three. `heard`: kinds of what it heard of both others."""

    def __init__(self) -> None:
        self.who = Stranger(b"a stranger")
        self.heard: set[int] = set()
        self.entries: dict[int, bytes] = {}
        self.players = b""

    async def visit(self, party: Party) -> None:
        """Come to the table, agree, meet both others in the match, and go again."""
        host, token = invited(party.invitation)
        async with line_to(await party.network.open_link(HOST), self.who, host, token) as line:
            assert line.greeted[6] == 1
            access, players = await self._sit_down(line)
            keys = [cbor2.loads(cbor2.loads(hello)[3]) for _, hello, _ in players]
            game = blake(32, "game", struct.pack(">I", 3) + b"".join(var(cbor(each)) for each in keys))
            with pytest.raises(stranger.Refused) as refused:
                async with line_to(await party.network.open_link(HOST), Stranger(b"late"), host, token):
                    pass
            assert refused.value.reason == Reason.BUSY  # somebody may still leave a seat
            await line.say(bytes([messages.AGREED]) + game)
            heard = await line.hear_out(messages.START)
            assert heard[messages.START] == [game]
            assert heard[messages.PLAYERS] == [self.players], "it comes again with the match"
            await self._meet(line, game)
            ours = next(i for i, key in enumerate(keys) if key[0] == self.who.ik)
            other = next(i for i, key in enumerate(keys) if key[0] not in (self.who.ik, line.host))
            there = address_of(players[other][2][0])
            assert there == address(1)
            peer = stranger.fingerprint(keys[other][0])
            async with line_to(await party.network.open_link(there), self.who, peer, access) as second:
                await self._meet(second, game)
                await line.say(bytes([messages.LINKS]) + cbor(["stranger", sorted({0, 1, 2} - {ours})]))
                await line.say(bytes([messages.CHAT]) + "grüß Gott".encode())
                self._note(await line.hear_out(messages.HEADS))
        for scope in party.scopes:
            scope.cancel()

    async def _sit_down(self, line: Line) -> tuple[bytes, list[Any]]:
        """From OFFER to PLAYERS: the token between players, and who plays, in seat order."""
        offer = cbor2.loads((await line.hear_out(messages.OFFER))[messages.OFFER][0])
        rules = games.load("faroe", "free-for-all")
        assert offer[0] == 6 and offer[1]["seats"] == 3 and offer[5] == [False, 0]
        assert offer[2] == rules_hash(rules, edition.ENGINE_VERSION)
        assert offer[3] == cards_hash("fadenet.games.fade", "faroe")
        await line.say(bytes([messages.SIT]) + cbor(["stranger", 1, self.who.secret(b"nonce"), []]))
        present: list[Any] = []
        while len(present) < 3:
            heard = await line.hear_out(messages.HERE)
            self._note(heard)
            present = cbor2.loads(heard[messages.HERE][0])
        hello = self.who.hello(offer, [(ik, nonce) for _, ik, nonce in present], [[1] * 40])
        await line.say(bytes([messages.HELLO]) + hello)
        heard = await line.hear_out(messages.PLAYERS)
        self._note(heard)
        self.players = heard[messages.PLAYERS][-1]
        access, players = cbor2.loads(self.players)
        assert ["stranger", hello, []] in players
        return access, players

    async def _meet(self, line: Line, game: bytes) -> None:
        """Ask a node what it holds. It has signed READY, and nobody else whom it knows of need have."""
        empty = cbor([[[0, game]] * 3, stranger.stated([]), 0])
        await line.say(bytes([messages.SYNC]) + empty)
        heard = await line.hear_out(messages.SYNCED)
        self._note(heard)
        for item in heard[messages.ITEM]:
            head = cbor2.loads(item)[0]
            self.entries[cbor2.loads(head)[3]] = blake(32, "link", var(head))
        by_seat, digest, era = cbor2.loads(heard[messages.SYNCED][0])
        assert era == 0
        assert by_seat == [[int(i in self.entries), self.entries.get(i, game)] for i in range(3)]
        assert digest == stranger.stated([])

    def _note(self, heard: Mapping[int, list[bytes]]) -> None:
        check_bodies(heard)
        self.heard |= set(heard)


@pytest.mark.filterwarnings("ignore:One of ephemeral keypairs is already set")
async def test_a_program_written_from_the_text_sits_at_a_table(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given: a host and a guest of ours, and a third who knows nothing but the documents
    rules = games.load("faroe", "free-for-all")
    party = Party(*(table(tmp_path / str(n), n, RandomBot(), rules=rules) for n in range(3)))
    party.absent = {2}
    guest = Guest()
    # when: it comes, agrees, and meets both in the match
    await party.play(meddle=guest.visit, patience=60)
    # then: it has heard every message that belongs there, and understood each
    assert guest.heard == {2, 4, 8, 9, 10, 11, 12}
    assert len(guest.entries) == 2
    assert "stranger" in " ".join(party.said)


@pytest.mark.filterwarnings("ignore:One of ephemeral keypairs is already set")
async def test_a_program_written_from_the_text_comes_through_a_relay(autojump_clock: MockClock) -> None:
    """given a host that nobody can dial, and an invitation that names a relay, then it reaches the host."""
    async with (
        open_stage() as stage,
        player(stage, relays.HOST, listens=False) as (host, _),
        trio.open_nursery() as nursery,
    ):
        with host.opened([INVITED], TableDoor()):
            await found(stage, host, nursery)
            line = make_invite(Invite(host.identity.fingerprint, INVITED, 0, host.candidates()))
            player_id, token = invited(line)
            kind, helper, ip, port = struct.unpack(">B16s4sH", candidates.pack_candidate(stage.address))
            assert kind == 4
            there = Address(str(ipaddress.ip_address(ip)), port)
            who = Stranger(b"a stranger")

            async def circuit(asked: bytes) -> stranger.Circuit:
                return await stranger.circuit_through(
                    await stage.network.open(there), who, helper, asked, token
                )

            with pytest.raises(stranger.Refused) as refused:
                await circuit(b"somebody else...")
            assert refused.value.reason == Why.AWAY
            long = bytes(3 * stranger.PIECE_BYTES)
            async with line_to(await circuit(player_id), who, player_id, token) as talk:
                assert talk.host == host.identity.public
                await talk.say(b"\0hello")
                assert await talk.hear() == (0, b"hello")
                await talk.say(b"\0" + long)
                assert await talk.hear() == (0, long)
            assert stage.relay.carried == 1
            # when it is found there as a guest, then the host calls it
            guest = await stranger.found_at(await stage.network.open(there), who, helper, token)
            host.directory.named(stranger.fingerprint(who.ik), [stage.address])
            nursery.start_soon(host.dial, stranger.fingerprint(who.ik), INVITED, Purpose.SEAT)
            word = await guest.data()
            assert word[0] == stranger.CALL
            call, by, seen, _ = cbor2.loads(word[1:])
            assert len(call) == 8 and by == stranger.circuit_token(token) and seen[0] == 17
        nursery.cancel_scope.cancel()


@pytest.mark.filterwarnings("ignore:One of ephemeral keypairs is already set")
async def test_a_program_written_from_the_text_has_a_box_and_uses_that_of_another(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a box of ours at a relay, and one of a program that knows the text alone, then each takes out
    what the other has put in."""
    who, secret = Stranger(b"a stranger"), b"of one match"
    theirs = stranger.box_tag(secret, who.ik)
    async with open_stage(boxes=tmp_path) as stage, player(stage, relays.HOST, listens=False) as (own, _):
        kept: list[bytes] = []

        async def keep(tag: bytes, parcel: bytes) -> None:
            kept.append(parcel)

        ours, helper = box_tag(secret, own.identity.public), stage.helper.fingerprint
        await boxes.open_boxes(own, stage.helper, [ours])

        async def stream() -> Link:
            return await stage.network.open(relays.RELAY_PLACE)

        await stranger.open_boxes(await stream(), who, helper, relays.LINE, [theirs])
        long = seeded(1)(3 * stranger.PIECE_BYTES)
        await stranger.put_parcel(await stream(), who, helper, own.identity.fingerprint, ours, long)
        await boxes.put_parcel(own, stage.address, stranger.fingerprint(who.ik), theirs, long[::-1])
        assert await boxes.take_parcels(own, stage.helper, [ours], keep) == 1 and kept == [long]
        by_tag = stranger.box_gate(theirs)
        taken = await stranger.take_parcels(await stream(), who, helper, by_tag, [theirs])
        assert taken == [(theirs, long[::-1])]
        assert await stranger.take_parcels(await stream(), who, helper, relays.LINE, [theirs]) == []


# Bytes that are written by hand.


def test_the_gate_is_what_the_text_says() -> None:
    token, ephemeral, host = b"twelve bytes", b"e" * 32, b"h" * 16
    assert stranger.gate(token, ephemeral, host) == gate_bytes(token, ephemeral, host)
    assert stranger.fingerprint(ephemeral) == fingerprint(ephemeral)
    assert PROLOGUE == b"fn1/noise\0"


def test_an_invitation_is_what_the_text_says() -> None:
    four, six = "198.51.100.7", "2001:db8::7"
    invite = Invite(
        b"f" * 16,
        b"t" * 12,
        500_000,
        (
            Address(four, 47070),
            Address(six, 1, tcp=False, udp=True),
            Address(four, 2, udp=True),
            IrohId(b"k" * 32),
            RelayAddress(b"r" * 16, four, 3),
            RelayAddress(b"r" * 16, six, 4),
            Address("mia.example", 5),
            RelayAddress(b"r" * 16, "mia.example", 6),
        ),
        spectator=True,
        standing=True,
    )
    v4, v6 = ipaddress.ip_address(four).packed, ipaddress.ip_address(six).packed
    body = struct.pack(">BB16s12s", 2, 5, b"f" * 16, b"t" * 12) + (500_000).to_bytes(3, "big") + bytes([8])
    body += struct.pack(">B4sH", 17, v4, 47070) + struct.pack(">B16sH", 34, v6, 1)
    body += struct.pack(">B4sH", 49, v4, 2) + bytes([3]) + b"k" * 32
    body += struct.pack(">B16s4sH", 4, b"r" * 16, v4, 3) + struct.pack(">B16s16sH", 5, b"r" * 16, v6, 4)
    body += struct.pack(">BBH", 64, 13, 5) + b"mia.example"
    body += struct.pack(">BB16sH", 65, 29, b"r" * 16, 6) + b"mia.example"
    whole = body + blake(32, "sum", body)[:3]
    assert make_invite(invite) == "fadenet:" + b32encode(whole).decode().lower().rstrip("=")
    assert invited(make_invite(invite)) == (b"f" * 16, b"t" * 12)


def test_the_line_of_a_relay_is_what_the_text_says() -> None:
    line = Invite(b"f" * 16, b"t" * 12, 0, (Address("198.51.100.7", 1),), relay=True)
    body = struct.pack(">BB16s12s", 2, 2, b"f" * 16, b"t" * 12) + bytes(3) + bytes([1])
    body += struct.pack(">B4sH", 17, bytes([198, 51, 100, 7]), 1)
    whole = body + blake(32, "sum", body)[:3]
    assert make_invite(line) == "fadenet-relay:" + b32encode(whole).decode().lower().rstrip("=")


async def test_frames_are_what_the_text_says(autojump_clock: MockClock) -> None:
    theirs = b"i" * 16
    async with channel_pair() as (near, far, _), trio.open_nursery() as nursery:
        talk = Session(near.peer, seeded(3))
        nursery.start_soon(talk.attach, near)
        assert await far.receive() == stranger.resume(talk.id, bytes(16), 0)
        await far.send(stranger.resume(theirs, talk.id, 0))
        await talk.send(b"one")
        assert await far.receive() == stranger.frame(1, 0, b"one")
        await far.send(stranger.frame(1, 1, b"two"))
        assert await talk.receive() == b"two"
        assert await far.receive() == stranger.ack(1)
        assert talk.unacknowledged == 0
        await talk.send(b"three")
        assert await far.receive() == stranger.frame(2, 1, b"three")
        nursery.cancel_scope.cancel()


def heads_of(seat: TableSeat, folder: Path) -> messages.Heads:
    """The items that the node of a seat would tell of what it holds."""
    with MatchFolder(folder).create("0" * 32) as file:
        mesh = Mesh(seat.seat, [])
        whole = Exchange(
            *(seat, Keeper(file, None, Committer()), mesh, folder / "evidence", ()),
            *(Listeners(print, lambda seats: None, lambda peer, name: None), "ana"),
        )
        return whole.holdings.heads()


async def test_heads_are_what_the_text_says(tmp_path: Path) -> None:
    # given: a match that is over, with entries and statements of both, and a RESULT
    seat = Match(games.load("terrene"), 5).play().seats[0]
    # when
    heads = heads_of(seat, tmp_path)
    # then
    items = [(item, cbor2.loads(item)) for item in split_items(file_of(seat))[0]]
    statements = [item for item, value in items if len(value) == 4]
    result = next(value[2] for _, value in items if value[1] == 17)
    signed = [(cbor2.loads(value[0])[3], value[0]) for _, value in items if len(value) == 3]
    by_seat = [[head for author, head in signed if author == i] for i in range(2)]
    assert len(statements) == 6
    assert heads.by_seat == tuple((len(one), blake(32, "link", var(one[-1]))) for one in by_seat)
    assert heads.digest == stranger.stated(statements, result)


async def test_one_statement_under_two_signatures_parts_no_heads(tmp_path: Path) -> None:
    # given: a seat that says END twice, each time under another signature that holds, each to one node
    match = Match(games.load("terrene"), 5)
    match.until(acting)
    ours = match.fresh(0)
    for wire in match.seats[0].journal[2:]:
        ours.receive(wire)
    end = statement(match, 1, End(ours.transcript.game_id, 1, ours.transcript.root, None))
    version, kind, body, _ = cbor2.loads(end)
    again = sign_otherwise(match.secrets[1].sk, "fn1/stmt", bytes([kind]) + body)
    # when: the one has heard the first, and the other the second
    assert match.seats[0].receive(end) and ours.receive(cbor([version, kind, body, again]))
    # then: both tell that they hold the same
    told = [heads_of(seat, tmp_path / str(n)) for n, seat in enumerate((match.seats[0], ours))]
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("rules", "version", "folder"),
    [
        (games.load("terrene"), terrene.ENGINE_VERSION, ()),
        (games.load("terrene", "2v2"), terrene.ENGINE_VERSION, ()),
        (games.load("terrene", additions="2015"), terrene.ENGINE_VERSION, ()),
        (games.load("faroe"), edition.ENGINE_VERSION, ("faroe",)),
    ],
)
def test_the_hashes_of_rules_and_cards_are_what_the_text_says(
    rules: Rules, version: int, folder: tuple[str, ...]
) -> None:
    assert rules.hash == rules_hash(rules, version)
    assert rules.card_hash == cards_hash(rules.package, *folder)


# Numbers in the tables.


def rows(section: str) -> list[tuple[int, str]]:
    """(number, name in capitals) of each row of the tables in a section."""
    part = TEXT.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return [(int(number), name) for number, name in re.findall(r"^\| (\d+) \| ([A-Z_]+) \|", part, re.M)]


def of(enum: type[IntEnum]) -> list[tuple[int, str]]:
    return [(one.value, one.name) for one in enum]


def test_the_numbers_of_records_and_messages_are_the_code_s() -> None:
    assert rows("Records") == [*of(RecordKind), *of(Purpose), *of(Reason)]
    assert rows("Frames of a session") == [(0, "RESUME"), (1, "FRAME"), (2, "ACK")]
    kinds = [name for _, name in rows("Messages")][:19]
    reasons = [name for _, name in rows("Messages")][19:]
    assert rows("Messages")[:19] == [(getattr(messages, name), name) for name in kinds]
    assert rows("Messages")[19:] == [(getattr(messages, name), name) for name in reasons]
    assert len(reasons) == len(messages.REASONS)
    assert rows("Boxes at a helper") == [
        (getattr(calls, name), name) for name in ("OPEN", "PUT", "TAKE", "YES", "PARCEL", "TAKEN")
    ]
    assert rows("Looking on") == [(watching.SHOW, "SHOW"), (watching.FEEDS, "FEEDS")]
    assert f"[lobby version {messages.VERSION}, " in TEXT and f"port {candidates.DEFAULT_PORT} " in TEXT


def test_the_limits_of_the_text_are_the_code_s() -> None:
    part = TEXT.partition("\n## What to keep to\n")[2]
    named = re.findall(r"^\| `(\w+)` \| ([\d.,]+) \|", part, re.M)
    assert len(named) == part.count("\n| `")
    rooms = limits, session, lobby, run, again
    for name, value in named:
        assert {getattr(room, name) for room in rooms if hasattr(room, name)} == {
            float(value.replace(",", ""))
        }

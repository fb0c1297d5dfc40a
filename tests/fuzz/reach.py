"""Targets of how nodes find each other: what neighbours and strangers say of their tables, what is said to a
helper and by it, what a router answers, and what the system says of its routes."""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import keys
from fadenet.node.limits import (
    BOARD_PEERS,
    BOX_DAYS,
    BOXES_PER_OWNER,
    CANDIDATES,
    CIRCUIT_TOKENS,
    FEEDS,
    HAVES,
    NOTICES_ASKED,
    PARCEL_BYTES_MAX,
)
from fadenet.node.link.candidates import Address, RelayAddress, dialable, ip_of
from fadenet.node.link.identity import PlayerKind
from fadenet.node.reach import beacon, notice, pcp, routes
from fadenet.node.reach.beacon import Neighbour, parse_datagram
from fadenet.node.reach.calls import (
    Call,
    Carry,
    Gone,
    HostQuery,
    Meet,
    OpenBoxes,
    ParcelHead,
    ParcelTaken,
    Put,
    RelayWord,
    Reserve,
    Reserved,
    TakeOut,
    Why,
    Yes,
    parse_word,
)
from fadenet.node.reach.lan import Sender
from fadenet.node.reach.meet import targets
from fadenet.node.reach.notice import Notice, Offer, Strength, make_notice, parse_notice
from fadenet.node.reach.pcp import RouterAnswer
from fadenet.node.reach.posts import Have, Other, Peers, Post, RawNotice, Topics, Want, parse_post
from fadenet.node.watch.messages import (
    FeedAt,
    Show,
    pack_feeds,
    pack_items,
    parse_feeds,
    parse_items,
    parse_show,
)
from keys import clean_name
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding, PeerFault
from protocol.values import is_bot_name
from tests.fuzz.target import Target
from tests.node.boards import Solo

MIA: Final = keys.Identity.from_seed("Mia", bytes(range(32)))
_TABLE: Final = Offer(bytes(12), "faroe", "duel", (), 2, 1, 60, 600, 5, b"r" * 8, b"c" * 8)
_OTHER: Final = Offer(
    b"",
    "terrene",
    "2v2",
    (("additions", "2015"), ("opening", "even")),
    4,
    3,
    0,
    0,
    0,
    b"R" * 8,
    b"C" * 8,
    True,
)


_SEATED: Final = (
    replace(_TABLE, bot="greedy"),
    replace(_TABLE, bot="rollout:moves=3", strength=Strength(120, 80, 160)),
)


def _notices() -> list[bytes]:
    where = (
        Address("192.168.1.20", 47070),
        Address("2001:db8::7", 1),
        RelayAddress(b"\6" * 16, "mia.example", 9),
    )
    return [
        make_notice(MIA, PlayerKind.HUMAN, (), (), made=0, life=10),
        make_notice(MIA, PlayerKind.HUMAN, where[:1], [_TABLE], made=1_800_000_000, life=300),
        make_notice(MIA, PlayerKind.BOT, where, [_TABLE, _OTHER, *_SEATED], made=2**40, life=900),
    ]


def _bodies() -> list[bytes]:
    return [decode(one)[0] for one in _notices()]


def _signed(body: bytes) -> Notice:
    """The items of somebody who signs whatever it is."""
    return _checked(parse_notice(encode([body, MIA.sign(notice.TAG, body)])))


def _checked(read: Notice) -> Notice:
    """A notice that was taken, with all that is done with it later on."""
    assert read.name == clean_name(read.name) and len(read.tables) <= notice.TABLES
    assert dialable(read.candidates) == read.candidates
    assert len(read.id) == 8 and read.is_current(read.made) and not read.is_current(read.made + 601)
    for table in read.tables:
        words = (table.game, table.format, *(word for pair in table.opts for word in pair))
        assert all(word.isascii() and word.isprintable() and word for word in words)
        assert 0 <= table.free <= table.seats and len(table.token) in (0, 12)
        said = table.strength
        assert said is None or (table.bot and -1500 <= said.low <= said.elo <= said.high <= 1500)
        assert not table.bot or is_bot_name(table.bot)
        assert Offer.parse(table.wire()) == table
    for host in ("192.168.1.30", "127.0.0.1", "fe80::1"):
        found = Neighbour(read, Sender(host, 1, "eth0"), 0.0)
        assert dialable(found.candidates) == found.candidates
        for one in found.candidates:
            ip = ip_of(one.host) if isinstance(one, Address) else None
            assert ip is None or not (ip.is_link_local or ip.is_multicast or ip.is_unspecified)
    return read


def _datagrams() -> list[bytes]:
    question = (beacon.QUESTION + b"n" * 8).ljust(beacon.QUESTION_BYTES, b"\0")
    said = _notices()[1]
    return [question, question[:12], beacon.ANSWER + b"n" * 8 + said, beacon.ANNOUNCEMENT + said]


# Those who look on.


def _shows() -> list[bytes]:
    return [Show(0, ("Mia", "Ben"), (b"hello", b"")).pack()[1:], Show(600, ("",) * 4, (b"h",) * 4).pack()[1:]]


def _feeds() -> list[bytes]:
    where = Address("198.51.100.7", 9), RelayAddress(b"\6" * 16, "mia.example", 9)
    some = [FeedAt(bytes([n]) * 16, where[: n % 3]) for n in range(FEEDS)]
    return [pack_feeds(some[:n])[1:] for n in (0, 1, FEEDS)]


def _items() -> list[bytes]:
    entry, statement = encode([b"head", b"payload", bytes(64)]), encode([1, 13, b"body", bytes(64)])
    return [body[1:] for body in (*pack_items([entry]), *pack_items([entry, statement, entry]))]


# Helpers.


def _words() -> list[bytes]:
    seen, named = Address("198.51.100.7", 9), Address("mia.example", 47070)
    tokens = tuple(bytes([n]) * 12 for n in range(CIRCUIT_TOKENS))
    words: tuple[RelayWord, ...] = (
        Reserve(tokens[:1], ()),
        Reserve(tokens, (seen, named, RelayAddress(b"\6" * 16, "2001:db8::7"))),
        Reserved(None, 0, 0, 0),
        Reserved(Address("2001:db8::7", 1), 64, 65_536, 86_400),
        HostQuery(bytes(16), (named,)),
        Call(b"the call", bytes(12), seen, (seen, named)),
        Meet(b"the call", None, (), False),
        Meet(b"the call", seen, (named,), True),
        Carry(b"the call"),
        *map(Gone, Why),
        OpenBoxes(tokens[:2], BOX_DAYS),
        OpenBoxes(tokens[:1], 0, tokens[1]),
        Put(bytes(16), bytes(12), PARCEL_BYTES_MAX),
        TakeOut(tokens[:BOXES_PER_OWNER]),
        Yes(),
        ParcelHead(bytes(12), b"8 bytes.", 1),
        ParcelTaken(b"8 bytes."),
    )
    return [word.pack() for word in words]


def _word(data: bytes) -> RelayWord:
    """A word that was taken, with what is done with it later on."""
    word = parse_word(data)
    if isinstance(word, Reserve):
        assert 1 <= len(word.tokens) <= CIRCUIT_TOKENS and {len(token) for token in word.tokens} == {12}
    if isinstance(word, Reserve | HostQuery | Call | Meet):
        assert len(word.candidates) <= CANDIDATES
    if isinstance(word, Call | Meet):
        for one in targets(word.observed, word.candidates):
            assert dialable([one]) == (one,)
    if isinstance(word, OpenBoxes | TakeOut):
        assert 1 <= len(word.tags) <= BOXES_PER_OWNER and {len(tag) for tag in word.tags} == {12}
    if isinstance(word, OpenBoxes):
        assert 0 <= word.days <= BOX_DAYS and len(word.by) in (0, 12)
    if isinstance(word, Put | ParcelHead):
        assert 1 <= word.size <= PARCEL_BYTES_MAX and len(word.tag) == 12
    return word


# The board.


def _posts() -> list[bytes]:
    others = (Other(b"a" * 16, (Address("198.51.100.7", 9), Address("2001:db8::7", 1))), Other(bytes(16), ()))
    said: tuple[Post, ...] = (
        Have((b"8 bytes.",)),
        Have(tuple(bytes([n]) * 8 for n in range(200))),
        Want((b"8 bytes.", bytes(8))),
        RawNotice(_notices()[1]),
        Peers(()),
        Peers(others * 4),
        Have((b"8 bytes.",), (bytes(8),), (b"8 bytes!",)),
        Topics((b"8 bytes.", bytes(8))),
        Topics(()),
    )
    return [one.pack() for one in said]


def _post(data: bytes) -> Post:
    """A message that was taken, with what a node does with it."""
    said = parse_post(data)
    solo = Solo(1)
    tie = solo.tie(2)
    with suppress(PeerFault):
        solo.hears(tie, data)
        if isinstance(said, Have | RawNotice):
            solo.hears(tie, Have((b"8 bytes.",)).pack())
            solo.says(tie)
            solo.hears(tie, data)
    assert len(tie.asked) <= NOTICES_ASKED and max(map(len, tie.offers)) <= HAVES
    assert len(solo.gossip.known) <= BOARD_PEERS
    there = solo.gossip.wanted(solo.now)
    assert there is None or (dialable(there.candidates) == there.candidates and there.candidates)
    return said


# Routers.

_NONCE: Final = b"n" * pcp.NONCE_BYTES
_PORT: Final = 47070


class NoAnswer(Exception):
    """A reader takes it for something that nobody has asked for."""


def _answer(answer: RouterAnswer | None) -> RouterAnswer:
    if answer is None:
        raise NoAnswer("not the answer to what was asked")
    assert 0 <= answer.port < 2**16 and 0 <= answer.lifetime_s < 2**32 and 0 <= answer.epoch_s < 2**32
    assert answer.result.isprintable() and (not answer.host or ip_of(answer.host) is not None)
    return answer


def _pcp_answers(opcode: int, body: bytes = b"") -> list[bytes]:
    """Granted, refused, with an option behind it, and of a router that speaks NAT-PMP only."""
    heads = [struct.pack("!BBBBII12x", 2, 0x80 | opcode, 0, result, 3600, 77) for result in (0, 8, 99)]
    option = struct.pack("!BBH4s", 2, 0, 4, b"more")
    return [*(head + body for head in heads), heads[0] + body + option, struct.pack("!BBHI", 0, 0x80, 1, 77)]


def _map_body() -> bytes:
    outer = bytes(10) + b"\xff\xff" + bytes((198, 51, 100, 7))
    return struct.pack("!12sB3xHH16s", _NONCE, 6, _PORT, 50_000, outer)


def _pmp_answers(opcode: int, body: bytes) -> list[bytes]:
    heads = [struct.pack("!BBHI", 0, 0x80 | opcode, result, 77) for result in (0, 2, 9)]
    return [head + body for head in heads] + heads[1:]


# Routes.


def _router(host: str | None) -> str:
    if host is None:
        raise NoAnswer("no router leads out")
    ip = ip_of(host.partition("%")[0])
    assert ip is not None and not (ip.is_unspecified or ip.is_multicast or ip.is_loopback)
    return host


_LINUX: Final = (
    b"Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
    b"eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
    b"wlan0\t00000000\t0102A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n"
    b"eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0\n"
)
_NONE6: Final = b"0" * 32
_LINUX_V6: Final = (
    _NONE6
    + b" 00 "
    + _NONE6
    + b" 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003 eth0\n"
    + _NONE6
    + b" 00 "
    + _NONE6
    + b" 00 20010db8000000000000000000000001 00000200 00000001 00000000 00000003 tun0\n"
    + _NONE6
    + b" 00 "
    + _NONE6
    + b" 00 "
    + _NONE6
    + b" ffffffff 00000001 00000000 00200200 lo\n"
)
_BSD: Final = (
    b"   route to: default\ndestination: default\n       mask: default\n    gateway: 192.168.1.1\n"
    b"  interface: en0\n      flags: <UP,GATEWAY,DONE,STATIC,PRCLONING,GLOBAL>\n"
)
_WINDOWS: Final = (
    b"IPv4-Routentabelle\r\n===========\r\nAktive Routen:\r\n"
    b"     Netzwerkziel    Netzwerkmaske          Gateway    Schnittstelle Metrik\r\n"
    b"          0.0.0.0          0.0.0.0      192.168.1.1    192.168.1.20     25\r\n"
    b"          0.0.0.0          0.0.0.0      192.168.2.1    192.168.2.20     50\r\n"
    b"St\xc3\xa4ndige Routen:\r\n  Keine\r\n"
)


def _routes(name: str, text: bytes, read: routes.ReadRoutes, tokens: tuple[bytes, ...]) -> Target:
    return Target(
        f"routes-{name}",
        lambda: [text, text.splitlines(keepends=True)[-1], text * 3],
        lambda data: _router(read(data.decode("utf-8", "replace"))),
        (NoAnswer,),
        form="text",
        tokens=tokens,
    )


def _pcp(name: str, seeds: list[bytes], read: Callable[[bytes], RouterAnswer | None]) -> Target:
    return Target(name, lambda: seeds, lambda data: _answer(read(data)), (NoAnswer,))


TARGETS: Final = (
    Target(
        "board",
        _posts,
        _post,
        (BadEncoding,),
        lambda said: said.pack(),
        exact=False,
        form="cbor",
        head=1,
        cost=4,
    ),
    Target(
        "helper", _words, _word, (BadEncoding,), lambda word: word.pack(), exact=False, form="cbor", head=1
    ),
    _pcp("pcp-map", _pcp_answers(1, _map_body()), lambda data: pcp.read_pcp_map(data, _NONCE, _PORT)),
    _pcp("pcp-announce", _pcp_answers(0), pcp.read_pcp_announce),
    _pcp("nat-pmp-address", _pmp_answers(0, bytes((198, 51, 100, 7))), pcp.read_nat_pmp_address),
    _pcp(
        "nat-pmp-map",
        _pmp_answers(2, struct.pack("!HHI", _PORT, 50_000, 3600)),
        lambda data: pcp.read_nat_pmp_map(data, _PORT),
    ),
    _routes("linux", _LINUX, routes.read_linux, (b"0003", b"00000000", b"FFFFFFFF")),
    _routes("linux-v6", _LINUX_V6, routes.read_linux_v6, (b"00000003", _NONE6, b"fe80")),
    _routes("bsd", _BSD, routes.read_bsd, (b"gateway:", b"fe80::1%en0", b"link#4")),
    _routes("windows", _WINDOWS, routes.read_windows, (b"0.0.0.0", b"On-link", b"Default")),
    Target(
        "notice",
        _notices,
        lambda data: _checked(parse_notice(data)),
        (BadEncoding,),
        lambda read: read.wire,
        form="cbor",
        cost=2,
    ),
    Target(
        "feed-show",
        _shows,
        parse_show,
        (BadEncoding,),
        lambda show: show.pack()[1:],
        exact=False,
        form="cbor",
    ),
    Target(
        "feed-feeds",
        _feeds,
        parse_feeds,
        (BadEncoding,),
        lambda feeds: pack_feeds(feeds)[1:],
        False,
        form="cbor",
    ),
    Target("feed-items", _items, parse_items, (BadEncoding,), b"".join, form="cbor"),
    Target("notice-body", _bodies, _signed, (BadEncoding,), lambda read: read.body, form="cbor", cost=4),
    Target(
        "beacon",
        _datagrams,
        parse_datagram,
        (BadEncoding,),
        lambda said: said.pack(),
        tokens=(beacon.QUESTION, beacon.ANSWER, beacon.ANNOUNCEMENT),
    ),
)

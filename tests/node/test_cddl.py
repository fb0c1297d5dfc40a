"""The second part of `messages.cddl` and the code say the same of what nodes tell each other."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fadenet.node.errors import BadChannelRecord
from fadenet.node.limits import (
    BOARD_PEERS,
    BOX_DAYS,
    BOXES_PER_OWNER,
    CIRCUIT_TOKENS,
    FEEDS,
    HAVES,
    PARCEL_BYTES_MAX,
    TOPICS_AT_ONCE,
    WANTS,
    WATCH_DELAY_S,
)
from fadenet.node.link.candidates import Address, IrohId, RelayAddress, pack_candidate
from fadenet.node.link.channel import VERSION, Greet, Purpose, parse_greet
from fadenet.node.link.identity import PlayerKind
from fadenet.node.mail import content
from fadenet.node.mail.content import Invitation
from fadenet.node.match import messages
from fadenet.node.match.messages import Arrival, Attendee, CannotPlay, Heads, Sitting, TableOffer, Watch
from fadenet.node.reach import calls, notice, posts
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
    Reserve,
    Reserved,
    TakeOut,
    Why,
    Yes,
    parse_word,
)
from fadenet.node.reach.notice import Notice, Offer, Strength, make_notice, parse_notice
from fadenet.node.reach.posts import Have, Other, Peers, Topics, Want, parse_post
from fadenet.node.watch.messages import FeedAt, Show, pack_feeds, parse_feeds, parse_show
from protocol.brief import lengthened, shortened
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding, BadParcel, BadSignature
from protocol.hashing import H, var
from protocol.hello import Config
from protocol.messages import EntryPlace, Head
from tests.fuzz.reach import MIA
from tests.protocol.test_cddl import CDDL, valid

PLACES = (Address("198.51.100.7"), Address("2001:db8::7", 1, udp=True))
PACKED = [pack_candidate(one) for one in PLACES]
RELAYS = (RelayAddress(b"r" * 16, "198.51.100.7"), RelayAddress(b"r" * 16, "x" * 237))
SITTING = Sitting("ana", b"hello", PLACES)
HEADS = Heads(((3, bytes(32)), (0, b"\1" * 32), (7, b"\2" * 32)), b"digest of 16 by.")
OPTIONS = (("additions", "2015"), ("deep", [1, True, "x"]))
CONFIG = Config("faroe", "free-for-all", 3, opts=OPTIONS)
GREET = Greet(bytes(32), b"n" * 16, b"", "198.51.100.7:47070", Purpose.RESUME, PlayerKind.BOT)

TABLE = Offer(b"twelve bytes", "faroe", "duel", (), 2, 1, 60, 600, 5, b"r" * 8, b"c" * 8)
CLOSED = Offer(
    b"", "terrene", "2v2", (("additions", "2015"),), 4, 0, 86_400, 86_400, 3_600, bytes(8), bytes(8), True
)
NAMED = replace(TABLE, bot="b" * 32)
BY_POST = replace(TABLE, timer=0, bank=0, bonus=0, days=14)
RATED = replace(TABLE, bot="rollout:moves=3", strength=Strength(-1500, -1500, 1500))
NOTICES = [
    make_notice(MIA, PlayerKind.BOT, PLACES, [TABLE, CLOSED], made=1_800_000_000, life=900),
    make_notice(MIA, PlayerKind.HUMAN, (), (), made=0, life=10),
    make_notice(MIA, PlayerKind.BOT, (), [NAMED, RATED, BY_POST], made=0, life=10),
]
WORDS: dict[str, tuple[int, list[calls.RelayWord]]] = {
    "reserve": (
        calls.RESERVE,
        [Reserve((b"a token of 1",) * 2, PLACES), Reserve((bytes(12),) * CIRCUIT_TOKENS, ())],
    ),
    "reserved": (calls.RESERVED, [Reserved(PLACES[0], 64, 65_536, 86_400), Reserved(None, 0, 0, 2**63 - 1)]),
    "ask": (calls.ASK, [HostQuery(b"f" * 16, PLACES), HostQuery(bytes(16), ())]),
    "call": (
        calls.CALL,
        [Call(b"the call", bytes(12), PLACES[1], PLACES), Call(bytes(8), bytes(12), None, ())],
    ),
    "meet": (calls.MEET, [Meet(b"the call", PLACES[0], PLACES, True), Meet(bytes(8), None, (), False)]),
    "carry": (calls.CARRY, [Carry(b"the call")]),
    "gone": (calls.GONE, list(map(Gone, Why))),
    "box-open": (
        calls.OPEN,
        [
            OpenBoxes((b"a tag of 12b",), BOX_DAYS, b""),
            OpenBoxes((bytes(12),) * BOXES_PER_OWNER, 0, b"another's 12"),
        ],
    ),
    "box-put": (calls.PUT, [Put(b"f" * 16, bytes(12), 1), Put(bytes(16), bytes(12), PARCEL_BYTES_MAX)]),
    "box-take": (calls.TAKE, [TakeOut((bytes(12),)), TakeOut((b"a tag of 12b",) * BOXES_PER_OWNER)]),
    "box-yes": (calls.YES, [Yes()]),
    "box-parcel": (
        calls.PARCEL,
        [ParcelHead(bytes(12), b"8 bytes.", 1), ParcelHead(bytes(12), bytes(8), PARCEL_BYTES_MAX)],
    ),
    "box-taken": (calls.TAKEN, [ParcelTaken(b"8 bytes.")]),
}
"""The words to helpers and by them: rule -> kind, words."""
POSTS: dict[str, tuple[int, list[posts.Post]]] = {
    "have": (
        posts.HAVE,
        [
            Have((b"8 bytes.", bytes(8)), (b"8 bytes.",), (bytes(8),)),
            Have(*[(bytes(8),) * HAVES] * 3),
            Have(),
        ],
    ),
    "want": (posts.WANT, [Want((b"8 bytes.",)), Want((bytes(8),) * WANTS)]),
    "peers": (posts.PEERS, [Peers((Other(b"f" * 16, PLACES),) * BOARD_PEERS), Peers(())]),
    "topics": (posts.TOPICS, [Topics((b"8 bytes.",)), Topics((bytes(8),) * TOPICS_AT_ONCE), Topics(())]),
}
"""The messages on the board: rule -> kind, messages."""


HELD = replace(HEADS, by_seat=HEADS.by_seat[:2])
ITEMS_OF = content.Items(HELD, False, ())
CONTENTS: dict[str, tuple[type[content.Content], bytes, list[content.Content]]] = {
    "items-head": (content.Items, b"", [ITEMS_OF, content.Items(replace(HELD, era=255), True, ())]),
    "accept-head": (
        content.Accept,
        encode([]),
        [content.Accept("ana", b"n" * 32, PLACES, b""), content.Accept("", bytes(32), (), b"")],
    ),
    "started-head": (content.Started, b"", [content.Started(b"twelve bytes", (SITTING,) * 2, ITEMS_OF)]),
    "decline-head": (content.Decline, b"", [*map(content.Decline, range(len(content.REASONS)))]),
}
"""The contents of parcels: rule -> what it is read as, what has to stand behind its head, contents."""
POSTED = Config("faroe", "duel", 2, timer=0, bank=0, bonus=0, days=3)
INVITATIONS = [
    Invitation(b"i" * 16, POSTED, bytes(32), b"\1" * 32, "ana", MIA.public, b"n" * 32, "", PLACES, (b"set",)),
    Invitation(
        bytes(16), replace(POSTED, days=14), bytes(32), bytes(32), "", MIA.public, bytes(32), "b" * 32
    ),
]


def signed(body: bytes) -> Notice:
    """The notice of somebody who signs whatever it is."""
    return parse_notice(encode([body, MIA.sign(notice.TAG, body)]))


def word_reader(kind: int) -> Callable[[bytes], object]:
    return lambda body: parse_word(bytes([kind]) + body)


def post_reader(kind: int) -> Callable[[bytes], object]:
    return lambda body: parse_post(bytes([kind]) + body)


def content_reader(kind: type[content.Content], behind: bytes) -> Callable[[bytes], object]:
    def read(body: bytes) -> object:
        said = content.parse(body + behind)
        if not isinstance(said, kind):
            raise BadEncoding("another content")
        return said

    return read


def invited(body: bytes) -> Invitation:
    """The invitation of somebody who signs whatever it is."""
    return content.parse_invitation(body + MIA.sign("fn1/offer", body))


def entry(seq: int, prev: bytes, kind: int = 2, author: int = 0, era: int = 0) -> bytes:
    place, body = EntryPlace(b"g" * 32, author, seq), H("fn1/body", var(b"x"))
    return encode([Head.make(kind, place, prev, bytes(32), body, era), b"x", bytes(64)])


WHOLE = entry(3, bytes(32))
LINK = H("fn1/link", var(decode(WHOLE)[0]))
BEHIND = entry(4, LINK), entry(9, b"p" * 32, 255, 1, 255), entry(2**32 - 1, bytes(32))
BRIEF = [*shortened([WHOLE, *BEHIND])][1:]


def in_brief(body: bytes) -> bytes:
    """The entry that stands in brief behind another one."""
    _, whole = lengthened([WHOLE, body])
    if whole == body:
        raise BadEncoding("another item")
    return whole


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
    "where": messages.parse_where,
    "lack": messages.parse_want,
    "piece": messages.parse_set,
    "show": parse_show,
    "feeds": parse_feeds,
    "notice": parse_notice,
    "notice-body": signed,
    **{rule: word_reader(kind) for rule, (kind, _) in WORDS.items()},
    **{rule: post_reader(kind) for rule, (kind, _) in POSTS.items()},
    **{rule: content_reader(kind, behind) for rule, (kind, behind, _) in CONTENTS.items()},
    "brief-entry": in_brief,
    "invitation": invited,
}
MADE = [
    ("greet", GREET.pack()),
    ("greet", Greet(bytes(32), bytes(16), b"e" * 32, "", Purpose.SEAT, PlayerKind.HUMAN).pack()),
    ("greet", Greet(bytes(32), bytes(16), b"", "\u20ac" * 64, Purpose.SEAT, PlayerKind.HUMAN).pack()),
    ("offer", TableOffer(CONFIG, bytes(32), b"\1" * 32, "ana").pack()[1:]),
    ("offer", TableOffer(CONFIG, bytes(32), bytes(32), "ana", Watch(True, WATCH_DELAY_S)).pack()[1:]),
    ("offer", TableOffer(Config("g", "f", 2, 3, 0, 0, 0), bytes(32), bytes(32), "").pack()[1:]),
    ("offer", TableOffer(CONFIG, bytes(32), bytes(32), "ana", Watch(), "b" * 32).pack()[1:]),
    ("sit", messages.pack_sit(Arrival("ana", True, bytes(32), PLACES))[1:]),
    ("sit", messages.pack_sit(Arrival("", False, b"\1" * 32))[1:]),
    ("sitting", encode(SITTING.wire())),
    ("sitting", encode(Sitting("", b"", PLACES * 4).wire())),
    ("sitting", encode(["ana", b"", [b"\xff\0", b"\xff\xff" + bytes(255)]])),
    ("here", messages.pack_here([Attendee("ana", bytes(32), b"\1" * 32)])[1:]),
    ("here", messages.pack_here([Attendee("\u20ac" * 32, bytes(32), bytes(32))] * 4)[1:]),
    ("players", messages.pack_players(b"twelve bytes", [SITTING] * 3)[1:]),
    *(("sorry", messages.pack_sorry(number)[1:]) for number in range(len(messages.REASONS))),
    *(("heads", HEADS.pack(kind)[1:]) for kind in (messages.HEADS, messages.SYNC, messages.SYNCED)),
    ("links", messages.pack_links("ana", [])[1:]),
    ("links", messages.pack_links("ana", [0, 2])[1:]),
    ("where", messages.pack_where([*PLACES, IrohId(b"k" * 32), *RELAYS, Address("mia.example")])[1:]),
    ("where", messages.pack_where([])[1:]),
    ("lack", messages.pack_want("0" * 24, 0)[1:]),
    ("piece", messages.pack_set(messages.SetPiece("v" * 24, 262_144, 12_288, b"x" * 12_288))[1:]),
    ("show", Show(60, ("ana", "ben"), (b"hello", b"")).pack()[1:]),
    ("show", Show(0, ("",) * 4, (b"",) * 4).pack()[1:]),
    ("feeds", pack_feeds([FeedAt(b"f" * 16, PLACES)] * FEEDS)[1:]),
    ("feeds", pack_feeds([])[1:]),
    *((rule, word.pack()[1:]) for rule, (_, words) in WORDS.items() for word in words),
    *((rule, post.pack()[1:]) for rule, (_, said) in POSTS.items() for post in said),
    *((rule, content.pack(one)) for rule, (_, _, said) in CONTENTS.items() for one in said),
    *(("brief-entry", one) for one in BRIEF),
    *(("invitation", content.pack_invitation(one, MIA)[:-64]) for one in INVITATIONS),
    *(("notice", one) for one in NOTICES),
    *(("notice-body", decode(one)[0]) for one in NOTICES),
]
Path = tuple[int | str, ...]
CHANGES: list[tuple[str, Path, object]] = [
    ("greet", (2,), bytes(15)),
    ("greet", (3,), bytes(31)),
    ("greet", (4,), "x" * 257),
    ("greet", (4,), True),
    ("greet", (5,), 256),
    ("greet", (6,), 2),
    ("greet", (6,), True),
    ("offer", (0,), 4),
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
    ("offer", (5,), False),
    ("offer", (5, 0), 1),
    ("offer", (5, 1), WATCH_DELAY_S + 1),
    ("sitting", (2,), [PACKED[0]] * 9),
    ("sitting", (2, 0), True),
    ("sitting", (2, 0), b"\x11"),
    ("sitting", (2, 0), b"\xff\xff" + bytes(256)),
    ("sit", (0,), True),
    ("sit", (1,), 2),
    ("sit", (2,), bytes(31)),
    ("sit", (3,), [PACKED[0]] * 9),
    ("sit", (3, 0), b""),
    ("here", (), []),
    ("here", (0, 0), True),
    ("here", (0, 0), "x" * 129),
    ("here", (0, 1), bytes(31)),
    ("here", (0, 2), bytes(33)),
    ("here", (0,), "x"),
    ("players", (0,), bytes(11)),
    ("players", (1,), []),
    ("players", (1, 2, 1), 1),
    ("sorry", (0,), 6),
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
    ("where", (0,), [PACKED[0]] * 9),
    ("where", (0, 0), b"\x03"),
    ("where", (0,), PACKED[0]),
    ("lack", (0,), "0" * 25),
    ("lack", (1,), 262_145),
    ("piece", (0,), "0" * 25),
    ("piece", (1,), 262_145),
    ("piece", (2,), True),
    ("piece", (3,), b""),
    ("piece", (3,), bytes(12_289)),
    ("show", (0,), 2),
    ("show", (1,), WATCH_DELAY_S + 1),
    ("show", (1,), True),
    ("show", (2,), ["ana"]),
    ("show", (2, 0), "x" * 129),
    ("show", (3,), [b""]),
    ("show", (3, 0), "hello"),
    ("feeds", (0, 0, 0), bytes(15)),
    ("feeds", (0, 0, 1), [PACKED[0]] * 9),
    ("reserve", (0,), []),
    ("reserve", (0,), [bytes(12)] * (CIRCUIT_TOKENS + 1)),
    ("reserve", (0, 0), bytes(11)),
    ("reserve", (1,), [PACKED[0]] * 9),
    ("reserve", (1, 0), b"\x03"),
    ("reserved", (0,), b"\x11"),
    ("reserved", (0,), True),
    ("reserved", (1,), True),
    ("reserved", (3,), "1"),
    ("ask", (0,), bytes(15)),
    ("ask", (1,), [PACKED[0]] * 9),
    ("call", (0,), bytes(9)),
    ("call", (1,), bytes(11)),
    ("call", (2,), b"\x11"),
    ("call", (3,), [PACKED[0]] * 9),
    ("meet", (0,), bytes(7)),
    ("meet", (2, 0), b""),
    ("meet", (3,), 1),
    ("carry", (0,), bytes(7)),
    ("box-open", (0,), []),
    ("box-open", (0,), [bytes(12)] * (BOXES_PER_OWNER + 1)),
    ("box-open", (0, 0), bytes(11)),
    ("box-open", (1,), BOX_DAYS + 1),
    ("box-open", (1,), True),
    ("box-open", (2,), bytes(11)),
    ("box-open", (2,), True),
    ("box-put", (0,), bytes(15)),
    ("box-put", (1,), bytes(13)),
    ("box-put", (2,), 0),
    ("box-put", (2,), PARCEL_BYTES_MAX + 1),
    ("box-take", (0,), []),
    ("box-yes", (), [0]),
    ("box-parcel", (0,), bytes(11)),
    ("box-parcel", (1,), bytes(9)),
    ("box-parcel", (2,), 0),
    ("box-parcel", (2,), PARCEL_BYTES_MAX + 1),
    ("box-taken", (0,), bytes(7)),
    ("gone", (0,), 256),
    ("gone", (0,), True),
    ("have", (0,), [bytes(8)] * (HAVES + 1)),
    ("have", (0, 0), bytes(7)),
    ("have", (0, 0), True),
    ("want", (0,), []),
    ("want", (0,), [bytes(8)] * (WANTS + 1)),
    ("want", (0, 0), bytes(9)),
    ("peers", (0, 0, 0), bytes(15)),
    ("peers", (0, 0, 1), [PACKED[0]] * 9),
    ("peers", (0, 0, 1, 0), b"\x03"),
    ("notice", (0,), True),
    ("notice", (1,), bytes(63)),
    ("topics", (0,), [bytes(8)] * (TOPICS_AT_ONCE + 1)),
    ("topics", (0, 0), bytes(7)),
    ("notice-body", (0,), 1),
    ("notice-body", (1,), bytes(31)),
    ("notice-body", (2,), True),
    ("notice-body", (3,), 9),
    ("notice-body", (3,), 901),
    ("notice-body", (4,), "x" * 129),
    ("notice-body", (5,), 2),
    ("notice-body", (6,), [PACKED[0]] * 9),
    ("notice-body", (7, 0, 0), bytes(11)),
    ("notice-body", (7, 0, 1), ""),
    ("notice-body", (7, 0, 3), {"x": 1}),
    ("notice-body", (7, 0, 4), 1),
    ("notice-body", (7, 0, 4), 5),
    ("notice-body", (7, 0, 6, 0), 86_401),
    ("notice-body", (7, 0, 6, 2), 3_601),
    ("notice-body", (7, 0, 6), [0, 0, 0, 0]),
    ("notice-body", (7, 0, 6), [0, 0, 0, 15]),
    ("notice-body", (7, 0, 6), [0, 0, 0, 3, 3]),
    ("notice-body", (7, 0, 6), [60, 0, 0, 3]),
    ("notice-body", (7, 0, 6), [0, 0, 5, 3]),
    ("notice-body", (7, 0, 7), bytes(7)),
    ("notice-body", (7, 0, 9), 16),
    ("items-head", (0,), 1),
    ("items-head", (1, 0, 0), [True, bytes(32)]),
    ("items-head", (1, 1), bytes(15)),
    ("items-head", (1, 2), 256),
    ("items-head", (2,), 1),
    ("brief-entry", (0,), 256),
    ("brief-entry", (1,), 256),
    ("brief-entry", (2,), 2**32),
    ("brief-entry", (3,), bytes(31)),
    ("brief-entry", (4,), 256),
    ("brief-entry", (5,), "x"),
    ("brief-entry", (6,), bytes(63)),
    ("accept-head", (1,), "x" * 129),
    ("accept-head", (2,), bytes(31)),
    ("accept-head", (3,), [PACKED[0]] * 9),
    ("accept-head", (3, 0), b"\x03"),
    ("started-head", (1,), bytes(11)),
    ("started-head", (2,), []),
    ("started-head", (2, 1, 1), 1),
    ("started-head", (3, 1), bytes(17)),
    ("started-head", (4,), 0),
    ("decline-head", (1,), 3),
    ("decline-head", (1,), True),
    ("invitation", (0,), 2),
    ("invitation", (1,), bytes(15)),
    ("invitation", (2, "days"), 0),
    ("invitation", (2, "days"), 15),
    ("invitation", (2, "days"), True),
    ("invitation", (2, "weeks"), 1),
    ("invitation", (3,), bytes(31)),
    ("invitation", (4,), bytes(33)),
    ("invitation", (5,), "x" * 129),
    ("invitation", (6,), bytes(31)),
    ("invitation", (7,), bytes(31)),
    ("invitation", (8,), "b" * 33),
    ("invitation", (9,), [PACKED[0]] * 9),
    ("invitation", (10,), [b"set"] * 5),
    ("invitation", (10, 0), b""),
]
UNSAID: list[tuple[str, Path, object]] = [
    ("offer", (1, "days"), 3),
    ("invitation", (2, "bank"), 600),
    ("invitation", (2, "timer"), 60),
    ("invitation", (2, "bonus"), 5),
    ("invitation", (2, "seats"), 3),
    ("invitation", (6,), b"k" * 32),
]
"""Changes that the schema cannot refuse: its comments say so."""

INSIDE = {
    "offer": (("config", 1), ("watch", 5)),
    "sit": (("candidates", 3),),
    "sitting": (("candidates", 2),),
    "players": (("sittings", 1),),
    "heads": (("by-seat", 0),),
    "where": (("candidates", 0),),
    "show": (("by-name", 2), ("shown", 3)),
    "feeds": (("feed-list", 0),),
    "reserve": (("circuit-tokens", 0), ("candidates", 1)),
    "ask": (("candidates", 1),),
    "box-open": (("box-tags", 0),),
    "box-take": (("box-tags", 0),),
    "call": (("candidates", 3),),
    "meet": (("candidates", 2),),
    "notice-body": (("candidates", 6), ("open-tables", 7)),
    "open-table": (("timing", 6),),
    "have": (("met-ids", 0), ("heard-ids", 1), ("aside-ids", 2)),
    "want": (("wanted-ids", 0),),
    "peers": (("board-peers", 0),),
    "topics": (("topic-list", 0),),
    "board-peer": (("candidates", 1),),
    "items-head": (("heads", 1),),
    "accept-head": (("candidates", 3),),
    "started-head": (("sittings", 2), ("heads", 3)),
    "invitation": (("config", 2), ("candidates", 9), ("packed-sets", 10)),
}
"""The rules of what stands inside of a message, and where."""
LOOSE = {"where", "reserve", "box-take", "feeds", "have", "want", "peers", "topics"}
"""The array that pycddl takes at any length: an array with nothing but arrays in it."""
ITEMS = {
    "sittings": "sitting",
    "by-seat": "held",
    "feed-list": "feed",
    "by-name": "name",
    "shown": "shown-hello",
    "here": "present",
    "candidates": "candidate",
    "circuit-tokens": "circuit-token",
    "box-tags": "box-tag",
    "open-tables": "open-table",
    "met-ids": "notice-id",
    "heard-ids": "notice-id",
    "aside-ids": "notice-id",
    "topic-list": "topic",
    "wanted-ids": "notice-id",
    "board-peers": "board-peer",
    "packed-sets": "packed-set",
}


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
        return all(fits(part, encode(value[place])) for part, place in INSIDE[rule])
    return all(fits(ITEMS[rule], encode(item)) for item in value) if rule in ITEMS else True


def reads(rule: str, body: bytes) -> bool:
    """Whether the code takes these bytes for a message of a kind."""
    try:
        what = READERS[rule](body)
    except (BadEncoding, BadChannelRecord, BadParcel, BadSignature, CannotPlay):
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


@pytest.mark.parametrize(("rule", "path", "to"), UNSAID)
def test_what_the_schema_cannot_refuse_the_code_does(rule: str, path: Path, to: object) -> None:
    body = encode(with_change(first(rule), path, to))
    assert fits(rule, body) and not reads(rule, body)


@pytest.mark.parametrize("rule", sorted(READERS))
def test_one_item_more_or_less_is_refused_by_rule_and_code(rule: str) -> None:
    value = first(rule)
    wrong = [[*value, True], {0: value}, *([] if rule in ("here", "box-yes") else [value[:-1]])]
    for body in map(encode, wrong):
        assert rule in LOOSE or not fits(rule, body)
        assert not reads(rule, body)


LEAVES = st.one_of(
    st.integers(0, 2**63 - 1),
    st.integers(0, 5),
    st.booleans(),
    st.binary(max_size=40),
    st.sampled_from([12, 16, 31, 32, 33]).map(bytes),
    st.text(max_size=100),
    st.sampled_from([*PACKED, b"\xff\0", b"\xff\xff" + bytes(255), b"\x40\x03\0\1a", b"\x11" + bytes(6)]),
    st.just([]),
    st.lists(st.integers(0, 3), max_size=5),
)
"""The values that are put in the place of something. No maps: pycddl errs at the choice between two kinds of
them."""


def places(value: Any) -> list[Path]:
    """The ways to all that is inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[Path] = [()]
    for key, item in inside:
        found += [(key, *path) for path in places(item)]
    return found


@pytest.mark.parametrize("rule", sorted(READERS))
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_what_the_code_reads_is_valid(rule: str, data: st.DataObject) -> None:
    value = first(rule)
    body = encode(with_change(value, data.draw(st.sampled_from(places(value))), data.draw(LEAVES)))
    assert not reads(rule, body) or fits(rule, body)


def test_the_schema_names_the_versions() -> None:
    assert f"lobby-version = {messages.VERSION}\n" in CDDL
    assert f"invitation-version = {content.VERSION}\n" in CDDL

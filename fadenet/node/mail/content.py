"""The contents of parcels, and the invitation that begins a match by them.

A content is one CBOR item, its head, and behind it a CBOR sequence of items, entries in brief where that goes
(`protocol.brief`):

    ITEMS    [0, heads, over]                         items that the receiver lacks
    ACCEPT   [1, name, nonce, [candidate, ..]]        HELLO of the guest: I take the invitation
    STARTED  [2, token, [[name, HELLO, [candidate, ..]], ..], heads, over]
                                                      items: with these we play, it has begun
    DECLINE  [3, reason]                              nothing: why the invitation leads nowhere any more

`heads` is what the sender holds, as in HEADS of a session, `over` whether the RESULT is on its disk. An
invitation goes to whoever gets it, so it is not sealed; it is signed by the host:

    INVITATION  [1, id, config, rules hash, card-set hash, name, IK, nonce, bot, [candidate, ..], [set, ..]]
                signature 64
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import keys
from fadenet.engine.language.sets import PACKED_MAX
from fadenet.node.link.candidates import Candidate, pack_candidate
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.match.messages import NAME_BYTES, Heads, Sitting, heads_of, heads_wire, parse_candidates
from protocol.brief import lengthened, shortened
from protocol.encoding import ENTRY_MAX, decode, encode, item_end
from protocol.faults import BadEncoding, BadParcel, BadSignature
from protocol.hello import Config
from protocol.parcels import SUBJECT_BYTES
from protocol.values import SEATS_MAX, array, blob, flag, parse_bot_name, raw, text, uint

VERSION: Final = 1
ITEMS, ACCEPT, STARTED, DECLINE = range(4)
SETS_MAX: Final = 4
"""Card sets of one match."""
REASONS: Final = (
    "Somebody else has taken this invitation. Ask the host for another one.",
    "The host has taken this invitation back.",
    "The host plays with other rules or cards than you. Both need the same version of fadenet.",
)
TAKEN, WITHDRAWN, OTHER_RULES = range(len(REASONS))


class Items(NamedTuple):
    """The items that a node has for another, what it holds itself, and whether the RESULT is on its disk."""

    heads: Heads
    over: bool
    items: tuple[bytes, ...]

    def bringing(self, items: Sequence[bytes]) -> Items:
        """The same with these items."""
        return self._replace(items=tuple(items))


@dataclass(frozen=True, slots=True)
class Accept:
    """A guest that takes an invitation: its name, the nonce of its seat, where its node is, its HELLO."""

    name: str
    nonce: bytes
    candidates: tuple[Candidate, ...]
    hello: bytes


@dataclass(frozen=True, slots=True)
class Started:
    """The host has seated all: the token with which they dial each other, the players, its first items."""

    token: bytes
    players: tuple[Sitting, ...]
    first: Items

    def bringing(self, items: Sequence[bytes]) -> Started:
        """The same with these first items."""
        return replace(self, first=self.first.bringing(items))


@dataclass(frozen=True, slots=True)
class Decline:
    """Why an invitation leads nowhere any more: a number of `REASONS`."""

    reason: int


Content = Items | Accept | Started | Decline


def pack(content: Content) -> bytes:
    """The bytes of a content."""
    if isinstance(content, Items):
        return encode([ITEMS, heads_wire(content.heads), content.over]) + _behind(content.items)
    if isinstance(content, Accept):
        where = [pack_candidate(one) for one in content.candidates]
        return encode([ACCEPT, content.name, content.nonce, where]) + content.hello
    if isinstance(content, Started):
        players, first = [one.wire() for one in content.players], content.first
        head = [STARTED, content.token, players, heads_wire(first.heads), first.over]
        return encode(head) + _behind(first.items)
    return encode([DECLINE, content.reason])


def parse(data: bytes) -> Content:
    """Raises `BadEncoding`. Whole items are looked at where they are taken in."""
    pieces = _sequence(data)
    head: list[Any] = array(decode(pieces[0]), 1, 5) if pieces else []
    kind = uint(head[0]) if head else -1
    items = tuple(pieces[1:])
    if kind == ITEMS:
        _, heads, over = array(head, 3)
        return Items(heads_of(heads, _seats(heads)), flag(over), tuple(lengthened(items)))
    if kind == ACCEPT and len(items) == 1:
        _, name, nonce, where = array(head, 4)
        called = keys.peer_name(text(name, NAME_BYTES))
        return Accept(called, raw(nonce, 32), parse_candidates(where), items[0])
    if kind == STARTED:
        _, token, players, heads, over = array(head, 5)
        sitting = tuple(map(Sitting.parse, array(players, 2, SEATS_MAX)))
        first = Items(heads_of(heads, len(sitting)), flag(over), tuple(lengthened(items)))
        return Started(raw(token, TOKEN_BYTES), sitting, first)
    if kind == DECLINE and not items:
        return Decline(uint(array(head, 2)[1], len(REASONS) - 1))
    raise BadEncoding("a parcel with a content of no known kind")


def _behind(items: Sequence[bytes]) -> bytes:
    return b"".join(shortened(items))


def _seats(heads: object) -> int:
    """The number of seats that heads are of."""
    first = array(heads, 3)[0]
    return len(array(first, 2, SEATS_MAX))


def _sequence(data: bytes) -> list[bytes]:
    """The items of a CBOR sequence, none of them larger than one may be."""
    found, at = [], 0
    while at < len(data):
        end = item_end(data, at)
        if end - at > ENTRY_MAX:
            raise BadEncoding("an item of more bytes than any may have")
        found.append(data[at:end])
        at = end
    return found


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to a match by parcels. id: what its parcels are about; ik, nonce: the host's; bot: the
    one that plays for the host, "" = a person, or it is not said; sets: the card sets that it is played with,
    as packed lines."""

    id: bytes
    config: Config
    rules: bytes
    card_set: bytes
    name: str
    ik: bytes
    nonce: bytes
    bot: str = ""
    candidates: tuple[Candidate, ...] = ()
    sets: tuple[bytes, ...] = ()


def pack_invitation(invitation: Invitation, host: keys.Identity) -> bytes:
    """The bytes of an invitation, signed by its host."""
    one = invitation
    where = [pack_candidate(there) for there in one.candidates]
    hashes = one.rules, one.card_set
    who = one.name, one.ik, one.nonce, one.bot
    body = encode([VERSION, one.id, one.config.wire(), *hashes, *who, where, list(one.sets)])
    return body + host.sign("fn1/offer", body)


def parse_invitation(data: bytes) -> Invitation:
    """Raises `BadEncoding`, `BadParcel` for another version, `BadSignature`."""
    body, signature = data[:-64], data[-64:]
    if len(body) > ENTRY_MAX:
        raise BadEncoding("an invitation of more bytes than any may have")
    items: list[Any] = array(decode(body), 1, 16)
    if (version := uint(items[0])) != VERSION:
        raise BadParcel(f"an invitation of version {version}, where this program knows {VERSION}")
    _, id, config, rules, cards, name, ik, nonce, bot, where, sets = array(items, 11)
    found = Invitation(
        id=raw(id, SUBJECT_BYTES),
        config=Config.parse(config),
        rules=raw(rules, 32),
        card_set=raw(cards, 32),
        name=keys.peer_name(text(name, NAME_BYTES)),
        ik=raw(ik, 32),
        nonce=raw(nonce, 32),
        bot=parse_bot_name(bot) if bot != "" else "",
        candidates=parse_candidates(where),
        sets=tuple(_packed_set(one) for one in array(sets, 0, SETS_MAX)),
    )
    if not found.config.days or found.config.seats != 2:
        raise BadEncoding("an invitation by parcels is to a match by correspondence between two")
    if not keys.verify(found.ik, "fn1/offer", body, signature):
        raise BadSignature("an invitation that its host did not sign")
    return found


def _packed_set(x: object) -> bytes:
    data = blob(x)
    if not 0 < len(data) <= PACKED_MAX:
        raise BadEncoding("a card set of more bytes than any may have")
    return data

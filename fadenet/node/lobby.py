"""What the nodes of a table say to each other over their sessions: first the lobby, then the match.

Every message is one byte for its kind and a body:

    OFFER    0 | CBOR [version, config, rules hash, card-set hash, name]   the host, to whoever has come
    HELLO    1 | CBOR [name, HELLO, [address, ..]]                         the guest, when it sits down
    HERE     2 | CBOR [name, ..]                                           the host: who is at the table
    PLAYERS  3 | CBOR [token, [[name, HELLO, [address, ..]], ..]]          the host: who will play
    AGREED   4 | G                                                         the guest: with these I play
    START    5 | G                                                         the host: all agreed, it begins
    SORRY    6 | CBOR [reason]                                             I do not play this; goodbye
    ITEM     7 | an entry, a statement or a RESULT, as it stands in the match file
    HEADS    8 | CBOR [[[next seq, last link] by seat], digest]            what I hold
    SYNC     9 | as HEADS                                                  what I hold; and you?
    SYNCED  10 | as HEADS                                                  behind all that the asker lacked
    LINKS   11 | CBOR [name, [seat, ..]]                                   whom I reach directly
    DONE    12 |                                                           the RESULT is on my disk
    CHAT    13 | UTF-8, 1 to 256 bytes                                     what my player says
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fadenet.node.errors import NodeError
from fadenet.node.gate import TOKEN_BYTES
from fadenet.node.limits import CANDIDATES, CHAT_BYTES
from fadenet.node.links import Address, parse_port
from keys import ExitCode, clean_name
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.hello import Config
from protocol.values import SEATS_MAX, U8, array, ascending, blob, raw, text, uint

VERSION: Final = 3
NAME_BYTES: Final = 128
ADDRESS_BYTES: Final = 64
DIGEST_BYTES: Final = 16
OFFER, HELLO, HERE, PLAYERS, AGREED, START, SORRY, ITEM, HEADS, SYNC, SYNCED, LINKS, DONE, CHAT = range(14)

REASONS: Final = (
    "The other node plays with other rules; both need the same version of fadenet.",
    "The other node has another card set; both need the same version of fadenet.",
    "The other player cannot sit down at this table: another game or deck. Nothing was begun.",
    "Two of the players go by one name here, or one has changed the key; nothing was begun. To come under "
    "another name: fadenet key new NAME, then join with --as NAME.",
    "This player is not wanted at the table; ask the host.",
)
OTHER_RULES, OTHER_CARDS, OTHER_TABLE, OTHER_NAME, NOT_WANTED = range(len(REASONS))


class CannotPlay(NodeError):
    """The nodes cannot play with each other; nothing was begun."""

    exit_code = ExitCode.REFUSED


# The lobby.


@dataclass(frozen=True, slots=True)
class Offer:
    """What the host's table plays."""

    config: Config
    rules: bytes
    card_set: bytes
    name: str

    def pack(self) -> bytes:
        return bytes([OFFER]) + encode([VERSION, self.config.wire(), self.rules, self.card_set, self.name])


def parse_offer(body: bytes) -> Offer:
    """Raises `BadEncoding` for what is no OFFER, `CannotPlay` for one of another version."""
    items: list[Any] = array(decode(body), 1, 8)
    if uint(items[0]) != VERSION:
        raise CannotPlay(REASONS[OTHER_RULES])
    _, config, rules, card_set, name = array(items, 5)
    return Offer(Config.parse(config), raw(rules, 32), raw(card_set, 32), clean_name(text(name, NAME_BYTES)))


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at the table: name, HELLO, and the addresses at which the node can be dialled."""

    name: str
    hello: bytes
    addresses: tuple[str, ...] = ()

    def wire(self) -> list[object]:
        return [self.name, self.hello, list(self.addresses)]

    @classmethod
    def parse(cls, x: object) -> Sitting:
        name, hello, addresses = array(x, 3)
        there = tuple(parse_place(one) for one in array(addresses, 0, CANDIDATES))
        return cls(clean_name(text(name, NAME_BYTES)), blob(hello), there)


def parse_place(x: object) -> str:
    """An address as a node may name it: an IP literal and a port, so that no name has to be looked up."""
    place = text(x, ADDRESS_BYTES)
    host, _, port = place.rpartition(":")
    try:
        ip = ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError as error:
        raise BadEncoding("an address that is no IP literal with a port") from error
    number = parse_port(port)
    if "%" in host or not number:
        raise BadEncoding("an address without a port, or one that means something on that machine only")
    return str(Address(str(ip), number))


def pack_hello(sitting: Sitting) -> bytes:
    """The HELLO message."""
    return bytes([HELLO]) + encode(sitting.wire())


def parse_hello_message(body: bytes) -> Sitting:
    """Raises `BadEncoding`."""
    return Sitting.parse(decode(body))


def pack_here(names: Iterable[str]) -> bytes:
    """Who is at the table, the host first."""
    return bytes([HERE]) + encode(list(names))


def parse_here(body: bytes) -> list[str]:
    """Raises `BadEncoding`."""
    return [clean_name(text(name, NAME_BYTES)) for name in array(decode(body), 1, SEATS_MAX)]


def pack_players(token: bytes, players: Iterable[Sitting]) -> bytes:
    """All who will play, and the token with which they dial each other."""
    return bytes([PLAYERS]) + encode([token, [one.wire() for one in players]])


def parse_players(body: bytes, seats: int) -> tuple[bytes, tuple[Sitting, ...]]:
    """(token, players). Raises `BadEncoding`."""
    token, players = array(decode(body), 2)
    return raw(token, TOKEN_BYTES), tuple(map(Sitting.parse, array(players, seats)))


def pack_sorry(reason: int) -> bytes:
    """A goodbye that the other player can understand."""
    return bytes([SORRY]) + encode([reason])


def sorry(body: bytes) -> CannotPlay:
    """The goodbye of the other node as an error for our player."""
    number = uint(array(decode(body), 1)[0], 255)
    if number >= len(REASONS):
        raise BadEncoding("a goodbye without a known reason")
    return CannotPlay(REASONS[number])


# The match.


@dataclass(frozen=True, slots=True)
class Heads:
    """What a node holds: (next seq, last link) by seat, and a digest of all statements."""

    by_seat: tuple[tuple[int, bytes], ...]
    digest: bytes

    def pack(self, kind: int) -> bytes:
        """As HEADS, SYNC or SYNCED."""
        return bytes([kind]) + encode([[[seq, link] for seq, link in self.by_seat], self.digest])


def parse_heads(body: bytes, seats: int) -> Heads:
    """Raises `BadEncoding`."""
    heads, digest = array(decode(body), 2)
    pairs = [array(one, 2) for one in array(heads, seats)]
    return Heads(tuple((uint(seq), raw(link, 32)) for seq, link in pairs), raw(digest, DIGEST_BYTES))


def pack_links(name: str, seats: Sequence[int]) -> bytes:
    """Who we are, and the seats that we reach directly, ascending."""
    return bytes([LINKS]) + encode([name, list(seats)])


def parse_links(body: bytes, seats: int) -> tuple[str, frozenset[int]]:
    """(name, seats). Raises `BadEncoding`."""
    name, there = array(decode(body), 2)
    numbers = [uint(seat, U8) for seat in array(there, 0, seats)]
    ascending(numbers)
    return clean_name(text(name, NAME_BYTES)), frozenset(seat for seat in numbers if seat < seats)


def pack_chat(words: str) -> bytes:
    """What our player says, cut to what one message may hold."""
    return bytes([CHAT]) + words.encode("utf-8", "replace")[:CHAT_BYTES].decode("utf-8", "ignore").encode()


def parse_chat(body: bytes) -> str:
    """Words of whatever signs. Raises `BadEncoding`."""
    if not 0 < len(body) <= CHAT_BYTES:
        raise BadEncoding("an empty line, or one that is longer than people may say")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise BadEncoding("a line that is no UTF-8") from error

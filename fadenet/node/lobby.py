"""What two nodes say to each other over a session: first the lobby, then the items of the match.

Every message is one byte for its kind and a body:

    OFFER   0 | CBOR [version, config, rules hash, card-set hash, name]     the host, once somebody has joined
    HELLO   1 | CBOR [name, HELLO]                                          both, the joiner first
    ITEM    2 | an entry, a statement or a RESULT, as it stands in the match file
    HEADS   3 | CBOR [next seq by seat]                                     after a restart: what I hold
    SYNCED  4 |                                                             all that you lack has been sent
    SORRY   5 | CBOR [reason]                                               I do not play this; goodbye
    DONE    6 |                                                             the RESULT is on my disk
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from fadenet.node.errors import NodeError
from keys import ExitCode, clean_name
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.hello import Config
from protocol.values import array, blob, raw, text, uint

VERSION: Final = 1
NAME_BYTES: Final = 128
OFFER, HELLO, ITEM, HEADS, SYNCED, SORRY, DONE = range(7)

REASONS: Final = (
    "The other node plays with other rules; both need the same version of fadenet.",
    "The other node has another card set; both need the same version of fadenet.",
    "The other player cannot sit down at this table: another game or deck. Nothing was begun; invite again.",
)
OTHER_RULES, OTHER_CARDS, OTHER_TABLE = range(len(REASONS))


class CannotPlay(NodeError):
    """The two nodes cannot play with each other; nothing was begun."""

    exit_code = ExitCode.REFUSED


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


def pack_hello(name: str, wire: bytes) -> bytes:
    """The HELLO message."""
    return bytes([HELLO]) + encode([name, wire])


def parse_hello_message(body: bytes) -> tuple[str, bytes]:
    """(name of the player, HELLO). Raises `BadEncoding`."""
    name, wire = array(decode(body), 2)
    return clean_name(text(name, NAME_BYTES)), blob(wire)


def pack_heads(heads: list[int]) -> bytes:
    """How many entries of each seat are here."""
    return bytes([HEADS]) + encode(heads)


def parse_heads(body: bytes, seats: int) -> list[int]:
    """Raises `BadEncoding`."""
    return [uint(n) for n in array(decode(body), seats)]


def pack_sorry(reason: int) -> bytes:
    """A goodbye that the other player can understand."""
    return bytes([SORRY]) + encode([reason])


def sorry(body: bytes) -> CannotPlay:
    """The goodbye of the other node as an error for our player."""
    number = uint(array(decode(body), 1)[0], 255)
    if number >= len(REASONS):
        raise BadEncoding("a goodbye without a known reason")
    return CannotPlay(REASONS[number])

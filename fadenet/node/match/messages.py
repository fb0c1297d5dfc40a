"""The messages of the nodes of a table to each other over their sessions: first the lobby, then the match.

Every message is one byte for its kind and a body:

    OFFER    0 | CBOR [version, config, rules hash, card-set hash, name,
                      [whether it may be watched, delay], bot]             the host, to whoever has come
    SIT      1 | CBOR [name, kind, nonce, [candidate, ..]]                 the guest: I would play
    HERE     2 | CBOR [[name, IK, nonce], ..]                              the host: who is at the table
    HELLO    3 | the protocol's HELLO                                      the guest, to a full table
    PLAYERS  4 | CBOR [token, [[name, HELLO, [candidate, ..]], ..]]        the host: who will play
    AGREED   5 | G                                                         the guest: with these I play
    START    6 | G                                                         the host: all agreed, it begins
    SORRY    7 | CBOR [reason]                                             I do not play this; goodbye
    ITEM     8 | an entry, a statement or a RESULT, as it stands in the match file
    HEADS    9 | CBOR [[[next seq, last link] by seat], digest]            what I hold
    SYNC    10 | as HEADS                                                  what I hold; and you?
    SYNCED  11 | as HEADS                                                  behind all that the asker lacked
    LINKS   12 | CBOR [name, [seat, ..]]                                   whom I reach directly
    DONE    13 |                                                           the RESULT is on my disk
    CHAT    14 | UTF-8, 1 to 256 bytes                                     what my player says
    WHERE   15 | CBOR [[candidate, ..]]                                    where I can be dialled from now on
    AGAIN   18 | 1 byte                                                    whether I would play once more
    WANT    19 | CBOR [id of a card set, from this byte on]                the guest: I lack this
    SET     20 | CBOR [id, bytes of all, from this byte on, piece]         the host
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, NamedTuple

from fadenet.engine.cardset import ID_CHARS, is_id
from fadenet.engine.language.english import number_of
from fadenet.engine.language.sets import PACKED_MAX
from fadenet.node.errors import NodeError
from fadenet.node.limits import CANDIDATES, CHAT_BYTES, SET_PIECE_BYTES, WATCH_DELAY_S
from fadenet.node.link.candidates import Candidate, pack_candidate, unpack_candidates
from fadenet.node.link.gate import TOKEN_BYTES
from keys import ExitCode, peer_name
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.hello import Config
from protocol.values import SEATS_MAX, U8, array, ascending, blob, flag, parse_bot_name, raw, text, uint

VERSION: Final = 6
NAME_BYTES: Final = 128
DIGEST_BYTES: Final = 16
OFFER, SIT, HERE, HELLO, PLAYERS, AGREED, START, SORRY = range(8)
ITEM, HEADS, SYNC, SYNCED, LINKS, DONE, CHAT, WHERE = range(8, 16)
AGAIN, WANT, SET = 18, 19, 20

REASONS: Final = (
    "The other node plays with other rules; both need the same version of fadenet.",
    "The other node has another card set; both need the same version of fadenet.",
    "The other player cannot sit down at this table: another game or deck. Nothing was begun.",
    "Two of the players go by one name here, or one has changed the key; nothing was begun. To come under "
    "another name: fadenet key new NAME, then join with --as NAME.",
    "This player is not wanted at the table; ask the host.",
    "The other player has found another table; nothing was begun. Look for another one: fadenet seek GAME",
)
OTHER_RULES, OTHER_CARDS, OTHER_TABLE, OTHER_NAME, NOT_WANTED, TAKEN = range(len(REASONS))


class CannotPlay(NodeError):
    """The nodes cannot play with each other; nothing was begun."""

    exit_code = ExitCode.REFUSED


class FoundAnother(CannotPlay):
    """The player who has looked for a table sits at another one."""

    def __init__(self) -> None:
        super().__init__(REASONS[TAKEN])


# The lobby.


@dataclass(frozen=True, slots=True)
class Watch:
    """Whether a match may be watched, and how many seconds behind."""

    allowed: bool = False
    delay: int = 0


UNWATCHED: Final = Watch()


def behind(delay: int) -> str:
    """How far behind a match is shown, in words."""
    return f"{delay} s behind" if delay else "as it is played"


def timed(config: Config) -> str:
    """How much time a table gives, in words."""
    timer, bank, bonus, days = config.timer, config.bank, config.bonus, config.days
    if days:
        return f"A match by correspondence: each player has {number_of(days, 'day')} for each decision."
    more = f" ({bonus} s more whenever another is to decide)" if bonus else ""
    given = [f"{bank} s for the match{more}"] * bool(bank) + [f"{timer} s for each answer"] * bool(timer)
    return f"Each player has {' and '.join(given)}." if given else "No time is counted at this table."


@dataclass(frozen=True, slots=True)
class TableOffer:
    """The host's offer of its table: config, hashes of rules and card set, the host's name, whether it may be
    watched, and the bot that sits there for the host, "" = a person, or it is not said."""

    config: Config
    rules: bytes
    card_set: bytes
    name: str
    watch: Watch = UNWATCHED
    bot: str = ""

    def pack(self) -> bytes:
        watch = [self.watch.allowed, self.watch.delay]
        fields = [VERSION, self.config.wire(), self.rules, self.card_set, self.name, watch, self.bot]
        return bytes([OFFER]) + encode(fields)


def parse_offer(body: bytes) -> TableOffer:
    """Raises `BadEncoding` for bytes that are not an OFFER, `CannotPlay` for one of another version."""
    items: list[Any] = array(decode(body), 1, 8)
    if (theirs := uint(items[0])) != VERSION:
        newer = "Update this program" if theirs > VERSION else "Ask the host to update"
        raise CannotPlay(
            f"The host's node speaks version {theirs} of the lobby, this one {VERSION}. {newer}."
        )
    _, config, rules, card_set, name, watch, bot = array(items, 7)
    hashes = raw(rules, 32), raw(card_set, 32)
    seated = parse_bot_name(bot) if bot != "" else ""
    called = peer_name(text(name, NAME_BYTES))
    return TableOffer(Config.parse(config), *hashes, called, _watch(watch), seated)


def _watch(x: object) -> Watch:
    allowed, delay = array(x, 2)
    return Watch(flag(allowed), uint(delay, WATCH_DELAY_S))


@dataclass(frozen=True, slots=True)
class Arrival:
    """A guest as it names itself when it sits down: name, whether a bot plays, a fresh nonce, and where its
    node can be dialled."""

    name: str
    bot: bool
    nonce: bytes
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Attendee:
    """Somebody at the table, as the host tells it: name, IK, and the nonce of this visit."""

    name: str
    ik: bytes
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player of the match: name, HELLO, and where the node can be dialled."""

    name: str
    hello: bytes
    candidates: tuple[Candidate, ...] = ()

    def wire(self) -> list[object]:
        return [self.name, self.hello, _packed(self.candidates)]

    @classmethod
    def parse(cls, x: object) -> Sitting:
        name, hello, candidates = array(x, 3)
        return cls(peer_name(text(name, NAME_BYTES)), blob(hello), parse_candidates(candidates))


def _packed(candidates: Iterable[Candidate]) -> list[bytes]:
    return list(map(pack_candidate, candidates))


def parse_candidates(x: object) -> tuple[Candidate, ...]:
    """Where somebody else says that a node can be dialled, as far as we can and may. Raises `BadEncoding`."""
    return unpack_candidates([blob(one) for one in array(x, 0, CANDIDATES)])


def pack_sit(guest: Arrival) -> bytes:
    """The SIT message."""
    return bytes([SIT]) + encode([guest.name, int(guest.bot), guest.nonce, _packed(guest.candidates)])


def parse_sit(body: bytes) -> Arrival:
    """Raises `BadEncoding`."""
    name, kind, nonce, candidates = array(decode(body), 4)
    bot = bool(uint(kind, 1))
    return Arrival(peer_name(text(name, NAME_BYTES)), bot, raw(nonce, 32), parse_candidates(candidates))


def pack_here(present: Iterable[Attendee]) -> bytes:
    """The HERE message: all who are at the table, the host first."""
    return bytes([HERE]) + encode([[one.name, one.ik, one.nonce] for one in present])


def parse_here(body: bytes) -> list[Attendee]:
    """Raises `BadEncoding`."""
    rows = [array(row, 3) for row in array(decode(body), 1, SEATS_MAX)]
    return [
        Attendee(peer_name(text(name, NAME_BYTES)), raw(ik, 32), raw(nonce, 32)) for name, ik, nonce in rows
    ]


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
    return FoundAnother() if number == TAKEN else CannotPlay(REASONS[number])


@dataclass(frozen=True, slots=True)
class SetPiece:
    """Some bytes of a packed card set. size: of all of it; at: where they stand in it."""

    id: str
    size: int
    at: int
    data: bytes


def pack_want(id: str, at: int) -> bytes:
    """The WANT message: the next bytes of this set, from this one on."""
    return bytes([WANT]) + encode([id, at])


def parse_want(body: bytes) -> tuple[str, int]:
    """(id, from which byte on). Raises `BadEncoding`."""
    id, at = array(decode(body), 2)
    return _set_id(id), uint(at, PACKED_MAX)


def _set_id(x: object) -> str:
    id = text(x, ID_CHARS)
    if not is_id(id):
        raise BadEncoding("no id of a card set")
    return id


def pack_set(piece: SetPiece) -> bytes:
    """The SET message."""
    return bytes([SET]) + encode([piece.id, piece.size, piece.at, piece.data])


def parse_set(body: bytes) -> SetPiece:
    """Raises `BadEncoding`, for an empty piece too."""
    id, size, at, data = array(decode(body), 4)
    piece = SetPiece(_set_id(id), uint(size, PACKED_MAX), uint(at, PACKED_MAX), blob(data))
    if not 0 < len(piece.data) <= min(SET_PIECE_BYTES, piece.size - piece.at):
        raise BadEncoding("a piece of a card set that is empty, too large, or behind its end")
    return piece


# The match.


@dataclass(frozen=True, slots=True)
class Heads:
    """The holdings of a node: (next seq, last link) by seat, a digest of all statements, and its era."""

    by_seat: tuple[tuple[int, bytes], ...]
    digest: bytes
    era: int = 0

    def pack(self, kind: int) -> bytes:
        """As HEADS, SYNC or SYNCED."""
        return bytes([kind]) + encode(heads_wire(self))


class Letter(NamedTuple):
    """The word of a node by post: its seat, what it held, whether the RESULT was on its disk, and the items
    that it had for us."""

    seat: int
    heads: Heads
    over: bool
    items: tuple[bytes, ...]


def heads_wire(heads: Heads) -> list[object]:
    """Heads as they stand in HEADS, SYNC and SYNCED, and in parcels."""
    return [[[seq, link] for seq, link in heads.by_seat], heads.digest, heads.era]


def parse_heads(body: bytes, seats: int) -> Heads:
    """Raises `BadEncoding`."""
    return heads_of(decode(body), seats)


def heads_of(x: object, seats: int) -> Heads:
    """The same of what is decoded already. Raises `BadEncoding`."""
    heads, digest, era = array(x, 3)
    pairs = [array(one, 2) for one in array(heads, seats)]
    by_seat = tuple((uint(seq), raw(link, 32)) for seq, link in pairs)
    return Heads(by_seat, raw(digest, DIGEST_BYTES), uint(era, U8))


def pack_item(wire: bytes) -> bytes:
    """An entry, a statement or a RESULT, as in the match file."""
    return bytes([ITEM]) + wire


def pack_links(name: str, seats: Sequence[int]) -> bytes:
    """The LINKS message: our name, and the seats that we reach directly, ascending."""
    return bytes([LINKS]) + encode([name, list(seats)])


def parse_links(body: bytes, seats: int) -> tuple[str, frozenset[int]]:
    """(name, seats). Raises `BadEncoding`."""
    name, there = array(decode(body), 2)
    numbers = [uint(seat, U8) for seat in array(there, 0, seats)]
    ascending(numbers)
    return peer_name(text(name, NAME_BYTES)), frozenset(seat for seat in numbers if seat < seats)


def pack_chat(words: str) -> bytes:
    """The CHAT message: the words of our player, cut to what one message may hold."""
    return bytes([CHAT]) + words.encode("utf-8", "replace")[:CHAT_BYTES].decode("utf-8", "ignore").encode()


def parse_chat(body: bytes) -> str:
    """Words of whatever signs. Raises `BadEncoding`."""
    if not 0 < len(body) <= CHAT_BYTES:
        raise BadEncoding("an empty line, or one that is longer than people may say")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise BadEncoding("a line that is no UTF-8") from error


def pack_where(candidates: Iterable[Candidate]) -> bytes:
    """Where our node can be dialled from now on."""
    return bytes([WHERE]) + encode([_packed(candidates)])


def parse_where(body: bytes) -> tuple[Candidate, ...]:
    """Raises `BadEncoding`."""
    return parse_candidates(array(decode(body), 1)[0])


# After the match.


class RematchWish(IntEnum):
    """Whether somebody would play once more. BEGINS: the host knows that all would."""

    NO = 0
    YES = 1
    BEGINS = 2


def pack_again(wish: RematchWish) -> bytes:
    """Whether our player would play once more with these."""
    return bytes([AGAIN, wish])


def parse_again(body: bytes) -> RematchWish:
    """Raises `BadEncoding`."""
    if len(body) != 1 or body[0] > RematchWish.BEGINS:
        raise BadEncoding("no answer to whether a match is played once more")
    return RematchWish(body[0])

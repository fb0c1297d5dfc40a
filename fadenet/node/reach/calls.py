"""The messages between nodes and a helper: reserving, asking for somebody, meeting, being carried, and boxes.

These travel as DATA records of a channel, one byte of kind and CBOR:

    RESERVE   0 | [[circuit token, ..], [candidate, ..]]       a host, to keep being found by these tokens
    RESERVED  1 | [observed, circuits, bytes a second, s]      the helper: so you are seen; what is carried
    ASK       2 | [fingerprint of the host, [candidate, ..]]   a joiner, behind the gate of a circuit token
    CALL      3 | [call, circuit token, observed, [candidate, ..]]     the helper to the host: somebody asks
    MEET      4 | [call, observed, [candidate, ..], carries]   the helper to the joiner, in the same instant
    CARRY     5 | [call]                                       both: what follows here is of the circuit
    GONE      6 | [number]                                     the helper: not this time
    OPEN      7 | [[tag, ..], days, by]                        a player, to have boxes under these tags
    PUT       8 | [fingerprint of the owner, tag, bytes]       a player, for a box of another
    TAKE      9 | [[tag, ..]]                                  the owner: what lies in these boxes?
    YES      10 | []                                           the helper: it is done; or go on
    PARCEL   11 | [tag, id, bytes]                             the helper to the owner
    TAKEN    12 | [id]                                         the owner: this parcel is safe

An observed address is that of a candidate, in bytes, or empty. The bytes of a parcel follow YES to PUT, and
PARCEL, in records of their own that have no kind, each at most `PIECE_BYTES` long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import blake2b
from typing import Final

from fadenet.node.limits import (
    BOX_DAYS,
    BOXES_PER_OWNER,
    CANDIDATES,
    CIRCUIT_TOKENS,
    PARCEL_BYTES_MAX,
    PIECE_BYTES,
    WORD_BYTES,
)
from fadenet.node.link.candidates import (
    FINGERPRINT_BYTES,
    Address,
    Candidate,
    pack_candidate,
    unpack_candidate,
    unpack_candidates,
)
from fadenet.node.link.channel import Channel
from fadenet.node.link.gate import TOKEN_BYTES
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding, PeerFault
from protocol.values import array, blob, flag, raw, uint

CALL_BYTES: Final = 8
PARCEL_ID_BYTES: Final = 8
RESERVE, RESERVED, ASK, CALL, MEET, CARRY, GONE, OPEN, PUT, TAKE, YES, PARCEL, TAKEN = range(13)


class NotWanted(PeerFault):
    """A word that has no place where it came; the connection ends."""

    rule = "node.helper"


class Why(IntEnum):
    """Why a helper does not bring two together, or does not do what it is asked at a box. AWAY: the host is
    not there, or no such box is open."""

    AWAY = 0
    FULL = 1
    UNWANTED = 2


def circuit_token(token: bytes) -> bytes:
    """The token by which a helper knows those who hold `token`, of which it learns nothing (12 bytes)."""
    return blake2b(token, digest_size=32, person=b"fn1/rly").digest()[:TOKEN_BYTES]


def helper_token(token: bytes) -> bytes:
    """The token by which guests reserve (12 bytes): at a host, as they hold `token` of its match, or at a
    helper, as they hold that circuit token."""
    return blake2b(token, digest_size=32, person=b"fn1/hlp").digest()[:TOKEN_BYTES]


def box_tag(secret: bytes, owner: bytes) -> bytes:
    """The tag (12 bytes) of the box that a player (IK, 32 bytes) has for those who hold this secret: the
    token of a match, or that of an invitation."""
    return blake2b(secret + owner, digest_size=32, person=b"fn1/box").digest()[:TOKEN_BYTES]


def box_gate(tag: bytes) -> bytes:
    """The token (12 bytes) that opens a helper for those who know the tag of a box there. It is a hash, so
    that no tag can be chosen whose token is that of another door."""
    return blake2b(tag, digest_size=32, person=b"fn1/bxg").digest()[:TOKEN_BYTES]


@dataclass(frozen=True, slots=True)
class Reserve:
    """The circuit tokens by which a host is to be found, and where it can be dialled."""

    tokens: tuple[bytes, ...] = field(repr=False)
    candidates: tuple[Candidate, ...]

    def pack(self) -> bytes:
        return _pack(RESERVE, [list(self.tokens), _packed(self.candidates)])


@dataclass(frozen=True, slots=True)
class Reserved:
    """The grant of a helper: where it sees the host, circuits at once, bytes a second of each, seconds."""

    observed: Address | None
    circuits: int
    rate: int
    seconds: int

    def pack(self) -> bytes:
        return _pack(RESERVED, [_seen(self.observed), self.circuits, self.rate, self.seconds])


@dataclass(frozen=True, slots=True)
class HostQuery:
    """The host that a joiner asks for (fingerprint), and where the joiner can be dialled itself."""

    host: bytes
    candidates: tuple[Candidate, ...]

    def pack(self) -> bytes:
        return _pack(ASK, [self.host, _packed(self.candidates)])


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody asks for a host: the call's number, by which token, where it is seen and can be dialled."""

    call: bytes
    token: bytes = field(repr=False)
    observed: Address | None
    candidates: tuple[Candidate, ...]

    def pack(self) -> bytes:
        return _pack(CALL, [self.call, self.token, _seen(self.observed), _packed(self.candidates)])


@dataclass(frozen=True, slots=True)
class Meet:
    """Where the host is seen and can be dialled, and whether the helper has room for a circuit."""

    call: bytes
    observed: Address | None
    candidates: tuple[Candidate, ...]
    carries: bool

    def pack(self) -> bytes:
        return _pack(MEET, [self.call, _seen(self.observed), _packed(self.candidates), self.carries])


@dataclass(frozen=True, slots=True)
class Carry:
    """From here on this channel is one end of the circuit of a call."""

    call: bytes

    def pack(self) -> bytes:
        return _pack(CARRY, [self.call])


@dataclass(frozen=True, slots=True)
class Gone:
    """The helper does not bring the two together."""

    why: Why

    def pack(self) -> bytes:
        return _pack(GONE, [int(self.why)])


@dataclass(frozen=True, slots=True)
class OpenBoxes:
    """The boxes that a player has from now on, and for how many days; 0 = no more. by: the tag of another
    player's box, for who has not the relay's line; b"" = by the line."""

    tags: tuple[bytes, ...] = field(repr=False)
    days: int
    by: bytes = field(default=b"", repr=False)

    def pack(self) -> bytes:
        return _pack(OPEN, [list(self.tags), self.days, self.by])


@dataclass(frozen=True, slots=True)
class Put:
    """A parcel of so many bytes for a box: the fingerprint of its owner (16 bytes) and its tag."""

    owner: bytes
    tag: bytes = field(repr=False)
    size: int

    def pack(self) -> bytes:
        return _pack(PUT, [self.owner, self.tag, self.size])


@dataclass(frozen=True, slots=True)
class TakeOut:
    """The boxes of its own out of which a player wants what lies in them."""

    tags: tuple[bytes, ...] = field(repr=False)

    def pack(self) -> bytes:
        return _pack(TAKE, [list(self.tags)])


@dataclass(frozen=True, slots=True)
class Yes:
    """The helper has done what it was asked, or waits for the parcel."""

    def pack(self) -> bytes:
        return _pack(YES, [])


@dataclass(frozen=True, slots=True)
class ParcelHead:
    """A parcel of so many bytes out of a box; its id (8 bytes) is the helper's."""

    tag: bytes = field(repr=False)
    id: bytes
    size: int

    def pack(self) -> bytes:
        return _pack(PARCEL, [self.tag, self.id, self.size])


@dataclass(frozen=True, slots=True)
class ParcelTaken:
    """The owner has this parcel: the helper needs to keep it no longer."""

    id: bytes

    def pack(self) -> bytes:
        return _pack(TAKEN, [self.id])


RelayWord = (
    Reserve
    | Reserved
    | HostQuery
    | Call
    | Meet
    | Carry
    | Gone
    | OpenBoxes
    | Put
    | TakeOut
    | Yes
    | ParcelHead
    | ParcelTaken
)


def parse_word(data: bytes) -> RelayWord:
    """Raises `BadEncoding`."""
    kind, fields = data[0] if data else -1, decode(data[1:])
    if kind == RESERVE:
        tokens, candidates = array(fields, 2)
        named = tuple(raw(one, TOKEN_BYTES) for one in array(tokens, 1, CIRCUIT_TOKENS))
        return Reserve(named, _candidates(candidates))
    if kind == RESERVED:
        observed, circuits, rate, seconds = array(fields, 4)
        return Reserved(_observed(observed), uint(circuits), uint(rate), uint(seconds))
    if kind == ASK:
        host, candidates = array(fields, 2)
        return HostQuery(raw(host, FINGERPRINT_BYTES), _candidates(candidates))
    if kind == CALL:
        call, token, observed, candidates = array(fields, 4)
        names = raw(call, CALL_BYTES), raw(token, TOKEN_BYTES)
        return Call(*names, _observed(observed), _candidates(candidates))
    if kind == MEET:
        call, observed, candidates, carries = array(fields, 4)
        where = _observed(observed), _candidates(candidates)
        return Meet(raw(call, CALL_BYTES), *where, flag(carries))
    if kind == CARRY:
        return Carry(raw(array(fields, 1)[0], CALL_BYTES))
    if kind == GONE:
        number = uint(array(fields, 1)[0], 255)
        return Gone(Why(number) if number in list(Why) else Why.UNWANTED)
    return _parse_box_word(kind, fields)


def _parse_box_word(kind: int, fields: object) -> RelayWord:
    if kind == OPEN:
        tags, days, by = array(fields, 3)
        through = raw(by, TOKEN_BYTES) if by != b"" else b""
        return OpenBoxes(_tags(tags), uint(days, BOX_DAYS), through)
    if kind == PUT:
        owner, tag, size = array(fields, 3)
        return Put(raw(owner, FINGERPRINT_BYTES), raw(tag, TOKEN_BYTES), _size(size))
    if kind == TAKE:
        return TakeOut(_tags(array(fields, 1)[0]))
    if kind == YES:
        array(fields, 0)
        return Yes()
    if kind == PARCEL:
        tag, number, size = array(fields, 3)
        return ParcelHead(raw(tag, TOKEN_BYTES), raw(number, PARCEL_ID_BYTES), _size(size))
    if kind == TAKEN:
        return ParcelTaken(raw(array(fields, 1)[0], PARCEL_ID_BYTES))
    raise BadEncoding("a word of no known kind to or from a helper")


async def hear_word(channel: Channel) -> RelayWord:
    """The next word. Raises `PeerGone`, `NotWanted`, `BadEncoding`."""
    data = await channel.receive()
    if len(data) > WORD_BYTES:
        raise NotWanted(f"a word of {len(data)} bytes")
    return parse_word(data)


async def send_pieces(channel: Channel, parcel: bytes) -> None:
    """Send a parcel behind the word that has told its size. Raises `PeerGone`."""
    for at in range(0, len(parcel), PIECE_BYTES):
        await channel.send(parcel[at : at + PIECE_BYTES])


async def hear_pieces(channel: Channel, size: int) -> bytes:
    """The parcel of so many bytes that follows. Raises `PeerGone` and `NotWanted`."""
    parcel = bytearray()
    while len(parcel) < size:
        piece = await channel.receive()
        if not 0 < len(piece) <= min(PIECE_BYTES, size - len(parcel)):
            raise NotWanted(f"a piece of {len(piece)} bytes of a parcel")
        parcel += piece
    return bytes(parcel)


def _tags(x: object) -> tuple[bytes, ...]:
    return tuple(raw(one, TOKEN_BYTES) for one in array(x, 1, BOXES_PER_OWNER))


def _size(x: object) -> int:
    size = uint(x, PARCEL_BYTES_MAX)
    if not size:
        raise BadEncoding("a parcel without a byte")
    return size


def _pack(kind: int, fields: Sequence[object]) -> bytes:
    return bytes([kind]) + encode(list(fields))


def _packed(candidates: Iterable[Candidate]) -> list[bytes]:
    return list(map(pack_candidate, candidates))


def _candidates(x: object) -> tuple[Candidate, ...]:
    return unpack_candidates([blob(one) for one in array(x, 0, CANDIDATES)])


def _seen(observed: Address | None) -> bytes:
    return b"" if observed is None else pack_candidate(observed)


def _observed(x: object) -> Address | None:
    packed = blob(x)
    seen = unpack_candidate(packed) if packed else None
    if packed and not isinstance(seen, Address):
        raise BadEncoding("an observed address that is none")
    return seen if isinstance(seen, Address) else None

"""Every entry of the wire as a typed value, with the one parser for each, and the envelopes of all messages.

The bodies of statements are in `statements`. `messages.cddl` says the same in RFC 8610; the tests hold the
two together. A value's `wire()` is what `encoding.encode` takes; `parse` of that gives the value back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.values import (
    ACK,
    CHOOSE,
    DECKS_MAX,
    MOVE,
    MOVE_BYTES_MAX,
    OPEN,
    PASS,
    POOL,
    PRIVATE,
    READY,
    RECOMMIT,
    RESULT,
    SEATS_MAX,
    TAKE,
    TOKEN,
    TOSS,
    TOSS_DECK,
    U8,
    U32,
    VERSION,
    Claim,
    Com,
    Op,
    StandingPass,
    Tok,
    array,
    ascending,
    blob,
    claim_wire,
    hashes,
    op_wire,
    parse_claims,
    parse_coms,
    parse_ops,
    parse_standing,
    parse_tok,
    parse_toks,
    raw,
    text,
    tok_wire,
    uint,
    versioned,
)

MESSAGES_KEPT: Final = 16
"""Messages of which it is remembered how they were read: whoever takes one in asks for that several times."""

# Payloads of entries


@dataclass(frozen=True, slots=True)
class Ready:
    """Anchors of the author's chains: for tosses, and (deck, anchor) for each deck it permutes."""

    TYPE: ClassVar[int] = READY
    toss: bytes
    anchors: tuple[tuple[int, bytes], ...]

    def wire(self) -> object:
        return [self.toss, self.anchors]

    @classmethod
    def parse(cls, x: object) -> Ready:
        toss, pairs = array(x, 2)
        rows = [array(pair, 2) for pair in array(pairs, 0, DECKS_MAX)]
        anchors = tuple((uint(deck, U8), raw(anchor, 32)) for deck, anchor in rows)
        ascending([deck for deck, _ in anchors])
        return cls(raw(toss, 32), anchors)


@dataclass(frozen=True, slots=True)
class MoveMessage:
    """A decision: the canonical move and what it has to bring along, `ops` and `taken` ascending.

    `tokens` (2 seats) serve a bind that follows at once; `standing` replaces the standing pass (None =
    unchanged); `taken` are commitments that the move takes out of the author's pools.
    """

    TYPE: ClassVar[int] = MOVE
    text: str
    ops: tuple[Op, ...] = ()
    claims: tuple[Claim, ...] = ()
    tokens: tuple[Tok, ...] = ()
    standing: StandingPass | None = None
    taken: tuple[Com, ...] = ()

    def wire(self) -> dict[int, object]:
        fields: dict[int, object] = {0: self.text}
        if self.ops:
            fields[1] = [op_wire(op) for op in self.ops]
        if self.claims:
            fields[2] = [claim_wire(claim) for claim in self.claims]
        if self.tokens:
            fields[3] = [tok_wire(tok) for tok in self.tokens]
        if self.standing is not None:
            fields[4] = self.standing
        if self.taken:
            fields[5] = self.taken
        return fields

    @classmethod
    def parse(cls, x: object) -> MoveMessage:
        if type(x) is not dict or not {0} <= x.keys() <= {0, 1, 2, 3, 4, 5}:
            raise BadEncoding("expected a map with key 0 and none but 0 to 5")
        taken = parse_coms(x[5]) if 5 in x else ()
        if 5 in x and not taken:
            raise BadEncoding("empty fields of a move are left out")
        ops = parse_ops(x[1], 1) if 1 in x else ()
        ascending([op.com for op in ops])
        ascending(taken)
        return cls(
            text(x[0], MOVE_BYTES_MAX),
            ops,
            parse_claims(x[2], 1) if 2 in x else (),
            parse_toks(x[3]) if 3 in x else (),
            parse_standing(x[4]) if 4 in x else None,
            taken,
        )


@dataclass(frozen=True, slots=True)
class Pass:
    """No answer in this window; `standing` as in `MoveMessage`."""

    TYPE: ClassVar[int] = PASS
    standing: StandingPass | None = None

    def wire(self) -> object:
        return [] if self.standing is None else [self.standing]

    @classmethod
    def parse(cls, x: object) -> Pass:
        items = array(x, 0, 1)
        return cls(parse_standing(items[0]) if items else None)


@dataclass(frozen=True, slots=True)
class Pool:
    """Fresh commitments (32 bytes each in `hashes`) for every card that is shuffled into the deck."""

    TYPE: ClassVar[int] = POOL
    deck: int
    epoch: int
    hashes: bytes

    def wire(self) -> object:
        return [self.deck, self.epoch, self.hashes]

    @classmethod
    def parse(cls, x: object) -> Pool:
        deck, epoch, made = array(x, 3)
        return cls(uint(deck, U8), uint(epoch, U32), hashes(made, 0))


@dataclass(frozen=True, slots=True)
class Token:
    """Tokens for the decks asked, ascending."""

    TYPE: ClassVar[int] = TOKEN
    toks: tuple[Tok, ...]

    def wire(self) -> object:
        return [tok_wire(tok) for tok in self.toks]

    @classmethod
    def parse(cls, x: object) -> Token:
        return cls(parse_toks(x))


@dataclass(frozen=True, slots=True)
class Ack:
    """The author stands at this rest; the head's `state` says which."""

    TYPE: ClassVar[int] = ACK

    def wire(self) -> object:
        return []

    @classmethod
    def parse(cls, x: object) -> Ack:
        array(x, 0)
        return cls()


@dataclass(frozen=True, slots=True)
class Take:
    """Cards that the author picks out of its own pool (or a place the need names); no com = found none."""

    TYPE: ClassVar[int] = TAKE
    deck: int
    coms: tuple[Com, ...] = ()
    ops: tuple[Op, ...] = ()
    claims: tuple[Claim, ...] = ()

    def wire(self) -> object:
        return [self.deck, self.coms, [op_wire(op) for op in self.ops], [claim_wire(c) for c in self.claims]]

    @classmethod
    def parse(cls, x: object) -> Take:
        deck, coms, ops, claims = array(x, 4)
        return cls(uint(deck, U8), parse_coms(coms), parse_ops(ops, 0), parse_claims(claims, 0))


@dataclass(frozen=True, slots=True)
class Open:
    """Openings for everybody, in the order asked."""

    TYPE: ClassVar[int] = OPEN
    ops: tuple[Op, ...]

    def wire(self) -> object:
        return [op_wire(op) for op in self.ops]

    @classmethod
    def parse(cls, x: object) -> Open:
        return cls(parse_ops(x, 1))


@dataclass(frozen=True, slots=True)
class Private:
    """Openings for one seat: an ephemeral X25519 key and one sealed box of 80 bytes a commitment asked."""

    TYPE: ClassVar[int] = PRIVATE
    seat: int
    ephemeral: bytes
    boxes: tuple[bytes, ...]

    def wire(self) -> object:
        return [self.seat, self.ephemeral, self.boxes]

    @classmethod
    def parse(cls, x: object) -> Private:
        seat, ephemeral, boxes = array(x, 3)
        sealed = tuple(raw(box, 80) for box in array(boxes, 1, 512))
        return cls(uint(seat, U8), raw(ephemeral, 32), sealed)


@dataclass(frozen=True, slots=True)
class Recommit:
    """Fresh commitments for the ones that the need names."""

    TYPE: ClassVar[int] = RECOMMIT
    epoch: int
    hashes: bytes

    def wire(self) -> object:
        return [self.epoch, self.hashes]

    @classmethod
    def parse(cls, x: object) -> Recommit:
        epoch, made = array(x, 2)
        return cls(uint(epoch, U32), hashes(made, 1))


@dataclass(frozen=True, slots=True)
class Toss:
    """The next link of the author's toss chain."""

    TYPE: ClassVar[int] = TOSS
    tok: Tok

    def wire(self) -> object:
        return tok_wire(self.tok)[1:]

    @classmethod
    def parse(cls, x: object) -> Toss:
        return cls(parse_tok([TOSS_DECK, *array(x, 2, 3)]))


@dataclass(frozen=True, slots=True)
class Commit:
    """First round of a sealed decision: the hash of the move."""

    TYPE: ClassVar[int] = CHOOSE
    hash: bytes

    def wire(self) -> object:
        return [0, self.hash]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Second round of a sealed decision: the move itself."""

    TYPE: ClassVar[int] = CHOOSE
    salt: bytes
    move: MoveMessage

    def wire(self) -> object:
        return [1, self.salt, self.move.wire()]


def parse_choose(x: object) -> Commit | Reveal:
    items = array(x, 2, 3)
    if uint(items[0], 1):
        _, salt, move = array(items, 3)
        return Reveal(raw(salt, 16), MoveMessage.parse(move))
    return Commit(raw(array(items, 2)[1], 32))


Payload = (
    Ready
    | MoveMessage
    | Pass
    | Pool
    | Token
    | Ack
    | Take
    | Open
    | Private
    | Recommit
    | Toss
    | Commit
    | Reveal
)
_PAYLOADS: Final = {
    cls.TYPE: cls.parse
    for cls in (Ready, MoveMessage, Pass, Pool, Token, Ack, Take, Open, Private, Recommit, Toss)
} | {CHOOSE: parse_choose}


def parse_payload(kind: int, data: bytes) -> Payload:
    """The payload of an entry of type `kind` from its bytes. Raises `BadEncoding`."""
    parse = _PAYLOADS.get(kind)
    if parse is None:
        raise BadEncoding(f"no entry has type {kind}")
    payload: Payload = parse(decode(data))
    return payload


# Envelopes


class EntryPlace(NamedTuple):
    """The place of an entry: the match, the seat that writes it, and which one of that seat it is."""

    game: bytes
    author: int
    seq: int


@dataclass(frozen=True, slots=True)
class Head:
    """The signed part of an entry, as bytes (`raw`) and as values."""

    raw: bytes
    kind: int
    game: bytes
    author: int
    seq: int
    prev: bytes
    state: bytes
    body: bytes
    era: int

    @classmethod
    def parse(cls, data: bytes) -> Head:
        version, kind, game, author, seq, prev, state, body, era = array(decode(data), 9)
        if uint(version) != VERSION:
            raise BadEncoding(f"expected version {VERSION}")
        where = raw(game, 32), uint(author, U8), uint(seq, U32)
        hashes = raw(prev, 32), raw(state, 32), raw(body, 32)
        return cls(data, uint(kind, U8), *where, *hashes, uint(era, U8))

    @staticmethod
    def make(kind: int, place: EntryPlace, prev: bytes, state: bytes, body: bytes, era: int = 0) -> bytes:
        return encode([VERSION, kind, *place, prev, state, body, era])


@dataclass(frozen=True, slots=True)
class Entry:
    """One signed entry as received: `wire` is the whole of it, byte for byte."""

    wire: bytes
    head: Head
    payload: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Statement:
    """One signed statement as received."""

    wire: bytes
    kind: int
    body: bytes
    signature: bytes


class Joined(NamedTuple):
    """That a seat is in a match: the head of its READY, and its signature."""

    head: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class ResultMessage:
    """A RESULT as received; `body` is what every present seat signs. In the place of an absent seat stands
    the signature of its END, or that it had joined."""

    wire: bytes
    body: bytes
    keys: tuple[tuple[bytes, bytes], ...]
    signatures: tuple[bytes | Joined, ...]


def parse_result(x: object, wire: bytes) -> ResultMessage:
    _, _, body, keys, signatures = versioned(x, RESULT, 5)
    rows = [array(row, 2) for row in array(keys, 2, SEATS_MAX)]
    bindings = tuple((blob(key), raw(signature, 64)) for key, signature in rows)
    return ResultMessage(wire, blob(body), bindings, tuple(map(_parse_signed, array(signatures, len(rows)))))


def _parse_signed(x: object) -> bytes | Joined:
    """The item in the place of a seat: a signature, b"" where it is missing, or that the seat had joined."""
    if type(x) is list:
        head, signature = array(x, 2)
        return Joined(blob(head), raw(signature, 64))
    signed = blob(x)
    if len(signed) not in (0, 64):
        raise BadEncoding("a signature has 64 bytes, or none where it is missing")
    return signed


@lru_cache(MESSAGES_KEPT)
def parse_message(data: bytes) -> Entry | Statement | ResultMessage:
    """A message from one seat to another after HELLO: an entry, a statement or a RESULT.

    Raises `BadEncoding`. Signatures and payloads are not looked at here.
    """
    items = array(decode(data), 3, 5)
    if len(items) == 3:
        head, payload, signature = items
        return Entry(data, Head.parse(blob(head)), blob(payload), raw(signature, 64))
    if len(items) == 5:
        return parse_result(items, data)
    version, kind, body, signature = items
    if uint(version) != VERSION:
        raise BadEncoding(f"expected version {VERSION}")
    return Statement(data, uint(kind, U8), blob(body), raw(signature, 64))

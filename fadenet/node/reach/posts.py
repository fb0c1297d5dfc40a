"""The messages of nodes on the board to each other: what they look for, which notices they hold, which they
lack, who else is there.

These travel as DATA records of a channel, one byte of kind and what belongs to it:

    HAVE     0 | CBOR [[id, ..], [id, ..], [id, ..]]               met, heard of, of other topics
    WANT     1 | CBOR [[id, ..]]                                   give me these
    NOTICE   2 | the notice
    PEERS    3 | CBOR [[[fingerprint, [candidate, ..]], ..]]       others on the board
    TOPICS   4 | CBOR [[topic, ..]]                                what is offered or looked for here

An id is the first 8 bytes of a hash of what the notice says, a topic those of what a table plays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from fadenet.node.limits import BOARD_PEERS, CANDIDATES, HAVES, TOPICS_AT_ONCE, WANTS
from fadenet.node.link.candidates import (
    FINGERPRINT_BYTES,
    Candidate,
    pack_candidate,
    unpack_candidates,
)
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.reach.notice import ID_BYTES, NOTICE_BYTES, TOPIC_BYTES
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.values import array, blob, raw

HAVE, WANT, NOTICE, PEERS, TOPICS = range(5)


def board_token(fingerprint: bytes) -> bytes:
    """The token that leads to the board at the node of this player (fingerprint): any node that knows of it
    may knock.

    The name in it goes up with these messages: a node that speaks others finds no board here.
    """
    return blake2b(fingerprint, digest_size=32, person=b"fn1/board3").digest()[:TOKEN_BYTES]


@dataclass(frozen=True, slots=True)
class Have:
    """Notices that the other side holds, by name.

    met: of our topics, from players that it has reached or is linked with; heard: of our topics, that it has
    from others; aside: some of other topics.
    """

    met: tuple[bytes, ...] = ()
    heard: tuple[bytes, ...] = ()
    aside: tuple[bytes, ...] = ()

    def pack(self) -> bytes:
        return bytes([HAVE]) + encode([list(self.met), list(self.heard), list(self.aside)])


@dataclass(frozen=True, slots=True)
class Want:
    """Notices that the other side lacks."""

    ids: tuple[bytes, ...]

    def pack(self) -> bytes:
        return bytes([WANT]) + encode([list(self.ids)])


@dataclass(frozen=True, slots=True)
class RawNotice:
    """A notice, not yet read."""

    wire: bytes

    def pack(self) -> bytes:
        return bytes([NOTICE]) + self.wire


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody on the board: fingerprint (16 bytes) of the key, and where the node can be dialled."""

    fingerprint: bytes
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Peers:
    """Others on the board."""

    others: tuple[Other, ...]

    def pack(self) -> bytes:
        rows = [[one.fingerprint, list(map(pack_candidate, one.candidates))] for one in self.others]
        return bytes([PEERS]) + encode([rows])


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics that the other side offers or looks for, besides those that it has named before."""

    topics: tuple[bytes, ...]

    def pack(self) -> bytes:
        return bytes([TOPICS]) + encode([list(self.topics)])


Post = Have | Want | RawNotice | Peers | Topics


def parse_post(data: bytes) -> Post:
    """The message in these bytes, with those candidates in it that are of a known kind and may be dialled.
    Raises `BadEncoding`; whether the bytes of a notice are one is for `parse_notice` to say."""
    kind, body = data[0] if data else -1, data[1:]
    if kind == HAVE:
        return Have(*(_names(one, ID_BYTES, HAVES) for one in array(decode(body), 3)))
    if kind == WANT:
        return Want(_names(array(decode(body), 1)[0], ID_BYTES, WANTS, 1))
    if kind == NOTICE:
        if len(body) > NOTICE_BYTES:
            raise BadEncoding(f"a notice of {len(body)} bytes")
        return RawNotice(body)
    if kind == PEERS:
        rows = [array(row, 2) for row in array(array(decode(body), 1)[0], 0, BOARD_PEERS)]
        return Peers(tuple(Other(raw(who, FINGERPRINT_BYTES), _candidates(where)) for who, where in rows))
    if kind == TOPICS:
        return Topics(_names(array(decode(body), 1)[0], TOPIC_BYTES, TOPICS_AT_ONCE))
    raise BadEncoding("a message of no known kind on the board")


def _names(x: object, size: int, most: int, least: int = 0) -> tuple[bytes, ...]:
    names: Iterable[object] = array(x, least, most)
    return tuple(raw(one, size) for one in names)


def _candidates(x: object) -> tuple[Candidate, ...]:
    return unpack_candidates([blob(one) for one in array(x, 0, CANDIDATES)])

"""What nodes on the board say to each other: which notices they hold, which they lack, who else is there.

These travel as DATA records of a channel, one byte of kind and what belongs to it:

    HAVE     0 | CBOR [[id, ..]]                                   at first all that is held, then what is new
    WANT     1 | CBOR [[id, ..]]                                   give me these
    NOTICE   2 | the notice
    PEERS    3 | CBOR [[[fingerprint, [candidate, ..]], ..]]       others on the board

An id is the first 8 bytes of a hash of what the notice says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from fadenet.node.limits import BOARD_PEERS, CANDIDATES, HAVES, WANTS
from fadenet.node.link.candidates import (
    FINGERPRINT_BYTES,
    Candidate,
    pack_candidate,
    unpack_candidates,
)
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.reach.notice import ID_BYTES, NOTICE_BYTES
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.values import array, blob, raw

HAVE, WANT, NOTICE, PEERS = range(4)


def board_token(fingerprint: bytes) -> bytes:
    """What leads to the board at the node of this player (fingerprint): whoever knows of it may knock."""
    return blake2b(fingerprint, digest_size=32, person=b"fn1/board").digest()[:TOKEN_BYTES]


@dataclass(frozen=True, slots=True)
class Have:
    """Notices that the other side holds."""

    ids: tuple[bytes, ...]

    def pack(self) -> bytes:
        return bytes([HAVE]) + encode([list(self.ids)])


@dataclass(frozen=True, slots=True)
class Want:
    """Notices that the other side lacks."""

    ids: tuple[bytes, ...]

    def pack(self) -> bytes:
        return bytes([WANT]) + encode([list(self.ids)])


@dataclass(frozen=True, slots=True)
class Given:
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


Post = Have | Want | Given | Peers


def parse_post(data: bytes) -> Post:
    """What is known and may be dialled of it. Raises `BadEncoding`; whether a notice is any is for
    `parse_notice` to say."""
    kind, body = data[0] if data else -1, data[1:]
    if kind == HAVE:
        return Have(_ids(body, HAVES))
    if kind == WANT:
        return Want(_ids(body, WANTS))
    if kind == NOTICE:
        if len(body) > NOTICE_BYTES:
            raise BadEncoding(f"a notice of {len(body)} bytes")
        return Given(body)
    if kind == PEERS:
        rows = [array(row, 2) for row in array(array(decode(body), 1)[0], 0, BOARD_PEERS)]
        return Peers(tuple(Other(raw(who, FINGERPRINT_BYTES), _candidates(where)) for who, where in rows))
    raise BadEncoding("a message of no known kind on the board")


def _ids(body: bytes, most: int) -> tuple[bytes, ...]:
    ids: Iterable[object] = array(array(decode(body), 1)[0], 1, most)
    return tuple(raw(one, ID_BYTES) for one in ids)


def _candidates(x: object) -> tuple[Candidate, ...]:
    return unpack_candidates([blob(one) for one in array(x, 0, CANDIDATES)])

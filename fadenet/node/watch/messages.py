"""The messages between a feed and those who look on, besides those of the match.

    SHOW    16 | CBOR [version, delay, [name by seat, ..], [HELLO, ..]]       a feed, first
    FEEDS   17 | CBOR [[[fingerprint, [candidate, ..]], ..]]                  who shows the match too

Feed and watcher need no session: the watcher's heads are all the memory that is needed. ITEM, HEADS, SYNC,
SYNCED and DONE are those of the match (`match.messages`), but that in an ITEM of a feed stand all items that
leave together, one behind the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Final

from fadenet.node.limits import FEEDS as FEEDS_MOST
from fadenet.node.limits import WATCH_DELAY_S, WATCHER_PIECE_BYTES
from fadenet.node.link.candidates import FINGERPRINT_BYTES, Candidate, pack_candidate
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.match.messages import ITEM, NAME_BYTES, parse_candidates
from keys import peer_name
from protocol.encoding import decode, encode, item_end
from protocol.faults import BadEncoding
from protocol.files import PARTS_MAX
from protocol.values import SEATS_MAX, array, blob, raw, text, uint

SHOW_VERSION: Final = 1
SHOW, FEEDS = 16, 17


def pack_items(wires: Iterable[bytes]) -> list[bytes]:
    """The ITEM messages of a feed for these items, of at most `WATCHER_PIECE_BYTES` each if they hold more
    than one."""
    packed: list[bytes] = []
    for wire in wires:
        if packed and len(packed[-1]) + len(wire) <= WATCHER_PIECE_BYTES:
            packed[-1] += wire
        else:
            packed.append(bytes([ITEM]) + wire)
    return packed


def parse_items(body: bytes) -> list[bytes]:
    """The items of an ITEM, at least one; what each of them is remains to be judged. Raises `BadEncoding`."""
    ends = [0]
    while ends[-1] < len(body) or len(ends) == 1:
        ends.append(item_end(body, ends[-1], PARTS_MAX))
    return [body[start:end] for start, end in pairwise(ends)]


def watch_token(players: bytes) -> bytes:
    """The token that leads to the feeds of a match, from that of its players: all seats know it, and nobody
    can tell the players' own from it."""
    return blake2b(players, digest_size=32, person=b"fn1/wch").digest()[:TOKEN_BYTES]


@dataclass(frozen=True, slots=True)
class Show:
    """A match that is shown: how many seconds behind, and in seat order the names, which are the feed's word,
    and the HELLOs."""

    delay: int
    names: tuple[str, ...]
    hellos: tuple[bytes, ...]

    def pack(self) -> bytes:
        """The SHOW message."""
        return bytes([SHOW]) + encode([SHOW_VERSION, self.delay, list(self.names), list(self.hellos)])


def parse_show(body: bytes) -> Show:
    """Raises `BadEncoding`; whether the HELLOs are any, and fit together, is for the follower to say."""
    version, delay, names, hellos = array(decode(body), 4)
    if uint(version) != SHOW_VERSION:
        raise BadEncoding("a match that is shown in another version")
    seats = array(hellos, 2, SEATS_MAX)
    named = tuple(peer_name(text(name, NAME_BYTES)) for name in array(names, len(seats)))
    return Show(uint(delay, WATCH_DELAY_S), named, tuple(map(blob, seats)))


@dataclass(frozen=True, slots=True)
class FeedAt:
    """Somebody who shows the match: fingerprint (16 bytes) of the key, and where the node can be dialled."""

    fingerprint: bytes
    candidates: tuple[Candidate, ...]


def pack_feeds(feeds: Iterable[FeedAt]) -> bytes:
    """The FEEDS message, of as many as it holds."""
    there: Sequence[FeedAt] = [*feeds][:FEEDS_MOST]
    rows = [[one.fingerprint, [pack_candidate(c) for c in one.candidates]] for one in there]
    return bytes([FEEDS]) + encode([rows])


def parse_feeds(body: bytes) -> tuple[FeedAt, ...]:
    """The feeds that a FEEDS message names, with those candidates that are of a known kind and may be
    dialled. Raises `BadEncoding`."""
    rows = [array(row, 2) for row in array(array(decode(body), 1)[0], 0, FEEDS_MOST)]
    return tuple(FeedAt(raw(who, FINGERPRINT_BYTES), parse_candidates(where)) for who, where in rows)

"""Tables that only those find who have played together: nothing is pasted.

The token of such a table follows from the secret that the players of a match share: nobody else can tell it.
The door lets in those alone for whom it is opened. The address of its node is known from their match.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Final

from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.lobby.invite import Invite, longest_invite
from fadenet.node.match import saved
from fadenet.node.match.saved import SavedMatch, SavedTable
from keys import fingerprint

MATCHES: Final = 8
"""So many of the last matches with somebody lead to a table: one of them may be lost on the other side."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table for some players alone. tokens: each of them opens it; players: their keys; waiting: what is
    said while it waits for them, `patience` seconds at most."""

    tokens: tuple[bytes, ...] = field(repr=False)
    players: tuple[bytes, ...]
    waiting: str
    patience: float = math.inf


def invited_token(note: SavedTable, match: str, host: bytes) -> bytes:
    """The token of the table to which the player with this key invites another one of a match."""
    what = bytes.fromhex(match) + host
    digest = blake2b(what, key=bytes.fromhex(note.token), digest_size=32, person=b"fn1/invite").digest()
    return digest[:TOKEN_BYTES]


def matches_with(home: Path, public: bytes) -> list[SavedMatch]:
    """The last matches with the player of a key, the latest first, `MATCHES` at most."""
    there = saved.saved_matches(home)
    met = [one for one in there if any(peer.key == public.hex() for peer in one.note.peers)]
    return sorted(met, key=lambda one: -one.note.when)[:MATCHES]


def table_for(public: bytes, own: bytes, met: list[SavedMatch], waiting: str) -> Meeting:
    """The table to which we invite the player of a key. own: our key; met: the matches with that player."""
    tokens = tuple(invited_token(one.note, one.match, own) for one in met)
    return Meeting(tokens, (public,), waiting)


def line_to(public: bytes, met: list[SavedMatch]) -> str:
    """The invitation of the player of a key, as it follows from the last of these matches; "" where none of
    them tells where that player's node can be dialled."""
    there = [peer.where for one in met for peer in one.note.peers if peer.key == public.hex()]
    where = next(filter(None, there), ())
    if not where:
        return ""
    token = invited_token(met[0].note, met[0].match, public)
    return longest_invite(Invite(fingerprint(public), token, 0, where))

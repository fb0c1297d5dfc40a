"""The gate in the first handshake message: only who holds a token costs this node more than one keyed hash.

A token is a secret that two sides share before they meet: the one in an invitation (12 bytes), that of the
players of a match, or one that both derive from either.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from hmac import compare_digest
from typing import Final

from fadenet.node.limits import REPLAY_MEMORY, REPLAY_MEMORY_S, SOURCES_KNOWN
from fadenet.node.link.candidates import Address

TOKEN_BYTES: Final = 12
_ID_BYTES: Final = 4
GATE_BYTES: Final = _ID_BYTES + 16


def invite_id(token: bytes) -> bytes:
    """The 4 bytes that tell a host which of its tokens is meant; they give nothing of the token away."""
    return blake2b(token, digest_size=32, person=b"fn1/inv").digest()[:_ID_BYTES]


def gate_bytes(token: bytes, ephemeral: bytes, host_fingerprint: bytes) -> bytes:
    """invite id 4 | keyed hash 16, valid for this one ephemeral key (32 bytes) and this host (16 bytes)."""
    mac = blake2b(ephemeral + host_fingerprint, digest_size=32, key=token, person=b"fn1/gate").digest()
    return invite_id(token) + mac[:16]


@dataclass(frozen=True, slots=True)
class Gate:
    """What opened the gate for a peer: the token, and where the peer is."""

    token: bytes = field(repr=False)
    remote: Address


class Gates:
    """The tokens that open this node, the ephemeral keys that have already used one, and where players are.

    Keep an expired or used-up token in here as long as its holders deserve an answer: `admit` refuses them by
    name. Whoever shows a token that is not in here is hung up on without a word.
    """

    def __init__(self) -> None:
        self._tokens: dict[bytes, set[bytes]] = {}
        self._seen: OrderedDict[bytes, float] = OrderedDict()
        self._known: OrderedDict[str, None] = OrderedDict()

    def know(self, where: Address) -> None:
        """A player of a match is there, or may come back from there: strangers take no place from it."""
        self._known[where.source] = None
        self._known.move_to_end(where.source)
        if len(self._known) > SOURCES_KNOWN:
            self._known.popitem(last=False)

    def knows(self, where: Address) -> bool:
        """Whether players come from there."""
        return where.source in self._known

    def add(self, token: bytes) -> None:
        """Let holders of `token` knock."""
        self._tokens.setdefault(invite_id(token), set()).add(token)

    def remove(self, token: bytes) -> None:
        """Forget `token`; unknown ones are ignored."""
        group = self._tokens.get(invite_id(token), set())
        group.discard(token)
        if not group:
            self._tokens.pop(invite_id(token), None)

    def check(
        self, ephemeral: bytes, gate: bytes, host_fingerprint: bytes, remote: Address, now: float
    ) -> Gate | None:
        """What these bytes open, or None: unknown token, wrong hash, or a replay. `now` in seconds."""
        for token in self._tokens.get(gate[:_ID_BYTES], ()):
            if compare_digest(gate, gate_bytes(token, ephemeral, host_fingerprint)):
                return None if self._replayed(ephemeral, now) else Gate(token, remote)
        return None

    def _replayed(self, ephemeral: bytes, now: float) -> bool:
        while self._seen:
            oldest, when = next(iter(self._seen.items()))
            if len(self._seen) < REPLAY_MEMORY and now - when < REPLAY_MEMORY_S:
                break
            del self._seen[oldest]
        if ephemeral in self._seen:
            return True
        self._seen[ephemeral] = now
        return False

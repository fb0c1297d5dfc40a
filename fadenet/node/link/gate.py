"""The gate in the first handshake message: only a holder of a token costs this node more than one keyed hash.

A token is what two sides have before they meet: the one in an invitation (12 bytes), that of the players of a
match, or one that both derive from either. Most of them are not secret: a notice, a standing line and a board
give theirs to everybody. Only that of the players of a match is held by few, who are known by their keys.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from hmac import compare_digest
from typing import Final

from fadenet.node.limits import REPLAY_MEMORY, REPLAY_MEMORY_S
from fadenet.node.link.links import Link

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
    """A gate as a peer has opened it: with which token, and the source and site that its link counts as.
    players: whether only the players of a match hold that token."""

    token: bytes = field(repr=False)
    source: str
    site: str
    players: bool = False


class Gates:
    """The tokens that open this node, and the ephemeral keys that have already used one.

    Keep an expired or used-up token in here as long as its holders deserve an answer: `admit` refuses them by
    name. A dialler that shows a token that is not in here is hung up on without a word.
    """

    def __init__(self) -> None:
        self._tokens: dict[bytes, dict[bytes, bool]] = {}
        self._seen: OrderedDict[bytes, float] = OrderedDict()

    def add(self, token: bytes, players: bool = False) -> None:
        """Let holders of `token` knock. players: whether these are the players of one match."""
        self._tokens.setdefault(invite_id(token), {})[token] = players

    def remove(self, token: bytes) -> None:
        """Forget `token`; unknown ones are ignored."""
        group = self._tokens.get(invite_id(token), {})
        group.pop(token, None)
        if not group:
            self._tokens.pop(invite_id(token), None)

    def check(
        self, ephemeral: bytes, gate: bytes, host_fingerprint: bytes, link: Link, now: float
    ) -> Gate | None:
        """The gate that these bytes open, or None: unknown token, wrong hash, or a replay. `now` in
        seconds."""
        for token, players in self._tokens.get(gate[:_ID_BYTES], {}).items():
            if compare_digest(gate, gate_bytes(token, ephemeral, host_fingerprint)):
                return (
                    None if self._replayed(ephemeral, now) else Gate(token, link.source, link.site, players)
                )
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

"""Who this process is on a link: a fresh X25519 key S, and the player's identity key vouching for it.

The identity key (IK) signs S once (`fn1/proof`); no handshake touches it. The proof has no expiry, because it
names S and S dies with the process, or after a day.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

import trio
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

import keys
from fadenet.node.errors import BadHandshake
from fadenet.node.noise import KEY_BYTES, Rng, public_bytes

PROOF_TAG: Final = "fn1/proof"
PROOF_BYTES: Final = 32 + 64
ROTATE_S: Final = 24 * 3600.0


class Kind(IntEnum):
    """What plays, as declared by its node."""

    HUMAN = 0
    BOT = 1


@dataclass(frozen=True, slots=True)
class Credentials:
    """S, and IK 32 | signature 64, which proves that S is the player's."""

    static: X25519PrivateKey = field(repr=False)
    proof: bytes
    made: float


class NodeIdentity:
    """A player's identity as one process shows it to its peers. Make one a process and hand it around."""

    def __init__(
        self,
        identity: keys.Identity,
        *,
        rng: Rng = os.urandom,
        kind: Kind = Kind.HUMAN,
        iroh_key: bytes = b"",
    ) -> None:
        self._identity = identity
        self.public: bytes = identity.public
        self.fingerprint: bytes = keys.fingerprint(identity.public)
        self.rng = rng
        self.kind = kind
        self.iroh_key = iroh_key
        self.boot_nonce = rng(16)
        self._credentials: Credentials | None = None

    def credentials(self) -> Credentials:
        """The present S and its proof; both are made anew when they are a day old (running time)."""
        now = trio.current_time()
        if self._credentials is None or now - self._credentials.made >= ROTATE_S:
            static = X25519PrivateKey.from_private_bytes(self.rng(KEY_BYTES))
            proof = self.public + self._identity.sign(PROOF_TAG, public_bytes(static))
            self._credentials = Credentials(static, proof, now)
        return self._credentials


def proven_peer(proof: bytes, static: bytes) -> bytes:
    """The IK (32 bytes) that vouches for the static key `static`; raises `BadHandshake`."""
    if len(proof) != PROOF_BYTES:
        raise BadHandshake("a proof of identity of the wrong length")
    public, signature = proof[:32], proof[32:]
    try:
        keys.check_public(public)
    except keys.WeakKey as error:
        raise BadHandshake(f"an identity key that proves nothing: {error}") from None
    if not keys.verify(public, PROOF_TAG, static, signature):
        raise BadHandshake("a proof of identity that does not hold for this channel")
    return public

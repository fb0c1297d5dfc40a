"""The identity of this process on a link: the player's identity key (IK) vouches for each handshake
(`fn1/proof`).

It signs the hash of the handshake so far, with the keys of both sides in it: a proof holds in this one
handshake alone, with this one peer, and so needs no expiry and no clock.
"""

from __future__ import annotations

import os
from enum import IntEnum
from typing import Final

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

import keys
from fadenet.node.errors import BadHandshake
from fadenet.node.link.noise import KEY_BYTES, Rng

PROOF_TAG: Final = "fn1/proof"
PROOF_BYTES: Final = 32 + 64


class PlayerKind(IntEnum):
    """The kind of player, as declared by its node."""

    HUMAN = 0
    BOT = 1


class NodeIdentity:
    """A player's identity as one process shows it to its peers. Make one a process and hand it around."""

    def __init__(
        self,
        identity: keys.Identity,
        *,
        rng: Rng = os.urandom,
        kind: PlayerKind = PlayerKind.HUMAN,
        iroh_key: bytes = b"",
    ) -> None:
        self._identity = identity
        self.public: bytes = identity.public
        self.fingerprint: bytes = keys.fingerprint(identity.public)
        self.rng = rng
        self.kind = kind
        self.iroh_key = iroh_key
        self.boot_nonce = rng(16)

    def derive(self, info: str) -> bytes:
        """A secret of this identity (32 bytes) for one of the uses that `keys.Identity.derive` knows."""
        return self._identity.derive(info)

    def static(self) -> X25519PrivateKey:
        """A fresh static key S for one handshake."""
        return X25519PrivateKey.from_private_bytes(self.rng(KEY_BYTES))

    def proof(self, bound: bytes) -> bytes:
        """IK 32 | signature 64: this handshake is the player's. bound: `Handshake.bound`."""
        return self.public + self._identity.sign(PROOF_TAG, bound)


def proven_peer(proof: bytes, bound: bytes) -> bytes:
    """The IK (32 bytes) that vouches for the handshake with this `bound`; raises `BadHandshake`."""
    if len(proof) != PROOF_BYTES:
        raise BadHandshake("a proof of identity of the wrong length")
    public, signature = proof[:32], proof[32:]
    try:
        keys.check_public(public)
    except keys.WeakKey as error:
        raise BadHandshake(f"an identity key that proves nothing: {error}") from None
    if not keys.verify(public, PROOF_TAG, bound, signature):
        raise BadHandshake("a proof of identity that does not hold in this handshake")
    return public

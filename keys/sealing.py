"""X25519 keys of identities: whoever knows a player can seal something that this player alone can open.

An Ed25519 key pair is one of X25519 as well, by the birational map between both curves (RFC 7748, section
4.1); the scalar is that of RFC 8032, section 5.1.5. One key for both uses is safe where each has its own
domain: signatures have their tags, and agreements go through a hash with one (Thormarker, "On using the same
key pair for Ed25519 and an X25519 based KEM", 2021).
"""

from __future__ import annotations

from hashlib import sha512

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from keys.public import check_public

_P = 2**255 - 19
_SIGN_BIT = 1 << 255


def sealing_public(public: bytes) -> X25519PublicKey:
    """The X25519 key of an identity key (32 bytes). Raises `WeakKey` for a key that proves nothing."""
    check_public(public)
    y = int.from_bytes(public, "little") & ~_SIGN_BIT
    u = (1 + y) * pow(1 - y, -1, _P) % _P
    return X25519PublicKey.from_public_bytes(u.to_bytes(32, "little"))


def sealing_private(key: Ed25519PrivateKey) -> X25519PrivateKey:
    """The secret half of `sealing_public`."""
    return X25519PrivateKey.from_private_bytes(sha512(key.private_bytes_raw()).digest()[:32])

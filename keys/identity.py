"""A player, as the other players know it: a name and a long-lived Ed25519 key (IK) that signs seven things.

A signature is Ed25519 over tag || 0x00 || data, so that what was signed for one use never counts for another.
"""

from dataclasses import dataclass
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from keys.errors import WeakKey
from keys.fingerprint import fingerprint_text
from keys.public import check_public
from keys.sealing import sealing_private

# Everything that an identity key ever signs. A use that is not listed has no signature.
TAGS = {
    "fn1/keys": "key binding: the keys of one match belong to this player",
    "fn1/proof": "channel proof: this one handshake is this player's",
    "fn1/beacon": "announcement on the local network",
    "fn1/offer": "invitation to a match by correspondence",
    "fn1/parcel": "parcel: what one player's node has for another's in one match",
    "fn1/set": "card set: this player has packed it",
    "fn1/succ": "successor: this key is replaced by another, or revoked",
}

# Secrets that are derived from the identity key, so that the key itself need not leave this class.
DERIVED = {
    "fn1/iroh": "endpoint key of the QUIC link",
    "fn1/box": "by which a relay knows again whence a box was opened",
    "fn1/map": "by which a router knows its mappings of our ports as ours",
}


def _message(tag: str, data: bytes) -> bytes:
    if tag not in TAGS:
        raise ValueError(f"no signature has the tag {tag!r}; known: {', '.join(TAGS)}")
    return tag.encode() + b"\0" + data


@dataclass(frozen=True, slots=True, eq=False)
class Identity:
    """A name and its key pair. `public`: 32 bytes. The secret half is in no repr."""

    name: str
    public: bytes
    key: Ed25519PrivateKey

    @classmethod
    def from_key(cls, name: str, key: Ed25519PrivateKey) -> Self:
        """The identity of a private key that somebody else made."""
        return cls(name, key.public_key().public_bytes_raw(), key)

    @classmethod
    def from_seed(cls, name: str, seed: bytes) -> Self:
        """An identity in memory only, from a 32-byte seed (RFC 8032); ValueError for other lengths."""
        return cls.from_key(name, Ed25519PrivateKey.from_private_bytes(seed))

    def sign(self, tag: str, data: bytes) -> bytes:
        """The 64-byte signature of data under a tag of `TAGS`; ValueError for any other tag."""
        return self.key.sign(_message(tag, data))

    def derive(self, info: str) -> bytes:
        """32 secret bytes for a use of `DERIVED`: HKDF-SHA256 of the seed, no salt; else ValueError."""
        if info not in DERIVED:
            raise ValueError(f"nothing is derived for {info!r}; known: {', '.join(DERIVED)}")
        return HKDF(SHA256(), length=32, salt=None, info=info.encode()).derive(self.key.private_bytes_raw())

    def agree(self, public: X25519PublicKey) -> bytes:
        """The 32 bytes that whoever has the secret half of this key shares with us (RFC 7748, section 6.1),
        sealed to `sealing_public` of our key. ValueError for a key of small order."""
        return sealing_private(self.key).exchange(public)

    def __repr__(self) -> str:
        return f"Identity(name={self.name!r}, fingerprint={fingerprint_text(self.public)!r})"


def verify(public: bytes, tag: str, data: bytes, signature: bytes) -> bool:
    """Whether the signature is by this public key (32 bytes) over data under the tag.

    Never true for a key that `check_public` refuses. ValueError for a tag outside `TAGS`.
    """
    message = _message(tag, data)
    try:
        check_public(public)
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (WeakKey, InvalidSignature):
        return False
    return True

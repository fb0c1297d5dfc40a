"""Parcels: what the node of one player has for that of another, while they are not there together.

    parcel = version u8 | to 12 | from 12 | ephemeral 32 | box
    box    = ChaCha20-Poly1305 of (IK 32 | signature 64 | number u32 | content)

Whoever carries it sees its size, and two pseudonyms that hold for one subject: a match, or an invitation to
one. It is sealed to the receiver's identity key by an ephemeral X25519 key, and signed by the sender inside,
header and subject with it: taken out and sealed to somebody else it proves nothing. A number tells parcels of
one sender for one receiver apart, and which of them is the newest; none has to arrive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

import keys
from keys.sealing import sealing_public
from protocol.encoding import ENTRY_MAX
from protocol.faults import BadParcel, LocalError
from protocol.hashing import H, u8, u32
from protocol.values import U32

VERSION: Final = 1
SUBJECT_BYTES: Final = 16
PSEUDONYM_BYTES: Final = 12
PARCEL_BYTES_MAX: Final = 64 * 1024
"""Bytes of a parcel: one of them can always carry an item of any size (`ENTRY_MAX`)."""
_HEADER: Final = 1 + 2 * PSEUDONYM_BYTES + 32
_SIGNED: Final = 32 + 64 + 4
_TAG: Final = 16
CONTENT_BYTES_MAX: Final = PARCEL_BYTES_MAX - _HEADER - _SIGNED - _TAG
assert CONTENT_BYTES_MAX > ENTRY_MAX + 4096


@dataclass(frozen=True, slots=True)
class Parcel:
    """An opened parcel: the IK of its sender, its number among those from there for us, and its content."""

    sender: bytes
    number: int
    content: bytes


def pseudonym(subject: bytes, ik: bytes) -> bytes:
    """The name of a player on the parcels of one subject (16 bytes): 12 bytes that tell nobody else who."""
    return H("fn1/pseudo", subject, ik)[:PSEUDONYM_BYTES]


def addresses(data: bytes) -> tuple[bytes, bytes]:
    """The pseudonyms of the receiver and of the sender. Raises `BadParcel` for other bytes."""
    if not _HEADER + _SIGNED + _TAG <= len(data) <= PARCEL_BYTES_MAX:
        raise BadParcel("a parcel of a length that none has")
    if data[0] != VERSION:
        raise BadParcel(f"a parcel of version {data[0]}, where this program knows {VERSION}")
    to, sender = data[1 : 1 + PSEUDONYM_BYTES], data[1 + PSEUDONYM_BYTES : 1 + 2 * PSEUDONYM_BYTES]
    return to, sender


def seal(
    identity: keys.Identity,
    to: bytes,
    subject: bytes,
    number: int,
    content: bytes,
    rng: Callable[[int], bytes],
) -> bytes:
    """A parcel for the player whose IK is `to`. Raises `LocalError` for more than `CONTENT_BYTES_MAX`."""
    if len(content) > CONTENT_BYTES_MAX or len(subject) != SUBJECT_BYTES or not 0 <= number <= U32:
        raise LocalError("a parcel holds at most CONTENT_BYTES_MAX, and its subject has 16 bytes")
    ephemeral = X25519PrivateKey.from_private_bytes(rng(32))
    own = ephemeral.public_key().public_bytes_raw()
    header = u8(VERSION) + pseudonym(subject, to) + pseudonym(subject, identity.public) + own
    signature = identity.sign("fn1/parcel", header + subject + to + u32(number) + content)
    plain = identity.public + signature + u32(number) + content
    cipher = _cipher(ephemeral.exchange(sealing_public(to)), subject, to)
    return header + cipher.encrypt(bytes(12), plain, header)


def unseal(identity: keys.Identity, subject: bytes, data: bytes) -> Parcel:
    """Open a parcel for us. Raises `BadParcel` for one that was changed, or is for somebody else."""
    to, sender = addresses(data)
    if to != pseudonym(subject, identity.public):
        raise BadParcel("a parcel for somebody else, or of another match")
    header, box = data[:_HEADER], data[_HEADER:]
    try:
        shared = identity.agree(X25519PublicKey.from_public_bytes(header[-32:]))
        plain = _cipher(shared, subject, identity.public).decrypt(bytes(12), box, header)
    except (InvalidTag, ValueError):
        raise BadParcel("a parcel that does not open: it was changed on its way") from None
    ik, signature, rest = plain[:32], plain[32:96], plain[96:]
    if sender != pseudonym(subject, ik):
        raise BadParcel("a parcel under the pseudonym of another than its sender")
    if not keys.verify(ik, "fn1/parcel", header + subject + identity.public + rest, signature):
        raise BadParcel("a parcel that its sender did not sign")
    return Parcel(ik, int.from_bytes(rest[:4], "big"), rest[4:])


def _cipher(shared: bytes, subject: bytes, to: bytes) -> ChaCha20Poly1305:
    """The key holds for one parcel alone, as its ephemeral key does, so its nonce is zero."""
    key = HKDF(algorithm=SHA256(), length=32, salt=subject, info=b"fn1/seal" + to).derive(shared)
    return ChaCha20Poly1305(key)

"""Private openings: a card shown to one seat only.

One ephemeral X25519 key an entry, one ChaCha20-Poly1305 box of 80 bytes a commitment. All of it is
derived from M, so the audit makes the boxes again and compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from protocol.hashing import u8, u32
from protocol.messages import Private
from protocol.values import Com, Op

_PLAIN: Final = 64
"""Bytes in a box: epoch u32, index u32, card u32, salt 16, owner u8, zeros."""


def _cipher(shared: bytes, game: bytes, author: int, to: int, seq: int) -> ChaCha20Poly1305:
    info = b"fn1/open" + u8(author) + u8(to) + u32(seq)
    return ChaCha20Poly1305(HKDF(algorithm=SHA256(), length=32, salt=game, info=info).derive(shared))


def _nonce(i: int) -> bytes:
    return i.to_bytes(12, "big")


def seal(
    game: bytes, author: int, to: int, seq: int, private: X25519PrivateKey, xk: bytes, ops: Sequence[Op]
) -> Private:
    """Seal openings for seat `to`, whose public XK is `xk`, in entry `seq` of `author`."""
    shared = private.exchange(X25519PublicKey.from_public_bytes(xk))
    cipher = _cipher(shared, game, author, to, seq)
    boxes = []
    for i, ((owner, epoch, index), card, salt) in enumerate(ops):
        plain = u32(epoch) + u32(index) + u32(card) + salt + u8(owner)
        boxes.append(cipher.encrypt(_nonce(i), plain.ljust(_PLAIN, b"\0"), None))
    return Private(to, private.public_key().public_bytes_raw(), tuple(boxes))


def unseal(game: bytes, author: int, seq: int, xk: X25519PrivateKey, sealed: Private) -> list[Op | None]:
    """The openings in the boxes, not yet checked against commitments; None for a box that does not open."""
    try:
        shared = xk.exchange(X25519PublicKey.from_public_bytes(sealed.ephemeral))
    except ValueError:
        return [None] * len(sealed.boxes)
    cipher = _cipher(shared, game, author, sealed.seat, seq)
    return [_unseal_one(cipher, i, box) for i, box in enumerate(sealed.boxes)]


def _unseal_one(cipher: ChaCha20Poly1305, i: int, box: bytes) -> Op | None:
    try:
        plain = cipher.decrypt(_nonce(i), box, None)
    except InvalidTag:
        return None
    epoch, index, card = (int.from_bytes(plain[at : at + 4], "big") for at in (0, 4, 8))
    return Op(Com(plain[28], epoch, index), card, plain[12:28])

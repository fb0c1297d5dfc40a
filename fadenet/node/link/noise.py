"""Noise_XX_25519_ChaChaPoly_SHA256: the handshake under every channel, without any IO.

Noise protocol framework, revision 34, sections 5 (processing), 7.5 (pattern XX) and 12 (functions):

    -> e              m1: 32 B + payload, in clear
    <- e, ee, s, es   m2: 96 B + payload, encrypted to whoever sent m1
    -> s, se          m3: 64 B + payload, encrypted to the proven responder

The ephemeral key comes from an injected source of random bytes, so that a whole node can run in a simulator.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from hmac import digest as hmac
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from fadenet.node.errors import BadHandshake
from fadenet.node.limits import RECORDS_PER_KEY
from keys.secret import SecretBytes

Rng = Callable[[int], bytes]
"""So many random bytes, please: `os.urandom`, or a seeded stand-in."""

NAME: Final = b"Noise_XX_25519_ChaChaPoly_SHA256"
PROLOGUE: Final = b"fn1/noise\0"
KEY_BYTES: Final = 32
PATTERN: Final = (("e",), ("e", "ee", "s", "es"), ("s", "se"))


class CipherState:
    """One direction's key and its counter (section 5.1)."""

    __slots__ = ("_aead", "nonce")

    def __init__(self, key: bytes) -> None:
        self._aead = ChaCha20Poly1305(key)
        self.nonce = 0

    @property
    def spent(self) -> bool:
        """True when the key has sealed or opened all the records that it may."""
        return self.nonce >= RECORDS_PER_KEY

    def encrypt(self, plaintext: bytes, ad: bytes = b"") -> bytes:
        return self._aead.encrypt(self._next(), plaintext, ad)

    def decrypt(self, ciphertext: bytes, ad: bytes = b"") -> bytes:
        """Raises `cryptography.exceptions.InvalidTag`."""
        return self._aead.decrypt(self._next(), ciphertext, ad)

    def _next(self) -> bytes:
        assert self.nonce < RECORDS_PER_KEY, "the channel must close before its key is spent"
        self.nonce += 1
        return b"\0\0\0\0" + (self.nonce - 1).to_bytes(8, "little")


def public_bytes(key: X25519PrivateKey) -> bytes:
    """The 32-byte X25519 public key of `key`."""
    return key.public_key().public_bytes_raw()


class Handshake:
    """One side of one XX handshake. Call `write` and `read` in turn; after three messages `split`.

    `remote_ephemeral` and `remote_static` (32 bytes each) are set as they arrive; `bound` is h (32 bytes) as
    it was before the payload of the last message: over all that came before, and the keys that this one
    brought. Every failure of the other side, low-order points included, is `BadHandshake`; the object is of
    no use afterwards.
    """

    def __init__(
        self, *, initiator: bool, static: X25519PrivateKey, rng: Rng, prologue: bytes = PROLOGUE
    ) -> None:
        self.initiator = initiator
        self._s = static
        self._e = X25519PrivateKey.from_private_bytes(rng(KEY_BYTES))
        self.remote_ephemeral = b""
        self.remote_static = b""
        self.bound = b""
        self._turn = 0
        self._h = self._ck = NAME
        self._cipher: CipherState | None = None
        self._mix_hash(prologue)

    @property
    def ephemeral(self) -> bytes:
        """Our public ephemeral key (32 bytes), the first thing that `write` sends."""
        return public_bytes(self._e)

    @property
    def hash(self) -> bytes:
        """h (32 bytes); after the third message the name of the channel on both sides."""
        return self._h

    @property
    def chaining_key(self) -> bytes:
        """ck (32 bytes), as secret as the keys made from it."""
        return self._ck

    def write(self, payload: bytes | Callable[[bytes], bytes] = b"") -> bytes:
        """Our next message, carrying `payload`, or what that makes of `bound`."""
        out = b""
        for token in self._tokens(ours=True):
            if token == "e":
                out += self.ephemeral
                self._mix_hash(self.ephemeral)
            elif token == "s":
                out += self._seal(public_bytes(self._s))
            else:
                self._mix_dh(token)
        self.bound = self._h
        return out + self._seal(payload if isinstance(payload, bytes) else payload(self.bound))

    def read(self, message: bytes) -> bytes:
        """Take the other side's next message and return its payload."""
        for token in self._tokens(ours=False):
            if token == "e":
                self.remote_ephemeral, message = self._cut(message, KEY_BYTES)
                self._mix_hash(self.remote_ephemeral)
            elif token == "s":
                sealed, message = self._cut(message, KEY_BYTES + 16)
                self.remote_static = self._open(sealed)
            else:
                self._mix_dh(token)
        self.bound = self._h
        return self._open(message)

    def split(self) -> tuple[CipherState, CipherState]:
        """(for what we send, for what we receive), once all three messages are through (section 5.2)."""
        assert self._turn == len(PATTERN), "the handshake is not over"
        first, second = (CipherState(key) for key in self._hkdf(b""))
        return (first, second) if self.initiator else (second, first)

    def _tokens(self, *, ours: bool) -> tuple[str, ...]:
        assert (self._turn % 2 == 0) == (ours == self.initiator), "out of turn"
        self._turn += 1
        return PATTERN[self._turn - 1]

    def _mix_hash(self, data: bytes) -> None:
        self._h = sha256(self._h + data).digest()

    def _hkdf(self, secret: bytes) -> tuple[bytes, bytes]:
        root = SecretBytes(hmac(self._ck, secret, "sha256"))
        first = SecretBytes(hmac(root, b"\x01", "sha256"))
        return first, SecretBytes(hmac(root, first + b"\x02", "sha256"))

    def _mix_dh(self, token: str) -> None:
        ours, theirs = (token[0], token[1]) if self.initiator else (token[1], token[0])
        private = self._e if ours == "e" else self._s
        public = self.remote_ephemeral if theirs == "e" else self.remote_static
        try:
            secret = SecretBytes(private.exchange(X25519PublicKey.from_public_bytes(public)))
        except ValueError:
            raise BadHandshake("a public key of low order") from None
        self._ck, key = self._hkdf(secret)
        self._cipher = CipherState(key)

    def _seal(self, plaintext: bytes) -> bytes:
        sealed = plaintext if self._cipher is None else self._cipher.encrypt(plaintext, self._h)
        self._mix_hash(sealed)
        return sealed

    def _open(self, sealed: bytes) -> bytes:
        try:
            plaintext = sealed if self._cipher is None else self._cipher.decrypt(sealed, self._h)
        except InvalidTag:
            raise BadHandshake("a handshake message that does not authenticate") from None
        self._mix_hash(sealed)
        return plaintext

    def _cut(self, message: bytes, size: int) -> tuple[bytes, bytes]:
        if len(message) < size:
            raise BadHandshake("a handshake message that is too short")
        return message[:size], message[size:]

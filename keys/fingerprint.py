"""Public keys in forms that people can compare: 26 characters, or a few words read out over the phone.

`words.txt` is the English word list of BIP-39: 2,048 words, 11 bits each, told apart by their first
four letters.
"""

import secrets
from base64 import b32encode
from functools import cache
from hashlib import blake2b
from importlib.resources import files

FINGERPRINT_SIZE = 16
FINGERPRINT_WORDS = 4
SAFETY_WORDS = 6
_WORD_BITS = 11


def fingerprint(ik: bytes) -> bytes:
    """The 16-byte name of a public key: BLAKE2b-128, person "fn1/fp"."""
    return blake2b(ik, digest_size=FINGERPRINT_SIZE, person=b"fn1/fp").digest()


def fingerprint_text(ik: bytes) -> str:
    """The fingerprint of a public key as 26 lower-case base32 characters (RFC 4648 section 6, no padding)."""
    return b32encode(fingerprint(ik)).decode().rstrip("=").lower()


def fingerprint_words(ik: bytes) -> tuple[str, ...]:
    """The first 44 bits of a public key's fingerprint as 4 words."""
    return _first_words(fingerprint(ik), FINGERPRINT_WORDS)


def safety_words(ik_a: bytes, ik_b: bytes) -> tuple[str, ...]:
    """The 6 words that two players see alike, for ever, if nobody sits between them.

    They are the first 66 bits of BLAKE2b-256 over the smaller key and then the larger, person "fn1/words".
    Faking them means grinding 2^66 keys, so no commitment goes before.
    """
    both = min(ik_a, ik_b) + max(ik_a, ik_b)
    return _first_words(blake2b(both, digest_size=32, person=b"fn1/words").digest(), SAFETY_WORDS)


def made_up_name() -> str:
    """A name for somebody who has not said one: two words, drawn anew each time."""
    return "-".join(secrets.choice(word_list()) for _ in range(2))


@cache
def word_list() -> tuple[str, ...]:
    """The 2,048 words, sorted."""
    return tuple(files("keys").joinpath("words.txt").read_text("ascii").split())


def _first_words(digest: bytes, count: int) -> tuple[str, ...]:
    bits = int.from_bytes(digest, "big")
    top = 8 * len(digest)
    mask = (1 << _WORD_BITS) - 1
    return tuple(word_list()[bits >> top - _WORD_BITS * (i + 1) & mask] for i in range(count))

"""Hashes, the random stream and signatures, each under a tag of its own.

One table holds every tag, so that no two uses can share one. All hashes are BLAKE2b with the tag as
`person`, so a value made for one use means nothing in another. Fields go in one after another with
widths that are fixed by the use: `u8`, `u32`, `u64` for integers, fixed-length values raw, anything
else through `var` (length first) and `many` (count first), so no two field lists give the same input.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final, TypeVar

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

T = TypeVar("T")

TAGS: Final = (
    # hashes
    "fn1/body",  # payload of an entry, named in its head
    "fn1/bind",  # which commitment a slot gets
    "fn1/card",  # commitment to a card
    "fn1/choose",  # commitment to a sealed move
    "fn1/csalt",  # salt of a sealed move
    "fn1/deck",  # commitment to the deck list
    "fn1/dsalt",  # salt of the deck list
    "fn1/eph",  # ephemeral key of a private opening
    "fn1/epoch",  # seed of the order of a POOL or RECOMMIT
    "fn1/fp",  # fingerprint of an identity key
    "fn1/game",  # G
    "fn1/hello",  # hello, named in the key binding
    "fn1/link",  # head of an entry
    "fn1/mc",  # commitment to the master secret
    "fn1/pseudo",  # the name of a player on the parcels of one match
    "fn1/rand",  # random stream
    "fn1/root",  # where a match ended
    "fn1/salt",  # salt of a card
    "fn1/seating",  # who sits down, named in every hello
    "fn1/seed",  # last link of a token chain's round
    "fn1/split",  # which commitments leave with a split
    "fn1/table",  # table digest
    "fn1/toss",  # joint random number
    # signatures
    "fn1/beacon",
    "fn1/keys",
    "fn1/msg",
    "fn1/proof",
    "fn1/stmt",
    "fn1/succ",
)
_PERSON: Final = {tag: tag.encode().ljust(16, b"\0") for tag in TAGS}
KEYS_KEPT: Final = 1_024
"""Public keys that are kept as the library has them: those of a match check all of its entries."""
_CHAIN: Final = b"fn1/chn"
"""Prefix of the `person` of a token chain; permuter and deck follow, so each chain is a domain of its own."""


def u8(n: int) -> bytes:
    return n.to_bytes(1, "big")


def u32(n: int) -> bytes:
    return n.to_bytes(4, "big")


def u64(n: int) -> bytes:
    return n.to_bytes(8, "big")


def var(data: bytes) -> bytes:
    """A byte string of any length, length first."""
    return u32(len(data)) + data


def many(fields: Sequence[bytes]) -> bytes:
    """A list of fields, count first."""
    return u32(len(fields)) + b"".join(fields)


def H(tag: str, *fields: bytes, key: bytes = b"") -> bytes:
    """32-byte hash of the fields under `tag`; `key` (up to 64 bytes) makes it a keyed hash."""
    return blake2b(b"".join(fields), digest_size=32, person=_PERSON[tag], key=key).digest()


def H16(tag: str, *fields: bytes, key: bytes = b"") -> bytes:
    """16-byte hash, for salts and fingerprints only."""
    return blake2b(b"".join(fields), digest_size=16, person=_PERSON[tag], key=key).digest()


def chain_back(game: bytes, permuter: int, deck: int, link: bytes, steps: int) -> list[bytes]:
    """`link` (32 bytes) and as many links before it in the token chain of `permuter` (seat) for `deck`."""
    person = (_CHAIN + bytes((permuter, deck))).ljust(16, b"\0")
    keyed = blake2b(digest_size=32, key=game, person=person)  # copied for each link, as the key is the same
    links = [link]
    for _ in range(steps):
        step = keyed.copy()
        step.update(links[-1])
        links.append(step.digest())
    return links


def chain_step(game: bytes, permuter: int, deck: int, link: bytes) -> bytes:
    """The link before `link` (32 bytes)."""
    return chain_back(game, permuter, deck, link, 1)[1]


class Stream:
    """Random numbers from a 32-byte seed: big-endian u64s, four to each hash of the counter."""

    __slots__ = ("_block", "_seed", "_spare")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._spare: list[int] = []

    def word(self) -> int:
        """The next number of the stream, below 2^64."""
        if not self._spare:
            block = H("fn1/rand", u32(self._block), key=self._seed)
            self._block += 1
            self._spare = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._spare.pop()

    def below(self, n: int) -> int:
        """A number below `n` (1 .. 2^64), without bias: numbers past the last multiple of n are skipped."""
        limit = 2**64 - 2**64 % n
        while True:
            word = self.word()
            if word < limit:
                return word % n


def arrange(items: Iterable[T], numbers: Iterable[int]) -> list[T]:
    """A new list: for i from the last place down to 1, swap place i with the next of `numbers` (below i + 1).

    `numbers` may come from a TOSS that asked for numbers below n, n - 1, .., 2.
    """
    order = list(items)
    for i, j in zip(range(len(order) - 1, 0, -1), numbers, strict=True):
        order[i], order[j] = order[j], order[i]
    return order


def shuffle(items: Iterable[T], seed: bytes) -> list[T]:
    """A new list in the order that a 32-byte seed gives: `arrange` with numbers from its stream."""
    order = list(items)
    stream = Stream(seed)
    return arrange(order, [stream.below(n) for n in range(len(order), 1, -1)])


def place(digest: bytes, n: int) -> int:
    """A 32-byte hash as a number below `n`."""
    return int.from_bytes(digest, "big") % n


def sign(private: Ed25519PrivateKey, tag: str, data: bytes) -> bytes:
    """64-byte Ed25519 signature over tag, a zero byte and the data as sent."""
    assert tag in _PERSON, tag
    return private.sign(tag.encode() + b"\0" + data)


@lru_cache(KEYS_KEPT)
def _public_key(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)


def verify(public: bytes, tag: str, data: bytes, signature: bytes) -> bool:
    """Whether `sign` made the 64-byte signature with the key whose public half is `public`.

    `public` must have passed `keys.check_public` (every SK does at HELLO): under a key of small order one
    signature fits every message.
    """
    assert tag in _PERSON, tag
    try:
        _public_key(public).verify(signature, tag.encode() + b"\0" + data)
    except InvalidSignature:
        return False
    return True

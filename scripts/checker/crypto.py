"""Hashes, signatures, random numbers and what follows from a seat's M (sections 2, 3, 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

ROUND = 1024
Com = tuple[int, int, int]
"""A commitment: owner, epoch, nth."""


def be(value: int, width: int = 4) -> bytes:
    return value.to_bytes(width, "big")


def var(data: bytes) -> bytes:
    return be(len(data)) + data


def listed(fields: Sequence[bytes]) -> bytes:
    return be(len(fields)) + b"".join(fields)


def h(tag: str, *fields: bytes, key: bytes = b"", size: int = 32) -> bytes:
    person = f"fn1/{tag}".encode()
    return blake2b(b"".join(fields), digest_size=size, key=key, person=person).digest()


def signed(key: bytes, tag: str, data: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, f"fn1/{tag}".encode() + b"\0" + data)
    except (InvalidSignature, ValueError):
        return False
    return True


def words(seed: bytes) -> Iterator[int]:
    i = 0
    while True:
        block = h("rand", be(i), key=seed)
        yield from (int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8))
        i += 1


def order_of(count: int, seed: bytes) -> list[int]:
    """Where each place of a shuffled list comes from."""
    source, order = words(seed), list(range(count))
    for i in range(count - 1, 0, -1):
        bound = 2**64 - 2**64 % (i + 1)
        number = next(word for word in source if word < bound) % (i + 1)
        order[i], order[number] = order[number], order[i]
    return order


class Op(NamedTuple):
    """An opening."""

    com: Com
    card: int
    salt: bytes


class Secrets:
    """The secrets that follow from M for one seat."""

    def __init__(self, game: bytes, seat: int, master: bytes) -> None:
        self.game, self.seat, self.master = game, seat, master

    def order(self, epoch: int, count: int) -> list[int]:
        return order_of(count, h("epoch", self.game, be(self.seat, 1), be(epoch), key=self.master))

    def card_hash(self, epoch: int, nth: int, card: int) -> bytes:
        salt = h("salt", self.game, be(epoch), be(nth), be(card), key=self.master, size=16)
        return card_hash(self.game, Op((self.seat, epoch, nth), card, salt))

    def anchor(self, deck: int, era: int, round_: int) -> bytes:
        link = h("seed", self.game, be(deck, 1), be(era, 1), be(round_), key=self.master)
        for _ in range(ROUND):
            link = link_before(self.game, self.seat, deck, link)
        return link

    def ephemeral(self, place: bytes) -> X25519PrivateKey:
        return X25519PrivateKey.from_private_bytes(h("eph", self.game, place, key=self.master))

    def choice_salt(self, place: bytes, move: bytes) -> bytes:
        return h("csalt", self.game, place, var(move), key=self.master, size=16)


def card_hash(game: bytes, op: Op) -> bytes:
    owner, epoch, nth = op.com
    return h("card", game, be(owner, 1), be(epoch), be(nth), be(op.card), key=op.salt)


def link_before(game: bytes, seat: int, deck: int, link: bytes) -> bytes:
    person = b"fn1/chn" + bytes([seat, deck])
    return blake2b(link, digest_size=32, key=game, person=person).digest()

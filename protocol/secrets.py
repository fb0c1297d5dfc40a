"""The secrets of one seat during a match: the master secret M, two key pairs, the deck list.

Every other secret is derived from M, so that one disclosed value lets anybody re-derive all of them at
the audit. A node that is restored from its two files makes the same choices again; one whose files were older
than what it had sent, and that comes another way from there, never uses a key or a salt for something else.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from keys.secret import SecretBytes
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding, LocalError
from protocol.hashing import H16, H, shuffle, u8, u32, var
from protocol.values import Decks, array, parse_decks, raw, uint


class Derived:
    """All that follows from M once the match is known. Used by the seat itself, and by all at the audit."""

    def __init__(self, master: bytes, game: bytes, seat: int) -> None:
        self._master = SecretBytes(master)
        self._game = game
        self._seat = seat

    def epoch_seed(self, epoch: int) -> bytes:
        return SecretBytes(H("fn1/epoch", self._game, u8(self._seat), u32(epoch), key=self._master))

    def card_salt(self, epoch: int, index: int, card: int) -> bytes:
        """The card goes in, as no two may be hidden at one place under one salt: a peer that learns it from
        the one that is shown would find the other by trying."""
        return SecretBytes(H16("fn1/salt", self._game, u32(epoch), u32(index), u32(card), key=self._master))

    def choice_salt(self, place: bytes, move: bytes) -> bytes:
        """The salt of a sealed move (its CBOR); `place` of the entry that commits to it."""
        return SecretBytes(H16("fn1/csalt", self._game, place, var(move), key=self._master))

    def chain_seed(self, deck: int, era: int, round_: int) -> bytes:
        return SecretBytes(H("fn1/seed", self._game, u8(deck), u8(era), u32(round_), key=self._master))

    def ephemeral(self, place: bytes) -> X25519PrivateKey:
        """The key pair that seals the private openings of the entry at `place`. Its table digest stands for
        all entries before it, and so for what it opens: no key ever seals two things."""
        return X25519PrivateKey.from_private_bytes(H("fn1/eph", self._game, place, key=self._master))

    def order(self, epoch: int, cards: list[int]) -> list[int]:
        """Cards, given by ascending retired commitment, in the order of their fresh ones."""
        return shuffle(cards, self.epoch_seed(epoch))

    def commitments(self, epoch: int, ordered: list[int]) -> bytes:
        """c^n for cards that are in order already."""
        return b"".join(
            card_hash(self._game, self._seat, epoch, j, card, self.card_salt(epoch, j, card))
            for j, card in enumerate(ordered)
        )


def place_of(seq: int, prev: bytes, state: bytes) -> bytes:
    """Where an entry stands, out of its head: what its secrets follow from."""
    return u32(seq) + prev + state


def card_hash(game: bytes, owner: int, epoch: int, index: int, card: int, salt: bytes) -> bytes:
    """The commitment to `card`, 32 bytes; `salt` has 16."""
    return H("fn1/card", game, u8(owner), u32(epoch), u32(index), u32(card), key=salt)


def choice_hash(game: bytes, seat: int, seq: int, move: bytes, salt: bytes) -> bytes:
    """The commitment to a sealed move (its CBOR) that entry `seq` of `seat` carries."""
    return H("fn1/choose", game, u8(seat), u32(seq), var(move), key=salt)


def master_commitment(ik: bytes, master: bytes) -> bytes:
    return H("fn1/mc", ik, master)


def deck_commitment(ik: bytes, master: bytes, decks: Decks) -> bytes:
    return H("fn1/deck", ik, var(encode(decks)), key=H16("fn1/dsalt", key=master))


class Secrets:
    """The secret half of one seat in one match.

    `master`, `sk`, `xk` are 32 bytes of fresh randomness each, from the caller; `decks` the seat's deck
    list. `store` / `load` turn it into the bytes of the `.secret` file and back. It never shows in `repr`.
    """

    def __init__(self, master: bytes, sk: bytes, xk: bytes, decks: Decks) -> None:
        if not len(master) == len(sk) == len(xk) == 32 or len({master, sk, xk}) != 3:
            raise LocalError("M, SK and XK must be 32 bytes each, and all different")
        try:
            parse_decks(decode(encode(decks)))
        except BadEncoding as fault:
            raise LocalError(f"a deck list that nobody would accept: {fault.why}") from fault
        self.master = SecretBytes(master)
        self.decks = decks
        self._sk = SecretBytes(sk)
        self._xk = SecretBytes(xk)

    def __repr__(self) -> str:
        return "<Secrets, hidden>"

    @cached_property
    def sk(self) -> Ed25519PrivateKey:
        """Signs entries and statements."""
        return Ed25519PrivateKey.from_private_bytes(self._sk)

    @cached_property
    def xk(self) -> X25519PrivateKey:
        """Receives private openings."""
        return X25519PrivateKey.from_private_bytes(self._xk)

    @cached_property
    def sk_public(self) -> bytes:
        return self.sk.public_key().public_bytes_raw()

    @cached_property
    def xk_public(self) -> bytes:
        return self.xk.public_key().public_bytes_raw()

    def store(self) -> bytes:
        return SecretBytes(encode([1, self.master, self._sk, self._xk, self.decks]))

    @classmethod
    def load(cls, data: bytes) -> Secrets:
        """Raises `BadEncoding` when `data` is not what `store` made."""
        items: list[Any] = array(_hidden(data), 5)
        if uint(items[0]) != 1:
            raise BadEncoding("unknown version of a secret file")
        master, sk, xk = (raw(item, 32) for item in items[1:4])
        if len({master, sk, xk}) != 3:
            raise BadEncoding("a secret twice")
        return cls(master, sk, xk, parse_decks(items[4]))


def _hidden(data: bytes) -> object:
    """The items of a secret file, its bytes `SecretBytes`, so that nothing that goes wrong with them can show
    any; None if the file is not a list. Raises `BadEncoding`."""
    try:
        x = decode(data)
    except BadEncoding as fault:
        raise BadEncoding(fault.why) from None  # without the bytes, which would prove nothing to anybody
    return [SecretBytes(item) if type(item) is bytes else item for item in x] if type(x) is list else None

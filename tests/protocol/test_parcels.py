"""Parcels open for one player and one subject alone, as they were sent, and nobody can pass them on."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from keys.sealing import sealing_public
from protocol.encoding import ENTRY_MAX
from protocol.faults import BadParcel, LocalError
from protocol.parcels import (
    CONTENT_BYTES_MAX,
    PARCEL_BYTES_MAX,
    PSEUDONYM_BYTES,
    SUBJECT_BYTES,
    Parcel,
    addresses,
    pseudonym,
    seal,
    unseal,
)
from protocol.values import U32
from tests.protocol.toy import identity, seed

ANA, BEN, CID = identity("ana"), identity("ben"), identity("cid")
SUBJECT, OTHER = seed("subject")[:SUBJECT_BYTES], seed("other")[:SUBJECT_BYTES]
HEADER, BOX = 57, 16 + 100


def sealed(content: bytes = b"content", number: int = 7, subject: bytes = SUBJECT) -> bytes:
    """A parcel from ana to ben."""
    return seal(ANA, BEN.public, subject, number, content, lambda size: seed("ephemeral", content)[:size])


@given(st.binary(max_size=300), st.integers(0, U32))
def test_what_was_sealed_is_opened(content: bytes, number: int) -> None:
    data = sealed(content, number)
    assert unseal(BEN, SUBJECT, data) == Parcel(ANA.public, number, content)
    assert len(data) == HEADER + BOX + len(content)


def test_a_parcel_shows_nothing_but_pseudonyms_and_its_size() -> None:
    data = sealed(b"a long secret of ours")
    assert addresses(data) == (pseudonym(SUBJECT, BEN.public), pseudonym(SUBJECT, ANA.public))
    for secret in (ANA.public, BEN.public, SUBJECT, b"secret"):
        assert secret not in data
    # and under another subject the pseudonyms are others
    assert not {*addresses(data)} & {*addresses(sealed(subject=OTHER))}
    assert {len(one) for one in addresses(data)} == {PSEUDONYM_BYTES}


@given(st.integers(0, HEADER + BOX + 6), st.integers(1, 255))
def test_a_parcel_with_any_byte_changed_does_not_open(at: int, change: int) -> None:
    data = bytearray(sealed())
    data[at] ^= change
    with pytest.raises(BadParcel):
        unseal(BEN, SUBJECT, bytes(data))


@pytest.mark.parametrize("size", [0, 1, HEADER, HEADER + BOX - 1, PARCEL_BYTES_MAX + 1, 10**6])
def test_what_has_another_length_than_any_is_none(size: int) -> None:
    with pytest.raises(BadParcel, match="of a length that none has"):
        unseal(BEN, SUBJECT, b"\1" * size)


def test_a_cut_parcel_does_not_open() -> None:
    data = sealed(bytes(100))
    for size in range(HEADER + BOX, len(data)):
        with pytest.raises(BadParcel, match="it was changed on its way"):
            unseal(BEN, SUBJECT, data[:size])


def test_another_version_is_named() -> None:
    with pytest.raises(BadParcel, match="version 2, where this program knows 1"):
        unseal(BEN, SUBJECT, b"\2" + sealed()[1:])


def test_nobody_but_the_receiver_opens_it() -> None:
    for one, subject in ((ANA, SUBJECT), (CID, SUBJECT), (BEN, OTHER)):
        with pytest.raises(BadParcel, match="for somebody else, or of another match"):
            unseal(one, subject, sealed())
    # also where somebody writes the pseudonym of another one on it
    data = sealed()
    for one, subject in ((CID, SUBJECT), (BEN, OTHER)):
        renamed = data[:1] + pseudonym(subject, one.public) + data[13:]
        with pytest.raises(BadParcel, match="it was changed on its way"):
            unseal(one, subject, renamed)


def cipher(shared: bytes, to: bytes) -> ChaCha20Poly1305:
    """The cipher of a parcel to this player, in a second hand."""
    key = HKDF(algorithm=SHA256(), length=32, salt=SUBJECT, info=b"fn1/seal" + to).derive(shared)
    return ChaCha20Poly1305(key)


def forged(inside: bytes, sender: bytes) -> bytes:
    """A parcel to cid with anything inside, under the pseudonym of this sender."""
    ephemeral = X25519PrivateKey.from_private_bytes(seed("forged"))
    own = ephemeral.public_key().public_bytes_raw()
    header = b"\1" + pseudonym(SUBJECT, CID.public) + pseudonym(SUBJECT, sender) + own
    shared = ephemeral.exchange(sealing_public(CID.public))
    return header + cipher(shared, CID.public).encrypt(bytes(12), inside, header)


def test_who_is_sent_a_parcel_cannot_pass_it_on_as_if_it_came_from_its_sender() -> None:
    # given ben, who takes what ana has signed out of a parcel, and seals it to cid
    data = sealed()
    shared = BEN.agree(X25519PublicKey.from_public_bytes(data[25:57]))
    inside = cipher(shared, BEN.public).decrypt(bytes(12), data[57:], data[:57])
    # when cid opens it, under her pseudonym or his own, then ana has not signed it for cid
    with pytest.raises(BadParcel, match="did not sign"):
        unseal(CID, SUBJECT, forged(inside, ANA.public))
    with pytest.raises(BadParcel, match="under the pseudonym of another"):
        unseal(CID, SUBJECT, forged(inside, BEN.public))


@pytest.mark.parametrize("key", [bytes(32), b"\1" + bytes(31), b"\xff" * 32])
def test_nobody_signs_with_a_key_that_proves_nothing(key: bytes) -> None:
    with pytest.raises(BadParcel, match="did not sign"):
        unseal(CID, SUBJECT, forged(key + bytes(64) + bytes(4), key))


def test_the_pseudonym_of_another_one_is_found_out() -> None:
    """given a parcel that ana has sealed with the pseudonym of cid in the place of hers, then it does not
    open."""
    data = sealed()
    with pytest.raises(BadParcel):
        unseal(BEN, SUBJECT, data[:13] + pseudonym(SUBJECT, CID.public) + data[25:])


@pytest.mark.parametrize("u", [0, 1])
def test_an_ephemeral_key_of_small_order_opens_nothing(u: int) -> None:
    data = sealed()
    with pytest.raises(BadParcel, match="does not open"):
        unseal(BEN, SUBJECT, data[:25] + u.to_bytes(32, "little") + data[57:])


def test_the_largest_parcel_holds_an_item_of_any_size() -> None:
    data = sealed(bytes(CONTENT_BYTES_MAX))
    assert len(data) == PARCEL_BYTES_MAX and CONTENT_BYTES_MAX > ENTRY_MAX
    assert unseal(BEN, SUBJECT, data).content == bytes(CONTENT_BYTES_MAX)


@pytest.mark.parametrize(
    ("content", "subject", "number"),
    [
        (bytes(CONTENT_BYTES_MAX + 1), SUBJECT, 0),
        (b"", SUBJECT[1:], 0),
        (b"", SUBJECT, -1),
        (b"", SUBJECT, U32 + 1),
    ],
)
def test_what_no_parcel_holds_is_our_own_mistake(content: bytes, subject: bytes, number: int) -> None:
    with pytest.raises(LocalError):
        sealed(content, number, subject)

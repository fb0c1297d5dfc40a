"""Signatures hold for one key, one use and one text; secrets stay out of sight."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from keys import TAGS, Identity, verify

SEED = bytes(range(32))


def test_the_tags_are_those_of_the_protocol() -> None:
    assert set(TAGS) == {
        "fn1/keys",
        "fn1/proof",
        "fn1/beacon",
        "fn1/offer",
        "fn1/parcel",
        "fn1/set",
        "fn1/succ",
    }


@pytest.mark.parametrize("tag", sorted(TAGS))
def test_a_signature_covers_tag_zero_and_data(tag: str) -> None:
    anna = Identity.from_seed("anna", SEED)
    signature = anna.sign(tag, b"data")
    Ed25519PublicKey.from_public_bytes(anna.public).verify(signature, tag.encode() + b"\0data")
    assert verify(anna.public, tag, b"data", signature)


def test_a_signature_holds_for_nothing_else() -> None:
    anna, bela = Identity.from_seed("anna", SEED), Identity.from_seed("bela", bytes(32))
    signature = anna.sign("fn1/keys", b"data")
    assert not verify(anna.public, "fn1/proof", b"data", signature)
    assert not verify(anna.public, "fn1/keys", b"Data", signature)
    assert not verify(bela.public, "fn1/keys", b"data", signature)
    assert not verify(anna.public, "fn1/keys", b"data", signature[:-1])
    assert not verify(anna.public, "fn1/keys", b"data", b"")
    assert not verify(anna.public[:-1], "fn1/keys", b"data", signature)


def test_an_unknown_tag_is_our_own_bug() -> None:
    anna = Identity.from_seed("anna", SEED)
    with pytest.raises(ValueError, match="fn1/other"):
        anna.sign("fn1/other", b"")
    with pytest.raises(ValueError, match="fn1/other"):
        verify(anna.public, "fn1/other", b"", bytes(64))


def test_a_derived_secret_is_hkdf_of_the_seed() -> None:
    expected = HKDF(SHA256(), 32, salt=None, info=b"fn1/iroh").derive(SEED)
    assert Identity.from_seed("anna", SEED).derive("fn1/iroh") == expected
    with pytest.raises(ValueError, match="fn1/keys"):
        Identity.from_seed("anna", SEED).derive("fn1/keys")


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32"):
        Identity.from_seed("anna", SEED[:-1])


def test_no_repr_shows_the_seed() -> None:
    seed = b"CANARYCANARYCANARYCANARYCANARY!!"
    anna = Identity.from_seed("anna", seed)
    for text in (repr(anna), str(anna), f"{anna}", repr([anna, {"key": anna.key}])):
        assert "CANARY" not in text
        assert seed.hex() not in text
    assert "anna" in repr(anna)

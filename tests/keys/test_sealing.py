"""An identity key agrees on secrets as well: its X25519 half is the one that RFC 7748 and RFC 8032 name."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from keys import Identity
from keys.errors import WeakKey
from keys.sealing import sealing_private, sealing_public

P = 2**255 - 19
BASE_Y = 4 * pow(5, -1, P) % P
"""Of the base point of Ed25519 (RFC 8032, section 5.1)."""


def test_the_base_point_is_mapped_to_that_of_x25519() -> None:
    """given the y of the base point, then u is 9 (RFC 7748, section 4.1), whatever the sign of x."""
    for sign in (0, 1 << 255):
        public = (BASE_Y | sign).to_bytes(32, "little")
        assert sealing_public(public).public_bytes_raw() == (9).to_bytes(32, "little")


@given(st.binary(min_size=32, max_size=32))
def test_both_halves_are_of_one_key(seed: bytes) -> None:
    key = Ed25519PrivateKey.from_private_bytes(seed)
    public = sealing_public(key.public_key().public_bytes_raw())
    assert public == sealing_private(key).public_key()


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_both_sides_agree_on_the_same_secret(seed: bytes, other: bytes) -> None:
    anna, ephemeral = Identity.from_seed("anna", seed), X25519PrivateKey.from_private_bytes(other)
    assert anna.agree(ephemeral.public_key()) == ephemeral.exchange(sealing_public(anna.public))


@pytest.mark.parametrize("y", [0, 1, P - 1, P, P + 1, 1 | 1 << 255])
def test_nothing_is_sealed_to_a_key_that_proves_nothing(y: int) -> None:
    """given a key of small order, or one that is not in canonical form, then it is refused."""
    with pytest.raises(WeakKey):
        sealing_public(y.to_bytes(32, "little"))


@pytest.mark.parametrize("public", [b"", bytes(31), bytes(33)])
def test_what_is_no_key_is_refused(public: bytes) -> None:
    with pytest.raises(WeakKey):
        sealing_public(public)


@pytest.mark.parametrize("u", [0, 1])
def test_nobody_agrees_with_a_key_of_small_order(u: int) -> None:
    weak = X25519PublicKey.from_public_bytes(u.to_bytes(32, "little"))
    with pytest.raises(ValueError, match=r"shared key"):
        Identity.from_seed("anna", bytes(32)).agree(weak)

"""Keys that prove nothing are refused, all others are taken."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from keys import Identity, WeakKey, check_public, verify

P = 2**255 - 19
SIGN = 1 << 255

# The eight small-order points, as "Taming the Many EdDSAs" (2020) lists them (x = 0 with both signs), and the
# encodings with y >= p of such points that C2SP's CCTV vectors add, with the largest y of all.
SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]
NOT_CANONICAL = [
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]


@pytest.mark.parametrize("vector", SMALL_ORDER)
def test_small_order_is_refused(vector: str) -> None:
    with pytest.raises(WeakKey, match="small order"):
        check_public(bytes.fromhex(vector))


def _double(point: tuple[int, int]) -> tuple[int, int]:
    """Twice a point of the curve (RFC 8032 section 5.1.4, in plain coordinates)."""
    x, y = point
    k = -121665 * pow(121666, -1, P) * x * x * y * y
    return 2 * x * y * pow(1 + k, -1, P) % P, (y * y + x * x) * pow(1 - k, -1, P) % P


@pytest.mark.parametrize("vector", SMALL_ORDER)
def test_the_refused_points_are_of_small_order_indeed(vector: str) -> None:
    # given the point, with x from -x^2 + y^2 = 1 + d x^2 y^2
    y = int.from_bytes(bytes.fromhex(vector), "little") & ~SIGN
    square = (y * y - 1) * pow(-121665 * pow(121666, -1, P) * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    x = root if (root * root - square) % P == 0 else root * pow(2, (P - 1) // 4, P) % P
    assert (x * x - square) % P == 0
    # when it is taken eight times, then it is the neutral point
    assert _double(_double(_double((x, y)))) == (0, 1)


@pytest.mark.parametrize("vector", NOT_CANONICAL)
def test_not_canonical_is_refused(vector: str) -> None:
    with pytest.raises(WeakKey, match="canonical"):
        check_public(bytes.fromhex(vector))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_another_length_is_refused(size: int) -> None:
    with pytest.raises(WeakKey, match="32 bytes"):
        check_public(b"\x05" * size)


@given(st.integers(min_value=P, max_value=2**255 - 1), st.booleans())
def test_every_y_from_p_on_is_refused(y: int, sign: bool) -> None:
    with pytest.raises(WeakKey):
        check_public((y | (SIGN if sign else 0)).to_bytes(32, "little"))


@given(st.binary(min_size=32, max_size=32))
def test_honest_keys_are_taken(seed: bytes) -> None:
    check_public(Identity.from_seed("anna", seed).public)


def test_the_neighbours_of_the_refused_are_taken() -> None:
    for y in (2, P - 2):
        check_public(y.to_bytes(32, "little"))


def test_one_signature_for_every_message_convinces_the_library_but_not_us() -> None:
    # given the neutral point as key, and as signature the neutral point with s = 0
    weak = bytes.fromhex(SMALL_ORDER[0])
    signature = weak + bytes(32)
    # when the library checks it, it fits any message
    for message in (b"fn1/keys\0I won", b"fn1/keys\0I lost"):
        Ed25519PublicKey.from_public_bytes(weak).verify(signature, message)
    # then ours does not
    assert not verify(weak, "fn1/keys", b"I won", signature)

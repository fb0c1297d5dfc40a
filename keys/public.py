"""The test whether a public key is worth believing.

Ed25519 libraries accept public keys of small order, under which one fixed signature fits every
message, and encodings of a point other than its canonical one (Chalkias, Garillot, Nikolaenko:
"Taming the Many EdDSAs", 2020). The owner of such a key can deny or forge anything.
"""

from keys.errors import WeakKey

PUBLIC_SIZE = 32
_P = 2**255 - 19
_SIGN_BIT = 1 << 255

# The eight points of small order have five y: x and -x share theirs, and y and p - y come together.
_ORDER_8_Y = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER_Y = frozenset({0, 1, _P - 1, _ORDER_8_Y, _P - _ORDER_8_Y})


def check_public(raw: bytes) -> None:
    """Refuse an Ed25519 public key (32 bytes, RFC 8032 section 5.1.2) that proves nothing.

    Raises `WeakKey` for another length, y >= p, or a point of small order; the sign bit is ignored.
    """
    if len(raw) != PUBLIC_SIZE:
        raise WeakKey(f"an Ed25519 public key has {PUBLIC_SIZE} bytes, not {len(raw)}")
    y = int.from_bytes(raw, "little") & ~_SIGN_BIT
    if y >= _P:
        raise WeakKey("the Ed25519 public key is not in canonical form")
    if y in _SMALL_ORDER_Y:
        raise WeakKey("the Ed25519 public key is of small order: its signatures fit any message")

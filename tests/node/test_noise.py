"""The handshake against a second implementation, and against every flipped bit."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st
from noise.connection import Keypair, NoiseConnection

from fadenet.node import limits
from fadenet.node.errors import BadHandshake
from fadenet.node.link.noise import NAME, PROLOGUE, Handshake, public_bytes
from tests.node.helpers import seeded

PAYLOADS = st.lists(st.binary(max_size=200), min_size=3, max_size=3)
LOW_ORDER = [
    bytes(32),
    b"\1" + bytes(31),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
    bytes.fromhex("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
    bytes.fromhex("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
]


def key(seed: int) -> X25519PrivateKey:
    return X25519PrivateKey.from_private_bytes(bytes([seed]) * 32)


def side(*, initiator: bool, seed: int, prologue: bytes = PROLOGUE) -> Handshake:
    return Handshake(initiator=initiator, static=key(seed), rng=seeded(seed), prologue=prologue)


def pair() -> tuple[Handshake, Handshake]:
    return side(initiator=True, seed=1), side(initiator=False, seed=2)


@settings(max_examples=60, deadline=None)
@given(payloads=PAYLOADS, initiator=st.booleans(), prologue=st.binary(max_size=40))
def test_agrees_with_a_second_implementation(payloads: list[bytes], initiator: bool, prologue: bytes) -> None:
    # given: our side and theirs, in either role
    ours = side(initiator=initiator, seed=1, prologue=prologue)
    theirs = NoiseConnection.from_name(NAME)
    theirs.set_keypair_from_private_bytes(Keypair.STATIC, key(2).private_bytes_raw())
    theirs.set_prologue(prologue)
    if initiator:
        theirs.set_as_responder()
    else:
        theirs.set_as_initiator()
    theirs.start_handshake()
    # when: three messages go back and forth
    for turn, payload in enumerate(payloads):
        if (turn % 2 == 0) == initiator:
            assert bytes(theirs.read_message(ours.write(payload))) == payload
        else:
            assert ours.read(bytes(theirs.write_message(payload))) == payload
    # then: same hash, same keys, in both directions, and the peer's static key is known
    sending, receiving = ours.split()
    assert theirs.get_handshake_hash() == ours.hash
    assert ours.remote_static == public_bytes(key(2))
    for text in (b"", b"x" * 300):
        assert bytes(theirs.decrypt(sending.encrypt(text))) == text
        assert receiving.decrypt(bytes(theirs.encrypt(text))) == text


def play(flip_message: int = -1, flip_bit: int = 0) -> tuple[Handshake, Handshake]:
    """A whole handshake with one bit of one message flipped on the way."""
    sides = pair()
    for turn in range(3):
        message = bytearray(sides[turn % 2].write(b"payload"))
        if turn == flip_message:
            message[flip_bit // 8] ^= 1 << flip_bit % 8
        sides[1 - turn % 2].read(bytes(message))
    return sides


@pytest.mark.slow
@pytest.mark.parametrize(("message", "size"), [(0, 32 + 7), (1, 32 + 48 + 7 + 16), (2, 48 + 7 + 16)])
def test_every_flipped_bit_is_rejected(message: int, size: int) -> None:
    unflipped = play()
    assert unflipped[0].hash == unflipped[1].hash
    for bit in range(8 * size):
        with pytest.raises(BadHandshake):
            play(message, bit)


def test_another_prologue_is_rejected() -> None:
    ours = side(initiator=True, seed=1)
    theirs = side(initiator=False, seed=2, prologue=b"fn2/noise\0")
    theirs.read(ours.write())
    with pytest.raises(BadHandshake):
        ours.read(theirs.write())


@pytest.mark.parametrize("point", LOW_ORDER)
def test_low_order_ephemeral_is_rejected_by_the_responder(point: bytes) -> None:
    responder = side(initiator=False, seed=2)
    responder.read(point)
    with pytest.raises(BadHandshake, match="low order"):
        responder.write()


@pytest.mark.parametrize("point", LOW_ORDER)
def test_low_order_ephemeral_is_rejected_by_the_initiator(point: bytes) -> None:
    ours, theirs = pair()
    theirs.read(ours.write())
    message = theirs.write()
    with pytest.raises(BadHandshake, match="low order"):
        ours.read(point + message[32:])


@pytest.mark.parametrize(("message", "cut"), [(0, 31), (1, 79), (2, 47)])
def test_short_messages_are_rejected(message: int, cut: int) -> None:
    sides = pair()
    for turn in range(message):
        sides[1 - turn % 2].read(sides[turn % 2].write())
    with pytest.raises(BadHandshake):
        sides[1 - message % 2].read(sides[message % 2].write()[:cut])


def test_a_replayed_third_message_is_rejected() -> None:
    # given: m3 of one handshake
    ours, theirs = pair()
    theirs.read(ours.write())
    ours.read(theirs.write())
    old = ours.write()
    # when: it is sent in another one with the same static keys
    ours, theirs = side(initiator=True, seed=1), Handshake(initiator=False, static=key(2), rng=seeded(99))
    theirs.read(ours.write())
    ours.read(theirs.write())
    # then
    with pytest.raises(BadHandshake):
        theirs.read(old)


def test_a_key_may_seal_a_bounded_number_of_records() -> None:
    ours, _ = play()[0].split()
    ours.nonce = limits.RECORDS_PER_KEY - 1
    assert not ours.spent
    ours.encrypt(b"")
    assert ours.spent
    with pytest.raises(AssertionError):
        ours.encrypt(b"")

"""Candidates: their bytes, one by one and at random, and which of somebody else's are dialled."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.node.limits import CANDIDATES
from fadenet.node.link.candidates import (
    NAME_BYTES,
    Address,
    Candidate,
    IrohId,
    RelayAddress,
    candidate_end,
    dialable,
    is_loopback,
    is_public,
    pack_candidate,
    unpack_candidate,
    unpack_candidates,
)
from protocol.faults import BadEncoding

FOUR, SIX = "198.51.100.7", "2001:db8::7"
V4, V6 = ipaddress.ip_address(FOUR).packed, ipaddress.ip_address(SIX).packed
PRINT, KEY = b"r" * 16, b"k" * 32
RELAY_NAME_BYTES = 255 - 16 - 2

GOLDEN: list[tuple[Candidate, bytes]] = [
    (Address(FOUR, 47070), b"\x11" + V4 + b"\xb7\xde"),
    (Address(SIX, 1), b"\x12" + V6 + b"\x00\x01"),
    (Address(FOUR, 2, tcp=False, udp=True), b"\x21" + V4 + b"\x00\x02"),
    (Address(SIX, 2, tcp=False, udp=True), b"\x22" + V6 + b"\x00\x02"),
    (Address(FOUR, 3, udp=True), b"\x31" + V4 + b"\x00\x03"),
    (Address(SIX, 3, udp=True), b"\x32" + V6 + b"\x00\x03"),
    (IrohId(KEY), b"\x03" + KEY),
    (RelayAddress(PRINT, FOUR, 4), b"\x04" + PRINT + V4 + b"\x00\x04"),
    (RelayAddress(PRINT, SIX, 5), b"\x05" + PRINT + V6 + b"\x00\x05"),
    (Address("mia.example", 6), b"\x40\x0d\x00\x06mia.example"),
    (RelayAddress(PRINT, "mia.example", 7), b"\x41\x1d" + PRINT + b"\x00\x07mia.example"),
]
PORTS = st.integers(0, 65535)
LABELS = st.text("abcXYZ019-_", min_size=1, max_size=20).map(lambda label: "x" + label + "x")
NAMES = st.lists(LABELS, min_size=1, max_size=6).map(".".join)
IPS = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).map(str)
PRINTS = st.binary(min_size=16, max_size=16)
CANDIDATES_OF_ALL_KINDS: st.SearchStrategy[Candidate] = st.one_of(
    st.builds(lambda host, port, udp: Address(host, port, udp=udp), IPS, PORTS, st.booleans()),
    st.builds(lambda host, port: Address(host, port, tcp=False, udp=True), IPS, PORTS),
    st.builds(Address, NAMES, PORTS),
    st.builds(RelayAddress, PRINTS, st.one_of(IPS, NAMES), PORTS),
    st.builds(IrohId, st.binary(min_size=32, max_size=32)),
)


# Bytes.


@pytest.mark.parametrize(("candidate", "packed"), GOLDEN)
def test_each_kind_has_its_bytes(candidate: Candidate, packed: bytes) -> None:
    assert pack_candidate(candidate) == packed
    assert unpack_candidate(packed) == candidate
    assert candidate_end(b"before" + packed + b"behind", 6) == 6 + len(packed)


@given(st.lists(CANDIDATES_OF_ALL_KINDS, max_size=CANDIDATES))
def test_what_is_packed_is_read_back(candidates: list[Candidate]) -> None:
    row = b"".join(map(pack_candidate, candidates))
    at, found = 0, []
    while at < len(row):
        end = candidate_end(row, at)
        found.append(unpack_candidate(row[at:end]))
        at = end
    assert found == candidates


@given(st.binary(max_size=300))
def test_nothing_but_a_refusal_comes_of_garbage(data: bytes) -> None:
    try:
        candidate = unpack_candidate(data)
    except BadEncoding as refused:
        assert str(refused)
        return
    assert candidate is None or pack_candidate(candidate) == data


@pytest.mark.parametrize("packed", [packed for _, packed in GOLDEN])
def test_a_byte_less_or_more_is_refused(packed: bytes) -> None:
    for wrong in (*(packed[:n] for n in range(len(packed))), packed + b"\0"):
        with pytest.raises(BadEncoding, match=r"length|kind"):
            unpack_candidate(wrong)


@pytest.mark.parametrize("kind", sorted(set(range(64)) - {packed[0] for _, packed in GOLDEN}))
def test_a_kind_that_nobody_can_skip_is_refused(kind: int) -> None:
    for data in (bytes([kind]), bytes([kind]) + bytes(34)):
        with pytest.raises(BadEncoding, match=f"kind {kind}"):
            candidate_end(data, 0)
        with pytest.raises(BadEncoding, match=f"kind {kind}"):
            unpack_candidate(data)


@pytest.mark.parametrize("kind", range(66, 256))
def test_a_kind_of_tomorrow_is_skipped(kind: int) -> None:
    for body in (b"", b"new", bytes(255)):
        data = bytes((kind, len(body))) + body
        assert unpack_candidate(data) is None
        assert candidate_end(data + b"behind", 0) == len(data)


NO_NAMES = [
    "",
    "-a",
    "a-",
    ".a",
    "a.",
    "a b",
    "a/b",
    "a:1",
    "a%eth0",
    "m\u00fcnchen",
    "a\n",
    "198.51.100.7",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0X7F.1",
    "a.0x",
]


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_is_no_name_of_a_host_is_refused(name: str) -> None:
    """Among them what a system may take for an address: it would be dialled past all that is refused."""
    raw = name.encode("latin-1")
    for kind, front in ((64, b"\x00\x09"), (65, PRINT + b"\x00\x09")):
        with pytest.raises(BadEncoding, match="names no host"):
            unpack_candidate(bytes((kind, len(front + raw))) + front + raw)


@pytest.mark.parametrize("kind", [64, 65])
@pytest.mark.parametrize("size", [0, 1, 2, 17, 18])
def test_a_name_that_is_cut_off_is_refused(kind: int, size: int) -> None:
    body = (PRINT + b"\x00\x09a")[-size:] if size else b""
    if kind == 64 and size > 2:
        body = b"\x00\x09"
    with pytest.raises(BadEncoding, match="names no host"):
        unpack_candidate(bytes((kind, len(body))) + body)


def test_names_have_a_largest_length() -> None:
    for candidate in (Address("a" * NAME_BYTES), RelayAddress(PRINT, "a" * RELAY_NAME_BYTES)):
        packed = pack_candidate(candidate)
        assert packed[1] == 255 and unpack_candidate(packed) == candidate
    for longer in (Address("a" * (NAME_BYTES + 1)), RelayAddress(PRINT, "a" * (RELAY_NAME_BYTES + 1))):
        with pytest.raises(ValueError, match="too long"):
            pack_candidate(longer)


@pytest.mark.parametrize(
    "candidate",
    [
        Address("fe80::1%eth0"),
        Address(FOUR, tcp=False),
        Address("no name"),
        Address("127.1"),
        IrohId(KEY[1:]),
        RelayAddress(PRINT[1:], FOUR),
        RelayAddress(PRINT, "no name"),
    ],
)
def test_what_nobody_else_could_dial_is_not_packed(candidate: Candidate) -> None:
    with pytest.raises(ValueError, match=r"has \d+ bytes|no name|needs tcp|scope"):
        pack_candidate(candidate)


# What others name.


GOOD = Address(FOUR)
REFUSED: list[Candidate] = [
    Address(FOUR, 0),
    Address("mia.example", 0),
    Address("0.0.0.0"),
    Address("::"),
    Address("::ffff:0.0.0.0"),
    Address("224.0.0.251"),
    Address("ff02::1"),
    Address("::ffff:224.0.0.1"),
    Address("255.255.255.255"),
    Address("::ffff:255.255.255.255"),
    Address("169.254.1.1"),
    Address("::ffff:169.254.1.1"),
    Address("fe80::1"),
    Address("2001:db8::7%eth0"),
    RelayAddress(PRINT, "224.0.0.251"),
    RelayAddress(PRINT, FOUR, 0),
]
LOOPBACK: list[Candidate] = [
    Address("127.0.0.1"),
    Address("127.9.9.9"),
    Address("::1"),
    Address("::ffff:127.0.0.1"),
    Address("localhost"),
    RelayAddress(PRINT, "127.0.0.1"),
]


@pytest.mark.parametrize("candidate", REFUSED, ids=str)
def test_nobody_can_send_us_there(candidate: Candidate) -> None:
    assert dialable([candidate, GOOD, candidate]) == (GOOD,)
    assert dialable([candidate]) == ()


@pytest.mark.parametrize("candidate", LOOPBACK, ids=str)
def test_our_own_machine_is_dialled_only_if_nothing_else_was_named(candidate: Candidate) -> None:
    assert is_loopback(candidate)
    assert dialable([candidate, GOOD]) == (GOOD,)
    # a key alone leads nowhere, so it is nothing else
    assert dialable([candidate, IrohId(KEY)]) == (candidate, IrohId(KEY))
    assert dialable([candidate]) == (candidate,)
    assert dialable([candidate, Address("224.0.0.1")]) == (candidate,)


def test_what_may_be_dialled_keeps_its_order_and_comes_once() -> None:
    named: list[Candidate] = [Address(SIX), GOOD, IrohId(KEY), GOOD, Address("mia.example"), Address(SIX)]
    assert dialable(named) == (Address(SIX), GOOD, IrohId(KEY), Address("mia.example"))


@pytest.mark.parametrize("count", [CANDIDATES, CANDIDATES + 1])
def test_at_most_eight_are_dialled(count: int) -> None:
    named = [Address(FOUR, 1 + n) for n in range(count)]
    assert dialable([*REFUSED, *named]) == tuple(named[:CANDIDATES])


def test_what_somebody_else_says_is_read_as_far_as_it_is_known_and_may_be_dialled() -> None:
    packed = [pack_candidate(one) for one in (Address("127.0.0.1"), Address(FOUR, 0), GOOD)]
    assert unpack_candidates([*packed, b"\xff\x03new"]) == (GOOD,)
    with pytest.raises(BadEncoding):
        unpack_candidates([*packed, b"\x11"])


PRIVATE = """
    0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 127.0.0.1 127.8.8.8 169.254.3.4 172.31.0.1 192.0.0.8 192.168.7.1
    198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 100::1 fe80::1 fe80::1%eth0 fec0::1 fd00::1 ff02::1
    ::ffff:192.168.7.1 ::ffff:127.0.0.1 64:ff9b::a01:203 2002:c0a8:701::1 localhost
"""
PUBLIC = """
    9.255.255.255 11.0.0.1 172.32.0.1 100.128.0.1 198.51.100.7 203.0.113.1 223.255.255.255 2001:db8::7 2600::1
    ::ffff:9.9.9.9 64:ff9b::909:909 2002:909:909::1 mia.example
"""


@pytest.mark.parametrize("host", PRIVATE.split())
def test_what_means_something_in_one_network_alone_is_not_public(host: str) -> None:
    assert not is_public(Address(host)) and not is_public(RelayAddress(b"r" * 16, host))


@pytest.mark.parametrize("host", PUBLIC.split())
def test_what_anybody_can_dial_is_public(host: str) -> None:
    assert is_public(Address(host)) and is_public(RelayAddress(b"r" * 16, host))
    assert is_public(IrohId(b"k" * 32))

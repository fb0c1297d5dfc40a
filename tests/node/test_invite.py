"""Invitations: they survive mangling, and what is broken is told in a sentence of its own."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.node.errors import BadInvite
from fadenet.node.limits import CANDIDATES, INVITE_BYTES
from fadenet.node.link.candidates import Address, Candidate, IrohId, RelayAddress, parse_address
from fadenet.node.lobby import invite as room
from fadenet.node.lobby.invite import Invite, expiry, make_invite, new_token, parse_invite, parse_relay_line
from tests.node.helpers import seeded

PORTS = st.integers(0, 65535)
IPS = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).map(str)
ADDRESSES = st.builds(
    lambda host, port, over: Address(host, port, tcp=over[0], udp=over[1]),
    IPS,
    PORTS,
    st.sampled_from([(True, False), (False, True), (True, True)]),
)
RELAYS = st.builds(RelayAddress, st.binary(min_size=16, max_size=16), IPS, PORTS)
IROH = st.builds(IrohId, st.binary(min_size=32, max_size=32))
CANDIDATE: st.SearchStrategy[Candidate] = st.one_of(ADDRESSES, RELAYS, IROH)
INVITES = st.builds(
    Invite,
    fingerprint=st.binary(min_size=16, max_size=16),
    token=st.binary(min_size=12, max_size=12),
    expires=st.integers(0, 2**24 - 1),
    candidates=st.lists(CANDIDATE, max_size=5).map(tuple),
    spectator=st.booleans(),
    standing=st.booleans(),
)
LAN = Invite(b"f" * 16, b"t" * 12, 500_000, (Address("192.168.1.20"),))


@given(INVITES)
def test_reads_back(invite: Invite) -> None:
    assert parse_invite(make_invite(invite)) == invite


def test_has_the_lengths_that_fit_a_chat_line() -> None:
    assert len(make_invite(LAN)) == len("fadenet:") + 71
    wide = Invite(
        b"f" * 16,
        b"t" * 12,
        1,
        (Address("192.0.2.1", udp=True), Address("2001:db8::1", udp=True), IrohId(b"k" * 32)),
    )
    assert len(make_invite(wide)) == len("fadenet:") + 154
    assert re.fullmatch("fadenet:[a-z2-7]+", make_invite(wide))


@given(INVITES, st.randoms(use_true_random=False))
def test_survives_chats_and_mails(invite: Invite, rng: object) -> None:
    line = make_invite(invite)
    wrapped = "\r\n> ".join(line[n : n + 30] for n in range(0, len(line), 30))
    for mangled in (
        line.upper(),
        f"  {line}\n",
        f"<{line}>",
        f'"{line}"',
        f"\u201c{line}\u201d.",
        f"`{line}`",
        f"**{line}**",
        "> " + wrapped,
        "Join me: " + line,
        line.removeprefix("fadenet:"),
        line.replace(":", ": "),
        line.replace("o", "0").replace("l", "1"),
        line[:20] + "\u200b" + line[20:],
    ):
        assert parse_invite(mangled) == invite


@given(INVITES, st.data())
def test_a_wrong_character_is_noticed(invite: Invite, data: st.DataObject) -> None:
    line = make_invite(invite)
    at = data.draw(st.integers(len("fadenet:"), len(line) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz234567").filter(lambda c: c != line[at]))
    with pytest.raises(BadInvite):
        parse_invite(line[:at] + letter + line[at + 1 :])


@given(INVITES, st.data())
def test_a_missing_end_is_noticed(invite: Invite, data: st.DataObject) -> None:
    line = make_invite(invite)
    with pytest.raises(BadInvite):
        parse_invite(line[: data.draw(st.integers(0, len(line) - 1))])


@pytest.mark.parametrize(
    ("mangle", "sentence"),
    [
        (lambda line: line[:-20], "end of this line is missing"),
        (lambda line: line[:30], "end of this line is missing"),
        (lambda line: line[:40] + "a" + line[41:], "character of this line is wrong"),
        (lambda line: line[:20] + "\u00e4" + line[21:], "Character 13 .'ä'. does not belong"),
        (lambda line: line + "aaaaaaaa", "Something has been added"),
        (lambda line: line + "a" * 1000, "too long"),
        (lambda line: "hello", "This is no fadenet line"),
        (lambda line: "", "This is no fadenet line"),
        (lambda line: "https://example.org/" + "a" * 60, "This is no fadenet line"),
        (lambda line: "fadenet:", "end of this line is missing"),
        (lambda line: line.replace(":", "-answer:"), "This is no fadenet line"),
    ],
)
def test_what_is_wrong_has_its_own_sentence(mangle: object, sentence: str) -> None:
    assert callable(mangle)
    with pytest.raises(BadInvite, match=sentence) as error:
        parse_invite(mangle(make_invite(LAN)))
    assert error.value.exit_code == 5
    assert "\n" not in str(error.value)


def with_body(body: bytes) -> str:
    return "fadenet:" + room._text(body)


def test_another_version_has_its_own_sentence() -> None:
    for version, whose in ((1, "the host's program"), (3, "this program")):
        with pytest.raises(BadInvite, match=rf"version {version}.*update {whose}"):
            parse_invite(with_body(bytes([version]) + bytes(40)))


def test_expired_is_a_warning_only() -> None:
    made = Invite(b"f" * 16, b"t" * 12, expiry(1_000_000_000, 24), ())
    assert parse_invite(make_invite(made)).warning(1_000_000_000 + 24 * 3600) is None
    warning = made.warning(1_000_000_000 + 26 * 3600)
    assert warning is not None and "expired" in warning


@pytest.mark.parametrize("now", [0.0, 2e9, 2**40])
def test_what_never_expires_looks_expired_to_nobody(now: float) -> None:
    assert Invite(b"f" * 16, b"t" * 12, 0, (), standing=True).warning(now) is None
    assert (Invite(b"f" * 16, b"t" * 12, 1, ()).warning(now) is None) is (now < 3600)


# The line of a relay.


RELAY = Invite(b"f" * 16, b"t" * 12, 0, (Address("192.0.2.1"),), relay=True)


@pytest.mark.slow
@given(INVITES.filter(lambda invite: bool(invite.candidates)))
def test_the_line_of_a_relay_reads_back(invite: Invite) -> None:
    line = make_invite(replace(invite, relay=True))
    assert re.fullmatch("fadenet-relay:[a-z2-7]+", line)
    assert parse_relay_line(line) == replace(invite, relay=True)
    assert parse_relay_line(f"> {line.upper()[:40]}\n>  {line[40:]}.") == replace(invite, relay=True)


def test_a_relay_s_line_is_no_invitation_and_the_other_way_round() -> None:
    line, text = make_invite(RELAY), make_invite(LAN)
    for one in (line, line.replace("fadenet-relay:", "fadenet:"), line.partition(":")[2]):
        with pytest.raises(BadInvite, match=r"line of a relay, not of a table.*fadenet relay add LINE"):
            parse_invite(one)
    for one in (text, text.replace("fadenet:", "fadenet-relay:"), text.partition(":")[2]):
        with pytest.raises(BadInvite, match=r"not the line of a relay.*fadenet join INVITE"):
            parse_relay_line(one)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no fadenet-relay line.*begins with fadenet-relay:"),
        ("https://example.org/", "no fadenet-relay line"),
        (make_invite(replace(RELAY, candidates=())), "names no address"),
        (make_invite(RELAY)[:60], "end of this line is missing"),
        (make_invite(RELAY) + "aaaaaaaa", "added|character|missing"),
    ],
)
def test_what_is_wrong_with_a_relay_s_line_is_said(text: str, sentence: str) -> None:
    with pytest.raises(BadInvite, match=sentence):
        parse_relay_line(text)


@given(st.one_of(st.text(), st.text("abcdefghijklmnopqrstuvwxyz234567", max_size=300)))
def test_fuzz_of_a_relay_s_line(text: str) -> None:
    for line in (text, "fadenet-relay:" + text):
        with suppress(BadInvite):
            parse_relay_line(line)


@pytest.mark.parametrize("flags", range(8))
def test_each_flag_is_a_bit_of_its_own(flags: int) -> None:
    made = Invite(b"f" * 16, b"t" * 12, 7, (), bool(flags & 1), bool(flags & 2), bool(flags & 4))
    body = bytes((2, flags)) + b"f" * 16 + b"t" * 12 + bytes((0, 0, 7, 0))
    assert make_invite(made).partition(":")[2] == with_body(body).partition(":")[2]


def test_bits_of_tomorrow_are_not_looked_at() -> None:
    body = bytes((2, 0xF8)) + b"f" * 16 + b"t" * 12 + bytes((0, 0, 7, 0))
    assert parse_invite(with_body(body)) == Invite(b"f" * 16, b"t" * 12, 7, ())


def test_unknown_kinds_with_a_length_are_skipped_and_others_refused() -> None:
    head = bytes((2, 0)) + bytes(16 + 12 + 3)
    known = bytes((17, 1, 2, 3, 4, 0, 5))
    assert parse_invite(with_body(head + b"\2" + b"\x42\x03abc" + known)).candidates == (
        Address("1.2.3.4", 5),
    )
    assert parse_invite(with_body(head + b"\1" + b"\xff\x00")).candidates == ()
    for bad in (b"\x00", b"\x01", b"\x06", b"\x3f", b"\x10", b"\x40\x03"):
        with pytest.raises(BadInvite):
            parse_invite(with_body(head + b"\1" + bad + bytes(40)))


def test_at_most_eight_candidates_and_256_bytes() -> None:
    make_invite(Invite(b"f" * 16, b"t" * 12, 1, (Address("1.2.3.4"),) * CANDIDATES))
    with pytest.raises(ValueError, match="fit"):
        make_invite(Invite(b"f" * 16, b"t" * 12, 1, (Address("1.2.3.4"),) * (CANDIDATES + 1)))
    with pytest.raises(ValueError, match="too many bytes"):
        make_invite(Invite(b"f" * 16, b"t" * 12, 1, (IrohId(b"k" * 32),) * 7))
    head = bytes((1, 0)) + bytes(16 + 12 + 3)
    with pytest.raises(BadInvite):
        parse_invite(with_body(head + b"\x09" + bytes((17, 1, 2, 3, 4, 0, 5)) * 9))
    with pytest.raises(BadInvite, match="too long"):
        parse_invite(with_body(bytes(INVITE_BYTES)))


@given(st.one_of(st.text(), st.text("abcdefghijklmnopqrstuvwxyz234567", max_size=300), st.binary().map(str)))
def test_fuzz_text(text: str) -> None:
    for candidate in (text, "fadenet:" + text):
        with suppress(BadInvite):
            parse_invite(candidate)


@given(st.binary(max_size=260), st.booleans())
def test_fuzz_bodies_with_a_good_checksum(body: bytes, versioned: bool) -> None:
    """A line that is accepted is canonical as far as its known candidates go."""
    try:
        invite = parse_invite(with_body(b"\2" + body if versioned else body))
    except BadInvite:
        return
    assert parse_invite(make_invite(invite)) == invite


def test_tokens_are_12_bytes_and_in_no_repr() -> None:
    token = new_token(seeded(1))
    assert len(token) == 12
    assert repr(token)[2:-1] not in repr(Invite(b"f" * 16, token, 1, ()))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.20", Address("192.168.1.20", 47070)),
        (" 192.168.1.20:5 ", Address("192.168.1.20", 5)),
        ("[2001:db8::7]:5", Address("2001:db8::7", 5)),
        ("[2001:db8::7]", Address("2001:db8::7", 47070)),
        ("2001:db8::7", Address("2001:db8::7", 47070)),
        ("mia.example", Address("mia.example", 47070)),
    ],
)
def test_typed_addresses(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text", ["", ":5", "host:0", "host:65536", "host:-1", "host:x", "ho st", "host:\u0663", "::%]"]
)
def test_typed_nonsense(text: str) -> None:
    with pytest.raises(BadInvite, match="write it as"):
        parse_address(text)

"""From link to channel: identity, gate, GREET and the limits of a handshake."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import (
    BadChannelRecord,
    BadHandshake,
    PeerGone,
    Reason,
    RefusedInvite,
    Unreachable,
    VersionSkew,
    WrongPeer,
)
from fadenet.node.link.channel import VERSION, Channel, Greet, Purpose, RecordKind, parse_greet
from fadenet.node.link.framing import Wire
from fadenet.node.link.gate import gate_bytes
from fadenet.node.link.handshake import Refused, initiate, respond
from fadenet.node.link.identity import NodeIdentity, PlayerKind, proven_peer
from fadenet.node.link.links import Link
from fadenet.node.link.noise import Handshake, public_bytes
from fadenet.node.match.door import TableDoor
from fadenet.node.match.host import Machine
from protocol.faults import PeerFault
from tests.node.helpers import (
    TOKEN,
    admit_all,
    gates_with,
    node,
    seeded,
)
from tests.node.memory import memory_links

OTHER_TOKEN = b"another one."


async def dial_end(near: Link, host: NodeIdentity, *, token: bytes = TOKEN) -> Channel:
    return await initiate(near, node(1), host.fingerprint, token, Purpose.SEAT, turn=trio.Lock())


async def host_end(far: Link, host: NodeIdentity, *tokens: bytes) -> None:
    """The listener's half, guarded as the listener guards it."""
    try:
        await respond(far, host, gates_with(*tokens or (TOKEN,)), admit_all)
    except (PeerFault, PeerGone):
        await trio.aclose_forcefully(far)


# Identity


async def test_an_impostor_never_sees_the_diallers_identity() -> None:
    # given: the invitation names player 3, but player 2 answers and even knows the token
    near, far, _ = memory_links()
    seen: list[bytes] = []

    async def impostor() -> None:
        wire, mine = Wire(far), node(2)
        theirs = Handshake(initiator=False, static=mine.static(), rng=seeded(5))
        theirs.read(await wire.read(limits.HANDSHAKE_BYTES))
        await wire.write(theirs.write(mine.proof))
        with pytest.raises(PeerGone):
            seen.append(await wire.read(limits.RECORD_BYTES))

    # when
    async with trio.open_nursery() as nursery:
        nursery.start_soon(impostor)
        with pytest.raises(WrongPeer):
            await dial_end(near, node(3))
        await near.aclose()
    # then: no third message was sent
    assert seen == []


async def test_dialling_oneself_is_told() -> None:
    near, far, _ = memory_links()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host_end, far, node(1))
        with pytest.raises(WrongPeer, match="your own"):
            await dial_end(near, node(1))
        await near.aclose()


def test_a_proof_holds_for_one_handshake_only() -> None:
    bound, proof = b"b" * 32, node(1).proof(b"b" * 32)
    assert proven_peer(proof, bound) == node(1).public
    with pytest.raises(BadHandshake):
        proven_peer(proof, b"c" * 32)
    with pytest.raises(BadHandshake):
        proven_peer(node(2).public + proof[32:], bound)
    with pytest.raises(BadHandshake, match="proves nothing"):
        proven_peer(b"\1" + bytes(31) + proof[32:], bound)
    with pytest.raises(BadHandshake, match="length"):
        proven_peer(proof + b"\0", bound)


@pytest.mark.parametrize("dialler", [True, False])
def test_who_has_got_hold_of_a_static_key_and_its_proof_is_nobody(dialler: bool) -> None:
    # given: a handshake of player 1 with player 2, whose S, and the proof of it, get into other hands
    static, proofs = node(1).static(), list[bytes]()

    def prove(bound: bytes) -> bytes:
        proofs.append(node(1).proof(bound))
        return proofs[-1]

    ours = Handshake(initiator=dialler, static=static, rng=seeded(5))
    theirs = Handshake(initiator=not dialler, static=node(2).static(), rng=seeded(6))
    through(ours, theirs, prove)
    assert proven_peer(proofs[0], theirs.bound) == node(1).public
    # when: somebody who has both meets player 3
    ours = Handshake(initiator=dialler, static=static, rng=seeded(7))
    other = Handshake(initiator=not dialler, static=node(3).static(), rng=seeded(8))
    # then: it is not taken for player 1
    with pytest.raises(BadHandshake, match="does not hold"):
        proven_peer(through(ours, other, lambda bound: proofs[0]), other.bound)


def through(one: Handshake, other: Handshake, prove: Callable[[bytes], bytes]) -> bytes:
    """A handshake up to the message with the proof of `one`; what the other one reads there."""
    if one.initiator:
        other.read(one.write())
        one.read(other.write())
    else:
        one.read(other.write())
    return other.read(one.write(prove))


async def test_each_handshake_has_a_static_key_of_its_own() -> None:
    player = node(1)
    assert public_bytes(player.static()) != public_bytes(player.static())


# Gate


@pytest.mark.parametrize("token", [b"another one!", bytes(12)])
async def test_an_unknown_token_is_hung_up_on_without_an_answer(token: bytes) -> None:
    near, far, _ = memory_links()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host_end, far, node(2))
        with pytest.raises(RefusedInvite) as refusal:
            await dial_end(near, node(2), token=token)
    assert refusal.value.reason is Reason.UNKNOWN
    assert refusal.value.exit_code == 9


def test_a_gate_opens_once_and_for_one_host_only() -> None:
    gates, host, link = gates_with(TOKEN, OTHER_TOKEN), node(2), memory_links()[0]
    ours = gate_bytes(TOKEN, b"e" * 32, host.fingerprint)
    assert gates.check(b"f" * 32, ours, host.fingerprint, link, 0.0) is None
    assert gates.check(b"e" * 32, ours, node(3).fingerprint, link, 0.0) is None
    opened = gates.check(b"e" * 32, ours, host.fingerprint, link, 0.0)
    assert opened is not None and opened.token == TOKEN
    assert gates.check(b"e" * 32, ours, host.fingerprint, link, 599.0) is None
    gates.remove(TOKEN)
    assert (
        gates.check(b"g" * 32, gate_bytes(TOKEN, b"g" * 32, host.fingerprint), host.fingerprint, link, 0)
        is None
    )


def test_no_token_opens_without_knowing_the_host() -> None:
    gates, host, link = gates_with(TOKEN, bytes(12)), node(2), memory_links()[0]
    for token in (TOKEN, bytes(12)):
        ours = gate_bytes(token, b"e" * 32, bytes(16))
        assert gates.check(b"e" * 32, ours, host.fingerprint, link, 0.0) is None


def test_a_gate_tells_which_token_has_opened_it() -> None:
    # given: two tokens, of which one goes
    gates, host, link = gates_with(TOKEN, OTHER_TOKEN), node(2), memory_links()[0]

    def opened(token: bytes, e: bytes) -> bytes | None:
        gate = gates.check(e, gate_bytes(token, e, host.fingerprint), host.fingerprint, link, 0.0)
        return None if gate is None else gate.token

    assert [opened(token, b"e" + token) for token in (TOKEN, OTHER_TOKEN)] == [TOKEN, OTHER_TOKEN]
    gates.remove(TOKEN)
    gates.remove(b"never there!")
    # then: the other one still opens
    assert [opened(token, b"f" + token) for token in (TOKEN, OTHER_TOKEN)] == [None, OTHER_TOKEN]


def test_the_replay_memory_is_bounded() -> None:
    gates, host, link = gates_with(TOKEN), node(2), memory_links()[0]
    for n in range(limits.REPLAY_MEMORY + 1):
        e = n.to_bytes(32, "big")
        assert gates.check(e, gate_bytes(TOKEN, e, host.fingerprint), host.fingerprint, link, 0.0)
    assert len(gates._seen) == limits.REPLAY_MEMORY


@pytest.mark.parametrize("reason", [Reason.EXPIRED, Reason.FULL])
async def test_a_known_token_is_refused_by_name(reason: Reason) -> None:
    near, far, _ = memory_links()

    async def host() -> None:
        assert await respond(far, node(2), gates_with(TOKEN), lambda *_: Refused(reason)) is None

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        with pytest.raises(RefusedInvite) as refusal:
            await dial_end(near, node(2))
    assert refusal.value.reason is reason


# Handshake limits


async def test_a_silent_host_is_given_up_on(autojump_clock: MockClock) -> None:
    near, _, _ = memory_links()
    with pytest.raises(Unreachable, match="did not answer"):
        await dial_end(near, node(2))
    assert trio.current_time() == pytest.approx(limits.HANDSHAKE_S, abs=0.01)


async def test_what_a_stranger_gets_is_at_most_four_times_what_it_sends() -> None:
    near, far, _ = memory_links()
    sent: list[int] = []

    async def stranger() -> None:
        wire, mine = Wire(near), node(1)
        ours = Handshake(initiator=True, static=mine.static(), rng=seeded(7))
        m1 = ours.write(gate_bytes(TOKEN, ours.ephemeral, node(2).fingerprint))
        await wire.write(m1)
        sent.extend((2 + len(m1), 2 + len(await wire.read(512))))
        await near.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(stranger)
        nursery.start_soon(host_end, far, node(2))
    assert sent[1] <= 4 * sent[0]


# GREET


def greet(**changes: object) -> Greet:
    fields: dict[str, object] = {
        "channel_id": bytes(32),
        "boot_nonce": bytes(16),
        "iroh_key": b"",
        "observed": "1.2.3.4:5",
        "purpose": Purpose.SPECTATE,
        "kind": PlayerKind.BOT,
    }
    return Greet(**(fields | changes))  # type: ignore[arg-type]


def test_greet_reads_back() -> None:
    assert parse_greet(greet().pack()) == greet()


@pytest.mark.parametrize(
    "changes",
    [
        {"boot_nonce": b""},
        {"iroh_key": b"x"},
        {"observed": "x" * 65},
        {"purpose": 256},
        {"kind": 2},
        {"observed": b"x"},
    ],
)
def test_greet_of_another_shape_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(BadChannelRecord):
        parse_greet(greet(**changes).pack())


@pytest.mark.parametrize("purpose", range(256))
def test_a_purpose_that_is_not_known_is_another_one(purpose: int) -> None:
    known = purpose in list(Purpose)
    assert parse_greet(greet(purpose=purpose).pack()).purpose == (purpose if known else Purpose.OTHER)
    assert [int(one) for one in Purpose] == [0, 1, 2, 3, 4, 5, 6, 255]


@given(st.binary(max_size=200))
def test_greet_fuzz(data: bytes) -> None:
    with suppress(PeerFault):
        parse_greet(data)


async def scripted_dialler(
    near: Link, host: NodeIdentity, greeting: dict[str, object]
) -> tuple[RecordKind, bytes]:
    """A dialler that does everything right up to its GREET."""
    wire, mine = Wire(near), node(1)
    ours = Handshake(initiator=True, static=mine.static(), rng=seeded(7))
    await wire.write(ours.write(gate_bytes(TOKEN, ours.ephemeral, host.fingerprint)))
    ours.read(await wire.read(512))
    await wire.write(ours.write(mine.proof))
    channel = Channel(
        wire, ours.split(), peer=host.public, dialled_by=b"", channel_id=ours.hash, resume_secret=b""
    )
    await channel.send_record(RecordKind.GREET, greet(**({"channel_id": ours.hash} | greeting)).pack())
    return await channel.receive_record()


async def test_a_newer_version_is_told_to_both_sides() -> None:
    near, far, _ = memory_links()
    told: list[tuple[RecordKind, bytes]] = []

    async def dialler() -> None:
        told.append(await scripted_dialler(near, node(2), {"version": VERSION + 1}))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialler)
        with pytest.raises(VersionSkew, match="Update this program"):
            await respond(far, node(2), gates_with(TOKEN), admit_all)
    assert told[0][0] is RecordKind.GREET


@pytest.mark.parametrize("purpose", [6, 254, 255])
async def test_a_purpose_of_another_version_is_declined_by_name(purpose: int) -> None:
    near, far, _ = memory_links()
    told: list[tuple[RecordKind, bytes]] = []
    door = TableDoor(Machine(), PlayerKind.HUMAN, 1)

    async def dialler() -> None:
        told.append(await scripted_dialler(near, node(2), {"purpose": purpose}))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialler)
        assert await respond(far, node(2), gates_with(TOKEN), door.admit) is None
    assert told == [(RecordKind.REFUSE, bytes([Reason.DECLINED]))]


async def test_a_greet_for_another_channel_is_refused() -> None:
    near, far, _ = memory_links()

    async def dialler() -> None:
        with pytest.raises(PeerGone):
            await scripted_dialler(near, node(2), {"channel_id": bytes(32)})

    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialler)
        with pytest.raises(BadHandshake, match="another channel"):
            await respond(far, node(2), gates_with(TOKEN), admit_all)
        await far.aclose()

"""From a bare link to a channel: gate, Noise XX, proofs of identity, GREET.

    dialler                                    host
    m1: e, gate                           ->   one keyed hash; strangers are hung up on here, before any DH
                                          <-   m2: e, s, proof of the host
    checks the host is the one expected
    m3: s, proof of the dialler; GREET    ->   admission
                                          <-   GREET, or REFUSE with a reason

The dialler's identity leaves only after the host has proven its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

import trio

import keys
from fadenet.node.errors import (
    BadChannelRecord,
    BadHandshake,
    ClosedGate,
    Dribbling,
    NoAnswer,
    PeerGone,
    Reason,
    RefusedInvite,
    Unreachable,
    VersionSkew,
    WrongPeer,
)
from fadenet.node.limits import FIRST_MESSAGE_S, HANDSHAKE_BYTES, HANDSHAKE_S
from fadenet.node.link.channel import VERSION, Channel, Greet, Purpose, RecordKind, parse_greet
from fadenet.node.link.framing import Wire
from fadenet.node.link.gate import GATE_BYTES, Gate, Gates, gate_bytes
from fadenet.node.link.identity import NodeIdentity, proven_peer
from fadenet.node.link.links import Link
from fadenet.node.link.noise import KEY_BYTES, Handshake


@dataclass(frozen=True, slots=True)
class Admitted:
    """Let in. `stranger` keeps the tight limits until `Channel.promote`. replaces: whether it takes the place
    of the same player's oldest channel where that player has too many; beside: no player has too many of
    it."""

    stranger: bool = False
    replaces: bool = True
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Not let in; the reason is told to whoever knocked."""

    reason: Reason


Admit = Callable[[Gate, bytes, Purpose], Admitted | Refused]
"""(what opened the gate, the peer's IK, what it wants) -> the decision."""


def _channel(handshake: Handshake, wire: Wire, *, own: bytes, peer: bytes) -> Channel:
    resume_secret = blake2b(
        handshake.hash, digest_size=32, key=handshake.chaining_key, person=b"fn1/res"
    ).digest()
    return Channel(
        wire,
        handshake.split(),
        peer=peer,
        dialled_by=own if handshake.initiator else peer,
        channel_id=handshake.hash,
        resume_secret=resume_secret,
    )


def _greet(node: NodeIdentity, channel: Channel, link: Link, purpose: Purpose) -> bytes:
    greet = Greet(
        channel.channel_id, node.boot_nonce, node.iroh_key, str(link.remote)[:64], purpose, node.kind
    )
    return greet.pack()


def _check_greet(channel: Channel, data: bytes) -> None:
    greet = parse_greet(data)
    if greet.version != VERSION:
        newer = "Update this program" if greet.version > VERSION else "Ask the other player to update"
        raise VersionSkew(
            f"The other node speaks version {greet.version} of the channel, this one {VERSION}. {newer}."
        )
    if greet.channel_id != channel.channel_id:
        raise BadHandshake("a GREET for another channel")
    channel.greet = greet


async def initiate(
    link: Link,
    node: NodeIdentity,
    expected_fingerprint: bytes,
    token: bytes,
    purpose: Purpose,
    *,
    early: bytes = b"",
    turn: trio.Lock,
) -> Channel:
    """The dialler's side. `early` is a first message that travels with m3 and so saves a round trip.

    Of several handshakes with one host only the holder of `turn` goes beyond m2, so that the host admits one.

    `expected_fingerprint` (16 bytes) is the host's. Raises `WrongPeer`, `RefusedInvite`, `VersionSkew`,
    `NoAnswer`, `Unreachable`, `BadHandshake` or `BadChannelRecord`; the link is then still to be closed by
    the caller.
    """
    with trio.move_on_after(HANDSHAKE_S):
        wire = Wire(link)
        handshake = Handshake(initiator=True, static=node.static(), rng=node.rng)
        peer = await _prove_host(wire, handshake, node, expected_fingerprint, token)
        async with turn:
            return await _introduce(wire, handshake, node, peer, purpose, early)
    raise NoAnswer(f"{link.remote} took the connection but did not answer; ask whether that node is well.")


async def _prove_host(
    wire: Wire, handshake: Handshake, node: NodeIdentity, expected: bytes, token: bytes
) -> bytes:
    try:
        await wire.write(handshake.write(gate_bytes(token, handshake.ephemeral, expected)))
        proof = handshake.read(await wire.read(HANDSHAKE_BYTES))
    except PeerGone as gone:
        if wire.link.relay:
            raise Unreachable(f"The relay {wire.link.relay} did not lead to the host.") from gone
        raise RefusedInvite(Reason.UNKNOWN) from gone
    peer = proven_peer(proof, handshake.bound)
    if peer == node.public:
        raise WrongPeer("This invitation is your own; send it to the other player.")
    if keys.fingerprint(peer) != expected:
        raise WrongPeer(
            f"Another player answers at {wire.link.remote} than the one who invited; ask for a fresh line."
        )
    return peer


async def _introduce(
    wire: Wire,
    handshake: Handshake,
    node: NodeIdentity,
    peer: bytes,
    purpose: Purpose,
    early: bytes,
) -> Channel:
    link = wire.link
    m3 = handshake.write(node.proof)
    channel = _channel(handshake, wire, own=node.public, peer=peer)
    first = [m3, channel.seal(RecordKind.GREET, _greet(node, channel, link, purpose))]
    if early:
        first.append(channel.seal(RecordKind.DATA, early))
    channel.promote()
    try:
        await wire.write(*first)
        kind, data = await channel.receive_record()
    except PeerGone as gone:
        raise NoAnswer(f"{link.remote} hung up during the handshake; try again.") from gone
    if kind is RecordKind.REFUSE:
        raise RefusedInvite(_reason(data))
    if kind is not RecordKind.GREET:
        raise BadChannelRecord("a channel that does not begin with GREET")
    _check_greet(channel, data)
    return channel


def _reason(data: bytes) -> Reason:
    try:
        return Reason(data[0])
    except (IndexError, ValueError):
        return Reason.DECLINED


async def respond(
    link: Link,
    node: NodeIdentity,
    gates: Gates,
    admit: Admit,
    passes: Callable[[Gate], bool] = lambda gate: True,
) -> tuple[Channel, Admitted] | None:
    """The host's side: the channel and what `admit` said, or None when a known token was refused by name, or
    when `passes` says that no place is left for a handshake whose gate is open.

    Raises `PeerFault` or `PeerGone`; the link is then still to be closed by the caller.
    """
    wire = Wire(link)
    with trio.move_on_after(HANDSHAKE_S):
        with trio.move_on_after(HANDSHAKE_S if link.relay else FIRST_MESSAGE_S) as waiting:
            m1 = await wire.read(HANDSHAKE_BYTES)
        if waiting.cancelled_caught:
            raise Dribbling("no first message in time")
        return await _respond(wire, m1, node, gates, admit, passes)
    raise Dribbling("the handshake was not finished in time")


async def _respond(
    wire: Wire, m1: bytes, node: NodeIdentity, gates: Gates, admit: Admit, passes: Callable[[Gate], bool]
) -> tuple[Channel, Admitted] | None:
    link = wire.link
    if len(m1) != KEY_BYTES + GATE_BYTES:
        raise BadHandshake(f"a first message of {len(m1)} bytes")
    gate = gates.check(m1[:KEY_BYTES], m1[KEY_BYTES:], node.fingerprint, link, trio.current_time())
    if gate is None:
        raise ClosedGate("it knocks for a match that has ended, with an old line, or with none")
    if not passes(gate):
        return None
    handshake = Handshake(initiator=False, static=node.static(), rng=node.rng)
    handshake.read(m1)
    await wire.write(handshake.write(node.proof))
    proof = handshake.read(await wire.read(HANDSHAKE_BYTES))
    peer = proven_peer(proof, handshake.bound)
    if peer == node.public:
        raise BadHandshake("our own identity from the other side")
    channel = _channel(handshake, wire, own=node.public, peer=peer)
    kind, data = await channel.receive_record()
    if kind is not RecordKind.GREET:
        raise BadChannelRecord("a channel that does not begin with GREET")
    purpose = parse_greet(data).purpose
    greeting = _greet(node, channel, link, purpose)
    try:
        _check_greet(channel, data)
    except VersionSkew:
        await channel.send_record(RecordKind.GREET, greeting)  # so that the other side sees it too
        raise
    decision = admit(gate, peer, purpose)
    if isinstance(decision, Refused):
        await channel.send_record(RecordKind.REFUSE, bytes((decision.reason,)))
        await channel.aclose()
        return None
    if not decision.stranger:
        channel.promote()
    await channel.send_record(RecordKind.GREET, greeting)
    return channel, decision

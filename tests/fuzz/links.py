"""Targets on a link: a hostile node speaks to a whole handshake, channel or session of ours, on virtual time.

An input is cut into pieces by a byte of length before each. Only a `PeerFault` or a `NodeError` may come of
it, and nothing waits for ever.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Final

import trio
from trio.testing import MockClock

from fadenet.node.errors import NodeError, NodeFault, PeerGone
from fadenet.node.limits import INBOX_MESSAGES, RING_BYTES
from fadenet.node.link.channel import Channel, Greet, Purpose, RecordKind
from fadenet.node.link.framing import Wire
from fadenet.node.link.gate import gate_bytes
from fadenet.node.link.handshake import initiate, respond
from fadenet.node.link.identity import PlayerKind
from fadenet.node.link.links import Link
from fadenet.node.link.noise import CipherState, Handshake
from fadenet.node.link.session import ID_BYTES, Session
from protocol.faults import BadEncoding
from tests.fuzz.target import Target
from tests.node.helpers import TOKEN, admit_all, gates_with, node, seeded
from tests.node.memory import memory_links

PATIENCE_S: Final = 200.0
"""Virtual seconds after which every limit of a link has struck."""
STEPS: Final = 4


def pieces(data: bytes) -> Iterator[bytes]:
    """The pieces of an input."""
    while data:
        yield data[1 : 1 + data[0]]
        data = data[1 + data[0] :]


def joined(*parts: bytes) -> bytes:
    """The input that has these pieces."""
    return b"".join(bytes([len(part)]) + part for part in parts)


def _run(play: Callable[[], Awaitable[None]]) -> None:
    """Play on virtual time. Raises what the one task that matters raised."""

    async def watched() -> None:
        with trio.fail_after(PATIENCE_S):
            await play()

    try:
        trio.run(watched, clock=MockClock(autojump_threshold=0))
    except BaseExceptionGroup as group:
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None


async def _against(
    hostile: Callable[[], Awaitable[None]], ours: Callable[[], Awaitable[None]], *ends: Link
) -> None:
    """Both sides at once, until ours has ended; a hostile side that is hung up on is content."""

    async def play() -> None:
        with suppress(NodeError, NodeFault, BadEncoding, trio.BrokenResourceError, trio.ClosedResourceError):
            await hostile()
        await trio.aclose_forcefully(ends[0])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        try:
            await ours()
        finally:
            for end in ends:
                await trio.aclose_forcefully(end)
        nursery.cancel_scope.cancel()


def _to_host(data: bytes) -> None:
    """A dialler that holds the token and keeps to the handshake up to a step, then says what it likes."""
    step, content = data[0] % STEPS if data else 0, data[1:]

    async def play() -> None:
        near, far, _ = memory_links()
        host, me = node(2), node(1)

        async def hostile() -> None:
            wire = Wire(near)
            shake = Handshake(initiator=True, static=me.static(), rng=me.rng)
            if step == 0:
                await near.send_all(content)
                return
            first = shake.write(
                content if step == 1 else gate_bytes(TOKEN, shake.ephemeral, host.fingerprint)
            )
            await wire.write(first)
            shake.read(await wire.read(512))
            await wire.write(shake.write(content if step == 2 else me.proof))
            out, _ = shake.split()
            for piece in pieces(content):
                await wire.write(out.encrypt(piece))

        async def ours() -> None:
            greeted = await respond(far, host, gates_with(TOKEN), admit_all)
            assert greeted is None or greeted[0].peer == me.public
            assert step == 3, "let in without a proof"

        await _against(hostile, ours, near, far)

    _run(play)


def _to_dialler(data: bytes) -> None:
    """A host that says what it likes from a step of the handshake on."""
    step, content = data[0] % STEPS if data else 0, data[1:]

    async def play() -> None:
        near, far, _ = memory_links()
        host, me = node(2), node(1)

        async def hostile() -> None:
            wire = Wire(far)
            shake = Handshake(initiator=False, static=host.static(), rng=host.rng)
            shake.read(await wire.read(512))
            if step == 0:
                await far.send_all(content)
                return
            await wire.write(shake.write(content if step == 1 else host.proof))
            shake.read(await wire.read(512))
            out, _ = shake.split()
            for piece in pieces(content):
                await wire.write(out.encrypt(piece))

        async def ours() -> None:
            channel = await initiate(near, me, host.fingerprint, TOKEN, Purpose.SEAT, turn=trio.Lock())
            assert step >= 2 and channel.peer == host.public

        await _against(hostile, ours, far, near)

    _run(play)


def _channels(near: Link, far: Link) -> tuple[Channel, Channel]:
    """Both ends of a channel whose handshake is done."""
    one, two = (CipherState(bytes([k]) * 32) for k in (1, 2)), (CipherState(bytes([k]) * 32) for k in (2, 1))
    made = []
    for link, ciphers, peer in ((near, one, b"b" * 32), (far, two, b"a" * 32)):
        out, into = ciphers
        keys = {"peer": peer, "dialled_by": b"a" * 32, "channel_id": bytes(32), "resume_secret": bytes(32)}
        made.append(Channel(Wire(link), (out, into), **keys))
    return made[0], made[1]


def _to_channel(data: bytes) -> None:
    """Records of any kind and content, all well sealed; the first byte says whether we know the peer."""

    async def play() -> None:
        near, far, _ = memory_links()
        theirs, ours_ = _channels(near, far)
        if data[:1] > b"\x7f":
            ours_.promote()

        async def hostile() -> None:
            for piece in pieces(data[1:]):
                await theirs._wire.write(theirs._out.encrypt(piece))
            await trio.sleep(1)

        async def ours() -> None:
            with suppress(PeerGone):
                while True:
                    await ours_.receive()

        await _against(hostile, ours, near, far)

    _run(play)


def _to_session(data: bytes) -> None:
    """Frames of any content over a sound channel to a session that has things to say, too."""

    async def play() -> None:
        near, far, _ = memory_links()
        theirs, ours_ = _channels(near, far)
        for one in (theirs, ours_):
            one.promote()
        session = Session(ours_.peer, seeded(5))

        async def hostile() -> None:
            for piece in pieces(data):
                await theirs.send_record(RecordKind.DATA, piece)
            await trio.sleep(1)

        async def ours() -> None:
            for i in range(3):
                await session.send(b"%d" % i)
            await session.attach(ours_)

        await _against(hostile, ours, near, far)
        assert session.unacknowledged <= 3 and len(session._inbox) <= INBOX_MESSAGES + 2
        assert 0 <= session._ring_bytes <= RING_BYTES

    _run(play)


def _host_seeds() -> list[bytes]:
    greet = Greet(bytes(32), bytes(16), b"", "198.51.100.1:1", Purpose.SEAT, PlayerKind.HUMAN).pack()
    proof = node(1).public + bytes(64)
    return [
        b"\0\0\x34" + bytes(52),
        b"\1" + bytes(20),
        b"\2" + proof,
        b"\3" + joined(b"\4" + greet, b"\0early"),
    ]


def _session_seeds() -> list[bytes]:
    resume = b"\0" + b"i" * ID_BYTES + bytes(ID_BYTES) + bytes(4)
    ours = b"\0" + b"i" * ID_BYTES + seeded(5)(ID_BYTES) + bytes(3) + b"\1"
    frames = [b"\1" + n.to_bytes(4, "big") + bytes(4) + b"data" for n in (1, 2, 3)]
    acks = [b"\2" + n.to_bytes(4, "big") for n in (1, 3)]
    return [
        joined(resume, *frames),
        joined(ours, *frames, *acks),
        joined(resume, frames[0], frames[0], acks[0]),
    ]


def _channel_seeds() -> list[bytes]:
    records = [
        bytes([kind]) + b"content"
        for kind in (RecordKind.DATA, RecordKind.PING, RecordKind.PONG, RecordKind.DATA)
    ]
    return [first + joined(*records, bytes([RecordKind.BYE])) for first in (b"\0", b"\xff")]


TARGETS: Final = (
    Target("handshake-host", _host_seeds, _to_host, (NodeFault, NodeError, BadEncoding), cost=15),
    Target("handshake-dialler", _host_seeds, _to_dialler, (NodeFault, NodeError, BadEncoding), cost=15),
    Target("channel", _channel_seeds, _to_channel, (NodeFault,), cost=10),
    Target("session", _session_seeds, _to_session, (NodeFault,), cost=10),
)

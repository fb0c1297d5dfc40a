"""Players, hosts and pairs of channels in one line, all seeded."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import trio

from fadenet.node.limits import PEERS_ADMITTED
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate, Gates
from fadenet.node.link.handshake import Admit, Admitted, Refused, initiate, respond
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Link, Network
from fadenet.node.link.listener import Doors, NodeListener
from fadenet.node.link.noise import Rng
from fadenet.node.link.session import Redial, Session
from keys import Identity
from tests.node.memory import memory_links

TOKEN = b"twelve bytes"
Handle = Callable[[Channel], Coroutine[Any, Any, None]]


def seeded(seed: int) -> Callable[[int], bytes]:
    """A source of random bytes that repeats itself."""
    return random.Random(seed).randbytes


def node(seed: int = 1, *, run: int = 0) -> NodeIdentity:
    """A player's node; the same `seed` is the same player, another `run` another process of it."""
    return NodeIdentity(
        Identity.from_seed(f"player{seed}", bytes([seed]) * 32), rng=seeded(1000 * run + seed)
    )


def admit_all(gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
    return Admitted()


def gates_with(*tokens: bytes) -> Gates:
    gates = Gates()
    for token in tokens:
        gates.add(token)
    return gates


class Porch:
    """A door of a test: who is let in, and what becomes of the channel."""

    def __init__(self, handle: Handle, admit: Admit = admit_all, most: int = PEERS_ADMITTED) -> None:
        self.channels_most = most
        self.admit = admit
        self.handle = handle


def doors_with(door: Porch, *tokens: bytes) -> Doors:
    """These tokens, by default `TOKEN`, lead to one door."""
    doors = Doors()
    for token in tokens or (TOKEN,):
        doors.open(token, door)
    return doors


async def handshake(
    near: Link,
    far: Link,
    joiner: NodeIdentity,
    host: NodeIdentity,
    *,
    admit: Admit = admit_all,
    purpose: Purpose = Purpose.SEAT,
    early: bytes = b"",
) -> tuple[Channel, Channel]:
    """(joiner's channel, host's channel) over the two ends of a link."""
    ends: dict[str, Channel] = {}

    async def answer() -> None:
        greeted = await respond(far, host, gates_with(TOKEN), admit)
        assert greeted is not None
        ends["host"] = greeted[0]

    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer)
        ends["joiner"] = await initiate(
            near, joiner, host.fingerprint, TOKEN, purpose, early=early, turn=trio.Lock()
        )
    return ends["joiner"], ends["host"]


@asynccontextmanager
async def channel_pair(
    *, admit: Admit = admit_all, size: int = 65536
) -> AsyncGenerator[tuple[Channel, Channel, Callable[[], None]]]:
    """(joiner's channel, host's channel, cut)."""
    near, far, cut = memory_links(size=size)
    a, b = await handshake(near, far, node(1), node(2), admit=admit)
    try:
        yield a, b, cut
    finally:
        with trio.CancelScope(shield=True):
            await a.abort()
            await b.abort()


@asynccontextmanager
async def open_node_listener(
    own: NodeIdentity, addresses: Sequence[Address], doors: Doors, network: Network
) -> AsyncGenerator[NodeListener]:
    """Listen while the block runs; leaving it cancels every connection's handler. Raises `CannotListen`."""
    listener = NodeListener(own, doors)
    async with trio.open_nursery() as nursery:
        await nursery.start(listener.accept, addresses, network)
        try:
            yield listener
        finally:
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def open_session(
    peer: bytes, rng: Rng, *, redial: Redial | None = None, first: Channel | None = None
) -> AsyncGenerator[Session]:
    """A session that lives as long as the block. With `redial` it makes its own channels, `first` being one
    already made; without it waits for `attach`."""
    session = Session(peer, rng)
    async with trio.open_nursery() as nursery:
        if redial is not None:
            nursery.start_soon(session.run, redial, first)
        try:
            yield session
        finally:
            session.close()
            nursery.cancel_scope.cancel()

"""A listener that strangers lay siege to, and somebody honest who dials it meanwhile."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import trio

from fadenet.node.errors import NodeError
from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.gate import gate_bytes
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Link
from fadenet.node.link.listener import Doors, NodeListener
from tests.node.helpers import seeded
from tests.node.memory import memory_links
from tests.node.tables import identity

HOST: Final = Address("198.51.100.9", 47070)
HOST_NODE: Final = NodeIdentity(identity(0), rng=seeded(1))
DIALS: Final = 24
ENOUGH: Final = 22
"""Of the honest dials, that have to come to something."""
HOP_S: Final = 0.1
EVERY_S: Final = 0.23
BEGUN_S: Final = 1.6
"""How long an attack goes on before the first of them comes."""
AGAIN_S: Final = 0.25
RUNS = count(1)

Socket = Callable[["Siege", str], Awaitable[None]]
"""The doings of a hostile socket, over and over, from this source."""


class Far(Link):
    """The near end of somebody who is far away."""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.sleep(HOP_S)
        await super().send_all(data)


@dataclass
class Siege:
    """A listener, and what comes to it. relay: over which everything comes, "" = directly; inside: honest
    dials that have come to something."""

    listener: NodeListener
    nursery: trio.Nursery
    relay: str = ""
    inside: int = 0
    ephemeral: Iterator[int] = field(default_factory=lambda: count(1))

    async def connect(self, source: str, relay: str | None = None) -> Link:
        """The near end of a connection from this source, that the listener has taken."""
        near, far, _ = memory_links(source)
        by = self.relay if relay is None else relay
        link = Link(far, far.kind, far.remote, relay=by, behind=source if by else "")
        self.nursery.start_soon(self.listener.serve, link)
        await trio.lowlevel.checkpoint()
        return near

    def first_message(self, token: bytes) -> bytes:
        """One that opens the gate."""
        e = next(self.ephemeral).to_bytes(32, "big")
        return (52).to_bytes(2, "big") + e + gate_bytes(token, e, HOST_NODE.fingerprint)

    async def dial(
        self, n: int, source: str, token: bytes, relay: str | None = None, purpose: Purpose = Purpose.SEAT
    ) -> Channel:
        """A channel of player number n, as somebody honest makes it. Raises as `link.dial.dial` does."""

        async def open_link(candidate: Candidate) -> Link:
            near = await self.connect(source, relay)
            return Far(near, near.kind, near.remote)

        dialler = NodeIdentity(identity(n), rng=seeded(1000 * next(RUNS) + n))
        return await dial(dialler, [HOST], Errand(HOST_NODE.fingerprint, token, purpose), open_link=open_link)

    async def honest(self, come: Callable[[int], Awaitable[object]], every_s: float = EVERY_S) -> None:
        """So many honest players come, a little apart. come: raises `NodeError` if nothing comes of it."""

        async def one(n: int) -> None:
            with suppress(NodeError):
                await come(n)
                self.inside += 1

        async with trio.open_nursery() as nursery:
            for n in range(DIALS):
                await trio.sleep(every_s)
                nursery.start_soon(one, n)

    def attack(self, socket: Socket, sources: int, sockets: int = 5, again_s: float = AGAIN_S) -> None:
        """So many sources of so many sockets each. again_s: how soon one that was hung up on is there
        again."""

        async def over_and_over(source: str) -> None:
            while True:
                with suppress(trio.BrokenResourceError, trio.ClosedResourceError, NodeError):
                    await socket(self, source)
                await trio.sleep(again_s)

        for n in range(sources * sockets):
            self.nursery.start_soon(over_and_over, f"203.0.113.{n % sources + 1}")


def honest_source(n: int) -> str:
    """Where the honest player of this number comes from."""
    return f"192.0.2.{n + 1}"


@asynccontextmanager
async def besieged(doors: Doors, relay: str = "") -> AsyncGenerator[Siege]:
    """A listener with these doors."""
    async with trio.open_nursery() as nursery:
        yield Siege(NodeListener(HOST_NODE, doors), nursery, relay)
        nursery.cancel_scope.cancel()

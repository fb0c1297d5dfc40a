"""Attacks on the door: strangers who hold every place that there is, with tokens that anybody may have.

A node is as its players left it: one match is under way, whose players hold its token, and a table is open,
whose token a notice tells to all. Whoever is honest dials now and then, each from an address of its own, and
waits for two round trips of 0.1 s.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import NodeError
from fadenet.node.link.candidates import Address, Candidate
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import dial
from fadenet.node.link.gate import gate_bytes
from fadenet.node.link.links import Link
from fadenet.node.link.listener import Doors, NodeListener
from tests.node.helpers import Porch, node
from tests.node.memory import MemoryNetwork, memory_links

HOST: Final = Address("198.51.100.9", 47070)
OPEN_TABLE: Final = b"open table.."
OUR_MATCH: Final = b"our match..."
THEIR_MATCH: Final = b"their match."
DIALS: Final = 24
ENOUGH: Final = 22
"""Of the honest dials, that have to get in."""
HOP_S: Final = 0.1
EVERY_S: Final = 0.23
BEGUN_S: Final = 1.6
"""How long an attack goes on before the first of them comes."""
AGAIN_S: Final = 0.25
"""So soon after it was hung up on a hostile socket is there again."""
RUNS = count(1)

Socket = Callable[["Siege", str], Awaitable[None]]
"""What a hostile socket does over and over, from this source."""


class Far(Link):
    """The near end of somebody who is far away."""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.sleep(HOP_S)
        await super().send_all(data)


@dataclass
class Siege:
    """A listener, and what comes to it. relay: over which everything comes, "" = directly."""

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
        return (52).to_bytes(2, "big") + e + gate_bytes(token, e, node(2).fingerprint)

    async def dial(self, seed: int, source: str, token: bytes, relay: str | None = None) -> Channel:
        """A channel as somebody honest makes it. Raises as `link.dial.dial` does."""

        async def open_link(candidate: Candidate) -> Link:
            near = await self.connect(source, relay)
            return Far(near, near.kind, near.remote)

        dialler, host = node(seed, run=next(RUNS)), node(2).fingerprint
        return await dial(dialler, [HOST], host, token, Purpose.SEAT, open_link=open_link)

    async def honest(self, token: bytes, relay: str | None = None) -> None:
        """So many honest dials, a little apart."""

        async def come(n: int) -> None:
            with suppress(NodeError):
                channel = await self.dial(3, f"192.0.2.{n + 1}", token, relay)
                self.inside += 1
                await channel.abort()

        async with trio.open_nursery() as nursery:
            for n in range(DIALS):
                await trio.sleep(EVERY_S)
                nursery.start_soon(come, n)

    def attack(self, socket: Socket, sources: int, sockets: int = 5) -> None:
        """So many sources of so many sockets each."""

        async def over_and_over(source: str) -> None:
            while True:
                with suppress(trio.BrokenResourceError, trio.ClosedResourceError, NodeError):
                    await socket(self, source)
                await trio.sleep(AGAIN_S)

        for n in range(sources * sockets):
            self.nursery.start_soon(over_and_over, f"203.0.113.{n % sources + 1}")


async def _stay(link: Link) -> None:
    """Say nothing more until we are hung up on."""
    while await link.receive_some():
        pass


async def silent(siege: Siege, source: str) -> None:
    link = await siege.connect(source)
    await _stay(link)
    await link.aclose()


def holder(token: bytes, leaves_after_s: float = 60.0) -> Socket:
    """One that shows a token and is silent then; or comes anew before it is old."""

    async def hold(siege: Siege, source: str) -> None:
        link = await siege.connect(source)
        with trio.move_on_after(leaves_after_s):
            await link.send_all(siege.first_message(token))
            await _stay(link)
        await link.aclose()

    return hold


def once_inside(token: bytes) -> Socket:
    """One that completes a channel, so that its source is known, and holds a place from then on."""
    known: set[str] = set()

    async def hold(siege: Siege, source: str) -> None:
        if source not in known:
            await (await siege.dial(4, source, OPEN_TABLE)).abort()
            known.add(source)
        await holder(token)(siege, source)

    return hold


@asynccontextmanager
async def siege(relay: str = "") -> AsyncGenerator[Siege]:
    async def stay(channel: Channel) -> None:
        await channel.receive()

    doors = Doors()
    doors.open(OPEN_TABLE, Porch(stay, most=limits.CHANNELS_AT_ONCE))
    for token in (OUR_MATCH, THEIR_MATCH):
        doors.open(token, Porch(stay), players=True)
    async with trio.open_nursery() as nursery:
        listener = NodeListener(node(2), doors)
        await nursery.start(listener.accept, [HOST], MemoryNetwork())
        yield Siege(listener, nursery, relay)
        nursery.cancel_scope.cancel()


ATTACKS: Final[dict[str, tuple[tuple[Socket, int], ...]]] = {
    "a public token": ((holder(OPEN_TABLE), 17),),
    "a public token, never old": ((holder(OPEN_TABLE, 1.2), 17),),
    "sources that were inside once": ((once_inside(OPEN_TABLE), 4),),
    "the token of another match": ((holder(THEIR_MATCH), 17),),
    "silence": ((silent, 17),),
    "both tokens and silence": (
        (once_inside(OPEN_TABLE), 4),
        (holder(OPEN_TABLE), 17),
        (holder(THEIR_MATCH), 17),
        (silent, 17),
    ),
}


@pytest.mark.parametrize("who", ["strangers", "players"])
@pytest.mark.parametrize(
    ("attack", "relay"),
    [*((attack, "") for attack in ATTACKS), ("a public token, never old", "Rea"), ("silence", "Rea")],
)
async def test_nobody_is_kept_out_by_who_holds_places(
    autojump_clock: MockClock, attack: str, relay: str, who: str
) -> None:
    """given strangers who take all places that they are given and come again at once, then whoever dials the
    open table gets in, and so does a player who comes back to its match, directly and over a relay."""
    async with siege(relay) as there:
        for socket, sources in ATTACKS[attack]:
            there.attack(socket, sources)
        await trio.sleep(BEGUN_S)
        await there.honest(OPEN_TABLE if who == "strangers" else OUR_MATCH)
        assert there.inside >= ENOUGH


async def test_who_dials_directly_is_not_kept_out_over_a_relay(autojump_clock: MockClock) -> None:
    async with siege("Rea") as there:
        there.attack(holder(OPEN_TABLE), 2 * limits.HANDSHAKES_OPEN, sockets=1)
        await trio.sleep(BEGUN_S)
        await there.honest(OPEN_TABLE, relay="")
        assert there.inside >= ENOUGH


async def test_nobody_is_kept_from_its_match_by_another_of_its_players(autojump_clock: MockClock) -> None:
    """given one of three players of a match, whose friends show its token too, then the others come back."""
    async with siege() as there:
        there.attack(holder(OUR_MATCH), 17)
        await trio.sleep(BEGUN_S)
        await there.honest(OUR_MATCH)
        assert there.inside >= ENOUGH

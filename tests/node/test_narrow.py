"""Ways that drop large packets without a word: small messages pass, a shuffle does not."""

from __future__ import annotations

import socket
from pathlib import Path

import trio
from trio.testing import MockClock

from fadenet import bots
from fadenet.node.link.candidates import Address
from fadenet.node.link.links import Link
from fadenet.node.link.tcp import SMALL_BYTES, TcpNetwork
from fadenet.node.match.follow import MatchEnd
from fadenet.node.reach.socks import ProxiedNetwork, Proxy
from tests.node.tables import Party, Quitter, table
from tests.node.test_socks import SocksServer, says, server

PACKET_BYTES = 1_440


class Narrow(trio.abc.Stream):
    """A piece larger than a packet is lost on the way, and everything behind it waits for it for ever."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._waits = False

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self._waits |= len(data) > PACKET_BYTES
        if self._waits:
            await trio.lowlevel.checkpoint()
        else:
            await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return bytes(await self._stream.receive_some(max_bytes))

    async def aclose(self) -> None:
        await self._stream.aclose()


class Way:
    """Between two nodes in memory; once a link has fallen silent the next ones are of small segments."""

    def __init__(self) -> None:
        self.small = False
        self.links = 0

    def silent(self) -> None:
        self.small = True

    def wrap(self, near: Link, far: Link) -> tuple[Link, Link]:
        self.links += 1
        if self.small:
            near.small = far.small = True
            return near, far
        lost = (Link(Narrow(one), one.kind, one.remote, fell_silent=self.silent) for one in (near, far))
        return next(lost), next(lost)


async def test_a_match_over_a_way_that_drops_large_packets_is_played(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given such a way, when two nodes that begin over it hear nothing more of each other, then they go on
    with smaller segments, are told why, and end with one result."""
    way = Way()
    both = Party(table(tmp_path / "a", 0, Quitter(20)), table(tmp_path / "b", 1, bots.make("random")))
    both.network.wrap = way.wrap
    ends = [end for end in await both.play(bank=60, patience=2_000) if isinstance(end, MatchEnd)]
    assert len(ends) == 2 and ends[0].result is not None and ends[0].result == ends[1].result
    assert any(said.endswith("smaller ones are sent from now on.") for said in both.said)
    assert way.links < 6 and trio.current_time() < 120


async def test_where_a_connection_fell_silent_the_next_one_is_of_small_segments() -> None:
    network, other = TcpNetwork(), TcpNetwork()
    (accepting, *_), bound = await other.listen([Address("127.0.0.1", 0)])
    first = await network.open(bound[0])
    assert not first.small
    # when what was made is silent
    first.fell_silent()
    # then what is dialled there from now on announces and sends small ones, from whatever port
    listening, own = await network.listen([Address("127.0.0.1", 0)])
    for port in (0, own[0].port):
        link = await network.open(bound[0], port)
        assert link.small
        sock = link.stream.socket  # type: ignore[attr-defined]
        assert 0 < sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG) <= SMALL_BYTES
        await link.abort()
    # and elsewhere nothing has changed
    assert not (await other.open(own[0])).small
    for listener in (accepting, *listening):
        await listener.aclose()


async def test_who_is_silent_behind_a_proxy_is_reached_in_small_segments() -> None:
    async with server(says(b"x")) as there, server(SocksServer(there)) as proxy:
        network = ProxiedNetwork(Proxy(proxy), TcpNetwork())
        link = await network.open(there)
        link.fell_silent()
        again = await network.open(there)
        assert not link.small and again.small
        await link.aclose()
        await again.aclose()

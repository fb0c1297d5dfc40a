"""SOCKS5: a proxy of our own on loopback, to which everything goes, and what it may answer."""

from __future__ import annotations

import errno
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from fadenet.node.errors import ProxyFailed, Unreachable
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.links import Link
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.reach.node import open_node
from fadenet.node.reach.socks import BadProxy, ProxiedNetwork, Proxy, parse_proxy
from tests.node.helpers import TOKEN, Porch, node
from tests.node.memory import MemoryNetwork

Serve = Callable[[trio.SocketStream], Awaitable[None]]
NAME = "abcdefghijklmnop.onion"


class SocksServer:
    """A SOCKS5 server that knows one name. asked: where it was told to go; said: every byte it was sent."""

    def __init__(self, named: Address, user: bytes = b"", password: bytes = b"") -> None:
        self.asked: list[tuple[int, bytes, int]] = []
        self._named = named
        self._login = user, password

    async def __call__(self, client: trio.SocketStream) -> None:
        take = partial(_exactly, client)
        _, count = await take(2)
        methods = await take(count)
        wanted = 2 if self._login[0] else 0
        await client.send_all(bytes((5, wanted if wanted in methods else 255)))
        if wanted:
            _, size = await take(2)
            user = await take(size)
            password = await take((await take(1))[0])
            await client.send_all(bytes((1, (user, password) != self._login)))
        _, _, _, kind = await take(4)
        host = await take((await take(1))[0] if kind == 3 else {1: 4, 4: 16}[kind])
        port = int.from_bytes(await take(2), "big")
        self.asked.append((kind, host, port))
        there = self._named if kind == 3 else Address("127.0.0.1", port)
        onward = await trio.open_tcp_stream(there.host, there.port)
        await client.send_all(bytes((5, 0, 0, 1, 0, 0, 0, 0, 0, 0)))
        async with trio.open_nursery() as nursery:
            for source, target in ((client, onward), (onward, client)):
                nursery.start_soon(_pump, source, target, nursery.cancel_scope)


async def _exactly(stream: trio.SocketStream, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = await stream.receive_some(size - len(data))
        if not more:
            raise trio.BrokenResourceError
        data += more
    return data


async def _pump(source: trio.SocketStream, target: trio.SocketStream, scope: trio.CancelScope) -> None:
    try:
        async for data in source:
            await target.send_all(data)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        pass
    scope.cancel()


@asynccontextmanager
async def server(serve: Serve) -> AsyncGenerator[Address]:
    """Where that listens on loopback."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")

    async def guarded(client: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError, OSError):
            await serve(client)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, guarded, [listener])
        yield Address("127.0.0.1", listener.socket.getsockname()[1])
        nursery.cancel_scope.cancel()


def says(*answers: bytes) -> Serve:
    """A server that hears something and answers each time with the next of these."""

    async def serve(client: trio.SocketStream) -> None:
        for answer in answers:
            await client.receive_some()
            await client.send_all(answer)
        await client.receive_some()

    return serve


@pytest.mark.parametrize("login", [("", ""), ("ana", "p w:/@"), ("ana", "")])
async def test_a_channel_goes_through_the_proxy_which_looks_names_up(login: tuple[str, str]) -> None:
    # given a node that listens, and another whose network is a proxy
    heard: list[bytes] = []

    async def hear(channel: Channel) -> None:
        heard.append(await channel.receive())

    async with open_node(node(2), TcpNetwork()) as host:
        await host.listen([Address("127.0.0.1", 0)])
        socks = SocksServer(host.bound[0], login[0].encode(), login[1].encode())
        async with server(socks) as proxy:
            network = ProxiedNetwork(Proxy(proxy, *login), TcpNetwork())
            async with open_node(node(1), network) as joiner:
                with host.opened([TOKEN], Porch(hear)):
                    # when it dials a name that nobody but the proxy knows
                    there = host.identity.fingerprint
                    joiner.directory.named(there, [Address(NAME, 80)])
                    channel = await joiner.dial(there, TOKEN, Purpose.SEAT)
                    await channel.send(b"hello")
                    while not heard:
                        await trio.sleep(0)
                    await channel.aclose()
    # then it is connected, and the proxy was given the name
    assert heard == [b"hello"] and socks.asked == [(3, NAME.encode(), 80)]


@pytest.mark.parametrize(("address", "kind"), [("127.0.0.1", 1), ("::1", 4)])
async def test_addresses_are_named_as_such(address: str, kind: int) -> None:
    async with server(says(b"x")) as there:
        socks = SocksServer(there)
        async with server(socks) as proxy:
            link = await ProxiedNetwork(Proxy(proxy), TcpNetwork()).open(Address(address, there.port))
            await link.aclose()
    assert [(one[0], one[2]) for one in socks.asked] == [(kind, there.port)]


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ((b"\x05\xff",), "is no SOCKS5 proxy that lets us in"),
        ((b"HTTP/1.1 400\r\n",), "is no SOCKS5 proxy that lets us in"),
        ((b"\x05\x00", b"\x05\x05\x00\x01" + bytes(6)), "was refused there"),
        ((b"\x05\x00", b"\x05\x63\x00\x01" + bytes(6)), "says 99"),
        ((b"\x05\x00", b"\x05\x00\x00\x09" + bytes(6)), "an address of no known kind"),
        ((b"\x05\x00", b"\x05\x00\x00\x03\x00" + bytes(6)), "an address of no known kind"),
        ((b"\x05\x00", b"\x05\x00"), "has hung up"),
        ((), "has hung up"),
    ],
)
async def test_what_a_proxy_may_say_instead_is_told(answers: tuple[bytes, ...], why: str) -> None:
    async def serve(client: trio.SocketStream) -> None:
        for answer in answers:
            await client.receive_some()
            await client.send_all(answer)
        await client.aclose()

    async with server(serve) as proxy:
        with pytest.raises(OSError, match=why):
            await ProxiedNetwork(Proxy(proxy), TcpNetwork()).open(Address("198.51.100.7"))


async def test_a_wrong_password_is_told() -> None:
    async with server(says(b"\x05\x02", b"\x01\x01")) as proxy:
        with pytest.raises(OSError, match="does not take this user and password"):
            await ProxiedNetwork(Proxy(proxy, "ana", "x"), TcpNetwork()).open(Address("198.51.100.7"))


async def test_a_proxy_that_says_nothing_is_not_waited_for_for_ever(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    await network.listen([Address("198.51.100.1", 1080)])
    with pytest.raises(ProxyFailed, match="does not answer"):
        await ProxiedNetwork(Proxy(Address("198.51.100.1", 1080)), network).open(Address("198.51.100.7"))
    assert trio.current_time() == pytest.approx(4)


async def test_a_proxy_is_waited_for_while_it_makes_a_connection(autojump_clock: MockClock) -> None:
    """given a proxy that takes 12 s to find that its host is closed, as one does whose ways are long, then
    that is what is told."""
    network = MemoryNetwork()
    (listening,), _ = await network.listen([Address("198.51.100.1", 1080)])

    async def serve() -> None:
        link = await listening.accept()
        await link.receive_some()
        await link.send_all(b"\x05\x00")
        await link.receive_some()
        await trio.sleep(12)
        await link.send_all(b"\x05\x05\x00\x01" + bytes(6))

    proxied = ProxiedNetwork(Proxy(Address("198.51.100.1", 1080)), network)
    async with trio.open_nursery() as nursery, open_node(node(1), proxied) as joiner:
        nursery.start_soon(serve)
        joiner.directory.named(bytes(16), [Address("198.51.100.7", 47070)])
        with pytest.raises(Unreachable, match=r"^Nobody could be reached at 198\.51\.100\.7"):
            await joiner.dial(bytes(16), TOKEN, Purpose.SEAT)
        assert trio.current_time() == pytest.approx(12, abs=1)


async def test_a_proxy_that_does_not_run_is_named_and_not_the_host_blamed(autojump_clock: MockClock) -> None:
    """given a proxy that does not run, and one that never answers, when an invitation is dialled through
    them, then the error is of the proxy."""
    network = MemoryNetwork()
    await network.listen([Address("198.51.100.1", 1080)])
    for there, why in (("198.51.100.2", "cannot be reached"), ("198.51.100.1", "does not answer")):
        proxy = Proxy(Address(there, 1080))
        async with open_node(node(1), ProxiedNetwork(proxy, network)) as joiner:
            joiner.directory.named(bytes(16), [Address("198.51.100.7", 47070), Address(NAME, 80)])
            with pytest.raises(ProxyFailed) as caught:
                await joiner.dial(bytes(16), TOKEN, Purpose.SEAT)
        assert caught.value.message.startswith(f"The proxy {there}:1080 {why}")
        assert caught.value.message.endswith("Check that it runs there, and what --proxy says.")


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.ENETUNREACH, "Network is unreachable"), "Network is unreachable"),
        (socket.gaierror(socket.EAI_AGAIN, "try again"), "its name cannot be looked up"),
    ],
)
async def test_a_computer_without_a_network_says_so(error: OSError, why: str) -> None:
    """given connections that do not even leave, then the invitation is not called a closed one."""

    async def open_link(_: object) -> Link:
        raise OSError("all attempts failed") from ExceptionGroup("several", [error, error])

    with pytest.raises(Unreachable) as caught:
        await dial(
            node(1), [Address("192.0.2.7")], Errand(bytes(16), TOKEN, Purpose.SEAT), open_link=open_link
        )
    assert caught.value.message == f"This computer has no network that leads there: {why}."


def test_nobody_learns_our_addresses_behind_a_proxy() -> None:
    network = ProxiedNetwork(Proxy(Address("127.0.0.1", 1080)), TcpNetwork())
    assert network.own() == () and network.way_to("192.0.2.1") == ""


@pytest.mark.parametrize(
    ("text", "proxy"),
    [
        ("socks5://127.0.0.1:9050", Proxy(Address("127.0.0.1", 9050))),
        ("socks5h://[::1]", Proxy(Address("::1", 1080))),
        ("socks5://ana:p%20w@proxy.example:1", Proxy(Address("proxy.example", 1), "ana", "p w")),
    ],
)
def test_a_proxy_is_read(text: str, proxy: Proxy) -> None:
    assert parse_proxy(text) == proxy


@pytest.mark.parametrize(
    "text",
    ["", "127.0.0.1:9050", "http://127.0.0.1:9050", "socks5://", "socks5://:1", "socks5://a:0", "socks5://a:x",
     "socks5://a:65536", f"socks5://{'u' * 256}:p@a", "socks5://[::1", "socks5://:p@a"],
)  # fmt: skip
def test_what_is_no_proxy_is_said_with_an_example(text: str) -> None:
    with pytest.raises(BadProxy) as caught:
        parse_proxy(text)
    assert caught.value.message == "That is no proxy; write it as socks5://127.0.0.1:9050"


@given(st.text(max_size=80))
def test_nothing_that_is_typed_does_harm(text: str) -> None:
    for typed in (text, f"socks5://{text}"):
        with suppress(BadProxy):
            parse_proxy(typed)

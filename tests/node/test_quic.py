"""QUIC through iroh: its bindings under Trio, and real endpoints on loopback.

An endpoint asks the router for a port, wherever there is one. So those of these tests that open endpoints run
in a network namespace with nothing but loopback: `test_real_endpoints` starts them all there.
"""

from __future__ import annotations

import gc
import importlib.metadata
import inspect
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from fadenet.node.errors import CannotListen, PeerGone
from fadenet.node.limits import BYE_S, HANDSHAKE_S, HANDSHAKES_PER_SOURCE
from fadenet.node.link.candidates import Address, IrohId
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.handshake import respond
from fadenet.node.link.links import Link
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.reach import quic
from fadenet.node.reach.node import open_node
from fadenet.node.reach.quic import QuicEndpoint, QuicListener, QuicStream, open_endpoint
from keys import UserError
from tests.node.helpers import TOKEN, Porch, admit_all, gates_with, handshake, node

ALONE = [name for _, name in socket.if_nameindex()] == ["lo"]
LOOPBACK = (Address("127.0.0.1", 0), Address("::1", 0))
MIB = 1024 * 1024
PATIENCE_S = 20.0
"""Of real time, which only a test that fails takes."""

needs_iroh = pytest.mark.skipif(find_spec("iroh") is None, reason="iroh is not installed")


def real(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """A test with real endpoints, which must not meet a router: collected in the namespace only."""
    setattr(test, "__test__", ALONE)  # noqa: B010
    marked: Callable[..., Awaitable[None]] = needs_iroh(test)
    return marked


@needs_iroh
@pytest.mark.slow
@pytest.mark.skipif(ALONE, reason="this is the namespace")
def test_real_endpoints() -> None:
    alone = [
        "unshare",
        "--user",
        "--map-root-user",
        "--net",
        "sh",
        "-c",
        'ip link set lo up && exec "$@"',
        "sh",
    ]
    try:
        allowed = subprocess.run([*alone, "true"], capture_output=True, text=True, timeout=30)
    except FileNotFoundError:
        pytest.skip("no namespaces (no unshare)")
    if allowed.returncode:
        pytest.skip(f"no namespaces ({allowed.stderr.strip()})")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", str(Path(__file__))]
    done = subprocess.run([*alone, *run], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr


# Without the library


def test_without_the_extra_the_player_reads_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "iroh", None)
    quic._library.cache_clear()
    with pytest.raises(
        CannotListen, match=r'^This needs the extra fadenet\[p2p\]: pip install "fadenet\[p2p\]"$'
    ):
        trio.run(opened_and_closed)
    quic._library.cache_clear()


async def opened_and_closed() -> None:
    async with open_endpoint(b"\1" * 32, listen=LOOPBACK):
        pass


# The hook of the bindings, without any network


def bindings() -> ModuleType:
    found: ModuleType = quic._library().iroh_ffi
    return found


@needs_iroh
def test_the_hook_is_the_one_that_was_read() -> None:
    again = "; read how the new bindings wait, then _Wakes in reach/quic.py, then change this test"
    version = importlib.metadata.version("iroh")
    assert version.startswith("1.2."), f"iroh {version} is not 1.2" + again
    ffi = bindings()
    for name in (
        "uniffi_set_event_loop",
        "_uniffi_get_event_loop",
        "_uniffi_rust_call_async",
        "InternalError",
    ):
        assert hasattr(ffi, name), f"the bindings have no {name}" + again
    assert isinstance(ffi._uniffi_get_event_loop(), quic._Wakes), "the bindings do not take a loop" + again
    used = {
        name.split("(")[0] for name in inspect.getsource(ffi._uniffi_rust_call_async).split("eventloop.")[1:]
    }
    assert used == {"create_future"}, f"the bindings use {used} of their loop" + again
    used = {
        name.split("(")[0] for name in inspect.getsource(ffi._uniffi_set_future_result).split("future.")[1:]
    }
    assert used == {"cancelled", "set_result"}, f"the bindings use {used} of a future" + again


class RustFuture:
    """One of Rust, as the bindings meet it; `wake` is what its thread does."""

    def __init__(self, *, ready: bool) -> None:
        self.ready = ready
        self.polled = 0
        self.freed = False
        self._wakes: list[Callable[[int], None]] = []

    def poll(self, _: int, callback: Callable[[int, int], None], handle: int) -> None:
        self.polled += 1
        if self.ready:
            callback(handle, bindings()._UNIFFI_RUST_FUTURE_POLL_READY)
        else:
            self._wakes.append(lambda code: callback(handle, code))

    def wake(self) -> None:
        self._wakes.pop()(bindings()._UNIFFI_RUST_FUTURE_POLL_WAKE)

    def free(self, _: int) -> None:
        self.freed = True
        while self._wakes:
            self._wakes.pop()(bindings()._UNIFFI_RUST_FUTURE_POLL_READY)

    async def wait(self) -> str:
        call: Awaitable[str] = bindings()._uniffi_rust_call_async(
            7, self.poll, lambda *_: 0, self.free, lambda _: "done", None
        )
        return await call


@needs_iroh
async def test_what_is_ready_is_never_lost_to_a_cancellation() -> None:
    # given: a future that is ready at its first poll, and a task that is cancelled
    future = RustFuture(ready=True)
    with trio.CancelScope() as scope:
        scope.cancel()
        # when, then: it is done without a place to be cancelled at
        assert await future.wait() == "done"
    assert future.freed


@needs_iroh
async def test_a_future_is_woken_from_another_thread() -> None:
    future = RustFuture(ready=False)
    done: list[str] = []

    async def wait() -> None:
        done.append(await future.wait())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()
        future.ready = True
        await trio.to_thread.run_sync(future.wake)
    assert (done, future.polled, future.freed) == (["done"], 2, True)


@needs_iroh
async def test_a_cancelled_future_is_freed_and_its_late_wake_is_nothing() -> None:
    future = RustFuture(ready=False)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(future.wait)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert future.freed
    assert len(bindings()._UniffiContinuationHandleMap) == 0


@needs_iroh
def test_a_wake_after_the_end_of_the_run_is_nothing() -> None:
    async def make() -> quic._Wake:
        return quic._Wakes().create_future()

    wake = trio.run(make)
    heard: list[int] = []

    async def late() -> None:
        await trio.to_thread.run_sync(
            quic._Wakes().call_soon_threadsafe, lambda _, code: heard.append(code), wake, 0
        )

    trio.run(late)
    assert heard == []


# Real endpoints


def endpoint(seed: int, *listen: Address) -> AbstractAsyncContextManager[QuicEndpoint]:
    return open_endpoint(bytes([seed]) * 32, listen=listen or LOOPBACK)


@asynccontextmanager
async def endpoints() -> AsyncGenerator[tuple[QuicEndpoint, QuicEndpoint]]:
    async with endpoint(1) as a, endpoint(2) as b:
        yield a, b


@asynccontextmanager
async def streams() -> AsyncGenerator[tuple[QuicStream, QuicStream]]:
    """(the dialler's, the other), one byte having made its way."""
    async with endpoints() as (a, b):
        near = await a.connect(b.key, b.addresses())
        await near.send_all(b"!")
        far, key, _ = await b.accept()
        assert key == a.key
        assert await far.receive_some(1) == b"!"
        yield near, far


async def raw_connection(a: QuicEndpoint, b: QuicEndpoint) -> Any:
    """A connection without our rules about it."""
    iroh = quic._library()
    there = iroh.EndpointAddr(iroh.EndpointId.from_bytes(b.key), None, [str(b.addresses()[0])])
    return await a._endpoint.connect(there, quic.ALPN)


async def read_all(stream: trio.abc.ReceiveStream) -> bytes:
    return b"".join([data async for data in stream])


async def until(condition: Callable[[], bool]) -> None:
    """Wait for what other threads do."""
    ends = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < ends, "it does not come"
        await trio.lowlevel.checkpoint()


def held() -> dict[str, int]:
    """The objects that the bindings hold for us: their objects, and futures that are waited for."""
    gc.collect()
    ffi = bindings()
    kinds = (ffi.Connection, ffi.BiStream, ffi.SendStream, ffi.RecvStream, ffi.Incoming, ffi.Accepting)
    objects = Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, kinds))
    return {"futures": len(ffi._UniffiContinuationHandleMap), **objects}


@real
async def test_echo_then_eof() -> None:
    async with streams() as (near, far):
        await near.send_all(b"ping")
        assert await far.receive_some() == b"ping"
        await far.send_all(b"pong")
        assert await near.receive_some(2) == b"po"
        assert await near.receive_some(2) == b"ng"
        await near.aclose()
        assert await far.receive_some() == b""
        assert await far.receive_some() == b""


@real
async def test_an_endpoint_says_where_it_is() -> None:
    async with endpoints() as (a, b):
        assert [one.host for one in a.addresses()] == ["127.0.0.1", "::1"]
        assert all(one.udp and not one.tcp and one.port for one in a.addresses())
        near = await a.connect(b.key, b.addresses())
        assert near.key == b.key
        await near.send_all(b"!")
        far, _, remote = await b.accept()
        assert remote in [str(one) for one in a.addresses()]
        way, at = far.path()
        assert way == "direct" and at in [str(one) for one in a.addresses()]


@real
async def test_the_handshake_and_a_channel_run_over_it_as_over_any_link() -> None:
    async with streams() as (near, far):
        here, there = (Link(one, "quic", Address("127.0.0.1", 1)) for one in (near, far))
        joiner, host = await handshake(here, there, node(1), node(2))
        await joiner.send(b"hello")
        assert await host.receive() == b"hello"
        assert joiner.peer == node(2).public
        await joiner.aclose()
        with pytest.raises(PeerGone) as gone:
            await host.receive()
        assert gone.value.said_bye
        await host.aclose()


@real
async def test_dial_takes_it_as_it_takes_any_link() -> None:
    async def host(listener: QuicListener) -> None:
        greeted = await respond(await listener.accept(), node(2), gates_with(TOKEN), admit_all)
        assert greeted is not None
        await greeted[0].send(await greeted[0].receive())

    async with endpoints() as (a, b), trio.open_nursery() as nursery:
        nursery.start_soon(host, QuicListener(b))
        opener, candidates = a.opener(b.addresses()), [IrohId(b.key)]
        channel = await dial(
            node(1), candidates, Errand(node(2).fingerprint, TOKEN, Purpose.SEAT), open_link=opener
        )
        await channel.send(b"over QUIC")
        assert await channel.receive() == b"over QUIC"


@real
async def test_a_node_is_dialled_over_it_by_what_its_invitation_names() -> None:
    # given two nodes with an endpoint each, and neither listens over TCP
    heard: list[bytes] = []

    async def hear(channel: Channel) -> None:
        heard.append(await channel.receive())

    async with (
        open_node(node(2), TcpNetwork()) as host,
        open_node(node(1), TcpNetwork()) as joiner,
        endpoints() as (a, b),
    ):
        joiner.use_quic(a)
        host.use_quic(b)
        with host.opened([TOKEN], Porch(hear)):
            # when the one dials what the other names, then a channel comes of it
            there = host.candidates()
            assert IrohId(b.key) in there
            joiner.directory.named(node(2).fingerprint, there)
            channel = await joiner.dial(node(2).fingerprint, TOKEN, Purpose.SEAT)
            assert channel.kind == "quic"
            await channel.send(b"hello")
            with trio.fail_after(PATIENCE_S):
                while not heard:
                    await trio.sleep(0.01)
            await channel.aclose()
    assert heard == [b"hello"]


@real
async def test_who_only_dials_names_no_endpoint() -> None:
    async with open_node(node(2), TcpNetwork()) as own, endpoints() as (a, _):
        own.use_quic(a, listens=False)
        assert own.candidates() == ()


@real
async def test_one_mebibyte_both_ways_at_once() -> None:
    data = {"there": bytes(range(256)) * (MIB // 256), "back": bytes(range(255, -1, -1)) * (MIB // 256)}
    got: dict[str, bytes] = {}

    async def send(stream: QuicStream, way: str) -> None:
        await stream.send_all(data[way])

    async def receive(stream: QuicStream, way: str) -> None:
        parts = bytearray()
        while len(parts) < MIB:
            parts += await stream.receive_some()
        got[way] = bytes(parts)

    async with streams() as (near, far), trio.open_nursery() as nursery:
        for way, source, sink in (("there", near, far), ("back", far, near)):
            nursery.start_soon(send, source, way)
            nursery.start_soon(receive, sink, way)
    assert got == data


@real
async def test_two_connects_at_once_and_two_that_cross() -> None:
    async with endpoints() as (a, b):
        arrived: list[bytes] = []

        async def connect(here: QuicEndpoint, there: QuicEndpoint, text: bytes) -> None:
            stream = await here.connect(there.key, there.addresses())
            await stream.send_all(text)
            await stream.aclose()

        async def accept(here: QuicEndpoint) -> None:
            stream, _, _ = await here.accept()
            arrived.append(await read_all(stream))

        async with trio.open_nursery() as nursery:
            for text in (b"1", b"2"):
                nursery.start_soon(connect, a, b, text)
                nursery.start_soon(accept, b)
            nursery.start_soon(connect, b, a, b"3")
            nursery.start_soon(accept, a)
    assert sorted(arrived) == [b"1", b"2", b"3"]


# Closing


@real
async def test_what_was_sent_before_closing_is_read_after_it() -> None:
    async with streams() as (near, far):
        await near.send_all(bytes(100_000))
        await near.aclose()
        assert len(await read_all(far)) == 100_000


@real
async def test_a_closed_stream_says_so() -> None:
    async with streams() as (near, _):
        await near.aclose()
        await near.aclose()
        for call in (near.receive_some, near.wait_send_all_might_not_block, lambda: near.send_all(b"x")):
            with pytest.raises(trio.ClosedResourceError):
                await call()


@real
async def test_closing_ends_who_waits_before_the_peer_has_taken_all(mock_clock: MockClock) -> None:
    told = 0

    async def waits(call: Callable[[], Awaitable[object]]) -> None:
        nonlocal told
        with pytest.raises(trio.ClosedResourceError):
            await call()
        told += 1

    async with streams() as (near, _), trio.open_nursery() as nursery:
        nursery.start_soon(waits, near.receive_some)
        nursery.start_soon(waits, lambda: near.send_all(bytes(2 * quic.STREAM_BYTES)))
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(near.aclose)
        await until(lambda: told == 2)
        mock_clock.jump(BYE_S)


@real
@pytest.mark.parametrize("how", ["hung up", "reset", "endpoint closed"])
async def test_a_peer_that_breaks_off_is_a_broken_stream(how: str) -> None:
    async with endpoint(2) as b, endpoint(1) as a:
        connection = await raw_connection(a, b)
        raw = await connection.open_bi()
        await raw.send().write(b"!")
        far, _, _ = await b.accept()
        assert await far.receive_some() == b"!"
        if how == "hung up":
            connection.close(9, b"")
        elif how == "reset":
            await raw.send().reset(9)
            await raw.recv().stop(9)
        else:
            await a._endpoint.close()
        with pytest.raises(trio.BrokenResourceError):
            await far.receive_some()
        with pytest.raises(trio.BrokenResourceError):
            while True:
                await far.send_all(b"x")
        await far.aclose()


@real
async def test_nobody_waits_at_an_endpoint_that_is_closed() -> None:
    async with endpoint(1) as a:
        await a._endpoint.close()
        with pytest.raises(trio.ClosedResourceError):
            await a.accept()


@real
async def test_one_task_a_direction() -> None:
    async with streams() as (near, _), trio.open_nursery() as nursery:
        nursery.start_soon(near.receive_some)
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(trio.BusyResourceError, match="receive"):
            await near.receive_some()
        nursery.cancel_scope.cancel()


@real
async def test_no_bytes_are_asked_for_and_none_are_read() -> None:
    async with streams() as (near, _):
        with pytest.raises(ValueError, match="at least 1"):
            await near.receive_some(0)
        await near.send_all(b"")


# Dialling and binding


@real
async def test_a_silent_address_is_given_up_on(autojump_clock: MockClock) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        there = Address("127.0.0.1", silent.getsockname()[1])
        async with endpoints() as (a, b):
            with pytest.raises(OSError, match="did not answer within 5 s"):
                await a.connect(b.key, [there])


@real
async def test_another_endpoint_at_the_address_is_not_taken_for_the_one_wanted(
    autojump_clock: MockClock,
) -> None:
    async with endpoints() as (a, b), endpoint(3) as c:
        with pytest.raises(OSError):
            await a.connect(c.key, b.addresses())
        assert b.arriving <= 1


@real
@pytest.mark.parametrize("key", [b"\7" * 32, b"short", b""])
async def test_a_key_that_is_none_is_not_reached(key: bytes) -> None:
    async with endpoints() as (a, b):
        with pytest.raises(OSError, match="is not reached"):
            await a.connect(key, b.addresses())


@real
async def test_without_an_address_and_a_relay_nobody_is_asked() -> None:
    async with endpoints() as (a, b):
        with pytest.raises(OSError, match="No address lookup configured"):
            await a.connect(b.key, [])


@real
async def test_an_address_is_no_endpoint() -> None:
    async with endpoint(1) as a:
        with pytest.raises(OSError, match="not reached over QUIC"):
            await a.opener([])(Address("127.0.0.1", 1))


@real
async def test_only_what_is_named_is_bound() -> None:
    async with endpoint(1, Address("127.0.0.2", 0)) as a:
        assert [text.rpartition(":")[0] for text in a._endpoint.bound_sockets()] == ["127.0.0.2", "[::1]"]


@real
async def test_a_taken_port_and_an_address_of_somebody_else_are_told() -> None:
    async with endpoint(1) as a:
        with pytest.raises(
            CannotListen, match=rf"UDP port of 127\.0\.0\.1:{a.addresses()[0].port}.*--listen"
        ):
            async with endpoint(2, *a.addresses()):
                pass
    with pytest.raises(CannotListen, match="none of the addresses"):
        async with endpoint(2, Address("192.0.2.1", 0)):
            pass


@real
@pytest.mark.parametrize("text", ["nonsense", "ftp://relay.example", "https://", "https://[", "https://a b"])
async def test_a_relay_that_is_no_url_is_the_players_mistake(text: str) -> None:
    with pytest.raises(UserError, match=re.escape(f"{text} is not the URL of a relay")):
        async with open_endpoint(b"\1" * 32, text, LOOPBACK):
            pass


@real
async def test_a_relay_of_ones_own_is_the_only_one() -> None:
    async with open_endpoint(b"\1" * 32, "https://relay.invalid", LOOPBACK) as a:
        assert a._relay == "https://relay.invalid"
        assert quic._relay_mode(a._relay).relay_map().urls() == ["https://relay.invalid/"]


# Cancellation


async def cancelled_after(ticks: int, call: Callable[[], Awaitable[object]]) -> None:
    """Cancel a call after so many turns of the loop."""
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            await call()
            nursery.cancel_scope.cancel()

        nursery.start_soon(run)
        for _ in range(ticks):
            await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()


@real
@pytest.mark.slow
async def test_calls_that_are_cancelled_leave_nothing() -> None:
    await opened_and_closed()
    before = held()
    async with endpoints() as (a, b):

        async def connect() -> None:
            stream = await a.connect(b.key, b.addresses())
            try:
                await stream.send_all(b"!")
                await trio.sleep_forever()
            finally:
                await trio.aclose_forcefully(stream)

        async def accept() -> None:
            while True:
                stream, _, _ = await b.accept()
                try:
                    await stream.receive_some()
                finally:
                    await stream.aclose()

        async def both() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(connect)
                nursery.start_soon(accept)

        for ticks in [*range(0, 40, 3), *range(40, 400, 40)]:
            await cancelled_after(ticks, both)
        # whoever had come far enough is gone, and the others are a few handshakes
        await until(lambda: len(a._nursery.child_tasks) == 1)
        assert b.arriving <= quic.ARRIVALS
    await until(lambda: held() == before)


@real
async def test_reads_that_are_cancelled_lose_nothing() -> None:
    sent = bytes(range(256)) * 20
    got = bytearray()
    async with streams() as (near, far), trio.open_nursery() as nursery:

        async def send() -> None:
            for at in range(0, len(sent), 16):
                await near.send_all(sent[at : at + 16])
            await near.aclose()

        async def read() -> None:
            while data := await far.receive_some(7):
                got.extend(data)

        nursery.start_soon(send)
        ticks = 0
        while len(got) < len(sent):
            ticks += 1
            await cancelled_after(ticks % 7, read)
    assert got == sent


# A hostile peer


@real
async def test_a_reader_that_does_not_read_stops_the_writer() -> None:
    accepted = 0
    async with streams() as (near, far), trio.open_nursery() as nursery:

        async def send() -> None:
            nonlocal accepted
            while True:
                await near.send_all(bytes(10_000))
                accepted += 10_000

        nursery.start_soon(send)
        await until(lambda: accepted >= quic.STREAM_BYTES - 10_000)
        for _ in range(1000):
            await trio.lowlevel.checkpoint()
        assert accepted <= quic.STREAM_BYTES
        # and goes on as soon as it reads
        while accepted <= quic.STREAM_BYTES:
            await far.receive_some()
        nursery.cancel_scope.cancel()


@real
@pytest.mark.parametrize("what", ["a second stream", "a stream one way", "a datagram"])
async def test_a_connection_with_more_than_one_stream_is_ended(what: str) -> None:
    async with endpoints() as (a, b):
        connection = await raw_connection(a, b)
        first = await connection.open_bi()
        await first.send().write(b"!")
        far, _, _ = await b.accept()
        assert await far.receive_some() == b"!"
        if what == "a second stream":
            await (await connection.open_bi()).send().write(b"!")
        elif what == "a stream one way":
            await (await connection.open_uni()).write(b"!")
        else:
            connection.send_datagram(b"!")
        with pytest.raises(trio.BrokenResourceError):
            await far.receive_some()
        assert "one stream" in await connection.closed()


@real
async def test_streams_without_end_before_the_first_is_taken_end_the_connection() -> None:
    async with endpoints() as (a, b):
        connection = await raw_connection(a, b)
        with suppress(bindings().IrohError):
            for _ in range(50):
                await (await connection.open_bi()).send().write(bytes(1000))
        assert "one stream" in await connection.closed()


@real
async def test_a_dialled_host_may_not_open_streams_either() -> None:
    async with endpoints() as (a, b):
        near = await a.connect(b.key, b.addresses())
        await near.send_all(b"!")
        far, _, _ = await b.accept()
        await (await far._connection.open_bi()).send().write(b"!")
        with pytest.raises(trio.BrokenResourceError):
            await near.receive_some()


@real
async def test_who_opens_no_stream_is_let_go(mock_clock: MockClock) -> None:
    async with endpoints() as (a, b):
        connection = await raw_connection(a, b)
        await until(lambda: b.arriving == 1)
        mock_clock.jump(HANDSHAKE_S)
        await connection.closed()
        await until(lambda: b.arriving == 0)


@real
async def test_a_source_has_so_many_places_and_the_oldest_goes(mock_clock: MockClock) -> None:
    # the library takes either way to an endpoint that it knows, so there are two sources: IPv4 and IPv6
    most = 2 * HANDSHAKES_PER_SOURCE
    async with endpoints() as (a, b):
        silent = [await raw_connection(a, b) for _ in range(most + 1)]
        await until(lambda: sum(one.close_reason() is None for one in silent) <= most)
        assert silent[-1].close_reason() is None
        assert max(Counter(one.source for one in b._arrivals).values()) == HANDSHAKES_PER_SOURCE
        # whoever is honest gets in among them
        stream = await a.connect(b.key, b.addresses())
        await stream.send_all(b"!")
        assert (await b.accept())[1] == a.key


@real
async def test_all_sources_have_so_many_places_together(mock_clock: MockClock) -> None:
    async with endpoint(1) as b, AsyncExitStack() as sources:
        silent = []
        for number in range(quic.ARRIVALS + 1):
            at = Address(f"127.0.0.{2 + number}", 0)
            source = await sources.enter_async_context(endpoint(10 + number, at))
            silent.append(await raw_connection(source, b))
        await silent[0].closed()
        assert [one.close_reason() for one in silent[1:]] == [None] * quic.ARRIVALS
        assert b.arriving == quic.ARRIVALS


# Runs


@real
async def test_two_runs_in_two_threads_do_not_meet() -> None:
    async def run() -> None:
        async with streams() as (near, far):
            for _ in range(50):
                await near.send_all(b"ping")
                assert await far.receive_some() == b"ping"

    async with trio.open_nursery() as nursery:
        for _ in range(2):
            nursery.start_soon(trio.to_thread.run_sync, trio.run, run)

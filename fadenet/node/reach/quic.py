"""QUIC through the engine iroh, an optional extra: one more kind of link under the same handshake.

An endpoint is known by a key of its own (`IrohId`) and carries one stream a connection. Without a relay
nothing is contacted but the addresses that are given, and the router, which iroh asks by itself (UPnP,
NAT-PMP, PCP) to forward its port: its bindings have no switch for that.

The bindings wait for Rust by futures of an event loop that they are given (`uniffi_set_event_loop`). `_Wakes`
takes that place and wakes Trio's tasks, so that no thread of asyncio runs.
"""

from __future__ import annotations

import importlib
import logging
import os
import socket
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import trio

from fadenet.node.errors import DROPPED, CannotListen
from fadenet.node.limits import BYE_S, CONNECT_S, HANDSHAKE_S, HANDSHAKES_PER_SOURCE
from fadenet.node.link.candidates import Address, Candidate, IrohId, everywhere
from fadenet.node.link.links import Link, OpenLink
from fadenet.node.link.shares import gives_way
from keys import UserError

log = logging.getLogger(__name__)

T = TypeVar("T")

ALPN: Final = b"fadenet/1"
KEY_BYTES: Final = 32
DEFAULT_RELAYS: Final = "default"
"""In place of a relay's URL: the relays of iroh's own network, and its lookup, which leads to them."""
ARRIVALS: Final = 32
"""Connections at once that are not yet handed out; each may make the library hold `STREAM_BYTES`."""
CALM_ARRIVALS: Final = 4
"""With so many under way, a dialler that has not shown that it gets our datagrams is made to show it
first."""
STREAM_BYTES: Final = 1_250_000
"""The most that the library holds of one stream that is not read; its bindings do not let it be less."""
_CHUNK_BYTES: Final = 16 * 1024
"""Copied at once; the bindings take about 0.2 microseconds a byte, during which nothing else runs."""
_CLOSE_S: Final = 1.0
_LOOPBACK: Final = (Address("127.0.0.1", 0), Address("::1", 0))
_CODE_DONE: Final = 0
_CODE_FAULT: Final = 1


# Trio under the bindings


class _Wake:
    """The future of one poll: made and awaited by a task, set from whichever thread the library wakes it."""

    def __init__(self) -> None:
        self.token = trio.lowlevel.current_trio_token()
        self.thread = threading.get_ident()
        self._task: trio.lowlevel.Task | None = None
        self._code: int | None = None
        self._cancelled = False

    def cancelled(self) -> bool:
        return self._cancelled

    def set_result(self, code: int) -> None:
        self._code = code
        if self._task is not None:
            trio.lowlevel.reschedule(self._task)
            self._task = None

    def __await__(self) -> Generator[Any, Any, int]:
        if self._code is None:
            self._task = trio.lowlevel.current_task()
            yield from trio.lowlevel.wait_task_rescheduled(self._abort).__await__()
        assert self._code is not None
        return self._code

    def _abort(self, _: Callable[[], None]) -> trio.lowlevel.Abort:
        self._task, self._cancelled = None, True
        return trio.lowlevel.Abort.SUCCEEDED


class _Wakes:
    """The part of an event loop that the bindings use, for any number of Trio's runs."""

    def create_future(self) -> _Wake:
        return _Wake()

    def call_soon_threadsafe(self, set_result: Callable[[_Wake, int], None], wake: _Wake, code: int) -> None:
        """A poll that is ready says so inside the poll. It must be heard at once: were there a wait, whoever
        is cancelled in it would lose what was read."""
        if threading.get_ident() == wake.thread:
            set_result(wake, code)
            return
        try:
            wake.token.run_sync_soon(set_result, wake, code)
        except trio.RunFinishedError:
            log.debug("woken after the end of the run")


@cache
def _library() -> ModuleType:
    """The bindings, with Trio under them; raises `CannotListen`."""
    # Where RUST_BACKTRACE is set, each error would bring its own, which takes 0.2 s and holds up everything.
    os.environ.setdefault("RUST_LIB_BACKTRACE", "0")
    try:
        iroh = importlib.import_module("iroh")
    except (ImportError, OSError) as error:
        log.info("iroh: %s", error)
        raise CannotListen('This needs the extra fadenet[p2p]: pip install "fadenet[p2p]"') from error
    iroh.iroh_ffi.uniffi_set_event_loop(_Wakes())
    return iroh


class _Failed(Exception):
    """An error of the library, in its own words."""

    def __init__(self, error: Exception) -> None:
        message = getattr(error, "message", None)
        lines = (message() if callable(message) else str(error)).splitlines() or [""]
        # The last line is the cause at the bottom; in brackets stands where in the source of Rust.
        super().__init__(lines[-1].strip().partition(" (/")[0])


@contextmanager
def _failing() -> Iterator[None]:
    iroh = _library()
    try:
        yield
    except (iroh.IrohError, iroh.iroh_ffi.InternalError) as error:
        raise _Failed(error) from None


async def _call(method: Callable[..., Awaitable[T]], *arguments: object) -> T:
    """One asynchronous call into the library: a checkpoint that loses no result. Raises `_Failed`."""
    await trio.lowlevel.checkpoint_if_cancelled()
    try:
        with _failing():
            return await method(*arguments)
    finally:
        await trio.lowlevel.cancel_shielded_checkpoint()


# Streams


class QuicStream(trio.abc.Stream):
    """The one stream of a connection. `key` (32 bytes) is the endpoint at the other side, as QUIC has proven.

    One task may send and one may receive at a time. Data that is not read is bounded by QUIC's own windows.
    """

    def __init__(self, connection: Any, stream: Any) -> None:
        self.key: bytes = connection.remote_id().to_bytes()
        self._connection = connection
        self._sending, self._receiving = stream.send(), stream.recv()
        self._closed = False
        self._busy: dict[str, trio.CancelScope] = {}

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        with self._alone("send"):
            left = memoryview(data).cast("B")
            await trio.lowlevel.checkpoint()
            while left:
                left = left[await _call(self._sending.write, left[:_CHUNK_BYTES]) :]

    async def wait_send_all_might_not_block(self) -> None:
        """The library does not tell; `send_all` waits."""
        with self._alone("send"):
            await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        if max_bytes is not None and max_bytes < 1:
            raise ValueError("max_bytes must be at least 1")
        data = b""
        with self._alone("receive"):
            data = await _call(self._receiving.read, min(max_bytes or _CHUNK_BYTES, _CHUNK_BYTES))
        return data

    def path(self) -> tuple[str, str]:
        """(`direct` or `relay`, remote address or URL of the relay) of the path in use; two empty texts where
        there is none at the moment."""
        for path in self._connection.paths():
            if path.is_selected:
                return ("relay" if path.is_relay else "direct"), path.remote_addr
        return "", ""

    async def aclose(self) -> None:
        """Close; what was sent is given `BYE_S` to arrive, none when cancelled."""
        if self._closed:
            await trio.lowlevel.checkpoint()
            return
        self._closed = True
        for scope in self._busy.values():
            scope.cancel()
        try:
            with trio.move_on_after(BYE_S):
                await _call(self._sending.finish)
                await _call(self._sending.stopped)
        except _Failed as failed:
            log.debug("closing: %s", failed)
        finally:
            self._connection.close(_CODE_DONE, b"")

    @contextmanager
    def _alone(self, what: str) -> Iterator[None]:
        """One call of its kind at a time, with Trio's errors; it ends when the stream is closed."""
        if self._closed:
            raise trio.ClosedResourceError
        if what in self._busy:
            raise trio.BusyResourceError(f"another task is in {what} of this stream")
        scope = self._busy[what] = trio.CancelScope()
        try:
            with scope:
                yield
        except _Failed as failed:
            if self._closed:
                raise trio.ClosedResourceError from None
            raise trio.BrokenResourceError(str(failed)) from None
        finally:
            del self._busy[what]
        if scope.cancelled_caught:
            raise trio.ClosedResourceError


async def _watch(connection: Any, begun: trio.Event) -> None:
    """End a connection that brings anything but its one stream, which is there once it has `begun`: each
    further one could make us hold as much as the first."""

    async def never(accept: Callable[[], Awaitable[object]]) -> None:
        try:
            await _call(accept)
        except _Failed:
            return  # the connection is over
        log.warning("a QUIC connection with more than one stream dropped; %s", DROPPED)
        connection.close(_CODE_FAULT, b"one stream")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(never, connection.accept_uni)
        nursery.start_soon(never, connection.read_datagram)
        await begun.wait()
        await never(connection.accept_bi)


# Endpoints


@dataclass(eq=False, slots=True)
class _Arrival:
    """A connection that is not yet handed out. source: its address, or its endpoint at a relay; site: its
    network, or the relay."""

    source: str
    site: str
    scope: trio.CancelScope


def _source(arrival: _Arrival) -> str:
    return arrival.source


def _site(arrival: _Arrival) -> str:
    return arrival.site


class QuicEndpoint:
    """One UDP port a family, from which is dialled and where connections are accepted.

    `key` (32 bytes) is what an invitation names it by (`IrohId`).
    """

    def __init__(self, endpoint: Any, nursery: trio.Nursery, relay: str | None) -> None:
        self.key: bytes = endpoint.id().to_bytes()
        self._endpoint = endpoint
        self._nursery = nursery
        self._relay = None if relay == DEFAULT_RELAYS else relay
        self._arrivals: dict[_Arrival, None] = {}  # the oldest first
        self._hand_out, self._handed = trio.open_memory_channel[tuple[QuicStream, bytes, str]](0)

    def addresses(self) -> list[Address]:
        """Where it can be reached directly, as far as it is known now; a forwarded port of the router too."""
        known = self._endpoint.addr().direct_addresses() or self._endpoint.bound_sockets()
        return [_address(text) for text in known]

    @property
    def arriving(self) -> int:
        """Connections that are not yet handed out."""
        return len(self._arrivals)

    async def connect(
        self, key: bytes, addresses: Sequence[Address], seconds: float = CONNECT_S
    ) -> QuicStream:
        """A stream to the endpoint with this key (32 bytes), at one of the addresses or by the relay.

        Raises OSError when the endpoint is not reached within `seconds`. The other side learns of the stream
        with the first byte that is sent on it.
        """
        iroh = _library()
        connection = None
        try:
            with trio.move_on_after(seconds):
                with _failing():
                    there = iroh.EndpointAddr(
                        iroh.EndpointId.from_bytes(key), self._relay, [str(one) for one in addresses]
                    )
                connection = await _call(self._endpoint.connect, there, ALPN)
                stream = QuicStream(connection, await _call(connection.open_bi))
                begun = trio.Event()
                begun.set()
                self._nursery.start_soon(_watch, connection, begun)
                connection = None
                return stream
        except _Failed as failed:
            raise OSError(f"the endpoint {key.hex()[:8]} is not reached: {failed}") from failed
        finally:
            if connection is not None:
                connection.close(_CODE_DONE, b"")
        raise OSError(f"the endpoint {key.hex()[:8]} did not answer within {seconds:.0f} s")

    async def accept(self) -> tuple[QuicStream, bytes, str]:
        """The next (stream, key of the remote endpoint, its address or the relay's URL).

        Raises `trio.ClosedResourceError` when the endpoint is closed.
        """
        try:
            return await self._handed.receive()
        except trio.EndOfChannel:
            raise trio.ClosedResourceError from None

    def opener(self, addresses: Sequence[Address]) -> OpenLink:
        """An `OpenLink` for an `IrohId`; addresses: the others of its invitation."""

        async def open_quic(candidate: Candidate) -> Link:
            if not isinstance(candidate, IrohId):
                raise OSError(f"{candidate} is not reached over QUIC")
            stream = await self.connect(candidate.key, [one for one in addresses if one.udp])
            return _link(stream, stream.path()[1], stream.key)

        return open_quic

    async def run(self) -> None:
        """Accept for as long as the endpoint is open."""
        async with self._hand_out:
            while (incoming := await _call(self._endpoint.accept_next)) is not None:
                try:
                    await self._let_in(incoming)
                except _Failed as failed:
                    log.info("an incoming QUIC connection: %s", failed)

    async def _let_in(self, incoming: Any) -> None:
        """A place for it, or none. Where all are taken the oldest goes of whoever holds most, but only for
        somebody who is where it says it is."""
        came = await _call(incoming.remote_addr)
        if came.is_RELAY():
            remote, site, is_there = came.url, came.url, True
            source = came.endpoint_id.to_bytes().hex()
        else:
            remote, there = came.addr, _address(came.addr)
            source, site = there.source, there.site
            is_there = await _call(incoming.remote_addr_validated)
        alike = [one for one in self._arrivals if one.source == source]
        if not is_there and (alike or len(self._arrivals) >= CALM_ARRIVALS):
            await _call(incoming.retry)
            return
        arrival = _Arrival(source, site, trio.CancelScope(deadline=trio.current_time() + HANDSHAKE_S))
        for most, places in ((HANDSHAKES_PER_SOURCE, alike), (ARRIVALS, list(self._arrivals))):
            if len(places) >= most:
                late = gives_way(places, arrival, [_site, _source], lambda one: True)
                assert late is not None
                late.scope.cancel()
                self._arrivals.pop(late, None)
        self._arrivals[arrival] = None
        self._nursery.start_soon(self._welcome, incoming, remote, arrival)

    async def _welcome(self, incoming: Any, remote: str, arrival: _Arrival) -> None:
        connection, begun = None, trio.Event()
        try:
            # Outside the scope: of a handshake that is given up half-way the library may keep a connection
            # that nobody holds. It ends by itself, after 30 s at most; its place is free before.
            accepting = await _call(incoming.accept)
            connection = await _call(accepting.connect)
            with arrival.scope:
                self._nursery.start_soon(_watch, connection, begun)
                stream = QuicStream(connection, await _call(connection.accept_bi))
                begun.set()
                await self._hand_out.send((stream, stream.key, remote))
                connection = None
        except (_Failed, trio.BrokenResourceError) as error:
            log.info("QUIC from %s: %s", remote, error)
        finally:
            self._arrivals.pop(arrival, None)
            begun.set()
            if connection is not None:
                connection.close(_CODE_FAULT, b"")


class QuicListener(trio.abc.Listener[Link]):
    """Accepts what comes to an endpoint as links. Closing it leaves the endpoint open."""

    def __init__(self, endpoint: QuicEndpoint) -> None:
        self._endpoint = endpoint

    async def accept(self) -> Link:
        stream, key, remote = await self._endpoint.accept()
        return _link(stream, remote, key)

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


@asynccontextmanager
async def open_endpoint(
    secret_key: bytes, relay: str | None = None, listen: Sequence[Address] | None = None
) -> AsyncGenerator[QuicEndpoint]:
    """An endpoint for as long as the block runs; leaving it ends all its connections.

    secret_key: an Ed25519 seed (32 bytes). relay: None for none, `DEFAULT_RELAYS`, or the URL of a relay, at
    which both sides meet then. listen: at most one address a family, port 0 for any; None for everywhere.
    Raises `CannotListen`, or `UserError` when the relay is not a URL.
    """
    endpoint = await _bind(secret_key, relay, everywhere(0) if listen is None else listen)
    try:
        async with trio.open_nursery() as nursery:
            quic = QuicEndpoint(endpoint, nursery, relay)
            nursery.start_soon(quic.run)
            try:
                yield quic
            finally:
                nursery.cancel_scope.cancel()
    finally:
        with trio.move_on_after(_CLOSE_S, shield=True):
            await _call(endpoint.close)


async def _bind(secret_key: bytes, relay: str | None, listen: Sequence[Address]) -> Any:
    iroh = _library()
    mode = _relay_mode(relay)
    chosen = [one for one in listen if _is_here(one)]
    if not chosen:
        raise CannotListen(
            "This machine has none of the addresses to listen on; check --listen and the network."
        )
    # A family that is not named would be bound everywhere.
    chosen += [one for one in _LOOPBACK if _is_here(one)]
    sockets = {":" in one.host: str(one) for one in reversed(chosen)}

    class Settings(iroh.Preset):  # type: ignore[misc, name-defined]
        def apply(self, builder: Any) -> None:
            if relay == DEFAULT_RELAYS:
                builder.apply_n0()
            else:
                builder.apply_minimal()
            builder.secret_key(secret_key)
            builder.alpns([ALPN])
            builder.relay_mode(mode)
            for bound in sockets.values():
                builder.bind_addr(bound)

    try:
        return await _call(iroh.Endpoint.bind, iroh.EndpointOptions(preset=Settings()))
    except _Failed as failed:
        log.info("binding %s: %s", sockets, failed)
        raise CannotListen(
            f"The UDP port of {' or '.join(str(one) for one in listen)} cannot be had; close the other "
            "program, or name another one: --listen 0.0.0.0:PORT"
        ) from failed


def _is_here(address: Address) -> bool:
    """Whether the machine has this IP literal."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address.host, 0))
    except OSError as error:
        log.info("not listening on %s: %s", address, error)
        return False
    return True


def _relay_mode(relay: str | None) -> Any:
    modes = _library().RelayMode
    try:
        with _failing():
            if relay is None:
                return modes.disabled()
            if relay == DEFAULT_RELAYS:
                return modes.default_mode()
            there = urlsplit(relay)
            if there.scheme in ("http", "https") and there.hostname:
                return modes.custom_from_urls([relay])
    except (_Failed, ValueError) as error:
        log.info("the relay %s: %s", relay, error)
    raise UserError(f"{relay} is not the URL of a relay; write it as https://relay.example")


def _link(stream: QuicStream, remote: str, key: bytes) -> Link:
    """remote: `ip:port`, or the URL of the relay; key: of the endpoint there."""
    address = _address(remote)
    relay = address.host if "://" in remote else ""
    return Link(stream, "quic", address, relay=relay, behind=key.hex())


def _address(text: str) -> Address:
    """`ip:port`, or the host of a relay's URL, as an address."""
    parts = urlsplit(text if "://" in text else f"//{text}")
    return Address(parts.hostname or "", parts.port or 0, tcp=False, udp=True)

"""Links: what a channel runs over. One class wraps any Trio byte stream and says what it is and where it
leads.

TCP over IPv4 and IPv6 is here. A further kind (QUIC, a relay, memory) brings an `OpenLink` and a `Listen` of
its own; `dial` and `open_node_listener` take them as arguments and never ask which kind it is.
"""

from __future__ import annotations

import errno
import ipaddress
import logging
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import trio

from fadenet.node.errors import BadInvite, CannotListen

log = logging.getLogger(__name__)

DEFAULT_PORT: Final = 47070
_PORT_TRIES: Final = 8
_NAME: Final = re.compile(r"[\w.-]{1,253}")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a node can be reached: a host (IP literal, or a name as typed), a port, and over what."""

    host: str
    port: int = DEFAULT_PORT
    tcp: bool = True
    udp: bool = False

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def source(self) -> str:
        """Who is counted as one source: the IPv4 address, the IPv6 /64, or the name."""
        return self._within(64)

    @property
    def site(self) -> str:
        """Who may be one with many sources: the IPv6 /48; what is no IPv6 is a site of its own."""
        return self._within(48)

    def _within(self, bits: int) -> str:
        try:
            ip = ipaddress.ip_address(self.host.partition("%")[0])
        except ValueError:
            return self.host
        if isinstance(ip, ipaddress.IPv6Address):
            return str(ip.ipv4_mapped or ipaddress.ip_network((ip, bits), strict=False))
        return str(ip)


@dataclass(frozen=True, slots=True)
class IrohId:
    """A QUIC endpoint by its 32-byte Ed25519 public key."""

    key: bytes


@dataclass(frozen=True, slots=True)
class RelayAddress:
    """A node that forwards to the one wanted: its fingerprint (16 bytes), its IP literal and port."""

    fingerprint: bytes
    host: str
    port: int


Candidate = Address | IrohId | RelayAddress


def parse_address(text: str) -> Address:
    """`host`, `host:port`, `[v6]:port` or a bare v6 literal, as players type it; raises `BadInvite`."""
    text = text.strip()
    host, port = text, ""
    if text.startswith("["):
        host, _, port = text[1:].partition("]")
        port = port.removeprefix(":")
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    number = parse_port(port) if port else DEFAULT_PORT
    if not number or not (_is_ip(host) if ":" in host else _NAME.fullmatch(host)):
        raise BadInvite("That is not an address; write it as 192.168.1.20:47070 or [2001:db8::7]:47070.")
    return Address(host, number)


def parse_port(text: str) -> int:
    """The number of a port, 0 for what is none."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else 0
    return number if number < 65536 else 0


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return host.isascii() and host.isprintable() and " " not in host  # a scope may be called anything


class Link(trio.abc.Stream):
    """A byte stream with a `kind` (`tcp`, `memory`, ...) and the `remote` address it leads to."""

    def __init__(self, stream: trio.abc.Stream, kind: str, remote: Address) -> None:
        self._stream = stream
        self.kind = kind
        self.remote = remote

    def __repr__(self) -> str:
        return f"<{self.kind} {self.remote}>"

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return bytes(await self._stream.receive_some(max_bytes))

    async def aclose(self) -> None:
        """Close; what goes wrong then is of no use to anybody, and is only logged."""
        try:
            await self._stream.aclose()
        except Exception:
            log.exception("%r: error in closing", self)


OpenLink = Callable[[Candidate], Awaitable[Link]]
"""Connects to one candidate; raises OSError when it cannot, or does not know this kind."""
NodeListeners = list[trio.abc.Listener[Link]]
Listen = Callable[[Sequence[Address]], Awaitable[tuple[NodeListeners, tuple[Address, ...]]]]
"""Listens at all the addresses it can: (listeners, the addresses really bound); raises `CannotListen`."""


async def open_tcp(candidate: Candidate) -> Link:
    """Connect over TCP to an `Address`."""
    if not isinstance(candidate, Address) or not candidate.tcp:
        raise OSError(f"{candidate} is not reached over TCP")
    stream = await trio.open_tcp_stream(candidate.host, candidate.port)
    return Link(stream, "tcp", candidate)


class TcpListener(trio.abc.Listener[Link]):
    """Accepts TCP connections as links."""

    def __init__(self, listener: trio.SocketListener) -> None:
        self._listener = listener

    async def accept(self) -> Link:
        while True:
            stream = await self._listener.accept()
            try:
                host, port = stream.socket.getpeername()[:2]
            except OSError:
                await trio.aclose_forcefully(stream)  # gone between accept and now
                continue
            return Link(stream, "tcp", Address(host, port))

    async def aclose(self) -> None:
        await self._listener.aclose()


async def listen_tcp(addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
    """Listen at every address; port 0 means any, the same one for all addresses that ask for it.

    An address family that this machine lacks is left out with a line in the log.
    """
    for attempt in range(_PORT_TRIES):
        try:
            return await _listen_once(addresses)
        except _PortTaken:
            log.debug("a port is taken in one family only, attempt %d", attempt + 1)
    raise CannotListen("No port is free on all addresses; name one: --listen 0.0.0.0:PORT")


class _PortTaken(Exception):
    """The port that the system chose for one family is in use in the other."""


async def _listen_once(addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
    listeners: NodeListeners = []
    bound: list[Address] = []
    chosen = 0
    try:
        for address in addresses:
            try:
                opened = await trio.open_tcp_listeners(address.port or chosen, host=address.host)
            except OSError as error:
                if error.errno == errno.EADDRINUSE and not address.port and chosen:
                    raise _PortTaken from error
                if error.errno == errno.EADDRINUSE:
                    raise CannotListen(
                        f"Port {address.port} is in use; close the other program, or host at another port: "
                        "--listen 0.0.0.0:PORT"
                    ) from error
                log.info("not listening on %s: %s", address, error)
                continue
            for listener in opened:
                host, port = listener.socket.getsockname()[:2]
                if not address.port:
                    chosen = port
                listeners.append(TcpListener(listener))
                bound.append(Address(host, port))
    except (_PortTaken, CannotListen):
        for tcp in listeners:
            await tcp.aclose()
        raise
    if not listeners:
        raise CannotListen(
            "This machine has none of the addresses to listen on; check --listen and the network."
        )
    return listeners, tuple(bound)


def everywhere(port: int = DEFAULT_PORT) -> list[Address]:
    """All addresses of this machine, in both families."""
    hosts = ["0.0.0.0", "::"] if socket.has_ipv6 else ["0.0.0.0"]
    return [Address(host, port) for host in hosts]

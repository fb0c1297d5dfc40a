"""TCP over IPv4 and IPv6: the network of the machine that a node runs on."""

from __future__ import annotations

import errno
import logging
import os
import socket
import struct
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Final

import ifaddr
import trio

from fadenet.node.errors import CannotListen, bare
from fadenet.node.limits import LOOK_S, LOOKED_AT
from fadenet.node.link.candidates import Address, dialable, ip_of, is_loopback
from fadenet.node.link.links import Link, NodeListeners, OwnAddress

log = logging.getLogger(__name__)

OUTSIDE: Final = ("2001:db8::1", "192.0.2.1")
"""Addresses for documentation (RFC 3849, RFC 5737), for anywhere outside; nothing is sent there."""
_PORT_TRIES: Final = 8
SMALL_BYTES: Final = 1_200
"""The payload of a small segment: with its headers it fits into 1,280 bytes, which every way carries that
carries IPv6 (RFC 8200, section 5)."""
_WAYS_KEPT: Final = 256
_LOOK_UPS: Final = 8
"""So many names are looked up at once: where nobody answers that takes half a minute each, in threads, and
what else needs a thread has to find one."""


_NO_LINGER: Final = struct.pack("ii", 1, 0)


def _link(
    stream: trio.SocketStream, remote: Address, *, small: bool, fell_silent: Callable[[], None]
) -> Link:
    async def cut() -> None:
        """The system then forgets the connection at once, and its two ports are free for another dial."""
        with suppress(OSError):
            stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)

    def now(data: bytes) -> int:
        try:
            return os.write(stream.socket.fileno(), data)
        except OSError:
            return 0  # full, or gone, which whoever sends the rest finds out

    local = stream.socket.getsockname()[0]
    prompt = now if os.name == "posix" else None
    return Link(stream, "tcp", remote, local=local, cut=cut, now=prompt, small=small, fell_silent=fell_silent)


class _Ways:
    """To which hosts only small segments get through, for all that is known. A router or tunnel on the way
    may drop large packets without a word (RFC 2923, section 2.1): what is small arrives, so that the
    connection is made, and then nothing moves.
    """

    def __init__(self) -> None:
        self._small: dict[str, None] = {}

    def is_small(self, host: str) -> bool:
        return host in self._small

    def link(self, stream: trio.SocketStream, remote: Address) -> Link:
        """A connection to there or from there. Raises OSError if it is gone already."""
        host = str(stream.socket.getpeername()[0])
        return _link(stream, remote, small=host in self._small, fell_silent=partial(self._narrow, host))

    def _narrow(self, host: str) -> None:
        """A connection that was made has fallen silent: the next one is of small segments."""
        self._small[host] = None
        if len(self._small) > _WAYS_KEPT:
            del self._small[next(iter(self._small))]


class _TcpListener(trio.abc.Listener[Link]):
    """Accepts TCP connections as links."""

    def __init__(self, listener: trio.SocketListener, ways: _Ways) -> None:
        self._listener = listener
        self._ways = ways

    async def accept(self) -> Link:
        while True:
            stream = await self._listener.accept()
            try:
                host, port = stream.socket.getpeername()[:2]
                return self._ways.link(stream, Address(host, port))
            except OSError:
                await trio.aclose_forcefully(stream)  # gone between accept and now

    async def aclose(self) -> None:
        await self._listener.aclose()


class TcpNetwork:
    """The sockets and interfaces of this machine."""

    def __init__(self) -> None:
        self._small_ways = _Ways()
        self._looking_up = trio.CapacityLimiter(_LOOK_UPS)

    async def open(self, address: Address, port: int = 0) -> Link:
        """Connect over TCP, from our `port` if one is named: the one we listen at, so that a router which has
        seen the one lets the other in too. A name is looked up. Raises OSError."""
        if not address.tcp:
            raise OSError(f"{address} is not reached over TCP")
        ip = ip_of(address.host)
        if ip is None:
            return await self._open_name(address)
        v6 = ip.version == 6
        sock = trio.socket.socket(socket.AF_INET6 if v6 else socket.AF_INET, socket.SOCK_STREAM)
        try:
            if self._small_ways.is_small(address.host):
                with suppress(OSError):  # a system that does not let us: then as large as ever
                    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SMALL_BYTES)
            if port:
                await _bind_shared(sock, v6, port)
            await sock.connect((address.host, address.port))
            return self._small_ways.link(trio.SocketStream(sock), address)
        except BaseException:
            sock.close()
            raise

    async def _open_name(self, address: Address) -> Link:
        """Connect to whatever a name stands for and may be dialled; not from our port. Raises OSError."""
        look_up = partial(socket.getaddrinfo, address.host, address.port, type=socket.SOCK_STREAM)
        found = await trio.to_thread.run_sync(look_up, abandon_on_cancel=True, limiter=self._looking_up)
        named = [Address(str(where[0]), address.port) for *_, where in found]
        own = address.host.lower() == "localhost"
        found_at = [one for one in dialable(named) if isinstance(one, Address)]
        there = [one for one in found_at if own or not is_loopback(one)]
        failed = [OSError(f"{address.host} stands for no address that may be dialled")]
        for one in there:
            try:
                link = await self.open(one)
            except OSError as error:
                failed = [bare(error)]
            else:
                link.remote = address
                return link
        raise failed.pop()

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        """Listen at every address; port 0 means any, the same one for all addresses that ask for it.

        An address family that this machine lacks is left out with a line in the log.
        """
        for attempt in range(_PORT_TRIES):
            try:
                return await _listen_once(addresses, self._small_ways)
            except _PortTaken:
                log.debug("a port is taken in one family only, attempt %d", attempt + 1)
        raise CannotListen("No port is free on all addresses; name one: --listen 0.0.0.0:PORT")

    def own(self) -> list[OwnAddress]:
        found = []
        for adapter in ifaddr.get_adapters():
            for ip in adapter.ips:
                host = ip.ip[0] if isinstance(ip.ip, tuple) else ip.ip
                found.append(OwnAddress(adapter.name, host, ip.network_prefix))
        return found

    def way_to(self, host: str) -> str:
        ip = ip_of(host)
        if ip is None:
            return ""
        family = socket.AF_INET6 if ip.version == 6 else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((str(ip), 9))
                return str(probe.getsockname()[0]).partition("%")[0]
        except OSError:
            return ""

    async def changed(self, towards: Callable[[], Iterable[str]]) -> None:
        """Looks every `LOOK_S`, at the ways out and at most `LOOKED_AT` others."""
        before = self._ways(towards)
        while True:
            await trio.sleep(LOOK_S)
            now = self._ways(towards)
            if any(before.get(host, way) != way for host, way in now.items()):
                return
            before = now

    def _ways(self, towards: Callable[[], Iterable[str]]) -> dict[str, str]:
        hosts = [*OUTSIDE, *islice(dict.fromkeys(towards()), LOOKED_AT)]
        return {host: self.way_to(host) for host in hosts}


class _PortTaken(Exception):
    """The port that the system chose for one family is in use in the other."""


def _share(sock: trio.socket.SocketType) -> None:
    """Let sockets that dial have the port at which we listen. Said of a listening socket once it has its
    port, so that no other program gets it too."""
    if hasattr(socket, "SO_REUSEPORT"):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


async def _bind_shared(sock: trio.socket.SocketType, v6: bool, port: int) -> None:
    """Dial from the port at which we listen."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    _share(sock)
    if v6:
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    await sock.bind(("::" if v6 else "0.0.0.0", port))


async def _listen_once(
    addresses: Sequence[Address], ways: _Ways
) -> tuple[NodeListeners, tuple[Address, ...]]:
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
                _share(listener.socket)
                listeners.append(_TcpListener(listener, ways))
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

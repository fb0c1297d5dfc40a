"""UDP on the networks that this machine is on, and beyond none of them: to everybody there, from anybody
there.

Each address of ours has a socket of its own, so that what is said leaves at its interface and comes from that
address, whatever the routes are, and even if there are none; the answers to it come back there. One more
socket a family hears what is said to all. Several programs on one machine can do this at once.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
import struct
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import trio

from fadenet.node.errors import REPORT
from fadenet.node.link.candidates import IpAddress, ip_of
from fadenet.node.link.links import Network, OwnAddress
from fadenet.node.link.rates import Bucket
from fadenet.node.link.tcp import OUTSIDE

log = logging.getLogger(__name__)

GROUP_V4: Final = "239.255.70.68"
GROUP_V6: Final = "ff12::fade"
HOPS: Final = 1
"""No router passes on what is said."""
ADDRESSES: Final = 32
"""Of ours, at which anything is said."""
LOOKED_UP_EVERY_S: Final = 10.0
DATAGRAM_BYTES: Final = 1_200
DATAGRAMS_PER_S: Final = 500
"""Heard at all sockets together; what is over it waits in the kernel, which throws away what does not fit."""
SEND_S: Final = 0.5
AFTER_ERROR_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class Sender:
    """Where a datagram has come from: an IP literal without a scope, a port, and the interface of ours."""

    host: str
    port: int
    interface: str


IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
DatagramHandler = Callable[[bytes, Sender], bytes | None]
"""Told of a datagram of at most `DATAGRAM_BYTES`; what is to be sent back, if anything."""


class Glance:
    """When to look up our own addresses, which takes a millisecond: when a way out is another one than
    before, and every 10 s."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._ways: list[str] | None = None
        self._next = 0.0

    def is_due(self) -> bool:
        """Whether they may have changed since this was true the last time."""
        ways, now = [self._network.way_to(host) for host in OUTSIDE], trio.current_time()
        if ways == self._ways and now < self._next:
            return False
        self._ways, self._next = ways, now + LOOKED_UP_EVERY_S
        return True


@dataclass(slots=True)
class _Mouth:
    """The socket of one address, which is in the network `net`. index: of the interface, where a scope needs
    it, else 0; whom: where what is for everybody goes; else_whom: where it goes if that fails."""

    own: OwnAddress
    net: IpNetwork
    sock: trio.socket.SocketType
    index: int
    whom: list[Any]
    else_whom: list[Any] = field(default_factory=list)


class Lan:
    """Made by `open_lan`."""

    def __init__(
        self,
        network: Network,
        port: int,
        wanted: Callable[[OwnAddress], bool],
        hear: DatagramHandler,
        nursery: trio.Nursery,
    ) -> None:
        self._network = network
        self._glance = Glance(network)
        self._port = port
        self._wanted = wanted
        self._hear = hear
        self._nursery = nursery
        self._nets: list[tuple[OwnAddress, IpNetwork]] = []
        self._mouths: dict[OwnAddress, _Mouth] = {}
        self._ears: dict[int, trio.socket.SocketType] = {}  # by IP version
        self._failed: set[object] = set()
        self._pace = Bucket(DATAGRAMS_PER_S, DATAGRAMS_PER_S, trio.current_time())

    @property
    def interfaces(self) -> list[str]:
        """Where something can be said to other machines, each once."""
        return list(dict.fromkeys(one.interface for one in self._mouths if not _is_loopback(one)))

    async def refresh(self) -> None:
        """Go by the addresses that the machine has now."""
        if not self._glance.is_due():
            return
        try:
            self._nets = [(one, _net(one)) for one in self._network.own() if self._wanted(one)]
        except OSError as error:
            self._note("own", f"our own addresses are not known: {error}")
        chosen = _speaking([own for own, _ in self._nets])[:ADDRESSES]
        for one in self._mouths.keys() - set(chosen):
            self._leave(self._mouths.pop(one))
        for version in sorted({_ip(one).version for one in chosen} - self._ears.keys()):
            await self._open_ear(version)
        for one in chosen:
            if one not in self._mouths:
                await self._open_mouth(one)

    async def say(self, data: bytes) -> None:
        """Send it to everybody on all our networks; a network that does not take it is left out."""
        for mouth in list(self._mouths.values()):
            reached = [await self._send(mouth, data, where) for where in mouth.whom]
            if not any(reached):
                for where in mouth.else_whom:
                    await self._send(mouth, data, where)

    def close(self) -> None:
        """Say and hear nothing more."""
        for sock in (*self._ears.values(), *(mouth.sock for mouth in self._mouths.values())):
            sock.close()

    # Sockets.

    async def _open_ear(self, version: int) -> None:
        """Hear what is said to all, beside others on this machine who do."""
        sock = None
        try:
            sock = _new_socket(version)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT") and sys.platform != "linux":  # where the other is not enough
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            await sock.bind(("0.0.0.0" if version == 4 else "::", self._port))
        except OSError as error:
            self._note(("ear", version), f"UDP port {self._port} over IPv{version} is not heard: {error}")
            if sock is not None:
                sock.close()
            return
        self._ears[version] = sock
        for mouth in self._mouths.values():
            if _ip(mouth.own).version == version:
                self._member(mouth, joins=True)
        self._nursery.start_soon(self._listen, sock)

    async def _open_mouth(self, own: OwnAddress) -> None:
        ip, sock = _ip(own), None
        try:
            sock = _new_socket(ip.version)
            index = 0
            if ip.version == 4:
                _set_up_v4(sock, own.host)
                await sock.bind((own.host, 0))
            else:
                index = socket.if_nametoindex(own.interface)
                _set_up_v6(sock, index)
                await sock.bind((own.host, 0, 0, index if ip.is_link_local else 0))
        except OSError as error:
            self._note(own, f"nothing is said at {own.host} on {own.interface}: {error}")
            if sock is not None:
                sock.close()
            return
        mouth = self._mouths[own] = _Mouth(own, _net(own), sock, index, *self._audience(own, index))
        self._member(mouth, joins=True)
        self._nursery.start_soon(self._listen, sock)

    def _audience(self, own: OwnAddress, index: int) -> tuple[list[Any], list[Any]]:
        """Everybody on a network: a group, and the broadcast address of IPv4. On loopback, which is seldom
        made for groups, the group is for systems without a broadcast there."""
        if _ip(own).version == 6:
            return [(GROUP_V6, self._port, 0, index)], []
        group = [(GROUP_V4, self._port)]
        net = ipaddress.IPv4Network((own.host, own.network_prefix), strict=False)
        broadcast = [(str(net.broadcast_address), self._port)] if net.prefixlen <= 30 else []
        return (broadcast, group) if _is_loopback(own) else (group + broadcast, [])

    def _leave(self, mouth: _Mouth) -> None:
        self._member(mouth, joins=False)
        mouth.sock.close()

    def _member(self, mouth: _Mouth, joins: bool) -> None:
        """Join the group on the network of a mouth, or leave it."""
        own, ip = mouth.own, _ip(mouth.own)
        ear = self._ears.get(ip.version)
        if ear is None or ip.is_loopback:
            return
        try:
            if ip.version == 4:
                what = socket.IP_ADD_MEMBERSHIP if joins else socket.IP_DROP_MEMBERSHIP
                group = socket.inet_aton(GROUP_V4) + socket.inet_aton(own.host)
                ear.setsockopt(socket.IPPROTO_IP, what, group)
            else:
                what = socket.IPV6_JOIN_GROUP if joins else socket.IPV6_LEAVE_GROUP
                group = socket.inet_pton(socket.AF_INET6, GROUP_V6) + struct.pack("@I", mouth.index)
                ear.setsockopt(socket.IPPROTO_IPV6, what, group)
        except OSError as error:
            if joins:
                self._note((own, "group"), f"no group at {own.host} on {own.interface}: {error}")

    def _note(self, what: object, text: str) -> None:
        """Log something that fails, once for as long as this is open."""
        if what not in self._failed and len(self._failed) < 4 * ADDRESSES:
            self._failed.add(what)
            log.info("%s", text)

    # Sending and hearing.

    async def _send(self, mouth: _Mouth, data: bytes, where: Any) -> bool:
        why = "it takes nothing"
        try:
            with trio.move_on_after(SEND_S):
                await mouth.sock.sendto(data, where)
                return True
        except (OSError, trio.ClosedResourceError) as error:
            why = str(error)
        self._note((mouth.own, where[0]), f"{where[0]} is not reached at {mouth.own.interface}: {why}")
        return False

    async def _listen(self, sock: trio.socket.SocketType) -> None:
        while True:
            try:
                data, where = await sock.recvfrom(DATAGRAM_BYTES + 1)
            except trio.ClosedResourceError:
                return
            except OSError as error:
                log.debug("hearing failed: %s", error)
                await trio.sleep(AFTER_ERROR_S)
                continue
            mouth = self._near(where) if len(data) <= DATAGRAM_BYTES else None
            reply = self._heard(data, where, mouth) if mouth is not None else None
            if mouth is not None and reply is not None:
                await self._send(mouth, reply, where)
            wait = self._pace.take(1, trio.current_time())
            if wait:
                await trio.sleep(wait)

    def _heard(self, data: bytes, where: Any, mouth: _Mouth) -> bytes | None:
        """The answer to a datagram, None for none. An error in it is logged and ends nothing."""
        source = Sender(where[0].partition("%")[0], where[1], mouth.own.interface)
        try:
            return self._hear(data, source)
        except Exception:
            log.exception("what %s says is not heard; %s", source.host, REPORT)
            return None

    def _near(self, where: Any) -> _Mouth | None:
        """Our mouth on the network that a datagram came from; None if that is none of ours."""
        ip, mouths = ip_of(where[0]), self._mouths.values()
        if ip is None:
            return None
        if ip.version == 6 and ip.is_link_local:
            return next((mouth for mouth in mouths if mouth.index == where[3]), None)
        on_net = (mouth for mouth in mouths if ip in mouth.net)
        names = {own.interface for own, net in self._nets if ip in net}
        near = (
            mouth for mouth in mouths if mouth.own.interface in names and _ip(mouth.own).version == ip.version
        )
        return next(on_net, None) or next(near, None)


def _ip(own: OwnAddress) -> IpAddress:
    return ipaddress.ip_address(own.host)


def _net(own: OwnAddress) -> IpNetwork:
    return ipaddress.ip_network((own.host, own.network_prefix), strict=False)


def _is_loopback(own: OwnAddress) -> bool:
    return _ip(own).is_loopback


def _speaking(there: list[OwnAddress]) -> list[OwnAddress]:
    """Those of our addresses at which something is said: all of IPv4, and one of IPv6 an interface, if there
    is one the link-local one, which all others there hear whatever networks they are in."""
    v6: dict[str, OwnAddress] = {}
    for one in there:
        ip = _ip(one)
        if ip.version == 6 and not ip.is_loopback and (one.interface not in v6 or ip.is_link_local):
            v6[one.interface] = one
    return [*(one for one in there if _ip(one).version == 4), *v6.values()]


def _new_socket(version: int) -> trio.socket.SocketType:
    if version == 4:
        return trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sock = trio.socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    return sock


def _set_up_v4(sock: trio.socket.SocketType, host: str) -> None:
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host))
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, HOPS)
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, HOPS)


def _set_up_v6(sock: trio.socket.SocketType, index: int) -> None:
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, HOPS)
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_UNICAST_HOPS, HOPS)


@asynccontextmanager
async def open_lan(
    network: Network, port: int, wanted: Callable[[OwnAddress], bool], hear: DatagramHandler
) -> AsyncGenerator[Lan]:
    """Say and hear things at those of our addresses that are wanted, as long as the block runs. An address
    that fails is logged and left out."""
    async with trio.open_nursery() as nursery:
        lan = Lan(network, port, wanted, hear, nursery)
        try:
            await lan.refresh()
            yield lan
        finally:
            lan.close()
            nursery.cancel_scope.cancel()

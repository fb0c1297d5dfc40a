"""A home router for tests: PCP and NAT-PMP on a real UDP port of loopback, and a UPnP device.

It is written from RFC 6886 and RFC 6887 alone and shares no code with what asks it. Switches make it refuse,
lie and break.
"""

from __future__ import annotations

import ipaddress
import json
import socket
import struct
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import trio

from fadenet.node.link.candidates import Address
from fadenet.node.reach.mappings import Mapping, MappingRequest, MappingResult, Router
from fadenet.node.reach.ports import NAT_PMP, PCP, UPNP, MappingProtocol, map_port, unmap

TCP: Final = 6
EXTERNAL: Final = "198.51.100.7"
EXTERNAL_V6: Final = "2001:db8::20"
PATIENCE_S: Final = 14_400.0
"""How long tests wait, in their own time, for what must come."""
PORT: Final = 47070
NONCE: Final = bytes(range(12))
OVER_UDP: Final = (PCP, NAT_PMP)
"""All that this router speaks: what a test asks it in, as UPnP would multicast."""


class Question(NamedTuple):
    """A question that came: `map`, `unmap`, `address` or `announce`, over `pcp` or `nat-pmp`, at which time
    (s)."""

    what: str
    over: str
    at: float
    data: bytes


@dataclass
class Held:
    """A mapping: the outer port, the nonce of whoever has asked (b"" over NAT-PMP), until when (s)."""

    outer: int
    nonce: bytes
    ends: float


@dataclass
class Gateway:
    """A router. speaks: of `pcp` and `nat-pmp`; what it does not speak it answers as its RFC says, or with
    nothing at all if it speaks neither.

    refuses: a result code for all who want a port. deaf: of the next so many questions none is answered, -1
    of no more at all; loses: so many answers to `map` are lost on their way, though the port is mapped.
    epoch: instead of the true one. garbage: datagrams that come before each answer. bends: changes an
    answer. elsewhere: answers come from another port. outer: instead of the port asked for. most_s: what a
    mapping lasts at the most, least_s: at the least.
    """

    external: str = EXTERNAL
    speaks: tuple[str, ...] = ("pcp", "nat-pmp")
    refuses: int = 0
    deaf: int = 0
    loses: int = 0
    epoch: Callable[[], int] | None = None
    garbage: tuple[bytes, ...] = ()
    bends: Callable[[bytes], bytes] = lambda answer: answer
    elsewhere: bool = False
    outer: int | None = None
    least_s: int = 0
    most_s: int = 86_400
    host: str = ""
    port: int = 0
    asked: list[Question] = field(default_factory=list)
    mapped: dict[tuple[str, int], Held] = field(default_factory=dict)
    _begun: float = 0.0
    _news: trio.Event = field(default_factory=trio.Event)

    @property
    def router(self) -> Router:
        """How the node names it."""
        return Router(self.host, self.port)

    async def find(self) -> Router:
        """The router that a node is told of that looks for its own."""
        return self.router

    def restart(self, external: str = "") -> None:
        """All mappings are gone, and perhaps the address is another."""
        self.mapped.clear()
        self.external = external or self.external
        self._begun = trio.current_time()

    def count(self, what: str) -> int:
        """How often this was asked."""
        return sum(one.what == what for one in self.asked)

    async def until(self, what: str, times: int) -> None:
        """Wait until this was asked so often, for 4 hours at most."""
        with trio.fail_after(PATIENCE_S):
            while self.count(what) < times:
                await self._news.wait()

    async def serve(self, sock: trio.socket.SocketType, other: trio.socket.SocketType) -> None:
        """Answer until cancelled; `other` is a socket at another port of the same address."""
        while True:
            data, sender = await sock.recvfrom(2048)
            answer = self._answer(data, sender[0])
            self._news.set()
            self._news = trio.Event()
            if self.deaf or answer is None:
                self.deaf = max(-1, self.deaf - 1) if self.deaf > 0 else self.deaf
                continue
            if self.loses and self.asked[-1].what == "map":
                self.loses -= 1
                continue
            for junk in self.garbage:
                await sock.sendto(junk, sender)
            await (other if self.elsewhere else sock).sendto(self.bends(answer), sender)

    def _answer(self, data: bytes, sender: str) -> bytes | None:
        if data[0] == 2:
            if "pcp" in self.speaks:
                return self._pcp(data, sender)
            self._note("map" if data[1] == 1 else "announce", "pcp", data)
            # RFC 6886 section 3.5: version 0 and result 1 for all that has another version.
            return struct.pack("!BBHI", 0, data[1] | 128, 1, self._age()) if self.speaks else None
        if "nat-pmp" in self.speaks:
            return self._nat_pmp(data, sender)
        self._note("address" if data[1] == 0 else "map", "nat-pmp", data)
        # RFC 6887 appendix A: a PCP server answers version 0 with what a NAT-PMP client understands.
        return struct.pack("!BBHI", 0, data[1] | 128, 1, self._age()) if self.speaks else None

    def _note(self, what: str, over: str, data: bytes) -> None:
        self.asked.append(Question(what, over, trio.current_time(), data))

    def _age(self) -> int:
        return self.epoch() if self.epoch else int(trio.current_time() - self._begun)

    def _grant(self, sender: str, inner: int, wish: int, asked_s: int, nonce: bytes) -> tuple[int, int]:
        """The outer port and the lifetime."""
        now = trio.current_time()
        if asked_s == 0:
            self.mapped.pop((sender, inner), None)
            return 0, 0
        held = self.mapped.get((sender, inner))
        taken = {one.outer for key, one in self.mapped.items() if key != (sender, inner)}
        outer = (
            held.outer
            if held
            else self.outer or next(port for port in range(wish or inner, 65536) if port not in taken)
        )
        lifetime = max(self.least_s, min(asked_s, self.most_s))
        self.mapped[(sender, inner)] = Held(outer, nonce, now + lifetime)
        return outer, lifetime

    def _pcp(self, data: bytes, sender: str) -> bytes:
        """RFC 6887 sections 7.2, 11 and 14.1."""
        opcode, asked_s = data[1], int.from_bytes(data[4:8], "big")
        assert data[8:24] == _sixteen(sender), "the client names another address than it sends from"
        if opcode == 0:
            self._note("announce", "pcp", data)
            return struct.pack("!BBBBII12x", 2, 128, 0, 0, 0, self._age())
        nonce, protocol, inner, wish = data[24:36], data[36], *struct.unpack("!HH", data[40:44])
        assert opcode == 1 and protocol == TCP and len(data) == 60 and inner
        self._note("map" if asked_s else "unmap", "pcp", data)
        held = self.mapped.get((sender, inner))
        stranger = held is not None and held.nonce not in (nonce, b"")
        result = 2 if stranger else self.refuses  # 2: not authorized, RFC 6887 section 11.3
        if result:
            return struct.pack("!BBBBII12x", 2, 129, 0, result, 30, self._age()) + data[24:]
        outer, lifetime = self._grant(sender, inner, wish, asked_s, nonce)
        head = struct.pack("!BBBBII12x", 2, 129, 0, 0, lifetime, self._age())
        return head + data[24:42] + struct.pack("!H", outer) + _sixteen(self.external)

    def _nat_pmp(self, data: bytes, sender: str) -> bytes:
        """RFC 6886 sections 3.2, 3.3 and 3.4."""
        if data[1] == 0:
            self._note("address", "nat-pmp", data)
            return struct.pack("!BBHI", 0, 128, 0, self._age()) + ipaddress.ip_address(self.external).packed
        assert data[1] == 2 and len(data) == 12
        inner, wish, asked_s = struct.unpack("!HHI", data[4:])
        self._note("map" if asked_s else "unmap", "nat-pmp", data)
        if self.refuses:
            return struct.pack("!BBHIHHI", 0, 130, self.refuses, self._age(), inner, 0, 0)
        outer, lifetime = self._grant(sender, inner, wish, asked_s, b"")
        return struct.pack("!BBHIHHI", 0, 130, 0, self._age(), inner, outer, lifetime)


def _sixteen(host: str) -> bytes:
    ip = ipaddress.ip_address(host)
    return ip.packed if ip.version == 6 else b"\0" * 10 + b"\xff\xff" + ip.packed


@asynccontextmanager
async def open_gateway(gateway: Gateway, host: str = "127.0.0.1") -> AsyncGenerator[Gateway]:
    """The router answers at a free port of loopback while the block runs."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with (
        trio.socket.socket(family, socket.SOCK_DGRAM) as sock,
        trio.socket.socket(family, socket.SOCK_DGRAM) as other,
    ):
        await sock.bind((host, 0))
        await other.bind((host, 0))
        gateway.host, gateway.port = host, sock.getsockname()[1]
        gateway.restart()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(gateway.serve, sock, other)
            yield gateway
            nursery.cancel_scope.cancel()


async def ask(gateway: Gateway, *ways: MappingProtocol, external: Address | None = None) -> MappingResult:
    """Ask it for our port."""
    return await map_port(MappingRequest(PORT, gateway.router, NONCE, external), ways or OVER_UDP)


# UPnP, for a network namespace of its own: it multicasts.

SEARCHED: Final = ("239.255.255.250", 1900)
SERVICE: Final = "urn:schemas-upnp-org:service:WANIPConnection:1"
DEVICE: Final = "urn:schemas-upnp-org:device:InternetGatewayDevice:1"


class UpnpDevice:
    """An Internet gateway device on loopback: SSDP, one description, one service (IGD 1). taken: outer ports
    of another machine. permanent: it knows only mappings without an end."""

    def __init__(self, external: str, taken: tuple[int, ...] = (), permanent: bool = False) -> None:
        self.external = external
        self.permanent = permanent
        self.mapped = {port: ("192.168.1.99", port, 0) for port in taken}

    async def run(self, task_status: trio.TaskStatus[None]) -> None:
        async with trio.open_nursery() as nursery:
            (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
            self.port = listener.socket.getsockname()[1]
            nursery.start_soon(trio.serve_listeners, self._http, [listener])
            await nursery.start(self._ssdp)
            task_status.started()

    async def _ssdp(self, task_status: trio.TaskStatus[None]) -> None:
        with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            await sock.bind(SEARCHED)
            group = socket.inet_aton(SEARCHED[0]) + socket.inet_aton("127.0.0.1")
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            task_status.started()
            while True:
                data, sender = await sock.recvfrom(2048)
                if DEVICE.encode() in data:
                    location = f"http://127.0.0.1:{self.port}/root.xml"
                    answer = f"HTTP/1.1 200 OK\r\nST: {DEVICE}\r\nUSN: uuid:1\r\nLOCATION: {location}\r\n\r\n"
                    await sock.sendto(answer.encode(), sender)

    async def _http(self, stream: trio.SocketStream) -> None:
        data = b""
        while b"\r\n\r\n" not in data or len(data) < _length(data):
            piece = await stream.receive_some(4096)
            if not piece:
                return
            data += piece
        good, body = (True, self._root()) if data.startswith(b"GET") else self._soap(data.decode())
        status = "200 OK" if good else "500 Internal Server Error"
        await stream.send_all(
            f"HTTP/1.1 {status}\r\nContent-Type: text/xml\r\nContent-Length: {len(body)}\r\n"
            f"Connection: close\r\n\r\n{body}".encode()
        )
        await stream.aclose()

    def _root(self) -> str:
        service = (
            f"<service><serviceType>{SERVICE}</serviceType><serviceId>1</serviceId>"
            "<controlURL>/ctl</controlURL><eventSubURL>/evt</eventSubURL><SCPDURL>/scpd</SCPDURL></service>"
        )
        inner = f"<serviceList>{service}</serviceList>"
        for kind in ("WANConnectionDevice", "WANDevice", "InternetGatewayDevice"):
            named = f"<deviceType>urn:schemas-upnp-org:device:{kind}:1</deviceType>"
            device = f"<device>{named}{inner}</device>"
            inner = f"<deviceList>{device}</deviceList>"
        return f'<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0">{device}</root>'

    def _soap(self, request: str) -> tuple[bool, str]:
        action = request.partition(f"{SERVICE}#")[2].partition('"')[0]
        outer = int(_tag(request, "NewExternalPort") or 0)
        if action == "GetStatusInfo":
            return _said(action, NewConnectionStatus="Connected", NewUptime="5")
        if action == "GetExternalIPAddress":
            return _said(action, NewExternalIPAddress=self.external)
        there = self.mapped.get(outer)
        if action == "GetSpecificPortMappingEntry":
            if there is None:
                return _fault(714, "NoSuchEntryInArray")
            host, inner, lease = there
            return _said(
                action,
                NewInternalPort=str(inner),
                NewInternalClient=host,
                NewEnabled="1",
                NewLeaseDuration=str(lease),
            )
        if action == "AddPortMapping":
            host, inner = _tag(request, "NewInternalClient"), int(_tag(request, "NewInternalPort"))
            lease = int(_tag(request, "NewLeaseDuration"))
            if lease and self.permanent:
                return _fault(725, "OnlyPermanentLeasesSupported")
            if there is not None and there[0] != host:
                return _fault(718, "ConflictInMappingEntry")
            self.mapped[outer] = (host, inner, lease)
            return _said(action)
        assert action == "DeletePortMapping", action
        return _said(action) if self.mapped.pop(outer, None) else _fault(714, "NoSuchEntryInArray")


def _length(data: bytes) -> int:
    head, _, _ = data.partition(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(head) + 4 + int(line.partition(b":")[2])
    return len(head) + 4


def _tag(request: str, name: str) -> str:
    return request.partition(f"<{name}>")[2].partition("</")[0]


def _said(action: str, **values: str) -> tuple[bool, str]:
    body = "".join(f"<{name}>{value}</{name}>" for name, value in values.items())
    return True, _envelope(f'<u:{action}Response xmlns:u="{SERVICE}">{body}</u:{action}Response>')


def _fault(code: int, said: str) -> tuple[bool, str]:
    error = f"<errorCode>{code}</errorCode><errorDescription>{said}</errorDescription>"
    return False, _envelope(
        "<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>"
        f'<UPnPError xmlns="urn:schemas-upnp-org:control-1-0">{error}</UPnPError></detail></s:Fault>'
    )


def _envelope(body: str) -> str:
    return (
        '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">'
        f"<s:Body>{body}</s:Body></s:Envelope>"
    )


async def _upnp_story() -> list[object]:
    """The mappings of a device that speaks UPnP at each step, as a test wants to see it."""
    told: list[object] = []
    for taken, permanent in (((), False), ((47070,), False), ((), True)):
        device = UpnpDevice("198.51.100.9", taken, permanent)
        async with trio.open_nursery() as nursery:
            await nursery.start(device.run)
            outcome = await map_port(MappingRequest(47070, Router("127.0.0.1"), bytes(range(12))), [UPNP])
            assert isinstance(outcome, Mapping), outcome
            told.append([str(outcome), sorted(device.mapped.items())])
            gone = await unmap(outcome)
            told.append([gone, sorted(device.mapped.items())])
            nursery.cancel_scope.cancel()
    device = UpnpDevice("192.168.5.5")
    async with trio.open_nursery() as nursery:
        await nursery.start(device.run)
        told.append(str(await map_port(MappingRequest(47070, Router("127.0.0.1")), [UPNP])))
        told.append(str(await map_port(MappingRequest(47070, Router("127.0.0.2")), [UPNP])))
        nursery.cancel_scope.cancel()
    return told


if __name__ == "__main__":
    assert [name for _, name in socket.if_nameindex()] == ["lo"], "only in a network namespace of its own"
    print(json.dumps(trio.run(_upnp_story)))

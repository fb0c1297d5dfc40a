"""Where a node can be dialled: the kinds of candidates, as bytes and as text, and which of them may be
dialled.

A candidate is its kind, 1 byte, and a body of fixed length, or from kind 64 on of the length in the byte
behind the kind, so that who does not know such a kind can skip it:

    17, 18    TCP to an IPv4 or IPv6 address: ip 4 or 16 | port 2; with +16 over UDP, +32 over both
    3         a QUIC endpoint: key 32
    4, 5      a relay at an IPv4 or IPv6 address: fingerprint 16 | ip 4 or 16 | port 2
    64        TCP to a name: port 2 | name 1 to 253
    65        a relay at a name: fingerprint 16 | port 2 | name 1 to 237
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec

from fadenet.node.errors import BadInvite
from fadenet.node.limits import CANDIDATES
from protocol.faults import BadEncoding

DEFAULT_PORT: Final = 47070
FINGERPRINT_BYTES: Final = 16
ENDPOINT_BYTES: Final = 32
NAME_BYTES: Final = 253
_V4, _V6, _IROH, _RELAY_V4, _RELAY_V6, _NAME, _RELAY_NAME = 1, 2, 3, 4, 5, 64, 65
_TCP, _UDP, _LENGTH_FROM, _LENGTH_MAX = 16, 32, 64, 255
_SIZES: Final = {
    _IROH: ENDPOINT_BYTES,
    _RELAY_V4: FINGERPRINT_BYTES + 6,
    _RELAY_V6: FINGERPRINT_BYTES + 18,
    **{_V4 | links: 6 for links in (_TCP, _UDP, _TCP | _UDP)},
    **{_V6 | links: 18 for links in (_TCP, _UDP, _TCP | _UDP)},
}
_PRIVATE: Final = tuple(
    map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"))
)
"""RFC 1918, RFC 6598, RFC 4193."""
_NOT_PUBLIC: Final = (
    *_PRIVATE,
    *map(ipaddress.ip_network, ("0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24")),
    *map(ipaddress.ip_network, ("198.18.0.0/15", "224.0.0.0/3", "::/127", "100::/64")),
    *map(ipaddress.ip_network, ("fe80::/10", "fec0::/10", "ff00::/8")),
)
"""The private networks, and the others that lead nowhere outside (RFC 6890): this network, loopback,
link-local, site-local, groups, tests."""
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""RFC 6052."""
_HOST: Final = re.compile(r"[\w.-]{1,253}")
_NAMED: Final = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?", re.ASCII | re.IGNORECASE)
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*", re.IGNORECASE)


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
        """The source that an address counts as: the IPv4 address, the IPv6 /64, or the name."""
        return self._within(64)

    @property
    def site(self) -> str:
        """The site of an address, which may be one customer with many sources: the IPv6 /48; an IPv4 address
        and a name are each a site of their own."""
        return self._within(48)

    def _within(self, bits: int) -> str:
        ip = ip_of(self.host)
        if isinstance(ip, ipaddress.IPv6Address):
            return str(ip.ipv4_mapped or ipaddress.ip_network((ip, bits), strict=False))
        return self.host if ip is None else str(ip)


@dataclass(frozen=True, slots=True)
class IrohId:
    """A QUIC endpoint by its 32-byte Ed25519 public key."""

    key: bytes

    def __str__(self) -> str:
        return f"QUIC endpoint {self.key.hex()[:16]}"


@dataclass(frozen=True, slots=True)
class RelayAddress:
    """A node that forwards to the one wanted: its fingerprint (16 bytes), its host (IP literal or name) and
    port."""

    fingerprint: bytes
    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"relay {self.address}"

    @property
    def address(self) -> Address:
        """Where the relay itself is dialled."""
        return Address(self.host, self.port)


Candidate = Address | IrohId | RelayAddress
HexCandidate = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){1,257}\\Z")]
"""A candidate as files keep it: `pack_candidate`, hex."""
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def ip_of(host: str) -> IpAddress | None:
    """The address that an IP literal says, its scope left out; None for a name."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


# Text.


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
    if "]" in host or not number or not (_is_ip(host) if ":" in host else _HOST.fullmatch(host)):
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


def everywhere(port: int = DEFAULT_PORT) -> list[Address]:
    """All addresses of this machine, in both families."""
    hosts = ["0.0.0.0", "::"] if socket.has_ipv6 else ["0.0.0.0"]
    return [Address(host, port) for host in hosts]


# Bytes.


def pack_candidate(candidate: Candidate) -> bytes:
    """Kind and body. Raises `ValueError` for what no other node could dial: our own bug."""
    if isinstance(candidate, IrohId):
        return _fixed(_IROH, candidate.key)
    relay = isinstance(candidate, RelayAddress)
    front = candidate.fingerprint if isinstance(candidate, RelayAddress) else b""
    if relay and len(front) != FINGERPRINT_BYTES:
        raise ValueError("a fingerprint has 16 bytes")
    port, ip = candidate.port.to_bytes(2, "big"), ip_of(candidate.host)
    if ip is None:
        name = candidate.host.encode("ascii")
        body = front + port + name
        if not _is_name(candidate.host) or len(body) > _LENGTH_MAX:
            raise ValueError(f"{candidate.host!r} is no name of a host, or too long")
        return bytes((_RELAY_NAME if relay else _NAME, len(body))) + body
    if "%" in candidate.host:
        raise ValueError("a scope means something on one machine only")
    v4 = isinstance(ip, ipaddress.IPv4Address)
    if isinstance(candidate, RelayAddress):
        return _fixed(_RELAY_V4 if v4 else _RELAY_V6, front + ip.packed + port)
    links = (_TCP if candidate.tcp else 0) | (_UDP if candidate.udp else 0)
    if not links:
        raise ValueError("an address needs tcp, udp or both")
    return _fixed((_V4 if v4 else _V6) | links, ip.packed + port)


def _fixed(kind: int, body: bytes) -> bytes:
    if len(body) != _SIZES[kind]:
        raise ValueError(f"a candidate of kind {kind} has {_SIZES[kind]} bytes")
    return bytes((kind,)) + body


def candidate_end(data: bytes, at: int) -> int:
    """The offset behind the candidate at `at`, which may lie beyond the end of `data`. Raises `BadEncoding`
    for a kind that nobody can skip."""
    if at >= len(data):
        return at + 1
    kind = data[at]
    if kind >= _LENGTH_FROM:
        return at + 2 + (data[at + 1] if at + 1 < len(data) else 0)
    if kind not in _SIZES:
        raise BadEncoding(f"a candidate of kind {kind}")
    return at + 1 + _SIZES[kind]


def unpack_candidate(data: bytes) -> Candidate | None:
    """Read one whole candidate; None for one of a kind that is not known here. Raises `BadEncoding`."""
    if not data or candidate_end(data, 0) != len(data):
        raise BadEncoding("a candidate of the wrong length")
    kind, body = data[0], data[1:]
    if kind >= _LENGTH_FROM:
        return _named(kind, body[1:])
    if kind == _IROH:
        return IrohId(body)
    relay = kind in (_RELAY_V4, _RELAY_V6)
    front, where = (body[:FINGERPRINT_BYTES], body[FINGERPRINT_BYTES:]) if relay else (b"", body)
    host, port = str(ipaddress.ip_address(where[:-2])), int.from_bytes(where[-2:], "big")
    if relay:
        return RelayAddress(front, host, port)
    return Address(host, port, tcp=bool(kind & _TCP), udp=bool(kind & _UDP))


def _named(kind: int, body: bytes) -> Candidate | None:
    if kind not in (_NAME, _RELAY_NAME):
        return None
    front = FINGERPRINT_BYTES if kind == _RELAY_NAME else 0
    port, name = int.from_bytes(body[front : front + 2], "big"), body[front + 2 :].decode("ascii", "replace")
    if not _is_name(name):
        raise BadEncoding("a candidate that names no host")
    return RelayAddress(body[:front], name, port) if front else Address(name, port)


def _is_name(host: str) -> bool:
    """Whether that has to be looked up. A host that ends in a number, as 127.1 or 0x7f.1, is an address to
    some resolvers."""
    return bool(_NAMED.fullmatch(host)) and not _NUMBER.fullmatch(host.rpartition(".")[2])


# Candidates that others name.


def dialable(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Those of somebody else's candidates that may be dialled, in their order, each once and at most 8.

    Nobody can send us to a port 0, a group, an unspecified or a link-local address; to our own machine only
    if nothing else was named.
    """
    there = [one for one in dict.fromkeys(candidates) if _may_be_dialled(one)]
    outside = [one for one in there if not (is_loopback(one) or isinstance(one, IrohId))]
    return tuple([one for one in there if not (outside and is_loopback(one))][:CANDIDATES])


def _may_be_dialled(candidate: Candidate) -> bool:
    if isinstance(candidate, IrohId):
        return True
    ip = ip_of(candidate.host)
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if candidate.port == 0 or "%" in candidate.host:
        return False
    if ip is None:
        return True
    broadcast = ip == ipaddress.IPv4Address("255.255.255.255")
    return not (broadcast or ip.is_multicast or ip.is_unspecified or ip.is_link_local)


def is_loopback(candidate: Candidate) -> bool:
    """Whether a candidate leads to the machine of whoever dials it."""
    if isinstance(candidate, IrohId):
        return False
    ip = ip_of(candidate.host)
    if ip is None:
        return candidate.host.lower() == "localhost"
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback


def is_private(candidate: Candidate) -> bool:
    """Whether a candidate means something only in the network of whoever names it."""
    if not isinstance(candidate, Address):
        return False
    ip = ip_of(candidate.host)
    if ip is None or is_loopback(candidate):
        return False
    return any(ip in network for network in _PRIVATE if network.version == ip.version)


def is_public(candidate: Candidate) -> bool:
    """Whether somebody anywhere in the world could dial a candidate. For a name, that is not known here."""
    if isinstance(candidate, IrohId):
        return True
    ip = ip_of(candidate.host)
    if ip is None:
        return not is_loopback(candidate)
    ip = _inner(ip)
    return not any(ip in network for network in _NOT_PUBLIC if network.version == ip.version)


def _inner(ip: IpAddress) -> IpAddress:
    """The IPv4 address that an IPv6 address stands for, if it does."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip


def unpack_candidates(packed: Sequence[bytes]) -> tuple[Candidate, ...]:
    """The candidates that somebody else names for a node: those of a known kind that may be dialled. Raises
    `BadEncoding`."""
    return dialable(one for one in map(unpack_candidate, packed) if one is not None)

"""PCP (RFC 6887) and NAT-PMP (RFC 6886) as bytes: what a router is asked for, and what it answers.

Both are spoken at the router's UDP port 5351; the first byte says which. A reader returns None for whatever
is not the answer to what was asked.
"""

from __future__ import annotations

import ipaddress
import struct
from dataclasses import dataclass
from typing import Final

ROUTER_PORT: Final = 5351
ANSWER_BYTES: Final = 1100
"""The longest message of PCP (RFC 6887 section 7)."""
NONCE_BYTES: Final = 12
_PCP, _NAT_PMP = 2, 0
_ANSWER: Final = 0x80
_ANNOUNCE, _MAP = 0, 1
_PMP_ADDRESS, _PMP_MAP_TCP = 0, 2
_TCP: Final = 6
_UNSUPPORTED_VERSION: Final = 1
_HEAD: Final = struct.Struct("!BBxBII12x")  # version, opcode, result, lifetime, epoch
_PLACE: Final = struct.Struct("!12sB3xHH16s")  # nonce, protocol, inner port, outer port, outer address
_PMP_HEAD: Final = struct.Struct("!BBHI")  # version, opcode, result, epoch
_PMP_PLACE: Final = struct.Struct("!HHI")  # inner port, outer port, lifetime

_RESULTS: Final = (
    "unsupported version",
    "not authorized",
    "malformed request",
    "unsupported opcode",
    "unsupported option",
    "malformed option",
    "network failure",
    "no resources",
    "unsupported protocol",
    "quota exceeded",
    "cannot provide external address",
    "address mismatch",
    "too many remote peers",
)
_PMP_RESULTS: Final = (
    "unsupported version",
    "not authorized",
    "network failure",
    "no resources",
    "unsupported opcode",
)


@dataclass(frozen=True, slots=True)
class RouterAnswer:
    """The answer of a router. result: "" = granted, else why not; epoch_s: seconds since the router has begun
    its table of mappings; lifetime_s, host, port: of the mapping, as far as the answer names one.
    """

    result: str
    epoch_s: int
    lifetime_s: int = 0
    host: str = ""
    port: int = 0


# PCP.


def pcp_map(own: str, nonce: bytes, port: int, lifetime_s: int, host: str = "", outer: int = 0) -> bytes:
    """Ask for a TCP port (RFC 6887 section 11.1). own: the address that asks; host and outer: what is wished
    for, if anything; a lifetime of 0 removes the mapping."""
    wish = host or ("::" if ":" in own else "0.0.0.0")
    return _pcp_head(own, _MAP, lifetime_s) + _PLACE.pack(nonce, _TCP, port, outer, _packed(wish))


def pcp_announce(own: str) -> bytes:
    """Ask for nothing but the epoch (RFC 6887 section 14.1)."""
    return _pcp_head(own, _ANNOUNCE, 0)


def _pcp_head(own: str, opcode: int, lifetime_s: int) -> bytes:
    return struct.pack("!BBxxI", _PCP, opcode, lifetime_s) + _packed(own)


def _packed(host: str) -> bytes:
    """16 bytes; an IPv4 address as an IPv6 one (RFC 6887 section 5)."""
    ip = ipaddress.ip_address(host.partition("%")[0])
    return ip.packed if ip.version == 6 else bytes(10) + b"\xff\xff" + ip.packed


def read_pcp_map(data: bytes, nonce: bytes, port: int) -> RouterAnswer | None:
    """The answer to `pcp_map` with this nonce (12 bytes) and port."""
    head = _read_pcp_head(data, _MAP)
    if head is None or data[0] != _PCP:
        return head
    if len(data) < _HEAD.size + _PLACE.size:
        return None
    theirs, protocol, inner, outer, packed = _PLACE.unpack_from(data, _HEAD.size)
    if (theirs, protocol, inner) != (nonce, _TCP, port):
        return None
    ip = ipaddress.IPv6Address(packed)
    return RouterAnswer(head.result, head.epoch_s, head.lifetime_s, str(ip.ipv4_mapped or ip), outer)


def read_pcp_announce(data: bytes) -> RouterAnswer | None:
    """The answer to `pcp_announce`."""
    return _read_pcp_head(data, _ANNOUNCE)


def _read_pcp_head(data: bytes, opcode: int) -> RouterAnswer | None:
    """A router that does not speak PCP says so in the version that it does speak, 0 for NAT-PMP."""
    if _PMP_HEAD.size <= len(data) <= ANSWER_BYTES and data[0] != _PCP:
        version, answered, result, epoch = _PMP_HEAD.unpack_from(data)
        result = result if version == _NAT_PMP else data[3]
        if answered & _ANSWER and result == _UNSUPPORTED_VERSION:
            return RouterAnswer(_meaning(result, _RESULTS), epoch if version == _NAT_PMP else 0)
        return None
    if not _HEAD.size <= len(data) <= ANSWER_BYTES or len(data) % 4:
        return None
    _, answered, result, lifetime, epoch = _HEAD.unpack_from(data)
    if answered != _ANSWER | opcode:
        return None
    return RouterAnswer(_meaning(result, _RESULTS), epoch, lifetime)


# NAT-PMP.


def nat_pmp_address() -> bytes:
    """Ask for the external address (RFC 6886 section 3.2)."""
    return bytes((_NAT_PMP, _PMP_ADDRESS))


def nat_pmp_map(port: int, lifetime_s: int, outer: int = 0) -> bytes:
    """Ask for a TCP port (RFC 6886 section 3.3). outer: what is wished for, if anything; a lifetime of 0
    removes the mapping."""
    return bytes((_NAT_PMP, _PMP_MAP_TCP, 0, 0)) + _PMP_PLACE.pack(port, outer, lifetime_s)


def read_nat_pmp_address(data: bytes) -> RouterAnswer | None:
    """The answer to `nat_pmp_address`."""
    head = _read_nat_pmp_head(data, _PMP_ADDRESS)
    if head is None or head.result:
        return head
    body = data[_PMP_HEAD.size :]
    if len(body) != 4:
        return None
    return RouterAnswer("", head.epoch_s, host=str(ipaddress.IPv4Address(body)))


def read_nat_pmp_map(data: bytes, port: int) -> RouterAnswer | None:
    """The answer to `nat_pmp_map` with this port."""
    head = _read_nat_pmp_head(data, _PMP_MAP_TCP)
    if head is None or head.result:
        return head
    if len(data) != _PMP_HEAD.size + _PMP_PLACE.size:
        return None
    inner, outer, lifetime = _PMP_PLACE.unpack_from(data, _PMP_HEAD.size)
    return RouterAnswer("", head.epoch_s, lifetime, port=outer) if inner == port else None


def _read_nat_pmp_head(data: bytes, opcode: int) -> RouterAnswer | None:
    if not _PMP_HEAD.size <= len(data) <= ANSWER_BYTES:
        return None
    version, answered, result, epoch = _PMP_HEAD.unpack_from(data)
    if version != _NAT_PMP or answered != _ANSWER | opcode:
        return None
    return RouterAnswer(_meaning(result, _PMP_RESULTS), epoch)


def _meaning(result: int, names: tuple[str, ...]) -> str:
    """The meaning of a result code in words, "" for success."""
    if not result:
        return ""
    return names[result - 1] if result <= len(names) else f"result {result}"

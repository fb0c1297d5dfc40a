"""A router's answer to who asks it for a port: NAT-PMP (RFC 6886) and PCP's MAP (RFC 6887) over nftables.

    python gateway.py LAN-ADDRESS EXTERNAL-ADDRESS

Run on the router. Prints a line when it listens. Each mapping is a `dnat` rule for one port; it goes when its
time is over or when it is asked for with lifetime 0. Runs on the standard library alone.
"""

from __future__ import annotations

import ipaddress
import socket
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Final

PORT: Final = 5351
MAPPINGS_MAX: Final = 64
LIFETIME_S_MAX: Final = 7_200
LOOK_S: Final = 1.0
NAT_PMP: Final = 0
PCP: Final = 2
_ANSWER: Final = 128
_PROTOCOLS: Final = {17: "udp", 6: "tcp"}
_NAT_PMP_PROTOCOL: Final = {1: 17, 2: 6}
_DONE: Final = 0
_NAT_PMP_VERSION: Final = 1
_NAT_PMP_FULL: Final = 4
_NAT_PMP_OPCODE: Final = 5
_PCP_MALFORMED: Final = 3
_PCP_OPCODE: Final = 4
_PCP_FULL: Final = 8
_PCP_PROTOCOL: Final = 9
_PCP_ADDRESS: Final = 12
_PCP_BYTES: Final = 60


@dataclass(frozen=True, slots=True)
class Inside:
    """The client that a mapping leads to. protocol: as IP numbers them."""

    protocol: int
    address: str
    port: int


@dataclass(slots=True)
class Gateway:
    """The mappings of one router, and what it says."""

    external: str
    began: float
    mappings: dict[Inside, tuple[int, float]] = field(default_factory=dict)
    """Each with its external port and when it ends (s)."""

    def answer(self, request: bytes, client: str, now: float) -> bytes | None:
        """The answer to a client inside; None to say nothing."""
        if len(request) < 2 or request[1] >= _ANSWER:
            return None
        if request[0] == NAT_PMP:
            return self._nat_pmp(request, client, now)
        if request[0] == PCP:
            return self._pcp(request, client, now)
        return struct.pack("!BBHI", NAT_PMP, _ANSWER, _NAT_PMP_VERSION, self._epoch(now))

    def expire(self, now: float) -> bool:
        """Strike off what is over; whether anything was."""
        over = [inside for inside, (_, end) in self.mappings.items() if end <= now]
        for inside in over:
            del self.mappings[inside]
        return bool(over)

    def rules(self) -> str:
        """The mappings as nftables takes them, in place of those that there are."""
        lines = [
            f'iifname "wan" {_PROTOCOLS[one.protocol]} dport {port} dnat to {one.address}:{one.port}'
            for one, (port, _) in self.mappings.items()
        ]
        chain = "\n".join(["type nat hook prerouting priority dstnat", *lines])
        return (
            f"table ip mapped\ndelete table ip mapped\ntable ip mapped {{\nchain inward {{\n{chain}\n}}\n}}\n"
        )

    def _nat_pmp(self, request: bytes, client: str, now: float) -> bytes | None:
        code = request[1]
        head = struct.pack("!BB", NAT_PMP, _ANSWER + code)
        if code == 0:
            address = ipaddress.IPv4Address(self.external).packed
            return head + struct.pack("!HI", _DONE, self._epoch(now)) + address
        if code not in _NAT_PMP_PROTOCOL:
            return head + struct.pack("!HI", _NAT_PMP_OPCODE, self._epoch(now))
        if len(request) < 12:
            return None
        port, wanted, lifetime = struct.unpack("!4xHHI", request[:12])
        inside = Inside(_NAT_PMP_PROTOCOL[code], client, port)
        external, granted = self._map(inside, wanted, lifetime, now)
        result = _NAT_PMP_FULL if lifetime and not external else _DONE
        return head + struct.pack("!HIHHI", result, self._epoch(now), port, external, granted)

    def _pcp(self, request: bytes, client: str, now: float) -> bytes:
        code = request[1]
        head = struct.Struct("!BBxBII12x")
        if len(request) < _PCP_BYTES or code != 1:
            fault = _PCP_MALFORMED if code == 1 else _PCP_OPCODE
            return head.pack(PCP, _ANSWER + code, fault, 0, self._epoch(now)) + request[24:]
        lifetime, address = struct.unpack("!I16s", request[4:24])
        nonce, protocol, port, wanted = struct.unpack("!12sB3xHH", request[24:44])
        external = granted = 0
        if ipaddress.IPv6Address(address).ipv4_mapped != ipaddress.IPv4Address(client):
            result = _PCP_ADDRESS
        elif protocol not in _PROTOCOLS or not port:
            result = _PCP_PROTOCOL
        else:
            external, granted = self._map(Inside(protocol, client, port), wanted, lifetime, now)
            result = _PCP_FULL if lifetime and not external else _DONE
        outside = ipaddress.IPv6Address(f"::ffff:{self.external}").packed
        body = struct.pack("!12sB3xHH16s", nonce, protocol, port, external, outside)
        return head.pack(PCP, _ANSWER + code, result, granted, self._epoch(now)) + body

    def _map(self, inside: Inside, wanted: int, lifetime: int, now: float) -> tuple[int, int]:
        """The external port and the lifetime (s) that were granted; (0, 0) if none."""
        if not lifetime:
            self.mappings.pop(inside, None)
            return 0, 0
        held = self.mappings.get(inside)
        if held is None and len(self.mappings) == MAPPINGS_MAX:
            return 0, 0
        taken = {port for one, (port, _) in self.mappings.items() if one.protocol == inside.protocol}
        port = held[0] if held else wanted or inside.port
        while held is None and port in taken:
            port = port % 65_535 + 1
        granted = min(lifetime, LIFETIME_S_MAX)
        self.mappings[inside] = port, now + granted
        return port, granted

    def _epoch(self, now: float) -> int:
        return int(now - self.began)


def main(lan: str, external: str) -> None:
    """Serve those inside, until killed."""
    gateway = Gateway(external, time.monotonic())
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.bind((lan, PORT))
        door.settimeout(LOOK_S)
        _install(gateway)
        print("listening", flush=True)
        while True:
            try:
                request, client = door.recvfrom(1_100)
            except TimeoutError:
                if gateway.expire(time.monotonic()):
                    _install(gateway)
                continue
            gateway.expire(time.monotonic())
            answer = gateway.answer(request, client[0], time.monotonic())
            _install(gateway)
            if answer is not None:
                door.sendto(answer, client)


def _install(gateway: Gateway) -> None:
    subprocess.run(["nft", "-f", "-"], input=gateway.rules(), text=True, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The outcomes of asking a router for a port: whether they are of use, and what a player reads of them."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from typing import Any, Final

from fadenet.node.link.candidates import Address, IpAddress, ip_of
from fadenet.node.reach.pcp import NONCE_BYTES, ROUTER_PORT

LIFETIME_LEAST_S: Final = 120
"""A mapping that ends sooner is not used: it would be gone before a guest has come."""
EPOCH_SHARE: Final = 16
EPOCH_SLACK_S: Final = 2
"""Two clocks may differ by 1/16 and by 2 s (RFC 6887 section 8.5)."""

BEHIND_PROVIDER: Final = tuple(map(ipaddress.ip_network, ("100.64.0.0/10", "192.0.0.0/29")))
"""The networks that providers use between their own router and their customers' (RFC 6598, RFC 6333)."""
BEHIND_ROUTER: Final = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
"""The networks that are used behind a router (RFC 1918)."""
_NOWHERE: Final = ipaddress.ip_network("0.0.0.0/8")
_GLOBAL_V6: Final = ipaddress.ip_network("2000::/3")


@dataclass(frozen=True, slots=True)
class Router:
    """The router to ask: an IP literal and a UDP port. source: our address to ask from, for which a port of
    IPv6 is opened; "" = the one that leads to the router."""

    host: str
    port: int = ROUTER_PORT
    source: str = ""


@dataclass(frozen=True, slots=True)
class MappingRequest:
    """The mapping that is asked for: of our TCP port. nonce: 12 random bytes by which a router that speaks
    PCP knows that a mapping is ours, and so the same from first to last. external: where it was mapped
    before, if it was."""

    port: int
    router: Router
    nonce: bytes = field(default_factory=lambda: os.urandom(NONCE_BYTES), repr=False)
    external: Address | None = None


@dataclass(frozen=True, slots=True)
class EpochTime:
    """When a router has begun its table, as it says (s), and when we were told, by our clock (s)."""

    router_s: int
    own_s: float


@dataclass(frozen=True, slots=True)
class Mapping:
    """A port of the router leads to ours. by: `pcp`, `nat-pmp` or `upnp`; own: our address there; epoch: None
    with UPnP; igd: what `miniupnpc` knows of the router."""

    external: Address
    internal_port: int
    lifetime_s: int
    by: str
    router: Router
    own: str
    nonce: bytes = field(repr=False)
    epoch: EpochTime | None = None
    igd: Any = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.by}: {self.external} leads to TCP port {self.internal_port} for {self.lifetime_s} s"


@dataclass(frozen=True, slots=True)
class Rejected:
    """The router says no, or grants what is of no use. said: why, one clean line."""

    by: str
    said: str

    def __str__(self) -> str:
        return f"{self.by}: the router refused: {self.said}"


@dataclass(frozen=True, slots=True)
class Silent:
    """The router does not answer. tried: how it was asked."""

    tried: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{', '.join(self.tried)}: the router did not answer"


@dataclass(frozen=True, slots=True)
class SecondRouter:
    """The router maps ports, but its own external address is not one that others can reach."""

    by: str
    external: str

    def __str__(self) -> str:
        return f"{self.by}: the router is itself behind another one, as {self.external}"


@dataclass(frozen=True, slots=True)
class NoRouter:
    """No router leads out of this network, or the system does not say which."""

    def __str__(self) -> str:
        return "no router is known"


MappingResult = Mapping | Rejected | Silent | SecondRouter | NoRouter


def fault_of(by: str, host: str, port: int, lifetime_s: int) -> SecondRouter | Rejected | None:
    """The fault of a mapping that a router has granted, None = it can be used."""
    ip = ip_of(host)
    if ip is not None and _is_behind(ip):
        return SecondRouter(by, str(ip))
    if ip is None or not _is_public(ip) or not port:
        return Rejected(by, "it names no address that others can reach")
    if lifetime_s < LIFETIME_LEAST_S:
        return Rejected(by, f"it opens a port for {lifetime_s} s only")
    return None


def _is_behind(ip: IpAddress) -> bool:
    """Whether an address is one behind somebody's router."""
    return any(ip in net for net in (*BEHIND_PROVIDER, *BEHIND_ROUTER))


def _is_public(ip: IpAddress) -> bool:
    """Whether others can reach an address. Those for documentation, which no router has, count as well."""
    if isinstance(ip, ipaddress.IPv6Address):
        return ip in _GLOBAL_V6
    inner = ip.is_loopback or ip.is_link_local or ip in _NOWHERE or _is_behind(ip)
    return not (inner or ip.is_multicast or ip.is_reserved)


def has_restarted(before: EpochTime, after: EpochTime) -> bool:
    """Whether a router whose epoch was `before` has begun anew (RFC 6887 section 8.5)."""
    if after.router_s + 1 < before.router_s:
        return True
    theirs, ours = after.router_s - before.router_s, after.own_s - before.own_s
    return (
        ours + EPOCH_SLACK_S < theirs - theirs / EPOCH_SHARE
        or theirs + EPOCH_SLACK_S < ours - ours / EPOCH_SHARE
    )


def advice(outcome: MappingResult, port: int, own: str = "") -> str | None:
    """The sentence for a player whose port is not mapped, None where there is nothing to say: it is mapped,
    or our own address is one that others can reach. own: our address towards the router, "" = not known."""
    ip = ip_of(own)
    if isinstance(outcome, Mapping) or (ip is not None and _is_public(ip)):
        return None
    if isinstance(outcome, NoRouter):
        return "No router leads out of this network. Friends on it can join; for others add a relay."
    if isinstance(outcome, SecondRouter):
        there = ip_of(outcome.external)
        if any(there in net for net in BEHIND_PROVIDER):
            return (
                f"Your provider shares one address among customers (external {outcome.external}), so "
                "forwarding cannot work here: add a relay, or let another player host."
            )
        return (
            f"Your router is behind another one (external {outcome.external}), so forwarding at yours alone "
            "cannot work: forward at both, add a relay, or let another player host."
        )
    why = "did not answer when it was asked to open a port"
    if isinstance(outcome, Rejected):
        why = f"was asked to open a port, without success: {outcome.said}"
    return (
        f"Your router {why}. Friends on your network can join; for others forward TCP port {port} to "
        f"{own or 'this machine'}, or add a relay."
    )

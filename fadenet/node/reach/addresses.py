"""Our own addresses: under which of them others may reach what we listen at, and in which order to say so."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from fadenet.node.limits import CANDIDATES
from fadenet.node.link.candidates import Address, Candidate, dialable, ip_of, is_loopback
from fadenet.node.link.links import Network
from fadenet.node.link.tcp import OUTSIDE

_INNER: Final = ("docker", "veth", "br-", "virbr")
"""How interfaces are called that lead to containers and virtual machines of this computer."""


def own_candidates(
    bound: Sequence[Address],
    network: Network,
    mapped: Sequence[Address] = (),
    relays: Sequence[Candidate] = (),
) -> tuple[Candidate, ...]:
    """Where others may dial what listens at `bound`, the most promising first, at most 8.

    An address that a router maps to us; the global IPv6 and the IPv4 address that lead out; other interfaces,
    those of containers last; relays. Our own loopback only if there is nothing else. An address that others
    would not dial, as a link-local one, is not said of us either.
    """
    ports = {_version(one.host): one.port for one in bound if _is_any(one.host)}
    out = [way for host in OUTSIDE if (way := network.way_to(host))]
    interfaces = {one.host: one.interface for one in network.own()}
    usable = [host for host in dict.fromkeys([*out, *interfaces]) if _is_usable(host, ports)]
    usable.sort(key=lambda host: _rank(host, host in out, interfaces.get(host, "")))
    named = [one for one in bound if not _is_any(one.host) and dialable([one])]
    own = [Address(host, ports[_version(host)]) for host in usable]
    direct = list(dict.fromkeys([*mapped, *named, *own]))
    outside = [one for one in direct if not is_loopback(one)]
    carried = list(relays[:CANDIDATES])
    return tuple([*outside[: CANDIDATES - len(carried)], *carried] or direct[:CANDIDATES])


def _is_any(host: str) -> bool:
    """Whether that stands for all addresses of a family."""
    ip = ip_of(host)
    return ip is not None and ip.is_unspecified


def _version(host: str) -> int:
    ip = ip_of(host)
    return 0 if ip is None else ip.version


def _is_usable(host: str, families: Container[int]) -> bool:
    """Whether others could dial it, as it is of one of these families and not of one cable alone."""
    ip = ip_of(host)
    return ip is not None and ip.version in families and not ip.is_link_local


def _rank(host: str, leads_out: bool, interface: str) -> int:
    """The lower, the more promising."""
    ip = ip_of(host)
    if leads_out and ip is not None:
        return 0 if ip.version == 6 and ip.is_global else 1
    return 3 if interface.startswith(_INNER) else 2

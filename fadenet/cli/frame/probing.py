"""Whether a port of this machine can be listened on."""

from __future__ import annotations

import socket
import sys

FAMILIES = (("IPv4", socket.AF_INET, "0.0.0.0"), ("IPv6", socket.AF_INET6, "::"))
"""(name, family, all addresses of it)."""


def refusal(family: socket.AddressFamily, host: str, port: int) -> str:
    """Why nobody can listen there now, "" if one can; port 0 is any."""
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if family == socket.AF_INET6:
                probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            if sys.platform != "win32":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        return error.strerror or str(error)
    return ""


def is_free(port: int) -> bool:
    """Whether a port can be listened on in every family in which any can."""
    there = [(family, host) for _, family, host in FAMILIES if not refusal(family, host, 0)]
    return not any(refusal(family, host, port) for family, host in there)

"""The router that leads out, as the system knows it. Nothing is sent to find it.

Linux is read from /proc; elsewhere the system's own command is asked. The meaning of a line is decided by
functions that only read text.
"""

from __future__ import annotations

import ipaddress
import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import trio

from fadenet.node.link.candidates import ip_of

log = logging.getLogger(__name__)

COMMAND_S: Final = 2.0
"""How long the system's own command may take."""
ROUTES_CHARS: Final = 1024 * 1024
"""So much of a routing table is read; the way out stands at its beginning."""
_UP, _GATEWAY, _REJECT = 0x1, 0x2, 0x200

ReadRoutes = Callable[[str], str | None]
"""Takes what the system says of its routes, and returns the router that leads out, None = there is none."""


async def default_gateway(*, v6: bool = False, platform: str = sys.platform) -> str | None:
    """The router that leads out, as an IP literal (a link-local one with its scope); None = not known."""
    if platform == "linux":
        name, read = ("ipv6_route", read_linux_v6) if v6 else ("route", read_linux)
        return _from_file(Path("/proc/net") / name, read)
    if platform == "win32":
        return None if v6 else await _from_command(["route", "print", "-4", "0.0.0.0"], read_windows)
    family = ["-inet6"] if v6 else []
    return await _from_command(["route", "-n", "get", *family, "default"], read_bsd)


def _from_file(path: Path, read: ReadRoutes) -> str | None:
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            return read(file.read(ROUTES_CHARS))
    except OSError as error:
        log.info("the routes are not known: %s", error)
        return None


async def _from_command(command: Sequence[str], read: ReadRoutes) -> str | None:
    with trio.move_on_after(COMMAND_S):
        try:
            done = await trio.run_process(
                command, capture_stdout=True, stderr=subprocess.DEVNULL, check=False
            )
        except OSError as error:
            log.info("the routes are not known: %s", error)
            return None
        return read(done.stdout.decode("utf-8", "replace")[:ROUTES_CHARS])
    log.info("the routes are not known: %s takes longer than %s s", command[0], COMMAND_S)
    return None


def read_linux(text: str) -> str | None:
    """/proc/net/route: interface, destination, gateway, flags, two counters, metric, mask; the numbers are
    hexadecimal in the machine's own order of bytes, the metric is decimal. The lowest metric counts."""
    found: list[tuple[int, str]] = []
    for line in text.splitlines():
        parts = line.split()
        if len(parts) < 8 or _number(parts[1]) != 0 or _number(parts[7]) != 0:
            continue
        gateway, flags, metric = _number(parts[2]), _number(parts[3]), _number(parts[6], 10)
        if gateway and _leads_out(flags) and metric is not None and gateway < 2**32:
            ip = ipaddress.IPv4Address(gateway.to_bytes(4, sys.byteorder))
            found.append((metric, str(ip)))
    return _usable(found)


def read_linux_v6(text: str) -> str | None:
    """/proc/net/ipv6_route: destination, its prefix, source, its prefix, gateway, metric, two counters,
    flags, interface; the numbers are hexadecimal. The lowest metric counts."""
    found: list[tuple[int, str]] = []
    for line in text.splitlines():
        parts = line.split()
        if len(parts) < 10 or any(_number(part) != 0 for part in parts[:4]):
            continue
        gateway, metric, flags = _number(parts[4]), _number(parts[5]), _number(parts[8])
        if gateway and _leads_out(flags) and metric is not None:
            ip = ipaddress.IPv6Address(gateway)
            found.append((metric, f"{ip}%{parts[9]}" if ip.is_link_local else str(ip)))
    return _usable(found)


def read_bsd(text: str) -> str | None:
    """`route -n get default` of macOS and the BSDs: a line `gateway: 192.168.1.1`."""
    named = (line.split() for line in text.splitlines())
    return _usable([(0, parts[1]) for parts in named if len(parts) == 2 and parts[0] == "gateway:"])


def read_windows(text: str) -> str | None:
    """`route print -4 0.0.0.0`: destination, mask, gateway, interface, metric, under headings in the user's
    language. A route that is kept for the next start has no interface. The lowest metric counts."""
    found: list[tuple[int, str]] = []
    for line in text.splitlines():
        parts = line.split()
        metric = _number(parts[4], 10) if len(parts) == 5 else None
        if metric is not None and parts[:2] == ["0.0.0.0", "0.0.0.0"]:
            found.append((metric, parts[2]))
    return _usable(found)


def _number(text: str, base: int = 16) -> int | None:
    """A number of at most 32 digits, as an IPv6 address has, None for anything else."""
    try:
        return int(text, base) if text.isascii() and text.isalnum() and len(text) <= 32 else None
    except ValueError:
        return None


def _leads_out(flags: int | None) -> bool:
    return flags is not None and flags & (_UP | _GATEWAY | _REJECT) == _UP | _GATEWAY


def _usable(found: Sequence[tuple[int, str]]) -> str | None:
    """The router of the lowest metric that can be asked, the first of several."""
    for _, host in sorted(found, key=lambda one: one[0]):
        ip = ip_of(host)
        if ip is not None and not (ip.is_unspecified or ip.is_multicast or ip.is_loopback):
            return host
    return None

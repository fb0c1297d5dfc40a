"""The process that a lab lives in: it holds the namespaces and is the internet between them.

Started inside an own user, network and mount namespace, it names further network namespaces in a /run of its
own, so that nothing outside sees them and all of them go when it ends. It does what the lines on its stdin
say, one JSON object each, and answers each with a line on stdout: `{"error": null}`, or what was wrong. At
the end of stdin it kills whatever still runs in its namespaces and ends.

The internet is a switch in user space where `/dev/net/tun` can be opened: each namespace has a TAP device,
whose frames come here and go out again after a while, or not at all. Elsewhere it is a bridge of the kernel,
without delay and loss. Runs on the standard library alone.
"""

from __future__ import annotations

import heapq
import json
import os
import select
import signal
import struct
import subprocess
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

TUN: Final = "/dev/net/tun"
WAN: Final = "wan"
"""The name of the device towards the internet in its namespace."""
FRAME_BYTES_MAX: Final = 65_536
FRAMES_ON_THE_WAY_MAX: Final = 20_000
"""Frames above these are lost, as they are in any router whose queue is full."""
FRAMES_A_TURN: Final = 1_000
"""More than the queue of a TAP device holds: what was sent before a change meets what was before it."""
_TUNSETIFF: Final = 0x400454CA
_IFF_TAP: Final = 0x0002
_IFF_NO_PI: Final = 0x1000
_ARP: Final = b"\x08\x06"
_IPV6: Final = b"\x86\xdd"
_ICMPV6: Final = 58
_NEIGHBOURS: Final = range(133, 138)
"""The ICMPv6 types of neighbour discovery (RFC 4861)."""


class Internet(Protocol):
    """The bridge that joins the namespaces."""

    def attach(self, name: str) -> None:
        """Give a namespace a device towards the others."""

    def cut(self, name: str, cut: bool) -> None:
        """Let nothing through from and to a namespace, without telling it; or mend that."""

    def weather(self, delay_s: float, loss: float) -> None:
        """How long each frame takes one way, and the share of frames that are lost one way."""


class Switch:
    """An internet of TAP devices, each of them a port.

    A frame goes to the port from which its destination was last heard, else to all. Each port loses frames by
    dice of its own, so that the n-th packet of a namespace has the same fate in each run with the same seed.
    A packet that looks for neighbours, or goes to many, takes no time and is never lost: it stands for
    nothing on an internet.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._delay_s = self._loss = 0.0
        self._ports: dict[int, str] = {}
        self._dice: dict[int, Random] = {}
        self._learned: dict[bytes, int] = {}
        self._cut: set[str] = set()
        self._way: list[tuple[float, int, int, bytes]] = []
        self._number = count()

    def attach(self, name: str) -> None:
        import fcntl  # which some systems lack, whose tests read this module's constants all the same

        device = f"tap{len(self._ports)}"
        port = os.open(TUN, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(port, _TUNSETIFF, struct.pack("16sH22x", device.encode(), _IFF_TAP | _IFF_NO_PI))
        run("ip", "link", "set", device, "netns", name, "name", WAN)
        self._ports[port] = name
        self._dice[port] = Random(f"{self._seed} {name}")

    def cut(self, name: str, cut: bool) -> None:
        (self._cut.add if cut else self._cut.discard)(name)

    def weather(self, delay_s: float, loss: float) -> None:
        self._delay_s, self._loss = delay_s, loss

    def ports(self) -> list[int]:
        """The descriptors from which frames come."""
        return list(self._ports)

    def wait_s(self) -> float | None:
        """How long until the next frame is due; None if there is none on the way."""
        return max(0.0, self._way[0][0] - time.monotonic()) if self._way else None

    def take(self, port: int) -> None:
        """Read what a namespace has sent, and send it on its way."""
        for _ in range(FRAMES_A_TURN):
            try:
                frame = os.read(port, FRAME_BYTES_MAX)
            except BlockingIOError:
                return
            self._learned[frame[6:12]] = port
            at = time.monotonic()
            if not _is_local(frame):
                if self._dice[port].random() < self._loss or self._ports[port] in self._cut:
                    continue
                at += self._delay_s
            if len(self._way) < FRAMES_ON_THE_WAY_MAX:
                heapq.heappush(self._way, (at, next(self._number), port, frame))

    def deliver(self) -> None:
        """Hand over every frame that is due."""
        now = time.monotonic()
        while self._way and self._way[0][0] <= now:
            _, _, source, frame = heapq.heappop(self._way)
            known = self._learned.get(frame[:6])
            for port in self._ports if known is None else (known,):
                if port != source and (self._ports[port] not in self._cut or _is_local(frame)):
                    with suppress(OSError):  # a device that is down takes nothing
                        os.write(port, frame)


class Bridge:
    """An internet of the kernel's own devices, for machines without TAP devices."""

    def __init__(self) -> None:
        self._ports: dict[str, str] = {}
        run("ip", "link", "add", "internet", "type", "bridge")
        run("ip", "link", "set", "internet", "up")

    def attach(self, name: str) -> None:
        port = self._ports[name] = f"port{len(self._ports)}"
        run("ip", "link", "add", port, "type", "veth", "peer", "name", WAN, "netns", name)
        run("ip", "link", "set", port, "master", "internet", "up")

    def cut(self, name: str, cut: bool) -> None:
        run("ip", "link", "set", self._ports[name], *(["nomaster"] if cut else ["master", "internet"]))

    def weather(self, delay_s: float, loss: float) -> None:
        if delay_s or loss:
            raise ValueError(f"no {TUN}: without delay")


def _is_local(frame: bytes) -> bool:
    """Whether a frame goes to many, or looks for neighbours."""
    kind = frame[12:14]
    of_ipv6 = kind == _IPV6 and len(frame) > 54 and frame[20] == _ICMPV6 and frame[54] in _NEIGHBOURS
    return bool(frame[0] & 1) or kind == _ARP or of_ipv6


def run(*command: str) -> str:
    """Run a command to its end and return what it printed; raises RuntimeError with its words."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def obey(internet: Internet, request: dict[str, Any]) -> None:
    """Do what a request says."""
    match request["do"]:
        case "namespace":
            run("ip", "netns", "add", request["name"])
        case "attach":
            internet.attach(request["name"])
        case "cut":
            internet.cut(request["name"], request["cut"])
        case "weather":
            internet.weather(request["delay_s"], request["loss"])
        case other:
            raise ValueError(f"nobody can {other}")


def serve(internet: Internet) -> None:
    """Move frames and obey, until stdin ends."""
    switch = internet if isinstance(internet, Switch) else None
    said = b""
    while True:
        ports = switch.ports() if switch else []
        ready, _, _ = select.select([0, *ports], [], [], switch.wait_s() if switch else None)
        for port in ready:
            if port and switch:
                switch.take(port)
        if switch:
            switch.deliver()
        if 0 in ready:
            chunk = os.read(0, FRAME_BYTES_MAX)
            if not chunk:
                return
            *lines, said = (said + chunk).split(b"\n")
            for line in lines:
                answer(internet, json.loads(line))


def answer(internet: Internet, request: dict[str, Any]) -> None:
    """Obey, and say how it went."""
    error = None
    try:
        obey(internet, request)
    except (RuntimeError, ValueError, KeyError, OSError) as failure:
        error = str(failure)
    print(json.dumps({"error": error}), flush=True)


def end() -> None:
    """Kill what runs in the namespaces: a process that lived on would keep its own alive."""
    held = {name.stat().st_ino for name in Path("/run/netns").iterdir()}
    found = True
    while found:  # what one of them has started meanwhile too
        found = False
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # gone already, or somebody else's
                if (process / "ns/net").stat().st_ino in held:
                    os.kill(int(process.name), signal.SIGKILL)
                    found = True


def main(seed: str, bridge: bool) -> None:
    """Make a /run of our own, and serve."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts a test ends our stdin
    run("mount", "-t", "tmpfs", "lab", "/run")
    Path("/run/netns").mkdir()
    internet = Bridge() if bridge else Switch(seed)
    print(json.dumps({"error": None}), flush=True)
    try:
        serve(internet)
    finally:
        end()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "bridge")

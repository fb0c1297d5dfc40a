"""A small internet of network namespaces: hosts behind routers, with the kernel's own TCP, NAT and firewall.

    with Lab(seed=1, round_trip_ms=80, loss=0.02) as lab:
        helper = lab.public("helper")
        site = lab.site("a", CONE)
        node = site.host.popen(sys.executable, "-m", "fadenet", "host", "faroe", "--bot", "random")

Everything is inside one user, network and mount namespace that `keeper` holds, with the internet
198.51.100.0/24 and 2001:db8::/64, local networks 10.N.0.0/24 and 2001:db8:N::/64, and no way out. Root and
everybody else use it alike, wherever `lacking()` names no reason against it. Leaving the block ends whatever
runs in the lab, and with the last process all namespaces are gone.

Names are those of namespaces: hosts as they are called, the router of site `a` is `a.router`.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

from tests.lab.keeper import TUN, WAN
from tests.lab.rules import OPEN, UPNP, V6_FIREWALL, rules

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).resolve().parent
PATH: Final = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])
"""Where programs are looked for: only root has the last two in its own."""
INTERNET: Final = "198.51.100."
INTERNET_V6: Final = "2001:db8::"
FIRST_NUMBER: Final = 10
"""The last part of the first address in each network; below are those of routers."""
NUMBERS: Final = 250
NAMESPACE: Final = ("unshare", "--user", "--map-root-user", "--net", "--mount")
PYTHON: Final = (sys.executable, "-I", "-S")
PATIENCE_S: Final = 30.0
"""How long anything that must happen may take."""
PARTING_S: Final = 10.0
LOOK_S: Final = 0.005
_FLUSH: Final = struct.pack("=IHHIIBBH", 20, 0x0102, 0x0005, 1, 0, 0, 0, 0)
"""Netlink: delete (2) of the subsystem of connections (1), all of them; a request (1) with an answer (4)."""
_NETLINK_NETFILTER: Final = 12
_EMPTY: Final = {
    "ipv6/conf/default/accept_dad": 0,
    "ipv6/conf/default/accept_ra": 0,
    "ipv6/conf/default/router_solicitations": 0,
}
"""Settings of each namespace: IPv6 addresses are good at once, and nobody is asked for any."""
_ROUTER: Final = {
    "ipv4/ip_forward": 1,
    "ipv6/conf/all/forwarding": 1,
    f"ipv6/conf/{WAN}/proxy_ndp": 1,
    f"ipv6/neigh/{WAN}/proxy_delay": 0,
}
"""A router answers the internet's search for the hosts behind it (RFC 4389), so that no routes are needed."""


def lacking(path: str = PATH) -> str | None:
    """Why a lab cannot be had here, as a reason to skip a test; None if there can. path: where to look."""
    for tool in (NAMESPACE[0], "nsenter", "ip"):
        if shutil.which(tool, path=path) is None:
            return f"no namespaces ({tool}: No such file or directory)"
    tried = _tried(path, "true")
    if tried.returncode:
        return f"no namespaces (unshare: {tried.stderr.strip().rpartition(': ')[2]})"
    if not Path("/proc/sys/net/ipv6").exists():
        return "no IPv6"
    if shutil.which("nft", path=path) is None or _tried(path, "nft", "list", "ruleset").returncode:
        return "no nft"
    return None


def without_delay(tun: str = TUN) -> str | None:
    """Why a lab here has neither delay nor loss, as a reason to skip a test; None if it has. tun: the device
    node."""
    try:
        os.close(os.open(tun, os.O_RDWR))
    except OSError:
        return f"no {TUN}: without delay"
    return None


def _tried(path: str, *command: str) -> subprocess.CompletedProcess[str]:
    unshare = shutil.which(NAMESPACE[0], path=path)
    assert unshare is not None
    return subprocess.run(
        [unshare, *NAMESPACE[1:], *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": path, "LC_ALL": "C"},
        check=False,
    )


def until(true: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    """Look until it is true; raises TimeoutError if it never is."""
    end = time.monotonic() + patience_s
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {patience_s:g} s")
        time.sleep(LOOK_S)


@dataclass(slots=True)
class Net:
    """A network that hosts are on. v4, v6: what addresses begin with, None for a family that it lacks;
    namespace: the one that holds it, empty for the internet; gateway: its router's number, 0 for none."""

    v4: str | None
    v6: str | None
    namespace: str = ""
    gateway: int = 0
    numbers: Iterator[int] = field(default_factory=lambda: iter(range(FIRST_NUMBER, NUMBERS)))
    ports: Iterator[int] = field(default_factory=count)

    def addresses(self, number: int) -> list[str]:
        """Those of the host with this number, IPv4 first."""
        return [f"{start}{number}" for start in (self.v4, self.v6) if start is not None]


@dataclass(slots=True)
class Interface:
    """Where a host is on a network. number: its own there; port: the other end of its cable, at a local
    network; up: whether it is plugged in."""

    net: Net
    device: str
    number: int
    port: str = ""
    up: bool = True

    @property
    def addresses(self) -> list[str]:
        """Without the lengths of their prefixes, IPv4 first."""
        return self.net.addresses(self.number)


class Host:
    """A machine of the lab: a network namespace, in which programs run and sockets are opened."""

    def __init__(self, lab: Lab, name: str, default_route: bool = True) -> None:
        self.name = name
        self.default_route = default_route
        self.interfaces: list[Interface] = []
        self._lab = lab
        self._opener: socket.socket | None = None

    @property
    def addresses(self) -> list[str]:
        """Its own addresses, those of its first interface first, IPv4 first."""
        return [address for one in self.interfaces for address in one.addresses]

    @property
    def address(self) -> str:
        """The first of them."""
        return self.addresses[0]

    def popen(self, *command: str | Path, **settings: Any) -> subprocess.Popen[str]:
        """Start a program here; it sees the checkout's packages, its output comes through pipes. It may be
        signalled like any child, and ends with the lab."""
        usual: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE}
        usual |= {"stderr": subprocess.PIPE, "text": True, "cwd": ROOT, "env": self._lab.environ}
        process: subprocess.Popen[str] = subprocess.Popen(
            [*self._lab.entered(self.name), *map(str, command)], **{**usual, **settings}
        )
        self._lab.processes.append(process)
        return process

    def run(self, *command: str | Path, stdin: str = "") -> str:
        """Run a program here to its end and return what it printed; raises `CalledProcessError`."""
        process = self.popen(*command, stdin=subprocess.PIPE)
        out, err = process.communicate(stdin)
        self._lab.processes.remove(process)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, [*map(str, command)], out, err)
        return out

    def socket(
        self, family: int = socket.AF_INET, kind: int = socket.SOCK_STREAM, protocol: int = 0
    ) -> socket.socket:
        """A socket of this host, for the caller's own use."""
        if self._opener is None:
            self._opener, theirs = socket.socketpair()
            with theirs:
                self.popen(*PYTHON, HERE / "opener.py", stdin=theirs.fileno())
        self._opener.sendall(f"{int(family)} {int(kind)} {protocol}\n".encode())
        _, (made,), _, _ = socket.recv_fds(self._opener, 1, 1)
        return socket.socket(fileno=made)

    def close(self) -> None:
        """Open no more sockets."""
        if self._opener is not None:
            self._opener.close()


@dataclass(slots=True)
class Site:
    """A place of the internet, of a kind of `rules.KINDS`. host: the first machine there; router: None at a
    site that has none, where `net` is the internet itself."""

    name: str
    kind: str
    net: Net
    host: Host
    router: Host | None = None
    gateway: subprocess.Popen[str] | None = None

    @property
    def outside(self) -> str:
        """The address that others see a connection from the host come from, as far as it has one."""
        return self.host.address if self.router is None or self.net.v4 is None else self.router.address


class Lab:
    """The namespaces of one test, from entering the block to leaving it.

    seed: of the dice that lose frames; round_trip_ms, loss: see `weather`; bridge: whether to do without a
    switch in user space even where it could be had. Programs that fail raise RuntimeError with their words.
    """

    def __init__(
        self, seed: int | str = 0, round_trip_ms: float = 0.0, loss: float = 0.0, bridge: bool = False
    ) -> None:
        self.environ = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": PATH}
        self.processes: list[subprocess.Popen[str]] = []
        self.internet = Net(INTERNET, INTERNET_V6)
        self._seed = str(seed)
        self._weather = round_trip_ms, loss
        self._bridge = bridge or without_delay() is not None
        self._hosts: list[Host] = []
        self._nets = iter(range(1, NUMBERS))
        self._keeper: subprocess.Popen[str] | None = None

    def __enter__(self) -> Lab:
        kind = "bridge" if self._bridge else "switch"
        self._keeper = subprocess.Popen(
            [*NAMESPACE, *PYTHON, HERE / "keeper.py", self._seed, kind],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environ,
        )
        try:
            self._heard()
            if any(self._weather):
                self.weather(*self._weather)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        assert self._keeper is not None
        for host in self._hosts:
            host.close()
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait(PARTING_S)
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    stream.close()
        assert self._keeper.stdin is not None and self._keeper.stdout is not None
        self._keeper.stdin.close()
        try:
            self._keeper.wait(PARTING_S)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
        self._keeper.stdout.close()

    # What there is.

    def public(self, name: str) -> Host:
        """A host with public addresses, IPv4 and IPv6."""
        host = self._host(name)
        self._attach(host)
        self._configure(host)
        return host

    def site(self, name: str, kind: str) -> Site:
        """A place of that kind with one host, called as the site is."""
        if kind == OPEN:
            return Site(name, kind, self.internet, self.public(name))
        router = self._host(f"{name}.router")
        self._attach(router)
        net = self._net(router.name, v4=kind != V6_FIREWALL, v6=kind == V6_FIREWALL, gateway=1)
        self._write(router, _ROUTER)
        self._configure(router)
        router.run("nft", "-f", "-", stdin=rules(kind))
        site = Site(name, kind, net, self.host(name, net), router)
        self._serve_ports(site)
        return site

    def lan(self, name: str, v6: bool = False) -> Net:
        """A local network of its own, without a router."""
        return self._net(self._host(name).name, v4=True, v6=v6, gateway=0)

    def host(self, name: str, *nets: Net, default_route: bool = True) -> Host:
        """A machine with an interface on each of these networks, `eth0`, `eth1` and so on; its default route
        leads through the first that has a router."""
        host = self._host(name, default_route)
        for number, net in enumerate(nets):
            port = f"port{next(net.ports)}"
            self._plug_in(host, Interface(net, f"eth{number}", next(net.numbers), port))
        self._configure(host)
        return host

    # What happens.

    def weather(self, round_trip_ms: float, loss: float) -> None:
        """From now on a packet and its answer take so long on the internet, half of it each way, and this
        share of packets is lost each way. Raises RuntimeError where `without_delay()` gives a reason."""
        self._ask(do="weather", delay_s=round_trip_ms / 2_000, loss=loss)

    def cut(self, site: Site) -> None:
        """Nothing goes from or to a site any more, and nobody there is told."""
        self._ask(do="cut", name=(site.router or site.host).name, cut=True)

    def mend(self, site: Site) -> None:
        """The end of `cut`."""
        self._ask(do="cut", name=(site.router or site.host).name, cut=False)

    def unplug(self, host: Host, number: int = 0) -> None:
        """The cable of an interface is pulled: the host knows, and its addresses are gone."""
        self._withdraw(host, host.interfaces[number])
        host.interfaces[number].up = False
        self._batch(host.name, [f"link set {host.interfaces[number].device} down"])
        self._configure(host)

    def plug(self, host: Host, number: int = 0) -> None:
        """It is plugged in again, with the addresses that it had."""
        host.interfaces[number].up = True
        self._configure(host)

    def change_address(self, host: Host, number: int = 0) -> None:
        """An interface has other addresses in the same networks, and no longer those that it had."""
        interface = host.interfaces[number]
        self._withdraw(host, interface)
        interface.number = next(interface.net.numbers)
        self._configure(host)

    def restart_router(self, site: Site) -> None:
        """The router has forgotten all connections and mappings, and has another external address."""
        if site.router is None:
            raise ValueError(f"{site.name} has no router")
        self.change_address(site.router)
        with site.router.socket(socket.AF_NETLINK, socket.SOCK_RAW, _NETLINK_NETFILTER) as kernel:
            kernel.sendall(_FLUSH)
            (error,) = struct.unpack_from("=i", kernel.recv(4_096), 16)
            if error:
                raise RuntimeError(f"connections are not forgotten: {os.strerror(-error)}")
        self._serve_ports(site)

    def refused(self, site: Site) -> int:
        """How many packets of strangers the router has turned away."""
        assert site.router is not None
        found = json.loads(site.router.run("nft", "-j", "list", "counter", "inet", "filter", "refused"))
        packets: int = found["nftables"][1]["counter"]["packets"]
        return packets

    def devices(self) -> list[str]:
        """The devices of the namespace that holds the others."""
        assert self._keeper is not None
        into = ["nsenter", f"--target={self._keeper.pid}", "--user", "--net", "--preserve-credentials", "--"]
        shown = subprocess.run([*into, "ip", "-j", "link"], capture_output=True, env=self.environ, check=True)
        return [one["ifname"] for one in json.loads(shown.stdout)]

    # Setting up.

    def entered(self, name: str, *more: str) -> list[str]:
        """The beginning of a command line that is to run in a namespace."""
        assert self._keeper is not None
        keeper = self._keeper.pid
        into = [f"--target={keeper}", "--user", f"--net=/proc/{keeper}/root/run/netns/{name}", *more]
        return ["nsenter", *into, "--preserve-credentials", "--"]

    def _host(self, name: str, default_route: bool = True) -> Host:
        self._ask(do="namespace", name=name)
        host = Host(self, name, default_route)
        self._hosts.append(host)
        self._write(host, _EMPTY)
        return host

    def _attach(self, host: Host) -> None:
        self._ask(do="attach", name=host.name)
        host.interfaces.append(Interface(self.internet, WAN, next(self.internet.numbers)))

    def _net(self, namespace: str, v4: bool, v6: bool, gateway: int) -> Net:
        number = next(self._nets)
        net = Net(
            f"10.{number}.0." if v4 else None, f"2001:db8:{number}::" if v6 else None, namespace, gateway
        )
        lines = ["link set lo up", "link add lan type bridge mcast_snooping 0", "link set lan up"]
        lines += [
            f"address add {one} dev lan" for one in _prefixed(net.addresses(gateway) if gateway else [])
        ]
        self._batch(namespace, lines)
        return net

    def _plug_in(self, host: Host, interface: Interface) -> None:
        port = interface.port
        lines = [f"link add {port} type veth peer name {interface.device} netns {host.name}"]
        self._batch(interface.net.namespace, [*lines, f"link set {port} master lan up"])
        host.interfaces.append(interface)

    def _configure(self, host: Host) -> None:
        """Give a host the addresses and routes that it is to have."""
        lines = ["link set lo up"]
        routed = not host.default_route
        for one in host.interfaces:
            if not one.up:
                continue
            lines.append(f"link set {one.device} up")
            lines += [f"address replace {address} dev {one.device}" for address in _prefixed(one.addresses)]
            if routed or (one.net.namespace and not one.net.gateway):
                continue
            routed = True
            if not one.net.gateway:
                lines += [f"route replace {every} dev {one.device}" for every in ("0.0.0.0/0", "::/0")]
            for way in one.net.addresses(one.net.gateway) if one.net.gateway else []:
                every = "::/0" if ":" in way else "0.0.0.0/0"
                lines.append(f"route replace {every} via {way} dev {one.device}")
        self._batch(host.name, lines)
        self._announce(host, "replace")
        for one in host.interfaces:
            if one.up and one.port:
                until(lambda one=one: self._carries(host, one))  # type: ignore[misc]

    def _carries(self, host: Host, interface: Interface) -> bool:
        """Whether an interface is ready at both of its ends: before, the first packets may be lost."""
        return all(
            "state UP" in shown and "state disabled" not in shown
            for shown in (
                self._ip(host.name, "-d", "link", "show", interface.device),
                self._ip(interface.net.namespace, "-d", "link", "show", interface.port),
            )
        )

    def _withdraw(self, host: Host, interface: Interface) -> None:
        self._announce(host, "delete")
        self._batch(
            host.name, [f"address delete {a} dev {interface.device}" for a in _prefixed(interface.addresses)]
        )

    def _announce(self, host: Host, verb: str) -> None:
        """Let the routers of a host speak for its IPv6 addresses, or no longer."""
        for one in host.interfaces:
            if one.up and one.net.gateway and one.net.v6:
                address = one.addresses[-1]
                self._batch(one.net.namespace, [f"neighbour {verb} proxy {address} dev {WAN}"])

    def _serve_ports(self, site: Site) -> None:
        """At a site whose router opens ports, start the program that does; it has forgotten all it knew."""
        if site.kind != UPNP or site.router is None:
            return
        if site.gateway is not None:
            site.gateway.kill()
            site.gateway.wait()
        inside = site.net.addresses(site.net.gateway)[0]
        site.gateway = site.router.popen(*PYTHON, HERE / "gateway.py", inside, site.outside)
        assert site.gateway.stdout is not None
        if not site.gateway.stdout.readline():
            raise RuntimeError(f"no gateway: {site.gateway.communicate()[1]}")

    def _write(self, host: Host, settings: dict[str, int]) -> None:
        lines = [f"echo {value} > /proc/sys/net/{name}" for name, value in settings.items()]
        host.run("sh", "-e", "-c", "\n".join(lines))

    def _batch(self, namespace: str, lines: list[str]) -> None:
        """Have `ip` do all this in a namespace."""
        self._ip(namespace, "-batch", "-", stdin="\n".join([*lines, ""]))

    def _ip(self, namespace: str, *arguments: str, stdin: str = "") -> str:
        """Run `ip` in a namespace, where it knows the others by name."""
        done = subprocess.run(
            [*self.entered(namespace, "--mount"), "ip", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            env=self.environ,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{namespace}: {done.stderr.strip()}, of {stdin or arguments}")
        return done.stdout

    def _ask(self, **request: Any) -> None:
        assert self._keeper is not None and self._keeper.stdin is not None
        self._keeper.stdin.write(json.dumps(request) + "\n")
        self._keeper.stdin.flush()
        self._heard()

    def _heard(self) -> None:
        assert self._keeper is not None and self._keeper.stdout is not None
        line = self._keeper.stdout.readline()
        if not line:
            raise RuntimeError("the keeper has ended")
        if error := json.loads(line)["error"]:
            raise RuntimeError(error)


def _prefixed(addresses: list[str]) -> list[str]:
    return [f"{one}/64" if ":" in one else f"{one}/24" for one in addresses]

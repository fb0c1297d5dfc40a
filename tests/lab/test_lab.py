"""The lab itself: who reaches whom from where, shown with plain sockets; and a match across a real router."""

from __future__ import annotations

import errno
import os
import re
import select
import shutil
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lab import gateway
from tests.lab.gateway import LIFETIME_S_MAX, MAPPINGS_MAX, Gateway
from tests.lab.keeper import TUN
from tests.lab.lab import NAMESPACE, PATH, PATIENCE_S, Host, Lab, Site, lacking, until, without_delay
from tests.lab.rules import CONE, KINDS, OPEN, RST_CONE, SYMMETRIC, UPNP, V6_FIREWALL, shares_a_way

NO_LAB = lacking() if os.name == "posix" else "no namespaces"
NO_DELAY = without_delay()
needs_lab = pytest.mark.skipif(NO_LAB is not None, reason=str(NO_LAB))
needs_delay = pytest.mark.skipif(NO_LAB is not None or NO_DELAY is not None, reason=str(NO_LAB or NO_DELAY))
PORT = 47070
CONNECTED = "connected"
SOCKETS = (socket.SOCK_STREAM, socket.SOCK_DGRAM)
CROSSING_MS = 20
"""A round trip on which two that dial at once do so before either has heard of the other."""
ATTEMPTS = 20
HANG_S = 240.0


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """A lab with a site of each kind and two public hosts, for tests that leave it as it was."""
    with Lab() as lab:
        yield World(lab)


@pytest.fixture
def lab() -> Iterator[Lab]:
    """An empty lab."""
    with Lab() as made:
        yield made


class World:
    """The sites of a lab by their kinds, each with a listener, and who is not one of them."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.helper = lab.public("helper")
        self.stranger = lab.public("stranger")
        self.sites = {kind: lab.site(kind, kind) for kind in KINDS}


# Why there may be none.


@pytest.mark.skipif(os.name != "posix", reason="programs as POSIX has them")
def test_without_the_right_to_namespaces_the_reason_says_so(tmp_path: Path) -> None:
    for tool in ("nsenter", "ip"):
        _program(tmp_path, tool, "exit 0")
    assert lacking(str(tmp_path)) == "no namespaces (unshare: No such file or directory)"
    _program(tmp_path, "unshare", "echo 'unshare: unshare failed: Operation not permitted' >&2; exit 1")
    assert lacking(str(tmp_path)) == "no namespaces (unshare: Operation not permitted)"


@needs_lab
def test_without_nft_the_reason_says_so(tmp_path: Path) -> None:
    # given all programs but one
    for tool in (NAMESPACE[0], "nsenter", "ip", "true", "nft"):
        found = shutil.which(tool, path=PATH)
        assert found is not None
        (tmp_path / tool).symlink_to(found)
    assert lacking(str(tmp_path)) is None
    # when it is not there, or the kernel will not have it, then there is no lab
    (tmp_path / "nft").unlink()
    assert lacking(str(tmp_path)) == "no nft"
    _program(tmp_path, "nft", "exit 1")
    assert lacking(str(tmp_path)) == "no nft"


def test_without_the_device_node_the_reason_says_so(tmp_path: Path) -> None:
    assert without_delay(str(tmp_path / "tun")) == "no /dev/net/tun: without delay"


# Who reaches whom.


@needs_lab
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_reaches_a_public_host_and_is_seen_from_outside(world: World, kind: str) -> None:
    # given a public host that listens
    site = world.sites[kind]
    address = _common(site.host, world.helper)
    with _listener(world.helper, address) as door, _dialling(site.host, address, _port(door)) as ours:
        # when somebody dials it, then it sees the address of their site
        theirs, peer = door.accept()
        with theirs:
            assert _fate(ours) == CONNECTED
            assert peer[0] == site.outside
            # and what it sends is let in
            theirs.sendall(b"reply")
            assert ours.recv(9) == b"reply"


@needs_lab
def test_a_stranger_reaches_the_open_site_alone(world: World) -> None:
    # given a listener at each site, on the port that the stranger knows
    doors, dials, before = {}, {}, {}
    for kind, site in world.sites.items():
        doors[kind] = _listener(site.host, site.host.address, PORT)
        before[kind] = world.lab.refused(site) if site.router else 0
    # when a stranger dials what others see of each of them
    for kind, site in world.sites.items():
        dials[kind] = _dialling(world.stranger, site.outside, PORT)
    # then the open one answers, one router refuses, and the others leave even a second SYN unanswered
    assert _fate(dials[OPEN]) == CONNECTED
    assert _fate(dials[RST_CONE]) == "ECONNREFUSED"
    for kind in (CONE, SYMMETRIC, V6_FIREWALL, UPNP):
        until(lambda kind=kind: world.lab.refused(world.sites[kind]) >= before[kind] + 2)  # type: ignore[misc]
        assert not _settled(dials[kind]), kind
    for one in [*doors.values(), *dials.values()]:
        one.close()


@needs_lab
def test_nothing_leads_out_of_the_lab(world: World) -> None:
    # given all the devices that the lab's innermost namespaces have
    for site in world.sites.values():
        for host in filter(None, (site.host, site.router)):
            devices = re.findall(r"^\d+: (\w+)", host.run("ip", "-o", "link"), re.MULTILINE)
            # then there are none but those that the lab has made
            assert {re.sub(r"\d", "", device) for device in devices} <= {"lo", "wan", "lan", "eth", "port"}
    # and the one that holds them all has none at all
    assert world.lab.devices() == ["lo"] if NO_DELAY is None else "internet" in world.lab.devices()


# Mappings.


@needs_lab
@pytest.mark.parametrize("kind", (CONE, RST_CONE, SYMMETRIC, UPNP))
@pytest.mark.parametrize("transport", SOCKETS)
def test_all_but_a_symmetric_router_keep_one_port_for_two_destinations(
    world: World, kind: str, transport: int
) -> None:
    # given two public hosts
    observed = set()
    # when a host behind a router goes to both from one port
    for observer in (world.helper, world.stranger):
        observed.add(_observed(world.sites[kind].host, observer, transport))
    # then they see one port, that very one, or, of a symmetric router, two others
    ports = {port for _, port in observed}
    assert len(ports) == 2 and PORT not in ports if kind == SYMMETRIC else ports == {PORT}
    assert {address for address, _ in observed} == {world.sites[kind].outside}


@needs_delay
@pytest.mark.parametrize(
    "pair",
    [(CONE, CONE), *(pytest.param((one, RST_CONE), marks=pytest.mark.slow) for one in (CONE, RST_CONE))],
)
def test_two_that_dial_at_once_from_the_ports_that_a_helper_saw_meet(pair: tuple[str, str]) -> None:
    # given two behind routers, whom a helper has seen
    with Lab(round_trip_ms=CROSSING_MS) as lab:
        helper = lab.public("helper")
        sites = [lab.site(name, kind) for name, kind in zip("ab", pair, strict=True)]
        seen = [_observed(site.host, helper) for site in sites]
        # when each dials the other at once
        for _ in range(ATTEMPTS):
            dials = [
                _dialling(site.host, *other, PORT) for site, other in zip(sites, reversed(seen), strict=True)
            ]
            if [_fate(one) for one in dials] == [CONNECTED, CONNECTED]:
                break
            for one in dials:
                one.close()
        # then they are connected, with nobody who listens
        first, second = dials
        first.sendall(b"met")
        assert second.recv(9) == b"met" and first.getpeername() == seen[1]
        for one in dials:
            one.close()


@needs_lab
@pytest.mark.parametrize("other", (CONE, pytest.param(SYMMETRIC, marks=pytest.mark.slow)))
def test_with_a_symmetric_router_they_do_not(lab: Lab, other: str) -> None:
    # given the same with a router that has another port for each destination
    helper = lab.public("helper")
    sites = [lab.site("a", SYMMETRIC), lab.site("b", other)]
    seen = [_observed(site.host, helper) for site in sites]
    # when each dials the other at once
    dials = [_dialling(site.host, *at, PORT) for site, at in zip(sites, reversed(seen), strict=True)]
    # then each router turns away what it takes for a stranger, more than once
    until(lambda: all(lab.refused(site) >= 2 for site in sites))
    assert not any(_settled(one) for one in dials)
    for one in dials:
        one.close()


def test_pairs_have_a_way_in_common_as_the_kinds_say() -> None:
    assert shares_a_way(OPEN, SYMMETRIC) and shares_a_way(CONE, RST_CONE) and shares_a_way(SYMMETRIC, UPNP)
    assert not shares_a_way(CONE, SYMMETRIC) and not shares_a_way(SYMMETRIC, SYMMETRIC)
    assert shares_a_way(V6_FIREWALL, V6_FIREWALL) and shares_a_way(V6_FIREWALL, OPEN)
    assert not shares_a_way(V6_FIREWALL, CONE) and not shares_a_way(UPNP, V6_FIREWALL)


@needs_lab
def test_two_behind_ipv6_firewalls_meet_once_both_have_dialled(lab: Lab) -> None:
    # given two firewalls, and one who dials through the other's in vain
    one, other = (lab.site(name, V6_FIREWALL) for name in "ab")
    first = _dialling(one.host, other.outside, PORT, PORT)
    until(lambda: lab.refused(other) >= 1)
    # when the other dials back
    second = _dialling(other.host, one.outside, PORT, PORT)
    # then its own firewall lets the answer in
    assert _fate(second) == _fate(first) == CONNECTED
    first.close()
    second.close()


# A router that opens ports.


@needs_lab
@pytest.mark.parametrize("protocol", ("NAT-PMP", "PCP"))
def test_a_port_is_open_while_it_is_mapped(lab: Lab, protocol: str) -> None:
    # given a router that opens ports
    stranger, site = lab.public("stranger"), lab.site("a", UPNP)
    ask = _nat_pmp if protocol == "NAT-PMP" else _pcp
    with _listener(site.host, site.host.address, PORT) as door:
        # when one is asked for, then strangers come in by it
        external = ask(site, PORT, 3_600)
        with _dialling(stranger, site.outside, external) as through:
            theirs, _ = door.accept()
            theirs.close()
            assert _fate(through) == CONNECTED
        # and when it is given back, or the router starts again, no longer
        assert ask(site, PORT, 0) == 0
        for restart in (False, True):
            if restart:
                external = ask(site, PORT, 3_600)
                lab.restart_router(site)
            before = lab.refused(site)
            with _dialling(stranger, site.outside, external) as turned_away:
                until(lambda before=before: lab.refused(site) > before)  # type: ignore[misc]
                assert not _settled(turned_away)


def test_a_router_opens_so_many_ports_and_only_for_a_while() -> None:
    # given a router whose every mapping is taken
    router = Gateway("198.51.100.7", began=0.0)

    def ask(port: int, now: float) -> tuple[int, int, int]:
        said = router.answer(struct.pack("!BBHHHI", 0, 2, 0, port, PORT, 2**32 - 1), "10.1.0.10", now)
        assert said is not None
        result, granted, lifetime = struct.unpack("!2xH6xHI", said)
        return result, granted, lifetime

    granted = [ask(1_000 + number, 0.0) for number in range(MAPPINGS_MAX)]
    assert granted == [(0, PORT + number, LIFETIME_S_MAX) for number in range(MAPPINGS_MAX)]
    # when another is asked for, then it is refused until the first are over
    assert ask(5_000, 1.0) == (4, 0, 0)
    assert ask(1_000, 1.0) == (0, PORT, LIFETIME_S_MAX)
    assert not router.expire(LIFETIME_S_MAX - 0.5)
    assert router.expire(LIFETIME_S_MAX) and len(router.mappings) == 1
    assert ask(5_000, LIFETIME_S_MAX + 1.0) == (0, PORT + 1, LIFETIME_S_MAX)


@given(
    st.binary(max_size=64)
    | st.builds(bytes.__add__, st.sampled_from([b"\0\0", b"\0\1", b"\0\2", b"\2\1"]), st.binary(max_size=64))
)
def test_a_router_reads_whatever_it_is_sent(request: bytes) -> None:
    router = Gateway("198.51.100.7", began=0.0)
    answer = router.answer(request, "10.1.0.10", 1.0)
    assert answer is None or answer[1] >= 128
    assert len(router.mappings) <= 1


# Delay, loss, cuts.


@needs_delay
def test_a_round_trip_takes_as_long_as_is_set(lab: Lab) -> None:
    # given two hosts and a delay
    ours, theirs = lab.public("a"), lab.public("b")
    with _bound(ours) as near, _bound(theirs) as far:
        for round_trip_ms in (80.0, 20.0):
            lab.weather(round_trip_ms, 0.0)
            # when a datagram goes there and back by the kernel's own clock, then it takes no less
            near.connect(far.getsockname())
            near.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
            far.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
            trips = [_trip_ms(near, far), _trip_ms(far, near)]
            assert all(trip >= round_trip_ms / 2 for trip in trips), trips


@needs_delay
def test_so_many_packets_are_lost_and_the_same_ones_for_a_seed() -> None:
    # given a share of packets that are lost, and two hosts
    sent, loss, kept = 200, 0.25, []
    for seed in (1, 1, 2):
        with Lab(seed) as lab:
            ours, theirs = lab.public("a"), lab.public("b")
            with _bound(ours) as near, _bound(theirs) as far:
                near.connect(far.getsockname())
                near.send(b"found")
                assert far.recv(9) == b"found"
                lab.weather(0.0, loss)
                # when datagrams are sent, and one behind them that is not lost
                for number in range(sent):
                    near.send(bytes([number]))
                lab.weather(0.0, 0.0)
                near.send(b"end")
                kept.append(list(iter(lambda far=far: far.recv(9), b"end")))  # type: ignore[misc]
    # then about that share is missing, within six standard deviations, which are 37 of 200; which ones are
    # goes by the seed
    assert all(abs(len(one) - sent * (1 - loss)) <= 37 for one in kept)
    assert kept[0] == kept[1] != kept[2]


@needs_lab
@pytest.mark.parametrize("bridge", (False, True))
def test_a_cut_lets_nothing_through_and_is_mended(bridge: bool) -> None:
    # given a host behind a router, and one whom it has reached
    with Lab(bridge=bridge) as lab:
        helper, site = lab.public("helper"), lab.site("a", CONE)
        with _bound(site.host) as near, _bound(helper) as far:
            near.connect(far.getsockname())
            near.send(b"before")
            _, back = far.recvfrom(9)
            # when its site is cut off, then what either sends is lost; when that is mended, what comes later
            # is not
            lab.cut(site)
            near.send(b"lost")
            far.sendto(b"lost", back)
            lab.mend(site)
            near.send(b"after")
            assert far.recv(9) == b"after"
            far.sendto(b"after", back)
            assert near.recv(9) == b"after"


@needs_lab
def test_a_bridge_has_no_delay_and_says_so() -> None:
    with pytest.raises(RuntimeError, match=f"^no {TUN}: without delay$"), Lab(bridge=True, round_trip_ms=1.0):
        pass


# Changes.


@needs_lab
@pytest.mark.parametrize("kind", (OPEN, CONE, V6_FIREWALL))
def test_a_host_with_another_address_has_lost_the_one_before(lab: Lab, kind: str) -> None:
    # given a host and a connection from it
    helper, site = lab.public("helper"), lab.site("a", kind)
    before, address = site.host.addresses, _common(site.host, helper)
    with _listener(helper, address) as door:
        _greeted(site.host, door)
        # when its address changes, then it has only others, and is reached and reaches as before
        lab.change_address(site.host)
        assert not set(before) & set(site.host.addresses)
        shown = site.host.run("ip", "-o", "address", "show")
        assert not any(f" {one}/" in shown for one in before)
        assert all(f" {one}/" in shown for one in site.host.addresses)
        assert _greeted(site.host, door)[0] == site.outside


@needs_lab
def test_a_router_that_starts_again_has_another_address_and_forgets_connections(lab: Lab) -> None:
    # given a connection through a router
    helper, site = lab.public("helper"), lab.site("a", CONE)
    assert site.router is not None
    before = site.outside
    with _listener(helper, helper.address) as door:
        ours = _dialling(site.host, helper.address, _port(door))
        theirs, peer = door.accept()
        assert peer[0] == before
        # when the router starts again
        lab.restart_router(site)
        # then it has another address, and what comes for the connection is no longer let in
        assert site.outside != before
        assert _greeted(site.host, door)[0] == site.outside
        # and what goes out by it is from somebody whom the other end does not know
        ours.sendall(b"who")
        assert _fate(ours, reading=True) == "ECONNRESET"
        ours.close()
        theirs.close()


@needs_lab
def test_a_firewall_that_starts_again_forgets_connections_too(lab: Lab) -> None:
    # given a connection from behind an IPv6 firewall
    helper, site = lab.public("helper"), lab.site("a", V6_FIREWALL)
    with _listener(helper, helper.addresses[1]) as door:
        ours = _dialling(site.host, door.getsockname()[0], _port(door))
        theirs, _ = door.accept()
        assert _fate(ours) == CONNECTED
        # when the router starts again, then what comes for the connection is taken for a stranger's
        lab.restart_router(site)
        before = lab.refused(site)
        theirs.sendall(b"lost")
        until(lambda: lab.refused(site) > before)
        # until the one behind it speaks
        ours.sendall(b"here")
        assert theirs.recv(9) == b"here"
        ours.close()
        theirs.close()


@needs_lab
@pytest.mark.slow
def test_a_cable_may_be_pulled_and_plugged_in_again(lab: Lab) -> None:
    # given a host on two networks, each with a router
    helper = lab.public("helper")
    sites = [lab.site(name, CONE) for name in "ab"]
    laptop = lab.host("laptop", *(site.net for site in sites))
    with _listener(helper, helper.address) as door:
        assert _greeted(laptop, door)[0] == sites[0].outside
        # when the cable of the first is pulled, then it goes out by the second, until that is mended
        lab.unplug(laptop)
        assert _greeted(laptop, door)[0] == sites[1].outside
        lab.plug(laptop)
        assert _greeted(laptop, door)[0] == sites[0].outside


# Local networks.


@needs_lab
def test_a_host_may_be_on_two_networks_without_a_way_out(lab: Lab) -> None:
    # given two networks without a router, a host on each and one on both
    nets = lab.lan("home", v6=True), lab.lan("office")
    here, there = lab.host("here", nets[0]), lab.host("there", nets[1])
    both = lab.host("both", *nets)
    # then that one reaches the others, which do not reach each other: they have no route that leads out
    for host, address in ((here, here.address), (here, here.addresses[1]), (there, there.address)):
        with _listener(host, address) as door:
            assert _greeted(both, door)[0] in both.addresses
    with here.socket() as lost, pytest.raises(OSError) as refused:
        lost.connect((there.address, PORT))
    assert refused.value.errno == errno.ENETUNREACH
    assert "default" not in here.run("ip", "route")


@needs_lab
def test_a_host_behind_a_router_may_be_without_a_default_route(lab: Lab) -> None:
    site = lab.site("a", CONE)
    silent = lab.host("silent", site.net, default_route=False)
    assert "default" in site.host.run("ip", "route") and "default" not in silent.run("ip", "route")


@needs_lab
def test_multicast_reaches_all_on_a_network_and_nobody_else(lab: Lab) -> None:
    # given three on one network, and one on another, all of whom listen to a group
    net, other = lab.lan("home"), lab.lan("office")
    sender = lab.host("sender", net)
    hosts = [lab.host("one", net), lab.host("two", net), lab.host("three", other)]
    group, ears = socket.inet_aton("239.255.70.68"), []
    for host in hosts:
        ear = host.socket(kind=socket.SOCK_DGRAM)
        ear.bind(("", PORT))
        ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + socket.inet_aton(host.address))
        ear.settimeout(PATIENCE_S)
        ears.append(ear)
    # when one sends to it, then those on its network hear it
    with sender.socket(kind=socket.SOCK_DGRAM) as mouth:
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(sender.address))
        mouth.sendto(b"here", ("239.255.70.68", PORT))
    assert [ear.recv(9) for ear in ears[:2]] == [b"here", b"here"]
    assert not select.select([ears[2]], [], [], 0)[0]
    for ear in ears:
        ear.close()


# The end.


@needs_lab
def test_nothing_is_left_of_a_lab_even_when_its_block_fails() -> None:
    # given a lab in which a program runs, and a child of it that ignores its end
    with pytest.raises(ZeroDivisionError), Lab() as lab:
        site = lab.site("a", UPNP)
        shell = site.host.popen("sh", "-c", "trap '' TERM HUP INT; setsid sleep 1000 & echo $!; wait")
        assert shell.stdout is not None
        child = int(shell.stdout.readline())
        inside = {_namespace(shell.pid), _namespace(child), _namespace(lab.processes[0].pid)}
        assert inside <= _namespaces()
        # when its block fails
        raise ZeroDivisionError
    # then nobody is in its namespaces any more
    until(lambda: not inside & _namespaces())
    assert all(process.returncode is not None for process in lab.processes)


@needs_lab
def test_what_a_program_says_when_it_fails_is_told(lab: Lab) -> None:
    host = lab.public("a")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        host.run("sh", "-c", "echo why >&2; exit 3")
    assert failed.value.returncode == 3 and failed.value.stderr == "why\n"
    with pytest.raises(RuntimeError, match="a"):
        lab.public("a")
    with pytest.raises(ValueError, match="no router"):
        lab.restart_router(lab.site("b", OPEN))


# Nodes.


@needs_lab
@pytest.mark.slow
def test_a_match_is_played_through_a_router(lab: Lab, tmp_path: Path) -> None:
    _match(lab, CONE, tmp_path)


@needs_delay
@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_match_is_played_from_everywhere_in_bad_weather(kind: str, tmp_path: Path) -> None:
    with Lab(kind, round_trip_ms=80, loss=0.02) as lab:
        _match(lab, kind, tmp_path)


def _match(lab: Lab, kind: str, folder: Path) -> None:
    """A public host and a guest at a site of this kind play a match to its end, and both files are valid."""
    # given a host with a public address, and somebody elsewhere who has its invitation
    public, site = lab.public("public"), lab.site("guest", kind)
    homes = {name: folder / name for name in ("host", "guest")}

    def start(host: Host, name: str, *command: str) -> subprocess.Popen[str]:
        program = (sys.executable, "-m", "fadenet", "--home", homes[name], "--no-input")
        return host.popen(*program, *command, "--bot", "random", stdin=subprocess.PIPE)

    host = start(public, "host", "host", "terrene", "--listen", f"0.0.0.0:{PORT}", "--listen", f"[::]:{PORT}")
    assert host.stdout is not None
    invite = host.stdout.readline().strip()
    assert invite.startswith("fadenet:"), host.communicate(timeout=HANG_S)
    # when that one joins
    guest = start(site.host, "guest", "join", invite)
    ends = [one.communicate(timeout=HANG_S) for one in (host, guest)]
    # then the match comes to its end at both
    assert (host.returncode, guest.returncode) == (0, 0), ends
    files = [next((home / "matches").glob("*.match")) for home in homes.values()]
    assert files[0].name == files[1].name
    for file in files:
        said = public.run(sys.executable, "-m", "fadenet", "--json", "verify", file)
        assert '"valid"' in said


# Sockets.

_SO_TIMESTAMPNS = 35
"""Linux: each datagram comes with the time at which it arrived."""


def _family(address: str) -> int:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def _common(one: Host, other: Host) -> str:
    """The other's address in a family that both have."""
    return next(a for a in other.addresses if _family(a) in map(_family, one.addresses))


def _listener(host: Host, address: str, port: int = 0) -> socket.socket:
    made = host.socket(_family(address))
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind((address, port))
    made.listen()
    made.settimeout(PATIENCE_S)
    return made


def _port(listener: socket.socket) -> int:
    port: int = listener.getsockname()[1]
    return port


def _bound(host: Host) -> socket.socket:
    """A socket for datagrams with a port of its own."""
    made = host.socket(kind=socket.SOCK_DGRAM)
    made.bind((host.address, 0))
    made.settimeout(PATIENCE_S)
    return made


def _dialling(host: Host, address: str, port: int, own: int = 0) -> socket.socket:
    """A connection that may come about. own: the port that it starts from, which others may have too."""
    made = host.socket(_family(address))
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.bind(("", own))
    made.setblocking(False)
    with suppress(BlockingIOError):
        made.connect((address, port))
    return made


def _settled(dialling: socket.socket) -> bool:
    """Whether it has been decided what becomes of a connection."""
    return bool(select.select([], [dialling], [], 0)[1])


def _fate(dialling: socket.socket, reading: bool = False) -> str:
    """The fate of a connection, by its error's name. reading: when there is something to read."""
    wanted: Sequence[socket.socket] = [dialling]
    ready = select.select(wanted if reading else [], [] if reading else wanted, [], PATIENCE_S)
    assert any(ready), "nothing became of it"
    error = dialling.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
    dialling.settimeout(PATIENCE_S)
    return errno.errorcode[error] if error else CONNECTED


def _greeted(host: Host, door: socket.socket) -> tuple[str, int]:
    """Dial a listener from a host; as whom it sees the caller."""
    with _dialling(host, *door.getsockname()[:2]) as ours:
        theirs, peer = door.accept()
        theirs.close()
        assert _fate(ours) == CONNECTED
        return peer[0], peer[1]


def _observed(host: Host, observer: Host, transport: int = socket.SOCK_STREAM) -> tuple[str, int]:
    """As whom a public host sees another that goes to it from `PORT`."""
    if transport == socket.SOCK_STREAM:
        with _listener(observer, observer.address) as door:
            with _dialling(host, observer.address, _port(door), PORT) as ours:
                theirs, (address, port) = door.accept()
                assert _fate(ours) == CONNECTED
            theirs.close()
            return address, port
    with _bound(observer) as far, host.socket(kind=socket.SOCK_DGRAM) as near:
        near.bind(("", PORT))
        near.sendto(b"seen", far.getsockname())
        _, (address, port) = far.recvfrom(9)
        return address, port


def _trip_ms(source: socket.socket, target: socket.socket) -> float:
    """How long a datagram takes from being sent to its arrival."""
    began = time.time_ns()
    source.sendto(b"trip", target.getsockname())
    _, notes, _, _ = target.recvmsg(9, 64)
    seconds, nanoseconds = struct.unpack("@ll", notes[0][2])
    arrived: int = seconds * 10**9 + nanoseconds
    return (arrived - began) / 10**6


def _nat_pmp(site: Site, port: int, lifetime_s: int) -> int:
    """Ask a site's router for a port as RFC 6886 section 3.3 says; the one that was granted."""
    with _asking(site) as near:
        near.send(struct.pack("!BB", 0, 0))
        assert near.recv(99)[8:] == socket.inet_aton(site.outside)
        near.send(struct.pack("!BBHHHI", 0, 2, 0, port, port if lifetime_s else 0, lifetime_s))
        version, code, result, inside, external, granted = struct.unpack("!BBH4xHHI", near.recv(99))
    assert (version, code, result, inside, granted) == (0, 130, 0, port, lifetime_s)
    return int(external)


def _pcp(site: Site, port: int, lifetime_s: int) -> int:
    """Ask a site's router for a port as RFC 6887 section 11.1 says; the one that was granted."""
    mapped = bytes(10) + b"\xff\xff"
    with _asking(site) as near:
        client = mapped + socket.inet_aton(site.host.address)
        head = struct.pack("!BBHI16s", 2, 1, 0, lifetime_s, client)
        near.send(head + struct.pack("!12sB3xHH16s", bytes(range(12)), 6, port, 0, mapped + bytes(4)))
        answer = near.recv(99)
    version, code, result, granted = struct.unpack("!BBxBI", answer[:8])
    nonce, protocol, inside, external, outside = struct.unpack("!12sB3xHH16s", answer[24:])
    assert (version, code, result, granted) == (2, 129, 0, lifetime_s)
    assert (nonce, protocol, inside) == (bytes(range(12)), 6, port)
    assert outside == mapped + socket.inet_aton(site.outside)
    return int(external)


def _asking(site: Site) -> socket.socket:
    made = _bound(site.host)
    made.connect((site.net.addresses(site.net.gateway)[0], gateway.PORT))
    return made


# Processes.


def _program(folder: Path, name: str, does: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{does}\n")
    file.chmod(0o755)


def _namespace(pid: int) -> str:
    return os.readlink(f"/proc/{pid}/ns/net")


def _namespaces() -> set[str]:
    """The network namespaces of all processes that we may look at."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            found.add(_namespace(int(process.name)))
    return found

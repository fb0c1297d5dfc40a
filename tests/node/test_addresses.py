"""Our own addresses as others are told of them, of a network given as data; and dialling from the port at
which we listen, over real sockets."""

from __future__ import annotations

import errno
import socket
import threading
from collections.abc import Callable, Iterable, Sequence

import pytest
import trio
import trio.testing

from fadenet.node.errors import CannotListen
from fadenet.node.limits import CANDIDATES
from fadenet.node.link.candidates import Address, Candidate, RelayAddress
from fadenet.node.link.links import Link, NodeListeners, OwnAddress
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.reach.addresses import own_candidates

PORT = 47070
ANY = (Address("0.0.0.0", PORT), Address("::", PORT))
MAPPED = Address("203.0.113.9", 50_000)
RELAY = RelayAddress(b"r" * 16, "203.0.113.5")
GLOBAL_V6 = "2a00:1450::7"


class Given:
    """A `Network` whose interfaces and ways out are given: (interface, address), and the addresses that lead
    out. Nobody dials or listens on it."""

    def __init__(self, *own: tuple[str, str], out: Sequence[str] = ()) -> None:
        self._own = [OwnAddress(interface, host, 64 if ":" in host else 24) for interface, host in own]
        self._out = out

    async def open(self, address: Address, port: int = 0) -> Link:
        raise OSError(errno.ENETUNREACH, "nowhere")

    async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
        raise CannotListen("nowhere")

    def own(self) -> Sequence[OwnAddress]:
        return self._own

    def way_to(self, host: str) -> str:
        return next((one for one in self._out if (":" in one) is (":" in host)), "")

    async def changed(self, towards: Callable[[], Iterable[str]]) -> None:
        await trio.sleep_forever()


LOOPBACK = (("lo", "127.0.0.1"), ("lo", "::1"))
BRIDGES = (
    ("docker0", "172.17.0.1"),
    ("br-1a2b", "172.18.0.1"),
    ("veth9", "172.19.0.1"),
    ("virbr0", "10.9.0.1"),
)


def at(*hosts: str) -> tuple[Address, ...]:
    return tuple(Address(host, PORT) for host in hosts)


def test_they_come_in_the_order_of_promise() -> None:
    # given interfaces in the order that is least of use
    network = Given(
        *LOOPBACK,
        *BRIDGES,
        ("tun0", "10.8.0.2"),
        ("wlan0", "192.168.1.20"),
        ("eth0", GLOBAL_V6),
        out=("192.168.1.20", GLOBAL_V6),
    )
    # then: mapped, global IPv6, IPv4 that leads out, other interfaces, containers while there is room, relay
    assert own_candidates(ANY, network, [MAPPED], [RELAY]) == (
        MAPPED,
        *at(GLOBAL_V6, "192.168.1.20", "10.8.0.2", "172.17.0.1", "172.18.0.1", "172.19.0.1"),
        RELAY,
    )


@pytest.mark.parametrize("inner", ["docker0", "docker_gwbridge", "veth0a1", "br-77", "virbr0"])
def test_container_interfaces_come_behind_all_others(inner: str) -> None:
    network = Given((inner, "172.17.0.1"), ("eth1", "10.0.0.5"))
    assert own_candidates(ANY, network) == at("10.0.0.5", "172.17.0.1")


def test_what_leads_out_comes_first_whatever_its_interface_is_called() -> None:
    network = Given(("eth1", "10.0.0.5"), ("br-lan", "192.168.1.20"), out=["192.168.1.20"])
    assert own_candidates(ANY, network) == at("192.168.1.20", "10.0.0.5")


def test_a_unique_local_ipv6_that_leads_out_has_the_rank_of_an_ipv4_that_does() -> None:
    network = Given(("eth0", "192.168.1.20"), ("eth0", "fd00::7"), out=("fd00::7", "192.168.1.20"))
    assert own_candidates(ANY, network) == at("fd00::7", "192.168.1.20")


def test_loopback_is_told_only_where_there_is_nothing_else() -> None:
    assert own_candidates(ANY, Given(*LOOPBACK)) == at("127.0.0.1", "::1")
    assert own_candidates(ANY, Given(*LOOPBACK, ("eth0", "10.0.0.5"))) == at("10.0.0.5")
    assert own_candidates(ANY, Given(*LOOPBACK), [MAPPED]) == (MAPPED,)
    assert own_candidates(ANY, Given(*LOOPBACK), [], [RELAY]) == (RELAY,)
    assert own_candidates(at("127.0.0.1"), Given(("eth0", "10.0.0.5"))) == at("127.0.0.1")


def test_nothing_is_told_of_link_local_addresses_and_families_at_which_nobody_listens() -> None:
    network = Given(("eth0", "fe80::1"), ("eth0", "169.254.3.4"), ("eth0", GLOBAL_V6), ("eth0", "10.0.0.5"))
    assert own_candidates(ANY, network) == at(GLOBAL_V6, "10.0.0.5")
    assert own_candidates(ANY[:1], network) == at("10.0.0.5")
    assert own_candidates(ANY[1:], network) == at(GLOBAL_V6)
    assert own_candidates(at("169.254.3.4"), network) == own_candidates(at("fe80::1"), network) == ()


def test_where_somebody_listens_at_one_address_only_that_is_told() -> None:
    network = Given(("eth0", "10.0.0.5"), ("eth1", "10.0.1.5"), out=["10.0.0.5"])
    assert own_candidates(at("10.0.1.5"), network) == at("10.0.1.5")


def test_each_family_has_its_own_port() -> None:
    network = Given(("eth0", "10.0.0.5"), ("eth0", GLOBAL_V6))
    bound = (Address("0.0.0.0", 1), Address("::", 2))
    assert set(own_candidates(bound, network)) == {Address("10.0.0.5", 1), Address(GLOBAL_V6, 2)}


@pytest.mark.parametrize("count", [CANDIDATES, CANDIDATES + 1])
def test_at_most_eight_are_told(count: int) -> None:
    network = Given(*((f"eth{n}", f"10.0.{n}.5") for n in range(count)))
    assert own_candidates(ANY, network) == at(*(f"10.0.{n}.5" for n in range(CANDIDATES)))


@pytest.mark.parametrize("count", [1, 3, CANDIDATES, CANDIDATES + 1])
def test_relays_keep_their_places(count: int) -> None:
    network = Given(*((f"eth{n}", f"10.0.{n}.5") for n in range(CANDIDATES)))
    relays: list[Candidate] = [RelayAddress(bytes([n]) * 16, "203.0.113.5") for n in range(count)]
    told = own_candidates(ANY, network, [], relays)
    kept = min(count, CANDIDATES)
    assert len(told) == CANDIDATES and told[CANDIDATES - kept :] == tuple(relays[:kept])


# Real sockets.


async def test_the_way_out_of_this_machine_is_asked_for_without_a_packet() -> None:
    network = TcpNetwork()
    assert network.way_to("127.0.0.1") == "127.0.0.1"
    assert network.way_to("mia.example") == ""
    assert "127.0.0.1" in {one.host for one in network.own()}


@pytest.mark.parametrize(("any_host", "host"), [("0.0.0.0", "127.0.0.1"), ("::", "::1")])
async def test_a_dial_from_the_listening_port_comes_from_that_port(any_host: str, host: str) -> None:
    # given somebody who listens, and a peer who does so too
    network = TcpNetwork()
    ours, (bound, *_) = await network.listen([Address(any_host, 0)])
    theirs, (there, *_) = await network.listen([Address(host, 0)])
    try:
        with trio.fail_after(10):
            # when we dial the peer from the port at which we listen, then it sees us come from there
            near = await network.open(there, bound.port)
            far = await theirs[0].accept()
            assert far.remote == Address(host, bound.port)
            assert near.remote == there and near.local == host
            await near.send_all(b"hello")
            assert await far.receive_some() == b"hello"
            # and we are still listened to there
            back = await network.open(Address(host, bound.port))
            assert (await ours[0].accept()).kind == back.kind == "tcp"
            for link in (near, far, back):
                await link.aclose()
    finally:
        for listener in (*ours, *theirs):
            await listener.aclose()


async def test_a_second_listener_at_the_port_is_refused() -> None:
    network = TcpNetwork()
    listeners, bound = await network.listen([Address("127.0.0.1", 0)])
    try:
        with pytest.raises(CannotListen, match="is in use"):
            await TcpNetwork().listen(bound)
        # also one that does not share its port, such as another program's
        with socket.socket() as other, pytest.raises(OSError):
            other.bind((bound[0].host, bound[0].port))
            other.listen()
    finally:
        for listener in listeners:
            await listener.aclose()


async def test_a_name_is_dialled_only_where_what_it_stands_for_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # given names that stand for our own machine, a cable, a group
    network = TcpNetwork()

    def found(host: str, port: int, **_: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        return [
            (2, 1, 6, "", (there, port)) for there in ("127.0.0.1", "169.254.1.1", "224.0.0.1", "0.0.0.0")
        ]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    # then nobody dials these
    with pytest.raises(OSError, match=r"evil\.example stands for no address that may be dialled"):
        await network.open(Address("evil.example", 1))


async def test_names_that_nobody_looks_up_keep_up_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """given a resolver that does not answer, when names are dialled again and again, and given up each time,
    then what else is done in threads begins at once."""
    answered = threading.Event()
    network = TcpNetwork()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait(60) and [])
    try:
        async with trio.open_nursery() as nursery:
            for _ in range(100):
                nursery.start_soon(network.open, Address("slow.example", 1))
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        with trio.fail_after(10):
            assert await trio.to_thread.run_sync(lambda: 5) == 5
    finally:
        answered.set()


async def test_nobody_dials_over_udp_alone() -> None:
    network = TcpNetwork()
    with pytest.raises(OSError, match="not reached over TCP"):
        await network.open(Address("127.0.0.1", 1, tcp=False, udp=True))

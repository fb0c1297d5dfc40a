"""A port of the router: how it is asked for and given back, and what becomes of routers that lie."""

from __future__ import annotations

import ipaddress
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from fadenet.node.link.candidates import Address
from fadenet.node.reach import pcp, ports, routes
from fadenet.node.reach.mappings import (
    LIFETIME_LEAST_S,
    EpochTime,
    Mapping,
    MappingRequest,
    MappingResult,
    NoRouter,
    Rejected,
    Router,
    SecondRouter,
    Silent,
    advice,
    fault_of,
    has_restarted,
)
from fadenet.node.reach.pcp import RouterAnswer
from fadenet.node.reach.ports import NAT_PMP, PCP, UPNP, map_port, unmap
from tests.node.gateway import EXTERNAL, EXTERNAL_V6, NONCE, OVER_UDP, PORT, Gateway, ask, open_gateway

# The routes of the system

LINUX = """\
Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
wlan0	00000000	{slow}	0003	0	0	600	00000000	0	0	0
eth0	00000000	{fast}	0003	0	0	100	00000000	0	0	0
eth1	00000000	{down}	0002	0	0	1	00000000	0	0	0
eth1	00000000	{down}	0203	0	0	1	00000000	0	0	0
tun0	00000000	00000000	0001	0	0	1	00000000	0	0	0
tun0	00000000	{down}	0003	0	0	1	00000080	0	0	0
eth0	0002A8C0	00000000	0001	0	0	100	00FFFFFF	0	0	0
""".format(
    **{
        name: f"{int.from_bytes(ipaddress.ip_address(ip).packed, sys.byteorder):08X}"
        for name, ip in (("slow", "192.168.7.1"), ("fast", "192.168.1.1"), ("down", "10.9.9.9"))
    }
)
ZERO = "0" * 32
LINUX_V6 = f"""\
{ZERO} 00 {ZERO} 00 {ZERO} ffffffff 00000001 00000000 00200200       lo
{ZERO} 00 {ZERO} 00 20010db8000000000000000000000009 00000800 00000001 00000000 00000003     eth1
{ZERO} 00 {ZERO} 00 fe800000000000000000000000000001 00000400 00000001 00000000 00450003     eth0
{ZERO} 00 {ZERO} 00 20010db8000000000000000000000008 00000001 00000001 00000000 00000002     eth0
fe800000000000000000000000000000 40 {ZERO} 00 {ZERO} 00000100 00000001 00000000 00000001     eth0
"""
BSD = """\
   route to: default
destination: default
       mask: default
    gateway: 192.168.1.1
  interface: en0
      flags: <UP,GATEWAY,DONE,STATIC,PRCLONING>
"""
WINDOWS = """\
IPv4-Routentabelle
===========================================================================
Aktive Routen:
     Netzwerkziel    Netzwerkmaske          Gateway    Schnittstelle Metrik
          0.0.0.0          0.0.0.0      192.168.7.1     192.168.7.20     55
          0.0.0.0          0.0.0.0   Auf Verbindung         10.8.0.2      5
          0.0.0.0          0.0.0.0          On-link         10.8.0.2      5
          0.0.0.0          0.0.0.0      192.168.1.1     192.168.1.20     25
===========================================================================
Ständige Routen:
          0.0.0.0          0.0.0.0         10.1.1.1          Standard
"""
READERS = [routes.read_linux, routes.read_linux_v6, routes.read_bsd, routes.read_windows]
SAMPLES = [LINUX, LINUX_V6, BSD, WINDOWS]


@pytest.mark.parametrize(
    ("read", "text", "router"),
    [
        (routes.read_linux, LINUX, "192.168.1.1"),
        (routes.read_linux, LINUX.replace("eth0\t00000000\t", "eth0\t00000000\tF"), "192.168.7.1"),
        (routes.read_linux_v6, LINUX_V6, "fe80::1%eth0"),
        (routes.read_linux_v6, LINUX_V6.replace(" fe80", " 0fe80"), "2001:db8::9"),
        (routes.read_linux_v6, LINUX_V6.replace("00000800", "00000100"), "2001:db8::9"),
        (routes.read_bsd, BSD, "192.168.1.1"),
        (routes.read_bsd, BSD.replace("192.168.1.1", "fe80::1%en0"), "fe80::1%en0"),
        *(
            (routes.read_bsd, BSD.replace("192.168.1.1", host), None)
            for host in ("link#4", "224.0.0.1", "127.0.0.1", "0.0.0.0")
        ),
        (routes.read_windows, WINDOWS, "192.168.1.1"),
        *((read, "", None) for read in READERS),
        *(
            (read, "\n".join(text.splitlines()[-2:]), None)
            for read, text in zip(READERS, SAMPLES, strict=True)
        ),
    ],
)
def test_the_router_of_the_lowest_metric_leads_out(
    read: routes.ReadRoutes, text: str, router: str | None
) -> None:
    assert read(text) == router


WORDS = sorted({word for text in SAMPLES for word in text.split()} | {"-1", "f" * 33, "127.0.0.1", "::%"})
ROWS = st.lists(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=9)), max_size=12).map(" ".join))


@pytest.mark.parametrize("read", READERS)
@given(text=st.one_of(st.text(), ROWS.map("\n".join)))
def test_fuzz_routes(read: routes.ReadRoutes, text: str) -> None:
    """A router is, whatever a system prints, an address that a datagram can be sent to, or there is none."""
    router = read(text)
    if router is not None:
        ip = ipaddress.ip_address(router.partition("%")[0])
        assert not (ip.is_unspecified or ip.is_multicast or ip.is_loopback)


def test_so_much_of_a_routing_table_is_read(tmp_path: Path) -> None:
    # given a table whose way out ends at the bound, and one where it ends one character behind it
    within, over = tmp_path / "within", tmp_path / "over"
    fill = "\n" * (routes.ROUTES_CHARS - len(LINUX))
    within.write_text(fill + LINUX[:-1] + "\n", encoding="ascii")
    over.write_text(fill + LINUX.replace("IRTT\n", "IRTT\n" + "\n" * len(LINUX)), encoding="ascii")
    assert routes._from_file(within, routes.read_linux) == "192.168.1.1"
    assert routes._from_file(over, routes.read_linux) is None
    assert routes._from_file(tmp_path / "none", routes.read_linux) is None


async def test_a_command_of_the_system_is_asked_and_not_waited_for_without_end(clock: MockClock) -> None:
    def python(code: str) -> list[str]:
        return [sys.executable, "-c", code]

    assert await routes._from_command(["/no-such-command"], routes.read_bsd) is None
    before = trio.current_time()
    assert await routes._from_command(python("import time; time.sleep(3600)"), routes.read_bsd) is None
    assert trio.current_time() - before == pytest.approx(routes.COMMAND_S)


async def test_what_a_command_prints_is_read() -> None:
    command = [sys.executable, "-c", f"print({BSD!r})"]
    assert await routes._from_command(command, routes.read_bsd) == "192.168.1.1"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("v6", [False, True])
async def test_this_machine_has_a_router_or_none(v6: bool) -> None:
    router = await routes.default_gateway(v6=v6)
    assert router is None or ipaddress.ip_address(router.partition("%")[0]).version == (6 if v6 else 4)


# The bytes


def test_requests_are_those_of_the_standards() -> None:
    own = bytes(10) + b"\xff\xff" + bytes((192, 168, 1, 20))
    nothing = bytes(10) + b"\xff\xff" + bytes(4)
    assert pcp.pcp_map("192.168.1.20", NONCE, PORT, 7200) == (
        b"\x02\x01\0\0" + (7200).to_bytes(4, "big") + own + NONCE + b"\x06\0\0\0\xb7\xde\0\0" + nothing
    )
    wish = pcp.pcp_map("fe80::2%eth0", NONCE, PORT, 0, "2001:db8::20", 5)
    assert wish[8:24] == ipaddress.ip_address("fe80::2").packed
    assert wish[42:] == b"\0\x05" + ipaddress.ip_address("2001:db8::20").packed
    assert pcp.pcp_map("::1", NONCE, PORT, 0)[44:] == bytes(16)
    assert pcp.pcp_announce("192.168.1.20") == bytes((2, 0, 0, 0)) + bytes(4) + own
    assert pcp.nat_pmp_address() == b"\0\0"
    assert pcp.nat_pmp_map(PORT, 7200, 5) == b"\0\x02\0\0\xb7\xde\0\x05\0\0\x1c\x20"


def granted(nonce: bytes = NONCE, protocol: int = 6, port: int = PORT, length: int = 60) -> bytes:
    """The answer over PCP of a router that maps port 5 of 198.51.100.7 for 600 s, 1,000 s after its start."""
    place = nonce + bytes((protocol, 0, 0, 0)) + port.to_bytes(2, "big") + b"\0\x05"
    outer = bytes(10) + b"\xff\xff" + ipaddress.ip_address(EXTERNAL).packed
    head = b"\x02\x81\0\0" + (600).to_bytes(4, "big") + (1000).to_bytes(4, "big") + bytes(12)
    return (head + place + outer).ljust(length, b"\0")[:length]


@pytest.mark.parametrize(
    ("data", "heard"),
    [
        (granted(), True),
        (granted(length=pcp.ANSWER_BYTES), True),
        (granted(length=pcp.ANSWER_BYTES + 1), False),
        (granted(length=pcp.ANSWER_BYTES + 4), False),
        (granted(length=61), False),
        (granted(length=56), False),
        (granted(nonce=bytes(12)), False),
        (granted(protocol=17), False),
        (granted(port=PORT + 1), False),
        (b"\x02\x01" + granted()[2:], False),
        (b"\x02\x80" + granted()[2:], False),
        (b"\x01" + granted()[1:], False),
        (b"", False),
    ],
    ids=lambda value: f"{len(value)} bytes" if isinstance(value, bytes) else str(value),
)
def test_only_the_answer_to_our_question_is_heard(data: bytes, heard: bool) -> None:
    answer = pcp.read_pcp_map(data, NONCE, PORT)
    assert answer == (RouterAnswer("", 1000, 600, EXTERNAL, 5) if heard else None)


def test_a_router_that_speaks_another_version_is_heard() -> None:
    for data in (b"\0\x81\0\x01\0\0\0\x09", b"\x01\x81\0\x01" + bytes(20), b"\x03\x81\0\x01" + bytes(20)):
        answer = pcp.read_pcp_map(data, NONCE, PORT)
        assert answer is not None and answer.result == "unsupported version"
    assert pcp.read_pcp_map(b"\0\x81\0\x01\0\0\0", NONCE, PORT) is None
    assert pcp.read_pcp_map(b"\0\x01\0\x01\0\0\0\x09", NONCE, PORT) is None


def test_answers_over_nat_pmp_are_heard() -> None:
    mapped = b"\0\x82\0\0\0\0\0\x09\xb7\xde\0\x05\0\0\x1c\x20"
    assert pcp.read_nat_pmp_map(mapped, PORT) == RouterAnswer("", 9, 7200, port=5)
    assert pcp.read_nat_pmp_map(mapped, PORT + 1) is None
    assert pcp.read_nat_pmp_map(mapped[:-1], PORT) is None
    assert pcp.read_nat_pmp_map(mapped + b"\0", PORT) is None
    assert pcp.read_nat_pmp_map(b"\0\x82\0\x02\0\0\0\x09", PORT) == RouterAnswer("not authorized", 9)
    assert pcp.read_nat_pmp_map(b"\0\x82\0\x63\0\0\0\x09", PORT) == RouterAnswer("result 99", 9)
    address = b"\0\x80\0\0\0\0\0\x09\xc6\x33\x64\x07"
    assert pcp.read_nat_pmp_address(address) == RouterAnswer("", 9, host=EXTERNAL)
    assert pcp.read_nat_pmp_address(address[:-1]) is None


READS: list[Callable[[bytes], RouterAnswer | None]] = [
    partial(pcp.read_pcp_map, nonce=NONCE, port=PORT),
    pcp.read_pcp_announce,
    pcp.read_nat_pmp_address,
    partial(pcp.read_nat_pmp_map, port=PORT),
]
HEADS = st.sampled_from(
    [granted()[:n] for n in (1, 2, 4, 24, 40)] + [b"\0\x80\0\0", b"\0\x82\0\0", b"\2\x80"]
)


@pytest.mark.parametrize("read", READS)
@given(data=st.one_of(st.binary(max_size=1200), st.builds(bytes.__add__, HEADS, st.binary(max_size=80))))
def test_fuzz_answers(read: Callable[[bytes], RouterAnswer | None], data: bytes) -> None:
    """The words of a router are not heard, or are numbers in their bounds and an address."""
    answer = read(data)
    if answer is None:
        return
    assert len(data) <= pcp.ANSWER_BYTES
    assert 0 <= answer.port < 2**16 and 0 <= answer.epoch_s < 2**32 and 0 <= answer.lifetime_s < 2**32
    assert answer.result.isprintable()
    if answer.host:
        assert str(ipaddress.ip_address(answer.host)) == answer.host


# Asking


@pytest.mark.parametrize("over", ["pcp", "nat-pmp"])
async def test_a_router_maps_a_port_and_takes_it_back(clock: MockClock, over: str) -> None:
    async with open_gateway(Gateway(speaks=(over,))) as gateway:
        # when a router that speaks one of both is asked
        outcome = await ask(gateway)
        # then it has mapped the port, and we know all of it
        assert isinstance(outcome, Mapping)
        assert outcome.external == Address(EXTERNAL, PORT) and outcome.internal_port == PORT
        assert (outcome.by, outcome.own, outcome.lifetime_s) == (over, "127.0.0.1", ports.LIFETIME_ASKED_S)
        assert list(gateway.mapped) == [("127.0.0.1", PORT)]
        assert NONCE.hex() not in repr(outcome) and repr(NONCE) not in repr(outcome)
        # and when it is to take it back, then it has
        assert await unmap(outcome)
        assert not gateway.mapped


async def test_pcp_comes_first(clock: MockClock) -> None:
    async with open_gateway(Gateway()) as gateway:
        await ask(gateway)
        assert [(one.what, one.over) for one in gateway.asked] == [("map", "pcp")]


async def test_another_port_than_the_one_asked_for_is_taken(clock: MockClock) -> None:
    async with open_gateway(Gateway(outer=5)) as gateway:
        for way in OVER_UDP:
            outcome = await ask(gateway, way)
            assert isinstance(outcome, Mapping) and outcome.external == Address(EXTERNAL, 5)


async def test_the_port_of_before_is_wished_for(clock: MockClock) -> None:
    for way in OVER_UDP:
        async with open_gateway(Gateway()) as gateway:
            outcome = await ask(gateway, way, external=Address(EXTERNAL, 1234))
            assert isinstance(outcome, Mapping) and outcome.external.port == 1234


@pytest.mark.parametrize(("code", "said"), [(2, "not authorized"), (99, "result 99")])
async def test_a_refusal_says_what_the_router_said(clock: MockClock, code: int, said: str) -> None:
    async with open_gateway(Gateway(refuses=code)) as gateway:
        assert await ask(gateway) == Rejected("pcp", said)
        assert await ask(gateway, NAT_PMP) == Rejected("nat-pmp", said)
        # then both ways were tried, as a router may refuse the one only
        assert {one.over for one in gateway.asked} == {"pcp", "nat-pmp"}


async def test_a_silent_router_is_asked_twice_in_each_way(clock: MockClock) -> None:
    async with open_gateway(Gateway(deaf=-1)) as gateway:
        before = trio.current_time()
        assert await ask(gateway) == Silent(("pcp", "nat-pmp"))
        assert trio.current_time() - before == pytest.approx(2 * ports.TRIES * ports.TRY_S)
        assert [one.over for one in gateway.asked] == ["pcp"] * ports.TRIES + ["nat-pmp"] * ports.TRIES


async def test_a_question_that_is_lost_is_asked_again(clock: MockClock) -> None:
    for way in OVER_UDP:
        async with open_gateway(Gateway(deaf=ports.TRIES - 1)) as gateway:
            assert isinstance(await ask(gateway, way), Mapping)
        async with open_gateway(Gateway(deaf=ports.TRIES)) as gateway:
            assert await ask(gateway, way) == Silent((way.by,))


async def test_where_nothing_listens_nothing_is_waited_for(clock: MockClock) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    before = trio.current_time()
    outcome = await map_port(MappingRequest(PORT, Router("127.0.0.1", port)), OVER_UDP)
    assert outcome == Silent(("pcp", "nat-pmp"))
    assert trio.current_time() == before


def another_nonce(answer: bytes) -> bytes:
    return answer[:24] + bytes(12) + answer[36:] if answer[0] == 2 else another_port(answer)


def another_port(answer: bytes) -> bytes:
    at = 40 if answer[0] == 2 else 8
    return answer[:at] + b"\0\x05" + answer[at + 2 :] if len(answer) >= 16 else answer


def longer(answer: bytes) -> bytes:
    return answer.ljust(pcp.ANSWER_BYTES + 1, b"\0")


def halved(answer: bytes) -> bytes:
    return answer[: len(answer) // 2]


@pytest.mark.parametrize("bends", [another_nonce, another_port, longer, halved])
async def test_an_answer_to_another_question_is_not_heard(
    clock: MockClock, bends: Callable[[bytes], bytes]
) -> None:
    async with open_gateway(Gateway(bends=bends)) as gateway:
        assert await ask(gateway) == Silent(("pcp", "nat-pmp"))


async def test_only_the_router_is_heard(clock: MockClock) -> None:
    # given a right answer that comes from another port of the router's address
    async with open_gateway(Gateway(elsewhere=True)) as gateway:
        assert await ask(gateway) == Silent(("pcp", "nat-pmp"))


@pytest.mark.parametrize("junk", [b"", b"x" * 2000, granted(nonce=bytes(12)), b"\2\x81\0\2"], ids=len)
async def test_so_much_garbage_is_looked_through(clock: MockClock, junk: bytes) -> None:
    for way in OVER_UDP:
        async with open_gateway(Gateway(garbage=(junk,) * (ports.ANSWERS_A_TRY - 1))) as gateway:
            assert isinstance(await ask(gateway, way), Mapping)


async def test_a_flood_is_not_listened_to_for_longer(clock: MockClock) -> None:
    most = ports.TRIES * ports.ANSWERS_A_TRY
    for junk, heard in ((most - 1, True), (most, False)):
        async with open_gateway(Gateway(garbage=(b"x",) * junk)) as gateway:
            assert isinstance(await ask(gateway, PCP), Mapping) is heard


@pytest.mark.parametrize(
    ("least", "most", "taken"),
    [
        (0, LIFETIME_LEAST_S, LIFETIME_LEAST_S),
        (0, LIFETIME_LEAST_S - 1, None),
        (ports.LIFETIME_MOST_S, 0, ports.LIFETIME_MOST_S),
        (ports.LIFETIME_MOST_S + 1, 0, ports.LIFETIME_MOST_S),
        (2**32 - 1, 0, ports.LIFETIME_MOST_S),
    ],
)
async def test_lifetimes_have_bounds(clock: MockClock, least: int, most: int, taken: int | None) -> None:
    for way in OVER_UDP:
        async with open_gateway(Gateway(least_s=least, most_s=most)) as gateway:
            outcome = await ask(gateway, way)
            if taken is None:
                assert outcome == Rejected(way.by, "it opens a port for 119 s only")
                await gateway.until("unmap", 1)
                assert not gateway.mapped
            else:
                assert isinstance(outcome, Mapping) and outcome.lifetime_s == taken


@pytest.mark.parametrize(
    "external", ["10.1.2.3", "172.31.0.1", "192.168.0.2", "100.64.3.7", "100.127.255.255", "192.0.0.2"]
)
async def test_a_second_router_is_told_and_what_it_gave_is_given_back(
    clock: MockClock, external: str
) -> None:
    for way in OVER_UDP:
        async with open_gateway(Gateway(external=external)) as gateway:
            assert await ask(gateway, way, UPNP) == SecondRouter(way.by, external)
            await gateway.until("unmap", 1)
            assert not gateway.mapped


@pytest.mark.parametrize("external", ["0.0.0.0", "127.0.0.1", "169.254.1.1", "224.0.0.1", "255.255.255.255"])
async def test_an_address_that_nobody_can_have_is_not_taken(clock: MockClock, external: str) -> None:
    for way in OVER_UDP:
        async with open_gateway(Gateway(external=external)) as gateway:
            assert await ask(gateway, way) == Rejected(way.by, "it names no address that others can reach")


def without_a_port(answer: bytes) -> bytes:
    at = 42 if answer[0] == 2 else 10
    return answer[:at] + b"\0\0" + answer[at + 2 :] if len(answer) >= 16 else answer


async def test_a_port_that_is_none_is_not_taken(clock: MockClock) -> None:
    for way in OVER_UDP:
        async with open_gateway(Gateway(bends=without_a_port)) as gateway:
            assert await ask(gateway, way) == Rejected(way.by, "it names no address that others can reach")


@pytest.mark.parametrize("external", ["100.63.255.255", "100.128.0.0", "172.32.0.1", "198.51.100.7"])
async def test_addresses_beside_the_private_ones_are_taken(clock: MockClock, external: str) -> None:
    async with open_gateway(Gateway(external=external)) as gateway:
        assert isinstance(await ask(gateway), Mapping)


async def test_who_stops_asking_gives_back_what_may_have_been_mapped(clock: MockClock) -> None:
    for way in OVER_UDP:
        # given a router that has mapped, and whose answer is lost
        async with open_gateway(Gateway(loses=1)) as gateway:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ask, gateway, way)
                await gateway.until("map", 1)
                # when nobody waits for it any longer
                nursery.cancel_scope.cancel()
            # then the router is told to take it back
            await gateway.until("unmap", 1)
            assert not gateway.mapped


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6")
async def test_over_ipv6_pcp_opens_the_firewall(clock: MockClock) -> None:
    async with open_gateway(Gateway(external=EXTERNAL_V6), "::1") as gateway:
        wanted = MappingRequest(PORT, replace(gateway.router, source="::1"), NONCE)
        outcome = await map_port(wanted)
        assert isinstance(outcome, Mapping) and outcome.external == Address(EXTERNAL_V6, PORT)
        assert await unmap(outcome)
    async with open_gateway(Gateway(external="fd00::1"), "::1") as gateway:
        refused = await map_port(MappingRequest(PORT, gateway.router, NONCE))
        assert refused == Rejected("pcp", "it names no address that others can reach")


# The epoch


@pytest.mark.parametrize(
    ("before", "after", "restarted"),
    [
        (EpochTime(1000, 0.0), EpochTime(1060, 60.0), False),
        (EpochTime(1000, 0.0), EpochTime(999, 0.0), False),
        (EpochTime(1000, 0.0), EpochTime(998, 0.0), True),
        (EpochTime(1000, 0.0), EpochTime(5, 60.0), True),
        (EpochTime(10, 0.0), EpochTime(40, 300.0), True),
        (EpochTime(1000, 0.0), EpochTime(1000 + 1600 - 102, 1600.0), False),
        (EpochTime(1000, 0.0), EpochTime(1000 + 1600 - 103, 1600.0), True),
        (EpochTime(1000, 0.0), EpochTime(1000 + 1600, 1498.0), False),
        (EpochTime(1000, 0.0), EpochTime(1000 + 1600, 1497.9), True),
    ],
)
def test_an_epoch_that_does_not_go_on_shows_a_restart(
    before: EpochTime, after: EpochTime, restarted: bool
) -> None:
    assert has_restarted(before, after) is restarted


# What a player reads


FORWARD = (
    "Your router did not answer when it was asked to open a port. Friends on your network can join; for "
    "others forward TCP port 47070 to 192.168.1.20, or add a relay."
)
REFUSED = "did not answer when it was asked to open a port", "was asked to open a port, without success: {}"


def refused(said: str) -> str:
    return FORWARD.replace(*REFUSED).format(said)


SHARED = (
    "Your provider shares one address among customers (external 100.64.3.7), so forwarding cannot work here: "
    "add a relay, or let another player host."
)


@pytest.mark.parametrize(
    ("outcome", "own", "text"),
    [
        (Rejected("pcp", "not authorized"), "192.168.1.20", refused("not authorized")),
        (fault_of("pcp", EXTERNAL, PORT, 60), "192.168.1.20", refused("it opens a port for 60 s only")),
        (Silent(("pcp", "nat-pmp")), "192.168.1.20", FORWARD),
        (Silent(), "", FORWARD.replace("192.168.1.20", "this machine")),
        (Silent(), "127.0.0.1", FORWARD.replace("192.168.1.20", "127.0.0.1")),
        (SecondRouter("pcp", "100.64.3.7"), "192.168.1.20", SHARED),
        (SecondRouter("upnp", "192.0.0.2"), "192.168.1.20", SHARED.replace("100.64.3.7", "192.0.0.2")),
        (
            SecondRouter("upnp", "192.168.0.2"),
            "192.168.1.20",
            "Your router is behind another one (external 192.168.0.2), so forwarding at yours alone cannot "
            "work: forward at both, add a relay, or let another player host.",
        ),
        (
            NoRouter(),
            "192.168.1.20",
            "No router leads out of this network. Friends on it can join; for others add a relay.",
        ),
        (Silent(("pcp",)), "203.0.113.5", None),
        (Silent(("pcp",)), "2001:db8::20", None),
        (Mapping(Address(EXTERNAL, 1), PORT, 7200, "pcp", Router("192.168.1.1"), "", NONCE), "", None),
    ],
)
def test_what_a_player_reads(outcome: MappingResult, own: str, text: str | None) -> None:
    assert advice(outcome, PORT, own) == text
    assert text is None or "\n" not in text


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (
            Mapping(Address(EXTERNAL, 5), PORT, 7200, "pcp", Router("192.168.1.1"), "", NONCE),
            "pcp: 198.51.100.7:5 leads to TCP port 47070 for 7200 s",
        ),
        (Rejected("pcp", "not authorized"), "pcp: the router refused: not authorized"),
        (Silent(("pcp", "nat-pmp")), "pcp, nat-pmp: the router did not answer"),
        (SecondRouter("upnp", "10.0.0.2"), "upnp: the router is itself behind another one, as 10.0.0.2"),
        (NoRouter(), "no router is known"),
    ],
)
def test_what_doctor_says_of_it(outcome: MappingResult, text: str) -> None:
    assert str(outcome) == text

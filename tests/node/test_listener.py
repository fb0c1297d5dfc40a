"""Dialling and listening: races, caps, the guard, and real TCP on loopback."""

from __future__ import annotations

import errno
import itertools
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import Final

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import (
    CannotListen,
    NodeError,
    PeerGone,
    Reason,
    RefusedInvite,
    Unreachable,
)
from fadenet.node.link.candidates import Address, Candidate, IrohId
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.gate import Gate, gate_bytes
from fadenet.node.link.handshake import Admit, Admitted, Refused
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Link, NodeListeners
from fadenet.node.link.listener import NodeListener
from fadenet.node.link.rates import Rates
from fadenet.node.link.session import Session
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.lobby.invite import Invite, expiry, make_invite, new_token, parse_invite
from tests.node.helpers import (
    TOKEN,
    Handle,
    Porch,
    admit_all,
    doors_with,
    node,
    open_node_listener,
    open_session,
    seeded,
)
from tests.node.memory import MemoryNetwork, memory_links

HOST = Address("198.51.100.9", 47070)
OTHER = Address("198.51.100.10", 47070)
NOWHERE = Address("198.51.100.11", 47070)
MATCH, OTHER_MATCH = b"our match...", b"other match."


RUNS = itertools.count(1)


async def echo(channel: Channel) -> None:
    while True:
        await channel.send(await channel.receive())


def listening(
    network: MemoryNetwork,
    *,
    at: Address = HOST,
    host: NodeIdentity | None = None,
    admit: Admit = admit_all,
    handle: Handle = echo,
) -> AbstractAsyncContextManager[NodeListener]:
    return open_node_listener(host or node(2), [at], doors_with(Porch(handle, admit)), network)


async def join(
    network: MemoryNetwork, *candidates: Candidate, seed: int = 1, purpose: Purpose = Purpose.SEAT
) -> Channel:
    return await dial(
        node(seed, run=next(RUNS)),
        candidates or [HOST],
        Errand(node(2).fingerprint, TOKEN, purpose),
        open_link=network.open_link,
    )


async def test_echo_over_the_listener() -> None:
    network = MemoryNetwork()
    async with listening(network) as listener:
        channel = await join(network)
        await channel.send(b"hello")
        assert await channel.receive() == b"hello"
        assert listener.addresses == (HOST,)
        assert listener.handshakes == 0
        await channel.aclose()


# Dialling


async def test_nobody_reachable_is_one_sentence_with_the_addresses(autojump_clock: MockClock) -> None:
    with pytest.raises(Unreachable, match=r"198\.51\.100\.11:47070.*port forwarded") as error:
        await join(MemoryNetwork(), NOWHERE, IrohId(b"k" * 32))
    assert error.value.exit_code == 5


async def test_no_candidates_is_unreachable() -> None:
    with pytest.raises(Unreachable):
        await dial(
            node(1), [], Errand(node(2).fingerprint, TOKEN, Purpose.SEAT), open_link=MemoryNetwork().open_link
        )


async def test_a_dead_address_does_not_delay_a_live_one(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()

    async def open_link(candidate: Candidate) -> Link:
        if candidate == NOWHERE:
            await trio.sleep_forever()
        return await network.open_link(candidate)

    async with listening(network):
        began = trio.current_time()
        channel = await dial(
            node(1), [NOWHERE, HOST], Errand(node(2).fingerprint, TOKEN, Purpose.SEAT), open_link=open_link
        )
        assert trio.current_time() - began == pytest.approx(limits.DIAL_STAGGER_S, abs=0.01)
        await channel.aclose()


async def test_another_node_at_one_address_does_not_hide_the_host_at_another() -> None:
    network = MemoryNetwork()
    async with listening(network), listening(network, at=OTHER, host=node(3)):
        with pytest.raises(RefusedInvite):
            await join(network, NOWHERE, OTHER)
        channel = await join(network, OTHER, HOST)
        assert channel.peer == node(2).public
        await channel.aclose()


async def test_of_racing_attempts_the_host_admits_one(autojump_clock: MockClock) -> None:
    # given: three addresses of one host, all so slow that the handshakes overlap
    network, admitted = MemoryNetwork(), []

    class Slow(Link):
        async def send_all(self, data: bytes | bytearray | memoryview) -> None:
            await trio.sleep(0.4)
            await super().send_all(data)

    network.wrap = lambda near, far: (Slow(near, near.kind, near.remote), Slow(far, far.kind, far.remote))

    def admit(gate: Gate, peer: bytes, purpose: Purpose) -> Admitted:
        admitted.append(gate.source)
        return Admitted()

    async with listening(network, admit=admit):
        channel = await join(network, HOST, HOST, HOST)
        await trio.sleep(2)
        assert len(admitted) == 1
        await channel.send(b"still there")
        assert await channel.receive() == b"still there"
        await channel.aclose()


@pytest.mark.parametrize("reason", [Reason.EXPIRED, Reason.FULL, Reason.DECLINED])
async def test_a_refusal_by_name_ends_the_dial_at_once(autojump_clock: MockClock, reason: Reason) -> None:
    network = MemoryNetwork()
    async with listening(network, admit=lambda *_: Refused(reason)):
        with pytest.raises(RefusedInvite) as refusal:
            await join(network, HOST, NOWHERE)
    assert refusal.value.reason is reason
    assert trio.current_time() < 1


@pytest.mark.parametrize("count", [limits.CANDIDATES + 1])
async def test_at_most_eight_candidates_are_dialled(autojump_clock: MockClock, count: int) -> None:
    tried: list[Candidate] = []

    async def open_link(candidate: Candidate) -> Link:
        tried.append(candidate)
        raise OSError("no")

    with pytest.raises(Unreachable):
        await dial(
            node(1), [NOWHERE] * count, Errand(node(2).fingerprint, TOKEN, Purpose.SEAT), open_link=open_link
        )
    assert len(tried) == limits.CANDIDATES


# Caps


async def hold_open(network: MemoryNetwork, count: int, hosts: Callable[[int], str]) -> list[Link]:
    """So many connections from these hosts that never say a word."""
    held = []
    for n in range(count):
        near, far, _ = memory_links(hosts(n))
        await network.listeners[HOST].arrive.send(far)
        held.append(near)
    await trio.testing.wait_all_tasks_blocked()
    return held


def one_source(n: int) -> str:
    return "203.0.113.5"


def many_sources(n: int) -> str:
    return f"203.0.113.{n}"


def one_v6_network(n: int) -> str:
    return f"2001:db8::{n + 1:x}"


def one_v6_site(n: int) -> str:
    return f"2001:db8:0:{n:x}::1"


def first_message(n: int, token: bytes = TOKEN) -> bytes:
    """The first message of a handshake, which opens the gate."""
    e = n.to_bytes(32, "big")
    return (52).to_bytes(2, "big") + e + gate_bytes(token, e, node(2).fingerprint)


NARROW: Final = [
    (limits.HANDSHAKES_PER_SOURCE, one_source),
    (limits.HANDSHAKES_PER_SOURCE, one_v6_network),
    (limits.HANDSHAKES_PER_SITE, one_v6_site),
]


@pytest.mark.parametrize(("most", "hosts"), NARROW)
async def test_handshakes_of_a_source_are_bounded(most: int, hosts: Callable[[int], str]) -> None:
    # given as many as there are places, of whom the first has opened the gate
    network = MemoryNetwork()
    async with listening(network) as listener:
        held = await hold_open(network, most, hosts)
        await held[0].send_all(first_message(1))
        await trio.testing.wait_all_tasks_blocked()
        assert listener.handshakes == most
        # when one more comes, then the oldest goes that has not
        one_more = (await hold_open(network, 1, lambda _: hosts(most)))[0]
        assert listener.handshakes == most
        assert await held[1].receive_some() == b"" and len(await held[0].receive_some()) > 100
        await one_more.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert listener.handshakes == most - 1


@pytest.mark.parametrize(("most", "hosts"), [*NARROW, (limits.HANDSHAKES_OPEN, many_sources)])
async def test_who_has_opened_the_gate_keeps_its_place_for_a_moment(
    most: int, hosts: Callable[[int], str], mock_clock: MockClock
) -> None:
    network = MemoryNetwork()
    async with listening(network) as listener:
        held = await hold_open(network, most, hosts)
        for n, link in enumerate(held):
            await link.send_all(first_message(n + 1))
            await link.receive_some()

        async def one_more(n: int) -> Link:
            link = (await hold_open(network, 1, lambda _: hosts(most)))[0]
            with suppress(trio.BrokenResourceError):
                await link.send_all(first_message(most + n))
            await trio.testing.wait_all_tasks_blocked()
            return link

        # when one more comes, then it has to go; and once they are old, the oldest of them
        assert await (await one_more(1)).receive_some() == b""
        mock_clock.jump(limits.HANDSHAKE_YIELDS_S - 0.01)
        assert await (await one_more(2)).receive_some() == b""
        mock_clock.jump(0.01)
        assert await (await one_more(3)).receive_some() != b"" and await held[0].receive_some() == b""
        assert listener.handshakes == most


async def test_handshakes_of_all_are_bounded_by_how_far_they_are() -> None:
    """given as many as there are places for those who have said nothing, and as many for those who hold a
    token that strangers may have, then the oldest of the first go for others, and who holds it gets no
    further."""
    network = MemoryNetwork()
    async with listening(network) as listener:
        said = await hold_open(network, limits.HANDSHAKES_OPEN, lambda n: f"203.0.114.{n}")
        for n, link in enumerate(said):
            await link.send_all(first_message(n + 1))
            assert await link.receive_some() != b""
        silent = await hold_open(network, limits.HANDSHAKES_AT_ONCE, many_sources)
        both = limits.HANDSHAKES_OPEN + limits.HANDSHAKES_AT_ONCE
        assert listener.handshakes == both
        late = (await hold_open(network, 1, lambda _: "192.0.2.1"))[0]
        assert listener.handshakes == both and await silent[0].receive_some() == b""
        await late.send_all(first_message(99))
        assert await late.receive_some() == b"" and listener.handshakes == both - 1
        assert listener.turned_away == 1


async def test_behind_one_address_many_may_come_at_once() -> None:
    """given a listener that expects all its guests from one address, then it takes so many more, and one over
    that takes the place of the oldest."""
    network = MemoryNetwork()
    async with listening(network) as listener:
        listener.expect_many()
        held = await hold_open(network, limits.BEHIND_NAT, one_source)
        assert listener.handshakes == limits.BEHIND_NAT and not listener.turned_away
        await hold_open(network, 1, one_source)
        assert listener.handshakes == limits.BEHIND_NAT and await held[0].receive_some() == b""


async def test_places_are_kept_for_the_players_of_matches(autojump_clock: MockClock) -> None:
    # given strangers who hold all places with a token that anybody may have
    network, doors = MemoryNetwork(), doors_with(Porch(echo))
    for token in (MATCH, OTHER_MATCH):
        doors.open(token, Porch(echo), players=True)
    async with open_node_listener(node(2), [HOST], doors, network) as listener:
        for n, link in enumerate(await hold_open(network, limits.HANDSHAKES_OPEN, many_sources)):
            await link.send_all(first_message(n + 1))

        async def players(token: bytes, count: int, first: int) -> list[Link]:
            held = await hold_open(network, count, lambda n: f"192.0.{first // 100}.{n + 1}")
            for n, link in enumerate(held):
                await link.send_all(first_message(first + n, token))
            await trio.testing.wait_all_tasks_blocked()
            return held

        # then there are places for who holds the token of a match, and no more than a few
        held = await players(MATCH, limits.HANDSHAKES_KEPT, 100)
        both = limits.HANDSHAKES_OPEN + limits.HANDSHAKES_KEPT
        assert listener.handshakes == both
        (late,) = await players(MATCH, 1, 200)
        assert await late.receive_some() == b"" and listener.handshakes == both
        # and one of those who hold most goes for a player of another match
        (other,) = await players(OTHER_MATCH, 1, 300)
        assert await other.receive_some() != b"" and listener.handshakes == both
        assert await held[0].receive_some() != b"" and await held[0].receive_some() == b""


async def test_a_player_who_finds_no_kept_place_gets_one_as_anybody_does() -> None:
    network, doors = MemoryNetwork(), doors_with(Porch(echo))
    doors.open(MATCH, Porch(echo), players=True)
    async with open_node_listener(node(2), [HOST], doors, network) as listener:
        for n, link in enumerate(await hold_open(network, limits.HANDSHAKES_KEPT + 1, many_sources)):
            await link.send_all(first_message(n + 1, MATCH))
            assert await link.receive_some() != b""
        assert listener.handshakes == limits.HANDSHAKES_KEPT + 1


@pytest.mark.slow
async def test_strangers_who_send_one_byte_keep_nobody_out(autojump_clock: MockClock) -> None:
    # given seventeen sources of five connections each, which say a byte, are hung up on, and come back
    network, inside = MemoryNetwork(), 0

    async def connect(source: str) -> Link:
        near, far, _ = memory_links(source)
        await network.listeners[HOST].arrive.send(far)
        return near

    async def stranger(source: str) -> None:
        while True:
            link = await connect(source)
            with suppress(trio.BrokenResourceError):
                await link.send_all(b"\0")
                await link.receive_some()
            await link.aclose()
            await trio.sleep(0.1)

    class Far(Link):
        async def send_all(self, data: bytes | bytearray | memoryview) -> None:
            await trio.sleep(0.1)
            await super().send_all(data)

    async def open_link(candidate: Candidate) -> Link:
        link = await connect(f"192.0.2.{inside}")
        return Far(link, link.kind, link.remote)

    async with listening(network), trio.open_nursery() as nursery:
        for n in range(17 * 5):
            nursery.start_soon(stranger, f"203.0.113.{n % 17}")
        # when somebody with a token dials again and again, from far away and each time from another source
        for n in range(8):
            await trio.sleep(1)
            with suppress(NodeError):
                dialler = node(1, run=100 + n)
                channel = await dial(
                    dialler, [HOST], Errand(node(2).fingerprint, TOKEN, Purpose.SEAT), open_link=open_link
                )
                inside += 1
                await channel.abort()
        nursery.cancel_scope.cancel()
    # then it is always let in
    assert inside == 8


async def test_silent_connections_leave_nothing_behind(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with listening(network) as listener:
        await hold_open(network, 64, many_sources)
        await trio.sleep(limits.HANDSHAKE_S)
        assert listener.handshakes == 0


def test_handshakes_a_second_are_bounded_for_each_source() -> None:
    rates = Rates[str](limits.HANDSHAKES_PER_S, limits.HANDSHAKES_BURST, limits.SOURCES_REMEMBERED)
    assert [rates.allow("a", 0.0) for _ in range(limits.HANDSHAKES_BURST + 1)].count(
        True
    ) == limits.HANDSHAKES_BURST
    assert rates.allow("b", 0.0)
    assert [rates.allow("a", 1.0) for _ in range(limits.HANDSHAKES_PER_S + 1)].count(
        True
    ) == limits.HANDSHAKES_PER_S
    for n in range(limits.SOURCES_REMEMBERED + 1):
        rates.allow(str(n), 2.0)
    assert len(rates._buckets) == limits.SOURCES_REMEMBERED


async def test_admitted_peers_are_bounded(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with listening(network):
        channels = []
        for n in range(limits.PEERS_ADMITTED):
            channels.append(await join(network, seed=10 + n))
            await trio.sleep(0.5)
        with pytest.raises(RefusedInvite) as refusal:
            await join(network, seed=9)
        assert refusal.value.reason is Reason.BUSY
        await channels[0].aclose()
        await trio.sleep(1)
        await (await join(network, seed=9)).aclose()
        for channel in channels:
            await channel.abort()


# The guard


class Throwing(Link):
    """The k-th operation on this link raises."""

    def __init__(self, link: Link, k: list[int], error: Callable[[], Exception]) -> None:
        super().__init__(link, link.kind, link.remote)
        self._k = k
        self._error = error

    def _step(self) -> None:
        self._k[0] -= 1
        if self._k[0] == -1:
            raise self._error()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self._step()
        await super().send_all(data)

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        self._step()
        return await super().receive_some(max_bytes)


@pytest.mark.parametrize(
    "error", [trio.BrokenResourceError, ValueError, trio.TooSlowError, OSError, RecursionError]
)
async def test_nothing_thrown_at_any_await_ends_the_node(
    autojump_clock: MockClock, error: Callable[[], Exception]
) -> None:
    network = MemoryNetwork()
    async with listening(network) as listener:
        for k in range(12):
            count = [k]
            network.wrap = lambda near, far, count=count: (near, Throwing(far, count, error))  # type: ignore[misc]
            try:
                channel = await join(network)
                await channel.send(b"one")
                await channel.receive()
                await channel.aclose()
            except NodeError:
                pass
            await trio.sleep(1)
        # then: honest players still get in
        network.wrap = lambda near, far: (near, far)
        channel = await join(network, seed=4)
        await channel.send(b"hello")
        assert await channel.receive() == b"hello"
        await channel.aclose()
        assert listener.handshakes == 0


async def test_an_error_in_the_handler_ends_its_own_connection_only(caplog: pytest.LogCaptureFixture) -> None:
    network = MemoryNetwork()

    async def faulty(channel: Channel) -> None:
        async with trio.open_nursery():
            raise ZeroDivisionError

    async with listening(network, handle=faulty):
        for _ in range(2):
            channel = await join(network)
            with pytest.raises(PeerGone):
                await channel.receive()
            await channel.aclose()
    assert sum(record.levelno == logging.ERROR for record in caplog.records) == 2


async def test_whoever_knocks_with_an_old_line_is_accused_of_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """given a first message for a table that is no more, as a guest may send it whose match has just ended,
    and one that is nonsense, then whoever reads the log is warned of the second alone."""
    network = MemoryNetwork()
    async with listening(network):
        for said in (first_message(1, b"an old token"), (8).to_bytes(2, "big") + b"nonsense"):
            link = await network.open_link(HOST)
            await link.send_all(said)
            assert await link.receive_some() == b""
            await link.aclose()
    warned = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(warned) == 1 and "a first message of 8 bytes" in warned[0].getMessage()


async def test_logs_hold_no_secrets(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    network = MemoryNetwork()
    async with listening(network):
        channel = await join(network)
        await channel.send(b"the secret hand")
        await channel.receive()
        await channel.aclose()
        with pytest.raises(RefusedInvite):
            await dial(
                node(1),
                [HOST],
                Errand(node(2).fingerprint, b"wrong token!", Purpose.SEAT),
                open_link=network.open_link,
            )
    for secret in (TOKEN, b"wrong token!", b"the secret hand", channel.resume_secret):
        assert repr(secret)[2:-1] not in caplog.text and secret.hex() not in caplog.text


# TCP on loopback


V4, V6 = Address("127.0.0.1", 0), Address("::1", 0)
TCP = TcpNetwork()


async def open_tcp(candidate: Candidate) -> Link:
    """An `OpenLink`."""
    assert isinstance(candidate, Address)
    return await TCP.open(candidate)


async def test_the_whole_flow_over_tcp() -> None:
    # given: a host that listens and makes an invitation
    host, joiner = node(2), node(1)
    token = new_token(seeded(3))
    at_host = Session(joiner.public, seeded(4))
    attached: list[Channel] = []

    async def handle(channel: Channel) -> None:
        attached.append(channel)
        await at_host.attach(channel)

    with trio.fail_after(20):
        porch = Porch(handle)
        doors = doors_with(porch, token)
        async with open_node_listener(host, [V4], doors, TCP) as listener:
            line = make_invite(Invite(host.fingerprint, token, expiry(0, 24), listener.addresses))
            # when: a joiner dials by the line
            invite = parse_invite(line)
            secret = b""

            async def redial(early: bytes) -> Channel:
                return await dial(
                    joiner,
                    invite.candidates,
                    Errand(invite.fingerprint, secret or invite.token, Purpose.RESUME, early),
                    open_link=open_tcp,
                )

            first = await dial(
                joiner,
                invite.candidates,
                Errand(invite.fingerprint, invite.token, Purpose.SEAT),
                open_link=open_tcp,
            )
            assert first.kind == "tcp" and first.greet.observed.startswith("127.0.0.1:")
            async with open_session(first.peer, seeded(5), redial=redial, first=first) as session:
                await session.send(b"one")
                assert await at_host.receive() == b"one"
                # then: a cut is healed by the resume secret of the first channel, and nothing is lost
                assert first.resume_secret == attached[0].resume_secret
                secret = first.resume_secret
                doors.open(secret, porch)
                doors.close(token)
                await at_host.send(b"two")
                await trio.aclose_forcefully(attached[0]._wire.link)
                await session.send(b"three")
                assert await at_host.receive() == b"three"
                assert await session.receive() == b"two"
                assert len(attached) == 2


async def test_one_port_for_both_families() -> None:
    listeners, bound = await TCP.listen([V4, V6])
    for listener in listeners:
        await listener.aclose()
    assert len({address.port for address in bound}) == 1
    assert bound[0].port > 0


async def test_a_taken_port_is_told() -> None:
    listeners, bound = await TCP.listen([V4])
    with pytest.raises(CannotListen, match=r"is in use.*--listen"):
        await TCP.listen(bound)
    await listeners[0].aclose()


async def test_an_address_that_is_not_ours_is_left_out() -> None:
    listeners, bound = await TCP.listen([Address("192.0.2.1", 0), V4])
    assert [address.host for address in bound] == ["127.0.0.1"]
    await listeners[0].aclose()
    with pytest.raises(CannotListen, match="none of the addresses"):
        await TCP.listen([Address("192.0.2.1", 0)])


async def test_a_closed_port_is_unreachable() -> None:
    listeners, bound = await TCP.listen([V4])
    await listeners[0].aclose()
    with pytest.raises(OSError):
        await TCP.open(bound[0])
    with pytest.raises(Unreachable):
        await dial(node(1), bound, Errand(node(2).fingerprint, TOKEN, Purpose.SEAT), open_link=open_tcp)


async def test_something_else_behind_the_port_is_unreachable() -> None:
    async def web_server(stream: trio.SocketStream) -> None:
        await stream.receive_some(10)
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await trio.sleep_forever()

    async with trio.open_nursery() as nursery:
        servers = await nursery.start(trio.serve_tcp, web_server, 0)
        port = servers[0].socket.getsockname()[1]
        with trio.fail_after(4), pytest.raises(Unreachable):
            await dial(
                node(1),
                [Address("127.0.0.1", port)],
                Errand(node(2).fingerprint, TOKEN, Purpose.SEAT),
                open_link=open_tcp,
            )
        nursery.cancel_scope.cancel()


async def test_accepting_goes_on_when_the_process_is_out_of_descriptors(autojump_clock: MockClock) -> None:
    failures = [3]

    class Exhausted(MemoryNetwork):
        async def listen(self, addresses: Sequence[Address]) -> tuple[NodeListeners, tuple[Address, ...]]:
            listeners, bound = await super().listen(addresses)
            accept: Callable[[], Awaitable[Link]] = listeners[0].accept

            async def exhausted() -> Link:
                if failures[0]:
                    failures[0] -= 1
                    raise OSError(errno.EMFILE, "too many open files")
                return await accept()

            listeners[0].accept = exhausted  # type: ignore[method-assign]
            return listeners, bound

    network = Exhausted()
    async with listening(network):
        channel = await join(network)
        await channel.aclose()
    assert failures == [0]


@pytest.mark.parametrize(
    ("host", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("mia.example", "mia.example"),
    ],
)
def test_a_source_is_an_ipv4_address_or_an_ipv6_64(host: str, source: str) -> None:
    assert Address(host).source == source


def test_a_site_is_an_ipv6_48_or_a_source() -> None:
    assert Address("2001:db8:1:2:3::4").site == "2001:db8:1::/48"
    assert [Address(host).site for host in ("192.0.2.7", "mia.example")] == ["192.0.2.7", "mia.example"]

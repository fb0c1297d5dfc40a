"""The simulated internet itself: its routers let in and keep out what real ones do, and its connections
carry, refuse, break and fall silent as those of kernels."""

from __future__ import annotations

import errno
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import pytest
import trio
from trio.testing import MockClock

from fadenet.node.errors import CannotListen
from fadenet.node.limits import LOOK_S
from fadenet.node.link.candidates import Address, everywhere
from fadenet.node.link.links import Link
from tests.sim.nat import PIPE_BYTES, SYN_AGAIN_S, Host, Internet, Kind, open_internet

PORT = 47070
DELAY_S = 0.04
BEHIND = [kind for kind in Kind if kind is not Kind.OPEN]


@asynccontextmanager
async def internet(loss: float = 0.0) -> AsyncGenerator[Internet]:
    async with open_internet(1, DELAY_S, loss) as made:
        yield made


class Accepted:
    """Listens at a host, and keeps what comes."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.links: list[Link] = []
        self.came = trio.Event()

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        listeners, _ = await self.host.network.listen(
            [one for one in everywhere(PORT) if self.host.has_family(one)]
        )
        task_status.started()
        async with trio.open_nursery() as nursery:
            for one in listeners:
                nursery.start_soon(self._accept, one)

    async def _accept(self, listener: trio.abc.Listener[Link]) -> None:
        while True:
            self.links.append(await listener.accept())
            self.came.set()


@asynccontextmanager
async def listening(*hosts: Host) -> AsyncGenerator[list[Accepted]]:
    async with trio.open_nursery() as nursery:
        all_accepted = [Accepted(host) for host in hosts]
        for accepted in all_accepted:
            await nursery.start(accepted.run)
        yield all_accepted
        nursery.cancel_scope.cancel()


def v4(host: Host, port: int = PORT) -> Address:
    return Address(next(one for one in host.addresses if ":" not in one), port)


def v6(host: Host) -> Address:
    return Address(next(one for one in host.addresses if ":" in one), PORT)


async def answers(link: Link, other: Link) -> None:
    """Something goes both ways."""
    for near, far in ((link, other), (other, link)):
        await near.send_all(b"hello")
        with trio.fail_after(1):
            assert await far.receive_some() == b"hello"


async def seen_from(host: Host, public: Accepted, port: int = PORT) -> Address:
    """Where the public host sees a port of this one."""
    before = len(public.links)
    link = await host.network.open(v4(public.host), port)
    await trio.sleep(1)
    assert len(public.links) == before + 1
    await answers(link, public.links[-1])
    return public.links[-1].remote


async def test_an_open_host_is_reached_from_everywhere(autojump_clock: MockClock) -> None:
    for kind in Kind:
        async with internet() as net, listening(net.site(Kind.OPEN, "host")) as (host,):
            link = await net.site(kind, "guest").network.open(v4(host.host))
            await host.came.wait()
            await answers(link, host.links[0])


@pytest.mark.parametrize("kind", BEHIND)
async def test_who_is_behind_a_router_is_not_reached_unasked(kind: Kind, autojump_clock: MockClock) -> None:
    async with internet() as net:
        host, guest = net.site(kind, "host"), net.site(Kind.OPEN, "guest")
        async with listening(host, net.site(Kind.OPEN, "public")) as (accepted, public):
            seen = await seen_from(host, public)
            with trio.move_on_after(5), suppress(ConnectionRefusedError):
                await guest.network.open(seen)
            assert not accepted.links


async def test_a_router_drops_what_nobody_asked_for_or_refuses_it(autojump_clock: MockClock) -> None:
    async with internet() as net:
        guest = net.site(Kind.OPEN, "guest")
        async with listening(net.site(Kind.OPEN, "public")) as (public,):
            for kind in (Kind.CONE, Kind.SYMMETRIC):
                seen = await seen_from(net.site(kind, "host"), public)
                began = trio.current_time()
                with pytest.raises(OSError) as dropped:
                    await guest.network.open(seen)
                assert dropped.value.errno == errno.ETIMEDOUT
                assert trio.current_time() - began == sum(SYN_AGAIN_S)
            seen = await seen_from(net.site(Kind.RST, "host"), public)
            began = trio.current_time()
            with pytest.raises(ConnectionRefusedError):
                await guest.network.open(seen)
            assert trio.current_time() - began < 3 * DELAY_S


async def test_a_cone_is_seen_at_one_port_and_a_symmetric_router_at_many(autojump_clock: MockClock) -> None:
    async with internet() as net:
        publics = [net.site(Kind.OPEN, f"public {n}") for n in range(3)]
        async with listening(*publics) as accepted:
            for kind in BEHIND:
                host = net.site(kind, "host")
                seen = {await seen_from(host, one) for one in accepted}
                assert len(seen) == (3 if kind is Kind.SYMMETRIC else 1)


async def test_the_port_outside_stays_free_for_the_next_one_inside(autojump_clock: MockClock) -> None:
    async with internet() as net:
        first = net.site(Kind.CONE, "first")
        async with listening(net.site(Kind.OPEN, "public")) as (public,):
            seen = await seen_from(first, public)
            assert await seen_from(first, public, PORT + 1) != seen


@pytest.mark.parametrize("kind", [Kind.CONE, Kind.RST, Kind.FIREWALL, Kind.UPNP])
async def test_two_who_dial_each_other_at_once_meet(kind: Kind, autojump_clock: MockClock) -> None:
    async with internet() as net:
        a, b = net.site(kind, "a"), net.site(kind, "b")
        async with listening(net.site(Kind.OPEN, "public")) as (public,):
            there, here = await seen_from(a, public), await seen_from(b, public)
            met: list[Link] = []

            async def dial(host: Host, to: Address) -> None:
                met.append(await host.network.open(to, PORT))

            async with trio.open_nursery() as nursery:
                nursery.start_soon(dial, a, here)
                nursery.start_soon(dial, b, there)
            await answers(*met)


async def test_who_dials_from_behind_a_symmetric_router_is_met_at_no_known_port(
    autojump_clock: MockClock,
) -> None:
    async with internet() as net:
        a, b = net.site(Kind.SYMMETRIC, "a"), net.site(Kind.CONE, "b")
        async with listening(net.site(Kind.OPEN, "public")) as (public,):
            there, here = await seen_from(a, public), await seen_from(b, public)
            for host, to in ((a, here), (b, there)):
                with trio.move_on_after(5):
                    await host.network.open(to, PORT)
                    pytest.fail("met")


async def test_a_dial_that_was_given_up_opens_the_way_to_the_listener(autojump_clock: MockClock) -> None:
    async with internet() as net:
        a, b = net.site(Kind.CONE, "a"), net.site(Kind.CONE, "b")
        async with listening(a, net.site(Kind.OPEN, "public")) as (accepted, public):
            there, here = await seen_from(a, public), await seen_from(b, public)
            with trio.move_on_after(0.5) as given_up:
                await a.network.open(here, PORT)
            assert given_up.cancelled_caught
            link = await b.network.open(there, PORT)
            await accepted.came.wait()
            assert accepted.links[0].remote == here
            await answers(link, accepted.links[0])


async def test_firewalls_of_ipv6_translate_nothing_and_let_in_answers_only(autojump_clock: MockClock) -> None:
    async with internet() as net:
        a, b, guest = net.site(Kind.FIREWALL, "a"), net.site(Kind.FIREWALL, "b"), net.site(Kind.OPEN, "guest")
        async with listening(b, guest) as (inside, outside):
            with trio.move_on_after(5):
                await guest.network.open(v6(b))
                pytest.fail("let in")
            link = await a.network.open(v6(guest))
            await outside.came.wait()
            assert outside.links[0].remote.host == v6(a).host == link.local
            with trio.move_on_after(0.5):
                await b.network.open(v6(a), PORT)
            link = await a.network.open(v6(b), PORT)
            await inside.came.wait()
            await answers(link, inside.links[0])


async def test_who_has_no_address_of_a_family_has_no_way_there(autojump_clock: MockClock) -> None:
    async with internet() as net:
        cone, public = net.site(Kind.CONE, "cone"), net.site(Kind.OPEN, "public")
        assert cone.network.way_to(v6(public).host) == ""
        assert cone.network.way_to(v4(public).host) == v4(cone).host
        with pytest.raises(OSError) as unreachable:
            await cone.network.open(v6(public))
        assert unreachable.value.errno == errno.ENETUNREACH


async def test_a_mapped_port_lets_everybody_in(autojump_clock: MockClock) -> None:
    async with internet() as net:
        host = net.site(Kind.UPNP, "host")
        async with listening(host) as (accepted,):
            mapped = host.map_port(PORT)
            link = await net.site(Kind.SYMMETRIC, "guest").network.open(mapped)
            await accepted.came.wait()
            await answers(link, accepted.links[0])
        with pytest.raises(OSError, match="maps no ports"):
            net.site(Kind.CONE, "other").map_port(PORT)


async def test_neighbours_reach_each_other_at_their_inner_addresses(autojump_clock: MockClock) -> None:
    async with internet() as net:
        host, guest = net.site(Kind.CONE, "host"), net.site(Kind.CONE, "guest")
        net.change_address(guest, host.router)
        async with listening(host) as (accepted,):
            began = trio.current_time()
            link = await guest.network.open(v4(host))
            assert trio.current_time() - began < DELAY_S
            await accepted.came.wait()
            await answers(link, accepted.links[0])


async def test_where_nobody_listens_the_host_refuses(autojump_clock: MockClock) -> None:
    async with internet() as net:
        with pytest.raises(ConnectionRefusedError):
            await net.site(Kind.CONE, "guest").network.open(v4(net.site(Kind.OPEN, "host")))


async def test_a_port_is_listened_at_once(autojump_clock: MockClock) -> None:
    async with internet() as net:
        host = net.site(Kind.OPEN, "host")
        async with listening(host):
            with pytest.raises(CannotListen):
                await host.network.listen([Address("0.0.0.0", PORT)])


async def test_a_pair_of_ports_is_used_once_and_held_for_a_while(autojump_clock: MockClock) -> None:
    async with internet() as net:
        guest = net.site(Kind.CONE, "guest")
        async with listening(net.site(Kind.OPEN, "public")) as (public,):
            link = await guest.network.open(v4(public.host), PORT)
            await link.aclose()
            with pytest.raises(OSError) as taken:
                await guest.network.open(v4(public.host), PORT)
            assert taken.value.errno == errno.EADDRNOTAVAIL
            await trio.sleep(60)
            await guest.network.open(v4(public.host), PORT)


async def test_what_is_lost_comes_later_and_in_order(autojump_clock: MockClock) -> None:
    async with internet() as net, listening(net.site(Kind.OPEN, "public")) as (public,):
        link = await net.site(Kind.CONE, "guest").network.open(v4(public.host))
        await public.came.wait()
        net.loss = 0.5
        began, got = trio.current_time(), b""
        for n in range(100):
            await link.send_all(bytes([n]))
        while len(got) < 100:
            got += await public.links[0].receive_some()
        assert got == bytes(range(100))
        assert trio.current_time() - began > 0.2 + DELAY_S


async def test_a_lost_syn_is_said_again(autojump_clock: MockClock) -> None:
    async with internet() as net, listening(net.site(Kind.OPEN, "public")) as (public,):
        net.loss = 1.0
        async with trio.open_nursery() as nursery:
            began = trio.current_time()
            nursery.start_soon(net.site(Kind.OPEN, "guest").network.open, v4(public.host))
            await trio.sleep(0.5)
            net.loss = 0.0
        assert 1 < trio.current_time() - began < 1.2


async def test_who_does_not_read_holds_up_who_writes(autojump_clock: MockClock) -> None:
    async with internet() as net, listening(net.site(Kind.OPEN, "public")) as (public,):
        link = await net.site(Kind.CONE, "guest").network.open(v4(public.host))
        await public.came.wait()
        await link.send_all(bytes(PIPE_BYTES))
        with trio.move_on_after(5) as held:
            await link.send_all(b"x")
        assert held.cancelled_caught
        with trio.fail_after(1):
            await public.links[0].receive_some(1)
            await link.send_all(b"x")


async def test_an_end_is_heard_behind_what_was_said(autojump_clock: MockClock) -> None:
    async with internet() as net, listening(net.site(Kind.OPEN, "public")) as (public,):
        link = await net.site(Kind.CONE, "guest").network.open(v4(public.host))
        await link.send_all(b"bye")
        await link.aclose()
        await public.came.wait()
        assert await public.links[0].receive_some() == b"bye"
        assert await public.links[0].receive_some() == b""
        await public.links[0].send_all(b"late")
        with pytest.raises(trio.BrokenResourceError):
            await public.links[0].receive_some()
            await trio.sleep(1)
            await public.links[0].receive_some()


async def test_who_dies_breaks_its_connections_or_falls_silent(autojump_clock: MockClock) -> None:
    for loudly in (True, False):
        async with internet() as net, listening(net.site(Kind.OPEN, "public")) as (public,):
            link = await net.site(Kind.CONE, "guest").network.open(v4(public.host))
            public.host.die(loudly=loudly)
            with trio.move_on_after(100) as silence, suppress(trio.BrokenResourceError):
                await link.receive_some()
            assert silence.cancelled_caught is not loudly
            with trio.move_on_after(5) as silence:
                await net.site(Kind.OPEN, "other").network.open(v4(public.host))
            assert silence.cancelled_caught


async def test_another_address_of_a_router_leaves_black_holes(autojump_clock: MockClock) -> None:
    async with internet() as net, listening(net.site(Kind.OPEN, "public")) as (public,):
        guest = net.site(Kind.CONE, "guest")
        before = await seen_from(guest, public)
        link = await guest.network.open(v4(public.host))
        await trio.sleep(1)
        assert guest.router is not None
        guest.router.change_address()
        for near, far in ((link, public.links[-1]), (public.links[-1], link)):
            await near.send_all(b"lost")
            with trio.move_on_after(100) as silence:
                await far.receive_some()
            assert silence.cancelled_caught
        assert (await seen_from(guest, public, PORT + 1)).host != before.host


async def test_another_address_of_ours_leaves_black_holes_and_is_noticed(autojump_clock: MockClock) -> None:
    async with internet() as net, listening(net.site(Kind.OPEN, "public")) as (public,):
        guest = net.site(Kind.CONE, "guest")
        link = await guest.network.open(v4(public.host))
        await public.came.wait()
        noticed: list[float] = []

        async def watch() -> None:
            await guest.network.changed(lambda: [public.host.addresses[0]])
            noticed.append(trio.current_time())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch)
            await trio.sleep(3)
            net.change_address(guest)
        assert noticed[0] - 3 <= LOOK_S
        assert guest.network.way_to(public.host.addresses[0]) != link.local
        for near, far in ((link, public.links[0]), (public.links[0], link)):
            await near.send_all(b"lost")
            with trio.move_on_after(100) as silence:
                await far.receive_some()
            assert silence.cancelled_caught
        await guest.network.open(v4(public.host), PORT)


async def test_networks_behind_routers_are_alike(autojump_clock: MockClock) -> None:
    async with internet() as net:
        inner = [net.site(Kind.CONE, f"{n}").addresses[0] for n in range(9)]
        assert len(set(inner)) < len(inner)

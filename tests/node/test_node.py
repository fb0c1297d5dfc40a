"""A node: doors by token behind one listener, and how often it dials whom."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from itertools import count

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import PeerGone, Reason, RefusedInvite, Unreachable, plainly
from fadenet.node.link.candidates import Address, IrohId
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted, Refused
from fadenet.node.link.links import Link
from fadenet.node.reach.directory import Directory
from fadenet.node.reach.node import Node, open_node
from tests.node.helpers import Porch, node
from tests.node.memory import MemoryNetwork

HOST = Address("198.51.100.9", 47070)
GONE = Address("198.51.100.11", 47070)
FIRST, SECOND = b"first token.", b"second token"
RUNS = count(1)


def saying(word: bytes, most: int = limits.PEERS_ADMITTED) -> Porch:
    """A door that says a word to whoever comes, and waits until it goes."""

    async def handle(channel: Channel) -> None:
        await channel.send(word)
        await channel.receive()

    return Porch(handle, most=most)


@asynccontextmanager
async def hosting(network: MemoryNetwork) -> AsyncGenerator[Node]:
    """A node that listens."""
    async with open_node(node(2), network) as host:
        await host.listen([HOST])
        yield host


async def knock(network: MemoryNetwork, token: bytes, seed: int = 1) -> Channel:
    """A channel by this token, from a node of its own."""
    with plainly():
        async with open_node(node(seed, run=next(RUNS)), network) as guest:
            guest.directory.named(node(2).fingerprint, [HOST])
            return await guest.dial(node(2).fingerprint, token, Purpose.SEAT)
    raise AssertionError("a dial ends with a channel or an error")


async def close(*channels: Channel) -> None:
    for channel in channels:
        await channel.aclose()
    await trio.sleep(1)


# Doors.


async def test_each_token_leads_to_its_own_door(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with hosting(network) as host:
        assert host.bound == (HOST,) and list(network.listeners) == [HOST]
        with host.opened([FIRST], saying(b"one")), host.opened([SECOND], saying(b"two")):
            one, two = await knock(network, FIRST), await knock(network, SECOND)
            assert (await one.receive(), await two.receive()) == (b"one", b"two")
            await close(one, two)


async def test_one_door_may_have_several_tokens() -> None:
    network = MemoryNetwork()
    async with hosting(network) as host:
        with host.opened([FIRST, SECOND], saying(b"one")):
            for token in (FIRST, SECOND):
                channel = await knock(network, token)
                assert await channel.receive() == b"one"
                await channel.aclose()


async def test_a_closed_token_is_hung_up_on_and_what_it_has_led_to_stays(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with hosting(network) as host:
        with host.opened([SECOND], saying(b"two")):
            with host.opened([FIRST], saying(b"one")):
                inside = await knock(network, FIRST)
                assert await inside.receive() == b"one"
            # when the first door is closed
            with pytest.raises(RefusedInvite) as refused:
                await knock(network, FIRST)
            # then nobody hears why, the other one is open, and who was inside still is
            assert refused.value.reason is Reason.UNKNOWN
            other = await knock(network, SECOND)
            assert await other.receive() == b"two"
            with trio.move_on_after(limits.PING_S + 1) as waited:
                await inside.receive()
            assert waited.cancelled_caught
            await close(inside, other)


async def test_a_door_that_closes_during_a_handshake_says_so(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with hosting(network) as host:

        class Slow(Link):
            async def send_all(self, data: bytes | bytearray | memoryview) -> None:
                await super().send_all(data)
                host.doors.close(FIRST)

        # the door is closed once the host has answered the first message
        network.wrap = lambda near, far: (near, Slow(far, far.kind, far.remote))
        with host.opened([FIRST], saying(b"one")), pytest.raises(RefusedInvite) as refused:
            await knock(network, FIRST)
    assert refused.value.reason is Reason.DECLINED


async def test_a_full_door_leaves_the_others_open(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with hosting(network) as host:
        with host.opened([FIRST], saying(b"one", most=2)), host.opened([SECOND], saying(b"two")):
            inside = [await knock(network, FIRST, seed=10 + n) for n in range(2)]
            with pytest.raises(RefusedInvite) as refused:
                await knock(network, FIRST, seed=20)
            assert refused.value.reason is Reason.BUSY
            inside.append(await knock(network, SECOND, seed=20))
            # and when one has gone, there is room again
            await close(inside.pop(0))
            inside.append(await knock(network, FIRST, seed=20))
            await close(*inside)


async def test_channels_of_one_player_are_counted_by_the_door(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with hosting(network) as host:
        with host.opened([FIRST], saying(b"one")), host.opened([SECOND], saying(b"two")):
            inside = [await knock(network, FIRST) for _ in range(limits.CHANNELS_PER_PEER)]
            inside.append(await knock(network, SECOND))
            inside.append(await knock(network, FIRST, seed=3))
            assert host.connections == limits.CHANNELS_PER_PEER + 2
            inside.append(await knock(network, FIRST))  # takes the place of the oldest
            assert host.connections == limits.CHANNELS_PER_PEER + 2
            await close(*inside)
            await trio.sleep(1)
            assert not host.connections


async def test_channels_at_all_doors_together_are_bounded(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CHANNELS_AT_ONCE", 3)
    network = MemoryNetwork()
    async with hosting(network) as host:
        with host.opened([FIRST], saying(b"one")), host.opened([SECOND], saying(b"two")):
            inside = [await knock(network, FIRST, seed=10), await knock(network, FIRST, seed=11)]
            inside.append(await knock(network, SECOND, seed=12))
            for token in (FIRST, SECOND):
                with pytest.raises(RefusedInvite) as refused:
                    await knock(network, token, seed=13)
                assert refused.value.reason is Reason.BUSY
            await close(inside.pop())
            inside.append(await knock(network, FIRST, seed=13))
            await close(*inside)


async def test_a_refused_guest_takes_no_place(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    door = saying(b"one", most=1)
    wanted = node(1).public

    def admit(gate: Gate, peer: bytes, purpose: Purpose) -> Admitted | Refused:
        assert gate.token == FIRST
        return Admitted() if peer == wanted else Refused(Reason.FULL)

    door.admit = admit
    async with hosting(network) as host:
        with host.opened([FIRST], door):
            for _ in range(3):
                with pytest.raises(RefusedInvite) as refused:
                    await knock(network, FIRST, seed=5)
                assert refused.value.reason is Reason.FULL
            await close(await knock(network, FIRST))


async def test_a_node_that_ends_hangs_up(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with hosting(network) as host:
        with host.opened([FIRST], saying(b"one")):
            inside = await knock(network, FIRST)
            assert await inside.receive() == b"one"
    with pytest.raises(PeerGone):
        await inside.receive()
    assert not network.listeners


# Dialling.


class Counting(MemoryNetwork):
    """Writes down when who was dialled; nobody answers."""

    def __init__(self) -> None:
        super().__init__()
        self.dials: list[tuple[float, Address]] = []

    async def open(self, address: Address, port: int = 0) -> Link:
        self.dials.append((trio.current_time(), address))
        return await super().open(address, port)

    def within(self, since: float, until: float, where: Address) -> int:
        return sum(since <= at < until and one == where for at, one in self.dials)


async def dial_for(seconds: float, guest: Node, players: int) -> None:
    """All these players, who are said to be at one place, dialled again and again."""
    with trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:

            async def hammer(player: bytes) -> None:
                while True:
                    with pytest.raises(Unreachable):
                        await guest.dial(player, FIRST, Purpose.SEAT)
                    await trio.lowlevel.checkpoint()

            for n in range(players):
                nursery.start_soon(hammer, bytes([n]) * 16)


@pytest.mark.parametrize("players", [1, 5])
async def test_nobody_can_make_us_hammer_a_third(autojump_clock: MockClock, players: int) -> None:
    # given players who are all said to be at one address, and each at another of its own
    network = Counting()
    async with open_node(node(1), network) as guest:
        for n in range(players):
            guest.directory.named(bytes([n]) * 16, [GONE, Address("198.51.100.12", 1 + n)])
        began = trio.current_time()
        # when they are dialled without a pause
        await dial_for(10, guest, players)
    # then that address is dialled a few times at once, and once a second from then on
    assert network.within(began, began + 0.9, GONE) <= limits.DIALS_BURST
    most = limits.DIALS_BURST + 10 * limits.DIALS_PER_S
    least = most - 2 if players == 1 else limits.DIALS_BURST
    assert least <= network.within(began, began + 10.0, GONE) <= most
    assert all(network.within(began, began + 10, Address("198.51.100.12", 1 + n)) for n in range(players))


async def test_a_burst_is_dialled_at_once_and_one_more_waits(autojump_clock: MockClock) -> None:
    network = Counting()
    async with open_node(node(1), network) as guest:
        guest.directory.named(node(2).fingerprint, [GONE])
        began = trio.current_time()
        for _ in range(limits.DIALS_BURST):
            with pytest.raises(Unreachable):
                await guest.dial(node(2).fingerprint, FIRST, Purpose.SEAT)
        assert trio.current_time() == began
        with pytest.raises(Unreachable):
            await guest.dial(node(2).fingerprint, FIRST, Purpose.SEAT)
        assert trio.current_time() - began == pytest.approx(1 / limits.DIALS_PER_S)
    assert len(network.dials) == limits.DIALS_BURST + 1


async def test_candidates_whose_dials_are_counted_are_bounded(autojump_clock: MockClock) -> None:
    """given more candidates than are remembered, then the one that was quiet longest is forgotten."""
    async with open_node(node(1), MemoryNetwork()) as guest:
        named = [Address("198.51.100.7", 1 + n) for n in range(limits.CANDIDATES_REMEMBERED + 1)]
        for at in range(0, len(named), limits.CANDIDATES):
            guest.directory.named(node(2).fingerprint, named[at : at + limits.CANDIDATES])
            with pytest.raises(Unreachable):
                await guest.dial(node(2).fingerprint, FIRST, Purpose.SEAT)
        assert list(guest._dials._buckets) == named[1:]


async def test_candidates_of_a_kind_that_is_not_dialled_are_passed_over(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with hosting(network) as host, open_node(node(1), network) as guest:
        with host.opened([FIRST], saying(b"one")):
            guest.directory.named(node(2).fingerprint, [IrohId(b"k" * 32), HOST])
            channel = await guest.dial(node(2).fingerprint, FIRST, Purpose.SEAT)
            assert await channel.receive() == b"one"
            await channel.aclose()


async def test_a_player_of_whom_nothing_is_known_cannot_be_reached() -> None:
    async with open_node(node(1), MemoryNetwork()) as guest:
        with pytest.raises(Unreachable):
            await guest.dial(node(2).fingerprint, FIRST, Purpose.SEAT)


# The directory.


MIA, BEN = b"m" * 16, b"b" * 16


def places(number: int, first: int = 1) -> tuple[Address, ...]:
    return tuple(Address("198.51.100.7", first + n) for n in range(number))


def test_what_a_player_says_itself_comes_before_what_others_say() -> None:
    directory = Directory()
    assert directory.candidates(MIA) == ()
    directory.named(MIA, places(2))
    directory.moved(MIA, places(2, first=2))
    directory.named(BEN, places(1, first=9))
    assert directory.candidates(MIA) == places(2, first=2) + places(1)
    assert directory.candidates(BEN) == places(1, first=9)
    # and its last word counts, whoever says something else later
    directory.moved(MIA, places(1, first=7))
    directory.named(MIA, places(1, first=8))
    assert directory.candidates(MIA) == places(1, first=7) + places(1, first=8)


def test_the_word_of_a_player_whom_nobody_has_named_is_not_kept() -> None:
    directory = Directory()
    directory.moved(MIA, places(1))
    assert directory.candidates(MIA) == ()


@pytest.mark.parametrize("tell", [Directory.named, Directory.moved])
def test_nobody_can_send_us_just_anywhere(tell: Callable[[Directory, bytes, list[Address]], None]) -> None:
    directory = Directory()
    directory.named(MIA, [])
    tell(directory, MIA, [Address("224.0.0.1"), Address("127.0.0.1"), Address("198.51.100.7", 0), *places(1)])
    assert directory.candidates(MIA) == places(1)


def test_candidates_of_a_player_are_bounded_together() -> None:
    directory = Directory()
    directory.named(MIA, places(limits.CANDIDATES))
    directory.moved(MIA, places(limits.CANDIDATES, first=100))
    assert directory.candidates(MIA) == places(limits.CANDIDATES, first=100)
    directory.moved(MIA, places(1, first=100))
    assert directory.candidates(MIA) == places(1, first=100) + places(limits.CANDIDATES - 1)


@pytest.mark.slow
def test_who_was_not_named_for_longest_is_forgotten() -> None:
    directory = Directory()
    players = [n.to_bytes(16, "big") for n in range(limits.PLAYERS_REMEMBERED + 1)]
    for player in players[:-1]:
        directory.named(player, places(1))
        directory.moved(player, places(1, first=2))
    directory.named(players[0], places(1))
    assert all(map(directory.candidates, players[:-1]))
    # when one more is named, then the second goes, with its own word, as the first was named again
    directory.named(players[-1], places(1))
    assert [player for player in players if not directory.candidates(player)] == [players[1]]
    directory.named(players[1], places(1))
    assert directory.candidates(players[1]) == places(1)

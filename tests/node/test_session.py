"""Sessions: nothing lost and nothing twice, wherever the connection is cut."""

from __future__ import annotations

import itertools
import random
from collections.abc import Awaitable, Callable

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import BadSession, NodeError, Unreachable, VersionSkew, WrongPeer
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.links import Link
from fadenet.node.link.session import FRAME_DATA_BYTES, PeerRestarted, Session
from tests.node.helpers import (
    TOKEN,
    Porch,
    channel_pair,
    doors_with,
    handshake,
    node,
    open_node_listener,
    open_session,
    seeded,
)
from tests.node.memory import MemoryNetwork, memory_links

HOST = Address("198.51.100.9", 47070)


class CutAfter(Link):
    """A link that breaks after so many bytes in both directions together."""

    def __init__(self, link: Link, budget: list[int], cut: Callable[[], None]) -> None:
        super().__init__(link, link.kind, link.remote)
        self._budget = budget
        self._break = cut

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        allowed = max(0, min(len(data), self._budget[0]))
        self._budget[0] -= len(data)
        await super().send_all(data[:allowed])
        if allowed < len(data):
            await trio.sleep(0.001)  # what has been sent arrives first
            self._break()
            raise trio.BrokenResourceError


class World:
    """A host and a joiner with one session between them, over links that a test cuts."""

    def __init__(self, seed: int = 0) -> None:
        self.network = MemoryNetwork()
        self.host, self.joiner = node(2), node(1)
        self.at_host: Session
        self.seed = seed
        self.rng = seeded(seed + 11)
        self.dials = 0
        self.channels: list[Channel] = []

    async def redial(self, early: bytes) -> Channel:
        self.dials += 1
        channel = await dial(
            self.joiner,
            [HOST],
            Errand(self.host.fingerprint, TOKEN, Purpose.RESUME, early),
            open_link=self.network.open_link,
        )
        self.channels.append(channel)
        return channel

    async def handle(self, channel: Channel) -> None:
        await self.at_host.attach(channel)

    async def run(self, play: Callable[[Session, Session], Awaitable[None]]) -> None:
        """`play(joiner's session, host's session)` with everything running."""
        self.at_host = Session(self.joiner.public, seeded(self.seed + 10))
        doors = doors_with(Porch(self.handle))
        listening = open_node_listener(self.host, [HOST], doors, self.network)
        joining = open_session(self.host.public, self.rng, redial=self.redial)
        async with listening, joining as session:
            await play(session, self.at_host)


async def send_all(session: Session, messages: list[bytes]) -> None:
    for message in messages:
        await session.send(message)


async def receive_all(session: Session, count: int) -> list[bytes]:
    return [await session.receive() for _ in range(count)]


MINE = [b"alpha", b"", b"gamma" * 20]
THEIRS = [b"one", b"two" * 30]


async def exchange(joiner: Session, host: Session) -> None:
    """A few messages each way; everything arrives once and in order, and is confirmed."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(send_all, joiner, MINE)
        nursery.start_soon(send_all, host, THEIRS)
        assert await receive_all(host, len(MINE)) == MINE
        assert await receive_all(joiner, len(THEIRS)) == THEIRS
        await joiner.drained()
        await host.drained()
    assert not joiner._inbox and not host._inbox


async def test_an_exchange_without_cuts() -> None:
    world = World()
    with trio.fail_after(5):
        await world.run(exchange)
    assert world.dials == 1


def bytes_of_an_exchange() -> int:
    """How many bytes a whole exchange puts on its link."""
    world, budget = World(), [1_000_000]
    world.network.wrap = lambda near, far: (
        CutAfter(near, budget, world.network.cut_all),
        CutAfter(far, budget, world.network.cut_all),
    )
    left: list[int] = []

    async def play(joiner: Session, host: Session) -> None:
        await exchange(joiner, host)
        left.append(budget[0])

    trio.run(world.run, play, clock=MockClock(autojump_threshold=0))
    return 1_000_000 - left[0]


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 8))])
def test_a_cut_at_every_byte_loses_nothing_and_doubles_nothing(part: int) -> None:
    total = bytes_of_an_exchange()
    assert total > 800
    redialled = 0
    for cut_at in range(part, total, 8):
        # given: the first link breaks after `cut_at` bytes, and the one after it somewhere else
        world = World(cut_at)
        budgets = [[cut_at], [random.Random(cut_at).randrange(total)]]

        def wrap(
            near: Link, far: Link, world: World = world, budgets: list[list[int]] = budgets
        ) -> tuple[Link, Link]:
            budget, cut = (budgets.pop(0) if budgets else [1_000_000]), world.network.cuts[-1]
            return CutAfter(near, budget, cut), CutAfter(far, budget, cut)

        world.network.wrap = wrap

        async def limited(world: World = world) -> None:
            with trio.fail_after(60):
                await world.run(exchange)

        # when, then
        trio.run(limited, clock=MockClock(autojump_threshold=0))
        redialled += world.dials > 1
    assert redialled > 0.8 * total / 8, "the cuts hit the exchange"


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["mine", "theirs", "cut", "wait"]), st.integers(0, 3000)), max_size=25)
)
def test_any_script_of_sends_and_cuts(script: list[tuple[str, int]]) -> None:
    world = World()
    mine = [bytes(n) for op, n in script if op == "mine"]
    theirs = [bytes(n) for op, n in script if op == "theirs"]

    async def play(joiner: Session, host: Session) -> None:
        with trio.fail_after(300):
            for op, n in script:
                if op == "cut":
                    world.network.cut_all()
                elif op == "wait":
                    await trio.sleep(n / 1000)
                else:
                    await (joiner if op == "mine" else host).send(bytes(n))
            assert await receive_all(host, len(mine)) == mine
            assert await receive_all(joiner, len(theirs)) == theirs
            await joiner.drained()
            await host.drained()

    trio.run(world.run, play, clock=MockClock(autojump_threshold=0))


async def test_what_is_sent_while_away_arrives_after(autojump_clock: MockClock) -> None:
    world = World()

    async def play(joiner: Session, host: Session) -> None:
        await joiner.send(b"before")
        assert await host.receive() == b"before"
        world.network.listeners.pop(HOST)
        world.network.cut_all()
        await joiner.state_changed()
        assert not joiner.state.connected and not host.state.connected
        lost = joiner.state.since
        await host.send(b"while away")
        await trio.sleep(100)
        assert isinstance(joiner.error, Unreachable)
        assert joiner.state.since == lost

    await world.run(play)


async def test_redial_backs_off_from_a_quarter_to_eight_seconds(autojump_clock: MockClock) -> None:
    times: list[float] = []

    async def nobody(early: bytes) -> Channel:
        times.append(trio.current_time())
        raise Unreachable("nobody")

    async with open_session(node(2).public, seeded(1), redial=nobody):
        await trio.sleep(600)
    # then the pauses are a share of the time that there has been no connection, with jitter
    first, last, share = limits.REDIAL_FIRST_S, limits.REDIAL_LAST_S, limits.REDIAL_SHARE
    gaps = [b - a for a, b in itertools.pairwise(times)]
    for gap, gone in zip(gaps, times, strict=False):
        most = min(max(first, gone * share), last)
        assert most / 2 <= gap <= most
    assert gaps[0] <= first and max(gaps) > last / 2
    assert len(set(gaps)) > 5, "there is jitter"
    # then who comes back within half a minute is dialled within a second, and who stays away rarely
    assert max(gap for gap, gone in zip(gaps, times, strict=False) if gone < 30) < 1
    assert len([gone for gone in times if gone > 300]) < 75


async def test_a_version_skew_ends_the_session(autojump_clock: MockClock) -> None:
    async def skewed(early: bytes) -> Channel:
        raise VersionSkew("update")

    with pytest.raises(ExceptionGroup) as group:
        async with open_session(node(2).public, seeded(1), redial=skewed):
            await trio.sleep(10)
    assert group.group_contains(VersionSkew)


async def test_a_wrong_peer_is_kept_as_the_reason_and_tried_again(autojump_clock: MockClock) -> None:
    async def wrong(early: bytes) -> Channel:
        raise WrongPeer("somebody else")

    async with open_session(node(2).public, seeded(1), redial=wrong) as session:
        await trio.sleep(10)
        assert isinstance(session.error, NodeError)


async def test_unconfirmed_messages_are_bounded(autojump_clock: MockClock) -> None:
    # given: nobody there
    async with open_session(node(2).public, seeded(1)) as session:
        for _ in range(8):
            await session.send(bytes(limits.RING_BYTES // 8))
        # when: one byte more
        with trio.move_on_after(10) as scope:
            await session.send(b"x")
        # then: it waits, and a cancelled wait queues nothing
        assert scope.cancelled_caught
        assert session.unacknowledged == 8


async def test_one_byte_more_than_a_frame_carries_is_refused_at_home() -> None:
    session = Session(node(2).public, seeded(1))
    await session.send(bytes(FRAME_DATA_BYTES))
    with pytest.raises(ValueError, match="at most"):
        await session.send(bytes(FRAME_DATA_BYTES + 1))


async def test_more_than_the_ring_flows_and_a_slow_reader_holds_it_back(autojump_clock: MockClock) -> None:
    world = World()
    messages = [n.to_bytes(4, "big") * 10_000 for n in range(60)]

    async def play(joiner: Session, host: Session) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send_all, joiner, messages)
            await trio.sleep(20)
            assert host._inbox_bytes <= limits.INBOX_BYTES
            assert joiner._ring_bytes <= limits.RING_BYTES
            assert await receive_all(host, len(messages)) == messages

    with trio.fail_after(100):
        await world.run(play)


async def test_a_restarted_peer_is_told_once_and_numbering_begins_anew(autojump_clock: MockClock) -> None:
    world = World()

    async def play(joiner: Session, host: Session) -> None:
        await joiner.send(b"first life")
        assert await host.receive() == b"first life"
        await host.send(b"to the first life")
        assert await joiner.receive() == b"to the first life"
        await host.drained()
        # when: the host's process dies and comes back without its memory
        host.close()
        world.at_host = Session(world.joiner.public, seeded(77))
        world.network.cut_all()
        await joiner.send(b"more to the first life")
        # then: what that one has not confirmed is not said to the next one
        with pytest.raises(PeerRestarted):
            await joiner.receive()
        await joiner.send(b"to the second life")
        assert await world.at_host.receive() == b"to the second life"
        await world.at_host.send(b"hello again")
        assert await joiner.receive() == b"hello again"

    with trio.fail_after(60):
        await world.run(play)


# Two channels at once


async def both_ways(size: int = 65536) -> tuple[tuple[Channel, Channel], tuple[Channel, Channel]]:
    """((a's, b's) of the channel a dialled, (a's, b's) of the channel b dialled)."""
    one, two = memory_links(size=size), memory_links(size=size)
    a1, b1 = await handshake(one[0], one[1], node(1), node(2))
    b2, a2 = await handshake(two[0], two[1], node(2), node(1))
    return (a1, b1), (a2, b2)


@pytest.mark.parametrize("order", [(0, 0, 1, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 1, 0, 0)])
async def test_crossed_dials_end_on_the_smaller_keys_channel(
    autojump_clock: MockClock, order: tuple[int, ...]
) -> None:
    by_a, by_b = await both_ways()
    a, b = Session(node(2).public, seeded(1)), Session(node(1).public, seeded(2))
    smaller = by_a if node(1).public < node(2).public else by_b
    async with trio.open_nursery() as nursery:
        for first, second in (order[:2], order[2:]):
            nursery.start_soon(a.attach, (by_a, by_b)[first][0])
            nursery.start_soon(b.attach, (by_a, by_b)[second][1])
            await trio.sleep(0.01)
        assert a.channel is smaller[0] and b.channel is smaller[1]
        await a.send(b"over the one that is left")
        assert await b.receive() == b"over the one that is left"
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("smaller", [True, False])
async def test_a_node_that_died_and_dials_at_once_is_heard(autojump_clock: MockClock, smaller: bool) -> None:
    # given a channel that only just was made, and that has died with one of the nodes
    dialler, host = sorted((1, 2), key=lambda n: node(n).public, reverse=not smaller)
    session = Session(node(dialler).public, seeded(1))
    async with trio.open_nursery() as nursery:
        for near, far in ((node(host), node(dialler)), (node(dialler, run=1), node(host))):
            links = memory_links()
            ends = await handshake(links[0], links[1], near, far)
            here = ends[0] if near.public == node(host).public else ends[1]
            nursery.start_soon(session.attach, here)
            await trio.sleep(0.1)
        # then its next life's channel is the one in use
        assert session.channel is here
        nursery.cancel_scope.cancel()


async def test_a_later_channel_replaces_an_older_one(autojump_clock: MockClock) -> None:
    a, b = Session(node(2).public, seeded(1)), Session(node(1).public, seeded(2))
    async with trio.open_nursery() as nursery:
        for _ in range(3):
            near, far, _ = memory_links()
            ours, theirs = await handshake(near, far, node(1), node(2))
            nursery.start_soon(a.attach, ours)
            nursery.start_soon(b.attach, theirs)
            await trio.sleep(6)
            assert a.channel is ours and b.channel is theirs
            await a.send(b"x")
            assert await b.receive() == b"x"
        nursery.cancel_scope.cancel()


async def test_a_channel_of_another_peer_is_our_own_bug() -> None:
    async with channel_pair() as (ours, _, _):
        with pytest.raises(ValueError, match="another peer"):
            await Session(node(3).public, seeded(1)).attach(ours)


async def test_a_closed_session_says_goodbye_to_what_is_attached() -> None:
    session = Session(node(1).public, seeded(1))
    session.close()
    async with channel_pair() as (_, theirs, _):
        with trio.fail_after(1):
            await session.attach(theirs)


# Hostile frames

RESUME = b"\0" + b"i" * 16 + bytes(16) + bytes(4)


async def test_a_frame_seen_twice_is_taken_once() -> None:
    session = Session(node(1).public, seeded(1))
    one, two = (b"\1" + seq.to_bytes(4, "big") + bytes(4) + b"data" for seq in (1, 2))
    async with channel_pair() as (peer, ours, _), trio.open_nursery() as nursery:
        nursery.start_soon(session.attach, ours)
        for frame in (RESUME, one, one, two, one):
            await peer.send(frame)
        assert [await session.receive() for _ in range(2)] == [b"data", b"data"]
        await trio.testing.wait_all_tasks_blocked()
        assert not session._inbox and session.state.connected
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    "frames",
    [
        [b""],
        [b"\1" + bytes(8)],
        [RESUME + b"x"],
        [RESUME, RESUME],
        [RESUME, b"\3"],
        [RESUME, b"\1\0\0\0"],
        [RESUME, b"\2\0\0\0"],
        [RESUME, b"\2\0\0\0\1"],
        [RESUME, b"\2\0\0\0\0x"],
        [RESUME, b"\1" + (2).to_bytes(4, "big") + bytes(4)],
        [RESUME, b"\1" + (1).to_bytes(4, "big") + b"\xff" * 4],
    ],
)
async def test_hostile_frames_are_the_peers_fault(frames: list[bytes]) -> None:
    session = Session(node(1).public, seeded(1))
    async with channel_pair() as (hostile, ours, _), trio.open_nursery() as nursery:
        for frame in frames:
            nursery.start_soon(hostile.send, frame)
            await trio.testing.wait_all_tasks_blocked()
        with trio.fail_after(1), pytest.raises(BadSession):
            await session.attach(ours)
        nursery.cancel_scope.cancel()
    assert not session.state.connected

"""The board on a network: links, doors and our own notices, against strangers who want all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import pairwise

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from fadenet.node import limits
from fadenet.node.errors import PeerGone, Reason, RefusedInvite, plainly
from fadenet.node.link.candidates import Address, Candidate, RelayAddress
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import Link
from fadenet.node.reach.board import NoticeBoard, open_board
from fadenet.node.reach.held import Certainty, Teller
from fadenet.node.reach.known import First
from fadenet.node.reach.notice import TABLES, Offer
from fadenet.node.reach.posts import Have, Other, Peers, RawNotice, Topics, Want, board_token, parse_post
from tests.node.boards import NOW, TABLE, Square, notice, other, place, player
from tests.node.helpers import Porch, seeded
from tests.node.relays import RUNS, View

PATIENCE_S = 2_000.0
LARGE = RawNotice(notice(1, *[TABLE] * 4, where=[place(n) for n in range(8)]).wire).pack()
"""A post that nobody has asked for."""
LINK = Topics(()).pack()
"""The first words of somebody who wants a link."""


@pytest.fixture
def square() -> Square:
    return Square()


async def knock(
    square: Square,
    host: int,
    n: int,
    source: str = "",
    purpose: Purpose = Purpose.BOARD,
    early: bytes = LINK,
) -> Channel:
    """A link of player number n to the board of that host, by hand."""
    view = View(square.network, source or place(n).host)

    async def open_link(candidate: Candidate) -> Link:
        assert isinstance(candidate, Address)
        return await view.open(candidate)

    who, there = NodeIdentity(player(n), rng=seeded(1000 * next(RUNS) + n)), other(host)
    token = board_token(there.fingerprint)
    with plainly():
        return await dial(
            who, there.candidates, Errand(there.fingerprint, token, purpose, early), open_link=open_link
        )


async def holding(board: NoticeBoard, number: int) -> None:
    """Wait until a board holds so many notices of others."""
    while len(board.notices) != number:
        await board.changed()


async def linked(board: NoticeBoard, number: int) -> None:
    while board.links != number:
        await board.changed()


@asynccontextmanager
async def patiently() -> AsyncGenerator[None]:
    with trio.fail_after(PATIENCE_S):
        yield


# Notices.


async def test_strangers_hear_of_each_other_through_a_third(
    square: Square, autojump_clock: MockClock
) -> None:
    """given two who know nothing of each other, when both are on the board of a third, then one's table is
    with the other; when it closes, it is so again."""
    async with patiently(), square.board(9), square.board(1, [9]) as one, square.board(2, [9]) as two:
        with one.offering(lambda: [TABLE]):
            await holding(two, 1)
            (said,) = two.notices
            assert (said.ik, said.tables, said.candidates) == (player(1).public, (TABLE,), (place(1),))
        while two.notices[0].tables:
            await two.changed()
        assert two.notices[0].candidates == (place(1),)


async def test_whom_we_dial_is_named_to_others(square: Square, autojump_clock: MockClock) -> None:
    """given nodes that know the same one only, then they come to be linked with each other too."""
    async with patiently(), square.board(9), square.board(1, [9]) as one, square.board(2, [9]) as two:
        while not {other(2).fingerprint, other(9).fingerprint} <= one.gossip.linked:
            await one.changed()
        while other(1).fingerprint not in two.gossip.linked:
            await two.changed()


async def test_what_the_board_says_teaches_no_match_where_a_player_is(
    square: Square, autojump_clock: MockClock
) -> None:
    """given links of the board, then the directory knows nobody by them."""
    async with (
        patiently(),
        square.node(9) as (host, _),
        square.board(1, [9]) as one,
        open_board(host, player(9), lambda: NOW, square.firsts([1])),
    ):
        await linked(one, 1)
        assert host.directory.candidates(other(1).fingerprint) == ()


async def test_our_tables_are_posted_when_they_change_and_in_time(
    square: Square, autojump_clock: MockClock
) -> None:
    """given tables, then each change is posted, at a measure; what stays is signed anew before it is old."""
    made: list[float] = []
    free = [1]

    async def note() -> None:
        last = 0
        while True:
            for one in hub.notices:
                if one.made > last:
                    last = one.made
                    made.append(trio.current_time())
            await hub.changed()

    async with (
        patiently(),
        square.board(9) as hub,
        square.node(1) as (own, _),
        trio.open_nursery() as nursery,
    ):
        async with open_board(own, player(1), lambda: NOW, square.firsts([9])) as board:
            nursery.start_soon(note)
            await trio.sleep(100)
            assert made == []
            tables: list[Offer] = [replace(TABLE, seats=4, free=3)] * (TABLES + 1)
            with board.offering(lambda: [replace(one, free=free[0]) for one in tables]):
                await holding(hub, 1)
                assert len(hub.notices[0].tables) == TABLES
                for n in (2, 3, 2):
                    free[0] = n
                    await trio.sleep(limits.POST_PAUSE_S / 4)
                await trio.sleep(10)
                assert [b - a >= limits.POST_PAUSE_S for a, b in pairwise(made)] == [True]
                count, last = len(made), made[-1]
                await trio.sleep(limits.POST_AGAIN_S)
                assert len(made) == count + 1 and made[-1] - last >= limits.POST_AGAIN_S
                assert made[-1] - last < limits.POST_AGAIN_S + 1
                # each is later than the one before, though the clock stands still here
                assert hub.notices[0].made == NOW + len(made) - 1
        nursery.cancel_scope.cancel()


async def test_nobody_is_told_of_a_table_that_nobody_can_dial(
    square: Square, autojump_clock: MockClock
) -> None:
    async with patiently(), square.board(9) as hub, square.board(1, [9], listens=False) as one:
        with one.offering(lambda: [TABLE]):
            await trio.sleep(20)
            assert one.links == 1 and hub.notices == [] and not one.gossip.held.ids


async def test_a_board_that_is_left_ends_its_links(square: Square, autojump_clock: MockClock) -> None:
    """given a node that stays open, when it leaves the board, then nobody is linked with it, nor can be."""
    async with patiently(), square.board(1) as one, square.node(9) as (own, _):
        boarding = open_board(own, player(9), lambda: NOW, square.firsts([1]))
        async with boarding:
            channel = await knock(square, 9, 2)
            await linked(one, 1)
        await linked(one, 0)
        with pytest.raises(PeerGone):
            while True:
                await channel.receive()
        with pytest.raises(RefusedInvite):
            await knock(square, 9, 2)
        await channel.abort()


# The door.


async def test_the_board_is_for_the_board(square: Square, autojump_clock: MockClock) -> None:
    """given who comes for something else, or a second time, then it is refused."""
    async with patiently(), square.board(9):
        for purpose in (Purpose.SEAT, Purpose.SPECTATE, Purpose.RELAY):
            with pytest.raises(RefusedInvite) as refused:
                await knock(square, 9, 1, purpose=purpose)
            assert refused.value.reason is Reason.DECLINED
        channel = await knock(square, 9, 1)
        await wait_all_tasks_blocked()
        with pytest.raises(RefusedInvite) as refused:
            await knock(square, 9, 1)
        assert refused.value.reason is Reason.BUSY
        await channel.abort()


@pytest.mark.parametrize("most", [limits.BOARD_LINKS_TAKEN, limits.BOARD_LINKS_HEADLESS])
async def test_so_many_links_are_taken_and_who_is_over_it_hears_of_others(
    square: Square, autojump_clock: MockClock, most: int
) -> None:
    async with patiently(), square.board(8), square.board(9, [8], most=most) as full:
        await linked(full, 1)
        channels = [await knock(square, 9, 100 + n) for n in range(most)]
        await linked(full, most + 1)
        late = await knock(square, 9, 99)
        assert parse_post(await late.receive()) == Peers((other(8),))
        with pytest.raises(PeerGone):
            await late.receive()
        assert full.links == most + 1 and full.channels_most == most + limits.BOARD_TURNED_AWAY
        for channel in [*channels, late]:
            await channel.abort()


async def test_so_many_links_are_taken_from_one_network(square: Square, autojump_clock: MockClock) -> None:
    async with patiently(), square.board(9) as board:
        near = [f"192.0.2.{n + 1}" for n in range(limits.BOARD_LINKS_PER_SITE + 1)]
        channels = [await knock(square, 9, 100 + n, source) for n, source in enumerate(near)]
        await linked(board, limits.BOARD_LINKS_PER_SITE)
        channels.append(await knock(square, 9, 99, "192.0.3.1"))
        await linked(board, limits.BOARD_LINKS_PER_SITE + 1)
        for channel in channels:
            await channel.abort()


async def test_the_network_with_most_links_gives_way_where_all_are_taken(
    square: Square, autojump_clock: MockClock
) -> None:
    """given all links taken, most of them by one network, when others come, then that gives way to each,
    until it has no more than they would have."""
    most = 10
    async with patiently(), square.board(9, most=most) as board:
        near = [f"192.0.2.{n + 1}" for n in range(limits.BOARD_LINKS_PER_SITE)]
        crowd = [await knock(square, 9, 100 + n, source) for n, source in enumerate(near)]
        others = [await knock(square, 9, 200 + n) for n in range(2)]
        await linked(board, most)
        for n in range(2, most):
            others.append(await knock(square, 9, 200 + n))
            await wait_all_tasks_blocked()
        sites = Counter(tie.site for tie in board.gossip.ties)
        assert board.links == most and sites["192.0.2.0/24"] == 1 and len(sites) == most
        for channel in [*crowd, *others]:
            await channel.abort()


async def test_who_is_only_visited_is_hung_up_on_and_both_count_as_met(
    square: Square, autojump_clock: MockClock
) -> None:
    """given a node with links enough, when it holds the notice of another that is there, then it comes to
    know that, and keeps no link that it has dialled; the other holds the notice that it has shown."""
    hubs = range(2, 2 + limits.BOARD_LINKS + 1)
    async with patiently(), AsyncExitStack() as stack:
        for n in hubs:
            hub = await stack.enter_async_context(square.board(n))
            stack.enter_context(hub.offering(lambda: [TABLE]))
        one = await stack.enter_async_context(square.board(1, hubs))
        stack.enter_context(one.offering(lambda: [TABLE]))
        await linked(one, len(hubs))
        nine = await stack.enter_async_context(square.board(9, most=0))  # where no link can be
        there = notice(9)
        one.gossip.held.take(there, NOW, Teller(b"t" * 16, "there"))
        while one.certainty(there) is not Certainty.MET:
            await trio.sleep(1)
        assert other(9).fingerprint not in {tie.peer for tie in one.gossip.dialled}
        while (shown := nine.gossip.held.of(other(1).fingerprint)) is None or not shown.is_met:
            await trio.sleep(1)


async def test_who_shows_a_notice_takes_no_place_of_a_link(square: Square, autojump_clock: MockClock) -> None:
    """given a node all of whose links are taken, when somebody comes who shows its notice, and somebody who
    says nothing, then no link ends for them, and the notice is held."""
    most, shy = 3, notice(50, where=[RelayAddress(b"r" * 16, "198.51.100.1")], made=NOW)
    async with patiently(), square.board(9, most=most) as board:
        links = [await knock(square, 9, 100 + n, f"192.0.2.{n + 1}") for n in range(most)]
        await linked(board, most)
        silent = await knock(square, 9, 51, early=b"")
        visit = await knock(square, 9, 50, early=RawNotice(shy.wire).pack())
        for channel in (visit, silent):
            with pytest.raises(PeerGone):
                await channel.receive()
        assert board.certainty(shy) is Certainty.MET and board.links == most
        for channel in [*links, silent, visit]:
            await channel.abort()


# Hostile ends.


async def test_a_fault_ends_its_own_link_only(square: Square, autojump_clock: MockClock) -> None:
    """given an honest link, when others say nonsense or forge, then these end, and the honest one goes on."""
    async with patiently(), square.board(9) as hub, square.board(1, [9]) as one:
        await linked(hub, 1)
        for n, said in enumerate((b"", b"\x07", Have((b"8 bytes.",)).pack()[:-1], b"\x02" + bytes(1_025))):
            channel = await knock(square, 9, 50 + n)
            await channel.send(said)
            with pytest.raises(PeerGone):
                while True:
                    await channel.receive()
            await channel.abort()
        forged = notice(60, made=NOW).wire[:-1] + b"\0"
        channel = await knock(square, 9, 60)
        await channel.send(Have(aside=(notice(60).id,)).pack())
        while not isinstance(parse_post(await channel.receive()), Want):
            pass
        await channel.send(RawNotice(forged).pack())
        with pytest.raises(PeerGone):
            await channel.receive()
        await channel.abort()
        with one.offering(lambda: [TABLE]):
            await holding(hub, 1)


@pytest.mark.parametrize(
    ("said", "most"),
    [
        (Have((b"8 bytes.",) * 20).pack(), limits.BOARD_MESSAGES_BURST + 40 * limits.BOARD_MESSAGES_PER_S),
        (LARGE, (limits.BOARD_BURST_BYTES + 40 * limits.BOARD_BYTES_PER_S) // len(LARGE)),
    ],
)
async def test_who_floods_is_read_at_a_measure_and_then_hung_up_on(
    square: Square, autojump_clock: MockClock, said: bytes, most: int
) -> None:
    """given messages without end, small or large, then so many a second are read, for half a minute."""
    async with patiently(), square.board(9) as hub:
        channel = await knock(square, 9, 50)
        await linked(hub, 1)
        begun, number = trio.current_time(), 0
        with pytest.raises(PeerGone):
            while True:
                await channel.send(said)
                number += 1
        took = trio.current_time() - begun
        assert limits.STRANGER_PATIENCE_S <= took <= limits.STRANGER_PATIENCE_S + 10
        room = 2 * 65_536 // len(said)  # of what the link itself holds
        assert number <= most + room and hub.links == 0


async def test_whom_we_have_dialled_is_held_to_the_same(square: Square, autojump_clock: MockClock) -> None:
    """given nodes that we dial, when one floods and another sends a record larger than strangers may, then
    neither link lasts."""

    async def flood(channel: Channel) -> None:
        while True:
            await channel.send(Have((b"8 bytes.",) * 20).pack())

    async def bloat(channel: Channel) -> None:
        await channel.send(bytes(limits.STRANGER_RECORD_BYTES))
        await trio.sleep_forever()

    for handle, most in ((flood, limits.STRANGER_PATIENCE_S + 10), (bloat, 1.0)):
        here = Square()
        async with patiently(), here.node(7) as (hostile, _):
            hostile.doors.open(board_token(other(7).fingerprint), Porch(handle))
            async with here.board(9, [7]) as board:
                await linked(board, 1)
                begun = trio.current_time()
                await linked(board, 0)
                assert trio.current_time() - begun <= most


async def test_nobody_can_have_us_dial_without_end(square: Square, autojump_clock: MockClock) -> None:
    """given names of nodes that are not there, then a burst of them is dialled, and then one a second."""
    async with square.node(9) as (own, view):
        dead = [First(Other(other(n).fingerprint, (place(n),)), False) for n in range(100, 200)]
        async with open_board(own, player(9), lambda: NOW, dead):
            await trio.sleep(30)
            whom = [when for when, _ in view.opened]
            at_once = sum(when < 0.5 for when in whom)
            assert limits.BOARD_DIALS_BURST <= at_once <= limits.BOARD_DIALS_BURST + 1
            assert len(whom) <= limits.BOARD_DIALS_BURST + 31 * limits.BOARD_DIALS_PER_S


async def test_a_board_of_liars_leaves_room_for_one_honest_link(
    square: Square, autojump_clock: MockClock
) -> None:
    """given liars who name every notice and give none, and one honest contact, then its notices come."""

    async def lie(n: int) -> None:
        channel = await knock(square, 9, n)
        await channel.send(Have((notice(1, made=NOW).id, b"8 bytes.")).pack())
        while True:
            await channel.receive()

    async with patiently(), square.board(5) as honest, square.board(9, trusted=[5]) as board:
        await linked(board, 1)
        async with trio.open_nursery() as nursery:
            for n in range(100, 100 + limits.BOARD_LINKS_TAKEN):
                nursery.start_soon(lie, n)
            await linked(board, limits.BOARD_LINKS_TAKEN + 1)
            with honest.offering(lambda: [TABLE]):
                await holding(board, 1)
            nursery.cancel_scope.cancel()


HOME, CGNAT = Address("192.168.7.1", 47070), Address("100.64.0.1", 47070)


async def test_the_board_tells_and_dials_nothing_of_a_network_of_somebody_s_own(
    square: Square, autojump_clock: MockClock
) -> None:
    """given a node that can be dialled from its own network too, then its notice and what it says of itself
    name only where anybody can dial it; and what another's notice or word names in our own network is not
    dialled."""
    async with (
        patiently(),
        square.board(9) as hub,
        square.board(7, [9]) as liar,
        square.node(1) as (own, view),
    ):
        own.mapped = (HOME, CGNAT)
        async with open_board(own, player(1), lambda: NOW, square.firsts([9])) as board:
            with board.offering(lambda: [TABLE]):
                await holding(hub, 1)
                assert [one.candidates for one in hub.gossip.held] == [(place(1),)]
                liar.gossip.post(notice(7, where=[HOME, CGNAT, place(7)]), trio.current_time(), NOW)
                await holding(board, 1)
                assert [one.candidates for one in board.notices] == [(place(7),)]
                liar.gossip.known.hear(other(7).fingerprint, [Other(other(5).fingerprint, (HOME,))])
                await trio.sleep(2 * limits.BOARD_PEERS_EVERY_S)
                assert not {HOME, CGNAT} & {there for _, there in view.opened}

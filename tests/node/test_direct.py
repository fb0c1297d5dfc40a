"""From a relay to a direct way: dialling, punching, which way is trusted, and what is noticed of moving."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import PeerGone, Unreachable
from fadenet.node.link.candidates import Address, Candidate, RelayAddress
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.links import Link
from fadenet.node.link.session import Session
from fadenet.node.link.tcp import OUTSIDE, TcpNetwork
from fadenet.node.match.run import MatchRun
from fadenet.node.reach.meet import Punch
from tests.node.helpers import TOKEN, handshake, node, open_session, seeded
from tests.node.memory import memory_links
from tests.node.relays import (
    HOST,
    INVITED,
    JOINER,
    RELAY_PLACE,
    Noting,
    TableDoor,
    View,
    found,
    home,
    join,
    noting,
    open_stage,
    player,
    source,
)
from tests.node.tables import Party, Slow, table

SHOWN = f"{RELAY_PLACE}"


# Dialling relays.


@pytest.mark.parametrize(
    ("direct", "relays_first", "after"),
    [("silent", False, limits.RELAY_DIAL_S), ("refused", False, 0.0), ("silent", True, 0.0)],
)
async def test_relays_are_dialled_behind_all_others_unless_these_have_failed(
    direct: str, relays_first: bool, after: float, autojump_clock: MockClock
) -> None:
    dialled: dict[Candidate, float] = {}
    relay, other = (RelayAddress(bytes(16), f"198.51.100.{n}") for n in (98, 99))
    began = trio.current_time()

    async def open_link(candidate: Candidate) -> Link:
        dialled[candidate] = trio.current_time() - began
        if direct == "silent":
            await trio.sleep_forever()
        raise OSError("no")

    with pytest.raises(Unreachable):
        await dial(
            node(1),
            [relay, other, home(HOST)],
            Errand(node(HOST).fingerprint, TOKEN, Purpose.SEAT),
            open_link=open_link,
            relays_first=relays_first,
        )
    assert dialled[relay] == pytest.approx(after)
    assert dialled[home(HOST)] == (2 * limits.DIAL_STAGGER_S if relays_first else 0)


# Punching.


class Ports:
    """Sockets that dial and come to nothing. at: when each was opened; most: at once."""

    def __init__(self, takes: float) -> None:
        self.takes = takes
        self.at: list[tuple[float, Address]] = []
        self.open = self.most = 0

    async def dial(self, address: Address) -> Link:
        self.at.append((trio.current_time(), address))
        self.open += 1
        self.most = max(self.most, self.open)
        try:
            await trio.sleep(self.takes)
        finally:
            self.open -= 1
        raise OSError("no")


async def unused(link: Link) -> bool:
    raise AssertionError("nobody answers")


async def test_punching_goes_on_for_so_long_with_pauses_that_differ(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PUNCHES_BURST", 1_000)
    ports, began = Ports(60.0), trio.current_time()
    await Punch(ports.dial, seeded(1)).through([home(1)], unused)
    assert trio.current_time() - began == pytest.approx(limits.PUNCH_S)
    times = [at for at, _ in ports.at]
    gaps = [b - a - limits.PUNCH_TRY_S for a, b in pairwise(times)]
    least, most = limits.PUNCH_PAUSE_S
    assert all(least <= gap <= most + 1e-9 for gap in gaps) and len(set(gaps)) == len(gaps) > 5
    # and what a try needs at most is what it has
    quick = Ports(limits.PUNCH_TRY_S - 0.01)
    await Punch(quick.dial, seeded(1)).through([home(1)], unused)
    assert len(quick.at) >= len(times)


async def test_one_place_is_punched_at_a_measure_for_all_meetings_together(autojump_clock: MockClock) -> None:
    ports = Ports(0.0)
    punch = Punch(ports.dial, seeded(1))
    async with trio.open_nursery() as nursery:
        for port in range(1, 6):
            nursery.start_soon(punch.through, [Address("203.0.113.9", port)], unused)
        nursery.start_soon(punch.through, [home(1)], unused)
    there = sum(address.host == "203.0.113.9" for _, address in ports.at)
    most = limits.PUNCHES_BURST + limits.PUNCH_S * limits.PUNCHES_PER_S
    assert limits.PUNCHES_BURST < there <= most
    assert sum(address == home(1) for _, address in ports.at) > limits.PUNCHES_BURST


async def test_so_many_sockets_punch_at_once_and_no_more(autojump_clock: MockClock) -> None:
    ports = Ports(60.0)
    punch = Punch(ports.dial, seeded(1))
    async with trio.open_nursery() as nursery:
        for seed in range(limits.PUNCHES_AT_ONCE + 1):
            nursery.start_soon(punch.through, [home(seed)], unused)
        await trio.testing.wait_all_tasks_blocked()
        assert len(ports.at) == limits.PUNCHES_AT_ONCE
    assert ports.most == limits.PUNCHES_AT_ONCE
    assert len({address for _, address in ports.at}) == limits.PUNCHES_AT_ONCE + 1


# From a relay to a direct way.


@pytest.mark.slow
async def test_a_direct_way_is_looked_for_ever_more_rarely(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        open_stage(make=Noting) as stage,
        player(stage, HOST) as (host, _),
        player(stage, JOINER) as (guest, view),
        trio.open_nursery() as nursery,
    ):
        # given two who listen and whom no direct way leads together
        for one, other in ((view, home(HOST)), (host.network, home(JOINER))):
            assert isinstance(one, View)
            one.closed.add(other)
        with host.opened([INVITED], TableDoor()):
            await found(stage, host, nursery)
            channel = await join(guest, host.candidates())
            assert channel.relay
            began = trio.current_time()
            session = Session(channel.peer, seeded(1))
            nursery.start_soon(guest.keep, session, node(HOST).fingerprint, lambda: INVITED, channel)
            first = len(noting(stage).asked)
            await trio.sleep(sum(limits.UPGRADE_S) + 2 * limits.UPGRADE_S[-1])
            asked = [at - began for at in noting(stage).asked[first:]]
            gaps = [b - a for a, b in zip([0.0, *asked], asked, strict=False)]
            wanted = [*limits.UPGRADE_S, limits.UPGRADE_S[-1]]
            assert all(
                pause <= gap <= pause + limits.PUNCH_S + 0.1 for gap, pause in zip(gaps, wanted, strict=False)
            )
            assert len(wanted) <= len(gaps) <= len(wanted) + 1
            assert session.channel is channel
            # when the way is open, then the next time it is taken
            view.closed.clear()
            await trio.sleep(limits.UPGRADE_S[-1] + limits.PUNCH_S)
            assert session.channel is not None and not session.channel.relay
        nursery.cancel_scope.cancel()


async def test_direct_ways_that_nobody_has_asked_for_yet_are_bounded(autojump_clock: MockClock) -> None:
    async with open_stage() as stage, player(stage, HOST) as (own, _):
        closed: list[int] = []

        async def listen(n: int, channel: Channel) -> None:
            with pytest.raises(PeerGone):
                await channel.receive()
            closed.append(n)

        async with trio.open_nursery() as nursery:
            for n in range(limits.ARRIVALS_KEPT + 1):
                near, far, _ = memory_links()
                ours, theirs = await handshake(near, far, node(HOST), node(20 + n))
                nursery.start_soon(listen, n, theirs)
                own._take_arrival(bytes([n]) * 16, INVITED, Purpose.SEAT, ours)
                await trio.testing.wait_all_tasks_blocked()
                assert closed == ([0] if n == limits.ARRIVALS_KEPT else [])
            # and of one player the later one counts
            near, far, _ = memory_links()
            ours, theirs = await handshake(near, far, node(HOST), node(80))
            nursery.start_soon(listen, 99, theirs)
            own._take_arrival(bytes([5]) * 16, INVITED, Purpose.SEAT, ours)
            await trio.testing.wait_all_tasks_blocked()
            assert closed == [0, 5]
            nursery.cancel_scope.cancel()


async def test_a_direct_way_that_comes_while_the_token_changes_is_used(autojump_clock: MockClock) -> None:
    async with open_stage() as stage, player(stage, HOST) as (own, _), trio.open_nursery() as nursery:
        # given a session over a relay with somebody who lets us in by another token from now on
        token, there = INVITED, node(20)
        near, far, _ = memory_links()
        first, _ = await handshake(Link(near, "relay", near.remote, relay="Rea"), far, node(HOST), there)
        session = Session(first.peer, seeded(1))
        nursery.start_soon(own.keep, session, there.fingerprint, lambda: token, first)
        await trio.testing.wait_all_tasks_blocked()
        token = b"of the match"
        # when a direct way comes about that was asked for by the one before, then it is the session's
        near, far, _ = memory_links()
        direct, _ = await handshake(near, far, node(HOST), there)
        own._take_arrival(there.fingerprint, INVITED, Purpose.SEAT, direct)
        await trio.testing.wait_all_tasks_blocked()
        assert session.channel is direct
        nursery.cancel_scope.cancel()


# Which way is trusted.


class Mute(Link):
    """Says nothing any more once it is muted."""

    muted = False

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        if not self.muted:
            await super().send_all(data)


async def test_what_stays_unconfirmed_is_pinged_and_then_dialled_beside(autojump_clock: MockClock) -> None:
    near, far, _ = memory_links()
    mute = Mute(far, far.kind, far.remote)
    ours, theirs = await handshake(near, mute, node(1), node(HOST))
    dialled: list[float] = []

    async def redial(early: bytes) -> Channel:
        dialled.append(trio.current_time())
        await trio.sleep_forever()
        raise AssertionError

    async with open_session(theirs.dialled_by, seeded(2)) as there, trio.open_nursery() as nursery:
        nursery.start_soon(there.attach, theirs)
        async with open_session(ours.peer, seeded(1), redial=redial, first=ours) as session:
            await session.send(b"one")
            assert await there.receive() == b"one"
            await session.drained()
            await trio.sleep(3)
            mute.muted = True
            began = trio.current_time()
            await session.send(b"two")
            await trio.sleep(2 * limits.PROBE_S - 0.1)
            assert dialled == []
            await trio.sleep(0.2)
            assert dialled == [pytest.approx(began + 2 * limits.PROBE_S)]
        nursery.cancel_scope.cancel()


async def test_a_loop_that_has_not_kept_up_doubts_nobody(mock_clock: MockClock) -> None:
    """given two nodes of one process that does nothing for as long as it takes to doubt a way, while there is
    something unconfirmed, then nobody dials beside it; where only the other side says nothing, one does."""
    near, far, _ = memory_links()
    mute = Mute(far, far.kind, far.remote)
    ours, theirs = await handshake(near, mute, node(1), node(HOST))
    dialled: list[float] = []

    async def redial(early: bytes) -> Channel:
        dialled.append(trio.current_time())
        await trio.sleep_forever()
        raise AssertionError

    async def passes(seconds: float) -> None:
        await trio.testing.wait_all_tasks_blocked()
        mock_clock.jump(seconds)
        await trio.testing.wait_all_tasks_blocked()

    async with open_session(theirs.dialled_by, seeded(2)) as there, trio.open_nursery() as nursery:
        nursery.start_soon(there.attach, theirs)
        async with open_session(ours.peer, seeded(1), redial=redial, first=ours) as session:
            await session.send(b"one")
            mute.muted = True
            await passes(limits.PROBE_S + 0.01)  # it is in doubt, and pings
            await passes(limits.PROBE_S + limits.LAG_S + 0.1)
            assert not dialled
            for _ in range(30):
                await passes(0.1)
            assert len(dialled) == 1
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("answers", [True, False])
async def test_a_relayed_way_replaces_a_direct_one_that_does_not_answer(
    answers: bool, autojump_clock: MockClock
) -> None:
    joiner, host = node(1), node(HOST)
    near, far, _ = memory_links()
    mutes = Mute(near, near.kind, near.remote), Mute(far, far.kind, far.remote)
    direct, theirs = await handshake(*mutes, joiner, host)
    near, far, _ = memory_links()
    carried = Link(near, "relay", near.remote, relay="Rea")
    relayed, theirs_too = await handshake(carried, Link(far, "relay", far.remote, relay="Rea"), joiner, host)
    session, there = Session(direct.peer, seeded(1)), Session(theirs.peer, seeded(2))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.use, direct)
        nursery.start_soon(there.attach, theirs)
        await session.send(b"one")
        await there.receive()
        await session.drained()
        for mute in mutes:
            mute.muted = not answers
        nursery.start_soon(session.use, relayed)
        if not answers:
            nursery.start_soon(there.attach, theirs_too)
        await trio.sleep(limits.PROBE_RELAY_S - 0.05)
        assert session.channel is direct
        await trio.sleep(0.1)
        assert session.channel is (direct if answers else relayed)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("later", [False, True])
async def test_who_dials_over_a_relay_later_on_has_lost_the_direct_way(
    later: bool, autojump_clock: MockClock
) -> None:
    """given a direct channel whose other end is gone without a word, as it has moved."""
    joiner, host = node(1), node(HOST)
    near, far, _ = memory_links()
    direct, _ = await handshake(near, far, joiner, host)
    there = Session(direct.peer, seeded(2))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(there.use, direct)
        await trio.sleep(limits.DUPLICATE_WINDOW_S + (0.1 if later else -1.0))
        near, far, _ = memory_links()
        carried = Link(far, "relay", far.remote, relay="Rea")
        relayed, _ = await handshake(Link(near, "relay", near.remote, relay="Rea"), carried, joiner, host)
        nursery.start_soon(there.use, relayed)
        await trio.testing.wait_all_tasks_blocked()
        assert there.channel is (relayed if later else direct)
        await trio.sleep(limits.PROBE_RELAY_S + 0.1)
        assert there.channel is relayed
        nursery.cancel_scope.cancel()


# Moving.


class Moving(TcpNetwork):
    """A machine whose ways change. `looked`: how often which was looked at."""

    def __init__(self) -> None:
        self.ways: dict[str, str] = {}
        self.looked: Counter[str] = Counter()

    def way_to(self, host: str) -> str:
        self.looked[host] += 1
        return self.ways.get(host, "203.0.113.1")


async def test_ways_are_looked_at_so_often_and_so_many_of_them(autojump_clock: MockClock) -> None:
    moving, began = Moving(), trio.current_time()
    hosts = [source(n) for n in range(limits.LOOKED_AT + 1)]
    noticed: list[float] = []

    async def watch() -> None:
        await moving.changed(lambda: hosts)
        noticed.append(trio.current_time() - began)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(watch)
        await trio.sleep(10 * limits.LOOK_S + 0.1)
        assert set(moving.looked) == {*OUTSIDE, *hosts[:-1]} and set(moving.looked.values()) == {11}
        # when the way to one changes that is not looked at, then nobody notices, and else soon
        moving.ways[hosts[-1]] = "203.0.113.2"
        await trio.sleep(3 * limits.LOOK_S)
        assert not noticed
        moving.ways[hosts[-2]] = "203.0.113.2"
        await trio.sleep(limits.LOOK_S)
    assert noticed == [pytest.approx(14 * limits.LOOK_S)]


async def test_where_a_node_has_moved_is_noted_at_a_measure(
    tmp_path: Any, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[MatchRun] = []
    begin = MatchRun._begin

    def begun(run: MatchRun) -> None:
        runs.append(run)
        begin(run)

    monkeypatch.setattr(MatchRun, "_begin", begun)
    party = Party(table(tmp_path / "a", 0, Slow()), table(tmp_path / "b", 1, Slow()))

    async def move(party: Party) -> None:
        await trio.sleep(2)
        run = runs[0]
        guest = next(seat for seat in range(2) if seat != run.own)
        places = [(Address("203.0.113.9", 1 + n),) for n in range(limits.MOVES_BURST + 3)]
        told = [run.moved(guest, place) is not None for place in places[: limits.MOVES_BURST + 1]]
        assert told == [True] * limits.MOVES_BURST + [False]
        await trio.sleep(1 / limits.MOVES_PER_S)
        assert run.moved(guest, places[-2]) is not None and run.moved(guest, places[-1]) is None
        for scope in party.scopes:
            scope.cancel()

    await party.play(meddle=move)
    assert runs

"""Bounds on what peers can make this node do and keep, and that go through several of its parts.

Each test goes up to a bound and one over it. Those that one part alone keeps are tested with that part.
"""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import (
    BadChannelRecord,
    BadHandshake,
    Dribbling,
    PeerGone,
    Reason,
    RefusedInvite,
    TooFast,
)
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose, RecordKind
from fadenet.node.link.framing import Wire
from fadenet.node.link.gate import Gate, gate_bytes
from fadenet.node.link.handshake import Admitted, respond
from fadenet.node.link.identity import PlayerKind
from fadenet.node.link.links import Link
from fadenet.node.link.session import Session
from fadenet.node.lobby.visit import Visit
from fadenet.node.match import follow, messages, saved
from fadenet.node.match.archive import wanted
from fadenet.node.match.committer import Keeper
from fadenet.node.match.door import TableDoor
from fadenet.node.match.host import Machine
from fadenet.node.match.messages import Heads
from fadenet.node.match.peers import Mesh, Peer
from protocol.faults import PeerFault
from protocol.intake import AHEAD_BYTES_MAX
from tests.node import (
    test_handshake,
    test_mesh,
    test_session,
)
from tests.node.helpers import TOKEN, admit_all, channel_pair, gates_with, node, seeded
from tests.node.memory import MemoryNetwork, memory_links
from tests.node.tables import Party, Stuck, table
from tests.node.test_channel import flood, raw, stranger
from tests.node.test_handshake import scripted_dialler
from tests.node.test_listener import HOST, join, listening

EPSILON_S = 0.01


# Before a peer is known.


@pytest.mark.parametrize(
    ("size", "fault"),
    [(limits.HANDSHAKE_BYTES, BadHandshake), (limits.HANDSHAKE_BYTES + 1, BadChannelRecord)],
)
async def test_a_handshake_message_has_a_largest_size(size: int, fault: type[Exception]) -> None:
    """At the limit it is read (and is not a handshake); one byte over it is refused by its length alone."""
    near, far, _ = memory_links()
    await near.send_all(size.to_bytes(2, "big") + (bytes(size) if fault is BadHandshake else b""))
    with pytest.raises(fault, match=str(size)):
        await respond(far, node(2), gates_with(TOKEN), admit_all)


@pytest.mark.parametrize(("after", "fault"), [(-EPSILON_S, BadHandshake), (EPSILON_S, Dribbling)])
async def test_the_first_message_may_take_so_long(
    autojump_clock: MockClock, after: float, fault: type[Exception]
) -> None:
    """Its last byte counts, however soon the first has come."""
    near, far, _ = memory_links()
    first = (52).to_bytes(2, "big") + bytes(52)
    async with trio.open_nursery() as nursery:
        await near.send_all(first[:1])
        nursery.start_soon(later, limits.FIRST_MESSAGE_S + after, near.send_all, first[1:])
        with pytest.raises(fault):
            await respond(far, node(2), gates_with(TOKEN), admit_all)
        assert trio.current_time() == pytest.approx(limits.FIRST_MESSAGE_S + min(after, 0), abs=EPSILON_S / 2)


async def later(seconds: float, work: Callable[..., Awaitable[object]], *arguments: Any) -> None:
    await trio.sleep(seconds)
    await work(*arguments)


class Late(Link):
    """The first thing that is sent on this link leaves so many seconds later."""

    def __init__(self, link: Link, seconds: float) -> None:
        super().__init__(link, link.kind, link.remote)
        self._seconds = seconds

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        if len(data) > 100:  # the third message, with the proof of who dials
            await trio.sleep(self._seconds)
            self._seconds = 0.0
        await super().send_all(data)


@pytest.mark.parametrize(("after", "welcome"), [(-EPSILON_S, True), (EPSILON_S, False)])
async def test_a_handshake_may_take_so_long(autojump_clock: MockClock, after: float, welcome: bool) -> None:
    near, far, _ = memory_links()
    slow = Late(near, limits.HANDSHAKE_S + after)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(leaving, scripted_dialler, slow, node(2), {})
        if welcome:
            assert await respond(far, node(2), gates_with(TOKEN), admit_all) is not None
        else:
            with pytest.raises(Dribbling):
                await respond(far, node(2), gates_with(TOKEN), admit_all)
        await far.aclose()


async def leaving(work: Callable[..., Awaitable[object]], *arguments: Any) -> None:
    with suppress(PeerGone):
        await work(*arguments)


async def test_an_unknown_connection_holds_little(autojump_clock: MockClock) -> None:
    """Of all that a connection brings before its first message is whole, little is held."""
    near, far, _ = memory_links(size=1 << 20)
    wire = Wire(far)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(near.send_all, b"\x02\x00" + bytes(1 << 22))
        message = await wire.read(limits.HANDSHAKE_BYTES)
        assert len(message) == limits.HANDSHAKE_BYTES
        assert len(wire._buffer) + len(message) <= limits.UNKNOWN_PEER_BYTES // 2
        nursery.cancel_scope.cancel()


async def test_more_peers_than_may_be_admitted_come_at_once(autojump_clock: MockClock) -> None:
    """Those who shake hands at the same time count, too."""
    network, most = MemoryNetwork(), limits.PEERS_ADMITTED
    sources = itertools.count()
    network.wrap = lambda near, far: (near, Link(far, far.kind, Address(f"203.0.113.{next(sources)}")))
    ends: list[Channel | Reason] = []

    async def come(n: int) -> None:
        try:
            ends.append(await join(network, seed=10 + n))
        except RefusedInvite as refusal:
            ends.append(refusal.reason)

    async with listening(network), trio.open_nursery() as nursery:
        for n in range(most + 3):
            nursery.start_soon(come, n)
        await trio.sleep(10)
        assert sum(isinstance(end, Channel) for end in ends) == most
        assert ends.count(Reason.BUSY) == 3
        for end in ends:
            if isinstance(end, Channel):
                await end.abort()


async def test_one_player_has_few_channels(autojump_clock: MockClock) -> None:
    network = MemoryNetwork()
    async with listening(network):
        channels = [await join(network) for _ in range(limits.CHANNELS_PER_PEER)]
        other = await join(network, seed=4)
        channels.append(await join(network))
        with pytest.raises(PeerGone):
            await channels.pop(0).receive()
        for channel in (*channels, other):
            with trio.move_on_after(1) as scope:
                await channel.receive()
            assert scope.cancelled_caught
            await channel.abort()


class Counted(Link):
    """Counts the bytes that are sent on a link."""

    def __init__(self, link: Link) -> None:
        super().__init__(link, link.kind, link.remote)
        self.sent = 0

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += len(data)
        await super().send_all(data)


@given(st.booleans(), st.lists(st.binary(min_size=1, max_size=600), max_size=5))
def test_no_stranger_gets_more_than_four_times_what_it_sends(invited: bool, script: list[bytes]) -> None:
    """Any bytes that it sends, after a first message that opens the gate or without; without, it gets
    nothing."""

    async def meet() -> None:
        near, far, _ = memory_links()
        link = Counted(far)
        hello = b"e" * 32 + gate_bytes(TOKEN, b"e" * 32, node(2).fingerprint)
        whole = [*([len(hello).to_bytes(2, "big") + hello] if invited else []), *script]
        for part in whole:
            await near.send_all(part)
        with suppress(PeerFault, PeerGone):
            await respond(link, node(2), gates_with(TOKEN), admit_all)
        assert link.sent <= 4 * sum(map(len, whole))
        assert invited or not link.sent

    trio.run(meet, clock=MockClock(autojump_threshold=0))


# Records, and their pace.


@pytest.mark.parametrize(("after", "whole"), [(-EPSILON_S, True), (EPSILON_S, False)])
async def test_a_record_may_take_so_long(autojump_clock: MockClock, after: float, whole: bool) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        record = joiner.seal(RecordKind.DATA, bytes(20_000))
        message = len(record).to_bytes(2, "big") + record

        async def slowly() -> None:
            await raw(joiner, message[:-1])
            await trio.sleep(limits.RECORD_S + after)
            await raw(joiner, message[-1:])

        nursery.start_soon(slowly)
        if whole:
            assert len(await host.receive()) == 20_000
        else:
            with pytest.raises(Dribbling):
                await host.receive()


@pytest.mark.parametrize("missing", [0, 1])
async def test_a_record_may_be_so_slow(autojump_clock: MockClock, missing: int) -> None:
    """After five seconds so many bytes must have come, or the record is given up."""
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        record = joiner.seal(RecordKind.DATA, bytes(20_000))
        message = len(record).to_bytes(2, "big") + record
        come = int(limits.SLOW_AFTER_S * limits.SLOW_BYTES_PER_S) - missing

        async def slowly() -> None:
            await raw(joiner, message[:come])
            await trio.sleep(limits.SLOW_AFTER_S + EPSILON_S)
            await raw(joiner, message[come:])

        nursery.start_soon(slowly)
        if missing:
            with pytest.raises(Dribbling):
                await host.receive()
        else:
            assert len(await host.receive()) == 20_000


async def test_a_stranger_at_its_rate_is_never_dropped_and_one_over_it_is(autojump_clock: MockClock) -> None:
    """Five messages a second for two minutes are not a fault; one more in every second is, after a while."""
    most = limits.STRANGER_MESSAGES_PER_S
    for rate, dropped in ((most, False), (most + 1, True)):
        async with channel_pair(admit=stranger) as (joiner, host, _), trio.open_nursery() as nursery:
            await trio.sleep(1)
            began = trio.current_time()

            async def chat(channel: Channel = joiner, rate: int = rate) -> None:
                while True:
                    await channel.send(b"hello")
                    await trio.sleep(1 / rate)

            nursery.start_soon(chat)
            try:
                while trio.current_time() < began + 120:
                    await host.receive()
            except TooFast:
                assert dropped
                assert trio.current_time() - began > limits.STRANGER_PATIENCE_S
            else:
                assert not dropped
            nursery.cancel_scope.cancel()


async def test_a_stranger_is_held_to_its_bytes(autojump_clock: MockClock) -> None:
    async with channel_pair(admit=stranger) as (joiner, host, _), trio.open_nursery() as nursery:
        size = limits.STRANGER_RECORD_BYTES - limits.TAG_BYTES - 1
        await trio.sleep(1)
        began = trio.current_time()
        nursery.start_soon(flood, joiner, 6, size)
        for _ in range(6):
            await host.receive()
        assert trio.current_time() - began == pytest.approx(4.0, abs=EPSILON_S)


async def test_pings_count_against_the_rates(autojump_clock: MockClock) -> None:
    """A record without content costs what it weighs, also where the number of messages is not limited."""
    async with channel_pair(admit=stranger) as (joiner, host, _), trio.open_nursery() as nursery:
        for end in (joiner, host):
            end.greet = replace(end.greet, kind=PlayerKind.BOT)
            end.suit(PlayerKind.BOT)
        record = 1 + limits.TAG_BYTES
        count = 2 * limits.STRANGER_BYTES_PER_S // record

        async def ping() -> None:
            for _ in range(count):
                ping = joiner.seal(RecordKind.PING)
                await raw(joiner, len(ping).to_bytes(2, "big") + ping)
            await joiner.send(b"done")

        nursery.start_soon(joiner.receive)
        nursery.start_soon(ping)
        began = trio.current_time()
        assert await host.receive() == b"done"
        assert trio.current_time() - began == pytest.approx(1.0, abs=0.05)
        nursery.cancel_scope.cancel()


async def test_a_peer_that_is_held_down_is_not_taken_for_silent(autojump_clock: MockClock) -> None:
    """While we do not listen, because it was too fast, nothing that it sends can reach us."""
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        host.promote()
        count = limits.ADMITTED_MESSAGES_BURST + int(2 * limits.DOWN_S) * limits.ADMITTED_MESSAGES_PER_S
        nursery.start_soon(flood, joiner, count)
        for _ in range(count):
            await host.receive()
        await trio.sleep(limits.PING_S)
        nursery.start_soon(joiner.receive)
        await joiner.send(b"still here")
        assert await host.receive() == b"still here"
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("kind", [PlayerKind.HUMAN, PlayerKind.BOT])
async def test_only_between_bots_is_the_number_of_messages_not_limited(kind: PlayerKind) -> None:
    """The words of somebody about itself do not lift the limits of a node at which a person plays."""
    async with channel_pair() as (_, host, _):
        host.greet = test_handshake.greet(kind=PlayerKind.BOT)
        door = TableDoor(Machine(), kind, 1)
        session = Session(host.peer, seeded(1))
        session.close()
        door.seat(session)
        await door.handle(host)
        assert (host._messages is None) is (kind is PlayerKind.BOT)


@pytest.mark.parametrize("purpose", Purpose)
async def test_only_seats_are_given(purpose: Purpose) -> None:
    """A thing that is not built is declined, whoever asks for it."""
    door = TableDoor(Machine(), PlayerKind.HUMAN, 1)
    answer = door.admit(Gate(TOKEN, HOST.source, HOST.site), node(1).public, purpose)
    assert isinstance(answer, Admitted) is (purpose in (Purpose.SEAT, Purpose.RESUME))


async def test_a_key_is_not_used_once_too_often() -> None:
    """The last record of a key is sent and read; none after it."""
    async with channel_pair() as (joiner, host, _):
        joiner._out.nonce = host._in.nonce = limits.RECORDS_PER_KEY - 1
        await joiner.send(b"the last")
        assert await host.receive() == b"the last"
        with pytest.raises(PeerGone):
            await joiner.send(b"one more")
        await raw(joiner, b"\0\x20" + bytes(32))
        with pytest.raises(PeerGone):
            await host.receive()


@pytest.mark.parametrize(("early", "pings"), [(EPSILON_S, 0), (-EPSILON_S, 1)])
async def test_silence_is_pinged(autojump_clock: MockClock, early: float, pings: int) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        nursery.start_soon(host.receive)
        await trio.sleep(limits.PING_S - early)
        with trio.move_on_after(0):
            await joiner.receive()
        assert len(joiner._wire._buffer) == 0
        assert (host._pinged_at > host.made_at) is bool(pings)
        nursery.cancel_scope.cancel()


# What is held for a peer.


async def test_messages_that_nobody_takes_in_are_bounded(autojump_clock: MockClock) -> None:
    world = test_session.World()

    async def play(joiner: Session, host: Session) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(test_session.send_all, joiner, [b"x"] * (limits.INBOX_MESSAGES + 10))
            await trio.sleep(20)
            assert len(host._inbox) == limits.INBOX_MESSAGES
            assert len(await test_session.receive_all(host, limits.INBOX_MESSAGES + 10)) > 0

    with trio.fail_after(100):
        await world.run(play)


@pytest.mark.parametrize(
    ("message", "most"),
    [(b"x", limits.OUTBOX_MESSAGES), (bytes(32 * 1024), limits.OUTBOX_BYTES // (32 * 1024))],
)
async def test_messages_that_wait_for_a_node_are_bounded(keeper: Keeper, message: bytes, most: int) -> None:
    """Those over the bound are left out; the node asks for them when it can take them."""
    session = Session(node(2).public, seeded(1))
    session._set_state(True)
    peer = Peer(1, "p2", session, keeper)
    peer.greeted = True
    while session.send_now(bytes(limits.RING_BYTES // 8)):
        pass
    for _ in range(most + 1):
        peer.send(message)
    assert len(peer._outbox) == most
    assert peer._outbox_bytes == most * len(message) <= limits.OUTBOX_BYTES


async def test_heads_are_told_again_ever_more_rarely(keeper: Keeper) -> None:
    # given a peer to which everything arrives at once
    session = Session(node(2).public, seeded(1))
    session._set_state(True)
    peer = Peer(1, "p2", session, keeper)
    peer.greeted = True
    first, second = (Heads(((n, bytes(32)),), bytes(16)) for n in (1, 2))

    def told(heads: Heads) -> bool:
        peer.beat(heads)
        sent = session.unacknowledged
        session._acknowledged(session._ring_first + sent - 1)
        return sent > 0

    # when, then: twice, then at every eighth beat, and again when there is something to tell
    assert [told(first) for _ in range(17)] == [n < 2 or n % limits.HEADS_AGAIN == 0 for n in range(17)]
    assert [told(second) for _ in range(3)] == [True, True, False]
    # and not while anything is on its way
    assert session.send_now(b"an item")
    peer.beat(first)
    assert session.unacknowledged == 1


def test_all_that_is_held_for_a_peer_together() -> None:
    on_the_way = 2 * 65_536 + limits.RECORD_BYTES  # one chunk in the link's buffer, one behind it; one record
    held = limits.RING_BYTES + limits.INBOX_BYTES + limits.OUTBOX_BYTES + on_the_way
    assert held + AHEAD_BYTES_MAX <= limits.PEER_BYTES


async def test_a_node_that_begins_anew_all_the_time_is_told_of_once(autojump_clock: MockClock) -> None:
    world = test_session.World()

    async def play(joiner: Session, host: Session) -> None:
        await joiner.send(b"first")
        assert await host.receive() == b"first"
        await joiner.drained()
        for n in range(20):
            joiner.id = n.to_bytes(16, "big")
            world.network.cut_all()
            await trio.sleep(10)
        assert list(host._inbox).count(None) == 1

    with trio.fail_after(1000):
        await world.run(play)


class Counting(Peer):
    """Remembers what was to be sent to this node."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.offered: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.offered.append(data)
        super().send(data)

    def kinds(self) -> list[int]:
        return [data[0] for data in self.offered]


async def at_a_long_match(
    home: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[Counting, Session], Awaitable[None]]
) -> None:
    """`work(the guest as the host sees it, the guest's session)` beside a match that has become long."""
    meshes: list[Mesh] = []

    def mesh(seat: int, peers: Sequence[Peer]) -> Mesh:
        meshes.append(Mesh(seat, peers))
        return meshes[-1]

    async def meddle(both: Party) -> None:
        await trio.sleep(1000)
        host, joiner = meshes
        (guest,) = host.peers
        assert isinstance(guest, Counting)
        guest.offered.clear()
        await work(guest, joiner.peers[0].session)
        for scope in both.scopes:
            scope.cancel()

    monkeypatch.setattr(follow, "Mesh", mesh)
    monkeypatch.setattr(follow, "Peer", Counting)
    both = Party(table(home / "a", 0, Stuck(120)), table(home / "b", 1, Stuck(120)))
    await both.play(meddle=meddle, patience=100_000)


NOTHING = Heads(((0, bytes(32)), (0, bytes(32))), bytes(messages.DIGEST_BYTES)).pack(messages.SYNC)
"""Says that somebody has nothing at all."""


@pytest.mark.slow
async def test_who_lacks_much_is_sent_a_window_at_once(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(guest: Counting, session: Session) -> None:
        await session.send(NOTHING)
        await trio.sleep(5)
        assert guest.kinds().count(messages.ITEM) == limits.CATCH_UP_ENTRIES
        assert guest.kinds()[-1] == messages.SYNCED

    await at_a_long_match(tmp_path, monkeypatch, ask)


@pytest.mark.slow
async def test_who_asks_for_everything_again_and_again_pays_with_time(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(guest: Counting, session: Session) -> None:
        with trio.move_on_after(60):
            while True:
                await session.send(NOTHING)
        sent = sum(map(len, guest.offered))
        window = 2 * limits.CATCH_UP_ENTRIES * 2048
        assert sent > limits.CATCH_UP_BURST_BYTES / 2
        assert sent <= limits.CATCH_UP_BURST_BYTES + 60 * limits.CATCH_UP_BYTES_PER_S + window

    await at_a_long_match(tmp_path, monkeypatch, ask)


def test_finished_matches_given_out_are_bounded(tmp_path: Path) -> None:
    """As many as are looked after, the newest, and none that is too old."""
    seat = table(tmp_path / "a", 0, Stuck(0))
    now = seat.machine.now()
    (tmp_path / "a" / saved.FOLDER).mkdir(mode=0o700)
    lacking = saved.SavedTable(
        game="faroe",
        format="duel",
        options={},
        role="host",
        name=seat.identity.name,
        peers=(saved.SavedPeer("p1", "11" * 32),),
        invitation="",
        token="22" * 12,
        listen=(),
        candidates=(),
        kind="bot",
        bot="random",
        deck="x",
        hours=1,
        result="won [hp]",
        lacking=("11" * 32,),
    )
    names = [f"{n:032x}" for n in range(limits.ARCHIVED_AT_ONCE + 2)]
    for n, name in enumerate(names):
        age = n * 60 if n else limits.ARCHIVED_S + 60
        saved.write_table(seat.home, name, replace(lacking, touched=int(now), ended=int(now - age)))
        (tmp_path / "a" / saved.FOLDER / f"{name}.match").touch()
    assert wanted(seat) == names[1 : 1 + limits.ARCHIVED_AT_ONCE]


async def test_a_guest_sits_down_once(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A peer that says it again over the same connection would fill the screens of all who wait with it."""
    answer = Visit._answer

    async def again(visit: Visit, body: bytes) -> None:
        for _ in range(2):
            await answer(visit, body)

    monkeypatch.setattr(Visit, "_answer", again)
    three = Party(*(table(tmp_path / str(n), n, Stuck(0), rules=test_mesh.FREE) for n in range(3)))
    three.absent.add(2)
    await three.play(patience=20)
    assert any("sits at the table already" in said for said in three.told[0])

"""Channels: records, rates, keep-alive, goodbye and the send queue, on virtual time."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import (
    BadChannelRecord,
    PeerGone,
    TooFast,
    TooSlow,
)
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose, RecordKind
from fadenet.node.link.gate import Gate
from fadenet.node.link.handshake import Admitted
from fadenet.node.link.identity import PlayerKind
from fadenet.node.link.tcp import TcpNetwork
from tests.node.helpers import (
    TOKEN,
    channel_pair,
    handshake,
    node,
)
from tests.node.memory import memory_links


def stranger(gate: Gate, peer: bytes, purpose: Purpose) -> Admitted:
    return Admitted(stranger=True)


async def test_both_ends_know_each_other_and_share_secrets() -> None:
    async with channel_pair() as (joiner, host, _):
        assert joiner.peer == node(2).public
        assert host.peer == node(1).public
        assert joiner.channel_id == host.channel_id
        assert joiner.resume_secret == host.resume_secret
        assert joiner.dialled_by == host.dialled_by == node(1).public
        assert host.greet.purpose is Purpose.SEAT
        assert host.greet.kind is PlayerKind.HUMAN
        assert joiner.greet.boot_nonce == node(2).boot_nonce


@pytest.mark.parametrize("size", [0, 1, 300, limits.DATA_BYTES])
async def test_carries_messages_both_ways(size: int) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        nursery.start_soon(joiner.send, b"a" * size)
        nursery.start_soon(host.send, b"b" * size)
        assert await host.receive() == b"a" * size
        assert await joiner.receive() == b"b" * size


async def test_one_byte_more_than_a_record_carries_is_refused_at_home() -> None:
    async with channel_pair() as (joiner, _, _):
        with pytest.raises(ValueError, match="at most"):
            await joiner.send(bytes(limits.DATA_BYTES + 1))


async def test_early_data_travels_with_the_handshake() -> None:
    near, far, _ = memory_links()
    _, host = await handshake(near, far, node(1), node(2), early=b"first")
    assert await host.receive() == b"first"


# Records


async def raw(channel: Channel, data: bytes) -> None:
    """Bytes on the link below a channel."""
    await channel._wire.link.send_all(data)


async def test_a_flipped_bit_in_a_record_ends_the_channel() -> None:
    async with channel_pair() as (joiner, host, _):
        record = bytearray(joiner.seal(RecordKind.DATA, b"move"))
        record[3] ^= 1
        await raw(joiner, len(record).to_bytes(2, "big") + record)
        with pytest.raises(BadChannelRecord, match="authenticate"):
            await host.receive()


async def test_a_replayed_record_ends_the_channel() -> None:
    async with channel_pair() as (joiner, host, _):
        record = joiner.seal(RecordKind.DATA, b"move")
        await raw(joiner, 2 * (len(record).to_bytes(2, "big") + record))
        assert await host.receive() == b"move"
        with pytest.raises(BadChannelRecord):
            await host.receive()


@pytest.mark.parametrize("kind", [RecordKind.GREET, RecordKind.REFUSE])
async def test_records_out_of_place_end_the_channel(kind: RecordKind) -> None:
    async with channel_pair() as (joiner, host, _):
        await joiner.send_record(kind, b"")
        with pytest.raises(BadChannelRecord, match="mid-channel"):
            await host.receive()


async def test_a_stranger_may_send_small_records_only() -> None:
    async with channel_pair(admit=stranger) as (joiner, host, _):
        most = limits.STRANGER_RECORD_BYTES - limits.TAG_BYTES - 1
        await joiner.send(bytes(most))
        assert len(await host.receive()) == most
        await joiner.send(bytes(most + 1))
        with pytest.raises(BadChannelRecord, match=str(limits.STRANGER_RECORD_BYTES + 1)):
            await host.receive()


async def test_a_stranger_once_promoted_may_send_large_records() -> None:
    async with channel_pair(admit=stranger) as (joiner, host, _), trio.open_nursery() as nursery:
        host.promote()
        nursery.start_soon(joiner.send, bytes(limits.DATA_BYTES))
        assert len(await host.receive()) == limits.DATA_BYTES


async def test_a_cancelled_receive_loses_nothing(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, host, _):
        record = joiner.seal(RecordKind.DATA, b"move")
        message = len(record).to_bytes(2, "big") + record
        for byte in message[:-1]:
            await raw(joiner, bytes((byte,)))
            with trio.move_on_after(0.001):
                await host.receive()
        await raw(joiner, message[-1:])
        assert await host.receive() == b"move"


async def test_a_cancelled_send_breaks_the_channel(autojump_clock: MockClock) -> None:
    async with channel_pair(size=1000) as (joiner, _, _):
        with trio.move_on_after(1):
            await joiner.send(bytes(5000))
        with pytest.raises(PeerGone):
            await joiner.send(b"more")


# Rates


async def flood(channel: Channel, count: int, size: int = 0) -> None:
    for _ in range(count):
        await channel.send(bytes(size))


@pytest.mark.parametrize("size", [100, 101, 5000, 65536])
async def test_what_is_offered_arrives_once_and_in_order(size: int, autojump_clock: MockClock) -> None:
    """given a connection with room for so many bytes, when messages are offered and others sent behind them,
    then all arrive, in their order, whatever had room at once."""
    async with channel_pair(size=size) as (joiner, host, _), trio.open_nursery() as nursery:
        said = [bytes([n]) * (40 * n) for n in range(40)]
        late = False

        async def send() -> None:
            nonlocal late
            for n, data in enumerate(said):
                if n % 4 == 3:
                    await joiner.send(data)
                    continue
                assert joiner.offer(data)
                late = late or joiner.behind
                if n % 4 == 1:
                    await joiner.flush()
                    assert not joiner.behind

        nursery.start_soon(send)
        assert [await host.receive() for _ in said] == said
        assert late is (size < 65536)


async def test_over_tcp_as_much_leaves_at_once_as_there_is_room_for() -> None:
    """given a TCP connection that nobody reads, when bytes are sent without waiting, then it takes those that
    it has room for, what is sent next comes behind them, and a closed one takes nothing."""
    network = TcpNetwork()
    (accepting, *_), bound = await network.listen([Address("127.0.0.1", 0)])
    near = await network.open(bound[0])
    far = await accepting.accept()
    data = bytes(range(256)) * 65_536
    taken = near.send_now(data)
    assert 0 < taken < len(data)
    got = bytearray()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(near.send_all, b"the end")
        while not got.endswith(b"the end"):
            got += await far.receive_some(1 << 20)
    assert got == data[:taken] + b"the end"
    await near.aclose()
    assert near.send_now(data) == 0
    await far.aclose()
    await accepting.aclose()


async def test_nothing_is_offered_in_the_middle_of_a_record_nor_after_the_end(
    autojump_clock: MockClock,
) -> None:
    """given a record of which a part has left, then nothing is taken that would get between; nor by a channel
    that is over, and what waits then cannot be sent."""
    async with channel_pair(size=100) as (joiner, host, _), trio.open_nursery() as nursery:
        nursery.start_soon(joiner.send, bytes(500))
        await trio.testing.wait_all_tasks_blocked()
        assert not joiner.offer(b"between")
        assert await host.receive() == bytes(500)
        await trio.testing.wait_all_tasks_blocked()
        assert joiner.offer(bytes(500)) and joiner.behind
        await joiner.abort()
        assert not joiner.offer(b"too late")
        with pytest.raises(PeerGone):
            await joiner.flush()


async def test_what_nobody_takes_of_what_was_offered_is_given_up(autojump_clock: MockClock) -> None:
    """given somebody who reads nothing, then a flush ends after 25 s, as a send does."""
    async with channel_pair(size=100) as (joiner, _, __):
        assert joiner.offer(bytes(500))
        began = trio.current_time()
        with pytest.raises(TooSlow):
            await joiner.flush()
        assert trio.current_time() == pytest.approx(began + limits.DOWN_S)


async def test_admitted_message_rate_is_held_down_by_pausing(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        host.promote()
        began = trio.current_time()
        count = limits.ADMITTED_MESSAGES_BURST + 2 * limits.ADMITTED_MESSAGES_PER_S + 1
        nursery.start_soon(flood, joiner, count)
        for n in range(count):
            await host.receive()
            if n < limits.ADMITTED_MESSAGES_BURST:
                assert trio.current_time() - began < 0.01
        assert trio.current_time() - began == pytest.approx(2.0, abs=0.05)


async def test_bots_have_no_message_rate(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        host.greet = replace(host.greet, kind=PlayerKind.BOT)
        host.suit(PlayerKind.BOT)
        began = trio.current_time()
        nursery.start_soon(flood, joiner, 1000)
        for _ in range(1000):
            await host.receive()
        assert trio.current_time() - began < 0.01


async def test_byte_rate_is_held_down_by_pausing(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        host.promote()
        began = trio.current_time()
        nursery.start_soon(flood, joiner, 13, 65_000)
        for _ in range(13):
            await host.receive()
        expected = (12 * 65_000 - limits.ADMITTED_BYTES_PER_S) / limits.ADMITTED_BYTES_PER_S
        assert trio.current_time() - began == pytest.approx(expected, abs=0.05)


async def test_a_stranger_that_floods_is_dropped_after_thirty_seconds(autojump_clock: MockClock) -> None:
    async with channel_pair(admit=stranger) as (joiner, host, _), trio.open_nursery() as nursery:
        began = trio.current_time()
        nursery.start_soon(flood, joiner, 1000)
        with pytest.raises(TooFast):
            while True:
                await host.receive()
        assert trio.current_time() - began == pytest.approx(limits.STRANGER_PATIENCE_S, abs=2)
        nursery.cancel_scope.cancel()


async def test_a_stranger_with_a_short_burst_is_not_dropped(autojump_clock: MockClock) -> None:
    async with channel_pair(admit=stranger) as (joiner, host, _), trio.open_nursery() as nursery:
        for _ in range(4):
            nursery.start_soon(flood, joiner, 20)
            for _ in range(20):
                await host.receive()
            await trio.sleep(9)


# Silence and goodbye


async def test_a_dead_line_is_noticed_after_25_seconds(autojump_clock: MockClock) -> None:
    async with channel_pair() as (_, host, _):
        began = trio.current_time()
        with pytest.raises(PeerGone) as gone:
            await host.receive()
        assert not gone.value.said_bye
        assert trio.current_time() - began == pytest.approx(limits.DOWN_S, abs=0.01)


async def test_who_asks_too_late_holds_nothing_against_the_other_side(mock_clock: MockClock) -> None:
    """given two who listen, in a process that does nothing for longer than a dead line takes, then each is
    asked first, and answers."""
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        heard: list[bytes] = []

        async def listen(channel: Channel) -> None:
            heard.append(await channel.receive())

        nursery.start_soon(listen, host)
        nursery.start_soon(listen, joiner)
        for late in (limits.DOWN_S + 1, 4 * limits.DOWN_S):
            await trio.testing.wait_all_tasks_blocked()
            mock_clock.jump(late)
            await trio.testing.wait_all_tasks_blocked()
        await joiner.send(b"there")
        await host.send(b"here")
    assert sorted(heard) == [b"here", b"there"]


async def test_time_in_which_nobody_listened_is_no_silence_of_the_peer(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, host, _):
        await trio.sleep(3 * limits.DOWN_S)
        await joiner.send(b"move")
        assert await host.receive() == b"move"


async def test_two_quiet_nodes_keep_each_other_alive(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        nursery.start_soon(joiner.receive)
        with trio.move_on_after(3600) as scope:
            await host.receive()
        assert scope.cancelled_caught
        assert joiner.rtt is not None or host.rtt is not None
        nursery.cancel_scope.cancel()


async def test_who_is_cancelled_before_a_record_leaves_can_still_say_goodbye() -> None:
    async with channel_pair() as (joiner, host, _):
        with trio.CancelScope() as scope:
            scope.cancel()
            await joiner.send(b"too late")
        assert scope.cancelled_caught
        await joiner.aclose()
        with pytest.raises(PeerGone) as gone:
            await host.receive()
        assert gone.value.said_bye


async def test_goodbye_is_told_from_a_lost_connection() -> None:
    async with channel_pair() as (joiner, host, _):
        await joiner.aclose()
        with pytest.raises(PeerGone) as gone:
            await host.receive()
        assert gone.value.said_bye
        await joiner.aclose()
    async with channel_pair() as (_, host, cut):
        cut()
        with pytest.raises(PeerGone) as gone:
            await host.receive()
        assert not gone.value.said_bye


async def test_closing_does_not_wait_for_a_peer_that_takes_nothing(autojump_clock: MockClock) -> None:
    async with channel_pair(size=10) as (joiner, _, _):
        pass
    near, far, _ = memory_links(size=400)
    joiner, _ = await handshake(near, far, node(1), node(2))
    with trio.move_on_after(0.5):
        await joiner.send(bytes(399))
    began = trio.current_time()
    await joiner.aclose()
    assert trio.current_time() - began <= limits.BYE_S


# Send queue


@pytest.mark.parametrize(
    ("count", "size"),
    [(limits.SEND_QUEUE_MESSAGES, 10), (limits.SEND_QUEUE_BYTES // 64_000, 64_000)],
)
async def test_a_full_send_queue_closes_the_channel(autojump_clock: MockClock, count: int, size: int) -> None:
    # given: a peer that reads nothing, and a full queue behind a message that does not fit the link
    async with channel_pair(size=1000) as (joiner, _, _), trio.open_nursery() as nursery:
        ended: list[type[PeerGone]] = []

        async def wait(length: int) -> None:
            try:
                await joiner.send(bytes(length))
            except PeerGone as gone:
                ended.append(type(gone))

        for n in range(count):
            nursery.start_soon(wait, size if n else max(size, 2000))
            await trio.sleep(0)
        await trio.sleep(1)
        assert ended == []
        # when: one more
        with pytest.raises(TooSlow):
            await joiner.send(bytes(size))
    # then: nobody waits any longer
    assert len(ended) == count


async def test_a_record_that_nobody_takes_is_given_up(autojump_clock: MockClock) -> None:
    async with channel_pair(size=1000) as (joiner, _, _):
        began = trio.current_time()
        with pytest.raises(TooSlow):
            await joiner.send(bytes(2000))
        assert trio.current_time() - began == pytest.approx(limits.DOWN_S, abs=0.01)


def test_nothing_secret_in_reprs() -> None:
    gate = Gate(TOKEN, "203.0.113.1", "203.0.113.1")
    assert TOKEN.hex() not in repr(gate) and repr(TOKEN) not in repr(gate)


# Probing


async def listen_to(channel: Channel) -> None:
    """Take what comes, until the channel is over."""
    with suppress(PeerGone):
        while True:
            await channel.receive()


async def test_a_live_channel_answers_a_probe(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        nursery.start_soon(listen_to, joiner)
        nursery.start_soon(listen_to, host)
        began = trio.current_time()
        assert await joiner.probe(1.0) and await host.probe(1.0)
        assert trio.current_time() - began < 0.1
        await joiner.send(b"still there")
        nursery.cancel_scope.cancel()


async def test_anything_that_comes_answers_a_probe(autojump_clock: MockClock) -> None:
    """given a peer that does not take in the ping, but has something to say."""
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        nursery.start_soon(listen_to, joiner)

        async def say() -> None:
            await trio.sleep(0.9)
            await host.send(b"by the way")

        nursery.start_soon(say)
        assert await joiner.probe(1.0)
        nursery.cancel_scope.cancel()


async def test_a_silent_channel_answers_no_probe_and_goes_on(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        nursery.start_soon(listen_to, joiner)
        began = trio.current_time()
        assert not await joiner.probe(1.0)
        assert trio.current_time() - began == pytest.approx(1.0)
        # when the other side listens again, then nothing is lost
        nursery.start_soon(listen_to, host)
        assert await joiner.probe(1.0)
        nursery.cancel_scope.cancel()


async def test_a_broken_channel_answers_no_probe(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, _, cut), trio.open_nursery() as nursery:
        nursery.start_soon(listen_to, joiner)
        cut()
        assert not await joiner.probe(1.0)
        nursery.cancel_scope.cancel()


async def test_a_channel_that_breaks_meanwhile_answers_no_probe(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, _, cut), trio.open_nursery() as nursery:
        nursery.start_soon(listen_to, joiner)

        async def break_it() -> None:
            await trio.sleep(0.5)
            cut()

        nursery.start_soon(break_it)
        assert not await joiner.probe(1.0)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("by_us", [True, False])
async def test_a_closed_channel_answers_no_probe(autojump_clock: MockClock, by_us: bool) -> None:
    async with channel_pair() as (joiner, host, _), trio.open_nursery() as nursery:
        nursery.start_soon(listen_to, joiner)
        await (joiner if by_us else host).aclose()
        await trio.sleep(0.1)
        assert not await joiner.probe(1.0)
        nursery.cancel_scope.cancel()


async def test_a_channel_whose_key_is_used_up_answers_no_probe(autojump_clock: MockClock) -> None:
    async with channel_pair() as (joiner, _, _), trio.open_nursery() as nursery:
        nursery.start_soon(listen_to, joiner)
        joiner._out.nonce = limits.RECORDS_PER_KEY
        assert not await joiner.probe(1.0)
        nursery.cancel_scope.cancel()

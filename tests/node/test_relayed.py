"""Host and joiner at a helper: what comes of asking, being found there, and handshakes through it."""

from __future__ import annotations

from collections import Counter
from itertools import count

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import NodeError, NotIntroduced, Unreachable
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.gate import gate_bytes
from fadenet.node.link.links import Link
from fadenet.node.link.places import Places
from fadenet.node.reach.calls import Call, Gone, Why, circuit_token
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.relay import Relay
from tests.node.helpers import TOKEN, Porch, doors_with, node, open_node_listener
from tests.node.memory import MemoryNetwork, memory_links
from tests.node.relays import (
    HOST,
    INVITED,
    JOINER,
    LINE,
    OTHER,
    RELAY_PLACE,
    Noting,
    echo,
    found,
    home,
    hosting,
    join,
    noting,
    open_stage,
    player,
)

SHOWN = f"{RELAY_PLACE}"


# What comes of asking.


async def test_a_host_that_nobody_can_dial_is_reached_through_a_relay(autojump_clock: MockClock) -> None:
    async with (
        open_stage() as stage,
        player(stage, HOST, listens=False) as (host, _),
        player(stage, JOINER, listens=False) as (guest, _),
        trio.open_nursery() as nursery,
    ):
        with hosting(host):
            await found(stage, host, nursery)
            assert host.candidates() == (stage.address,)
            channel = await join(guest, host.candidates())
            assert channel.relay == SHOWN and channel.kind == "relay"
            await channel.send(b"through Rea")
            assert await channel.receive() == b"through Rea"
            assert stage.relay.circuits == 1
            await channel.aclose()
        nursery.cancel_scope.cancel()


async def test_a_relay_that_knows_no_such_table_says_that_the_host_is_away(autojump_clock: MockClock) -> None:
    text = f"The relay {SHOWN} is up, but the host is not: ask whether the table is still open."
    async with open_stage() as stage, player(stage, JOINER) as (guest, _):
        # given a token of which it has never heard, and then one that only another player reserves with
        for _ in range(2):
            with pytest.raises(NotIntroduced) as told:
                await join(guest, [stage.address])
            assert str(told.value) == text
            await stage.host(OTHER, circuit_token(INVITED))


@pytest.mark.parametrize("how", ["circuits", "calls", "places"])
async def test_a_relay_that_is_full_says_so(
    how: str, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        f"The relay {SHOWN} carries no more at the moment, and the host cannot be dialled directly either; "
        "try again in a minute."
    )
    async with open_stage(most=0 if how == "circuits" else 9) as stage, player(stage, JOINER) as (guest, _):
        await stage.host(HOST)
        if how == "calls":
            for seed in range(20, 20 + limits.CALLS_PER_TOKEN_S):
                await (await stage.ask(seed, HOST)).close()
        elif how == "places":
            monkeypatch.setattr(stage.node.doors[circuit_token(INVITED)], "channels_most", 16)
            for seed in range(20, 36):
                await stage.dial(seed, circuit_token(INVITED), Purpose.INTRODUCE)
        with pytest.raises(NotIntroduced) as told:
            await join(guest, [stage.address])
        assert str(told.value) == text


@pytest.mark.parametrize(
    ("why", "text"),
    [
        (Why.AWAY, "The relay {} is up, but the host is not: ask whether the table is still open."),
        (Why.UNWANTED, "The relay {} does not serve you; ask the host for another way."),
    ],
)
async def test_what_a_relay_says_is_told_in_one_sentence(
    why: Why, text: str, autojump_clock: MockClock
) -> None:
    async def refuse(channel: Channel) -> None:
        await channel.receive()
        await channel.send(Gone(why).pack())
        await channel.receive()

    async with open_stage() as stage, player(stage, JOINER) as (guest, _):
        stage.node.doors.open(circuit_token(INVITED), Porch(refuse))
        with pytest.raises(NotIntroduced) as told:
            await join(guest, [stage.address])
        assert str(told.value) == text.format(SHOWN)


async def test_a_host_that_is_called_and_does_not_come_cannot_be_reached(autojump_clock: MockClock) -> None:
    async with open_stage() as stage, player(stage, JOINER, listens=False) as (guest, _):
        host = await stage.host(HOST)
        with pytest.raises(NodeError) as told:
            await join(guest, [stage.address])
        assert isinstance(told.value, Unreachable | NotIntroduced)
        await host.word(Call)
        assert trio.current_time() < limits.CALL_S + 1


async def test_the_relay_hears_nothing_of_the_token_that_opens_the_hosts_door(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all that comes to it in clear: words and pieces."""
    heard: list[bytes] = []
    of_relay: set[Channel] = set()
    honest = Channel.receive

    class Listening(Relay):
        async def keep(self, channel: Channel, only: bytes = b"") -> None:
            of_relay.add(channel)
            await super().keep(channel, only)

        async def introduce(self, channel: Channel, token: bytes) -> None:
            of_relay.add(channel)
            await super().introduce(channel, token)

        async def carry_host(self, channel: Channel, token: bytes) -> None:
            of_relay.add(channel)
            await super().carry_host(channel, token)

    async def receive(channel: Channel) -> bytes:
        data = await honest(channel)
        if channel in of_relay:
            heard.append(data)
        return data

    monkeypatch.setattr(Channel, "receive", receive)
    async with open_stage(make=Listening) as stage, player(stage, HOST, listens=False) as (host, _):
        async with player(stage, JOINER, listens=False) as (guest, _), trio.open_nursery() as nursery:
            with hosting(host):
                await found(stage, host, nursery)
                channel = await join(guest, host.candidates())
                await channel.send(b"a secret word")
                await channel.receive()
                await channel.aclose()
            nursery.cancel_scope.cancel()
        everything = b"".join(heard)
        assert circuit_token(INVITED) in everything and len(heard) > 5
        assert INVITED not in everything and b"a secret word" not in everything
        assert stage.node.doors[INVITED] is None


# Being found.


async def test_an_invitation_waits_for_a_relay_so_long(autojump_clock: MockClock) -> None:
    async def say_nothing(channel: Channel) -> None:
        await channel.receive()
        await trio.sleep(limits.RESERVED_S + 1)

    async with open_stage() as stage, player(stage, HOST) as (host, _):
        honest = stage.node.doors[LINE]
        assert honest is not None
        stage.node.doors.open(LINE, Porch(say_nothing))
        host._found_at = (stage.helper,)
        said: list[str] = []
        async with trio.open_nursery() as nursery:
            with hosting(host):
                nursery.start_soon(host.helpers.reserve, stage.helper)
                began = trio.current_time()
                await host.found(said.append)
                assert trio.current_time() - began == limits.RESERVED_S
                assert said == ["The relay Rea is not used: It has not answered yet."]
                # and no longer than until it has answered
                stage.node.doors.open(LINE, honest)
                while stage.helper not in host.helpers.reserved:
                    await trio.sleep(0.1)
                began = trio.current_time()
                await host.found(said.append)
                assert trio.current_time() == began and len(said) == 1
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("full", "It has no room at the moment; it is asked again."),
        ("unknown", "It does not know this line; ask for a fresh one."),
        ("unwanted", "It does not serve you; ask whoever runs it."),
        ("unreachable", f"It cannot be reached at {SHOWN}; ask whoever runs it."),
    ],
)
async def test_why_a_relay_is_not_used_is_said(how: str, text: str, autojump_clock: MockClock) -> None:
    async with (
        open_stage(wanted=lambda peer: how != "unwanted") as stage,
        player(stage, HOST) as (host, view),
    ):
        line = LINE if how != "unknown" else b"another line"
        helper = Helper(stage.helper.fingerprint, line, stage.helper.candidates, "Rea")
        view.closed |= {RELAY_PLACE} if how == "unreachable" else set()
        for n in range(limits.RESERVATIONS if how == "full" else 0):
            await stage.host(20 + n)
        host._found_at = (helper,)
        said: list[str] = []
        async with trio.open_nursery() as nursery:
            with hosting(host):
                nursery.start_soon(host.helpers.reserve, helper)
                await host.found(said.append)
            nursery.cancel_scope.cancel()
        assert said == [f"The relay Rea is not used: {text}"]


async def test_a_host_reserves_again_in_time_and_with_so_many_tokens(autojump_clock: MockClock) -> None:
    async with open_stage(make=Noting) as stage, player(stage, HOST) as (host, _):
        async with trio.open_nursery() as nursery:
            tokens = [b"token no. %02d" % n for n in range(limits.CIRCUIT_TOKENS + 1)]
            with hosting(host, *tokens):
                host.helpers.tokens[tokens[0]] = True  # the oldest, but for good
                began = trio.current_time()
                await found(stage, host, nursery)
                await trio.sleep(2 * limits.RESERVE_AGAIN_S + 2)
                times = [at - began for at, _ in noting(stage).said]
                assert times == pytest.approx([n * limits.RESERVE_AGAIN_S for n in range(3)], abs=1)
                # and when another table is opened, at once
                with hosting(host, b"one more now"):
                    await trio.sleep(0.1)
                assert len(noting(stage).said) == 4
            nursery.cancel_scope.cancel()
        newest = tokens[:1:-1]
        *before, last = (word.tokens for _, word in noting(stage).said)
        assert all(held == tuple(map(circuit_token, [tokens[0], *newest])) for held in before)
        assert last == tuple(map(circuit_token, [tokens[0], b"one more now", *newest[:-1]]))


async def test_a_host_that_opens_and_closes_tables_without_end_is_found_all_the_while(
    autojump_clock: MockClock,
) -> None:
    async with (
        open_stage(make=Noting) as stage,
        player(stage, HOST) as (host, _),
        trio.open_nursery() as nursery,
    ):
        with hosting(host):
            await found(stage, host, nursery)
            for n in range(600):
                with hosting(host, b"table no %03d" % n):
                    await trio.sleep(0.1)
            with hosting(host, b"the last one"):
                await trio.sleep(1)
                assert stage.node.doors[circuit_token(b"the last one")] is not None
                assert stage.node.doors[circuit_token(b"table no 599")] is None
        assert noting(stage).came == 1
        nursery.cancel_scope.cancel()


async def test_a_helper_that_falls_silent_is_noticed_and_reserved_at_again(autojump_clock: MockClock) -> None:
    async with (
        open_stage(make=Noting) as stage,
        player(stage, HOST) as (host, view),
        trio.open_nursery() as nursery,
    ):
        with hosting(host):
            await found(stage, host, nursery)
            await trio.sleep(limits.HELPER_LOOK_S - 0.1)
            view.silent = True
            await trio.sleep(limits.PROBE_RELAY_S)
            assert host.candidates()[-1] == stage.address
            await trio.sleep(0.2)
            assert stage.address not in host.candidates()
            # when somebody doubts it, it is looked at sooner
            view.silent = False
            await trio.sleep(1)
            assert host.candidates()[-1] == stage.address
            view.silent = True
            host.helpers.look()
            await trio.sleep(limits.PROBE_RELAY_S + 0.1)
            assert stage.address not in host.candidates()
        nursery.cancel_scope.cancel()


async def test_a_host_answers_so_many_calls_at_once(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a relay that calls without end, then the host comes for no more than it answers at once."""
    monkeypatch.setattr(limits, "HANDSHAKES_PER_RELAY", 3)
    came: Counter[bytes] = Counter()

    async def come(channel: Channel) -> None:
        came[await channel.receive()] += 1
        await trio.sleep_forever()

    async with open_stage() as stage, player(stage, HOST) as (host, _):
        there = Address("203.0.113.77", 7)  # where nobody answers, so that each call takes its time

        async def flood(channel: Channel) -> None:
            await channel.receive()
            for n in range(limits.HANDSHAKES_PER_RELAY + 3):
                await channel.send(Call(n.to_bytes(8, "big"), circuit_token(INVITED), there, ()).pack())
            await trio.sleep_forever()

        stage.node.doors.close(LINE)
        stage.node.doors.open(LINE, Porch(flood))
        stage.node.doors.open(circuit_token(INVITED), Porch(come, most=99))
        monkeypatch.setattr(limits, "CHANNELS_PER_PEER", 99)
        async with trio.open_nursery() as nursery:
            with hosting(host):
                nursery.start_soon(host.helpers.reserve, stage.helper)
                await trio.sleep(1)
                assert len(came) == limits.HANDSHAKES_PER_RELAY
            nursery.cancel_scope.cancel()


# Handshakes through a relay.


def carried(n: int, relay: str = "Rea") -> tuple[Link, Link]:
    """A circuit of a relay, which sees the other end at the place of this number: (near, far)."""
    near, far, _ = memory_links("203.0.113.5")
    return near, Link(far, "relay", far.remote, relay=relay, behind=f"192.0.2.{n}")


@pytest.mark.parametrize(
    ("most", "spread"), [(limits.HANDSHAKES_PER_RELAY, 8), (limits.HANDSHAKES_PER_SOURCE, 1)]
)
async def test_handshakes_through_a_relay_are_counted_by_place_and_relay(
    most: int, spread: int, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many come through one relay, those who dial us directly find a place."""
    monkeypatch.setattr(limits, "HANDSHAKES_AT_ONCE", 1_000)
    monkeypatch.setattr(limits, "HANDSHAKES_BURST", 1_000)
    network, doors = MemoryNetwork(), doors_with(Porch(echo))
    async with (
        open_node_listener(node(HOST), [home(HOST)], doors, network) as listener,
        trio.open_nursery() as nursery,
    ):
        held = []
        for n in range(most):
            near, far = carried(n // 4 if spread > 1 else 0)
            held.append(near)
            nursery.start_soon(listener.serve, far)
            await trio.testing.wait_all_tasks_blocked()
        e = bytes([9]) * 32
        await held[0].send_all(b"\0\x34" + e + gate_bytes(TOKEN, e, node(HOST).fingerprint))
        await trio.testing.wait_all_tasks_blocked()
        assert listener.handshakes == most
        # when one more comes, then the oldest goes that has not opened the gate
        _, far = carried(most if spread > 1 else 0)
        nursery.start_soon(listener.serve, far)
        await trio.testing.wait_all_tasks_blocked()
        assert listener.handshakes == most
        assert await held[1].receive_some() == b"" and await held[0].receive_some() != b""
        # and another relay, and who comes directly, have places of their own
        for link in (carried(0, "Mia")[1], memory_links("203.0.113.5")[1]):
            nursery.start_soon(listener.serve, link)
        await trio.testing.wait_all_tasks_blocked()
        assert listener.handshakes == most + 2
        nursery.cancel_scope.cancel()


async def test_handshakes_through_a_relay_come_at_a_measure(mock_clock: MockClock) -> None:
    places, there = Places(), count(1)

    def taken(relay: str, times: int) -> int:
        return sum(places.take(carried(next(there), relay)[1]) is not None for _ in range(times))

    most = limits.HANDSHAKES_PER_RELAY_S
    assert taken("Rea", most + 1) == most and taken("Mia", 1) == 1
    mock_clock.jump(1.0)
    assert taken("Rea", most + 1) == most

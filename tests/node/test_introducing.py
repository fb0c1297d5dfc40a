"""Where a guest is found by its host: at helpers of the host, at few of them, and at none where that is of no
use.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import Reason, RefusedInvite
from fadenet.node.introducing import be_found, introduce_guests
from fadenet.node.link.candidates import Candidate, RelayAddress
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.identity import PlayerKind
from fadenet.node.match.door import TableDoor
from fadenet.node.match.host import Machine
from fadenet.node.match.saved import SavedPeer, SavedTable
from fadenet.node.reach.calls import Gone, Why, circuit_token, helper_token
from fadenet.node.reach.node import Node
from tests.node.helpers import Porch, node
from tests.node.relays import (
    HOST,
    INVITED,
    JOINER,
    OTHER,
    Noting,
    Stage,
    View,
    hosting,
    noting,
    open_stage,
    player,
)

PLACE = node(HOST).fingerprint
GATE = helper_token(circuit_token(INVITED))
ELSEWHERE = [RelayAddress(bytes([n]) * 16, f"198.51.100.{n}", 47070) for n in range(1, 9)]


@asynccontextmanager
async def guest(
    stage: Stage, there: list[Candidate], *, stays: bool = False
) -> AsyncGenerator[tuple[Node, View]]:
    """A guest of a host that has named these places."""
    async with player(stage, JOINER) as (own, view), trio.open_nursery() as nursery:
        own.directory.named(PLACE, there)
        with hosting(own):
            nursery.start_soon(lambda: be_found(own, PLACE, INVITED, "Hobson", stays=stays))
            await trio.sleep(1)
            yield own, view
        nursery.cancel_scope.cancel()


async def test_a_guest_is_found_at_the_helper_of_its_host_by_those_who_play_alone(
    autojump_clock: MockClock,
) -> None:
    async with open_stage() as stage, player(stage, HOST, listens=False) as (host, _):
        await stage.host(HOST, circuit_token(INVITED))
        async with guest(stage, [stage.address]) as (own, _):
            assert stage.address in own.candidates(INVITED)
            assert stage.address not in own.candidates() + own.candidates(b"another tabl")
            host.directory.named(own.identity.fingerprint, [stage.address])
            channel = await host.dial(own.identity.fingerprint, INVITED, Purpose.SEAT)
            await channel.send(b"found")
            assert await channel.receive() == b"found"
            await channel.aclose()
        # and no longer than it plays
        assert stage.relay.guests == 0


async def test_a_guest_is_found_at_so_many_helpers_of_its_host_and_no_more(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        most = limits.HELPERS_OF_HOST
        for named in (most, most + 1):
            async with guest(stage, list(ELSEWHERE[:named])) as (_, view):
                dialled = {where for _, where in view.opened}
            assert dialled == {relay.address for relay in ELSEWHERE[:most]}


async def test_a_guest_goes_along_with_its_host_to_other_helpers(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        await stage.host(HOST, circuit_token(INVITED))
        async with guest(stage, list(ELSEWHERE[:2])) as (own, _):
            assert stage.relay.guests == 0
            own.directory.moved(PLACE, [stage.address])
            await trio.sleep(1)
            assert stage.relay.guests == 1
            own.directory.moved(PLACE, ELSEWHERE[:2])
            await trio.sleep(1)
            assert stage.relay.guests == 0


@pytest.mark.parametrize("stays", [False, True])
async def test_who_does_not_move_and_is_dialled_directly_needs_to_find_nobody(
    stays: bool, autojump_clock: MockClock
) -> None:
    async with open_stage() as stage:
        await stage.host(HOST, circuit_token(INVITED))
        async with guest(stage, [stage.address], stays=stays) as (own, _):
            assert stage.relay.guests == (0 if stays else 1)
            # but where it was a helper that has led there
            own.directory.reached(PLACE, helped=True)
            await trio.sleep(1)
            assert stage.relay.guests == 1


async def test_the_host_of_a_table_helps_those_who_play_there_and_nobody_else(
    autojump_clock: MockClock,
) -> None:
    """Its helpers, too, know the circuit token of its match."""
    peers = tuple(SavedPeer(f"p{seed}", node(seed).public.hex()) for seed in (HOST, JOINER))
    game = {"game": "faroe", "format": "duel", "options": {}, "role": "host", "name": "Hobson"}
    where = {"invitation": "", "token": INVITED.hex(), "listen": (), "candidates": ()}
    note = msgspec.convert(
        {**game, **where, "peers": peers, "kind": "human", "bot": "", "deck": "", "hours": 0}, SavedTable
    )
    door = TableDoor(Machine(), PlayerKind.HUMAN, 2, known=[bytes.fromhex(peer.key) for peer in peers])
    async with open_stage() as stage, trio.open_nursery() as nursery:
        nursery.start_soon(introduce_guests, stage.node, door, note, False)
        await trio.testing.wait_all_tasks_blocked()
        there = [await stage.host(seed, line=helper_token(INVITED)) for seed in (HOST, JOINER)]
        await stage.circuit(there[0], HOST, JOINER)
        with pytest.raises(RefusedInvite) as refused:
            await stage.host(OTHER, line=helper_token(INVITED))
        assert refused.value.reason is Reason.DECLINED
        with pytest.raises(RefusedInvite) as refused:
            await stage.come_as_guest(OTHER)
        assert refused.value.reason is Reason.UNKNOWN
        nursery.cancel_scope.cancel()


async def full(channel: Channel) -> None:
    await channel.receive()
    await channel.send(Gone(Why.FULL).pack())


async def of_another_version(channel: Channel) -> None:
    await channel.receive()


@pytest.mark.parametrize("answer", [full, of_another_version])
async def test_a_guest_that_is_not_taken_comes_ever_less_often(
    answer: Callable[[Channel], Coroutine[Any, Any, None]], autojump_clock: MockClock
) -> None:
    async with open_stage(make=Noting) as stage:
        stage.node.doors.open(GATE, Porch(answer))
        async with guest(stage, [stage.address]) as (own, view):
            await trio.sleep(100)
            pauses = [b - a for (a, _), (b, _) in zip(view.opened, view.opened[1:], strict=False)]
            assert pauses[:5] == pytest.approx([0.25, 0.5, 1, 2, 4], abs=0.1)
            (why,) = own.helpers.errors.values()
            assert ("no room" in why) is (answer is full)
            assert pauses[5:] == pytest.approx([limits.REDIAL_LAST_S] * len(pauses[5:]), abs=0.1)
            # when there is room, it is found, and it comes at once where it is lost then
            stage.node.doors.close(GATE)
            await stage.host(HOST, circuit_token(INVITED))
            await trio.sleep(limits.REDIAL_LAST_S + 1)
            assert stage.relay.guests == 1
            (lost,) = [one.channel for one in stage.relay._reservations.values() if one.guest]
            await lost.abort()
            await trio.sleep(limits.REDIAL_FIRST_S + 0.1)
            assert stage.relay.guests == 1 and noting(stage).came == 3

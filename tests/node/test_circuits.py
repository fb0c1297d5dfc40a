"""The circuits that a helper carries: whose each it is, in which order, how much of it, and for how long."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.reach.calls import Call, Carry, Meet, circuit_token
from tests.node.relays import HOST, INVITED, JOINER, SECOND, TOKEN, End, Stage, open_stage


async def test_pieces_go_both_ways_and_an_end_ends_both(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        near, far = await stage.circuit(await stage.host(HOST), HOST, JOINER)
        for one, other in ((near, far), (far, near)):
            for n in range(3):
                await one.channel.send(b"piece %d" % n)
            assert [await other.hear() for _ in range(3)] == [b"piece 0", b"piece 1", b"piece 2"]
        assert (stage.relay.circuits, stage.relay.carried) == (1, 1)
        await far.close()
        await near.hung_up_on()
        assert (stage.relay.circuits, stage.relay.carried) == (0, 1)
        assert not stage.relay._meetings and not stage.relay._circuits


@pytest.mark.parametrize("first", ["joiner", "host"])
async def test_what_is_said_before_the_other_side_is_there_waits(
    first: str, autojump_clock: MockClock
) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST)
        joiner = await stage.ask(JOINER, HOST)
        meet, call = await joiner.word(Meet), await host.word(Call)
        pieces = [b"first", b"x" * limits.PIECE_BYTES, b"last"]
        if first == "joiner":
            await joiner.say(Carry(meet.call))
            for piece in pieces:
                await joiner.channel.send(piece)
            await trio.sleep(5)
            other = await stage.come(HOST, call)
        else:
            there = await stage.come(HOST, call)
            for piece in pieces:
                await there.channel.send(piece)
            await trio.sleep(5)
            await joiner.say(Carry(meet.call))
            other = joiner
        assert [await other.hear() for _ in pieces] == pieces


@pytest.mark.parametrize("turned", [False, True])
async def test_a_piece_has_a_longest_length(turned: bool, autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST)
        ends = await stage.circuit(host, HOST, JOINER)
        one, other = ends[::-1] if turned else ends
        await one.channel.send(b"x" * limits.PIECE_BYTES)
        assert await other.hear() == b"x" * limits.PIECE_BYTES
        await one.channel.send(b"x" * (limits.PIECE_BYTES + 1))
        await other.hung_up_on()
        await one.hung_up_on()
        assert len(other.heard) == (2 if turned else 1) and not host.gone.is_set()
        assert stage.relay.circuits == 0


async def test_a_circuit_has_a_burst_and_a_rate(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        near, far = await stage.circuit(await stage.host(HOST), HOST, JOINER)
        size, seconds = 16_000, 8
        head = size + 1 + limits.TAG_BYTES
        pieces = (limits.CIRCUIT_BURST_BYTES + seconds * limits.CIRCUIT_BYTES_PER_S) // head
        began, came = trio.current_time(), []

        async def send() -> None:
            for _ in range(pieces):
                await near.channel.send(bytes(size))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(send)
            for _ in range(pieces):
                await far.hear()
                came.append(trio.current_time() - began)
        at_once = sum(at == 0 for at in came)
        assert limits.CIRCUIT_BURST_BYTES <= at_once * head < limits.CIRCUIT_BURST_BYTES + 2 * head
        assert came[-1] == pytest.approx(seconds, abs=0.6)


async def test_a_circuit_carries_so_many_bytes_and_no_more(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ways together."""
    monkeypatch.setattr(limits, "CIRCUIT_BYTES", 40_000)
    async with open_stage() as stage:
        host = await stage.host(HOST)
        near, far = await stage.circuit(host, HOST, JOINER)
        await near.channel.send(bytes(15_000))
        await far.channel.send(bytes(15_000))
        await near.channel.send(bytes(9_999))
        await far.hear()
        await far.hear()
        await near.hear()
        assert stage.relay.circuits == 1
        await near.channel.send(b"x")
        assert await far.hear() == b"x"
        await far.hung_up_on()
        await near.hung_up_on()
        assert stage.relay.circuits == 0 and not host.gone.is_set()
        # and another one begins with nothing
        near, far = await stage.circuit(host, HOST, JOINER)
        await near.channel.send(b"x")
        await far.hear()


async def test_a_circuit_lasts_so_long(autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CIRCUIT_S", 1_000.0)
    async with open_stage() as stage:
        near, far = await stage.circuit(await stage.host(HOST), HOST, JOINER)
        for _ in range(9):
            await trio.sleep(100)
            await near.channel.send(b"x")
        await trio.sleep(99)
        assert not far.gone.is_set()
        await trio.sleep(2)
        assert near.gone.is_set() and far.gone.is_set() and stage.relay.circuits == 0


async def test_a_circuit_on_which_nothing_is_said_ends(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        near, far = await stage.circuit(await stage.host(HOST), HOST, JOINER)
        for one in (near, far, near):
            await trio.sleep(limits.CIRCUIT_QUIET_S - 1)
            await one.channel.send(b"x")
        await trio.sleep(limits.CIRCUIT_QUIET_S - 1)
        assert stage.relay.circuits == 1
        await trio.sleep(2)
        assert near.gone.is_set() and far.gone.is_set() and stage.relay.circuits == 0


async def test_so_many_circuits_are_carried_at_once_and_no_more(autojump_clock: MockClock) -> None:
    async with open_stage(most=2) as stage:
        host = await stage.host(HOST, TOKEN, SECOND)
        first = await stage.circuit(host, HOST, 20)
        await stage.circuit(host, HOST, 21, SECOND)
        joiner = await stage.ask(JOINER, HOST)
        assert not (await joiner.word(Meet)).carries  # and it is introduced all the same
        await host.word(Call)
        await first[0].close()
        await stage.circuit(host, HOST, 22)
        assert stage.relay.circuits == 2 == stage.relay.carried - 1


async def test_of_two_who_were_promised_the_last_circuit_one_gets_it(autojump_clock: MockClock) -> None:
    async with open_stage(most=1) as stage:
        host = await stage.host(HOST)
        joiners = [await stage.ask(seed, HOST) for seed in (20, 21)]
        met = [await one.word(Meet) for one in joiners]
        assert all(one.carries for one in met)
        ends = [await stage.come(HOST, await host.word(Call)) for _ in joiners]
        for joiner, meet in zip(joiners, met, strict=True):
            await joiner.say(Carry(meet.call))
            await trio.testing.wait_all_tasks_blocked()
        assert stage.relay.circuits == 1
        assert [one.gone.is_set() for one in (*joiners, *ends)] == [False, True, False, True]


async def carried(stage: Stage, host: End, seeds: Sequence[int]) -> list[tuple[End, End]]:
    """Circuits of these joiners, no faster than the host may dial."""
    ends = []
    for seed in seeds:
        ends.append(await stage.circuit(host, HOST, seed))
        await trio.sleep(1 / limits.HANDSHAKES_PER_S)
    return ends


async def test_so_many_circuits_are_carried_for_one_token_and_no_more(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST, TOKEN, SECOND)
        ends = await carried(stage, host, [20 + n for n in range(limits.CIRCUITS_PER_TOKEN)])
        joiner = await stage.ask(JOINER, HOST)
        assert not (await joiner.word(Meet)).carries
        await host.word(Call)
        await joiner.close()
        await stage.circuit(host, HOST, JOINER, SECOND)
        await ends[0][0].close()
        await stage.circuit(host, HOST, JOINER)
        assert not any(near.gone.is_set() for near, _ in ends[1:])


async def test_a_circuit_of_whoever_has_most_ends_for_a_newcomer(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST, TOKEN)
        seeds = [20] * limits.CHANNELS_PER_PEER + [21 + n for n in range(limits.CIRCUITS_PER_TOKEN)]
        ends = await carried(stage, host, seeds[: limits.CIRCUITS_PER_TOKEN])
        await stage.circuit(host, HOST, JOINER)
        assert [near.gone.is_set() for near, _ in ends] == [True] + [False] * (len(ends) - 1)
        assert stage.relay.circuits == limits.CIRCUITS_PER_TOKEN


async def test_two_circuits_are_kept_apart(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST)
        circuits = [await stage.circuit(host, HOST, 20 + n) for n in range(2)]
        for n, (near, far) in enumerate(circuits):
            await near.channel.send(b"to the host %d" % n)
            await far.channel.send(b"to joiner %d" % n)
        for n, (near, far) in enumerate(circuits):
            assert await far.hear() == b"to the host %d" % n
            assert await near.hear() == b"to joiner %d" % n


def test_a_circuit_token_tells_nothing_of_the_token() -> None:
    assert circuit_token(INVITED) == TOKEN and len(TOKEN) == len(INVITED)
    assert TOKEN != INVITED and SECOND != TOKEN

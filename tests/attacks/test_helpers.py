"""Attacks on a helper: strangers who ask for a host without end, with the circuit token of a table that all
see."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pytest
import trio
from trio.testing import MockClock

from fadenet.node.errors import NodeError
from fadenet.node.reach.calls import Carry, Meet, parse_word
from tests.attacks.siege import BEGUN_S, DIALS, ENOUGH
from tests.node.relays import HOST, Stage, found, hosting, join, open_stage, player

EVERY_S: Final = 0.7
SOURCES: Final = 17
"""Each of which asks as often as it is answered."""
AGAIN_S: Final = 0.5


async def ask_without_end(stage: Stage, seed: int, carries: bool) -> None:
    """Ask for the host, over and over, and leave what comes of it lying: a call, or a circuit."""
    while True:
        with suppress(NodeError):
            end = await stage.ask(seed, HOST)
            word = parse_word(await end.hear())
            if carries and isinstance(word, Meet) and word.carries:
                await end.say(Carry(word.call))
            if isinstance(word, Meet):
                await end.gone.wait()
            await end.close()
        await trio.sleep(AGAIN_S)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("carries", "sources", "sockets"),
    [(False, SOURCES, 2), (True, SOURCES, 2), (True, 1, 4)],
    ids=["calls", "circuits", "one source"],
)
async def test_a_host_is_found_at_a_helper_by_who_wants_to_play(
    autojump_clock: MockClock, carries: bool, sources: int, sockets: int
) -> None:
    """given strangers who ask, and are carried if they can be, then whoever comes to play is carried too."""
    inside = []

    async def come(stage: Stage, n: int) -> None:
        async with player(stage, 100 + n, listens=False) as (guest, _):
            with suppress(NodeError):
                channel = await join(guest, [stage.address])
                inside.append(n)
                await channel.aclose()

    async with open_stage() as stage, player(stage, HOST, listens=False) as (host, _):
        with hosting(host):
            async with trio.open_nursery() as nursery:
                await found(stage, host, nursery)
                for n in range(sources * sockets):
                    nursery.start_soon(ask_without_end, stage, 20 + n % sources, carries)
                await trio.sleep(BEGUN_S)
                async with trio.open_nursery() as guests:
                    for n in range(DIALS):
                        guests.start_soon(come, stage, n)
                        await trio.sleep(EVERY_S)
                nursery.cancel_scope.cancel()
    assert len(inside) >= ENOUGH

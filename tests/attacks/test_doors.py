"""Attacks on the door: strangers who hold every place that there is, with tokens that anybody may have.

A node is as its players left it: one match is under way, whose players hold its token, and a table is open,
whose token a notice tells to all. An honest peer dials now and then, each from an address of its own, and
waits for two round trips of 0.1 s.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.link.channel import Channel
from fadenet.node.link.links import Link
from fadenet.node.link.listener import Doors
from tests.attacks.siege import BEGUN_S, ENOUGH, Siege, Socket, besieged, honest_source
from tests.node.helpers import Porch

OPEN_TABLE: Final = b"open table.."
OUR_MATCH: Final = b"our match..."
THEIR_MATCH: Final = b"their match."


async def _stay(link: Link) -> None:
    """Say nothing more until we are hung up on."""
    while await link.receive_some():
        pass


async def silent(siege: Siege, source: str) -> None:
    link = await siege.connect(source)
    await _stay(link)
    await link.aclose()


def holder(token: bytes, leaves_after_s: float = 60.0) -> Socket:
    """One that shows a token and is silent then; or comes anew before it is old."""

    async def hold(siege: Siege, source: str) -> None:
        link = await siege.connect(source)
        with trio.move_on_after(leaves_after_s):
            await link.send_all(siege.first_message(token))
            await _stay(link)
        await link.aclose()

    return hold


def once_inside(token: bytes) -> Socket:
    """One that completes a channel, so that its source is known, and holds a place from then on."""
    known: set[str] = set()

    async def hold(siege: Siege, source: str) -> None:
        if source not in known:
            await (await siege.dial(4, source, OPEN_TABLE)).abort()
            known.add(source)
        await holder(token)(siege, source)

    return hold


@asynccontextmanager
async def siege(relay: str = "") -> AsyncGenerator[Siege]:
    async def stay(channel: Channel) -> None:
        await channel.receive()

    doors = Doors()
    doors.open(OPEN_TABLE, Porch(stay, most=limits.CHANNELS_AT_ONCE))
    for token in (OUR_MATCH, THEIR_MATCH):
        doors.open(token, Porch(stay), players=True)
    async with besieged(doors, relay) as there:
        yield there


async def come_all(there: Siege, token: bytes, relay: str | None = None) -> None:
    """All who are honest dial with this token."""

    async def come(n: int) -> None:
        await (await there.dial(100, honest_source(n), token, relay)).abort()

    await there.honest(come)


ATTACKS: Final[dict[str, tuple[tuple[Socket, int], ...]]] = {
    "a public token": ((holder(OPEN_TABLE), 17),),
    "a public token, never old": ((holder(OPEN_TABLE, 1.2), 17),),
    "sources that were inside once": ((once_inside(OPEN_TABLE), 4),),
    "the token of another match": ((holder(THEIR_MATCH), 17),),
    "silence": ((silent, 17),),
    "both tokens and silence": (
        (once_inside(OPEN_TABLE), 4),
        (holder(OPEN_TABLE), 17),
        (holder(THEIR_MATCH), 17),
        (silent, 17),
    ),
}


WAYS: Final = [
    *((attack, "") for attack in ATTACKS),
    ("a public token, never old", "Rea"),
    ("silence", "Rea"),
]
"""The attacks, and over which relay they come, "" = directly."""
RUN: Final = {"strangers": WAYS[::2] + WAYS[5:6], "players": WAYS[1::2]}
"""Those of a normal run, for each of the honest ones."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attack", "relay", "who"),
    [
        pytest.param(*way, who, marks=[pytest.mark.long] * (way not in RUN[who]))
        for way in WAYS
        for who in ("strangers", "players")
    ],
)
async def test_nobody_is_kept_out_by_who_holds_places(
    autojump_clock: MockClock, attack: str, relay: str, who: str
) -> None:
    """given strangers who take all places that they are given and come again at once, then whoever dials the
    open table gets in, and so does a player who comes back to its match, directly and over a relay."""
    async with siege(relay) as there:
        for socket, sources in ATTACKS[attack]:
            there.attack(socket, sources)
        await trio.sleep(BEGUN_S)
        await come_all(there, OPEN_TABLE if who == "strangers" else OUR_MATCH)
        assert there.inside >= ENOUGH


@pytest.mark.slow
async def test_who_dials_directly_is_not_kept_out_over_a_relay(autojump_clock: MockClock) -> None:
    async with siege("Rea") as there:
        there.attack(holder(OPEN_TABLE), 2 * limits.HANDSHAKES_OPEN, sockets=1)
        await trio.sleep(BEGUN_S)
        await come_all(there, OPEN_TABLE, relay="")
        assert there.inside >= ENOUGH


async def test_nobody_is_kept_from_its_match_by_another_of_its_players(autojump_clock: MockClock) -> None:
    """given one of three players of a match, whose friends show its token too, then the others come back."""
    async with siege() as there:
        there.attack(holder(OUR_MATCH), 17)
        await trio.sleep(BEGUN_S)
        await come_all(there, OUR_MATCH)
        assert there.inside >= ENOUGH

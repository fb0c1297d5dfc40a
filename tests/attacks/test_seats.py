"""Attacks on the free seats of tables that strangers see: guests without end who hold them and say
nothing."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import pytest
import trio
from trio.testing import MockClock

from fadenet.bots.random_ import RandomBot
from fadenet.node.errors import NodeError, plainly
from fadenet.node.limits import KNOCK_AGAIN_S
from fadenet.node.link.channel import Channel, Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.identity import NodeIdentity, PlayerKind
from fadenet.node.link.listener import Doors
from fadenet.node.link.session import PeerRestarted
from fadenet.node.lobby.invite import parse_invite
from fadenet.node.lobby.lobby import Gathering
from fadenet.node.match import messages
from fadenet.node.match.door import TableDoor
from fadenet.node.match.host import Machine
from fadenet.node.match.messages import Arrival
from fadenet.node.match.run import Entrant
from fadenet.node.sitting import config_of
from protocol.hello import Config
from tests.attacks.siege import BEGUN_S, DIALS, ENOUGH, Siege, Socket, besieged, honest_source
from tests.node.helpers import open_session, seeded
from tests.node.serving import DECK, DUEL, THREE, At, Inn
from tests.node.tables import HOST as INN
from tests.node.tables import identity

OPEN_TABLE: Final = b"open table.."
EVERY_S: Final = 3.0
"""So far apart are the honest guests."""
AGAIN_S: Final = 2.0
"""So soon after it was hung up on a hostile guest is there again, with another key."""
KEYS = count(1_000)


def silent(lasts_s: float = 600.0) -> Socket:
    """Comes with a key of its own, and listens; leaves after a while."""

    async def hold(siege: Siege, source: str) -> None:
        channel = await siege.dial(next(KEYS), source, OPEN_TABLE)
        with trio.move_on_after(lasts_s):
            while True:
                await channel.receive()
        await channel.abort()

    return hold


async def sits(siege: Siege, source: str) -> None:
    """Comes with a key of its own, sits down, and owes the rest."""
    channel = await siege.dial(next(KEYS), source, OPEN_TABLE)
    await _sit(channel, b"", lambda body: False)


async def _sit(channel: Channel, nonce: bytes, is_there: Callable[[bytes], bool]) -> None:
    """Look at the offer and sit down; wait until those who are at the table are as wanted, or raise."""
    rng = seeded(next(KEYS))
    arrival = Arrival("", True, nonce or rng(32), ())

    async def never(early: bytes) -> Channel:
        raise NodeError("the host has hung up")

    with plainly():
        async with open_session(channel.peer, rng, redial=never, first=channel) as session:
            with trio.move_on_after(600):
                while True:
                    if not session.state.connected and session.error is not None:
                        raise session.error
                    with trio.move_on_after(0.5):
                        try:
                            data = await session.receive()
                        except PeerRestarted:
                            continue
                        if data[0] == messages.OFFER:
                            await session.send(messages.pack_sit(arrival))
                        elif data[0] == messages.HERE and is_there(data[1:]):
                            return


@asynccontextmanager
async def table(home: Path, relay: str = "") -> AsyncGenerator[Siege]:
    """A host that waits for its one guest at a table that everybody sees."""
    home.mkdir(mode=0o700, exist_ok=True)
    host = Entrant(home, identity(0), DUEL, DECK, RandomBot(), "bot", "random", remembers=False)
    config: Config = config_of(DUEL, 2, 0, 600, 5)
    door, doors = TableDoor(Machine(), PlayerKind.BOT, 1), Doors()
    doors.open(OPEN_TABLE, door)
    async with besieged(doors, relay) as there:
        lobby = Gathering(host, config, door, b"among us....", (), lambda text: None)
        there.nursery.start_soon(lobby.gather)
        await trio.testing.wait_all_tasks_blocked()
        yield there


async def come(dial_host: Callable[[int], Awaitable[Channel]], n: int) -> None:
    """Take a free seat, as a node does that knocks again, ever more rarely. Then leave."""
    nonce = seeded(n)(32)

    def sits_there(body: bytes) -> bool:
        return nonce in [one.nonce for one in messages.parse_here(body)]

    for pause in (*KNOCK_AGAIN_S, KNOCK_AGAIN_S[-1], None):
        try:
            await _sit(await dial_host(n), nonce, sits_there)
            return
        except NodeError:
            if pause is None:
                raise
            await trio.sleep(pause)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("socket", "sources", "sockets", "relay"),
    [
        (silent(), 1, 34, ""),
        pytest.param(silent(), 17, 2, "", marks=pytest.mark.long),
        (silent(), 17, 2, "Rea"),
        (silent(1.5), 17, 2, ""),
        (sits, 17, 1, ""),
    ],
    ids=["one address", "silence", "over a relay", "never old", "who sits down"],
)
async def test_the_seat_of_a_public_table_is_had_by_who_wants_to_play(
    tmp_path: Path, autojump_clock: MockClock, socket: Socket, sources: int, sockets: int, relay: str
) -> None:
    """given guests without end who hold what they can and never play, then whoever comes to play sits
    down."""
    async with table(tmp_path / "host", relay) as there:
        there.attack(socket, sources, sockets, AGAIN_S)
        await trio.sleep(BEGUN_S)

        async def dial_host(n: int) -> Channel:
            return await there.dial(100 + n, honest_source(n), OPEN_TABLE)

        await there.honest(partial(come, dial_host), EVERY_S)
        assert there.inside >= ENOUGH, (there.inside, DIALS)


@pytest.mark.slow
@pytest.mark.parametrize(("tables", "sources", "sockets"), [(8, 1, 8), (8, 17, 4)], ids=["one", "many"])
async def test_a_headless_node_plays_with_who_wants_to_play(
    tmp_path: Path, autojump_clock: MockClock, tables: int, sources: int, sockets: int
) -> None:
    """given a node of eight tables of two kinds, and silent guests who come to one of these from one address,
    or from many, then whoever comes to play at the other plays."""
    inn = Inn(tmp_path / "inn", {"ten": (DUEL, 2), "three": (THREE, 3)}, most=tables)
    sat = []

    async def dial_inn(n: int, source: str, table: str) -> Channel:
        network, token = At(inn.network, source), parse_invite(inn.invites[table]).token
        own, there = NodeIdentity(identity(n), rng=seeded(next(KEYS))), inn.node.identity.fingerprint
        return await dial(own, [INN], Errand(there, token, Purpose.SEAT), open_link=network.open_link)

    async def attack(source: str) -> None:
        while True:
            with suppress(NodeError):
                channel = await dial_inn(next(KEYS), source, "ten")
                while True:
                    await channel.receive()
            await trio.sleep(AGAIN_S)

    async def guest(n: int) -> None:
        with suppress(NodeError):
            await come(lambda n: dial_inn(100 + n, honest_source(n), "three"), n)
            sat.append(n)

    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        for n in range(sources * sockets):
            nursery.start_soon(attack, f"203.0.113.{n % sources + 1}")
        await trio.sleep(BEGUN_S)
        async with trio.open_nursery() as guests:
            for n in range(DIALS):
                guests.start_soon(guest, n)
                await trio.sleep(1.0)
        nursery.cancel_scope.cancel()
    assert len(sat) >= ENOUGH

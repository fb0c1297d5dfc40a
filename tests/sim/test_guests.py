"""Two guests of a table of three who cannot dial each other meet through its host, on a simulated network."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import trio

from fadenet import games
from fadenet.node.link.candidates import DEFAULT_PORT, Address
from fadenet.node.match.run import Entrant, MatchRun
from tests.node.helpers import seeded
from tests.node.tables import Slow, host, join, on, table
from tests.sim.disk import SimCommitter
from tests.sim.nat import Kind, open_internet
from tests.sim.reach import play

RULES: Final = games.load("prelude", "melee")
LISTEN: Final = [Address("0.0.0.0", DEFAULT_PORT)]
SEATS: Final = 3
DELAY_S: Final = 0.04
WITHIN_S: Final = 8.0

Ways = dict[str, str | None]
"""By which way each of the others is reached: "" directly, None not at all, else who carries it."""


def ways(run: MatchRun) -> Ways:
    channels = {peer.name: peer.session.channel for peer in run.mesh.peers}
    return {name: None if channel is None else channel.relay for name, channel in channels.items()}


def three(folder: Path, kinds: tuple[Kind, Kind], *, listens: bool = True) -> dict[str, Ways]:
    """Three play, the host where everybody can dial it and the guests behind such routers: by which ways they
    reach each other after a while."""

    async def main() -> dict[str, Ways]:
        async with open_internet(str(kinds), DELAY_S) as internet, trio.open_nursery() as nursery:
            runs: list[MatchRun] = []
            seats: list[Entrant] = []
            for n, kind in enumerate((Kind.OPEN, *kinds)):
                network = internet.site(kind, f"p{n}").network
                seat = on(table(folder / f"p{n}", n, Slow(), rules=RULES), network)
                committer = SimCommitter(Random(n), lambda: 0.001)
                machine = replace(seat.machine, rng=seeded(n), committer=committer)
                seats.append(replace(seat, machine=machine, begun=runs.append))
            send, receive = trio.open_memory_channel[str](1)
            said: list[str] = []
            clock = {"timer": 0, "bank": 0, "bonus": 0, "hours": 1}
            at_table = partial(host, seats=SEATS, listen=LISTEN, say=said.append, invite=send.send_nowait)
            nursery.start_soon(partial(at_table, seats[0], **clock))
            line = await receive.receive()
            for seat in seats[1:]:
                nursery.start_soon(
                    partial(join, seat, line, say=said.append, listen=LISTEN if listens else ())
                )
            await trio.sleep(WITHIN_S)
            nursery.cancel_scope.cancel()
            return {run.entrant.identity.name: ways(run) for run in runs}
        raise AssertionError("an internet yields once")

    return play(main, str(kinds))


def test_two_guests_behind_routers_meet_through_the_host_and_go_the_direct_way(tmp_path: Path) -> None:
    there = three(tmp_path, (Kind.CONE, Kind.CONE))
    assert there["p1"] == {"p0": "", "p2": ""} and there["p2"] == {"p0": "", "p1": ""}


def test_the_host_carries_what_two_guests_say_whose_routers_allow_nothing_else(tmp_path: Path) -> None:
    there = three(tmp_path, (Kind.SYMMETRIC, Kind.CONE))
    assert there["p1"]["p0"] == there["p2"]["p0"] == ""
    assert there["p1"]["p2"] and there["p2"]["p1"]


def test_two_guests_who_listen_nowhere_meet_through_the_host(tmp_path: Path) -> None:
    there = three(tmp_path, (Kind.OPEN, Kind.OPEN), listens=False)
    assert there["p1"]["p2"] and there["p2"]["p1"]

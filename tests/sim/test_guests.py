"""Guests of a table on a simulated network: two who cannot dial each other meet through its host, and a host
that moves finds its guest again.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import pytest
import trio

from fadenet import games
from fadenet.node.limits import DOWN_S, DUPLICATE_WINDOW_S
from fadenet.node.link.candidates import DEFAULT_PORT, Address
from fadenet.node.match.run import Entrant, MatchRun
from fadenet.node.play import host_match, open_node
from fadenet.node.sitting import Hosting, config_of
from tests.node.helpers import seeded
from tests.node.tables import Slow, host, join, on, table
from tests.sim.disk import SimCommitter
from tests.sim.nat import Kind, open_internet
from tests.sim.reach import Scene, play

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
            config = config_of(seats[0].rules, SEATS, 0, 0, 0)
            hosting = Hosting(config, LISTEN, send.send_nowait, hours=1)
            nursery.start_soon(partial(host, seats[0], hosting, say=said.append))
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


# A host that moves.

FOUND_S: Final = 1.0
"""The lines that its player is told, from when the new address is noticed."""


def moves(folder: Path, host_kind: str, kind: Kind) -> tuple[float, int]:
    """Two play, the guest behind a router, and the host, of a human or a bot, gets another address: after how
    many seconds they go on, and how many guests were to be found at the helper."""

    async def main() -> tuple[float, int]:
        async with AsyncExitStack() as stack:
            internet = await stack.enter_async_context(open_internet(f"{host_kind} {kind}", DELAY_S))
            nursery = await stack.enter_async_context(trio.open_nursery())
            helping = await stack.enter_async_context(Scene(internet, nursery, Random(0)).helper())
            runs: list[MatchRun] = []
            seats: list[Entrant] = []
            sites = [internet.site(one, f"p{n}") for n, one in enumerate((kind, Kind.CONE))]
            for n, (site, who) in enumerate(zip(sites, (host_kind, "human"), strict=True)):
                seat = on(table(folder / f"p{n}", n, Slow(), kind=who), site.network)
                committer = SimCommitter(Random(n), lambda: 0.001)
                machine = replace(seat.machine, rng=seeded(n), committer=committer)
                seats.append(replace(seat, machine=machine, begun=runs.append))
            node = await stack.enter_async_context(open_node(seats[0], helpers=[helping.line]))
            send, receive = trio.open_memory_channel[str](1)
            said: list[str] = []
            config = config_of(seats[0].rules, 2, 0, 0, 0)
            hosting = Hosting(config, LISTEN, send.send_nowait, hours=1)
            nursery.start_soon(partial(host_match, node, seats[0], hosting, say=said.append))
            line = await receive.receive()
            nursery.start_soon(partial(join, seats[1], line, say=said.append, listen=LISTEN))
            await trio.sleep(WITHIN_S + DUPLICATE_WINDOW_S)
            guests = helping.relay.guests
            internet.change_address(sites[0])
            await trio.sleep(WITHIN_S if host_kind == "human" else DOWN_S + WITHIN_S)
            took = [float(one.split()[-2]) for one in said if "your address has changed" in one]
            assert len(took) == 1 and len(runs) == 2
            assert [peer.connected for run in runs for peer in run.mesh.peers] == [True, True]
            nursery.cancel_scope.cancel()
            return took[0], guests
        raise AssertionError("a stack yields once")

    return play(main, f"{host_kind} {kind}")


@pytest.mark.parametrize("kind", [Kind.CONE, Kind.SYMMETRIC, Kind.OPEN])
def test_a_host_that_moves_finds_its_guest_where_it_is_found_itself(kind: Kind, tmp_path: Path) -> None:
    took, guests = moves(tmp_path, "human", kind)
    assert took <= FOUND_S and guests == 1


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "found"), [(Kind.OPEN, 0), (Kind.CONE, 1)])
def test_guests_of_a_bot_that_they_can_dial_cost_its_helper_nothing(
    kind: Kind, found: int, tmp_path: Path
) -> None:
    _, guests = moves(tmp_path, "bot", kind)
    assert guests == found

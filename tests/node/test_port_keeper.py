"""A port that is kept mapped at the router as long as a node runs, and given back."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise

import pytest
import trio
from trio.testing import MockClock

from fadenet.node.link.candidates import Address
from fadenet.node.reach import node as reach
from fadenet.node.reach import ports
from fadenet.node.reach.mappings import (
    Mapping,
    MappingRequest,
    MappingResult,
    NoRouter,
    Rejected,
    Router,
    Silent,
)
from fadenet.node.reach.ports import PCP, PortKeeper, map_port
from tests.node.gateway import EXTERNAL, NONCE, OVER_UDP, PATIENCE_S, PORT, Gateway, ask, open_gateway
from tests.node.helpers import node
from tests.node.memory import MemoryNetwork


class Kept:
    """A port that is kept mapped at a router, and what was told of it when."""

    def __init__(self, gateway: Gateway) -> None:
        self.told: list[tuple[float, MappingResult]] = []
        self._news = trio.Event()
        self.keeper = PortKeeper(PORT, self._tell, find=gateway.find, ways=OVER_UDP, nonce=NONCE)

    def _tell(self, outcome: MappingResult) -> None:
        self.told.append((trio.current_time(), outcome))
        self._news.set()
        self._news = trio.Event()

    async def until(self, times: int) -> MappingResult:
        """Wait until so much was told; the last of it."""
        with trio.fail_after(PATIENCE_S):
            while len(self.told) < times:
                await self._news.wait()
        return self.told[times - 1][1]


@asynccontextmanager
async def kept_mapped(gateway: Gateway) -> AsyncGenerator[Kept]:
    """A port is kept mapped at this router while the block runs."""
    async with trio.open_nursery() as nursery:
        kept = Kept(gateway)
        nursery.start_soon(kept.keeper.keep_mapped)
        yield kept
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def keeping(gateway: Gateway) -> AsyncGenerator[tuple[Kept, Gateway]]:
    """The same, and the router is there as long."""
    async with open_gateway(gateway), kept_mapped(gateway) as kept:
        yield kept, gateway


@pytest.mark.slow
async def test_a_mapping_is_renewed_at_half_its_life(clock: MockClock) -> None:
    for way in OVER_UDP:
        async with keeping(Gateway(speaks=(way.by,), most_s=600)) as (kept, gateway):
            await gateway.until("map", 6)
        mapped = [one.at for one in gateway.asked if (one.what, one.over) == ("map", way.by)]
        gaps = [later - earlier for earlier, later in pairwise(mapped)]
        assert gaps == pytest.approx([300.0] * len(gaps)) and gaps
        # and nothing more is told, as nothing has changed
        assert [outcome for _, outcome in kept.told if not isinstance(outcome, Mapping)] == []
        assert len(kept.told) == 1


@pytest.mark.slow
@pytest.mark.parametrize("over", ["pcp", "nat-pmp"])
async def test_a_restart_of_the_router_is_seen_and_mapped_anew(clock: MockClock, over: str) -> None:
    async with keeping(Gateway(speaks=(over,))) as (kept, gateway):
        await kept.until(1)
        await trio.sleep(1000)
        # when it has forgotten all and has another address
        gateway.restart("198.51.100.99")
        at = trio.current_time()
        # then we have its new address after one look at most
        outcome = await kept.until(2)
        assert isinstance(outcome, Mapping) and outcome.external == Address("198.51.100.99", PORT)
        assert kept.told[1][0] - at <= ports.CHECK_S + ports.TRY_S
        assert gateway.mapped


@pytest.mark.slow
async def test_a_restart_that_changes_nothing_is_mapped_anew_and_not_told(clock: MockClock) -> None:
    # given a router that has given a port of its own choice
    async with keeping(Gateway(outer=5)) as (kept, gateway):
        await kept.until(1)
        await trio.sleep(1000)
        # when it has forgotten that, then it is asked for the same port
        gateway.outer = None
        gateway.restart()
        await gateway.until("map", 2)
        assert [held.outer for held in gateway.mapped.values()] == [5]
        await trio.sleep(ports.CHECK_S)
        assert len(kept.told) == 1


async def test_another_address_of_a_router_with_nat_pmp_is_seen_without_a_restart(clock: MockClock) -> None:
    async with keeping(Gateway(speaks=("nat-pmp",))) as (kept, gateway):
        await kept.until(1)
        gateway.external, at = "198.51.100.99", trio.current_time()
        outcome = await kept.until(2)
        assert trio.current_time() - at <= ports.CHECK_S
        assert isinstance(outcome, Mapping) and outcome.external.host == "198.51.100.99"


@pytest.mark.slow
async def test_a_router_that_lies_about_its_epoch_is_asked_once_a_minute(clock: MockClock) -> None:
    falling = iter(range(10**6, 0, -1000))
    async with keeping(Gateway(epoch=lambda: next(falling))) as (kept, gateway):
        await trio.sleep(20.5 * ports.CHECK_S)
        assert gateway.count("map") == 21 and len(gateway.asked) == 41
        assert len(kept.told) == 1


async def test_another_own_address_is_mapped_at_once(clock: MockClock) -> None:
    async with keeping(Gateway()) as (kept, gateway):
        await kept.until(1)
        at = trio.current_time()
        kept.keeper.own_address_changed()
        await gateway.until("map", 2)
        assert trio.current_time() == at
        # and once for each change
        await trio.sleep(ports.CHECK_S - 1)
        assert gateway.count("map") == 2
        # and when the router of the other network says nothing, then what there was is gone
        gateway.deaf, at = -1, trio.current_time()
        kept.keeper.own_address_changed()
        assert await kept.until(2) == Silent(("pcp", "nat-pmp"))
        assert trio.current_time() - at < ports.CHECK_S


async def test_a_change_while_the_router_is_asked_is_not_lost(clock: MockClock) -> None:
    async with keeping(Gateway(loses=1)) as (kept, gateway):
        await gateway.until("map", 1)
        kept.keeper.own_address_changed()
        await gateway.until("map", 3)
        assert trio.current_time() < ports.CHECK_S


@pytest.mark.slow
async def test_a_router_that_falls_silent_is_believed_until_the_end(clock: MockClock) -> None:
    async with keeping(Gateway(most_s=600)) as (kept, gateway):
        await kept.until(1)
        began = kept.told[0][0]
        gateway.deaf = -1
        # then it is told when the mapping ends, and not before
        with trio.fail_after(1000):
            assert await kept.until(2) == Silent(("pcp", "nat-pmp"))
        assert 600 <= kept.told[1][0] - began <= 602
        # and when the router answers again, then the port is mapped again
        gateway.deaf = 0
        assert isinstance(await kept.until(3), Mapping)


@pytest.mark.slow
async def test_a_router_that_answers_once_more_in_time_has_lost_nothing(clock: MockClock) -> None:
    async with keeping(Gateway(most_s=600)) as (kept, gateway):
        await kept.until(1)
        await trio.sleep(290)
        gateway.deaf = 2 * ports.TRIES
        await trio.sleep(400)
        assert len(kept.told) == 1 and gateway.count("map") > 2


@pytest.mark.slow
async def test_what_fails_is_tried_again_ever_less_often(clock: MockClock) -> None:
    async with keeping(Gateway(refuses=2)) as (kept, gateway):
        await trio.sleep(6000)
        asked = [one.at for one in gateway.asked if (one.what, one.over) == ("map", "pcp")]
        gaps = [later - earlier for earlier, later in pairwise(asked)]
        assert gaps[:6] == pytest.approx([30, 60, 120, 240, 480, 900])
        assert set(gaps[6:]) == {ports.AGAIN_LAST_S}
        assert [outcome for _, outcome in kept.told] == [Rejected("pcp", "not authorized")]


@pytest.mark.slow
@pytest.mark.parametrize("moves", [False, True])
async def test_pauses_start_anew(clock: MockClock, moves: bool) -> None:
    async with keeping(Gateway(refuses=2)) as (kept, gateway):
        await trio.sleep(500)
        # when a router has mapped a port in between, or our own address has changed
        if not moves:
            gateway.refuses = 0
            await kept.until(2)
            gateway.refuses = 2
            gateway.restart()
            await kept.until(3)
        else:
            kept.keeper.own_address_changed()
        # then the first pause is short again
        await trio.sleep(1)
        asked = gateway.count("map")
        await trio.sleep(ports.AGAIN_FIRST_S)
        assert gateway.count("map") > asked


async def test_a_router_that_comes_later_is_asked_then(clock: MockClock) -> None:
    async with open_gateway(Gateway()) as gateway, trio.open_nursery() as nursery:
        there = False

        async def find() -> Router | None:
            return gateway.router if there else None

        told: list[MappingResult] = []
        keeper = PortKeeper(PORT, told.append, find=find, ways=OVER_UDP)
        nursery.start_soon(keeper.keep_mapped)
        await trio.sleep(1)
        assert told == [NoRouter()]
        there = True
        keeper.own_address_changed()
        await gateway.until("map", 1)
        await trio.sleep(1)
        assert len(told) == 2 and isinstance(told[1], Mapping)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("over", ["pcp", "nat-pmp"])
async def test_who_ends_gives_the_port_back(clock: MockClock, over: str) -> None:
    async with open_gateway(Gateway(speaks=(over,))) as gateway:
        async with kept_mapped(gateway) as kept:
            await kept.until(1)
            assert gateway.mapped
        assert not gateway.mapped and gateway.count("unmap") == 1


async def test_who_ends_does_not_wait_for_a_deaf_router(clock: MockClock) -> None:
    async with open_gateway(Gateway()) as gateway:
        async with kept_mapped(gateway) as kept:
            await kept.until(1)
            gateway.deaf = -1
            at = trio.current_time()
        assert trio.current_time() - at <= ports.UNMAP_S + 0.001
        assert gateway.count("unmap") >= 1


async def test_after_a_crash_the_nonce_shows_that_the_port_is_ours(clock: MockClock) -> None:
    # given a router that speaks PCP, and a mapping of a node that has died
    async with open_gateway(Gateway(speaks=("pcp",))) as gateway:
        assert isinstance(await ask(gateway), Mapping)
        # then who has its nonce gets the port, and who has not does not
        stranger = MappingRequest(PORT, gateway.router, bytes(12))
        assert await map_port(stranger, [PCP]) == Rejected("pcp", "not authorized")
        assert isinstance(await ask(gateway), Mapping)


@pytest.mark.parametrize("maps", [True, False])
async def test_a_node_that_listens_has_its_router_asked_if_it_is_to(
    maps: bool, clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any node that listens, a joiner as well as a host; and it says so to all whom it tells where it is."""
    place = Address(EXTERNAL, PORT)
    async with open_gateway(Gateway()) as gateway:
        monkeypatch.setattr(reach, "PortKeeper", partial(PortKeeper, find=gateway.find, ways=OVER_UDP))
        async with reach.open_node(node(1), MemoryNetwork(), maps=maps) as own:
            await own.listen([Address("0.0.0.0", PORT)])
            assert own.asks_router is maps
            with trio.move_on_after(1):
                await own.found(print)
            assert (place in own.candidates()) is (place in own.helpers._where()) is maps
        assert not gateway.mapped and gateway.count("unmap") == maps

"""A match that is over is let go at once: nothing of a match or an error waits for the garbage collector.

A headless node has that look seldom. Objects that hold each other in a circle stay until then, a megabyte of
them for each match, and the node grows by tens of them.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FunctionType

import pytest
import trio
from trio.testing import MockClock

from fadenet.node.errors import Unreachable, plainly
from fadenet.node.link.candidates import Candidate
from fadenet.node.link.channel import Purpose
from fadenet.node.link.dial import Errand, dial
from fadenet.node.link.links import Link
from fadenet.node.match.messages import Watch
from fadenet.node.status import write_status
from tests.node.helpers import node
from tests.node.serving import DUEL, Guest, Inn, slow
from tests.node.tables import HOST, Quitter, Stuck, address
from tests.node.watching import Onlooker

ROOMS = ("fadenet.", "protocol.", "keys.", "json.")
BANK_S = 60


@contextmanager
def circles() -> Iterator[Callable[[], Counter[str]]]:
    """While this lasts nobody collects; what it yields says what of our own was left to the collector."""

    def left() -> Counter[str]:
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        gc.set_debug(0)
        functions = [one for one in gc.garbage if type(one) is FunctionType]
        made_of: list[type | FunctionType] = [*map(type, gc.garbage), *functions]
        there = [f"{one.__module__}.{one.__qualname__}" for one in made_of]
        gc.garbage.clear()
        return Counter(name for name in there if name.startswith(ROOMS))

    gc.freeze()  # with all that lies about already: only what comes now is looked through
    gc.disable()
    try:
        yield left
    finally:
        gc.enable()
        gc.unfreeze()


Visit = Callable[[Inn, Guest], Awaitable[object]]
"""A guest comes to the node, or somebody else, and is gone when this returns. It returns what is held of who
came: that would be in another process."""


async def played_to_its_end(inn: Inn, guest: Guest) -> None:
    await guest.run()


async def conceded(inn: Inn, guest: Guest) -> None:
    inn.sits = partial(Quitter, 3)
    await guest.run()


async def given_up_by_its_clock(inn: Inn, guest: Guest) -> None:
    inn.sits = partial(Stuck, 3)
    await guest.run()


async def looked_on_at(inn: Inn, guest: Guest) -> object:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest.run)
        await inn.until(lambda: inn.told("begun"))
        onlooker = Onlooker(inn.network, [inn.told("begun")[0]["watch"]], inn.home, rules=DUEL)
        await onlooker.run()
    assert onlooker.error is None
    return onlooker


@pytest.mark.parametrize("visit", [played_to_its_end, conceded, given_up_by_its_clock, looked_on_at])
async def test_a_match_leaves_nothing_behind(tmp_path: Path, autojump_clock: MockClock, visit: Visit) -> None:
    """given a match that is over in this way, then all that hung on it is gone at once."""
    inn = Inn(tmp_path / "inn", sits=slow, bank=BANK_S, watch=Watch(True, 0))
    guest = Guest(inn, tmp_path / "guest", 1)
    async with trio.open_nursery() as nursery:
        await nursery.start(inn.run)
        with circles() as left:
            held = await visit(inn, guest)
            await inn.until(lambda: not (inn.service.matches or inn.node.connections))
            await trio.sleep(1)
            assert left() == {}, held
        nursery.cancel_scope.cancel()


async def test_a_dial_in_vain_leaves_nothing_behind(autojump_clock: MockClock) -> None:
    """given two addresses at which nobody is, when they are dialled, then the error alone is left."""

    async def nobody(candidate: Candidate) -> Link:
        raise OSError("nobody listens there")

    with circles() as left:
        with suppress(Unreachable):
            await dial(
                node(), [HOST, address(1)], Errand(bytes(16), bytes(12), Purpose.SEAT), open_link=nobody
            )
        assert left() == {}


def test_a_status_leaves_nothing_behind(tmp_path: Path) -> None:
    """given the status of a node, when it is kept, then that leaves nothing."""
    with circles() as left:
        write_status(tmp_path, {"matches": {"now": 1}})
        assert left() == {}


def test_an_error_out_of_a_group_leaves_nothing_behind() -> None:
    """given an error in a group, when it is raised in its place, then both are gone once it is handled."""
    with circles() as left:
        with suppress(Unreachable), plainly():
            raise ExceptionGroup("", [Unreachable("Nobody is there.")])
        assert left() == {}

"""An error in a connection's own task ends that connection: another is made, nothing is lost."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet.bots.random_ import RandomBot
from fadenet.node.link.links import Link
from fadenet.node.match import messages
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.messages import Arrival
from tests.node.memory import MemoryNetwork
from tests.node.tables import Party, Quitter, table
from tests.node.test_session import World, exchange

ERRORS: list[Callable[[], Exception]] = [
    ValueError,
    RecursionError,
    OSError,
    trio.TooSlowError,
    lambda: ExceptionGroup("of the test", [KeyError("x"), trio.BrokenResourceError()]),
]


class Throwing(trio.abc.Stream):
    """The stream under a link. Its operations are counted with those of others; one of them raises, before or
    after it is carried out."""

    def __init__(self, stream: trio.abc.Stream, count: list[int], error: Callable[[], Exception]) -> None:
        self._stream = stream
        self._count = count
        self._error = error

    def _step(self) -> None:
        self._count[0] -= 1
        if self._count[0] == 0:
            raise self._error()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self._step()
        await self._stream.send_all(data)
        self._step()

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        self._step()
        data = await self._stream.receive_some(max_bytes)
        self._step()
        return bytes(data)

    async def aclose(self) -> None:
        try:
            await self._stream.aclose()
        finally:
            self._step()


def throwing(network: MemoryNetwork, at: int, error: Callable[[], Exception]) -> list[int]:
    """Let the at-th operation on any link of a network raise; how many are left until then."""
    count = [at]

    def wrapped(link: Link) -> Link:
        return Link(Throwing(link, count, error), link.kind, link.remote)

    network.wrap = lambda near, far: (wrapped(near), wrapped(far))
    return count


def steps_of_an_exchange() -> int:
    """Operations on links of an exchange of some messages in which nothing goes wrong."""
    world, most = World(), 1_000_000
    count = throwing(world.network, most, ValueError)
    trio.run(world.run, exchange, clock=MockClock(autojump_threshold=0))
    return most - count[0]


@pytest.mark.slow
@pytest.mark.parametrize("error", ERRORS)
def test_an_error_at_any_await_of_a_connection_loses_nothing(error: Callable[[], Exception]) -> None:
    steps = steps_of_an_exchange()
    raised = 0
    for at in range(1, steps):
        world = World()
        count = throwing(world.network, at, error)

        async def play(world: World = world) -> None:
            with trio.fail_after(600):
                await world.run(exchange)

        trio.run(play, clock=MockClock(autojump_threshold=0))
        raised += count[0] <= 0
    assert raised > 40 and raised > 0.9 * steps  # how the last goodbyes cross is not always the same


@pytest.mark.slow
async def test_a_match_goes_on_behind_an_error_in_any_of_its_connections(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    errors = itertools.cycle(ERRORS)
    for at in range(20, 120, 9):
        home = tmp_path / str(at)
        home.mkdir()
        both = Party(table(home / "a", 0, RandomBot()), table(home / "b", 1, Quitter(4)))
        count = throwing(both.network, at, next(errors))
        ends = await both.play(patience=1_000)
        assert all(isinstance(end, MatchEnd) and end.result is not None for end in ends), (at, ends)
        assert count[0] <= 0


async def test_a_table_stays_open_behind_an_error_about_a_guest(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a host that stumbles over the first SIT
    parse, calls = messages.parse_sit, itertools.count()

    def stumble(body: bytes) -> Arrival:
        if not next(calls):
            raise KeyError("of the test")
        return parse(body)

    monkeypatch.setattr(messages, "parse_sit", stumble)
    both = Party(table(tmp_path / "a", 0, RandomBot()), table(tmp_path / "b", 1, Quitter(4)))

    # when its guest comes back, as it does by itself, then they play
    ends = await both.play(patience=1_000)
    assert all(isinstance(end, MatchEnd) for end in ends), ends
    assert any("something went wrong here" in said for said in both.told[0])

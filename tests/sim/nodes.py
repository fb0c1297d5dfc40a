"""A node of a simulated match over all its lives, and the player at it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import trio

from fadenet.bots.random_ import RandomBot
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.node.match import saved
from fadenet.node.match.run import MatchRun
from fadenet.table.view import Answer, MatchInfo, SeatView
from keys import Identity
from tests.sim.disk import SimDisk

if TYPE_CHECKING:
    from tests.sim.world import World

NOON = 1_700_000_000.0
"""When a simulated match begins (Unix seconds)."""


class Node:
    """A node over all its lives."""

    def __init__(self, n: int, home: Path, disk: SimDisk) -> None:
        self.n = n
        self.home = home
        self.marks = home.with_suffix(".marks")
        self.disk = disk
        self.identity = Identity.from_seed(f"p{n}", sha256(b"sim player %d" % n).digest())
        self.scope = trio.CancelScope()
        self.lives = 0
        self.alive = self.gone = False
        self.done_at = 0.0
        self.boundaries = 0
        self.tables = 0  # that had been opened when it sat down
        self.doom = [0, 0]  # operations and steps that are left to this life, 0 = not told
        self.began_at: float | None = None  # this life, until it has stored an item
        self.size = 0  # of its match file then
        self.life_at = 0.0
        self.waited = 0.0  # what its earlier lives can have waited for others
        self.thought = 0  # whole seconds of this life that its player has taken
        self.playing = trio.Event()
        self.run: MatchRun | None = None  # once this life plays

    def plays(self, run: MatchRun) -> None:
        self.run = run
        self.playing.set()

    def files(self) -> list[Path]:
        return sorted((self.home / saved.FOLDER).glob("*.match"))


class Player(RandomBot):
    """Plays at random, and takes its time while there is a storm. After a restart it decides otherwise, as a
    person would: a node that signs a place again then shows two faces."""

    def __init__(self, world: World, node: Node, rng: Random) -> None:
        super().__init__()
        self._world = world
        self._rng = rng
        self._node = node
        self._decided = 0

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self._seed = int.from_bytes(self._rng.randbytes(6), "big")

    async def choose(self, seat: SeatView) -> Answer:
        world = self._world
        world.decisions += 1
        self._decided += 1
        if world.stormy or world.is_slow(self._node.n):
            asked, mean = trio.current_time(), world.knobs.think_s
            slow = world.is_slow(self._node.n)
            try:
                await trio.sleep(math.inf if slow else world.rng.expovariate(1 / mean))
            finally:
                self._node.thought += int(trio.current_time() - asked)
        if self._decided > world.knobs.concede_at and seat.refusal(CONCEDE_MOVE) is None:
            return Answer(CONCEDE_MOVE)
        return await super().choose(seat)

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        """Its player is told of a RESULT once that is durable."""
        run, ledger = self._node.run, self._world.ledger
        if run is not None and run.seat.result is not None and not ledger.has_result(self._node.n):
            ledger.failures.append(f"hasty: node {self._node.n} shows a result that its disk never held")
        await super().over(seat, places, rule)

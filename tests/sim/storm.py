"""The events that befall the nodes of a match in its storm, besides what each link and each disk does by
itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random

import trio

from tests.sim.knobs import Knobs
from tests.sim.network import SimNetwork


class Troubles:
    """Nodes that lose sight of each other, and players who go, as the knobs have it."""

    def __init__(self, knobs: Knobs, rng: Random, network: SimNetwork) -> None:
        self._knobs = knobs
        self._rng = rng
        self._network = network

    def all(self, quits: Callable[[], None]) -> list[tuple[float, Callable[[], None]]]:
        """(seconds into the storm, what happens then); quits: a player goes."""
        knobs, rng = self._knobs, self._rng
        found = [(rng.uniform(0, knobs.storm_s), self._part) for _ in range(knobs.partings)]
        if knobs.swizzle:
            found.append((rng.uniform(0, knobs.storm_s), self._swizzle))
        if knobs.halves:
            found.append((rng.uniform(0, knobs.storm_s / 2), self._halve))
        if knobs.quits >= 0:
            found.append((rng.uniform(0, knobs.storm_s), quits))
        return sorted(found, key=lambda one: one[0])

    def _part(self) -> None:
        """One of the nodes loses sight of one other, or of all; or it is not heard, or does not hear."""
        alone = self._rng.randrange(self._knobs.seats)
        others = [n for n in range(self._knobs.seats) if n != alone]
        until = trio.current_time() + self._rng.uniform(1, 60)
        ways = self._rng.choice((1, 2, 3, 3))
        for other in others if self._rng.random() < 0.5 else [self._rng.choice(others)]:
            if ways & 1:
                self._network.part(alone, other, until)
            if ways & 2:
                self._network.part(other, alone, until)

    def _swizzle(self) -> None:
        """Every node stops hearing every other one, and hears them again in an order of its own."""
        until = trio.current_time()
        pairs = list(permutations(range(self._knobs.seats), 2))
        self._rng.shuffle(pairs)
        for a, b in pairs:
            until += self._rng.uniform(1, 40 / len(pairs))
            self._network.part(a, b, until)

    def _halve(self) -> None:
        """Two of four lose sight of the other two."""
        one = self._rng.sample(range(4), 2)
        until = trio.current_time() + self._knobs.halves
        for a, b in permutations(range(4), 2):
            if (a in one) != (b in one):
                self._network.part(a, b, until)

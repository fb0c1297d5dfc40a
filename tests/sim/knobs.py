"""The knobs of a simulated match: its game, its players, and how bad everything gets."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from random import Random

from tests.sim.network import Weather

FORMATS = {
    ("ten", 2): "duel",
    ("ten", 3): "free-for-all",
    ("ten", 4): "free-for-all",
    ("faroe", 2): "duel",
    ("faroe", 3): "free-for-all",
    ("faroe", 4): "teams",
    ("fade2", 2): "duel",
    ("fade2", 3): "raiders",
    ("fade2", 4): "teams",
    ("fade1", 2): "duel",
    ("fade1", 3): "free-for-all",
    ("fade1", 4): "teams",
    ("terrene", 2): "duel",
    ("terrene", 4): "2v2",
    ("prelude", 2): "duel",
    ("prelude", 3): "melee",
    ("prelude", 4): "melee",
}


@dataclass(frozen=True, slots=True)
class Knobs:
    """The knobs of a match. kills: how likely an operation of a disk is the last one of its node.

    storm_s: how long the storm lasts; think_s: mean time of a decision in it; partings: how often a node
    loses sight of another; swizzle: all links stop one by one and come back in another order; halves: two of
    four lose sight of the other two for so many seconds; full_s: how long disks are full in the storm;
    sync_s: how long they take to begin a sync in it, and to tell of one, at most;
    flips: how often the last byte that was not synced is another one after a crash; forgetful: whether the
    disk of node 1 loses durable entries when it dies; again: how often a node dies once more while it
    recovers; early: how likely an operation of a disk is the last one of its node in the lobby; bank: the
    time bank, 0 = none; quits: a node that goes for good some seconds into the storm, -1 = nobody;
    concede_at: from which decision of a life on players give up; deaths: (node, operation of its disk from
    the start of the match on) at which it dies in calm weather; voids: (node, from when, to when in the
    storm) its player would end the match without a winner; late: (node, of how many statements about the end
    on its disk the last one makes it lose sight of the others, for how many seconds; inf = it goes for good);
    dated: whether who comes back knows how long it was away, as its clock goes on meanwhile; slow: (node,
    from when in the storm) its player does not answer any more, though its node is there; cheat: a node that
    is not honest (`plants.forking`), and of which nothing is expected but that the others can do without it,
    -1 = none.
    """

    seed: int
    game: str = "ten"
    seats: int = 2
    kind: str = "bot"
    kills: float = 0.01
    storm_s: float = 300.0
    think_s: float = 2.0
    partings: int = 0
    swizzle: bool = False
    halves: float = 0.0
    full_s: float = 0.0
    sync_s: float = 0.005
    flips: float = 0.0
    forgetful: bool = False
    again: float = 0.0
    early: float = 0.0
    bank: int = 0
    quits: int = -1
    concede_at: int = 1_000
    deaths: tuple[tuple[int, int], ...] = ()
    voids: tuple[tuple[int, float, float], ...] = ()
    late: tuple[int, int, float] | None = None
    dated: bool = False
    slow: tuple[int, float] | None = None
    cheat: int = -1
    weather: Weather = field(default_factory=Weather)

    @property
    def bonus(self) -> int:
        """Seconds of the time bank that an answer gives back."""
        return self.bank // 10

    @classmethod
    def draw(cls, seed: int, game: str, seats: int, kills: float) -> Knobs:
        """Knobs for a seed: each fault is there or not, and as bad as it happens to be."""
        rng = Random(f"knobs {seed}")

        def now_and_then(share: float, low: float, high: float) -> float:
            return rng.uniform(low, high) if rng.random() < share else 0.0

        weather = Weather(
            delay_s=rng.choice((0.01, 0.1, 0.3, 2.0)),
            split=now_and_then(0.5, 0.1, 0.9),
            cut_bytes=now_and_then(0.6, 3_000, 60_000),
            half_open=now_and_then(0.4, 0.2, 1.0),
            refuse=now_and_then(0.5, 0.05, 0.5),
            silent=now_and_then(0.4, 0.1, 0.6),
            slow=now_and_then(0.3, 0.1, 0.8),
            drip=now_and_then(0.2, 0.05, 0.3),
            replay=now_and_then(0.3, 0.1, 0.5),
        )
        several = seats > 2
        voting = several and rng.random() < 0.4
        drawn = cls(
            seed,
            game,
            seats,
            kind=rng.choice(("bot", "human")),
            kills=kills,
            storm_s=rng.uniform(30, 120) if several else rng.uniform(60, 400),
            think_s=rng.uniform(0.2, 2) if several else rng.uniform(0.2, 8),
            partings=rng.choice((0, 0, 1, 4)),
            swizzle=rng.random() < 0.2,
            halves=rng.uniform(30, 200) if seats == 4 and rng.random() < 0.3 else 0.0,
            full_s=now_and_then(0.3, 5, 60),
            flips=now_and_then(0.5, 0.1, 0.5),
            forgetful=seats == 2 and rng.random() < 0.3,
            again=now_and_then(0.4, 0.2, 0.8),
            early=kills if rng.random() < 0.3 else 0.0,
            bank=rng.choice((45, 90, 150)) if voting else 0,
            quits=rng.randrange(seats) if voting and rng.random() < 0.5 else -1,
            concede_at=rng.choice((15, 40, 1_000) if game == "ten" else (8, 20, 60)),
            weather=weather,
        )
        return drawn._with_other_ends()._with_slow_player()._with_slow_disks()

    def _with_slow_disks(self) -> Knobs:
        """Drawn behind all else, too."""
        return replace(self, sync_s=Random(f"sync {self.seed}").choice((0.0, 0.005, 0.1, 1.0)))

    def _with_slow_player(self) -> Knobs:
        """Of the matches with a time bank one in three has a player who reads on and on. Drawn behind all
        else, too."""
        rng = Random(f"slow {self.seed}")
        if not self.bank or rng.random() >= 1 / 3:
            return self
        return replace(self, slow=(rng.randrange(self.seats), rng.uniform(0, self.storm_s)))

    def _with_other_ends(self) -> Knobs:
        """One match in five may end in other ways: with a time bank between two, or as void. Drawn behind all
        else, so that a match without that is played as it would be without such ways."""
        rng = Random(f"void and leaver {self.seed}")
        if rng.random() >= 0.2:
            return self
        found = replace(self, dated=rng.random() < 0.7)
        leaving = self.seats == 2 and rng.random() < 0.6
        if leaving:
            bank, who, when = rng.choice((20, 45, 90, 150)), rng.randrange(2), rng.randint(1, 6)
            away = math.inf if rng.random() < 0.4 else rng.uniform(0.5, 3) * bank
            quits, late = rng.choice(((who, None), (-1, (who, when, away)), (-1, None)))
            found = replace(found, bank=bank, quits=quits, late=late)
        if leaving and rng.random() < 0.5:
            return found
        willing = [n for n in range(self.seats) if rng.random() < 0.9] or [0]
        since = rng.uniform(0, self.storm_s / 2)
        voids: list[tuple[int, float, float]] = []
        for n in willing:
            start = since + rng.uniform(0, 30)
            voids.append((n, start, start + rng.uniform(5, 60) if rng.random() < 0.2 else math.inf))
        return replace(found, kind="human", voids=tuple(voids))

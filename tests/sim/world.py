"""One simulated match: whole nodes on virtual time, with a seeded network, seeded disks and seeded deaths.

A seed and its knobs replay a match exactly. It has two phases. As soon as every node can go on from its disk,
the storm begins: links break and fall silent, nodes lose sight of each other, disks are full, nodes die at
any step of a task and at any operation of a disk and come back from what their disk kept. Then all heals, and
the match must come to its end within `HEAL_S`.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import trio
import trio._core._run as trio_run
from trio.abc import Instrument
from trio.lowlevel import Task
from trio.testing import MockClock

from fadenet import games
from fadenet.bots.random_ import RandomBot
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck, load_deck, packaged
from fadenet.node import saved
from fadenet.node.errors import DiskFailed, DiskFull, NodeError
from fadenet.node.machine import Machine
from fadenet.node.match import host_match, join_match, resume_match
from fadenet.node.run import FAREWELL_S, Place
from fadenet.table.player import Answer, Seat
from keys import Identity
from protocol.faults import PeerFault
from tests.engine.ten import CARDS, Ten
from tests.sim.checks import Ledger
from tests.sim.disk import Crashed, SimDisk
from tests.sim.network import SimNetwork, Weather, address

HEAL_S = 600.0
"""Within this, after the storm, a match must come to its end (virtual seconds)."""
LOBBY_S = 600.0
FAREWELL_SLACK_S = 5.0
KILLS_MAX = 40
STEPS_PER_OPERATION = 60
"""A step of a task kills so many times less often than an operation of a disk: there are as many more."""
NOON = 1_700_000_000.0

FORMATS = {
    ("ten", 2): "duel",
    ("faroe", 2): "duel",
    ("faroe", 3): "free-for-all",
    ("faroe", 4): "teams",
    ("terrene", 2): "duel",
    ("terrene", 4): "2v2",
}
_NODE: ContextVar[int] = ContextVar("node")


@dataclass(frozen=True, slots=True)
class Knobs:
    """What a match is played under. kills: how likely an operation of a disk is the last one of its node.

    storm_s: how long the storm lasts; think_s: mean time of a decision in it; partings: how often a node
    loses sight of another; full_s: how long disks are full in the storm; forgetful: whether the disk of node
    1 loses durable entries when it dies; concede_at: from which decision of a life on players give up.
    """

    seed: int
    game: str = "ten"
    seats: int = 2
    kind: str = "bot"
    kills: float = 0.01
    storm_s: float = 300.0
    think_s: float = 2.0
    partings: int = 0
    full_s: float = 0.0
    forgetful: bool = False
    concede_at: int = 1_000
    weather: Weather = field(default_factory=Weather)

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
            refuse=now_and_then(0.5, 0.05, 0.5),
            silent=now_and_then(0.4, 0.1, 0.6),
            slow=now_and_then(0.3, 0.1, 0.8),
        )
        return cls(
            seed,
            game,
            seats,
            rng.choice(("bot", "human")),
            kills,
            rng.uniform(60, 400),
            rng.uniform(0.2, 8),
            rng.choice((0, 0, 1, 4)),
            now_and_then(0.3, 5, 60),
            seats == 2 and rng.random() < 0.3,
            rng.choice((15, 40, 1_000) if game == "ten" else (8, 20, 60)),
            weather,
        )


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a match. failures: what did not hold; trace: a hash of all that happened, in order.

    seconds: virtual ones. alone: nodes that came back after the others, who had the RESULT, had waited for
    them as long as a node does, and had gone.
    """

    knobs: Knobs
    failures: tuple[str, ...]
    trace: str
    kills: int
    seconds: float
    decisions: int
    alone: int


@dataclass(frozen=True, slots=True)
class Plant:
    """Where a bug may be planted: the disk of a node, and what is replaced while the match runs."""

    disk: type[SimDisk] = SimDisk
    patch: tuple[tuple[object, str, object], ...] = ()


class _Node:
    """A node over all its lives."""

    def __init__(self, n: int, home: Path, disk: SimDisk) -> None:
        self.n = n
        self.home = home
        self.disk = disk
        self.identity = Identity.from_seed(f"p{n}", sha256(b"sim player %d" % n).digest())
        self.scope = trio.CancelScope()
        self.lives = 0
        self.alive = False
        self.done_at = 0.0

    def files(self) -> list[Path]:
        return sorted((self.home / saved.FOLDER).glob("*.match"))


class _Player(RandomBot):
    """Plays at random, and takes its time while there is a storm."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world
        self._decided = 0

    async def choose(self, seat: Seat) -> Answer:
        world = self._world
        world.decisions += 1
        self._decided += 1
        if world.stormy:
            await trio.sleep(world.rng.expovariate(1 / world.knobs.think_s))
        if self._decided > world.knobs.concede_at and seat.refusal(CONCEDE_MOVE) is None:
            return Answer(CONCEDE_MOVE)
        return await super().choose(seat)


class _Steps(Instrument):
    """Each step of a task of a node may be its last."""

    def __init__(self, world: World) -> None:
        self._world = world

    def before_task_step(self, task: Task) -> None:
        n = task.context.get(_NODE)
        if n is not None:
            self._world.step(n)


class _Errors(logging.Handler):
    """Errors in the log: a node that catches its own bugs, so as to go on, still tells of them."""

    def __init__(self, failures: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._failures = failures

    def emit(self, record: logging.LogRecord) -> None:
        self._failures.append(f"logged: {record.getMessage()} {record.exc_info and record.exc_info[1]!r}")


class World:
    """One match from its knobs."""

    def __init__(self, knobs: Knobs, home: Path, plant: Plant) -> None:
        self.knobs = knobs
        self.rng = Random(f"world {knobs.seed}")
        self.rules, self._decks = _rules(knobs.game, knobs.seats)
        self.kills = self.decisions = self.alone = 0
        self.seconds = 0.0
        self.stormy = False
        self._full_from = 0.0
        self._hash = sha256()
        self._invitation = ""
        self._invited = trio.Event()
        self._disk_rng = Random(f"disk {knobs.seed}")
        self._kill_rng = Random(f"kill {knobs.seed}")
        self._fuse = self._next_fuse()
        self.network = SimNetwork(Random(f"network {knobs.seed}"), self._weather, self.trace)
        self.nodes = [self._node(n, home, plant) for n in range(knobs.seats)]
        self.ledger = Ledger([node.identity.public for node in self.nodes])

    def _node(self, n: int, home: Path, plant: Plant) -> _Node:
        def point(what: str) -> None:
            self.trace(what, n)
            if self.stormy and self._kill_rng.random() < self.knobs.kills:
                self.kill(n)
                raise Crashed

        def synced(path: Path, content: bytes) -> None:
            self.trace("synced", n, len(content), sha256(content).digest())
            self.ledger.synced(n, content)

        folder = home / str(n)
        folder.mkdir(mode=0o700)
        forgets = self.knobs.forgetful and n == 1
        return _Node(n, folder, plant.disk(self._disk_rng, point, synced, self._full, forgets))

    def trace(self, *what: object) -> None:
        """Note what happens, and when."""
        self._hash.update(b"%.6f %r" % (trio.current_time(), what))

    def _weather(self) -> Weather:
        return self.knobs.weather if self.stormy else Weather()

    def _full(self) -> bool:
        return self.stormy and 0 <= trio.current_time() - self._full_from < self.knobs.full_s

    # Deaths.

    def _next_fuse(self) -> int:
        rate = self.knobs.kills / STEPS_PER_OPERATION
        return int(self._kill_rng.expovariate(rate)) + 1 if rate else -1

    def step(self, n: int) -> None:
        """A task of node n is about to make a step."""
        if self.stormy and self.nodes[n].alive:
            self._fuse -= 1
            if self._fuse == 0:
                self._fuse = self._next_fuse()
                self.kill(n)

    def kill(self, n: int) -> None:
        """The process of node n is gone, and the power of its disk with it."""
        node = self.nodes[n]
        node.alive = False
        self.kills += 1
        self.trace("kill", n)
        self.network.kill(n)
        node.disk.crash(self.knobs.seats)
        if self.knobs.forgetful and n == 1:
            self.ledger.forgot(n, node.files()[0].read_bytes())
        node.scope.cancel()
        if self.kills >= KILLS_MAX:
            self.stormy = False

    # Lives.

    async def _live(self, node: _Node) -> None:
        """All lives of a node, to the end of its match."""
        _NODE.set(node.n)
        rng = Random(f"lives {self.knobs.seed} {node.n}")
        while not await self._one_life(node):
            await trio.sleep(rng.uniform(0.1, 1.0) if rng.random() < 0.5 else rng.uniform(1, 30))
        node.done_at = trio.current_time()
        self.trace("done", node.n)

    async def _one_life(self, node: _Node) -> bool:
        """Whether the match is over for a node after one life of its process."""
        node.lives += 1
        node.alive = node.disk.alive = True
        with trio.CancelScope() as node.scope:
            try:
                await self._work(node)
            except Crashed:
                return False
            except (DiskFull, DiskFailed) as error:
                self.trace("disk", node.n, str(error))
                return False
            except (PeerFault, NodeError) as error:
                self._unexpected(node, error)
                return False
            return node.alive
        return False

    def _unexpected(self, node: _Node, error: Exception) -> None:
        """A node that has no match yet tries again; nothing else may stop an honest node among its like."""
        self.trace("error", node.n, repr(error))
        if node.alive and (isinstance(error, PeerFault) or node.files()):
            self.ledger.failures.append(f"node {node.n} stopped: {error!r} {error}")

    async def _work(self, node: _Node) -> None:
        knobs, n = self.knobs, node.n
        rng = Random(f"node {knobs.seed} {n} {node.lives}")
        machine = Machine(node.disk, rng.randbytes, lambda: NOON + trio.current_time())
        place = Place(node.home, node.identity, _Player(self), knobs.kind, "random", machine)
        table = place.table(self.rules, self._decks[n % len(self._decks)])
        listen, dial = self.network.listen(n), self.network.dial(n)

        def say(text: str) -> None:
            self.trace("say", n, text)

        there = saved.saved_matches(node.home)
        if there and there[0].finished:
            return
        if there:
            await resume_match(table, there[0].match, say=say, listen_at=listen, open_link=dial)
        elif n == 0:
            await host_match(
                table,
                seats=knobs.seats,
                listen=[address(0)],
                timer=0,
                bank=0,
                bonus=0,
                hours=24,
                say=say,
                invite=self._invite,
                listen_at=listen,
                open_link=dial,
            )
        else:
            await self._invited.wait()
            await join_match(
                place,
                lambda config: (table.rules, table.deck),
                self._invitation,
                say=say,
                listen=[address(n)],
                listen_at=listen,
                open_link=dial,
            )

    def _invite(self, text: str) -> None:
        self._invitation = text
        self._invited.set()

    # The storm.

    async def _storm(self) -> None:
        with trio.move_on_after(LOBBY_S):
            while not self.ledger.begun:
                await trio.sleep(0.05)
        knobs, begun = self.knobs, trio.current_time()
        self._full_from = begun + self.rng.uniform(0, knobs.storm_s / 2)
        self.stormy = True
        partings = sorted(self.rng.uniform(0, knobs.storm_s) for _ in range(knobs.partings))
        for at in partings:
            await trio.sleep_until(begun + at)
            if self.stormy:
                self._part()
        await trio.sleep_until(begun + knobs.storm_s)
        self.stormy = False
        self.trace("calm")

    def _part(self) -> None:
        """One of the nodes loses sight of one other, or of all."""
        alone = self.rng.randrange(self.knobs.seats)
        others = [n for n in range(self.knobs.seats) if n != alone]
        until = trio.current_time() + self.rng.uniform(1, 60)
        for other in others if self.rng.random() < 0.5 else [self.rng.choice(others)]:
            self.network.part(alone, other, until)

    async def play(self) -> None:
        """The whole match."""
        with trio.move_on_after(LOBBY_S + self.knobs.storm_s + HEAL_S) as patience:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._watch, nursery.cancel_scope)
                async with trio.open_nursery() as lives:
                    for node in self.nodes:
                        lives.start_soon(self._live, node)
                    nursery.start_soon(self._storm)
                nursery.cancel_scope.cancel()
        if patience.cancelled_caught:
            self._too_late()
        self.seconds = trio.current_time()

    def _too_late(self) -> None:
        """Not over for all: somebody is stuck, unless the others have waited for it in vain and gone."""
        done = {node.n: node.done_at for node in self.nodes if node.done_at}
        waiting = [node.n for node in self.nodes if not node.done_at]
        heard = self.network.heard
        if done and all(
            heard.get((n, m), 0.0) < at - FAREWELL_S + FAREWELL_SLACK_S
            for n in waiting
            for m, at in done.items()
        ):
            self.alone = len(waiting)
            return
        at = [path.stat().st_size for node in self.nodes for path in node.files()]
        self.ledger.failures.append(f"stuck: not over at {trio.current_time():.0f} s; files of {at} bytes")

    async def _watch(self, scope: trio.CancelScope) -> None:
        """Whatever does not hold ends the match."""
        while not self.ledger.failures:
            await trio.sleep(1)
        scope.cancel()

    def report(self) -> Report:
        if not self.ledger.failures:
            over = [bool(node.done_at) for node in self.nodes]
            self.ledger.conclude([node.files()[0] for node in self.nodes], over, self.rules)
        return Report(
            self.knobs,
            tuple(self.ledger.failures),
            self._hash.hexdigest(),
            self.kills,
            self.seconds,
            self.decisions,
            self.alone,
        )


@cache
def _rules(game: str, seats: int) -> tuple[Rules, list[Deck]]:
    if (game, seats) not in FORMATS:
        raise ValueError(f"{game} is not played by {seats}")
    if game == "ten":
        return Ten(), [Deck("ten", "", (CARDS,))]
    named = games.load(game)
    decks = [load_deck(named, name) for name in packaged(named)]
    return games.load(game, FORMATS[game, seats]), decks


@contextmanager
def _patched(changes: Collection[tuple[object, str, object]]) -> Iterator[None]:
    before = [(where, name, getattr(where, name)) for where, name, _ in changes]
    for where, name, what in changes:
        setattr(where, name, what)
    try:
        yield
    finally:
        for where, name, what in before:
            setattr(where, name, what)


def simulate(knobs: Knobs, plant: Plant | None = None) -> Report:
    """Play one match and say what came of it. The same knobs give the same report."""
    plant = plant or Plant()
    memory = Path("/dev/shm")
    home = Path(tempfile.mkdtemp(prefix="fadenet-sim-", dir=memory if memory.is_dir() else None))
    worlds: list[World] = []

    async def main() -> None:
        world = World(knobs, home, plant)
        worlds.append(world)
        steps.append(_Steps(world))
        trio.lowlevel.add_instrument(steps[0])
        handler = _Errors(world.ledger.failures)
        logging.getLogger("fadenet").addHandler(handler)
        try:
            await world.play()
        finally:
            logging.getLogger("fadenet").removeHandler(handler)

    steps: list[Instrument] = []
    trio_run._ALLOW_DETERMINISTIC_SCHEDULING = True  # type: ignore[misc]
    trio_run._r.seed(knobs.seed)
    try:
        with _patched(plant.patch):
            trio.run(main, clock=MockClock(autojump_threshold=0))
        return worlds[0].report()
    finally:
        shutil.rmtree(home)

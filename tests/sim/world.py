"""One simulated match: whole nodes on virtual time, with a seeded network, seeded disks and seeded deaths.

A seed and its knobs replay a match exactly. It has two phases. As soon as every node can go on from its disk,
the storm begins: links break and fall silent, nodes lose sight of each other, disks are full, nodes die at
any step of a task and at any operation of a disk and come back from what their disk kept, or not at all. Then
all heals, and the match must come to its end within `HEAL_S`. Some matches have deaths in the lobby too; if a
player dies there who has signed nothing yet, and cannot come back, then no match begins. Where there is a
time bank, or players who would end the match without a winner, it may end in these ways too.
"""

from __future__ import annotations

import logging
import math
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import trio
import trio._core._run as trio_run
from trio.abc import Instrument
from trio.lowlevel import Task

from fadenet import games
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck, load_deck, packaged
from fadenet.node.errors import DiskFailed, DiskFull, MatchFileDamaged, NodeError, Unreachable, plainly
from fadenet.node.match import saved
from fadenet.node.match.banks import GRACE_S
from fadenet.node.match.host import Machine
from fadenet.node.match.run import Participant
from fadenet.node.play import give_match, host_match, join_match, open_node, resume_match
from fadenet.node.sitting import Hosting, Joining, config_of
from protocol.faults import PeerFault
from tests.builders.ten import CARDS, Ten
from tests.sim.checks import Ending, Ledger
from tests.sim.clock import jumping_clock
from tests.sim.disk import Crashed, SimCommitter, SimDisk
from tests.sim.knobs import FORMATS, Knobs
from tests.sim.memo import remembering
from tests.sim.network import SimNetwork, Weather, address
from tests.sim.nodes import NOON, Node, Player
from tests.sim.storm import Troubles

HEAL_S = 300.0
"""Within this and two time banks of every seat a match must end after the storm (virtual seconds)."""
LOBBY_S = 600.0
KILLS_MAX = 40
STEPS_PER_OPERATION = 60
"""A step of a task kills so many times less often than an operation of a disk: there are as many more."""
CALM_SYNC_S = 0.005
"""How long disks take at most to begin a sync, and to tell of one, when all is calm (virtual seconds)."""
RETURN_S = 90.0
"""So long the node of a seat that was voted out has to get the RESULT, once all is calm (virtual seconds)."""
EARLY_MAX = 3
EARLY_STEPS = 1_200
"""So many steps of tasks are made in a lobby; one of them may be a node's last."""
RECOVERY_OPERATIONS, RECOVERY_STEPS = 12, 400
BOUNDARIES = ("write", "write_at", "fsync", "fsynced")
"""Before an item or a mark is written, between that and its fsync, behind that: between the two, and between
the mark and the sending."""
NODE: ContextVar[int] = ContextVar("node")
"""The node whose step a task makes."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a match. failures: what did not hold; trace: a hash of all that happened, in order.

    rule: how it was won, "" without a RESULT. seconds: virtual ones. begun: whether there was a match at all.
    absent: seats that the RESULT calls so. void: whether all have ended it without a winner. stayed: whether
    one of two has waited for the other until its time bank was spent; won: whether anybody has won, with a
    RESULT or without. boundaries: operations of
    each node's disk on messages of the match. resumes: virtual seconds from each restart to the next item on
    that disk. era: how often the nodes have gone back behind a fork.
    """

    knobs: Knobs
    failures: tuple[str, ...]
    trace: str
    kills: int
    seconds: float
    decisions: int
    begun: bool
    absent: tuple[int, ...]
    void: bool
    rule: str
    stayed: bool
    won: bool
    boundaries: tuple[int, ...]
    resumes: tuple[float, ...]
    era: int


@dataclass(frozen=True, slots=True)
class Plant:
    """Where a bug may be planted: the disk of a node, and what is replaced while the match runs."""

    disk: type[SimDisk] = SimDisk
    patch: tuple[tuple[object, str, object], ...] = ()


class _Steps(Instrument):
    """Each step of a task of a node may be its last."""

    def __init__(self, world: World) -> None:
        self._world = world

    def before_task_step(self, task: Task) -> None:
        n = task.context.get(NODE)
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
        self.kills = self.decisions = 0
        self.seconds = self._calm_at = 0.0
        self.stormy = False
        self.gathering = knobs.early > 0
        self.begun = True
        self.given_up = False  # by the last one, as the others had left
        self.lost = False  # something that a node had signed, and so the match
        self.resumes: list[float] = []
        self._full_from = 0.0
        self._hash = sha256()
        self._invitation = ""
        self._tables = 0  # that the host has opened
        self._invited = trio.Event()
        self._turned = False
        self._storm_at = math.inf
        self._storms = trio.Event()
        self._disk_rng = Random(f"disk {knobs.seed}")
        self._kill_rng = Random(f"kill {knobs.seed}")
        self._committer = SimCommitter(Random(f"sync {knobs.seed}"), self._sync_s)
        self._fuse = self._kill_rng.randint(1, EARLY_STEPS) if self.gathering else self._next_fuse()
        self.network = SimNetwork(Random(f"network {knobs.seed}"), self._weather, self.trace)
        self.nodes = [self._node(n, home, plant) for n in range(knobs.seats)]
        self.ledger = Ledger(
            [node.identity.public for node in self.nodes], knobs.bank, self._waited, self._wants, knobs.cheat
        )
        if knobs.cheat >= 0:
            self.nodes[knobs.cheat].gone = True  # nobody waits for what comes of it

    def _node(self, n: int, home: Path, plant: Plant) -> Node:
        def point(what: str) -> None:
            self.trace(what, n)
            if self._is_last(self.nodes[n], what):
                self.kill(n)
                raise Crashed

        def synced(path: Path, content: bytes) -> None:
            self.trace("synced", n, len(content), sha256(content).digest())
            self.ledger.synced(n, path, content)
            if len(content) > self.nodes[n].size:
                self._resumed(self.nodes[n])
            self._turn(self.nodes[n])

        folder = home / str(n)
        folder.mkdir(mode=0o700)
        forgets = self.knobs.forgetful and n == 1
        return Node(
            n, folder, plant.disk(self._disk_rng, point, synced, self._full, self.knobs.flips, forgets)
        )

    def trace(self, *what: object) -> None:
        """Note what happens, and when."""
        self._hash.update(b"%.6f %r" % (trio.current_time(), what))

    def _weather(self) -> Weather:
        return self.knobs.weather if self.stormy else Weather()

    def _sync_s(self) -> float:
        return self.knobs.sync_s if self.stormy else CALM_SYNC_S

    def _full(self) -> bool:
        return self.stormy and 0 <= trio.current_time() - self._full_from < self.knobs.full_s

    # Deaths.

    def _is_last(self, node: Node, what: str) -> bool:
        """Whether a node dies at this operation of its disk. A cheat has to be there."""
        if node.n == self.knobs.cheat:
            return False
        if self.ledger.begun and what in BOUNDARIES:
            node.boundaries += 1
            if (node.n, node.boundaries) in self.knobs.deaths:
                return True
        if self.stormy:
            return self._doomed(node, 0) or self._kill_rng.random() < self.knobs.kills
        return self.gathering and self._kill_rng.random() < self.knobs.early

    def _doomed(self, node: Node, way: int) -> bool:
        """Whether a life that was to end while it recovers ends now. way: 0 = by operations, 1 = by steps."""
        node.doom[way] -= node.doom[way] > 0
        return node.doom[way] == 1

    def _turn(self, node: Node) -> None:
        """A node has stored something, and if it is far enough in the ending of the match it turns away."""
        n, statements, seconds = self.knobs.late or (-1, 0, 0.0)
        if node.n != n or self._turned or self.ledger.closing(n) < statements:
            return
        self._turned = True
        if seconds == math.inf:
            node.gone = True
            self.kill(n)
            raise Crashed
        for other in range(self.knobs.seats):
            if other != n:
                self.network.part(n, other, trio.current_time() + seconds)
                self.network.part(other, n, trio.current_time() + seconds)

    def _resumed(self, node: Node) -> None:
        if node.began_at is not None:
            self.resumes.append(trio.current_time() - node.began_at)
            node.began_at = None

    def _next_fuse(self) -> int:
        rate = self.knobs.kills / STEPS_PER_OPERATION
        return int(self._kill_rng.expovariate(rate)) + 1 if rate else -1

    def step(self, n: int) -> None:
        """A task of node n is about to make a step."""
        if (self.stormy or self.gathering) and self.nodes[n].alive and n != self.knobs.cheat:
            self._fuse -= 1
            if self.stormy and self._doomed(self.nodes[n], 1):
                self.kill(n)
            elif self._fuse == 0:
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
        if self.knobs.forgetful and n == 1 and node.files():
            self.ledger.forgot(n, node.disk.written(node.files()[0]))
        node.scope.cancel()
        self.gathering = self.gathering and self.kills < EARLY_MAX
        if self.stormy and self.kills >= KILLS_MAX:
            self._calm()

    # Lives.

    async def _live(self, node: Node) -> None:
        """All lives of a node, to the end of its match."""
        NODE.set(node.n)
        rng = Random(f"lives {self.knobs.seed} {node.n}")
        while not (await self._one_life(node) and self._is_done(node)):
            if node.gone:
                return
            node.waited = self._waited(node.n)
            await trio.sleep(rng.uniform(0.1, 1.0) if rng.random() < 0.5 else rng.uniform(1, 30))

    def _is_done(self, node: Node) -> bool:
        """Whether a node has nothing to do any more, now that its match is over: nobody lacks its result."""
        self._resumed(node)
        self._done(node)
        return not saved.saved_matches(node.home)[0].lacking

    def _done(self, node: Node) -> None:
        node.done_at = node.done_at or trio.current_time()
        self.trace("done", node.n)

    def _waits_in_vain(self, node: Node) -> bool:
        """Whether all that is left to a node is to give the RESULT to others that have it and are gone: the
        last thing that is said between two cannot be answered."""
        there = saved.saved_matches(node.home)
        if not (there and there[0].finished and self.ledger.has_result(node.n)):
            return False
        over = {other.identity.public.hex() for other in self.nodes if other.done_at or other.gone}
        return over.issuperset(there[0].note.lacking)

    async def _one_life(self, node: Node) -> bool:
        """Whether the match is over for a node after one life of its process."""
        node.lives += 1
        node.alive = node.disk.alive = True
        node.doom = [0, 0]
        node.life_at, node.thought = trio.current_time(), 0
        node.run, node.playing = None, trio.Event()
        if node.lives > 1:
            self.ledger.came_back(node.n, b"".join(path.read_bytes() for path in node.files()))
            node.began_at = trio.current_time()
            node.size = sum(path.stat().st_size for path in node.files())
            if self._kill_rng.random() < self.knobs.again:
                way = self._kill_rng.randrange(2)
                node.doom[way] = self._kill_rng.randint(2, (RECOVERY_OPERATIONS, RECOVERY_STEPS)[way])
        with trio.CancelScope() as node.scope:
            try:
                await (self._work_and_offer if self.knobs.voids else self._work)(node)
            except Crashed:
                return False
            except (DiskFull, DiskFailed) as error:
                self.trace("disk", node.n, str(error))
                return False
            except (PeerFault, NodeError) as error:
                self._unexpected(node, error)
                return False
            except Exception as error:  # a bug of ours: the seed is what finds it
                self.ledger.failures.append(f"node {node.n} crashed: {error!r}")
                return False
            return node.alive
        return False

    def _unexpected(self, node: Node, error: Exception) -> None:
        """A node that has no match yet tries again; nothing else may stop an honest node among its like."""
        self.trace("error", node.n, repr(error))
        if node.n == self.knobs.cheat:
            return
        if not node.files():
            self.ledger.gone(node.n)
        if isinstance(error, MatchFileDamaged) and self.knobs.forgetful:
            self.lost = True  # the others had only what came behind it
            return
        if isinstance(error, Unreachable) and node.files():
            return  # it is told to go on with what it has agreed to, and does
        if node.alive and (isinstance(error, PeerFault) or self.ledger.begun):
            self.ledger.failures.append(f"node {node.n} stopped: {error!r} {error}")

    async def _work_and_offer(self, node: Node) -> None:
        with plainly():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._offer, node)
                await self._work(node)
                nursery.cancel_scope.cancel()

    async def _offer(self, node: Node) -> None:
        """The player of a node offers to end the match without a winner, and takes it back."""
        await self._storms.wait()
        for n, since, until in self.knobs.voids:
            if n == node.n:
                await trio.sleep_until(self._storm_at + since)
                await node.playing.wait()
                assert node.run is not None
                if self._wants(n):
                    node.run.offer_void(True)
                    await trio.sleep_until(self._storm_at + until)
                    node.run.offer_void(False)

    def _wants(self, n: int) -> bool:
        """Whether the player of node n would end the match without a winner now."""
        now = trio.current_time() - self._storm_at
        return any(n == one and since <= now <= until for one, since, until in self.knobs.voids)

    def _waited(self, n: int) -> float:
        """How long node n can have waited for others at most, in seconds: it counts every second in which its
        own player is not asked, in all its lives."""
        node = self.nodes[n]
        return node.waited + trio.current_time() - node.life_at - node.thought

    def is_slow(self, n: int) -> bool:
        """Whether the player of node n does not answer any more."""
        who, since = self.knobs.slow or (-1, 0.0)
        return n == who and trio.current_time() >= self._storm_at + since

    async def _work(self, node: Node) -> None:
        knobs, n = self.knobs, node.n
        rng = Random(f"node {knobs.seed} {n} {node.lives}")
        machine = Machine(
            node.disk,
            rng.randbytes,
            lambda: NOON + trio.current_time() * knobs.dated,
            node.marks,
            self.network.of(n),
            self._committer,
        )
        player = Player(self, node, rng)
        participant = Participant(node.home, node.identity, player, knobs.kind, "random", machine, node.plays)
        table = participant.entrant(self.rules, self._decks[n % len(self._decks)])

        def say(text: str) -> None:
            self.trace("say", n, text)
            if "no honest node sends" in text:
                self.ledger.failures.append(f"shunned: node {n} says that {text}")

        if node.tables != self._tables:
            self._give_up(node)
        there = saved.saved_matches(node.home)
        async with open_node(participant) as own:
            if there and there[0].finished:
                if there[0].lacking:
                    await give_match(own, table, there[0].match, say=say)
            elif there:
                await resume_match(own, table, there[0].match, say=say)
            elif n == 0:
                self._tables += 1
                node.tables = self._tables
                await host_match(
                    own,
                    table,
                    Hosting(
                        config_of(table.rules, knobs.seats, 0, knobs.bank, knobs.bonus),
                        [address(0)],
                        self._invite,
                        hours=24,
                    ),
                    say=say,
                )
            else:
                await self._invited.wait()
                node.tables = self._tables
                await join_match(
                    own,
                    participant,
                    Joining(self._invitation, lambda config: (table.rules, table.deck), [address(n)]),
                    say=say,
                )

    def _give_up(self, node: Node) -> None:
        """The host has opened another table since, as its match had not begun; nor can a guest's have."""
        for path in node.files():
            saved.discard(node.home, Machine(node.disk, marks=node.marks), path.stem)
            self.ledger.given_up(node.n)

    def _invite(self, text: str) -> None:
        self._invitation = text
        self._invited.set()

    # The storm.

    async def _storm(self, lives: trio.CancelScope) -> None:
        with trio.move_on_after(LOBBY_S):
            while not self.ledger.begun:
                await trio.sleep(0.05)
        self.gathering = False
        if not self.ledger.begun:
            self._not_begun()
            lives.cancel()
            return
        knobs, begun = self.knobs, trio.current_time()
        self._storm_at = begun
        self._storms.set()
        self._full_from = begun + self.rng.uniform(0, knobs.storm_s / 2)
        self._fuse = self._next_fuse()
        self.stormy = True
        for at, what in Troubles(knobs, self.rng, self.network).all(self._quit):
            await trio.sleep_until(begun + at)
            if self.stormy:
                what()
        await trio.sleep_until(begun + knobs.storm_s)
        if self.stormy:
            self._calm()
        await trio.sleep(HEAL_S + 2 * knobs.seats * (knobs.bank + GRACE_S))
        sizes = [path.stat().st_size for node in self.nodes for path in node.files()]
        self.ledger.failures.append(f"stuck: not over for nodes {self._waiting()}; files of {sizes} bytes")
        lives.cancel()

    def _calm(self) -> None:
        self.stormy = False
        self._calm_at = trio.current_time()
        self.trace("calm")

    def _quit(self) -> None:
        """A player goes and does not come back."""
        self.nodes[self.knobs.quits].gone = True
        if self.nodes[self.knobs.quits].alive:
            self.kill(self.knobs.quits)

    def _not_begun(self) -> None:
        """A node that died before it had signed anything cannot come back to the table: no match then."""
        self.begun = False
        if not self.kills or any(map(self.ledger.has_signed, self.ledger.without())):
            self.ledger.failures.append("stuck: the match does not begin")

    async def play(self) -> None:
        """The whole match."""
        async with trio.open_nursery() as lives:
            lives.start_soon(self._watch, lives.cancel_scope)
            lives.start_soon(self._storm, lives.cancel_scope)
            for node in self.nodes:
                lives.start_soon(self._live, node)
        self.seconds = trio.current_time()

    async def _watch(self, lives: trio.CancelScope) -> None:
        """A rule that does not hold ends the match, and so does its end for all. A node that was voted out
        comes back for the RESULT; but a host that has not begun the match that others have played knows of
        none."""
        while not self.ledger.failures and (waiting := self._waiting()):
            await trio.sleep(5 if self.stormy else 1)
            self.lost = self.lost or self._waits_behind(waiting)
            if self.lost or self._is_given_up():
                self.given_up = True
                break
            over = [self._calm_at, *(node.done_at for node in self.nodes if node.done_at)]
            late = not self.stormy and trio.current_time() > max(over) + RETURN_S
            for n in waiting if late else ():
                if self._waits_in_vain(self.nodes[n]):
                    self._done(self.nodes[n])
            if self.knobs.seats > 2 and late and len(over) > 1 and waiting <= self._voted_out():
                if stranded := [n for n in waiting if self.nodes[n].files()]:
                    self.ledger.failures.append(f"stranded: voted out and without the result: {stranded}")
                break
        if self.knobs.seats == 2 and len(self.ledger.results(self._over())) > 1:
            apart = max(self.network.healed_at(0, 1), self.network.healed_at(1, 0))
            await trio.sleep_until(max(apart, trio.current_time()) + RETURN_S)  # to exchange them
        lives.cancel()

    def _waits_behind(self, waiting: Collection[int]) -> bool:
        """Whether the only one who still waits has signed what its disk has lost, and the other has gone, or
        has ended the match alone: it signs nothing more, and nobody gives anything back to it."""
        if not self.knobs.forgetful or waiting != {1} or self.nodes[1].run is None:
            return False
        others = [node for node in self.nodes if node.n != 1]
        alone = all((node.gone or node.done_at) and not self.ledger.has_result(node.n) for node in others)
        return alone and bool(self.nodes[1].run.exchange.holdings.behind)

    def _is_given_up(self) -> bool:
        """Whether nobody can come to a result any more: of several who play on without one who has gone for
        good the last one has ended the match; or so many have ended it without a RESULT that those who wait,
        cut off from them, are too few to vote them out; or all who still wait have agreed with all to
        end it as void, and lack the signature of somebody who has gone or has ended it before it knew of
        that."""
        gone = any(node.gone for node in self.nodes)
        alone = sum(not self.ledger.has_result(n) for n in self._over())
        waiting = self._waiting()
        in_vain = bool(waiting) and bool(gone or alone) and all(self.ledger.is_void(n) for n in waiting)
        few = bool(waiting) and 2 * alone >= self.knobs.seats
        return in_vain or (self.knobs.seats > 2 and alone > 0 and (gone or few))

    def _waiting(self) -> set[int]:
        return {node.n for node in self.nodes if not (node.done_at or node.gone)}

    def _voted_out(self) -> set[int]:
        return self.ledger.absent(self._over())

    def _over(self) -> list[int]:
        return [node.n for node in self.nodes if node.done_at]

    def report(self) -> Report:
        end = Ending()
        given_up = self.given_up and (self.knobs.seats > 2 or self.lost)
        if self.begun and not (given_up or self.ledger.failures):
            there = {node.n: node.files()[0] for node in self.nodes if node.files() and not node.gone}
            over = [n for n in there if self.nodes[n].done_at]
            end = self.ledger.conclude(there, over, self.rules)
        return Report(
            self.knobs,
            tuple(self.ledger.failures),
            self._hash.hexdigest(),
            self.kills,
            self.seconds,
            self.decisions,
            self.begun,
            end.absent,
            end.void,
            end.rule,
            len(self.nodes) == 2 and bool(end.absent or end.alone),
            end.won,
            tuple(node.boundaries for node in self.nodes),
            tuple(self.resumes),
            end.era,
        )


@cache
def _rules(game: str, seats: int) -> tuple[Rules, list[Deck]]:
    if (game, seats) not in FORMATS:
        raise ValueError(f"{game} is not played by {seats}")
    if game == "ten":
        return Ten(FORMATS[game, seats]), [Deck("ten", "", (CARDS,))]
    named, format = games.load(game), FORMATS[game, seats]
    decks = [load_deck(named, name) for name in packaged(named)]
    opponents = {format: games.choices(game, format)[0]} if format in games.OPTIONS else {}
    return games.load(game, format, **opponents), decks


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
        with _patched((*remembering(), *plant.patch)):
            trio.run(main, clock=jumping_clock())
            return worlds[0].report()
    finally:
        shutil.rmtree(home)

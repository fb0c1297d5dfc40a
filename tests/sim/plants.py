"""Bugs planted into honest nodes: the simulator must find every one of them. And a cheat among them."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from fadenet.engine.rules import Move
from fadenet.engine.state import State
from fadenet.node import limits, play
from fadenet.node.link.session import Session
from fadenet.node.match import follow, regain, run
from fadenet.node.match.banks import Banks
from fadenet.node.match.clock import MatchClock
from fadenet.node.match.committer import Keeper
from fadenet.node.match.exchange import Exchange
from fadenet.node.match.peers import Mesh
from fadenet.node.match.run import MatchRun
from fadenet.table.seat import TableSeat
from protocol.secrets import Secrets
from tests.builders.ten import Ten
from tests.node.test_mesh import TwoFaced
from tests.sim.disk import Inode, SimDisk
from tests.sim.world import NODE, Plant


class _LateDisk(SimDisk):
    """Syncs each file only every other time it is asked to: what is sent in between is not durable yet."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._asked = 0

    def keep(self, inode: Inode) -> None:
        self._asked += 1
        if self._asked % 2:
            super().keep(inode)


class _NoSyncDisk(SimDisk):
    """Makes nothing durable."""

    def keep(self, inode: Inode) -> None:
        pass


class _KeptTailDisk(SimDisk):
    """Leaves the incomplete last item of a match file where it is."""

    def truncate(self, fd: int, size: int) -> None:
        pass


class _NamelessDisk(SimDisk):
    """Never makes new names durable."""

    def sync_folder(self, folder: Path) -> None:
        self._reach("sync_folder")


class _Rash(MatchRun):
    """Signs after a restart without having asked the others what they hold of it, whatever its mark says."""

    async def _sync(self) -> None:
        self.exchange.resume()


async def _content(*_: object) -> None:
    """Does not care for what its mark says."""


async def _shut(*_: object) -> None:
    """Does not listen any more after a restart."""


def _nothing(*_: object, **__: object) -> None:
    """Does not do it."""


async def _once(session: Session, redial: Any, first: Any = None) -> None:
    """Dials no second time."""
    if first is None:
        await session.use(await redial(session._resume_frame()), greeted=True)
    else:
        await session.use(first)


_stored = Secrets.store


def _fresh(secrets: Secrets) -> bytes:
    """Keeps other secrets than those it plays with."""
    data = bytearray(_stored(secrets))
    data[40] ^= 1
    return bytes(data)


_hurt = Ten.hurt


def _partial(rules: Ten, s: State, seat: int, n: int) -> None:
    """The effect of a card is not the same on all nodes."""
    _hurt(rules, s, seat, n + (NODE.get(0) == 1 and s.turn > 2))


_take = Banks.take


def _hurried(banks: Banks, seat: int, seconds: float, way: float = 0.0) -> None:
    """Counts every second of waiting twice."""
    _take(banks, seat, seconds * (1 if seat == banks._own else 2), way)


_sync = Keeper._sync


def _marked(keeper: Keeper) -> int:
    """Notes outside the data folder what it has signed before that is durable."""
    if keeper.mark is not None:
        keeper.mark.put(keeper.mark.signed)
    return _sync(keeper)


async def _hasty(*_: object) -> None:
    """Does not wait until what it sends is durable."""


def _unasked(clock: MatchClock, **_: bool) -> list[bytes]:
    """Agrees to end the match as void, whatever its player wants."""
    return clock._seat.end_void()


PLANTS = {
    "sent before it is synced": Plant(disk=_LateDisk),
    "never synced": Plant(disk=_NoSyncDisk),
    "not waited for": Plant(patch=((Keeper, "kept", _hasty),)),
    "marked before it is stored": Plant(patch=((Keeper, "_sync", _marked),)),
    "torn tail kept": Plant(disk=_KeptTailDisk),
    "names not synced": Plant(disk=_NamelessDisk),
    "own tail not fetched": Plant(patch=((play, "MatchRun", _Rash), (regain, "regain", _content))),
    "other secrets stored": Plant(patch=((Secrets, "store", _fresh),)),
    "door shut after a restart": Plant(patch=((play, "_listen_again", _shut),)),
    "silence not noticed": Plant(patch=((limits, "DOWN_S", 1e9), (limits, "PROBE_S", 1e9))),
    "nothing asked for": Plant(patch=((Exchange, "_ask", _nothing),)),
    "nothing passed on": Plant(patch=((Mesh, "pass_on", _nothing), (Exchange, "_feed", _nothing))),
    "no second dial": Plant(patch=((Session, "run", _once),)),
    "rules that differ": Plant(patch=((Ten, "hurt", _partial),)),
    "bank spent too fast": Plant(patch=((Banks, "take", _hurried),)),
    "void unasked": Plant(patch=((MatchClock, "end_void", _unasked),)),
}
"""By what is wrong."""


def forking(n: int, after: int, times: int, forks: list[list[bytes]]) -> Plant:
    """Node n makes decisions in two ways, the first so many that leave it a choice behind so many others. The
    first way is shown to all other nodes but the last, at the next time to all but the last two. forks: where
    both entries of each are put."""
    decided = count()

    class Cheat(TwoFaced):
        def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
            if next(decided) < after or len(forks) == times:
                return TableSeat.answer(self, move, standing)
            Cheat.faces = []
            made = super().answer(move, standing)
            if self.faces:
                forks.append(self.faces)
            return made

    class Facing(Mesh):
        def send(self, data: bytes) -> None:
            fork = next((k for k, ways in enumerate(forks) if data[1:] in ways), None)
            for place, peer in enumerate(self.peers):
                if fork is None or forks[fork].index(data[1:]) == (place >= len(self.peers) - 1 - fork):
                    peer.send(data)

    def table(*arguments: Any) -> TableSeat:
        return (Cheat if NODE.get(-1) == n else TableSeat)(*arguments)

    def mesh(*arguments: Any) -> Mesh:
        return (Facing if NODE.get(-1) == n else Mesh)(*arguments)

    return Plant(patch=((run, "TableSeat", table), (follow, "Mesh", mesh)))

"""Bugs planted into honest nodes: the simulator must find every one of them."""

from __future__ import annotations

from typing import Any

from fadenet.node import match
from fadenet.node.run import MatchRun
from tests.sim.disk import Inode, SimDisk
from tests.sim.world import Plant


class _LateDisk(SimDisk):
    """Syncs each file only every other time it is asked to: what is sent in between is not durable yet."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._asked = 0

    def keep(self, inode: Inode) -> None:
        self._asked += 1
        if self._asked % 2:
            super().keep(inode)


class _KeptTailDisk(SimDisk):
    """Leaves the incomplete last item of a match file where it is."""

    def truncate(self, fd: int, size: int) -> None:
        pass


class _Rash(MatchRun):
    """Signs after a restart without having asked the others what they hold of it."""

    async def _sync(self) -> None:
        self.exchange.synced = True


PLANTS = {
    "sent before it is synced": Plant(disk=_LateDisk),
    "torn tail kept": Plant(disk=_KeptTailDisk),
    "own tail not fetched": Plant(patch=((match, "MatchRun", _Rash),)),
}
"""By what is wrong."""

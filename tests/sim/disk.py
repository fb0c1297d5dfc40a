"""A seeded disk: what was not made durable may be lost, torn or kept when its node dies.

The files are real ones in the node's data folder, so that everything reads them as ever. Beside them stands
what would survive a loss of power: the content of each file at its last fsync, and the names at the last sync
of the folder. `crash` puts the folder into one of the states that are possible then. Work beside the loop
of a node takes virtual time, in which everything else goes on.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

import trio

from fadenet.node.match.committer import Committer
from fadenet.node.match.storage import Disk
from protocol.files import split_items
from protocol.messages import ResultMessage, Statement, parse_message
from protocol.statements import End, parse_body
from protocol.values import AUDIT

_T = TypeVar("_T")


class Crashed(BaseException):
    """The process of a node is gone: nothing that it still does reaches anything."""


@dataclass(slots=True)
class Inode:
    """The content of a file as it reads now, and as it was when it was last made durable.

    rewound: it was cut back since then, so that one is not the beginning of the other. patched: it was
    written over since then. spoilt, spoilt_durable: where a crash has changed a byte of either.
    """

    data: bytearray = field(default_factory=bytearray)
    durable: bytearray = field(default_factory=bytearray)
    rewound: bool = False
    patched: bool = False
    spoilt: int | None = None
    spoilt_durable: int | None = None

    def sync(self) -> None:
        if self.rewound or self.patched:
            self.durable[:] = self.data
        else:
            self.durable += self.data[len(self.durable) :]
        self.rewound = self.patched = False
        self.spoilt_durable = self.spoilt

    def settle(self, rng: Random, flips: float) -> None:
        """A loss of power: of what was written since the last sync, a beginning is kept, its last byte
        sometimes being another one."""
        if self.patched:
            kept = rng.randint(0, len(self.data))
            self.data[kept:] = self.durable[kept:]
        elif self.rewound:
            if rng.random() < 0.5:
                self.data[:] = self.durable
                self.spoilt = self.spoilt_durable
        else:
            del self.data[len(self.durable) + rng.randint(0, len(self.data) - len(self.durable)) :]
            if len(self.data) > len(self.durable) and rng.random() < flips:
                self.data[-1] ^= 1 << rng.randrange(8)
                self.spoilt = len(self.data) - 1
        self.durable[:] = self.data
        self.rewound = self.patched = False
        self.spoilt_durable = self.spoilt

    def cut(self, size: int) -> None:
        """Only the beginning of the content is left."""
        del self.data[size:]
        self.rewound = self.rewound or size < len(self.durable)
        if self.spoilt is not None and size <= self.spoilt:
            self.spoilt = None

    def patch(self, data: bytes, at: int) -> None:
        """These bytes stand there now."""
        self.data[at : at + len(data)] = data
        self.patched = True

    def written(self) -> bytes:
        """The items of a match file as they were written: what a crash has spoilt was never made durable."""
        if self.spoilt is None:
            return bytes(self.data)
        items, _ = split_items(bytes(self.data[: self.spoilt]))
        return b"".join(items)


class SimDisk(Disk):
    """The disk of one node, over all lives of its process.

    point: told of each operation on the way; raises `Crashed` where the node is to die. synced: told of a
    match file and its content whenever a call has promised that it is durable. full: whether room is out
    now. flips: how often a crash changes the last byte that was not synced. forgets: whether match files lose
    durable items in a crash too, as after a restored backup.
    """

    def __init__(
        self,
        rng: Random,
        point: Callable[[str], None],
        synced: Callable[[Path, bytes], None],
        full: Callable[[], bool],
        flips: float = 0.0,
        forgets: bool = False,
    ) -> None:
        self.alive = True
        self._rng = rng
        self._point = point
        self._synced = synced
        self._full = full
        self._flips = flips
        self._forgets = forgets
        self._short = False
        self._open: dict[int, tuple[Path, Inode]] = {}
        self._names: dict[Path, Inode] = {}
        self._durable_names: dict[Path, Inode] = {}

    def _reach(self, what: str) -> None:
        if not self.alive:
            raise Crashed
        self._point(what)

    def open(self, path: Path, flags: int) -> int:
        self._reach("open")
        fd = super().open(path, flags)
        if path not in self._names or flags & os.O_TRUNC:
            self._names[path] = Inode()
        self._open[fd] = path, self._names[path]
        return fd

    def write(self, fd: int, data: bytes) -> int:
        self._reach("write")
        if self._full():
            self._short = not self._short
            if not self._short or len(data) < 2:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            data = data[: self._rng.randint(1, len(data) - 1)]
        done = super().write(fd, data)
        self._open[fd][1].data += data[:done]
        return done

    def write_at(self, fd: int, data: bytes, at: int) -> None:
        self._reach("write_at")
        super().write_at(fd, data, at)
        self._open[fd][1].patch(data, at)

    def fsync(self, fd: int) -> None:
        self._reach("fsync")
        path, inode = self._open[fd]
        self.keep(inode)
        self._reach("fsynced")
        if path.suffix == ".match":
            self._synced(path, inode.written())

    def keep(self, inode: Inode) -> None:
        """Make a file's content durable."""
        inode.sync()

    def truncate(self, fd: int, size: int) -> None:
        self._reach("truncate")
        super().truncate(fd, size)
        self._open[fd][1].cut(size)

    def replace(self, source: Path, target: Path) -> None:
        self._reach("replace")
        super().replace(source, target)
        self._names[target] = self._names.pop(source)

    def unlink(self, path: Path) -> None:
        self._reach("unlink")
        super().unlink(path)
        self._names.pop(path, None)

    def sync_folder(self, folder: Path) -> None:
        self._reach("sync_folder")
        before, self._durable_names = self._durable_names, dict(self._names)
        for path, inode in self._names.items():
            if path.suffix == ".match" and before.get(path, inode) is not inode:  # written anew as a whole
                self._synced(path, inode.written())

    def close(self, fd: int) -> None:
        if self._open.pop(fd, None) is not None:
            super().close(fd)

    def crash(self, seats: int) -> None:
        """The node dies: close its files and leave on disk what a loss of power leaves."""
        self.alive = False
        for fd in list(self._open):
            self.close(fd)
        before = set(self._names) | set(self._durable_names)
        if self._rng.random() < 0.5:
            self._names = dict(self._durable_names)
        self._durable_names = dict(self._names)
        for path in sorted(before):
            inode = self._names.get(path)
            if inode is None:
                path.unlink(missing_ok=True)
                continue
            inode.settle(self._rng, self._flips)
            if self._forgets and path.suffix == ".match":
                self._forget(inode, seats)
            if not path.exists() or path.read_bytes() != inode.data:
                path.write_bytes(inode.data)
                path.chmod(0o600)

    def written(self, path: Path) -> bytes:
        """The items left of a match file, as they were written."""
        return self._names[path].written()

    def _forget(self, inode: Inode, seats: int) -> None:
        items, _ = split_items(inode.written())
        if len(items) > seats and _is_last_word(items[seats:]):
            return  # once the others know that it is here, nobody need be there who could give it again
        lost = min(self._rng.randint(0, 3), len(items) - seats)
        if lost > 0:
            inode.cut(sum(map(len, items[:-lost])))
            inode.sync()


class SimCommitter(Committer):
    """Has no threads: the work is done after some virtual time, and told of after some more. In between its
    node may die, before or after the disk has kept what it was given. longest: of these two times (s)."""

    def __init__(self, rng: Random, longest: Callable[[], float]) -> None:
        super().__init__()
        self._rng = rng
        self._longest = longest

    async def run(self, work: Callable[[], _T]) -> _T:
        await trio.sleep(self._rng.uniform(0, self._longest()))
        done = work()
        await trio.sleep(self._rng.uniform(0, self._longest()))
        return done


def _is_last_word(items: Sequence[bytes]) -> bool:
    """Whether a match ends with the last of these: a RESULT, or an AUDIT behind which no END was awaited."""
    *before, last = map(parse_message, items)
    if isinstance(last, Statement) and last.kind == AUDIT:
        ends = [parse_body(one.kind, one.body) for one in before if isinstance(one, Statement)]
        return not any(isinstance(end, End) and end.outcome is not None for end in ends)
    return isinstance(last, ResultMessage)

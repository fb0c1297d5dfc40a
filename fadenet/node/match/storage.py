"""Match files: what was said in a match, on disk before it is on the wire.

A match file is a CBOR sequence (RFC 8742) that only grows, but for the three cases that `TableSeat.revision`
counts, in which it is replaced as a whole. `append` writes, `sync` makes durable what was written; only
then may it be sent, or an honest node would contradict itself after a crash. An incomplete last item is what
a crash leaves: it is cut off on opening. A failed fsync says nothing about what is on disk, so the file is
finished for this process.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from fadenet.node.errors import ASKED_FOR, DiskFailed, DiskFull, MatchBusy, MatchFileDamaged
from fadenet.node.limits import MATCH_FILE_BYTES
from fadenet.node.match.ids import short_id
from keys.files import NO_LOCKS, lockless, remedy, sync_folder
from keys.secret import SecretBytes
from protocol.encoding import ENTRY_MAX, item_end
from protocol.faults import BadEncoding, CorruptFile, Incomplete
from protocol.files import split_items

log = logging.getLogger(__name__)

_ID: Final = re.compile(r"[0-9a-f]{32}")
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_OPEN_FLAGS: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_OTHERS: Final = 0o077
SECRET_BYTES: Final = 64 * 1024


class Disk:
    """The operating system's file calls, in one place, so that tests can make any of them fail."""

    def open(self, path: Path, flags: int) -> int:
        return os.open(path, flags | _OPEN_FLAGS, 0o600)

    def read(self, fd: int, size: int) -> bytes:
        return os.read(fd, size)

    def write(self, fd: int, data: bytes) -> int:
        return os.write(fd, data)

    def write_at(self, fd: int, data: bytes, at: int) -> None:
        """Write over what stands at this offset; raises OSError unless all of it is taken."""
        if sys.platform != "win32":
            done = os.pwrite(fd, data, at)
        else:
            os.lseek(fd, at, os.SEEK_SET)
            done = os.write(fd, data)
        if done < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fsync(self, fd: int) -> None:
        os.fsync(fd)

    def truncate(self, fd: int, size: int) -> None:
        os.ftruncate(fd, size)

    def replace(self, source: Path, target: Path) -> None:
        os.replace(source, target)

    def unlink(self, path: Path) -> None:
        os.unlink(path)

    def sync_folder(self, folder: Path) -> None:
        """Make new and removed names in `folder` durable, where that can be asked for."""
        sync_folder(folder)

    def lock(self, fd: int) -> None:
        """Take the file for this process; raises OSError when another has it."""
        if sys.platform == "win32":
            import msvcrt

            os.lseek(fd, MATCH_FILE_BYTES, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
            os.lseek(fd, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def close(self, fd: int) -> None:
        os.close(fd)


def check_match_id(match_id: str) -> str:
    """`match_id` itself when it is 32 lower-case hex digits; raises `ValueError` otherwise."""
    if not _ID.fullmatch(match_id):
        raise ValueError("a match id has 32 lower-case hex digits")
    return match_id


class MatchFile:
    """One open match file. Made by `MatchFolder.create` and `MatchFolder.open`; locked until `close`.

    `durable`: the number of the last item that is safe, as `append` counts them. Everything is called by one
    thread, but for `sync`, which may run in another one while this one appends, and in no other way.
    """

    def __init__(self, path: Path, fd: int, disk: Disk, items: list[bytes]) -> None:
        self.path = path
        self._fd: int | None = fd
        self._disk = disk
        self._items = items
        self._size = sum(map(len, items))
        self._written = self.durable = len(items)
        self._failure: str | None = None

    def items(self) -> list[bytes]:
        """All items, oldest first."""
        return list(self._items)

    def append(self, item: bytes) -> int:
        """Write one item. Returns its number: how many were written so far, those that the file was opened
        with included. It is safe once `durable` has come so far.

        Raises `DiskFull` when the disk or the file has no room for it: the file is as it was, and the same
        item may be tried again. Raises `DiskFailed` for everything else that a disk can do; then nothing more
        is kept in this file, and what it holds shows on opening it anew.
        """
        fd = self._descriptor()
        if self._size + len(item) > MATCH_FILE_BYTES:
            raise DiskFull(f"{self.path.name} has reached {MATCH_FILE_BYTES >> 20} MiB; end this match.")
        try:
            _write_all(self._disk, fd, item)
        except OSError as error:
            if error.errno in _FULL and self._cut_back(fd):
                raise DiskFull(
                    f"The disk has no room for the next entry of match {short_id(self.path.stem)}; the match "
                    "waits, and nothing is lost. Free some space, then go on with: "
                    f"fadenet resume {short_id(self.path.stem)}"
                ) from error
            raise self._failed(error.strerror) from error
        self._items.append(item)
        self._size += len(item)
        self._written += 1
        return self._written

    def sync(self) -> None:
        """Make everything durable that was written before this was called. Raises `DiskFailed`, as `append`
        does."""
        fd, written = self._descriptor(), self._written
        if self.durable == written:
            return
        try:
            self._disk.fsync(fd)
        except OSError as error:
            raise self._failed(error.strerror) from error
        self.durable = written

    def rewrite(self, items: Sequence[bytes]) -> None:
        """Keep these items in place of all others: durable when this returns; after a crash either the old
        ones are there or the new ones.

        Raises as `append` does; a full disk leaves the file as it was.
        """
        self._descriptor()
        try:
            _write_fresh(self._disk, self.path, b"".join(items))
        except OSError as error:
            raise disk_error(self.path, error) from error
        self.close()  # a file that is open cannot be replaced everywhere
        try:
            self._disk.replace(_fresh(self.path), self.path)
            self._disk.sync_folder(self.path.parent)
            self._fd = self._disk.open(self.path, os.O_RDWR | os.O_APPEND)
            self._disk.lock(self._fd)
        except OSError as error:
            raise self._failed(error.strerror) from error
        self._items, self._size = list(items), sum(map(len, items))
        self.durable = self._written

    def close(self) -> None:
        """Close and unlock. May be called twice."""
        if self._fd is not None:
            fd, self._fd = self._fd, None
            self._disk.close(fd)

    def __enter__(self) -> MatchFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _cut_back(self, fd: int) -> bool:
        try:
            self._disk.truncate(fd, self._size)
        except OSError as error:
            log.error(
                "%s cannot be cut back: %s; see to the disk before the match goes on", self.path.name, error
            )
            return False
        return True

    def _descriptor(self) -> int:
        """The descriptor of a file in which something can still be kept."""
        if self._failure is not None:
            raise self._failed(self._failure)
        if self._fd is None:
            raise self._failed("it is closed")
        return self._fd

    def _failed(self, why: str | None) -> DiskFailed:
        self._failure = why or "for no known reason"
        return DiskFailed(
            f"{self.path.name} could not be kept: {why}. Check the disk, then start the program again."
        )


class MatchFolder:
    """The folder with a player's matches: `<id>.match`, and `<id>.secret` while a match is under way."""

    def __init__(self, path: Path, *, disk: Disk | None = None) -> None:
        self.path = path
        self._disk = disk or Disk()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def ids(self) -> list[str]:
        """The matches there are, in order of their ids."""
        found = (
            entry.name.removesuffix(".match")
            for entry in os.scandir(self.path)
            if entry.name.endswith(".match")
        )
        return sorted(name for name in found if _ID.fullmatch(name))

    def create(self, match_id: str) -> MatchFile:
        """A new match file, durable in its folder; raises `FileExistsError`, `DiskFull` or `DiskFailed`."""
        path = self._path(match_id, "match")
        try:
            fd = self._disk.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL)
        except FileExistsError:
            raise
        except OSError as error:
            raise disk_error(path, error) from error
        file = MatchFile(path, fd, self._disk, [])
        try:
            self._lock(path, fd)
            self._disk.sync_folder(self.path)
        except OSError as error:
            file.close()
            raise disk_error(path, error) from error
        return file

    def open(self, match_id: str) -> MatchFile:
        """Open, lock and read a match file, and cut an incomplete last item off.

        Raises `FileNotFoundError`, `MatchBusy`, `MatchFileDamaged` or `DiskFailed`.
        """
        path = self._path(match_id, "match")
        try:
            fd = self._disk.open(path, os.O_RDWR | os.O_APPEND)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise disk_error(path, error) from error
        try:
            self._lock(path, fd)
            items = self._split(path, fd)
            self._disk.fsync(fd)  # the process that wrote this may have died before making it durable
            self._disk.sync_folder(self.path)
        except OSError as error:
            self._disk.close(fd)
            raise disk_error(path, error) from error
        except (DiskFailed, MatchBusy, MatchFileDamaged):
            self._disk.close(fd)
            raise
        return MatchFile(path, fd, self._disk, items)

    def remove(self, match_id: str) -> None:
        """Remove a match that was never begun: its file, if it is there, and then its secret. Raises
        `DiskFailed`."""
        path = self._path(match_id, "match")
        try:
            with suppress(FileNotFoundError):
                self._disk.unlink(path)
                self._disk.sync_folder(self.path)
        except OSError as error:
            raise disk_error(path, error) from error
        self.delete_secret(match_id)

    def _lock(self, path: Path, fd: int) -> None:
        try:
            self._disk.lock(fd)
        except OSError as error:
            if error.errno in NO_LOCKS:
                raise DiskFailed(lockless(path.parent)) from error
            raise MatchBusy(
                f"{path.name} is open in another fadenet; go on there or close it first."
            ) from error

    def _split(self, path: Path, fd: int) -> list[bytes]:
        """The items of a file; an incomplete last one is cut off if a crash can have left it."""
        data = self._read(path, fd)
        try:
            items, tail = split_items(data)
        except CorruptFile as fault:
            items, at = [], 0
            for _ in range(fault.seq or 0):
                items.append(data[at : item_end(data, at)])
                at += len(items[-1])
            if not _breaks_off(data[at:]):
                raise damaged(path, at) from fault
            tail = len(data) - at
        if tail:
            log.warning(
                "%s: its last item is not whole, %d bytes are cut off; %s", path.name, tail, ASKED_FOR
            )
            self._disk.truncate(fd, len(data) - tail)
        return items

    def _read(self, path: Path, fd: int, most: int = MATCH_FILE_BYTES) -> bytes:
        parts: list[bytes] = []
        size = 0
        while part := SecretBytes(self._disk.read(fd, 1 << 20)):
            size += len(part)
            if size > most:
                raise damaged(path, most)
            parts.append(part)
        return b"".join(parts)

    # Secrets

    def write_secret(self, match_id: str, secret: bytes) -> None:
        """Keep `secret` beside the match for its owner alone: all of it or nothing, durable on return."""
        path = self._path(match_id, "secret")
        try:
            _write_fresh(self._disk, path, secret)
            self._disk.replace(_fresh(path), path)
            self._disk.sync_folder(self.path)
        except OSError as error:
            raise disk_error(path, error) from error

    def read_secret(self, match_id: str) -> bytes:
        """The secret of a match. Raises `FileNotFoundError`, `DiskFailed`; `MatchFileDamaged` when others can
        read it."""
        path = self._path(match_id, "secret")
        try:
            fd = self._disk.open(path, os.O_RDONLY)
            try:
                mode = os.fstat(fd).st_mode
                if sys.platform != "win32" and mode & _OTHERS:
                    raise MatchFileDamaged(f"Others can read {path.name}. {remedy(path, 'chmod 600')}")
                return SecretBytes(self._read(path, fd, SECRET_BYTES))
            finally:
                self._disk.close(fd)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise disk_error(path, error) from error

    def delete_secret(self, match_id: str) -> None:
        """Remove the secret, and what a crash left of writing it; durable on return. Raises `DiskFailed`."""
        path = self._path(match_id, "secret")
        with suppress(OSError):
            self._disk.unlink(_fresh(path))
        try:
            self._disk.unlink(path)
            self._disk.sync_folder(self.path)
        except FileNotFoundError:
            return
        except OSError as error:
            raise disk_error(path, error) from error

    def _path(self, match_id: str, suffix: str) -> Path:
        return self.path / f"{check_match_id(match_id)}.{suffix}"


def _breaks_off(tail: bytes) -> bool:
    """Whether only its last byte, which a crash may have changed, keeps a tail from being the beginning of an
    item."""
    return len(tail) <= ENTRY_MAX and _is_cut(tail[:-1]) and not _is_cut(tail)


def _is_cut(data: bytes) -> bool:
    try:
        item_end(data)
    except Incomplete:
        return True
    except BadEncoding:
        pass
    return False


def _fresh(path: Path) -> Path:
    """Where a file is written that takes another one's place."""
    return path.with_suffix(f"{path.suffix}.new")


def _write_fresh(disk: Disk, path: Path, data: bytes) -> None:
    """Write a whole file beside `path`; it is durable when this returns. A write that fails leaves nothing
    behind, as far as the disk still does anything."""
    fd = disk.open(_fresh(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        try:
            _write_all(disk, fd, data)
            disk.fsync(fd)
        finally:
            disk.close(fd)
    except OSError:
        with suppress(OSError):
            disk.unlink(_fresh(path))
        raise


def _write_all(disk: Disk, fd: int, data: bytes) -> None:
    """In one call wherever the system takes it; a short write usually means that space is running out."""
    while data:
        data = data[disk.write(fd, data) :]


def disk_error(path: Path, error: OSError) -> DiskFull | DiskFailed:
    """The error to raise for an error of the system with the file at this path."""
    if error.errno in _FULL:
        return DiskFull(f"The disk has no room for {path.name}; free some space and try again.")
    return DiskFailed(
        f"{path.name} could not be kept: {error.strerror}. Check the disk and the folder's rights."
    )


def damaged(path: Path, offset: int) -> MatchFileDamaged:
    """The error for a match file that makes no sense from this byte on."""
    return MatchFileDamaged(
        f"{path.name} is damaged at byte {offset}, so this node signs nothing more in this match. Put a good "
        "copy in its place: the others have the same items.",
        offset=offset,
    )

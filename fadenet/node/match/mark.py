"""How far our seat has signed in a match, kept where no copy of the data folder reaches.

A data folder that is put back in mid-match has forgotten what its node signed since. To sign other entries in
their place proves to everybody that its player cheats. So the number and the link of our last entry, the era
in which it stands, and the number of our statements, stand outside of it as well. To go back behind a fork,
into the next era, proves nothing of the kind. An entry is stored first, marked then, and sent last: a node
that dies in between comes back with a file that is ahead of its mark, never behind it, and sends the same
entry.
"""

from __future__ import annotations

import os
import struct
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from platformdirs import user_state_path

from fadenet.node.errors import DiskFailed, MatchBusy, NoMark
from fadenet.node.match.storage import Disk, disk_error
from keys.files import NO_LOCKS, absolute, lockless, make_folder, usual_folder

VARIABLE: Final = "FADENET_MARKS"
_NAME: Final = "fadenet-marks"
_SLOT: Final = struct.Struct(">IIII32s")
_CHECK_BYTES: Final = 16
_PLACE_BYTES: Final = _SLOT.size + _CHECK_BYTES
_EMPTY: Final = bytes(2 * _PLACE_BYTES)
"""Two places are written in turn: when a write breaks off, the other is still there."""


def marks_folder() -> Path:
    """$FADENET_MARKS, else the platform's folder for the state of programs: never the data folder itself.

    For a user without a home folder it lies where temporary files outlive a restart. Raises `NoHome` for a
    variable that names none.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return absolute(chosen)
    return usual_folder(user_state_path, _NAME) or Path(f"/var/tmp/{_NAME}-{os.getuid()}")


def mark_path(folder: Path, match: str, key: bytes) -> Path:
    """The mark of the seat that signs with this key (public, 32 bytes), which is of this match alone."""
    return folder / f"{match}-{key.hex()[:16]}.mark"


class Signed(NamedTuple):
    """How far a seat has signed.

    `era`: the last one in which it has stood; `seq`: how many entries it has signed up to there;
    `statements`: how many of these it has signed, whatever they say, a void RESULT among them; `link`: behind
    the last of its entries, zeros before the first.
    """

    era: int
    seq: int
    statements: int
    link: bytes


_NOTHING: Final = Signed(0, 0, 0, bytes(32))


class Mark:
    """One open mark, locked until `close`: of two copies of a data folder, one plays.

    `signed`: how far our seat has signed, as it was noted last; on disk once `put` has returned. That may run
    in another thread while this one notes more.
    """

    def __init__(self, path: Path, disk: Disk, fd: int, turn: int, signed: Signed) -> None:
        self.path = path
        self.signed = signed
        self._kept = signed
        self._disk = disk
        self._turn = turn
        self._fd: int | None = fd
        self._failed = False

    @classmethod
    def create(cls, path: Path, disk: Disk) -> Mark:
        """A mark for a seat that has signed nothing, durable; one that is there is written anew.

        Raises `DiskFull`, `DiskFailed`, `MatchBusy`, and `FileTrouble` where no folder can be made.
        """
        make_folder(path.parent)
        mark = cls(path, disk, _locked(path, disk, os.O_RDWR | os.O_CREAT), 0, _NOTHING)
        try:
            mark._write(_EMPTY, 0)
            mark._write_next(_NOTHING)
            disk.sync_folder(path.parent)
        except OSError as error:
            mark.close()
            raise disk_error(path, error) from error
        return mark

    @classmethod
    def open(cls, path: Path, disk: Disk) -> Mark:
        """The mark that a match has here. Raises `NoMark` where there is none or it is damaged, `DiskFailed`
        and `MatchBusy`."""
        try:
            fd = _locked(path, disk, os.O_RDWR)
        except FileNotFoundError:
            raise NoMark(f"{path} is missing") from None
        try:
            data = disk.read(fd, len(_EMPTY))
        except OSError as error:
            disk.close(fd)
            raise disk_error(path, error) from error
        slots = [slot for at in (0, _PLACE_BYTES) if (slot := _slot(data[at:])) is not None]
        if not slots:
            disk.close(fd)
            raise NoMark(f"{path} is damaged")
        return cls(path, disk, fd, *max(slots))

    def note(self, era: int, seq: int, link: bytes, statements: int) -> bool:
        """Note that our seat has signed so much, and return whether that is more than was noted before. A
        mark never goes back in an era."""
        before = self.signed
        if era > before.era:
            self.signed = Signed(era, seq, statements, link)
        elif era == before.era:
            last = (seq, link) if seq > before.seq else (before.seq, before.link)
            self.signed = Signed(era, last[0], max(statements, before.statements), last[1])
        return self.signed != before

    def put(self, signed: Signed) -> None:
        """Keep this on disk, durable on return. All of it must be durable in the match file.

        Raises `DiskFull` or `DiskFailed`; then nothing of it may be sent.
        """
        if self._fd is None or self._failed:
            raise DiskFailed(
                f"{self.path.name} was closed after an earlier failure. Start the program again."
            )
        if signed == self._kept:
            return
        try:
            self._write_next(signed)
        except OSError as error:
            self._failed = True
            raise disk_error(self.path, error) from error
        self._kept = signed

    def close(self) -> None:
        """Close and unlock. May be called twice."""
        if self._fd is not None:
            fd, self._fd = self._fd, None
            self._disk.close(fd)

    def remove(self) -> None:
        """The secrets are gone, and nobody asks for the mark any more: one that stays does no harm."""
        self.close()  # a file that is open cannot be removed everywhere
        with suppress(OSError):
            self._disk.unlink(self.path)

    def __enter__(self) -> Mark:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write_next(self, signed: Signed) -> None:
        self._turn += 1
        slot = _SLOT.pack(self._turn, *signed)
        self._write(slot + _check(slot), self._turn % 2 * _PLACE_BYTES)

    def _write(self, data: bytes, at: int) -> None:
        assert self._fd is not None
        self._disk.write_at(self._fd, data, at)
        self._disk.fsync(self._fd)


def _locked(path: Path, disk: Disk, flags: int) -> int:
    try:
        fd = disk.open(path, flags)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise disk_error(path, error) from error
    try:
        disk.lock(fd)
    except OSError as error:
        disk.close(fd)
        if error.errno in NO_LOCKS:
            raise DiskFailed(lockless(path.parent)) from error
        raise MatchBusy(
            "This match is open in another fadenet, perhaps from a copy of this data folder; go on there, or "
            "close it first."
        ) from error
    return fd


def _slot(data: bytes) -> tuple[int, Signed] | None:
    """(turn, how far the seat has signed) if this is one whole."""
    slot = data[: _SLOT.size]
    if len(slot) < _SLOT.size or data[_SLOT.size : _PLACE_BYTES] != _check(slot):
        return None
    turn, *signed = _SLOT.unpack(slot)
    return turn, Signed(*signed)


def _check(slot: bytes) -> bytes:
    return blake2b(slot, digest_size=_CHECK_BYTES, person=b"fadenet/mark").digest()

"""The doctor judges what it reports, and what it advises helps."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from fadenet.node.errors import DiskFailed
from fadenet.node.match.storage import MatchFolder
from tests.cli.helpers import Cli, sentence

pytestmark = pytest.mark.skipif(os.name != "posix", reason="disks as POSIX has them")


def failing(number: int) -> Callable[..., NoReturn]:
    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    return fail


def no_byte(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(os, "fsync", failing(errno.ENOSPC))
    patch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(1 << 20, 1 << 20, 0))


def no_inode(patch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def open_(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & os.O_CREAT and ".try." in str(path):
            failing(errno.ENOSPC)()
        return opened(path, flags, *more, **named)

    patch.setattr(os, "open", open_)


def no_locks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("fcntl.flock", failing(errno.ENOLCK))


@pytest.mark.parametrize(
    ("lack", "said"),
    [
        (no_byte, "has 0 KiB free: a match needs 1024"),
        (no_inode, "takes no more files"),
        (no_locks, "has no locks"),
    ],
)
def test_a_disk_that_a_match_cannot_use_is_wrong(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, lack: Callable[[pytest.MonkeyPatch], None], said: str
) -> None:
    """given a disk without a byte, a file or a lock to spare, then the doctor says which, and fails."""
    cli.home.mkdir(mode=0o700)
    assert cli("doctor") == 0, cli.out
    lack(monkeypatch)
    assert cli("doctor") == 8
    (line,) = [line for line in cli.out.splitlines() if line.startswith("WRONG data folder")]
    assert said in line


def test_a_match_on_a_disk_without_locks_is_not_said_to_be_played_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = MatchFolder(tmp_path)
    folder.create("0" * 32).close()
    no_locks(monkeypatch)
    with pytest.raises(DiskFailed, match="has no locks"):
        folder.open("0" * 32)


@pytest.fixture
def without_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system on which everything is open to everybody, whatever is asked of it."""

    def opened(info: os.stat_result) -> os.stat_result:
        return os.stat_result((info.st_mode | 0o077, *info[1:]))

    look, look_at = os.stat, os.fstat
    monkeypatch.setattr(os, "stat", lambda path, **named: opened(look(path, **named)))
    monkeypatch.setattr(os, "fstat", lambda fd: opened(look_at(fd)))


@pytest.mark.usefixtures("without_modes")
def test_nobody_is_told_to_change_modes_that_are_not_kept(cli: Cli) -> None:
    """given a file system without modes, then no chmod is advised, but another place for the folder."""
    cli.home.mkdir(mode=0o700)
    assert cli("key", "new", "me", "--no-passphrase") == 8
    said = sentence(cli.err)
    assert "keeps no modes" in said and "--home FOLDER" in said and "chmod" not in said
    assert cli("doctor") == 8 and "keeps no modes" in cli.out and "chmod" not in cli.out


@pytest.mark.parametrize(
    ("number", "code"), [(errno.EINVAL, 0), (errno.ENOTSUP, 0), (errno.EACCES, 0), (errno.EIO, 8)]
)
def test_a_folder_that_cannot_be_synced_undoes_nothing(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, number: int, code: int
) -> None:
    """given folders that cannot be synced, when a key is made, then it is there and that is not an error;
    where the disk fails it is there too, and not said not to be."""
    sync = os.fsync

    def fsync(fd: int) -> None:
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            failing(number)()
        sync(fd)

    monkeypatch.setattr(os, "fsync", fsync)
    assert cli("key", "new", "me", "--no-passphrase") == code
    assert (cli.home / "identities" / "me.key").exists()
    if code:
        assert sentence(cli.err).startswith("Cannot be sure that what was written lasts in")

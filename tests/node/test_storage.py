"""Match files: durable before they are sent, cut when torn, refused when damaged, never too short."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from fadenet.node.errors import DiskFailed, DiskFull, MatchBusy, MatchFileDamaged
from fadenet.node.limits import MATCH_FILE_BYTES
from fadenet.node.match.storage import Disk, MatchFile, MatchFolder, check_match_id
from protocol.encoding import ENTRY_MAX, encode

ID = "0123456789abcdef" * 2
ITEMS = [encode([1, b"x" * n, "text", {"a": True}]) for n in (140, 255, 256, 300)]


class FailingDisk(Disk):
    """The k-th call of one kind fails, once or for good; every call is noted in `done`."""

    def __init__(
        self, call: str = "", k: int = 0, *, code: int = errno.EIO, for_good: bool = False, short: int = -1
    ) -> None:
        self.done: list[str] = []
        self._call, self._k, self._code, self._for_good, self._short = call, k, code, for_good, short

    def _step(self, call: str) -> bool:
        self.done.append(call)
        n = self.done.count(call) - 1
        return call == self._call and (n == self._k or (self._for_good and n > self._k))

    def _fail(self, call: str) -> None:
        if self._step(call):
            raise OSError(self._code, os.strerror(self._code))

    def write(self, fd: int, data: bytes) -> int:
        if self._step("write"):
            if self._short < 0:
                raise OSError(self._code, os.strerror(self._code))
            self._call, self._k = "write", self._k + 1  # what follows the short write fails
            data = data[: self._short]
            self._short = -1
        return super().write(fd, data)

    def fsync(self, fd: int) -> None:
        self._fail("fsync")
        super().fsync(fd)

    def truncate(self, fd: int, size: int) -> None:
        self._fail("truncate")
        super().truncate(fd, size)

    def replace(self, source: Path, target: Path) -> None:
        self._fail("replace")
        super().replace(source, target)

    def sync_folder(self, folder: Path) -> None:
        self._fail("sync_folder")
        super().sync_folder(folder)


def kept(path: Path) -> list[bytes]:
    """The items that a fresh process finds."""
    with MatchFolder(path).open(ID) as file:
        return file.items()


def filled(path: Path, items: list[bytes] = ITEMS) -> Path:
    with MatchFolder(path).create(ID) as file:
        for item in items:
            file.append(item)
        file.sync()
    return path / f"{ID}.match"


def test_items_come_back_in_order(tmp_path: Path) -> None:
    path = filled(tmp_path)
    assert path.read_bytes() == b"".join(ITEMS)
    with MatchFolder(tmp_path).open(ID) as file:
        assert file.items() == ITEMS
        file.append(ITEMS[0])
    assert kept(tmp_path) == [*ITEMS, ITEMS[0]]


def test_an_item_is_written_at_once_and_safe_once_it_is_synced(tmp_path: Path) -> None:
    disk = FailingDisk()
    with MatchFolder(tmp_path, disk=disk).create(ID) as file:
        assert disk.done == ["sync_folder"]
        assert [file.append(item) for item in ITEMS] == [1, 2, 3, 4]
        assert disk.done == ["sync_folder", *(["write"] * 4)] and file.durable == 0
        file.sync()
        assert disk.done[5:] == ["fsync"] and file.durable == 4
        file.sync()
        assert disk.done[5:] == ["fsync"], "there is nothing that is not safe"


def test_a_sync_covers_what_was_written_before_it_began(tmp_path: Path) -> None:
    """given an item that is written while the disk is busy, then it is not safe before the next sync."""

    class Busy(Disk):
        def fsync(self, fd: int) -> None:
            super().fsync(fd)
            if file.durable == 0:
                assert file.append(ITEMS[1]) == 2

    with MatchFolder(tmp_path, disk=Busy()).create(ID) as file:
        file.append(ITEMS[0])
        file.sync()
        assert file.durable == 1
        file.sync()
        assert file.durable == 2
    with MatchFolder(tmp_path).open(ID) as file:
        assert file.durable == 2 and file.append(ITEMS[2]) == 3


@pytest.mark.slow
def test_every_truncation_is_cut_to_whole_items(tmp_path: Path) -> None:
    path = filled(tmp_path)
    data = path.read_bytes()
    ends = [sum(map(len, ITEMS[:n])) for n in range(len(ITEMS) + 1)]
    for size in range(len(data) + 1):
        path.write_bytes(data[:size])
        whole = max(n for n, end in enumerate(ends) if end <= size)
        assert kept(tmp_path) == ITEMS[:whole]
        assert path.stat().st_size == ends[whole]


def test_an_invalid_item_in_the_middle_is_damage_and_nothing_is_cut(tmp_path: Path) -> None:
    path = filled(tmp_path)
    data = bytearray(path.read_bytes())
    data[len(ITEMS[0])] = 0xFF
    path.write_bytes(data)
    with pytest.raises(MatchFileDamaged) as damage:
        MatchFolder(tmp_path).open(ID)
    assert damage.value.offset == len(ITEMS[0])
    assert path.read_bytes() == data


@pytest.mark.parametrize("tail", [b"\x83\x58\x0d", b"\x83\xa1", b"\x83\x59\x01\x00" + bytes(30) + b"\xff"])
def test_a_torn_tail_whose_last_byte_is_another_one_is_cut_off(tmp_path: Path, tail: bytes) -> None:
    path = filled(tmp_path)
    path.write_bytes(path.read_bytes() + tail)
    assert kept(tmp_path) == ITEMS
    assert path.read_bytes() == b"".join(ITEMS)


def test_a_tail_longer_than_an_item_is_damage(tmp_path: Path) -> None:
    path = filled(tmp_path)
    long_tail = b"\x82" + encode(b"x" * (ENTRY_MAX - 3))
    path.write_bytes(path.read_bytes() + long_tail)
    with pytest.raises(MatchFileDamaged):
        MatchFolder(tmp_path).open(ID)
    path.write_bytes(b"".join(ITEMS) + long_tail[:ENTRY_MAX])
    assert kept(tmp_path) == ITEMS


def test_a_file_that_cannot_be_a_match_is_not_read_whole(tmp_path: Path) -> None:
    path = filled(tmp_path)
    os.truncate(path, 1 << 30)
    with pytest.raises(MatchFileDamaged):
        MatchFolder(tmp_path).open(ID)
    assert MATCH_FILE_BYTES < 1 << 30


def test_a_match_file_is_bounded(tmp_path: Path) -> None:
    with MatchFolder(tmp_path).create(ID) as file:
        file._size = MATCH_FILE_BYTES - 1
        with pytest.raises(DiskFull):
            file.append(b"\0\0")


@pytest.mark.parametrize("short", [-1, 0, 1, 100])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_loses_nothing_and_the_item_can_be_tried_again(
    tmp_path: Path, short: int, code: int
) -> None:
    folder = MatchFolder(tmp_path, disk=FailingDisk("write", 2, code=code, short=short))
    with folder.create(ID) as file:
        file.append(ITEMS[0])
        file.append(ITEMS[1])
        with pytest.raises(DiskFull, match="nothing is lost"):
            file.append(ITEMS[3])
        assert file.items() == ITEMS[:2]
        assert file.path.read_bytes() == b"".join(ITEMS[:2])
        file.append(ITEMS[3])
    assert kept(tmp_path) == [ITEMS[0], ITEMS[1], ITEMS[3]]


@pytest.mark.parametrize("for_good", [False, True])
@pytest.mark.parametrize("call", ["write", "fsync"])
@pytest.mark.parametrize("k", range(3))
def test_any_other_failure_is_the_end_of_the_file(tmp_path: Path, call: str, k: int, for_good: bool) -> None:
    disk = FailingDisk(call, k, for_good=for_good)
    with MatchFolder(tmp_path, disk=disk).create(ID) as file:
        for item in ITEMS[:k]:
            file.append(item)
            file.sync()
        with pytest.raises(DiskFailed, match="Input/output error"):
            file.append(ITEMS[k])
            file.sync()
        done = list(disk.done)
        for again in (partial(file.append, ITEMS[k]), file.sync, partial(file.rewrite, ITEMS)):
            with pytest.raises(DiskFailed, match="Input/output error"):
                again()
        assert disk.done == done, "nothing is tried again on a file whose state is unknown"
        assert file.durable == k
    assert kept(tmp_path)[:k] == ITEMS[:k]


def test_no_space_reported_by_fsync_is_fatal_too(tmp_path: Path) -> None:
    with MatchFolder(tmp_path, disk=FailingDisk("fsync", 0, code=errno.ENOSPC)).create(ID) as file:
        file.append(ITEMS[0])
        with pytest.raises(DiskFailed):
            file.sync()


def test_a_full_disk_that_cannot_even_cut_back_is_the_end_of_the_file(tmp_path: Path) -> None:
    class Worse(FailingDisk):
        def truncate(self, fd: int, size: int) -> None:
            raise OSError(errno.EIO, "I/O error")

    disk = Worse("write", 0, code=errno.ENOSPC, short=5)
    with MatchFolder(tmp_path, disk=disk).create(ID) as file, pytest.raises(DiskFailed):
        file.append(ITEMS[3])
    assert kept(tmp_path) == []


@pytest.mark.parametrize(("call", "k"), [("truncate", 0), ("fsync", 0), ("sync_folder", 0)])
def test_a_failure_while_opening_is_told_and_can_be_tried_again(tmp_path: Path, call: str, k: int) -> None:
    path = filled(tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(DiskFailed):
        MatchFolder(tmp_path, disk=FailingDisk(call, k)).open(ID)
    assert kept(tmp_path) == ITEMS[:-1]


def test_creating_is_durable_in_the_folder_or_fails(tmp_path: Path) -> None:
    with pytest.raises(DiskFailed):
        MatchFolder(tmp_path, disk=FailingDisk("sync_folder", 0)).create(ID)
    assert kept(tmp_path) == []


def test_a_real_file_size_limit_is_a_full_disk(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with MatchFolder(tmp_path).create(ID) as file:
        file.append(ITEMS[3])
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(ITEMS[3]) + 100, hard))
        try:
            with pytest.raises(DiskFull):
                file.append(ITEMS[3])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert file.path.stat().st_size == len(ITEMS[3])
        file.append(ITEMS[2])
    assert kept(tmp_path) == [ITEMS[3], ITEMS[2]]


def test_a_match_is_open_once(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path)
    with folder.create(ID):
        with pytest.raises(MatchBusy):
            folder.open(ID)
        with pytest.raises(FileExistsError):
            folder.create(ID)
    folder.open(ID).close()


def test_another_process_cannot_open_it_either(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from fadenet.node.match.storage import MatchFolder\n"
        "from fadenet.node.errors import MatchBusy\n"
        "try: MatchFolder(Path(sys.argv[1])).open(sys.argv[2])\n"
        "except MatchBusy: sys.exit(7)"
    )
    with MatchFolder(tmp_path).create(ID):
        assert subprocess.run([sys.executable, "-c", script, str(tmp_path), ID], check=False).returncode == 7


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "../x",
        "/etc/passwd",
        ID + "\n",
        ID.upper(),
        ID[:-1],
        ID + "0",
        "a" * 300,
        ID[:-1] + "\0",
        "٣" * 32,
    ],
)
def test_ids_that_are_no_ids_are_refused_before_any_file_is_touched(tmp_path: Path, bad: str) -> None:
    folder = MatchFolder(tmp_path)
    for use in (check_match_id, folder.open, folder.create, folder.read_secret, folder.delete_secret):
        with pytest.raises(ValueError, match="32 lower-case hex"):
            use(bad)
    assert list(tmp_path.iterdir()) == []


def test_a_symbolic_link_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.write_bytes(ITEMS[0])
    (tmp_path / f"{ID}.match").symlink_to(target)
    with pytest.raises(DiskFailed):
        MatchFolder(tmp_path).open(ID)


def test_lists_matches_and_nothing_else(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path)
    other = "f" * 32
    for name in (f"{other}.match", f"{ID}.match", f"{ID}.secret", "notes.match", f"{ID}.match.bak"):
        (tmp_path / name).write_bytes(b"")
    assert folder.ids() == [ID, other]


def test_a_missing_match_is_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        MatchFolder(tmp_path).open(ID)
    with pytest.raises(FileNotFoundError):
        MatchFolder(tmp_path).read_secret(ID)


# Secrets


def test_secrets_are_private_replaced_whole_and_deleted(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path / "matches")
    before = os.umask(0)
    try:
        folder.write_secret(ID, b"one")
    finally:
        os.umask(before)
    assert (folder.path / f"{ID}.secret").stat().st_mode & 0o777 == 0o600
    folder.write_secret(ID, b"two")
    assert folder.read_secret(ID) == b"two"
    folder.delete_secret(ID)
    folder.delete_secret(ID)
    assert list(folder.path.iterdir()) == []


def test_what_a_crash_left_of_a_secret_goes_with_it(tmp_path: Path) -> None:
    class Dies(FailingDisk):
        """Its process dies before the new file takes the place of the old one."""

        def replace(self, source: Path, target: Path) -> None:
            raise KeyboardInterrupt

    # given a secret, and one beside it that was to take its place
    MatchFolder(tmp_path).write_secret(ID, b"old")
    with pytest.raises(KeyboardInterrupt):
        MatchFolder(tmp_path, disk=Dies()).write_secret(ID, b"new")
    assert len([*tmp_path.iterdir()]) == 2
    # when it is deleted, then neither is there any more
    MatchFolder(tmp_path).delete_secret(ID)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("call", ["write", "fsync", "replace", "sync_folder"])
def test_a_failed_secret_leaves_the_old_or_the_whole_one(tmp_path: Path, call: str) -> None:
    MatchFolder(tmp_path).write_secret(ID, b"old")
    with pytest.raises(DiskFailed):
        MatchFolder(tmp_path, disk=FailingDisk(call, 0)).write_secret(ID, b"new")
    assert MatchFolder(tmp_path).read_secret(ID) in (b"old", b"new")


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path)
    folder.write_secret(ID, b"secret")
    (tmp_path / f"{ID}.secret").chmod(0o640)
    with pytest.raises(MatchFileDamaged, match="chmod 600"):
        folder.read_secret(ID)


def test_closing_twice_is_fine(tmp_path: Path) -> None:
    file: MatchFile = MatchFolder(tmp_path).create(ID)
    file.append(ITEMS[0])
    file.close()
    file.close()
    for use in (partial(file.append, ITEMS[0]), file.sync):
        with pytest.raises(DiskFailed, match="closed"):
            use()


REWRITTEN = ITEMS[1:]


@pytest.mark.parametrize("call", ["write", "fsync", "replace", "sync_folder"])
def test_a_file_that_is_rewritten_holds_the_old_items_or_the_new_ones(tmp_path: Path, call: str) -> None:
    """given a disk that fails at any step, then a fresh process finds all of the one or all of the other."""
    filled(tmp_path)
    disk = FailingDisk()
    with MatchFolder(tmp_path, disk=disk).open(ID) as file:
        disk._call, disk._k = call, disk.done.count(call)
        with pytest.raises(DiskFailed):
            file.rewrite(REWRITTEN)
    assert kept(tmp_path) == (REWRITTEN if call == "sync_folder" else ITEMS)


def test_a_full_disk_leaves_a_file_as_it_was_and_open(tmp_path: Path) -> None:
    filled(tmp_path)
    disk = FailingDisk(code=errno.ENOSPC)
    with MatchFolder(tmp_path, disk=disk).open(ID) as file:
        disk._call, disk._k = "write", disk.done.count("write")
        with pytest.raises(DiskFull):
            file.rewrite(REWRITTEN)
        file.append(ITEMS[0])
    assert kept(tmp_path) == [*ITEMS, ITEMS[0]]
    assert [path.name for path in tmp_path.iterdir()] == [f"{ID}.match"]


def test_a_rewritten_file_is_locked_and_goes_on(tmp_path: Path) -> None:
    filled(tmp_path)
    with MatchFolder(tmp_path).open(ID) as file:
        file.rewrite(REWRITTEN)
        with pytest.raises(MatchBusy):
            MatchFolder(tmp_path).open(ID)
        assert file.durable == len(ITEMS)
        assert file.append(ITEMS[0]) == len(ITEMS) + 1, "numbers never go back"
        assert file.items() == [*REWRITTEN, ITEMS[0]]
    assert kept(tmp_path) == [*REWRITTEN, ITEMS[0]]

"""Commit beside the loop: nothing leaves before it is durable, and nobody waits for a disk but who has to."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from fadenet.node import limits
from fadenet.node.errors import DiskFailed, DiskFull, NodeError, plainly
from fadenet.node.link.alarms import GRAIN_S
from fadenet.node.link.session import Session
from fadenet.node.match import messages
from fadenet.node.match.committer import Committer, Keeper
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.mark import Mark, mark_path
from fadenet.node.match.peers import Peer
from fadenet.node.match.storage import Disk, MatchFolder
from protocol.encoding import encode
from tests.node.helpers import node, seeded
from tests.node.tables import Party, Quitter, table

ITEMS = [encode([1, b"x" * n]) for n in range(100, 110)]
SENT = [messages.pack_item(item) for item in ITEMS]
LINK = bytes(range(32))
HEADS = messages.Heads(((1, LINK), (0, bytes(32))), bytes(16)).pack(messages.HEADS)
WAITING = limits.WAITING_FOR_SYNC
PATIENCE_S = 20.0
"""A waiter gives up after this, so that a test that fails comes to its end (real seconds)."""


class Held(Disk):
    """A disk on which every sync in a thread waits until it is let go.

    suffix: of the files that it is about. `begun` is released at each that begins, `go` lets one of them end,
    `done` says what was done, in order. code: the error with which they end, None = well.
    """

    def __init__(self, suffix: str = ".match", code: int | None = None) -> None:
        self.begun = trio.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.done: list[str] = []
        self.code = code
        self._suffix = suffix
        self._names: dict[int, str] = {}
        self._token = trio.lowlevel.current_trio_token()

    async def busy(self) -> None:
        """Wait until one more has begun."""
        with trio.fail_after(PATIENCE_S):
            await self.begun.acquire()

    def open(self, path: Path, flags: int) -> int:
        fd = super().open(path, flags)
        self._names[fd] = path.suffix
        return fd

    def fsync(self, fd: int) -> None:
        suffix = self._names[fd]
        if threading.current_thread() is not threading.main_thread() and suffix == self._suffix:
            self._token.run_sync_soon(self.begun.release)
            assert self.go.acquire(timeout=PATIENCE_S)
            if self.code is not None:
                raise OSError(self.code, os.strerror(self.code))
        os.fstat(fd)  # it is open still
        self.done.append(f"sync {suffix}")

    def write_at(self, fd: int, data: bytes, at: int) -> None:
        super().write_at(fd, data, at)
        self.done.append(f"write {self._names[fd]}")

    def replace(self, source: Path, target: Path) -> None:
        self.done.append("replace")
        super().replace(source, target)

    def close(self, fd: int) -> None:
        self.done.append(f"close {self._names[fd]}")
        super().close(fd)


def match_id(n: int) -> str:
    return f"{n:032x}"


class Talk:
    """A match of which somebody is told, over a session on which everything stays that was sent."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.session = Session(node(2).public, seeded(1))
        self.session._set_state(True)
        self.peer = Peer(1, "p2", self.session, keeper)
        self.peer.greeted = True

    @property
    def sent(self) -> list[bytes]:
        return list(self.session._ring)

    def say(self, n: int) -> None:
        """Write an item and send it."""
        self.keeper.append(ITEMS[n])
        self.peer.send(SENT[n])


@asynccontextmanager
async def talk(
    path: Path, disk: Disk, n: int = 0, committer: Committer | None = None, mark: Mark | None = None
) -> AsyncGenerator[Talk]:
    """A match under way, that is over when the block ends."""
    with MatchFolder(path, disk=disk).create(match_id(n)) as file:
        one = Talk(Keeper(file, mark, committer or Committer()))
        with plainly(), trio.fail_after(3 * PATIENCE_S):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(one.keeper.run)
                nursery.start_soon(one.peer.carry)
                yield one
                nursery.cancel_scope.cancel()


async def test_nothing_leaves_before_it_is_durable(tmp_path: Path) -> None:
    # given an item that is written, and a disk that is busy with it
    disk = Held()
    async with talk(tmp_path, disk) as one:
        one.say(0)
        one.peer.send(HEADS)  # names what we hold, and so is as good as the item
        await disk.busy()
        await wait_all_tasks_blocked()
        # then nobody has heard of it, and it counts as on its way
        assert not one.sent and not one.peer.idle
        # and when it is durable, then all that was said leaves, in order
        disk.go.release()
        await one.keeper.kept()
        await wait_all_tasks_blocked()
        assert one.sent == [SENT[0], HEADS]


async def test_what_is_said_while_nothing_waits_leaves_at_once(tmp_path: Path) -> None:
    disk = Held()
    async with talk(tmp_path, disk) as one:
        one.peer.send(HEADS)
        assert one.sent == [HEADS]
        one.say(0)
        one.keeper.commit()
        one.peer.send(SENT[1])
        await wait_all_tasks_blocked()
        assert one.sent == [HEADS, *SENT[:2]]


async def test_each_item_leaves_behind_its_own_sync_and_all_in_order(tmp_path: Path) -> None:
    # given an item that is being synced, and others that are written meanwhile
    disk = Held()
    async with talk(tmp_path, disk) as one:
        one.say(0)
        await disk.busy()
        for n in range(1, 5):
            one.say(n)
        one.peer.send(HEADS)
        await wait_all_tasks_blocked()
        # then there is one sync of the file at a time
        assert disk.begun.value == 0
        # and when that is done, then it speaks for what was there as it began, and the next one for all else
        disk.go.release()
        await disk.busy()
        await wait_all_tasks_blocked()
        assert one.sent == SENT[:1] and one.keeper.file.durable == 1
        disk.go.release()
        await one.keeper.kept()
        await wait_all_tasks_blocked()
        assert one.sent == [*SENT[:5], HEADS] and disk.done.count("sync .match") == 2


@pytest.fixture
def stands(mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch) -> MockClock:
    """A clock that goes on only where a test says so, so that threads have all their time."""
    monkeypatch.setattr(limits, "WAITING_FOR_SYNC", WAITING)
    return mock_clock


async def test_what_others_have_signed_is_synced_with_our_answer(tmp_path: Path, stands: MockClock) -> None:
    # given an item behind which nothing is said
    disk = Held()
    async with talk(tmp_path, disk) as one:
        one.keeper.append(ITEMS[0])
        stands.jump(0.9 * limits.UNSYNCED_S)
        await wait_all_tasks_blocked()
        assert disk.begun.value == 0
        # when we say something, then one sync makes both durable
        one.say(1)
        await disk.busy()
        disk.go.release()
        await one.keeper.kept()
        await wait_all_tasks_blocked()
        assert one.sent == SENT[1:2] and one.keeper.file.durable == 2 and disk.done.count("sync .match") == 1


async def test_what_others_have_signed_does_not_wait_long(tmp_path: Path, stands: MockClock) -> None:
    # given an item behind which nothing is said, and one that comes later
    disk = Held()
    async with talk(tmp_path, disk) as one:
        one.keeper.append(ITEMS[0])
        stands.jump(0.5 * limits.UNSYNCED_S)
        one.keeper.append(ITEMS[1])
        await wait_all_tasks_blocked()
        # when the first has waited for so long, then both are made durable
        stands.jump(0.5 * limits.UNSYNCED_S + GRAIN_S)
        await disk.busy()
        disk.go.release()
        with trio.fail_after(PATIENCE_S):
            while one.keeper.waits:
                await trio.lowlevel.checkpoint()
        assert one.keeper.file.durable == 2


@pytest.mark.parametrize("held", [".match", ".mark"])
async def test_an_item_is_stored_first_then_marked_and_then_sent(tmp_path: Path, held: str) -> None:
    # given an item of our own
    disk = Held(held)
    with Mark.create(mark_path(tmp_path / "marks", match_id(0), bytes(32)), disk) as mark:
        async with talk(tmp_path, disk, mark=mark) as one:
            disk.done.clear()
            one.keeper.append(ITEMS[0])
            one.keeper.sign(0, 1, LINK, 0)
            one.peer.send(SENT[0])
            # when the disk is busy with the one or the other, then it has not left
            await disk.busy()
            await wait_all_tasks_blocked()
            assert not one.sent
            assert disk.done == ([] if held == ".match" else ["sync .match", "write .mark"])
            # and when it is not, then it leaves
            disk.go.release()
            await one.keeper.kept()
            await wait_all_tasks_blocked()
            assert one.sent == SENT[:1] and disk.done == ["sync .match", "write .mark", "sync .mark"]


async def test_a_mark_says_nothing_that_is_not_in_the_file(tmp_path: Path) -> None:
    # given an own item that is written, and signed, while an earlier one is being synced
    disk = Held()
    with Mark.create(path := mark_path(tmp_path / "marks", match_id(0), bytes(32)), disk) as mark:
        async with talk(tmp_path, disk, mark=mark) as one:
            for n in (1, 2):
                one.say(n)
                one.keeper.sign(0, n, LINK, 0)
                if n == 1:
                    await disk.busy()
            # when the first sync is done, and the second has not begun to be
            disk.go.release()
            await disk.busy()
            copy = path.read_bytes()
            disk.go.release()
            await one.keeper.kept()
    # then the mark knew of the first one alone, and knows of both in the end
    assert mark.signed.seq == 2 and path.read_bytes() != copy
    path.write_bytes(copy)
    with Mark.open(path, Disk()) as earlier:
        assert earlier.signed.seq == 1


async def test_two_files_are_synced_at_once(tmp_path: Path) -> None:
    disk, committer = Held(), Committer()
    async with talk(tmp_path, disk, 0, committer) as one, talk(tmp_path, disk, 1, committer) as other:
        one.say(0)
        other.say(1)
        await disk.busy()
        await disk.busy()
        disk.go.release(2)
        await one.keeper.kept()
        await other.keeper.kept()
        await wait_all_tasks_blocked()
        assert one.sent == SENT[:1] and other.sent == SENT[1:2]


async def test_so_many_files_are_synced_at_once_and_no_more(tmp_path: Path) -> None:
    # given one match more than there are threads
    disk, committer = Held(), Committer()
    files = [MatchFolder(tmp_path, disk=disk).create(match_id(n)) for n in range(limits.SYNCS_AT_ONCE + 1)]
    keepers = [Keeper(file, None, committer) for file in files]
    async with trio.open_nursery() as nursery:
        for keeper in keepers:
            nursery.start_soon(keeper.run)
            keeper.append(ITEMS[0])
            nursery.start_soon(keeper.kept)
        # when all but one are being synced, then that one waits
        for _ in range(limits.SYNCS_AT_ONCE):
            await disk.busy()
        await wait_all_tasks_blocked()
        assert disk.begun.value == 0
        # and has its turn when one of them is done
        disk.go.release()
        await disk.busy()
        disk.go.release(limits.SYNCS_AT_ONCE)
        for keeper in keepers:
            await keeper.kept()
        nursery.cancel_scope.cancel()
    for file in files:
        file.close()


async def test_who_is_cancelled_does_not_wait_for_a_turn(tmp_path: Path) -> None:
    # given as many matches as there are threads, whose syncs take long, and one that waits for its turn
    disk, committer, ended = Held(), Committer(), list[int]()
    files = [MatchFolder(tmp_path, disk=disk).create(match_id(n)) for n in range(limits.SYNCS_AT_ONCE + 1)]

    async def run(n: int) -> None:
        keeper = Keeper(files[n], None, committer)
        keeper.append(ITEMS[0])
        nursery.start_soon(keeper.kept)
        try:
            await keeper.run()
        finally:
            ended.append(n)

    async with trio.open_nursery() as nursery:
        for n in range(limits.SYNCS_AT_ONCE):
            nursery.start_soon(run, n)
            await disk.busy()
        nursery.start_soon(run, limits.SYNCS_AT_ONCE)
        await wait_all_tasks_blocked()
        # when all are to end, then that one does at once, its file untouched, and the others when they can
        nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            await wait_all_tasks_blocked()
            first = list(ended)
            disk.go.release(limits.SYNCS_AT_ONCE + 1)
    assert first == [limits.SYNCS_AT_ONCE] and len(ended) == limits.SYNCS_AT_ONCE + 1
    assert [file.durable for file in files] == [1] * limits.SYNCS_AT_ONCE + [0]
    for file in files:
        file.close()


async def test_what_waits_for_a_sync_is_bounded(tmp_path: Path) -> None:
    # given a match of which nothing was synced yet, and so much that waits
    disk = Held()
    with MatchFolder(tmp_path, disk=disk).create(match_id(0)) as file:
        keeper = Keeper(file, None, Committer())
        for _ in range(limits.WAITING_FOR_SYNC):
            keeper.append(ITEMS[0])
        assert file.durable == 0 and keeper.waits and "sync .match" not in disk.done
        # when there is one more, then all of it is made durable at once
        keeper.append(ITEMS[0])
        assert file.durable == limits.WAITING_FOR_SYNC + 1 and not keeper.waits
        assert disk.done == ["sync .match"]


@pytest.mark.parametrize(
    ("held", "code", "trouble", "said"),
    [
        (".match", errno.EIO, DiskFailed, "Check the disk, then start the program again"),
        (".match", errno.ENOSPC, DiskFailed, "Check the disk, then start the program again"),
        (".mark", errno.EIO, DiskFailed, "Check the disk and the folder's rights"),
        (".mark", errno.ENOSPC, DiskFull, "free some space and try again"),
    ],
)
async def test_what_a_disk_does_not_keep_ends_its_match_and_no_other(
    tmp_path: Path, held: str, code: int, trouble: type[NodeError], said: str
) -> None:
    # given two matches, the disk of one of which fails
    bad, good, committer = Held(held, code), Held(), Committer()
    async with talk(tmp_path / "good", good, 1, committer) as other:
        mark = Mark.create(mark_path(tmp_path / "marks", match_id(0), bytes(32)), bad)
        with mark, pytest.raises(trouble, match=said):
            async with talk(tmp_path / "bad", bad, 0, committer, mark) as one:
                one.say(0)
                one.keeper.sign(0, 1, LINK, 0)
                await bad.busy()
                bad.go.release()
                await trio.sleep_forever()
        # then nothing of that has left, and the other match goes on
        assert not one.sent
        other.say(1)
        await good.busy()
        good.go.release()
        await other.keeper.kept()
        await wait_all_tasks_blocked()
        assert other.sent == SENT[1:2]


async def test_no_file_is_closed_under_a_thread(tmp_path: Path) -> None:
    # given a match that is cancelled while its file is being synced
    disk, over = Held(), trio.Event()
    scope = trio.CancelScope()

    async def play() -> None:
        with scope:
            async with talk(tmp_path, disk) as one:
                one.say(0)
                await trio.sleep_forever()
        over.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        await disk.busy()
        scope.cancel()
        await wait_all_tasks_blocked()
        # then it is still open
        assert disk.done == [] and not over.is_set()
        # and closed once that is done
        disk.go.release()
        await over.wait()
    assert disk.done == ["sync .match", "close .match"]


def test_a_process_that_ends_waits_for_its_syncs(tmp_path: Path) -> None:
    # given a program that ends while a file is being synced
    disks: list[Held] = []
    begun = threading.Event()

    async def main() -> None:
        disks.append(Held())
        async with talk(tmp_path, disks[0]) as one:
            one.say(0)
            await disks[0].busy()
            begun.set()

    def program() -> None:
        trio.run(main)
        disks[0].done.append("end")

    thread = threading.Thread(target=program)
    thread.start()
    assert begun.wait(PATIENCE_S)
    # when the disk is done, then so is the program
    disks[0].go.release()
    thread.join(PATIENCE_S)
    assert disks[0].done == ["sync .match", "close .match", "end"]


class Noticing:
    """A lock that tells when the loop begins to wait for it."""

    def __init__(self, lock: AbstractContextManager[object], tell: Callable[[], object]) -> None:
        self._lock = lock
        self._tell = tell

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            self._tell()
        self._lock.__enter__()

    def __exit__(self, *_: object) -> None:
        self._lock.__exit__(None, None, None)


async def test_a_file_that_is_being_synced_is_not_replaced(tmp_path: Path) -> None:
    # given a match whose file is being synced, and an item behind that
    disk = Held()
    async with talk(tmp_path, disk) as one:
        one.say(0)
        await disk.busy()
        one.say(1)
        # when it is written anew as a whole, then that waits for the disk
        one.keeper._one = Noticing(one.keeper._one, disk.go.release)  # type: ignore[assignment]
        one.keeper.rewrite(ITEMS[:1])
        assert disk.done[:2] == ["sync .match"] * 2 and "replace" in disk.done[2:]
        # and all that was said before leaves: it was durable, if not for long
        await wait_all_tasks_blocked()
        assert one.sent == SENT[:2] and one.keeper.file.items() == ITEMS[:1] and not one.keeper.waits
        # and what is written from then on is waited for again
        one.say(2)
        await disk.busy()
        assert one.sent == SENT[:2]
        disk.go.release()
        await one.keeper.kept()
        await wait_all_tasks_blocked()
        assert one.sent == SENT[:3]


@pytest.mark.parametrize("how", ["restarted", "shun"])
async def test_what_waits_is_not_for_the_next_life_of_a_peer(tmp_path: Path, how: str) -> None:
    # given something that waits to leave, and a peer whose process has died, or that is heard no more
    disk = Held()
    async with talk(tmp_path, disk) as one:
        one.say(0)
        await disk.busy()
        getattr(one.peer, how)()
        one.say(1)
        disk.go.release(2)
        await one.keeper.kept()
        await wait_all_tasks_blocked()
        # then it never leaves, and what is said later does, if anybody hears it
        assert one.sent == (SENT[1:2] if how == "restarted" else [])


class Noting(Disk):
    """Notes whether a match file was synced in the loop."""

    def __init__(self) -> None:
        self.in_loop: list[bool] = []
        self._matches: set[int] = set()

    def open(self, path: Path, flags: int) -> int:
        fd = super().open(path, flags)
        self._matches.discard(fd)
        if path.suffix == ".match":
            self._matches.add(fd)
        return fd

    def fsync(self, fd: int) -> None:
        if fd in self._matches:
            self.in_loop.append(threading.current_thread() is threading.main_thread())


@pytest.mark.slow
async def test_a_whole_match_is_committed_beside_the_loop(tmp_path: Path) -> None:
    # given two nodes with threads that wait for their disks
    disks = [Noting(), Noting()]
    both = Party(table(tmp_path / "a", 0, Quitter(4)), table(tmp_path / "b", 1, Quitter(4)))
    both.tables = [
        replace(one, machine=replace(one.machine, disk=disk))
        for one, disk in zip(both.tables, disks, strict=True)
    ]
    # when
    ends = await both.play(patience=PATIENCE_S)
    # then the match comes to its end, and for its files the guest alone has waited, with its HELLOs
    assert all(isinstance(end, MatchEnd) and end.result for end in ends)
    assert [disk.in_loop[0] for disk in disks] == [False, True]
    for disk in disks:
        assert not any(disk.in_loop[1:]) and len(disk.in_loop) > 3

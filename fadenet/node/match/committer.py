"""Commit beside the loop: what a match writes is made durable by threads, and the loop goes on meanwhile.

An fsync takes some milliseconds, and all matches of a process share one loop. So what is written is counted,
and what is said about it waits for its number. A sync covers everything that was written before it began, so
that a slow disk makes the batches larger, not the queue; of one match there is one sync at a time. It begins
as soon as something waits for it. Items of others are safe on their own disks, so nothing waits for these
alone, and one sync makes them durable together with our answer (`limits.UNSYNCED_S` later at most). The order
is the one that keeps a node honest: an item is durable first, then the mark that says that it is ours, and
then it may be sent (`match.mark`). A message that names what we hold (HEADS, SYNC, SYNCED, DONE) is a promise
as well, and waits like the items. The state of our own seat runs ahead: what was never sent may be signed
anew.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

import trio

from fadenet.node import limits
from fadenet.node.link.alarms import Alarm
from fadenet.node.match.mark import Mark, Signed
from fadenet.node.match.storage import MatchFile

_T = TypeVar("_T")


class Committer:
    """The threads that wait for the disk, for all matches of a process.

    A thread takes the next work by itself: if each had to be handed over by the loop, a busy loop would keep
    the disk idle, and everything that waits for it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: deque[Callable[[], None]] = deque()
        self._threads = 0

    async def run(self, work: Callable[[], _T]) -> _T:
        """Do this beside the loop, and return or raise what comes of it. Once it has begun it is waited for,
        even by a caller that is cancelled: nobody closes a file under a thread, and no process leaves one
        behind. Work that still waits for a thread then is not begun any more."""
        await trio.lowlevel.checkpoint_if_cancelled()
        if not limits.WAITING_FOR_SYNC:  # nothing may wait for the disk, so the loop does
            await trio.lowlevel.cancel_shielded_checkpoint()
            return work()
        token, task = trio.lowlevel.current_trio_token(), trio.lowlevel.current_task()
        done: list[_T] = []
        failed: list[BaseException] = []

        def job() -> None:
            try:
                done.append(work())
            except BaseException as error:
                failed.append(error)
            token.run_sync_soon(trio.lowlevel.reschedule, task)

        def leave(_: object) -> trio.lowlevel.Abort:
            return trio.lowlevel.Abort.SUCCEEDED if self._take_back(job) else trio.lowlevel.Abort.FAILED

        self._put(job)
        await trio.lowlevel.wait_task_rescheduled(leave)
        if failed:
            raise failed.pop()
        return done[0]

    def _put(self, job: Callable[[], None]) -> None:
        with self._lock:
            self._jobs.append(job)
            if self._threads >= limits.SYNCS_AT_ONCE:
                return
            self._threads += 1
        trio.lowlevel.start_thread_soon(self._work, lambda outcome: None)

    def _take_back(self, job: Callable[[], None]) -> bool:
        """Whether no thread has begun this yet; then none will."""
        with self._lock:
            waits = job in self._jobs
            if waits:
                self._jobs.remove(job)
            return waits

    def _work(self) -> None:
        """Work until there is nothing left to do. In a thread."""
        while True:
            with self._lock:
                if not self._jobs:
                    self._threads -= 1
                    return
                job = self._jobs.popleft()
            job()


class Keeper:
    """The match file and the mark of one match, written at once and made durable by `run`.

    mark: None = our seat signs nothing here. `number`: how often something was written; `durable`: up to
    where it is safe.
    """

    def __init__(self, file: MatchFile, mark: Mark | None, committer: Committer) -> None:
        self.file = file
        self.mark = mark
        self.number = 0
        self.durable = 0
        self._committer = committer
        self._one = threading.Lock()
        self._asked = 0  # up to where somebody waits for it
        self._due = 0.0  # when it is made durable though nobody does
        self._work = trio.Event()
        self._progress = trio.Event()

    @property
    def waits(self) -> bool:
        """Whether something that was written is not safe yet."""
        return self.durable < self.number

    @property
    def signed(self) -> Signed | None:
        """How far our seat has signed, None if it signs nothing here."""
        return None if self.mark is None else self.mark.signed

    def append(self, item: bytes) -> None:
        """Write an item. Raises as `MatchFile.append` does."""
        self.file.append(item)
        self._wrote()

    def sign(self, era: int, seq: int, link: bytes, statements: int) -> None:
        """Our seat has signed so much, all of which was written: note it in the mark."""
        if self.mark is not None and self.mark.note(era, seq, link, statements):
            self._wrote()

    def rewrite(self, items: Sequence[bytes]) -> None:
        """Keep these items in place of all others, durable on return, as is all that was written before: what
        was said about it may leave. Raises as `MatchFile.rewrite` does."""
        self.commit()
        with self._one:
            self.file.rewrite(items)

    def commit(self) -> None:
        """Make everything durable now; the loop waits. Raises `DiskFull` and `DiskFailed`."""
        self._pass(self._sync())

    async def run(self) -> None:
        """Make durable what is written, for ever. Raises `DiskFull` and `DiskFailed`."""
        while True:
            work = self._work = trio.Event()
            if self.waits and (self._asked > self.durable or trio.current_time() >= self._due):
                self._pass(await self._committer.run(self._sync))
                self._due = trio.current_time() + limits.UNSYNCED_S
                continue
            if self.waits:
                Alarm(work, self._due)
            await work.wait()

    async def kept(self, number: int | None = None) -> None:
        """Wait until what was written up to this number is safe (None: all that was written until now)."""
        number = self.number if number is None else number
        if number > self._asked:
            self._asked = number
            self._work.set()
        while self.durable < number:
            await self._progress.wait()

    def _wrote(self) -> None:
        first = not self.waits
        self.number += 1
        if self.number - self.durable > limits.WAITING_FOR_SYNC:
            self.commit()
        elif self.number <= self._asked:
            self._work.set()
        elif first:
            self._due = trio.current_time() + limits.UNSYNCED_S
            Alarm(self._work, self._due)

    def _sync(self) -> int:
        """Make durable what was written before this began, and return its number. May run in a thread."""
        with self._one:
            number, signed = self.number, self.signed  # first: the loop may write on
            self.file.sync()
            if self.mark is not None and signed is not None:
                self.mark.put(signed)
            return number

    def _pass(self, number: int) -> None:
        self.durable = max(number, self.durable)
        self._progress.set()
        self._progress = trio.Event()

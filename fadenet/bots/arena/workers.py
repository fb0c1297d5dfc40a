"""Processes that work for this one, and are missed when they die."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 4
"""So many tasks for each process wait in front of it."""
_SAFE_PATH: Final = "PYTHONSAFEPATH"


class WorkerDied(Exception):
    """A process has ended by itself, and what it was working on is lost."""


class Workers:
    """So many processes: `with Workers(n) as workers:`. They end with the block, whatever they are doing.

    They import nothing from the folder in which somebody happens to be.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._pool = ProcessPoolExecutor(n, multiprocessing.get_context("spawn"), _leave_to_parent)
        self._others = {child.pid for child in multiprocessing.active_children()}
        self._before = os.environ.get(_SAFE_PATH)

    def __enter__(self) -> Self:
        os.environ[_SAFE_PATH] = "1"
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        ours = [child for child in multiprocessing.active_children() if child.pid not in self._others]
        for child in ours:
            child.terminate()
        for child in ours:
            child.join()
        if self._before is None:
            os.environ.pop(_SAFE_PATH, None)
        else:
            os.environ[_SAFE_PATH] = self._before

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """The results of `work` for the items, in their order, each as soon as it is there. Raises
        `WorkerDied`, and what `work` raises."""
        begun: deque[Future[R]] = deque()
        try:
            for item in items:
                begun.append(self._pool.submit(work, item))
                if len(begun) > AHEAD * self._n:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        except BrokenProcessPool:
            raise WorkerDied(
                "A process that worked on this has ended by itself, perhaps for want of memory. Try it with "
                "fewer of them: --workers 1"
            ) from None


def _leave_to_parent() -> None:
    """Ctrl-C goes to all processes of a terminal; the one that has started the others ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

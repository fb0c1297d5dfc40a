"""Processes that work for this one: one that dies costs the time of its work, and nothing else."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Protocol, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 4
"""So many results for each process may be there before those in front of them are."""
AT_HAND: Final = 2
"""So many items a process has at once: the one that it works on, and the next."""
DEATHS_MAX: Final = 3
"""An item on which so many processes have died is given up."""
_SAFE_PATH: Final = "PYTHONSAFEPATH"
_DIED: Final = (
    "{n} processes that worked on the same thing ({item}) have ended by themselves, perhaps for want of "
    "memory. Try it with fewer of them: --workers 1"
)


class WorkerDied(Exception):
    """Processes have ended by themselves, one after the other, while they worked on the same thing."""


class Executor(Protocol):
    """Where work is done: in this process, in others, on other machines."""

    @property
    def processes(self) -> int:
        """How many things are worked on at the same time."""

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """The results of `work` for the items, in their order, each as soon as it is there.

        `items` is read as the work goes on. Raises what `work` raises, and `WorkerDied`.
        """


class Alone:
    """This process does all the work itself, when its result is asked for."""

    processes = 1

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """See `Executor.each`."""
        yield from map(work, items)


@contextmanager
def safe_path() -> Iterator[None]:
    """Processes that are started meanwhile import nothing from the folder in which somebody happens to be."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_SAFE_PATH, None)
        else:
            os.environ[_SAFE_PATH] = before


class Workers:
    """So many processes: `with Workers(n) as workers:`. They end with the block, whatever they are doing.

    `each` is for one caller at a time.
    """

    def __init__(self, n: int) -> None:
        self.processes = n
        self._team: list[_Worker] = []
        self._inside = ExitStack()

    def __enter__(self) -> Self:
        self._inside.enter_context(safe_path())
        self._inside.callback(self._end)
        return self

    def __exit__(self, *_: object) -> None:
        self._inside.close()

    def _end(self) -> None:
        for worker in self._team:
            worker.process.terminate()
        for worker in self._team:
            worker.dismiss()
        self._team.clear()

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """See `Executor.each`. All that travels is pickled; work and items are a few KB at most."""
        if not self._team:
            self._team = [_Worker() for _ in range(self.processes)]
        tasks = Tasks(work, iter(items))
        try:
            while self._hand_out(tasks):
                self._hear(tasks)
                yield from tasks.ready()
        finally:
            if tasks.is_open:  # nobody wants the rest
                self._end()

    def _hand_out(self, tasks: Tasks) -> bool:
        """Fill the hands of all, the emptiest first; whether anything is to come."""
        ahead = AHEAD * self.processes
        for full in range(AT_HAND):
            for worker in self._team:
                if len(worker.at_hand) == full and (at := tasks.next(ahead)) is not None:
                    worker.give(at, tasks.work, tasks.items[at])
        return tasks.is_open

    def _hear(self, tasks: Tasks) -> None:
        """Wait until a process has done something, or is dead, and take what it brings."""
        speakers: Sequence[Any] = [worker.pipe for worker in self._team]
        heard = wait(speakers)
        for place, worker in enumerate(self._team):
            if worker.pipe not in heard:
                continue
            try:
                well, value = worker.pipe.recv()
            except (EOFError, OSError):
                tasks.lost([*worker.at_hand])
                worker.process.kill()
                worker.dismiss()
                self._team[place] = _Worker()
                continue
            tasks.done(worker.at_hand.popleft(), well, value)


class Tasks:
    """The items of one call: which are to be handed out, which are done, and what came of them."""

    def __init__(self, work: Callable[[Any], Any], items: Iterator[Any]) -> None:
        self.work = work
        self.items: dict[int, Any] = {}  # by place: those that are not done
        self._items = items
        self._next = 0  # the place of the next new one
        self._first = 0  # that of the next result that is given out
        self._again: deque[int] = deque()
        self._results: dict[int, tuple[bool, Any]] = {}
        self._deaths: dict[int, int] = {}

    @property
    def is_open(self) -> bool:
        """Whether results are to come."""
        return bool(self.items)

    def next(self, ahead: int) -> int | None:
        """The place of an item to be worked on now; None = there is none. ahead: so many results may be there
        before the next one that is given out."""
        if self._again:
            return self._again.popleft()
        if self._next - self._first >= ahead:
            return None
        for item in self._items:
            self.items[self._next] = item
            self._next += 1
            return self._next - 1
        return None

    def done(self, at: int, well: bool, value: Any) -> None:
        """An item is done: well, with this result, or it has raised this."""
        del self.items[at]
        self._results[at] = well, value

    def ready(self) -> Iterator[Any]:
        """The results whose turn it is. Raises what the work on an item has raised, when its turn comes."""
        while self._first in self._results:
            well, value = self._results.pop(self._first)
            self._first += 1
            if not well:
                raise value
            yield value

    def lost(self, at_hand: Sequence[int]) -> None:
        """A process has died with these at hand, and was working on the first."""
        self._again.extendleft(reversed(at_hand))
        for first in at_hand[:1]:
            self._deaths[first] = self._deaths.get(first, 0) + 1
            if self._deaths[first] == DEATHS_MAX:
                self._again.popleft()
                self.given_up(first, DEATHS_MAX)

    def given_up(self, at: int, deaths: int) -> None:
        """So many processes have died on an item, which is not tried again."""
        self.done(at, False, WorkerDied(_DIED.format(n=deaths, item=self.items[at])))


class _Worker:
    """One process, and the places of the items that it has at hand, in the order in which it does them."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # so that the pipe ends when the process does
        self.at_hand: deque[int] = deque()

    def give(self, at: int, work: Callable[[Any], Any], item: Any) -> None:
        self.at_hand.append(at)
        with suppress(OSError):  # it is dead, which is heard of next
            self.pipe.send((work, item))

    def dismiss(self) -> None:
        """Let go of a process that was told to end."""
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection) -> None:
    """Work until nobody is there any more: also when the process that has started this one was killed.

    Ctrl-C goes to all processes of a terminal; the one that has started the others ends them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            work, item = pipe.recv()
            pipe.send_bytes(done(work, item))


def done(work: Callable[[Any], Any], item: Any) -> bytes:
    """(True, the result), or (False, what was raised), with where that was, pickled."""
    try:
        return pickle.dumps((True, work(item)))
    except Exception as error:
        error.add_note(f"in a process that worked on {item}:\n{traceback.format_exc()}")
        try:
            said = pickle.dumps((False, error))
            pickle.loads(said)
            return said
        except Exception:  # an error that does not travel
            return pickle.dumps((False, RuntimeError("".join(traceback.format_exception(error)))))

"""Processes that work for one: all that they make in order, and nothing lost when one of them dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from fadenet.bots.arena.workers import AHEAD, DEATHS_MAX, Alone, WorkerDied, Workers

DEADLY = 3 * AHEAD
posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def half(n: int) -> int:
    if n == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return n // 2


def dying(folder: Path, deaths: int, n: int) -> int:
    """The square, for which the number 1 kills so many processes first."""
    dead = len(list(folder.glob(f"{n}-*")))
    if n == 1 and dead < deaths:
        (folder / f"{n}-{dead}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return n * n


def path(_: int) -> tuple[list[str], bool]:
    return sys.path, sys.flags.safe_path


class Odd(Exception):
    """An error that cannot be made again from what it was made of."""

    def __init__(self, n: int, why: str) -> None:
        super().__init__(f"{n}: {why}")


def odd(n: int) -> object:
    if n:
        raise Odd(n, "it is odd")
    return lambda: n


def unequal(n: int) -> int:
    if n == 7:
        raise ValueError("seven")
    return n


@pytest.mark.slow
@posix
def test_a_process_that_dies_costs_nothing_but_time(tmp_path: Path) -> None:
    """given work that kills two processes for one item, as a system without memory may, when two processes do
    it, then all results come in their order."""
    with Workers(2) as workers:
        found = [*workers.each(partial(dying, tmp_path, DEATHS_MAX - 1), range(6))]
    assert found == [n * n for n in range(6)]
    assert len(list(tmp_path.iterdir())) == DEATHS_MAX - 1
    assert not multiprocessing.active_children()


@pytest.mark.slow
@posix
def test_what_kills_every_process_is_given_up() -> None:
    """given an item that kills whatever works on it, then what came before is there, the error names it, and
    the rest is not waited for."""
    done: list[int] = []
    with Workers(1) as workers, pytest.raises(WorkerDied, match=rf"\({DEADLY}\).*--workers 1"):
        for found in workers.each(half, range(1_000_000)):
            done.append(found)
    assert done == [n // 2 for n in range(DEADLY)]


@pytest.mark.slow
def test_work_of_others_is_as_that_of_one() -> None:
    """given work that fails somewhere, when this process or two others do it, then the same comes of it: the
    results in front of the error, then the error; and the processes do other work behind it."""
    with Workers(2) as workers:
        for executor in (Alone(), workers):
            done = []
            with pytest.raises(ValueError, match="seven"):
                for n in executor.each(unequal, range(20)):
                    done.append(n)
            assert done == [*range(7)]
        assert [*workers.each(unequal, range(20, 60))] == [*range(20, 60)]
        assert [*workers.each(unequal, [])] == []


@pytest.mark.slow
def test_what_cannot_travel_is_an_error_that_says_so() -> None:
    """given a result or an error that cannot be pickled, then an error comes that tells of it."""
    with Workers(1) as workers:
        with pytest.raises(Exception, match="pickle"):
            list(workers.each(odd, [0]))
        with pytest.raises(RuntimeError, match="1: it is odd"):
            list(workers.each(odd, [1]))


@pytest.mark.slow
def test_workers_import_nothing_from_the_folder_where_somebody_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a folder with files that are called like modules of the library, then workers do not run them."""
    for name in ("pickle", "multiprocessing", "queue"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('somebody else')\n")
    monkeypatch.chdir(tmp_path)
    with Workers(1) as workers:
        ((there, safe),) = workers.each(path, [0])
    assert safe and str(tmp_path) not in there
    assert "PYTHONSAFEPATH" not in os.environ

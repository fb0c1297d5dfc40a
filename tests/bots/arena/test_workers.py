"""Processes that work for one: all that they make in order, and a word when one of them dies."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from fadenet.bots.arena.workers import AHEAD, WorkerDied, Workers

DEADLY = 3 * AHEAD


def half(n: int) -> int:
    if n == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return n // 2


def path(_: int) -> tuple[list[str], bool]:
    return sys.path, sys.flags.safe_path


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_worker_that_dies_is_not_waited_for() -> None:
    """given work that kills its process, as a system without memory does, then what came before is there, and
    the rest is not waited for."""
    done: list[int] = []
    with Workers(1) as workers, pytest.raises(WorkerDied, match="--workers 1"):
        for found in workers.each(half, range(1_000_000)):
            done.append(found)
    assert done == [n // 2 for n in range(len(done))] and len(done) <= DEADLY


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

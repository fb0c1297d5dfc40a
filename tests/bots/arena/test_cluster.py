"""Pairs on a cluster of dask: the same as anywhere, whatever happens to it, and by the same code alone."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from socket import socket
from threading import Event

import pytest

from fadenet.bots.arena import DRAWN, Contest, Variant, cluster, play_pair, run_pairs
from fadenet.bots.arena.cluster import LOCAL, Cluster, ClusterFailed, NoCluster, code_of, done_there
from fadenet.bots.arena.journal import PairJournal
from fadenet.bots.arena.workers import AHEAD, Alone, Executor, WorkerDied, Workers, done
from tests.bots.arena.clusters import in_this_process
from tests.bots.arena.false_bots import HERE
from tests.bots.fnbot import programs
from tests.lab.lab import ROOT, Host, Lab, lacking, until

Patch = pytest.MonkeyPatch
LIGHT = Contest(Variant("prelude"), ("random", f"{HERE}:Quitter"))
PYTHON = (sys.executable, "-P")
DASK = (*PYTHON, "-m", "dask")
ENVIRON = {**os.environ, "PYTHONPATH": str(ROOT)}
MESSAGE_MAX = 1_000
MARKS = ("first", "second")
HANG_S = 240.0
posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
NO_LAB = lacking() if os.name == "posix" else "no namespaces"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The scheduler of a cluster of two workers."""
    with in_this_process(workers=2) as made:
        yield made.scheduler_address


def journal_of(path: Path, contest: Contest, numbers: Sequence[int], executor: Executor) -> bytes:
    """The journal of these pairs, played by an executor."""
    with closing(run_pairs(contest, numbers, executor, PairJournal(path, contest))) as pairs:
        assert [pair.number for pair in pairs] == [*numbers]
    return path.read_bytes()


def dying_twice(folder: Path) -> Contest:
    """A contest in which two processes are killed, each when it is at the marked bot for the first time."""
    return replace(LIGHT, bots=(*(f"{HERE}:Deadly:mark={folder / mark}" for mark in MARKS),))


LATE = Event()
LAST = 2 * AHEAD - 1


def first_comes_last(n: int) -> int:
    """The square; that of 0 is not there before that of the last one for which it is waited."""
    if n == 0:
        assert LATE.wait(60)
    if n == LAST:
        LATE.set()
    return n * n


def unequal(n: int) -> int:
    if n == 7:
        raise ValueError("seven")
    return n


def deadly(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_results_come_in_order_however_they_are_done(address: str) -> None:
    """given work whose first item is done last, then the results come in the order of the items, all of them;
    an error comes behind the results in front of it, and the cluster does other work after it."""
    LATE.clear()
    with Cluster(address, LIGHT) as found:
        assert found.processes == 2
        assert [*found.each(first_comes_last, range(30))] == [n * n for n in range(30)]
        before = []
        with pytest.raises(ValueError, match="seven"):
            for n in found.each(unequal, range(20)):
                before.append(n)
        assert before == [*range(7)]
        with closing(found.each(unequal, range(100, 200))) as ended:
            assert next(ended) == 100
        assert [*found.each(unequal, range(20, 60))] == [*range(20, 60)]
        assert [*found.each(unequal, [])] == []


@pytest.mark.slow
def test_a_pair_travels_as_less_than_a_kilobyte() -> None:
    """given a pair of a long game, then what a worker is sent for it is less than a kilobyte, and so is what
    it answers."""
    contest = Contest(Variant("faroe"), ("random", "random"), DRAWN, mirror=True)
    work = partial(play_pair, contest)
    assert len(pickle.dumps((done_there, work, 10**9, contest, code_of(contest)))) < MESSAGE_MAX
    assert len(zlib.compress(done(work, 10**9))) < MESSAGE_MAX


def test_a_cluster_that_cannot_be_used_is_refused_with_what_to_do(monkeypatch: Patch) -> None:
    """given an address that makes no sense, one where nobody is, a scheduler without workers, or nothing of
    dask on this machine, then a sentence says what is to be done."""

    def refused(address: str) -> str:
        with pytest.raises(NoCluster) as error, Cluster(address, LIGHT):
            pass
        return str(error.value)

    for wrong in ("here", "127.0.0.1:8786", "http://127.0.0.1:8786", "inproc://here", ""):
        assert refused(wrong).startswith(f"No scheduler of dask can be reached at {wrong}: ")
    with socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        alone = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        assert "Connection refused. Start one there by `dask scheduler`" in refused(alone)
        monkeypatch.setattr(cluster, "CONNECT_S", 0.2)
        nobody.listen()  # something that is not dask
        assert refused(alone).startswith(f"No scheduler of dask can be reached at {alone}: ")
    monkeypatch.undo()
    with in_this_process(workers=0) as made:
        assert f"no worker yet. Start some by `dask worker {made.scheduler_address}" in refused(
            made.scheduler_address
        )
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 'needs the extra fadenet[arena]: pip install "fadenet[arena]"' in refused(LOCAL)


def test_a_worker_that_would_play_otherwise_is_refused(address: str, tmp_path: Path) -> None:
    """given a worker whose bot is of other code than here, one that does not have it, or one that would play
    two pairs at once, then a sentence names the worker and what it needs, and no pair comes of it."""
    contest = replace(LIGHT, bots=("random", f"exec:{programs.written(tmp_path)}"))
    worker = r"^The worker tcp://127.0.0.1:\d+ on \S+ "

    def refused(address: str, change: Callable[[], object] = lambda: None) -> str:
        with Cluster(address, contest) as found, pytest.raises(ClusterFailed, match=worker) as error:
            change()
            list(run_pairs(contest, range(2), found))
        return str(error.value)

    with in_this_process(threads=2) as made:
        assert "would play 2 pairs at once" in refused(made.scheduler_address)
    said = refused(address, lambda: programs.written(tmp_path, "pass"))
    assert "does not play as this machine does (bot_code). Install the same fadenet" in said
    contest = replace(contest, bots=(contest.bots[1], "random"))
    said = refused(address, lambda: (tmp_path / "dice.py").rename(tmp_path / "mice.py"))
    assert "(bot_code)" in said
    contest = replace(contest, bots=(f"exec:{tmp_path}/mice.py", "random"))
    (tmp_path / "mice.py").chmod(0o755)
    said = refused(address, lambda: (tmp_path / "mice.py").unlink())
    assert f"cannot play this: the program {tmp_path}/mice.py is not there." in said


def test_a_cluster_that_stays_without_workers_ends_the_run(monkeypatch: Patch) -> None:
    """given a cluster that loses its workers, when one comes, then the run goes on; when none comes for long,
    it ends with what to do."""
    monkeypatch.setattr(cluster, "LOOK_S", 0.01)
    with (
        in_this_process() as made,
        Cluster(made.scheduler_address, LIGHT) as found,
        closing(run_pairs(LIGHT, range(1_000_000), found)) as pairs,
    ):
        assert next(pairs).number == 0
        made.scale(0)
        until(lambda: not made.scheduler.workers)
        made.scale(1)
        assert [next(pairs).number for _ in range(20)] == [*range(1, 21)]
        made.scale(0)
        monkeypatch.setattr(cluster, "GONE_S", 0.1)
        with pytest.raises(ClusterFailed, match=r"has had no worker for 0 s\. Start some\. The same command"):
            list(pairs)


def test_what_was_done_and_not_brought_is_not_waited_for_for_ever(monkeypatch: Patch) -> None:
    """given a worker that leaves when it has done all it was given, ahead of what it has found, when none
    comes for long, then the run ends; when one comes, it does the work once more."""
    monkeypatch.setattr(cluster, "LOOK_S", 0.05)
    with (
        in_this_process() as made,
        Cluster(made.scheduler_address, LIGHT) as found,
        closing(run_pairs(LIGHT, range(1_000_000), found)) as pairs,
    ):

        def leave() -> None:
            until(lambda: {task.state for task in made.scheduler.tasks.values()} == {"memory"})
            made.scale(0)
            until(lambda: not made.scheduler.workers)

        assert next(pairs).number == 0
        leave()
        made.scale(1)
        assert [next(pairs).number for _ in range(20)] == [*range(1, 21)]
        leave()
        monkeypatch.setattr(cluster, "GONE_S", 0.2)
        with pytest.raises(ClusterFailed, match="has had no worker"):
            list(pairs)


def test_a_scheduler_that_is_gone_ends_the_run() -> None:
    """given a cluster whose scheduler ends, then the run does so too, with what to do."""
    with (
        in_this_process() as made,
        Cluster(made.scheduler_address, LIGHT) as found,
        closing(run_pairs(LIGHT, range(1_000_000), found)) as pairs,
    ):
        assert next(pairs).number == 0
        made.close()
        with pytest.raises(ClusterFailed, match=r"The scheduler at tcp://\S+ is gone\. Start it again\."):
            list(pairs)


@pytest.mark.slow
@posix
def test_a_worker_that_is_killed_costs_only_time(tmp_path: Path) -> None:
    """given a bot that kills the process of a worker in the middle of a game, then the journal of a cluster
    on this machine is what one process alone writes, and nothing is left of the cluster."""
    mark = tmp_path / "mark"
    contest = replace(LIGHT, bots=("random", f"{HERE}:Deadly:mark={mark}"))
    with Cluster(LOCAL, contest, 2) as found:
        ours = journal_of(tmp_path / "a.jsonl", contest, range(6), found)
    assert mark.exists() and not multiprocessing.active_children()
    assert ours == journal_of(tmp_path / "b.jsonl", contest, range(6), Alone())


@pytest.mark.slow
@pytest.mark.long
@posix
def test_what_kills_every_worker_is_given_up() -> None:
    """given work that kills whatever does it, then after some workers the error names it."""
    with Cluster(LOCAL, LIGHT, 1) as found, pytest.raises(WorkerDied, match=r"4 processes .*\(7\)"):
        list(found.each(deadly, [7]))


@pytest.mark.slow
@pytest.mark.long
@posix
@pytest.mark.parametrize("n", [1, 2, 4])
@pytest.mark.parametrize("dask", [False, True], ids=["processes", "dask"])
def test_journals_are_equal_whoever_plays_and_dies(tmp_path: Path, n: int, dask: bool) -> None:
    """given 1, 2 or 4 workers, as processes or of dask, two of which are killed in the middle of a game, then
    the journal is what one process alone writes."""
    contest = dying_twice(tmp_path)
    with Cluster(LOCAL, contest, n) if dask else Workers(n) as executor:
        ours = journal_of(tmp_path / "a.jsonl", contest, range(120), executor)
    assert all((tmp_path / mark).exists() for mark in MARKS)
    assert ours == journal_of(tmp_path / "b.jsonl", contest, range(120), Alone())


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.skipif(NO_LAB is not None, reason=str(NO_LAB))
def test_machines_of_their_own_play_a_match(tmp_path: Path) -> None:
    """given a scheduler, two workers and a player, each on a machine of its own, when two processes of
    workers are killed in the middle of a game and one machine is unplugged, then the journal of the match is
    what one process alone writes."""
    contest = dying_twice(tmp_path)
    journal = tmp_path / "arena-a.jsonl"
    with Lab() as lab:
        player, desk, *others = (lab.public(name) for name in ("player", "desk", "first", "second"))
        where = f"tcp://{desk.address}:8786"
        with (tmp_path / "dask.log").open("w") as log:
            dask = partial(Host.popen, cwd=tmp_path, env=ENVIRON, stdout=log, stderr=log)
            dask(desk, *DASK, "scheduler", "--host", desk.address, "--no-dashboard")
            for host in others:
                dask(host, *DASK, "worker", where, "--nthreads", "1", "--no-dashboard")
            until(lambda: (tmp_path / "dask.log").read_text().count("Registered to:") == len(others))
        match = (*PYTHON, "-m", "fadenet", "bot", "match", *contest.bots, "--game", "prelude", "-n", "120")
        run = player.popen(*match, "--dask", where, "--journal", "a", cwd=tmp_path, env=ENVIRON)
        until(lambda: run.poll() is not None or (journal.exists() and journal.read_bytes().count(b"\n") > 40))
        lab.unplug(others[1])
        _, err = run.communicate(timeout=HANG_S)
        assert run.returncode == 0, err
    assert all((tmp_path / mark).exists() for mark in MARKS)
    assert journal.read_bytes() == journal_of(tmp_path / "b.jsonl", contest, range(120), Alone())

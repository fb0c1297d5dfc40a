"""A cluster of dask (https://distributed.dask.org): pairs are played on other machines, or in processes here.

Its scheduler is sent the setting, the names of the bots and the number of a pair, and hands that to a worker,
which sends back the pair. A pair whose worker is lost is handed out again. A result is fetched and let go of
at once: with its worker it would be lost, and with this process all of them would be.

A worker refuses a pair that it would play otherwise than this machine does, and if it would play several at
once: they would take each other's time, which is measured.
"""

from __future__ import annotations

import logging
import pickle
import platform
import signal
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future as Awaited
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from socket import create_connection
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar
from urllib.parse import urlsplit

from fadenet.bots.arena.journal import setting
from fadenet.bots.arena.pairs import Contest
from fadenet.bots.arena.workers import AHEAD, AT_HAND, Tasks, done, safe_path
from keys import UserError

if TYPE_CHECKING:
    from distributed import Client, Future

T = TypeVar("T")
R = TypeVar("R")

LOCAL: Final = "local"
"""In place of an address: a cluster of processes on this machine, for the time of the run."""
CONNECT_S: Final = 10.0
"""So long a scheduler has to answer."""
LOOK_S: Final = 1.0
"""So often the workers are counted."""
GONE_S: Final = 60.0
"""For so long a cluster may be without workers, which may be on their way back."""
RETRIES: Final = 2
"""So often a task is tried again that has failed for another reason than the pair itself."""
CODE: Final = ("rules", "cards", "bot_code")
"""The parts of a setting that all machines must have in common."""
_AGAIN: Final = "The same command goes on then, with --journal where it was."
_LOGGERS: Final = ("distributed", "distributed.client", "distributed.scheduler", "tornado.application")


class NoCluster(UserError):
    """A cluster that cannot be used."""


class ClusterFailed(Exception):
    """A cluster that cannot go on, or a worker that would play otherwise than this machine does."""


class Cluster:
    """The workers of a cluster: `with Cluster(address, contest) as cluster:`, an `Executor`.

    address: of its scheduler, as in tcp://10.0.0.5:8786, or `LOCAL`; n: how many workers a local one has.
    Certificates for one that asks for them (tls://) are named in dask's configuration.
    """

    def __init__(self, address: str, contest: Contest, n: int = 1) -> None:
        self._address = address
        self._contest = contest
        self._n = n
        self._code = code_of(contest)
        self._workers = 0
        self._looked = self._seen = monotonic()  # when they were counted last, and when there were any
        self._came: SimpleQueue[Future] = SimpleQueue()
        self._inside = ExitStack()

    @property
    def processes(self) -> int:
        """How many workers there are."""
        return self._workers

    def __enter__(self) -> Self:
        """Raises `NoCluster`."""
        try:
            with ExitStack() as inside:
                self._client = self._connected(inside)
                self._inside = inside.pop_all()
        except ImportError as error:
            raise NoCluster(
                f'--dask needs the extra fadenet[arena]: pip install "fadenet[arena]" ({error})'
            ) from None
        except (OSError, ValueError, RuntimeError) as error:
            why = str((error.strerror if isinstance(error, OSError) else None) or error).rstrip(".")
            if self._address == LOCAL:
                raise NoCluster(
                    f"A cluster of dask cannot be started here: {why}. Play without --dask."
                ) from None
            raise NoCluster(
                f"No scheduler of dask can be reached at {self._address}: {why}. Start one there by "
                "`dask scheduler`, and give the address that it prints."
            ) from None
        return self

    def __exit__(self, *_: object) -> None:
        self._inside.close()

    def _connected(self, inside: ExitStack) -> Client:
        """A client of the cluster, which ends with this stack."""
        from distributed import Client, LocalCluster

        if self._address != LOCAL:
            _answered(self._address)
        self._porter = inside.enter_context(ThreadPoolExecutor(1))  # it ends when the client has
        for name in _LOGGERS:  # what of it a person can mend is said here
            logging.getLogger(name).setLevel(logging.CRITICAL)
        with _deaf():
            if self._address == LOCAL:
                inside.enter_context(safe_path())
                place = inside.enter_context(
                    LocalCluster(
                        n_workers=self._n,
                        threads_per_worker=1,
                        security=True,  # certificates of its own: other users of the machine may run no code
                        dashboard_address=None,
                        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # any free port, not 8787
                        silence_logs=logging.CRITICAL,
                    )
                )
            else:
                place = self._address
            client = inside.enter_context(Client(place, timeout=CONNECT_S, set_as_default=False))
        self._workers = len(client.nthreads())
        if not self._workers:
            raise NoCluster(
                f"The cluster at {self._address} has no worker yet. Start some by "
                f"`dask worker {self._address} --nthreads 1`."
            )
        return client

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """See `Executor.each`. Raises `ClusterFailed` as well."""
        tasks = Tasks(work, iter(items))
        at_work: dict[Future, int] = {}
        try:
            while self._hand_out(tasks, at_work):
                self._hear(tasks, at_work)
                yield from tasks.ready()
        finally:
            with suppress(OSError, TimeoutError):
                self._client.cancel([*at_work])  # nobody wants the rest

    def _hand_out(self, tasks: Tasks, at_work: dict[Future, int]) -> bool:
        """Give the cluster what it can do soon; whether anything is to come."""
        workers = max(self._workers, 1)  # there will be one
        while len(at_work) < AT_HAND * workers:
            at = tasks.next(AHEAD * workers)
            if at is None:
                break
            future = self._client.submit(
                done_there,
                tasks.work,
                tasks.items[at],
                self._contest,
                self._code,
                pure=False,
                retries=RETRIES,
            )
            at_work[future] = at
            future.add_done_callback(self._came.put)
        return tasks.is_open

    def _hear(self, tasks: Tasks, at_work: dict[Future, int]) -> None:
        """Wait until something is done, and take what came of it."""
        from distributed import KilledWorker

        future: Future = None
        while future not in at_work:  # or it is of a call that was ended
            self._look()
            with suppress(Empty):
                future = self._came.get(timeout=LOOK_S)
        at = at_work.pop(future)
        try:
            tasks.done(at, *pickle.loads(zlib.decompress(self._brought(future))))
        except KilledWorker as error:
            tasks.given_up(at, error.allowed_failures + 1)
        except ClusterFailed:
            raise
        except Exception as error:
            raise self._failed(future, error) from error

    def _brought(self, future: Future) -> bytes:
        """The result of a future, which another worker makes once more if its own has left before it was
        brought here. Raises `ClusterFailed`, and what the work raised."""
        brought: Awaited[bytes] = self._porter.submit(future.result)
        while not wait([brought], LOOK_S).done:
            self._look()
        return brought.result()

    def _look(self) -> None:
        """Count the workers now and then. Raises `ClusterFailed` if there has been none for long."""
        now = monotonic()
        if now < self._looked + LOOK_S:
            return
        self._looked = now
        with suppress(OSError, TimeoutError):  # futures tell of a scheduler that is gone
            self._workers = len(self._client.nthreads())
        if self._workers:
            self._seen = now
        elif now > self._seen + GONE_S:
            raise ClusterFailed(
                f"The cluster at {self._address} has had no worker for {GONE_S:.0f} s. Start some. {_AGAIN}"
            )

    def _failed(self, future: Future, error: Exception) -> ClusterFailed:
        """The meaning of a future that has come to no result."""
        if future.status != "error":
            return ClusterFailed(f"The scheduler at {self._address} is gone. Start it again. {_AGAIN}")
        why = error.__cause__ or error
        return ClusterFailed(
            f"The cluster at {self._address} cannot do the work: {type(why).__name__}: {why}. Its "
            "scheduler and all of its workers need the fadenet of this machine, with fadenet[arena]."
        )


def _answered(address: str) -> None:
    """Wait for the first byte of a scheduler, since a client would wait for ever. Raises `OSError` and
    `ValueError`."""
    from distributed import Security

    found = urlsplit(address)
    if found.scheme not in ("tcp", "tls") or not found.hostname or not found.port:
        raise ValueError("that is not an address like tcp://10.0.0.5:8786 or tls://10.0.0.5:8786")
    with ExitStack() as inside:
        there = inside.enter_context(create_connection((found.hostname, found.port), CONNECT_S))
        if found.scheme == "tls":
            context = Security().get_connection_args("client").get("ssl_context")
            if context is None:
                raise ValueError("dask's configuration names no certificates (distributed.comm.tls)")
            there = inside.enter_context(context.wrap_socket(there))
        if not there.recv(1):
            raise ValueError("what is there has hung up")


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C waits until the end. Threads and processes that are started meanwhile do not hear it at all: it
    goes to all processes of a terminal, and those of dask are ended by this one."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # if the first process is to start it, it hears Ctrl-C after that
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        yield


def code_of(contest: Contest) -> dict[str, str]:
    """The hashes that all machines must have in common: of rules, cards, and the code of a contest's bots."""
    return {key: value for key, value in setting(contest).items() if key in CODE}


_code_here = cache(code_of)  # by a worker, which plays many pairs of a contest


def done_there(work: Callable[[Any], Any], item: Any, contest: Contest, code: Mapping[str, str]) -> bytes:
    """In a worker: what has come of an item, see `workers.done`, compressed. code: that of the client."""
    if (no := _refusal(contest, code)) is not None:
        return zlib.compress(pickle.dumps((False, ClusterFailed(no))))
    return zlib.compress(done(work, item))


def _refusal(contest: Contest, code: Mapping[str, str]) -> str | None:
    """In a worker: the reason why it plays nothing of a contest; None = it does."""
    from distributed import get_worker

    worker = get_worker()
    there = f"The worker {worker.address} on {platform.node()}"
    if worker.state.nthreads > 1:
        return (
            f"{there} would play {worker.state.nthreads} pairs at once, which take each other's time. "
            "Start it with --nthreads 1, and with --nworkers for several."
        )
    try:
        own = _code_here(contest)
    except Exception as error:  # whatever a machine lacks
        return f"{there} cannot play this: {error}. It needs the bots of this machine at the same places."
    if other := [key for key in CODE if own[key] != code[key]]:
        return (
            f"{there} does not play as this machine does ({', '.join(other)}). Install the same fadenet "
            "and the same bots on both, and start that worker again."
        )
    return None

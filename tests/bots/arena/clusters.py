"""Clusters of dask without processes of their own, for tests of what does not need any."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from distributed import LocalCluster, Security


@contextmanager
def in_this_process(workers: int = 1, threads: int = 1) -> Iterator[LocalCluster]:
    """A cluster whose scheduler and workers are threads of this process, and are reached by TCP."""
    with LocalCluster(
        n_workers=workers,
        threads_per_worker=threads,
        processes=False,
        protocol="tcp",
        security=Security(),
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
        silence_logs=logging.CRITICAL,
    ) as made:
        yield made

"""Where games of bots are played: in processes of this machine, or on a cluster of dask."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Final

from fadenet.bots.arena import Contest
from fadenet.bots.arena.cluster import LOCAL, Cluster, ClusterFailed
from fadenet.bots.arena.pairs import PairVoid
from fadenet.bots.arena.run import PairsDiffer, executor_of, processes_for
from fadenet.bots.arena.workers import Executor, WorkerDied
from fadenet.cli.frame.context import Context, Usage
from fadenet.engine.language.english import number_of

FAILURES: Final = (WorkerDied, ClusterFailed, PairsDiffer, PairVoid)
"""The errors of processes, clusters and bots that end games under way."""


def executor_for(ctx: Context, contest: Contest, most: int) -> AbstractContextManager[Executor]:
    """The executor that `--workers` and `--dask` ask for. most: so many things there are to do.

    contest: names the rules and bots that the workers of a cluster must have in common with this machine.
    Raises `Usage`, and `NoCluster` as it is entered.
    """
    args = ctx.args
    if args.dask is None:
        return executor_of(args.workers, most)
    if args.dask != LOCAL and args.workers:
        raise Usage(
            "--workers counts processes of this machine: without it, --dask takes all of the cluster."
        )
    return Cluster(args.dask, contest, processes_for(most, args.workers))


def workers_of(ctx: Context, executor: Executor) -> str:
    """How many workers a cluster has, in words; "" = it is not one."""
    return number_of(executor.processes, "worker") if ctx.args.dask else ""

"""The status file of a headless node."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.serve import Counts, TimedCommitter
from fadenet.node.status import (
    FILE,
    METRICS,
    RATE_OVER,
    STALE_S,
    NoStatus,
    Rate,
    prometheus,
    read_status,
    shares,
    usage,
    write_status,
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """given a status, then it is the owner's alone, replaced as a whole, and fresh for 20 s."""
    write_status(tmp_path, {"matches": 1})
    write_status(tmp_path, {"matches": 2})
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    there = read_status(tmp_path, 0)
    assert (there["v"], there["matches"], there["pid"], there["up"]) == (1, 2, os.getpid(), True)
    assert read_status(tmp_path, there["written"] + STALE_S - 1)["up"]
    assert not read_status(tmp_path, there["written"] + STALE_S)["up"]


def test_a_node_that_has_ended_is_not_up(tmp_path: Path) -> None:
    write_status(tmp_path, {"ended": True})
    assert not read_status(tmp_path, 0)["up"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"v": 2}', "[" * 100_000])
def test_what_makes_no_sense_is_no_status(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    (tmp_path / FILE).chmod(0o600)
    with pytest.raises(NoStatus):
        read_status(tmp_path, 0)


def test_no_status(tmp_path: Path) -> None:
    with pytest.raises(NoStatus, match="fadenet node"):
        read_status(tmp_path, 0)


def test_shares() -> None:
    """given a thousand times of which fifty are long, then p95 is not above the shorter ones and p99 is."""
    assert shares([]) == {} and shares([0.5]) == {"p50": 500.0, "p95": 500.0, "p99": 500.0}
    assert shares([n / 1000 for n in range(101)]) == {"p50": 50.0, "p95": 95.0, "p99": 99.0}
    assert shares([1.0] * 49 + [0.001] * 952) == {"p50": 1.0, "p95": 1.0, "p99": 1000.0}


def test_a_rate_looks_a_minute_back() -> None:
    """given ten events a second for a minute and then none, then the rate is 10, falls, and is 0."""
    rate = Rate(0.0)
    assert rate.at(0.0, 0) == 0
    seen = [rate.at(5.0 * n, 50 * n) for n in range(1, RATE_OVER + 1)]
    assert set(seen) == {10.0}
    after = [rate.at(5.0 * n, 50 * RATE_OVER) for n in range(RATE_OVER + 1, 2 * RATE_OVER + 2)]
    assert after == sorted(after, reverse=True) and after[-1] == 0


def test_prometheus_is_told_kinds_and_units() -> None:
    """given a status, then each number of it has a line of help, a type, and a value in seconds or bytes;
    what has several parts has a label, and what is not there is left out."""
    status = {
        "up": True,
        "name": "x",
        "matches": {"ended": 7},
        "answer_ms": {"p50": 1.5, "p95": 20},
        "sync_ms": {},
        "refused": {"full": 2},
        "memory_mb": 90.5,
    }
    told = "\n".join(prometheus(status)).replace("# ", "").split("\n")
    assert [line for line in told if not line.startswith("HELP")] == [
        "TYPE fadenet_up gauge",
        "fadenet_up 1",
        "TYPE fadenet_matches_ended_total counter",
        "fadenet_matches_ended_total 7",
        "TYPE fadenet_refused_total counter",
        'fadenet_refused_total{reason="full"} 2',
        "TYPE fadenet_answer_seconds gauge",
        'fadenet_answer_seconds{quantile="0.50"} 0.0015',
        'fadenet_answer_seconds{quantile="0.95"} 0.02',
        "TYPE fadenet_memory_bytes gauge",
        "fadenet_memory_bytes 90500000",
    ]


def test_metrics_are_named_as_monitoring_has_them() -> None:
    """given all metrics, then counters end in _total, no name comes twice, and each says what it is."""
    assert len({metric.name for metric in METRICS}) == len(METRICS)
    for metric in METRICS:
        assert metric.name.endswith("_total") == (metric.kind == "counter")
        assert metric.kind in {"counter", "gauge"} and metric.help and re.fullmatch("[a-z_]+", metric.name)


def test_usage_is_of_this_process() -> None:
    used = usage()
    assert used["cpu_seconds"] > 0 and 10 < used["memory_mb"] < 10_000


def test_times_that_are_kept_are_bounded() -> None:
    counts = Counts()
    for n in range(limits.TIMES_KEPT + 1):
        counts.answered(float(n))
    assert counts.decisions == limits.TIMES_KEPT + 1
    assert len(counts.took) == limits.TIMES_KEPT and min(counts.took) == 1


async def test_the_disk_is_timed_also_where_it_fails(mock_clock: MockClock) -> None:
    committer = TimedCommitter()
    assert await committer.run(lambda: 7) == 7

    def fails() -> int:
        mock_clock.jump(2.0)
        raise OSError("no")

    with pytest.raises(OSError, match="no"):
        await committer.run(fails)
    assert len(committer.took) == 2 and max(committer.took) == 2.0
    assert trio.current_time() >= 2.0

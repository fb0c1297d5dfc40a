"""How a headless node is doing: one file in its data folder, for people, programs and monitoring."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import deque
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from fadenet.node.errors import NodeError
from keys import ExitCode
from keys.errors import IdentityNotFound
from keys.files import private, read_private

FILE: Final = "status.json"
_DRAFT: Final = ".status.json.draft"
FILE_BYTES: Final = 1024 * 1024
EVERY_S: Final = 5.0
STALE_S: Final = 20.0
"""A status that is older than this is of a node that is not up any more."""
RATE_OVER: Final = 12
"""How many statuses back a rate looks: a minute."""
VERSION: Final = 1


class NoStatus(NodeError):
    """No node keeps a status in this data folder."""

    exit_code = ExitCode.NOT_FOUND


def shares(values: Collection[float]) -> dict[str, float]:
    """The 50th, 95th and 99th percentile in ms, as p50, p95 and p99 (values: seconds); {} without values."""
    ordered = sorted(values)
    if not ordered:
        return {}
    last = len(ordered) - 1
    return {f"p{n}": round(1000 * ordered[-(-last * n // 100)], 2) for n in (50, 95, 99)}


class Rate:
    """How often something happens a second, over the last minute. It is told the count at each status."""

    def __init__(self, now: float) -> None:
        self._told: deque[tuple[float, int]] = deque([(now, 0)], maxlen=RATE_OVER + 1)

    def at(self, now: float, count: int) -> float:
        """The rate, when so much has happened until now (s)."""
        then, before = self._told[0]
        self._told.append((now, count))
        return round((count - before) / max(1.0, now - then), 2)


def usage() -> dict[str, float]:
    """The resources that this process uses: CPU seconds so far, MB of memory now (0 where the system does not
    tell)."""
    times = os.times()
    memory = 0.0
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        memory = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, ValueError, IndexError):
        if sys.platform == "darwin":
            import resource

            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return {"cpu_seconds": round(times.user + times.system, 2), "memory_mb": round(memory, 1)}


def write_status(home: Path, fields: Mapping[str, Any]) -> None:
    """Keep how it is now, all of it or nothing. It need not outlive the computer, so no disk is waited for.
    Raises OSError."""
    data = {"v": VERSION, "written": int(time.time()), "pid": os.getpid(), **fields}
    draft = home / _DRAFT
    with open(draft, "w", encoding="utf-8", opener=private) as file:
        file.write(json.dumps(data))  # `dump` leaves a cycle each time
    os.replace(draft, home / FILE)


def read_status(home: Path, now: float) -> dict[str, Any]:
    """The status that was kept last, with `up`: whether that is fresh, and its node has not ended. Raises
    `NoStatus`."""
    try:
        data = msgspec.json.decode(read_private(home / FILE, FILE_BYTES))
    except IdentityNotFound as error:
        raise NoStatus(
            f"No node has kept a status in {home}. One that does: fadenet node --table faroe=greedy"
        ) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise NoStatus(f"{home / FILE} makes no sense: {error}. The next one comes within 5 s.") from error
    if not isinstance(data, dict) or data.get("v") != VERSION:
        raise NoStatus(f"{home / FILE} is of another version of fadenet. Ask the one that runs the node.")
    age = now - float(data.get("written", 0))
    return {**data, "up": age < STALE_S and not data.get("ended", False)}


class Metric(NamedTuple):
    """A number of the status as monitoring takes it in: its name behind `fadenet_`, `counter` or `gauge`,
    what it is, and where it stands. label: what the keys are where a mapping stands there; times: of the unit
    of the status, as monitoring has seconds and bytes alone."""

    name: str
    kind: str
    help: str
    path: str
    label: str = ""
    times: float = 1


_OF_MS: Final = 0.001
METRICS: Final = (
    Metric("up", "gauge", "1 while the node runs", "up"),
    Metric("start_time_seconds", "gauge", "when the node started, in seconds since 1970", "since"),
    Metric("status_time_seconds", "gauge", "when these figures were written", "written"),
    Metric("ended", "gauge", "1 once the node has ended", "ended"),
    Metric("draining", "gauge", "1 while it waits for its matches to end and begins none", "draining"),
    Metric("overloaded", "gauge", "1 while it has too much to do and lets nobody new in", "lags"),
    Metric("disk_full", "gauge", "1 while its disk is full and it lets nobody new in", "disk_full"),
    Metric("matches", "gauge", "matches under way", "matches.now"),
    Metric("matches_max", "gauge", "so many matches at once at most (--max)", "matches.most"),
    Metric(
        "matches_asleep", "gauge", "matches on disk that wait for a player to come back", "matches.asleep"
    ),
    Metric("matches_ended_total", "counter", "matches that have ended", "matches.ended"),
    Metric("players", "gauge", "players of others at its tables", "players"),
    Metric("onlookers", "gauge", "who looks on at its matches", "watchers"),
    Metric("connections", "gauge", "connections that are open", "connections"),
    Metric("refused_total", "counter", "who was turned away, by the reason", "refused", "reason"),
    Metric("relay_circuits", "gauge", "circuits that it carries for others", "circuits"),
    Metric("relay_reservations", "gauge", "hosts that can be joined through it", "reservations"),
    Metric("relay_boxes", "gauge", "boxes that it has for players who are not there", "boxes.open"),
    Metric("relay_parcels", "gauge", "parcels that wait in them", "boxes.parcels"),
    Metric("relay_parcel_bytes", "gauge", "bytes of these parcels", "boxes.bytes"),
    Metric("board_links", "gauge", "nodes of the board that it is linked to", "board.links"),
    Metric("board_notices", "gauge", "tables of strangers that it knows of", "board.notices"),
    Metric("decisions_total", "counter", "answers that its bots have given", "decisions.ended"),
    Metric("decisions_per_second", "gauge", "answers a second, over the last minute", "decisions.a_second"),
    Metric("answer_seconds", "gauge", "how long an answer took", "answer_ms", "quantile", _OF_MS),
    Metric("disk_sync_seconds", "gauge", "how long the disk took to keep one", "sync_ms", "quantile", _OF_MS),
    Metric("loop_lag_seconds", "gauge", "how late the node came to its work", "lag_ms", "quantile", _OF_MS),
    Metric("faults_total", "counter", "matches that ended as the other side broke the protocol", "faults"),
    Metric("mistakes_total", "counter", "matches that ended by a mistake in fadenet", "mistakes"),
    Metric("tasks", "gauge", "tasks that run in it", "tasks"),
    Metric("process_id", "gauge", "the number of its process", "pid"),
    Metric("cpu_seconds_total", "counter", "processor time that it has used", "cpu_seconds"),
    Metric("memory_bytes", "gauge", "memory that it holds", "memory_mb", "", 1e6),
)


def prometheus(status: Mapping[str, Any]) -> list[str]:
    """The same in the text format of Prometheus (version 0.0.4); what a status does not have is left out."""
    lines = []
    for metric in METRICS:
        there: Any = status
        for key in metric.path.split("."):
            there = there.get(key) if isinstance(there, Mapping) else None
        if there is None or there == {}:
            continue
        name = f"fadenet_{metric.name}"
        lines += [f"# HELP {name} {metric.help}", f"# TYPE {name} {metric.kind}"]
        for label, value in there.items() if metric.label else [("", there)]:
            if metric.label == "quantile":
                label = f"0.{label.removeprefix('p')}"
            of = f'{{{metric.label}="{label}"}}' if metric.label else ""
            lines.append(f"{name}{of} {float(value) * metric.times:.10g}")
    return lines

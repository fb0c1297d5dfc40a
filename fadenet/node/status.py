"""How a headless node is doing: one file in its data folder, for people, programs and monitoring."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

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
_NO_NAME: Final = re.compile(r"[^a-zA-Z0-9_]")


class NoStatus(NodeError):
    """No node keeps a status in this data folder."""

    exit_code = ExitCode.NOT_FOUND


def shares(values: Collection[float]) -> dict[str, float]:
    """What half, 95 and 99 of a hundred values are not above, in ms (values: seconds)."""
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
    """What this process uses: CPU seconds so far, MB of memory now (0 where the system does not tell)."""
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
        json.dump(data, file)
    os.replace(draft, home / FILE)


def read_status(home: Path, now: float) -> dict[str, Any]:
    """What was kept last, with `up`: whether that is fresh, and its node has not ended. Raises `NoStatus`."""
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


def prometheus(status: Mapping[str, Any]) -> list[str]:
    """The same in the text format of Prometheus (version 0.0.4), all numbers as gauges."""
    lines = []
    for name, value in sorted(_numbers("fadenet", status)):
        lines += [f"# TYPE {name} gauge", f"{name} {value}"]
    return lines


def _numbers(prefix: str, there: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    for key, value in there.items():
        name = f"{prefix}_{_NO_NAME.sub('_', key)}"
        if isinstance(value, bool):
            yield name, int(value)
        elif isinstance(value, int | float):
            yield name, value
        elif isinstance(value, dict):
            yield from _numbers(name, value)

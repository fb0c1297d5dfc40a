"""Noticing that our own node stood still: its computer slept, or its process was stopped.

Trio's clock goes on while a process is stopped, and stands still while a computer sleeps; what it lacks then,
the computer itself knows. Either way nobody else was waiting for nothing: it was us who did not answer.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final

import trio

from fadenet.node.limits import BEAT_S
from fadenet.node.match.banks import GRACE_S

STOOD_S: Final = GRACE_S
"""Less than this costs nobody anything."""


def asleep() -> float:
    """Seconds that this computer has slept since it was started, as far as it tells; only differences mean
    something."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC) - time.clock_gettime(time.CLOCK_UPTIME_RAW)
    return 0.0


class Awake:
    """asleep: as the function of that name. To be asked once a beat."""

    def __init__(self, asleep: Callable[[], float]) -> None:
        self._asleep = asleep
        self._slept, self._at = asleep(), trio.current_time()

    def stood(self) -> tuple[float, float]:
        """(seconds for which our node stood still since this was last asked, those of them that Trio's clock
        does not know), (0, 0) for what is too short to matter."""
        slept, now = self._asleep() - self._slept, trio.current_time()
        stood = slept + max(0.0, now - self._at - BEAT_S)
        self._slept, self._at = self._slept + slept, now
        return (stood, slept) if stood >= STOOD_S else (0.0, 0.0)

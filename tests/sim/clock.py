"""Virtual time that stands still while any task has something to do, and then jumps to the next deadline."""

from __future__ import annotations

import math

from trio._core._run import GLOBAL_RUN_CONTEXT
from trio.testing import MockClock


def jumping_clock() -> MockClock:
    """Trio's `MockClock` with nothing but jumps: the time, which everything asks all the time, is one number.

    Trio takes no other class for this, nor a subclass.
    """
    clock, now = MockClock(autojump_threshold=0), 0.0

    def current_time() -> float:
        return now

    def jump() -> None:
        nonlocal now
        deadline = GLOBAL_RUN_CONTEXT.runner.deadlines.next_deadline()
        if now < deadline < math.inf:
            now = deadline

    clock.current_time = current_time  # type: ignore[method-assign]
    clock._autojump = jump  # type: ignore[method-assign]
    return clock

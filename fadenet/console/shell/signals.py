"""A scene is left in good order when the process is told from outside to end."""

from __future__ import annotations

import signal

import trio

from fadenet.console.shell.stage import Stage

_REASONS = {signal.SIGINT: "interrupt", signal.SIGTERM: "terminated"}
if hasattr(signal, "SIGHUP"):
    _REASONS[signal.SIGHUP] = "terminated"


async def leave_when_told(stage: Stage, *, task_status: trio.TaskStatus[None]) -> None:
    """Leave the scene at a signal, from `started` on."""
    with trio.open_signal_receiver(*_REASONS) as received:
        task_status.started()
        async for number in received:
            stage.leave(_REASONS[signal.Signals(number)])

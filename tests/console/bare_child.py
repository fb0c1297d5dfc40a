"""The program for the terminal tests, with an asyncio that lacks what Python 3.14 has removed from it.

A call that Python will remove next is an error here as well.
"""

from __future__ import annotations

import asyncio
import runpy
import warnings

REMOVED = (
    "AbstractChildWatcher",
    "FastChildWatcher",
    "MultiLoopChildWatcher",
    "PidfdChildWatcher",
    "SafeChildWatcher",
    "ThreadedChildWatcher",
    "get_child_watcher",
    "set_child_watcher",
)

for module in (asyncio, asyncio.events, asyncio.unix_events):
    for name in REMOVED:
        vars(module).pop(name, None)
warnings.simplefilter("error", DeprecationWarning)
warnings.simplefilter("error", PendingDeprecationWarning)
runpy.run_module("tests.console.child", run_name="__main__")

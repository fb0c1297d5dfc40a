"""Being told to end, by Ctrl-C, SIGTERM or SIGHUP: the first signal counts.

A window that is closed sends two, and so does `timeout`. A signal behind the first one says the same, and
disturbs nothing that is being put in order; one more than `AGAIN_S` later ends the process at once.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

INTERRUPTED, BROKEN_PIPE, TERMINATED = 130, 141, 143
AGAIN_S: Final = 10.0
"""How long everything has to be put in order before another signal ends the process at once."""


class Stopped(BaseException):
    """Told to end from outside: by a signal, or by the person. `code` is what the command exits with."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class EndSignal:
    """The first signal that has told a command to end. `number`: which, 0 = none has.

    Outside of Trio it breaks off what is being done (`Stopped`, or `KeyboardInterrupt`). Trio must not be
    broken off in the middle: while it runs, whoever runs it looks, and listens for signals itself.
    """

    def __init__(self) -> None:
        self.number = 0
        self._since = 0.0
        self._held = 0

    @property
    def code(self) -> int:
        """The exit code of the command: `INTERRUPTED` for SIGINT, else `TERMINATED`."""
        return INTERRUPTED if self.number == signal.SIGINT else TERMINATED

    def heed(self, number: int) -> bool:
        """Take notice of a signal; whether it is the first."""
        if not self.number:
            self.number, self._since = number, time.monotonic()
            return True
        if time.monotonic() - self._since > AGAIN_S:
            os._exit(self.code)
        return False

    def __call__(self, number: int, _: FrameType | None) -> None:
        """Handle a signal."""
        if self.heed(number) and not self._held:
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            raise Stopped(self.code)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing is broken off meanwhile."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1

    @contextmanager
    def heeded(self, for_good: bool) -> Iterator[None]:
        """Handle signals meanwhile, as far as nobody else does. for_good: the process ends with this."""
        usual = signal.SIG_DFL, signal.default_int_handler
        wanted = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
        main_thread = threading.current_thread() is threading.main_thread()
        before = {n: signal.getsignal(n) for n in wanted if main_thread and signal.getsignal(n) in usual}
        for number in before:
            signal.signal(number, self)
        try:
            yield
        finally:
            if for_good:
                self._held += 1
            else:
                for number, handler in before.items():
                    signal.signal(number, handler)
                if before or self.number == signal.SIGINT:  # Ctrl-C ends the inner one of two commands
                    self.number = 0


ENDING: Final = EndSignal()
"""That of this process."""

"""How far something has come that takes its time: one line on stderr, on terminals written over."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from typing import Self

PATIENCE_S = 2.0
"""How long nothing is said."""
AGAIN_S = 0.2
PLAIN_AGAIN_S = 10.0
"""How long until the next line where none is written over."""


class Progress:
    """`with Progress(..) as told:`, and inside `told(done, total, came)` as often as one likes; total 0 =
    unknown, came: what it comes to so far.

    what, unit: of the sentence, such as "bot match" and "pairs"; over: whether the line is written over.
    """

    def __init__(
        self,
        what: str,
        unit: str,
        *,
        shown: bool,
        over: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.done = self.total = 0
        self._came = ""
        self._what = what
        self._unit = unit
        self._shown = shown
        self._over = over
        self._now = now
        self._began = now()
        self._next = self._began + PATIENCE_S
        self._cells = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._cells:
            print("\r" + " " * self._cells, end="\r", file=sys.stderr, flush=True)

    def __call__(self, done: int, total: int = 0, came: str = "") -> None:
        self.done, self.total, self._came = done, total, came
        if self._shown and self._now() >= self._next:
            self._next = self._now() + (AGAIN_S if self._over else PLAIN_AGAIN_S)
            self._say(self.sentence())

    def sentence(self) -> str:
        """How far it is, how fast it goes, and how long it will take."""
        took = max(self._now() - self._began, 1e-9)
        rate = self.done / took
        said = f"{self._what}: {self.done}{f' of {self.total}' if self.total else ''} {self._unit}"
        said += f"; {self._came}" * bool(self._came)
        said += f", {rate:.1f} a second" if rate >= 1 or not self.done else f", one in {1 / rate:.1f} s"
        if not self.total or not self.done:
            return said
        left = round((self.total - self.done) / rate)
        hours, minutes = left // 3600, left // 60 % 60
        return f"{said}, {f'{hours}:{minutes:02}' if hours else minutes}:{left % 60:02} left"

    def _say(self, text: str) -> None:
        if not self._over:
            print(text, file=sys.stderr, flush=True)
            return
        text = text[: max(20, shutil.get_terminal_size().columns - 1)]
        line, self._cells = f"\r{text:{self._cells}}", len(text)  # before Ctrl-C can come in between
        print(line, end="", file=sys.stderr, flush=True)

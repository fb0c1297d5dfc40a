"""The course of a match that is looked on at, as a record of it has it: every answer, every event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fadenet.engine.rules import Rules
from fadenet.engine.state import Row, State
from fadenet.table.record import PUBLIC, Answered, Event
from fadenet.table.scribe import CODE_OF, Scribe


class Narrator(Scribe):
    """A scribe that keeps nothing: tells every answer of a seat with its number, and what came of it.

    decided, told: called for each, in this order.
    """

    def __init__(
        self, rules: Rules, decided: Callable[[int, Answered], None], told: Callable[[str], None]
    ) -> None:
        super().__init__(rules, PUBLIC)
        self._decided = decided
        self._told = told
        self._number = 0

    def supplied(self, s: State, values: Sequence[Any], code_of: CODE_OF) -> None:
        super().supplied(s, values, code_of)
        self._number += len(values)
        self.lines.clear()

    def answered(self, entry: Answered) -> None:
        self._number += 1
        self._decided(self._number, entry)
        self.lines.clear()

    def left(self, s: State, seat: int, rule: str) -> None:
        super().left(s, seat, rule)
        last = self.lines[-1]
        assert isinstance(last, Answered)
        self.answered(last)

    def happened(self, s: State, rows: Sequence[Row]) -> None:
        super().happened(s, rows)
        for line in self.lines:
            if isinstance(line, Event):
                self._told(line.text)
        self.lines.clear()

"""What happens in a match, as entries of the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fadenet.console.match.sight import Sight
from fadenet.console.shell.stage import LogEntry, Stage
from fadenet.engine.atoms import PHASE_BEGINS, TURN_BEGINS
from fadenet.engine.line import Line
from fadenet.engine.state import ROW_EVENT, Row
from fadenet.table.scribe import line_for


class Teller:
    """Writes events into the log of a stage. A phase is told with what happens first in it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._phase: Line | None = None

    def forget_phase(self) -> None:
        """The phase that has begun need not be told any more."""
        self._phase = None

    def tell(self, sight: Sight, rows: Sequence[Row]) -> None:
        """Write what has happened."""
        s, log = sight.seat.state, self.stage.log
        sight.labels.update(sight.seat)
        joined = False
        for row in rows:
            line = line_for(s, row, sight.seat.known) if sight.face.tells(s, row) else None
            if line is None:
                continue
            if row[ROW_EVENT] == PHASE_BEGINS:
                self._phase = line
                continue
            begins = row[ROW_EVENT] == TURN_BEGINS
            who = "" if begins else _who(sight, line)
            follows = joined and bool(log) and log[-1].who == who and not begins
            if self._phase is not None and not begins:
                self.stage.add(LogEntry("event", who, self._phase, follows))
                follows = True
            self._phase = None
            self._event(LogEntry("event", who, line, follows))
            joined = True
        if rows:
            self.stage.notify()

    def _event(self, entry: LogEntry) -> None:
        """Add an event; the same again in one step is counted instead."""
        log = self.stage.log
        if entry.joined and replace(log[-1], times=1).text == entry.text:
            log[-1] = replace(log[-1], times=log[-1].times + 1)
        else:
            self.stage.add(entry)


def _who(sight: Sight, line: Line) -> str:
    mine = line.who == sight.seat.index and not sight.watching
    return "" if line.who < 0 else "you" if mine else f"p{line.who + 1}"

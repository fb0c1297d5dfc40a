"""A match as lines of text, in the words of the log and from nobody's seat.

Turns are headings, with the phases in which something happens below them; an answer of which nothing comes,
such as a pass, has no line. The same events make the same lines, whether they happen now or are replayed.
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.console.match.sight import NOBODY, Sight
from fadenet.console.match.summary import MatchFigures
from fadenet.console.match.telling import PHASE, TURN, LogWriter, parting
from fadenet.console.shell.stage import LogEntry, Stage
from fadenet.engine.cardset import options_said
from fadenet.engine.line import Line
from fadenet.engine.rules import Rules
from fadenet.engine.state import Known, Row, State
from fadenet.table.record import Answered
from fadenet.table.view import MatchInfo, SeatView

SET_UP = "set-up"
"""The heading of what comes before the first turn."""


class Tale:
    """Tells a match, one step after the other. names: of the players, by seat; open_hands: whether all that
    lies hidden is known."""

    def __init__(self, rules: Rules, names: Sequence[str], open_hands: bool = False) -> None:
        self.rules = rules
        self.names = (*names, *rules.automaton_names)
        self._open = open_hands
        self._stage = Stage()
        self._teller = LogWriter(self._stage)
        self._course = MatchFigures()
        self._sight: Sight | None = None
        self._headed = False

    def head(self) -> list[str]:
        """The first lines: the game, its options, and the players."""
        options = ", ".join(options_said(self.rules.options))
        return [
            self.rules.title,
            *([f"played with {options}"] if options else []),
            *(f"p{i + 1} {name}" for i, name in enumerate(self.names)),
        ]

    def answered(self, entry: Answered) -> list[str]:
        """The lines of an answer by itself: only who gives up, is out of time or leaves has one."""
        said = parting(self.rules, entry)
        return self._below([f"  p{entry.who + 1}: {said}"] if said else [])

    def tell(self, s: State, rows: Sequence[Row], known: Known) -> list[str]:
        """The lines of what happens in one step, to somebody who knows these hidden cards; the state is as it
        is after it."""
        if self._sight is None or self._sight.seat.state is not s:
            kinds = ("",) * len(self.names)
            info = MatchInfo("", self.rules.name, self.rules.format, NOBODY, self.names, kinds, (), 0)
            self._sight = Sight(info, SeatView(s, NOBODY, known), True, self._open)
            self._teller.watch(self._sight)
        self._course(s, rows)
        self._stage.log.clear()
        self._teller.tell(self._sight, rows)
        return self._below([line for entry in self._stage.log for line in self._lines(entry)])

    def end(self) -> list[str]:
        """How the match went, once it is over, and what has decided it."""
        s = None if self._sight is None else self._sight.seat.state
        return self._course.said(s, self.names, NOBODY) if s is not None and s.over else []

    def _below(self, lines: list[str]) -> list[str]:
        """Lines with the heading of the set-up before the first of them."""
        if not lines or self._headed:
            return lines
        self._headed = True
        return lines if not lines[0] else ["", SET_UP, *lines]

    def _lines(self, entry: LogEntry) -> list[str]:
        said = entry.said
        if isinstance(said, Line) and said.kind == TURN:
            who = f"p{said.who + 1} {self.names[said.who]}"
            return ["", said.what.format(who=who, n=said.n)]
        if isinstance(said, Line) and said.kind == PHASE:
            return [f"- {entry.text}"]
        return [f"  {entry.lead}{entry.text}"]

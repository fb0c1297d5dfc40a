"""A match that somebody else plays, looked on at while it is played: an onlooker's table, log and line.

Knows neither terminal nor Trio. The steps come from outside, one by one, without a way back; the record of
the match can be replayed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fadenet.console.match import looking
from fadenet.console.match.colours import colours_of
from fadenet.console.match.sight import Sight
from fadenet.console.match.table import Table
from fadenet.console.match.telling import LogWriter, parting
from fadenet.console.match.view import hinted, view
from fadenet.console.replay.viewer import LEAVING
from fadenet.console.shell.pages import PAGE_HINT, framed
from fadenet.console.shell.scene import Scene
from fadenet.console.shell.stage import Stage
from fadenet.console.text import clean, fit, fit_hints
from fadenet.engine.rules import Rules
from fadenet.engine.state import Row, State
from fadenet.table.record import Answered
from fadenet.table.view import MatchInfo, SeatView

HINT = "Tab whose side is below  look  field  log  ? NAME a card  ?  q leaves"
WORDS = ("help", *looking.LOOKING, "quit")
LINE_CELLS_MAX = 400
ROWS = 2

KEYS = (
    "You look on: nothing that you type changes the match, and you see what everybody sees.",
    "Tab: whose side is shown below.",
    "? c2, ? charge, ? turn.phases: about a card, a keyword, a rule. look p2, look p1 disc, hand, field, log:"
    " what lies where and what has happened. q: leave.",
)


class Onlooker:
    """Somebody who looks on. status: what is said all the time of how that is done.

    `sight` is there once there is something to see. `stage` has the log.
    """

    def __init__(self, names: Sequence[str], kinds: Sequence[str], rules: Rules, status: str) -> None:
        self.stage = Stage()
        self.status = status
        self.result = ""
        self.sight: Sight | None = None
        self._rules = rules
        self._info = MatchInfo("live", rules.name, rules.format, 0, tuple(names), tuple(kinds), (), 0)
        self._index = 0
        self._teller = LogWriter(self.stage)

    # News of the match.

    def decided(self, number: int, entry: Answered) -> None:
        """A seat has answered: it is told if it gives up, is out of time or leaves."""
        said = parting(self._rules, entry)
        if said:
            self.stage.write("event", said, f"p{entry.who + 1}")

    def tell(self, state: State, rows: Sequence[Row]) -> None:
        """Something has happened; the state is as it is after it."""
        if self.sight is None or self.sight.seat.state is not state:
            self._look(state)
        assert self.sight is not None
        self._teller.tell(self.sight, rows)
        self.stage.notify()

    def note(self, text: str) -> None:
        """Write an alert beside the events of the match into the log."""
        self.stage.write("alert", text)

    def finish(self, lines: Sequence[str]) -> None:
        """Nothing more comes; how it ended."""
        self.result = clean(lines[0])
        for line in lines:
            self.stage.write("over", line)

    def _look(self, state: State) -> None:
        info = self._info
        names = (*info.names, *self._rules.automaton_names)
        told = MatchInfo(info.match, info.game, info.format, self._index, names, info.kinds, (), 0)
        self.sight = Sight(told, SeatView(state, self._index, {}), watching=True)
        self._teller.watch(self.sight)

    # The part of the person.

    def turn(self) -> None:
        """Show the next one's side below."""
        if self.sight is not None:
            self._index = (self._index + 1) % len(self._info.names)
            self._look(self.sight.seat.state)
            self.stage.notify()

    def enter(self, line: str) -> None:
        """Carry out a typed line."""
        line = clean(line, LINE_CELLS_MAX).strip()
        word, _, rest = line.partition(" ")
        if not line:
            self.stage.close_page()
        elif line in ("?", "help"):
            self.stage.open_page("help", list(KEYS))
        elif word.lower() in LEAVING:
            self.stage.leave("quit")
        elif self.sight is None:
            self.stage.write("refused", "there is nothing to see yet")
        elif line[0] == "?" or word.lower() == "help":
            looking.about(self.stage, self.sight, line[1:].strip() if line[0] == "?" else rest.strip())
        elif word.lower() in looking.LOOKING:
            looking.LOOKING[word.lower()](self.stage, self.sight, rest.strip())
        else:
            self.stage.write("refused", "you look on, and play no moves; ? says what you can type")
        self.stage.notify()

    def table(self, sight: Sight) -> Table:
        """The match as the view of a match shows it, with the result or "looking on" as its question."""
        brief = self.result or "looking on"
        return Table(sight, self.stage.typed, frozenset(), self.status, brief, brief, ROWS)


class LiveScene(Scene):
    """The table, log and line of an onlooker as a scene."""

    history = "log"

    def __init__(self, onlooker: Onlooker) -> None:
        super().__init__(onlooker.stage)
        self.onlooker = onlooker
        self.keys: Mapping[str, Callable[[], None]] = {"tab": onlooker.turn}

    def lines(self, width: int, height: int) -> list[str]:
        sight = self.onlooker.sight
        if sight is None:
            return framed(["waiting for the match to begin"], width, height)
        return view(self.stage, self.onlooker.table(sight), width, height)

    def hints(self, line: str, width: int) -> str:
        if self.stage.page is not None:
            return fit(PAGE_HINT, width)
        sight = self.onlooker.sight
        if not line or sight is None:
            return fit_hints(HINT, width)
        return fit(hinted(sight, line, self.complete(line)[1]), width)

    def enter(self, line: str) -> None:
        self.onlooker.enter(line)

    def complete(self, line: str) -> tuple[str, list[str]]:
        return "", [word for word in WORDS if line and word.startswith(line)]

    @property
    def colours(self) -> Mapping[str, str]:
        return colours_of(self.onlooker.sight) if self.onlooker.sight is not None else {}

    @property
    def over(self) -> bool:
        return bool(self.onlooker.result)

    def interrupt(self, again: bool) -> None:
        """There is nothing that could be lost."""
        self.stage.leave("quit")

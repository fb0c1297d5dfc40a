"""Moves through a match record: step, seek, change the viewpoint, find words, comment.

Knows neither terminal nor Trio. The log entries of every step are put together once for a view, in the words
of a match; the log at a position is that of all steps before it. A step of which nothing comes, such as a
pass, is gone over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from fadenet.console.match import looking
from fadenet.console.match.sight import Sight
from fadenet.console.match.table import Table
from fadenet.console.match.telling import LogWriter, parting
from fadenet.console.match.wording import spoken
from fadenet.console.shell.stage import LogEntry, Stage
from fadenet.console.text import clean
from fadenet.engine.state import Known
from fadenet.games.spelling import plain
from fadenet.table.record import ALL, Answered, Record
from fadenet.table.replay import Position, Replay, decisions
from fadenet.table.view import MatchInfo, SeatView

LEAVING = ("q", "quit")
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps a second while it plays."""
COMMENT_CELLS_MAX = 400

KEYS = (
    "Right and Left: on to what happens next, and back; passes are gone over. Down and Up: the next turn, the"
    " one before. Home: the very beginning. End.",
    "Space: play, and stop. + and -: faster, slower. Tab: the next view (a Player's, the public's, everything"
    " if the record holds it).",
    "g 57: to answer 57. t 6: to turn 6. /words: to the next step that tells of them; n: on from there.",
    "! words: comment the last answer; it is kept in the record when you leave.",
    "? c2, ? charge, ? turn.phases: about a card, a keyword, a rule. look p2, look p1 disc, hand, field, log:"
    " what lies where and what has happened. q: leave.",
)
WHERE_ROWS = 3
OPENING = "Right: what happens next. Down: the next turn. Home: back to the set-up. ? says all keys."
"""The note in the log where a replay opens."""


@dataclass(frozen=True, slots=True)
class Still:
    """A position that is worth a look, what was decided in the step that led there, and what came of it."""

    at: int
    sight: Sight
    decided: str
    entries: Sequence[LogEntry]


class Viewer:
    """Where somebody is in a replay. `sight` and the log of `stage` show it.

    at: after so many steps, None = at the first turn, with the keys in the log. warning: what is said at
    every place in the record, "" for nothing. ended: how the match ended, in one sentence.
    """

    def __init__(
        self, replay: Replay, view: str, at: int | None = None, warning: str = "", ended: str = ""
    ) -> None:
        self.replay = replay
        self.warning = warning
        self.ended = ended
        self.views = replay.views
        self.view = view
        self.stage = Stage()
        self.sight: Sight
        self.playing = False
        self.speed = 1
        self.words = ""  # last searched for
        self.comments: dict[int, str] = {}  # by number of the answer
        self._told = self._tell()
        self._last = self._next = ""  # the decisions in the step before this position, and in the next one
        self.at = replay.at_turn(1) if at is None else at
        self.seek(self.at)
        if at is None:
            self.stage.write("note", OPENING)

    # Moving.

    def seek(self, at: int) -> None:
        """To the position after so many steps, or the nearest there is."""
        replay, stage = self.replay, self.stage
        self.at = max(0, min(at, replay.length))
        stage.log.clear()
        stage.page = None
        for entry in chain.from_iterable(self._told[: self.at]):
            stage.add(entry)
        here = replay.position(max(0, self.at - 1))
        self._last = ""
        if self.at:
            self._last = self._decided(here)
            replay.advance(here)
        self._next = self._decided(here) if self.at < replay.length else ""
        self.sight = self._sight(here)
        stage.notify()

    def step(self, by: int) -> None:
        """On (1) or back (-1) to the next position at which something has happened; a replay that plays stops
        at the end."""
        at = self.at + by
        while 0 < at < self.replay.length and not self._told[at - 1]:
            at += by
        self.seek(at)
        self.playing = self.playing and self.at < self.replay.length

    def turn(self, by: int) -> None:
        """To the beginning of the next turn (1), of this one or the one before (-1)."""
        steps = self.replay.steps
        if by > 0:
            turn = steps[self.at].turn if self.at < len(steps) else 0
            self.seek(next((i for i in range(self.at, len(steps)) if steps[i].turn != turn), len(steps)))
        elif self.at:
            turn = steps[self.at - 1].turn
            self.seek(next(i for i, step in enumerate(steps) if step.turn == turn))

    def next_view(self) -> None:
        """Look with the next one's eyes."""
        self.view = self.views[(self.views.index(self.view) + 1) % len(self.views)]
        self._told = self._tell()
        self.seek(self.at)

    def faster(self, by: int) -> None:
        """Play faster (1) or slower (-1)."""
        self.speed = max(0, min(self.speed + by, len(SPEEDS) - 1))
        self.stage.notify()

    def play(self) -> None:
        """Play, or stop playing; at the end it begins anew."""
        self.playing = not self.playing
        self.seek(0 if self.playing and self.at == self.replay.length else self.at)

    def find(self, words: str) -> bool:
        """Behind the next step that tells of these words; from the beginning if there is none further on."""
        self.words = words
        wanted = plain(words)
        for number in (*range(self.at, self.replay.length), *range(self.at)):
            if any(wanted in plain(entry.lead + entry.text) for entry in self._told[number]):
                self.seek(number + 1)
                return True
        return False

    # Typed lines.

    def enter(self, line: str) -> None:
        """Carry out a typed line."""
        line = clean(line, COMMENT_CELLS_MAX).strip()
        word, _, rest = line.partition(" ")
        if not line:
            self.stage.close_page()
        elif line in ("?", "help"):
            self.stage.open_page("help", list(KEYS))
        elif line[0] == "/" or line == "n":
            self._search(line[1:].strip() or self.words)
        elif line[0] == "!":
            self._comment(line[1:].strip())
        elif word in ("g", "t") and rest.strip().isdecimal() and len(rest) < 10:
            find = self.replay.at_number if word == "g" else self.replay.at_turn
            self.seek(find(int(rest)) + (word == "g"))
        elif line[0] == "?" or word.lower() == "help":
            looking.about(self.stage, self.sight, line[1:].strip() if line[0] == "?" else rest.strip())
        elif word.lower() in looking.LOOKING:
            looking.LOOKING[word.lower()](self.stage, self.sight, rest.strip())
        elif word.lower() in LEAVING:
            self.stage.leave("quit")
        else:
            self.stage.write("refused", "a replay takes no moves; ? says what it takes")
        self.stage.notify()

    def _search(self, words: str) -> None:
        if not words:
            self.stage.write("refused", "say what to look for: /WORDS")
        elif not self.find(words):
            self.stage.write("refused", f"nothing in this record tells of '{words}'")

    # Comments.

    def _comment(self, words: str) -> None:
        """Comment the answer that was carried out last; without words, take its comment away."""
        if not self.at:
            self.stage.write("refused", "there is no answer yet to comment: go one step on")
            return
        step = self.replay.steps[self.at - 1]
        self.comments[step.number + len(step.entries) - 1] = words
        self._told = self._tell()
        self.seek(self.at)

    @property
    def changed_record(self) -> Record | None:
        """The record with the comments that were added, None if there are none."""
        if not self.comments:
            return None
        lines = []
        number = 0
        for line in self.replay.record.lines:
            if isinstance(line, Answered):
                number += 1
                line = replace(line, comment=self.comments.get(number, line.comment))
            lines.append(line)
        return replace(self.replay.record, lines=tuple(lines))

    def frames(self) -> Iterator[Still]:
        """Every position in this view, the first one first, but for those to which nothing has led that is
        told. The state of a frame goes on with the next one."""
        here = self.replay.position(0)
        yield Still(0, self._sight(here), "", ())
        for told in self._told:
            decided = self._decided(here)
            self.replay.advance(here)
            if told:
                yield Still(here.at, self._sight(here), decided, told)

    # Words.

    def table(self) -> Table:
        """The position as the view of a match shows it, with where it is in the record as its question."""
        status = f"view: {self.view}"
        return Table(self.sight, self.stage.typed, frozenset(), status, "waiting", self._where(), WHERE_ROWS)

    def _where(self) -> str:
        """Where we are, what was decided last, what comes next."""
        steps = self.replay.steps
        said = [*([self.warning] if self.warning else []), f"step {self.at} of {len(steps)}"]
        said += [f"last {self._last}"] if self._last else []
        said += [f"next {self._next}"] if self._next else []
        if self.at == len(steps) and self.ended:
            said.append(self.ended)
        if self.playing:
            said.append(f"plays {SPEEDS[self.speed]:g} a second")
        return " | ".join(said)

    def _sight(self, here: Position, seat: int | None = None, known: Known | None = None) -> Sight:
        """A position as this view sees it, or in the words of the player of a seat."""
        record, view = self.replay.record, self.view
        own = int(view[1:]) - 1 if view.startswith("p") and view[1:].isdecimal() else 0
        index = own if seat is None else seat
        names = (*(player.name for player in record.players), *self.replay.rules.automaton_names)
        kinds = tuple(player.kind for player in record.players)
        info = MatchInfo(view, record.game, record.format, index, names, kinds, (), 0)
        there = SeatView(here.state, index, here.seen(view) if known is None else known)
        return Sight(info, there, True, view == ALL)

    def _tell(self) -> list[list[LogEntry]]:
        """The log entries of every step in this view, between the comments before it and those on its
        answers."""
        stage, here = Stage(), self.replay.position(0)
        teller, sight = LogWriter(stage), self._sight(here)
        teller.watch(sight)
        told = []
        for step in self.replay.steps:
            stage.log.clear()
            for note in filter(None, step.notes):
                stage.write("note", f"; {note}")
            for _, entry in decisions(step):
                if said := parting(self.replay.rules, entry):
                    stage.write("event", said, f"p{entry.who + 1}")
            teller.tell(sight, self.replay.advance(here))
            for number, entry in enumerate(step.entries, step.number):
                comment = self.comments.get(number, entry.comment)
                if remark := f"{entry.mark} {comment}".strip():
                    stage.write("note", f"; {remark}")
            told.append(list(stage.log))
        return told

    def _decided(self, here: Position) -> str:
        """The decisions of seats in the step that comes next, as they type them, "" where the table brings
        something."""
        said = []
        for number, entry in decisions(self.replay.steps[here.at]):
            words = parting(self.replay.rules, entry)
            if not words:
                move, _, shown = self.replay.move_of(here.state, entry)
                known = here.seen(self.view) | dict(shown)
                words = spoken(self._sight(here, entry.who, known), move)
            said.append(f"{number}. p{entry.who + 1}: {words}")
        return ", ".join(said)

"""Moves through a match record: step, seek, change the viewpoint, find words, comment.

Knows neither terminal nor Trio. The log is filled anew at every move through the record: the steps shortly
before a position are carried out again, so that it says what led there.
"""

from __future__ import annotations

from dataclasses import replace

from fadenet.console.match import looking
from fadenet.console.match.sight import Sight
from fadenet.console.match.telling import Teller
from fadenet.console.match.view import Table
from fadenet.console.shell.stage import Stage
from fadenet.console.text import clean
from fadenet.engine.rules import rules_of
from fadenet.table.record import ALL, Answered, Record, entry_text
from fadenet.table.replay import Replay, Step, decisions
from fadenet.table.view import MatchInfo, SeatView

TOLD_STEPS = 48
"""How many steps before a position the log tells of."""
LEAVING = ("q", "quit")
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps a second while it plays."""
COMMENT_CELLS_MAX = 400

KEYS = (
    "Right and Left: one step on, one back. Down and Up: the next turn, the one before. Home, End.",
    "Space: play, and stop. + and -: faster, slower. Tab: the next view (a Player's, the public's, everything"
    " if the record holds it).",
    "g 57: to answer 57. t 6: to turn 6. /words: to the next step that tells of them; n: on from there.",
    "! words: comment the last answer; it is kept in the record when you leave.",
    "? c2, ? charge, ? turn.phases: about a card, a keyword, a rule. look p2, look p1 disc, hand, field, log:"
    " what lies where and what has happened. q: leave.",
)
WHERE_ROWS = 3


class Viewer:
    """Where somebody is in a replay. `sight` and the log of `stage` show it.

    warning: what is said of the record at every place in it, "" for nothing.
    """

    def __init__(self, replay: Replay, view: str, at: int = 0, warning: str = "") -> None:
        self.replay = replay
        self.warning = warning
        self.views = replay.views
        self.view = view
        self.stage = Stage()
        self.sight: Sight
        self.at = at
        self.playing = False
        self.speed = 1
        self.words = ""  # last searched for
        self.comments: dict[int, str] = {}  # by number of the answer
        self.seek(at)

    # Moving.

    def seek(self, at: int) -> None:
        """To the position after so many steps, or the nearest there is."""
        replay, stage = self.replay, self.stage
        self.at = max(0, min(at, replay.length))
        here = replay.position(max(0, self.at - TOLD_STEPS))
        index = int(self.view[1:]) - 1 if self.view.startswith("p") and self.view[1:].isdigit() else 0
        record = replay.record
        names = (*(player.name for player in record.players), *rules_of(here.state).automaton_names)
        kinds = tuple(player.kind for player in record.players)
        info = MatchInfo(self.view, record.game, record.format, index, names, kinds, (), 0)
        teller = Teller(stage)
        stage.log.clear()
        stage.page = None
        self.sight = Sight(info, SeatView(here.state, index, here.seen(self.view)), True, self.view == ALL)
        while here.at < self.at:
            step = replay.steps[here.at]
            for number, entry in decisions(step):
                stage.write("event", f"{number}. {self._text(number, entry)}", f"p{entry.who + 1}")
            teller.tell(self.sight, replay.advance(here))
        stage.notify()

    def step(self, by: int) -> None:
        """So many steps on, or back; what plays stops at the end."""
        self.seek(self.at + by)
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
        wanted = words.lower()
        here = self.replay.position(self.at)
        for _ in range(2):
            while here.at < self.replay.length:
                step = self.replay.steps[here.at]
                said = [f"{n}. {self._text(n, e)}" for n, e in decisions(step)]
                said += self.replay.told(here, self.view)
                if any(wanted in text.lower() for text in said):
                    self.seek(here.at)
                    return True
            here = self.replay.position(0)
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

    # Words.

    def table(self) -> Table:
        """What the view of a match shows of it."""
        status = f"view: {self.view}"
        return Table(self.sight, self.stage.typed, frozenset(), status, "waiting", self._where(), WHERE_ROWS)

    def _text(self, number: int, entry: Answered) -> str:
        """An answer without its seat."""
        shown = replace(entry, comment=self.comments.get(number, entry.comment))
        return entry_text(shown).partition(" ")[2]

    def _where(self) -> str:
        """Where we are, what was answered last, what comes next."""
        steps = self.replay.steps
        said = [*([self.warning] if self.warning else []), f"step {self.at} of {len(steps)}"]
        if self.at:
            said.append(f"last {self._named(steps[self.at - 1])}")
        if self.at < len(steps):
            step = steps[self.at]
            said += [f"; {note}" for note in step.notes if note]
            said.append(f"next {self._named(step)}")
        elif self.replay.record.result is not None:
            said.append(f"ended {self.replay.record.result}")
        if self.playing:
            said.append(f"plays {SPEEDS[self.speed]:g} a second")
        return " | ".join(said)

    def _named(self, step: Step) -> str:
        """A step in short: a decision as it is written, what the table brought without the cards."""
        if step.decided:
            return ", ".join(f"{n}. p{e.who + 1} {self._text(n, e)}" for n, e in decisions(step))
        said = [f"p{e.who + 1} {e.words[0]}" if e.who >= 0 else e.words[0] for e in step.entries]
        last = step.number + len(step.entries) - 1
        comment = self.comments.get(last, step.entries[-1].comment)
        return f"{step.number}. {', '.join(said)}" + (f" ; {comment}" if comment else "")

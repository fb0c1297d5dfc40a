"""The person's side of a lesson: the step stands above the question, and the move that is made is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fadenet.console.learn.said import LOG, WAS, logged, said_of
from fadenet.console.learn.script import Script
from fadenet.console.match.desk import Desk, Pace, Search
from fadenet.console.match.rows import March
from fadenet.console.match.table import Table
from fadenet.console.shell.stage import LogEntry
from fadenet.console.text import clean
from fadenet.engine.errors import LoadError
from fadenet.engine.rules import Move
from fadenet.engine.state import TableNeed
from fadenet.games.figures import REFERENCE, filled
from fadenet.table.view import MatchInfo, SeatView

TEACHER = "lesson"
"""The speaker of a lesson's entries in the log."""
STAYS = "Everything is as it was: try again, or hint."
ASKS = "this step asks for it"
KEPT = "a lesson is not given up: quit leaves it, and the next time it goes on from here"


class LessonDesk(Desk):
    """A desk with a lesson on it. keep: told how many steps are done, whenever one is."""

    way_out = "Enter goes on, quit leaves"

    def __init__(self, script: Script, keep: Callable[[int], None]) -> None:
        super().__init__()
        self.set_pace(Pace.ONCE)
        self.script = script
        self.keep = keep
        self.advise = LessonAdvice(self)
        self._guide = ""
        self._said = -1  # the step after which its last words have been said
        self._was: dict[str, str] = {}  # the texts about cards when the step was asked for

    def teach(self, text: str) -> None:
        """Say something that stands in the log."""
        self.add(LogEntry("event", TEACHER, clean(self.filled(text))))
        self.notify()

    def filled(self, text: str) -> str:
        """A text of the lesson with its figures. Raises `LoadError` for one that is not there."""
        return filled(text, self._of)

    def _of(self, asked: str) -> str:
        if asked.startswith(LOG):
            said = logged(reversed(self.log), asked.removeprefix(LOG))
        else:
            said = self._was.get(asked) or said_of(self.sight, asked)
        if not said:
            raise LoadError("lessons", self.script.lesson.id, asked, "nothing is called so in this position")
        return said

    def _remember(self) -> None:
        """Keep what is said now of that whose figures of now are told when the step is done."""
        steps, n = self.script.lesson.steps, self.script.step
        later = steps[n].then + "".join(step.say for step in steps[n + 1 : n + 2])
        asked = [found[1] for found in REFERENCE.finditer(later)]
        self._was = {one: said_of(self.sight, one.removeprefix(WAS)) for one in asked if one.startswith(WAS)}

    def introduce(self) -> None:
        """Say what the lesson is about; the events that have led there are not told."""
        lesson = self.script.lesson
        self.teach(f"{lesson.title}. {lesson.about}")
        if self.script.skipped:
            self.teach(f"you go on with step {self.script.skipped + 1} of {len(lesson.steps)}")

    def ask(self) -> None:
        """Ask for the step that is due, whatever the stops say."""
        self.put()
        self.close_step()
        self._guide = self._guided()
        self._remember()
        self.add(LogEntry("guide", TEACHER, clean(self._guide)))
        self.write("ask", self.question())

    def close_step(self) -> None:
        """Say the last words of the step before the one that is due, once."""
        step = self.script.step - 1
        if self._said < step >= self.script.skipped:
            self._said = step
            if self.script.lesson.steps[step].then:
                self.teach(self.script.lesson.steps[step].then)

    def _guided(self) -> str:
        steps = self.script.lesson.steps
        return f"Step {self.script.step + 1} of {len(steps)}: {self.filled(steps[self.script.step].say)}"

    def march(self, march: March) -> None:
        """A step is one move: the first."""
        self.give(march.next(self.sight, self.dialogue.options))

    def give(self, move: Move, words: str = "") -> None:
        """Answer with the move if it does what the step asks for; else say why it does not."""
        why = self.script.objection(self.sight, move)
        if not why:
            super().give(move, words)
            return
        self.page = None
        self.teach(f"{why} {STAYS}")
        self.write("ask", self.question())

    def concede(self) -> None:
        self.write("note", KEPT)

    def done(self) -> None:
        """All steps are made."""
        self.close_step()
        lesson = self.script.lesson
        self.dialogue.withdraw()
        self.page = None
        self.teach(lesson.end)
        self.result = f"The lesson is done: {lesson.title}. {self.result}".strip()
        self.write("over", self.result)

    def table(self) -> Table:
        guide = self._guide if self.dialogue.asked and not self.result else ""
        return replace(super().table(), guide=guide)


class LessonAdvice:
    """A helper that shows the move which the step asks for."""

    def __init__(self, desk: LessonDesk) -> None:
        self.desk = desk

    def move(self, seat: SeatView, called: Callable[[int], str]) -> tuple[Move, str]:
        """The first of the moves that do it."""
        cue = self.desk.script.cue
        assert cue is not None
        return cue.moves(self.desk.sight, seat.options())[0], ASKS

    def reason(self, seat: SeatView, move: Move, called: Callable[[int], str]) -> str:
        """The same for all that do it."""
        return ASKS

    def search(self, match: MatchInfo, seat: SeatView) -> Search | None:
        """Nothing: there is nothing to find."""
        return None

    def indifferent(self, seat: SeatView) -> bool:
        """No: steps are asked for one by one."""
        return False

    def beyond(self, seat: SeatView, move: Move) -> list[Move]:
        """Nothing: a step is one move."""
        return []

    def card(
        self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]
    ) -> tuple[int, str]:
        """The first card; no step asks for one."""
        return there[0], ASKS

"""The players of a lesson: the person, who is asked at its steps, and the other side, which follows the
script."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import trio

from fadenet.console.learn.desk import LessonDesk
from fadenet.console.learn.script import Finished, Lost, Script
from fadenet.console.match.dialogue import Wish
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.sight import Sight
from fadenet.engine.errors import Illegal
from fadenet.engine.rules import Rules
from fadenet.engine.state import Row, TableNeed
from fadenet.games.lessons import codes_of
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, Player, SeatView, TakeBack

NAMES = ("Learner", "Teacher")


class Learner(ConsolePlayer):
    """The person: a question that no step is about is answered by the script."""

    def __init__(self, desk: LessonDesk, linger: bool) -> None:
        super().__init__(desk, linger)
        self.lesson = desk
        self.script = desk.script
        self._asked = False  # whether a step has been asked for: what leads there is not told
        self._marks: list[int] = []  # the cues that were answered

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        if self.dialogue.wish is Wish.BACK:
            self.script.at = self._marks.pop()
        await super().start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        if self._asked:
            self.desk.tell(rows)
        else:
            self.desk.sight.labels.update(seat)
        await trio.lowlevel.checkpoint()

    async def choose(self, seat: SeatView) -> Answer:
        await trio.lowlevel.checkpoint()
        if self.dialogue.wish is Wish.BACK:
            raise TakeBack(seat.index)
        self.desk.sight.labels.update(seat)
        move = self.script.answer(self.desk.sight)
        if move is not None:
            return Answer(move, own=False)
        if not self._asked:
            self._asked = True
            self.lesson.introduce()
        self.lesson.ask()
        await self._wait()
        given = self.dialogue.collect()
        assert isinstance(given, Answer)
        self._marks.append(self.script.at)
        self.script.at += 1
        self.lesson.keep(self.script.step)
        return given

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        await trio.lowlevel.checkpoint()
        return taken(self.script, self.desk.sight, need)


class Opposite:
    """The other side: a `Player` that makes the moves of the script."""

    def __init__(self, script: Script) -> None:
        self.script = script

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        self.sight = Sight(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.sight.labels.update(seat)

    async def choose(self, seat: SeatView) -> Answer:
        self.sight.labels.update(seat)
        move = self.script.answer(self.sight)
        assert move is not None
        return Answer(move, own=False)

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        return taken(self.script, self.sight, need)

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        """Raises `AssertionError`: the moves of a script are legal where they are made."""
        raise AssertionError(f"a move of a lesson was refused ({reason.rule}): {reason.text}")

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        """Nothing: the lesson says what is to be said."""


def taken(script: Script, sight: Sight, need: TableNeed) -> list[int]:
    """The cards that a seat takes out of its deck, as the script says it."""
    chosen: list[int] = []
    while there := sight.seat.takeable(need, chosen):
        h = script.take(sight, there, len(chosen) < sight.seat.least(need))
        if not h:
            break
        chosen.append(h)
    return chosen


async def go_through(rules: Rules, learner: Learner) -> None:
    """Play a lesson to its end. Raises `Lost` if the match is over before that."""
    script = learner.script
    players: list[Player] = [learner, Opposite(script)]
    match = LocalMatch(
        rules, players, codes_of(rules, script.lesson), None, names=NAMES, kinds=("human", "bot")
    )
    with contextlib.suppress(Finished):
        await match.play()
    if script.cue is not None:
        raise Lost(f"{script.lesson.id}: the match is over before {script.cue.lines[0]}")
    learner.lesson.done()

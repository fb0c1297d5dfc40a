"""The script of a lesson: what comes next, who does it, and whether a move does what a step asks for.

A script is a row of cues, each a move of a seat. The seat that is asked makes the move of the next cue, if it
is its own and legal now; else it passes, declines or ends, whatever leads on most quietly. The cues of steps
are the player's own: there the person is asked, and other legal moves are answered with why they are not it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fadenet.console.faces.face import Stop
from fadenet.console.match import wording
from fadenet.console.match.dialogue import Stops
from fadenet.console.match.sight import Sight
from fadenet.engine.acts import A_SEAT
from fadenet.engine.kernel import NO_MOVE, PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, MODE, RESPOND, Ask
from fadenet.games.lessons import Lesson
from fadenet.games.spelling import slug

TAKE = "take "
"""Before the names of the cards that answer a search."""
BETWEEN = "; "
PLAYER = 0
"""The seat of the learner."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A move of a seat, as one of these lines says it. step: the number of its step, -1 = not a step."""

    seat: int
    lines: tuple[str, ...]
    step: int = -1

    def moves(self, sight: Sight, options: list[Move]) -> list[Move]:
        """Those of the legal moves that one of the lines begins."""
        grammar = wording.grammar(sight, options)
        return [move for line in self.lines for move in grammar.under(line)]


class Lost(Exception):
    """A lesson cannot go on: its next move was never legal."""


class Finished(Exception):
    """All of the lesson has been done."""


class Script:
    """The cues of a lesson. at: the next one. skipped: steps before this one are made by themselves."""

    def __init__(self, lesson: Lesson, skipped: int = 0) -> None:
        self.lesson = lesson
        self.cues = list(_cues(lesson))
        self.skipped = skipped
        self.at = 0

    @property
    def cue(self) -> Cue | None:
        """The next cue, None = there is none left."""
        return self.cues[self.at] if self.at < len(self.cues) else None

    @property
    def step(self) -> int:
        """The number of the step that is due, or comes next; how many there are where none is left."""
        return next((cue.step for cue in self.cues[self.at :] if cue.step >= 0), len(self.lesson.steps))

    @property
    def begun(self) -> bool:
        """Whether the position stands from which the person goes on."""
        return self.step > self.skipped or self.due

    @property
    def due(self) -> bool:
        """Whether the next cue is one for the person."""
        return self.cue is not None and self.cue.step >= self.skipped

    def answer(self, sight: Sight) -> Move | None:
        """The answer of a seat; None = the person is asked. Raises `Finished` and `Lost`."""
        options, ask, cue = sight.seat.options(), sight.seat.ask, self.cue
        assert ask is not None
        if cue is None and ask.kind == ACT:
            raise Finished
        if cue is not None and cue.seat == sight.seat.index and not _passed(sight, ask, options):
            fits = cue.moves(sight, options)
            if fits and self.due:
                return None
            if fits:
                self.at += 1
                return fits[0]
        if sight.seat.state.turn > TURNS_MAX:
            raise Lost(f"{self.lesson.id}: {cue.lines[0] if cue else 'its end'} is never legal")
        return _quiet(sight, options)

    def take(self, sight: Sight, there: Sequence[int], must: bool) -> int:
        """Which of these cards a seat takes out of its deck: the one that a cue names, else the first if one
        must be taken, 0 = none.
        """
        cue = self.cue
        if cue is not None and cue.seat == sight.seat.index and cue.lines[0].startswith(TAKE):
            wanted = slug(cue.lines[0].removeprefix(TAKE))
            cards = sight.seat.state.rules.cards
            found = next((h for h in there if cards[sight.seat.code(h)].slug == wanted), 0)
            self.at += bool(found)
            return found or (there[0] if must else 0)
        return there[0] if must else 0

    def objection(self, sight: Sight, move: Move) -> str:
        """Why a move of the person is not what the step asks for, "" = it is."""
        assert self.cue is not None
        options = sight.seat.options()
        if same(sight, move) in {same(sight, fit) for fit in self.cue.moves(sight, options)}:
            return ""
        step = self.lesson.steps[self.cue.step]
        for line, why in step.no.items():
            if move in Cue(PLAYER, (line,)).moves(sight, options):
                return why
        return step.why


TURNS_MAX = 40


def _cues(lesson: Lesson) -> Iterator[Cue]:
    yield from _said(lesson.before)
    for number, step in enumerate(lesson.steps):
        yield Cue(PLAYER, step.do, number)
        yield from _said(step.next)


def _said(lines: Sequence[str]) -> Iterator[Cue]:
    for one in (one for line in lines for one in line.split(BETWEEN)):
        seat, _, move = one.partition(" ")
        yield Cue(int(seat.removeprefix("p")) - 1, (move,))


def _passed(sight: Sight, ask: Ask, options: list[Move]) -> bool:
    """Whether nobody needs to be asked: with nothing to answer, behind an own Link, and where by the usual
    stops nobody is."""
    s = sight.seat.state
    if ask.kind != RESPOND or options == [PASS_MOVE]:
        return ask.kind == RESPOND
    if s.chain:
        return bool(s.acts[s.chain[-1]][A_SEAT] == sight.seat.index)
    return Stops().of(sight, ask.window) is Stop.OFF


def same(sight: Sight, move: Move) -> Move:
    """The same for moves that do the same with another copy of a hidden card of one's own."""
    s = sight.seat.state
    return tuple(
        (-1, sight.seat.code(x)) if type(x) is int and at and x > 0 and not s.face[x] else x
        for at, x in enumerate(move)
    )


def _quiet(sight: Sight, options: list[Move]) -> Move:
    """The move that leads on most quietly: a pass, a no or the end, else the first option. Before the first
    turn the first seat wins the throw."""
    s, ask = sight.seat.state, sight.seat.ask
    assert ask is not None
    if ask.kind == MODE and not s.turn:
        return options[-sight.seat.index % len(options)]
    ends = (s.rules.verbs.index(sight.face.stopping),)
    return next((move for move in (PASS_MOVE, NO_MOVE, ends) if move in options), options[0])

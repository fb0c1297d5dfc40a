"""A puzzle at the console: a match that goes on from its position, in which the right moves are asked for.

The seat that is asked answers as often as the puzzle says; then the moves are made that prove the answer
right, on both sides, and told as in any match.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace

import trio

from fadenet.console.learn.script import Finished, same
from fadenet.console.match.desk import Desk, Pace
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.rows import March
from fadenet.console.match.sight import Sight
from fadenet.console.match.table import Table
from fadenet.console.match.view import view
from fadenet.console.match.worded import told
from fadenet.console.match.wording import spoken
from fadenet.console.shell.stage import LogEntry, Page, Stage
from fadenet.console.text import clean
from fadenet.engine.errors import Illegal, LoadError, WrongInput
from fadenet.engine.position import HiddenState
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import Row, State, TableNeed
from fadenet.games.puzzles import Puzzle, opened
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, Player, SeatView

PUZZLE = "puzzle"
"""The speaker of a puzzle's entries in the log."""
OPEN = "All Hands lie open. What a deck or a die would bring may be anything."
WRONG = "It falls short, or something can be answered or drawn against it."
STAYS = "Everything is as it was: try again, or type concede to see the answer."
SOLVED, SOLVED_LATER = "Solved at the first go.", "Solved, but not at the first go."
SHOWN_IT = "The answer has been shown."
SHOWN = 80, 60
"""The cells of a table that is printed: columns and rows."""
IDLE = frozenset({"mix"})
"""Verbs that change nothing where all lies open."""

Keep = Callable[[bool], str]
"""Told once whether the puzzle was solved at the first go, when it is solved or a first answer is wrong;
returns what is to be said of it, "" for nothing."""


class PuzzleLine:
    """The moves of a puzzle in their order. at: the next one. asked: how many the person has made."""

    def __init__(self, rules: Rules, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.state, self.hidden, self.seat = opened(rules, puzzle)
        self.rules = rules
        self.at = 0
        self.asked = 0

    @property
    def due(self) -> bool:
        """Whether the next move of the seat is one for the person."""
        return self.asked < self.puzzle.asked

    def next(self, seat: SeatView) -> Move:
        """The move that comes next, made by this seat. Raises `Finished` behind the last one, and `LoadError`
        for a line that does not fit its position."""
        options = seat.options()
        if len(options) == 1:
            return options[0]
        if self.at == len(self.puzzle.line):
            raise Finished
        text = self.puzzle.line[self.at]
        with contextlib.suppress(WrongInput):
            move = seat.parse(text)
            if move in options:
                return move
        raise LoadError(f"{self.rules.name}.toml", self.puzzle.id, "line", f"{text!r} is not legal there")

    def also(self, seat: SeatView) -> list[Move]:
        """The moves that may as well come first, while that is asked for."""
        return [] if self.asked else [seat.parse(text) for text in self.puzzle.also]

    def made(self, seat: SeatView) -> None:
        """The move has been made, which is a step of the line unless it left no choice."""
        self.at += len(seat.options()) > 1


def shown(line: PuzzleLine) -> tuple[list[str], list[str], str]:
    """(the table of a puzzle as it is printed, the legal moves in notation, the answer in words)."""
    sight = sight_of(line.state, line.hidden, line.seat, _names(line), _kinds(line))
    seat = sight.seat
    return printed(sight), [seat.text(move) for move in seat.options()], spoken(sight, line.next(seat))


def sight_of(
    s: State, hidden: HiddenState, index: int, names: tuple[str, ...], kinds: tuple[str, ...]
) -> Sight:
    """The view that the seat of an index has of a position whose Hands lie open."""
    seat, rules = SeatView(s, index, hidden.known[index]), rules_of(s)
    sight = Sight(MatchInfo("", rules.name, rules.format, index, names, kinds, (), 0), seat, open_hands=True)
    sight.labels.update(seat)
    return sight


def printed(sight: Sight) -> list[str]:
    """The table as it is printed."""
    table = Table(sight, "", frozenset(), "puzzle", "", "", 1)
    return [row.rstrip() for row in view(Stage(), table, *SHOWN) if row.strip()]


def _names(line: PuzzleLine) -> tuple[str, ...]:
    return tuple("Solver" if seat == line.seat else "Opponent" for seat in range(line.state.seats))


def _kinds(line: PuzzleLine) -> tuple[str, ...]:
    return tuple("human" if seat == line.seat else "bot" for seat in range(line.state.seats))


class PuzzleDesk(Desk):
    """A desk with a puzzle on it. number: of the puzzle, as it is called; keep: see `Keep`. missed: whether
    something else was tried, or an answer shown; gave_up: whether one was shown."""

    conceding = "to see the answer"

    def __init__(self, line: PuzzleLine, number: str, keep: Keep) -> None:
        super().__init__()
        self.set_pace(Pace.ONCE)
        self.line = line
        self.number = number
        self.keep = keep
        self.missed = False
        self.gave_up = False
        self._guide = ""

    def say(self, text: str) -> None:
        """Say something that stands in the log."""
        self.add(LogEntry("event", PUZZLE, clean(text)))
        self.notify()

    def start(self, info: MatchInfo, seat: SeatView) -> None:
        super().start(info, seat)
        self.sight.open_hands = True

    def ask(self) -> None:
        """Ask for the next move, whatever the stops say."""
        self.put()
        first = not self.line.asked
        task = self.line.puzzle.task
        self._guide = clean(f"{self.number}: {task} {OPEN}" if first else f"Right. And then? {task}")
        if first and self.lasting:  # lines that are printed show no table
            for row in told(Table(self.sight, "", frozenset(), "", "", "", 0)):
                self.say(row)
        self.add(LogEntry("guide", PUZZLE, self._guide))
        self.write("ask", self.question())

    def march(self, march: March) -> None:
        """An answer is one move: the first."""
        self.give(march.next(self.sight, self.dialogue.options))

    def give(self, move: Move, words: str = "") -> None:
        """Answer with the move if it is right; else say that it is not."""
        sight, right = self.sight, self.line.next(self.sight.seat)
        if same(sight, move) == same(sight, right):
            super().give(move, words)
            return
        self.page = None
        if same(sight, move) in [same(sight, one) for one in self.line.also(sight.seat)]:
            self.say(f"Right, it may as well come first. The line begins so: {spoken(sight, right)}.")
            super().give(right)
            return
        if sight.seat.state.rules.verbs[move[0]] in IDLE:
            self.say(f"That changes nothing where all lies open. {STAYS}")
        else:
            self.say(f"Not {spoken(sight, move)}. {WRONG} {STAYS}")
            self._miss()
        self.write("ask", self.question())

    def concede(self) -> None:
        """Show the answer."""
        if not self.dialogue.asked:
            return
        self._miss()
        self.gave_up = True
        right = self.line.next(self.sight.seat)
        self.say(f"The answer: {spoken(self.sight, right)}.")
        super().give(right)

    def _miss(self) -> None:
        """It is not solved at the first go."""
        if not self.missed:
            self.missed = True
            self._note(self.keep(False))

    def _note(self, said: str) -> None:
        if said:
            self.write("note", said)

    def done(self) -> None:
        """The line has been played to its end."""
        self.dialogue.withdraw()
        self.page = None
        puzzle = self.line.puzzle
        cited = ", ".join(puzzle.rules)
        ends = (
            f"{puzzle.why}" + (f" [{cited}]" if cited else ""),
            f"Proven through every line: {puzzle.rests} questions.",
        )
        for text in ends:
            self.say(text)
        self.result = SHOWN_IT if self.gave_up else SOLVED_LATER if self.missed else SOLVED
        self.write("over", self.result)
        if not self.lasting:  # beside a full table the log has a few rows
            self.page = Page(self.result, [*ends])
        if not self.missed:
            self._note(self.keep(True))

    def table(self) -> Table:
        return replace(super().table(), guide=self._guide if self.dialogue.asked and not self.result else "")


class Solver(ConsolePlayer):
    """The person who solves: what is not asked for is answered by the line."""

    def __init__(self, desk: PuzzleDesk) -> None:
        super().__init__(desk, linger=False)
        self.puzzle = desk
        self.line = desk.line

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.desk.tell(rows)
        await trio.lowlevel.checkpoint()

    async def choose(self, seat: SeatView) -> Answer:
        await trio.lowlevel.checkpoint()
        self.desk.sight.labels.update(seat)
        move = self.line.next(seat)
        asks = self.line.due and len(seat.options()) > 1
        if asks:
            self.puzzle.ask()
            await self._wait()
            given = self.dialogue.collect()
            assert isinstance(given, Answer)
            move = given.move
            self.line.asked += 1
        self.line.made(seat)
        return Answer(move, own=False)

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        """Nothing: the puzzle says how it ends."""


class Replier:
    """The other side: a `Player` that makes the moves of the line."""

    def __init__(self, line: PuzzleLine) -> None:
        self.line = line

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        """Nothing: the line says all."""

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        """Nothing: the line says all."""

    async def choose(self, seat: SeatView) -> Answer:
        move = self.line.next(seat)
        self.line.made(seat)
        return Answer(move, own=False)

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        """The first cards that may be taken."""
        return seat.settled(need, ())

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        """Raises `AssertionError`: the moves of a line are legal where they are made."""
        raise AssertionError(f"a move of a puzzle was refused ({reason.rule}): {reason.text}")

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        """Nothing: the puzzle says how it ends."""


async def go_through(solver: Solver) -> None:
    """Play a puzzle to the end of its line."""
    line = solver.line
    seats = range(line.state.seats)
    players: list[Player] = [solver if seat == line.seat else Replier(line) for seat in seats]
    match = LocalMatch.going_on(line.state, line.hidden, players, None, _names(line), _kinds(line))
    with contextlib.suppress(Finished):
        await match.play()
    solver.puzzle.done()

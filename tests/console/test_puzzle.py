"""A puzzle at the console: on the full screen, with wrong answers, with the answer shown, in other orders."""

from __future__ import annotations

import re
from functools import partial

import msgspec
import pytest
import trio
from prompt_toolkit.input import create_pipe_input

from fadenet import games
from fadenet.console.learn.puzzle import STAYS, PuzzleDesk, PuzzleLine, Solver, go_through, shown
from fadenet.console.match.commands import enter
from fadenet.console.match.scene import MatchScene
from fadenet.console.match.sight import Sight
from fadenet.console.match.table import Table
from fadenet.console.match.worded import told as in_words
from fadenet.console.shell.screen import run_screen
from fadenet.console.text import cells
from fadenet.engine.rules import Move
from fadenet.games.puzzles import Puzzle, puzzles_of
from fadenet.table.view import MatchInfo, SeatView
from tests.console.helpers import Eyes, on_screen

PUZZLES = [(name, one) for name in games.NAMES for one in puzzles_of(games.load(name))]
ONE = next(one for name, one in PUZZLES if name == "faroe" and one.asked == 1 and not one.also)
ORDERED = next((name, one) for name, one in PUZZLES if one.also)


class Answering(Solver):
    """A person who gives these moves in turn, as notation writes them, and gives up behind the last one."""

    def __init__(self, desk: PuzzleDesk, answers: list[str]) -> None:
        super().__init__(desk)
        self.answers = answers

    async def _wait(self) -> None:
        await trio.lowlevel.checkpoint()
        while not self.dialogue.given:
            if self.answers:
                self.puzzle.give(self.puzzle.sight.seat.parse(self.answers.pop(0)))
            else:
                enter(self.desk, "concede")
                enter(self.desk, "concede")


class Knowing(Solver):
    """A person who makes the moves of the line."""

    async def _wait(self) -> None:
        await trio.lowlevel.checkpoint()
        while not self.dialogue.given:
            self.puzzle.give(self.line.next(self.puzzle.sight.seat))


def laid(name: str, puzzle: Puzzle) -> tuple[PuzzleDesk, list[bool]]:
    """A desk with a puzzle, and what it has told of how it was solved."""
    told: list[bool] = []

    def keep(right: bool) -> str:
        told.append(right)
        return ""

    return PuzzleDesk(PuzzleLine(games.load(name), puzzle), "Puzzle 1", keep), told


async def solved(name: str, puzzle: Puzzle, answers: list[str]) -> tuple[str, list[bool]]:
    """All that is said, and told, when a person answers so."""
    desk, told = laid(name, puzzle)
    await go_through(Answering(desk, answers))
    return "\n".join(entry.text for entry in desk.log), told


def legal(line: PuzzleLine) -> list[Move]:
    """The moves in the position of a puzzle."""
    return SeatView(line.state, line.seat, line.hidden.known[line.seat]).options()


@pytest.mark.parametrize("name", games.NAMES)
async def test_the_answer_leads_to_why_it_is_right(name: str) -> None:
    """given the first puzzle of a game, when its line is typed as far as it is asked for, then the rest of it
    is told, why it is right is said, and it is solved at the first go."""
    one = puzzles_of(games.load(name))[0]
    line = PuzzleLine(games.load(name), one)
    mine = own_moves(line)
    said, told = await solved(name, one, mine[: one.asked])
    assert one.why in said and "Solved at the first go." in said and told == [True]


def own_moves(line: PuzzleLine) -> list[str]:
    """The moves of the line that the person makes. Puzzles of one move begin with it; in the others nobody
    else has a choice between those that are asked for, or passes."""
    others = {"pass", "decline"}
    return [text for text in line.puzzle.line if line.puzzle.asked == 1 or text not in others]


async def test_a_wrong_answer_leaves_all_as_it_was() -> None:
    """given a wrong move and then the right one, then the first is answered with that it is not, and the
    puzzle has been missed, which is told once."""
    desk, _ = laid("faroe", ONE)
    view = SeatView(desk.line.state, desk.line.seat, desk.line.hidden.known[desk.line.seat])
    wrong = [text for text in map(view.text, legal(desk.line)) if text not in ("mix", ONE.line[0])]
    said, told = await solved("faroe", ONE, [*wrong[:2], ONE.line[0]])
    assert said.count(STAYS) == 2 and "Solved, but not at the first go." in said and told == [False]


async def test_conceding_shows_the_answer() -> None:
    """given concede, when it is typed, then it is said what for, and typed once more it shows the answer."""
    said, told = await solved("faroe", ONE, [])
    assert "The answer: " in said and "The answer has been shown." in said and ONE.why in said
    assert told == [False]
    assert "to see the answer, type the word concede once more" in said and "this match" not in said


async def test_a_move_of_the_line_may_come_first() -> None:
    """given a puzzle whose moves may be made in another order, then the one that comes later in its line is
    right too."""
    name, one = ORDERED
    said, told = await solved(name, one, [one.also[0]])
    assert "it may as well come first" in said and one.why in said and told == [True]


# The words of puzzles.

FIGURES = {
    **{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10},
    **{"eleven": 11, "twelve": 12, "sixteen": 16, "seventeen": 17},
}
NAMED = re.compile(r"[A-Z][\w'-]{3,}")
"""A word of a card's name by which a text may call it."""


def figures(text: str) -> set[int]:
    """The numbers in a text, as digits or as words from two on."""
    words = re.findall(r"[a-z]+", text.lower())
    return {int(digits) for digits in re.findall(r"\d+", text)} | {FIGURES[w] for w in words if w in FIGURES}


async def invented(name: str, puzzle: Puzzle) -> list[str]:
    """The things said of a puzzle that neither its table, nor its line as it is told, nor the cards that are
    named say: figures, and the cards of all moves that may come first if none of them is called."""
    rules, (desk, _) = games.load(name), laid(name, puzzle)
    line = desk.line
    s, truth, said = line.state, line.hidden.truth, f"{puzzle.task} {puzzle.why}"
    seat = SeatView(s, line.seat, line.hidden.known[line.seat])
    sight = Sight(MatchInfo("", name, rules.format, line.seat, ("a", "b"), ("human", "bot"), (), 0), seat)
    sight.open_hands = True
    table = in_words(Table(sight, "", frozenset(), "", "", "", 0))
    on_it = [h for h in range(s.seats + 1, len(s.code)) if s.zone[h] >= 0 or s.host[h]]
    there = [rules.cards[code] for h in on_it if (code := s.code[h] or truth.get(h, 0))]
    first = [seat.parse(text)[1:2] for text in (puzzle.line[0], *puzzle.also)]
    used = {rules.cards[truth[h]].name for (h,) in filter(None, first) if isinstance(h, int) and h in truth}
    await go_through(Knowing(desk))
    ends = (puzzle.why, puzzle.task, "Proven through")
    told = [entry.text for entry in desk.log if not any(text in entry.text for text in ends)]
    named = sorted((card for card in there if card.name in said), key=lambda card: -len(card.name))
    known = figures(" ".join([*table, *told, *(card.text for card in named)]))
    called = [one for one in used if any(word in said for word in NAMED.findall(one))]
    for card in named:
        said = said.replace(card.name, "")
    return [*map(str, sorted(figures(said) - known)), *([] if called else sorted(used))]


@pytest.mark.parametrize(
    ("name", "puzzle"), [pytest.param(*one, id=f"{one[0]}-{one[1].id}") for one in PUZZLES]
)
async def test_its_words_say_what_the_table_says(name: str, puzzle: Puzzle) -> None:
    """given the words about a puzzle, then every figure in them stands on its table, in what is told of its
    line or on a card that they name, and they name the card that is to be used first."""
    assert await invented(name, puzzle) == []


async def test_words_that_say_something_else_are_noticed() -> None:
    """given a puzzle whose words have another figure, or do not name its card, then that is found."""
    other = msgspec.structs.replace(ONE, why=f"{ONE.why} That is 97 more.")
    assert await invented("faroe", other) == ["97"]
    silent = msgspec.structs.replace(ONE, why="It is the only way.")
    assert len(await invented("faroe", silent)) == 1


@pytest.mark.parametrize("name", games.NAMES)
def test_a_puzzle_is_printed_in_eighty_columns(name: str) -> None:
    """given the first puzzle of a game, then its table fits, and its legal moves stand beside its answer."""
    one = puzzles_of(games.load(name))[0]
    rows, moves, answer = shown(PuzzleLine(games.load(name), one))
    assert rows and max(map(cells, rows)) <= 80
    assert one.line[0] in moves and answer.split()[0] == one.line[0].split()[0]


@pytest.mark.slow
@on_screen
async def test_a_puzzle_is_solved_on_the_full_screen() -> None:
    """given a terminal of 80x24, then the task stands above the question, a wrong move is answered there, and
    the end says how it went."""
    desk, told = laid("faroe", ONE)
    eyes, solver = Eyes(), Solver(desk)
    with create_pipe_input() as keys:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(run_screen, MatchScene(desk), input=keys, output=eyes.output()))
            nursery.start_soon(go_through, solver)
            await eyes.see("Puzzle 1: ", ONE.task.split(".")[0][:40])
            keys.send_text("end\r" if "end" in map(desk.sight.seat.text, legal(desk.line)) else "pass\r")
            await eyes.see("Everything is as it was")
            keys.send_text(f"{' '.join(desk.sight.shown(desk.line.next(desk.sight.seat)))}\r")
            await eyes.see("Solved, but not at the first go.", ONE.why[:40])
            keys.send_text("\r")
            await eyes.see("Enter or quit leaves")
            keys.send_text("quit\r")
            await eyes.until(lambda: bool(desk.leaving))
    assert told == [False]

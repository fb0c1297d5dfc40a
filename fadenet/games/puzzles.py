"""The puzzles of a game: positions in which one move is right.

All of it is data, `puzzles/<game>.toml` of the game's package. In a puzzle all Hands lie open, and what a
deck or a die would bring may be anything: a move is right if it reaches the goal whatever the others answer
and whatever chance brings. Each move that is asked for is the only right one, but for other copies of its
card, and for moves of the same line that may as well come first; `fadenet.bots.prover` proves that by going
through every line.

| key of a `[[puzzle]]` | what it holds |
|---|---|
| `id` | its name |
| `position` | a line of `fadenet.engine.position`, with what is hidden |
| `goal` | `win` the game, `live`: it is not lost, `save` a card |
| `until` | when that must be reached: before the end of the `turn` or `phase`, or of the `chain` that runs |
| `card` | the card of `save`, as notation names it for the seat that is asked |
| `task` | what is asked for, in a sentence |
| `line` | the moves in notation, one for each question with more than one answer, whoever is asked |
| `also` | the moves of the line that may as well be made first |
| `asked` | how many moves of the seat are asked for, 1 if left out; the others are made as `line` has them |
| `why` | why it is right |
| `rules` | the ids of the rules that it is about |
| `rests` | how many questions the proof went through |
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from fadenet.engine import kernel
from fadenet.engine.errors import LoadError, WrongInput
from fadenet.engine.language import files
from fadenet.engine.position import HiddenState, load_whole
from fadenet.engine.rules import Rules, once
from fadenet.engine.state import State

FOLDER: Final = "puzzles"

Goal = Literal["win", "live", "save"]
"""win: the game is won. live: it is not lost. save: a card lies there still."""
Until = Literal["turn", "phase", "chain"]
"""When a goal has to be reached: the end of the turn or of the phase, or the next free choice."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position in which one move is right."""

    id: str
    position: str
    goal: Goal
    until: Until
    task: str
    line: tuple[str, ...]
    why: str
    rules: tuple[str, ...]
    rests: int
    card: str = ""
    asked: int = 1
    also: tuple[str, ...] = ()


class _PuzzleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"puzzles": "puzzle"}):
    puzzles: tuple[Puzzle, ...]


@once
def puzzles_of(rules: Rules) -> tuple[Puzzle, ...]:
    """The puzzles of a game in their order. Raises `LoadError`."""
    return parse_puzzles(rules, files.data(rules.package, FOLDER, f"{rules.name}.toml"))


def parse_puzzles(rules: Rules, tables: object) -> tuple[Puzzle, ...]:
    """The puzzles of a file that has been read. Raises `LoadError`."""
    name = f"{rules.name}.toml"
    try:
        found = msgspec.convert(tables, _PuzzleFile).puzzles
    except msgspec.ValidationError as error:
        raise LoadError(name, "", FOLDER, str(error)) from None
    if not found:
        raise LoadError(name, "", FOLDER, "there is no puzzle in it")
    for n, one in enumerate(found):
        if one.id in [before.id for before in found[:n]]:
            raise LoadError(name, one.id, "id", "two puzzles have this name")
        unknown = [rule for rule in one.rules if rule not in rules.book.rules]
        if unknown:
            raise LoadError(name, one.id, "rules", f"there is no rule {unknown[0]}")
        if not 0 < one.asked <= len(one.line):
            raise LoadError(
                name, one.id, "asked", f"of {len(one.line)} moves {one.asked} cannot be asked for"
            )
        if one.also and one.asked > 1:
            raise LoadError(name, one.id, "also", "where several moves may come first, one is asked for")
        if bool(one.card) != (one.goal == "save"):
            raise LoadError(name, one.id, "card", "a card is named for save, and for nothing else")
    return found


def puzzle_of_day(puzzles: tuple[Puzzle, ...], day: int) -> int:
    """The number of the puzzle of a day, from 1 on: the same for all who have these puzzles. day: its number,
    as `date.toordinal` counts them."""
    return day % len(puzzles) + 1


def opened(rules: Rules, puzzle: Puzzle) -> tuple[State, HiddenState, int]:
    """(the state, what lies behind it with all Hands open to everybody, the seat that is asked). Raises
    `LoadError` for a position that these rules do not have."""
    name = f"{rules.name}.toml"
    try:
        s, hidden = load_whole(rules, puzzle.position)
    except WrongInput as error:
        raise LoadError(name, puzzle.id, "position", str(error)) from None
    asked = next((a.seat for a in s.asks if kernel.ask_of(s, a.seat) is not None), -1)
    if hidden is None or asked < 0:
        raise LoadError(name, puzzle.id, "position", "nobody is asked, or what is hidden is left out")
    pooled = {h for pool in s.pool for h in pool}
    lies_open = {h: code for h, code in hidden.truth.items() if not s.code[h] and h not in pooled}
    hidden.known = [lies_open.copy() for _ in hidden.known]
    return s, hidden, asked

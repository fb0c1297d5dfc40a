"""Random matches seen from a desk, a screen in memory, and players that need no person."""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import pyte
import pytest
import trio
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from fadenet import games
from fadenet.console.match.desk import Desk, Pace
from fadenet.console.match.grammar import Grammar
from fadenet.console.match.scene import MatchScene
from fadenet.console.shell import guest
from fadenet.engine import kernel
from fadenet.engine.errors import Illegal
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Rules
from fadenet.engine.state import Row, TableNeed
from fadenet.games.fade.tables import CHARACTER, WORLD_RULE
from fadenet.games.fade.typed import FadeRules
from fadenet.table.dealer import Dealer
from fadenet.table.view import Answer, MatchInfo, SeatView
from tests.builders.hands import Hands

NAMES = ("Aud", "Mara", "Bo", "Cy")
FRAME_S = 0.01
WAIT_S = 60

on_screen = pytest.mark.trio(run=guest.run)
"""For tests that open a full screen: their Trio is a guest in the screen's event loop."""


@cache
def rules_of(game: str, format: str = "duel") -> FadeRules:
    rules = games.load(game, format)
    assert isinstance(rules, FadeRules)
    return rules


def faroe() -> FadeRules:
    return rules_of("faroe")


def decks(rules: Rules, seats: int, seed: int) -> list[list[int]]:
    """A Deck of 40 and a Fighter Pool of 12 for each seat, of any cards."""
    dice = random.Random(seed)
    assert isinstance(rules, FadeRules)
    cards = [c for c in rules.cards[1:] if not c.legend and not c.types & WORLD_RULE]
    fighters = [c.code for c in cards if c.types & CHARACTER]
    others = [c.code for c in cards if not c.types & CHARACTER]
    made: list[list[int]] = []
    for _ in range(seats):
        made += [dice.choices(others, k=40), dice.choices(fighters, k=12)]
    return made


def info(seat: int, seats: int = 2, format: str = "duel", game: str = "faroe") -> MatchInfo:
    return MatchInfo("m", game, format, seat, NAMES[:seats], ("human",) * seats, (), 0)


@contextmanager
def piped(text: str, ends: bool = True) -> Iterator[None]:
    """While this lasts, stdin is a pipe that holds this text, and ends behind it or stays open."""
    read, write = os.pipe()
    with open(read) as there, open(write, "w") as typist, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", there)
        typist.write(text)
        typist.flush()
        if ends:
            typist.close()
        yield


def typed_lines(*chunks: str) -> Callable[[], Awaitable[bytes]]:
    """The input of plain mode: these chunks, each once everything else waits, and then its end."""
    left = [chunk.encode() for chunk in chunks]

    async def read() -> bytes:
        await trio.testing.wait_all_tasks_blocked()
        return left.pop(0) if left else b""

    return read


def desk_of(game: Hands, seat: int = 0) -> Desk:
    """The desk of a seat at a position that somebody built, with what it is asked now."""
    desk = Desk()
    about = info(seat, game.s.seats, game.rules.format, game.rules.name)
    desk.start(about, SeatView(game.s, seat, game.dealer.known[seat]))
    desk.open()
    return desk


def view(desk: Desk, width: int, height: int) -> list[str]:
    """The frame that the scene of a desk shows."""
    return MatchScene(desk).lines(width, height)


def labels_in(text: str, before: str = r"(?<![^\s*\[])") -> set[str]:
    """The labels of cards that stand in a frame; h2-3,5 are h2, h3 and h5. before: a pattern."""
    found = set[str]()
    for zone, numbers in re.findall(before + r"((?:p\d\.)?[a-z])(\d+(?:[-,]\d+)*)(?=[ \]])", text):
        for first, _, last in (run.partition("-") for run in numbers.split(",")):
            found |= {f"{zone}{n}" for n in range(int(first), int(last or first) + 1)}
    return found


def hints(desk: Desk, line: str, width: int) -> str:
    """The row below the line."""
    return MatchScene(desk).hints(line, width)


def grammar(desk: Desk) -> Grammar:
    """How the legal moves of the open question are typed."""
    assert desk.dialogue.asked is not None
    return desk.dialogue.asked.grammar


def asked(
    seed: int, seats: int = 2, asks_max: int = 10_000, format: str = "", game: str = "faroe"
) -> Iterator[Desk]:
    """A match of random moves; yields a desk each time it holds an open question, before that is answered."""
    rules = rules_of(game, format or ("duel" if seats == 2 else "free-for-all"))
    dealer = Dealer(decks(rules, seats, seed), seats, seed)
    s = kernel.setup(rules, seats)
    dice = random.Random(seed)
    views = [SeatView(s, i, dealer.known[i]) for i in range(seats)]
    desks = [Desk() for _ in range(seats)]
    for desk, seat in zip(desks, views, strict=True):
        desk.set_pace(Pace.ONCE)
        desk.start(info(seat.index, seats, rules.format, game), seat)
    while not s.over and asks_max > 0:
        rows: list[Row] = []
        if s.needs:
            rows = dealer.deal(s)
        for a in s.asks:
            asks_max -= 1
            desk, seat = desks[a.seat], views[a.seat]
            if desk.open() is None:
                yield desk
            desk.withdraw()
            move = dice.choice(seat.options())
            rows = kernel.apply(s, seat.index, move, dealer.opening(s, move))
            if s.over:
                break
        for desk in desks:
            desk.tell(rows)


class Dice:
    """A player of random moves."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    async def start(self, match: MatchInfo, seat: SeatView) -> None: ...

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None: ...

    async def choose(self, seat: SeatView) -> Answer:
        return Answer(self.dice.choice(seat.options()))

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        return seat.settled(need, seat.takeable(need))

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        raise AssertionError(reason)

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None: ...


class Tired(Dice):
    """A player of random moves who gives up after so many of them."""

    left = 250

    async def choose(self, seat: SeatView) -> Answer:
        self.left -= 1
        if self.left < 0 and seat.refusal(CONCEDE_MOVE) is None:
            return Answer(CONCEDE_MOVE)
        return await super().choose(seat)


class Eyes:
    """A terminal in memory: what is written to it, and what stands on it."""

    encoding = "utf-8"

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.written = ""
        self._lines: list[str] = []

    def write(self, data: str) -> int:
        self.written += data
        self.stream.feed(data)
        self._lines = []
        return len(data)

    def flush(self) -> None:
        """Everything has been fed already."""

    def output(self) -> Vt100_Output:
        return Vt100_Output(
            self,  # type: ignore[arg-type]
            lambda: Size(self.screen.lines, self.screen.columns),
            enable_cpr=False,
        )

    @property
    def lines(self) -> list[str]:
        self._lines = self._lines or self.screen.display
        return self._lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    async def see(self, *words: str) -> None:
        """Wait until all these words stand on the screen."""
        await self.until(lambda: all(word in self.text for word in words), words)

    async def until(self, holds: Callable[[], bool], what: object = "") -> None:
        with trio.move_on_after(WAIT_S):
            while not holds():
                await trio.sleep(FRAME_S)
            return
        raise AssertionError(f"never seen: {what}\n{self.text}")

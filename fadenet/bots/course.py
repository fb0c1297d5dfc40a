"""How games went, turn by turn: who began, how long they took, who was behind when half of them was over.

Of a match of several games each is told for itself. What a side has left is its Hit Points, as a share of
those that it had in the first turn; Characters, cards and other means do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from fadenet.bots.judgement import judgement_of
from fadenet.engine import atoms
from fadenet.engine.kit.series import Series
from fadenet.engine.rules import rules_of
from fadenet.engine.state import Row, State


@dataclass(slots=True)
class Course:
    """One game. beginner: the side that had the first turn; winner: a side, -1 = nobody, or more than one.

    left: for each turn what the sides had left when the first question in it was asked, 1 = all.
    """

    beginner: int
    winner: int = -1
    left: list[tuple[float, ...]] = field(default_factory=list)

    @property
    def turns(self) -> int:
        return len(self.left)

    @property
    def comeback(self) -> bool | None:
        """Whether its winner was behind at half time: another side had more left when the turn in the middle
        of the game began. None if nobody won, or nobody was behind."""
        half = self.left[self.turns // 2]
        if self.winner < 0 or len(set(half)) == 1:
            return None
        return half[self.winner] < max(half)


class Courses:
    """Watches matches and keeps the course of each game: give it to `play_game`."""

    def __init__(self) -> None:
        self.games: list[Course] = []
        self._whole: list[int] = []  # Hit Points by seat in the first turn

    def __call__(self, s: State, rows: Sequence[Row]) -> None:
        rules = rules_of(s)
        over = rules.part(Series).over if Series in rules.parts else -1
        for row in rows:
            if row[0] == atoms.TURN_BEGINS and row[5] == 1:
                self.games.append(Course(s.rules.side(s, row[3])))
                self._whole = [self._health(s, seat) for seat in range(s.seats)]
            if row[0] == atoms.TURN_BEGINS:
                self.games[-1].left.append(self._left(s))
            elif row[0] == over:
                self.games[-1].winner = row[1] - 1
        if s.over and over < 0 and self.games:
            first = {s.rules.side(s, seat) for seat in range(s.seats) if s.over[0][seat] == 1}
            self.games[-1].winner = first.pop() if len(first) == 1 else -1

    def _health(self, s: State, seat: int) -> int:
        return 0 if seat in s.out else judgement_of(rules_of(s)).left(s, seat)

    def _left(self, s: State) -> tuple[float, ...]:
        sides = [s.rules.side(s, seat) for seat in range(s.seats)]
        whole, now = [0] * (max(sides) + 1), [0] * (max(sides) + 1)
        for seat, side in enumerate(sides):
            whole[side] += self._whole[seat]
            now[side] += self._health(s, seat)
        return tuple(n / max(all_, 1) for n, all_ in zip(now, whole, strict=True))


def told(games: Sequence[Course]) -> str:
    """The beginner's share of the games that somebody won, their length in turns, and the comebacks."""
    won = [game for game in games if game.winner >= 0]
    began = sum(game.winner == game.beginner for game in won)
    behind = [game.comeback for game in games if game.comeback is not None]
    return (
        f"beginner {_share(began, len(won))}, {median(game.turns for game in games):g} turns,"
        f" comebacks {_share(sum(behind), len(behind))}"
    )


def _share(n: int, of: int) -> str:
    return f"{n / of:.0%} of {of}" if of else "-"

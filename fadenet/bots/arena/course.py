"""How games went, turn by turn: who began, how long they took, who was behind when half of them was over.

Of a match of several games each is told for itself. The strength of a side is its Hit Points, as a share of
those that it had in the first turn; Characters, cards and other means do not count. The module of a game's
family says which of its events are counted besides (`Judgement.NOTABLE`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from fadenet.bots.arena.interval import interval
from fadenet.bots.judgement import judgement_of
from fadenet.engine import atoms
from fadenet.engine.kit.series import Series
from fadenet.engine.rules import rules_of
from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_N, ROW_SEAT, Row, State


@dataclass(slots=True)
class GameCourse:
    """One game. beginner: the side that had the first turn; winner: a side, -1 = nobody, or more than one.

    left: for each turn what the sides had left when the first question in it was asked, 1 = all. met: how
    often each thing happened that is counted of this game, its set-up included.
    """

    beginner: int
    winner: int = -1
    left: list[tuple[float, ...]] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)

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
        self.games: list[GameCourse] = []
        self._whole: list[int] = []  # Hit Points by seat in the first turn
        self._met: dict[str, int] = {}  # of the game under way

    def __call__(self, s: State, rows: Sequence[Row]) -> None:
        rules = rules_of(s)
        over = rules.part(Series).event if Series in rules.parts else -1
        counted = judgement_of(rules).NOTABLE
        self._met = self._met or dict.fromkeys(counted, 0)
        for row in rows:
            for word, is_one in counted.items():
                self._met[word] += is_one(s, row)
            if row[ROW_EVENT] == atoms.TURN_BEGINS and row[ROW_N] == 1:
                self.games.append(GameCourse(s.rules.side(s, row[ROW_SEAT]), met=self._met))
                self._whole = [self._health(s, seat) for seat in range(s.seats)]
            if row[ROW_EVENT] == atoms.TURN_BEGINS:
                self.games[-1].left.append(self._left(s))
            elif row[ROW_EVENT] == over:
                self.games[-1].winner = row[ROW_CARD] - 1
                self._met = dict.fromkeys(counted, 0)
        if s.over and self.games and all(row[ROW_EVENT] != over for row in rows):
            first = {s.rules.side(s, seat) for seat in range(s.seats) if s.over[0][seat] == 1}
            self.games[-1].winner = first.pop() if len(first) == 1 else -1
        if s.over:
            self._met = {}

    def _health(self, s: State, seat: int) -> int:
        return 0 if seat in s.out else judgement_of(rules_of(s)).left(s, seat)

    def _left(self, s: State) -> tuple[float, ...]:
        sides = [s.rules.side(s, seat) for seat in range(s.seats)]
        whole, now = [0] * (max(sides) + 1), [0] * (max(sides) + 1)
        for seat, side in enumerate(sides):
            whole[side] += self._whole[seat]
            now[side] += self._health(s, seat)
        return tuple(n / max(all_, 1) for n, all_ in zip(now, whole, strict=True))


def told(games: Sequence[GameCourse]) -> str:
    """The beginner's share of the games that somebody won, their length in turns, the comebacks, and how
    often in a hundred games what is counted happened, behind it in how many of them."""
    won = [game for game in games if game.winner >= 0]
    began = sum(game.winner == game.beginner for game in won)
    behind = [game.comeback for game in games if game.comeback is not None]
    often = [f"{word} {_hundred(games, word)}" for word in (games[0].met if games else ())]
    return "; ".join(
        (
            f"beginner {share_of(began, len(won))}, {median(game.turns for game in games):g} turns,"
            f" comebacks {share_of(sum(behind), len(behind))}",
            *([f"in 100 games {', '.join(often)}"] if often else ()),
        )
    )


def _hundred(games: Sequence[GameCourse], word: str) -> str:
    counts = [game.met[word] for game in games]
    return f"{sum(counts) * 100 / len(counts):.0f} (in {sum(map(bool, counts)) * 100 / len(counts):.0f})"


def share_of(n: float, of: int, trials: int = 0) -> str:
    """A share with its interval, where there are trials enough for one; trials: how many are independent, if
    not all of them."""
    if not of:
        return "-"
    found = interval(n / of, trials or of)
    reach = f" ({found[0]:.0%} to {found[1]:.0%})" if found else ""
    return f"{n / of:.0%} of {of}{reach}"

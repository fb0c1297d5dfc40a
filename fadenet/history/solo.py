"""Matches against bots on this machine: what each came to, and what they come to by game and opponent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Came(StrEnum):
    """How a match came out for the person here."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Solo:
    """One match that somebody has played to its end here. ended: unix seconds; opponent: the level of the
    bots, or their name where they have none; record: the name of its record in the data folder, "" = there is
    none."""

    ended: int
    game: str
    format: str
    options: Mapping[str, str]
    opponent: str
    deck: str
    came: Came
    turns: int
    record: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of all matches of one game against one opponent. streak: the wins since the last one that was
    not won; best: the longest such row there was; last: when the last one ended."""

    game: str
    opponent: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    streak: int = 0
    best: int = 0
    last: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def with_one(self, one: Solo) -> Tally:
        """The same with one match more."""
        won = one.came is Came.WON
        streak = self.streak + 1 if won else 0
        return Tally(
            *(self.game, self.opponent),
            *(self.won + won, self.drawn + (one.came is Came.DRAWN), self.lost + (one.came is Came.LOST)),
            *(streak, max(self.best, streak), one.ended),
        )


def tallies(matches: Iterable[Solo]) -> list[Tally]:
    """By game and opponent, those that were played last first; matches: oldest first."""
    found: dict[tuple[str, str], Tally] = {}
    for one in matches:
        key = one.game, one.opponent
        before = found.pop(key, Tally(*key))
        found[key] = before.with_one(one)
    return [*found.values()][::-1]

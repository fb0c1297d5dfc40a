"""The turn that a match is in, and whether somebody has won or lost it, or a game of it, since then."""

from __future__ import annotations

from typing import NamedTuple

from fadenet.engine.kit import series
from fadenet.engine.rules import rules_of
from fadenet.engine.state import State


class TurnMark(NamedTuple):
    """The turn that a match is in. It has another one as soon as one of these changes."""

    turn: int
    seat: int
    wins: tuple[int, ...]  # the games of a series that each side has won


def turn_mark(s: State) -> TurnMark:
    """The mark of the turn that a match is in."""
    return TurnMark(s.turn, s.active, tuple(series.wins(s)) if series.Series in rules_of(s).parts else ())


def has_won(s: State, seat: int, since: TurnMark) -> bool:
    """Whether the side of a seat has won the match, or a game of it, since then."""
    if s.over:
        return bool(s.over[0]) and s.over[0][seat] == 1 < max(s.over[0])
    return turn_mark(s).wins[s.rules.side(s, seat) :][:1] > since.wins[s.rules.side(s, seat) :][:1]


def has_lost(s: State, seat: int, since: TurnMark) -> bool:
    """Whether a seat has left the match, or its side has lost it, or a game of it, since then."""
    if s.over:
        return bool(s.over[0]) and s.over[0][seat] > 1
    if seat in s.out:
        return True
    own, now = s.rules.side(s, seat), turn_mark(s).wins
    return any(
        n > before for side, (n, before) in enumerate(zip(now, since.wins, strict=True)) if side != own
    )

"""Verbs that name no card and are carried out by the frame that asks for them: those of the set-up."""

from __future__ import annotations

from fadenet.engine.rules import Move
from fadenet.engine.state import Act, Row, State


class Word:
    """The common part of such verbs; each says what it lists, how it reads and what breaks it."""

    names = 0
    shows = False
    free = False
    quiet = True

    def done_at(self, now: int, phase: int) -> bool:
        return True

    def hint(self, s: State, move: Move, rule: str) -> str:
        return ""

    def statement(self, move: Move) -> int:
        return 0

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        raise AssertionError("the frame that asks carries it out")

    def resolve(self, s: State, act: Act) -> None:
        raise AssertionError("there are no links")

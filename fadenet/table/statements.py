"""Statements of seats about hidden cards, kept until the audit shows these: nobody can judge them before."""

from __future__ import annotations

from dataclasses import dataclass

from fadenet.engine.state import TableNeed
from protocol.values import Com


@dataclass(frozen=True, slots=True)
class CardStatement:
    """A statement of a seat about hidden cards, in its entry `seq`: with `fits` every one of `coms` is one of
    these cards (their codes), else none is.

    need: a search that was answered with them, in this order; then the rules of the search decide.
    """

    seat: int
    seq: int
    rule: str
    coms: tuple[Com, ...]
    codes: frozenset[int]
    fits: bool
    need: TableNeed | None = None

"""What seats have said of hidden cards, kept until the audit shows the cards: nobody can judge it before."""

from __future__ import annotations

from dataclasses import dataclass

from fadenet.engine.state import Need
from protocol.values import Com


@dataclass(frozen=True, slots=True)
class CardStatement:
    """What a seat said of hidden cards in its entry `seq`: every one of `coms` is one of these cards (their
    codes), or none is.

    need: a search that was answered with them, in this order; then the rules of the search decide.
    """

    seat: int
    seq: int
    rule: str
    coms: tuple[Com, ...]
    codes: frozenset[int]
    fits: bool
    need: Need | None = None

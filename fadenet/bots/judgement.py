"""The knowledge of a game by which its positions and moves are judged, and the module that has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Final, Protocol

from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import Ask, Known, Row, State, TableNeed
from fadenet.table.view import SeatView


class Judgement(Protocol):
    """The judgement of one game. Everything is judged by the public state and what the seat knows."""

    QUIET: frozenset[int]
    """The verbs of a free choice that are not tried: those of the two last hooks, and what is never right."""

    USES: frozenset[int]
    """The verbs by which a card does what it says, or comes to where it works; not those by which it is only
    laid ready, moved or attacks."""

    PASSED: int
    """The windows, as bits, in which nobody is thought to answer; those of `replies` are not among them."""

    GRAIN: int
    """Points of a difference between positions that is hardly worth a word."""

    MEANS: tuple[int, ...]
    """The numbered columns of a seat's body that are paid with."""

    NOTABLE: Mapping[str, Callable[[State, Row], bool]]
    """Tests of the events that are counted when games are told, by the word for each; the state is as it is
    after the events of a step."""

    def position(self, s: State, seat: int, known: Known) -> int:
        """Points of a position for a seat; comparable between states of one match."""

    def left(self, s: State, seat: int) -> int:
        """The Hit Points that a seat has left, those of its side where they are shared."""

    def short_of_win(self, s: State, seat: int) -> int | None:
        """About how many Hit Points the attacks that a seat has left in its turn leave the others if each is
        blocked as well as can be; None = more than its cards are likely to take besides."""

    def opening(self, seat: SeatView, options: list[Move], random: Random) -> Move:
        """The answer to an ask before the first turn."""

    def wanted(
        self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int], random: Random
    ) -> int:
        """The next card of the own deck for a search, one of `there`; 0 = no more."""

    def beginnings(self, seat: SeatView, need: TableNeed) -> list[list[int]]:
        """The ways to answer a search before the first turn that are worth playing out, the most promising
        first; [] = `wanted` alone says it."""

    def alike(self, seat: SeatView, move: Move) -> Move:
        """The same for moves that do the same with another copy of a card."""

    def worth_trying(self, seat: SeatView, moves: list[Move]) -> list[Move]:
        """These moves without those that are hardly ever the best, in the same order."""

    def bias(self, seat: SeatView, move: Move) -> int:
        """Points of a move that looking ahead does not show."""

    def replies(self, s: State, seat: int, ask: Ask) -> list[Move]:
        """The answers to an ask of which whoever is asked would take the best; [] = it is not thought about.

        seat: the one that thinks. Only answers that show no card.
        """

    def free_move(self, seat: SeatView, options: Sequence[Move]) -> Move:
        """The move to make before anything is tried, () = none."""

    def quiet_move(self, seat: SeatView, options: Sequence[Move]) -> Move:
        """The move to make when no tried move makes the position better."""


FAMILIES: Final = ("fade", "terrene", "prelude")
"""Each has a module with its judgement, which is read when the first of its games is played."""


@cache
def _judgement(family: str) -> Judgement:
    if family not in FAMILIES:
        raise KeyError(family)
    judgement: Judgement = import_module(f"fadenet.bots.{family}")
    return judgement


def judgement_of(rules: Rules) -> Judgement:
    """The judgement of a game. Raises `KeyError` for a family that nobody has taught the bots."""
    return _judgement(rules.descriptor.family)


def distinct(seat: SeatView, options: Iterable[Move]) -> Iterable[Move]:
    """The moves without those that do the same with another copy of a card."""
    judge, seen = judgement_of(rules_of(seat.state)), set()
    for move in options:
        same = judge.alike(seat, move)
        if same not in seen:
            seen.add(same)
            yield move

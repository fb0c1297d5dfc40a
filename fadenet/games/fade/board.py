"""Where play asks how the field of an edition is made: of two rows, or of cells, with or without slots.

`field/boards.py` has the boards; `make_rules` chooses one, and play asks `rules.board` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from fadenet.engine.card import Card
from fadenet.engine.state import State


class Layout(NamedTuple):
    """The effect of Commands on the cards around them.

    working: those that make what is adjacent to them Material. materials: all Command Materials. bare: those
    of them that have lost all that is printed on them. points: by Command, working or not, the face-up cards
    at which it points.
    """

    working: frozenset[int]
    materials: frozenset[int]
    bare: frozenset[int]
    points: Mapping[int, frozenset[int]]


Place = tuple[tuple[int, int], int]  # as a move names it; the Character that stands there, 0 = none
NO_COMMANDS: Final = Layout(frozenset(), frozenset(), frozenset(), {})


class Board(Protocol):
    """The places of cards on the field. Cells are numbered from 1 on each side, 0 = none."""

    crowds: bool  # attached cards may be too many
    lay_out: Callable[[State, Container[int]], Layout]
    """The layout now, for the index that is being built: (state, cards that are not Commands now)."""

    def cell(self, s: State, h: int) -> int:
        """The cell in which a card stands."""

    def has_room(self, s: State, seat: int, row: int, h: int) -> bool:
        """Whether a Character finds a place in a row of a seat's side (fade2 zone.full-field)."""

    def entry(self, s: State, seat: int, to: int, named: Sequence[int]) -> tuple[int, int]:
        """The row and the cell into which a Character comes that was played.

        to: the place that the move names; named: the cards that go under it. Without a cell its controller
        chooses one.
        """

    def resettle(self, s: State, h: int, both: int = 0) -> None:
        """A Character that an effect has brought here stands in no cell yet. both: any row may be chosen."""

    def lie(self, s: State, h: int, host: int, cell: int) -> None:
        """A card that has been attached to a Character or Player takes its place there, and another one goes
        if it is one too many (fade2 zone.full-field, limit.equip). cell: the one that it is meant for.
        """

    def with_room(self, s: State, there: list[int]) -> list[int]:
        """Those of these to which one more card may be attached without another one going."""

    # Character Slots (fade1 value.cs): without any, none is ever taken up.

    def taken_by(self, s: State, h: int) -> int:
        """The slots that a Character in front takes up."""

    def spared(self, s: State, seat: int, card: Card) -> int:
        """How many slots fewer a Character takes up for who plays it now."""

    def lacking(self, s: State, seat: int, card: Card, below: Sequence[int]) -> int:
        """How many must become free before a Character is played, once these have gone under it."""

    def allows(self, s: State, seat: int, comes: int, goes: int) -> bool:
        """Whether a Character fits into the front once another one has left it; 0 = none does."""

    def across(
        self, s: State, seat: int, h: int, front: bool, line: Sequence[Place]
    ) -> list[tuple[int, int]]:
        """Those of some places in the other row, as moves name them, to which a Character may go.

        front: whether they are in front. line: each with the one that comes instead, 0 = none.
        """

    def overflows(self, s: State) -> bool:
        """Whether the turn player must put Characters into the back row (fade1 zone.cs-over-maximum)."""

"""The boards of the editions: two rows, rows of cells, and such with Character Slots (`games.fade.board`)."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine.card import Card
from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.board import Board, Place
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import board, combat, commands, moving, places, reserving, slots
from fadenet.games.fade.figures import Figures
from fadenet.games.fade.typed import rules_of


class Rows:
    """Two rows, in which there is always room for one more."""

    def __init__(self, edition: Edition, figures: Figures) -> None:
        self.crowds = bool(edition.grid) or figures.equip_max > 0
        self.lay_out = commands.LAYOUTS[edition.materials]

    def cell(self, s: State, h: int) -> int:
        return 0

    def has_room(self, s: State, seat: int, row: int, h: int) -> bool:
        return True

    def entry(self, s: State, seat: int, to: int, named: Sequence[int]) -> tuple[int, int]:
        return t.BACKUP if to else t.FRONT, 0

    def resettle(self, s: State, h: int, both: int = 0) -> None:
        pass

    def lie(self, s: State, h: int, host: int, cell: int) -> None:
        places.keep_to_limit(s, host, h)

    def with_room(self, s: State, there: list[int]) -> list[int]:
        most, kids = rules_of(s).figures.equip_max, s.kids
        if not most:
            return there
        return [h for h in there if len(kids.get(h, ())) < most or len(combat.attached(s, h)) < most]

    def taken_by(self, s: State, h: int) -> int:
        return 0

    def spared(self, s: State, seat: int, card: Card) -> int:
        return 0

    def lacking(self, s: State, seat: int, card: Card, below: Sequence[int]) -> int:
        return 0

    def allows(self, s: State, seat: int, comes: int, goes: int) -> bool:
        return True

    def across(
        self, s: State, seat: int, h: int, front: bool, line: Sequence[Place]
    ) -> list[tuple[int, int]]:
        return [to for to, _ in line]

    def overflows(self, s: State) -> bool:
        return False


class Cells(Rows):
    """Rows of cells, with room for one Character or a few attached cards each."""

    def has_room(self, s: State, seat: int, row: int, h: int) -> bool:
        return moving.has_room(s, seat, row, h)

    def resettle(self, s: State, h: int, both: int = 0) -> None:
        moving.resettle(s, h, both)

    def lie(self, s: State, h: int, host: int, cell: int) -> None:
        places.settle(s, h, host, cell)

    def with_room(self, s: State, there: Sequence[int]) -> list[int]:
        return places.with_room(s, there)

    def cell(self, s: State, h: int) -> int:
        return s.num[t.CELL][h]

    def entry(self, s: State, seat: int, to: int, named: Sequence[int]) -> tuple[int, int]:
        """One that is closed meanwhile, or has been taken, is not entered."""
        now, there = board.kind_of(s, seat, to), board.standing(s, seat).get(to, 0)
        row = next(
            k for k in (now, rules_of(s).grid.kinds[to], t.FRONT) if k in rules_of(s).policies.rows_entered
        )
        lost = now != row or (there and there not in named)
        return row, 0 if lost else to


class Slotted(Cells):
    """Cells, where Characters in front take up slots."""

    def taken_by(self, s: State, h: int) -> int:
        return slots.taken_by(s, h)

    def spared(self, s: State, seat: int, card: Card) -> int:
        return slots.spared(s, seat, card)

    def allows(self, s: State, seat: int, comes: int, goes: int) -> bool:
        return slots.allows(s, seat, comes, goes)

    def across(
        self, s: State, seat: int, h: int, front: bool, line: Sequence[Place]
    ) -> list[tuple[int, int]]:
        left, taken, found = slots.left(s, seat), slots.taken_by(s, h), list[tuple[int, int]]()
        for to, other in line:
            others = slots.taken_by(s, other) if other else 0
            if left >= (taken - others if front else others - taken) or not (front or other):
                found.append(to)
        return found

    def overflows(self, s: State) -> bool:
        return reserving.overflows(s)

    def lacking(self, s: State, seat: int, card: Card, below: Sequence[int]) -> int:
        return slots.lacking(s, seat, slots.due(s, seat, card), below)


def board_of(edition: Edition, figures: Figures) -> Board:
    """The board of an edition."""
    kind = Slotted if edition.board.slots else Cells if edition.grid else Rows
    return kind(edition, figures)

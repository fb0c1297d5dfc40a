"""How cards come to stand in cells: in one that was named, or that their controller chooses."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import push
from fadenet.engine.looking import once_a_look
from fadenet.engine.state import HANDLE_MASK, MARK_KEY, MODE, Known, State, alive, mark_of, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, falling
from fadenet.games.fade.typed import rules_of

_REARRANGED: Final = (
    mark_of(t.P_TURN, t.MK_MOVED, 0) >> MARK_KEY,
    mark_of(t.P_TURN, t.MK_REATTACHED, 0) >> MARK_KEY,
)


@once_a_look
def is_over(s: State) -> bool:
    """Whether the Player whose turn it is has moved, laid and reattached cards as often in it as may be
    (faroe limit.repeat)."""
    n = 0
    for mark, times in s.marks.items():
        if mark >> MARK_KEY in _REARRANGED:
            n += times
    return n >= rules_of(s).figures.rulings.rearrangements_per_turn


def has_room(s: State, seat: int, row: int, h: int) -> bool:
    """Whether a Character finds a cell in a row, and slots."""
    waiting = [h for h in s.zones[seat * t.NZ + row] if not s.num[t.CELL][h]]
    return len(board.free(s, seat, row)) > len(waiting) and _finds_slots(s, seat, h, row)


def _finds_slots(s: State, seat: int, h: int, row: int) -> bool:
    """Whether a Character fits into a row of a seat's side; where it stands already, it is counted there."""
    stands = h if h in s.zones[seat * t.NZ + t.FRONT] else 0
    return row != t.FRONT or rules_of(s).board.allows(s, seat, h, stands)


def _as_sent(s: State, seat: int, row: int) -> int:
    """That row itself."""
    return row


def _behind_front(s: State, seat: int, row: int) -> int:
    """The front as long as nobody is there (faroe prep.character-zone-lost, zone.backup-needs-front)."""
    return row if s.zones[seat * t.NZ + t.FRONT] else t.FRONT


ROW_FOR: Final = {"behind-front": _behind_front, "free": _as_sent, "never": _as_sent}
"""The row into which a Character comes that is sent to one, by when they come into the back row."""


def settle(s: State, h: int, cell: int = 0) -> None:
    """Put a card that came onto the field into a cell. cell: 0 = its controller chooses."""
    if cell:
        board.put(s, h, cell)
    else:
        rules_of(s).board.resettle(s, h)


def resettle(s: State, h: int, both: int = 0) -> None:
    """The controller of a Character chooses the cell in which it stands. both: any row may be chosen."""
    board.put(s, h, 0)
    push(s, f_choose, ref(s, h), both)


def tire(s: State, h: int) -> None:
    """A Character that has come to the front counts as one that came in this turn (fade1
    combat.fresh-characters).
    """
    atoms.come_anew(s, h)


def come_rested(s: State, h: int) -> None:
    """A Character that has come to the front came when it came onto the field."""


def shift(s: State, h: int, cell: int, act_id: int = 0) -> None:
    """A card goes to another cell of its side, with all that it has (fade2 prep.keep-status)."""
    seat, old = s.zone[h] // t.NZ, s.num[t.CELL][h]
    kind = board.kind_of(s, seat, cell)
    if not s.host[h] and s.zone[h] % t.NZ != kind:
        atoms.move(s, h, seat * t.NZ + kind, s.face[h], act_id, keep=True)
        if kind == t.FRONT:
            rules_of(s).policies.comes_forward(s, h)
    elif old and old != cell:
        atoms.emit(s, t.E_SHIFTED, h, s.ctrl[h], act_id, cell)
    board.put(s, h, cell)


def pick_cell(s: State, seat: int, known: Known, h: int, both: int) -> list[int]:
    """The cells into which a card may be put: of the kind where it is, or of all where it may stand."""
    side, kind = divmod(s.zone[h], t.NZ)
    rows = board.stands_in(s, h) if both else (kind,)
    if both and not s.host[h]:
        rows = tuple([k for k in rows if _finds_slots(s, side, h, k)])
    found = [x for k in rows for x in board.free(s, side, k)]
    cell = s.num[t.CELL][h]
    return rules_of(s).policies.ousted(s, cell, found) if both and cell else found


def _goes_anywhere(s: State, cell: int, free: list[int]) -> list[int]:
    """Any of them (fade2 zonecard.reverts)."""
    return free


def _keeps_row(s: State, cell: int, free: list[int]) -> list[int]:
    """Those of its row, or if that has no room of the other one (fade1 zone.extra-opened)."""
    row = rules_of(s).grid.kinds
    return [x for x in free if row[x] == row[cell]] or [x for x in free if row[x] in board.ROWS]


OUSTED: Final = {"anywhere": _goes_anywhere, "row": _keeps_row}
"""The cells for a card that no longer fits its own, by the edition's word."""


def f_choose(s: State, r: int, both: int) -> None:
    """The controller of a card that stands in no fitting cell chooses one; without any it is destroyed."""
    h = r & HANDLE_MASK
    if not alive(s, r) or (s.zone[h] % t.NZ not in board.ROWS and not 0 < s.host[h] <= s.seats):
        return
    cells = pick_cell(s, s.ctrl[h], {}, h, both)
    if not cells:
        falling.fall(s, falling.DESTROY, [h])
    elif len(cells) == 1:
        shift(s, h, cells[0])
    else:
        push(s, f_chosen, r, both)
        number = rules_of(s).picker_number(pick_cell)
        kernel.ask(s, s.ctrl[h], MODE, (1, len(cells)), picker=number, data=(h, both))


def f_chosen(s: State, r: int, both: int) -> None:
    """The cell that was chosen."""
    h = r & HANDLE_MASK
    if alive(s, r):
        _, (_, n) = s.ans[0]
        shift(s, h, pick_cell(s, s.ctrl[h], {}, h, both)[n - 1])

"""Attached cards: where they lie beside a Player, and which of them go to make room for one more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import push
from fadenet.engine.language import instructions
from fadenet.engine.state import ATTACHED, HANDLE_MASK, PICK, Known, State, alive, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, combat, falling, moving
from fadenet.games.fade.typed import rules_of


def attach(
    s: State, h: int, host: int, face: int, act_id: int = 0, cell: int = 0, role: int = ATTACHED
) -> None:
    """Attach a card to a Character or Player. cell: the one beside a Player that it is meant for, 0 = any."""
    atoms.lay_on(s, h, host, role, face, s.ctrl[host] * t.NZ + t.ATTACH, act_id)
    rules_of(s).board.lie(s, h, host, cell)


def settle(s: State, h: int, host: int, cell: int) -> None:
    """A card attached to a Player lies in a cell beside that one; on none are too many."""
    board.put(s, h, 0)
    if host <= s.seats:
        free = {kind: board.free(s, host - 1, kind) for kind in board.stands_in(s, h)}
        beside = free.get(t.ATTACH)
        if any(cell in cells for cells in free.values()):
            board.put(s, h, cell)
        elif beside:
            board.put(s, h, beside[0])
        elif beside is None:
            push(s, moving.f_choose, ref(s, h), 1)
        else:
            push(s, f_make_room, ref(s, h), cell)
    else:
        keep_to_limit(s, host, h)


def cells_for(s: State, seat: int) -> list[int]:
    """The cells beside a Player that a card may be meant for: the free ones, if there are any."""
    free = board.free(s, seat, t.ATTACH)
    return free or sorted({s.num[t.CELL][h] for h in _beside(s, seat)})


def _beside(s: State, seat: int) -> list[int]:
    """The cards in the cells beside a Player."""
    cells = board.cells_of(s, seat, t.ATTACH)
    return [h for h in s.kids.get(seat + 1, ()) if s.num[t.CELL][h] in cells]


def pick_spare(s: State, seat: int, known: Known, h: int, cell: int) -> list[int]:
    """The cards of which one may be discarded to make room for a card beside a Player; if a cell is meant,
    those in it.
    """
    there = _beside(s, s.host[h] - 1)
    there = [k for k in there if s.num[t.CELL][k] == cell] or there
    return rules_of(s).policies.may_make_room([*there, h], h)


def _older_go(there: list[int], new: int) -> list[int]:
    """Those that lay there before (fade2 zone.full-field, limit.equip)."""
    return [k for k in there if k != new]


def _any_goes(there: list[int], new: int) -> list[int]:
    """All of them (fade1 limit.equip-choice)."""
    return there


MAKES_ROOM: Final = {"older": _older_go, "any": _any_goes}
"""Those of attached cards that may go if they are too many, by the edition's word."""


def f_make_room(s: State, r: int, cell: int) -> None:
    """A card is beside a Player, who has no free cell for it: one goes. Without any cell it is destroyed."""
    h = r & HANDLE_MASK
    if not alive(s, r) or not 0 < s.host[h] <= s.seats or s.num[t.CELL][h]:
        return
    seat = s.host[h] - 1
    there = pick_spare(s, seat, {}, h, cell)
    if not there:
        falling.fall(s, falling.DESTROY, [h])
    elif len(there) == 1:
        _replace(s, h, there[0])
    else:
        push(s, f_made_room, r)
        number = rules_of(s).picker_number(pick_spare)
        kernel.ask(s, seat, PICK, (1, 1), picker=number, data=(h, cell))


def f_made_room(s: State, r: int) -> None:
    """The card that goes was chosen."""
    if alive(s, r):
        _replace(s, r & HANDLE_MASK, s.ans[0][1])


def with_room(s: State, there: Sequence[int]) -> list[int]:
    """The Players beside whom a cell has room, and the Characters that bear less than the limit."""
    grid, most, kids = rules_of(s).grid, rules_of(s).figures.equip_max, s.kids
    worn, cells = grid.worn, s.num[t.CELL]
    beneath = [board.by_cell(s, seat) for seat in range(s.seats)] if most and any(worn) else []
    found = []
    for h in there:
        if h <= s.seats:
            beside = [cells[k] for k in kids.get(h, ())]
            fits = any([beside.count(x) < grid.room for x in board.cells_of(s, h - 1, t.ATTACH)])
        elif most:
            bears = len(kids[h]) if h in kids else 0
            if beneath and worn[cells[h]]:
                bears += len(beneath[s.zone[h] // t.NZ].get(worn[cells[h]], ()))
            fits = bears < most or len(lying_with(s, h)) < most
        else:
            fits = True
        if fits:
            found.append(h)
    return found


def lying_with(s: State, host: int) -> list[int]:
    """The cards attached to a Character or Player, and the others in the cell in which those lie (fade1
    limit.equip-five).
    """
    there, rules = combat.attached(s, host), rules_of(s)
    cell = rules.grid.worn[rules.board.cell(s, host)]
    if not cell:
        return there
    return there + board.by_cell(s, s.zone[host] // t.NZ).get(cell, [])


def crowded(s: State) -> list[int]:
    """The Characters with whose attached cards something else lies that makes them too many."""
    most, cells = rules_of(s).figures.equip_max, s.num[t.CELL]
    kinds, worn = rules_of(s).grid.kinds, rules_of(s).grid.worn
    found: list[int] = []
    for seat in range(s.seats) if any(worn) else ():
        beside = [cells[k] for k in s.kids.get(seat + 1, ()) if kinds[cells[k]] == t.EQUIP] if most else ()
        if beside:
            front = [h for h in s.zones[seat * t.NZ + t.FRONT] if worn[cells[h]] in beside]
            full = [h for h in front if len(s.kids.get(h, ())) + beside.count(worn[cells[h]]) > most]
            found += [h for h in full if len(lying_with(s, h)) > most]
    return found


def keep_to_limit(s: State, host: int, new: int = 0) -> None:
    """Cards that are attached to a Character or Player beyond the limit go (fade2 limit.equip).

    new: the card that makes it too many, 0 = several came at once.
    """
    most = rules_of(s).figures.equip_max
    if most and len(lying_with(s, host)) > most:
        push(s, f_limit, ref(s, host), new)


def pick_excess(s: State, seat: int, known: Known, host: int, new: int) -> list[int]:
    """Those of the cards attached to a Character or Player, or in one cell with these, that may go."""
    return rules_of(s).policies.may_make_room(lying_with(s, host), new)


def f_limit(s: State, r: int, new: int) -> None:
    """Its controller chooses one after the other that goes (fade2 limit.equip, fade1 limit.equip-choice)."""
    host = r & HANDLE_MASK
    if alive(s, r) and len(lying_with(s, host)) > rules_of(s).figures.equip_max:
        push(s, f_limited, r, new)
        number = rules_of(s).picker_number(pick_excess)
        kernel.ask(s, s.ctrl[host], PICK, (1, 1), picker=number, data=(host, new))


def f_limited(s: State, r: int, new: int) -> None:
    """The card that goes was chosen."""
    push(s, f_limit, r, new)
    discard(s, s.ans[0][1])


def _replace(s: State, h: int, old: int) -> None:
    """One card is discarded, another one comes into its cell."""
    if h != old:
        board.put(s, h, s.num[t.CELL][old])
    discard(s, old)


def discard(s: State, h: int) -> None:
    """A card goes to make room, which is not a destruction (fade2 timing.on-destroyed)."""
    rules_of(s).effects.shed(s, h, 0)
    instructions.put_open(s, [h], t.DISCARD, 0, atoms.DISCARDED)

"""Commands: which of them work, the Command Materials, and the cards that a Command finds around it."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Final

from fadenet.engine.language.filters import shared_out
from fadenet.engine.looking import once_a_look
from fadenet.engine.state import ATTACHED, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.board import NO_COMMANDS, Layout
from fadenet.games.fade.field import board
from fadenet.games.fade.typed import rules_of

LAYOUT: Final = "commands"  # the key of `Index.memo` while any Command is there


def layout(s: State) -> Layout:
    """The Commands that work now, and the Command Materials."""
    found: Layout = (s.index or s.rules.index_of(s)).memo.get(LAYOUT, NO_COMMANDS)
    return found


def _silent(s: State, silent: Container[int]) -> Layout:
    """Materials trigger nothing (fade2 command.materials)."""
    directions = rules_of(s).directions
    points: dict[int, frozenset[int]] = {}
    for seat in range(s.seats):
        there = [h for h in _commands(s, seat) if h not in silent]
        cards = _face_up(s, seat) if there else {}
        for h in there:
            points[h] = frozenset(_around(s, cards, board.cell_of(s, h), directions[s.code[h]]))
    if not points:
        return NO_COMMANDS
    working, first = _working(s, points)
    materials = frozenset().union(*[points[h] for h in working]) - first
    return Layout(frozenset(working), materials, frozenset(), points)


def _bare(s: State, silent: Container[int]) -> Layout:
    """Materials have no effects at all (fade1 command.materials-lose-effects)."""
    found = _silent(s, silent)
    return found._replace(bare=found.materials)


LAYOUTS: Final[dict[str, Callable[[State, Container[int]], Layout]]] = {
    "": lambda s, silent: NO_COMMANDS,
    "silent": _silent,
    "bare": _bare,
}
"""How the layout is worked out, by the effect that it has in an edition to be a Material."""


def points_alike(s: State, now: Layout, h: int) -> bool:
    """Whether the Commands point at a face-up card, and at what is attached to it, just as they did when this
    was worked out."""
    near, directions, side = rules_of(s).grid.near, rules_of(s).directions, _side(s, h)
    group = (h,) if s.host[h] else (h, *s.kids.get(h, ()))
    lying = {k: board.cell_of(s, k) for k in group if s.face[k]}
    for command, there in now.points.items():
        if _side(s, command) == side:
            ways = near[board.cell_of(s, command)]
            cells = [ways[way] for way in directions[s.code[command]]]
            if any([(k in there) != (cell > 0 and cell in cells) for k, cell in lying.items()]):
                return False
        elif not there.isdisjoint(lying):
            return False
    return True


def _side(s: State, h: int) -> int:
    """The seat on whose side a card lies, by where its host is."""
    host = s.host[h] or h
    return s.zone[host] // t.NZ if host > s.seats else host - 1


def silenced(s: State, now: Layout, muted: frozenset[int]) -> frozenset[int]:
    """Those of the working Commands that are such by their Synchronize, and Muted: Mute leaves the directions
    of a Command alone, which are not an effect of it (fade1 command.synchronize-is-command).
    """
    cards, code = rules_of(s).cards, s.code
    return frozenset([h for h in now.working & muted if not cards[code[h]].types & t.COMMAND])


def _commands(s: State, seat: int) -> list[int]:
    """The face-up Commands in the cells of a seat, but for those of cards that do nothing where they lie."""
    directions, code, kids, base = rules_of(s).directions, s.code, s.kids, seat * t.NZ
    hosts = (seat + 1, *s.zones[base + t.FRONT], *s.zones[base + t.BACKUP])
    there = [*hosts]
    for host in hosts:
        if host in kids:
            there += kids[host]
    found = [h for h in there if directions[code[h]] and s.face[h] and s.role[h] in (0, ATTACHED)]
    for resting in rules_of(s).points.resting if found else ():
        idle = resting(s, found)
        found = [h for h in found if h not in idle]
    return [h for h in found if board.cell_of(s, h)]


def _working(s: State, points: dict[int, frozenset[int]]) -> tuple[set[int], set[int]]:
    """Of Commands, with the cards that each points at, those that work; and which ones first in a circle.

    One at which another points that works is its Material, and does not. Of those that point at each other in
    a circle the one that was placed first works, and is not a Material (fade2 command.materials-of-others).
    """
    left, working, first = set(points), set[int](), set[int]()
    while left:
        left -= {k for h in working for k in points[h]}
        found = left.difference(*[points[h] for h in left])
        if left and not found:
            ahead = {h: _reached(points, left, h) for h in left}
            ring = [h for h in left if all(k in ahead[h] for k in left if h in ahead[k])]
            found = {min(ring, key=lambda h: (s.stamp[h], h))}
            first |= found
        working |= found
        left -= found
    return working, first


def _reached(points: dict[int, frozenset[int]], among: set[int], h: int) -> set[int]:
    """The Commands among some at which one points, those at which these point, and so on."""
    found, waiting = set[int](), [h]
    while waiting:
        new = (points[waiting.pop()] & among) - found
        found |= new
        waiting += new
    return found


@once_a_look
def _face_up(s: State, seat: int) -> dict[int, list[int]]:
    """By cell the face-up cards in it, Zone cards and those in Stacks left aside.

    fade2 command.materials-of-others, fade1 command.materials-not-zones-or-stacks
    """
    cells, face, kids, base = s.num[t.CELL], s.face, s.kids, seat * t.NZ
    rows = s.zones[base + t.FRONT] + s.zones[base + t.BACKUP]
    found: dict[int, list[int]] = {}
    for host in (seat + 1, *rows):
        for h in (host, *kids[host]) if host in kids else (host,):
            if face[h] and (cell := cells[h] or board.cell_of(s, h)):
                if cell in found:
                    found[cell].append(h)
                else:
                    found[cell] = [h]
    return found


def _around(s: State, there: dict[int, list[int]], cell: int, directions: Sequence[int]) -> list[int]:
    near = rules_of(s).grid.near[cell]
    return [h for way in directions for h in there.get(near[way], ())]


def around(s: State, h: int, directions: Sequence[int]) -> list[int]:
    """The face-up cards adjacent to a card in some directions, by `DIRECTIONS`; none if it is in no cell."""
    side = s.zone[s.host[h] if s.host[h] > s.seats else h] // t.NZ
    return _around(s, _face_up(s, side), board.cell_of(s, h), directions)


def materials_of(s: State, h: int) -> list[int]:
    """The Command Materials in the directions that a card lists."""
    materials = layout(s).materials
    return [k for k in around(s, h, rules_of(s).cards[s.code[h]].directions) if k in materials]


def is_supplied(s: State, act: Act, h: int) -> bool:
    """Whether each thing that a Command needs is a Material of its own (fade2 command.two-costs)."""
    needs = rules_of(s).cards[s.code[h]].needs
    return shared_out(needs, materials_of(s, h), lambda test, k: test(s, act, k))


def cells_to_lay(s: State, seat: int) -> list[int]:
    """The cells of a seat in which Materials may be laid: those that its working Commands point at."""
    near, found = rules_of(s).grid.near, set[int]()
    for h in layout(s).working:
        if s.ctrl[h] == seat == s.zone[h] // t.NZ:
            found |= {near[board.cell_of(s, h)][way] for way in rules_of(s).directions[s.code[h]]}
    return sorted(found - {0})


@once_a_look
def free_cells(s: State, seat: int) -> list[int]:
    """Those of them that are open and have room."""
    there = cells_to_lay(s, seat)
    return [x for x in board.all_free(s, seat) if x in there] if there else there

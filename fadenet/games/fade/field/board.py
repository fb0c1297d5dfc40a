"""The cells of an edition that has any: cards in them, which are free, opened by Zone cards, or foremost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.looking import once_a_look
from fadenet.engine.state import ATTACHED, LAID, UNDER, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.grid import Ground
from fadenet.games.fade.typed import rules_of

ROWS: Final[tuple[int, ...]] = (t.FRONT, t.BACKUP)
BESIDE: Final[tuple[int, ...]] = (t.EQUIP, t.ATTACH)  # the kinds in which Characters do not stand
ALL: Final = (*ROWS, *BESIDE)
_ANYWHERE: Final = (*BESIDE, *ROWS)


def ground(s: State, seat: int) -> Ground:
    """A seat's cells as Zone cards have made them (fade2 zonecard.transforms, zone.extra)."""
    lying, index = s.zones[seat * t.NZ + t.ZONE], s.index
    if not lying:
        rules = rules_of(s)
        return rules.grounds[rules.grid.bare]
    if index is None:
        return _made(s, lying)
    found: Ground | None = index.memo.get((_made, seat))
    if found is None:
        found = index.memo[_made, seat] = _made(s, lying)
    return found


def _made(s: State, lying: Sequence[int]) -> Ground:
    rules, cells = rules_of(s), s.num[t.CELL]
    grid, now = rules.grid, [*rules.grid.bare]
    for h in lying:
        makes = rules.cards[s.code[h]].makes
        now[cells[h]] = makes if makes >= 0 else grid.kinds[cells[h]]
    return rules.grounds[tuple(now)]


def kinds(s: State, seat: int) -> tuple[int, ...]:
    """By cell the kind of zone that it is now, -1 while closed."""
    return ground(s, seat).kinds


def kind_of(s: State, seat: int, cell: int) -> int:
    """The kind of zone that a cell is now, -1 while closed."""
    return kinds(s, seat)[cell]


def there(s: State, seat: int) -> list[int]:
    """The cards in the cells of a seat's side, Zone cards left aside.

    Characters stand in the rows; any other card with a cell is attached to its Player.
    """
    cells, base = s.num[t.CELL], seat * t.NZ
    cards = s.zones[base + t.FRONT] + s.zones[base + t.BACKUP] + s.kids.get(seat + 1, ())
    return [h for h in cards if cells[h]]


def cell_of(s: State, h: int) -> int:
    """The cell in which a card is, 0 = in none: a card attached to a Character is in the one that belongs to
    the Character's (fade1 zone.equip, zone.attached-cards-follow).
    """
    host = s.host[h]
    if host <= s.seats or s.num[t.CELL][h] or s.role[h] == UNDER:
        return s.num[t.CELL][h]
    return rules_of(s).grid.worn[s.num[t.CELL][host]]


def worn_in(s: State, seat: int) -> list[int]:
    """The cells of the cards attached to a seat's Characters, each once for every card there."""
    worn, cells, kids = rules_of(s).grid.worn, s.num[t.CELL], s.kids
    if not any(worn):
        return []
    front = [h for h in s.zones[seat * t.NZ + t.FRONT] if h in kids and worn[cells[h]]]
    return [worn[cells[h]] for h in front for k in kids[h] if s.role[k] != UNDER]


@once_a_look
def by_cell(s: State, seat: int) -> dict[int, list[int]]:
    """By cell all that stands there on a seat's side, in the order of `there`."""
    cells, found = s.num[t.CELL], dict[int, list[int]]()
    for h in there(s, seat):
        cell = cells[h]
        if cell in found:
            found[cell].append(h)
        else:
            found[cell] = [h]
    return found


@once_a_look
def standing(s: State, seat: int) -> dict[int, int]:
    """By cell the card that stands there on a seat's side; of several in a cell the newest."""
    return {cell: line[-1] for cell, line in by_cell(s, seat).items()}


def cells_of(s: State, seat: int, kind: int) -> tuple[int, ...]:
    """The cells of a seat's side that are of a kind now, in the order of their names."""
    return ground(s, seat).cells[kind]


def free(s: State, seat: int, kind: int) -> list[int]:
    """The cells of a seat's side that are of a kind now and have room, in the order of their names."""
    return _free(s, seat, (kind,))


def all_free(s: State, seat: int) -> list[int]:
    """The open cells of a seat that have room, kind by kind."""
    return _free(s, seat, ALL)


@once_a_look
def _free(s: State, seat: int, among: tuple[int, ...]) -> list[int]:
    standing, by_kind, found = by_cell(s, seat), ground(s, seat).cells, list[int]()
    worn = worn_in(s, seat) if t.EQUIP in among else ()
    most = rules_of(s).grid.room
    for kind in among:
        room = most if kind in BESIDE else 1
        if room == 1:
            found += [x for x in by_kind[kind] if x not in standing and x not in worn]
        else:
            found += [x for x in by_kind[kind] if len(standing.get(x, ())) + worn.count(x) < room]
    return found


def stands_in(s: State, h: int) -> tuple[int, ...]:
    """The kinds of cell in which a card may stand, that to which it comes first (fade2 keyword.buildup).

    Commands, and cards that lie idle as Material, may stand in all (fade2 command.places).
    """
    if not s.host[h]:
        return ROWS
    card = rules_of(s).cards[s.code[h]]
    if s.role[h] == LAID or card.types & t.COMMAND:
        return _ANYWHERE
    if not card.fronted:
        return (t.ATTACH,)
    return (t.FRONT,) if s.role[h] == ATTACHED else (t.ATTACH, t.FRONT)  # Prevented, it stays where it is


def is_foremost(s: State, h: int) -> bool:
    """Whether no cell of its kind lies in front of a Character's own (fade2 zone.front-most)."""
    seat, kind = divmod(s.zone[h], t.NZ)
    now = kinds(s, seat)
    return all(now[cell] != kind for cell in rules_of(s).grid.ahead[s.num[t.CELL][h]])


def put(s: State, h: int, cell: int) -> None:
    """A card stands in a cell from now on; 0 = in none."""
    atoms.set_number(s, t.CELL, h, cell)


def grounds(s: State, seat: int, makes: int) -> list[int]:
    """The cells under which a seat may lay a Zone card (fade2 zonecard.places, zonecard.occupied).

    makes: the kind that it makes of its cell, -1 = what that is by itself. A card that stands there must fit.
    """
    grid, taken = rules_of(s).grid, standing(s, seat)
    cells = [cell for kind in (*ROWS, *BESIDE) for cell in grid.cells[kind]]
    becomes = {cell: makes if makes >= 0 else grid.kinds[cell] for cell in cells}
    return [x for x, kind in becomes.items() if x not in taken or kind in stands_in(s, taken[x])]


def rests(s: State, h: int) -> bool:
    """Whether a card does nothing where it lies."""
    return any([resting(s, (h,)) for resting in rules_of(s).points.resting])

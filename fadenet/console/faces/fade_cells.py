"""The cells of a board at the console: cards are called by the cell in which they stand."""

from __future__ import annotations

from fadenet.console.faces.face import BoardRow, Spot, zone_rows
from fadenet.engine import notation
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Move
from fadenet.engine.state import UNDER, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.grid import Grid
from fadenet.games.fade.field import board
from fadenet.games.fade.typed import rules_of


def side_of(s: State, h: int) -> int:
    """On which seat's side a card stands, -1 for a card that has no cell there."""
    if s.host[h]:
        return int(s.host[h]) - 1 if s.host[h] <= s.seats else -1
    zone = s.zone[h]
    return int(zone // t.NZ) if s.rules.zone_kind(zone) in board.ROWS else -1


def cell_of(s: State, h: int) -> int:
    """The cell by which a card is called, 0 for one that shares its cell, lies under it or has none."""
    grid, cell = rules_of(s).grid, rules_of(s).board.cell(s, h)
    if not cell or cell == grid.arena or (grid.room > 1 and grid.kinds[cell] == t.ATTACH):
        return 0
    side = side_of(s, h)
    return cell if side >= 0 and board.standing(s, side).get(cell) == h else 0


def place(s: State, seat: int, h: int) -> str:
    """The reference of a card at the console: as in notation, but by its cell where it has one alone."""
    host, cell = s.host[h], cell_of(s, h)
    if cell:
        side, name = side_of(s, h), rules_of(s).grid.names[cell]
        return name if side == seat else f"p{side + 1}.{name}"
    if host > s.seats:
        return f"{place(s, seat, host)}.{s.kids[host].index(h) + 1}"
    return notation.place(s, seat, h)


def find(s: State, seat: int, text: str) -> int:
    """The handle at such a reference. Raises `WrongInput` when nothing lies there."""
    grid = rules_of(s).grid
    side, name, below = _parts(s, seat, text)
    if not grid or name[:1] not in _letters(grid):
        return notation.find(s, seat, text)
    h = board.standing(s, side).get(cell_named(s, name), 0)
    if not h or not cell_of(s, h):
        raise WrongInput(f"nothing stands in {text.partition('.')[0] if not below else name}")
    whole = notation.place(s, seat, h)
    return notation.find(s, seat, f"{whole}.{below}" if below else whole)


def _parts(s: State, seat: int, text: str) -> tuple[int, str, str]:
    """(side, what stands behind it, the rest) of a reference."""
    first, _, rest = text.partition(".")
    player = int(first[1]) if len(first) == 2 and first[0] == "p" and first[1].isdecimal() else 0
    if 0 < player <= s.seats and rest:
        name, _, below = rest.partition(".")
        return player - 1, name, below
    return seat, first, rest


def celled(s: State) -> str:
    """The letters of the places that are cells."""
    grid = rules_of(s).grid
    return _letters(grid) if grid else ""


def _letters(grid: Grid) -> str:
    """The letters of the cells by which cards are called."""
    return "cb" if grid.room > 1 else "cba"


def cell_named(s: State, name: str) -> int:
    """The cell of a name, 0 for none."""
    grid = rules_of(s).grid
    return grid.names.index(name) if name in grid.names[1:] else 0


def order(s: State, h: int) -> int:
    """Where a card comes among those of its zone: with cells, row by row from the front."""
    return rules_of(s).board.cell(s, h)


def label(s: State, h: int) -> str:
    """The cell of a card that is not called by it, and what a Zone card makes of it, short."""
    grid, cell = rules_of(s).grid, rules_of(s).board.cell(s, h)
    if not cell or cell_of(s, h):
        return ""
    makes = _makes(s, h, cell)
    becomes = f"={t.ZONES[makes][0]}" if makes >= 0 else ""
    return f"{'under-' if s.rules.zone_kind(s.zone[h]) == t.ZONE else ''}{grid.names[cell]}{becomes}"


def told(s: State, h: int) -> list[str]:
    """Where a card lies or stands, in words; [] for one without a cell."""
    grid, cell = rules_of(s).grid, rules_of(s).board.cell(s, h)
    if not cell:
        return []
    makes = _makes(s, h, cell)
    becomes = f", which it makes a cell of the {rules_of(s).edition.zones[makes]}" if makes >= 0 else ""
    under = s.rules.zone_kind(s.zone[h]) == t.ZONE
    return [
        f"{'under' if under else 'in'} {'the Arena' if cell == grid.arena else grid.names[cell]}{becomes}"
    ]


def _makes(s: State, h: int, cell: int) -> int:
    """The kind of zone that a Zone card makes of a cell that is another one by itself, -1 for none."""
    makes = rules_of(s).cards[s.code[h]].makes
    return makes if makes != rules_of(s).grid.kinds[cell] else -1


def row_of(s: State, seat: int, move: Move) -> str:
    """Into which row a move brings a Character from another one, "" for any other move, and for one that
    sends somebody else away."""
    h = move[1] if move[0] == t.V_MOVE else 0
    if not h or s.host[h]:
        return ""
    now, there = s.rules.zone_kind(s.zone[h]), {t.FRONT: "front", t.BACKUP: "backup"}
    if not rules_of(s).grid:
        return there[t.BACKUP if now == t.FRONT else t.FRONT]
    cell = move[2][1]
    kind = board.kind_of(s, seat, cell)
    return there.get(kind, "") if kind != now and cell not in board.standing(s, seat) else ""


def naming(s: State) -> str:
    """How what lies on the field is called."""
    edition = rules_of(s).edition
    zones = edition.zones
    front, back = zones[t.FRONT], zones[t.BACKUP]
    if not edition.grid:
        first = f"c1 is the first card of your {front}, b1 of your {back}, f1 of your Fighter Pool,"
        return f"{first} k1 the first Link of the Chain."
    return (
        f"c1 is what stands in the first cell of your {front}, b1 of your {back}; a1 is a cell of the"
        f" {zones[t.ATTACH]}, z1 your first Zone card, f1 a card of your Fighter Pool, k1 the first Link of"
        " the Chain. board shows all cells, ? c1 what touches one."
    )


def about(s: State, seat: int, text: str) -> list[str]:
    """A cell's zone and the cells next to it, as a paragraph; [] for a word that does not name a cell."""
    grid = rules_of(s).grid
    side, name, below = _parts(s, seat, text)
    cell = cell_named(s, name)
    if not cell or cell == grid.arena or below:
        return []
    kind = board.kind_of(s, side, cell)
    zone = rules_of(s).edition.zones[grid.kinds[cell] if kind < 0 else kind]
    state = "is closed until a Zone card is played there; then it is" if kind < 0 else "is"
    near = [f"{d} {grid.names[k]}" for d, k in zip(t.DIRECTIONS, grid.near[cell], strict=True) if k]
    return [f"{text} {state} a cell of the {zone}. Next to it: {', '.join(near)}. Up is toward the front."]


def rows(s: State, seat: int) -> list[BoardRow]:
    """A seat's side row by row from the front; at last what is in no row: what lies beside its Player, and a
    Character on its way to a cell."""
    grid, cell = rules_of(s).grid, rules_of(s).board.cell
    beside = [h for h in s.kids.get(seat + 1, ()) if not cell(s, h)]
    if not grid:
        found = zone_rows(s, seat, "cbz")
    else:
        beside += [h for h in board.there(s, seat) if s.num[t.CELL][h] == grid.arena > 0]
        beside += [h for kind in board.ROWS for h in s.zones[seat * t.NZ + kind] if not cell(s, h)]
        cells = range(1, len(grid.bare) - bool(grid.arena))
        spots = [_spot(s, seat, grid, n) for n in cells]
        found = [
            BoardRow(rules_of(s).edition.zones[grid.kinds[at + 1]], tuple(spots[at : at + grid.width]))
            for at in range(0, len(spots), grid.width)
        ]
    return [*found, BoardRow("beside the Player", tuple([Spot("", (h,)) for h in beside]))]


def _spot(s: State, seat: int, grid: Grid, cell: int) -> Spot:
    """A cell with what stands in it, or lies there for the Character ahead, and the Zone card under it."""
    kind, own = board.kind_of(s, seat, cell), grid.kinds[cell]
    under = [h for h in s.zones[seat * t.NZ + t.ZONE] if s.num[t.CELL][h] == cell]
    here = [h for h in board.there(s, seat) if s.num[t.CELL][h] == cell]
    ahead = grid.worn.index(cell) if cell in grid.worn else 0
    if ahead and not here:
        bearer = board.standing(s, seat).get(ahead, 0)
        hung = [h for h in s.kids.get(bearer, ()) if s.role[h] != UNDER] if bearer else []
        return Spot(grid.names[cell], (*hung, *under), "closed" if kind < 0 else "", bool(hung))
    note = "closed" if kind < 0 else f"={t.ZONES[kind][0]}" if kind != own else ""
    return Spot(grid.names[cell], (*here, *under), note)

"""Cards with Raider, which all Players fight: where they stand, how they come (fade2 raider.side)."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board
from fadenet.games.fade.typed import rules_of


def is_raider(s: State, h: int) -> bool:
    """Whether a card is a Raider of this match."""
    return rules_of(s).raids and rules_of(s).cards[s.code[h]].keywords[t.K_RAIDER] > 0


def is_nobody(s: State, h: int) -> bool:
    """Whether this is the body of the Raiders' seat, behind which no Player stands."""
    return rules_of(s).raids and h == s.seats


def standing(s: State) -> list[int]:
    """The Raiders on the field, by column; none in a match without any."""
    if not rules_of(s).raids:
        return []
    there = [h for h in s.zones[(s.seats - 1) * t.NZ + t.FRONT] if is_raider(s, h)]
    return sorted(there, key=lambda h: s.num[t.CELL][h])


def enter(s: State, code: int) -> None:
    """A Raider comes to the first free Character Zone, with the Counters that it brings."""
    seat = s.seats - 1
    cell = board.free(s, seat, t.FRONT)[0]
    (h,) = atoms.grow(s, seat, -1, 1)
    atoms.open_card(s, h, code)
    atoms.move(s, h, seat * t.NZ + t.FRONT, 1)
    board.put(s, h, cell)
    card = rules_of(s).cards[code]
    brings = [
        *zip(t.COUNTER_COLUMNS.values(), card.counters, strict=True),
        (t.POWER, card.keywords[t.K_CARRIER]),
    ]
    for column, n in brings:
        if n:
            atoms.put(s, column, h, n)

"""An edition with cells, five rows of five: how its file differs from the one that is there."""

from __future__ import annotations

from fadenet.games.fade.tables import KEY_TO
from tests.builders.scenario import Duel

ROWS = ("CCCCC", "ccccc", "bbbbb", "aaaaa", "BBBBB")
GRID = (
    ('refill = "all"', f'refill = "none"\nrows = {[*ROWS]}'),
    ('reach = ["front", "backup"]', 'reach = ["foremost front", "foremost backup", "front", "backup"]'),
    ('over = "all"', 'over = "each"'),
    ('enter = "behind-front"', 'enter = "free"'),
    ('attacks = "never"', 'attacks = "alone"'),
    ("last_front_stays = true", "last_front_stays = false"),
    ('Orbital = { kind = "plain" }\n', ""),
    ('orbital = "keyword.orbital"\n', ""),
    ('starts = ["deck", "orbital"]', 'starts = ["deck"]'),
    ('last-in-front = "prep.move-last-front"', 'no-room = "prep.move"\nno-ground = "zonecard.place"'),
)


def to(d: Duel, name: str) -> tuple[int, int]:
    """The part of a move that names a cell."""
    return KEY_TO, d.cell(name)


def fill(d: Duel, seat: int, row: str, *without: int) -> dict[int, int]:
    """A Soldier in every open cell of a row, by column."""
    return {n: d.character(seat, at=f"{row}{n}") for n in range(1, 6) if n not in without}

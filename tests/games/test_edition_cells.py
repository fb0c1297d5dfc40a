"""Cells: the grid that a file draws, what it does not go together with, and moves that name cells."""

from __future__ import annotations

import pytest

from fadenet.engine import notation
from fadenet.engine.errors import LoadError
from fadenet.games.fade import edition
from fadenet.games.fade.editions import grid
from fadenet.games.fade.tables import ATTACH, FRONT
from fadenet.games.fade.typed import PACKAGE
from tests.builders.cells import GRID, ROWS, to
from tests.builders.editions import changed
from tests.builders.scenario import Duel


def test_cells_have_names_and_cells_ahead_of_them() -> None:
    # Given five rows of five cells, then open cells are named before closed ones, and ahead of b3 lie c3 and
    # the closed cell of the first row, ahead of that none.
    made = grid.read(ROWS)
    names = made.names
    assert [names[x] for x in made.cells[FRONT]] == [f"c{n}" for n in range(1, 11)]
    assert [names[x] for x in made.cells[ATTACH]] == [f"a{n}" for n in range(1, 6)]
    assert [names[x] for x in made.ahead[names.index("b3")]] == ["c3", "c8"]
    assert made.ahead[names.index("c8")] == ()


UNFIT = {
    "board.refill": ('refill = "none"', 'refill = "all"'),
    "back.enter": ('enter = "free"', 'enter = "behind-front"'),
    "back.last_front_stays": ("last_front_stays = false", "last_front_stays = true"),
    "keywords.Orbital": ("[keywords]\n", '[keywords]\nOrbital = { kind = "plain" }\n'),
}
"""The words that cells do not go together with, by the key that the error names."""


@pytest.mark.parametrize("key", UNFIT)
def test_what_goes_by_rows_alone_is_not_for_cells(key: str) -> None:
    # Given an edition with cells and a word that moves or keeps Characters by rows, then the error names it.
    text = changed(*GRID).replace(*UNFIT[key])
    if key == "back.last_front_stays":
        text = text.replace("no-room =", 'last-in-front = "prep.move-last-front"\nno-room =')
    if key == "keywords.Orbital":
        text = text.replace("no-room =", 'orbital = "keyword.orbital"\nno-room =')
    with pytest.raises(LoadError) as fault:
        edition.read(PACKAGE, "made.toml", text)
    assert fault.value.key == key


@pytest.mark.parametrize("rows", ['["cc", "b"]', '["c?"]', '[""]'])
def test_what_is_no_grid_is_refused(rows: str) -> None:
    # Given rows of unlike length, an unknown letter or no cells, then the error names the key.
    with pytest.raises(LoadError) as fault:
        edition.read(PACKAGE, "made.toml", changed(('refill = "all"', f'refill = "none"\nrows = {rows}')))
    assert fault.value.key == "board.rows"


def test_only_a_grid_has_foremost_cells() -> None:
    # Given reach = ["foremost front"] without rows, then the error names the key.
    with pytest.raises(LoadError) as fault:
        edition.read(PACKAGE, "made.toml", changed(('reach = ["front", ', 'reach = ["foremost front", ')))
    assert fault.value.key == "board.reach"


def test_moves_are_written_with_the_names_of_cells() -> None:
    # Given a Soldier in c1, then its moves are written and read by the names of cells.
    d = Duel(edition="fade2")
    h = d.character(0, at="c1")
    move = d.move("move", h, to(d, "b4"))
    text = notation.format_move(d.s, 0, move)
    assert text == "move c1 to=b4" and notation.parse_move(d.s, 0, text) == move

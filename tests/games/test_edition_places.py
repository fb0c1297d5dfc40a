"""Cells beside the Player: what takes one, how many cards it holds, what becomes of what is there."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.editions import shape
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import ATTACH, FRONT
from fadenet.games.fade.typed import FadeRules
from tests.builders.cells import GRID, to
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel

CARDS = ""
ROOM = ('over = "all"', 'over = "each"\nroom = 2')


def duel(*pairs: tuple[str, str], seats: int = 2) -> Duel:
    old = {pair[0] for pair in pairs}
    return differing(CARDS, *[pair for pair in GRID if pair[0] not in old], *pairs, seats=seats)


def free(d: Duel, seat: int, kind: int) -> list[str]:
    return [board.grid_of(d.s).names[x] for x in board.free(d.s, seat, kind)]


# What is occupied.


def test_what_is_attached_to_the_player_stands_in_its_cell() -> None:
    # Given an Augment beside the Player in a2 and another one in c3, then both cells are taken: no Character
    # is played to c3; the enemy's cells are not.
    d = duel()
    edge, other = d.on(d.body(0), "edge", 1, at="a2"), d.on(d.body(0), "edge", 1, at="c3")
    h = d.fighter(0, "squire")
    assert board.standing(d.s, 0) == {d.cell("a2"): edge, d.cell("c3"): other}
    assert free(d, 0, ATTACH) == ["a1", "a3", "a4", "a5"] and free(d, 0, FRONT) == ["c1", "c2", "c4", "c5"]
    assert d.refused(0, "play", h, to(d, "c3")) == "prep.move" and d.can(0, "play", h, to(d, "c4"))
    assert len(free(d, 1, ATTACH)) == len(free(d, 1, FRONT)) == 5


def test_a_cell_beside_the_player_may_hold_several() -> None:
    # Given room = 2, then a1 is free with one card in it, and no longer with two; a cell in front holds one.
    d = duel(ROOM)
    d.on(d.body(0), "edge", 1, at="a1")
    d.on(d.body(0), "edge", 1, at="c1")
    assert "a1" in free(d, 0, ATTACH) and "c1" not in free(d, 0, FRONT)
    d.on(d.body(0), "edge", 1, at="a1")
    assert "a1" not in free(d, 0, ATTACH)


def test_a_cell_holds_at_least_one_card() -> None:
    # Given room = 0, then the error names the table.
    text = changed(*[pair for pair in GRID if pair[0] != ROOM[0]], (ROOM[0], 'over = "each"\nroom = 0'))
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", text)
    assert "room" in str(fault.value)

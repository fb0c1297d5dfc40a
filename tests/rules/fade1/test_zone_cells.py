"""Cells that touch, and Extra Zones, in the 60-card edition (topic zone)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import MODE
from fadenet.games.fade.field import slots
from fadenet.games.fade.tables import DIRECTIONS
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards

CARDS = cards("gate", "raze", "squat")


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "zone.adjacency")
def test_a_cell_touches_the_cells_around_it_of_its_own_side() -> None:
    # Given the grid of 7 x 3, then the neighbours of Character Zones 1 and 6 are those of the book.
    d = duel()
    cells = d.rules.grid

    def near(name: str) -> dict[str, str]:
        found = zip(DIRECTIONS, cells.near[d.cell(name)], strict=True)
        return {way: cells.names[x] for way, x in found if x}

    assert near("c1") == {"Right": "c2", "Down-Right": "a2", "Down": "a1"}
    # c7 is the Frontline Extra Zone, a7 the Player's Equip Zone, b7 the Backline Extra Zone.
    assert near("c6") == {"Left": "c5", "Right": "c7", "Down-Left": "a5", "Down": "a6", "Down-Right": "a7"}
    assert near("b7") == {"Left": "b6", "Up-Left": "a6", "Up": "a7"}
    # The Arena Zone is off the grid and adjacent to nothing.
    arena = cells.arena
    assert not any(cells.near[arena]) and all(arena not in row for row in cells.near)


@pytest.mark.rule("fade1", "zone.extra-opened")
def test_an_opened_extra_zone_takes_characters_and_no_more_slots() -> None:
    # Given the Frontline Extra Zone, closed, then nobody is played there.
    d = duel()
    two, ground = d.fighter(0, "squat"), d.hand(0, "plain")
    assert d.refused(0, "play", two, to(d, "c7"))
    # When a Zone card opens it, then a Character is; the Maximum CS are still 6.
    d.play(0, "play", ground, to(d, "c7"))
    d.quietly(0, "play", two, to(d, "c7"))
    assert (d.at(two), d.lies(two), slots.left(d.s, 0)) == ("c7", "front", 4)
    # The Backline Extra Zone becomes a Reserve Zone.
    x = d.character(0)
    d.play(0, "play", d.hand(0, "plain"), to(d, "b7"))
    d.play(0, "move", x, to(d, "b7"))
    assert (d.at(x), d.lies(x)) == ("b7", "backup")


@pytest.mark.rule("fade1", "zone.extra-opened")
def test_its_controller_chooses_among_the_cells_of_the_same_row_first() -> None:
    # Given a Character of 2 CS in the opened c7, and c2 and c5 free, and all Reserve Zones but one.
    d = duel()
    ground, x = d.zone(0, "plain", at="c7"), d.character(0, "squat", at="c7")
    for n in (1, 3, 4, 6):
        d.character(0, at=f"c{n}")
    d.character(0, at="b1")
    left = slots.left(d.s, 0)
    # When the Zone card is destroyed, then its controller puts it into one of these two.
    d.play(0, "play", d.hand(0, "raze"), ground)
    assert d.until(MODE) == 0 and len(d.options(0)) == 2
    d.answer(0, d.options(0)[1])
    assert d.at(x) == "c5" and slots.left(d.s, 0) == left


@pytest.mark.rule("fade1", "zone.extra-opened")
@pytest.mark.parametrize(("free", "goes"), [(("c1", "b3"), "c1"), (("b3",), "b3"), ((), "")])
def test_a_command_goes_from_an_extra_zone_to_the_two_rows_alone(free: tuple[str, ...], goes: str) -> None:
    # Given a Command in the opened c7, and one free cell in each row, in Reserve alone, or none.
    d = duel()
    ground, gate = d.zone(0, "plain", at="c7"), d.command(0, "gate", "c7")
    for name in (f"{row}{n}" for row in "cb" for n in range(1, 7)):
        if name not in free:
            d.character(0, at=name)
    # When the Zone card is destroyed, then it stays in its row, goes to the other one, or is destroyed: it is
    # not laid into an Equip Zone.
    d.quietly(0, "play", d.hand(0, "raze"), ground)
    assert d.lies(gate) == ("attached" if goes else "discard")
    assert not goes or d.at(gate) == goes

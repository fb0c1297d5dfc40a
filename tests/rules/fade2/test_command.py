"""Commands and what lies beside them, in the 40-card edition (topics command, zone, keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.editions import grid
from fadenet.games.fade.field import board, commands
from fadenet.games.fade.tables import COMBAT, DIRECTIONS, HAND
from tests.builders.cards import cards
from tests.builders.cells import to
from tests.builders.commands import command
from tests.builders.scenario import Duel

CARDS = (
    cards("commands", "gate", "right", "left")
    + """
[card.aware]
name = "Aware"
types = ["Character"]
hp = 20
plv = 1
keywords = { Aura = 3 }
[[card.aware.ability]]
on = "attacked"
of = "this"
do = [{ draw = 1 }]
[card.below]
name = "Below"
types = ["Command"]
directions = ["Down"]
ability = [{ activate = true, do = [{ draw = 1 }] }]
[card.breaker]
name = "Breaker"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all commands" }]
do = [{ destroy = "target" }]
[card.linked]
name = "Linked"
types = ["Character"]
hp = 9
plv = 1
[[card.linked.ability]]
keyword = "Synchronize"
n = 2
directions = ["Left", "Right"]
gives = { PLV = 3 }
"""
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


def materials(d: Duel) -> set[int]:
    return {*commands.layout(d.s).materials}


@pytest.mark.rule("fade2", "zone.adjacent")
def test_a_cell_has_a_neighbour_in_each_direction_of_its_own_side() -> None:
    # Given Commands in b3 and b1, then the neighbours of b3 are those of the book, and b1 has no Left one.
    d = duel()
    cells: grid.Grid = board.grid_of(d.s)

    def near(name: str) -> dict[str, str]:
        found = zip(DIRECTIONS, cells.near[d.cell(name)], strict=True)
        return {way: cells.names[x] for way, x in found if x}

    assert near("b3") == {
        "Up": "c3",
        "Up-Right": "c4",
        "Right": "b4",
        "Down-Right": "a4",
        "Down": "a3",
        "Down-Left": "a2",
        "Left": "b2",
        "Up-Left": "c2",
    }
    assert set(near("b1")) == {"Up", "Up-Right", "Right", "Down-Right", "Down"}
    # When Gate lists Left in b1 and a Character stands at the other end of the row, in the row above it or in
    # the enemy's b1, then none of them is beside it.
    command(d, 0, "gate", "b1")
    for seat, name in ((0, "b5"), (0, "c5"), (1, "b1"), (1, "b2")):
        d.character(seat, at=name)
    assert not materials(d)
    beside = d.character(0, at="b2")
    assert materials(d) == {beside}


@pytest.mark.rule("fade2", "command.materials")
def test_a_material_triggers_nothing_and_keeps_what_goes_on() -> None:
    # Given a Character with On Attacked and Aura 3 that has lost 4 HP, to the right of a Command.
    d = duel()
    foe = d.character(0, at="c1")
    aware = d.character(1, "aware", at="c3")
    d.damage(aware, 4)
    strong = d.plv(aware)
    gate = command(d, 1, "gate", "c2")
    assert d.plv(aware) == strong > 1
    # When it is attacked, then On Attacked does not trigger; its Aura counts as before and it attacks itself.
    d.go(0, COMBAT)
    held = d.size(1, HAND)
    d.play(0, "attack", foe, aware)
    d.pass_all()
    assert d.size(1, HAND) == held
    # When the Command is gone, then it triggers.
    d.play(0, "play", d.hand(0, "breaker"), gate)
    d.pass_all()
    other = d.character(0, at="c2")
    d.play(0, "attack", other, aware)
    d.pass_all()
    assert d.size(1, HAND) == held + 1


@pytest.mark.rule("fade2", "command.character-out-of-place")
def test_no_character_is_laid_beside_the_player() -> None:
    # Given a Command in b3 that lists Down, then a Character is refused in a3 and an Augment accepted.
    d = duel()
    command(d, 0, "below", "b3")
    squire, edge = d.fighter(0, "squire"), d.hand(0, "edge")
    assert d.refused(0, "lay", squire, to(d, "a3")) == "command.character-out-of-place"
    d.play(0, "lay", edge, to(d, "a3"))
    assert d.at(edge) == "a3" and materials(d) == {edge}


@pytest.mark.rule("fade2", "keyword.synchronize")
def test_synchronize_works_between_two_materials() -> None:
    # Given Linked in c3 with Synchronize Left, Right 2, Materials in c2 and c4, then +3 PLV; when one of them
    # is none any more, as its Command goes, the bonus ends.
    d = duel()
    linked = d.character(0, "linked", at="c3")
    for name in ("c2", "c4"):
        d.character(0, at=name)
    assert d.plv(linked) == 1
    command(d, 0, "right", "c1")
    gone = command(d, 0, "left", "c5")
    assert d.plv(linked) == 4
    d.play(0, "play", d.hand(0, "breaker"), gone)
    d.pass_all()
    assert d.plv(linked) == 1


@pytest.mark.rule("fade2", "keyword.synchronize")
def test_synchronize_asks_for_so_many_materials_or_more() -> None:
    # Given Synchronize Left, Right 1 in c3, when there is one Material beside it or two, then it has +3 PLV.
    row = 'keyword = "Synchronize"\nn = 1\ndirections = ["Left", "Right"]\ngives = { PLV = 3 }'
    joined = f"""[card.joined]
name = "Joined"
types = ["Character"]
hp = 9
plv = 1
[[card.joined.ability]]
{row}
"""
    d = Duel(CARDS + joined, edition="fade2")
    x = d.character(0, "joined", at="c3")
    for at, slug, there in (("c2", "right", "c1"), ("c4", "left", "c5")):
        d.character(0, at=at)
        command(d, 0, slug, there)
        assert d.plv(x) == 4

"""Commands and what lies beside them, in the 40-card edition (topics command, zone, keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import MODE
from fadenet.games.fade.editions import grid
from fadenet.games.fade.field import commands
from fadenet.games.fade.tables import COMBAT, DIRECTIONS, HAND
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, command

CARDS = (
    cards("downward", "gate", "left", "manacle", "right", "topple", "upward")
    + cards("exhume")
    + command("down-left", directions=["Down-Left"], ability={"activate": True, "do": {"draw": 1}})
    + command(
        "all-round",
        directions=["Up", "Up-Right", "Right", "Down-Right", "Down", "Down-Left", "Left", "Up-Left"],
        ability={"activate": True, "do": {"draw": 1}},
    )
    + character("herald", plv=1, ability={"on": "enters", "of": "this", "do": {"draw": 1}})
    + character(
        "aware",
        hp=20,
        plv=1,
        keywords={"Aura": 3},
        ability={"on": "attacked", "of": "this", "do": {"draw": 1}},
    )
    + character(
        "linked",
        plv=1,
        ability={"keyword": "Synchronize", "n": 2, "directions": ["Left", "Right"], "gives": {"PLV": 3}},
    )
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


def materials(d: Duel) -> set[int]:
    return {*commands.layout(d.s).materials}


@pytest.mark.rule("fade2", "zone.adjacent")
def test_a_cell_has_a_neighbour_in_each_direction_of_its_own_side() -> None:
    # Given Commands in b3 and b1, then the neighbours of b3 are those of the book, and b1 has no Left one.
    d = duel()
    cells: grid.Grid = d.rules.grid

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
    d.command(0, "gate", "b1")
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
    gate = d.command(1, "gate", "c2")
    assert d.plv(aware) == strong > 1
    # When it is attacked, then On Attacked does not trigger; its Aura counts as before and it attacks itself.
    d.go(0, COMBAT)
    held = d.size(1, HAND)
    d.quietly(0, "attack", foe, aware)
    assert d.size(1, HAND) == held
    # When the Command is gone, then it triggers.
    d.quietly(0, "play", d.hand(0, "topple"), gate)
    other = d.character(0, at="c2")
    d.quietly(0, "attack", other, aware)
    assert d.size(1, HAND) == held + 1


@pytest.mark.rule("fade2", "command.materials")
@pytest.mark.parametrize(("name", "drawn"), [("b3", 0), ("b5", 1)])
def test_a_character_that_an_effect_brings_beside_a_command_triggers_nothing(name: str, drawn: int) -> None:
    # Given a Command in b2, when "On Enter: draw 1" comes out of the Discard Pile, then it is for its player
    # to say to which cell: beside the Command it draws nothing.
    d = duel()
    d.command(0, "gate", "b2")
    herald = d.discard(0, "herald")
    d.play(0, "play", d.hand(0, "exhume"), herald)
    d.until(MODE)
    cells = kernel.candidates(d.s, d.s.asks[0], {})
    d.answer(0, d.move("mode", (0, 1 + cells.index(d.cell(name)))))
    d.pass_all()
    assert (d.at(herald), d.size(0, HAND)) == (name, drawn)


@pytest.mark.rule("fade2", "command.materials-of-others")
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 1, 0)])
def test_in_a_circle_of_three_the_one_placed_first_works_and_breaks_it(order: tuple[int, ...]) -> None:
    # Given three Commands, each at the next, then the one placed first works, the next is its Material, and
    # the last works, as nothing that works points at it.
    d = duel()
    circle = [("right", "c1"), ("down-left", "c2"), ("upward", "b1")]
    made = {n: d.command(0, *circle[n]) for n in order}
    first, following, last = (made[(order[0] + n) % 3] for n in range(3))
    assert materials(d) == {following}
    d.go(0, COMBAT)
    assert d.can(0, "activate", first) and d.can(0, "activate", last)
    assert d.refused(0, "activate", following) == d.rule("command-material")
    # Then the first, at which the last points, is none of the last one's Materials.
    assert [commands.materials_of(d.s, h) for h in (first, last)] == [[following], []]


@pytest.mark.rule("fade2", "command.materials-of-others")
def test_what_a_circle_points_at_waits_for_it() -> None:
    # Given a Command placed before two that point at each other, one of which points at it, then these are
    # settled first: it is Material of the one that works.
    d = duel()
    old = d.command(0, "right", "b2")
    works, second = d.command(0, "all-round", "c2"), d.command(0, "gate", "c3")
    assert materials(d) == {old, second} and commands.layout(d.s).working == {works}


@pytest.mark.rule("fade2", "command.character-out-of-place")
def test_no_character_is_laid_beside_the_player() -> None:
    # Given a Command in b3 that lists Down, then a Character is refused in a3 and an Augment accepted.
    d = duel()
    d.command(0, "downward", "b3")
    squire, edge = d.fighter(0, "squire"), d.hand(0, "edge")
    assert d.refused(0, "lay", squire, to(d, "a3")) == "command.character-out-of-place"
    d.play(0, "lay", edge, to(d, "a3"))
    assert d.at(edge) == "a3" and materials(d) == {edge}


@pytest.mark.rule("fade2", "command.lay-materials", "status.cannot-act")
def test_one_that_cannot_act_is_laid_in_its_own_row_alone() -> None:
    # Given a Character in b5 that cannot act and a Command in either row, then it is laid in b3, not in c3.
    d = duel()
    for name in ("b2", "c2"):
        d.command(0, "gate", name)
    x = d.character(0, at="b5")
    d.quietly(0, "play", d.hand(0, "manacle"), x)
    assert d.refused(0, "lay", x, to(d, "c3")) == d.rule("cannot-act")
    assert d.can(0, "lay", x, to(d, "b3"))


@pytest.mark.rule("fade2", "keyword.synchronize")
def test_synchronize_works_between_two_materials() -> None:
    # Given Linked in c3 with Synchronize Left, Right 2, Materials in c2 and c4, then +3 PLV; when one of them
    # is none any more, as its Command goes, the bonus ends.
    d = duel()
    linked = d.character(0, "linked", at="c3")
    for name in ("c2", "c4"):
        d.character(0, at=name)
    assert d.plv(linked) == 1
    d.command(0, "right", "c1")
    gone = d.command(0, "left", "c5")
    assert d.plv(linked) == 4
    d.quietly(0, "play", d.hand(0, "topple"), gone)
    assert d.plv(linked) == 1


@pytest.mark.rule("fade2", "keyword.synchronize")
def test_synchronize_asks_for_so_many_materials_or_more() -> None:
    # Given Synchronize Left, Right 1 in c3, when there is one Material beside it or two, then it has +3 PLV.
    beside = {"keyword": "Synchronize", "n": 1, "directions": ["Left", "Right"], "gives": {"PLV": 3}}
    d = Duel(CARDS + character("joined", plv=1, ability=beside), edition="fade2")
    x = d.character(0, "joined", at="c3")
    for at, slug, there in (("c2", "right", "c1"), ("c4", "left", "c5")):
        d.character(0, at=at)
        d.command(0, slug, there)
        assert d.plv(x) == 4

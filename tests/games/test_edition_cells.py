"""Cells: an edition whose file draws a grid, and what is played into its cells, moved there, and reached."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import kernel, notation
from fadenet.engine.errors import LoadError
from fadenet.engine.state import ASK_KIND, MODE
from fadenet.games.fade.editions import grid, shape
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import (
    AFTERMATH,
    ATTACH,
    CELL,
    COMBAT,
    DISCARD,
    FRONT,
    PREPARATION,
)
from fadenet.games.fade.typed import FadeRules
from tests.builders.cards import cards
from tests.builders.cells import GRID, ROWS, fill, to
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "charm", "exhume", "shackle", "shove")
    + """
[card.meadow]
name = "Meadow"
types = ["Zone"]
ability = [{ gives = { HP = 1 }, to = "your characters" }]
[card.moor]
name = "Moor"
types = ["Zone"]
ability = [{ gives = { HP = 2 }, to = "your characters" }]
[card.wraith]
name = "Wraith"
types = ["Character"]
hp = 9
plv = 1
level_up = ["Soldier", "Squire"]
[card.scour]
name = "Scour"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all zones" }]
do = [{ destroy = "target" }]
[card.sweep]
name = "Sweep"
types = ["Skill"]
rank = "Normal"
targets = [{ pick = { from = "enemy characters" }, n = 2, reach = true }]
do = [{ attack = 1 }]
"""
)


LEVEL_KEEPS = 'Level-Up = { kind = "plain", how = "keeps"'


def duel(seats: int = 2) -> Duel:
    return differing(CARDS, *GRID, seats=seats)


# The grid itself.


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
"""What cells do not go together with, by the key that the error names."""


@pytest.mark.parametrize("key", UNFIT)
def test_what_goes_by_rows_alone_is_not_for_cells(key: str) -> None:
    # Given an edition with cells and a word that moves or keeps Characters by rows, then the error names it.
    text = changed(*GRID).replace(*UNFIT[key])
    if key == "back.last_front_stays":
        text = text.replace("no-room =", 'last-in-front = "prep.move-last-front"\nno-room =')
    if key == "keywords.Orbital":
        text = text.replace("no-room =", 'orbital = "keyword.orbital"\nno-room =')
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", text)
    assert fault.value.key == key


@pytest.mark.parametrize("rows", ['["cc", "b"]', '["c?"]', '[""]'])
def test_what_is_no_grid_is_refused(rows: str) -> None:
    # Given rows of unlike length, an unknown letter or no cells, then the error names the key.
    with pytest.raises(LoadError) as fault:
        shape.read(
            FadeRules.package, "made.toml", changed(('refill = "all"', f'refill = "none"\nrows = {rows}'))
        )
    assert fault.value.key == "board.rows"


def test_only_a_grid_has_foremost_cells() -> None:
    # Given reach = ["foremost front"] without rows, then the error names the key.
    with pytest.raises(LoadError) as fault:
        shape.read(
            FadeRules.package, "made.toml", changed(('reach = ["front", ', 'reach = ["foremost front", '))
        )
    assert fault.value.key == "board.reach"


# Playing into cells.


def test_a_character_is_played_into_a_free_open_cell() -> None:
    # Given c2 taken and no Zone card, then c1 and b5 can be entered, c2 and the closed c6 cannot.
    d = duel()
    d.character(0, at="c2")
    h = d.fighter(0, "squire")
    assert d.can(0, "play", h, to(d, "c1")) and d.can(0, "play", h, to(d, "b5"))
    for name in ("c2", "c6", "a1"):
        assert d.refused(0, "play", h, to(d, name)) == "prep.move"
    d.play(0, "play", h, to(d, "b5"))
    d.pass_chain()
    assert d.at(h) == "b5" and d.where(h) == "Backup Zone"


def test_without_a_free_cell_no_character_is_played() -> None:
    # Given ten Characters, then an eleventh has no place; one of them falls, and it has.
    d = duel()
    there = fill(d, 0, "c") | {10 + n: h for n, h in fill(d, 0, "b").items()}
    h = d.fighter(0, "squire")
    assert not [move for move in d.options(0) if h in move[1:2]]
    d.damage(there[3], 10)
    d.play(0, "move", there[1], to(d, "b1"))  # whatever comes next, the state is checked
    assert [move for move in d.options(0) if h in move[1:2]] == [d.move("play", h, to(d, "c3"))]


def test_a_cell_that_is_taken_meanwhile_is_another_one_then() -> None:
    # Given a Character played to c1 on the chain, when an answer brings another one there, then its
    # controller chooses another cell of the row.
    d = duel()
    h = d.fighter(0, "squire")
    d.hand(1, "guard")  # so that there is a time to answer
    d.play(0, "play", h, to(d, "c1"))
    late = d.character(0, at="c1")
    d.until(MODE)
    assert FADE.modes(d.s, d.s.asks[0]) == ("c2", "c3", "c4", "c5")
    assert FADE.question(d.s, d.s.asks[0], str) == "Choose a cell for Squire"
    d.answer(0, d.move("mode", (0, 2)))
    assert d.at(h) == "c3" and d.at(late) == "c1"
    assert FADE.place(d.s, 0, h) == "c3" and ", in c3" in FADE.detail(d.s, h, d.s.code[h])


def test_a_level_up_card_takes_the_cell_of_one_of_those_underneath() -> None:
    # Given a Soldier in c4 and a Squire in b2, then Wraith comes to c4 or b2, and to no other cell.
    d = duel()
    soldier, squire = d.character(0, at="c4"), d.character(0, "squire", at="b2")
    h = d.fighter(0, "wraith")
    cells = {move[2] for move in d.options(0) if move[1:2] == (h,)}
    assert cells == {to(d, "c4"), to(d, "b2")}
    assert d.refused(0, "play", h, to(d, "c1"), soldier, squire) == "prep.move"
    d.play(0, "play", h, to(d, "b2"), soldier, squire)
    d.pass_chain()
    assert d.at(h) == "b2" and d.where(h) == "Backup Zone"
    assert d.s.num[CELL][soldier] == d.s.num[CELL][squire] == 0
    assert board.standing(d.s, 0) == {d.cell("b2"): h}


def test_a_level_up_card_keeps_the_counters_of_the_one_whose_cell_it_takes() -> None:
    # Given how = "keeps" and two in front with Poison Counters, when Wraith takes the cell of the second,
    # then it has those of the second.
    d = differing(CARDS, *GRID, ('Level-Up = { kind = "plain", how = "bare"', LEVEL_KEEPS))
    soldier, squire = d.character(0, at="c1"), d.character(0, "squire", at="c2")
    d.counters(soldier, "Poison", 1)
    d.counters(squire, "Poison", 2)
    h = d.fighter(0, "wraith")
    d.play(0, "play", h, to(d, "c2"), soldier, squire)
    d.pass_chain()
    assert (d.at(h), d.count(h, "Poison")) == ("c2", 2)


def test_what_is_played_quietly_stands_in_its_cell_at_once() -> None:
    # Given cells, and Characters and Zone cards that make no link, when they are played, then they are there
    # at once, and so does a Level-Up card; the ground that Moor replaces is destroyed.
    quiet = ('round = "cycle"', 'round = "cycle"\nquiet_plays = ["Character", "Zone"]')
    d = differing(CARDS, *GRID, quiet)
    d.hand(1, "guard")
    squire, meadow, moor = d.fighter(0, "squire"), d.hand(0, "meadow"), d.hand(0, "moor")
    for h in (meadow, moor):
        d.play(0, "play", h, to(d, "c7"))
        assert d.at(h) == "c7" and not d.s.chain
    assert d.where(meadow) == "Discard Pile Zone"
    d.play(0, "play", squire, to(d, "c7"))
    assert d.at(squire) == "c7" and not d.s.chain
    soldier, wraith = d.character(0, at="b2"), d.fighter(0, "wraith")
    d.play(0, "play", wraith, to(d, "c7"), soldier, squire)
    assert board.standing(d.s, 0) == {d.cell("c7"): wraith} and not d.s.chain


# Moving.


def test_characters_change_rows_in_preparation_and_places_too() -> None:
    # Given c1, c2 and b1, then in Preparation c1 goes to a free cell of the back row or changes places with
    # b1, but goes to no other cell in front; in the Aftermath it does.
    d = duel()
    first, second, behind = d.character(0, at="c1"), d.character(0, at="c2"), d.character(0, at="b1")
    assert d.can(0, "move", first, to(d, "b3")) and not d.can(0, "move", first, to(d, "c3"))
    assert not d.can(0, "move", first, to(d, "c2")) and not d.can(0, "move", first, to(d, "b6"))
    d.play(0, "move", first, to(d, "b1"))
    assert (d.at(first), d.at(behind)) == ("b1", "c1")
    assert (d.where(first), d.where(behind)) == ("Backup Zone", "Character Zone")
    d.go(0, AFTERMATH)
    d.play(0, "move", second, to(d, "c1"))
    assert (d.at(second), d.at(behind)) == ("c1", "c2")
    d.play(0, "move", second, to(d, "c5"))
    assert d.at(second) == "c5" and d.where(second) == "Character Zone"


def test_who_cannot_act_stays_in_its_row_and_is_not_changed_places_with() -> None:
    # Given a Soldier that cannot act, then neither it nor another takes the other's place across the rows; in
    # the Aftermath it is shifted within its row.
    d = duel()
    bound, free = d.character(0, at="c1"), d.character(0, at="b1")
    d.play(0, "play", d.hand(0, "shackle"), bound)
    d.pass_all()
    assert d.refused(0, "move", bound, to(d, "b2")) == d.rule("cannot-act")
    assert d.refused(0, "move", free, to(d, "c1")) == d.rule("no-room")
    assert d.can(0, "move", free, to(d, "c2"))
    d.go(0, AFTERMATH)
    assert d.can(0, "move", bound, to(d, "c3")) and not d.can(0, "move", bound, to(d, "b2"))


def test_a_move_names_a_cell() -> None:
    # Given a Soldier, then a move without a cell, with a card or with a cell of the Player's own is refused.
    d = duel()
    h, other = d.character(0, at="c1"), d.character(0, at="b1")
    assert d.refused(0, "move", h) and d.refused(0, "move", h, other)
    assert d.refused(0, "move", h, to(d, "a1")) == "prep.move"


def test_an_effect_that_sends_to_a_row_leaves_the_cell_to_the_controller() -> None:
    # Given b1 taken, when an effect sends a Soldier to the back, then its controller chooses another cell.
    d = duel()
    d.character(1, at="b1")
    h = d.character(1, at="c1")
    d.play(0, "play", d.hand(0, "shove"), h)
    assert d.until(MODE) == 1
    d.answer(1, d.move("mode", (0, 4)))
    assert d.at(h) == "b5"


def test_an_effect_finds_no_room() -> None:
    # Given a full back row, then nobody is sent there, and nobody comes there out of the Discard Pile.
    d = duel()
    fill(d, 0, "b")
    h, dead = d.character(0, at="c1"), d.discard(0, "squire")
    d.play(0, "play", d.hand(0, "shove"), h)
    d.pass_all()
    d.play(0, "play", d.hand(0, "exhume"), dead)
    d.pass_all()
    assert d.at(h) == "c1" and dead in d.s.zones[DISCARD]


def test_who_takes_control_chooses_the_cell() -> None:
    # Given an enemy Soldier in c5, when seat 0 takes control of it, then seat 0 chooses any free cell of both
    # rows; with a full side nothing happens.
    d = duel()
    h = d.character(1, at="c5")
    there = fill(d, 0, "c", 2) | {10 + n: x for n, x in fill(d, 0, "b", 4).items()}
    d.play(0, "play", d.hand(0, "charm"), h)
    assert d.until(MODE) == 0
    assert kernel.candidates(d.s, d.s.asks[0], {}) == [d.cell("c2"), d.cell("b4")]
    d.answer(0, d.move("mode", (0, 2)))
    assert d.at(h) == "b4" and d.s.ctrl[h] == 0 and d.where(h) == "Backup Zone"
    other = d.character(1, at="c5")
    d.character(0, at="c2")
    d.play(0, "play", d.hand(0, "charm"), other)
    d.pass_all()
    assert d.s.ctrl[other] == 1 and d.at(other) == "c5" and len(there) == 8


def test_who_takes_control_has_room_in_the_other_row() -> None:
    # Given a full front row, when seat 0 takes control of a Soldier in front, then it comes to the back.
    d = duel()
    h = d.character(1, at="c5")
    fill(d, 0, "c")
    fill(d, 0, "b", 3)
    d.play(0, "play", d.hand(0, "charm"), h)
    d.pass_all()
    assert d.s.ctrl[h] == 0 and (d.at(h), d.where(h)) == ("b3", "Backup Zone")


# Zone cards.


def test_a_zone_card_opens_a_cell_and_another_one_replaces_it() -> None:
    # Given Meadow in c8, then a Character can be played there; Moor in c8 destroys Meadow, in b1 it does not.
    d = duel()
    meadow, h = d.hand(0, "meadow"), d.fighter(0, "squire")
    d.play(0, "play", meadow, to(d, "c8"))
    d.pass_all()
    assert d.at(meadow) == "c8" and d.can(0, "play", h, to(d, "c8"))
    d.play(0, "play", d.hand(0, "moor"), to(d, "b1"))
    d.pass_all()
    assert d.where(meadow) == "Zone"
    d.play(0, "play", d.hand(0, "moor"), to(d, "c8"))
    d.pass_all()
    assert d.where(meadow) == "Discard Pile Zone" and d.can(0, "play", h, to(d, "c8"))


def test_when_the_ground_goes_its_character_goes_elsewhere() -> None:
    # Given P in the opened c7, when its Zone card is destroyed, then P's controller moves it to any free cell
    # of both rows; without any it is destroyed, which is no Knock Out.
    d = duel()
    ground, h = d.zone(1, "meadow", at="c7"), d.character(1, at="c7")
    d.play(0, "play", d.hand(0, "scour"), ground)
    assert d.until(MODE) == 1
    d.answer(1, d.move("mode", (0, 6)))
    assert d.at(h) == "b1" and d.where(h) == "Backup Zone"
    fill(d, 1, "c")
    fill(d, 1, "b", 1)
    ground, last = d.zone(1, "meadow", at="c7"), d.character(1, at="c7")
    d.play(0, "play", d.hand(0, "scour"), ground)
    d.pass_all()
    assert d.where(last) == "Discard Pile Zone" and not d.happened("knocked-out")


# Reach.


def attackable(d: Duel, seat: int, h: int) -> set[int]:
    verb = d.rules.verbs.index("attack")
    return {move[2] for move in d.options(seat) if move[0] == verb and move[1] == h}


def test_the_foremost_are_attacked_before_those_behind() -> None:
    # Given P in an opened c7, Q in c2 behind it, T in c3 and R in b5, then only P and T, foremost in their
    # columns, are attacked; then Q; then R, foremost of the back row all the time; then the Player.
    d = duel()
    me = d.character(0, at="c1")
    d.zone(1, "meadow", at="c7")
    p, t = d.character(1, at="c7"), d.character(1, at="c3")
    q, r = d.character(1, at="c2"), d.character(1, at="b5")
    d.go(0, COMBAT)
    expected = [{p, t}, {r}, {q}, {d.body(1)}]
    for group in expected:
        assert attackable(d, 0, me) == group
        for h in group:
            if h > 2:
                d.damage(h, 40)
        if group != expected[-1]:
            d.go(1, PREPARATION)
            d.go(0, COMBAT)


@pytest.mark.parametrize("over", ["each", "any"])
def test_several_targets_are_one_enemys_or_anybodys(over: str) -> None:
    # Given two enemies with a Soldier each, and an edition in which all targets of an Attack are one enemy's,
    # then an Attack on two is not aimed at this pair; with two Soldiers of one it is. Elsewhere both are.
    d = differing(CARDS, *GRID, ('over = "each"\n', f'over = "{over}"\n'), seats=3)
    user = d.character(0, at="c1")
    skill = d.on(user, "sweep")
    first, other = d.character(1, at="c1"), d.character(2, at="c1")
    d.go(0, COMBAT)
    assert d.can(0, "use", skill, first, other) == (over == "any")
    second = d.character(1, at="c2")
    assert d.can(0, "use", skill, first, second)


# What a cell is to the rest.


def test_who_leaves_the_field_leaves_its_cell_and_its_memory_of_it() -> None:
    # Given a Soldier in b3, when it falls and comes back, then it stands where it is put now.
    d = duel()
    h = d.character(0, at="b3")
    d.damage(h, 10)
    mover = d.character(0, at="c1")
    d.play(0, "move", mover, to(d, "b1"))
    assert h in d.s.zones[DISCARD] and d.s.num[CELL][h] == 0
    d.play(0, "play", d.hand(0, "exhume"), h)
    d.until(MODE)
    d.answer(0, d.move("mode", (0, 1)))
    assert d.at(h) == "b2"


def test_cells_are_no_counters() -> None:
    # Given moves between cells, then no Counter was put or removed.
    d = duel()
    h = d.character(0, at="c1")
    del d.log[:]
    d.play(0, "move", h, to(d, "b1"))
    assert not d.happened("counter-put") and not d.happened("counter-gone") and d.at(h) == "b1"


def test_a_seat_that_leaves_while_it_chooses_a_cell_leaves() -> None:
    # Given three seats, when one that has to choose a cell gives up, then its cards leave the match.
    d = duel(3)
    h = d.character(1, at="c1")
    d.play(0, "play", d.hand(0, "shove"), h)
    assert d.until(MODE) == 1
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.out == (1,) and d.s.zone[h] < 0 and d.s.asks[0][ASK_KIND] == 0


def test_moves_are_written_with_the_names_of_cells() -> None:
    # Given a Soldier in c1, then its moves are written and read by the names of cells.
    d = duel()
    h = d.character(0, at="c1")
    move = d.move("move", h, to(d, "b4"))
    text = notation.format_move(d.s, 0, move)
    assert text == "move c1 to=b4" and notation.parse_move(d.s, 0, text) == move

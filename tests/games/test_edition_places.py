"""Cells beside the Player: what takes one, how many cards it holds, what becomes of what is there."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel, notation
from fadenet.engine.errors import LoadError
from fadenet.engine.state import PICK, TURNED
from fadenet.games.fade.editions import shape
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import AFTERMATH, ATTACH, COMBAT, DISCARD, FRONT, KEY_TO, NZ
from fadenet.games.fade.typed import FadeRules
from tests.builders.cards import cards
from tests.builders.cells import GRID, to
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel

CARDS = """
[card.ambush]
name = "Ambush"
types = ["Reaction"]
rank = "Normal"
surprise = { attacked = "your fighters" }
do = [{ draw = 1 }]
[card.curse]
name = "Curse"
types = ["Item"]
rank = "Normal"
attach = "enemy players"
keywords = { Equip = true }
ability = [{ gives = { PLV = -1 } }]
[card.relic]
name = "Relic"
types = ["Item"]
rank = "Normal"
keywords = { Equip = true }
[[card.relic.ability]]
on = "destroyed"
of = "this"
do = [{ gain_tp = 30 }]
[card.ragman]
name = "Ragman"
types = ["Character"]
hp = 9
plv = 1
ability = [{ on = "discarded", of = "your discard pile", do = [{ gain_tp = 3 }] }]
"""
WARD = """
[card.ward]
name = "Ward"
types = ["Reaction"]
rank = "Normal"
answers = { to = "anything" }
do = [{ prevent = true }]
"""
BATTERY = """
[card.battery]
name = "Battery"
types = ["Item"]
rank = "Normal"
ability = [{ keyword = "Stock", n = 2, activate = true, do = [{ draw = 1 }] }]
"""
HEAVY = """
[card.manacle]
name = "Manacle"
types = ["Item"]
rank = "Normal"
attach = "enemy characters"
keywords = { Equip = true }
[card.wraith]
name = "Wraith"
types = ["Character"]
hp = 9
plv = 1
level_up = ["Soldier", "Squire"]
"""
NAMED = ('over = "all"', 'over = "each"\nbeside = "named"')
ANY = ('over = "all"', 'over = "each"\nmakes_room = "any"')
FOR_ITS_PLAYER = ('Equip = { kind = "plain" }', 'Equip = { kind = "plain", how = "Augments too" }')
POWERED = (
    ("[keywords]\n", '[keywords]\nStock = { kind = "number" }\n'),
    ("[reasons]\n", '[reasons]\nstock = "turn.definition"\n'),
)
PREVENTS = ('judged = "play"\n', 'judged = "play"\nprevents = true\n')
ROOM = ('over = "all"', 'over = "each"\nroom = 2')


def duel(*pairs: tuple[str, str], seats: int = 2, more: str = "") -> Duel:
    """A match with cells; what is said again in place of a pair of `GRID` differs from it."""
    old = {pair[0] for pair in pairs}
    return differing(CARDS + more, *[pair for pair in GRID if pair[0] not in old], *pairs, seats=seats)


def crowd(d: Duel, seat: int = 0, *without: str) -> dict[str, int]:
    """An Edge beside a Player in each cell there is, by its name."""
    names = [f"a{n}" for n in range(1, 6)]
    return {name: d.on(d.body(seat), "edge", 1, at=name) for name in names if name not in without}


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


# What comes to lie beside a Player.


def test_an_augment_of_the_player_takes_the_first_free_cell() -> None:
    # Given a1 taken, when an Edge is played to the Player, then it lies in a2; one on a Character in no cell.
    d = duel()
    d.on(d.body(0), "edge", 1, at="a1")
    me = d.character(0, at="c1")
    first, second = d.hand(0, "edge"), d.hand(0, "edge")
    d.play(0, "play", first, d.body(0))
    d.pass_all()
    d.play(0, "play", second, me)
    d.pass_all()
    assert d.at(first) == "a2" and d.at(second) == "" and d.s.host[second] == me


def test_what_lies_beside_an_enemy_takes_that_ones_cell() -> None:
    # Given a Curse that is attached to an enemy, then it takes the enemy's first cell, and the enemy says
    # what goes if none is free.
    d = duel()
    curse, other = d.hand(0, "curse"), d.hand(0, "curse")
    d.play(0, "play", curse, d.body(1))
    d.pass_all()
    assert d.at(curse) == "a1" and board.standing(d.s, 1) == {d.cell("a1"): curse}
    crowd(d, 1, "a1")
    d.play(0, "play", other, d.body(1))
    assert d.until(PICK) == 1
    d.answer(1, d.move("pick", curse))
    d.pass_all()
    assert d.at(other) == "a1" and curse in d.s.zones[DISCARD]


def test_a_card_with_surprise_takes_a_cell_face_down() -> None:
    # Given an Ambush placed beside the Player, then it lies in a1 without being seen.
    d = duel()
    h = d.hand(0, "ambush")
    d.play(0, "place", h)
    assert d.at(h) == "a1" and not d.s.code[h] and not d.s.face[h]


def test_an_item_with_stock_takes_a_cell() -> None:
    # Given a Battery, when it is played, then it lies in a1 with its Counters; used up it leaves it.
    d = duel(*POWERED, more=BATTERY)
    h = d.hand(0, "battery")
    d.play(0, "play", h)
    d.pass_all()
    assert d.at(h) == "a1" and d.count(h, "Power") == 2
    d.counters(h, "Power", -1)
    d.play(0, "activate", h)
    d.pass_all()
    assert h in d.s.zones[DISCARD] and d.at(h) == "" and len(free(d, 0, ATTACH)) == 5


def test_what_is_prevented_without_a_place_takes_a_cell() -> None:
    # Given a Ration that an enemy's Ward Prevents, then it lies in a1, turned; with five cards beside its
    # Player one of them is discarded first.
    d = duel(PREVENTS, more=WARD)
    for there in ({}, crowd(d, 0, "a1")):
        h, user = d.hand(0, "ration"), d.character(1, at=f"c{1 + len(there)}")
        ward = d.on(user, "ward")
        d.play(0, "play", h)
        d.play(1, "use", ward, -1)
        if there:
            assert d.until(PICK) == 0
            d.answer(0, d.move("pick", there["a3"]))
        d.pass_all()
        assert d.s.role[h] == TURNED and d.at(h) == ("a3" if there else "a1")


def test_an_augment_without_equip_lies_beside_its_player() -> None:
    # Given how = "Augments too", then an Augment without Equip is played without a target and lies in a1, and
    # one that says to what it is attached has to have Equip.
    d = duel(FOR_ITS_PLAYER, more=cards("faroe", "bulk"))
    h = d.hand(0, "bulk")
    d.character(0, at="c1")
    assert [move for move in d.options(0) if h in move[1:2]] == [d.move("play", h)]
    d.play(0, "play", h)
    d.pass_all()
    assert d.s.host[h] == d.body(0) and d.at(h) == "a1"
    with pytest.raises(LoadError) as fault:
        duel(FOR_ITS_PLAYER, more=cards("faroe", "shackle").replace("Item", "Augment") + 'attach = "you"\n')
    assert fault.value.key == "attach"


# A full row.


def test_without_a_free_cell_an_older_card_is_discarded() -> None:
    # Given five cards beside the Player, among them a hidden one, when a sixth comes, then the Player chooses
    # one of the five, not the new one; it is shown, discarded and not destroyed, and the new one lies there.
    d = duel()
    there = crowd(d, 0, "a2", "a4")
    hidden, relic = d.on(d.body(0), "ambush", at="a2"), d.on(d.body(0), "relic", 1, at="a4")
    h = d.hand(0, "edge")
    d.tp(0, 1)
    d.play(0, "play", h, d.body(0))
    assert d.until(PICK) == 0
    assert {move[1] for move in d.options(0)} == {*there.values(), hidden, relic}
    d.answer(0, d.move("pick", hidden))
    d.pass_all()
    assert d.at(h) == "a2" and hidden in d.s.zones[DISCARD] and d.s.code[hidden]
    assert [row[1] for row in d.happened("discarded")] == [hidden] and not d.happened("destroyed")


def test_what_is_discarded_to_make_room_is_discarded_and_not_destroyed() -> None:
    # Given a Ragman that gives TP for what is discarded, and a Relic that gives more when it is destroyed,
    # when the Relic makes room for a card placed beside its Player, then the former happens alone.
    d = duel()
    d.character(0, "ragman", at="c1")
    there = crowd(d, 0, "a4")
    relic = d.on(d.body(0), "relic", 1, at="a4")
    d.tp(0, 0)
    h = d.hand(0, "ambush")
    d.play(0, "place", h)
    assert d.until(PICK) == 0
    d.answer(0, d.move("pick", relic))
    d.pass_all()
    assert d.at(h) == "a4" and d.tp_of(0) == 3 and len(there) == 4


def test_where_any_card_may_go_the_new_one_may() -> None:
    # Given makes_room = "any" and five cards, when a sixth comes, then it may be discarded itself.
    d = duel(ANY)
    there = crowd(d)
    h = d.hand(0, "edge")
    d.play(0, "play", h, d.body(0))
    d.until(PICK)
    d.answer(0, d.move("pick", h))
    d.pass_all()
    assert h in d.s.zones[DISCARD] and board.standing(d.s, 0) == {d.cell(x): k for x, k in there.items()}


def test_a_seat_that_leaves_while_it_makes_room_leaves() -> None:
    # Given three seats, when one that has to discard a card gives up, then its cards leave, and what was
    # about to lie beside it goes.
    d = duel(seats=3)
    crowd(d, 1)
    curse = d.hand(0, "curse")
    d.play(0, "play", curse, d.body(1))
    assert d.until(PICK) == 1
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.out == (1,) and curse in d.s.zones[DISCARD] and not board.standing(d.s, 1)


def test_what_a_seat_has_laid_that_leaves_meanwhile_may_still_make_room() -> None:
    # Given three seats, the second of whom has to make room, when the third, whose Curse lies there, gives
    # up, then the second chooses among the same, and the Curse is gone afterwards.
    d = duel(seats=3)
    there = crowd(d, 1, "a3")
    old = d.on(d.body(1), "curse", 1, seat=2, at="a3")
    curse = d.hand(0, "curse")
    d.play(0, "play", curse, d.body(1))
    assert d.until(PICK) == 1
    d.log += kernel.leave(d.s, 2)
    d.settle()
    d.answer(1, d.move("pick", there["a1"]))
    d.pass_all()
    assert d.at(curse) == "a1" and d.s.zone[old] < 0 and free(d, 1, ATTACH) == ["a3"]


# Cells that a move names.


def test_a_move_may_name_the_cell_beside_the_player() -> None:
    # Given beside = "named" and a2 taken, then an Edge for the Player names a free cell, one for a Character
    # none, and a card with Surprise names one too.
    d = duel(NAMED)
    d.on(d.body(0), "edge", 1, at="a2")
    me = d.character(0, at="c1")
    h, ambush = d.hand(0, "edge"), d.hand(0, "ambush")
    assert d.can(0, "play", h, to(d, "a4"), d.body(0)) and d.can(0, "play", h, me)
    assert d.refused(0, "play", h, to(d, "a2"), d.body(0)) == "prep.move"
    assert d.refused(0, "play", h, to(d, "c2"), d.body(0)) == "prep.move"
    assert d.refused(0, "play", h, d.body(0)) == "prep.move"
    assert d.refused(0, "play", h, to(d, "a4"), me) == "prep.move"
    assert d.refused(0, "place", ambush, to(d, "a2")) == "prep.move"
    d.play(0, "play", h, to(d, "a4"), d.body(0))
    d.pass_all()
    d.play(0, "place", ambush, to(d, "a3"))
    assert (d.at(h), d.at(ambush)) == ("a4", "a3")
    text = notation.format_move(d.s, 0, d.move("place", ambush, to(d, "a3")))
    assert text.endswith(" to=a3")


def test_an_enemys_cell_is_named_by_nobody() -> None:
    # Given beside = "named", then a Curse on an enemy names no cell and lies in the first free one.
    d = duel(NAMED)
    h = d.hand(0, "curse")
    assert [move for move in d.options(0) if h in move[1:2]] == [d.move("play", h, d.body(1))]
    d.play(0, "play", h, d.body(1))
    d.pass_all()
    assert d.at(h) == "a1"


def test_a_cell_of_a_full_row_names_the_card_that_goes() -> None:
    # Given beside = "named" and five cards, when a sixth is meant for a3, then what lies there is discarded
    # without a question.
    d = duel(NAMED)
    there = crowd(d)
    h = d.hand(0, "edge")
    d.play(0, "play", h, to(d, "a3"), d.body(0))
    d.pass_all()
    assert d.at(h) == "a3" and d.s.zones[DISCARD] == (there["a3"],)


def test_a_named_cell_that_is_taken_meanwhile_is_another_one() -> None:
    # Given an Edge that is meant for a1, when another card comes to lie there first, then it takes a2.
    d = duel(NAMED)
    h = d.hand(0, "edge")
    user = d.character(1, at="c1")
    d.on(user, "guard")
    d.play(0, "play", h, to(d, "a1"), d.body(0))
    late = d.on(d.body(0), "edge", 1, at="a1")
    d.pass_all()
    assert (d.at(h), d.at(late)) == ("a2", "a1")


def test_an_item_with_stock_names_its_cell() -> None:
    # Given beside = "named", then a Battery is played to a named cell alone.
    d = duel(NAMED, *POWERED, more=BATTERY)
    h = d.hand(0, "battery")
    assert d.refused(0, "play", h) == "prep.move"
    d.play(0, "play", h, to(d, "a5"))
    d.pass_all()
    assert d.at(h) == "a5"


# How many cards a Character bears.


def limited(*pairs: tuple[str, str], most: int = 2) -> Duel:
    """A match without cells, but with a limit of attached cards."""
    return differing(CARDS + WARD + HEAVY, PREVENTS, *pairs, figures={"equip_max": most})


ANY_AT_ALL = ('over = "all"', 'over = "all"\nmakes_room = "any"')


def test_an_older_card_makes_room_on_a_character() -> None:
    # Given a limit of 2 and a Soldier with a Guard and an Edge, when a third card is attached face-down, then
    # its Player chooses one of those two; the Guard is shown and discarded, which is no destruction.
    d = limited()
    me = d.character(0)
    guard, edge, h = d.on(me, "guard"), d.on(me, "edge", 1), d.hand(0, "strike")
    d.play(0, "attach", h, me)
    assert d.until(PICK) == 0 and {move[1] for move in d.options(0)} == {guard, edge}
    d.answer(0, d.move("pick", guard))
    d.pass_all()
    assert d.s.kids[me] == (edge, h) and d.s.zones[DISCARD] == (guard,) and d.s.code[guard]
    assert len(d.happened("discarded")) == 1 and not d.happened("destroyed")


def test_any_card_makes_room_on_a_character() -> None:
    # Given makes_room = "any", then the new one may go as well.
    d = limited(ANY_AT_ALL)
    me = d.character(0)
    there = [d.on(me, "guard"), d.on(me, "edge", 1)]
    h = d.hand(0, "edge")
    d.play(0, "play", h, me)
    assert d.until(PICK) == 0 and {move[1] for move in d.options(0)} == {*there, h}
    d.answer(0, d.move("pick", h))
    d.pass_all()
    assert [*d.s.kids[me]] == there and h in d.s.zones[DISCARD]


def test_the_controller_of_the_bearer_chooses() -> None:
    # Given an enemy Soldier with two cards, when seat 0 attaches a Manacle to it, then the enemy chooses, and
    # it cannot be the Manacle.
    d = limited()
    foe = d.character(1)
    there = [d.on(foe, "guard"), d.on(foe, "edge", 1)]
    h = d.hand(0, "manacle")
    d.play(0, "play", h, foe)
    assert d.until(PICK) == 1 and [move[1] for move in d.options(1)] == there
    d.answer(1, d.move("pick", there[1]))
    d.pass_all()
    assert d.s.kids[foe] == (there[0], h)


def test_a_prevented_card_counts_and_may_go() -> None:
    # Given a Soldier with a Prevented Strike and a Guard, when a third card comes, then either may go.
    d = limited()
    me, foe = d.character(0), d.character(1)
    strike, ward = d.on(me, "strike"), d.on(foe, "ward")
    d.go(0, COMBAT)
    d.play(0, "use", strike, foe)
    d.play(1, "use", ward, -1)
    d.pass_all()
    guard = d.on(me, "guard")
    d.go(0, AFTERMATH)
    h = d.hand(0, "edge")
    d.play(0, "play", h, me)
    assert d.until(PICK) == 0 and {move[1] for move in d.options(0)} == {strike, guard}
    d.answer(0, d.move("pick", strike))
    d.pass_all()
    assert d.s.kids[me] == (guard, h)


def test_without_cells_a_player_has_the_same_limit() -> None:
    # Given a limit of 2 without cells, when a third card is placed beside the Player, then one goes.
    d = limited()
    there = [d.on(d.body(0), "edge", 1), d.on(d.body(0), "edge", 1)]
    h = d.hand(0, "ambush")
    d.play(0, "place", h)
    assert d.until(PICK) == 0
    d.answer(0, d.move("pick", there[1]))
    d.pass_all()
    assert d.s.kids[d.body(0)] == (there[0], h)


@pytest.mark.parametrize("pairs", [(), (ANY_AT_ALL,)])
def test_a_level_up_card_keeps_as_many_as_it_may(pairs: tuple[tuple[str, str], ...]) -> None:
    # Given a limit of 3 and two Characters with 3 and 2 cards, when Wraith is laid on both, then its Player
    # discards two of all five.
    d = limited(*pairs, most=3)
    below = d.character(0), d.character(0, "squire")
    there = [d.on(below[0], "guard") for _ in range(3)] + [d.on(below[1], "edge", 1) for _ in range(2)]
    h = d.fighter(0, "wraith")
    d.play(0, "play", h, (KEY_TO, 0), *below)
    assert d.until(PICK) == 0
    for gone in (there[4], there[0]):
        assert gone in [move[1] for move in d.options(0)]
        d.answer(0, d.move("pick", gone))
    d.pass_all()
    assert sorted(set(d.s.kids[h]) & set(there)) == there[1:4] and len(d.happened("discarded")) == 2


def test_up_to_the_limit_and_without_one_nothing_goes() -> None:
    # Given a limit of 2, then two cards may lie on a Character; without a limit any number may.
    for d, most in ((limited(), 2), (limited(most=0), 9)):
        me = d.character(0)
        for _ in range(most):
            d.play(0, "attach", d.hand(0, "strike"), me)
        d.go(0, COMBAT)
        assert len(d.s.kids[me]) == most and not d.happened("discarded")


def test_the_limit_holds_where_there_are_cells() -> None:
    # Given cells and a limit of 2, then a third card on a Character makes an older one go, and the cells
    # beside the Player are what limits those there.
    d = differing(CARDS, *GRID, figures={"equip_max": 2})
    me = d.character(0, at="c1")
    there = [d.on(me, "edge", 1), d.on(me, "edge", 1)]
    h = d.hand(0, "edge")
    d.play(0, "play", h, me)
    assert d.until(PICK) == 0 and [move[1] for move in d.options(0)] == there
    d.answer(0, d.move("pick", there[0]))
    d.pass_all()
    crowd(d, 0, "a5")
    last = d.hand(0, "edge")
    d.play(0, "play", last, d.body(0))
    d.pass_all()
    assert d.at(last) == "a5" and len(d.happened("discarded")) == 1


# Arena.


ARENA = (
    ('over = "all"', 'over = "each"\narena = ["Augment", "Item", "Zone"]'),
    ("[keywords]\n", '[keywords]\nArena = { kind = "plain" }\n'),
)
STAGES = """
[card.coliseum]
name = "Coliseum"
types = ["Augment"]
rank = "Normal"
keywords = { Arena = true }
ability = [{ gives = { PLV = 2 }, to = "all characters" }]
[card.cauldron]
name = "Cauldron"
types = ["Item"]
rank = "Normal"
keywords = { Arena = true }
[[card.cauldron.ability]]
on = "destroyed"
of = "this"
do = [{ gain_tp = 1 }]
[card.glacier]
name = "Glacier"
types = ["Zone"]
keywords = { Arena = true }
ability = [{ gives = { PLV = 5 }, to = "all characters" }]
"""


def test_a_card_with_arena_lies_beside_the_rows() -> None:
    # Given Coliseum, when it is played, then it names no cell and no bearer, lies in its Player's Arena,
    # works, and takes no place of the five, even where moves name these.
    for pair in (ARENA[0], (ARENA[0][0], ARENA[0][1] + '\nbeside = "named"')):
        d = duel(pair, ARENA[1], more=STAGES)
        foe, h = d.character(1, at="c1"), d.hand(0, "coliseum")
        assert [move for move in d.options(0) if h in move[1:2]] == [d.move("play", h)]
        d.play(0, "play", h)
        d.pass_all()
        assert d.at(h) == "arena" and len(free(d, 0, ATTACH)) == 5 and d.plv(foe) == 5
        assert d.refused(0, "play", d.hand(0, "glacier"), to(d, "c1"))


def test_another_card_with_arena_destroys_the_one_before() -> None:
    # Given Coliseum in seat 0's Arena, when seat 1 plays Cauldron, then Coliseum is destroyed; so is Cauldron
    # as seat 2 plays Glacier, a Zone card, which lies in that seat's Arena and under no cell.
    d = duel(*ARENA, more=STAGES, seats=3)
    me = d.character(0, at="c1")
    first, second, third = d.hand(0, "coliseum"), d.hand(1, "cauldron"), d.hand(2, "glacier")
    d.play(0, "play", first)
    d.pass_all()
    d.go(1, AFTERMATH)
    d.play(1, "play", second)
    d.pass_all()
    assert d.at(second) == "arena" and first in d.s.zones[DISCARD] and d.plv(me) == 3
    d.go(2, AFTERMATH)
    d.tp(1, 0)
    d.play(2, "play", third)
    d.pass_all()
    assert d.at(third) == "arena" and d.s.host[third] == d.body(2) and d.plv(me) == 8
    assert d.s.zone[second] % NZ == DISCARD and d.tp_of(1) == 1
    assert [row[1] for row in d.happened("destroyed")] == [first, second]


def test_a_negated_card_with_arena_leaves_the_other_one() -> None:
    # Given Coliseum in the Arena and a Cauldron that is Negated, then Coliseum stays, and the Cauldron goes
    # to the Discard Pile without having been destroyed.
    d = duel(*ARENA, more=STAGES + WARD.replace("prevent", "negate"))
    first = d.on(d.body(1), "coliseum", 1, at="arena")
    user, h = d.character(1, at="c1"), d.hand(0, "cauldron")
    d.tp(0, 0)
    ward = d.on(user, "ward")
    d.play(0, "play", h)
    d.play(1, "use", ward, -1)
    d.pass_all()
    assert d.at(first) == "arena" and h in d.s.zones[DISCARD] and d.tp_of(0) == 0


def test_a_full_row_makes_no_room_for_arena_and_arena_none_for_it() -> None:
    # Given five cards and Coliseum beside a Player, when a sixth comes, then Coliseum is not one that may go.
    d = duel(*ARENA, more=STAGES)
    there = crowd(d)
    arena = d.on(d.body(0), "coliseum", 1, at="arena")
    d.play(0, "play", d.hand(0, "edge"), d.body(0))
    assert d.until(PICK) == 0 and {move[1] for move in d.options(0)} == {*there.values()}
    d.step()
    d.pass_all()
    assert d.at(arena) == "arena"


WRONG_ARENA = {
    "keywords.Arena": (*ARENA, ('types = ["Augment"]', 'types = ["Character"]\nhp = 1\nplv = 1')),
    "board.arena": (ARENA[0], ("", "")),
}


@pytest.mark.parametrize("key", WRONG_ARENA)
def test_what_is_no_arena_is_refused(key: str) -> None:
    # Given a Character with Arena, or Supertypes for a keyword that is not there, then the error names it.
    *pairs, card = WRONG_ARENA[key]
    with pytest.raises(LoadError) as fault:
        duel(*pairs, more=STAGES.split("[card.cauldron]")[0].replace(*card))
    assert fault.value.key == key

"""Skills with Buildup that stand in a cell in front, gather their Stack there, and go off by themselves."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.engine.state import MODE, TURNED
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DISCARD, PREPARATION
from tests.builders.cells import GRID, fill, to
from tests.builders.editions import differing
from tests.builders.scenario import Duel, rules_with

CARDS = """
[card.tower]
name = "Tower"
types = ["Skill"]
rank = "Normal"
cost = 2
keywords = { Buildup = 2 }
do = [{ attack = 4 }]
[card.pit]
name = "Pit"
types = ["Skill"]
rank = "Normal"
keywords = { Buildup = 1 }
targets = [{ pick = "enemy characters" }]
do = [{ attack = 4 }]
[card.brick]
name = "Brick"
types = ["Item"]
rank = "Normal"
do = [{ under = { from = "your hand" }, onto = { from = "your attached cards", keyword = "Buildup" } }]
[card.ward]
name = "Ward"
types = ["Reaction"]
rank = "Normal"
answers = { to = "anything" }
do = [{ prevent = true }]
[card.meadow]
name = "Meadow"
types = ["Zone"]
[card.trench]
name = "Trench"
types = ["Zone"]
makes = "backup"
[card.scour]
name = "Scour"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all zones" }]
do = [{ destroy = "target" }]
"""
WORDS = (
    ('Buildup = { kind = "number" }', 'Buildup = { kind = "number", how = "cell" }'),
    ('judged = "play"\n', 'judged = "play"\nprevents = true\n'),
)


def duel(seats: int = 2) -> Duel:
    return differing(CARDS, *GRID, *WORDS, seats=seats)


def test_a_card_with_buildup_is_played_into_a_free_cell_in_front() -> None:
    # Given a Soldier in c1, then Tower is played to c2 for its cost, in Preparation as in the Aftermath, and
    # to neither c1 nor b2 nor the closed c6; there no Character is played, and it can move within its row.
    for phase in (PREPARATION, AFTERMATH):
        d = duel()
        me, h, squire = d.character(0, at="c1"), d.hand(0, "tower"), d.fighter(0, "squire")
        d.go(0, phase)
        d.tp(0, 5)
        for name in ("c1", "b2", "c6", "a1"):
            assert d.refused(0, "play", h, to(d, name)) == "prep.move"
        assert d.refused(0, "play", h) == "prep.move"
        d.play(0, "play", h, to(d, "c2"))
        d.pass_all()
        assert (d.at(h), d.tp_of(0), d.s.host[h]) == ("c2", 3, d.body(0))
        if phase == PREPARATION:
            assert not d.can(0, "play", squire, to(d, "c2")) and not d.can(0, "move", h, to(d, "c3"))
        else:
            d.play(0, "move", h, to(d, "c1"))
            assert (d.at(h), d.at(me)) == ("c1", "c2") and not d.can(0, "move", h, to(d, "a1"))


def test_a_full_front_row_takes_no_card_with_buildup() -> None:
    # Given five Characters in front, then Tower is not played, though the back row is empty.
    d = duel()
    fill(d, 0, "c")
    h = d.hand(0, "tower")
    assert not [move for move in d.options(0) if move[:2] == d.move("play", h)]


def test_with_its_stack_complete_it_attacks_by_itself() -> None:
    # Given Tower in c2 with one card underneath, when a second comes in the Combat Phase of another seat's
    # turn, then it attacks as its Player's, without TP, once; it and its Stack go to the Discard Pile.
    d = duel()
    h = d.on(d.body(0), "tower", 1, at="c2")
    foe = d.character(1, at="c3")
    under = [d.under(h, "squire")]
    extra, brick = d.hand(0, "strike"), d.hand(0, "brick")
    d.go(1, COMBAT)
    d.tp(0, 0)
    d.play(1, "end")
    d.play(0, "play", brick)
    d.pass_all()
    assert d.count(foe, "Damage") == 4 and d.tp_of(0) == 0 and board.standing(d.s, 0) == {}
    assert {h, extra, *under} <= {*d.s.zones[DISCARD]}


def test_without_a_target_it_does_nothing_and_goes() -> None:
    # Given a Pit that attacks a Character, with no enemy Character there, when its Stack is complete, then it
    # does nothing, and goes with its Stack to the Discard Pile; with one there it hits that one first.
    for foes in (0, 1):
        d = duel()
        h = d.on(d.body(0), "pit", 1, at="c2")
        there = [d.character(1, at="c1") for _ in range(foes)]
        extra = d.hand(0, "strike")
        d.play(0, "play", d.hand(0, "brick"))
        d.pass_all()
        assert {h, extra} <= {*d.s.zones[DISCARD]} and d.at(h) == ""
        assert len(d.happened("hit")) == foes == len([x for x in there if d.count(x, "Damage") == 4])


def test_it_is_no_character() -> None:
    # Given an enemy with nothing but Tower in c2, then the enemy is attacked, and Tower cannot be.
    d = duel()
    me, h = d.character(0, at="c1"), d.on(d.body(1), "tower", 1, at="c2")
    d.go(0, COMBAT)
    assert d.can(0, "attack", me, d.body(1)) and not d.can(0, "attack", me, h)


@pytest.mark.parametrize("room", [True, False])
def test_a_cell_that_closes_under_it_sends_it_elsewhere(room: bool) -> None:
    # Given Tower with a card underneath in the opened c7, when the ground goes, then it comes to the one free
    # cell in front with its Stack, and without one is destroyed with it, though the back row is free.
    d = duel()
    ground, h = d.zone(0, "meadow", at="c7"), d.on(d.body(0), "tower", 1, at="c7")
    under = d.under(h, "squire")
    fill(d, 0, "c", *([4] if room else []))
    d.play(0, "play", d.hand(0, "scour"), ground)
    d.pass_all()
    if room:
        assert d.at(h) == "c4" and d.s.kids[h] == (under,)
    else:
        assert {h, under} <= {*d.s.zones[DISCARD]}


def test_a_cell_that_becomes_another_kind_is_no_place_for_it() -> None:
    # Given Tower in c2, then Trench, which makes a Backup Zone, is not laid under it, and Meadow is.
    d = duel()
    d.on(d.body(0), "tower", 1, at="c2")
    assert not d.can(0, "play", d.hand(0, "trench"), to(d, "c2"))
    assert d.can(0, "play", d.hand(0, "meadow"), to(d, "c2"))


def test_a_cell_that_is_taken_meanwhile_is_another_one() -> None:
    # Given Tower on the Chain for c2, when a Character comes to stand there first, then its Player chooses.
    d = duel()
    d.on(d.character(1, at="c1"), "guard")
    h = d.hand(0, "tower")
    d.play(0, "play", h, to(d, "c2"))
    d.character(0, at="c2")
    assert d.until(MODE) == 0 and len(d.options(0)) == 4
    d.answer(0, d.move("mode", (0, 4)))
    assert d.at(h) == "c5"


def test_what_is_prevented_lies_where_it_was_or_beside_its_player() -> None:
    # Given Tower Prevented as it is played, then it lies turned in a1; another one that is Prevented as it
    # goes off stays turned in its cell, and no Zone card makes that a Backup Zone.
    d = duel()
    user = d.character(1, at="c1")
    wards = d.on(user, "ward"), d.on(user, "ward")
    first, second = d.hand(0, "tower"), d.on(d.body(0), "tower", 1, at="c2")
    d.under(second, "squire")
    d.hand(0, "strike")
    d.play(0, "play", first, to(d, "c4"))
    d.play(1, "use", wards[0], -1)
    d.pass_all()
    assert d.at(first) == "a1" and d.s.role[first] == TURNED
    d.play(0, "play", d.hand(0, "brick"))
    while not any(move[1:2] == (wards[1],) for move in d.options(1)) or d.links() != ["Tower"]:
        d.step()
    d.play(1, "use", wards[1], -1)
    d.pass_all()
    assert d.at(second) == "c2" and d.s.role[second] == TURNED
    assert not d.can(0, "play", d.hand(0, "trench"), to(d, "c2"))


def test_without_cells_there_is_none_for_it() -> None:
    # Given how = "cell" without rows of cells, then the error names the key.
    with pytest.raises(LoadError) as fault:
        differing("", WORDS[0])
    assert fault.value.key == "keywords.Buildup.how"


@pytest.mark.parametrize("types", ["Item", "Augment"])
def test_only_a_skill_or_reaction_is_built_up(types: str) -> None:
    # Given Buildup printed on a card that is never used as a Skill or Reaction, then it is refused.
    with pytest.raises(LoadError, match="only a Skill or Reaction") as fault:
        rules_with(
            f'[card.odd]\nname = "Odd"\ntypes = ["{types}"]\nrank = "Normal"\nkeywords = {{ Buildup = 2 }}'
        )
    assert fault.value.key == "keywords"

"""Rearranging in the Aftermath: cards go to other cells, change places, and lie on others."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import AFTERMATH, COMBAT
from tests.builders.cells import GRID, to
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = """
[card.ambush]
name = "Ambush"
types = ["Reaction"]
rank = "Normal"
surprise = { attacked = "your fighters" }
do = [{ draw = 1 }]
[card.ward]
name = "Ward"
types = ["Reaction"]
rank = "Normal"
answers = { to = "anything" }
do = [{ prevent = true }]
[card.curse]
name = "Curse"
types = ["Item"]
rank = "Normal"
attach = "enemy fighters"
keywords = { Equip = true }
[card.coliseum]
name = "Coliseum"
types = ["Augment"]
rank = "Normal"
keywords = { Arena = true }
"""
WORDS = (
    ('judged = "play"\n', 'judged = "play"\nprevents = true\n'),
    ("[keywords]\n", '[keywords]\nArena = { kind = "plain" }\n'),
    ("[board]\n", '[board]\narena = ["Augment"]\n'),
)


def duel(*pairs: tuple[str, str], seats: int = 2, most: int = 2) -> Duel:
    return differing(CARDS, *GRID, *WORDS, *pairs, seats=seats, figures={"equip_max": most})


def test_what_lies_beside_the_player_is_shifted_in_the_aftermath() -> None:
    # Given an Edge in a1 and a hidden Ambush in a2, then in Preparation neither is moved; in the Aftermath
    # the Edge goes to a4, and changes places with the Ambush, which stays hidden; none goes to another row.
    d = duel()
    edge, ambush = d.on(d.body(0), "edge", 1, at="a1"), d.on(d.body(0), "ambush", at="a2")
    assert not d.can(0, "move", edge, to(d, "a4"))
    d.go(0, AFTERMATH)
    assert not d.can(0, "move", edge, to(d, "c1")) and not d.can(0, "move", edge, to(d, "b6"))
    d.play(0, "move", edge, to(d, "a4"))
    assert d.at(edge) == "a4"
    d.play(0, "move", ambush, to(d, "a4"))
    assert (d.at(edge), d.at(ambush)) == ("a2", "a4") and not d.s.code[ambush]
    assert not d.happened("enters") and d.where(edge) == "attached"


def test_what_an_enemy_has_laid_beside_a_player_is_shifted_by_that_one() -> None:
    # Given seat 1's Curse in seat 0's a1, then seat 0 shifts it in the own Aftermath, and seat 1 does not.
    d = duel()
    h = d.on(d.body(0), "curse", 1, seat=1, at="a1")
    d.go(1, AFTERMATH)
    assert not d.can(1, "move", h, to(d, "a2"))
    d.go(0, AFTERMATH)
    d.play(0, "move", h, to(d, "a2"))
    assert d.at(h) == "a2" and d.s.ctrl[h] == 1


def test_what_is_prevented_and_what_is_in_the_arena_stay() -> None:
    # Given a Prevented Ration in a1, Coliseum in the Arena and an Edge in a2, then neither of the first two
    # is moved, nor does the Edge change places with the Ration.
    d = duel()
    user = d.character(1, at="c1")
    ward, ration = d.on(user, "ward"), d.hand(0, "ration")
    d.play(0, "play", ration)
    d.play(1, "use", ward, -1)
    d.pass_all()
    arena, edge = d.on(d.body(0), "coliseum", 1, at="arena"), d.on(d.body(0), "edge", 1, at="a2")
    d.go(0, AFTERMATH)
    assert d.at(ration) == "a1"
    for h in (ration, arena):
        assert d.refused(0, "move", h, to(d, "a3")) == "prep.move"
    assert not d.can(0, "move", edge, to(d, "a1")) and not d.can(0, "move", edge, to(d, "arena"))
    assert d.can(0, "move", edge, to(d, "a3"))


def test_cards_are_attached_to_others_that_have_room() -> None:
    # Given a limit of 2 and an Edge on a Soldier, then in the Aftermath it is attached to another with one
    # card, and to the Player, but not to one with two; one beside the Player leaves its cell.
    d = duel()
    first, second, full = (d.character(0, at=f"c{n}") for n in (1, 2, 3))
    edge, other = d.on(first, "edge", 1), d.on(second, "edge", 1)
    down = d.on(first, "guard")
    for _ in range(2):
        d.on(full, "edge", 1)
    d.go(0, AFTERMATH)
    assert not d.can(0, "reattach", edge, full) and not d.can(0, "reattach", down, full)
    assert d.refused(0, "reattach", edge, full) == "prep.reattach-limits"
    d.play(0, "reattach", down, second)
    assert not d.can(0, "reattach", edge, second)
    d.play(0, "reattach", edge, d.body(0))
    d.play(0, "reattach", other, d.body(0))
    assert (d.at(edge), d.at(other)) == ("a1", "a2") and not d.s.face[down]
    d.play(0, "reattach", edge, first)
    assert d.at(edge) == "" and board.standing(d.s, 0).get(d.cell("a1")) is None
    for n in (1, 3, 4, 5):
        d.on(d.body(0), "ambush", at=f"a{n}")
    assert not d.can(0, "reattach", edge, d.body(0)) and not d.happened("discarded")


def test_without_a_limit_nobody_is_full() -> None:
    # Given no limit of attached cards, then a card is attached to a Soldier that has nine.
    d = duel(most=0)
    first, second = d.character(0, at="c1"), d.character(0, at="c2")
    for _ in range(9):
        d.on(second, "edge", 1)
    h = d.on(first, "edge", 1)
    d.go(0, AFTERMATH)
    assert d.can(0, "reattach", h, second)


CROSSING = ("[reasons]\n", '[reasons]\ncrossing = "prep.aftermath"\n')


def test_rows_are_changed_in_the_phases_of_the_edition() -> None:
    # Given phases = ["preparation"], then in the Aftermath a Soldier goes to another cell of its row alone.
    d = differing(
        CARDS,
        *[pair for pair in GRID if "enter" not in pair[0]],
        *WORDS,
        ('enter = "behind-front"', 'enter = "free"\nphases = ["preparation"]'),
        CROSSING,
    )
    h = d.character(0, at="c1")
    assert d.can(0, "move", h, to(d, "b1"))
    d.go(0, COMBAT)
    d.go(0, AFTERMATH)
    assert d.refused(0, "move", h, to(d, "b1")) == "prep.aftermath" and d.can(0, "move", h, to(d, "c4"))


def test_without_cells_rows_are_changed_in_both_phases() -> None:
    # Given phases without rows of cells, then the error names the key.
    with pytest.raises(LoadError) as fault:
        differing(
            "", ('enter = "behind-front"', 'enter = "behind-front"\nphases = ["preparation"]'), CROSSING
        )
    assert fault.value.key == "back.phases"

"""What a Knock Out costs: HP, which is no damage, and before anybody loses (fade1 ko.simultaneous)."""

from __future__ import annotations

import pytest

from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel

CARDS = """
[card.third]
name = "Third"
types = ["Character"]
level = 3
hp = 9
plv = 6
[card.fourth]
name = "Fourth"
types = ["Character"]
level = 4
hp = 2
plv = 6
def = 1
[[card.fourth.ability]]
on = "destroyed"
of = "this"
do = [{ heal = 5, of = "you" }]
[card.flood]
name = "Flood"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ damage = 9, to = "all characters", type = "Relentless" }]
[card.quake]
name = "Quake"
types = ["Item"]
rank = "Normal"
do = [{ damage = 9, to = "all fighters", type = "Relentless" }]
[card.crush]
name = "Crush"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ destroy = "target" }]
[card.ledger]
name = "Ledger"
types = ["Augment"]
rank = "Normal"
def = 3
[[card.ledger.ability]]
on = "damage-counters"
of = "you"
do = [{ gain_tp = 1 }]
[[card.ledger.ability]]
on = "takes-damage"
of = "you"
do = [{ gain_tp = 1 }]
"""


def match(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def left(d: Duel, seat: int, hp: int) -> None:
    """A Player has so many HP left."""
    d.damage(d.body(seat), d.hp(d.body(seat)) - hp)


def play(d: Duel, slug: str, *targets: int) -> None:
    item = d.hand(0, slug)
    d.go(0, PREPARATION)
    d.play(0, "play", item, *targets)
    d.pass_all()


def test_a_level_is_lost_whatever_the_damage_was_and_it_is_no_damage() -> None:
    # Given a Player with DEF 3 and what answers damage, when a Character of Level 4 is Knocked Out by a hit
    # of 6 on its 2 HP, then the Player loses exactly 4 HP, which is no damage, and gains nothing.
    d = match()
    x, y = d.character(0, "third"), d.character(1, "fourth")
    d.on(d.body(1), "ledger", 1)
    left(d, 1, 20)
    d.tp(1, 0)
    d.go(0, COMBAT)
    del d.log[:]
    d.play(0, "attack", x, y)
    while d.where(y) != "Discard Pile":
        d.play(d.asked()[0], "pass")
    assert d.hp(d.body(1)) == 16
    d.pass_all()
    assert d.tp_of(1) == 0 and d.hp(d.body(1)) == 21
    assert d.body(1) not in [row[1] for row in d.happened("damage-counters")]


def test_who_is_destroyed_otherwise_costs_nothing() -> None:
    # Given a Character that is destroyed by an effect, then its Player loses nothing.
    d = match()
    y = d.character(1, "fourth")
    left(d, 1, 20)
    play(d, "crush", y)
    assert d.where(y) == "Discard Pile" and d.hp(d.body(1)) == 25  # what its being destroyed brings


def test_all_lose_together_what_falls_together_costs() -> None:
    # Given A at 3 HP with a Character of Level 3 and B at 4 with one of Level 4, which would give HP back,
    # when one effect fells both, then it is a draw.
    d = match()
    target = d.character(0, "third")
    d.character(1, "fourth")
    left(d, 0, 3)
    left(d, 1, 4)
    play(d, "flood", target)
    assert d.s.over == ((1, 1), d.rule(reasons.DRAW))


@pytest.mark.parametrize(("hp", "places"), [(13, (1, 1)), (14, (2, 1))])
def test_nobody_loses_before_what_falls_at_the_same_moment_has_cost(hp: int, places: tuple[int, ...]) -> None:
    # Given A at 9 HP and B at 13 or 14 with a Character of Level 4, when one effect deals 9 to all of them,
    # then both have nothing left and it is a draw, or B has 1 HP left and wins.
    d = match()
    d.character(1, "fourth")
    left(d, 0, 9)
    left(d, 1, hp)
    play(d, "quake")
    assert d.s.over and d.s.over[0] == places


def test_a_third_player_loses_with_the_first_and_the_match_goes_on_for_nobody_else() -> None:
    # Given three at a table, the second of whom falls by damage and the third by what a Knock Out costs, then
    # the first has won.
    d = match(3)
    d.character(2, "fourth")
    left(d, 0, 20)
    left(d, 1, 9)
    left(d, 2, 12)
    play(d, "quake")
    assert d.s.over and d.s.over[0] == (1, 2, 2)

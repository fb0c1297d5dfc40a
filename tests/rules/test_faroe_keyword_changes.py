"""Keywords when something changes before they are done: sides, Orbital, Tails (F.A.R.O.E., topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.scenario import Duel

CARDS = """
[card.flail]
name = "Flail"
types = ["Character"]
cost = 1
hp = 8
plv = 1
level = 2
keywords = { Multistrike = 2 }
[card.seize]
name = "Seize"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "enemy characters" }]
do = [{ control = "target" }]
"""


def taken_over(d: Duel, seat: int, h: int) -> None:
    """A Player takes control of a Character with an Item, in the own Preparation Phase."""
    d.play(seat, "play", d.hand(seat, "seize"), h)
    d.pass_all()


@pytest.mark.rule("faroe", "keyword.multistrike")
@pytest.mark.rule("faroe", "turn.round-duration")
def test_extra_attacks_of_a_round_are_used_up_in_the_next_players_turn_too() -> None:
    # Given Multistrike 2, and one extra Normal Attack made in A's turn.
    d = Duel(CARDS)
    flail, y, keeper = d.character(0, "flail"), d.character(1, "giant"), d.character(0, "giant")
    d.go(0, COMBAT)
    for _ in range(2):
        d.play(0, "attack", flail, y)
        d.pass_all()
    # When B takes control of it, then one extra Normal Attack is left in B's turn, beside the one a turn.
    d.next_turn(1)
    taken_over(d, 1, flail)
    d.go(1, COMBAT)
    for _ in range(2):
        d.play(1, "attack", flail, keeper)
        d.pass_all()
    assert d.refused(1, "attack", flail, keeper) == "attack.normal-once"
    # When A has it back in the next turn, then the one from A's turn has come back, that from B's has not.
    d.next_turn(0)
    taken_over(d, 0, flail)
    d.go(0, COMBAT)
    for _ in range(2):
        d.play(0, "attack", flail, y)
        d.pass_all()
    assert d.refused(0, "attack", flail, y) == "attack.normal-once"

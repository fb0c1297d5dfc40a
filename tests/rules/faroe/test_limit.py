"""The rules of limits: Hand, TP, and endless repetition (F.A.R.O.E., topic limit)."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import AFTERMATH
from tests.builders.scenario import Duel
from tests.cards.fade import character, item

TWICE = [{"repeat": 20, "do": [{"repeat": 20, "do": [{"gain_tp": 1}] * 40}]}]
THRICE = [{"repeat": 20, "do": TWICE}]
CARDS = character(
    "banker", level=1, hp=10, plv=1, ability={"keyword": "Backup", "gives": {"maximum TP": 3}, "to": "you"}
) + item("mill-wheel", cost=0, do=TWICE)


@pytest.mark.rule("faroe", "limit.tp", "timing.state-check")
def test_tp_above_the_maximum_go_when_a_character_moves() -> None:
    # Given 12 TP and a Character that raises the maximum by 3 while it is in the Backup Zone.
    d = Duel(CARDS)
    d.character(0)
    banker = d.character(0, "banker", backup=True)
    d.tp(0, 12)
    # When it moves forward, then 10 TP are left.
    d.play(0, "move", banker)
    assert d.tp_of(0) == 10


@pytest.mark.editions("limit.repeat")
def test_moving_and_reattaching_end_after_sixty_times_a_turn() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(0)
    edge = d.on(x, "edge", face=1)
    for _ in range(30):
        d.play(0, "move", x)
    d.go(0, AFTERMATH)
    for n in range(30):
        d.play(0, "reattach", edge, x if n % 2 else y)
    # Then nothing is reattached or moved any more in this turn, and in the next one it is.
    assert d.refused(0, "reattach", edge, y) == "limit.repeat"
    assert d.refused(0, "move", y) == "limit.repeat"
    d.next_turn(0)
    assert d.can(0, "move", y)


@pytest.mark.slow
@pytest.mark.editions("limit.repeat")
def test_repetition_within_one_effect_has_an_end_too() -> None:
    # Given an effect that gives 40 TP 20 x 20 times, then it comes to an end, and the match goes on.
    d = Duel(CARDS)
    d.quietly(0, "play", d.hand(0, "mill-wheel"))
    assert not d.s.over and d.tp_of(0) == 10
    # And one that does so 20 times more is no card.
    with pytest.raises(LoadError, match="at most 2 in one another"):
        Duel(item("mill-race", cost=0, do=THRICE))

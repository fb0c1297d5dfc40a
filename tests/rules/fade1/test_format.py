"""Two players in the 60-card edition, and who may form teams (topic format)."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import WrongInput
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import character

CARDS = character("crier", hp=10, plv=5, ability={"on": "succeeds", "do": {"damage": 60, "to": "you"}})


@pytest.mark.rule("fade1", "format.duel")
def test_whoever_is_left_wins_at_once() -> None:
    # Given A and B, when B reaches 0 HP, then A wins at once, before what the attack triggers.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "crier")
    d.leave(d.body(1), 5)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, d.body(1))
    assert d.s.over == ((1, 2), d.rule(reasons.NO_HP)) and d.hp(d.body(0)) == 50


@pytest.mark.rule("fade1", "format.duel")
def test_each_fights_the_other() -> None:
    # Given two players, then each may attack the other and nobody else.
    d = Duel(CARDS, edition="fade1")
    for seat in (0, 1):
        d.go(seat, COMBAT)
        assert d.can(seat, "attack", d.body(seat), d.body(1 - seat))
        assert d.refused(seat, "attack", d.body(seat), d.body(seat)) == d.rule("enemies-only")


@pytest.mark.rule("fade1", "format.teams")
@pytest.mark.parametrize("seats", [2, 3])
def test_less_than_four_players_form_no_teams(seats: int) -> None:
    # Given two or three players who want to play in teams, then there is no such match.
    with pytest.raises(WrongInput, match="teams is for 4 players"):
        Duel(seats=seats, format="teams", edition="fade1")

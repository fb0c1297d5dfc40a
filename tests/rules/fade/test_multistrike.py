"""Multistrike (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import character

CARDS = character("flail", cost=1, level=2, plv=1, keywords={"Multistrike": 2})


@pytest.mark.editions("keyword.multistrike", fade2="keyword.multistrike", fade1="keyword.multistrike")
def test_multistrike_gives_extra_normal_attacks(edition: str) -> None:
    # Given Multistrike 2, PLV 1 and 0 TP.
    d = Duel(CARDS, edition=edition)
    flail, y, other = d.character(0, "flail"), d.character(1), d.character(1)
    d.go(0, COMBAT)
    d.tp(0, 0)
    # When all its Normal Attacks succeed, then it has performed 3 and 3 TP were gained.
    for target in (y, other, y):
        d.quietly(0, "attack", flail, target)
    assert (d.hp(y), d.hp(other), d.tp_of(0)) == (8, 9, 3)
    # A 4th is refused.
    assert d.refused(0, "attack", flail, y) == d.rule("normal-once")
    # In the next round they are there again.
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "attack", flail, y)


@cited(("keyword.multistrike", "keyword.multistrike"))
def test_extra_attacks_come_anew_in_every_players_turn(edition: str) -> None:
    # Given a neutral Character with Multistrike 1, when either Player has the turn, then it makes 2 Attacks.
    mercenary = character("mercenary", plv=1, keywords={"Multistrike": 1, "Neutrality": True})
    d = Duel(mercenary, edition=edition)
    x, foes = d.character(0, "mercenary"), (d.character(1), d.character(0))
    for seat in range(2):
        if seat:
            d.next_turn(seat)
        d.go(seat, COMBAT)
        for _ in range(2):
            d.quietly(seat, "attack", x, foes[seat])
        assert d.refused(seat, "attack", x, foes[seat]) == d.rule("normal-once")

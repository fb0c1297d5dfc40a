"""How far ahead a side is, in the words of its game."""

from __future__ import annotations

import pytest

from fadenet.bots.base import Outlook, Prospect, Thought
from fadenet.bots.reasons import foreseen
from fadenet.bots.sides import lead, lead_said
from tests.builders.prelude_scenario import Prelude
from tests.builders.scenario import Duel
from tests.builders.terrene_scenario import Terrene
from tests.cards import prelude


@pytest.mark.parametrize("edition", ["faroe", "fade2", "fade1"])
def test_a_fade_side_is_ahead_by_characters_hp_and_tp(edition: str) -> None:
    """given two Characters against one, 4 damage and 3 TP, then one side is ahead by one of them and the TP,
    behind by the damage; the other one the other way round."""
    d = Duel(edition=edition)
    for seat in (0, 0, 1):
        d.character(seat, "soldier")
    d.damage(d.body(0), 4)
    d.tp(0, 3)
    d.tp(1, 0)
    assert lead_said(lead(d.s, 0)) == "ahead by 1 Character and 3 TP, behind by 4 HP"
    assert lead_said(lead(d.s, 1)) == "ahead by 4 HP, behind by 1 Character and 3 TP"


def test_a_terrene_side_has_one_life() -> None:
    """given two Characters and 10 damage, then the side is ahead by the ones and behind by the other; in
    teams too, where partners share their HP."""
    d = Terrene()
    d.character(0, "grunt")
    d.character(0, "guard")
    d.hurt(0, 10)
    assert lead_said(lead(d.s, 0)) == "ahead by 2 Characters, behind by 10 HP"
    d = Terrene(seats=4)
    d.hurt(1, 10)
    assert {lead(d.s, seat)["HP"] for seat in range(4)} == {10, -10}


def test_a_prelude_side_is_ahead_by_minions_life_coin_and_cards() -> None:
    """given two wolves, 5 Coin more and a card in hand, against a Player with more life, then that is said;
    in a melee the best of the others counts."""
    g = Prelude("human", "human", cards=prelude.cards("wolf", "sword"))
    g.minion(0, "wolf")
    g.minion(0, "wolf")
    g.coin(0, 7)
    g.coin(1, 2)
    g.life(g.body(0), 6)
    g.life(g.body(1), 9)
    g.hand(0, "sword")
    assert lead_said(lead(g.s, 0)) == "ahead by 2 minions, 5 Coin and 1 card in hand, behind by 3 life"
    g = Prelude("human", "human", "human", cards=prelude.cards("wolf"))
    g.minion(1, "wolf")
    assert lead_said(lead(g.s, 0)) == "behind by 1 minion" and lead_said(lead(g.s, 1)) == "ahead by 1 minion"


def test_an_outlook_is_told_against_now_and_the_next_best_move() -> None:
    """given what a search saw, then its clause says how it stands after the likely answer; how it does now,
    and how it would with the next best move, where that differs; and in how many worlds a game is decided."""
    ahead = Prospect(3, 0, 0, {"Character": 2, "HP": -4})
    level = Prospect(3, 0, 0, {"Character": 0, "HP": 0})
    won, mixed = Prospect(3, 3, 0, {}), Prospect(3, 1, 1, {"Character": 1})

    def said(now: dict[str, int], best: Prospect, other: Prospect) -> str:
        return foreseen(Thought(0.5, 6, "best of 2 moves in 3 worlds", Outlook(now, best, other)))

    assert said({"Character": 1, "HP": 0}, ahead, level) == (
        "after the likely answer you are ahead by 2 Characters, behind by 4 HP (now ahead by 1 Character); "
        "with the next best move you are level; the best of 2 moves in 3 worlds"
    )
    assert said({"Character": 0, "HP": 0}, level, level) == (
        "after the likely answer you are level; the best of 2 moves in 3 worlds"
    )
    decided = said({"HP": 1}, won, mixed)
    assert "the game is won in 3 of 3 worlds (now ahead by 1 HP); with the next best move the game" in decided
    assert "won in 1 of 3 worlds, the game is lost in 1 of 3 worlds, else you are ahead by 1" in decided
    assert foreseen(None) == foreseen(Thought(0.0, 0, "")) == ""

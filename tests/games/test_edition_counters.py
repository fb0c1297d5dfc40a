"""Counters in editions where they lie on cards alone, pay for what cards do, or make others cheaper."""

from __future__ import annotations

import pytest

from tests.builders.editions import differing
from tests.builders.scenario import COMBAT, Duel

CARDS = """
[card.venom]
name = "Venom"
types = ["Skill"]
rank = "Normal"
keywords = { Poison = 2 }
do = [{ attack = 3 }]
[card.halo]
name = "Halo"
types = ["Augment"]
rank = "Normal"
keywords = { Shield = 2 }
[card.wound]
name = "Wound"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all fighters" }]
do = [{ counter = "Damage", n = 2, on = "target" }, { counter = "Drain", n = 2, on = "target" }]
"""
ALONE = ('on_players = "all"', 'on_players = "Damage"')


def item(d: Duel, seat: int, slug: str, *targets: int) -> None:
    """An Item is played and does what it says."""
    d.play(seat, "play", d.hand(seat, slug), *targets)
    d.pass_all()


# Counters on Players (fade2 counter.not-on-players).


@pytest.mark.parametrize("which", ["all", "Damage"])
def test_counters_lie_on_players_or_damage_counters_alone(which: str) -> None:
    # Given a Skill that puts 2 Poison Counters on its target, a Player, and an Item that puts Damage and
    # Drain Counters, then the damage is dealt and the Damage Counters are put, the others only with "all".
    d = differing(CARDS, (ALONE[0], f'on_players = "{which}"'))
    a, foe = d.character(0), d.body(1)
    skill = d.on(a, "venom")
    item(d, 0, "wound", foe)
    d.go(0, COMBAT)
    d.play(0, "use", skill, foe)
    d.pass_all()
    more = 2 if which == "all" else 0
    assert [d.count(foe, name) for name in ("Damage", "Drain", "Poison")] == [5, more, more]


def test_what_comes_with_a_card_on_a_player_puts_none_there_either() -> None:
    # Given an Augment with Shield Counters for its bearer and no Counters on Players, when it is laid on its
    # Player, then there are none, and on a Character there are 2; an effect puts them there as before.
    d = differing(CARDS, ALONE, seats=3)
    x = d.character(2)
    item(d, 0, "halo", d.body(0))
    item(d, 0, "wound", x)
    assert d.count(d.body(0), "Shield") == 0 and (d.count(x, "Damage"), d.count(x, "Drain")) == (2, 2)
    mine = d.character(0)
    item(d, 0, "halo", mine)
    assert d.count(mine, "Shield") == 2

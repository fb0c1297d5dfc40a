"""Skills that deal no damage are attacks in the 60-card edition (topic attack)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import character, skill

CARDS = (
    character(
        "crier", ability=[{"on": "attacks", "do": {"gain_tp": 1}}, {"on": "succeeds", "do": {"gain_tp": 5}}]
    )
    + character(
        "mark", ability=[{"on": "attacked", "do": {"gain_tp": 1}}, {"on": "targeted", "do": {"gain_tp": 3}}]
    )
    + skill("mend", targets="all characters", do={"heal": 5, "of": "target"})
)


@pytest.mark.rule("fade1", "attack.damageless-skill")
@pytest.mark.parametrize("enemy", [False, True])
def test_a_skill_that_heals_uses_up_the_attack_of_the_turn(enemy: bool) -> None:
    # Given a Skill 'your Character gains 5 HP', and a friend and an enemy who gain TP as they are attacked.
    d = Duel(CARDS, edition="fade1")
    x, friend, foe = d.character(0, "crier"), d.character(0, "mark"), d.character(1, "mark")
    target = foe if enemy else friend
    d.damage(target, 6)
    mend = d.on(x, "mend")
    d.go(0, COMBAT)
    for seat in (0, 1):
        d.tp(seat, 0)
    # When it is used, then it starts a Chain, and On Attack happens once.
    d.quietly(0, "use", mend, target)
    assert d.count(target, "Damage") == 1
    # Then On Targeted happens, On Attacked only for an enemy, and On Successful Attack does not.
    assert (d.tp_of(0), d.tp_of(1)) == ((1, 4) if enemy else (1 + 3, 0))
    # Then the user has attacked this turn.
    assert d.refused(0, "attack", x, foe) == d.rule("normal-once")

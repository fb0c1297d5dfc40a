"""The rules of targets: Combat Zone Order, reach, choosing and looking again (F.A.R.O.E., topic target)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import cards, reaction

CARDS = cards("drizzle", "spread-and-draw") + reaction(
    "lift", cost=1, targets="your characters", answers="attack", do={"orbital": "target"}
)


@pytest.mark.rule("faroe", "target.order")
def test_an_attack_reaches_only_the_first_step_that_is_not_empty() -> None:
    # Given an opponent with Characters in both zones.
    d = Duel(CARDS)
    x = d.character(0)
    front, back = d.character(1), d.character(1, backup=True)
    d.go(0, COMBAT)
    # When you attack, then only the Character in the Character Zone may be chosen.
    assert d.can(0, "attack", x, front)
    assert d.refused(0, "attack", x, back) == "target.order"
    assert d.refused(0, "attack", x, d.body(1)) == "target.order"


@pytest.mark.rule("faroe", "target.several-opponents")
def test_the_order_is_read_over_all_enemies_together() -> None:
    # Given enemy A with 1 front and 1 Backup Character and enemy B without Characters.
    d = Duel(CARDS, seats=3)
    x = d.character(0)
    front, back = d.character(1), d.character(1, backup=True)
    d.go(0, COMBAT)
    # When you attack, then A's front Character or Player B may be chosen, and nothing else.
    assert d.can(0, "attack", x, front)
    assert d.can(0, "attack", x, d.body(2))
    assert d.refused(0, "attack", x, back) == "target.order"
    assert d.refused(0, "attack", x, d.body(1)) == "target.order"


@pytest.mark.editions("target.recheck")
def test_a_target_that_is_orbital_is_not_affected() -> None:
    # Given an Attack on X and Y, and a Reaction that makes X Orbital.
    d = Duel(CARDS)
    a, x, y = d.character(0), d.character(1), d.character(1)
    skill, reaction = d.on(a, "spread-and-draw"), d.on(y, "lift")
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", skill, x, y)
    d.play(1, "use", reaction, -1, x)
    # When the Attack resolves, then X is not hit; the other target and the other effect go on.
    d.pass_all()
    assert d.count(x, "Damage") == 0
    assert d.hp(y) == 7 and d.size(0, HAND) == hand + 1


@pytest.mark.editions("target.who-chooses")
def test_an_effect_on_all_targets_nothing() -> None:
    # Given an ability 'deal 1 damage to all Characters' and a Character with 2 Barrier Counters.
    d = Duel(CARDS)
    d.character(0)
    y = d.character(1)
    d.counters(y, "Barrier", 2)
    d.play(0, "play", d.hand(0, "drizzle"))
    # When it is on the Chain, then its Barrier may not be used, and the Character takes 1 damage.
    assert d.refused(1, "barrier", y, -1) == "keyword.barrier"
    d.pass_all()
    assert d.hp(y) == 9 and d.count(y, "Barrier") == 2

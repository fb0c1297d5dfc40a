"""The cards that go with a Player who loses while others play on (F.A.R.O.E., topic format)."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants, kernel
from fadenet.engine.state import RESPOND, ROW_CARD
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, skill, zone

CARDS = (
    cards("ragnarok", "seize")
    + skill(
        "covenant",
        cost=0,
        targets={"reach": True, "n": 4, "up_to": True},
        keywords="Lock-On",
        do={"attack": 5},
    )
    + augment("locket", cost=0, keywords="Void", attach="all characters")
    + zone("aegis", ability={"gives": {"damage taken": -2}, "to": "all characters"})
)


@pytest.mark.rule("faroe", "format.elimination", "timing.state-check")
def test_the_rest_of_an_attack_does_not_hit_what_a_lost_player_owned() -> None:
    # Given an attacker with 1 Bloodlust, and an Attack on B (4 HP), on B's Character and then on C's.
    d = Duel(CARDS, seats=3)
    a, b, c = d.character(0), d.character(1), d.character(2)
    d.zone(1, "aegis")
    d.counters(a, "Bloodlust", 1)
    d.damage(a, 5)
    d.damage(d.body(1), 26)
    skill = d.on(a, "covenant")
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, d.body(1), b, c)
    # When B falls, then B's cards are gone before the next hit: it heals for B and for C's one.
    assert d.s.out == (1,)
    assert [row[ROW_CARD] for row in d.happened("hit")] == [d.body(1), c]
    assert d.hp(a) == 7
    # And B's Zone protects nobody any more.
    assert d.hp(c) == 5
    assert invariants.fault(d.s) == ""


@pytest.mark.rule("faroe", "format.elimination", "keyword.void")
def test_a_void_card_on_what_leaves_is_imprisoned() -> None:
    # Given A's Augments with Void on B's Character, and on a Character of A's that B controls.
    d = Duel(CARDS, seats=3)
    b, mine = d.character(1), d.character(0)
    lockets = [d.on(h, "locket", face=1, seat=0) for h in (b, mine)]
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), mine)
    d.log.clear()
    # When B is eliminated.
    d.log += kernel.leave(d.s, 1)
    d.settle()
    # Then the Augments are in A's Rift Zone, and the Character, which nobody destroyed, in A's Discard Pile.
    assert [d.where(h) for h in lockets] == ["Rift Zone", "Rift Zone"]
    assert d.where(mine) == "Discard Pile Zone"
    assert not d.happened("destroyed")


@pytest.mark.editions("format.elimination")
@pytest.mark.editions("timing.item-window")
def test_nobody_is_asked_before_all_who_fell_together_have_left() -> None:
    # Given B and C at 4 HP, each with a Character, and D, who could play an Item in the gap.
    d = Duel(CARDS, seats=4)
    b, c = d.character(1), d.character(2)
    d.hand(3, "ration")
    for seat in (1, 2):
        d.damage(d.body(seat), 26)
    # When both fall at once.
    d.play(0, "play", d.hand(0, "ragnarok"))
    while not d.s.out:
        d.step()
    # Then the next question finds the cards of both gone.
    assert d.s.out == (1, 2)
    assert (d.asked(), d.asked_kind()) == ([3], RESPOND)
    assert (d.where(b), d.where(c)) == ("nowhere", "nowhere")

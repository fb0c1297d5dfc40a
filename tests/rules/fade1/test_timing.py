"""On Activate, and effects that can be carried out only in part, in the 60-card edition (topic timing)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, DECK, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("annul")
    + skill("opener", do={"attack": 4}, ability={"on": "used", "do": {"draw": 1}})
    + item("supply", do=[{"draw": 3}, {"gain_tp": 1}])
    + item("purge", do=[{"discard": 3}, {"gain_tp": 1}])
    + character("saint", hp=10, plv=3, ability={"activate": True, "spend": {"Shield": 2}, "do": {"draw": 1}})
)


@pytest.mark.rule("fade1", "timing.on-activate")
def test_on_activate_happens_whatever_becomes_of_the_card() -> None:
    # Given a Skill 'On Activate: draw 1', when it is used.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0), d.character(1)
    opener, negate = d.on(x, "opener"), d.on(y, "annul")
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", opener, y)
    # Then its effect is a link of its own on top.
    assert d.links() == ["Opener", "Opener"]
    d.until_asked(1)
    # When the Skill is Negated by a link above both, then it does nothing, and 1 card is still drawn.
    d.quietly(1, "use", negate, -1)
    assert d.hp(y) == 10 and d.size(0, HAND) == hand + 1


@pytest.mark.rule("fade1", "timing.as-much-as-possible")
def test_an_effect_is_carried_out_as_far_as_possible() -> None:
    # Given 'draw 3' with 2 cards in the Deck, when it resolves, then 2 are drawn, and the rest of it happens.
    d = Duel(CARDS, edition="fade1")
    d.tp(0, 0)
    d.deck_size(0, 2)
    d.quietly(0, "play", d.hand(0, "supply"))
    assert (d.size(0, HAND), d.size(0, DECK), d.tp_of(0)) == (2, 0, 1)
    # Then 'discard 3' discards both cards that there are.
    d.quietly(0, "play", d.hand(0, "purge"))
    assert (d.size(0, HAND), d.tp_of(0)) == (0, 2)


@pytest.mark.rule("fade1", "timing.as-much-as-possible")
def test_a_cost_is_paid_in_full() -> None:
    # Given an effect that costs 2 Counters, and 1, then it is refused; with 2 it is accepted.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "saint")
    d.character(1)
    d.counters(x, "Shield", 1)
    d.go(0, COMBAT)
    assert d.refused(0, "activate", x)
    assert d.count(x, "Shield") == 1
    d.counters(x, "Shield", 1)
    d.play(0, "activate", x)
    assert d.count(x, "Shield") == 0

"""Items on the Chain and what has to wait for one in the 60-card edition (topic chain)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("deny-item", "refute", "riposte-1", "screen")
    + item("tonic", cost=1, do={"gain_tp": 3})
    + item("wreck-foe", targets="enemy characters", do={"destroy": "target"})
    + character("mourner", hp=10, plv=3, ability={"on": "takes-damage", "do": {"draw": 1}})
    + character("brisk", hp=10, plv=3, ability={"activate": True, "do": {"gain_tp": 1}})
)


@pytest.mark.rule("fade1", "chain.start-items")
@pytest.mark.parametrize("denied", [True, False])
def test_an_item_is_the_first_link_and_may_be_answered(denied: bool) -> None:
    # Given no Chain, when an Item is played, then it is link 1.
    d = Duel(CARDS, edition="fade1")
    y = d.character(1)
    deny, tonic = d.on(y, "deny-item"), d.hand(0, "tonic")
    d.play(0, "play", tonic)
    assert d.links() == ["Tonic"] and d.tp_of(0) == 9
    # Then it can be answered before it takes effect.
    if denied:
        d.play(1, "use", deny, -1)
    d.pass_all()
    assert d.tp_of(0) == 9 + (0 if denied else 3) and d.lies(tonic) == "discard"


@pytest.mark.rule("fade1", "chain.waiting-queue")
def test_items_wait_in_hand_and_are_asked_for_in_turn_order() -> None:
    # Given A's turn, and B and C each with an Item while A's Chain runs.
    d = Duel(CARDS, seats=3, edition="fade1")
    x, y = d.character(0), d.character(1, "mourner")
    victim, _ = d.character(0), d.character(2)
    d.on(y, "screen")
    tonic, wreck = d.hand(1, "tonic"), d.hand(2, "wreck-foe")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # Then neither is offered in it.
    assert d.asked() == [1] and d.refused(1, "play", tonic) == d.rule("item-starts")
    hand = d.size(1, HAND)
    d.pass_chain()
    # When it ends, then what triggered comes first (Y's draw), then B is asked before C.
    while d.s.asks[0].seat != 1 or not d.can(1, "play", tonic):
        assert d.s.asks[0].kind != ACT
        d.step()
    assert d.size(1, HAND) == hand + 1
    # Then each Item makes a Chain of its own.
    d.play(1, "play", tonic)
    assert d.links() == ["Tonic"]
    d.pass_chain()
    while d.asked() != [2]:
        assert d.s.asks[0].kind != ACT
        d.step()
    d.play(2, "play", wreck, victim)
    assert d.links() == ["Wreck Foe"]
    d.pass_all()
    assert d.lies(victim) == "discard" and d.asked() == [0]


@pytest.mark.rule("fade1", "chain.waiting-queue")
def test_an_item_that_has_become_impossible_stays_in_hand_unseen() -> None:
    # Given B's 'destroy an enemy Character' and A's only Character, which falls in the Chain that runs.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0), d.character(1, "giant")
    riposte, wreck = d.on(y, "riposte-1"), d.hand(1, "wreck-foe")
    d.leave(x, 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.refused(1, "play", wreck, x) == d.rule("item-starts")
    d.play(1, "use", riposte, -1)
    d.pass_chain()
    assert d.lies(x) == "discard"
    # Then in the gap after it the Item finds nobody; nothing was announced, and it lies hidden in the Hand.
    while d.asked() == [1]:
        assert not [move for move in d.options(1) if wreck in move[1:]]
        d.step()
    assert d.lies(wreck) == "hand" and not d.s.code[wreck]


@cited(("attack.effect-moment", "attack.effect-moment"), ("chain.wait", "chain.waiting-queue"))
@pytest.mark.parametrize("asked", [True, False])
def test_activated_effects_wait_for_the_end_of_a_chain(asked: bool, edition: str) -> None:
    # Given a Character with an effect that answers nothing, when a Chain runs that B has answered.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "brisk", fresh=not asked), d.character(1, "giant")
    other, screen = d.character(0), d.on(y, "screen")
    if asked:
        d.on(other, "refute")
    d.go(0, COMBAT)
    d.quietly(0, "attack", d.body(0), y)
    d.tp(0, 0)
    d.play(0, "attack", other, y)
    d.play(1, "use", screen, -1)
    # Then the effect is no link, and whoever has nothing else is not asked.
    if asked:
        assert d.asked() == [0] and d.refused(0, "activate", x) == d.rule("ability-times")
    else:
        assert not d.s.chain
    d.pass_chain()
    # When it is over, then it may be used.
    d.quietly(0, "activate", x)
    assert d.tp_of(0) == 1

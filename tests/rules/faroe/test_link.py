"""The rules of Link Effects: what only answers, and what may begin (F.A.R.O.E., topic link)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import reaction

CARDS = reaction("sting", cost=0, do={"attack": 2}) + reaction(
    "study", cost=0, answers={"to": "augment", "by": "enemy"}, do={"draw": 2}
)


@pytest.mark.editions("link.require-other")
def test_what_needs_another_card_needs_it_in_the_chain() -> None:
    # Given a Reaction "when an opponent plays an Augment, draw 2 cards".
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    study = d.on(y, "study")
    edge, ration = d.hand(0, "edge"), d.hand(0, "ration")
    theirs = d.hand(1, "ration")
    # When the opponent's Augment is on the chain, then it may be added.
    d.play(0, "play", edge, x)
    assert d.can(1, "use", study, -1)
    # When that Augment has already resolved, it is too late.
    d.pass_chain()
    assert d.asked() == [1]
    assert d.can(1, "play", theirs)
    assert d.refused(1, "use", study) == "link.must-link"
    d.pass_all()
    d.play(0, "play", ration)
    assert d.refused(1, "use", study, -1) == "link.require-other"
    d.pass_all()
    assert d.size(1, HAND) == 1


@pytest.mark.rule("faroe", "link.reaction-start")
def test_a_reaction_without_link_effect_starts_a_chain_in_the_own_combat_phase() -> None:
    # Given a Reaction "deal 2 damage to an enemy" on either side.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    mine, theirs = d.on(x, "sting"), d.on(y, "sting")
    d.hand(1, "ration")
    assert d.refused(0, "use", mine, y) == "link.reaction-start"
    # When the own Combat Phase has no chain running, then it may be used.
    d.go(0, COMBAT)
    d.play(0, "use", mine, y)
    # On the opponent's turn it can only be added to a running chain.
    assert d.links() == ["Sting"]
    assert d.can(1, "use", theirs, x)
    d.pass_chain()
    assert d.hp(y) == 8
    assert d.asked() == [1]
    assert not d.s.chain
    assert d.refused(1, "use", theirs, x) == "link.reaction-start"

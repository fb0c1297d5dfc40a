"""The rules of Link Effects: what only answers, and what may begin (topic link)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

CARDS = cards("deflection", "riposte", "veto") + character(
    "hexer",
    cost=1,
    level=1,
    plv=1,
    ability={"activate": True, "answers": "attack", "do": {"counter": "Drain", "n": 1, "on": "attacker"}},
)


@pytest.mark.editions("link.must-link", fade2="link.definition", fade1="link.must-link")
def test_a_link_effect_never_starts_a_chain(edition: str) -> None:
    # Given no chain is running.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.character(1)
    guard = d.on(x, "guard")
    d.go(0, COMBAT)
    # When a Player tries to use "Block an Attack", it is refused.
    assert d.refused(0, "use", guard) == d.rule("must-link")


@pytest.mark.editions("link.defending", fade2="link.defending-mechanics", fade1="link.defending-mechanics")
def test_the_four_defending_mechanics_are_link_effects(edition: str) -> None:
    # Given four Reactions, one for each Defending Mechanic, and no chain.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    cards = [d.on(y, slug) for slug in ("guard", "deflection", "veto", "riposte")]
    d.hand(1, "ration")
    d.go(0, COMBAT)
    d.play(0, "end")
    # Then none can be used.
    assert d.asked() == [1]
    for card in cards:
        assert d.refused(1, "use", card) == d.rule("must-link")
    # When an Attack is on the chain, then each can, as its link.
    d.play(1, "pass")
    d.next_turn(0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    guard, deflection, veto, riposte = cards
    assert d.refused(1, "use", guard) == d.rule("must-link")
    assert d.can(1, "use", guard, -1)
    assert d.can(1, "use", deflection, -1, x)
    assert d.can(1, "use", veto, -1)
    assert d.can(1, "use", riposte, -1)


@pytest.mark.editions("link.target-attacker", fade2="link.target-attacker", fade1="link.targets-attacker")
def test_what_targets_an_attacker_needs_an_attack(edition: str) -> None:
    # Given an ability "put 1 Drain Counter on the attacker" and a chain started by an Item.
    d = Duel(CARDS, edition=edition)
    x, hexer = d.character(0), d.character(1, "hexer")
    ration = d.hand(0, "ration")
    d.play(0, "play", ration)
    # When it is to be used, it is refused.
    assert d.refused(1, "activate", hexer, -1) == d.rule("answers-nothing")
    # With an Attack in the chain it is allowed.
    d.pass_all()
    d.go(0, COMBAT)
    d.play(0, "attack", x, hexer)
    d.quietly(1, "activate", hexer, -1)
    assert d.count(x, "Drain") == 1

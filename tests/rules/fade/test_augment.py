"""The rules of Augments: what they add, and to whom (topic augment)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards

CARDS = cards("plv-charm", "scrap") + augment(
    "shackle",
    keywords="Equip",
    attach="enemy characters",
    ability=[{"gives": {"PLV": -1}}, {"on": "draw-phase", "do": {"gain_tp": 1}}],
)


@pytest.mark.editions("augment.attach", fade2="augment.equip", fade1="augment.grants-effects")
def test_an_augment_works_while_it_is_attached(edition: str) -> None:
    # Given an Augment '+2 PLV' on a Character with 3 PLV, then its PLV is 5.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    augment = d.hand(0, "edge")
    d.quietly(0, "play", augment, x)
    assert d.plv(x) == 5 and d.s.face[augment] == 1
    # When the Augment is destroyed, then it is 3 again.
    d.quietly(0, "play", d.hand(0, "scrap"), augment)
    assert d.plv(x) == 3


@pytest.mark.editions("augment.whom", fade2="augment.place", fade1="augment.when-played")
def test_a_plain_augment_is_for_the_own_side(edition: str) -> None:
    # Given a plain Augment '+1 PLV' and a Character with 1 PLV.
    d = Duel(CARDS, edition=edition)
    x, foe = d.character(0, "squire"), d.character(1)
    one, two, own = d.hand(0, "plv-charm"), d.hand(0, "plv-charm"), d.hand(0, "plv-charm")
    # When you try to attach it to an opponent's Character or to the opponent, then it is refused.
    assert d.refused(0, "play", one, foe) == d.rule("augment-whom")
    assert d.refused(0, "play", one, d.body(1)) == d.rule("augment-whom")
    # When you attach two copies to your Character, then its PLV is 3.
    for card in (one, two):
        d.quietly(0, "play", card, x)
    assert d.plv(x) == 3
    # It may be attached to yourself.
    d.quietly(0, "play", own, *d.beside(), d.body(0))
    assert d.plv(d.body(0)) == d.rules.figures.starting_plv + 1


@pytest.mark.editions("augment.whom", fade2="augment.place", fade1="augment.when-played")
def test_an_augment_on_somebody_elses_character_keeps_its_controller(edition: str) -> None:
    # Given an Augment whose text lets it be attached to an enemy's Character.
    d = Duel(CARDS, edition=edition)
    foe = d.character(1)
    card = d.hand(0, "shackle")
    d.quietly(0, "play", card, foe)
    # Then the Character has 1 PLV less and the Augment is still yours: its triggers are for you.
    assert d.plv(foe) == 2 and d.s.ctrl[card] == 0
    d.tp(0, 0)
    d.tp(1, 0)
    d.go(1, PREPARATION)
    d.go(0, PREPARATION)
    gain = d.rules.figures.tp_gain_starting_phase
    assert (d.tp_of(0), d.tp_of(1)) == (gain + 1, gain)

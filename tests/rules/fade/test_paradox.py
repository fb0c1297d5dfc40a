"""Paradox that happens as it becomes true (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("fire-golem", "fish", "paradox-duet", "wreck")
    + item("quiet", targets="all characters", do={"grant": "Mute", "on": "target"})
    + character("prophet", "Fire", "Water", plv=1, ability={"keyword": "Paradox", "do": {"gain_tp": 1}})
)


@cited(("keyword.paradox", "keyword.paradox-details"))
@pytest.mark.parametrize(("slug", "dealt"), [("fish", 4), ("", 2)])
def test_a_paradox_needs_all_elements_among_the_own_characters(slug: str, dealt: int, edition: str) -> None:
    # Given a Fire/Water Skill with Paradox: 2 more damage, a Fire Character and maybe one of Water.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "fire-golem"), d.character(1)
    if slug:
        d.character(0, slug)
    skill = d.on(x, "paradox-duet")
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, y)
    assert d.count(y, "Damage") == dealt


@cited(("keyword.paradox", "keyword.paradox-details"))
def test_a_muted_paradox_misses_what_becomes_true_meanwhile(edition: str) -> None:
    # Given a Fire/Water Character with "Paradox: gain 1 TP" that is Mute for this turn, and a Fire Character,
    # when one of Water comes, then nothing happens, nor when it speaks again.
    d = Duel(CARDS, edition=edition)
    prophet, wave = d.character(0, "prophet"), d.fighter(0, "fish")
    d.character(0, "fire-golem")
    d.quietly(0, "play", d.hand(0, "quiet"), prophet)
    d.quietly(0, "play", wave, d.to("front"))
    d.next_turn(0)
    assert not d.happened("becomes-true")
    # When it becomes true anew, then 1 TP is gained.
    d.tp(0, 5)
    d.quietly(0, "play", d.hand(0, "wreck"), wave)
    d.quietly(0, "play", d.fighter(0, "fish"), d.to("front"))
    assert d.tp_of(0) == 5 + 1

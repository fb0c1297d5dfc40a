"""Boss (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import RIFT
from tests.builders.scenario import Duel
from tests.cards.fade import character

CARDS = character("overlord", cost=4, level=8, hp=12, plv=4, keywords={"Boss": 2})


@pytest.mark.editions("keyword.boss", fade2="keyword.boss", fade1="keyword.boss")
def test_boss_imprisons_characters_of_the_own_discard_pile(edition: str) -> None:
    # Given Boss 2, Cost 4, 4 TP and 2 Characters in the Discard Pile.
    d = Duel(CARDS, edition=edition)
    overlord = d.fighter(0, "overlord")
    first = d.discard(0, "soldier")
    d.tp(0, 4)
    # With 1 Character there it is refused.
    assert d.refused(0, "play", overlord, d.to("front"), first) == d.rule("boss")
    second = d.discard(0, "squire")
    d.discard(0, "strike")
    # When it is played, then both are in the Rift Zone and TP are 0.
    d.quietly(0, "play", overlord, d.to("front"), first, second)
    assert d.s.zones[RIFT] == (first, second)
    assert d.tp_of(0) == 0
    assert d.lies(overlord) == "front"


@pytest.mark.editions("keyword.boss", fade2="keyword.boss", fade1="keyword.boss")
def test_who_plays_a_boss_chooses_among_the_own_fallen(edition: str) -> None:
    # Given Boss 2, three Characters in the own Discard Pile and one in the enemy's.
    d = Duel(CARDS, edition=edition)
    overlord = d.fighter(0, "overlord")
    mine = [d.discard(0, "soldier") for _ in range(3)]
    theirs = d.discard(1, "soldier")
    # Then the enemy's is none of them, and the two that are named go.
    assert d.refused(0, "play", overlord, d.to("front"), mine[0], theirs) == d.rule("boss")
    d.quietly(0, "play", overlord, d.to("front"), mine[0], mine[2])
    assert [d.lies(h) for h in (*mine, theirs)] == ["rift", "discard", "rift", "discard"]

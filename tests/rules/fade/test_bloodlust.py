"""Bloodlust (topic keyword)."""

from __future__ import annotations

from fadenet.games.fade.tables import COMBAT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards

CARDS = cards("flurry", "wolf-2")


@cited(("keyword.bloodlust", "keyword.bloodlust"))
def test_bloodlust_gives_hp_once_for_an_attack(edition: str) -> None:
    # Given Bloodlust 2 and 4 of 9 HP, when it uses a Skill of three hits that is Blocked.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "wolf-2"), d.character(1)
    d.leave(x, 4)
    flurry, block = d.on(x, "flurry"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "use", flurry, y)
    d.until_asked(1)
    d.quietly(1, "use", block, -1)
    # Then it gains 2 HP once and has 6.
    assert (d.hp(x), d.count(y, "Damage")) == (6, 0)

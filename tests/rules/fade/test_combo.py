"""This edition has no Combo Potential (topic combo)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel


@pytest.mark.editions("combo.none", fade2="combat.no-combo")
def test_skills_and_normal_attacks_follow_freely(edition: str) -> None:
    # Given a Character that has used a Skill.
    d = Duel(edition=edition)
    x, y = d.character(0), d.character(1, "giant")
    one, two = d.on(x, "strike"), d.on(x, "strike")
    d.go(0, COMBAT)
    d.quietly(0, "use", one, y)
    # When it performs its Normal Attack and then another Skill it can pay for, then all are legal.
    d.quietly(0, "attack", x, y)
    d.quietly(0, "use", two, y)
    assert d.hp(y) == 20 - 4 - 3 - 4
    # No Combo value is counted.
    words = (*d.rules.columns, *d.rules.edition.keywords)
    assert not [word for word in words if "combo" in word.lower()]

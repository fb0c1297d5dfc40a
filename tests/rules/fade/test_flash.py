"""Flash (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import character

CARDS = character("sprinter", cost=1, level=2, hp=5, keywords="Flash")


@pytest.mark.editions("keyword.flash", fade2="keyword.flash", fade1="keyword.flash")
def test_flash_lifts_the_entry_delay(edition: str) -> None:
    # Given a Character with Flash played this turn into the Character Zone, and one in the Backup Zone.
    d = Duel(CARDS, edition=edition)
    y = d.character(1)
    sprinter, plain = d.character(0, "sprinter", fresh=True), d.character(0, fresh=True)
    back = d.character(0, "sprinter", backup=True, fresh=True)
    strike = d.on(sprinter, "strike")
    # When the Combat Phase comes, then it may perform its Normal Attack and use attack Skills.
    d.go(0, COMBAT)
    assert d.can(0, "attack", sprinter, y)
    assert d.can(0, "use", strike, y)
    assert d.refused(0, "attack", plain, y) == d.rule("fresh")
    # In the Backup Zone it still may not Attack.
    assert d.refused(0, "attack", back, y) == d.rule("back-row")

"""Aura (topic keyword)."""

from __future__ import annotations

import pytest

from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item

CARDS = cards("grudge-3") + item("salve", cost=0, targets="your characters", do={"heal": 6, "of": "target"})


@cited(("keyword.aura", "keyword.aura"))
@pytest.mark.parametrize(("missing", "more"), [(12, 4), (11, 3), (6, 2), (2, 0)])
def test_aura_gives_one_plv_for_every_full_number_of_hp_missing(
    missing: int, more: int, edition: str
) -> None:
    # Given Aura 3 and that many missing HP.
    d = Duel(CARDS, edition=edition)
    x = d.character(0, "grudge-3")
    d.damage(x, missing)
    assert d.plv(x) == 1 + more
    # When 6 HP are gained, then the bonus goes with them.
    d.quietly(0, "play", d.hand(0, "salve"), x)
    assert d.plv(x) == 1 + max(missing - 6, 0) // 3

"""Hyper, Ultra and Devastation in the 60-card edition (topic rank)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import reaction, skill

LADDER = ("Normal", "Special", "Hyper", "Ultra", "Devastation")
CARDS = "".join(
    skill(f"{rank.lower()}-skill", rank=rank, do={"attack": 1})
    + skill(f"{rank.lower()}-combo", rank=rank, keywords={"Combo": 1}, do={"attack": 1})
    + reaction(f"below-{rank.lower()}", answers={"to": "attack", "rank_below": rank}, do={"negate": True})
    for rank in LADDER
)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        pytest.param(higher, lower, marks=pytest.mark.rule("fade1", f"rank.{higher.lower()}"))
        for lower, higher in pairwise(LADDER[1:])
    ],
)
def test_each_rank_is_the_next_one_higher(higher: str, lower: str) -> None:
    # Given a Skill of each of the two Ranks, and 'Negate an Attack of lower Rank than this'.
    for slug, answered in ((lower, True), (higher, False)):
        d = Duel(CARDS, edition="fade1")
        x, y = d.character(0), d.character(1)
        card, answer = d.on(x, f"{slug.lower()}-skill"), d.on(y, f"below-{higher.lower()}")
        d.go(0, COMBAT)
        d.play(0, "use", card, y)
        # Then it answers the lower one alone.
        assert d.can(1, "use", answer, -1) == answered
    # Then what is below the lower one does not answer the lower one itself: there is no Rank in between.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0), d.character(1)
    card, answer = d.on(x, f"{lower.lower()}-skill"), d.on(y, f"below-{lower.lower()}")
    d.go(0, COMBAT)
    d.play(0, "use", card, y)
    assert d.refused(1, "use", answer, -1) == d.rule("which-link")


@pytest.mark.parametrize(
    "rank", [pytest.param(x, marks=pytest.mark.rule("fade1", f"rank.{x.lower()}")) for x in LADDER[2:]]
)
def test_a_combo_card_goes_down_the_ladder(rank: str) -> None:
    # Given a Skill of this Rank, then Combo cards of this Rank and of those below may follow it, none above.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0), d.character(1)
    opener = d.on(x, f"{rank.lower()}-skill")
    combos = [d.on(x, f"{one.lower()}-combo") for one in LADDER]
    d.go(0, COMBAT)
    d.counters(x, "Combo Potential", 1)
    d.quietly(0, "use", opener, y)
    assert [d.can(0, "use", h, y) for h in combos] == [n <= LADDER.index(rank) for n in range(5)]

"""Level-Up that waits (topic keyword)."""

from __future__ import annotations

from fadenet.games.fade.tables import COMBAT
from tests.builders.cells import to
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import character

CARDS = (
    character("ash", plv=1)
    + character("blaze", hp=10, level_up=["Ash"])
    + character("inferno", hp=10, level_up=["Blaze"])
)


@cited(("keyword.level-up-wait", "keyword.level-up-timing"))
def test_a_level_up_waits_for_who_came_this_turn_and_has_come_itself(edition: str) -> None:
    # Given Ash that came this turn, then the card is refused on it; on one that came earlier it works, and
    # the new Character neither attacks nor is levelled up again in this turn.
    d = Duel(CARDS, edition=edition)
    ash = d.character(0, "ash", at="c1", fresh=True)
    blaze, inferno = d.fighter(0, "blaze"), d.fighter(0, "inferno")
    assert d.refused(0, "play", blaze, to(d, "c1"), ash) == d.rule("level-up-wait")
    ready = d.character(0, "ash", at="c2")
    d.quietly(0, "play", blaze, to(d, "c2"), ready)
    assert d.at(blaze) == "c2"
    assert d.refused(0, "play", inferno, to(d, "c2"), blaze) == d.rule("level-up-wait")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", blaze, d.body(1)) == d.rule("fresh")
    d.next_turn(0)
    assert d.can(0, "play", inferno, to(d, "c2"), blaze)

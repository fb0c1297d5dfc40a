"""Void (topic keyword)."""

from __future__ import annotations

from fadenet.games.fade.tables import COMBAT, DISCARD, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

CARDS = (
    cards("bereaved")
    + character(
        "shade", level=1, hp=2, plv=1, keywords="Void", ability={"on": "destroyed", "do": {"gain_tp": 1}}
    )
    + character("bold", cost=0, plv=1, keywords={"Boss": 1})
)


@cited(("keyword.void", "keyword.void"))
def test_void_sends_what_is_destroyed_to_the_rift(edition: str) -> None:
    # Given a victim of Void that is Knocked Out, beside a Character with Vengeance.
    d = Duel(CARDS, edition=edition)
    x, shade, mourner = d.character(0), d.character(1, "shade"), d.character(1, "bereaved")
    boss = d.fighter(1, "bold")
    d.tp(1, 0)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, shade)
    # Then it lies in the Rift Zone, On Destroyed and Vengeance trigger, and it does not count for Boss.
    assert (d.lies(shade), d.tp_of(1), d.count(mourner, "Fracture")) == ("rift", 1, 1)
    d.go(1, PREPARATION)
    assert d.size(1, DISCARD) == 0
    assert d.refused(1, "play", boss, d.to("front", 1)) == d.rule("boss")

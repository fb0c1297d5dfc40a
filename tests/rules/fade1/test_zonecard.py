"""Where Zone cards lie in the 60-card edition (topic zonecard)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import KEY_TO
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, zone

CARDS = cards("plv-charm", "slay") + zone("meadow", ability={"gives": {"PLV": 1}, "to": "here"})
GRID = [f"{row}{n}" for row in "cab" for n in range(1, 8)]


@pytest.mark.rule("fade1", "zonecard.where")
def test_every_cell_of_the_own_grid_is_offered() -> None:
    # Given a Zone card in Hand and Characters on both sides, when its places are offered.
    d = Duel(CARDS, edition="fade1")
    d.character(0)
    d.character(1)
    meadow = d.hand(0, "meadow")
    # Then all 21 cells are, taken and closed ones too, and the Arena is not; a cell is always named.
    moves = [move for move in d.options(0) if meadow in move[1:2]]
    assert sorted(moves) == sorted(d.move("play", meadow, to(d, name)) for name in GRID)
    assert d.refused(0, "play", meadow, to(d, "arena")) == d.rule("no-ground")
    assert d.refused(0, "play", meadow) == d.rule("no-ground")
    # Then it lies in the own one.
    d.quietly(0, "play", meadow, to(d, "b3"))
    assert d.at(meadow) == "b3" and d.lies(meadow) == "zone"


@pytest.mark.rule("fade1", "zonecard.where")
def test_a_card_may_say_otherwise() -> None:
    # Given a Zone card in a cell, then it works on who stands there, and no enemy's cell of that name.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, at="c2"), d.character(1, at="c2")
    d.quietly(0, "play", d.hand(0, "meadow"), to(d, "c2"))
    assert (d.plv(x), d.plv(y)) == (4, 3)


@pytest.mark.rule("fade1", "zonecard.under-occupants")
def test_it_lies_under_five_cards_and_stays() -> None:
    # Given a Character with five cards, when Zone cards are played under it and into its Equip Zone.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, at="c2")
    there = [d.on(x, "plv-charm", 1) for _ in range(5)]
    d.character(0, at="c1")
    zones = [d.hand(0, "meadow") for _ in range(2)]
    for h, name in zip(zones, ("a2", "c2"), strict=True):
        d.quietly(0, "play", h, to(d, name))
    # Then nothing is discarded, and they are attached to nobody.
    assert [d.lies(h) for h in there] == ["attached"] * 5 and not d.happened("discarded")
    assert [d.s.host[h] for h in zones] == [0, 0]
    # When the Character falls, then its five cards go, and the Zone cards stay.
    d.quietly(0, "play", d.hand(0, "slay"), x)
    assert [d.lies(h) for h in (x, *there)] == ["discard"] * 6
    assert [d.at(h) for h in zones] == ["a2", "c2"] and [d.lies(h) for h in zones] == ["zone"] * 2
    # Then a Character may come to stand there, above it.
    new = d.fighter(0)
    d.quietly(0, "play", new, (KEY_TO, d.cell("c2")))
    assert d.at(new) == "c2" and d.plv(new) == 4

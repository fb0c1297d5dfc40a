"""Stacker (topic keyword)."""

from __future__ import annotations

from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

CARDS = cards("yard") + character("tower", cost=0, keywords={"Stacker": 2})


@cited(("keyword.stacking", "keyword.numbers-add"), ("keyword.stacker", "keyword.stacker"))
def test_of_two_stackers_the_higher_one_counts(edition: str) -> None:
    # Given Stacker 2, a Zone card that gives Stacker 1, and 3 cards in Hand, then 2 go underneath.
    d = Duel(CARDS, edition=edition)
    d.zone(0, "yard", at="c5")
    hand = [d.hand(0, "plain") for _ in range(3)]
    tower = d.fighter(0, "tower")
    d.play(0, "play", tower, d.to("front"))
    for card in hand[:2]:
        d.play(0, "pick", card)
    d.pass_all()
    assert set(d.s.kids[tower]) == {*hand[:2]} and d.lies(hand[2]) == "hand"


@cited(("keyword.stacker", "keyword.stacker"))
def test_stacker_takes_exactly_so_many_cards(edition: str) -> None:
    # Given Stacker 2 and 1 card in Hand, when the player plays it, then it is refused.
    d = Duel(CARDS, edition=edition)
    tower = d.fighter(0, "tower")
    hand = [d.hand(0, "plain")]
    assert d.refused(0, "play", tower, d.to("front")) == d.rule("stacker")
    # With 3 cards 2 of the player's choice go underneath.
    hand += [d.hand(0, "ration"), d.hand(0, "edge")]
    d.play(0, "play", tower, d.to("front"))
    d.play(0, "pick", hand[0])
    assert d.refused(0, "done") == d.rule("choice")
    d.quietly(0, "pick", hand[2])
    assert sorted(d.s.kids[tower]) == [hand[0], hand[2]] and d.lies(hand[1]) == "hand"

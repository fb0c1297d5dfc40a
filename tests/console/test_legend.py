"""How the console shows a game against a Legend: its figures, its open Hand as intent, votes."""

from __future__ import annotations

from fadenet.console.match.desk import Desk
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.fight import Fight
from tests.cards.fade import card, cards, item
from tests.console.helpers import view

CARDS = (
    cards("dear-sting")
    + item("two", cost=2, do={"damage": 1, "to": "enemy players"})
    + card("six", types=[], unique_to=["Ogre"], cost=6, do={"damage": 1, "to": "all players"})
)


def shown(f: Fight) -> list[str]:
    """The screen of seat 0."""
    desk = Desk()
    info = MatchInfo("m", "faroe", "legend", 0, ("Ada", "Ben", "Ogre"), ("human", "human"), (), 0)
    desk.start(info, SeatView(f.s, 0, f.dealer.known[0]))
    desk.open()
    return view(desk, 100, 30)


def test_the_hand_of_a_legend_lies_open_with_what_each_card_lacks() -> None:
    # Given a Legend with 2 TP and cards of Cost 4 and 6.
    f = Fight(CARDS)
    for slug in ("six", "dear-sting"):
        f.held(slug)
    f.tp(f.legend, 2)
    screen = shown(f)
    # Then both are shown with the TP that they lack, and the one that comes first is marked.
    ogre = next(line for line in screen if line.startswith("p3 Ogre"))
    assert "HP 60/60" in ogre and "TP  2" in ogre and "PLV 4" in ogre and "LAST STAND" not in ogre
    hand = next(line for line in screen if "p3.h1" in line)
    assert "Six" in hand and "6TP lacks 4" in hand and "4TP lacks 2 next" in hand


def test_a_vote_is_asked_by_name() -> None:
    f = Fight(CARDS, people=(0, 1))
    for slug in ("two", "dear-sting"):
        f.held(slug)
    f.fill()
    f.legend_tp(6)
    while not f.s.asks[0].sealed:
        f.step()
    assert any("Vote: what does Ogre cast next?" in line for line in shown(f))

"""How the console shows a game against Raiders: the vote, whom each attacks next, nobody behind them."""

from __future__ import annotations

from fadenet.console.faces.fade import FADE
from fadenet.console.match.desk import Desk
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.raid import Raid
from tests.console.helpers import view


def shown(r: Raid) -> list[str]:
    """The screen of seat 0, 80 wide and 24 high."""
    desk = Desk()
    names = ("Ada", "Ben", "The Raid")
    info = MatchInfo("m", "fade2", "raiders", 0, names, ("human", "human"), (), 0)
    desk.start(info, SeatView(r.s, 0, r.dealer.known[0]))
    desk.open()
    return view(desk, 80, 24)


def test_a_vote_names_the_raider_and_where_its_text_is_read() -> None:
    # Given a Raider that is brought, when it is voted on, then the question names it, and its figures.
    lines = " ".join(line.strip() for line in shown(Raid(setup=False)))
    assert "Fight the Raider Brute (PLV 4, HP 30) together?" in lines and "? Brute" in lines


def test_whom_each_raider_attacks_next_is_shown() -> None:
    # Given two Raiders in round 1, then their side says whom they attack, and shows neither HP nor cards.
    r = Raid("", ("brute", "imp"))
    screen = shown(r)
    side = next(line for line in screen if line.startswith("p3 The Raid"))
    assert "next: c1 > p1  c2 > p2" in side
    assert not any(word in side for word in ("HP", "TP", "hand", "deck", "LAST STAND"))
    assert any("p3.c1" in line and "Brute" in line and "4/30" in line for line in screen)
    # When a round is over, then they go on to the next player.
    r.raid()
    assert "next: c1 > p2  c2 > p1" in next(line for line in shown(r) if line.startswith("p3 The Raid"))


def test_a_raider_says_in_full_whom_it_attacks() -> None:
    r = Raid()
    (brute,) = r.standing()
    assert "attacks p1 next" in FADE.detail(r.s, brute, r.s.code[brute])
    assert "no player" in FADE.detail(r.s, r.body(r.raid_seat), 0)


def test_a_side_without_raiders_is_out() -> None:
    # Given a Raider that is voted down, then its side is out, and shows nothing else.
    r = Raid(setup=False)
    r.vote(False, True)
    r.begin()
    side = next(line for line in shown(r) if line.startswith("p3 The Raid"))
    assert side.split() == ["p3", "The", "Raid", "OUT"]

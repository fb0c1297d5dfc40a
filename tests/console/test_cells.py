"""How the console shows cells, and what lies in those beside a Player, on a small terminal."""

from __future__ import annotations

import screens

from fadenet.console.match.desk import Desk
from fadenet.engine.state import PICK
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.cells import GRID
from tests.builders.editions import differing
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, reaction, skill
from tests.console.helpers import view

CARDS = (
    cards("rampart")
    + reaction("ambush", surprise={"attacked": "your fighters"}, do={"draw": 1})
    + skill("tower", keywords={"Buildup": 9}, do={"attack": 4})
    + augment("coliseum", keywords="Arena")
)
WORDS = (
    ('Buildup = { kind = "number" }', 'Buildup = { kind = "number", how = "cell" }'),
    ("[keywords]\n", '[keywords]\nArena = { kind = "plain" }\n'),
    ("[board]\n", '[board]\narena = ["Augment"]\n'),
)


def duel() -> Duel:
    return differing(CARDS, *GRID, *WORDS, figures={"equip_max": 2})


def shown(d: Duel) -> list[str]:
    """The screen of seat 0 on a terminal of 80 columns and 24 rows."""
    desk = Desk()
    info = MatchInfo("m", "faroe", "duel", 0, ("Ada", "Ben"), ("human", "human"), (), 0)
    desk.start(info, SeatView(d.s, 0, d.dealer.known[0]))
    desk.open()
    return view(desk, 80, 24)


def cell(screen: list[str], label: str) -> str:
    """The text in the cell of a label, without blanks."""
    return "".join(next(screens.cells_of(screen, label, ()), "").split())


def test_what_stands_in_cells_shows_them() -> None:
    # Given cards beside both Players, in the Arena, in a cell in front and under one, then who stands in a
    # cell is called by it, the others show theirs, a Zone card also what it makes of it, and an enemy's
    # hidden card is shown as that, and counted.
    d = duel()
    d.character(0, at="b3")
    d.on(d.body(0), "edge", 1, at="a2")
    d.on(d.body(0), "ambush", at="a4")
    d.on(d.body(0), "tower", 1, at="c3")
    d.on(d.body(1), "coliseum", 1, at="arena")
    d.on(d.body(1), "ambush", at="a1")
    d.zone(0, "rampart", at="b4")
    screen = shown(d)
    for label, name in (("b3", "Soldier"), ("a2", "Edge"), ("a4", "Ambush"), ("c3", "Tower")):
        assert name in cell(screen, label), screen
    assert "Coliseum" in cell(screen, "p2.1") and "arena" in cell(screen, "p2.1"), screen
    assert "Rampart" in cell(screen, "z1") and "under-b4=c" in cell(screen, "z1")
    assert "(hidden)" in cell(screen, "p2.a1")
    assert "1+1?" in next(line for line in screen if line.startswith("p2 Ben"))


def test_it_is_asked_what_goes() -> None:
    # Given five cards beside a Player and two on a Soldier, when one more comes to each, then the question
    # says for what a card is discarded.
    d = duel()
    me = d.character(0, at="c1")
    for n in range(1, 6):
        d.on(d.body(0), "edge", 1, at=f"a{n}")
    d.quietly(0, "play", d.hand(0, "coliseum"))
    d.play(0, "play", d.hand(0, "edge"), d.body(0))
    d.until(PICK)
    assert any("Choose a card to discard: Edge takes its place" in line for line in shown(d))
    d.step()
    d.pass_all()
    for slug in ("guard", "strike"):
        d.on(me, slug)
    d.play(0, "attach", d.hand(0, "strike"), me)
    d.until(PICK)
    assert any("Choose a card to discard: too many lie on Soldier" in line for line in shown(d))

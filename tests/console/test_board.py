"""The board is drawn row by row, fronts face to face, says who reaches whom, and says the same in words."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest
import screens

from fadenet.console.match.board import Marks
from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.layout import NAME_MIN
from fadenet.console.match.table import Room, laid
from fadenet.console.match.worded import told
from fadenet.console.text import cells, plain_signs
from fadenet.games.fade.tables import COMBAT
from tests.builders.cells import GRID
from tests.builders.editions import differing
from tests.builders.scenario import Duel
from tests.cards.fade import character
from tests.console.helpers import asked, desk_of, view

EDITIONS = ("faroe", "fade2", "fade1")
GUARDED = character("matron", name="Maîtresse of the 水 Gate", cost=1)


def long_names(slugs: list[str]) -> str:
    return "".join(
        [character(slug, name=f"Sentinel {n} of the Long Wall", cost=1) for n, slug in enumerate(slugs)]
    )


def fight(edition: str = "faroe") -> tuple[Duel, int, int, int, int]:
    """Seat 0 in its Combat Phase: two of its own in front, one of the other seat in front and one behind."""
    d = Duel(edition=edition)
    own, second = d.character(0), d.character(0)
    front, behind = d.character(1), d.character(1, backup=True)
    d.go(0, COMBAT)
    return d, own, second, front, behind


def crowded(edition: str) -> Duel:
    """Both sides with five Characters in front and four behind, a Hand and a pool of eight, of long names."""
    slugs = [f"long-{n}" for n in range(8)]
    d = Duel(long_names(slugs), edition=edition)
    for slug in slugs:
        d.hand(0, slug)
        d.fighter(0, slug)
    for seat, slug in product((0, 1), slugs[:5]):
        d.character(seat, slug)
    for seat, slug in product((0, 1), slugs[:4]):
        d.character(seat, slug, backup=True)
    return d


@pytest.mark.parametrize("edition", EDITIONS)
def test_fronts_face_each_other(edition: str) -> None:
    """given Characters in both rows of both sides, then from the top of the table stand the other's back row,
    its front, the line between, the own front and the own back row, at every size."""
    d = Duel(edition=edition)
    own, back = d.character(0), d.character(0, backup=True)
    front, behind = d.character(1), d.character(1, backup=True)
    desk = desk_of(d)
    for size in ((60, 18), (80, 22), (100, 28), (120, 38), (200, 58)):
        lines = view(desk, *size)
        labels = [desk.sight.token(h) for h in (behind, front, own, back)]
        at = [
            next(n for n, line in enumerate(lines) if re.match(rf"[ *!]{label} ", line)) for label in labels
        ]
        between = next(n for n, line in enumerate(lines) if line.startswith("\u2550\u2550"))
        assert at[0] < at[1] < between < at[2] < at[3], (size, lines)


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_can_attack_whom_is_marked_and_said(edition: str) -> None:
    """given a Combat Phase, then who can attack and what is in reach have marks of their own, what stands
    behind has none, and the line between the fronts says it in words."""
    d, own, second, front, behind = fight(edition)
    desk = desk_of(d)
    text = "\n".join(view(desk, 80, 22))
    token = desk.sight.token
    assert f">{token(own)} " in text and f">{token(second)} " in text
    assert f"!{token(front)} " in text and f"!{token(behind)} " not in text
    assert f"\u2550 you reach {token(front)} " in text


def four(format: str) -> Desk:
    """Four seats with five Characters each in front and three behind, seen by the first."""
    d = Duel(edition="fade1", format=format, seats=4)
    for seat, cell in product(range(4), ("c1", "c2", "c3", "c4", "c5", "b1", "b2", "b3")):
        d.character(seat, at=cell)
    return desk_of(d)


def fronts(desk: Desk, width: int, height: int) -> list[str]:
    """The lines between the fronts, without the rules around the words."""
    return [
        found[1] for line in view(desk, width, height) if (found := re.match("\u2550+ (.+?) \u2550", line))
    ]


def test_all_is_said_of_who_reaches_whom_where_there_is_room() -> None:
    """given four seats that all reach something, then what stands between the fronts has all of it, those of
    a team together; in the least room there is, a line has whom oneself reaches."""
    desk = four("teams")
    team = "you, p3 reach p2.c1-5, p4.c1-5 \u2502 p2, p4 reach c1-5, p3.c1-5"
    assert fronts(desk, 80, 22) == fronts(desk, 200, 58) == [team]
    desk = four("free-for-all")
    reached = ["you reach p2.c1-5, p3.c1-5, p4.c1-5", "p2 reaches c1-5, p3.c1-5, p4.c1-5"]
    reached += ["p3 reaches c1-5, p2.c1-5, p4.c1-5", "p4 reaches c1-5, p2.c1-5, p3.c1-5"]
    for size in ((80, 22), (120, 38), (200, 58)):
        assert " \u2502 ".join(fronts(desk, *size)) == " \u2502 ".join(reached)
    assert fronts(desk, 60, 16) == [f"{reached[0]} \u2502 more: type board"]
    sides = desk.table().board().threats()
    assert sides == [reached[0], "p2, p3, p4 reach c1-5"]


def test_of_a_side_that_is_folded_the_front_stays() -> None:
    """given four seats on little room, then each Character that can be attacked has its figures, and how many
    there are behind the front is said."""
    desk = four("free-for-all")
    text = "\n".join(view(desk, 80, 18))
    for seat, n in product((2, 3, 4), range(1, 6)):
        assert f"!p{seat}.c{n} 3/10" in text, text
    assert text.count("  3 more") == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_damage_is_a_figure_everywhere(edition: str) -> None:
    """given boards and a Hand so full that names are cut, then what every Character has lost stands behind
    what is left of it."""
    d = crowded(edition)
    for seat, letters in product((0, 1), "cb"):
        for h in d.s.zones[d.rules.zone_id(seat, d.rules.zone_letters.index(letters))]:
            if h:
                d.damage(h, 2)
    desk = desk_of(d)
    lines = view(desk, 80, 18)
    labels = {desk.sight.token(h) for h in desk.sight.visible()}
    shown = [cell for label in labels for cell in screens.cells_of(lines, label, labels) if "/7" in cell]
    assert len(shown) >= 16 and all(" -2" in cell for cell in shown), lines


def test_the_attacker_that_is_typed_shows_what_it_reaches() -> None:
    """given an attack that is typed so far, then its attacker stands in brackets, and what others alone can
    attack is not marked."""
    d, own, second, front, behind = fight()
    desk = desk_of(d)
    token = desk.sight.token
    strikes = {own: frozenset({front}), second: frozenset({behind})}
    board = desk.table().board()
    assert Marks(board, strikes, "").before[token(behind)] == "!"
    marks = Marks(board, strikes, f"attack {token(own)}")
    assert marks.focus == token(own)
    assert marks.before[token(front)] == "!" and token(behind) not in marks.before
    assert marks.on([f" {token(front)} 3/9 Soldier\u2502*{token(own)} 3/9"]) == [
        f"!{token(front)} 3/9 Soldier\u2502[{token(own)}]3/9"
    ]


def test_a_player_who_is_aimed_at_is_not_taken_for_a_card() -> None:
    """given an attack on a player that is typed so far, then the line between the fronts, which speaks of the
    player, stays as it is."""
    d, own, *_ = fight()
    desk = desk_of(d)
    marks = Marks(desk.table().board(), {own: frozenset({2})}, f"attack {desk.sight.token(own)} p2")
    front = "\u2550\u2550 you reach p2.c1 \u2502 p2 reaches c1 \u2550"
    assert marks.focus == "p2" and marks.on([front]) == [front]


def test_damage_is_a_figure_and_a_bar() -> None:
    """given a Character that has lost 7 of 10 HP, then the board says what is left and what is lost, and
    where there is room a bar shows it."""
    d = Duel()
    h = d.character(0)
    d.damage(h, 7)
    desk = desk_of(d)
    small = next(screens.cells_of(view(desk, 80, 22), desk.sight.token(h), ()))
    assert "3/3" in small and "-7" in small
    assert any("##..." in line for line in view(desk, 120, 38)[:30])


def test_cells_stand_where_the_book_has_them() -> None:
    """given a Character in the third cell of a row of five, then the other four are drawn beside it, and rows
    without a card take one line."""
    d = differing("", *GRID)
    d.character(0, at="c3")
    lines = view(desk_of(d), 80, 22)
    row = next(line for line in lines if " c1\u2502" in line)
    assert [part.split()[0] for part in row.split("\u2502")] == ["c1", "c2", "*c3", "c4", "c5"]
    assert any(line.startswith("\u2500\u2500 Backup Zone: b1-5 empty \u2500") for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_own_names_and_figures_are_whole(edition: str) -> None:
    """given positions of a random match, then from 100 columns on no own name and no figure on the board is
    cut; at 80 no figure, and two names in a hundred at most."""
    found = {size: Counter[str]() for size in ((80, 24), (100, 30), (120, 40))}
    for at, desk in enumerate(asked(3, asks_max=150, game=edition)):
        if desk.sight.seat.state.turn and at % 12 == 0:
            desk.page = None
            for size, count in found.items():
                count.update(screens.looked_at(desk, *size))
    for size, count in found.items():
        assert count["own names"] > 60 and screens.holds(size, count), (size, count)


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_stands_opposite_in_front_keeps_its_name(edition: str) -> None:
    """given full boards with long names, a Hand and a pool at 80x24, then each Character in the other's front
    has twelve signs of its name, and the log a line."""
    d = crowded(edition)
    desk = desk_of(d)
    lines = view(desk, 80, 22)
    labels = {desk.sight.token(h) for h in desk.sight.visible()}
    for h in desk.sight.lying(1, "c"):
        cell = next(screens.cells_of(lines, desk.sight.token(h), labels), "")
        assert d.rules.cards[d.s.code[h]].name[: NAME_MIN - 1] in cell, (cell, lines)
    assert "\u2500" * 80 in lines


def test_words_say_who_can_attack_and_be_attacked() -> None:
    d, own, _, front, _ = fight()
    desk = desk_of(d)
    said = "\n".join(told(desk.table()))
    assert f"{desk.sight.token(own)} Soldier 3/10" in said and "(can attack)" in said
    assert "(in reach)" in said and f"you reach {desk.sight.token(front)}" in said


def test_the_table_is_laid_out_anew_only_when_something_has_changed() -> None:
    """given a table that was drawn, then typing leaves it as it is laid out, and a wound does not."""
    d = Duel()
    h = d.character(0)
    desk = desk_of(d)
    before = laid(desk.table(), 80, Room.CLOSE)
    desk.typed = "attack"
    assert laid(desk.table(), 80, Room.CLOSE) is before
    d.damage(h, 1)
    assert laid(desk.table(), 80, Room.CLOSE) is not before


def test_sides_stand_side_by_side_where_there_is_room() -> None:
    """given a match of teams on a wide screen, then the two others stand in one line and the own team in
    another; on a narrow one each has lines of its own."""
    desk = next(desk for desk in asked(2, 4, 200, "teams") if desk.sight.seat.state.turn > 1)
    names = desk.sight.names

    def together(width: int, height: int) -> list[set[int]]:
        lines = view(desk, width, height)
        return [{n for n, name in enumerate(names) if f"p{n + 1} {name}" in line} for line in lines[1:]]

    assert {frozenset(seats) for seats in together(200, 58)} >= {frozenset({0, 2}), frozenset({1, 3})}
    assert not [seats for seats in together(80, 22) if seats == {1, 3}]


@pytest.mark.parametrize("edition", EDITIONS[1:])
def test_cells_are_drawn_before_the_whole_pool(edition: str) -> None:
    """given cells with cards that have cards on them, and a Hand and a pool of many, then at 120x40 the cells
    of either side stand side by side, what lies on cards is named below its row, and what is left out of the
    pool is counted."""
    slugs = [f"long-{n}" for n in range(20)]
    d = Duel(long_names(slugs), edition=edition)
    for slug in slugs:
        d.fighter(0, slug)
    for slug in slugs[:6]:
        d.hand(0, slug)
    lying = list[int]()
    for seat, cell in product((0, 1), ("c1", "c2", "c3", "b1", "b2")):
        h = d.character(seat, at=cell, backup=cell < "c")
        lying += [d.on(h, "strike", 1), d.on(h, "edge", 1)]
    desk = desk_of(d)
    lines = [line.rpartition("\u2502")[0] for line in view(desk, 120, 38)]
    for rank in [rank for side in desk.table().board().sides.values() for rank in side.ranks]:
        if rank.drawn and any(place.cards and not place.hung for place in rank.places):
            assert screens.in_cells(lines, rank), "\n".join(lines)
    text = "\n".join(lines)
    for h in lying:
        assert f"{desk.sight.token(h)} {d.rules.cards[d.s.code[h]].name}" in text, text
    assert "more: type hand" in text


def test_ascii_alone_says_names_too() -> None:
    """given a card whose name has signs that ASCII lacks, then the screen in ASCII has as many cells."""
    d = Duel(GUARDED)
    d.character(0, "matron")
    for line in view(desk_of(d), 100, 28):
        plain = plain_signs(line)
        assert plain.isascii() and len(plain) == cells(line)
    assert "Maitresse of the ?? Gate" in "\n".join(plain_signs(line) for line in view(desk_of(d), 100, 28))


@pytest.mark.parametrize("size", [(60, 18), (80, 22), (100, 28), (120, 38), (200, 58)])
def test_the_card_named_last_is_told_about_where_there_is_room(size: tuple[int, int]) -> None:
    """given a line that named a card, then its text stands beside or below the board while nothing is typed,
    until the card is another one."""
    d = Duel()
    h, other = d.character(0), d.character(1)
    desk = desk_of(d)
    enter(desk, f"look {desk.sight.token(h)}")
    enter(desk, "")
    told = re.compile(rf"(?:^| ){desk.sight.token(h)} Soldier: Character")
    assert any(map(told.search, view(desk, *size)))
    desk.typed = desk.sight.token(other)
    assert not any(map(told.search, view(desk, *size)))
    desk.typed = ""
    d.s.inst[h] += 1
    assert not any(map(told.search, view(desk, *size)))

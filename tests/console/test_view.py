"""The table has exactly its size, says the same with and without colour, and shows what can be used."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace

import pytest

from fadenet import games
from fadenet.console.faces import face_of
from fadenet.console.match.colours import HURT, LEFT, NEAR_DEATH, NOW, OURS, THEIRS, WELL, colours_of
from fadenet.console.match.commands import COMMANDS, enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.scene import MatchScene
from fadenet.console.match.sight import called
from fadenet.console.shell.pages import scroll
from fadenet.console.shell.screen import paint
from fadenet.console.text import cells, plain_signs
from fadenet.games.fade.tables import COMBAT
from fadenet.table.view import SeatView
from tests.builders.scenario import Duel
from tests.console.helpers import asked, desk_of, hints, info, labels_in, view

USUAL = ((80, 22), (120, 38))
SIZES = ((80, 22), (60, 16), (100, 30), (120, 38), (200, 58), (50, 12), (20, 3), (1, 1))


def check_frame(desk: Desk, width: int, height: int) -> list[str]:
    lines = view(desk, width, height)
    assert len(lines) == height
    assert {cells(line) for line in lines} == {width}
    assert not {unicodedata.category(ch) for line in lines for ch in line} & {"Cc", "Cf"}
    assert cells(hints(desk, desk.typed, width)) == width
    return lines


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "seats", "game"),
    [(0, 2, "faroe"), (2, 3, "faroe"), (3, 4, "faroe"), (1, 2, "fade2"), (1, 2, "fade1"), (2, 3, "fade1")],
)
def test_every_frame_has_exactly_its_size(seed: int, seats: int, game: str) -> None:
    frames = 0
    for at, desk in enumerate(asked(seed, seats, 300 if game == "faroe" else 100, game=game)):
        desk.typed = " ".join(desk.sight.shown(desk.dialogue.options[0]))
        if at % 9 == 0:
            for width, height in SIZES:
                check_frame(desk, width, height)
                frames += 1
        desk.typed = ""
    assert frames > 40


def test_before_the_match_there_is_a_frame_too() -> None:
    assert "waiting" in check_frame(Desk(), 80, 22)[0]


def test_a_small_terminal_gets_the_question_with_its_answers_and_what_the_table_needs() -> None:
    """given less than 60x18, then the question stands there with what may be answered, and the size that is
    lacking; a page stands in its place, and below it the same."""
    desk = next(asked(0))
    for width, height in ((50, 12), (59, 16), (60, 15), (30, 6)):
        said = " ".join(" ".join(check_frame(desk, width, height)).split())
        assert said.startswith("Rock, paper or scissors") and said.endswith("the table needs 60x18")
        assert "[1 rock] [2 paper] [3 scissors]" in said
    enter(desk, "?")
    said = "\n".join(check_frame(desk, 50, 12))
    assert desk.page is not None and desk.page.title in said and "the table needs 60x18" in said
    assert "Rock" in check_frame(desk, 50, 1)[0]
    assert "60x18" not in "\n".join(check_frame(desk, 60, 16))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "asks"), [("faroe", 500), ("fade2", 150), ("fade1", 100)])
def test_figures_question_and_the_whole_hand_stand_on_the_table(
    game: str, asks: int, so_many: Callable[[int, int], int]
) -> None:
    for at, desk in enumerate(asked(5, asks_max=so_many(asks, 10_000), game=game)):
        for width, height in USUAL if at % 7 == 0 else ():
            text = "\n".join(view(desk, width, height))
            s = desk.sight.seat.state
            for seat in range(2):
                assert f"p{seat + 1} " in text
                assert desk.sight.face.figures(s, seat) in text
            said = " ".join(text.split()).replace("\u2502 ", "")
            assert desk.question().split()[0] in said
            for h in desk.sight.lying(desk.sight.seat.index, "h"):
                assert desk.sight.token(h) in labels_in(text)
            pool, usable = desk.sight.lying(desk.sight.seat.index, "f"), labels_in(text, r"(?<=[*>])")
            for h in desk.dialogue.usable:
                more = "type hand" if h in pool else "type look p" if desk.sight.seat.state.host[h] else "-"
                token = desk.sight.token(h)
                shown = token in usable or f"*{token} " in text or f">{token} " in text
                assert shown or h <= 2 or (game != "faroe" and f"more: {more}" in text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "format"),
    [(3, "free-for-all"), (4, "teams"), pytest.param(4, "free-for-all", marks=pytest.mark.long)],
)
def test_with_several_others_the_own_side_stays_whole(
    seats: int, format: str, so_many: Callable[[int, int], int]
) -> None:
    crowded = 0
    for at, desk in enumerate(asked(5, seats, so_many(800, 1200), format)):
        if at % 11 == 0 and desk.sight.seat.state.turn:
            for size in USUAL:
                text = check_own_side(desk, *size)
                crowded += size == USUAL[0] and "more: " in text
    assert crowded


def check_own_side(desk: Desk, width: int, height: int) -> str:
    """The things of our own seat that the table shows, in full, and of everybody's state; returns the
    frame."""
    text = "\n".join(check_frame(desk, width, height))
    s, me = desk.sight.seat.state, desk.sight.seat.index
    # Every seat has its line, with what it has left to live on.
    for seat in range(s.seats):
        mate = s.rules.side(s, seat) == s.rules.side(s, me)
        said = " (you)" if seat == me else " (ally)" if mate else ""
        assert f"p{seat + 1} {desk.sight.names[seat]}{said} " in text
        assert f"HP {desk.sight.face.figures(s, seat)[3:5]}" in text
    # The own field and the whole Hand are there; what is missing of the others is counted.
    for h in desk.sight.lying(me, desk.sight.face.field):
        if not s.host[h]:
            assert f"{desk.sight.token(h)} " in text
    for h in desk.sight.lying(me, "h"):
        assert desk.sight.token(h) in labels_in(text)
    assert desk.question().split()[0] in " ".join(text.split())
    return text


@pytest.mark.parametrize(
    ("name", "stands"),
    [
        ("Mara", "Mara"),
        ("winnerless", "winnerless"),
        ("\u6c34\u306e\u5b88", "\u6c34\u306e\u5b88"),
        *((name, f'"{name}"') for name in ("you", "You", "p1", "P2", "winner", "pass", "waiting")),
        *(
            (name, f'"{name}"')
            for name in ("resigned", "ally", "hidden", "HP", "tp", "3_HP", "30", "_", "-30")
        ),
        ("x" * 32, "x" * 19 + "~"),
        ("3" * 32, '"' + "3" * 19 + '~"'),
        ("", ""),
    ],
)
def test_a_name_that_reads_as_something_else_stands_in_quotes(name: str, stands: str) -> None:
    assert called(name) == stands


@pytest.mark.parametrize(
    "names", [("p2", "you"), ("waiting", "3_HP"), ("HP", "winner"), ("9" * 32, "p1" * 16)]
)
def test_no_name_stands_where_something_is_said_of_a_seat(names: tuple[str, str]) -> None:
    """given players named after what tables say, then number and name open their lines, and what the table
    says itself comes behind them."""
    desk = next(desk for desk in asked(1) if desk.sight.seat.state.turn > 1)
    desk.sight.names = tuple(map(called, names))
    me, other = desk.sight.seat.index, 1 - desk.sight.seat.index
    for size in USUAL:
        lines = view(desk, *size)
        for seat in (me, other):
            whose = " (you)" if seat == me else ""
            lead = f"p{seat + 1} {desk.sight.names[seat]}{whose}  "
            (line,) = [line for line in lines if line.startswith(lead)]
            assert line.removeprefix(lead).lstrip().startswith("HP ")
        assert not re.search(r"\bp\d (?:p\d\b|you\b|waiting|winner|HP\b|\d)", "\n".join(lines))
    desk.finish((2, 1) if me == 0 else (1, 2), "format.leaving")
    assert desk.result == f"p{other + 1} {called(names[other])} has won [format.leaving]"


def test_a_team_wins_together() -> None:
    desk = next(asked(1, 4, format="teams"))
    assert "you play with p3 Bo against p2 Mara, p4 Cy" in desk.log[0].text
    desk.finish((1, 2, 1, 2), "win.last-standing")
    assert desk.result == "Your side has won [win.last-standing]"
    desk.finish((2, 1, 2, 1), "win.last-standing")
    assert desk.result == "p2 Mara and p4 Cy have won [win.last-standing]"
    desk.finish((1, 1, 1, 1), "win.draw")
    assert desk.result == "The match is a draw [win.draw]"


def test_colour_only_repeats_what_stands_there() -> None:
    styled = 0
    for at, desk in enumerate(asked(4, asks_max=200)):
        if at % 10 == 0:
            desk.typed = desk.sight.token(next(iter(desk.dialogue.usable), 1))
            colours = tuple(MatchScene(desk).colours.items())
            for line in view(desk, 120, 38):
                pieces = paint(line, colours)
                assert "".join(piece[1] for piece in pieces) == line
                styled += sum(bool(piece[0]) for piece in pieces)
            desk.typed = ""
    assert styled > 20


def styles(desk: Desk, line: str) -> dict[str, str]:
    """The style of each piece of a line that has one, by its text."""
    return {piece[1]: piece[0] for piece in paint(line, tuple(colours_of(desk.sight).items())) if piece[0]}


def test_colour_tells_sides_what_is_left_the_phase_and_the_new() -> None:
    """given a table, then cards of both sides, the HP of cards, the phase and what is new have each a colour,
    a card that can be used keeps that of its side, and figures that are not HP have none."""
    desk = next(d for d in asked(5) if d.sight.seat.state.turn > 3)
    me, s = desk.sight.seat.index, desk.sight.seat.state
    other = f"p{2 - me}"
    line = f"*c1  Moss Golem 2/7  c1.2  x  {other}.c1  Moss Golem  Fi 3/8  {other}.c1.1  y  (h2)"
    found = styles(desk, line)
    assert found["*c1"] == f"class:usable {OURS}" and found["c1.2"] == found["h2"] == OURS
    assert found[f"{other}.c1"] == found[f"{other}.c1.1"] == THEIRS != OURS
    assert found["7"] == found["8"] == LEFT and not {"2", "3", "2/7"} & {*found}
    assert found["Fi"] == desk.sight.face.colours["Fi"]
    assert styles(desk, f"{other} {desk.sight.names[1 - me]}  TP 2") == {
        f"{other} {desk.sight.names[1 - me]}": THEIRS
    }
    phase = desk.sight.face.phase(s)
    assert styles(desk, f"turn 4   your turn   {phase}   stops") == {"your turn": OURS, phase: NOW}
    assert styles(desk, "+ you: gains 1 TP") == {"+": NOW, "you": OURS}
    assert styles(desk, "\u2502 + you: 6 of 9 HP left") == {"+": NOW, "you": OURS, "6": LEFT}
    assert styles(desk, "3 + 4, c1x, 10c1 and (c1.)") == {"c1": OURS}


@pytest.mark.parametrize(("left", "style"), [(30, WELL), (16, WELL), (15, HURT), (8, HURT), (7, NEAR_DEATH)])
def test_colour_says_how_much_is_left_of_a_player(left: int, style: str) -> None:
    d = Duel()
    d.leave(d.body(0), left)
    desk = Desk()
    desk.start(info(0), SeatView(d.s, 0, d.dealer.known[0]))
    (line,) = (line for line in view(desk, 80, 22) if line.startswith("p1 "))
    assert styles(desk, line)[f"HP {left:>2}/30"] == style


def test_ascii_mode_needs_ascii_only() -> None:
    for at, desk in enumerate(asked(4, asks_max=120)):
        if at % 10 == 0:
            assert all(plain_signs(line).isascii() for line in view(desk, 120, 38))


def test_the_card_that_is_typed_is_marked_and_told_about() -> None:
    desk = next(d for d in asked(6) if d.sight.seat.state.turn)
    label = desk.sight.token(desk.sight.lying(desk.sight.seat.index, "f")[0])
    desk.typed = f"play {label}"
    text = "\n".join(view(desk, 80, 22))
    assert f"[{label}]" in text
    assert f"{label} {desk.sight.name_of(label)}: Character" in text
    desk.typed = ""


def test_hostile_names_are_cleaned_before_they_are_shown() -> None:
    desk = next(asked(0))
    hostile = Desk()
    match = info(0)
    names = ("\x1b[2J\u202eevil", "\x07" + "\u6c34" * 80)
    hostile.start(type(match)("m", "faroe", "duel", 0, names, match.kinds, (), 0), desk.sight.seat)
    hostile.write("chat", "\x9b31m\x1b]0;owned\x07", "p2")
    for width, height in SIZES:
        check_frame(hostile, width, height)


def test_pages_scroll_within_their_text() -> None:
    desk = next(asked(0))
    enter(desk, "?")
    assert desk.page is not None
    first = check_frame(desk, 60, 16)
    scroll(desk, 60, 500)
    last = check_frame(desk, 60, 16)
    assert first != last
    scroll(desk, 60, -500)
    assert check_frame(desk, 60, 16) == first
    enter(desk, "")
    assert desk.page is None


def test_a_page_leaves_the_question_and_its_answers_whole() -> None:
    """given a question of two rows, then on a page all of it stands below, and the text can be read to its
    end."""
    desk = next(one for one in asked(0) if 70 < cells(one.table().question) < 130)
    enter(desk, "?")
    assert desk.page is not None
    last = desk.page.paragraphs[-1].split()[-1]
    for _ in range(2):
        lines = check_frame(desk, 70, 16)
        assert " ".join(" ".join(lines).split()).endswith(desk.table().question)
        scroll(desk, 70, 500)
    assert any(last in line for line in check_frame(desk, 70, 16)[:-2])


def test_news_on_a_page_leave_its_text_whole() -> None:
    """given a page with something new to say, then it can still be read to its end."""
    desk = next(asked(0))
    enter(desk, "?")
    assert desk.page is not None
    last = desk.page.paragraphs[-1].split()[-1]
    desk.write("refused", "no " * 200)
    scroll(desk, 60, 500)
    said = check_frame(desk, 60, 16)
    assert sum("no no" in line for line in said) == 3
    assert any(last in line for line in said)


def test_what_others_say_does_not_look_like_what_happens() -> None:
    """given chat in the words of an event, then table, log and page tell it from one."""
    desk = next(asked(0))
    desk.write("chat", "throws Rock", "p2")
    said = "\n".join(check_frame(desk, 80, 22))
    assert "p2 says: throws Rock" in said and "p2: throws Rock" not in said
    enter(desk, "log throws")
    assert desk.page is not None and desk.page.paragraphs == ["p2 says: throws Rock"]


def test_what_was_told_last_is_not_cut_to_tell_of_a_card() -> None:
    """given a hint of four rows for an answer to a link, then all of it stands there in place of the card of
    that link; given that a card is typed, then that is told about."""
    d = Duel()
    mine, giant = d.character(0, "soldier"), d.character(1, "giant")
    for seat in (0, 1) * 4:
        d.character(seat, "soldier")
    d.on(giant, "guard")
    d.tp(1, 9)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, giant)
    d.until_asked(1)
    desk = desk_of(d, 1)
    size, linked = (80, 18), f"{desk.sight.token(mine)} Soldier: Character"
    assert linked in "\n".join(view(desk, *size))
    told = "hint: " + " ".join(f"word{n}" for n in range(34)) + " end"
    desk.write("note", told)
    shown = " ".join(" ".join(check_frame(desk, *size)).split())
    assert told in shown and linked not in shown
    desk.typed = f"use {desk.sight.token(giant)}"
    assert f"{desk.sight.token(giant)} Giant: Character" in "\n".join(view(desk, *size))


def test_of_what_is_too_long_for_the_rows_the_beginning_stands() -> None:
    """given a hint of seven rows beside a full table, then its first words, the move, stand there."""
    for at, desk in enumerate(asked(7, asks_max=200)):
        if at % 5:
            continue
        desk.write("note", "hint: play this " + "because " * 45)
        assert "hint: play this" in "\n".join(check_frame(desk, 60, 20))


def test_a_long_name_is_cut_with_a_mark() -> None:
    desk = next(asked(0))
    desk.start(replace(info(0), names=("Aud", "Maximiliane von Trapp")), desk.sight.seat)
    assert desk.sight.names == ("Aud", "Maximiliane von Tra~")
    check_frame(desk, 80, 22)


def test_every_command_leaves_a_frame_that_fits() -> None:
    desk = next(d for d in asked(7) if d.sight.seat.state.turn > 3)
    for word in COMMANDS:
        for rest in ("", " p2", " turn", " phase off"):
            enter(desk, word + rest)
            check_frame(desk, 80, 22)
            desk.dialogue.confirming = ""
            desk.leaving = ""
            desk.page = None


@pytest.mark.slow
def test_labels_stay_while_a_card_stays_and_are_not_reused_in_its_turn(
    so_many: Callable[[int, int], int],
) -> None:
    before: dict[int, dict[tuple[int, int], str]] = {}
    turns: dict[int, dict[str, tuple[int, tuple[int, int]]]] = {}
    shifted = False
    for desk in asked(8, asks_max=so_many(400, 10_000)):
        s, me = desk.sight.seat.state, desk.sight.seat.index
        now = {(h, s.inst[h]): desk.sight.token(h) for h in desk.sight.lying(me, "hf") if not s.host[h]}
        assert len(set(now.values())) == len(now)
        kept = {h for h, _ in now} & {h for h, _ in before.get(me, {})}
        mixed = any((h, s.inst[h]) not in before[me] for h in kept)
        for key, label in now.items():
            if not mixed:
                assert before.get(me, {}).get(key, label) == label
            turn, owner = turns.setdefault(me, {}).get(label, (-1, key))
            assert owner == key or turn < s.turn or mixed
            turns[me][label] = (s.turn, key)
        line = s.zones[s.rules.zone_id(me, 2)]
        shifted = shifted or any(desk.sight.token(h) != f"h{i}" for i, h in enumerate(line, 1))
        before[me] = now
    assert shifted


def test_the_face_fits_its_game() -> None:
    for name in games.NAMES:
        rules = games.load(name)
        face = face_of(rules)
        letters = rules.zone_letters
        assert set(face.field + face.hand) <= set(letters)
        assert {letter for _, letter in face.counts} <= set(letters)
        assert tuple(window.name for window in face.windows) == rules.windows
        for rule, fate in face.fates(rules).items():
            assert rule in rules.book.rules
            assert "{" not in fate.format(who="you", whose="your", when="in turn 2")

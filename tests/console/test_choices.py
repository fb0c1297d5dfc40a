"""Each choice that is offered says what it is: cells for what stands there, equal moves once, costs, vain
defences."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.labels import ranges
from fadenet.console.match.scene import MatchScene
from fadenet.engine import kernel
from fadenet.games.fade.tables import COMBAT, VERBS
from tests.builders.scenario import GAME_OF, Duel
from tests.cards.fade import cards, character, skill
from tests.console.helpers import desk_of, view

MERCILESS = cards("crush-4")
CARDS = (
    cards("marsh") + skill("kindling", "Fire", cost=6, do={"attack": 4}) + character("torch", "Fire", plv=3)
)

of_cells = pytest.mark.parametrize("edition", ["fade2", "fade1"])


def page(desk: Desk, line: str) -> str:
    """The page that a typed word shows."""
    enter(desk, line)
    assert desk.page is not None
    said = "\n".join(desk.page.paragraphs)
    desk.page = None
    return said


# Cells.


@of_cells
def test_a_character_is_typed_by_its_cell_and_nobody_else_is_meant(edition: str) -> None:
    """given Characters in c4 and c2 that came in this order, then c2 is that in c2, and c1 is nobody."""
    d = Duel(CARDS, edition=edition)
    first, second = d.character(0, at="c4"), d.character(0, "squire", at="c2")
    foe = d.character(1, at="c3")
    d.go(0, COMBAT)
    desk = desk_of(d)
    assert desk.sight.handle("c4") == first and desk.sight.handle("c2") == second
    assert desk.sight.handle("c1") == 0 and desk.sight.token(foe) == "p2.c3"
    enter(desk, "why attack c1 p2.c3")
    assert desk.log[-1].text == "nothing stands in c1"
    enter(desk, "attack c4 p2.c3")
    assert desk.dialogue.answer is not None and desk.dialogue.answer.move == d.move("attack", first, foe)


@of_cells
def test_what_lies_on_a_character_is_counted_from_its_cell(edition: str) -> None:
    """given two cards on the Character in c3, then the second one is c3.2."""
    d = Duel(CARDS, edition=edition)
    h = d.character(0, at="c3")
    d.on(h, "strike")
    on_it = d.on(h, "guard")
    desk = desk_of(d)
    assert desk.sight.token(on_it) == "c3.2" and desk.sight.handle("c3.2") == on_it


@of_cells
def test_cells_are_told_with_what_touches_them(edition: str) -> None:
    """given a Soldier in c2 and c1 empty, then ? c1 and ? c2 name the cells around, and board shows all."""
    d = Duel(CARDS, edition=edition)
    d.character(0, at="c2")
    d.zone(0, "marsh", at="c3")
    desk = desk_of(d)
    below = "a2" if edition == "fade1" else "b2"
    assert f"Right c3, Down-Right {below[0]}3, Down {below}" in page(desk, "? c2")
    assert "Soldier: Character" in page(desk, "? c2") and "Right c2" in page(desk, "? c1")
    shown = page(desk, "board")
    assert "Zone: c1 empty; c2 Soldier 3/10" in shown and "Marsh Zone" in shown and "under-c3" in shown
    assert "closed" in page(desk, "? c7")


def test_an_edition_without_cells_has_a_board_of_rows() -> None:
    """given faroe, then board says its rows, and c1 is the first card of the front one."""
    d = Duel(CARDS)
    h = d.character(0)
    desk = desk_of(d)
    assert "Character Zone: c1 Soldier 3/10" in page(desk, "board") and desk.sight.handle("c1") == h


# Lists of moves.


def test_numbered_names_are_drawn_together() -> None:
    """given names, then those that follow each other become one."""
    assert ranges(["c2", "c3", "c4", "b1", "a2", "a4", "arena"]) == ["c2-c4", "b1", "a2", "a4", "arena"]


@of_cells
def test_moves_to_several_cells_and_with_equal_cards_are_one_line(edition: str) -> None:
    """given two Squires that may enter many cells, then one line stands for all, and is the first of them."""
    d = Duel(CARDS, edition=edition)
    first = d.fighter(0, "squire")
    d.fighter(0, "squire")
    desk = desk_of(d)
    plays = [line for line in desk.choices() if line.startswith("play")]
    cells = "c2-c5, b1-b5" if edition == "fade2" else "c2-c6"
    assert plays == [f"play f1 (Squire) to=c1 (or {cells})"]
    assert len(desk.dialogue.options) > len(desk.choices())
    enter(desk, "play f1")
    assert desk.page is not None and desk.page.paragraphs[:2] == [
        "1 play f1 (Squire) to=c1",
        "2 play f1 (Squire) to=c2",
    ]
    desk.close_page()
    enter(desk, "legal")
    assert MatchScene(desk).pick(1 + desk.choices().index(plays[0]))
    assert desk.dialogue.answer is not None and desk.dialogue.answer.move[:2] == d.move("play", first)


@pytest.mark.parametrize("edition", ["faroe", "fade2", "fade1"])
def test_numbered_answers_say_what_a_card_costs(edition: str) -> None:
    """given cards of the Hand, the Fighter Pool and beneath a Character, then a line of plain mode tells the
    figures that the screen shows of them, the cost among them; of what lies face-up it tells no more."""
    paying = ""
    if edition == "fade1":
        paying = skill("toll", cost=2, pay_hp=3, do={"attack": 4})
    d = Duel(CARDS + paying, edition=edition)
    x, y = d.character(0, "soldier"), d.character(1, "soldier")
    d.fighter(0, "squire")
    d.hand(0, "ration")
    desk = desk_of(d)
    lines = MatchScene(desk).answers()
    assert any(line.startswith("play f1 (Squire, 1/3 0TP) to=") for line in lines)
    assert "play h1 (Ration, Item 1TP)" in lines and "play h1 (Ration)" in desk.choices()
    d.on(x, "toll" if paying else "strike")
    d.go(0, COMBAT)
    lines = MatchScene(desk_of(d)).answers()
    where = "c1.1 (Toll, Skill 2TP 3HP)" if paying else "c1.1 (Strike, Skill 1TP)"
    assert f"use {where} p2.c1 (Soldier)" in lines and "attack c1 (Soldier) p2.c1 (Soldier)" in lines
    assert y


def test_a_row_is_no_cell() -> None:
    """given faroe, where a Character enters the front or the back, then both are offered."""
    d = Duel(CARDS)
    d.character(0)
    d.fighter(0, "squire")
    assert {"play f1 (Squire) to=front", "play f1 (Squire) to=backup"} <= set(desk_of(d).choices())


# What is to be known of a choice.


def answering(edition: str, skill: str, cards: str = CARDS) -> Desk:
    """Seat 1 is asked to answer a Skill with a Block on the Character that it hits."""
    d = Duel(cards, edition=edition)
    attacker, target = d.character(0), d.character(1)
    card = d.on(attacker, skill)
    d.on(target, "guard")
    d.go(0, COMBAT)
    d.play(0, "use", card, target)
    d.until_asked(1)
    return desk_of(d, 1)


WARDEN = character(
    "warden",
    hp=20,
    ability=[
        {"activate": True, "answers": "attack", "do": {"draw": 1}},
        {"activate": True, "answers": "attack", "do": {"block": True}},
    ],
)


@of_cells
def test_of_two_abilities_that_answer_only_the_one_in_vain_says_so(edition: str) -> None:
    """given who may draw or Block in answer to a Relentless Attack, then only the Block is in vain."""
    d = Duel(MERCILESS + WARDEN, edition=edition)
    attacker, target = d.character(0), d.character(1, "warden")
    card = d.on(attacker, "crush-4")
    d.go(0, COMBAT)
    d.play(0, "use", card, target)
    d.until_asked(1)
    said = [line for line in desk_of(d, 1).choices() if line.startswith("activate")]
    assert ["in vain" if "does nothing" in line else "works" for line in said] == ["works", "in vain"]


@of_cells
def test_a_defence_that_would_do_nothing_says_so(edition: str) -> None:
    """given a Relentless Attack, then the Block is offered with a word, and against a Basic one without."""
    desk = answering(edition, "crush-4", MERCILESS)
    vain = "use c1.1 (Guard) k1 (Crush 4): Block does nothing against Relentless damage"
    assert vain in desk.choices()
    assert f"[1 {vain}]" in " ".join(" ".join(view(desk, 80, 22)).split())
    assert "Block does nothing" in MatchScene(desk).hints("use c1.1", 80)
    assert "use c1.1 (Guard) k1 (Strike)" in answering(edition, "strike").choices()


def test_where_a_defence_is_judged_as_it_is_played_nothing_need_be_said() -> None:
    """given faroe, then a Block against a Basic Attack is offered without a word."""
    assert "use c1.1 (Guard) k1 (Strike)" in answering("faroe", "strike").choices()


@pytest.mark.parametrize(("user", "said"), [("torch", ": for 4 TP"), ("soldier", "")])
def test_a_skill_that_matches_says_what_it_costs(user: str, said: str) -> None:
    """given a Fire Skill of Cost 6, then a Fire Character may use it for 4, another one as it is printed."""
    d = Duel(CARDS, edition="fade1")
    h, foe = d.character(0, user, at="c1"), d.character(1, at="c1")
    d.on(h, "kindling")
    d.go(0, COMBAT)
    assert f"use c1.1 (Kindling) p2.c1 (Soldier){said}" in desk_of(d).choices()
    assert d.hp(foe) == 10


@pytest.mark.parametrize("edition", GAME_OF)
def test_every_verb_is_explained(edition: str) -> None:
    """given an edition, then what each of its verbs does is said, and ? VERB shows it."""
    d = Duel(CARDS, edition=edition)
    d.hand(0, "ration")  # so that there is something to do
    verbs = ["pass", *VERBS[len(kernel.VERBS) :]]
    assert [verb for verb in verbs if not FADE.deed(d.s, verb).startswith(verb)] == []
    desk = desk_of(d)
    assert "its DEF" in page(desk, "? decline")
    assert "face-down on a Character" in page(desk, "? attach")
    assert "end: leave the Preparation" in page(desk, "?")

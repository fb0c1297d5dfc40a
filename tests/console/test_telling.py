"""The log says whose card it is, which one, what did it, and what is left."""

from __future__ import annotations

import pytest

from fadenet.console.match.desk import Desk
from fadenet.console.match.summary import MatchFigures
from fadenet.console.match.telling import spoken
from fadenet.console.replay.tale import Tale
from fadenet.engine.line import Line
from fadenet.games.fade.tables import COMBAT
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

BLAST = skill("blast", cost=2, do={"attack": 3})


def reader(d: Duel, seat: int, watching: bool = False) -> Desk:
    """The desk of a seat, or of an onlooker, with nothing in its log."""
    desk = Desk()
    info = MatchInfo("m", d.rules.name, "duel", seat, ("Ada", "Ben"), ("human", "human"), (), 0)
    desk.start(info, SeatView(d.s, seat, d.dealer.known[seat]))
    desk.sight.watching = watching
    desk.log.clear()
    return desk


def read(desk: Desk) -> list[str]:
    return [entry.lead + entry.text for entry in desk.log if entry.kind == "event"]


def told(d: Duel, verb: str, *what: object, seat: int = 0, watching: bool = False) -> list[str]:
    """The log as a seat, or an onlooker, reads it after a move of seat 0."""
    desk, before = reader(d, seat, watching), len(d.log)
    d.quietly(0, verb, *what)
    desk.tell(d.log[before:])
    return read(desk)


def fight(seat: int = 0, watching: bool = False) -> list[str]:
    """The lines about an attack of seat 0's Soldier on seat 1's Giant."""
    d = Duel(edition="fade2")
    soldier, giant = d.character(0, at="c2"), d.character(1, "giant", at="c3")
    d.go(0, COMBAT)
    return told(d, "attack", soldier, giant, seat=seat, watching=watching)


@pytest.mark.parametrize(
    ("seat", "watching", "attack", "harm"),
    [
        (
            0,
            False,
            "you: Soldier (c2) attacks p2's Giant (p2.c3)",
            "you: p2's Giant (p2.c3) takes 3 damage from Soldier (c2): 17 of 20 HP left",
        ),
        (
            1,
            False,
            "p1: Soldier (p1.c2) attacks your Giant (c3)",
            "p1: your Giant (c3) takes 3 damage from Soldier (p1.c2): 17 of 20 HP left",
        ),
        (
            0,
            True,
            "p1: Soldier (c2) attacks p2's Giant (p2.c3)",
            "p1: p2's Giant (p2.c3) takes 3 damage from Soldier (c2): 17 of 20 HP left",
        ),
    ],
    ids=["attacker", "defender", "onlooker"],
)
def test_an_attack_is_told_with_both_cards_and_what_is_left(
    seat: int, watching: bool, attack: str, harm: str
) -> None:
    """given a Soldier and a Giant, when one attacks the other, then each reader is told whose they are, by
    the labels that stand on its screen, how much, and what is left."""
    said = fight(seat, watching)
    assert attack in said and harm in said


@pytest.mark.parametrize(
    ("seat", "watching", "heading"),
    [(0, False, "turn 2: p2"), (1, False, "turn 2: you"), (1, True, "turn 2: p2")],
)
def test_whoever_reads_is_you_within_a_sentence_too(seat: int, watching: bool, heading: str) -> None:
    """given a turn that ends, then the heading of the next one calls its player "you" to that player, and by
    number to the other one and to who looks on."""
    d = Duel()
    desk, before = reader(d, seat, watching), len(d.log)
    d.end_turn()
    desk.tell(d.log[before:])
    assert heading in read(desk)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("the toss lets p2 begin", "the toss lets you begin"),
        ("{who}: the card of p2's Giant (p2.c1) and p1's", "p2: the card of your Giant (p2.c1) and p1's"),
        ("the task of {who} is stopped: {card}", "the task of you is stopped: Axe"),
        ("score: p1 0, p2 1", "score: p1 0, you 1"),
        ("{who} attacks p2.", "p2 attacks you."),
    ],
)
def test_a_seat_is_you_to_itself_and_a_label_stays(what: str, said: str) -> None:
    """given sentences of seat 1 that name it, then it reads "you", and its labels as they are."""
    d = Duel()
    assert spoken(reader(d, 1).sight, Line("", 1, what, "Axe", 0)).text() == said


def test_the_course_tells_damage_to_cards_from_that_to_players() -> None:
    """given a Giant that is hurt, then the course of the match says that its player's cards took damage, and
    that no Player did."""
    d = Duel(edition="fade2")
    soldier, giant = d.character(0, at="c2"), d.character(1, "giant", at="c3")
    d.go(0, COMBAT)
    figures, before = MatchFigures(), len(d.log)
    d.quietly(0, "attack", soldier, giant)
    figures(d.s, d.log[before:])
    lines = figures.said(d.s, ("Ada", "Ben"), 1)
    assert "Damage taken: p1 Ada 0; you 0." in lines and "Cards lost: p1 Ada 0; you 0." in lines
    assert "Damage taken by cards: p1 Ada 0; you 3." in lines


def test_harm_to_a_player_is_told_as_theirs() -> None:
    """given nobody between, when a Player is attacked, then the line is about that Player."""
    d = Duel(edition="fade2")
    d.go(0, COMBAT)
    said = told(d, "attack", d.body(0), d.body(1), seat=1)
    assert said[0] == "p1: attacks you"
    assert any(line.startswith("you: takes 1 damage from p1: ") for line in said)
    assert not any("attacked" in line for line in said)


def test_a_card_that_is_played_is_one_line_with_its_place_and_its_price() -> None:
    """given TP, when a Character is played, then where it stands and what it cost stand in the same line."""
    d = Duel(character("knight", cost=2, plv=3), edition="fade2")
    d.tp(0, 5)
    knight = d.fighter(0, "knight")
    assert told(d, "play", knight, to(d, "c3")) == ["you: plays Knight (c3) for 2 TP"]


def test_what_a_used_card_costs_and_does_is_told_of_it() -> None:
    """given a Skill, when it is used against a Giant, then its price stands in its line and its name in that
    of the harm."""
    d = Duel(BLAST, edition="fade2")
    d.tp(0, 5)
    giant, card = d.character(1, "giant", at="c3"), d.hand(0, "blast")
    d.go(0, COMBAT)
    said = told(d, "use", card, giant)
    assert any(line.startswith("you: uses Blast") and line.endswith(" for 2 TP") for line in said), said
    assert any("p2's Giant (p2.c3) takes 3 damage from Blast" in line for line in said), said


def test_what_is_left_stands_behind_the_last_harm_of_a_step() -> None:
    """given two blows in one step, then what is left after both is told once, behind the second."""
    d = Duel(skill("twice", do={"attack": 1, "hits": 2}), edition="fade1")
    d.tp(0, 5)
    giant, card = d.character(1, "giant", at="c3"), d.hand(0, "twice")
    d.go(0, COMBAT)
    said = [line for line in told(d, "use", card, giant) if "takes" in line]
    left = [line.partition(": ")[2].partition(": ")[2] for line in said]
    assert [bool(words) for words in left] == [False] * (len(said) - 1) + [True], said
    assert left[-1] == f"{d.hp(giant)} of {d.hp(giant) + d.count(giant, 'Damage')} HP left"


def test_cards_that_are_drawn_together_are_one_line() -> None:
    """given two cards drawn by one effect, then their owner reads both in one line, and others how many."""
    draws = item("study", do={"draw": 2})
    for seat, said in ((0, "you: draws Plain (h2), Plain (h3)"), (1, "p1: draws a card (2 times)")):
        d = Duel(draws)
        lines = told(d, "play", d.hand(0, "study"), seat=seat)
        assert said in lines and sum("draws" in line for line in lines) == 1


def test_braces_in_a_name_are_no_places_for_parts() -> None:
    """given a card whose name has braces, when it harms somebody, then its line can be read."""
    d = Duel(BLAST.replace('name = "Blast"', 'name = "Bl}a{st"'), edition="fade2")
    d.tp(0, 5)
    giant, card = d.character(1, "giant", at="c3"), d.hand(0, "blast")
    d.go(0, COMBAT)
    assert any("from Bl}a{st" in line for line in told(d, "use", card, giant))


def test_whoever_the_line_is_about_is_not_named_again() -> None:
    """given a Player who attacks a Giant in person, then the harm is not said to come from there."""
    d = Duel(edition="fade2")
    giant = d.character(1, "giant", at="c3")
    d.go(0, COMBAT)
    assert "you: p2's Giant (p2.c3) takes 1 damage: 19 of 20 HP left" in told(d, "attack", d.body(0), giant)


MEND = cards("prayer")
HARDEN = skill("harden", do={"mod": "DEF", "n": 2, "on": "user"})


def tale(d: Duel, verb: str, *what: object) -> list[str]:
    """The log as somebody who sits nowhere, and knows no hidden card, reads it after a move of seat 0."""
    before = len(d.log)
    d.quietly(0, verb, *what)
    return [line.strip() for line in Tale(d.rules, ("Ada", "Ben")).tell(d.s, d.log[before:], {})]


def test_from_nobodys_seat_each_card_has_the_label_that_its_own_player_gives_it() -> None:
    """given a Soldier and a Giant in cells, when one attacks the other, then neither label has a seat before
    it, as the line says whose they are."""
    d = Duel(edition="fade2")
    soldier, giant = d.character(0, at="c2"), d.character(1, "giant", at="c3")
    d.go(0, COMBAT)
    said = tale(d, "attack", soldier, giant)
    assert "p1: Soldier (c2) attacks p2's Giant (c3)" in said
    assert "p1: p2's Giant (c3) takes 3 damage from Soldier (c2): 17 of 20 HP left" in said


def test_a_card_that_is_attached_is_told_with_its_bearer_as_each_reader_calls_it() -> None:
    """given a Character in a cell, when a card is attached to it, then its label is the one that the reader
    would type, and a hidden card is not named to others."""
    for seat, said in (
        (0, "you: attaches Blast (c2.1) to Soldier (c2)"),
        (1, "p1: attaches a hidden card to Soldier (p1.c2)"),
    ):
        d = Duel(BLAST, edition="fade2")
        soldier = d.character(0, at="c2")
        assert told(d, "attach", d.hand(0, "blast"), soldier, seat=seat) == [said]


def test_who_is_healed_has_one_line_for_it() -> None:
    """given a hurt Soldier, when it is healed, then the Counters that go are not told beside it."""
    d = Duel(MEND, edition="fade2")
    soldier = d.character(0, at="c2")
    d.damage(soldier, 3)
    card = d.on(soldier, "prayer")
    d.go(0, COMBAT)
    said = told(d, "use", card)
    assert any("gains 2 HP from Prayer" in line for line in said), said
    assert not any("Damage" in line for line in said), said


def test_a_number_that_changes_says_by_how_much() -> None:
    """given a change of DEF, of which the book only says that there is one, then its line has the number."""
    d = Duel(HARDEN, edition="fade1")
    card = d.on(d.character(0, at="c2"), "harden")
    d.go(0, COMBAT)
    said = told(d, "use", card)
    assert any(line.endswith(": +2 DEF this turn") for line in said), said

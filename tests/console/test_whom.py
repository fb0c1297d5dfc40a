"""Questions of effects say what is done to whom, and by how much."""

from __future__ import annotations

import re

import pytest

from fadenet import games
from fadenet.console.faces import face_of_family
from fadenet.console.faces.asking import target_question
from fadenet.engine.rules import rules_of
from fadenet.engine.state import ORDER, PICK
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import character
from tests.console.test_asking import waiting

WHICH_HEALS = "Which of your Characters heals 2 HP?"
TAKES, MUCH = re.compile(r" (?:takes|heals) .*\?"), re.compile(r"\d| equal to | that much ")
AMOUNT = re.compile(r"deal (\d+) (?:\w+ )*damage to")


@pytest.mark.parametrize("game", games.NAMES)
def test_every_choice_of_targets_says_what_is_done(game: str) -> None:
    """given every ability of the game that chooses targets by a text, then the question says a verb, and the
    damage if it deals some to them alone, and how much whoever takes or heals it."""
    asked = [
        (ability, slot, target_question(ability.text, slot.text))
        for ability in games.load(game).abilities
        for slot in ability.slots
        if slot.text
    ]
    for ability, _, question in asked:
        assert question, ability.text
        assert not TAKES.search(question) or MUCH.search(question), question
        amounts = AMOUNT.findall(ability.text)
        if len(ability.slots) == len(amounts) == 1 and " damage?" in question:
            assert amounts[0] in question, (ability.text, question)


@pytest.mark.parametrize(
    ("text", "slot", "asks"),
    [
        ("deal 3 damage to up to 3 enemies", "enemy Characters and Players", "Who takes 3 damage?"),
        ("once a turn: heal 2 HP on one of your Characters", "your Characters", WHICH_HEALS),
        (
            "pay 2 TP: an enemy Character cannot Attack",
            "enemy Characters",
            "Which enemy Character cannot Attack?",
        ),
        ("imprison an enemy Character", "enemy Characters", "Imprison an enemy Character: which?"),
        (
            "Green (1 Action): deal damage equal to 15 times the user's LV to a Character",
            "all Characters",
            "Which Character takes damage equal to 15 times the user's LV?",
        ),
    ],
)
def test_questions_read_as_sentences(text: str, slot: str, asks: str) -> None:
    assert target_question(text, slot) == asks


def test_what_waits_says_what_it_does() -> None:
    """given two abilities that wait, then each line of the choice says what that one does."""
    desk = waiting()
    s = desk.sight.seat.state
    assert desk.sight.seat.ask is not None and desk.sight.seat.ask.kind == ORDER
    texts = [rules_of(s).abilities[row.ability].text for row in s.queue if row.ability >= 0]
    assert texts and all(any(text in line for text in texts) for line in desk.choices())


@pytest.mark.parametrize(("who", "chooser", "whose"), [("enemy players", 1, "p1's "), ("you", 0, "")])
def test_a_choice_for_the_card_of_another_player_says_whose_it_is(who: str, chooser: int, whose: str) -> None:
    """given an ability by which somebody discards, then the question says whose card it is if it is another
    Player's: its text calls that one "you"."""
    ability = {"activate": True, "do": {"discard": 1, "who": who}}
    d = Duel(character("thief", ability=ability))
    thief, cards = d.character(0, "thief"), ("soldier", "giant")
    d.character(1, "soldier")
    assert all(d.hand(seat, slug) for seat in (0, 1) for slug in cards)
    d.go(0, COMBAT)
    d.play(0, "activate", thief)
    d.until(PICK)
    ask = next(ask for ask in d.s.asks if ask.seat == chooser)
    assert face_of_family("fade").question(d.s, ask, str).startswith(f"Choose 1: {whose}Thief: ")

"""Questions of effects say what is done to whom, and by how much."""

from __future__ import annotations

import re

import pytest

from fadenet import games
from fadenet.console.faces.asking import target_question
from fadenet.engine.rules import rules_of
from fadenet.engine.state import ORDER
from tests.console.test_asking import waiting

WHICH_HEALS = "Which of your Characters heals 2 HP?"
AMOUNT = re.compile(r"deal (\d+) (?:\w+ )*damage to")


@pytest.mark.parametrize("game", games.NAMES)
def test_every_choice_of_targets_says_what_is_done(game: str) -> None:
    """given every ability of the game that chooses targets by a text, then the question says a verb, and the
    damage if it deals some to them alone; a handful of sums of several kinds fall back to the choice."""
    asked = [
        (ability, slot, target_question(ability.text, slot.text))
        for ability in games.load(game).abilities
        for slot in ability.slots
        if slot.text
    ]
    assert sum(not question for _, _, question in asked) <= len(asked) // 50
    for ability, _, question in asked:
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

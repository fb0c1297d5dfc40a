"""A conversation holds whatever a program says: it answers, strikes or ends by a name, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from fadenet.bots.fnbot import process
from fadenet.bots.fnbot.conversation import RESIGN, STRIKES_MAX, Conversation
from fadenet.bots.fnbot.process import ProgramFailed

ECHO = ["sh", "-c", 'echo ok; exec sed -un "s/^say //p"']
"""A program that says what it is told behind `say`."""
LISTED = ["play h1 c2", "pass"]
OUTPUTS = 500
JUNK = "@ \t\x00\x1b\x7f\xe9\u202e\U0001f600-0123456789abcMOVE=,.?"
LINES = ("move {} @1", "move {} pass", "info {} text", "pass-until {} answer 9", "resign {}", "ok", "")

pytestmark = pytest.mark.skipif(shutil.which("sed") is None, reason="there is no sed here")


@contextmanager
def talk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Conversation]:
    monkeypatch.setattr(process, "QUIT_S", 0.0)
    one = Conversation(ECHO, {})
    try:
        yield one
    finally:
        one.end()


def mutated(dice: Random, number: int) -> str:
    """A line that a bot might say, with some signs put in, left out or doubled."""
    line = [*dice.choice(LINES).format(number + dice.choice((0, 0, 0, -1, 1)))]
    for _ in range(dice.randrange(4)):
        at = dice.randrange(len(line) + 1)
        line[at : at + dice.randrange(3)] = dice.choice(("", dice.choice(JUNK), dice.choice(JUNK) * 99))
    return "".join(line)


def test_mutated_outputs_are_answers_strikes_or_junk(monkeypatch: pytest.MonkeyPatch) -> None:
    """given five hundred questions, to each of which a program says a mutated line and then the second listed
    move, then each is answered, by that move or by what the line has come to say, until three strikes."""
    dice, said = Random(7), 0
    while said < OUTPUTS:
        with talk(monkeypatch) as one:
            for number in range(1, OUTPUTS):
                one.ask("p1 act", LISTED, False, 20.0)
                one.tell([f"say {mutated(dice, number)}", f"say move {number} @2"])
                said += 1
                try:
                    answer = one.answer()
                except ProgramFailed as failed:
                    assert f"after {STRIKES_MAX} strikes" in failed.message
                    break
                assert answer is not None and (answer in (*LISTED, RESIGN) or answer[:1] != "@")


def test_late_answers_are_passed_over_and_what_is_said_of_one_question_is_gone_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """given an answer with a thought and standing passes, when the next question is put, then they are gone,
    and a second answer to the first question is none to this one."""
    with talk(monkeypatch) as one:
        one.ask("p1 act", LISTED, False, 20.0)
        one.tell(["say info 1 well", "say pass-until 1 answer 9", "say move 1 @1", "say move 1 @2"])
        assert one.answer() == LISTED[0] and (one.info, one.standing) == ("well", "answer 9")
        one.ask("p1 act", LISTED, False, 20.0)
        one.tell(["say info 2 better", "say move 2 pass"])
        assert one.answer() == "pass" and (one.info, one.standing) == ("better", None)
        assert one.wrong == []


def test_what_means_nothing_is_told_and_kept_with_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """given a line for a question that was not put, and one without a number, then both are kept, with their
    question and the reason, and the answer behind them counts."""
    with talk(monkeypatch) as one:
        one.ask("p1 act", LISTED, False, 20.0)
        one.tell(["say move 5 pass", "say move pass", "say move 1 @2"])
        assert one.answer() == "pass"
        assert one.wrong == [
            "question 1: move 5 pass: there is no question 5 yet",
            "question 1: move pass: behind `move` stands the number of the question, not 'pass'",
        ]


def test_the_last_words_are_those_of_the_error() -> None:
    """given a program whose last lines stand behind its error, as in Node, then the error is told."""
    trace = r"throw e\n\nError: no such card\n    at go (bot.js:3)\n\nNode.js v20"
    with pytest.raises(ProgramFailed, match=r"Its last words: Error: no such card$"):
        Conversation(["sh", "-c", f"printf '{trace}\\n' >&2; exit 1"], {})


def test_a_wrong_answer_is_kept_with_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with talk(monkeypatch) as one:
        one.ask("p1 act", LISTED, False, 20.0)
        one.tell(["say move 1 @7", "say move 1 @2"])
        assert one.answer() == "pass"
        assert one.wrong[0].startswith("question 1: move 1 @7: illegal `@K` is one of the listed moves")


def test_a_question_that_is_left_is_late_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """given a question that nobody waits for any more, then it is over at once, as a strike, and the next one
    is answered."""
    with talk(monkeypatch) as one:
        one.ask("p1 act", LISTED, False, 20.0)
        one.hurry()
        assert one.answer() is None and one.wrong == ["question 1: late"]
        one.ask("p1 act", LISTED, False, 20.0)
        one.tell(["say move 2 @1"])
        assert one.answer() == LISTED[0]

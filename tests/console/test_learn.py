"""Lessons: every one is played to its end by its own moves, and what no step asks for is put right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, partial

import pytest
import trio
from msgspec.structs import replace
from prompt_toolkit.input import create_pipe_input

from fadenet import games
from fadenet.console.faces import face_of
from fadenet.console.learn.desk import STAYS, TEACHER, LessonDesk
from fadenet.console.learn.player import Learner, go_through
from fadenet.console.learn.script import Lost, Script
from fadenet.console.match.commands import enter
from fadenet.console.match.dialogue import Asked
from fadenet.console.match.scene import MatchScene
from fadenet.console.shell.screen import run_screen
from fadenet.console.text import wrap
from fadenet.engine.digest import digest
from fadenet.engine.rules import Rules
from fadenet.games.lessons import Lesson, codes_of, lessons_of, tutorial_of
from fadenet.table.view import TakeBack
from tests.console.helpers import Eyes, on_screen

LESSONS = [
    pytest.param(name, lesson, id=f"{name}-{lesson.id}")
    for name in games.NAMES
    for lesson in lessons_of(games.load(name))
]
GUIDE_ROWS_MAX = 5
LABEL = re.compile(r"(?<![\w.])(?:p\d\.)?[a-z]\d+(?:\.\d+)?(?![\w-])")
MARK = re.compile(r"(?<!\w)(?:\d[+?]|[A-Z][a-z]\d)(?!\w)")
LINKS = {"k1", "k2", "k3"}
"""The lines of a Chain that has been carried out."""
HEADING, HEAD = re.compile(r"[^a-z]+$|F\.A\.D\.E\."), re.compile(r"[A-Z-]{3,} ")
FORMS, ON_SCREEN = r"\b(?:[A-Z]\d+)+\b", ("Act", "Ar")
"""Figures with their letters, and words before figures, each of which `?` explains."""
LATER = re.compile(r"\bplay \w+ to=\w+|\b\w+ to=\w+")
CITED = re.compile(r"\[([a-z0-9]+(?:[.-][a-z0-9]+)+)\]")


class Pupil(Learner):
    """A person who answers each question as `answering` does."""

    def __init__(self, desk: LessonDesk, answering: Callable[[LessonDesk], None]) -> None:
        super().__init__(desk, linger=False)
        self.answering = answering

    async def _wait(self) -> None:
        await trio.lowlevel.checkpoint()
        self.answering(self.lesson)
        assert self.dialogue.given, (self.script.cue, self.desk.log[-1].text)


def opened(name: str, lesson: Lesson, at: int = 0) -> LessonDesk:
    return LessonDesk(Script(lesson, at), lambda _: None)


async def taught(name: str, desk: LessonDesk, answering: Callable[[LessonDesk], None]) -> list[str]:
    """The lines of the lesson and the match, after it has been gone through in this way."""
    await go_through(games.load(name), Pupil(desk, answering))
    return [entry.text for entry in desk.log]


def rightly(desk: LessonDesk) -> None:
    """Type the first of the moves that do it."""
    assert desk.script.cue is not None
    enter(desk, desk.script.cue.lines[0])


def lesson(name: str, id: str) -> Lesson:
    return next(one for one in lessons_of(games.load(name)) if one.id == id)


def one_of(word: str) -> str:
    """The singular of a word, whosever it is."""
    return re.sub(r"(?:'s|(?<=[a-z])s)$", "", re.sub(r"ies$", "y", word))


def said(one: Lesson) -> list[str]:
    """Every sentence of a lesson."""
    steps = [text for step in one.steps for text in (step.say, step.why, step.then, *step.no.values())]
    return [one.title, one.about, one.end, *steps]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "one"), LESSONS)
async def test_a_lesson_leads_to_its_end_by_its_own_moves(name: str, one: Lesson) -> None:
    """given a lesson, when at each step first another legal move is made and then the right one, then the
    other one is answered and changes nothing, the screen shows what is asked, and the last step ends it."""
    desk = opened(name, one)
    kept: list[int] = []
    desk.keep = kept.append
    erred = 0

    def answering(desk: LessonDesk) -> None:
        nonlocal erred
        step = one.steps[desk.script.step]
        lines = MatchScene(desk).lines(80, 22)
        shown = " ".join(" ".join(lines).split())
        assert desk.table().guide in shown, (step.say, lines)
        assert isinstance(desk.dialogue.now, Asked)
        before = digest(desk.sight.seat.state)
        others = [m for m in desk.dialogue.options if desk.script.objection(desk.sight, m)]
        for move in others[:1]:
            erred += 1
            desk.give(move)
            entry = [e for e in desk.log if e.who == TEACHER and e.kind == "event"][-1]
            assert entry.text.endswith(STAYS) and desk.dialogue.asked
            assert entry.text.removesuffix(STAYS).strip() in map(desk.filled, (step.why, *step.no.values()))
            assert digest(desk.sight.seat.state) == before
        for line, why in step.no.items():
            wrong = desk.dialogue.asked.grammar.under(line) if desk.dialogue.asked else []
            assert wrong, f"{line} is not legal where {why!r} is said to it"
        rightly(desk)

    texts = await taught(name, desk, answering)
    assert desk.filled(one.end) in texts and texts[-1].startswith("The lesson is done")
    assert kept == [*range(1, len(one.steps) + 1)] and erred


@pytest.mark.parametrize("name", games.NAMES)
def test_what_lessons_say_is_short_and_cites_rules_that_there_are(name: str) -> None:
    """given the lessons of a game, then there are five to eight of 2 to 5 minutes, no instruction takes more
    than a few rows, every card and rule that they name is there, and so is every lesson's own id."""
    rules, lessons = games.load(name), lessons_of(games.load(name))
    assert 5 <= len(lessons) <= 8 and len({one.id for one in lessons}) == len(lessons)
    for one in lessons:
        assert 2 <= one.minutes <= 5 and not one.id.isdecimal()
        cited = {rule for text in said(one) for rule in CITED.findall(text)}
        assert cited and cited <= set(rules.book.rules), cited - set(rules.book.rules)
        for step in one.steps:
            assert len(wrap(f"Step 10 of 10: {step.say}", 80, "  ")) <= GUIDE_ROWS_MAX, step.say


@pytest.mark.parametrize(("name", "one"), LESSONS)
async def test_what_a_lesson_names_is_there_when_it_is_said(name: str, one: Lesson) -> None:
    """given a lesson, then whatever is said at a step finds its figures in the position, every label in it is
    one of now, or in what is said of a step that is done of then, every mark stands on the screen, and every
    name is that of one of its cards or a word of the game."""
    rules, desk = games.load(name), opened(name, one)
    before: set[str] = set()

    def wrong(text: str, known: set[str]) -> set[str]:
        labels = {label for label in LABEL.findall(text) if label not in known and not desk.sight.cell(label)}
        marks = MARK.findall(text)
        screen = " ".join(MatchScene(desk).lines(160, 60)) if marks else ""
        return labels | {mark for mark in marks if mark not in screen}

    def here() -> set[str]:
        sight, seats = desk.sight, range(desk.sight.seat.state.seats)
        names = {sight.token(h) for h in sight.visible()} | {f"p{seat + 1}" for seat in seats}
        return names | {f"k{n + 1}" for n in range(len(sight.seat.state.chain))}

    def answering(desk: LessonDesk) -> None:
        step, known = desk.script.step, here()
        done = [entry.text for entry in desk.log if entry.who == TEACHER and entry.kind == "event"]
        assert not wrong(done[-1], known | before | LINKS), (done[-1], MatchScene(desk).lines(160, 60))
        now = one.steps[step]
        for text in (desk.table().guide, *map(desk.filled, (now.why, *now.no.values()))):
            assert not wrong(LATER.sub("", text), known), text
        before.clear()
        before.update(known)
        rightly(desk)

    await taught(name, desk, answering)
    cards = [rules.cards[code].name for deck in codes_of(rules, one) for code in deck]
    words = words_of(rules, *cards)
    for text in said(one):
        assert named(text) <= words, text


def named(text: str) -> set[str]:
    """The words of a text that are written as names."""
    plain = re.sub(rf"\{{[^}}]*\}}|{MARK.pattern}|{FORMS}", "0", text)
    return {one_of(word) for word in re.findall(r"(?<=[\w,;] )[A-Z][\w'-]+", plain)}


def words_of(rules: Rules, *names: str) -> frozenset[str]:
    """The words of a game's book, and of these names."""
    return words_of_book(rules) | words_in(names)


@cache
def words_of_book(rules: Rules) -> frozenset[str]:
    return words_in(rule["text"] for rule in rules.book.rules.values())


def words_in(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(map(one_of, {word for text in texts for word in re.findall(r"[\w'-]+", text)}))


@pytest.mark.parametrize("name", games.NAMES)
def test_what_a_page_or_term_names_is_there(name: str) -> None:
    """given the first page, the terms and the forms of figures of a game, then every name in them is that of
    a card, a word of its own book, or what is abbreviated on its screen."""
    rules = games.load(name)
    tutorial, shorts = tutorial_of(rules), face_of(rules).shorts(rules)
    known = words_of(rules, *(card.name for card in rules.cards[1:]), *shorts, *shorts.values(), *ON_SCREEN)
    texts = [HEAD.sub("", line) for line in tutorial.quick if not HEADING.match(line)]
    for text in (*texts, *tutorial.terms.values(), *(one.says for one in tutorial.figures)):
        assert named(text) <= known, (text, named(text) - known)


async def test_a_lesson_that_was_left_is_taken_up_at_its_step() -> None:
    """given a lesson of which two steps are done, then it goes on with the third, and tells so."""
    one = lesson("faroe", "chain")
    desk = opened("faroe", one, at=2)
    seen: list[int] = []

    def answering(desk: LessonDesk) -> None:
        seen.append(desk.script.step)
        rightly(desk)

    texts = await taught("faroe", desk, answering)
    assert seen == [*range(2, len(one.steps))] and f"you go on with step 3 of {len(one.steps)}" in texts


async def test_a_step_is_taken_back() -> None:
    """given the third step, when the second is taken back, then it is asked for again."""
    one = lesson("faroe", "turn")
    desk = opened("faroe", one)
    seen: list[int] = []

    class Regretful(Pupil):
        async def _wait(self) -> None:
            seen.append(desk.script.step)
            if seen == [0, 1, 2]:
                enter(desk, "takeback")
                raise TakeBack(desk.sight.seat.index)
            await super()._wait()

    await go_through(games.load("faroe"), Regretful(desk, rightly))
    assert seen == [0, 1, 2, *range(1, len(one.steps))]


async def test_a_lesson_has_hint_help_and_no_giving_up() -> None:
    """given a step, then hint shows its move, ? helps, concede gives nothing up, and quit leaves."""
    one = lesson("faroe", "wins")
    desk = opened("faroe", one)

    def answering(desk: LessonDesk) -> None:
        enter(desk, "hint")
        assert "attack c" in desk.log[-1].text and "this step asks for it" in desk.log[-1].text
        enter(desk, "? c1")
        assert desk.page is not None and "Glass Meteor" in desk.page.paragraphs[0]
        enter(desk, "concede")
        enter(desk, "concede")
        assert desk.dialogue.asked and "quit leaves" in desk.log[-1].text
        rightly(desk)

    await taught("faroe", desk, answering)
    desk = opened("faroe", one)
    enter(desk, "quit")
    assert desk.leaving == "quit"


async def test_a_lesson_whose_move_never_comes_is_lost() -> None:
    """given a script with a move that is never legal, then going through it ends in an error of its own."""
    one = lesson("faroe", "wins")
    wrong = replace(one.steps[0], do=("attack c1 p2.c9",))
    with pytest.raises(Lost):
        await taught("faroe", opened("faroe", replace(one, steps=(wrong,))), rightly)


@pytest.mark.slow
@on_screen
async def test_a_lesson_is_taken_on_the_full_screen() -> None:
    """given a terminal of 80x24, then each step stands above its question until it is done, a wrong move is
    answered there, and the end of the lesson is said."""
    one, eyes = lesson("faroe", "wins"), Eyes()
    desk = opened("faroe", one)
    learner = Learner(desk, linger=False)
    with create_pipe_input() as keys:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(run_screen, MatchScene(desk), input=keys, output=eyes.output()))
            nursery.start_soon(go_through, games.load("faroe"), learner)
            await eyes.see("Step 1 of 2", "Lantern Moth")
            keys.send_text("end\r")
            await eyes.see("all your attackers unused", "Step 1 of 2")
            keys.send_text("a c1\r")
            await eyes.see("Step 2 of 2", "1 TP")
            keys.send_text("a c2 p2\r")
            await eyes.see("The lesson is done", "Enter goes on, quit leaves")
            keys.send_text("quit\r")
            await eyes.until(lambda: bool(desk.leaving))

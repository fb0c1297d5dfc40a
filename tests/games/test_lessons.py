"""The tutorial of a game: its first page, its terms, and the order in which its book is read."""

from __future__ import annotations

import re
from functools import partial

import pytest
from msgspec.structs import replace

from fadenet import games
from fadenet.engine.errors import LoadError
from fadenet.games.decks import packaged
from fadenet.games.figures import filled, said_of
from fadenet.games.lessons import book_of, codes_of, lessons_of, tutorial_in, tutorial_of

ALIAS = "= "


@pytest.mark.parametrize("name", games.NAMES)
def test_the_first_page_fits_a_terminal(name: str) -> None:
    """given the first page of a game, then it has 24 rows of 80 cells at most, with goal, turn and moves."""
    quick = tutorial_of(games.load(name)).quick
    assert 20 <= len(quick) <= 24 and max(map(len, quick)) <= 80
    text = "\n".join(quick)
    assert all(word in text for word in ("GOAL", "TURN", "CARDS", "FIVE MOVES", f"fadenet learn {name}"))
    moves = quick[quick.index("FIVE MOVES") + 1 :][:5]
    assert all(re.match(r"  [a-z]+", line) for line in moves)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_rule_stands_in_one_chapter(name: str) -> None:
    """given the chapters of a book, then each of its rules stands in exactly one of them."""
    rules = games.load(name)
    told = [rule["id"] for _, chapter in book_of(rules) for rule in chapter]
    assert sorted(told) == sorted(rules.book.rules)
    assert book_of(rules)[0][0] == "What wins"


@pytest.mark.parametrize("name", games.NAMES)
def test_terms_mean_something(name: str) -> None:
    """given the terms of a game, then each has a meaning of its own or that of one which has, and the forms
    of figures are regular expressions.
    """
    tutorial = tutorial_of(games.load(name))
    for word, means in tutorial.terms.items():
        assert word == word.lower()
        meant = tutorial.terms[means.removeprefix(ALIAS)] if means.startswith(ALIAS) else means
        assert not meant.startswith(ALIAS) and meant.endswith((".", "..", "opened it"))
    assert all(re.compile(one.like) and one.says for one in tutorial.figures)


@pytest.mark.parametrize("name", games.NAMES)
def test_lessons_are_made_of_cards_that_there_are(name: str) -> None:
    """given the lessons of a game, then their decks are lists of its cards, one for each deck of a seat."""
    rules = games.load(name)
    for lesson in lessons_of(rules):
        assert len(codes_of(rules, lesson)) == 2 * rules.decks_per_seat
        assert all(0 < code < len(rules.cards) for deck in codes_of(rules, lesson) for code in deck)
    assert packaged(rules)


FREE = re.compile(r"\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)
GIVEN = re.compile(
    r"""(?x) \{[^{}]+\} | \[[a-z0-9.-]+\]  # what is referred to, what is cited
    | \b(?:p\d\.)?[a-z]\d+(?:\.\d+)? | \b\d[+?x] | \b[A-Z][a-z]\d\b  # labels and marks
    | FIVE\ MOVES | \bfade\d\b"""
)
"""The texts that are compared with the game elsewhere: with cards and rules, as the lesson goes, and with the
page."""


@pytest.mark.parametrize("name", games.NAMES)
def test_no_figure_of_a_text_is_free(name: str) -> None:
    """given all that a game teaches, as it is written, then each figure is a reference to what rules, cards
    or the position say, and all that need no position are found."""
    rules = games.load(name)
    tutorial = tutorial_in(rules.package, rules.name)
    lessons = [text for one in tutorial.lessons for text in (one.title, one.about, one.end)]
    steps = [
        text
        for one in tutorial.lessons
        for step in one.steps
        for text in (step.say, step.why, step.then, *step.no.values())
    ]
    figures = [figure.says for figure in tutorial.figures]
    names = [
        re.escape(name) for card in rules.cards[1:] for name in (card.name, card.slug) if FREE.search(name)
    ]
    numbered = re.compile("|".join(name for name in names if FREE.search(name)) or "$^")
    free = [
        (found, text)
        for text in (*tutorial.quick, *tutorial.terms.values(), *figures, *lessons, *steps)
        for found in FREE.findall(GIVEN.sub("", numbered.sub("", text)))
    ]
    assert not free
    filled = tutorial_of(rules)
    assert "{" not in "".join((*filled.quick, *filled.terms.values(), *(one.about for one in filled.lessons)))


def test_a_figure_that_is_not_there_is_named() -> None:
    """given a reference to a rule that has no such figure, then the error names rule and word."""
    with pytest.raises(LoadError, match=r"attack\.normal-tp: HP"):
        filled("{attack.normal-tp HP}", partial(said_of, games.load("faroe")))


def test_a_card_that_is_not_there_is_named() -> None:
    """given a lesson with a card that the game does not have, then the error names it."""
    rules = games.load("faroe")
    wrong = replace(lessons_of(rules)[0], decks=({"deck": ("3 no-such-card",)}, {}))
    with pytest.raises(LoadError, match="no-such-card"):
        codes_of(rules, wrong)


def test_editions_share_lessons_in_their_own_words() -> None:
    """given lessons that editions share, then each speaks of its own figures."""
    one, other = (tutorial_in("fadenet.games.fade", name).lessons for name in ("fade1", "fade2"))
    shared = {lesson.id for lesson in one} & {lesson.id for lesson in other}
    assert len(shared) >= 6
    assert one[0].steps[0].then != other[0].steps[0].then and "{fallen}" not in one[0].steps[0].then

"""Phrases that no text of any game's cards has: sentences that could be read in another way than they are
played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import pytest

from fadenet import games
from fadenet.engine.kit.books import RuleBook
from fadenet.engine.rules import Rules
from fadenet.games.decks import load_deck, packaged
from fadenet.games.fade.typed import FadeRules
from fadenet.games.lessons import tutorial_of

BAD = {
    "a ban on each, which might leave some": re.compile(r"\b[Ee]ach [^.,:]* cannot\b"),
    "a product whose number comes last, before a sum": re.compile(r" times \d"),
    "a half or a product before what is added to it": re.compile(
        r"(half of|twice|\d times the)[^.,]* plus \d"
    ),
    "2 times": re.compile(r"\b2 times\b"),
    "a clause that is said again": re.compile(r"(?:^|: |, then )([^,.:]+), then \1(?=[,.])"),
}


@pytest.fixture(params=games.NAMES)
def rules(request: pytest.FixtureRequest) -> Rules:
    """Each game with its cards."""
    return games.load(request.param)


@pytest.mark.parametrize("kind", BAD)
def test_no_text_says_it_so(kind: str, rules: Rules) -> None:
    found = [card.text for card in rules.cards if BAD[kind].search(card.text)]
    assert not found


def test_what_stands_under_a_keyword_comes_last(rules: Rules) -> None:
    """given a sentence that a keyword heads, then none without one follows it, as if it were a part of it."""
    if not isinstance(rules, FadeRules):
        return
    words = "|".join(re.escape(word) for word in rules.edition.words if word)
    headed = re.compile(rf"({words})\b[^.:()]*: ")
    mixed = 0
    for card in rules.cards:
        heads = [headed.match(said) is not None for said in card.text.split(". ")]
        mixed += 0 < sum(heads) < len(heads)
        assert heads == sorted(heads), card.text
    assert mixed


def test_an_edition_that_says_gain_never_says_heal() -> None:
    """given the 60-card edition, whose book speaks of HP that are gained, then no card of it heals, nor does
    its book, a lesson or what the match tells of it."""
    rules = games.load("fade1")
    book, tutorial, cards = rules.book, tutorial_of(rules), [card.text for card in rules.cards]
    assert isinstance(book, RuleBook)
    told = [book.lines, *book.rules.values(), *map(book.sentence, book.rules)]
    taught = msgspec.to_builtins(
        [tutorial.quick, tutorial.lessons, tutorial.chapters, tutorial.terms, tutorial.figures]
    )
    plans = [load_deck(rules, name).plan for name in packaged(rules)]
    texts = [*_texts([cards, told, taught, plans])]
    assert not [text for text in texts if re.search(r"\bheal(?!th)", text, re.IGNORECASE)]
    assert any("gains 2 HP" in text for text in cards) and len(texts) > 2000


def _texts(value: object) -> Iterator[str]:
    """All texts of tables in tables, their keys left aside."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts([*value.values()])
    elif isinstance(value, Sequence):
        for one in value:
            yield from _texts(one)

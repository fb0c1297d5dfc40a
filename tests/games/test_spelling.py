"""Names are compared by their letters, whatever keyboards, word processors and web pages make of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet import games
from fadenet.games import search
from fadenet.games.catalogue import catalogue_of
from fadenet.games.spelling import letters, plain, slug, typed


def test_a_name_is_typed_as_a_slug() -> None:
    assert slug("Jin's \u00c9lan, the  2nd") == "jins-elan-the-2nd"


@pytest.mark.parametrize(
    "spelled",
    [
        "merchants chest",
        "Merchant\u2019s\u00a0Chest",
        "MERCHANT`S CHEST",
        "merchant-s-chest",
        "\ufeffMerchants_Chest",
    ],
)
def test_spellings_of_one_name_have_the_same_letters(spelled: str) -> None:
    assert letters(spelled) == letters("Merchant's Chest")


def test_a_text_is_turned_into_the_signs_of_a_keyboard() -> None:
    assert typed("\u201cIt\u2019s \u2013 no\u201d\u00a0\uff11\u200b") == '"It\'s - no" 1'
    assert plain("\u00c9lan\u00a0Fire") == "elan fire"


@given(st.text(max_size=40))
def test_spelling_a_spelling_changes_nothing(text: str) -> None:
    assert slug(slug(text)) == slug(text)
    assert typed(typed(text)) == typed(text)


@pytest.mark.parametrize("game", games.NAMES)
def test_no_two_cards_share_their_letters(game: str) -> None:
    cards = games.load(game).cards[1:]
    assert len({letters(card.name) for card in cards}) == len(cards)
    assert all(letters(card.name) == letters(card.slug) for card in cards)


@pytest.mark.parametrize("game", games.NAMES)
def test_keywords_and_types_are_found_in_any_spelling(game: str) -> None:
    """given each keyword and type that cards of a game have, when it is written with hyphens, blanks, none of
    them, or in capitals, then the search finds the same cards."""
    cards, catalogue = games.load(game).cards[1:], catalogue_of(games.load(game))
    facts = {card.code: catalogue.facts(card) for card in cards}
    catalogue = replace(catalogue, facts=lambda card: facts[card.code])  # not made anew for every query
    for key in ("kw", "t"):
        there = {code: fact[catalogue.keys[key]] for code, fact in facts.items()}
        for word in {word for words in there.values() for word in words}:
            holders = {code for code, words in there.items() if word in words}
            for spelled in {word.replace(" ", "-"), word.replace("-", " "), letters(word), word.upper()}:
                query = search.parse_line(f'{key}:"{spelled}"', catalogue)
                assert not query.ignored
                assert {card.code for card in query.found(cards, catalogue)} >= holders

"""The words of cards as the program tells them: all that a game knows, each with a card that says it."""

from __future__ import annotations

import tomllib

import pytest

from fadenet import games
from fadenet.games.oddities import language_of
from fadenet.games.wordbook import KEYWORDS, CardWord, card_source, words_of


def told(game: str, section: str) -> set[str]:
    return {word for one in words_of(games.load(game)) if one.section == section for word in one.words}


@pytest.mark.parametrize("game", games.NAMES)
def test_every_word_that_a_game_knows_is_told_and_no_other(game: str) -> None:
    language = language_of(games.load(game))
    assert told(game, "Effects") == set(language.effects)
    assert told(game, "Events") == set(language.events) - {"becomes-true"}  # which is a keyword
    assert told(game, "Filters") == set(language.filters)
    assert told(game, "Conditions") == set(language.conditions) - {"synchronize"}  # which is one, too
    assert told(game, "Selectors") >= set(language.groups)


@pytest.mark.parametrize("game", games.NAMES)
def test_a_word_that_some_card_says_has_one_to_show(game: str) -> None:
    # Given the effects and events of a game, when a card of it says one, then it is shown with such a card.
    rules = games.load(game)
    words = words_of(rules)
    assert all(word.card in rules.by_slug for word in words if word.card)
    for word in words:
        sources = "\n".join(card_source(word.card, rules.written[word.card])) if word.card else ""
        if word.section in ("Effects", "Events") and word.card:
            assert any(name in sources for name in word.words), word


def test_a_keyword_is_told_in_the_words_of_the_book_and_the_edition() -> None:
    def keyword(game: str, name: str) -> list[CardWord]:
        return [one for one in words_of(games.load(game)) if one.section == KEYWORDS and name in one.words]

    assert len(keyword("faroe", "Orbital")) == 1 and keyword("faroe", "Mystify") == []
    assert keyword("fade2", "Mystify")[0].means and keyword("prelude", "Eager")[0].card == "eager-squire"


@pytest.mark.parametrize("game", games.NAMES)
def test_a_card_is_written_as_it_can_be_read_again(game: str) -> None:
    rules = games.load(game)
    for slug, table in rules.written.items():
        assert tomllib.loads("\n".join(card_source(slug, table)))["card"][slug] == table

"""The figures of a rule book that a game plays by."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import pytest

from fadenet import games
from fadenet.engine.errors import LoadError
from fadenet.engine.kit.books import RuleBook
from fadenet.games.terrene.typed import TerreneRules
from tests.builders.playout import Playout


@pytest.mark.parametrize("game", games.NAMES)
def test_every_numbered_column_in_use_has_a_word_of_its_own(game: str) -> None:
    # Given a match, then whoever shows a counter or a resource has a word for it that no other has.
    rules = games.load(game)
    named = [word for word in rules.columns if word]
    assert len(rules.columns) == rules.numbers and len({*named}) == len(named)
    for s in islice(Playout(rules, 1).rests(), 40):
        assert not [k for k, column in enumerate(s.num) if any(column) and not rules.columns[k]]


@dataclass(frozen=True)
class Two:
    starting_hp: int
    draw_per_turn: int


@dataclass(frozen=True)
class Unwritten:
    starting_hp: int
    unwritten: int


@dataclass(frozen=True)
class NoNumber:
    hand_limit: int


def test_figures_are_read_by_their_names() -> None:
    # Given a class of two figures, then they are those of the book, which tells more than these.
    assert RuleBook(TerreneRules()).figures_as(Two) == Two(starting_hp=50, draw_per_turn=1)


@pytest.mark.parametrize(("kind", "key"), [(Unwritten, "unwritten"), (NoNumber, "hand_limit")])
def test_a_figure_that_the_book_lacks_or_has_in_another_form_is_an_error(kind: type, key: str) -> None:
    # Given a figure that is not in the book, or is not a number there, then the error names file and key.
    with pytest.raises(LoadError, match=rf"terrene\.toml: book\.figures: .*{key}"):
        RuleBook(TerreneRules()).figures_as(kind)

"""Cards drawn at random meet packaged ones, and everything still holds; a fault that is there is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from fadenet.engine.acts import A_SRC
from fadenet.engine.card import Amount, Select
from fadenet.engine.language import files
from fadenet.engine.language.compiler import Compiler
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade.language import instructions
from tests.builders.playout import Table
from tests.meetings.author import Author, loaded
from tests.meetings.bouts import STEPS_MAX, Bout, played
from tests.meetings.grammar import Unwritable, Writer
from tests.meetings.search import search
from tests.meetings.shelves import NAMES, game, own, written
from tests.meetings.shrink import Shrinker, shorter

each_game = pytest.mark.parametrize("name", NAMES)


STEPS = 150
"""So far a normal run plays the match of a game."""


@pytest.mark.slow
@each_game
def test_drawn_cards_meet_without_a_fault(name: str) -> None:
    """given a match with drawn cards, then nothing is wrong with any of them."""
    assert_sound(name, 0, STEPS)


@pytest.mark.long
@each_game
def test_many_drawn_cards_meet_without_a_fault(name: str) -> None:
    """given some thousand drawn cards of a game, then the same holds."""
    for seed in range(1_000, 1_100):
        assert_sound(name, seed, STEPS_MAX)


def assert_sound(name: str, seed: int, steps: int) -> None:
    found = search(name, seed, steps)
    said = [(fault.said, str(bout), written(bout.cards)) for fault, bout in found.faults]
    assert not said and found.steps > 10


@each_game
def test_the_same_seed_draws_the_same_cards(name: str) -> None:
    """given a seed, then it draws the same cards again, and another one others."""
    first, again, other = (loaded(Author(game(name), seed), 4).taken for seed in (1, 1, 2))
    assert first == again != other


@each_game
def test_a_card_is_written_as_it_stands(name: str) -> None:
    """given the packaged cards of a game, then what is written of them reads as the same tables."""
    tables = game(name).tables
    for slug, table in tables.items():
        assert files.card_tables([("one.toml", written({slug: table}))]) == {slug: ("one.toml", table)}


@each_game
def test_every_word_is_drawn(name: str) -> None:
    """given a language, then each of its effects, conditions, filters, gifts, groups and events is drawn."""
    language = game(name).language(game(name).bare("duel", {}))
    sides = [f"{side} {group}" for side in language.sides for group in language.groups]
    parts = {
        "effects_of": [*language.effects],
        "condition_of": [*language.conditions],
        "selector": [*language.filters, *language.bases, *sides],
        "gift": [word for word in (*language.gifts, *language.quantities) if word not in language.withheld],
    }
    for draw_one, words in parts.items():
        for word in words:
            writer = Writer(language, game(name).shelf, Random(1), [word, *word.split(" ", 1)])
            assert any(_says(one, word) for one in drawn(getattr(writer, draw_one))), (draw_one, word)


def drawn(draw_one: Callable[[], Any]) -> Iterator[Any]:
    """Many of them, without what could not be written."""
    for _ in range(200):
        with suppress(Unwritable):
            yield draw_one()


def _says(value: Any, word: str) -> bool:
    if isinstance(value, dict):
        return word in value or any(_says(x, word) for x in value.values())
    return any(_says(x, word) for x in value) if isinstance(value, list) else value == word


def test_a_word_that_joins_the_language_is_drawn() -> None:
    """given a condition that no card has yet, then it is drawn with what its code asks for."""
    language = game("faroe").language(game("faroe").bare("duel", {}))

    def make(c: Compiler, value: Any, table: dict[str, Any]) -> Any:
        c.known(table, "outnumber", "by")
        select, said = c.select(value)
        n = c.number(table.get("by", 1), "by", 3, 3)
        return (lambda s, act: len(select(s, act)) >= n), said

    language.conditions["outnumber"] = make
    writer = Writer(language, game("faroe").shelf, Random(1), ["outnumber"])
    tables = [table for table in drawn(writer.condition_of) if "outnumber" in table]
    assert any(table.get("by") == 3 for table in tables)
    for table in tables:
        Compiler(language, "", "").condition(table)


def test_what_is_shorter_lacks_one_part() -> None:
    """given a table, then each that is shorter lacks a key, an entry, or the word around other words."""
    there = {"name": "A", "do": [{"may": [{"draw": 1}]}]}
    assert [*shorter(there)] == [
        {"name": "A"},
        {"name": "A", "do": []},
        {"name": "A", "do": [{}]},
        {"name": "A", "do": [{"may": []}]},
        {"name": "A", "do": [{"may": [{}]}]},
        {"name": "A", "do": [{"draw": 1}]},
    ]


@pytest.mark.slow
def test_a_planted_fault_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """given an effect that fails, when a card with it is among others, then the match tells so, and of the
    cards one is left, without what has nothing to do with it."""

    def gain(s: State, act: Act, pick: Select, n: Amount) -> None:
        if s.rules.cards[s.code[act[A_SRC] & HANDLE_MASK]].slug == own("greed"):
            raise RuntimeError("greed")

    monkeypatch.setattr(instructions, "do_gain_tp", gain)
    drawn = loaded(Author(game("faroe"), 3), 3).taken
    do = [{"draw": 1}, {"may": [{"gain_tp": 1}]}]
    greed = {"name": "Greed", "types": ["Item"], "rank": "Normal", "cost": 0, "do": do}
    bout = Bout("faroe", {**drawn, "greed": greed}, Table("faroe", "duel", 2), seed=1, steps_max=50)
    fault, _ = played(bout)
    assert fault is not None and fault.kind == "RuntimeError in engine/chain.py f_run: greed"
    small = Shrinker(bout, fault, tries=30).shrink().cards
    assert [*small] == ["greed"] and small["greed"]["do"] == [{"gain_tp": 1}]

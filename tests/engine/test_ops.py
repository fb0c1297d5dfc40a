"""What all games' card files have in common: bounds, names, hashes, and words that are made from a line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.engine.errors import LoadError
from fadenet.engine.ops import files
from fadenet.engine.ops.filters import mask_of, printed
from fadenet.engine.ops.language import Compiler, Language
from fadenet.engine.rules import Card, Rules

KINDS = ("Coin", "Gem")
COLOURS = ("Red", "Blue")


def card(name: str, types: int, colour: int) -> Card:
    return Card(0, name.lower(), name, types, (colour,), 0, (), frozenset(), (), {}, "", {})


def compiler() -> Compiler:
    return Compiler(Language(Rules(), printed=printed(KINDS, {"colour": (0, COLOURS)})), "f.toml", "c")


# Files.


@given(st.text(max_size=300))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    """given any text, when it is read as a card file, then tables come out or a load error, nothing else."""
    try:
        tables = files.card_tables([("f.toml", text)])
    except LoadError as error:
        assert str(error).startswith("f.toml")
    else:
        assert all(file == "f.toml" and isinstance(table, dict) for file, table in tables.values())


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("x = 1", "x"),
        ("card = 1", "card"),
        ("[card]\nx = 1", "card"),
        ("a.b.c.d.e = 1", "line 1"),
        ("x = " + "[" * 40 + "]" * 40, "line 1"),
        ("x = " + "1" * files.CARD_FILE_BYTES, "size"),
        ("x = ", ""),
    ],
)
def test_what_is_no_card_file_is_refused_with_its_place(text: str, place: str) -> None:
    """given a text that is no card file, then the error names the place in it."""
    with pytest.raises(LoadError) as caught:
        files.card_tables([("f.toml", text)])
    assert place in str(caught.value)


def test_slugs_and_names_are_unique_in_all_files_together() -> None:
    """given two cards of one slug or of one name, in two files, then the second one is refused."""
    with pytest.raises(LoadError, match=r"b\.toml: x.*stands in a\.toml"):
        files.card_tables([("a.toml", "[card.x]"), ("b.toml", "[card.x]")])
    rules = Rules()
    with pytest.raises(LoadError, match="'X' is the name of 'x' too"):
        files.add_cards(rules, [("a.toml", "[card.x]\n[card.y]")], lambda f, s, t, code: card("X", 1, 0))


def test_the_hash_says_what_the_cards_are_not_where_they_stand() -> None:
    """given the same tables in other files and another order, then the hash is the same; else it is not."""

    def made(*texts: str) -> bytes:
        rules = Rules()
        sources = [(f"{n}.toml", text) for n, text in enumerate(texts)]
        files.add_cards(rules, sources, lambda f, slug, t, code: card(slug, 1, 0))
        return rules.card_hash

    one, other = "[card.a]\nn = 1\nk = 2\n", "[card.b]\nn = 1\n"
    assert made(one, other) == made(other + "[card.a]\nk = 2\nn = 1\n")
    assert made(one, other) != made(one, other.replace("1", "2"))


@given(st.recursive(st.integers() | st.text(max_size=5), lambda x: st.lists(x, max_size=3)))
def test_different_data_has_different_hashes(value: Any) -> None:
    """given any plain data, then one more layer around it gives another hash, as does another tag."""
    assert files.hash_of(b"x", value) == files.hash_of(b"x", value)
    assert files.hash_of(b"x", value) != files.hash_of(b"x", [value])
    assert files.hash_of(b"x", value) != files.hash_of(b"y", value)


# Statements about hidden cards.


@pytest.mark.parametrize(
    ("table", "fits", "said"),
    [
        ({"type": "Gem"}, (False, True), "Gem card"),
        ({"type": ["Coin", "Gem"], "colour": "Red"}, (True, False), "Coin or Gem Red card"),
        ({"name": "Ruby"}, (False, True), "card named Ruby"),
    ],
)
def test_statements_hold_all_that_is_said(table: dict[str, Any], fits: tuple[bool, bool], said: str) -> None:
    """given a statement, then a card passes if every part of it is true; its text names each part."""
    c = compiler()
    number, text = c.statement(table)
    test = c.rules.predicates[number - 1]
    assert (test(card("Penny", 1, 1)), test(card("Ruby", 2, 2))) == fits
    assert text == said == c.rules.predicate_texts[number - 1]


def test_unknown_words_are_refused_with_those_that_are_known() -> None:
    """given a word that is not in a list, then the error lists what is."""
    with pytest.raises(LoadError, match="known: Coin, Gem"):
        mask_of(compiler(), ["Coin", "Shell"], KINDS, "kind")
    with pytest.raises(LoadError, match="colour, least, most, name, not, type"):
        compiler().statement({"weight": 3})

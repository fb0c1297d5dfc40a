"""The things that all games' card files have in common: bounds, names, hashes, and words that are made from a
line."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.engine.card import Card
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import LoadError
from fadenet.engine.language import files
from fadenet.engine.language.compiler import Compiler, Language
from fadenet.engine.language.filters import mask_of, printed
from fadenet.engine.rules import Rules
from tests.builders.ten import PlainBook

NO_GAME = Descriptor("", "", {"duel": (2,)})
KINDS = ("Coin", "Gem")
COLOURS = ("Red", "Blue")


def card(name: str, types: int, colour: int) -> Card:
    return Card(0, name.lower(), name, types, (colour,), 0, (), frozenset())


def compiler() -> Compiler:
    return Compiler(Language(Rules(NO_GAME), printed=printed(KINDS, {"colour": (0, COLOURS)})), "f.toml", "c")


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
    """given a text that is not a card file, then the error names the place in it."""
    with pytest.raises(LoadError) as caught:
        files.card_tables([("f.toml", text)])
    assert place in str(caught.value)


def test_an_error_says_how_a_long_name_begins() -> None:
    """given a card and a key as long as a file, then an error about them says their beginnings, and the hint
    whole."""
    said = str(LoadError("f.toml", "c" * 5_000, "k" * 5_000, "mend it"))
    assert said.startswith("f.toml: ccc") and said.endswith(" ..: mend it")
    assert "kkk" in said and len(said) < 300


def test_a_card_file_has_a_largest_size() -> None:
    """given the largest file and one byte more, then only the first is read."""
    most = "#" * files.CARD_FILE_BYTES
    assert files.parse(most, "f.toml") == {}
    with pytest.raises(LoadError, match="larger than 262144 bytes"):
        files.parse(most + "#", "f.toml")


def test_brackets_have_a_depth() -> None:
    """given brackets as deep as they may be and one deeper, then only the first are read."""
    most = files.CARD_FILE_DEPTH
    files.parse("x = " + "[" * most + "]" * most, "f.toml")
    files.parse("[[a]]\n" * 100 + "t = '''[[[[[[[[[[''' # {{{{{{{{{\nu = \"\\\"[[[[[[[[[\"", "f.toml")
    for opening in ("[", "{a=", '[ """ ]]]""", '):
        with pytest.raises(LoadError, match=r"line 3.*nested deeper than 8"):
            files.parse("y = 1\n# ]]]]]]\nx = " + opening * (most + 1), "f.toml")


def test_dotted_keys_have_a_length() -> None:
    """given keys of as many parts as they may have and of one more, wherever they stand, then only the first
    are read."""
    places = (
        "{} = 1",
        "[{}]",
        "[[{}]]",
        "x = {{ {} = 1 }}",
        "x = [{{ y = 1.5, {} = 1 }}]",
        "x = {{'=' . {} = 1}}",
    )
    for place in places:
        within, beyond = (".".join("abcde"[: n - place.count("'") // 2]) for n in (4, 5))
        files.parse(place.format(within) + " # a.b.c.d.e.f", "f.toml")
        with pytest.raises(LoadError, match="a key has at most 4 parts"):
            files.parse(place.format(beyond), "f.toml")


@given(
    st.lists(
        st.tuples(st.sampled_from(['"', "'", '"""', "'''", "#"]), st.text("\"'\\[]{}#.=,n\n", max_size=12)),
        max_size=4,
    )
)
def test_the_bounds_see_the_brackets_that_the_parser_sees(texts: list[tuple[str, str]]) -> None:
    """given text of all kinds with quotes and brackets in it, then none of these count, unless the parser
    counts them."""
    lines = (f"k{n} = {q}{inside}{q}" if q != "#" else f"# {inside}" for n, (q, inside) in enumerate(texts))
    text = "\n".join(lines)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    marks = [token[0] for token in files.TOKENS.finditer(text)]
    assert marks.count("[") == marks.count("]") and marks.count("{") == marks.count("}")


def test_slugs_and_names_are_unique_in_all_files_together() -> None:
    """given two cards of one slug or of one name, in two files, then the second one is refused."""
    with pytest.raises(LoadError, match=r"b\.toml: x.*stands in a\.toml"):
        files.card_tables([("a.toml", "[card.x]"), ("b.toml", "[card.x]")])
    rules = Rules(NO_GAME)
    with pytest.raises(LoadError, match="'X' is the name of 'x' too"):
        files.add_cards(rules, [("a.toml", "[card.x]\n[card.y]")], lambda f, s, t, code: card("X", 1, 0))


SHARED = """
[card.jab]
name = "Jab"
[card.jab.in.first]
cost = 1
[card.jab.in.second]
cost = 2
do = "more"
[card.own]
"""


def test_a_card_of_several_games_is_read_as_it_is_printed_in_one() -> None:
    """given a card with a table for each of two games, then each has its own; a third has no such card."""

    def there(game: str) -> dict[str, dict[str, object]]:
        return {slug: table for slug, (_, table) in files.card_tables([("f.toml", SHARED)], game).items()}

    assert there("first") == {"jab": {"name": "Jab", "cost": 1}, "own": {}}
    assert there("second") == {"jab": {"name": "Jab", "cost": 2, "do": "more"}, "own": {}}
    assert there("third") == {"own": {}}


def test_tables_of_a_list_that_a_game_prints_come_behind_those_of_the_card() -> None:
    """given a list of tables in a card and for a game, then that game reads both, another the first."""
    text = "[card.x]\ndo = [{ a = 1 }]\nin.g.do = [{ b = 1 }, { c = 1 }]\nin.h.cost = 1"
    for game, do in (
        ("g", [{"a": 1}, {"b": 1}, {"c": 1}]),
        ("h", [{"a": 1}]),
        ("g", [{"a": 1}, {"b": 1}, {"c": 1}]),
    ):
        assert files.card_tables([("f.toml", text)], game)["x"][1]["do"] == do


@pytest.mark.parametrize(
    ("printed", "fault"),
    [
        ("in = 1", r"write \[card"),
        ("in.g = 1", r"write \[card"),
        ("in.g.name = 'Y'", "'name' stands"),
        ("of = ['a']\nin.g.of = ['b']", "'of' stands"),
        ("of = [{ a = 1 }]\nin.g.of = 'b'", "'of' stands"),
    ],
)
def test_what_is_printed_in_a_game_is_a_table_of_further_keys(printed: str, fault: str) -> None:
    """given something else than a table of further keys under `in`, then that is refused with its card."""
    with pytest.raises(LoadError, match=rf"f\.toml: x.*{fault}"):
        files.card_tables([("f.toml", f"[card.x]\nname = 'X'\n{printed}")], "g")


def test_the_hash_says_what_the_cards_are_not_where_they_stand() -> None:
    """given the same tables in other files and another order, then the hash is the same; else it is not."""

    def made(*texts: str) -> bytes:
        rules = Rules(NO_GAME)
        rules.book = PlainBook()
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
    with pytest.raises(LoadError, match="colour, keyword, least, most, name, not, type"):
        compiler().statement({"weight": 3})

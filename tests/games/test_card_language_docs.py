"""The reference of the card language names every word there is, and its examples are true."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

import msgspec
import pytest

from fadenet.engine.language.compiler import Compiler
from fadenet.games.fade.edition import bare_edition
from fadenet.games.fade.language import anatomy, links, vocabulary
from fadenet.games.fade.tables import BANS, COUNTERS, DAMAGE_TYPES, KEYWORDS

PACKAGE = resources.files("fadenet.games.fade")
LANGUAGE = vocabulary.make_language(bare_edition("faroe"))
SECTIONS = {
    title.split(". ", 1)[1]: body
    for title, body in re.findall(
        r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", PACKAGE.joinpath("README.md").read_text("utf-8"), re.M | re.S
    )
}
NO_CARD = "-"
EXAMPLE = re.compile(r"\| `([^|]+)` \| ([a-z0-9-]+) \|$", re.M)


def named(section: str) -> set[str]:
    """Everything that a section puts into code marks."""
    return set(re.findall(r"`([^`]+)`", SECTIONS[section]))


def rows(section: str) -> list[str]:
    """The words in the first column of a section's tables."""
    return [row for row in re.findall(r"^\| ([^|]+) \|", SECTIONS[section], re.M) if row.startswith("`")]


def first_column(section: str) -> set[str]:
    return {word for row in rows(section) for word in re.findall(r"`([^`]+)`", row)}


def card_sources() -> dict[str, str]:
    """The lines of every card as they stand in its file, by slug."""
    found: dict[str, str] = {}
    for file in PACKAGE.joinpath("cards", "faroe").iterdir():
        for part in re.split(r"^(?=\[card\.[a-z0-9-]+\]$)", file.read_text("utf-8"), flags=re.M):
            if part.startswith("[card."):
                found[part[len("[card.") : part.index("]")]] = part
    return found


def examples() -> list[tuple[str, str, str]]:
    return [(title, *pair) for title, body in SECTIONS.items() for pair in EXAMPLE.findall(body)]


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("Cards", {f.encode_name for f in msgspec.structs.fields(anatomy.CardShape)}),
        ("Abilities", {f.encode_name for f in msgspec.structs.fields(anatomy.AbilityTable)}),
        ("Triggers", set(LANGUAGE.events)),
        ("Filters", set(LANGUAGE.filters)),
        ("Conditions", set(LANGUAGE.conditions)),
        ("Effects", set(LANGUAGE.effects)),
    ],
)
def test_the_table_names_these_words_and_no_others(section: str, words: set[str]) -> None:
    # Given a section of the reference, when its first column is read, then it is exactly the vocabulary.
    assert first_column(section) == words


def test_selectors_are_all_named() -> None:
    # Given the bases, groups and sides of the language, then one table or sentence names each of them.
    assert first_column("Selectors") == {*LANGUAGE.bases, *LANGUAGE.groups}
    assert set(LANGUAGE.sides) <= named("Selectors")
    assert set(LANGUAGE.stats) <= named("Filters")


def test_keywords_and_plain_words_are_all_named() -> None:
    # Given keywords, Counters, Damage Types and bans, then their sections name them.
    for word in (*KEYWORDS, *(name for name in COUNTERS if name != "Damage")):
        assert re.search(rf"\b{word}\b", SECTIONS["Keywords"]), word
    for word in (*DAMAGE_TYPES, *BANS):
        assert word in SECTIONS["Effects"], word


def test_every_effect_names_its_keys() -> None:
    # Given the row of an effect, then its second column names the keys that the effect takes and no others.
    for row in re.findall(r"^\| `([a-z_]+)` \| ([^|]*)\|", SECTIONS["Effects"], re.M):
        assert set(re.findall(r"`([a-z]+)`", row[1])) == LANGUAGE.effects[row[0]].keys, row[0]


def test_examples_stand_in_the_cards_named_beside_them() -> None:
    # Given an example with a card's slug, then the card's own lines hold it, letter for letter.
    sources = card_sources()
    real = [(text, slug) for _, text, slug in examples() if slug != NO_CARD]
    assert len(real) > 100
    wrong = [(text, slug) for text, slug in real if text.strip("`") not in sources.get(slug, "")]
    assert not wrong


@pytest.mark.parametrize(
    ("section", "text"),
    [(section, text) for section, text, slug in examples() if slug == NO_CARD],
    ids=lambda x: x[:40],
)
def test_examples_without_a_card_compile(section: str, text: str) -> None:
    # Given an example that no card of the set says, when it is compiled, then it is taken.
    c = Compiler(LANGUAGE, "README", section)
    key = text.split(" = ")[0]
    if section in ("Cards", "Abilities"):
        table = tomllib.loads(text)
        shape = anatomy.CardShape if section == "Cards" else anatomy.AbilityTable
        base = {"name": "x", "types": ["Item"]} if section == "Cards" else {}
        msgspec.convert({**base, **table}, shape)
    elif section == "Triggers":
        assert tomllib.loads(text)["on"] in LANGUAGE.events
    elif section == "Targets and answers":
        links.answer_test(c, {key: tomllib.loads(text)[key]})
    elif section == "Selectors" and not text.startswith('"'):
        c.program([tomllib.loads(f"x = {{ {text} }}")["x"]])
    elif section in ("Selectors", "Filters"):
        c.select(tomllib.loads(f"x = {text}")["x"])
    elif section == "Conditions":
        c.condition(tomllib.loads(f"x = {text}")["x"])
    else:
        c.program([tomllib.loads(f"x = {text}")["x"]])

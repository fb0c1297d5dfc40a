"""The reference of Terrene's card language names every word there is, and its examples are true."""

from __future__ import annotations

import re
import tomllib

import msgspec
import pytest

from fadenet.engine.language.compiler import Compiler
from fadenet.engine.language.filters import link_test
from fadenet.games.terrene import cards, vocabulary
from fadenet.games.terrene import tables as t
from fadenet.games.terrene.rules import make_rules
from fadenet.games.terrene.typed import PACKAGE
from tests.builders.language_docs import Reference, fields

LANGUAGE = vocabulary.make_language(make_rules())
DOCS = Reference(
    PACKAGE, ("Cards", "Abilities", "Events", "Selectors", "Filters", "Amounts", "Conditions", "Effects")
)


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("Cards", fields(cards.CardShape)),
        ("Abilities", fields(cards.AbilityTable)),
        ("Events", set(LANGUAGE.events)),
        ("Selectors", {*LANGUAGE.bases, *LANGUAGE.groups}),
        ("Filters", set(LANGUAGE.filters)),
        ("Conditions", set(LANGUAGE.conditions)),
        ("Effects", set(LANGUAGE.effects)),
    ],
)
def test_the_table_names_these_words_and_no_others(section: str, words: set[str]) -> None:
    """given a section of the reference, then its first column is exactly the vocabulary."""
    assert DOCS.words(section) == words


def test_plain_words_are_all_named() -> None:
    """given values, amounts, keywords, counters and ends, then their sections name them."""
    for word in LANGUAGE.amounts:
        assert word in DOCS.words("Amounts")
    for word in LANGUAGE.stats:
        assert f"`{word}`" in DOCS.sections["Filters"], word
    for word in LANGUAGE.quantities:
        assert f"`{word}`" in DOCS.sections["Changes"], word
    for word in LANGUAGE.untils:
        assert f'"{word}"' in DOCS.sections["Changes"], word
    for word in LANGUAGE.sides:
        assert f"`{word}`" in DOCS.sections["Selectors"], word
    for word in (*t.COUNTERS, *t.TYPES):
        assert re.search(rf"\b{word}\b", DOCS.sections["Cards"] + DOCS.sections["Effects"], re.I), word


def test_every_effect_names_its_keys() -> None:
    """given the row of an effect, then its second column names the keys that it takes and no others."""
    assert DOCS.effect_keys() == {word: effect.keys for word, effect in LANGUAGE.effects.items()}


def test_examples_stand_in_the_cards_named_beside_them() -> None:
    """given an example with a card's slug, then the card's own lines hold it, letter for letter."""
    assert len(DOCS.with_cards()) > 80
    assert not DOCS.untrue()


@pytest.mark.parametrize(
    ("section", "text"), [(section, text) for section, text, _ in DOCS.without_cards()], ids=lambda x: x[:40]
)
def test_examples_without_a_card_compile(section: str, text: str) -> None:
    """given an example that no card of the set says, when it is compiled, then it is taken."""
    c = Compiler(LANGUAGE, "README", section)
    if section in ("Abilities", "Events"):
        row = msgspec.convert(tomllib.loads(text), cards.AbilityTable)
        assert row.on is None or row.on in LANGUAGE.events
    elif section == "Conditions":
        c.condition(tomllib.loads(f"x = {text}")["x"])
    elif section in ("Filters", "Selectors") and not re.match(r"\w+ = ", text):
        c.select(tomllib.loads(f"x = {text}")["x"])
    else:
        effect = text if text.startswith("{") else f"{{ {text if '=' in text else ''} }}"
        table = tomllib.loads(f"x = {effect}")["x"]
        c.program([table if next(iter(table)) in LANGUAGE.effects else {"draw": 1, **table}])


def test_links_that_a_trap_answers_are_all_named() -> None:
    """given the Actions that can be answered, then the row of `answers` names each, and it compiles."""
    line = next(line for line in DOCS.sections["Abilities"].splitlines() if line.startswith("| `answers`"))
    c = Compiler(LANGUAGE, "README", "answers")
    for verb in LANGUAGE.links:
        assert verb in line
        assert link_test(c, {"to": verb, "by": "enemy"})[1] == f"an enemy's {verb}"

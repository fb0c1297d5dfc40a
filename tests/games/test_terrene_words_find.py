"""Words of Terrene that would find nothing where they stand are refused as cards are loaded."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from tests.builders.terrene_scenario import rules_with

USED = 'activate = true\ncolour = "Green"\ncost = 1\n'
AIMED = USED + 'targets = [{ pick = "enemy characters" }]\n'
WAITS = 'on = "recruited"\nof = "your characters"\n'


def card(row: str, do: str) -> str:
    """A Character with one ability."""
    head = 'name = "Holder"\ntype = "Character"\nclass = "Warrior"\naffiliation = "Fire"\n'
    figures = "sp = 1\nlv = 1\nhp = 20\natk = 10\ndef = 0\n"
    return f"[card.holder]\n{head}{figures}[[card.holder.ability]]\n{row}do = [{do}]\n"


@pytest.mark.parametrize(
    ("row", "do", "found"),
    [
        (AIMED, '{ damage = 5, to = "target" }', True),
        (USED, '{ damage = 5, to = "target" }', False),
        (AIMED, '{ damage = 5, to = "second target" }', False),
        (WAITS, '{ heal = 5, of = "that" }', True),
        (USED, '{ heal = 5, of = "that" }', False),
        (USED, '{ draw = 1 }, { gain_actions = "n" }', True),
        (USED, '{ gain_actions = "n" }', False),
        (USED, '{ each = "your characters", do = [{ heal = 5, of = "them" }] }', True),
        (USED, '{ heal = 5, of = "them" }', False),
        (USED, '{ pick = "your characters" }, { heal = 5, of = "it" }', True),
        (USED, '{ heal = 5, of = "it" }', False),
        (USED, '{ heal = 5, of = "those" }', False),
    ],
)
def test_a_word_has_something_to_stand_for(row: str, do: str, found: bool) -> None:
    if found:
        assert rules_with(card(row, do))
        return
    with pytest.raises(LoadError, match="finds nothing here") as refused:
        rules_with(card(row, do))
    assert refused.value.card == "holder" and refused.value.key == "ability 1"


@pytest.mark.parametrize(
    ("row", "key"),
    [
        *(
            ('gives = { ATK = 5 }\nto = "this"\n', key)
            for key in ('of = "this"', 'by = "this"', "cost = 1", "limit = 1", "targets = [{}]")
        ),
        *((USED, key) for key in ('of = "this"', 'by = "this"', 'to = "this"')),
        (WAITS, 'to = "this"'),
    ],
)
def test_a_key_that_means_nothing_is_refused(row: str, key: str) -> None:
    word = key.partition(" ")[0]
    row = row.replace('of = "your characters"\n', "")
    text = card(f"{row}{key}\n", "{ draw = 1 }")
    text = text.replace("do = [{ draw = 1 }]\n", "") if "gives" in row else text
    with pytest.raises(LoadError, match=f"'{word}' means nothing beside") as refused:
        rules_with(text)
    assert refused.value.card == "holder" and refused.value.key == "ability 1"

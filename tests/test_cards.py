"""The cards of tests: a builder says what a card file says, and a word means one card."""

from __future__ import annotations

import ast
import inspect
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from tests.builders.cards import Shelf
from tests.cards import fade, prelude, terrene

TESTS = Path(__file__).parent
FAMILIES = [fade, prelude, terrene]


def test_a_builder_says_what_a_card_file_says() -> None:
    # Given a card with each short form and one without, then their tables are those of a card file.
    dart = fade.item("long-dart", targets="all fighters", keywords="Equip", do={"damage": 1, "to": "target"})
    parry = fade.reaction("parry", "Fire", rank="Hyper", answers="attack", if_={"your_turn": True}, do=[])
    assert tomllib.loads(dart + parry)["card"] == {
        "long-dart": {
            "name": "Long Dart",
            "types": ["Item"],
            "rank": "Normal",
            "targets": [{"pick": "all fighters"}],
            "keywords": {"Equip": True},
            "do": [{"damage": 1, "to": "target"}],
        },
        "parry": {
            "name": "Parry",
            "types": ["Reaction"],
            "elements": ["Fire"],
            "rank": "Hyper",
            "answers": {"to": "attack"},
            "if": {"your_turn": True},
            "do": [],
        },
    }


def test_a_shelf_has_each_name_once_and_gives_what_is_named() -> None:
    shelf = Shelf(fade.zone("fen"), fade.zone("moor"))
    assert shelf("moor") == fade.zone("moor")
    with pytest.raises(KeyError):
        shelf("heath")
    with pytest.raises(AssertionError, match="twice"):
        Shelf(fade.zone("fen"), fade.item("fen"))


def redefined(family: ModuleType, source: str) -> list[str]:
    """The ordinary cards of a family whose names a file gives to cards of its own."""
    tree = ast.parse(source)
    builders = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == family.__name__
        for name in node.names
        if inspect.isfunction(getattr(family, name.name))
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    made = [n.args[0] for n in calls if isinstance(n.func, ast.Name) and n.func.id in builders]
    return [str(n.value) for n in made if isinstance(n, ast.Constant) and n.value in family.cards.by_slug]


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__.rpartition(".")[2])
def test_no_test_gives_an_ordinary_name_to_another_card(family: ModuleType) -> None:
    # Given the sources of all tests, then the name of an ordinary card is that card everywhere.
    texts = {
        p: p.read_text(encoding="utf-8") for p in TESTS.rglob("*.py") if family.__name__ in p.read_text()
    }
    found = {str(p): names for p, text in texts.items() if (names := redefined(family, text))}
    assert texts and not found


def test_such_a_name_would_be_found() -> None:
    text = (
        'from tests.cards.fade import skill, cards\nCARDS = cards("veto") + skill("mirror", do={"attack": 1})'
    )
    assert redefined(fade, text) == ["mirror"]

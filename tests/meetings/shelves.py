"""The games as the search has them: their packaged cards as tables, and rules to which cards may be added."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from fadenet.engine import cardset
from fadenet.engine.language import files
from fadenet.engine.language.compiler import Language
from fadenet.engine.language.files import SourceFile
from fadenet.engine.language.sets import packed, read_set, unpacked
from fadenet.engine.rules import Rules
from fadenet.games import GAMES, load
from fadenet.games import decks as decks_of
from fadenet.games.fade import edition
from fadenet.games.fade import typed as fade_typed
from fadenet.games.fade.language import vocabulary
from fadenet.games.prelude import cards as prelude
from fadenet.games.prelude import rules as prelude_rules
from fadenet.games.prelude import typed as prelude_typed
from fadenet.games.terrene import cards as terrene
from fadenet.games.terrene import rules as terrene_rules
from fadenet.games.terrene.typed import PACKAGE
from tests.meetings.grammar import Shelf

HEAD = """
[set]
code = "zz"
name = "Ausgedachtes · 描いた札"
by = "A. Nybody"
game = "{name}"
with = ["{name}"]
"""


def own(slug: str) -> str:
    """The slug of a drawn card beside those of the game."""
    return f"zz:{slug}"


Tables = Mapping[str, dict[str, Any]]
"""Cards as they stand in their files, by slug."""


@dataclass(frozen=True)
class Game:
    """A game and its packaged cards. bare: rules without cards, of a format with its options; add: compiles
    card files into such rules; language: theirs.
    """

    name: str
    bare: Callable[[str, Mapping[str, str]], Any]
    add: Callable[[Any, list[SourceFile]], Any]
    language: Callable[[Any], Language]
    package: str
    folders: tuple[str, ...]

    @cached_property
    def sources(self) -> list[SourceFile]:
        places: list[tuple[str, ...]] = [(folder,) for folder in self.folders] or [()]
        return [text for place in places for text in files.sources(self.package, "cards", *place)]

    @cached_property
    def tables(self) -> dict[str, dict[str, Any]]:
        return {slug: table for slug, (_, table) in files.card_tables(self.sources, self.name).items()}

    @cached_property
    def shelf(self) -> Shelf:
        return Shelf(self.tables.values())

    def rules(self, drawn: Tables, format: str = "duel", options: Mapping[str, str] | None = None) -> Rules:
        """Rules with the packaged cards and a stranger's set of others, which is packed and unpacked on its
        way. Raises `LoadError`.
        """
        decks = "".join(f"[deck.all]\nname = 'All'\n[deck.all.deck]\n{slug} = 2\n" for slug in [*drawn][:1])
        head = HEAD.format(name=self.name)
        one = unpacked(packed(read_set([("drawn.toml", f"{head}{written(drawn)}{decks}")])), "drawn.toml")
        cardset.keep(one)
        rules = load(self.name, format, sets=one.id, **(options or {}))
        assert decks_of.load_deck(rules, own("all")).lists
        return rules


_PLAIN: dict[str, tuple[Any, Any, str]] = {
    "terrene": (terrene_rules.make_rules, terrene.add_cards, PACKAGE),
    "prelude": (prelude_rules.make_rules, prelude.add_cards, prelude_typed.PACKAGE),
}
"""The part of it that the games without editions have."""


@cache
def game(name: str) -> Game:
    """A game by its name."""
    if name in _PLAIN:
        make, add, package = _PLAIN[name]
        return Game(name, make, add, lambda rules: rules.language, package, ())
    folders = (*edition.edition_of(name).shelves, name)

    def bare(format: str, options: Mapping[str, str]) -> Any:
        return edition.bare_edition(name, format, options)

    return Game(name, bare, edition.add_cards, vocabulary.make_language, fade_typed.PACKAGE, folders)


NAMES = tuple(GAMES)


def written(tables: Tables) -> str:
    """Cards as the text of a card file, each on a line of its own for every key and ability."""
    return "\n".join(f"[card.{slug}]\n{_card(slug, table)}" for slug, table in tables.items())


def _card(slug: str, table: dict[str, Any]) -> str:
    rows = table.get("ability", [])
    rows = rows if type(rows) is list and all(type(row) is dict for row in rows) else []
    plain = {key: value for key, value in table.items() if key != "ability" or not rows}
    lines = [f"{key} = {_value(value)}\n" for key, value in plain.items()]
    for row in rows:
        lines.append(f"[[card.{slug}.ability]]\n")
        lines += [f"{_key(key)} = {_value(value)}\n" for key, value in row.items()]
    return "".join(lines)


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(x)}" for key, x in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

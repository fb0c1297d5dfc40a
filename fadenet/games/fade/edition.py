"""Reads an edition's files and compiles them into rules: the one module here that touches files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from importlib import resources
from typing import Final

from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import WrongInput
from fadenet.engine.language import files
from fadenet.engine.language.files import SourceFile
from fadenet.games import decks
from fadenet.games.descriptors import GAMES
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions import shape
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.features import table
from fadenet.games.fade.language import cards, statements, vocabulary
from fadenet.games.fade.rules import make_rules, seal
from fadenet.games.fade.typed import PACKAGE, FadeRules

ENGINE_VERSION: Final = 11
"""Raised with every change that makes an old match replay differently, or asks other openings or claims of an
entry; part of the rules hash, so that a file made before is left to its own version to judge."""


@cache
def edition_of(name: str, package: str = PACKAGE) -> Edition:
    """An edition by its name. Its files lie in the folders of the package. Raises `LoadError`."""
    file = f"{name}.toml"
    return read(package, file, resources.files(package).joinpath("editions", file).read_text("utf-8"))


def read(package: str, file: str, text: str) -> Edition:
    """The edition that a file of a package describes. Raises `LoadError`, naming file and key."""
    edition = shape.read(package, file, text, table.REASONS)
    table.check(edition)
    return edition


def bare_edition(name: str, format: str = "duel", options: Mapping[str, str] | None = None) -> FadeRules:
    """The rules of an edition without any card: `add_cards` completes them. Raises `WrongInput`."""
    return make_rules(GAMES[name], edition_of(name), format, options)


def load_edition(name: str, format: str = "duel", options: Mapping[str, str] | None = None) -> FadeRules:
    """The rules of an edition with the cards that come with it. Raises `WrongInput`."""
    return load(GAMES[name], edition_of(name), format, options)


def load(
    game: Descriptor, edition: Edition, format: str = "duel", options: Mapping[str, str] | None = None
) -> FadeRules:
    """The same for a game and its edition, wherever its files lie."""
    rules = make_rules(game, edition, format, options)
    folders = (*edition.shelves, rules.name)
    add_cards(rules, [text for folder in folders for text in files.sources(rules.package, "cards", folder)])
    if "worlds" in rules.options:
        rules.bring(rules.options["worlds"].split(","))
    rules.opponent.named(rules, partial(legend_deck, rules))
    return rules


def legend_deck(rules: FadeRules, slug: str) -> tuple[int, ...]:
    """The Deck that comes with a Legend. Raises `WrongInput` for a Legend without one."""
    there = decks.automata(rules)
    if slug not in there:
        wrong = f"there is no Legend {slug!r}" if slug else "name the Legend to fight"
        raise WrongInput(f"{wrong}; Legends: {', '.join(there)}")
    return decks.load_deck(rules, slug).lists[0]


def add_cards(rules: FadeRules, sources: list[SourceFile]) -> None:
    """Compile card files, given as (file name, text), into fresh rules and seal them. Raises `LoadError`."""
    rules.language = language = vocabulary.make_language(rules)
    rules.predicates[:] = [statements.may_lie_on_character, statements.may_lie_beside_player]
    rules.predicate_texts[:] = ["a Skill or Reaction", f"a card with {rules.edition.words[t.K_SURPRISE]}"]
    for states in rules.points.stating:
        states(rules, rules.edition)
    files.add_cards(rules, sources, partial(cards.CardMaker.compile, language), ENGINE_VERSION)
    seal(rules)

"""The card sets of the family's editions, each as it stands in its files and as its edition compiles it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fadenet import games
from fadenet.engine.card import Card
from fadenet.engine.language import files
from fadenet.engine.language.compiler import Language
from fadenet.games import decks
from fadenet.games.decks import Deck
from fadenet.games.fade import edition
from fadenet.games.fade.language import vocabulary
from fadenet.games.fade.rules import make_rules
from fadenet.games.fade.tables import K_CONTINGENCY, K_LEVEL_UP, K_SURPRISE
from fadenet.games.fade.typed import PACKAGE, FadeCard, FadeRules
from tests.builders.scenario import GAME_OF

KEYS = {"level_up": K_LEVEL_UP, "contingency": K_CONTINGENCY, "surprise": K_SURPRISE}
"""Keys of cards that are keywords."""


@dataclass(frozen=True)
class CardSet:
    """The cards of an edition that Players can have, and its starter decks.

    folders: where their files lie. least: how many different cards there are at least; shown: at least this
    share of them is in the decks. several: how many are of more than one Supertype.
    """

    name: str
    folders: tuple[str, ...]
    decks: tuple[str, ...]
    least: int
    shown: float
    several: int

    @cached_property
    def rules(self) -> FadeRules:
        rules = games.load(self.name)
        assert isinstance(rules, FadeRules)
        return rules

    @cached_property
    def language(self) -> Language:
        return vocabulary.make_language(make_rules(GAME_OF[self.name], edition.edition_of(self.name)))

    @cached_property
    def tables(self) -> dict[str, dict[str, Any]]:
        """The cards as they stand in their files, by slug."""
        package = PACKAGE
        sources = [text for folder in self.folders for text in files.sources(package, "cards", folder)]
        return {slug: table for slug, (_, table) in files.card_tables(sources, self.name).items()}

    @property
    def cards(self) -> Sequence[FadeCard]:
        return [card for card in self.rules.cards[1:] if not card.is_brought]

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords of its rule book, but for that of cards that nobody plays."""
        return tuple(word for word in self.rules.edition.keywords if word != "Raider")

    def deck(self, name: str) -> Deck:
        return decks.load_deck(self.rules, name)

    def decked(self) -> list[Card]:
        """The different cards of the decks."""
        codes = {code for name in self.decks for part in self.deck(name).lists for code in part}
        return [self.rules.cards[code] for code in sorted(codes)]

    def keywords_of(self, table: dict[str, Any]) -> set[str]:
        """The keywords that a card has, gives or asks for."""
        words = self.rules.edition.words
        found = words_of({k: v for k, v in table.items() if k != "name"}) & set(self.keywords)
        found |= {words[k] for key, k in KEYS.items() if key in table}
        return found | ({"Orbital"} if "orbital" in words_of(table) else set())


SETS = {
    one.name: one
    for one in (
        CardSet(
            "faroe",
            ("faroe",),
            ("cinder-circuit", "hourglass-mire", "orrery-of-brass", "thistledown-parade"),
            least=170,
            shown=2 / 3,
            several=6,
        ),
        CardSet(
            "fade2",
            ("fade", "fade2"),
            ("masked-ball", "red-corner", "seven-gates", "steam-cathedral"),
            least=165,
            shown=2 / 3,
            several=0,
        ),
        CardSet(
            "fade1",
            ("fade", "fade1"),
            ("bell-and-feather", "brass-foundry", "long-wall", "widows-hour"),
            least=165,
            shown=2 / 3,
            several=0,
        ),
    )
}


def words_of(value: Any) -> set[str]:
    """Every key and every string in a table."""
    if isinstance(value, dict):
        return set(value).union(*(words_of(v) for v in value.values()))
    if isinstance(value, list):
        return set().union(*(words_of(v) for v in value))
    return {value} if isinstance(value, str) else set()

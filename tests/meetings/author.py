"""Cards drawn at random: each begins as a packaged one, and says other things.

Its text is crossed with what other packaged cards say, or drawn anew from the grammar. A match is about a
few liked words, which turn up on many of its cards, so that they meet.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fadenet.engine.errors import LoadError, LoadErrors
from tests.meetings.bouts import Fault, told
from tests.meetings.grammar import Unwritable, Writer
from tests.meetings.shelves import Game, Tables, written

LIKED = 4
"""So many words the cards of one match rather say than others."""

SLIPS = re.compile(r"[{}<>\[\]]|\bNone\b|\bFalse\b|  |\.\.|, ?\.|\( | \)")
"""A word that no text of a card holds, whatever it says."""

CROSSED = 0.25  # how often a place takes what another card has there
DRAWN = 0.35  # how often it is drawn anew
CHEAP = 0.6  # how often a card costs next to nothing, so that it is used
PRICES = ("cost", "price", "sp", "number", "suspend")
"""The keys that keep a card from being used at once."""

KEPT = (
    "name",
    "type",
    "types",
    "subtype",
    "class",
    "in",
    "legend",
    "unique_to",
    "ability",
    "rank",
    "race",
    "line",
)
"""Keys that say what a card is."""


class Author:
    """Writes cards of a game; the same seed, the same cards."""

    def __init__(self, of: Game, seed: int) -> None:
        self.of = of
        self.random = Random(seed)
        self.scratch = of.bare("duel", {})
        language = of.language(self.scratch)
        words = [
            *language.effects,
            *language.events,
            *language.conditions,
            *language.gifts,
            *language.bases,
            *language.filters,
            *language.counters,
        ]
        self.liked = self.random.sample(sorted({*words}), LIKED)
        self.writer = Writer(language, of.shelf, self.random, self.liked)
        self.said: dict[str, list[Any]] = {}
        for table in of.tables.values():
            for row in (table, *table.get("ability", [])):
                for key, value in row.items():
                    self.said.setdefault(key, []).append(value)
        self.models = sorted(slug for slug, table in of.tables.items() if not is_brought(table))
        self.places: dict[str, Callable[[], Any]] = {
            "do": self.writer.effects_of,
            "targets": self.writer.targets,
            "if": self.writer.condition_of,
            "of": self.writer.selector,
            "by": self.writer.selector,
            "to": self.writer.selector,
            "gives": self.writer.gift,
            "on": lambda: self.writer.one_of(language.events),
            "xp": lambda: [self.writer.effects_of() for _ in range(4)],
        }

    def card(self, number: int) -> tuple[str, dict[str, Any]]:
        """A card's slug and table."""
        model = self.random.choice(self.models)
        table = copy.deepcopy(self.of.tables[model])
        table["name"] = f"Drawn {number}"
        for key in [key for key in table if key not in KEPT]:
            if key in self.places:
                self._rewrite(table, key)
            elif self.random.random() < CROSSED / 2:
                table[key] = copy.deepcopy(self.random.choice(self.said[key]))
        if self.random.random() < CHEAP and not self._is_priced(table):
            table |= {key: min(table[key], 1) for key in PRICES if type(table.get(key)) is int}
        if self.random.random() < CROSSED:
            self._bear(table)
        rows = table.get("ability", [])
        if rows and self.random.random() < CROSSED:
            rows[self.random.randrange(len(rows))] = copy.deepcopy(self._row())
        if len(rows) < 2 and self.random.random() < CROSSED and "ability" in table:
            rows.append(copy.deepcopy(self._row()))
        for row in rows:
            self._say(row)
        return f"drawn-{number}", table

    def cards(self, first: int) -> Iterator[tuple[str, dict[str, Any]]]:
        """Card after card."""
        number = first
        while True:
            try:
                yield self.card(number)
            except Unwritable:
                continue
            number += 1

    def _is_priced(self, table: dict[str, Any]) -> bool:
        """Whether a card has one of the prices that its kind may have."""
        return "Trap" in (table.get("type"), table.get("subtype"))

    def _row(self) -> dict[str, Any]:
        """An ability of a packaged card."""
        return self.random.choice(self.random.choice(self.said["ability"]))

    def _say(self, row: dict[str, Any]) -> None:
        """Let an ability say something else."""
        for key in [*row]:
            if key in self.places:
                self._rewrite(row, key)
        if "do" in row and self.random.random() < CROSSED:
            row["do"] = [*row["do"], *self.writer.effects_of()][:3]
        if "if" not in row and self.random.random() < CROSSED / 2:
            row["if"] = self.writer.condition_of()
        if "gives" not in row and self.random.random() < CROSSED / 2:
            row["limit"] = self.random.choice((1, 1, 2))
        if "target" in str(row.get("do")) and "targets" not in row and self.random.random() < DRAWN:
            row["targets"] = self.writer.targets()

    def _rewrite(self, table: dict[str, Any], key: str) -> None:
        """One place: crossed, drawn anew, or as it was."""
        chance = self.random.random()
        if chance < CROSSED:
            fitting = [value for value in self.said[key] if type(value) is type(table[key])]
            table[key] = copy.deepcopy(self.random.choice(fitting))
        elif chance < CROSSED + DRAWN:
            table[key] = copy.deepcopy(self.places[key]())

    def _bear(self, table: dict[str, Any]) -> None:
        """A keyword of another card, in place of its own or beside them."""
        there = [value for value in self.said.get("keywords", []) if value]
        if there:
            word, value = self.random.choice([*self.random.choice(there).items()])
            table["keywords"] = {**table.get("keywords", {}), word: value}


def is_brought(table: dict[str, Any]) -> bool:
    """Whether a card comes with an opponent or a table, and not in a deck."""
    return bool(
        table.get("legend")
        or table.get("unique_to")
        or "Raider" in table.get("keywords", {})
        or "World Rule" in table.get("types", [])
        or table.get("token")
    )


@dataclass
class Drawn:
    """Cards as the loader sees them: those that it takes, how many it refuses, those at which it fails."""

    taken: dict[str, dict[str, Any]] = field(default_factory=dict)
    refused: int = 0
    broken: list[tuple[Fault, tuple[str, dict[str, Any]]]] = field(default_factory=list)


def loaded(author: Author, n: int) -> Drawn:
    """Draw cards until the loader has taken n of them."""
    drawn = Drawn()
    for slug, table in author.cards(0):
        try:
            rules = author.of.bare("duel", {})
            author.of.add(rules, [("drawn.toml", written({slug: table}))])
            slip = SLIPS.search(rules.cards[-1].text)
            assert not slip, f"a text holds {slip and slip[0]!r}: {rules.cards[-1].text}"
            drawn.taken[slug] = table
        except LoadError:
            drawn.refused += 1
        except Exception as error:
            drawn.broken.append((told(error), (slug, table)))
        if len(drawn.taken) == n:
            return drawn
    raise AssertionError("cards come without end")


def together(of: Game, drawn: Drawn) -> Tables:
    """Those of the cards that make a set beside the packaged ones: without those that speak of cards that
    there are not, or depend on what others give."""
    cards = dict(drawn.taken)
    while cards:
        try:
            of.rules(cards)
            break
        except LoadErrors as error:
            refused = {fault.card.rpartition(":")[2] for fault in error.faults}
            assert refused & cards.keys(), error
            drawn.refused += len(refused & cards.keys())
            cards = {slug: table for slug, table in cards.items() if slug not in refused}
    return cards

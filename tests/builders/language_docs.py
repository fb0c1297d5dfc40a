"""The reference of a game's card language, as its README has it: sections, words of tables, examples.

docs = Reference("fadenet.games.terrene", ("Cards", "Abilities", ...))
docs.words("Filters")          # what stands in code marks in the first column of its tables
docs.effect_keys()             # by effect the keys that its row names
for section, text, slug in docs.examples: ...
docs.cards["fire-bomb"]        # the lines of a card as they stand in its file
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources

import msgspec

NO_CARD = "-"
"""Stands in place of a card where an example is in none."""

Example = tuple[str, str, str]
"""(section, text, slug of the card in which it stands)."""
_EXAMPLE = re.compile(r"\| `([^|]+)` \| ([a-z0-9-]+) \|$", re.M)


class Reference:
    """The sections of a game's README by title; those named here describe words, and hold examples."""

    def __init__(self, package: str, titles: Sequence[str]) -> None:
        files = resources.files(package)
        readme = files.joinpath("README.md").read_text("utf-8")
        self.sections = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", readme, re.M | re.S))
        self.examples: list[Example] = [
            (title, *pair) for title in titles for pair in _EXAMPLE.findall(self.sections[title])
        ]
        self.cards: dict[str, str] = {}
        for file in files.joinpath("cards").iterdir():
            for part in re.split(r"^(?=\[card\.[a-z0-9-]+\]$)", file.read_text("utf-8"), flags=re.M):
                if part.startswith("[card."):
                    self.cards[part[len("[card.") : part.index("]")]] = part

    def rows(self, section: str) -> list[list[str]]:
        """The cells of the rows that begin with a word."""
        lines = re.findall(r"^\| (`[^\n]+) \|$", self.sections[section], re.M)
        return [[cell.strip() for cell in line.split("|")] for line in lines]

    def words(self, section: str) -> set[str]:
        """Everything in code marks in the first column of a section's tables."""
        return {word.strip('"') for row in self.rows(section) for word in marked(row[0])}

    def row(self, section: str, word: str) -> list[str]:
        """The cells of the row that begins with this word."""
        return next(row for row in self.rows(section) if f"`{word}`" in row[0])

    def effect_keys(self) -> dict[str, set[str]]:
        """By effect the keys in the second column of its row."""
        return {marked(row[0])[0]: set(marked(row[1])) for row in self.rows("Effects")}

    def with_cards(self) -> list[Example]:
        return [example for example in self.examples if example[2] != NO_CARD]

    def without_cards(self) -> list[Example]:
        return [example for example in self.examples if example[2] == NO_CARD]

    def untrue(self) -> list[Example]:
        """The examples that do not stand, letter for letter, in the card named beside them."""
        return [example for example in self.with_cards() if example[1] not in self.cards.get(example[2], "")]


def marked(text: str) -> list[str]:
    """The words in code marks."""
    return re.findall(r"`([^`]+)`", text)


def fields(shape: type[msgspec.Struct]) -> set[str]:
    """The keys of a table."""
    return {f.encode_name for f in msgspec.structs.fields(shape)}

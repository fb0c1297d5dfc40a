"""The printed parts of a game's cards: the keys of their tables, bounds of figures, what a card must have.

A game says it once, as an `Anatomy`; from that come the shape in which card files are checked, `Card.types`,
`Card.stats` and `Card.keywords`, the filters by printed values, and the statements about hidden cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

import msgspec

from fadenet.engine.card import Card
from fadenet.engine.language.compiler import Compiler, Condition, Language
from fadenet.engine.language.filters import listed, mask_of, one_each, printed, printed_type, stat_word

KEYWORD_MAX: Final = 9

Shape = TypeVar("Shape", bound=msgspec.Struct)
C = TypeVar("C", bound=Card)


@dataclass(frozen=True, slots=True)
class Anatomy:
    """The printed values of a game.

    types: the words of the bits of `Card.types`, in their order. words: keys that hold one word of a list.
    keywords: the words of `Card.keywords`. figures: names of numbers, each with its least and its most. In
    `Card.stats` stand the figures and then, for each key of `words`, 1 + the place of the word; a value that
    a card does not have is `nothing` there, and places count from the number above.
    kinds: keys that hold types, one or several, out of these. marks: types that are keys of their own, true
    or false. named: keywords that name types, out of these; they are kept as a mask of bits. Figures and
    marks are keys in lower case. sprung: types of cards that are used when the event of their ability comes.
    given: keywords that cards give and do not print.
    demands, row_demands: what the table of a card, or of an ability with what is around it, must be like (see
    `Anatomy.check`).
    """

    types: tuple[str, ...]
    words: dict[str, tuple[str, ...]]
    keywords: tuple[str, ...]
    figures: dict[str, tuple[int, int]]
    kinds: dict[str, list[str]]
    marks: list[str] = field(default_factory=list)
    sprung: list[str] = field(default_factory=list)
    named: dict[str, list[str]] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    demands: list[dict[str, Any]] = field(default_factory=list)
    row_demands: list[dict[str, Any]] = field(default_factory=list)
    nothing: int = 0

    def shape(self, base: type[Shape]) -> type[Shape]:
        """`base` with the keys of this anatomy that it does not have itself."""
        own = {f.encode_name for f in msgspec.structs.fields(base)}
        fields: list[Any] = [(mark.lower(), bool, False) for mark in self.marks]
        fields += [(key, int | None, None) for key in map(str.lower, self.figures) if key not in own]
        fields += [(key, str | None, None) for key in (*self.kinds, *self.words) if key not in own]
        made = msgspec.defstruct("CardShape", fields, bases=(base,), forbid_unknown_fields=True, kw_only=True)
        return cast("type[Shape]", made)

    def types_of(self, c: Compiler, table: dict[str, Any]) -> int:
        """`Card.types`."""
        types = sum(1 << self.types.index(mark) for mark in self.marks if table.get(mark.lower()))
        for key, words in self.kinds.items():
            c.key = key
            there = [c.word(word, words, key) for word in listed(table.get(key, []))]
            types |= mask_of(c, there, self.types, key)
        return types

    def stats_of(self, c: Compiler, table: dict[str, Any]) -> tuple[int, ...]:
        """`Card.stats`. A figure that is not a plain number is the game's own affair, and nothing here."""
        stats = []
        for name, (least, most) in self.figures.items():
            c.key = name.lower()
            n = table.get(c.key)
            stats.append(c.number(n, name, least, most) if type(n) is int else self.nothing)
        for key, line in self.words.items():
            c.key = key
            place = 1 + line.index(c.word(table[key], line, key)) if key in table else 0
            stats.append(self.nothing + place)
        return tuple(stats)

    def keywords_of(self, c: Compiler, table: dict[str, Any]) -> tuple[int, ...]:
        """`Card.keywords`: numbers, true being 1, or masks of types."""
        c.key = "keywords"
        there = {c.word(word, self.borne(), "keyword"): v for word, v in table.get("keywords", {}).items()}
        found = []
        for word in self.keywords:
            if word in self.named and word in there:
                words = [c.word(x, self.named[word], "type") for x in listed(there[word])]
                found.append(mask_of(c, words, self.types, "type"))
            else:
                value = there.get(word, 0)
                n = int(value) if type(value) is bool else value
                found.append(c.number(n, word, 0, KEYWORD_MAX))
        return tuple(found)

    def borne(self) -> dict[str, int]:
        """By word the place in `Card.keywords` of those that are printed on some card."""
        return {word: k for k, word in enumerate(self.keywords) if word not in self.given}

    def blank(self, kind: type[C]) -> C:
        """The card of code 0, which stands for one that nobody has shown: nothing is printed on it."""
        stats = (self.nothing,) * (len(self.figures) + len(self.words))
        return kind(0, "", "", 0, stats, keywords=(0,) * len(self.keywords))

    def springs(self, types: int) -> bool:
        """Whether a card of these types is used when the event of its ability comes."""
        return any(types >> self.types.index(word) & 1 for word in self.sprung)

    def check(self, c: Compiler, demands: list[dict[str, Any]], table: dict[str, Any]) -> None:
        """Raise `LoadError` with `why` where a table is as in `of`, but not as in `has`.

        Of a key is asked: true or false, whether it says anything; a word, or one of several, that it is or
        holds; a number, that it holds so many. `any`: one of these keys says something. `reason`: a key of
        `Rules.cites`, the rule behind it.
        """
        for demand in demands:
            if all(_is(table.get(key), wanted) for key, wanted in demand["of"].items()):
                one = [key for key in demand.get("any", []) if _is(table.get(key), True)]
                has = all(_is(table.get(key), wanted) for key, wanted in demand.get("has", {}).items())
                if not has or ("any" in demand and not one):
                    error = c.fail(demand["why"], demand.get("reason", ""))
                    needed = [key for key, wanted in demand.get("has", {}).items() if wanted is True]
                    missing = [key for key in needed if not _is(table.get(key), True)]
                    error.lacks = {key: self._least(key) for key in missing or demand.get("any", [])}
                    raise error

    def _least(self, key: str) -> Any:
        """A value that a key may have, None for one that is the game's own."""
        figures = {name.lower(): least for name, (least, _) in self.figures.items()}
        if key in figures:
            return figures[key]
        words = self.words.get(key, self.kinds.get(key, ()))
        return words[0] if words else None

    def places(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        """For each key of words its place in `Card.stats`, and the words."""
        return {key: (len(self.figures) + i, line) for i, (key, line) in enumerate(self.words.items())}

    def one_each(self, of: str, noun: str) -> Condition:
        """Whether a seat has a card of its own for each printed word of a list, see `filters.one_each`."""
        return one_each(of, dict(self.places().values()), noun)

    def teach(self, language: Language) -> None:
        """The filter `type`, one for each key of words, and statements. For a game whose nothing is 0."""
        language.filters["type"] = printed_type(self.types, "type")
        language.filters |= {key: stat_word(at, line, key) for key, (at, line) in self.places().items()}
        language.printed = printed(self.types, self.places(), tuple(self.figures), self.borne())


def _is(value: Any, wanted: Any) -> bool:
    if type(wanted) is bool:
        return wanted == (value is not None and value is not False and value not in ("", [], {}))
    if type(wanted) is int:
        return value is not None and len(value) == wanted
    return any(word in listed(value) for word in listed(wanted))

"""Tables of a card language, drawn at random from the language itself.

No list of words stands here. A `Writer` is the compiler of the language, given tables with holes: whatever
the code of a word asks of a place, a selector, an amount, a number from 0 to 4, one of these words, is drawn
there and then, written into the hole and compiled. So a word that joins the language joins the grammar. A key
that a word reads without asking the compiler is taken from the packaged cards, or is `true`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, TypeVar

from fadenet.engine.card import Amount, CardTest, Select, Test
from fadenet.engine.errors import LoadError
from fadenet.engine.language.compiler import Compiler, Condition, Language, Said

DEEP = 3
"""Words inside words inside words; deeper ones are short."""

TRIES = 8
NARROWED = 0.25  # how often a selector has filters
LIKED = 0.5  # how often one of the liked words is drawn where there is one
MORE = 0.4  # how often a key is written that could be left out

KEYS_MAX = 6
"""So many keys of a table a word may miss one after the other."""


class Unwritable(Exception):
    """A word for which nothing that fits was found."""


_PASSING = ("code", "tags", "facts", "lists", "several", "aimed", "depth", "loops", "left", "lasts")
"""The notes of a compiler while it compiles one thing after the other."""

UNFIT = (LoadError, Unwritable, TypeError, AttributeError, IndexError, ValueError, AssertionError)
"""The errors of a word that wants something else than a hole in this place."""

T = TypeVar("T")


class Hole:
    """A place that is still to be written, and then what stands there."""

    def __init__(self) -> None:
        self.value: Any = self


class Shelf:
    """The texts of a game's packaged cards, to take pieces of: tables by their first key, values by key."""

    def __init__(self, tables: Iterable[dict[str, Any]]) -> None:
        self.tables: dict[str, list[dict[str, Any]]] = {}
        self.values: dict[str, list[Any]] = {}
        for table in tables:
            self._gather(table)

    def _gather(self, value: Any) -> None:
        if isinstance(value, dict):
            self.tables.setdefault(next(iter(value), ""), []).append(value)
            for key, inner in value.items():
                self.values.setdefault(key, []).append(inner)
                self._gather(inner)
        elif isinstance(value, list):
            for inner in value:
                self._gather(inner)


class Writer(Compiler):
    """Writes tables of a language. liked: words that are drawn more often than others."""

    def __init__(self, language: Language, shelf: Shelf, random: Random, liked: Sequence[str] = ()) -> None:
        super().__init__(language, "drawn", "drawn")
        self.shelf = shelf
        self.random = random
        self.liked = frozenset(liked)
        self.deep = 0

    # What is drawn.

    def selector(self) -> Any:
        """A word that finds cards or seats, or a table that narrows it down."""
        return self._written(self._selector)

    def amount_of(self) -> Any:
        return self._written(self._drawn_amount)

    def condition_of(self) -> dict[str, Any]:
        return self._written(self._condition)

    def effects_of(self) -> list[dict[str, Any]]:
        return self._written(self._effects)

    def gift(self) -> dict[str, Any]:
        """The gift of a continuous ability."""
        language = self.language
        word = self.one_of({*language.gifts, *language.quantities} - {*language.withheld})
        make = language.gifts.get(word)
        if make is None:
            return {word: self.amount_of()}
        value = self._written(lambda: self._fill(lambda hole: make(self, hole), self.shelf.values.get(word)))
        return {word: value}

    def targets(self) -> list[dict[str, Any]]:
        """Choices of one target or two."""
        slots: list[dict[str, Any]] = []
        for _ in range(self.random.choice((1, 1, 1, 2))):
            slot: dict[str, Any] = (
                {"pick": self.selector()} if self.random.random() < 0.8 else {"reach": True}
            )
            if self.random.random() < MORE / 2:
                slot["n"] = 2
            slots.append(slot)
        if self.random.random() < MORE / 2:
            slots[-1]["up_to"] = True
        return slots

    def one_of(self, words: Iterable[str]) -> str:
        """One of these words, rather one that is liked."""
        there = sorted(words)
        liked = [word for word in there if word in self.liked or self.liked & {*word.split(" ")}]
        return self.random.choice(liked if liked and self.random.random() < LIKED else there)

    # What the code of words asks, of a hole or of something that stands there.

    def select(self, value: Any) -> tuple[Select, Said]:
        return super().select(self._there(value, self._selector))

    def amount(self, value: Any) -> tuple[Amount, Said]:
        return super().amount(self._there(value, self._drawn_amount))

    def condition(self, value: Any) -> tuple[Test, Said]:
        return super().condition(self._there(value, self._condition))

    def effects(self, effects: Any) -> Said:
        return super().effects(self._there(effects, self._effects))

    def card_test(self, table: dict[str, Any]) -> tuple[CardTest, list[Said]]:
        return super().card_test(self._there(table, self._filters))

    def statement(self, table: dict[str, Any]) -> tuple[int, Said]:
        printed = self.language.printed
        assert printed is not None

        def drawn() -> Any:
            return self._fill(lambda hole: printed(self, hole), self.shelf.values.get("for"))

        return super().statement(self._there(table, drawn))

    def word(self, value: Any, words: Any, what: str) -> str:
        return super().word(self._there(value, lambda: self.one_of(words)), words, what)

    def number(self, value: Any, what: str, lo: int = 0, hi: int = 999) -> int:
        def drawn() -> int:
            return self.random.choice((lo, lo, min(lo + 1, hi), min(lo + 2, hi), min(lo + 4, hi)))

        return super().number(self._there(value, drawn), what, lo, hi)

    def known(self, table: dict[str, Any], *keys: str) -> None:
        """Any key that may stand in a table may be drawn there as well."""
        super().known(table, *keys)
        if self._has_holes(table):
            for key in keys:
                if key not in table and self.random.random() < MORE:
                    table[key] = self._shape()

    def needed(self, table: Any, *keys: str) -> None:
        """The keys that a table lacks are drawn there."""
        if isinstance(table, dict) and self._has_holes(table):
            table |= {key: self._shape() for key in keys if key not in table}
        super().needed(table, *keys)

    # How it is drawn.

    def _there(self, value: Any, draw: Callable[[], Any]) -> Any:
        """The value in a place; in a hole, something that is drawn now."""
        if not isinstance(value, Hole):
            return value
        if value.value is value:
            value.value = self._written(draw)
        return value.value

    def _written(self, draw: Callable[[], T]) -> T:
        """Draw something beside what is being compiled."""
        with self._aside():
            return draw()

    @contextmanager
    def _aside(self) -> Any:
        kept = {name: getattr(self, name) for name in _PASSING}
        self.code, self.tags, self.facts, self.depth, self.loops = [], set(), {}, 0, 0
        self.deep += 1
        try:
            yield
        finally:
            self.deep -= 1
            for name, value in kept.items():
                setattr(self, name, value)

    def _fill(self, make: Callable[[Any], object], examples: Sequence[Any] | None = None) -> Any:
        """A value for which `make` compiles: a hole in one of the shapes that values have, now filled."""
        for _ in range(TRIES):
            value = self._shape()
            if self._compiles(make, value) and (isinstance(value, Hole) or self._is_read(value)):
                return self._settled(value, examples)
        if examples:
            return self.random.choice(examples)
        raise Unwritable

    def _compiles(self, make: Callable[[Any], object], value: Any) -> bool:
        """Whether a word takes a value. A key that it misses in a table is written there; where it looks into
        what it has had compiled, it finds that instead of the hole.
        """
        for _ in range(KEYS_MAX):
            try:
                make(value)
                return True
            except KeyError as error:
                (key,) = error.args
                if not isinstance(value, dict) or type(key) is not str or key in value:
                    return False
                value[key] = self._shape()
            except UNFIT:
                if not self._shows(value):
                    return False
        return False

    def _shows(self, value: Any) -> bool:
        """Put what has been written into holes of a table or list in their place; whether anything was."""
        there = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        shown = False
        for at, x in [*there]:
            if self._is_filled(x):
                value[at], shown = x.value, True
            else:
                shown = self._shows(x) or shown
        return shown

    @staticmethod
    def _is_filled(value: Any) -> bool:
        return isinstance(value, Hole) and value.value is not value

    @staticmethod
    def _has_holes(table: Any) -> bool:
        return isinstance(table, _Open) or any(isinstance(x, Hole) for x in table.values())

    def _is_read(self, value: Any) -> bool:
        """Whether anything has been asked of a value."""
        if isinstance(value, Hole):
            return self._is_filled(value)
        if not isinstance(value, (dict, list)):
            return True
        return any(map(self._is_read, value.values() if isinstance(value, dict) else value))

    def _settled(self, value: Any, examples: Sequence[Any] | None = None) -> Any:
        """Plain data. A hole that the word has not asked about holds an example, else `true`."""
        if isinstance(value, Hole):
            if value.value is value:
                value.value = self.random.choice(examples) if examples else True
            return self._settled(value.value)
        if isinstance(value, dict):
            return self._settled_table(value)
        return [self._settled(x, examples) for x in value] if isinstance(value, list) else value

    def _settled_table(self, table: dict[str, Any]) -> dict[str, Any]:
        return {key: self._settled(x, self.shelf.values.get(key)) for key, x in table.items()}

    def _selector(self) -> Any:
        language = self.language
        if self.random.random() < 0.5:
            word = self.one_of(language.bases)
        else:
            word = f"{self.one_of(language.sides)} {self.one_of(language.groups)}"
        if self.deep > DEEP or self.random.random() > NARROWED:
            return word
        table = {"from": word, **self._filters()}
        if self.random.random() < 0.2:
            table[self.random.choice(("lowest", "highest"))] = self.one_of(language.stats)
        return table

    def _filters(self) -> dict[str, Any]:
        filters = self.language.filters
        found = {}
        for _ in range(self.random.choice((1, 1, 2))):
            word = self.one_of(filters)
            found[word] = self._fill(partial(filters[word], self), self.shelf.values.get(word))
        return found

    def _drawn_amount(self) -> Any:
        language, n = self.language, self.random.random()
        if n < 0.5 or self.deep > DEEP:
            return self.random.choice((0, 1, 1, 2, 2, 3, 5))
        if n < 0.65:
            return self.one_of(language.amounts)
        kind = self.random.choice(
            ("count", "counters", "stat", "stat", "half", "plus", "minus", "times", "min")
        )
        if kind == "count":
            return {"count": self._selector()}
        if kind in ("counters", "stat"):
            words = language.columns if kind == "counters" else language.stats
            return {kind: self.one_of(words), "of": self._selector()} if words else 1
        return {
            kind: self._drawn_amount() if kind == "half" else [self._drawn_amount(), self._drawn_amount()]
        }

    def _condition(self) -> dict[str, Any]:
        conditions = self.language.conditions
        if self.deep > DEEP:
            return self._packaged(conditions)
        for _ in range(TRIES):
            word = self.one_of(conditions)
            for _ in range(TRIES):
                table = {word: self._shape(), **(self._filters() if word == "is" else {})}
                if self._compiles(partial(self._met, conditions[word]), table):
                    return self._settled_table(table)
        raise Unwritable

    def _packaged(self, words: Iterable[str]) -> dict[str, Any]:
        """The tables of packaged cards with one of these words."""
        word = self.one_of([word for word in words if word in self.shelf.tables])
        return self.random.choice(self.shelf.tables[word])

    def _met(self, make: Condition, table: dict[str, Any]) -> None:
        make(self, next(iter(table.values())), table)

    def _shape(self) -> Any:
        """A hole in one of the shapes that values have, or `true`."""
        hole = Hole()
        return self.random.choice(
            (hole, hole, hole, True, [hole], [hole, Hole()], _Open(), _Open(), [_Open()])
        )

    def _effects(self) -> list[dict[str, Any]]:
        n = 1 if self.deep > DEEP else self.random.choice((1, 1, 2, 3))
        return [self._effect() for _ in range(n)]

    def _effect(self) -> dict[str, Any]:
        effects = self.language.effects
        if self.deep > DEEP:
            return self._packaged(effects)
        for _ in range(TRIES):
            word = self.one_of(effects)
            for _ in range(TRIES):
                keys = sorted(effects[word].keys)
                more = {key: self._shape() for key in keys if self.random.random() < 2 * MORE}
                table = {word: self._shape(), **more}
                if self._compiles(partial(effects[word].make, self), table):
                    return self._settled_table(table)
            if word in self.shelf.tables:
                return self.random.choice(self.shelf.tables[word])
        raise Unwritable


class _Open(dict[str, Any]):
    """A table that any of its keys may be written into."""

"""The file of an edition of the family: its part of the numbers of `tables`, in its book's words.

Every number of the family has one word there, and one meaning in all editions; `editions/<name>.toml` says
which of them the edition uses, what its book calls them, and how they work where editions differ. The
package's README describes the tables. A key that no code reads, or that is missing, is an error that names
file and key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec

from fadenet.engine.errors import LoadError
from fadenet.engine.language import files
from fadenet.engine.rules import CITES
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions import grid
from fadenet.games.fade.editions.grid import Grid
from fadenet.games.fade.editions.words import (
    HOWS,
    Attacks,
    Back,
    BoardWords,
    Cards,
    Commands,
    Counters,
    Damage,
    Format,
    Keyword,
    Turn,
    Upkeep,
)

_CORE: Final = [word for name, word in vars(reasons).items() if name.isupper() and isinstance(word, str)]

_WORD: Final = re.compile(r"\{([A-Za-z]+)\}")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """An edition's part of the family. A row by number holds "" where the edition does not use a number."""

    package: str  # the one in which its files lie
    file: str
    shelves: tuple[str, ...]  # folders of cards beside its own: those that it shares with other editions
    stats: tuple[str, ...]  # the figures that its cards print beside Cost, HP, PLV, Level and Rank
    outside: tuple[str, ...]  # Supertypes of cards that lie in no Deck: they are agreed on before the match
    enters_turned_up: bool  # a card that came face-down triggers on entering as it is turned face-up
    draws_from_anywhere: bool  # every card that comes to the Hand counts as drawn for triggers
    plays_from_hand: bool  # Characters that an effect has put into a Hand are played from there
    zones: tuple[str, ...]  # by the kind of zone or cell
    field: frozenset[int]
    grid: Grid  # its cells
    board: BoardWords
    reach: tuple[tuple[int, bool], ...]  # rows that shield others: kind of zone, whether only its foremost
    back: Back
    attacks: Attacks
    phases: tuple[str, ...]
    turn: Turn
    item_phases: frozenset[int]
    quiet_plays: int  # Supertypes that are played without a link
    upkeep: dict[str, Upkeep]
    damage: Damage
    stages: tuple[str, ...]
    classes: dict[str, tuple[str, ...]]  # Damage Type, the weakest first -> the defences that it withstands
    labels: tuple[str, ...]  # labels of damage beside its Damage Type
    formats: dict[str, Format]
    keywords: dict[str, int]  # number of a keyword by its word in card files
    kinds: tuple[str, ...]
    hows: tuple[str, ...]
    words: tuple[str, ...]
    counters: dict[str, int]  # column of a Counter by its word in card files
    on_players: bool  # Counters other than Damage lie on Players, and keywords are given to them
    materials: str  # the effect of being a Command Material, "silent" or "bare"; "" = without Commands
    immunities: dict[str, int]  # bit by the word that Immune lists
    reasons: dict[str, str]  # id of the rule of its book by reason

    def named(self, key: str, word: str, table: Mapping[str, T]) -> T:
        """The entry of `table` for a word of the edition that stands under `key`. Raises `LoadError` for an
        unknown one.
        """
        if word not in table:
            raise LoadError(self.file, "", key, f"{word!r} is not known here; known: {', '.join(table)}")
        return table[word]

    @property
    def supertypes(self) -> tuple[str, ...]:
        """Those that its cards have."""
        spare = {"Command": bool(self.materials), "World Rule": "World Rule" in self.outside}
        return tuple(word for word in t.SUPERTYPES if spare.get(word, True))

    def columns_with(self, more: Iterable[int]) -> tuple[str, ...]:
        """The words of the numbered columns: TP, then Counters, "" for a column that is not in use.

        more: those of features.
        """
        words = {column: word for word, column in self.counters.items()}
        if self.grid:
            words[t.CELL] = t.COLUMN_NAMES[t.CELL]
        words |= {column: t.COLUMN_NAMES[column] for column in more}
        if self.board.slots:
            words[t.SPARED] = t.COLUMN_NAMES[t.SPARED]
        return (t.COLUMN_NAMES[t.TP], *(words.get(column, "") for column in range(1, max(words) + 1)))

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantities that continuous effects and changes with an end alter, in words."""
        return (*t.QUANTITIES[: t.Q_KEYWORD], *self.words)

    def short(self, kind: int) -> str:
        """The book's name of a zone less " Zone", as in "a Backup Character" and "your Deck"."""
        return self.zones[kind].removesuffix(" Zone")

    def speak(self, text: str) -> str:
        """A text of the family's in the words of the book: {backup} is a zone, {Equip} a keyword."""
        return _WORD.sub(lambda found: self._said(found[1]), text)

    def _said(self, word: str) -> str:
        """(of the Rift Zone no book has a shorter name)"""
        kinds = [kind for kind, (_, name) in enumerate(t.ZONES) if name == word]
        if not kinds:
            return self.words[t.KEYWORDS.index(word)]
        return self.zones[t.RIFT] if kinds == [t.RIFT] else self.short(kinds[0])


class _Reader:
    """The tables of one file, each of which is looked at once."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.tables = files.parse(text, file)
        self.whole = dict(self.tables)

    def fail(self, key: str, hint: str) -> LoadError:
        return LoadError(self.file, "", key, hint)

    def table(self, key: str) -> dict[str, Any]:
        """One table of the file."""
        there = self.tables.pop(key, None)
        if type(there) is not dict:
            raise self.fail(key, f"an edition says [{key}]")
        return there

    def convert(self, key: str, there: Any, shape: type[T]) -> T:
        """A value of the file as its shape; raises the error of `fail`, with the key, if it does not fit."""
        try:
            return msgspec.convert(there, shape)
        except msgspec.ValidationError as error:
            raise self.fail(key, str(error)) from error

    def rows(self, key: str, words: Iterable[str] | None, shape: type[T]) -> dict[str, T]:
        """A table whose keys are words of the family, or any if `words` is None."""
        found = {}
        for word, row in self.table(key).items():
            if words is not None:
                self.word(f"{key}.{word}", word, words)
            found[word] = self.convert(f"{key}.{word}", row, shape)
        return found

    def word(self, key: str, word: str, words: Iterable[str]) -> str:
        if word not in words:
            raise self.fail(key, f"{word!r} is not a word of the family; known: {', '.join(words)}")
        return word

    def all_of(self, key: str, there: Mapping[str, Any], words: Iterable[str]) -> None:
        for word in words:
            if word not in there:
                raise self.fail(f"{key}.{word}", "this is missing")

    def kinds(self, key: str, there: list[str], zones: tuple[str, ...]) -> tuple[int, ...]:
        """The numbers of zones in use."""
        of = {word: kind for kind, (_, word) in enumerate(t.ZONES) if zones[kind]}
        return tuple(of[self.word(key, word, of)] for word in there)

    def says(self, where: str) -> bool:
        """Whether something stands at table.key, and is neither false nor empty.

        At table.key.word: whether it is that word; at keywords.word.how: whether the keyword works so.
        """
        table, key, *how = where.split(".")
        there = self.whole.get(table, {}).get(key)
        said = there.get("how") if type(there) is dict else there
        return said in how if there and how else bool(there)

    def close(self) -> None:
        for key in self.tables:
            raise self.fail(key, "an edition has no such table")


def read(package: str, file: str, text: str, of_features: Mapping[str, str]) -> Edition:
    """The edition that a file of a package describes. Raises `LoadError`, naming file and key.

    of_features: the reasons of features, each with where the file says that the edition has them.
    """
    it = _Reader(file, text)
    cards = it.convert("cards", it.tables.pop("cards", {}), Cards)
    zones = _zones(it)
    board = it.convert("board", it.table("board"), BoardWords)
    phases = _phases(it)
    turn = it.convert("turn", it.table("turn"), Turn)
    damage = it.convert("damage", it.table("damage"), Damage)
    keywords = _keywords(it)
    words = tuple(keywords[word].name or word if word in keywords else "" for word in t.KEYWORDS)
    counters = _counters(it, keywords, words)
    materials = _materials(it)
    edition = Edition(
        package=package,
        file=file,
        shelves=tuple(cards.also),
        stats=tuple(cards.stats),
        outside=tuple(cards.outside),
        enters_turned_up=cards.on_enter == "turned-up",
        draws_from_anywhere=cards.on_draw == "anywhere",
        plays_from_hand=cards.characters_in_hand == "played",
        zones=zones,
        field=frozenset(it.kinds("board.field", board.field, zones)),
        grid=_grid(it, board),
        board=board,
        reach=_reach(it, board, zones),
        back=it.convert("back", it.table("back"), Back),
        attacks=it.convert("attacks", it.table("attacks"), Attacks),
        phases=phases,
        turn=turn,
        item_phases=frozenset(t.PHASES.index(it.word("turn.items", word, t.PHASES)) for word in turn.items),
        quiet_plays=sum(1 << t.SUPERTYPES.index(word) for word in set(turn.quiet_plays)),
        upkeep=_upkeep(it, counters),
        damage=damage,
        stages=tuple(damage.stages),
        classes=_classes(it),
        labels=tuple(it.word("damage.labels", word, t.LABELS) for word in damage.labels),
        formats=it.rows("formats", None, Format),
        keywords={word: k for k, word in enumerate(words) if word},
        kinds=tuple(keywords[word].kind if word in keywords else "" for word in t.KEYWORDS),
        hows=tuple(keywords[word].how if word in keywords else "" for word in t.KEYWORDS),
        words=words,
        counters=counters,
        on_players=it.convert("counters", it.table("counters"), Counters).on_players == "all",
        materials=materials,
        immunities=_immunities(
            words, counters, damage.labels, bool(materials), it.says("keywords.Immune.Elements too")
        ),
        reasons=_reasons(it, of_features),
    )
    _fits(it, edition, board)
    return edition


def _keywords(it: _Reader) -> dict[str, Keyword]:
    """The keywords by the family's word, each with a way in which it works."""
    keywords = it.rows("keywords", t.KEYWORDS, Keyword)
    for word, keyword in keywords.items():
        it.word(f"keywords.{word}.how", keyword.how, HOWS.get(word, ("",)))
        if "counter" in HOWS.get(word, ()) and (keyword.kind == "counter") != (keyword.how == "counter"):
            raise it.fail(f"keywords.{word}.how", f"{keyword.how!r} is not how one of its kind works")
    return keywords


def _zones(it: _Reader) -> tuple[str, ...]:
    """The book's name of each zone, "" for one that it lacks; only `SPARE_ZONES` may be left out. The last
    one names a cell of the kind EQUIP.
    """
    named = it.rows("zones", [word for _, word in t.ZONES], str)
    it.all_of("zones", named, [word for _, word in t.ZONES if word not in t.SPARE_ZONES])
    names = tuple(named.get(word, "") for _, word in t.ZONES)
    return (*names, names[t.ATTACH])


def _phases(it: _Reader) -> tuple[str, ...]:
    """The book's name of each phase."""
    named = it.rows("phases", t.PHASES, str)
    it.all_of("phases", named, t.PHASES)
    return tuple(named[word] for word in t.PHASES)


def _materials(it: _Reader) -> str:
    """The effect of being a Command Material, "silent" or "bare"; "" = an edition without Commands."""
    if "commands" not in it.whole:
        return ""
    return it.convert("commands", it.table("commands"), Commands).materials


def _fits(it: _Reader, edition: Edition, board: BoardWords) -> None:
    """Check that no table contradicts another one, and that the file holds no unknown table."""
    if edition.grid:
        _fits_cells(it)
    else:
        _does_without_cells(it, edition)
    _fits_slots(it, edition)
    it.close()


def _grid(it: _Reader, board: BoardWords) -> Grid:
    try:
        return grid.read(board.rows, board.room, bool(board.arena)) if board.rows else grid.NO_CELLS
    except ValueError as error:
        raise it.fail("board.rows", str(error)) from error


def _fits_cells(it: _Reader) -> None:
    """Refuse words that move or keep Characters by rows, as they say nothing of the cell within a row."""
    for where, words in {"board.refill": ("asked", "none"), "back.enter": ("free", "never")}.items():
        table, key = where.split(".")
        it.word(where, it.whole[table][key], words)
    if it.says("back.last_front_stays"):
        raise it.fail("back.last_front_stays", "this is not for an edition with [board] rows")


def _fits_slots(it: _Reader, edition: Edition) -> None:
    """Where Characters take up slots, cards print them, and none comes to the front by another way."""
    if not edition.board.slots:
        return
    if not edition.grid or "CS" not in edition.stats:
        raise it.fail("board.slots", "this needs [board] rows, and CS among the [cards] stats")
    if edition.back.enter != "never":
        raise it.fail("back.enter", "with [board] slots Characters are 'never' played into the back row")


def _reach(it: _Reader, board: BoardWords, zones: tuple[str, ...]) -> tuple[tuple[int, bool], ...]:
    """The groups of Characters that shield those behind them: the row, and whether only its foremost."""
    found = []
    for words in board.reach:
        word = words.removeprefix("foremost ")
        (kind,) = it.kinds("board.reach", [word], zones)
        if kind not in (t.FRONT, t.BACKUP):
            raise it.fail("board.reach", "only rows of Characters shield what is behind them")
        if word != words and not board.rows:
            raise it.fail("board.reach", f"without [board] rows there is no {words!r}")
        found.append((kind, word != words))
    if t.BACKUP in dict(found) and it.whole["back"].get("reached") == "lock-on":
        raise it.fail("back.reached", "the row behind is no group of [board] reach, or not only for Lock-On")
    return tuple(found)


def _does_without_cells(it: _Reader, edition: Edition) -> None:
    """Rows are not changed by the cell."""
    if len({*edition.back.phases}) != len(t.OWN_PHASES):
        raise it.fail("back.phases", "without [board] rows Characters change rows in both Phases")


def _reasons(it: _Reader, of_features: Mapping[str, str]) -> dict[str, str]:
    """The rule of the book for every reason that this edition can have: one of the engine, of the family, or
    of a feature.
    """
    known = (*CITES, *_CORE, *of_features)
    conditional = {**reasons.ONLY_WITH, **of_features}
    only = {reason: where for reason, where in conditional.items() if not it.says(where)}
    spare = [reason for reason, where in reasons.SPARE_WITH.items() if it.says(where)]
    found = it.rows("reasons", known, str)
    it.all_of("reasons", found, [reason for reason in known if reason not in only and reason not in spare])
    for reason in found:
        if reason in only:
            raise it.fail(f"reasons.{reason}", f"without {only[reason]} nothing is refused for it")
    return found


def _counters(it: _Reader, keywords: dict[str, Keyword], words: tuple[str, ...]) -> dict[str, int]:
    """Damage Counters, those that keywords put, and Power Counters where cards come with them."""
    for word, keyword in keywords.items():
        if keyword.kind == "counter":
            it.word(f"keywords.{word}", word, t.COUNTER_COLUMNS)
    found = {}
    for word, column in t.COUNTER_COLUMNS.items():
        if word == "Damage":
            found[word] = column
        elif word in keywords and keywords[word].kind == "counter":
            found[words[t.KEYWORDS.index(word)]] = column
    found |= {
        t.COLUMN_NAMES[column]: column for word, column in t.BROUGHT_COLUMNS.items() if word in keywords
    }
    return found


def _upkeep(it: _Reader, counters: dict[str, int]) -> dict[str, Upkeep]:
    found = it.rows("upkeep", counters, Upkeep)
    for word, row in found.items():
        it.word(f"upkeep.{word}.phase", row.phase, t.PHASES)
    return found


def _classes(it: _Reader) -> dict[str, tuple[str, ...]]:
    found = it.rows("classes", t.DAMAGE_TYPES, list[str])
    it.all_of("classes", found, t.DAMAGE_TYPES[:1])
    if next(iter(found)) != t.DAMAGE_TYPES[0]:
        raise it.fail("classes", f"the weakest comes first, {t.DAMAGE_TYPES[0]}")
    for word, defences in found.items():
        for defence in defences:
            it.word(f"classes.{word}", defence, t.DEFENCES)
    return {word: tuple(defences) for word, defences in found.items()}


def _immunities(
    words: tuple[str, ...], counters: dict[str, int], labels: list[str], commands: bool, printed: bool
) -> dict[str, int]:
    """By what Immune lists in card files its bit: kinds of cards and actions, Counters, keywords and labels
    of damage in use.

    printed: Elements and Ranks as well.
    """
    own = dict(zip(t.KEYWORDS, words, strict=True))
    columns = {column: word for word, column in counters.items()}
    found = {}
    for bit, word in enumerate(t.IMMUNITIES):
        column = t.COUNTER_COLUMNS.get(word, 0)
        said = columns.get(column, "") if column else own.get(word, word)
        there = (word not in t.LABELS or word in labels) and (commands or word != "Commands")
        if said and there and (printed or (word not in t.ELEMENTS and word not in t.RANKS)):
            found[said] = 1 << bit
    return found

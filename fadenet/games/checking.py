"""All that is wrong with a set while it is written, and what is odd about it.

A text that is not TOML is read table by table, without those that are at fault; a head that makes no sense is
read as one that does; of a card is read what can be. So one look finds all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fadenet import games
from fadenet.engine.cardset import CardSet, keep, option_of
from fadenet.engine.errors import LoadError, LoadErrors, WrongInput
from fadenet.engine.language.files import SourceFile, parse
from fadenet.engine.language.meant import in_place_of
from fadenet.engine.language.places import TextPlace, TextPlaces
from fadenet.engine.language.sets import CARDS_MAX, SetData, merged, set_of
from fadenet.engine.language.shapes import path_of, without
from fadenet.engine.rules import Rules
from fadenet.games import oddities
from fadenet.games.decks import check_deck, load_deck
from fadenet.games.oddities import Readings

ROUNDS_MAX: Final = 20
_HEADER: Final = re.compile(r"^(?=[ \t]*\[{1,2}[ \t]*(?:set|card|deck)\b[^\n=]*\]{1,2}[ \t]*(?:#.*)?$)", re.M)
_NAMED: Final = re.compile(r"[ \t]*(\[{1,2}[ \t]*(\w+)(?:[ \t]*\.[ \t]*\"?([A-Za-z0-9_-]+))?[^\n\]]*\]{1,2})")
_AT: Final = re.compile(r"\(at line (\d+), column (\d+)\)")
_LINE: Final = re.compile(r"line (\d+)")


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that is wrong or odd: in which file and where, None if that is no one place; about which card
    or deck and which of its keys; in words."""

    file: str
    place: TextPlace | None
    card: str
    key: str
    said: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A set that was looked at. faults: what is wrong; warnings: what is odd. card_set: as far as it can be
    read, in `rules`; None for both if nothing can."""

    faults: tuple[Remark, ...]
    warnings: tuple[Remark, ...]
    card_set: CardSet | None
    rules: Rules | None


def check(texts: Sequence[SourceFile], readings: Readings) -> Checked:
    """Look at the texts of a set."""
    found = _Look(texts)
    return found.checked(found.read(), readings)


def check_set(card_set: CardSet, readings: Readings) -> Checked:
    """The same for a set whose data are in order, wherever it comes from."""
    return _Look([(card_set.name, "")]).checked(card_set, readings)


class _Look:
    """Reads what can be read, and gathers what is wrong."""

    def __init__(self, texts: Sequence[SourceFile]) -> None:
        self.texts = texts
        self.faults: list[LoadError] = []
        self.left_out: set[str] = set()  # cards and decks that are not TOML, or not made of plain data
        self.lost = False  # whether a text cannot be read at all
        self.whole: set[str] = set()  # cards without a fault
        self.cards: Mapping[str, Any] = {}

    def checked(self, card_set: CardSet | None, readings: Readings) -> Checked:
        """All about a set whose data are in order; None = they are not."""
        rules = self.load(card_set) if card_set is not None else None
        if rules is not None:
            self.faults += oddities.lookalikes(rules, readings)
        odd = self.odd(rules) if rules is not None else []
        at = _Finder(self.texts)
        faults, warnings = (sorted(map(at.remark, some), key=at.order) for some in (self.faults, odd))
        return Checked(tuple(faults), tuple(warnings), rules.sets[0] if rules is not None else None, rules)

    def read(self) -> CardSet | None:
        """The set, as far as its data are in order."""
        texts = [(file, self._readable(file, text)) for file, text in self.texts]
        data, wrong = merged(texts)
        self.faults += wrong
        if self.lost:
            return None
        gone: set[tuple[str, str]] = set()
        for _ in range(ROUNDS_MAX):
            try:
                return set_of(data, self.texts[0][0])
            except LoadErrors as error:
                fresh = [one for one in error.faults if (one.card, path_of(one.key)[0]) not in gone]
                self.faults += fresh
                gone |= {(one.card, str(path_of(one.key)[0])) for one in error.faults if one.card}
                less = _without_faults(data, error.faults)
                if less == data:
                    return None
                self.left_out |= set(data["card"]) - set(less["card"])
                data = less
        return None

    def _readable(self, file: str, text: str) -> str:
        """A text without the tables that are not TOML; they leave empty lines."""
        try:
            parse(text, file)
            return text
        except LoadError as error:
            if not isinstance(error.__cause__, ValueError):
                self.faults.append(error)
                self.lost = True
                return ""
            whole = error
        seen = len(self.faults)
        rest = self._whole_tables(file, _parts(text))
        try:
            parse(rest, file)
        except LoadError as error:
            self.faults.append(error)
            self.lost = True
        if len(self.faults) == seen:
            self.faults.append(whole)
        return "" if self.lost else rest

    def _whole_tables(self, file: str, parts: Sequence[_Part]) -> str:
        """The text without cards, decks and the head of which something is not TOML, or stands twice."""
        seen: set[str] = set()
        once: list[_Part] = []
        for part in parts:
            if part.header in seen:
                said = "this table stands further up already"
                self.faults.append(LoadError(file, "", f"line {part.line}", said))
                part = part._replace(text="\n" * part.text.count("\n"))
            try:
                parse("\n" * (part.line - 1) + part.text, file)
            except LoadError as error:
                self.faults.append(error)
                self.left_out.add(part.whose)
            once.append(part)
            seen |= {part.header} if part.header[:1] == "[" != part.header[1:2] else set()
        bad = self.left_out
        return "".join(["\n" * part.text.count("\n") if part.whose in bad else part.text for part in once])

    def load(self, card_set: CardSet) -> Rules | None:
        """The rules with the cards of a set, as far as they make sense."""
        if card_set.game not in games.NAMES:
            known = f"{in_place_of(card_set.game, games.NAMES)}; known: {', '.join(games.NAMES)}"
            said = f"there is no game '{card_set.game}'{known}"
            self.faults.append(LoadError(self.texts[0][0], "", "set.game", said, card_set.game))
            return None
        wrong: set[str] = set()
        self.cards = card_set.cards
        for _ in range(ROUNDS_MAX):
            keep(card_set)
            try:
                rules = games.load(card_set.game, **option_of([card_set]))
            except LoadErrors as error:
                mine = [(_own(one.card), one) for one in error.faults]
                self.faults += [one for slug, one in mine if slug not in wrong]
                now = {slug for slug, _ in mine}
                wrong |= now
                left = {_own(slug): table for slug, table in error.left.items()}
                cards = {slug: left.get(slug, table) for slug, table in card_set.cards.items()}
                cards = {slug: table for slug, table in cards.items() if slug in left or slug not in now}
                if not cards or cards == card_set.cards:
                    return None
                card_set = _with_cards(card_set, cards)
            except WrongInput as error:
                self.faults.append(LoadError(self.texts[0][0], "", "set.with", str(error)))
                return None
            else:
                self.whole = set(card_set.cards) - wrong
                return rules
        return None

    def odd(self, rules: Rules) -> list[LoadError]:
        """The oddities of cards that are in order and of decks; faults of decks are kept."""
        one = rules.sets[0]
        odd = [*oddities.found(rules, {one.slug(slug): slug for slug in self.whole})]
        for slug in sorted(one.decks):
            try:
                deck = load_deck(rules, one.slug(slug))
            except LoadError as error:
                lost = self.left_out | (set(self.cards) - set(one.cards))
                self.faults += [fault for fault in error.faults if path_of(fault.key)[-1] not in lost]
                continue
            if self.whole == set(self.cards) and not self.left_out:
                broken = check_deck(rules, deck.lists)
                odd += [
                    LoadError("", slug, "", f"this deck may not be played: {why} [{rule}]")
                    for rule, why in broken
                ]
        return odd


def _own(slug: str) -> str:
    return slug.rpartition(":")[2]


def _with_cards(one: CardSet, cards: Mapping[str, Any]) -> CardSet:
    """A set with other cards."""
    head = {"code": one.code, "name": one.name, "game": one.game, "with": list(one.beside)}
    return set_of({"set": head, "card": cards, "deck": one.decks}, one.name)


def _without_faults(data: SetData, faults: Sequence[LoadError]) -> SetData:
    """The data of a set with a head that will do and without what is wrong with cards and decks."""
    head = data["set"] if type(data["set"]) is dict else {}
    usual = {"code": "own", "name": "-", "game": "", "version": 1, "by": "", "license": "", "with": []}
    if head.get("game") in games.NAMES:
        usual |= {"game": head["game"], "with": [head["game"]]}
    parts = {part: dict(data[part]) if type(data[part]) is dict else {} for part in ("card", "deck")}
    for fault in sorted(faults, key=lambda fault: path_of(fault.key), reverse=True):
        path = path_of(fault.key)
        if not fault.card and path[0] == "set":
            name = str(path[-1])
            head = {key: value for key, value in head.items() if key != name}
            head |= {name: usual[name]} if usual.get(name) else {}
        elif not fault.card and path[0] in parts:
            tables = parts[str(path[0])]
            kept = [slug for slug, table in tables.items() if type(table) is dict][:CARDS_MAX]
            parts[str(path[0])] = {slug: tables[slug] for slug in kept}
        for part, tables in parts.items():
            if fault.card not in tables:
                continue
            less = without(tables[fault.card], path) if path[0] != part else None
            if less is None:
                del tables[fault.card]
            else:
                tables[fault.card] = less
    return {"set": head, **parts}


class _Part(NamedTuple):
    """A table of a text: its header, what it is about ("set", a slug), its text, on which line it begins."""

    header: str
    whose: str
    text: str
    line: int


def _parts(text: str) -> list[_Part]:
    """The tables of a text."""
    parts: list[_Part] = []
    line = 1
    for part in _HEADER.split(text):
        named = _NAMED.match(part)
        header, whose = (named[1], named[3] or named[2]) if named is not None else ("", "")
        parts.append(_Part(header, whose, part, line))
        line += part.count("\n")
    return parts


class _Finder:
    """Finds where in the texts of a set something stands."""

    def __init__(self, texts: Sequence[SourceFile]) -> None:
        self.files, self.places = [file for file, _ in texts], [TextPlaces(text) for _, text in texts]

    def remark(self, error: LoadError) -> Remark:
        """A fault with its place."""
        slug, said = _own(error.card), error.hint
        direct = _AT.search(said) or _LINE.fullmatch(error.key)
        if direct is not None and error.file in self.files:
            line, column = int(direct[1]), int(direct[2]) if direct.re is _AT else 1
            there = self.places[self.files.index(error.file)].on(line, column)
            return Remark(error.file, there, slug, "", _AT.sub("", said).strip())
        for file, places in zip(self.files, self.places, strict=True):
            for path in self._paths(slug, error.key):
                place = places.of(path, error.word)
                if place is not None:
                    return Remark(file, place, slug, error.key, said)
        return Remark(error.file if error.file in self.files else self.files[0], None, slug, error.key, said)

    def _paths(self, slug: str, key: str) -> list[tuple[str | int, ...]]:
        path = path_of(key)
        if not slug:
            return [path]
        inner = path if key and path[0] not in ("card", "deck") else ()
        named = path[1:] if len(path) > 1 and path[0] in ("card", "deck") else ()
        return [
            ("card", slug, *inner),
            ("deck", slug, *(inner or path if key else ())),
            ("deck", slug, *named),
        ]

    def order(self, remark: Remark) -> tuple[int, int, int]:
        """Sorts remarks as they stand in the files."""
        place = remark.place
        at = self.files.index(remark.file) if remark.file in self.files else 0
        return at, place.line if place else 0, place.column if place else 0

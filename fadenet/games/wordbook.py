"""The words that the cards of a game are written with, each with what it does and a card that says it.

They stand in the tables of the README of the game's family. A word that the game does not know is left out,
so that editions share one reference; the example is a card of the game itself, where one says the word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from fadenet.engine.language import files
from fadenet.engine.rules import Rules
from fadenet.games.fade import tables as fade
from fadenet.games.fade.typed import FadeRules
from fadenet.games.oddities import language_of
from fadenet.games.prelude import tables as prelude
from fadenet.games.prelude.typed import PreludeRules
from fadenet.games.spelling import slug as spelt
from fadenet.games.terrene import tables as terrene

_SECTION: Final = re.compile(r"^## (?:\d+\. )?([^\n]+)\n(.*?)(?=^## |\Z)", re.M | re.S)
_TABLE: Final = re.compile(r"^\|([^\n]+)\|\n\|(?:---\|)+\n((?:\|[^\n]+\|\n?)+)", re.M)
_MARKED: Final = re.compile(r"`([^`]+)`")
_WRITTEN: Final = re.compile(r'`(\{ |on = "|to = "|"(?:your )?)([a-z_-]+)')
_ASIDE: Final = re.compile(r" ?\([^()]*\)")
_SENTENCE: Final = re.compile(r"(?<=[.!?]) ")
_TITLES: Final = {"Triggers": "Events"}
"""Sections on the same matter have one title."""
_EDITIONS: Final = "Editions"
KEYWORDS: Final = "Keywords"
SECTIONS: Final = (
    *("Cards", "Types and icons", "Abilities", "Events", "Targets and answers", "Selectors", "Filters"),
    *("Amounts", "Conditions", "Effects", KEYWORDS),
)
"""The sections that describe words, in the order in which they are shown."""


class CardWord(NamedTuple):
    """A word, or several of one row. section: of the reference; keys: those that stand beside it, in words;
    means: what it does; example: how it is written; card: the slug of one that says it, "" = none does."""

    section: str
    words: tuple[str, ...]
    keys: str
    means: str
    example: str
    card: str


def words_of(rules: Rules) -> list[CardWord]:
    """All words of a game, by sections."""
    found: list[CardWord] = []
    for title, body in _SECTION.findall(files.text(rules.package, "README.md")):
        section = _TITLES.get(title, title)
        described = section in SECTIONS or section == _EDITIONS
        for head, rows in _TABLE.findall(body) if described else ():
            columns = [cell.strip() for cell in head.split("|")]
            for row in rows.splitlines():
                of_some = section == _EDITIONS
                found += _of_some(rules, row, found) if of_some else _words(rules, section, columns, row)
    told = {word for one in found if one.section == KEYWORDS for word in one.words}
    found += [_keyword(rules, word, "", "") for word in _keywords(rules).values() if word not in told]
    return sorted(found, key=lambda word: SECTIONS.index(word.section))


def _words(rules: Rules, section: str, columns: Sequence[str], row: str) -> list[CardWord]:
    """The words of a row of a table with these columns, [] if the game has none of them."""
    cells = [cell.strip() for cell in row.strip().strip("|").split(" | ")]
    by_column = dict(zip(columns, cells, strict=False))
    example, how = _plain(by_column.get("example", "")), by_column.get("how it is written", "")
    if section == KEYWORDS:
        named = by_column.get("keywords") or by_column.get("keyword", "")
        known = _keywords(rules)
        words = [one.strip(" `") for one in _ASIDE.sub("", named).split(",")]
        return [_keyword(rules, known[word], _plain(how), example) for word in words if word in known]
    first = by_column[columns[0]]
    names = [word.strip('"') for word in _MARKED.findall(first)] or [first]
    known_here = _known(rules, section)
    names = [name for name in names if known_here is None or name in known_here]
    if not names:
        return []
    told = [by_column.get(column, "") for column in columns[1:] if column not in ("keys", "example", "card")]
    means, keys = _plain("; ".join([one for one in told if one])), _plain(by_column.get("keys", ""))
    card = by_column.get("card", "")
    found = card if card in rules.written else said_by(rules, section, names)
    return [CardWord(section, tuple(names), keys, means, example, found)]


def _of_some(rules: Rules, row: str, found: Sequence[CardWord]) -> list[CardWord]:
    """The words of a row on what only some editions have, as they are written there."""
    first, *_, means = [cell.strip() for cell in row.strip().strip("|").split(" | ")]
    words: list[CardWord] = []
    for mark, name in _WRITTEN.findall(first):
        title = {"{ ": "Effects", 'on = "': "Events"}.get(mark, "Selectors")
        told = any([name in one.words for one in found if one.section == title])
        if not told and name in (_known(rules, title) or ()):
            example = _plain(first) if len(_MARKED.findall(first)) == 1 else ""
            words.append(CardWord(title, (name,), "", _plain(means), example, said_by(rules, title, [name])))
    return words


def _keyword(rules: Rules, word: str, keys: str, example: str) -> CardWord:
    """A keyword, with the first sentence of its rule."""
    rule = rules.book.rules.get(f"keyword.{spelt(word)}", {})
    means = _SENTENCE.split(str(rule.get("text", "")))[0]
    return CardWord(KEYWORDS, (word,), keys, means, example, said_by(rules, KEYWORDS, [word]))


def _keywords(rules: Rules) -> dict[str, str]:
    """The keywords of a game, by the words of its family."""
    if isinstance(rules, FadeRules):
        there = zip(fade.KEYWORDS, rules.edition.words, strict=True)
        return {word: own for word, own in there if own in rules.edition.keywords}
    words = prelude.KEYWORDS if isinstance(rules, PreludeRules) else terrene.KEYWORDS
    return {word: word for word in words}


def _known(rules: Rules, section: str) -> Collection[str] | None:
    """The words of a section that the game knows, None for a section of which all games of the family do."""
    language = language_of(rules)
    known: dict[str, Collection[str]] = {
        "Events": language.events,
        "Filters": language.filters,
        "Conditions": language.conditions,
        "Effects": language.effects,
        "Selectors": [*language.bases, *language.groups],
    }
    return known.get(section)


def said_by(rules: Rules, section: str, names: Sequence[str]) -> str:
    """The slug of the card with the shortest text that says one of these words, "" if none does."""
    cards = [card for card in rules.cards[1:] if _says(rules.written[card.slug], section, names)]
    return min(cards, key=lambda card: (len(card.text), card.code)).slug if cards else ""


def _says(value: Any, section: str, names: Sequence[str]) -> bool:
    """Whether one of these words stands in a table: as a key, an event, a selector or a keyword."""
    if type(value) is list:
        return any([_says(one, section, names) for one in value])
    if type(value) is str:
        return section in ("Selectors", "Amounts") and (value in names or value.rpartition(" ")[2] in names)
    if type(value) is not dict:
        return False
    if section == "Events":
        mine = value.get("on") in names
    elif section == KEYWORDS:
        borne = value.get("keywords")
        borne = borne if type(borne) is dict else {}
        mine = value.get("keyword") in names or any([word in borne for word in names])
    elif section == "Effects":
        mine = bool(value) and next(iter(value)) in names
    else:
        mine = section != "Selectors" and any([word in value for word in names])
    return mine or any([_says(one, section, names) for one in value.values()])


def _plain(text: str) -> str:
    """A cell of a table without its marks."""
    return text.replace("`", "").strip()


def card_source(slug: str, table: Mapping[str, Any]) -> list[str]:
    """A card as it stands in a file: the lines of its table, then those of its abilities."""
    lines = [f"[card.{slug}]"]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in table.items() if key != "ability"]
    for row in table.get("ability", []):
        lines += [
            "",
            f"[[card.{slug}.ability]]",
            *(f"{_key(key)} = {_value(value)}" for key, value in row.items()),
        ]
    return lines


def _value(value: Any) -> str:
    """A value in TOML."""
    if type(value) is bool:
        return str(value).lower()
    if type(value) is str:
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if type(value) is list:
        return f"[{', '.join(map(_value, value))}]"
    if type(value) is dict:
        inner = ", ".join([f"{_key(key)} = {_value(one)}" for key, one in value.items()])
        return f"{{ {inner} }}" if inner else "{}"
    return str(value)


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else _value(key)

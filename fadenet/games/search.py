"""The small language in which cards are looked for: words and filters that a card must fit, or must not.

    t:skill e:fire a:beast r:ultra kw:charge o:"draw a card" cost<=2 hp>5 word -e:water sort:cost -sort:hp

Words are found in any spelling. A filter that is not known is left out and named, never guessed. `sort:` says
in which order the cards come, with - before it the highest first.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fadenet.engine.card import Card
from fadenet.games.catalogue import Catalogue
from fadenet.games.spelling import letters, plain, slug, typed

TOKENS_MAX: Final = 64
SORT: Final = "sort"
_TOKEN: Final = re.compile(r'(?:[^\s"]|"[^"]*"?)+')
_FILTER: Final = re.compile(r"([A-Za-z]+)(<=|>=|<|>|=|:)(.*)", re.DOTALL)
_COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    ":": operator.eq,
}
CardFilter = Callable[[Card], bool]


@dataclass(frozen=True, slots=True)
class Query:
    """Tests that a card must all pass, what was left out: (token, why), and the facts by which the cards are
    put in order, each with whether the highest comes first."""

    tests: tuple[CardFilter, ...]
    ignored: tuple[tuple[str, str], ...]
    order: tuple[tuple[str, bool], ...] = ()

    def fits(self, card: Card) -> bool:
        """Whether the query finds a card."""
        return all(test(card) for test in self.tests)

    def found(self, cards: Iterable[Card], catalogue: Catalogue) -> list[Card]:
        """The cards that the query finds in its order, equal ones by name; those without a fact come last."""
        there = sorted((card for card in cards if self.fits(card)), key=lambda card: card.name)
        for fact, falling in reversed(self.order):
            known = [card for card in there if catalogue.facts(card)[fact] is not None]
            known.sort(key=lambda card: catalogue.facts(card)[fact], reverse=falling)
            there = [*known, *(card for card in there if catalogue.facts(card)[fact] is None)]
        return there


def parse(arguments: Sequence[str], catalogue: Catalogue) -> Query:
    """The query that the arguments of a command line make; a shell may have taken the quotes off a phrase."""
    tests: list[CardFilter] = []
    ignored: list[tuple[str, str]] = []
    order: list[tuple[str, bool]] = []
    tokens = [token for argument in arguments for token in _tokens(typed(argument))]
    for token in tokens[:TOKENS_MAX]:
        plain = token.lstrip("-!")
        wanted = _sorted_by(plain)
        if wanted in catalogue.sorts:
            order.append((wanted, token != plain))
            continue
        if wanted:
            ignored.append((token, f"cards of this game are sorted by {', '.join(catalogue.sorts)}"))
            continue
        test, why = _test(plain, catalogue)
        if test is None:
            ignored.append((token, why))
        else:
            tests.append(_negated(test) if token != plain else test)
    ignored += [(token, f"a query has at most {TOKENS_MAX} words") for token in tokens[TOKENS_MAX:]]
    return Query(tuple(tests), tuple(ignored), tuple(order))


def parse_line(line: str, catalogue: Catalogue) -> Query:
    """The query of a line that no shell has touched: its words, quotes holding together."""
    return parse(_TOKEN.findall(typed(line)), catalogue)


def _tokens(argument: str) -> list[str]:
    """Words of an argument, quotes holding together; `o:draw a card` whose quotes the shell ate is one."""
    pieces = _TOKEN.findall(argument)
    filters = [_FILTER.match(piece.lstrip("-!")) is not None or piece[0] in "-!" for piece in pieces]
    unquoted = filters[:1] == [True] and not any(filters[1:]) and '"' not in argument
    return [argument] if unquoted else pieces


def _sorted_by(token: str) -> str:
    """The key by which a token wants the cards sorted, "" if it says nothing of that."""
    match = _FILTER.fullmatch(token)
    said = match is not None and match[1].lower() == SORT and match[2] in ":="
    return match[3].replace('"', "").strip().lower() if match and said else ""


def _negated(test: CardFilter) -> CardFilter:
    return lambda card: not test(card)


def _test(token: str, catalogue: Catalogue) -> tuple[CardFilter | None, str]:
    """(what a card must fit, "") or (None, why it is left out)."""
    match = _FILTER.fullmatch(token)
    if match is None:
        word = slug(token)
        if not word:
            return None, "it has no letter and no digit"
        return (lambda card: word in slug(card.name) or word in card.slug), ""
    key, sign = match[1].lower(), match[2]
    value = plain(match[3].replace('"', "")).strip()
    if not value:
        return None, "nothing stands behind it"
    if key in catalogue.numbers:
        if not value.isascii() or not value.isdigit() or len(value) > 6:
            return None, f"{key} is compared with a whole number"
        return _compared(catalogue, key, _COMPARE[sign], int(value)), ""
    if sign not in ":=":
        return None, f"only {', '.join(catalogue.numbers)} can be compared"
    if key == "o":
        return (lambda card: value in plain(card.text)), ""
    if key in catalogue.keys and letters(value):
        return _worded(catalogue, catalogue.keys[key], value), ""
    return None, f"known keys: {catalogue.known}"


def _compared(catalogue: Catalogue, fact: str, compare: Callable[[int, int], bool], n: int) -> CardFilter:
    def test(card: Card) -> bool:
        printed = catalogue.facts(card)[fact]
        return printed is not None and compare(printed, n)

    return test


def _worded(catalogue: Catalogue, fact: str, value: str) -> CardFilter:
    def test(card: Card) -> bool:
        said = catalogue.facts(card)[fact]
        words = [said] if isinstance(said, str) else said or []
        return any(letters(word).startswith(letters(value)) for word in words)

    return test

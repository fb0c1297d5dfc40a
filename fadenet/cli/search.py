"""The small language of `fadenet cards`: words and filters that a card must fit, or must not.

    t:skill e:fire a:beast r:ultra kw:charge o:"draw a card" cost<=2 hp>5 word -e:water

A filter that is not known is left out and named, never guessed.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fadenet.engine.rules import Card
from fadenet.games.fade.printed import printed
from fadenet.games.fade.tables import KEYWORDS, RANKS, S_COST, S_HP, S_LEVEL, S_PLV, S_RANK

TOKENS_MAX = 64
_TOKEN = re.compile(r'(?:[^\s"]|"[^"]*"?)+')
_FILTER = re.compile(r"([A-Za-z]+)(<=|>=|<|>|=|:)(.*)", re.DOTALL)
_NUMBERS = {"cost": S_COST, "hp": S_HP, "plv": S_PLV, "level": S_LEVEL}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    ":": operator.eq,
}
_TEXTS: dict[str, Callable[[Card], Sequence[str]]] = {
    "t": lambda card: printed(card).types,
    "e": lambda card: printed(card).elements,
    "a": lambda card: card.extra["archetypes"],
    "r": lambda card: [rank_of(card)],
    "kw": lambda card: keywords_of(card),
}
KNOWN = ", ".join([*(f"{key}:" for key in (*_TEXTS, "o")), *_NUMBERS])

Test = Callable[[Card], bool]


@dataclass(frozen=True, slots=True)
class Query:
    """Tests that a card must all pass, and what was left out: (token, why)."""

    tests: tuple[Test, ...]
    ignored: tuple[tuple[str, str], ...]

    def fits(self, card: Card) -> bool:
        """Whether the query finds a card."""
        return all(test(card) for test in self.tests)


def rank_of(card: Card) -> str:
    """The name of a card's Rank, "" without one."""
    rank = card.stats[S_RANK]
    return RANKS[rank] if rank >= 0 else ""


def keywords_of(card: Card) -> list[str]:
    """The names of a card's keywords."""
    by_value = [name for name, n in zip(KEYWORDS, card.keywords, strict=True) if n]
    by_ability = [KEYWORDS[a.keyword] for a in card.abilities if a.keyword >= 0]
    return list(dict.fromkeys(by_value + by_ability))


def parse(arguments: Sequence[str]) -> Query:
    """The query that the arguments of a command line make; a shell may have taken the quotes off a phrase."""
    tests: list[Test] = []
    ignored: list[tuple[str, str]] = []
    tokens = [token for argument in arguments for token in _tokens(argument)]
    for token in tokens[:TOKENS_MAX]:
        plain = token.lstrip("-!")
        test, why = _test(plain)
        if test is None:
            ignored.append((token, why))
        else:
            tests.append(_negated(test) if token != plain else test)
    ignored += [(token, f"a query has at most {TOKENS_MAX} words") for token in tokens[TOKENS_MAX:]]
    return Query(tuple(tests), tuple(ignored))


def _tokens(argument: str) -> list[str]:
    """Words of an argument, quotes holding together; `o:draw a card` whose quotes the shell ate is one."""
    pieces = _TOKEN.findall(argument)
    filters = [_FILTER.match(piece.lstrip("-!")) is not None or piece[0] in "-!" for piece in pieces]
    unquoted = filters[:1] == [True] and not any(filters[1:]) and '"' not in argument
    return [argument] if unquoted else pieces


def _negated(test: Test) -> Test:
    return lambda card: not test(card)


def _test(token: str) -> tuple[Test | None, str]:
    """(what a card must fit, "") or (None, why it is left out)."""
    match = _FILTER.fullmatch(token)
    if match is None:
        word = token.replace('"', "").lower()
        return (lambda card: word in card.name.lower()), ""
    key, sign = match[1].lower(), match[2]
    value = match[3].replace('"', "").strip().lower()
    if not value:
        return None, "nothing stands behind it"
    if key in _NUMBERS:
        if not value.isascii() or not value.isdigit() or len(value) > 6:
            return None, f"{key} is compared with a whole number"
        place, compare, n = _NUMBERS[key], _COMPARE[sign], int(value)
        return (lambda card: card.stats[place] >= 0 and compare(card.stats[place], n)), ""
    if sign not in ":=":
        return None, f"only {', '.join(_NUMBERS)} can be compared"
    if key == "o":
        return (lambda card: value in card.text.lower()), ""
    if key in _TEXTS:
        words = _TEXTS[key]
        return (lambda card: any(said.lower().startswith(value) for said in words(card))), ""
    return None, f"known keys: {KNOWN}"

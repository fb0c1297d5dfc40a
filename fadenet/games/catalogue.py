"""How the cards of games are listed, searched and put into decks: facts by name, keys of a query, faces.

`CATALOGUES` makes that of a game's rules, by family. Facts are what `--json` shows and what a query
compares: numbers as ints, None for one that is not printed, words as lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import Any, Final

from fadenet.engine.card import Card
from fadenet.engine.rules import Rules
from fadenet.games.fade import tables as fade
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.language.printed import lines as fade_lines
from fadenet.games.fade.language.printed import printed
from fadenet.games.fade.typed import FadeCard, FadeRules
from fadenet.games.prelude import tables as prelude
from fadenet.games.prelude import values as prelude_values
from fadenet.games.prelude.book import callings
from fadenet.games.prelude.printed import kinds_of
from fadenet.games.prelude.printed import printed as prelude_printed
from fadenet.games.prelude.typed import PreludeCard
from fadenet.games.terrene import tables as terrene
from fadenet.games.terrene.typed import TerreneCard

CardFacts = dict[str, Any]
Shuffle = Callable[[list[Any]], None]
Stock = tuple[str, Sequence[int]]
"""The stock with which a match begins: the name of whom it is played as, "" where that is not chosen, and the
codes of the cards to draw from."""


def _first_deck(rules: Rules, lists: Sequence[Sequence[int]], shuffle: Shuffle) -> Stock:
    return "", lists[0]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """facts: those printed on a card. keys: short key of a query -> fact that holds words. numbers: facts to
    compare. line: a card on one line. face: a card as lines of about this many characters. curves: numbers
    that say what a deck costs to play; counted: facts in words that are counted in one. table: in which of
    the game's decks a card belongs. stock: the cards from which a deck draws, by chance where a match would
    choose."""

    facts: Callable[[Card], CardFacts]
    keys: Mapping[str, str]
    numbers: tuple[str, ...]
    line: Callable[[Card], str]
    face: Callable[[Card, int], list[str]]
    curves: tuple[str, ...]
    counted: tuple[str, ...]
    table: Callable[[Card], int]
    stock: Callable[[Rules, Sequence[Sequence[int]], Shuffle], Stock] = _first_deck

    @property
    def known(self) -> str:
        """The keys of a query, to be shown."""
        return ", ".join([*(f"{key}:" for key in (*self.keys, "o", "sort")), *self.numbers])

    @property
    def sorts(self) -> tuple[str, ...]:
        """The keys by which cards can be sorted."""
        return "name", *self.numbers


def _shown(n: int) -> int | None:
    return n if n >= 0 else None


def _fade(rules: Rules) -> Catalogue:
    """Keywords are called what the edition calls them."""
    assert isinstance(rules, FadeRules)
    words = {"t": "types", "e": "elements", "a": "archetypes", "r": "rank", "kw": "keywords"}
    return Catalogue(
        partial(_fade_facts, rules.edition),
        words | ({"d": "directions"} if rules.edition.materials else {}),
        ("cost", "hp", "plv", "level", *map(str.lower, rules.edition.stats)),
        _fade_line,
        _fade_face,
        ("cost", *(["cs"] if "CS" in rules.edition.stats else []), "level"),
        ("types", "elements"),
        _fade_table,
    )


def _fade_table(card: Card) -> int:
    """Characters lie in the Fighter Pool, but for those that may be in the Deck."""
    assert isinstance(card, FadeCard)
    return int(bool(card.types & fade.CHARACTER) and not card.in_deck)


def _fade_facts(edition: Edition, card: Card) -> CardFacts:
    assert isinstance(card, FadeCard)
    p = printed(card)
    rank = _shown(card.stats[fade.S_RANK])
    more = zip(fade.MORE_STATS, (fade.S_CS, fade.S_DEF, fade.S_AGI), strict=True)
    return {
        "slug": card.slug,
        "name": p.name,
        "types": list(p.types),
        "elements": list(p.elements),
        "archetypes": list(card.archetypes),
        "cost": _shown(card.stats[fade.S_COST]),
        "hp": _shown(card.stats[fade.S_HP]),
        "plv": _shown(card.stats[fade.S_PLV]),
        "level": _shown(card.stats[fade.S_LEVEL]),
        **{name.lower(): _shown(card.stats[stat]) for name, stat in more if name in edition.stats},
        "rank": None if rank is None else fade.RANKS[rank],
        "keywords": [word for word, n in zip(edition.words, card.keywords, strict=True) if n],
        **({"directions": [fade.DIRECTIONS[d] for d in card.directions]} if edition.materials else {}),
        "text": p.text,
    }


def _fade_line(card: Card) -> str:
    assert isinstance(card, FadeCard)
    p = printed(card)
    figures = ", ".join(x for x in (p.cost, p.left, p.right, p.kind) if x)
    kind = " ".join(x for x in ("/".join(p.elements), "/".join(p.types)) if x)
    return f"{p.name} ({kind}{f'; {figures}' if figures else ''}): {p.text}"


def _fade_face(card: Card, width: int) -> list[str]:
    assert isinstance(card, FadeCard)
    return fade_lines(card, width)


def _terrene_facts(card: Card) -> CardFacts:
    assert isinstance(card, TerreneCard)
    stats = card.stats
    figures = {
        word.lower(): stats[k]
        if card.types & (terrene.TERRAIN if word == "Actions" else terrene.CHARACTER)
        else None
        for k, word in enumerate(terrene.QUANTITIES)
    }
    side, kind = stats[terrene.S_AFFILIATION], stats[terrene.S_CLASS]
    return {
        "slug": card.slug,
        "name": card.name,
        "types": [word for i, word in enumerate(terrene.TYPES) if card.types >> i & 1],
        "class": terrene.CLASSES[kind - 1] if kind else None,
        "affiliation": terrene.AFFILIATIONS[side - 1] if side else None,
        **figures,
        "keywords": [word for word, n in zip(terrene.KEYWORDS, card.keywords, strict=True) if n],
        "own": card.own,
        "text": card.text,
    }


def _terrene_figures(card: Card) -> str:
    facts = _terrene_facts(card)
    return ", ".join(
        f"{facts[word.lower()]} {word}" for word in terrene.QUANTITIES if facts[word.lower()] is not None
    )


def _terrene_line(card: Card) -> str:
    facts = _terrene_facts(card)
    kind = " ".join(x for x in (facts["affiliation"], facts["class"], "/".join(facts["types"])) if x)
    figures = _terrene_figures(card)
    return f"{card.name} ({kind}{f'; {figures}' if figures else ''}): {card.text}"


def _terrene_face(card: Card, width: int) -> list[str]:
    assert isinstance(card, TerreneCard)
    facts = _terrene_facts(card)
    kind = " ".join(x for x in (facts["affiliation"], facts["class"]) if x)
    number = card.number
    top = f"{card.name:<{width - len(str(number))}}{number}"
    text = wrap(f"{card.text} {card.origin}".strip(), width)
    return [top, f"{'/'.join(facts['types'])}  {kind}", _terrene_figures(card), *text]


_TERRENE: Final = Catalogue(
    _terrene_facts,
    {"t": "types", "c": "class", "a": "affiliation", "kw": "keywords"},
    ("sp", "lv", "hp", "atk", "def", "actions"),
    _terrene_line,
    _terrene_face,
    ("sp", "lv", "actions"),
    ("types", "affiliation", "class"),
    lambda card: 0,
)


def _prelude_facts(card: Card) -> CardFacts:
    assert isinstance(card, PreludeCard)
    stats = card.stats
    words = {
        "line": (prelude.LINES, prelude.S_LINE),
        "race": (prelude.RACES, prelude.S_RACE),
        "value": (prelude.VALUES, prelude.S_VALUE),
    }
    return {
        "slug": card.slug,
        "name": card.name,
        "types": [word for i, word in enumerate(prelude.KINDS) if card.types >> i & 1],
        "icons": [word for i, word in enumerate(prelude.ICONS, len(prelude.KINDS)) if card.types >> i & 1],
        **{word: line[stats[at] - 1] if stats[at] else None for word, (line, at) in words.items()},
        **{word.lower(): stats[at] or None for at, word in enumerate(prelude.FIGURES)},
        "keywords": [word for word, n in zip(prelude.KEYWORDS, card.keywords, strict=True) if n],
        "own": card.own,
        "text": card.text,
    }


def _prelude_line(card: Card) -> str:
    assert isinstance(card, PreludeCard)
    return f"{card.name} ({kinds_of(card)}; {', '.join(prelude_printed(card))}): {card.text}"


def _prelude_face(card: Card, width: int) -> list[str]:
    assert isinstance(card, PreludeCard)
    figures = wrap(", ".join(prelude_printed(card)), width)
    return [card.name, kinds_of(card), *figures, *wrap(card.text, width)]


def _prelude_stock(rules: Rules, lists: Sequence[Sequence[int]], shuffle: Shuffle) -> Stock:
    """The Battle Chest of a character in a calling that is open to it (prelude setup.battle-chest)."""
    deck, characters = ([_prelude_card(rules.cards[code]) for code in codes] for codes in lists)
    open_to = [(who, *one) for who in characters for one in callings(who, deck)]
    if not open_to:
        return "", lists[0]
    shuffle(open_to)
    who, name, lines, placed = open_to[0]
    left = [card.code for card in deck if not prelude_values.unusable(who, lines, card)]
    for card in placed:
        left.remove(card.code)
    return f"{who.name}, {name}", left


def _prelude_card(card: Card) -> PreludeCard:
    assert isinstance(card, PreludeCard)
    return card


_PRELUDE: Final = Catalogue(
    _prelude_facts,
    {"t": "types", "i": "icons", "l": "line", "kw": "keywords"},
    tuple(map(str.lower, prelude.FIGURES)),
    _prelude_line,
    _prelude_face,
    ("suspend", "price", "tier"),
    ("types", "line", "icons"),
    lambda card: int(bool(card.types & prelude.IS_CHARACTER)),
    _prelude_stock,
)
CATALOGUES: Final[Mapping[str, Callable[[Rules], Catalogue]]] = {
    "fade": _fade,
    "terrene": lambda rules: _TERRENE,
    "prelude": lambda rules: _PRELUDE,
}


def catalogue_of(rules: Rules) -> Catalogue:
    """How the cards of a game are listed. Raises `KeyError` for a family without a catalogue."""
    return CATALOGUES[rules.descriptor.family](rules)

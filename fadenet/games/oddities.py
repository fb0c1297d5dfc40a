"""Finds odd things about cards that are right: each is a warning with its reason.

A card may say what nothing fits, cost what nobody has, be bettered by another one, or repeat it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from fadenet.engine.card import Card
from fadenet.engine.errors import LoadError
from fadenet.engine.language.compiler import Compiler, Language
from fadenet.engine.language.meant import in_place_of
from fadenet.engine.rules import Rules
from fadenet.games.dominance import FIGURES, Written, at_least
from fadenet.games.fade.typed import FadeRules
from fadenet.games.prelude import tables as prelude
from fadenet.games.prelude import values
from fadenet.games.prelude.typed import PreludeCard, PreludeRules
from fadenet.games.terrene import tables as terrene
from fadenet.games.terrene.typed import TerreneRules

_PICKED: Final = ("from", "lowest", "highest")
_HIDDEN: Final = ("for", "reveal")
"""The keys under which filters stand without a selector."""


def language_of(rules: Rules) -> Language:
    """The language of the cards of a game."""
    assert isinstance(rules, FadeRules | PreludeRules | TerreneRules)
    return rules.language


Readings = Callable[[str], frozenset[str]]
"""The readings of a name, of which those that look the same have one in common."""


def lookalikes(rules: Rules, readings: Readings) -> list[LoadError]:
    """The faults of cards of the rules' sets whose names look like those of cards ahead of them: of the
    game's own, or of sets."""
    seen: dict[str, Card] = {}
    faults: list[LoadError] = []
    for card in rules.cards[1:]:
        read = readings(card.name)
        other = next((seen[one] for one in sorted(read) if one in seen), None)
        of = next((one for one in rules.sets if card.slug.startswith(f"{one.code}:")), None)
        if other is not None and of is not None:
            said = f"'{card.name}' looks like the name of '{other.slug}', {other.name}"
            faults.append(LoadError(of.name, card.slug, "name", said, card.name))
        seen.update(dict.fromkeys(read, card))
    return faults


def found(rules: Rules, slugs: Collection[str]) -> list[LoadError]:
    """The oddities of the cards of these slugs."""
    odd: list[LoadError] = []
    for slug in slugs:
        card, table = rules.by_slug[slug], rules.written[slug]
        odd += _meets_nothing(rules, slug, table)
        odd += _asks_what_is_hidden(rules, slug, table)
        odd += _names_nobody(rules, slug, table)
        odd += _costs_too_much(rules, slug, table)
        odd += _spends_nothing(rules, slug, table)
        odd += _has_no_user(rules, slug, card)
        odd += _beside_others(rules, card)
    return odd


def _meets_nothing(rules: Rules, slug: str, table: Written) -> list[LoadError]:
    """Filters that no card there is passes."""
    odd: list[LoadError] = []
    for key, filters in _filters(table, language_of(rules)):
        tests = _printed(rules, slug, filters)
        cards = rules.cards[1:]
        if not tests or any([all([test(card) for _, test in tests]) for card in cards]):
            continue
        said = " and ".join([f"{name} = {filters[name]!r}" for name, _ in tests])
        words = [filters[name] for name, test in tests if not any(map(test, cards))]
        word = next((one for one in words if type(one) is str), "")
        hint = in_place_of(word, _words_on(rules)) if word else ""
        odd.append(LoadError("", slug, key, f"no card of any deck fits this: {said}{hint}", word))
    return odd


def _asks_what_is_hidden(rules: Rules, slug: str, table: Written) -> list[LoadError]:
    """Filters by what a card is, of cards that lie face-down."""
    odd: list[LoadError] = []
    for key, one in _selectors(table, language_of(rules)):
        group = one["from"].partition(" ")[2] if type(one.get("from")) is str else ""
        for name in _by_face(rules, slug, one) if group in language_of(rules).face_down else ():
            said = f"what lies face-down shows nothing to '{name}': this finds nothing"
            odd.append(LoadError("", slug, key, said, name))
    return odd


def _by_face(rules: Rules, slug: str, selector: Written) -> list[str]:
    """The words of a selector that look at what a card is."""
    filters = {word: it for word, it in selector.items() if word not in _PICKED}
    printed = [name for name, _ in _printed(rules, slug, filters)]
    stats = {word: selector[word] for word in ("lowest", "highest") if word in selector}
    stats |= {word: it.get("of") for word, it in filters.items() if word in ("at_least", "at_most")}
    return printed + [word for word, of in stats.items() if of not in language_of(rules).counted]


def _printed(rules: Rules, slug: str, filters: Written) -> list[tuple[str, Callable[[Card], bool]]]:
    """The tests of the filters that look at printed values; what is not printed may be so of any card."""
    language = language_of(rules)
    tests: list[tuple[str, Callable[[Card], bool]]] = []
    for name, value in filters.items():
        try:
            if language.printed is not None:
                tests.append((name, language.printed(Compiler(language, "", slug), {name: value})[0]))
        except LoadError:
            continue
    return tests


def _words_on(rules: Rules) -> set[str]:
    """The names of all cards, and the words that are written on them under a key of several."""
    listed = [one for table in rules.written.values() for one in table.values() if type(one) is list]
    words = {word for one in listed for word in one if type(word) is str}
    return words | {card.name for card in rules.cards[1:]}


def _filters(table: Written, language: Language) -> list[tuple[str, Written]]:
    """(key of the card or ability, filters) of all selectors in a table that have any."""
    all_of_them = _selectors(table, language)
    found = [(key, {word: it for word, it in one.items() if word not in _PICKED}) for key, one in all_of_them]
    return [(key, filters) for key, filters in found if filters]


def _selectors(table: Written, language: Language) -> list[tuple[str, Written]]:
    """(key of the card or ability, table) of all selectors in a table."""
    found: list[tuple[str, Written]] = []
    for key, value in table.items():
        rows = enumerate(value, 1) if key == "ability" else ()
        for place, inner in [(f"{key} {n}", row) for n, row in rows] or [(key, value)]:
            for one in _tables(inner, key in _HIDDEN):
                if set(one) <= {*language.filters, *_PICKED}:
                    found.append((place, one))
    return found


def _tables(value: Any, hidden: bool) -> list[Written]:
    """The tables in a value that have filters."""
    if type(value) is list:
        return [one for inner in value for one in _tables(inner, False)]
    if type(value) is not dict:
        return []
    mine = [value] if "from" in value or hidden else []
    return mine + [one for key, inner in value.items() for one in _tables(inner, key in _HIDDEN)]


def _names_nobody(rules: Rules, slug: str, table: Written) -> list[LoadError]:
    """Names of cards that there are not."""
    names = {card.name for card in rules.cards[1:]}
    named = [(key, name) for key in ("level_up", "unique_to") for name in table.get(key, [])]
    return [
        LoadError("", slug, key, f"there is no card named '{name}'{in_place_of(name, names)}", name)
        for key, name in named
        if name not in names
    ]


def _costs_too_much(rules: Rules, slug: str, table: Written) -> list[LoadError]:
    """Abilities that cost more than anybody can have."""
    most = rules.figures.tp_max if isinstance(rules, FadeRules) else 0
    said = "nobody can ever use this: it costs {} TP, and nobody has more than {}"
    return [
        LoadError("", slug, f"ability {n}", said.format(row["cost"], most), str(row["cost"]))
        for n, row in enumerate(table.get("ability", []), 1)
        if most and row.get("cost", 0) > most
    ]


def _has_no_user(rules: Rules, slug: str, card: Card) -> list[LoadError]:
    """A card that no Character there is may use: a Command of a class, what needs icons and ranks."""
    lacks = False
    if isinstance(rules, TerreneRules) and card.types & terrene.COMMAND:
        kind = card.stats[terrene.S_CLASS]
        there = rules.of_types[terrene.CHARACTER]
        lacks = bool(kind) and kind not in [rules.cards[code].stats[terrene.S_CLASS] for code in there]
    elif isinstance(rules, PreludeRules) and not card.types & prelude.IS_CHARACTER:
        lacks = not users(rules, card)
    said = "nobody can ever use this: no Character there is has what it needs"
    return [LoadError("", slug, "name", said)] if lacks else []


def users(rules: PreludeRules, card: PreludeCard | Card) -> set[tuple[int, int]]:
    """(character, first rank) of all in Prelude who may use a card that is not a character."""
    assert isinstance(card, PreludeCard)
    ranks = [one for one in rules.cards if one.types & prelude.RANK and one.stats[prelude.S_TIER] == 1]
    whole = [(rules.cards[who], rank) for who in rules.of_types[prelude.IS_CHARACTER] for rank in ranks]
    return {
        (who.code, rank.code)
        for who, rank in whole
        if values.has_icons(who, rank)
        and not values.unusable(who, values.opened_lines(rank.stats[prelude.S_LINE]), card)
    }


def _spends_nothing(rules: Rules, slug: str, table: Written) -> list[LoadError]:
    """Counters that an ability costs although nothing puts any."""
    said = "nobody can ever use this: it costs {} Counters, and no card puts any"
    spent = [(n, name) for n, row in enumerate(table.get("ability", []), 1) for name in row.get("spend", {})]
    return [
        LoadError("", slug, f"ability {n}", said.format(name), name)
        for n, name in spent
        if not any([_puts(one, name) for one in rules.written.values()])
    ]


def _puts(value: Any, name: str) -> bool:
    """Whether a table says that Counters of a kind are put somewhere."""
    if type(value) is list:
        return any([_puts(one, name) for one in value])
    if type(value) is not dict:
        return False
    mine = value.get("counter") == name and "remove" not in value
    borne = name in (value.get("keywords") or {})
    return mine or borne or any([_puts(one, name) for one in value.values()])


def _beside_others(rules: Rules, card: Card) -> list[LoadError]:
    """Other cards that say the same, or are better for no more."""
    figures, table, language = FIGURES[rules.descriptor.family], rules.written[card.slug], language_of(rules)
    odd: list[LoadError] = []
    repeated = bettered = ""
    for other in rules.cards[1:]:
        if other is card:
            continue
        theirs = rules.written[other.slug]
        better = at_least(theirs, table, figures, language)
        if better and not at_least(table, theirs, figures, language):
            bettered = bettered or other.slug
        elif better or (card.text and card.text == other.text and card.types == other.types):
            repeated = repeated or other.slug
    if bettered:
        said = f"'{bettered}' has all of this and more, at no higher cost"
        odd.append(LoadError("", card.slug, "name", said))
    elif repeated:
        odd.append(LoadError("", card.slug, "name", f"this says the same as '{repeated}'"))
    return odd

"""Continuous effects that ask for values: none that a set may have asks for what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import natures, values
from fadenet.games.fade.language import given, vocabulary
from fadenet.games.fade.typed import FadeRules
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import character

VALUES: tuple[Any, ...] = (1, True, ["Fire"], ["Attacks"], "attack", {"elements": ["Fire"], "n": 1})
"""Values of gifts: each has the first that the loader takes."""
SILENT = frozenset({"Mute", "last_stand"})
"""Gifts by which others do nothing, or which nobody who has Characters has."""


def conditions(rules: FadeRules) -> Iterator[dict[str, Any]]:
    """One for each word by which a text asks for a value of something."""
    for word in vocabulary.make_language(rules).stats:
        yield {"is": "all characters", "at_least": {"of": word, "n": 1}}
    for word in given.borne(rules):
        yield {"is": "all characters", "keyword": word}
    yield {"is": "all characters", "element": "Fire"}
    yield {"elements_among": "all characters", "all": ["Fire"]}
    yield {"last_stand": "enemy players"}


def bearer(slug: str, *rows: dict[str, Any]) -> str:
    return character(slug, "Fire", cost=0, hp=20, plv=5, level=1, ability=list(rows))


def gifts(rules: FadeRules) -> dict[str, Any]:
    """Every gift of an edition with something that it may say."""
    language = vocabulary.make_language(rules)
    found: dict[str, Any] = {}
    for word, value in product((*language.quantities, *language.gifts), VALUES):
        if word not in found:
            try:
                rules_with(bearer("try", {"gives": {word: value}}), edition=rules.name)
                found[word] = value
            except LoadError:
                pass
    return found


@pytest.mark.parametrize("edition", ["faroe", "fade2", "fade1"])
def test_no_effect_asks_for_what_it_changes(edition: str) -> None:
    """given Characters who give something while a value is so, beside others who give everything, all of them
    hurt, when their values are asked for, then no effect is ever left out because it asks for what it changes
    itself: what would is refused in a set, as what takes ever longer the more there are."""
    plain = rules_with(edition=edition)
    gives = gifts(plain)
    loud = [word for word in gives if word not in SILENT]
    parts = [{word: gives[word] for word in loud[n : n + 6]} for n in range(0, len(loud), 6)]
    beside = {f"gives-{n}": [{"gives": row, "to": "all characters"}] for n, row in enumerate(parts)}
    refused = 0
    for word in gives.keys() - {"Mute"}:  # which is given without a condition alone
        whens: list[dict[str, Any]] = [*({"if": one} for one in conditions(plain)), {"keyword": "Paradox"}]
        rows = [{"gives": {word: gives[word]}, "to": "all characters", **when} for when in whens]
        alone = rules_with("".join(bearer(f"c{n}", row) for n, row in enumerate(rows)), edition=edition)
        circles = {one.card for one in alone.depending if one.gives in one.asks}
        refused += len(circles)
        taken = [row for n, row in enumerate(rows) if f"c{n}" not in circles]
        six = {f"asks-{n}": taken[n : n + 6] for n in range(0, len(taken), 6)}
        cards = "".join(bearer(slug, *there) for slug, there in {**six, **beside}.items())
        for slug in six:
            assert not left_out(Duel(cards, edition=edition), slug, list(beside)), six[slug]
    assert refused > 10


def left_out(d: Duel, slug: str, beside: list[str]) -> int:
    """How often an effect is left out while the values of all are asked for, four being such cards."""
    there = [d.character(seat, slug) for seat in (0, 1) for _ in range(2)]
    there += [d.character(n % 2, other) for n, other in enumerate(beside)]
    for h in there:
        for column in (t.DAMAGE, t.DRAIN, t.AURA):
            d.s.own_num(column)[h] = 1
    d.s.index = None
    for h in there:
        for ask in (values.plv, values.hp, values.defense, natures.elements):
            ask(d.s, h)
        values.keyword(d.s, h, t.K_FLASH)
    assert d.s.index is not None
    return d.s.index.left_out

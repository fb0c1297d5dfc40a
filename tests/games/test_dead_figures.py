"""No card of the F.A.D.E. family carries a figure that can hardly ever do anything in its edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fadenet import games
from fadenet.engine.language import files
from fadenet.games.fade import intent
from fadenet.games.fade.edition import edition_of
from fadenet.games.fade.tables import CHARACTER, S_DEF
from fadenet.games.fade.typed import PACKAGE

EDITIONS = [name for name, game in games.GAMES.items() if game.family == "fade"]


def effects(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """(slug, effect) of everything that the cards of an edition do."""
    folders = (*edition_of(name).shelves, name)
    texts = [text for folder in folders for text in files.sources(PACKAGE, "cards", folder)]
    for slug, (_, table) in files.card_tables(texts, name).items():
        for row in (table, *table.get("ability", ())):
            for effect in intent.flat(row.get("do", [])):
                yield slug, effect


@pytest.mark.parametrize("name", EDITIONS)
def test_damage_of_a_fixed_amount_hurts_most_characters(name: str) -> None:
    """given damage of so much, then more than half of the edition's Characters have less DEF than that."""
    rules = games.load(name)
    defences = [card.stats[S_DEF] for card in rules.cards if card.types & CHARACTER]
    found = 0
    for slug, effect in effects(name):
        n = effect.get("damage", effect.get("attack"))
        if type(n) is int and effect.get("to") not in ("you", "enemy players", "all players"):
            found += 1
            assert sum(defence < n for defence in defences) > len(defences) / 2, (slug, effect)
    assert found


@pytest.mark.parametrize("name", EDITIONS)
def test_agi_changes_until_combo_potential_is_set(name: str) -> None:
    """given a change of AGI, then it does not end with the turn: that is asked for only as a turn begins."""
    for slug, effect in effects(name):
        assert effect.get("mod") != "AGI" or effect.get("until") == "end", slug

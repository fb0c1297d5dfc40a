"""What the search has found in the loader and around it: words that can never work are refused by name."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games import decks
from tests.meetings.shelves import game

ELF: dict[str, Any] = {"type": "Character", "race": "Elf", "life": 20, "initiative": 12, "icons": ["common"]}
BLOCK: dict[str, Any] = {"name": "Shrug", "types": ["Item"], "rank": "Normal", "cost": 0}


def test_a_character_who_can_take_up_no_rank_is_refused() -> None:
    """given a character of Prelude without the icon of any line of ranks, then it does not load."""
    with pytest.raises(LoadError, match="icons: a character shows the icon of a line of ranks"):
        game("prelude").rules({"stray": {"name": "Stray", **ELF}})


def test_two_who_share_their_only_line_are_not_drawn_together() -> None:
    """given characters of two races with one line open to each, and it the same, then decks that are drawn
    have others and are legal."""
    cards = {
        f"twin-{race.lower()}": {**ELF, "name": f"Twin {race}", "race": race, "icons": ["barbarian"]}
        for race in ("Elf", "Dwarf")
    }
    rules = game("prelude").rules(cards)
    first = {rules.code_of(slug) for slug in cards}

    def leaning(there: list[Any]) -> None:
        Random(1).shuffle(there)
        there.sort(key=lambda card: card.code not in first)

    drawn = rules.book.draw_deck(leaning)
    assert not decks.check_deck(rules, drawn) and not first <= {*drawn[1]}


@pytest.mark.parametrize("name", ["faroe", "fade2", "fade1"])
@pytest.mark.parametrize("word", ["block", "negate", "deflect"])
def test_what_is_done_to_an_answered_link_answers_one(name: str, word: str) -> None:
    """given a card that Blocks, Negates or Deflects and answers nothing, then it does not load."""
    targets = [{"pick": "your characters"}]
    with pytest.raises(LoadError, match="'answers'"):
        game(name).rules({"shrug": {**BLOCK, "targets": targets, "do": [{word: True}]}})

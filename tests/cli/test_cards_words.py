"""`fadenet cards words`: the language of a game's cards."""

from __future__ import annotations

import json

from tests.cli.helpers import Cli


def test_all_words_are_listed_under_their_sections(cli: Cli) -> None:
    assert cli("cards", "words", "prelude") == 0
    lines = cli.out.splitlines()
    assert {"Events", "Effects", "Selectors", "Conditions", "Amounts", "Keywords"} <= set(lines)
    assert "heal: life, up to what is printed, to those who have any left" in lines
    assert max(map(len, lines)) <= 80


def test_one_word_is_shown_with_a_card_and_its_text(cli: Cli) -> None:
    assert cli("cards", "words", "faroe", "Heal") == 0
    assert "heal (Effects): remove damage" in cli.out
    assert "[card.silt-embrace]" in cli.out and "Silt Embrace: One of your Characters heals 3 HP" in cli.out
    assert cli("cards", "words", "faroe", "heal", "--json") == 0
    (word,) = json.loads(cli.out)["words"]
    assert (word["section"], word["words"], word["card"]) == ("Effects", ["heal"], "silt-embrace")


def test_a_word_that_there_is_not_is_guessed(cli: Cli) -> None:
    assert cli("cards", "words", "terrene", "clenase") == 4
    assert "did you mean cleanse?" in cli.err

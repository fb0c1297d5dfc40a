"""Cards of Legends in Decks (topic deck), and deck files."""

from __future__ import annotations

from pathlib import Path

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games import decks
from fadenet.games.fade import edition
from fadenet.games.fade.typed import FadeRules
from tests.builders.decklists import CARDS, broken, deck_of, pool_of
from tests.builders.scenario import rules_with
from tests.cards.fade import card, skill

LEGEND = card("titan", types=[], hp=[30, 60, 90, 120], plv=[5, 5, 5, 5], legend=True) + skill(
    "titan-fist", rank="Legendary", unique_to=["Titan"], do={"attack": 9}
)


@pytest.fixture
def rules() -> FadeRules:
    return rules_with(CARDS + LEGEND)


@pytest.mark.rule("faroe", "deck.no-legend-cards")
def test_cards_of_legends_are_refused_by_name(rules: FadeRules) -> None:
    assert decks.check_deck(rules, (deck_of(rules, 40, titan_fist=1), [])) == [
        ("deck.no-legend-cards", "'Titan Fist' is for a Legend; a Player may not have it")
    ]
    assert broken(rules, deck_of(rules, 40, titan=1), []) == ["deck.no-legend-cards"]
    assert "deck.no-legend-cards" in broken(rules, deck_of(rules, 40), pool_of(rules, titan=1))


# Deck files.

FILE = """
game = "faroe"
name = "Kicks"
plan = "Kick."
[deck]
rising-kick = 4
crowd = 3
[pool]
five = 2
"""


def test_a_deck_file_names_its_cards_and_their_number(rules: FadeRules, tmp_path: Path) -> None:
    path = tmp_path / "kicks.toml"
    path.write_text(FILE, "utf-8")
    made = decks.load_deck(rules, path)
    kick, crowd, five = (rules.code_of(x) for x in ("rising-kick", "crowd", "five"))
    assert made == decks.Deck("Kicks", "Kick.", ((kick,) * 4 + (crowd,) * 3, (five,) * 2))
    assert decks.load_deck(rules, str(path)) == made


@pytest.mark.parametrize(
    ("was", "becomes", "key"),
    [
        ('game = "faroe"', 'game = "other"', "game"),
        ('name = "Kicks"', "name = 7", "name"),
        ("crowd = 3", "crowd = 0", "deck.crowd"),
        ("crowd = 3", "crowd = true", "deck.crowd"),
        ("crowd = 3", "crowd = 99999999999999999999", "deck.crowd"),
        ("crowd = 3", "croud = 3", "deck.croud"),
        ('plan = "Kick."', "plan = 3", "plan"),
        ("[pool]", "[fighters]", "fighters"),
        ("[deck]\n", "deck = 4\n[x]\n", "x"),
    ],
)
def test_a_faulty_deck_file_is_refused_with_its_key(
    rules: FadeRules, was: str, becomes: str, key: str
) -> None:
    with pytest.raises(LoadError) as caught:
        decks.read_deck(rules, FILE.replace(was, becomes), "kicks.toml")
    assert (caught.value.file, caught.value.key) == ("kicks.toml", key)


def test_files_that_cannot_be_read_are_load_errors_too(rules: FadeRules, tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r"nowhere\.toml"):
        decks.load_deck(rules, tmp_path / "nowhere.toml")
    (tmp_path / "big.toml").write_bytes(b"#" * 300_000)
    with pytest.raises(LoadError, match="larger"):
        decks.load_deck(rules, tmp_path / "big.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(LoadError, match="UTF-8"):
        decks.load_deck(rules, tmp_path / "odd.toml")
    with pytest.raises(LoadError):
        decks.read_deck(rules, "[" * 5_000, "deep.toml")


def test_every_deck_that_comes_with_the_game_is_legal() -> None:
    rules = edition.load_edition("faroe")
    for name in decks.packaged(rules):
        made = decks.load_deck(rules, name)
        assert decks.check_deck(rules, made.lists) == []

"""The counts and links of the README are true."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from fadenet import games
from fadenet.engine.card import Card
from fadenet.games import decks
from fadenet.games.descriptors import GAMES
from fadenet.games.fade.typed import FadeCard
from fadenet.games.terrene.tables import TOKEN
from fadenet.games.terrene.typed import TerreneCard

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(text: str) -> int:
    """Of digits or a word."""
    return int(text) if text.isdigit() else WORDS.index(text.lower())


def bullet(game: str) -> str:
    """The entry of a game in the README."""
    found = re.search(rf"^- \*\*{game}\*\*: (.*?)(?=^- |^## )", README, re.MULTILINE | re.DOTALL)
    assert found is not None, game
    return " ".join(found[1].split())


def told(game: str) -> Mapping[str, int]:
    """The counts in it, by the words for what is counted."""
    things = r"(\d+|\w+) (rules|cards|World Rules|Raiders|Legends|(?:starter )?decks)\b"
    counted = [found for found in re.findall(things, bullet(game)) if found[0] in WORDS or found[0].isdigit()]
    return {what.removeprefix("starter "): number(n) for n, what in counted}


def is_collected(card: Card) -> bool:
    """Whether players have it in their decks: what a game brings besides is counted apart."""
    if isinstance(card, TerreneCard):
        return not card.types & TOKEN
    return not isinstance(card, FadeCard) or not (card.legend or card.is_brought)


@pytest.mark.parametrize("game", games.NAMES)
def test_what_a_game_has_is_counted_rightly(game: str) -> None:
    rules = games.load(game)
    there = {
        "rules": len(rules.book.rules),
        "cards": sum(map(is_collected, rules.cards[1:])),
        "decks": len(decks.packaged(rules)),
    }
    shelves = {"worlds": "World Rules", "raiders": "Raiders", "legend": "Legends"}
    words = {option.word for option in GAMES[game].options}
    there |= {what: len(games.choices(game, word)) for word, what in shelves.items() if word in words}
    assert told(game) == there, f"README.md counts {told(game)}, there are {there}"


def test_the_games_and_their_families_are_counted_rightly() -> None:
    found = re.search(r"It plays (\w+) games on one engine, (\w+) of one family and (\w+) that", README)
    assert found is not None
    families = [game.family for game in GAMES.values()]
    most = max(map(families.count, families))
    assert [number(n) for n in found.groups()] == [len(GAMES), most, len(GAMES) - most]


def heads(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


PAGES = ["README.md", "fadenet/node/PLAYING.md", "fadenet/node/OPERATING.md", "fadenet/NOTEBOOK.md"]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file_and_its_heading(page: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#([^)\s]+))?\)", (ROOT / page).read_text("utf-8"))
    targets = [((ROOT / page).parent / path, head) for path, head in links]
    lost = [path for path, head in targets if not path.exists() or (head and head not in heads(path))]
    assert links and not lost

"""Card sets of thirty cards like those of a game, but for one that is too strong and one of no use."""

from __future__ import annotations

from copy import deepcopy
from math import ceil
from typing import Any, Final, NamedTuple

from fadenet.engine.cardset import CardSet
from fadenet.engine.language import files
from fadenet.engine.language.sets import set_of
from fadenet.games.descriptors import GAMES

CARDS: Final = 30
STRONG, USELESS = "test:too-strong", "test:of-no-use"


class Changed(NamedTuple):
    """strong: the slug of the packaged card whose damage is half as much again in the copy. kind: the type of
    all thirty. useless: what the card of no use does."""

    strong: str
    kind: str
    useless: dict[str, Any]


CHANGED: Final = {
    "faroe": Changed("blasting-jelly", "Item", {"heal": 1, "of": "enemy players"}),
    "fade2": Changed("flask-of-thunder", "Item", {"heal": 1, "of": "enemy players"}),
    "fade1": Changed("flask-of-thunder", "Item", {"heal": 1, "of": "enemy players"}),
    "terrene": Changed("fire-bomb", "Item", {"heal": 5, "of": "enemy players"}),
    "prelude": Changed("ember-dart", "Spell", {"heal": 1, "of": "enemy characters"}),
}


def thirty(game: str) -> CardSet:
    """The set, beside the cards of the game: copies of those of one kind, as often as it takes."""
    changed, cards = CHANGED[game], dict[str, dict[str, Any]]()
    there = packaged_tables(game)
    usual = [
        slug
        for slug, table in there.items()
        if changed.kind in (*table.get("types", ()), table.get("type")) and "unique_to" not in table
    ]
    for n in range(CARDS - 2):
        table = deepcopy(there[usual[n % len(usual)]])
        cards[f"usual-{n}"] = table | {"name": f"Usual {n}"}
    cards["too-strong"] = _stronger(deepcopy(there[changed.strong])) | {"name": "Too Strong"}
    cards["of-no-use"] = _doing(deepcopy(there[changed.strong]), changed.useless) | {"name": "Of No Use"}
    head = {"code": "test", "name": "Thirty", "game": game, "with": [game]}
    return set_of({"set": head, "card": cards, "deck": {}}, "thirty")


def _effects(table: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table["do"] if "do" in table else table["ability"][0]["do"]
    return found


def _stronger(table: dict[str, Any]) -> dict[str, Any]:
    first = _effects(table)[0]
    first["damage"] = ceil(1.5 * first["damage"])
    return table


def _doing(table: dict[str, Any], effect: dict[str, Any]) -> dict[str, Any]:
    _effects(table)[:] = [effect]
    table.pop("targets", None)
    for row in table.get("ability", ()):
        row.pop("targets", None)
    return table


def packaged_tables(game: str) -> dict[str, dict[str, Any]]:
    """The tables of the cards that come with a game, by slug."""
    family = GAMES[game].family
    shelves: list[tuple[str, ...]] = [("fade",), (game,)] if family == "fade" else [()]
    texts = [text for shelf in shelves for text in files.sources(f"fadenet.games.{family}", "cards", *shelf)]
    return {slug: table for slug, (_, table) in files.card_tables(texts, game).items()}

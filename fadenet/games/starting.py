"""The set as which somebody's own begins: a head with notes, three cards of kinds that the game has, a deck.

The cards and the deck of each game lie in `first/GAME.toml` of its family, as they stand in a set.
"""

from __future__ import annotations

from string import Template
from typing import Final

from fadenet.engine.language import files
from fadenet.games.descriptors import GAMES

DECK: Final = "first-steps"
"""The slug of the deck."""
_HEAD: Final = Template(
    """\
# A card set for $game. What stands behind a # is for you alone.
# The words and their use:    fadenet cards words $game
# Whether all of it is right: fadenet cards check $file --watch
# Try a card at a table:      fadenet cards try $file $card
# Play with it:               fadenet play $game --set $file --deck $code:$deck

[set]
# Two to five small letters, which stand before a card of yours where sets meet: $code:$card
code = "$code"
name = "$name"
game = "$game"
# Raise it when others have an older one.
version = 1
by = "$by"
# The terms for others who use it.
license = "CC-BY-4.0"
# Its decks may hold these cards and those of the game; with = [] makes a set that stands alone.
with = ["$game"]

"""
)


def first_set(game: str, file: str, code: str, name: str, by: str) -> str:
    """The text of a set to begin with. file: what it is called in the notes. code, name, by: in its head; the
    latter two are printable, and have neither quotes nor backslashes."""
    words = {"game": game, "file": file, "code": code, "name": name, "by": by}
    return _HEAD.substitute(words, card=first_cards(game)[-1], deck=DECK) + _first(game)


def first_cards(game: str) -> list[str]:
    """The slugs of its three cards."""
    return list(files.data(_package(game), "first", f"{game}.toml")["card"])


def _first(game: str) -> str:
    return dict(files.sources(_package(game), "first"))[f"{game}.toml"]


def _package(game: str) -> str:
    return f"fadenet.games.{GAMES[game].family}"

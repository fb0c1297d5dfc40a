"""The console explains in each game's own words: no chain, no Element where its book has none."""

from __future__ import annotations

import re

import pytest

from fadenet import games
from fadenet.console.faces import face_of
from fadenet.console.match.commands import PACES, STOPS
from fadenet.console.match.help import basics
from fadenet.console.match.meaning import LINKED, SIGNS, meaning
from fadenet.console.match.sight import Sight
from fadenet.engine import kernel
from fadenet.table.view import SeatView
from tests.console.helpers import info

KEYBOARD = {"Enter", "Tab"}
NAMED = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}")
"""A word that a game names something by: a capital letter in the midst of a sentence."""


@pytest.mark.parametrize("game", games.GAMES)
def test_help_speaks_the_words_of_its_own_game(game: str) -> None:
    """given the help of a game, the meanings of its signs, windows and stops, then what they call by a name
    stands in its rule book, and they speak of a chain only where links are answered."""
    rules = games.load(game)
    sight = Sight(info(0, 2, "duel", game), SeatView(kernel.setup(rules, 2), 0, {}))
    face = face_of(rules)
    said = [*basics(sight), *STOPS, *PACES.values(), face.legend(sight.seat.state)]
    said += [text for sign in (*SIGNS, *LINKED) for text in meaning(sight, sign)[0]]
    said += [window.what for window in face.windows]
    book = " ".join(str(rule.get(key, "")) for rule in rules.book.rules.values() for key in ("text", "check"))
    named = {word for text in said for word in NAMED.findall(text)} - KEYBOARD
    assert {word for word in named if not re.search(rf"\b{word}", book)} == set()
    chained = any("chain" in text.lower() for text in said)
    assert chained == ("chain" in book.lower())

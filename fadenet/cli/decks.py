"""Decks as somebody names them, to sit down with."""

from __future__ import annotations

from pathlib import Path

from fadenet.cli.context import BadInput, NotFound, read_bytes
from fadenet.engine.language.files import CARD_FILE_BYTES
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck, automata, check_deck, load_deck, packaged, read_deck


def find_deck(rules: Rules, name: str) -> Deck:
    """A packaged deck by its name, or a deck file, or stdin for `-`; NotFound, LoadError."""
    if name == "-":
        try:
            return read_deck(rules, read_bytes(name, CARD_FILE_BYTES).decode(), "stdin")
        except UnicodeDecodeError:
            raise BadInput("The deck is not text in UTF-8. Save it as such.") from None
    if name not in [*packaged(rules), *automata(rules)] and not Path(name).exists():
        known = ", ".join(packaged(rules))
        raise NotFound(f"There is no deck {name!r}, nor a file of that name. Decks of {rules.name}: {known}.")
    return load_deck(rules, name)


def legal_deck(rules: Rules, name: str) -> Deck:
    """A deck that may be played; BadInput names the first rule that another breaks."""
    deck = find_deck(rules, name)
    broken = check_deck(rules, deck.lists)
    if broken:
        rule, why = broken[0]
        more = f" and {len(broken) - 1} more" if len(broken) > 1 else ""
        raise BadInput(
            f"The deck {deck.name} is not legal: {why} [{rule}]{more}. See: fadenet deck check {name}"
        )
    return deck


def deck_of(rules: Rules, wanted: str | None) -> Deck:
    """The deck that was named, else the first packaged one; BadInput if it is not legal."""
    return legal_deck(rules, wanted or packaged(rules)[0])

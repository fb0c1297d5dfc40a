"""The games that run on the engine, by name; a caller that needs no rules loads none of their code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from fadenet.engine.cardset import SETS, is_list
from fadenet.engine.errors import WrongInput
from fadenet.games.descriptors import GAMES, OPTIONS

if TYPE_CHECKING:
    from fadenet.engine.rules import Rules

__all__ = ["GAMES", "NAMES", "OPTIONS", "choices", "load", "takes"]

NAMES: Final = tuple(GAMES)
SETS_LOADED: Final = 16
"""So many rules with card sets stay loaded: anybody may bring sets."""


def choices(name: str, option: str) -> tuple[str, ...]:
    """The values that an option of a game's formats may have; () for an option that it does not know."""
    from fadenet.games.decks import lying_in

    found = next((one for one in GAMES[name].options if one.word == option), None)
    if found is None or found.values:
        return found.values if found else ()
    return tuple(lying_in(f"fadenet.games.{GAMES[name].family}", found.shelf))


def takes(name: str, option: str, value: object) -> bool:
    """Whether an option of a game's formats may have a value; one for each seat lists several, and so do the
    sets of a match, which may still lack here."""
    if option == SETS:
        return type(value) is str and is_list(value)
    each = option in OPTIONS and OPTIONS[option].each
    there = (*choices(name, option), "none") if each else choices(name, option)
    return type(value) is str and all(word in there for word in (value.split(",") if each else [value]))


def load(name: str, format: str = "duel", **options: str) -> Rules:
    """The compiled rules and cards of a game in one of its formats; the same object for the same arguments.

    Raises `WrongInput` for a name that is not in `NAMES`, a format that the game does not have, an option
    that the format does not take or a card set that is not here, `LoadError` for cards of a set that make no
    sense. Of the rules with sets, only those of the last few calls are the same objects.
    """
    if name not in NAMES:
        raise WrongInput(f"there is no game {name!r}; games: {', '.join(NAMES)}")
    return (_load_with_sets if SETS in options else _load)(name, format, tuple(sorted(options.items())))


@cache
def _load(name: str, format: str, options: tuple[tuple[str, str], ...]) -> Rules:
    return _FAMILIES[GAMES[name].family](name, format, dict(options))


_load_with_sets: Final = lru_cache(SETS_LOADED)(_load.__wrapped__)


def _fade(name: str, format: str, options: Mapping[str, str]) -> Rules:
    from fadenet.games.fade.edition import load_edition

    return load_edition(name, format, options)


def _terrene(name: str, format: str, options: Mapping[str, str]) -> Rules:
    from fadenet.games.terrene.cards import load

    return load(format, options)


def _prelude(name: str, format: str, options: Mapping[str, str]) -> Rules:
    from fadenet.games.prelude.cards import load

    return load(format, options)


_FAMILIES: Final[dict[str, Callable[[str, str, Mapping[str, str]], Rules]]] = {
    "fade": _fade,
    "terrene": _terrene,
    "prelude": _prelude,
}

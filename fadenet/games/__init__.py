"""The games that run on the engine, by name."""

from __future__ import annotations

from functools import cache

from fadenet.games.fade.edition import load_edition
from fadenet.games.fade.rules import FadeRules

NAMES = ("faroe",)


@cache
def load(name: str) -> FadeRules:
    """The compiled rules and cards of a game. Raises `KeyError` for a name that is not in `NAMES`."""
    if name not in NAMES:
        raise KeyError(name)
    return load_edition(name)

"""The games that run on the engine, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from fadenet.engine.rules import Rules
from fadenet.games.fade.edition import legends, load_edition
from fadenet.games.fade.rules import FadeRules
from fadenet.games.terrene import cards as terrene
from fadenet.games.terrene.rules import TerreneRules

CLASSES: dict[str, type[Rules]] = {"faroe": FadeRules, "terrene": TerreneRules}
"""By name the class of a game's rules: its formats are known before any card is read."""

NAMES = tuple(CLASSES)

_CHOICES: dict[tuple[str, str], Callable[[], tuple[str, ...]]] = {
    ("faroe", "legend"): partial(legends, "faroe"),
}
"""The values of options that depend on what comes with a game; all others are `Rules.option_values`."""


def choices(name: str, option: str) -> tuple[str, ...]:
    """The values that an option of a game's formats may have; () for an option that it does not know."""
    found = _CHOICES.get((name, option))
    return found() if found else CLASSES[name].option_values.get(option, ())


def load(name: str, format: str = "duel", **options: str) -> Rules:
    """The compiled rules and cards of a game in one of its formats; the same object for the same arguments.

    Raises `KeyError` for a name that is not in `NAMES`, and `WrongInput` for a format that the game does not
    have or an option that the format does not take.
    """
    if name not in NAMES:
        raise KeyError(name)
    return _load(name, format, tuple(sorted(options.items())))


@cache
def _load(name: str, format: str, options: tuple[tuple[str, str], ...]) -> Rules:
    made: Callable[..., Rules] = terrene.load if name == "terrene" else partial(load_edition, name)
    return made(format, dict(options))

"""Automated players by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fadenet.bots.base import Bot
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.levels import EASY, NORMAL, WaveringBot
from fadenet.bots.random_ import RandomBot
from fadenet.engine.errors import WrongInput

_BOTS: dict[str, Callable[[], Bot]] = {
    "greedy": GreedyBot,
    "normal": partial(WaveringBot, NORMAL),
    "easy": partial(WaveringBot, EASY),
    "random": RandomBot,
}
NAMES = tuple(_BOTS)
LEVELS = {"easy": "easy", "normal": "normal", "hard": "greedy"}
"""The bots by how hard it is to beat them."""


def make(name: str) -> Bot:
    """A fresh bot. Raises `WrongInput` for a name that is not in `NAMES`."""
    if name not in NAMES:
        raise WrongInput(f"there is no bot {name!r}; bots: {', '.join(NAMES)}")
    return _BOTS[name]()

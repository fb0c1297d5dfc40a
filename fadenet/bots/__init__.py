"""Automated players by name."""

from __future__ import annotations

from fadenet.bots.base import Bot
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.levels import EasyBot, NormalBot
from fadenet.bots.random_ import RandomBot

_BOTS: dict[str, type[Bot]] = {"greedy": GreedyBot, "normal": NormalBot, "easy": EasyBot, "random": RandomBot}
NAMES = tuple(_BOTS)
LEVELS = {"easy": "easy", "normal": "normal", "hard": "greedy"}
"""The bots by how hard it is to beat them."""


def make(name: str) -> Bot:
    """A fresh bot. Raises `KeyError` for a name that is not in `NAMES`."""
    return _BOTS[name]()

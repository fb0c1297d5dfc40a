"""Automated players by name."""

from __future__ import annotations

from fadenet.bots.base import Bot
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.random_ import RandomBot

_BOTS: dict[str, type[Bot]] = {"greedy": GreedyBot, "random": RandomBot}
NAMES = tuple(_BOTS)


def make(name: str) -> Bot:
    """A fresh bot. Raises `KeyError` for a name that is not in `NAMES`."""
    return _BOTS[name]()

"""Automated players by name."""

from fadenet.bots.naming import (
    EXPERT,
    LEVELS,
    NAMES,
    OF_YOURS,
    UnknownBot,
    bot_of,
    called,
    known,
    levels_of,
    make,
)

__all__ = [
    "EXPERT",
    "LEVELS",
    "NAMES",
    "OF_YOURS",
    "UnknownBot",
    "bot_of",
    "called",
    "known",
    "levels_of",
    "make",
]

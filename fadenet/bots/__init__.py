"""Automated players by name."""

from fadenet.bots.naming import EXPERT, LEVELS, NAMES, bot_of, called, levels_of, make

__all__ = ["EXPERT", "LEVELS", "NAMES", "bot_of", "called", "levels_of", "make"]

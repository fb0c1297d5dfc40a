"""Automated players by name."""

from fadenet.bots.naming import LEVELS, NAMES, called, make

__all__ = ["LEVELS", "NAMES", "called", "make"]

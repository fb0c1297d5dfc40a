"""Automated players by name."""

from fadenet.bots.naming import (
    LEVELS,
    NAMES,
    OF_YOURS,
    UnknownBot,
    called,
    known,
    looks_like_program,
    make,
    one_name,
    placed,
    public_name,
)

__all__ = [
    "LEVELS",
    "NAMES",
    "OF_YOURS",
    "UnknownBot",
    "called",
    "known",
    "looks_like_program",
    "make",
    "one_name",
    "placed",
    "public_name",
]

"""How a match is called by people."""

from __future__ import annotations


def short_id(match_id: str) -> str:
    """The digits of a match's id that tell it from others well enough for people."""
    return match_id[:8]

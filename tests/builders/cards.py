"""The ordinary cards of tests: `tests/cards/<game>.toml` has each once, and a test names those that it needs.

    CARDS = cards("faroe", "veto", "mirror") + '''
    [card.what-the-test-is-about] ...'''

Only what is named is there, so that no test plays under cards that it does not speak of.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "cards"
_HEAD = re.compile(r"^\[card\.([a-z0-9-]+)\]$", re.MULTILINE)


@cache
def _shelf(game: str) -> dict[str, str]:
    """By slug the definition of each ordinary card of a game, as TOML."""
    text = (FOLDER / f"{game}.toml").read_text(encoding="utf-8")
    _, *parts = _HEAD.split(text)
    return {
        slug: f"[card.{slug}]{body.rstrip()}\n" for slug, body in zip(parts[::2], parts[1::2], strict=True)
    }


def cards(game: str, *slugs: str) -> str:
    """The definitions of these ordinary cards; KeyError if there is none of a slug."""
    return "".join([_shelf(game)[slug] for slug in slugs])

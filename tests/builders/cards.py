"""Test cards, one line each: a builder gives a card's definition as its TOML, and `+` joins definitions.

    CARDS = cards("veto", "mirror") + item("dart", targets="enemy players", do={"damage": 1, "to": "target"})

Each family has its builders and its ordinary cards in `tests/cards/`. The names that a builder is given are
the keys of a card file, those that are words of Python with an underscore behind; None leaves a key out.
Where a card file wants a list of tables, a single one stands for a list of one. A text stands for `{ pick =
.. }` of targets, for `{ to = .. }` of what is answered, and for a keyword that has no value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

_LISTS = frozenset({"ability", "do", "else", "targets", "then"})
"""The keys under which card files have lists of tables."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def definition(slug: str, **fields: object) -> str:
    """A card file with this card alone; its name is the slug in capitals unless one is given."""
    named = {"name": slug.replace("-", " ").title(), **fields}
    lines = [_line(key, value) for key, value in named.items() if value is not None]
    return "\n".join([f"[card.{slug}]", *lines, ""])


def _line(key: str, value: object) -> str:
    key = key.rstrip("_")
    match key, value:
        case "answers", str():
            value = {"to": value}
        case "keywords", str():
            value = {value: True}
        case "targets", str():
            value = {"pick": value}
    if isinstance(value, Mapping) and key in _LISTS:
        value = [value]
    return f"{key if _BARE.fullmatch(key) else json.dumps(key)} = {_toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join([_line(key, part) for key, part in value.items()]) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join([_toml(part) for part in value]) + "]"
    return json.dumps(value, ensure_ascii=False)


class Shelf:
    """The ordinary cards of a family; called with slugs, it gives the definitions of these.

    Only what is named is there, so that no test plays under cards that it does not speak of.
    """

    def __init__(self, *definitions: str) -> None:
        self.by_slug = {one.partition("]")[0].removeprefix("[card."): one for one in definitions}
        assert len(self.by_slug) == len(definitions), "a slug stands twice"

    def __call__(self, *slugs: str) -> str:
        """KeyError if a slug has no card."""
        return "".join([self.by_slug[slug] for slug in slugs])

"""Whether a card has all that another one has, at no higher cost, by what is written on both.

Cards are compared that differ in figures and in amounts alone. More is better of a figure, less of a cost; of
an effect that harms somebody else or helps its own side more is better, and less of one that harms its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from fadenet.engine.language.compiler import Language

Written = Mapping[str, Any]
_WHOM: Final = ("who", "to", "of", "on")
_OWN: Final = ("you", "user", "this", "host")
_LOOKS: Final = ("name", "rarity", "set", "artist", "number", "own")
"""The keys that are for the eye alone."""


@dataclass(frozen=True, slots=True)
class FigureSides:
    """The figures of a game: those of which more is better, and those of which less is."""

    more: tuple[str, ...]
    less: tuple[str, ...]


FIGURES: Final = {
    "fade": FigureSides(("hp", "plv", "def", "agi"), ("cost", "cs", "level", "pay_hp")),
    "terrene": FigureSides(("hp", "atk", "def", "actions"), ("sp", "lv")),
    "prelude": FigureSides(
        ("life", "attack", "guard", "armour", "uses", "amount", "coin", "training", "initiative", "fount"),
        ("price", "suspend", "number", "tier", "hands"),
    ),
}
"""By family."""


def at_least(a: Written, b: Written, figures: FigureSides, language: Language) -> bool:
    """Whether the table of card a says as much as that of card b, or more, for no higher cost."""
    own = {*figures.more, *figures.less, *_LOOKS, "do", "ability"}
    if any(a.get(key) != b.get(key) for key in {*a, *b} - own):
        return False
    if not all(_number(a, key) >= _number(b, key) for key in figures.more):
        return False
    if not all(_number(a, key) <= _number(b, key) for key in figures.less):
        return False
    rows, others = a.get("ability", []), b.get("ability", [])
    abilities = len(rows) == len(others) and all(
        _does_as_much(row, other, language) for row, other in zip(rows, others, strict=True)
    )
    return abilities and _as_much(a.get("do", []), b.get("do", []), language)


def _number(table: Written, key: str) -> int:
    value = table.get(key, 0)
    return value if type(value) is int else 0


def _does_as_much(a: Written, b: Written, language: Language) -> bool:
    """The same of two abilities."""
    costs = ("cost", "suspend", "pay_hp")
    if any(a.get(key) != b.get(key) for key in {*a, *b} - {"do", *costs}):
        return False
    cheap = all(_number(a, key) <= _number(b, key) for key in costs)
    return cheap and _as_much(a.get("do", []), b.get("do", []), language)


def _as_much(a: list[Any], b: list[Any], language: Language) -> bool:
    """The same of two lists of effects."""
    return len(a) == len(b) and all(_effect(one, other, language) for one, other in zip(a, b, strict=True))


def _effect(a: Written, b: Written, language: Language) -> bool:
    """The same of two effects with the same words."""
    if list(a) != list(b) or not a:
        return a == b
    name = next(iter(a))
    intent = language.effects[name].intent if name in language.effects else "none"
    whom = next((a[key] for key in _WHOM if key in a), "you" if intent == "help" else "")
    mine = type(whom) is str and (whom in _OWN or whom.startswith("your "))
    better = {("harm", True): -1, ("harm", False): 1, ("help", True): 1}.get((intent, mine), 0)
    for key in a:
        x, y = a[key], b[key]
        lists = type(x) is list and type(y) is list and all(type(one) is dict for one in [*x, *y])
        if key == name and type(x) is int and type(y) is int:
            if x != y and (not better or (x > y) != (better > 0)):
                return False
        elif not (_as_much(x, y, language) if lists else x == y):
            return False
    return True

"""Whether something is meant to harm or to help its target, read off a card's own tables.

A Legend, which plays by fixed rules, aims by it (faroe legend.targets, legend.helpful). The words of the
language say what they are meant for; where a word can be either (Counters, changes, keywords), its arguments
decide.
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.language.compiler import Language
from fadenet.games.fade import tables as t
from fadenet.games.fade.typed import rules_being_made

HARM: Final = 0
HELP: Final = 1
GIVE: Final = 2
"""The purposes of a choice: to harm its target, to help it, or to give up something of one's own."""

MARKS: Final = {"harm": HARM, "help": HELP}
_LISTS: Final[tuple[str, ...]] = ("then", "else", "do", "may", "coin", "tails")
_ORDINALS: Final[tuple[str, ...]] = ("first target", "second target", "third target", "fourth target")


def flat(effects: list[Any]) -> list[dict[str, Any]]:
    """All effects of a list, those inside steering words included; what is written otherwise is left to
    whoever compiles it."""
    found = []
    for row in effects:
        if type(row) is dict and row:
            ways = row.get("choose", ())
            inside = [row.get(key) for key in _LISTS] + (ways if type(ways) is list else [])
            found += [row, *(inner for rows in inside if type(rows) is list for inner in flat(rows))]
    return found


def is_harm(language: Language, row: dict[str, Any]) -> bool:
    """Whether one effect harms what it is aimed at."""
    word = next(iter(row))
    if word == "counter":
        return (row[word] in _burdensome(language)) != ("remove" in row)
    if word in ("mod", "grant"):
        return _burdens(language, row[word], row.get("n", row.get("value", 1)))
    if word == "deflect":
        return True
    return language.effects[word].intent == "harm"


def harms(language: Language, effects: list[dict[str, Any]]) -> bool:
    """Whether anything in a list of effects harms somebody."""
    return any(is_harm(language, row) for row in flat(effects))


def _burdensome(language: Language) -> frozenset[str]:
    """The Counters and keywords that nobody wants, as the cards of an edition call them."""
    return frozenset([t.COLUMN_NAMES[t.DAMAGE], *rules_being_made(language.rules).points.burdens])


def _burdens(language: Language, name: str, value: Any) -> bool:
    """Whether it is a burden to be given this change or keyword."""
    if name in _burdensome(language) or name in ("forbid", "halve damage"):
        return True
    less = type(value) is int and value < 0
    return not less if name == "damage taken" else less


def aims(language: Language, slots: list[dict[str, Any]], effects: list[dict[str, Any]]) -> tuple[int, ...]:
    """The purpose of each choice of targets, in their order. A slot may say it itself: `intent = "help"`."""
    rows = flat(effects)
    found = []
    for i, slot in enumerate(slots):
        about = [row for row in rows if _ORDINALS[i] in row.values()] or rows
        harm = any(is_harm(language, row) for row in about)
        found.append(MARKS[slot["intent"]] if "intent" in slot else _aim(slot.get("pick"), harm))
    return tuple(found)


def attachment(language: Language, rows: list[dict[str, Any]], keywords: dict[str, Any], where: Any) -> int:
    """The purpose of attaching a card. rows: the changes that its abilities give to its bearer. where: the
    selector of what it may be attached to.
    """
    harm = any(_burdens(language, key, value) for gives in rows for key, value in gives.items())
    burdened = not _burdensome(language).isdisjoint(keywords)
    return _aim(where or "your fighters", harm or burdened)


def _aim(pick: Any, harm: bool) -> int:
    while type(pick) is dict:
        pick = pick.get("from", "")
    side = str(pick or "enemy").split(" ")[0]
    if side in ("your", "ally"):
        return GIVE if harm else HELP
    return HARM if harm or side == "enemy" else HELP

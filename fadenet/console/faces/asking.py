"""The choice of targets in words: who takes how much, or what is done to what is chosen.

The text of an ability is that of the language of cards (`engine/language`), so its clauses have few forms.
"""

from __future__ import annotations

import re

_BANNER = re.compile(r"\w+ \([^()]*\): ")
_CLAUSES = re.compile(r", then |: |; |, (?=you may )|, (?=when )|(?<=\)), |, ")
_LISTED = re.compile(r"(?<=[a-z]), (?=[A-Z]\w* or )")
"""The comma between kinds of cards, which does not end a clause."""
_TO = r" to (?:an?|each|one|up|the|all|you)\b"
_FORMS = (
    (re.compile(rf"deal (.*\bdamage\b.*){_TO}"), "takes {}"),
    (re.compile(r"heal (\d+(?: HP| damage)?) (?:from|on|of|to) "), "heals {}"),
    (re.compile(r"restore (\d+ life) to "), "gets {} back"),
    (re.compile(r"put ((?:up to )?\d+ \S.*? Counters?) on "), "gets {}"),
    (re.compile(r"remove (.*? Counters?) from "), "loses {}"),
)
_AND = "\0"
"""Stands in its place."""
_DOES = re.compile(r".*?\b(gets|gains|loses|takes|heals|cannot|must) (.*)")
_ONE = re.compile(r"\b([Cc]haracter|[Cc]ard|[Mm]inion|[Pp]layer)s\b")


def target_question(text: str, slot: str) -> str:
    """The question for the targets of a slot of an ability with this text: "Who takes 3 damage?"; "" where
    the text does not say it."""
    slot, text = _LISTED.sub(_AND, slot), _LISTED.sub(_AND, _BANNER.sub("", text, count=1))
    return _asked(text, slot).replace(_AND, ", ")


def _asked(text: str, slot: str) -> str:
    clauses = [one for one in _CLAUSES.split(text) if one]
    clauses = [one.removeprefix("you may ") for one in clauses if not one.startswith("answer ")]
    named = [one for one in clauses if _speaks_of(one, slot)]
    for clause in (*named, *clauses):
        for form, does in _FORMS:
            if found := form.match(clause):
                return f"{_who(slot)} {does.format(found[1])}?"
        if clause in named and (found := _DOES.match(clause)) and _speaks_of(clause[: found.start(1)], slot):
            return f"{_who(slot)} {found[1]} {found[2]}?"
        if clause in named:
            return f"{clause[0].upper()}{clause[1:]}: which?"
    return ""


def _who(slot: str) -> str:
    """The subject of a question about a slot: "Who", or "Which" with what the slot chooses from."""
    if " and " in slot or not _ONE.search(slot):
        return "Who"
    if slot.startswith("your "):
        return f"Which of {slot}"
    return f"Which {_ONE.sub(lambda m: m[1], slot.removeprefix('all '), count=1)}"


def _speaks_of(clause: str, slot: str) -> bool:
    """Whether a clause names what a slot chooses, one of it or several."""
    if not slot:
        return False
    first = slot.split(" and ")[0].removeprefix("all ")
    enemies = slot.startswith("enem") and re.search(r"\b(?:an enemy|enemies)\b", clause) is not None
    return first in clause or _singular(first) in _singular(clause) or enemies


def _singular(words: str) -> str:
    return re.sub(r"s\b", "", words)

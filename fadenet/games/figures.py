"""Figures in what a game teaches, each taken from what it is about, so that no text says another one.

A reference stands in braces: what is asked, as behind `?`, and the word at which the figure stands in the
answer, as in `{keyword.charge TP}`, `{rookie-ace plv}` and, in a match, `{p2 HP}`. The figure is the one
behind the word, else the one before it; with `/` at its end, as in `{c1 HP/}`, what it is out of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from fadenet.engine.errors import LoadError
from fadenet.engine.rules import Rules
from fadenet.games.catalogue import catalogue_of

REFERENCE: Final = re.compile(r"\{([^{} ]+) ([^{}]+)\}")
OUT_OF: Final = "/"
NUMBER: Final = r"(-?\d+|two|three|four|five|six|seven|eight|nine|ten)"
"""As rules and cards write numbers that mean one."""


def filled(text: str, said_of: Callable[[str], str]) -> str:
    """The text with the figures that it refers to. said_of: the text for what is asked, "" = nothing is known
    of that here, and the reference stays. Raises `LoadError` where the word has no figure there."""

    def put(found: re.Match[str]) -> str:
        said = said_of(found[1])
        return figure(said, found[2], found[1]) if said else found[0]

    return REFERENCE.sub(put, text)


def figure(said: str, word: str, asked: str) -> str:
    """The figure at a word of what is said. Raises `LoadError` if there is none."""
    bare = re.escape(word.removesuffix(OUT_OF))
    number = r"-?\d+/(\d+)" if word.endswith(OUT_OF) else NUMBER
    for form in (rf"(?<!\w){bare}\W{{0,2}}\s*{number}", rf"{number} {bare}(?!\w)"):
        if found := re.search(form, said, re.IGNORECASE):
            return found[1]
    raise LoadError("lessons", asked, word, f"there is no such figure in: {said}")


def said_of(rules: Rules, asked: str) -> str:
    """The text of a rule by its id, or the facts of a card by its slug, "" for anything else."""
    if asked in rules.book.rules:
        return str(rules.book.rules[asked]["text"])
    if asked not in rules.by_slug:
        return ""
    facts = catalogue_of(rules).facts(rules.by_slug[asked])
    return ", ".join(f"{word} {value}" for word, value in facts.items())

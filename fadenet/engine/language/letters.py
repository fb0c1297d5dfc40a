"""The characters of a text from anybody, all of which are to be seen, and names that read alike."""

from __future__ import annotations

import unicodedata
from typing import Final

MARKS_MAX: Final = 2
"""So many marks stand on one letter."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Letters, marks and variants that are drawn as nothing, although their category does not say so."""


def amiss(text: str) -> str:
    """The demand that the characters of a text do not meet, "" for one that is as it seems."""
    hidden = any(x in _BLANK or any(ord(x) in block for block in _SELECTORS) for x in text)
    if hidden or not text.isprintable():
        return "it holds only characters that show, none that turn text round or have no width"
    marks = 0
    for x in text:
        marks = marks + 1 if unicodedata.category(x) in ("Mn", "Me") else 0
        if marks > MARKS_MAX:
            return f"it has at most {MARKS_MAX} marks on one letter"
    return ""


def reading(name: str) -> str:
    """A name without its case and the width of its letters: equal for names that are read in the same way."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())

"""The word that was probably meant by one that nothing is called by."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

LONGEST: Final = 60
"""So much of a word is looked at."""


def nearest(word: str, known: Collection[str]) -> str:
    """The one of the known words that was probably meant, "" if none is near. Dashes in front do not
    count."""
    from difflib import get_close_matches  # only a mistyped word waits for it

    letters = {one.lower().lstrip("-"): one for one in known}
    said = word.lower().lstrip("-")[:LONGEST]
    found = get_close_matches(said, letters, 1)
    begun = [one for one in letters if len(said) > 1 and one.startswith(said)]
    return letters[found[0]] if found else letters[begun[0]] if len(begun) == 1 else ""


def in_place_of(word: object, known: Collection[str]) -> str:
    """The words behind one that is wrong: ` (did you mean X?)`, "" if none is near."""
    meant = nearest(word, known) if type(word) is str else ""
    return f" (did you mean {meant}?)" if meant else ""

"""What was probably meant by a word that nothing is called by."""

from __future__ import annotations

from collections.abc import Collection

CLOSE = 0.6
"""How alike two words are at least, from 0 to 1, for one to be a slip of the other."""


def nearest(word: str, known: Collection[str]) -> str:
    """The one of the known words that was probably meant, "" if none is near."""
    from difflib import get_close_matches  # only who has mistyped waits for it

    plain = {one.lower(): one for one in known}
    found = get_close_matches(word.lower()[:60], plain, 1, CLOSE)
    begun = [one for one in plain if len(word) > 1 and one.startswith(word.lower())]
    return plain[found[0]] if found else plain[begun[0]] if len(begun) == 1 else ""


def guess(word: str, known: Collection[str]) -> str:
    """The end of a sentence about a word that there is not: `; did you mean X?`, a stop if none is near."""
    meant = nearest(word, known)
    return f"; did you mean {meant}?" if meant else "."

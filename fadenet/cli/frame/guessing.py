"""The word that was probably meant by one that nothing is called by."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from fadenet.engine.language.meant import nearest
from fadenet.games.spelling import plain

SHORT = 3
"""Words of so many letters are looked up in a text as they are."""


def guess_in(words: str, texts: Iterable[str]) -> str:
    """The end of a sentence about words that these texts do not hold, with a slip of the pen mended."""
    there = {one for text in texts for one in re.findall(r"\w+", plain(text)) if len(one) > SHORT}
    said = plain(words).split()
    astray = [one for one in said if not any(one in known for known in there)]
    meant = [nearest(one, there) or one if one in astray else one for one in said]
    return "." if meant == said else f"; did you mean {' '.join(meant)}?"


def guess(word: str, known: Collection[str]) -> str:
    """The end of a sentence about a word that there is not: `; did you mean X?`, a stop if none is near."""
    meant = nearest(word, known)
    return f"; did you mean {meant}?" if meant else "."
